//! What is known from statement to statement: branches, loops and what they assign.
//!
//! At the head of a loop stands what holds at every turn. A variable that the loop assigns may be anything there,
//! but for two guesses: that it is never more, or never less, than before the loop. A guess stays where every turn
//! that begins with all of them ends with it.

use super::{State, Walk};
use crate::collections::sort;
use crate::compact::List;
use crate::ir::{BinOp, Block, Expr, LabelId, LocalId, Place, Step, Stmt, StmtKind};
use crate::passes::bounds::Around;
use crate::passes::bounds::prove::Prover;
use crate::passes::bounds::terms::{Fact, Id, Node};

/// How deep loops may nest for their bounds to be guessed: each level looks at its body a few times.
const GUESSED: usize = 3;

/// How many bounds of two values are tried where they become one.
const BOUNDS: usize = 24;

impl Walk<'_> {
    /// Whether control comes out at the end.
    pub(super) fn block(&mut self, block: &mut Block) -> bool {
        for stmt in &mut block.0 {
            if !self.stmt(stmt) {
                return false;
            }
        }
        true
    }

    fn stmt(&mut self, stmt: &mut Stmt) -> bool {
        match &mut stmt.kind {
            StmtKind::Let { local, init } => {
                let local = *local;
                match init {
                    Some(init) => {
                        let value = self.expr(init);
                        self.values.insert(local, value);
                    }
                    None => {
                        self.forget(local);
                    }
                }
                self.commit();
                true
            }
            StmtKind::Assign { place, op, value } => {
                let op = *op;
                let value = self.expr(value);
                // A plain value comes before its place; what is read as well may come before the rest.
                if op.is_none() {
                    self.commit();
                }
                self.place(place);
                self.commit();
                if self.is_own(place.base) {
                    let scalar = place.ty.scalar();
                    let new = match op {
                        _ if !place.steps.is_empty() => return self.part_of(place, value, op),
                        None => value,
                        Some(op) => {
                            let old = self.value(place.base);
                            self.binary(op, old, value, scalar)
                        }
                    };
                    self.values.insert(place.base, new);
                    self.commit();
                }
                true
            }
            StmtKind::Eval(value) => {
                self.expr(value);
                self.commit();
                true
            }
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.expr(condition);
                self.commit();
                self.branch(condition, then, otherwise)
            }
            StmtKind::Loop { label, body } => {
                let label = *label;
                let head = self.enter(label, None, body);
                self.turn(label, head, None, body);
                self.left.contains(&label)
            }
            StmtKind::While { label, condition, body } => {
                let label = *label;
                let head = self.enter(label, Some(condition), body);
                self.turn(label, head, Some(condition), body);
                true
            }
            StmtKind::For { label, local, start, end, inclusive, step, body, .. } => {
                let (label, local, inclusive) = (*label, *local, *inclusive);
                let (start, end) = (self.expr(start), self.expr(end));
                if let Some(step) = step {
                    self.expr(step);
                }
                self.commit();
                let counter = self.forget(local);
                if self.terms.int(counter).is_some() {
                    self.know(start, 0, counter);
                    self.know(counter, i128::from(!inclusive), end);
                }
                let outer = self.facts.len() - 2 * usize::from(self.terms.int(counter).is_some());
                let head = self.enter(label, None, body);
                self.turn(label, head, None, body);
                // Of the counter nothing holds behind the loop, and where there was no turn never did.
                let counted = self.facts.get(outer..outer + 2).is_some_and(|facts| facts[0].b == counter);
                if counted {
                    self.facts.drain(outer..outer + 2);
                }
                self.values.remove(&local);
                true
            }
            StmtKind::Block { label, body } => {
                let label = *label;
                let before = self.save();
                let through = self.block(body);
                if !self.left.contains(&label) {
                    return through;
                }
                self.restore(before);
                for local in assigned(body) {
                    self.forget(local);
                }
                true
            }
            StmtKind::Break(label) => {
                self.left.insert(*label);
                false
            }
            StmtKind::Continue(label) => {
                self.test_guesses(*label);
                false
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
                self.pending.clear();
                false
            }
            StmtKind::Fail { values, block: _ } => {
                self.exprs(values);
                self.pending.clear();
                false
            }
            StmtKind::Print { values } => {
                self.exprs(values);
                self.commit();
                true
            }
        }
    }

    /// An assignment to a part of an own value: the rest keeps what it holds, where the part is one field.
    fn part_of(&mut self, place: &Place, value: Id, op: Option<BinOp>) -> bool {
        let whole = self.forget(place.base);
        if let ([Step::Field(name)], None, Some(_)) = (&place.steps[..], op, self.terms.int(value)) {
            let field = self.terms.make(Node::Field(whole, name.clone()), place.ty.scalar());
            self.know(field, 0, value);
            self.know(value, 0, field);
        }
        true
    }

    fn branch(&mut self, condition: Id, then: &mut Block, otherwise: &mut Block) -> bool {
        let before = self.save();
        self.assume(condition, true);
        let through = self.block(then);
        let first = std::mem::replace(&mut self.facts, before.facts.clone());
        let first_values = std::mem::replace(&mut self.values, before.values.clone());
        self.assume(condition, false);
        let also = self.block(otherwise);
        match (through, also) {
            (false, also) => also,
            (true, false) => {
                self.restore(State { facts: first, values: first_values });
                true
            }
            (true, true) => {
                let second = std::mem::replace(&mut self.facts, before.facts);
                let second_values = std::mem::take(&mut self.values);
                let mut joined = Vec::new();
                let mut locals: Vec<LocalId> = first_values.keys().copied().list();
                sort(&mut locals);
                for local in locals {
                    let (a, Some(b)) = (first_values[&local], second_values.get(&local).copied()) else {
                        continue;
                    };
                    if a == b {
                        self.values.insert(local, a);
                        continue;
                    }
                    let whole = self.forget(local);
                    if self.terms.int(whole).is_some() {
                        self.join(whole, (a, &first), (b, &second), &mut joined);
                    }
                }
                self.facts.append(&mut joined);
                true
            }
        }
    }

    /// What holds of a value that is one of two, each with what is known where it was made.
    pub(super) fn join(&mut self, whole: Id, a: (Id, &[Fact]), b: (Id, &[Fact]), joined: &mut Vec<Fact>) {
        let Some(scalar) = self.terms.int(whole) else { return };
        let ranges = [a, b].map(|(id, facts)| Prover::new(&self.terms, facts).range(id));
        let low = self.terms.int_of(ranges[0].0.min(ranges[1].0), scalar);
        let high = self.terms.int_of(ranges[0].1.max(ranges[1].1), scalar);
        joined.push(Fact { a: low, k: 0, b: whole });
        joined.push(Fact { a: whole, k: 0, b: high });
        // Lengths, and what values were compared with, are what they are compared with again.
        let mut bounds: Vec<Id> = self.facts.iter().map(|fact| fact.b).list();
        bounds.extend(a.1.iter().chain(b.1).map(|fact| fact.b));
        sort(&mut bounds);
        bounds.dedup();
        let provers = [a, b].map(|(id, facts)| (id, Prover::new(&self.terms, facts)));
        for bound in bounds.into_iter().rev().take(BOUNDS) {
            let worth = match self.terms.node(bound) {
                Node::Len(_) | Node::Opaque(_) | Node::Machine(_) | Node::Field(..) => true,
                Node::Int(_) | Node::Bool(_) | Node::Binary(..) | Node::Not(_) => false,
                Node::Cast(_) | Node::Call(..) | Node::Select(..) => false,
            };
            if !worth || self.terms.int(bound).is_none() {
                continue;
            }
            let below = |k| provers.iter().all(|(id, prover)| prover.holds(*id, k, bound));
            if below(1) {
                joined.push(Fact { a: whole, k: 1, b: bound });
            } else if below(0) {
                joined.push(Fact { a: whole, k: 0, b: bound });
            }
        }
    }

    /// Begins a loop: every variable that it assigns may hold anything, within bounds that every turn keeps.
    fn enter(&mut self, label: LabelId, condition: Option<&Expr>, body: &Block) -> State {
        let mut changed = assigned(body);
        if let Some(condition) = condition {
            condition.for_each_ref(&mut |place| changed.push(place.base));
        }
        changed.retain(|local| self.values.contains_key(local));
        sort(&mut changed);
        let mut guesses = Vec::new();
        for local in &changed {
            let before = self.values[local];
            if self.terms.int(before).is_some() && self.local(*local).ty.scalar().is_some() {
                guesses.extend([(*local, before, true), (*local, before, false)]);
            }
        }
        let depth = self.loops.len();
        if depth < GUESSED {
            self.sift(label, condition, body, &changed, &mut guesses);
        } else {
            guesses.clear();
        }
        self.begin(&changed, &guesses);
        self.loops.push(Around { label, guesses: Vec::new() });
        self.save()
    }

    /// Gives what a loop assigns new values, of which the guesses hold.
    fn begin(&mut self, changed: &[LocalId], guesses: &[(LocalId, Id, bool)]) {
        for local in changed {
            self.forget(*local);
        }
        for (local, before, falls) in guesses {
            let value = self.value(*local);
            if *falls { self.know(value, 0, *before) } else { self.know(*before, 0, value) }
        }
    }

    /// Leaves of the guesses those that every turn keeps, if it began with all that are left.
    fn sift(
        &mut self,
        label: LabelId,
        condition: Option<&Expr>,
        body: &Block,
        changed: &[LocalId],
        guesses: &mut Vec<(LocalId, Id, bool)>,
    ) {
        let (before, dry, left) = (self.save(), self.dry, self.left.clone());
        self.dry = true;
        while !guesses.is_empty() {
            let count = guesses.len();
            self.begin(changed, guesses);
            self.loops.push(Around { label, guesses: std::mem::take(guesses) });
            let mut body = body.clone();
            if let Some(condition) = condition {
                let condition = self.expr(&mut condition.clone());
                self.commit();
                self.assume(condition, true);
            }
            if self.block(&mut body) {
                self.test_guesses(label);
            }
            if let Some(around) = self.loops.pop() {
                *guesses = around.guesses;
            }
            self.restore(State { facts: before.facts.clone(), values: before.values.clone() });
            if guesses.len() == count {
                break;
            }
        }
        (self.dry, self.left) = (dry, left);
    }

    /// At the end of a turn: drops the guesses that it does not keep.
    fn test_guesses(&mut self, label: LabelId) {
        let Some(at) = self.loops.iter().rposition(|around| around.label == label) else { return };
        let guesses = std::mem::take(&mut self.loops[at].guesses);
        let kept = guesses.into_iter().filter(|(local, before, falls)| {
            let Some(now) = self.values.get(local).copied() else { return false };
            let prover = self.prover();
            if *falls { prover.holds(now, 0, *before) } else { prover.holds(*before, 0, now) }
        });
        self.loops[at].guesses = kept.list();
    }

    /// One turn of a loop that has begun, and what is known behind the loop.
    fn turn(&mut self, label: LabelId, head: State, condition: Option<&mut Expr>, body: &mut Block) {
        let mut changed = Vec::new();
        let tested = condition.map(|condition| {
            condition.for_each_ref(&mut |place| changed.push(place.base));
            let tested = self.expr(condition);
            self.commit();
            self.assume(tested, true);
            tested
        });
        self.block(body);
        self.loops.pop();
        self.restore(head);
        for local in changed {
            self.forget(local);
        }
        if self.left.contains(&label) {
            // Who breaks out does so in the middle of a turn.
            for local in assigned(body) {
                self.forget(local);
            }
        } else if let Some(tested) = tested {
            self.assume(tested, false);
        }
    }
}

/// The locals that a block assigns or lends.
fn assigned(block: &Block) -> Vec<LocalId> {
    let mut found = Vec::new();
    block.for_each_change(&mut |place| found.push(place.base));
    sort(&mut found);
    found.dedup();
    found
}
