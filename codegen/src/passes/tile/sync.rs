//! Barriers: what one thread writes to shared memory, or to a tensor whose elements threads hand each other, others
//! read only after all have written, and write over only after all have read.
//!
//! Requires a kernel in which that order is the order of the text. Ensures that a barrier of the block stands
//! between a write to a shared array and a read of it, and between a read and a later write, on every way through
//! the kernel; that each stands where all threads come by; and that there are no more than that asks for.
//!
//! - What lowering keeps apart itself ([`Made::apart`]) needs none. A barrier that is there counts. Asynchronous
//!   copies are not looked at, nor barriers that count them: who makes them waits for them.
//! - Two writes to a shared array without a read between them are taken for parts of one; to a tensor they are two
//!   stores.
//! - What an `if` does in which threads differ, and a loop inside of an operation, is one step: the barrier is
//!   before it.

use super::lower::Made;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, LabelId, LocalId, LocalKind, SiteId, Stmt, StmtKind, Type,
};

/// Puts barriers in.
pub fn synchronize(made: &mut Made) {
    let Made { module, uniform, inner, exchanged, apart, of_warps, .. } = made;
    let Some(function) = module.functions.last_mut() else { return };
    let mut walk = Walk {
        function,
        uniform,
        inner,
        exchanged,
        apart,
        of_warps,
        points: Set::new(),
        breaks: Map::new(),
        continues: Map::new(),
    };
    walk.block(&function.body, State::default());
    let points = walk.points;
    function.body = with_barriers(&function.body, &points);
}

/// What has happened to shared arrays since the last barrier, on some way to here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    written: Set<LocalId>,
    read: Set<LocalId>,
}

impl State {
    fn join(&mut self, other: &State) {
        self.written.extend(&other.written);
        self.read.extend(&other.read);
    }

    /// Whether this must wait for what happened before.
    fn waits_for(&self, before: &State, exchanged: &Set<LocalId>) -> bool {
        let again = |local| before.written.contains(local) && exchanged.contains(local);
        !self.read.is_disjoint(&before.written)
            || !self.written.is_disjoint(&before.read)
            || self.written.iter().any(again)
    }
}

