//! The rules of lowered tile code, beyond those of all IR ([`crate::ir::verify`]).
//!
//! Takes what [`super::sync`] left and finds what breaks a rule; changes nothing, and shares nothing with the
//! passes that it looks after. Debug builds run it after the last pass; release builds do not have it.
//!
//! 1. **Machine.** The target has each instruction. Threads of a block are whole warps, and at most 1024.
//! 2. **Converged.** Barriers, waits, groups of copies, and what the lanes of a warp do together stand where all
//!    threads of the block come by: under no condition, in no loop and behind no jump that differs between threads.
//! 3. **Aligned.** The first of the elements that are moved or multiplied at once has a number that is a multiple
//!    of how many they are, as the constants of its index, and what the launch promises of extents and strides,
//!    tell.
//! 4. **Ordered.** Between a write to a shared array, or to a tensor that threads hand each other elements through,
//!    and a read of it stands a barrier on every way, and so between a read and a later write or copy. Two stores
//!    to such a tensor have one between them too. A copy to an array of several stages may be begun while another
//!    stage is read, but for one that a loop before has read.
//! 5. **Grouped.** No wait for copies, and no end of the kernel, meets copies that are in no group.
//! 6. **Landed.** What asynchronous copies bring is read behind a wait and a barrier. In a loop that begins copies
//!    those stand in the same turn, or in front of the loop and in every turn. Which copies a wait is for, whether
//!    the one read is among them, and that a stage is read no more when it is copied to, is for the executor to
//!    find.
//! 7. **Fenced.** A fence comes before products of a warpgroup, behind what wrote to registers, and another one
//!    behind what wrote a factor to shared memory, before the barrier.
//! 8. **Pending.** Nothing but products touches their accumulator until `wgmma_finish`, which every kernel comes
//!    to. Products are in a group before they are waited for. That a factor is not written too early is for the
//!    executor to find.

mod factors;
mod order;
#[cfg(test)]
mod tests;
mod wgmma;

use std::fmt;

use super::Conditions;
use super::lower::Made;
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine};
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, LocalId, LocalKind, Place, Scalar, Step, Stmt, StmtKind, Type,
};
use factors::Factors;

/// A rule of the list above, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Machine = 1,
    Converged,
    Aligned,
    Ordered,
    Grouped,
    Landed,
    Fenced,
    Pending,
}

/// What breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (rule {}, {:?})", self.message, self.rule as u32, self.rule)
    }
}

/// Looks at every rule.
pub fn verify(made: &Made, target: Conditions) -> Vec<Violation> {
    let Some(function) = made.module.entry() else { return Vec::new() };
    let mut verifier =
        Verifier { function, made, target, factors: Factors::of(function, made), violations: Vec::new() };
    let threads: u32 = function.attrs.block.unwrap_or([0; 3]).iter().product();
    if threads == 0 || !threads.is_multiple_of(32) || threads > 1024 {
        verifier.report(Rule::Machine, format!("blocks of {threads} threads"));
    }
    verifier.block(&function.body, true);
    order::check(made, function, &mut verifier.violations);
    wgmma::check(function, &mut verifier.violations);
    verifier.violations
}

struct Verifier<'a> {
    function: &'a Function,
    made: &'a Made,
    target: Conditions,
    factors: Factors,
    violations: Vec<Violation>,
}

/// The intrinsic that a call is of, and its operands.
fn intrinsic(expr: &Expr) -> Option<(&'static Intrinsic, &[Expr])> {
    match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } => Some((*row, args)),
        _ => None,
    }
}

/// Elements that a call moves at once: where, and how many bytes of them.
fn elements<'a>(row: &Intrinsic, args: &'a [Expr]) -> Vec<(&'a Place, u64)> {
    let bytes: &[u64] = match row.cpu {
        Cpu::Machine(Machine::Move(bytes) | Machine::AsyncCopy(bytes)) => &[bytes.into(); 2],
        Cpu::Machine(Machine::LoadMatrix { .. }) => &[16, 16],
        Cpu::Machine(Machine::ClusterSend(4)) => &[16, 8],
        Cpu::Machine(Machine::ClusterSend(2)) => &[8, 8],
        Cpu::Machine(Machine::Product(Scalar::F64, _)) => &[32, 16, 8],
        Cpu::Machine(Machine::Product(..)) => &[16, 16, 8],
        Cpu::Machine(_) | Cpu::Eval(_) | Cpu::Lanes { .. } => &[],
    };
    let places = args.iter().filter_map(|arg| match &arg.kind {
        ExprKind::Ref(place) => Some(place),
        _ => None,
    });
    places.zip(bytes.iter().copied()).collect()
}

