//! How many dimensions a launch of a kernel has to give.
//!
//! A launch of `n` threads of a kernel that reads its index in the grid along y does part of the work, and returns no
//! error: the user forgot an extent. A kernel that reads an extent of the grid may work for any shape, as with
//! strided loops or a linear block index, so nothing is required of its launches.

use crate::intrinsics::{Cpu, Machine};
use crate::ir::{Callee, Expr, ExprKind, Function};

use super::precondition::Preconditions;

/// The bits of [`Preconditions::single`] for launches with too few dimensions.
pub fn too_few<'a>(functions: impl IntoIterator<Item = &'a Function>) -> u8 {
    let mut found = Some(0);
    for function in functions {
        function.body.walk_operands(&mut |expr| look(expr, &mut found));
    }
    match found {
        Some(1) => Preconditions::ONE_DIMENSION,
        Some(2) => Preconditions::TWO_DIMENSIONS,
        _ => 0,
    }
}

/// The last axis of the grid that is read; `None` once an extent is.
fn look(expr: &Expr, found: &mut Option<u8>) {
    if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
        *found = match row.cpu {
            Cpu::Machine(Machine::GridDim(_)) => None,
            Cpu::Machine(Machine::BlockIdx(axis) | Machine::GlobalId(axis)) => {
                found.map(|last| last.max(axis))
            }
            _ => *found,
        };
    }
}
