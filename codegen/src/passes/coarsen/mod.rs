//! Several blocks' work in one block.
//!
//! A thread that loads one element, computes and stores it gives the memory too little to do, and a grid of such
//! threads has so many blocks that giving them out takes longer than their work. So large launches of such kernels
//! take a second code, whose blocks do the work of [`BLOCKS`] consecutive ones along x, or more: each thread does
//! what the thread of its number does in each of these.
//!
//! Requires a closed kernel of threads, inlined, whose indices `bounds` has looked at. Ensures one that computes
//! the same when it is launched with the blocks along x divided by [`Coarse::blocks`], rounded up, and given two
//! parameters more, behind its own: how many blocks the launch asked for, and whether every slice begins at a
//! multiple of [`ALIGNED`] bytes. `None` where a kernel does not suit:
//!
//! - it has loops, shared memory or clusters, waits, exchanges values within a warp, or prints: its blocks are few
//!   already, or have to stay what they are;
//! - its indices do not depend on the block's number along x;
//! - it is larger than [`MOST`] expressions, or has arrays of more than [`MOST_BYTES`] bytes, so that four of it
//!   would want too many registers;
//! - it leaves early in a place that is no guard around the rest, or something may fail in it that is not always
//!   evaluated.
//!
//! What is made has two ways (`unroll_and_jam` writes the first):
//!
//! - Where every guard around the work lets all four threads in, and nothing fails, their statements alternate:
//!   each one's loads are under way before the first waits for its own. Threads of different blocks have no order,
//!   so that every way to alternate is one that they may have had. What may fail is tested (`explicit_checks`) before
//!   anything is stored, and then leads to the other way.
//! - Otherwise they run one after the other, as they were written. One that fails leaves its own part only: the
//!   others are done, and the first failure is told at the end.
//!
//! A failure is told with the number of the block that it was in, which its statement names.
//!
//! Kernels of narrow elements have a third way before these two (`vectorize`), and blocks that do the work of more.

mod copy;
mod explicit_checks;
mod unroll_and_jam;
mod vectorize;

use crate::compact::List;
use crate::intrinsics::{self, Cpu, Effect, Intrinsic, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, FloatText, Function, FunctionKind, LabelId, Literal, Local,
    LocalId, LocalKind, Module, Scalar, Site, SiteId, SiteKind, Stmt, StmtKind, Type, Unroll,
};
use copy::{Copy, End};
use explicit_checks::explicit;
use unroll_and_jam::Parts;

/// How many blocks' work a block does.
pub const BLOCKS: u32 = 4;

/// What the address of every slice is a multiple of where the launch says that they are aligned.
pub const ALIGNED: u64 = 16;

/// Code for large launches.
#[derive(Clone, Debug, PartialEq)]
pub struct Coarse {
    /// The kernel, with its parameters for the number of blocks (`usize`) and for the alignment of slices (`bool`).
    pub module: Module,
    /// How many blocks' work a block does.
    pub blocks: u32,
}

/// Behind the numbers of a failure's values: the number of the block that it was in.
const AT: usize = 4;

/// The most expressions of a kernel that suits.
pub const MOST: usize = 256;

/// The most tests in the condition, which nests as deep.
const MOST_TESTS: usize = 64;

/// The most bytes that the arrays of a thread have together.
pub const MOST_BYTES: u64 = 64;

/// Whether a kernel, the last of these functions, may suit. Where something is open, or not inlined, [`coarsen`]
/// may find later that it does not.
pub fn may_suit(functions: &[Function]) -> bool {
    let Some(entry) = functions.last() else { return false };
    if entry.kind != FunctionKind::Kernel || entry.attrs.tile.is_some() || entry.attrs.cluster.is_some() {
        return false;
    }
    let mut found = Found { suits: true, block: false, count: 0, bytes: 0 };
    for function in functions {
        found.suits &= function.locals.iter().all(|local| local.kind != LocalKind::Shared);
        let arrays = function.locals.iter().filter(|local| matches!(local.ty, Type::Array(..)));
        found.bytes += arrays.map(|local| local.ty.size().unwrap_or(0)).sum::<u64>();
        function.body.walk(&mut |stmt| found.stmt(stmt));
        function.body.walk_operands(&mut |expr| found.expr(expr));
    }
    found.suits && found.block && found.count <= MOST && found.bytes <= MOST_BYTES
}

