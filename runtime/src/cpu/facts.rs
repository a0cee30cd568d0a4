//! What is known of a function before it is compiled: which values are the same for a whole block, which control flow
//! splits a block, and which integers may be lines.
//!
//! A local is uniform when every value given to it is, and when no assignment happens in a *region* (the inside of a
//! divergent `if` or loop) that the local's home is outside of: lanes that are elsewhere would keep the old value. Its
//! home is the region of its declaration, or a loop in which all its later uses are ([`Facts::settled`]): lanes
//! that have left such a loop never look at it again. Lanes that returned or failed are gone for good and split
//! nothing.
//!
//! A `break` splits its loop when it stands in a region inside the loop's body; then the body is a region itself. All
//! of this is a fixed point, reached from "everything is uniform".

use kiln_codegen::abi::has_grid_barrier;
use kiln_codegen::collections::{Map, Set};
use kiln_codegen::intrinsics::{Cpu, Effect, Machine};
use kiln_codegen::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Function, LabelId, LocalId, LocalKind, Place, Scalar, Step,
    Stmt, StmtKind, Type,
};

/// A larger array has lanes, whatever is in it: the uniform file is small.
const UNIFORM_ARRAY: u64 = 4096;

pub(super) struct Facts {
    /// The blocks of a cluster, or of the whole grid, run as one.
    clusters: bool,
    varying: Vec<bool>,
    lines: Vec<bool>,
    /// Arrays that each thread has for itself.
    arrays: Vec<bool>,
    /// Loops and blocks that some lanes leave before others.
    pub split: Set<LabelId>,
    /// Loops in whose body some lanes continue before others.
    pub split_turn: Set<LabelId>,
    settled: Map<LabelId, Vec<LocalId>>,
}

impl Facts {
    pub fn new(function: &Function) -> Facts {
        let mut facts = Facts {
            clusters: function.attrs.cluster.is_some() || has_grid_barrier(function),
            varying: vec![false; function.locals.len()],
            lines: vec![false; function.locals.len()],
            arrays: vec![false; function.locals.len()],
            split: Set::new(),
            split_turn: Set::new(),
            settled: settled(function),
        };
        for (id, local) in function.locals.iter().enumerate() {
            // What has an address is the same for all, but not for the blocks of a cluster; parameters by value are
            // not assigned any more.
            let own = !matches!(local.kind, LocalKind::Shared | LocalKind::Param);
            facts.arrays[id] = own && matches!(local.ty, Type::Array(..));
            facts.varying[id] = facts.clusters && local.kind == LocalKind::Shared
                || facts.arrays[id] && local.ty.size().is_none_or(|bytes| bytes > UNIFORM_ARRAY);
        }
        loop {
            let homes = vec![0; function.locals.len()];
            let mut walk = Walk { facts: &mut facts, homes, depth: 0, bodies: Map::new(), changed: false };
            walk.block(&function.body);
            if !walk.changed {
                return facts;
            }
        }
    }

    /// Whether a local may differ between the threads of a block.
    pub fn local_varies(&self, local: LocalId) -> bool {
        self.varying[local.0 as usize]
    }

    /// Whether a varying local may be a line.
    pub fn local_is_line(&self, local: LocalId) -> bool {
        self.lines[local.0 as usize]
    }

    /// The locals whose home is this loop, although they are declared outside of it.
    pub fn settled(&self, label: LabelId) -> &[LocalId] {
        self.settled.get(&label).map_or(&[], Vec::as_slice)
    }

