//! Makes statements of threads: fresh locals, nested blocks, index arithmetic that is folded as it is written.

use super::Made;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::intrinsics;
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Function, LabelId, Literal, LocalId, LocalKind, Module,
    Place, Scalar, Site, SiteId, SiteKind, Step, Stmt, StmtKind, Type, Unroll,
};
use crate::passes::tile::Moved;
use crate::passes::tile::layout::Digit;

/// The function that is being made.
pub struct Builder {
    pub function: Function,
    pub sites: Vec<Site>,
    /// The site of what is written next.
    pub site: SiteId,
    /// Which locals have the same value in every thread of the block.
    pub uniform: Vec<bool>,
    /// What stands before the kernel's own statements.
    prologue: Vec<Stmt>,
    /// Blocks of a cluster, whose threads are counted through.
    cluster: u32,
    /// Whether the kernel begins by waiting for the blocks of its cluster.
    met: bool,
    /// The thread's number, once it is asked for.
    thread: Option<LocalId>,
    /// Digits of the thread's number that have a local.
    parts: Map<(u32, u32, u32), LocalId>,
    frames: Vec<Frame>,
    next_label: u32,
    divide: Option<SiteId>,
    /// Loops inside of an operation.
    inner: Set<LabelId>,
    moves: Vec<Moved>,
    notes: Vec<String>,
}

/// A block that is being written.
struct Frame {
    kind: FrameKind,
    stmts: Vec<Stmt>,
}

// Loops are the common variant; boxing them would only be in the way.
#[allow(clippy::large_enum_variant)]
enum FrameKind {
    /// Its statements become part of the block around.
    Inline,
    Block,
    For {
        label: LabelId,
        local: LocalId,
        start: Expr,
        end: Expr,
        step: Option<Expr>,
        unroll: bool,
    },
    If {
        condition: Expr,
    },
}

/// Locals and statements.
impl Builder {
    pub fn new(function: Function, sites: Vec<Site>, next_label: u32, cluster: u32) -> Builder {
        Builder {
            function,
            sites,
            site: SiteId(0),
            uniform: Vec::new(),
            prologue: Vec::new(),
            cluster,
            met: false,
            thread: None,
            parts: Map::new(),
            frames: Vec::new(),
            next_label,
            divide: None,
            inner: Set::new(),
            moves: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A local that differs from thread to thread.
    #[inline(never)]
    pub fn local(&mut self, name: &str, ty: Type, kind: LocalKind) -> LocalId {
        self.uniform.push(false);
        self.function.add_local(name, ty, kind)
    }

    /// A local that is the same in every thread.
    pub fn uniform_local(&mut self, name: &str, ty: Type, kind: LocalKind) -> LocalId {
        self.uniform.push(true);
        self.function.add_local(name, ty, kind)
    }

    #[inline(never)]
    pub fn push(&mut self, kind: StmtKind) {
        let stmt = Stmt { kind, site: self.site };
        if let Some(frame) = self.frames.last_mut() {
            frame.stmts.push(stmt);
        }
    }

    pub fn declare(&mut self, local: LocalId) {
        self.push(StmtKind::Let { local, init: None });
    }

    /// `place = value`; of a local that was declared just before, its declaration.
    #[inline(never)]
    pub fn assign(&mut self, place: Place, value: Expr) {
        let last = self.frames.last_mut().and_then(|frame| frame.stmts.last_mut());
        if let Some(Stmt { kind: StmtKind::Let { local, init: init @ None }, .. }) = last {
            if *local == place.base && place.steps.is_empty() {
                *init = Some(value);
                return;
            }
        }
        self.push(StmtKind::Assign { place, op: None, value });
    }

    /// A value that every thread has in a new local, unless it is a literal or a local already.
    #[inline(never)]
    pub fn bind_uniform(&mut self, name: &str, value: Expr) -> Expr {
        if is_simple(&value) { value } else { self.bind_new(name, value, true) }
    }

    /// The value in a new local.
    #[inline(never)]
    pub fn bind_new(&mut self, name: &str, value: Expr, uniform: bool) -> Expr {
        let ty = value.ty.clone();
        let local = if uniform {
            self.uniform_local(name, ty.clone(), LocalKind::Temp)
        } else {
            self.local(name, ty.clone(), LocalKind::Temp)
        };
        self.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, ty)
    }

    /// Notes something for the report, once.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Tells the report of a way in which elements move, once.
    pub fn tell(&mut self, moved: Moved) {
        if !self.moves.contains(&moved) {
            self.moves.push(moved);
        }
    }

    /// Calls an intrinsic for its effect.
    #[inline(never)]
    pub fn eval(&mut self, name: &str, args: Vec<Expr>) {
        if let Some(call) = call(name, args, Type::Unit) {
            self.push(StmtKind::Eval(call));
        }
    }

    /// A shared array.
    pub fn shared(&mut self, name: &str, element: Scalar, len: u64) -> LocalId {
        self.local(name, Type::array(Type::Scalar(element), len), LocalKind::Shared)
    }
}

/// Nested blocks: each `begin` has its `end`.
impl Builder {
    pub fn begin_block(&mut self) {
        self.frames.push(Frame { kind: FrameKind::Block, stmts: Vec::new() });
    }

