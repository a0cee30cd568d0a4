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
    function.body.walk_operands(&mut |expr| plain &= is_plain_expr(expr));
    plain
}

fn is_plain_expr(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
            !matches!(row.cpu, Cpu::Machine(_)) && !matches!(row.effect, Effect::Memory | Effect::Convergent)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::are_plain;
    use crate::ir::parse;

    /// Whether a device function with this body is plain.
    fn is_plain(body: &str) -> bool {
        let text = format!("kiln-ir 1\n\ndevice fn f(x#0: usize) -> usize {{\n{body}\n}}\n");
        are_plain(&parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}")))
    }

    #[test]
    fn only_functions_of_their_arguments_are_plain() {
        assert!(is_plain("    @0 return (x#0 + 1usize);"));
        for machine in ["thread_idx_x()", "global_id_x()"] {
            assert!(!is_plain(&format!("    @0 return ({machine} + x#0);")), "{machine}");
        }
        assert!(!is_plain("    @0 eval sync_threads();\n    @0 return x#0;"));
        assert!(!is_plain("    shared tile#1: [f32; 32];\n    @0 return x#0;"));
    }
}