/// What a walk has found.
struct Found {
    suits: bool,
    /// Whether the block's number along x is asked for.
    block: bool,
    count: usize,
    bytes: u64,
}

impl Found {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Return(_)
            | StmtKind::Fail { .. } => {}
            // Any other loop, and what is printed.
            _ => self.suits = false,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.count += 1;
        if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
            self.block |= of_block(row);
            self.suits &= stays(row);
        }
    }
}

/// Whether the call tells the block's number along x.
fn of_block(row: &Intrinsic) -> bool {
    matches!(row.cpu, Cpu::Machine(Machine::BlockIdx(0) | Machine::GlobalId(0)))
}

/// Whether a thread may make the call for the threads of several blocks in turn.
fn stays(row: &Intrinsic) -> bool {
    match (row.effect, row.cpu) {
        (Effect::Pure | Effect::Divisor(_), Cpu::Eval(_) | Cpu::Lanes { .. }) => true,
        (Effect::Pure | Effect::Divisor(_) | Effect::Memory, Cpu::Machine(machine)) => matches!(
            machine,
            Machine::GlobalId(_)
                | Machine::ThreadIdx(_)
                | Machine::BlockIdx(_)
                | Machine::BlockDim(_)
                | Machine::GridDim(_)
                | Machine::LaneId
                | Machine::WarpId
                | Machine::Atomic(_)
                | Machine::ThreadFence
        ),
        (Effect::Memory, Cpu::Eval(_) | Cpu::Lanes { .. }) | (Effect::Barrier | Effect::Convergent, _) => {
            false
        }
    }
}

/// Makes the code for large launches.
pub fn coarsen(module: &Module) -> Option<Coarse> {
    let [from] = &module.functions[..] else { return None };
    if !may_suit(&module.functions) {
        return None;
    }
    let mut locals = from.locals.clone();
    let body = explicit(&from.body.0, &mut locals)?;
    let work = normal(&body)?;
    let mut coarsener = Coarsener::new(from, locals, module.sites.len() as u32);
    let blocks = coarsener.function(&body, work);
    if coarsener.tests > MOST_TESTS {
        return None;
    }
    // Each statement is there several times, so that none has the user's comments. The last place is that of the
    // pass's own.
    let own = module.sites.first().map(|site| Site { kind: SiteKind::Plain, ..site.clone() });
    let sites = module.sites.iter().cloned().chain([own.unwrap_or_default()]);
    let sites = sites.map(|site| Site { comments: Vec::new(), ..site }).list();
    Some(Coarse { module: Module { functions: vec![coarsener.out], sites }, blocks })
}

/// The statements with each `if c { return; }` as a guard around what follows; `None` where something else returns
/// early.
fn normal(stmts: &[Stmt]) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    for (number, stmt) in stmts.iter().enumerate() {
        let rest = &stmts[number + 1..];
        match &stmt.kind {
            StmtKind::Return(_) => return Some(out),
            StmtKind::If { condition, then, otherwise } if stmt.returns() => {
                let leaves =
                    matches!(&then.0[..], [Stmt { kind: StmtKind::Return(_), .. }]) && otherwise.0.is_empty();
                let (then, otherwise) = if leaves {
                    (Block::default(), Block(normal(rest)?))
                } else if rest.is_empty() {
                    (Block(normal(&then.0)?), Block(normal(&otherwise.0)?))
                } else {
                    return None;
                };
                let kind = StmtKind::If { condition: condition.clone(), then, otherwise };
                out.push(Stmt { kind, site: stmt.site });
                return Some(out);
            }
            _ if stmt.returns() => return None,
            _ => out.push(stmt.clone()),
        }
    }
    Some(out)
}

/// Makes a kernel out of another.
struct Coarsener {
    /// The locals as they were, and what was added for tests and loads.
    locals: Vec<Local>,
    out: Function,
    /// The place of statements of the pass's own.
    own: SiteId,
    /// The parameter with the number of blocks of the launch.
    blocks: LocalId,
    /// The parameter that says whether slices are aligned.
    aligned: LocalId,
    /// The numbers of the blocks whose work a block does.
    numbers: Vec<LocalId>,
    next_label: u32,
    /// How many tests the condition has.
    tests: usize,
    /// The variable that says which of `failures` was the first; 0 while there is none.
    failed: LocalId,
    /// What ends the thread in the end.
    failures: Vec<Stmt>,
    /// Variables for the values of a failure, by number and type.
    values: Vec<(usize, Type, LocalId)>,
}

