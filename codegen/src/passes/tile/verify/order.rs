//! Rules 4 to 6: what happened to shared memory on the ways to each statement.

use super::{Rule, Violation, intrinsic};
use crate::collections::{Map, Set};
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{Block, Expr, ExprKind, Function, LabelId, LocalId, LocalKind, Stmt, StmtKind, Type};
use crate::passes::tile::lower::Made;

/// What may have happened on some way to here.
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Since the last barrier.
    written: Set<LocalId>,
    read: Set<LocalId>,
    /// Arrays that blocks of a cluster sent something to, each with the barriers that count it.
    sent: Set<(LocalId, LocalId)>,
    /// The arrays that copies were begun to.
    begun: Set<LocalId>,
    /// Copies are in no group.
    loose: bool,
    /// On every way there was a wait, and a barrier behind it: in this turn, or before the loop and then in each
    /// turn before.
    waited: bool,
    landed: bool,
    /// The same, in this turn.
    anew: bool,
    /// The arrays that copies were begun to since that barrier.
    since: Set<LocalId>,
    /// The arrays of loops that are over: what their turns began was not waited for since.
    left: Set<LocalId>,
    /// The arrays of those loops, of what they read since the last barrier.
    over: Set<LocalId>,
}

impl State {
    fn join(&mut self, other: &State) {
        self.written.extend(&other.written);
        self.read.extend(&other.read);
        self.sent.extend(&other.sent);
        self.begun.extend(&other.begun);
        self.loose |= other.loose;
        self.waited &= other.waited;
        self.landed &= other.landed;
        self.anew &= other.anew;
        self.since.extend(&other.since);
        self.left.extend(&other.left);
        self.over.extend(&other.over);
    }

    /// At the head of a loop that begins copies to these arrays.
    fn of_a_turn(self, copied: &Set<LocalId>) -> State {
        let landed = self.landed && self.since.is_disjoint(copied);
        State { waited: false, anew: false, landed, ..self }
    }

    /// At the end of a turn, for the next one.
    fn for_the_next(self) -> State {
        State { landed: self.anew, since: Set::new(), ..self }
    }

    /// Behind such a loop, of what was waited for before it.
    fn behind(mut self, before: &State, copied: &Set<LocalId>) -> State {
        self.left.extend(copied);
        self.over.extend(copied.iter().copied().filter(|array| self.read.contains(array)));
        State { waited: before.waited, landed: before.landed, anew: before.anew, ..self }
    }
}

/// A way that does not come by is `None`.
type Way = Option<State>;

fn join(one: &mut Way, other: Way) {
    match (one.as_mut(), other) {
        (Some(one), Some(other)) => one.join(&other),
        (None, other) => *one = other,
        (Some(_), None) => {}
    }
}

pub(super) fn check(made: &Made, function: &Function, violations: &mut Vec<Violation>) {
    let mut walk = Walk {
        made,
        function,
        quiet: false,
        before: None,
        breaks: Map::new(),
        continues: Map::new(),
        violations,
        ends: None,
        counting: operands(&function.body, 2, |machine| matches!(machine, Machine::TensorLoad(_))),
    };
    let end = walk.block(&function.body, Some(State::default()));
    let mut ends = walk.ends.take();
    join(&mut ends, end);
    if ends.is_some_and(|end| end.loose) {
        walk.report(Rule::Grouped, "the kernel ends with copies in no group".to_owned());
    }
}

struct Walk<'a> {
    made: &'a Made,
    function: &'a Function,
    /// The states of a loop are not settled yet.
    quiet: bool,
    /// In a loop of one operation: what was written before it, since what its own turns write is apart.
    before: Option<Set<LocalId>>,
    breaks: Map<LabelId, State>,
    continues: Map<LabelId, State>,
    violations: &'a mut Vec<Violation>,
    /// At every `return`.
    ends: Way,
    /// The arrays of barriers that count copies.
    counting: Set<LocalId>,
}