struct Walk<'a> {
    function: &'a Function,
    uniform: &'a [bool],
    inner: &'a Set<LabelId>,
    exchanged: &'a Set<LocalId>,
    apart: &'a Set<LocalId>,
    of_warps: &'a Set<LocalId>,
    /// The statements before which there is a barrier, by address. Grows only, so that loops settle.
    points: Set<usize>,
    breaks: Map<LabelId, State>,
    continues: Map<LabelId, State>,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block, mut state: State) -> State {
        for stmt in &block.0 {
            state = self.stmt(stmt, state);
        }
        state
    }

    /// The state after the statement. What never comes there has the empty state.
    fn stmt(&mut self, stmt: &Stmt, mut state: State) -> State {
        match &stmt.kind {
            StmtKind::Eval(value) if is_barrier(value) => State::default(),
            StmtKind::If { condition, then, otherwise } if self.is_uniform(condition) => {
                let mut after = self.block(then, state.clone());
                after.join(&self.block(otherwise, state));
                after
            }
            StmtKind::Loop { label, body } if !self.inner.contains(label) => {
                self.turns(*label, body, state);
                self.breaks.remove(label).unwrap_or_default()
            }
            StmtKind::While { label, body, .. } | StmtKind::For { label, body, .. }
                if !self.inner.contains(label) =>
            {
                let mut after = self.turns(*label, body, state);
                after.join(&self.breaks.remove(label).unwrap_or_default());
                after
            }
            StmtKind::Block { label, body } => {
                let mut after = self.block(body, state);
                after.join(&self.breaks.remove(label).unwrap_or_default());
                after
            }
            StmtKind::Break(label) => {
                self.breaks.or_default(*label).join(&state);
                State::default()
            }
            StmtKind::Continue(label) => {
                self.continues.or_default(*label).join(&state);
                State::default()
            }
            StmtKind::Return(_) | StmtKind::Fail { .. } => State::default(),
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Loop { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Print { .. } => {
                let step = self.accesses(stmt);
                debug_assert!(step.read.is_disjoint(&step.written), "a step reads what it writes");
                let point = std::ptr::from_ref(stmt) as usize;
                if step.waits_for(&state, self.exchanged) {
                    self.points.insert(point);
                }
                if self.points.contains(&point) {
                    state = State::default();
                }
                state.join(&step);
                state
            }
        }
    }

    /// The state at the head of a loop, of every turn.
    fn turns(&mut self, label: LabelId, body: &Block, before: State) -> State {
        let mut head = before;
        loop {
            let known = (head.clone(), self.points.len());
            let end = self.block(body, head.clone());
            head.join(&end);
            head.join(&self.continues.remove(&label).unwrap_or_default());
            if (&head, self.points.len()) == (&known.0, known.1) {
                return head;
            }
        }
    }

    /// Whether all threads find the same value.
    fn is_uniform(&self, expr: &Expr) -> bool {
        let here = match &expr.kind {
            ExprKind::Load(place) | ExprKind::Ref(place) => {
                self.uniform.get(place.base.0 as usize).copied().unwrap_or(false)
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
                Cpu::Machine(Machine::BlockIdx(_) | Machine::GridDim(_) | Machine::BlockDim(_)) => true,
                Cpu::Machine(_) => false,
                Cpu::Eval(_) | Cpu::Lanes { .. } => true,
            },
            ExprKind::Call { .. } => false,
            _ => true,
        };
        let mut uniform = here;
        expr.for_each_child(&mut |child| uniform &= self.is_uniform(child));
        uniform
    }

    /// Everything that the statement reads and writes, with what is inside.
    fn accesses(&self, stmt: &Stmt) -> State {
        let mut state = State::default();
        if let StmtKind::Assign { place, op, .. } = &stmt.kind {
            self.note(place.base, true, &mut state);
            if op.is_some() {
                self.note(place.base, false, &mut state);
            }
        }
        stmt.for_each_expr(&mut |expr| self.expr(expr, &mut state));
        for block in stmt.blocks() {
            for stmt in &block.0 {
                state.join(&self.accesses(stmt));
            }
        }
        state
    }

    fn expr(&self, expr: &Expr, state: &mut State) {
        match &expr.kind {
            ExprKind::Load(place) => self.note(place.base, false, state),
            ExprKind::Ref(place) => {
                let writes = matches!(expr.ty, Type::Ref { mutable: true, .. });
                self.note(place.base, writes, state);
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, .. }
                if row.name.starts_with("async_copy") || row.name.starts_with("tensor_load") =>
            {
                // What is copied comes of memory.
                if let Some(Expr { kind: ExprKind::Ref(place), .. }) = args.get(1)
                    && self.exchanged.contains(&place.base)
                {
                    state.read.insert(place.base);
                }
                return;
            }
            _ => {}
        }
        expr.for_each_child(&mut |child| self.expr(child, state));
    }

    fn note(&self, local: LocalId, writes: bool, state: &mut State) {
        let ordered = self.apart.contains(&local) || self.of_warps.contains(&local);
        let shared = self.function.local(local).kind == LocalKind::Shared && !ordered;
        if shared || self.exchanged.contains(&local) {
            if writes {
                state.written.insert(local)
            } else {
                state.read.insert(local)
            };
        }
    }
}

fn is_barrier(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
            matches!(row.cpu, Cpu::Machine(Machine::SyncThreads | Machine::ClusterSync))
        }
        _ => false,
    }
}

/// The block with barriers before the statements at these addresses.
fn with_barriers(block: &Block, points: &Set<usize>) -> Block {
    let mut out = Vec::with_capacity(block.0.len());
    for stmt in &block.0 {
        if points.contains(&(std::ptr::from_ref(stmt) as usize)) {
            out.extend(barrier(stmt.site));
        }
        let inside: Vec<Block> = stmt.blocks().into_iter().map(|block| with_barriers(block, points)).list();
        let mut stmt = stmt.clone();
        for (slot, inside) in stmt.blocks_mut().into_iter().zip(inside) {
            *slot = inside;
        }
        out.push(stmt);
    }
    Block(out)
}

