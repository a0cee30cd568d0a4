//! Rules 7 and 8: products of warpgroups and the fences and waits around them. Jumps count as falling through.

use super::{Rule, Violation, intrinsic};
use crate::abi;
use crate::collections::Set;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{Block, Expr, ExprKind, Function, Literal, LocalId, LocalKind, Stmt, StmtKind, Type};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Accumulators of products under way, and those of the latest group.
    pending: Set<LocalId>,
    latest: Set<LocalId>,
    /// Products are in no group.
    open: bool,
    /// Nothing was written to registers since the last fence, on every way.
    fenced: bool,
    /// Factors that copies were begun to, and those that were written to without a fence since.
    begun: Set<LocalId>,
    unfenced: Set<LocalId>,
}

impl State {
    fn join(&mut self, other: &State) {
        self.pending.extend(&other.pending);
        self.latest.extend(&other.latest);
        self.open |= other.open;
        self.fenced &= other.fenced;
        self.begun.extend(&other.begun);
        self.unfenced.extend(&other.unfenced);
    }
}

pub(super) fn check(function: &Function, violations: &mut Vec<Violation>) {
    let factors = abi::wgmma_factors(function);
    if factors.is_empty() {
        return;
    }
    let mut walk = Walk { function, factors, violations };
    let mut state = State::default();
    walk.block(&function.body, &mut state);
    if !state.pending.is_empty() {
        walk.report(Rule::Pending, "the kernel ends with products under way".to_owned());
    }
}

struct Walk<'a> {
    function: &'a Function,
    factors: Set<LocalId>,
    violations: &'a mut Vec<Violation>,
}

impl Walk<'_> {
    fn report(&mut self, rule: Rule, message: String) {
        let violation = Violation { rule, message };
        if !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }

    fn block(&mut self, block: &Block, state: &mut State) {
        for stmt in &block.0 {
            self.stmt(stmt, state);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, state: &mut State) {
        stmt.for_each_expr(&mut |expr| self.expr(expr, state));
        match &stmt.kind {
            StmtKind::Assign { place, .. } => self.writes(place.base, state),
            StmtKind::If { then, otherwise, .. } => {
                let mut other = state.clone();
                self.block(then, state);
                self.block(otherwise, &mut other);
                state.join(&other);
            }
            StmtKind::Block { body, .. } => self.block(body, state),
            _ => {
                let Some(body) = stmt.loop_body() else { return };
                loop {
                    let head = state.clone();
                    let mut end = head.clone();
                    self.block(body, &mut end);
                    state.join(&end);
                    if *state == head {
                        break;
                    }
                }
            }
        }
    }

    fn closed(&mut self, state: &State) {
        if state.open {
            self.report(Rule::Pending, "a wait meets products in no group".to_owned());
        }
    }

    fn touches(&mut self, local: LocalId, state: &State) {
        if state.pending.contains(&local) {
            let name = &self.function.local(local).name;
            self.report(Rule::Pending, format!("`{name}` is touched while products are added to it"));
        }
    }

    fn writes(&mut self, local: LocalId, state: &mut State) {
        self.touches(local, state);
        let of = self.function.local(local);
        if of.kind == LocalKind::Shared {
            state.unfenced.extend(self.factors.contains(&local).then_some(local));
        } else if matches!(of.ty, Type::Array(..)) {
            state.fenced = false;
        }
    }

    fn expr(&mut self, expr: &Expr, state: &mut State) {
        let base = |expr: &Expr| match &expr.kind {
            ExprKind::Ref(place) => Some(place.base),
            _ => None,
        };
        match intrinsic(expr).map(|(row, args)| (row.cpu, args)) {
            Some((Cpu::Machine(Machine::Wgmma(..)), args)) => {
                if !state.fenced {
                    self.report(Rule::Fenced, "a product comes without a fence before it".to_owned());
                }
                for factor in args.iter().skip(1).take(2).filter_map(base) {
                    if state.unfenced.contains(&factor) {
                        let name = &self.function.local(factor).name;
                        let message = format!("`{name}` is multiplied, and no fence comes behind its writes");
                        self.report(Rule::Fenced, message);
                    }
                }
                if !std::mem::replace(&mut state.open, true) {
                    state.latest.clear();
                }
                state.pending.extend(args.first().and_then(base));
                state.latest.extend(args.first().and_then(base));
                return;
            }
            Some((Cpu::Machine(Machine::WgmmaFence), _)) => state.fenced = true,
            Some((Cpu::Machine(Machine::WgmmaCommit), _)) => state.open = false,
            Some((Cpu::Machine(Machine::WgmmaWait), _)) => {
                self.closed(state);
                return;
            }
            Some((Cpu::Machine(Machine::WgmmaFinish), args)) => {
                self.closed(state);
                let all = matches!(args[2].kind, ExprKind::Literal(Literal::Int(0)));
                if let Some(sum) = args.first().and_then(base).filter(|_| !all) {
                    if state.latest.contains(&sum) {
                        let name = &self.function.local(sum).name;
                        let message = format!("a wait leaves out the latest group, which adds to `{name}`");
                        self.report(Rule::Pending, message);
                    }
                    state.pending.remove(&sum);
                } else {
                    state.pending.clear();
                }
                return;
            }
            Some((Cpu::Machine(Machine::AsyncFence), _)) => state.unfenced.clear(),
            Some((Cpu::Machine(Machine::AsyncWait), _)) => {
                state.unfenced.extend(&std::mem::take(&mut state.begun));
            }
            // TMA writes as products read.
            Some((Cpu::Machine(Machine::TensorLoad(_)), _)) => return,
            Some((Cpu::Machine(Machine::AsyncCopy(_)), args)) => {
                let to = args.first().and_then(base).filter(|to| self.factors.contains(to));
                state.begun.extend(to);
                return;
            }
            _ => {}
        }
        match &expr.kind {
            ExprKind::Load(place) => self.touches(place.base, state),
            ExprKind::Ref(place) => match expr.ty {
                Type::Ref { mutable: true, .. } => self.writes(place.base, state),
                _ => self.touches(place.base, state),
            },
            _ => {}
        }
        expr.for_each_child(&mut |child| self.expr(child, state));
    }
}