    /// Whether a value may differ between the threads of a block.
    pub fn varies(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Capture(_) | ExprKind::Len(_) => false,
            ExprKind::Load(place) | ExprKind::Ref(place) => {
                self.local_varies(place.base) || self.any_child_varies(expr)
            }
            ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => self.any_child_varies(expr),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
                Cpu::Eval(_) | Cpu::Lanes { .. } => self.any_child_varies(expr),
                Cpu::Machine(machine) => match machine {
                    Machine::BlockIdx(_) => self.clusters,
                    Machine::BlockDim(_) | Machine::GridDim(_) => false,
                    Machine::ClusterSize | Machine::ClusterId => false,
                    Machine::GlobalId(_)
                    | Machine::ThreadIdx(_)
                    | Machine::LaneId
                    | Machine::WarpId
                    | Machine::SyncThreads
                    | Machine::GridSync
                    | Machine::GridWait
                    | Machine::GridRelease
                    | Machine::ThreadFence
                    | Machine::Prefetch
                    | Machine::SyncWarp
                    | Machine::Shuffle(_)
                    | Machine::Vote(_)
                    | Machine::ClusterRank
                    | Machine::ClusterSync
                    | Machine::ClusterLoad
                    | Machine::ClusterStore
                    | Machine::ClusterAdd
                    | Machine::ClusterSend(_)
                    | Machine::BarrierInit
                    | Machine::BarrierWait
                    | Machine::ActiveLanes
                    | Machine::Match { .. }
                    | Machine::WarpReduce(_)
                    | Machine::WarpScan { .. }
                    | Machine::Atomic(_)
                    | Machine::Move(_)
                    | Machine::AsyncCopy(_)
                    | Machine::AsyncCommit
                    | Machine::AsyncWait
                    | Machine::LoadMatrix { .. }
                    | Machine::Product(..)
                    | Machine::Wgmma(..)
                    | Machine::WgmmaFence
                    | Machine::WgmmaCommit
                    | Machine::WgmmaWait
                    | Machine::WgmmaFinish
                    | Machine::Turns(_)
                    | Machine::AsyncFence
                    | Machine::TensorLoad(_)
                    | Machine::BarrierExpect
                    | Machine::BarrierArrive
                    | Machine::BarrierPass
                    | Machine::LaneXor => true,
                },
            },
            ExprKind::Call { .. } => true,
        }
    }

    fn any_child_varies(&self, expr: &Expr) -> bool {
        let mut varies = false;
        expr.for_each_child(&mut |child| varies |= self.varies(child));
        varies
    }

    /// Whether a varying value may be a line.
    pub fn is_line(&self, expr: &Expr) -> bool {
        if !can_be_line(&expr.ty) {
            return false;
        }
        match &expr.kind {
            ExprKind::Load(place) => place.steps.is_empty() && self.local_is_line(place.base),
            ExprKind::Binary { op, lhs, rhs, .. } => match op {
                BinOp::Add | BinOp::Sub => self.is_line(lhs) || self.is_line(rhs),
                BinOp::Mul => {
                    self.is_line(lhs) && !self.varies(rhs) || self.is_line(rhs) && !self.varies(lhs)
                }
                BinOp::Shl | BinOp::Div | BinOp::Rem => self.is_line(lhs) && !self.varies(rhs),
                BinOp::BitAnd
                | BinOp::BitOr
                | BinOp::BitXor
                | BinOp::Shr
                | BinOp::And
                | BinOp::Or
                | BinOp::Eq
                | BinOp::Ne
                | BinOp::Lt
                | BinOp::Le
                | BinOp::Gt
                | BinOp::Ge => false,
            },
            ExprKind::Cast(inner) => self.is_line(inner),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                !self.clusters
                    && matches!(row.cpu, Cpu::Machine(Machine::GlobalId(_) | Machine::ThreadIdx(_)))
            }
            ExprKind::Call { .. }
            | ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::Unary(..)
            | ExprKind::Select { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Ref(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => false,
        }
    }
}

/// Whether a type has lines.
pub(super) fn can_be_line(ty: &Type) -> bool {
    ty.scalar().is_some_and(|s| s.is_int() && s.size() >= 4)
}