fn barrier(site: SiteId) -> Option<Stmt> {
    let row = crate::intrinsics::find("sync_threads")?;
    let call = ExprKind::Call { callee: Callee::Intrinsic(row), args: Vec::new(), site: None };
    Some(Stmt { kind: StmtKind::Eval(Expr::new(call, Type::Unit)), site })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;

    /// The body with barriers, without sites; `t` is the thread's number, and loops named `'9` and above are inside
    /// of operations.
    fn synchronized(body: &str) -> String {
        let text = format!(
            "kiln-ir 1\n\nkernel fn f(n#0: usize, y#1: &mut [u32]) {{\n    shared s#2: [u32; 32];\n    shared o#3: [u32; 32];\n    \
             var t#4: usize;\n    var u#5: u32;\n    var k#6: usize;\n    @0 let t#4 = thread_idx_x();\n    @0 let u#5 = 0u32;\n{body}\n}}\n\n\
             sites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n"
        );
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut uniform = vec![true; module.functions[0].locals.len()];
        uniform[4] = false;
        uniform[5] = false;
        let mut made = Made { module, uniform, inner: [LabelId(9)].into(), ..Made::default() };
        synchronize(&mut made);
        assert_eq!(crate::ir::verify::verify(&made.module), Ok(()));
        let text = made.module.to_text();
        let body = text.split("let u#5 = 0u32;\n").nth(1).unwrap().split("\n}\n").next().unwrap();
        body.lines().map(|line| line.trim().trim_start_matches("@0 ")).collect::<Vec<_>>().join("\n")
    }

    const WRITE: &str = "@0 s#2[t#4 proven] = u#5;";
    const READ: &str = "@0 u#5 = s#2[0usize proven];";
    const OTHER: &str = "@0 o#3[t#4 proven] = u#5;";

    fn barriers(body: &str) -> usize {
        synchronized(body).matches("sync_threads").count()
    }

    #[test]
    fn reads_wait_for_writes_and_writes_for_reads() {
        assert_eq!(barriers(&format!("{WRITE} {READ}")), 1);
        assert_eq!(barriers(&format!("{WRITE} {OTHER} {READ}")), 1);
        assert_eq!(barriers(&format!("{WRITE} {READ} {READ} {WRITE}")), 2);
        assert_eq!(barriers(&format!("{OTHER} {READ}")), 0);
        // A barrier that is there counts.
        assert_eq!(barriers(&format!("{WRITE} @0 eval sync_threads(); {READ}")), 1);
        let text = synchronized(&format!("{WRITE} {READ}"));
        assert!(text.starts_with("s#2[t#4 proven] = u#5;\neval sync_threads();\nu#5 = s#2"), "{text}");
    }

    #[test]
    fn turns_of_a_loop_wait_for_each_other() {
        let turn = |body: &str| format!("@0 '0: for k#6 in 0usize..n#0 {{ {body} }}");
        // Before the write, for the last turn's read, and between.
        assert_eq!(barriers(&turn(&format!("{WRITE} {READ}"))), 2);
        // The barrier of the other array stands between the turns.
        let other = "@0 o#3[t#4 proven] = u#5; @0 u#5 = o#3[1usize proven];";
        assert_eq!(barriers(&turn(&format!("{WRITE} {READ} {other}"))), 2);
        assert_eq!(barriers(&format!("{WRITE} {}", turn(READ))), 1);
        // A loop inside of an operation is one step.
        let text = synchronized(&format!("{WRITE} @0 '9: for k#6 in 0usize..4usize {{ {READ} }}"));
        assert!(text.contains("eval sync_threads();\n'9: for"), "{text}");
        // What leaves a loop brings its state along.
        let left = format!(
            "@0 '0: loop {{ {WRITE} @0 if n#0 > 3usize {{ @0 break '0; }} @0 eval sync_threads(); }} {READ}"
        );
        assert_eq!(barriers(&left), 2);
        let next = format!(
            "@0 '0: for k#6 in 0usize..n#0 {{ {READ} @0 if k#6 > 3usize {{ {WRITE} @0 continue '0; }} @0 eval sync_threads(); }}"
        );
        assert_eq!(barriers(&next), 3);
    }

    #[test]
    fn what_some_threads_do_is_one_step() {
        let text = synchronized(&format!("{READ} @0 if t#4 < 3usize {{ {WRITE} }} {READ}"));
        assert_eq!(text.matches("sync_threads").count(), 2, "{text}");
        assert!(text.contains("eval sync_threads();\nif t#4"), "{text}");
        // All threads go the same way: the barrier stands on that way only.
        let text = synchronized(&format!("{READ} @0 if n#0 < 3usize {{ {WRITE} }} {OTHER}"));
        assert!(text.contains("if n#0 < 3usize {\neval sync_threads();"), "{text}");
        assert_eq!(barriers(&format!("@0 if n#0 < 3usize {{ {WRITE} }} else {{ {READ} }} {OTHER}")), 0);
        assert_eq!(barriers(&format!("@0 if n#0 < 3usize {{ {WRITE} }} else {{ @0 return; }} {READ}")), 1);
    }
}
