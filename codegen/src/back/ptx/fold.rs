//! Operations on what is known: Rust's own, on bits.

use crate::ir::{BinOp, Scalar, UnOp};

/// A number as the bits of an integer type.
fn wrapped(value: i128, scalar: Scalar) -> u64 {
    (value as u64) & (u64::MAX >> (64 - scalar.bits()))
}

pub(super) fn unary(op: UnOp, scalar: Scalar, bits: u64) -> Option<u64> {
    match op {
        UnOp::Not if scalar == Scalar::Bool => Some(u64::from(bits == 0)),
        UnOp::Not if scalar.is_int() => Some(wrapped(!scalar.number(bits), scalar)),
        UnOp::Neg if scalar.is_int() => Some(wrapped(-scalar.number(bits), scalar)),
        UnOp::Neg if scalar == Scalar::F32 => Some(bits ^ (1 << 31)),
        UnOp::Neg if scalar == Scalar::F64 => Some(bits ^ (1 << 63)),
        UnOp::Not | UnOp::Neg => None,
    }
}

/// `a op b`; `None` where it fails, and for floats of 8 and 16 bits.
pub(super) fn binary(op: BinOp, scalar: Scalar, a: u64, b: u64) -> Option<u64> {
    match scalar {
        Scalar::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            float(op, &a, &b, a + b, a - b, a * b, a / b).map(|result| match result {
                Ok(value) => u64::from(value.to_bits()),
                Err(truth) => u64::from(truth),
            })
        }
        Scalar::F64 => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            float(op, &a, &b, a + b, a - b, a * b, a / b).map(|result| match result {
                Ok(value) => value.to_bits(),
                Err(truth) => u64::from(truth),
            })
        }
        Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => None,
        Scalar::Bool
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::Isize
        | Scalar::U8
        | Scalar::U16
        | Scalar::U32
        | Scalar::U64
        | Scalar::Usize => integer(op, scalar, scalar.number(a), scalar.number(b)),
    }
}

/// The result of an operation on floats, of which the four are given: a number, or a truth.
fn float<T: PartialOrd>(op: BinOp, a: &T, b: &T, add: T, sub: T, mul: T, div: T) -> Option<Result<T, bool>> {
    Some(match op {
        BinOp::Add => Ok(add),
        BinOp::Sub => Ok(sub),
        BinOp::Mul => Ok(mul),
        BinOp::Div => Ok(div),
        BinOp::Eq => Err(a == b),
        BinOp::Ne => Err(a != b),
        BinOp::Lt => Err(a < b),
        BinOp::Le => Err(a <= b),
        BinOp::Gt => Err(a > b),
        BinOp::Ge => Err(a >= b),
        BinOp::Rem | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => return None,
        BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or => return None,
    })
}

fn integer(op: BinOp, scalar: Scalar, a: i128, b: i128) -> Option<u64> {
    let shift = (b as u32) & (scalar.bits() - 1);
    let value = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        // Of two 64-bit numbers, which `i128` holds but for the greatest two; modulo 2^64 that is right too.
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem => {
            let overflows = scalar.is_signed_int() && b == -1 && a == -(1i128 << (scalar.bits() - 1));
            if b == 0 || overflows {
                return None;
            }
            if op == BinOp::Div { a / b } else { a % b }
        }
        BinOp::BitAnd | BinOp::And => a & b,
        BinOp::BitOr | BinOp::Or => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::Shl => a << shift,
        BinOp::Shr => a >> shift,
        BinOp::Eq => return Some(u64::from(a == b)),
        BinOp::Ne => return Some(u64::from(a != b)),
        BinOp::Lt => return Some(u64::from(a < b)),
        BinOp::Le => return Some(u64::from(a <= b)),
        BinOp::Gt => return Some(u64::from(a > b)),
        BinOp::Ge => return Some(u64::from(a >= b)),
    };
    Some(wrapped(value, scalar))
}
