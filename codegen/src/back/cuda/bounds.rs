//! Upper bounds of integer expressions, just sharp enough to see that an ordinary loop cannot overflow.
//!
//! Takes an expression and the bounds of the locals that never change; gives a value that the expression never exceeds.
//! Where nothing is known that is the type's greatest value. Loops over lengths, indices and the grid come out plain.

use crate::intrinsics::{Cpu, Machine};
use crate::ir::{BinOp, Callee, Expr, ExprKind, Literal, LocalId, Scalar};

/// No slice is longer than an address space of 2^63 bytes.
const LONGEST: u128 = 1 << 63;

/// The greatest value of an integer type.
pub(super) fn greatest(scalar: Scalar) -> u128 {
    let ones = u128::from(u64::MAX >> (64 - scalar.bits()));
    if scalar.is_signed_int() { ones >> 1 } else { ones }
}

/// A value that `expr`, an integer, never exceeds.
pub(super) fn upper(expr: &Expr, local: &dyn Fn(LocalId) -> Option<u128>) -> u128 {
    let Some(scalar) = expr.ty.scalar() else { return u128::MAX };
    let most = greatest(scalar);
    let found = match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => u128::try_from(*value).unwrap_or(0),
        ExprKind::Len(_) => LONGEST,
        ExprKind::Load(place) if place.steps.is_empty() => local(place.base).unwrap_or(most),
        ExprKind::Cast(inner) => match inner.ty.scalar() {
            // A negative number becomes a great one where the target is unsigned.
            Some(from) if from.is_unsigned_int() || (from.is_signed_int() && scalar.is_signed_int()) => {
                upper(inner, local)
            }
            Some(_) | None => most,
        },
        ExprKind::Binary { op, lhs, rhs, .. } if scalar.is_unsigned_int() => match op {
            BinOp::Add => upper(lhs, local).saturating_add(upper(rhs, local)),
            BinOp::Mul => upper(lhs, local).saturating_mul(upper(rhs, local)),
            BinOp::Div => match &rhs.kind {
                ExprKind::Literal(Literal::Int(by)) if *by > 0 => upper(lhs, local) / by.unsigned_abs(),
                _ => upper(lhs, local),
            },
            BinOp::Rem => upper(lhs, local).min(upper(rhs, local)),
            BinOp::BitAnd => upper(lhs, local).min(upper(rhs, local)),
            BinOp::Shr => upper(lhs, local),
            BinOp::Sub | BinOp::BitOr | BinOp::BitXor | BinOp::Shl => most,
            BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne => most,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => most,
        },
        ExprKind::Select { then, otherwise, .. } => upper(then, local).max(upper(otherwise, local)),
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
            Cpu::Machine(machine) => of_machine(machine).unwrap_or(most),
            Cpu::Eval(_) | Cpu::Lanes { .. } => most,
        },
        _ => most,
    };
    // A value above the type's greatest would have wrapped, to anything.
    if found > most { most } else { found }
}

/// CUDA's limits: 1024 threads a block, 2^31 blocks along an axis.
fn of_machine(machine: Machine) -> Option<u128> {
    match machine {
        Machine::ThreadIdx(_) | Machine::BlockDim(_) | Machine::LaneId | Machine::WarpId => Some(1 << 10),
        Machine::BlockIdx(_) | Machine::GridDim(_) => Some(1 << 31),
        Machine::GlobalId(_) => Some(1 << 41),
        Machine::SyncThreads | Machine::ThreadFence | Machine::SyncWarp | Machine::Prefetch => None,
        Machine::GridSync | Machine::GridWait | Machine::GridRelease => None,
        Machine::Shuffle(_) | Machine::Vote(_) | Machine::WarpReduce(_) | Machine::Atomic(_) => None,
        Machine::ClusterRank | Machine::ClusterSize => Some(1 << 10),
        Machine::ClusterId => Some(1 << 31),
        Machine::ClusterSync | Machine::ClusterLoad | Machine::ClusterStore | Machine::ClusterAdd => None,
        Machine::ClusterSend(_) | Machine::BarrierInit | Machine::BarrierWait => None,
        Machine::ActiveLanes | Machine::Match { .. } | Machine::WarpScan { .. } => None,
        Machine::Move(_) | Machine::AsyncCopy(_) | Machine::AsyncCommit | Machine::AsyncWait => None,
        Machine::LoadMatrix { .. } | Machine::Product(..) | Machine::LaneXor => None,
        Machine::Wgmma(..) | Machine::WgmmaFence | Machine::WgmmaCommit | Machine::WgmmaWait => None,
        Machine::WgmmaFinish | Machine::Turns(_) | Machine::AsyncFence => None,
        Machine::TensorLoad(_) => None,
        Machine::BarrierExpect | Machine::BarrierArrive | Machine::BarrierPass => None,
    }
}