    /// The statements since [`Builder::begin_block`].
    pub fn end_block(&mut self) -> Block {
        Block(self.frames.pop().map(|frame| frame.stmts).unwrap_or_default())
    }

    /// A loop of so many turns; its counter. One turn needs no loop.
    #[inline(never)]
    pub fn begin_for(&mut self, name: &str, turns: u32, unroll: bool) -> Expr {
        if turns == 1 {
            self.frames.push(Frame { kind: FrameKind::Inline, stmts: Vec::new() });
            return index(0);
        }
        self.begin_range(name, index(0), index(turns), None, unroll)
    }

    /// A loop over a range, inside of an operation; its counter. It must not write to a shared array what it reads
    /// from it.
    pub fn begin_range(
        &mut self,
        name: &str,
        start: Expr,
        end: Expr,
        step: Option<Expr>,
        unroll: bool,
    ) -> Expr {
        let local = if is_literal(&start) && is_literal(&end) {
            self.uniform_local(name, Type::USIZE, LocalKind::Temp)
        } else {
            self.local(name, Type::USIZE, LocalKind::Temp)
        };
        let label = self.label();
        self.inner.insert(label);
        let kind = FrameKind::For { label, local, start, end, step, unroll };
        self.frames.push(Frame { kind, stmts: Vec::new() });
        Expr::local(local, Type::USIZE)
    }

    #[inline(never)]
    pub fn begin_if(&mut self, condition: Expr) {
        let kind = match condition.kind {
            ExprKind::Literal(Literal::Bool(true)) => FrameKind::Inline,
            _ => FrameKind::If { condition },
        };
        self.frames.push(Frame { kind, stmts: Vec::new() });
    }

    #[inline(never)]
    pub fn end(&mut self) {
        let Some(Frame { kind, stmts }) = self.frames.pop() else { return };
        let body = Block(stmts);
        match kind {
            FrameKind::Inline | FrameKind::Block => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.stmts.extend(body.0);
                }
            }
            FrameKind::For { label, local, start, end, step, unroll } => self.push(StmtKind::For {
                label,
                local,
                start,
                end,
                inclusive: false,
                step,
                reversed: false,
                unroll: Unroll::full(unroll),
                body,
            }),
            FrameKind::If { condition } => {
                self.push(StmtKind::If { condition, then: body, otherwise: Block::default() });
            }
        }
    }

    pub fn end_all(&mut self, count: usize) {
        for _ in 0..count {
            self.end();
        }
    }

    pub fn label(&mut self) -> LabelId {
        self.next_label += 1;
        LabelId(self.next_label - 1)
    }

    /// The finished kernel: the prologue, then the body.
    pub fn finish(mut self, body: Block) -> Made {
        let mut stmts = std::mem::take(&mut self.prologue);
        stmts.extend(body.0);
        self.function.body = Block(stmts);
        let module = Module { functions: vec![self.function], sites: self.sites };
        let Builder { uniform, inner, moves, notes, .. } = self;
        Made {
            module,
            uniform,
            inner,
            exchanged: Set::new(),
            staged: Set::new(),
            apart: Set::new(),
            of_warps: Set::new(),
            aligned: Set::new(),
            turned: Set::new(),
            exchanges: false,
            moves,
            notes,
        }
    }
}

/// The thread's place, computed once at the head of the kernel.
impl Builder {
    /// The thread's number in its block, or in its cluster of blocks.
    pub fn thread(&mut self) -> Expr {
        let local = match self.thread {
            Some(local) => local,
            None => {
                let own = |name| call(name, Vec::new(), Type::USIZE).unwrap_or_else(|| index(0));
                let mut number = own("thread_idx_x");
                if self.cluster > 1 {
                    let block = self.function.attrs.block.map_or(1, |[threads, ..]| threads);
                    number = add(times(own("cluster_rank"), block), number);
                }
                let local = self.prologue_local("thread", number);
                self.thread = Some(local);
                local
            }
        };
        Expr::local(local, Type::USIZE)
    }

