//! Several blocks' work in one block.
//!
//! A thread that loads one element, computes and stores it gives the memory too little to do, and a grid of such threads has so
//! many blocks that giving them out takes longer than their work. So large launches of such kernels take a second code, whose
//! blocks do the work of [`BLOCKS`] consecutive ones along x: each thread does what the thread of its number does in each of
//! these.
//!
//! Requires a closed kernel of threads, inlined, whose indices `bounds` has looked at. Ensures one that computes the same when it is
//! launched with the blocks along x divided by [`BLOCKS`], rounded up, and given one parameter more, behind its own: how many
//! blocks the launch asked for. `None` where a kernel does not suit:
//!
//! - it has loops, shared memory or clusters, waits, exchanges values within a warp, or prints: its blocks are few already, or have
//!   to stay what they are;
//! - its indices do not depend on the block's number along x;
//! - it is larger than [`MOST`] expressions, or has arrays of more than [`MOST_BYTES`] bytes, so that four of it would want too many
//!   registers;
//! - it leaves early in a place that is no guard around the rest, or something may fail in it that is not always evaluated.
//!
//! What is made has two ways (`jam` writes the first):
//!
//! - Where every guard around the work lets all four threads in, and nothing fails, their statements alternate: each one's loads are
//!   under way before the first waits for its own. Threads of different blocks have no order, so that every way to alternate is one
//!   that they may have had. What may fail is tested (`explicit`) before anything is stored, and then leads to the other way.
//! - Otherwise they run one after the other, as they were written. One that fails leaves its own part only: the others are done, and
//!   the first failure is told at the end.
//!
//! A failure tells which of the four it was by its site: the table is repeated, and the copy `c` of a place `s` out of `n` is
//! `c * n + s` ([`origin`]).

mod copy;
mod explicit;
mod jam;

use crate::collections::Map;
use crate::intrinsics::{self, Cpu, Effect, Intrinsic, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, FloatText, Function, FunctionKind, LabelId, Literal, Local,
    LocalId, LocalKind, Module, Scalar, Site, SiteId, Stmt, StmtKind, Type,
};
use copy::{Copy, End};
use explicit::explicit;

/// How many blocks' work a block does.
pub const BLOCKS: u32 = 4;

/// How often the code is repeated: for each block in turn with the others, and by itself.
pub const COPIES: u32 = 2 * BLOCKS;

/// Behind the numbers of a failure's values: the number of the block that it was in.
const AT: usize = 4;

/// The most expressions of a kernel that suits.
pub const MOST: usize = 256;

/// The most tests in the condition, which nests as deep.
const MOST_TESTS: usize = 64;

/// The most bytes that the arrays of a thread have together.
pub const MOST_BYTES: u64 = 64;

/// The place of a failure in the kernel as it was, of `sites` sites, and which of the block's blocks it was in.
pub fn origin(site: SiteId, sites: usize) -> (SiteId, u32) {
    let sites = u32::try_from(sites).unwrap_or(u32::MAX).max(1);
    (SiteId(site.0 % sites), site.0 / sites % BLOCKS)
}

/// Whether a kernel, the last of these functions, may suit. Where something is open, or not inlined, [`coarsen`] may find later that
/// it does not.
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
        function.body.walk_exprs(&mut |expr| found.expr(expr));
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
            StmtKind::Loop { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Continue(_)
            | StmtKind::Print { .. } => self.suits = false,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.count += 1;
        if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
            self.block |= of_block(row);
            self.suits &= stays(row);
        }
        expr.for_each_child(&mut |child| self.expr(child));
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
pub fn coarsen(module: &Module) -> Option<Module> {
    let [from] = &module.functions[..] else { return None };
    if !may_suit(&module.functions) {
        return None;
    }
    let mut locals = from.locals.clone();
    let body = explicit(&from.body.0, &mut locals)?;
    let work = normal(&body)?;
    let mut coarsener = Coarsener::new(from, locals, module.sites.len() as u32);
    coarsener.function(&body, work);
    if coarsener.tests > MOST_TESTS {
        return None;
    }
    let sites = copies_of(&module.sites);
    Some(Module { functions: vec![coarsener.out], sites })
}