/// Whether evaluating an expression for lanes that are not active does no harm: it cannot fail and touches no memory
/// but locals.
pub(super) fn is_total(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Load(place) => place.steps.is_empty(),
        ExprKind::Binary { op, .. } => !(matches!(op, BinOp::Div | BinOp::Rem) && can_divide(expr)),
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => row.effect == Effect::Pure,
        ExprKind::Call { .. } | ExprKind::Ref(_) | ExprKind::Array(_) | ExprKind::Repeat(_) => false,
        ExprKind::Literal(_)
        | ExprKind::Capture(_)
        | ExprKind::Len(_)
        | ExprKind::Unary(..)
        | ExprKind::Cast(_)
        | ExprKind::Select { .. }
        | ExprKind::Extent { .. }
        | ExprKind::Tile { .. }
        | ExprKind::LenOf(_)
        | ExprKind::Make(_) => true,
    };
    let mut total = own;
    expr.for_each_child(&mut |child| total &= is_total(child));
    total
}

fn can_divide(expr: &Expr) -> bool {
    expr.ty.scalar().is_some_and(Scalar::is_int)
}

/// One round of the fixed point.
struct Walk<'f> {
    facts: &'f mut Facts,
    /// The region depth of each local's home.
    homes: Vec<u32>,
    depth: u32,
    /// The region depth inside each enclosing loop's live lanes and inside its turn.
    bodies: Map<LabelId, (u32, u32)>,
    changed: bool,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        block.0.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        stmt.for_each_expr(&mut |expr| expr.walk(&mut |expr| self.array(expr)));
        match &stmt.kind {
            StmtKind::Let { local, init } => {
                self.homes[local.0 as usize] = self.depth;
                if let Some(init) = init {
                    self.give(*local, init);
                }
            }
            // A compound assignment gives what the place and the value make together: the place's own facts stay.
            StmtKind::Assign { place, value, .. } => {
                if place.steps.is_empty() || self.facts.arrays[place.base.0 as usize] {
                    self.give(place.base, value);
                }
                if self.facts.arrays[place.base.0 as usize] && self.indices_vary(place) {
                    self.vary(place.base);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                let inner = u32::from(self.facts.varies(condition));
                self.depth += inner;
                self.block(then);
                self.block(otherwise);
                self.depth -= inner;
            }
            StmtKind::Loop { label, body } => self.body(*label, None, body),
            StmtKind::While { label, condition, body } => self.body(*label, Some(condition), body),
            StmtKind::Block { label, body } => self.body(*label, None, body),
            StmtKind::For { label, local, start, end, step, body, .. } => {
                if [Some(start), Some(end), step.as_ref()].into_iter().flatten().any(|e| self.facts.varies(e))
                {
                    self.split(*label);
                    self.vary(*local);
                    if self.facts.is_line(start) && step.as_ref().is_none_or(|step| !self.facts.varies(step))
                    {
                        self.line(*local);
                    }
                }
                self.body(*label, None, body);
            }
            // Lanes that continued earlier in this turn stay behind when the rest breaks.
            StmtKind::Break(label) => {
                if self.bodies.get(label).is_some_and(|body| self.depth > body.0) {
                    self.split(*label);
                }
            }
            StmtKind::Continue(label) => {
                if self.bodies.get(label).is_some_and(|body| self.depth > body.1) {
                    self.changed |= self.facts.split_turn.insert(*label);
                }
            }
            StmtKind::Eval(_) | StmtKind::Return(_) | StmtKind::Fail { .. } | StmtKind::Print { .. } => {}
        }
    }

    /// An element that each thread picks for itself is one of its own array, and so is one with an address.
    fn array(&mut self, expr: &Expr) {
        let (ExprKind::Load(place) | ExprKind::Ref(place)) = &expr.kind else { return };
        let own = self.facts.arrays[place.base.0 as usize];
        if own && (matches!(expr.kind, ExprKind::Ref(_)) || self.indices_vary(place)) {
            self.vary(place.base);
        }
    }

    fn indices_vary(&self, place: &Place) -> bool {
        let mut vary = false;
        place.for_each_index(&mut |index| vary |= self.facts.varies(index));
        vary
    }

    fn body(&mut self, label: LabelId, condition: Option<&Expr>, body: &Block) {
        let depth = self.depth;
        let split = self.facts.split.contains(&label)
            || condition.is_some_and(|condition| self.facts.varies(condition));
        if split {
            self.split(label);
            self.depth += 1;
        }
        let live = self.depth;
        for local in self.facts.settled(label) {
            self.homes[local.0 as usize] = live;
        }
        self.depth += u32::from(self.facts.split_turn.contains(&label));
        self.bodies.insert(label, (live, self.depth));
        self.block(body);
        self.depth = depth;
    }

    fn give(&mut self, local: LocalId, value: &Expr) {
        if self.depth > self.homes[local.0 as usize] || self.facts.varies(value) {
            self.vary(local);
        }
        if self.facts.is_line(value) {
            self.line(local);
        }
    }

    fn split(&mut self, label: LabelId) {
        self.changed |= self.facts.split.insert(label);
    }

    fn vary(&mut self, local: LocalId) {
        self.changed |= !std::mem::replace(&mut self.facts.varying[local.0 as usize], true);
    }

    fn line(&mut self, local: LocalId) {
        self.changed |= !std::mem::replace(&mut self.facts.lines[local.0 as usize], true);
    }
}

