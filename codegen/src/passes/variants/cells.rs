//! How a cell holds a scalar: as it is, or as some of the bits of an integer, the first byte being the lowest.

use crate::intrinsics;
use crate::ir::{BinOp, Callee, Expr, ExprKind, Literal, Scalar, Type};

/// The scalar that lies so many bytes into a cell with this value.
pub(super) fn read_cell(value: Expr, cell: Scalar, start: u64, wanted: Scalar) -> Expr {
    if cell == wanted && start == 0 {
        return value;
    }
    let bits = to_bits(value, cell);
    let bits = if start == 0 { bits } else { shifted(BinOp::Shr, bits, start) };
    from_bits(cast(bits, wanted.bits_integer()), wanted)
}

/// The value of a cell once a scalar lies so many bytes into it that had this value before.
pub(super) fn written_cell(before: Expr, cell: Scalar, start: u64, value: Expr) -> Expr {
    let Some(scalar) = value.ty.scalar() else { return value };
    if scalar == cell {
        return value;
    }
    let bits = placed(cell, start, value, scalar);
    if scalar.size() == cell.size() {
        return from_bits(bits, cell);
    }
    let ones = u64::MAX >> (64 - scalar.bits()) << (8 * start);
    let ty = bits.ty.clone();
    let kept =
        Expr::binary(BinOp::BitAnd, to_bits(before, cell), literal(!ones, cell.bits_integer()), ty.clone());
    from_bits(Expr::binary(BinOp::BitOr, kept, bits, ty), cell)
}

/// The value of a cell with these scalars in it, each so many bytes behind the start, and zeros.
pub(super) fn made_cell(cell: Scalar, scalars: impl Iterator<Item = (u64, Expr)>) -> Expr {
    let join = |a: Expr, b: Expr| {
        let ty = a.ty.clone();
        Expr::binary(BinOp::BitOr, a, b, ty)
    };
    let mut bits: Option<Expr> = None;
    for (start, value) in scalars {
        let Some(scalar) = value.ty.scalar() else { continue };
        if scalar == cell {
            return value;
        }
        let value = placed(cell, start, value, scalar);
        bits = Some(match bits {
            Some(bits) => join(bits, value),
            None => value,
        });
    }
    bits.map_or_else(|| literal(0, cell), |bits| from_bits(bits, cell))
}

/// A scalar's bits where they are in a cell.
fn placed(cell: Scalar, start: u64, value: Expr, scalar: Scalar) -> Expr {
    let bits = cast(to_bits(value, scalar), cell.bits_integer());
    if start == 0 { bits } else { shifted(BinOp::Shl, bits, start) }
}

fn shifted(op: BinOp, bits: Expr, bytes: u64) -> Expr {
    let ty = bits.ty.clone();
    Expr::binary(op, bits, Expr::int(i128::from(8 * bytes), Scalar::U32), ty)
}

fn literal(bits: u64, scalar: Scalar) -> Expr {
    Expr::new(ExprKind::Literal(Literal::from_bits(bits, scalar)), Type::Scalar(scalar))
}

fn cast(value: Expr, to: Scalar) -> Expr {
    if value.ty == Type::Scalar(to) {
        return value;
    }
    Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(to))
}

/// A scalar as an unsigned integer of its width.
fn to_bits(value: Expr, scalar: Scalar) -> Expr {
    if scalar.is_float() {
        called("to_bits", value, scalar.unsigned())
    } else {
        cast(value, scalar.bits_integer())
    }
}

fn from_bits(bits: Expr, scalar: Scalar) -> Expr {
    if scalar == Scalar::Bool {
        let zero = literal(0, Scalar::U8);
        return Expr::binary(BinOp::Ne, bits, zero, Type::BOOL);
    }
    if scalar.is_float() { called("from_bits", bits, scalar) } else { cast(bits, scalar) }
}

fn called(name: &str, value: Expr, result: Scalar) -> Expr {
    let callee = match intrinsics::find(name) {
        Some(row) => Callee::Intrinsic(row),
        None => Callee::Method(name.to_owned()),
    };
    Expr::new(ExprKind::Call { callee, args: vec![value], site: None }, Type::Scalar(result))
}