impl Verifier<'_> {
    fn report(&mut self, rule: Rule, message: String) {
        self.violations.push(Violation { rule, message });
    }

    /// `together` where all threads of the block come by.
    fn block(&mut self, block: &Block, together: bool) {
        let mut together = together;
        for stmt in &block.0 {
            self.stmt(stmt, together);
            together &= !self.parts(stmt, true);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, together: bool) {
        stmt.for_each_expr(&mut |expr| self.expr(expr, together));
        let inside = together
            && match &stmt.kind {
                StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => {
                    self.is_uniform(condition)
                }
                StmtKind::For { start, end, .. } => self.is_uniform(start) && self.is_uniform(end),
                _ => true,
            };
        for block in stmt.blocks() {
            self.block(block, inside);
        }
    }

    /// Whether some threads go on behind the statement and others elsewhere. A thread that has failed is waited for
    /// by nobody.
    fn parts(&self, stmt: &Stmt, together: bool) -> bool {
        let inside = match &stmt.kind {
            StmtKind::If { condition, .. } => together && self.is_uniform(condition),
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) => return !together,
            _ => together,
        };
        stmt.blocks().into_iter().any(|block| block.0.iter().any(|stmt| self.parts(stmt, inside)))
    }

    fn expr(&mut self, expr: &Expr, together: bool) {
        if let Some((row, args)) = intrinsic(expr) {
            if row.least_arch > self.target.arch {
                self.report(Rule::Machine, format!("`{}` on sm_{}", row.name, self.target.arch));
            }
            let shared = match row.effect {
                Effect::Barrier | Effect::Convergent => true,
                Effect::Memory => {
                    matches!(row.cpu, Cpu::Machine(Machine::AsyncCommit | Machine::AsyncWait))
                }
                Effect::Pure | Effect::Divisor(_) => false,
            };
            if shared && !together {
                self.report(Rule::Converged, format!("`{}` where only some threads come by", row.name));
            }
            for (place, bytes) in elements(row, args) {
                self.aligned(row.name, place, bytes);
            }
        }
        expr.for_each_child(&mut |child| self.expr(child, together));
    }

    fn aligned(&mut self, name: &str, place: &Place, bytes: u64) {
        let base = self.function.local(place.base);
        let size = place.ty.size().unwrap_or(1).max(1);
        let count = (bytes / size).max(1);
        let promised = match (base.kind, &base.ty) {
            (LocalKind::Param, Type::Slice { .. }) => self.made.aligned.contains(&place.base),
            _ => true,
        };
        let multiple = match &place.steps[..] {
            [Step::Index { index, .. }] => 1u64 << self.factors.twos(index).min(32),
            _ => 1,
        };
        if count > 1 && !(promised && multiple.is_multiple_of(count)) {
            let message =
                format!("`{name}` of {count} elements of `{}` from a multiple of {multiple}", base.name);
            self.report(Rule::Aligned, message);
        }
    }

    /// Whether all threads find the same value, as the locals that lowering made say.
    fn is_uniform(&self, expr: &Expr) -> bool {
        let known = |local: LocalId| self.made.uniform.get(local.0 as usize).copied().unwrap_or(false);
        let mut uniform = match &expr.kind {
            ExprKind::Load(place) | ExprKind::Ref(place) => known(place.base),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
                Cpu::Machine(machine) => {
                    matches!(machine, Machine::BlockIdx(_) | Machine::GridDim(_) | Machine::BlockDim(_))
                }
                Cpu::Eval(_) | Cpu::Lanes { .. } => true,
            },
            ExprKind::Call { .. } => false,
            _ => true,
        };
        expr.for_each_child(&mut |child| uniform &= self.is_uniform(child));
        uniform
    }
}