    /// What a thread digit counts, in a block of so many threads.
    #[inline(never)]
    pub fn thread_digit(&mut self, digit: Digit, threads: u32) -> Expr {
        let whole = digit.div * digit.size >= threads;
        if digit.div == 1 && whole {
            return self.thread();
        }
        let size = if whole { 0 } else { digit.size };
        if let Some(local) = self.parts.get(&(digit.div, size, 1)) {
            return Expr::local(*local, Type::USIZE);
        }
        let mut value = self.thread();
        if digit.div > 1 {
            value = self.divided(value, digit.div);
        }
        if !whole {
            value = self.remainder(value, digit.size);
        }
        let name = match (digit.div, size) {
            (1, 32) => "lane",
            (32, 0) => "warp",
            _ => "thread_part",
        };
        let local = self.prologue_local(name, value);
        self.parts.insert((digit.div, size, 1), local);
        Expr::local(local, Type::USIZE)
    }

    /// What the thread digits add to a coordinate.
    pub fn thread_part(&mut self, digits: impl Iterator<Item = Digit>, threads: u32) -> Expr {
        let mut sum = index(0);
        for digit in digits {
            let whole = digit.div * digit.size >= threads;
            let key = (digit.div, if whole { 0 } else { digit.size }, digit.stride);
            let part = match self.parts.get(&key) {
                Some(local) => Expr::local(*local, Type::USIZE),
                None => {
                    let part = times(self.thread_digit(digit, threads), digit.stride);
                    if is_simple(&part) {
                        part
                    } else {
                        let local = self.prologue_local("thread_start", part);
                        self.parts.insert(key, local);
                        Expr::local(local, Type::USIZE)
                    }
                }
            };
            sum = add(sum, part);
        }
        sum
    }

    /// Lets the kernel begin by waiting for its block, or the blocks of its cluster: only then are all there, and their
    /// shared memory is theirs.
    pub fn meet_cluster(&mut self) {
        let site = self.silent_site();
        let wait = if self.cluster > 1 { "cluster_sync" } else { "sync_threads" };
        let Some(meet) = call(wait, Vec::new(), Type::Unit) else { return };
        if !self.met {
            self.met = true;
            self.prologue.insert(0, Stmt { kind: StmtKind::Eval(meet), site });
        }
    }

    /// A number that every thread has, zero at the head of the kernel.
    pub fn prologue_counter(&mut self, name: &str) -> Place {
        let local = self.uniform_local(name, Type::USIZE, LocalKind::Temp);
        let site = self.silent_site();
        self.prologue.push(Stmt { kind: StmtKind::Let { local, init: Some(index(0)) }, site });
        Place::local(local, Type::USIZE)
    }

    /// Barriers in shared memory, each for so many threads to arrive at. One thread makes them before the block, or the
    /// blocks of the cluster, meet.
    pub fn prologue_barriers(&mut self, barriers: LocalId, count: u32, threads: u32) {
        self.meet_cluster();
        let site = self.silent_site();
        let init = |number| {
            let barrier = reference(element(barriers, Scalar::U64, index(number)), true);
            let init =
                call("mbarrier_init", vec![barrier, Expr::int(threads.into(), Scalar::U32)], Type::Unit)?;
            Some(Stmt { kind: StmtKind::Eval(init), site })
        };
        let then = Block((0..count).filter_map(init).list());
        let Some(thread) = call("thread_idx_x", Vec::new(), Type::USIZE) else { return };
        let kind = StmtKind::If { condition: less(thread, index(1)), then, otherwise: Block::default() };
        self.prologue.insert(0, Stmt { kind, site });
    }

    fn prologue_local(&mut self, name: &str, value: Expr) -> LocalId {
        let local = self.local(name, value.ty.clone(), LocalKind::Temp);
        let site = self.silent_site();
        self.prologue.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site });
        local
    }

    /// A site that has no comments of the user's.
    fn silent_site(&mut self) -> SiteId {
        let silent = self.sites.iter().position(|site| site.comments.is_empty()).unwrap_or_else(|| {
            let first = self.sites.first().cloned().unwrap_or_default();
            self.sites.push(Site { comments: Vec::new(), ..first });
            self.sites.len() - 1
        });
        SiteId(silent as u32)
    }
}

/// Arithmetic that needs a site, since division does.
impl Builder {
    /// `value / by`.
    pub fn divided(&mut self, value: Expr, by: u32) -> Expr {
        match by {
            1 => value,
            _ if by.is_power_of_two() => {
                Expr::binary(BinOp::Shr, value, index(by.trailing_zeros()), Type::USIZE)
            }
            _ => self.division(BinOp::Div, value, by),
        }
    }

    /// `value % by`.
    pub fn remainder(&mut self, value: Expr, by: u32) -> Expr {
        match by {
            1 => index(0),
            _ if by.is_power_of_two() => Expr::binary(BinOp::BitAnd, value, index(by - 1), Type::USIZE),
            _ => self.division(BinOp::Rem, value, by),
        }
    }