impl Walk<'_> {
    fn report(&mut self, rule: Rule, message: String) {
        let violation = Violation { rule, message };
        if !self.quiet && !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }

    fn block(&mut self, block: &Block, mut state: Way) -> Way {
        for stmt in &block.0 {
            state = self.stmt(stmt, state?);
        }
        state
    }

    fn stmt(&mut self, stmt: &Stmt, mut state: State) -> Way {
        // Conditions, bounds and values come first.
        stmt.for_each_expr(&mut |expr| self.expr(expr, &mut state));
        match &stmt.kind {
            StmtKind::Let { .. } | StmtKind::Eval(_) | StmtKind::Print { .. } => Some(state),
            StmtKind::Assign { place, op, .. } => {
                if op.is_some() {
                    self.reads(place.base, &mut state);
                }
                self.writes(place.base, false, &mut state);
                Some(state)
            }
            StmtKind::If { then, otherwise, .. } => {
                let mut after = self.block(then, Some(state.clone()));
                join(&mut after, self.block(otherwise, Some(state)));
                after
            }
            StmtKind::Loop { label, body } => {
                let before = state.clone();
                self.turns(*label, body, state);
                self.breaks.remove(label).map(|after| after.behind(&before, &copied(body)))
            }
            StmtKind::While { label, body, .. } | StmtKind::For { label, body, .. } => {
                // What an operation does in its own loops, it does in one turn of the loop around.
                let inner = self.made.inner.contains(label);
                let before = state.clone();
                let outermost = inner && self.before.is_none();
                if outermost {
                    self.before = Some(state.written.clone());
                }
                let mut after = Some(self.turns(*label, body, state));
                if outermost {
                    self.before = None;
                }
                join(&mut after, self.breaks.remove(label));
                let copied = if inner { Set::new() } else { copied(body) };
                after.map(|after| after.behind(&before, &copied))
            }
            StmtKind::Block { label, body } => {
                let mut after = self.block(body, Some(state));
                join(&mut after, self.breaks.remove(label));
                after
            }
            StmtKind::Break(label) => {
                leave(&mut self.breaks, *label, state);
                None
            }
            StmtKind::Continue(label) => {
                leave(&mut self.continues, *label, state);
                None
            }
            StmtKind::Return(_) => {
                join(&mut self.ends, Some(state));
                None
            }
            StmtKind::Fail { .. } => None,
        }
    }

    /// The state at the head of a loop, of every turn; what turns break is reported once the states have settled.
    fn turns(&mut self, label: LabelId, body: &Block, before: State) -> State {
        let inner = self.made.inner.contains(&label);
        // A loop that begins no copies leaves them as they were.
        let copied = copied(body);
        let stays = inner || copied.is_empty();
        let head_of = |state: State| if stays { state } else { state.of_a_turn(&copied) };
        let quiet = std::mem::replace(&mut self.quiet, true);
        let mut head = head_of(before);
        loop {
            let known = head.clone();
            let mut end = self.block(body, Some(head.clone()));
            join(&mut end, self.continues.remove(&label));
            if let Some(end) = end {
                head.join(&head_of(if stays { end } else { end.for_the_next() }));
            }
            if head == known {
                break;
            }
        }
        self.quiet = quiet;
        if !quiet {
            self.block(body, Some(head.clone()));
            self.continues.remove(&label);
        }
        head
    }

    /// What others may write while the thread reads: shared arrays, and tensors whose elements threads hand each other.
    fn is_shared(&self, local: LocalId) -> bool {
        self.function.local(local).kind == LocalKind::Shared || self.made.exchanged.contains(&local)
    }

    fn name(&self, local: LocalId) -> &str {
        &self.function.local(local).name
    }

    fn reads(&mut self, local: LocalId, state: &mut State) {
        if !self.is_shared(local) {
            return;
        }
        if state.written.contains(&local) {
            self.report(
                Rule::Ordered,
                format!("`{}` is read, and no barrier stands behind its write", self.name(local)),
            );
        }
        // Of an array of which each thread has a part to itself, it waits for its own copies only.
        let landed = if self.made.apart.contains(&local) { state.waited } else { state.landed };
        if state.begun.contains(&local) && (!landed || state.left.contains(&local)) {
            let message = format!("`{}` is read before its copies were waited for", self.name(local));
            self.report(Rule::Landed, message);
        }
        state.read.insert(local);
    }

    fn writes(&mut self, local: LocalId, copy: bool, state: &mut State) {
        if !self.is_shared(local) {
            return;
        }
        let written = self.before.as_ref().unwrap_or(&state.written);
        let again = written.contains(&local) && self.made.exchanged.contains(&local);
        // A copy to another stage than the one that is read: which that is, the executor finds. Of a loop that is
        // over any may be read.
        let staged = copy && self.made.staged.contains(&local) && !state.over.contains(&local);
        let apart = self.made.apart.contains(&local);
        if state.read.contains(&local) && !staged && !apart || again {
            self.report(
                Rule::Ordered,
                format!("`{}` is written, and no barrier stands behind its use before", self.name(local)),
            );
        }
        if copy {
            state.begun.insert(local);
            state.since.insert(local);
        } else {
            state.written.insert(local);
        }
    }

    /// Evaluates, innermost first.
    fn expr(&mut self, expr: &Expr, state: &mut State) {
        expr.for_each_child(&mut |child| self.expr(child, state));
        match &expr.kind {
            ExprKind::Load(place) => self.reads(place.base, state),
            // Operands of what copies are looked at by the call.
            ExprKind::Ref(place) => match expr.ty {
                Type::Ref { mutable: true, .. } => {}
                _ => self.reads(place.base, state),
            },
            _ => {}
        }
        let Some((row, args)) = intrinsic(expr) else { return };
        let grouped = matches!(row.cpu, Cpu::Machine(Machine::AsyncCopy(_)));
        let copy = grouped || matches!(row.cpu, Cpu::Machine(Machine::TensorLoad(_)));
        for arg in args {
            if let (ExprKind::Ref(place), Type::Ref { mutable: true, .. }) = (&arg.kind, &arg.ty) {
                self.writes(place.base, copy, state);
            }
        }
        state.loose |= grouped;
        let base = |number: usize| match args.get(number).map(|arg| &arg.kind) {
            Some(ExprKind::Ref(place)) => Some(place.base),
            _ => None,
        };
        match row.cpu {
            Cpu::Machine(Machine::ClusterSend(_)) => state.sent.extend(base(0).zip(base(2))),
            Cpu::Machine(Machine::BarrierWait) => {
                let come = |(_, by): &&(LocalId, LocalId)| base(0) == Some(*by);
                let arrays: Vec<_> = state.sent.iter().filter(come).copied().collect();
                for (array, by) in arrays {
                    state.written.remove(&array);
                    state.read.remove(&array);
                    state.sent.remove(&(array, by));
                }
            }
            // What the barrier counts all see behind it.
            Cpu::Machine(Machine::BarrierPass)
                if base(0).is_some_and(|array| self.counting.contains(&array)) =>
            {
                (state.landed, state.anew) = (true, true);
                state.since.clear();
                state.left.clear();
            }
            Cpu::Machine(Machine::AsyncCommit) => state.loose = false,
            Cpu::Machine(Machine::AsyncWait) => {
                if state.loose {
                    self.report(Rule::Grouped, "a wait meets copies in no group".to_owned());
                }
                state.waited = true;
                // Of an array of which each thread has a part to itself, no barrier is needed.
                state.left.retain(|array| !self.made.apart.contains(array));
            }
            Cpu::Machine(Machine::SyncWarp) => {
                for array in &self.made.of_warps {
                    state.written.remove(array);
                    state.read.remove(array);
                }
            }
            Cpu::Machine(Machine::SyncThreads | Machine::GridSync | Machine::ClusterSync) => {
                state.written.clear();
                state.read.clear();
                state.over.clear();
                if state.waited {
                    (state.landed, state.anew) = (true, true);
                    state.since.clear();
                    state.left.clear();
                }
            }
            _ => {}
        }
    }
}

/// The arrays that anything inside begins copies to.
fn copied(body: &Block) -> Set<LocalId> {
    operands(body, 0, |machine| matches!(machine, Machine::AsyncCopy(_) | Machine::TensorLoad(_)))
}

/// What the operands with a number refer to, of such calls.
fn operands(body: &Block, number: usize, of: impl Fn(Machine) -> bool) -> Set<LocalId> {
    let mut found = Set::new();
    body.walk_exprs(&mut |expr| {
        if let Some((row, args)) = intrinsic(expr)
            && let Cpu::Machine(machine) = row.cpu
            && of(machine)
            && let Some(Expr { kind: ExprKind::Ref(place), .. }) = args.get(number)
        {
            found.insert(place.base);
        }
    });
    found
}

fn leave(ways: &mut Map<LabelId, State>, label: LabelId, state: State) {
    match ways.get_mut(&label) {
        Some(other) => other.join(&state),
        None => {
            ways.insert(label, state);
        }
    }
}