impl Coarsener {
    fn new(from: &Function, locals: Vec<Local>, sites: u32) -> Coarsener {
        let params = from.params.len();
        let mut out = Function {
            locals: from.locals[..params].to_vec(),
            body: Block::default(),
            captures: Vec::new(),
            name: from.name.clone(),
            kind: from.kind,
            attrs: from.attrs.clone(),
            params: from.params.clone(),
            result: from.result.clone(),
        };
        let blocks = out.add_local("blocks", Type::USIZE, LocalKind::Param);
        let aligned = out.add_local("aligned", Type::BOOL, LocalKind::Param);
        out.params.extend([blocks, aligned]);
        let failed = out.add_local("failed", Type::U32, LocalKind::Temp);
        Coarsener {
            locals,
            out,
            own: SiteId(sites),
            blocks,
            aligned,
            numbers: Vec::new(),
            next_label: from.body.next_label().0,
            tests: 0,
            failed,
            failures: Vec::new(),
            values: Vec::new(),
        }
    }

    /// `body` is the kernel's with its tests, and `work` the same with its guards around the rest. Gives how many
    /// blocks' work a block does.
    fn function(&mut self, body: &[Stmt], work: Vec<Stmt>) -> u32 {
        let parts = self.parts(work);
        let wide = self.wide(&parts);
        let numbers = (0..BLOCKS).map(|_| self.out.add_local("block", Type::USIZE, LocalKind::Temp));
        self.numbers = numbers.list();
        let first = self.numbers[0];
        let mut each = Vec::new();
        for copy in 1..BLOCKS {
            let init = Expr::binary(BinOp::Add, Expr::local(first, Type::USIZE), number(copy), Type::USIZE);
            each.push(self.made(StmtKind::Let { local: self.numbers[copy as usize], init: Some(init) }));
        }
        each.extend(self.four(body, parts));
        let mut all = Vec::new();
        let (blocks, rest) = match wide {
            None => {
                let init = Expr::binary(BinOp::Mul, machine("block_idx_x"), number(BLOCKS), Type::USIZE);
                all.push(self.made(StmtKind::Let { local: first, init: Some(init) }));
                (BLOCKS, each)
            }
            Some(wide) => {
                // Where it does not suit, four blocks' work at a time.
                let start = Expr::local(wide.first, Type::USIZE);
                let end = Expr::binary(BinOp::Add, start.clone(), number(wide.blocks), Type::USIZE);
                let label = self.fresh_label();
                let otherwise = self.made(StmtKind::For {
                    label,
                    local: first,
                    start,
                    end,
                    inclusive: false,
                    step: Some(number(BLOCKS)),
                    reversed: false,
                    unroll: Unroll::Never,
                    body: Block(each),
                });
                all.extend(wide.before);
                let (then, otherwise) = (Block(wide.work), Block(vec![otherwise]));
                let kind = StmtKind::If { condition: wide.condition, then, otherwise };
                (wide.blocks, vec![self.made(kind)])
            }
        };
        let told = self.tell(&mut all);
        all.extend(rest);
        all.extend(told);
        self.out.body = Block(all);
        blocks
    }

    /// The work of four blocks.
    fn four(&mut self, body: &[Stmt], parts: Parts) -> Vec<Stmt> {
        let (done, anew) = (self.fresh_label(), self.fresh_label());
        let (mut all, condition, mut fast) = self.jam(parts, anew);
        let slow = self.one_after_the_other(body);
        if fast.iter().any(|stmt| stmt.breaks(anew)) {
            fast.push(self.made(StmtKind::Break(done)));
            let fast = self.made(StmtKind::Block { label: anew, body: Block(fast) });
            let kind = StmtKind::If { condition, then: Block(vec![fast]), otherwise: Block::default() };
            let inside = [vec![self.made(kind)], slow].concat();
            all.push(self.made(StmtKind::Block { label: done, body: Block(inside) }));
        } else {
            let kind = StmtKind::If { condition, then: Block(fast), otherwise: Block(slow) };
            all.push(self.made(kind));
        }
        all
    }

