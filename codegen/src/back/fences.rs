//! The memory orderings of atomic operations, for back ends whose atomics are relaxed: fences stand around them.

use crate::intrinsics::{Atomic, Order};
use crate::ir::{Expr, ExprKind, Literal};

/// Whether a fence stands before and after a call.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fences {
    pub before: bool,
    pub after: bool,
}

/// The fences that the orders among the operands ask for.
pub(super) fn fences(atomic: Atomic, args: &[Expr]) -> Fences {
    let first = operands(atomic);
    let mut fences = Fences::default();
    for order in args.iter().skip(first).map(order) {
        match order {
            Order::Relaxed => {}
            Order::Acquire => fences.after = true,
            Order::Release => fences.before = true,
            Order::AcqRel | Order::SeqCst => fences = Fences { before: true, after: true },
        }
    }
    fences
}

/// How many operands come before the orders.
pub(super) fn operands(atomic: Atomic) -> usize {
    match atomic {
        Atomic::Load => 1,
        Atomic::Store | Atomic::Swap | Atomic::Add | Atomic::Sub | Atomic::Min | Atomic::Max => 2,
        Atomic::And | Atomic::Or | Atomic::Xor | Atomic::Nand => 2,
        Atomic::CompareExchange => 3,
    }
}

/// An order that is no literal may be any, so it is the strongest.
fn order(operand: &Expr) -> Order {
    match operand.kind {
        ExprKind::Literal(Literal::Int(number)) => {
            u64::try_from(number).ok().and_then(Order::from_number).unwrap_or(Order::SeqCst)
        }
        _ => Order::SeqCst,
    }
}
