//! Instances for which the proof of an open kernel holds ([`super::races`]): those whose device functions are plain,
//! that is, functions of their arguments alone.
//!
//! A plain function doesn't know its thread, uses no memory but what it is given, and doesn't wait. What it is given
//! is part of the kernel's proof.

use crate::intrinsics::{Cpu, Effect};
use crate::ir::{Callee, Expr, ExprKind, Function, FunctionKind, LocalKind, Module};

/// Whether all device functions of a closed module are plain.
pub fn are_plain(module: &Module) -> bool {
    module.functions.iter().filter(|function| function.kind != FunctionKind::Kernel).all(is_plain)
}

fn is_plain(function: &Function) -> bool {
    let mut plain = function.locals.iter().all(|local| local.kind != LocalKind::Shared);
    function.body.walk_exprs(&mut |expr| plain &= is_plain_expr(expr));
    plain
}

fn is_plain_expr(expr: &Expr) -> bool {
    let mut plain = match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
            !matches!(row.cpu, Cpu::Machine(_)) && !matches!(row.effect, Effect::Memory | Effect::Convergent)
        }
        _ => true,
    };
    expr.for_each_child(&mut |child| plain &= is_plain_expr(child));
    plain
}