    /// Ends the thread where one of the copies has failed. `before` gets the variables that say so.
    fn tell(&mut self, before: &mut Vec<Stmt>) -> Option<Stmt> {
        let failures = std::mem::take(&mut self.failures);
        if failures.is_empty() {
            return None;
        }
        let mut kept = vec![(self.failed, Type::U32)];
        kept.extend(std::mem::take(&mut self.values).into_iter().map(|(_, ty, local)| (local, ty)));
        for (local, ty) in kept {
            let init = Some(Expr::new(zero(&ty), ty));
            before.push(self.made(StmtKind::Let { local, init }));
        }
        let failed = || Expr::local(self.failed, Type::U32);
        let mut inside = Vec::new();
        for (number, failure) in failures.into_iter().enumerate() {
            let which = Expr::new(ExprKind::Literal(Literal::Int(number as i128 + 1)), Type::U32);
            let condition = Expr::binary(BinOp::Eq, failed(), which, Type::BOOL);
            let (then, otherwise) = (Block(vec![failure]), Block::default());
            inside.push(self.made(StmtKind::If { condition, then, otherwise }));
        }
        let condition = Expr::binary(BinOp::Ne, failed(), none(), Type::BOOL);
        Some(self.made(StmtKind::If { condition, then: Block(inside), otherwise: Block::default() }))
    }

    /// The work of all blocks as it was written, one after the other; the last may not be there.
    fn one_after_the_other(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let (label, each) = (self.fresh_label(), self.fresh_label());
        let number = self.out.add_local("block", Type::USIZE, LocalKind::Temp);
        let body = self.stmts(body, &mut Copy::new(number, End::Kept(each)));
        let body = Block(self.left(each, body));
        let local = |local: LocalId| Expr::local(local, Type::USIZE);
        let last = self.numbers[BLOCKS as usize - 1];
        let end = ExprKind::Select {
            condition: Box::new(self.is_there(&local(last))),
            then: Box::new(Expr::binary(BinOp::Add, local(last), self::number(1), Type::USIZE)),
            otherwise: Box::new(local(self.blocks)),
        };
        vec![self.made(StmtKind::For {
            label,
            local: number,
            start: local(self.numbers[0]),
            end: Expr::new(end, Type::USIZE),
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Never,
            body,
        })]
    }

    /// The statements as a block with this label, where something leaves it.
    fn left(&self, label: LabelId, body: Vec<Stmt>) -> Vec<Stmt> {
        if body.iter().any(|stmt| stmt.breaks(label)) {
            vec![self.made(StmtKind::Block { label, body: Block(body) })]
        } else {
            body
        }
    }

    /// Whether the launch has the block of this number.
    fn is_there(&self, block: &Expr) -> Expr {
        Expr::binary(BinOp::Lt, block.clone(), Expr::local(self.blocks, Type::USIZE), Type::BOOL)
    }

    /// A statement of the pass's own.
    fn made(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, site: self.own }
    }

    fn fresh_label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label - 1)
    }
}

/// A call that tells where the thread is.
#[inline(never)]
fn machine(name: &str) -> Expr {
    let call = intrinsics::find(name).map(|row| ExprKind::Call {
        callee: Callee::Intrinsic(row),
        args: Vec::new(),
        site: None,
    });
    Expr::new(call.unwrap_or(ExprKind::Literal(Literal::Int(0))), Type::USIZE)
}

fn number(value: u32) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Int(value.into())), Type::USIZE)
}

/// A failure's number where there is none.
fn none() -> Expr {
    Expr::new(ExprKind::Literal(Literal::Int(0)), Type::U32)
}

/// A value of a scalar that is set before it means something.
fn zero(ty: &Type) -> ExprKind {
    ExprKind::Literal(match ty.scalar() {
        Some(Scalar::Bool) => Literal::Bool(false),
        Some(scalar) if scalar.is_float() => Literal::Float(FloatText("0.0".to_owned())),
        Some(_) | None => Literal::Int(0),
    })
}

/// Whether the value is a call that changes memory.
fn is_effect(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => row.effect == Effect::Memory,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
