//! Along which axes a kernel's threads go their own ways: of which indices a value is computed, whatever is
//! computed of them.
//!
//! Values that the walk does not understand say nothing of where they come from. A kernel whose memory is indexed
//! by such a value, or is given one to keep, is for several threads all the same, and not for a launch of one
//! thread that would prove it.

use super::syntax_facts::{path, unqualified};
use super::walk::{Key, Used};
use crate::check::device_args::is_shared;
use crate::collections::Map;
use crate::intrinsics::{Atomic, Cpu, Machine};
use crate::ir::{Block, Callee, Expr, ExprKind, Function, LocalId, Place, Stmt, StmtKind};

/// What the variables of a kernel are computed of.
#[derive(Default)]
pub(super) struct Axes {
    of: Map<Key, Used>,
}

impl Axes {
    pub(super) fn of(function: &Function) -> Axes {
        let mut axes = Axes::default();
        // A variable may be computed of one that the text has later, from turn to turn of a loop.
        while axes.block(function, &function.body) {}
        axes
    }

    /// What an expression is computed of.
    #[inline(never)]
    pub(super) fn expr(&self, expr: &Expr) -> Used {
        let mut used = match &expr.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
                Cpu::Machine(machine) => indices(machine),
                Cpu::Eval(_) | Cpu::Lanes { .. } => Used::default(),
            },
            // What they are computed of is inside.
            _ => Used::default(),
        };
        expr.for_each_child(&mut |child| used.add(self.expr(child)));
        used
    }

    /// What a variable is computed of.
    pub(super) fn of_local(&self, local: LocalId) -> Used {
        self.of.get(&(local, String::new())).copied().unwrap_or_default()
    }

    /// A variable, with what is around it and in it.
    fn place(&self, place: &Place) -> Used {
        let mut used = Used::default();
        let of_base = self.of.iter().filter(|((base, _), _)| *base == place.base);
        let at = path(place).unwrap_or_default();
        of_base
            .filter(|((_, other), _)| other.starts_with(&at) || at.starts_with(other.as_str()))
            .for_each(|(_, more)| used.add(*more));
        used
    }

    /// Goes through a block once; whether something new was found.
    fn block(&mut self, function: &Function, block: &Block) -> bool {
        let mut found = false;
        block.walk(&mut |stmt| found |= self.stmt(function, stmt));
        found
    }

    fn stmt(&mut self, function: &Function, stmt: &Stmt) -> bool {
        match &stmt.kind {
            // What others wrote is not a thread's own.
            StmtKind::Assign { place, .. } if is_shared(function.local(place.base)) => false,
            StmtKind::Let { local, init: Some(init) } => self.flows((*local, String::new()), init),
            StmtKind::Assign { place, value, .. } => {
                let at = path(place).unwrap_or_default();
                self.flows((place.base, at), value)
            }
            StmtKind::For { local, start, end, step, .. } => {
                let key = || (*local, String::new());
                let step = step.as_ref().is_some_and(|step| self.flows(key(), step));
                self.flows(key(), start) | self.flows(key(), end) | step
            }
            // They give no variable a value; blocks inside are gone through by themselves.
            _ => false,
        }
    }

    fn flows(&mut self, to: Key, value: &Expr) -> bool {
        if let ExprKind::Make(fields) = &value.kind {
            let mut found = false;
            for (name, field) in fields {
                found |= self.flows((to.0, format!("{}.{}", to.1, unqualified(name))), field);
            }
            return found;
        }
        let used = self.expr(value);
        let known = self.of.or_default(to);
        let before = *known;
        known.add(used);
        *known != before
    }
}

/// Of which indices the machine tells a thread.
pub(super) fn indices(machine: Machine) -> Used {
    let mut used = Used::default();
    match machine {
        Machine::GlobalId(axis) => {
            used.thread[axis as usize] = true;
            used.block[axis as usize] = true;
        }
        Machine::ThreadIdx(axis) => used.thread[axis as usize] = true,
        Machine::BlockIdx(axis) => used.block[axis as usize] = true,
        Machine::LaneId | Machine::WarpId => used.thread[0] = true,
        Machine::Atomic(Atomic::Load | Atomic::Store) => {}
        // Each thread that asks gets another number.
        Machine::Atomic(_) => used.counted = true,
        _ => {}
    }
    used
}