/// For each loop, the locals that are declared right outside of it (no other loop between) and are not used after it.
fn settled(function: &Function) -> Map<LabelId, Vec<LocalId>> {
    struct Uses {
        /// The statement that is being walked; statements are numbered in order, outer before inner.
        now: u32,
        loops: Vec<LabelId>,
        /// Innermost loop around the declaration and the last statement that uses it.
        locals: Vec<Option<(Option<LabelId>, u32)>>,
        /// Loop, its enclosing loop, its last statement.
        ends: Vec<(LabelId, Option<LabelId>, u32, u32)>,
    }
    impl Uses {
        fn touch(&mut self, local: LocalId) {
            if let Some(Some((_, last))) = self.locals.get_mut(local.0 as usize) {
                *last = self.now;
            }
        }
        fn expr(&mut self, expr: &Expr) {
            expr.walk(&mut |expr| {
                if let Some(local) = expr.named_local() {
                    self.touch(local);
                }
            });
        }
        fn block(&mut self, block: &Block) {
            for stmt in &block.0 {
                self.now += 1;
                let start = self.now;
                stmt.for_each_expr(&mut |expr| self.expr(expr));
                match &stmt.kind {
                    StmtKind::Let { local, .. } => {
                        self.locals[local.0 as usize] = Some((self.loops.last().copied(), self.now));
                    }
                    StmtKind::Assign { place, .. } => self.touch(place.base),
                    _ => {}
                }
                let label = stmt.label().filter(|_| stmt.loop_body().is_some());
                let outer = self.loops.last().copied();
                self.loops.extend(label);
                stmt.blocks().into_iter().for_each(|block| self.block(block));
                if let Some(label) = label {
                    self.loops.pop();
                    self.ends.push((label, outer, start, self.now));
                }
            }
        }
    }
    let mut uses =
        Uses { now: 0, loops: Vec::new(), locals: vec![None; function.locals.len()], ends: Vec::new() };
    uses.block(&function.body);
    let mut settled: Map<LabelId, Vec<LocalId>> = Map::new();
    for (label, outer, start, end) in uses.ends {
        for (index, local) in uses.locals.iter().enumerate() {
            if local.is_some_and(|(home, last)| home == outer && last >= start && last <= end) {
                settled.or_default(label).push(LocalId(index as u32));
            }
        }
    }
    settled
}

/// The check of an index, as the code's site number.
pub(super) fn site(step: &Step) -> Option<u32> {
    match step {
        Step::Index { check, .. } => match check {
            Check::Checked(site) => Some(site.0),
            Check::Proven | Check::Unchecked => None,
        },
        Step::Field(_) | Step::Slice { .. } => None,
    }
}