    fn division(&mut self, op: BinOp, value: Expr, by: u32) -> Expr {
        let sites = &mut self.sites;
        let site = *self.divide.get_or_insert_with(|| {
            sites.push(Site { kind: SiteKind::Divide, ..sites.first().cloned().unwrap_or_default() });
            SiteId(sites.len() as u32 - 1)
        });
        let kind = ExprKind::Binary { op, lhs: Box::new(value), rhs: Box::new(index(by)), site: Some(site) };
        Expr::new(kind, Type::USIZE)
    }
}

/// A literal index.
pub fn index(value: u32) -> Expr {
    Expr::int(i128::from(value), Scalar::Usize)
}

fn literal(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => Some(*value),
        _ => None,
    }
}

pub fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(_))
}

/// Whether the expression is a literal or a whole local.
pub fn is_simple(expr: &Expr) -> bool {
    is_literal(expr) || matches!(&expr.kind, ExprKind::Load(place) if place.steps.is_empty())
}

/// `a + b`.
#[inline(never)]
pub fn add(a: Expr, b: Expr) -> Expr {
    match (literal(&a), literal(&b)) {
        (Some(a), Some(b)) => Expr::int(a + b, Scalar::Usize),
        (Some(0), _) => b,
        (_, Some(0)) => a,
        (Some(_), None) => Expr::binary(BinOp::Add, b, a, Type::USIZE),
        _ => chain(BinOp::Add, a, b, Type::USIZE),
    }
}

/// `a op b` of an associative operator, with what is chained in `b` chained to `a`.
fn chain(op: BinOp, a: Expr, b: Expr, ty: Type) -> Expr {
    match b.kind {
        ExprKind::Binary { op: inner, lhs, rhs, .. } if inner == op => {
            let a = chain(op, a, *lhs, ty.clone());
            Expr::binary(op, a, *rhs, ty)
        }
        _ => Expr::binary(op, a, b, ty),
    }
}

/// `a * by`.
#[inline(never)]
pub fn times(a: Expr, by: u32) -> Expr {
    multiply(a, index(by))
}

/// `a * b`.
pub fn multiply(a: Expr, b: Expr) -> Expr {
    match (literal(&a), literal(&b)) {
        (Some(a), Some(b)) => Expr::int(a * b, Scalar::Usize),
        (Some(0), _) | (_, Some(0)) => index(0u32),
        (Some(1), _) => b,
        (_, Some(1)) => a,
        _ => Expr::binary(BinOp::Mul, a, b, Type::USIZE),
    }
}

/// `a < b`.
#[inline(never)]
pub fn less(a: Expr, b: Expr) -> Expr {
    match (literal(&a), literal(&b)) {
        (Some(a), Some(b)) => Expr::bool(a < b),
        _ => Expr::binary(BinOp::Lt, a, b, Type::BOOL),
    }
}

/// `a && b`.
#[inline(never)]
pub fn both(a: Expr, b: Expr) -> Expr {
    match (&a.kind, &b.kind) {
        (ExprKind::Literal(Literal::Bool(true)), _) => b,
        (_, ExprKind::Literal(Literal::Bool(true))) => a,
        (ExprKind::Literal(Literal::Bool(false)), _) | (_, ExprKind::Literal(Literal::Bool(false))) => {
            Expr::bool(false)
        }
        _ => chain(BinOp::And, a, b, Type::BOOL),
    }
}

/// `condition ? then : otherwise`.
#[inline(never)]
pub fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    if let ExprKind::Literal(Literal::Bool(true)) = condition.kind {
        return then;
    }
    let ty = then.ty.clone();
    let kind = ExprKind::Select {
        condition: Box::new(condition),
        then: Box::new(then),
        otherwise: Box::new(otherwise),
    };
    Expr::new(kind, ty)
}

/// A call of the intrinsic with this name.
#[inline(never)]
pub fn call(name: &str, args: Vec<Expr>, ty: Type) -> Option<Expr> {
    let row = intrinsics::find(name)?;
    Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty))
}

/// A call of an intrinsic of two operands of a type that gives the same type; the first operand where there is no
/// such row.
#[inline(never)]
pub fn call_2(name: &str, a: Expr, b: Expr) -> Expr {
    let ty = a.ty.clone();
    call(name, vec![a.clone(), b], ty).unwrap_or(a)
}

/// `base[index]`, in bounds by what the layout says.
#[inline(never)]
pub fn element(base: LocalId, scalar: Scalar, index: Expr) -> Place {
    Place {
        base,
        steps: vec![Step::Index { index: Box::new(index), check: Check::Proven }],
        ty: Type::Scalar(scalar),
    }
}

/// A reference to the place, as an intrinsic takes it.
#[inline(never)]
pub fn reference(place: Place, mutable: bool) -> Expr {
    let ty = Type::Ref { target: Box::new(place.ty.clone()), mutable };
    Expr::new(ExprKind::Ref(place), ty)
}