/// The table of sites, once for each copy of the code. Only the first copy has the user's comments.
fn copies_of(sites: &[Site]) -> Vec<Site> {
    let mut all = sites.to_vec();
    for _ in 1..COPIES {
        all.extend(sites.iter().map(|site| Site { comments: Vec::new(), ..site.clone() }));
    }
    all
}

/// The statements with each `if c { return; }` as a guard around what follows; `None` where something else returns early.
fn normal(stmts: &[Stmt]) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    for (number, stmt) in stmts.iter().enumerate() {
        let rest = &stmts[number + 1..];
        match &stmt.kind {
            StmtKind::Return(_) => return Some(out),
            StmtKind::If { condition, then, otherwise } if returns(stmt) => {
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
            _ if returns(stmt) => return None,
            _ => out.push(stmt.clone()),
        }
    }
    Some(out)
}

fn returns(stmt: &Stmt) -> bool {
    let mut found = matches!(stmt.kind, StmtKind::Return(_));
    for block in stmt.blocks() {
        block.walk(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Return(_)));
    }
    found
}

/// Makes a kernel out of another.
struct Coarsener {
    /// The locals as they were, and what was added for tests and loads.
    locals: Vec<Local>,
    out: Function,
    /// How many sites the module has.
    sites: u32,
    /// The parameter with the number of blocks of the launch.
    blocks: LocalId,
    /// The numbers of the blocks whose work a block does.
    numbers: Vec<LocalId>,
    next_label: u32,
    /// How many tests the condition has.
    tests: usize,
    /// The variable that says which of `failures` was the first; 0 while there is none.
    failed: LocalId,
    /// What ends the thread in the end, and the row of the sites that it has.
    failures: Vec<(Stmt, u32)>,
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
        out.params.push(blocks);
        let failed = out.add_local("failed", Type::U32, LocalKind::Temp);
        Coarsener {
            locals,
            out,
            sites,
            blocks,
            numbers: Vec::new(),
            next_label: from.body.next_label().0,
            tests: 0,
            failed,
            failures: Vec::new(),
            values: Vec::new(),
        }
    }

    /// `body` is the kernel's with its tests, and `work` the same with its guards around the rest.
    fn function(&mut self, body: &[Stmt], work: Vec<Stmt>) {
        let mut all = Vec::new();
        for copy in 0..BLOCKS {
            let local = self.out.add_local("block", Type::USIZE, LocalKind::Temp);
            let (op, lhs, rhs) = match self.numbers.first() {
                None => (BinOp::Mul, machine("block_idx_x"), BLOCKS),
                Some(first) => (BinOp::Add, Expr::local(*first, Type::USIZE), copy),
            };
            let init = Some(Expr::binary(op, lhs, number(rhs), Type::USIZE));
            self.numbers.push(local);
            all.push(self.made(StmtKind::Let { local, init }));
        }
        let done = self.fresh_label();
        let anew = self.fresh_label();
        let (mut before, condition, mut fast) = self.jam(work, anew);
        all.append(&mut before);
        let slow = self.one_after_the_other(body);
        fast.push(self.made(StmtKind::Break(done)));
        let leaves = fast.iter().any(|stmt| breaks(stmt, anew));
        if leaves {
            fast = vec![self.made(StmtKind::Block { label: anew, body: Block(fast) })];
        }
        let mut inside = Vec::new();
        if leaves {
            let kind = StmtKind::If { condition, then: Block(fast), otherwise: Block::default() };
            inside.push(self.made(kind));
            inside.extend(slow);
        } else {
            fast.pop();
            inside.push(self.made(StmtKind::If { condition, then: Block(fast), otherwise: Block(slow) }));
        }
        let mut told = Vec::new();
        if !self.failures.is_empty() {
            told.push(self.tell());
            let local = self.failed;
            all.push(self.made(StmtKind::Let { local, init: Some(none()) }));
            for (_, ty, local) in std::mem::take(&mut self.values) {
                let init = Some(Expr::new(zero(&ty), ty));
                all.push(self.made(StmtKind::Let { local, init }));
            }
        }
        if leaves {
            all.push(self.made(StmtKind::Block { label: done, body: Block(inside) }));
        } else {
            all.extend(inside);
        }
        all.extend(told);
        self.out.body = Block(all);
    }

    /// Ends the thread where one of the copies has failed.
    fn tell(&mut self) -> Stmt {
        let local = self.failed;
        let failed = || Expr::local(local, Type::U32);
        let mut inside = Vec::new();
        for (number, (failure, row)) in std::mem::take(&mut self.failures).iter().enumerate() {
            let which = Expr::new(ExprKind::Literal(Literal::Int(number as i128 + 1)), Type::U32);
            let condition = Expr::binary(BinOp::Eq, failed(), which, Type::BOOL);
            let mut then = vec![self.ending(failure.clone())];
            if *row == BLOCKS {
                // It was in one of the blocks that came one after the other.
                let at = self.value(AT, &Type::USIZE);
                then = (0..BLOCKS).map(|copy| self.told_of(copy, at, failure)).collect();
            }
            inside.push(self.made(StmtKind::If {
                condition,
                then: Block(then),
                otherwise: Block::default(),
            }));
        }
        let condition = Expr::binary(BinOp::Ne, failed(), none(), Type::BOOL);
        self.made(StmtKind::If { condition, then: Block(inside), otherwise: Block::default() })
    }

    /// Ends the thread if the failure was in this one of the blocks.
    fn told_of(&mut self, copy: u32, at: LocalId, failure: &Stmt) -> Stmt {
        let place = |site: SiteId| SiteId(site.0 + copy * self.sites);
        let mut failure = Stmt { site: place(failure.site), ..failure.clone() };
        if let StmtKind::Eval(Expr { kind: ExprKind::Binary { site: Some(site), .. }, .. }) =
            &mut failure.kind
        {
            *site = place(*site);
        }
        let number = Expr::local(self.numbers[copy as usize], Type::USIZE);
        let condition = Expr::binary(BinOp::Eq, Expr::local(at, Type::USIZE), number, Type::BOOL);
        let kind =
            StmtKind::If { condition, then: Block(vec![self.ending(failure)]), otherwise: Block::default() };
        self.made(kind)
    }

    /// A quotient as a statement that may stand alone.
    fn ending(&mut self, stmt: Stmt) -> Stmt {
        let StmtKind::Eval(quotient) = stmt.kind else { return stmt };
        let local = self.out.add_local("quotient", quotient.ty.clone(), LocalKind::Temp);
        Stmt { kind: StmtKind::Let { local, init: Some(quotient) }, site: stmt.site }
    }

    /// The work of all blocks as it was written, one after the other; the last may not be there.
    fn one_after_the_other(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let (label, each) = (self.fresh_label(), self.fresh_label());
        let number = self.out.add_local("block", Type::USIZE, LocalKind::Temp);
        let mut frame =
            Copy { row: BLOCKS, number, locals: Map::new(), labels: Map::new(), end: End::Kept(each) };
        let body = self.stmts(body, &mut frame);
        let body = Block(self.left(each, body));
        let local = |local: LocalId| Expr::local(local, Type::USIZE);
        let last = self.numbers[BLOCKS as usize - 1];
        let end = ExprKind::Select {
            condition: Box::new(self.is_there(BLOCKS - 1)),
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
            unroll: false,
            body,
        })]
    }

    /// The statements as a block with this label, where something leaves it.
    fn left(&self, label: LabelId, body: Vec<Stmt>) -> Vec<Stmt> {
        if body.iter().any(|stmt| breaks(stmt, label)) {
            vec![self.made(StmtKind::Block { label, body: Block(body) })]
        } else {
            body
        }
    }

    /// Whether the launch has the block.
    fn is_there(&self, copy: u32) -> Expr {
        let block = Expr::local(self.numbers[copy as usize], Type::USIZE);
        Expr::binary(BinOp::Lt, block, Expr::local(self.blocks, Type::USIZE), Type::BOOL)
    }

    fn copy(&self, row: u32, end: End) -> Copy {
        let number = self.numbers[(row % BLOCKS) as usize];
        Copy { row, number, locals: Map::new(), labels: Map::new(), end }
    }

    /// A statement of the pass's own, at a place that has no comments.
    fn made(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, site: SiteId(self.sites) }
    }

    fn fresh_label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label - 1)
    }
}

/// A call that tells where the thread is.
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

/// Whether the statement leaves a block.
fn breaks(stmt: &Stmt, label: LabelId) -> bool {
    let leaves = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Break(to) if to == label);
    let mut found = leaves(stmt);
    for block in stmt.blocks() {
        block.walk(&mut |stmt| found |= leaves(stmt));
    }
    found
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
