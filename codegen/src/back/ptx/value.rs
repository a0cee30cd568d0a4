//! Values: registers and immediates, and how PTX names the types of both.

use super::asm::{Reg, Width};
pub(super) use crate::back::is_half;
use crate::ir::Scalar;

/// A value of a scalar type, which whoever holds it knows.
///
/// In registers a `bool` is a predicate; integers of 8 and 16 bits are 32 bits, extended as their type says; 16-bit
/// floats are their bits, and floats of 8 bits are theirs in 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Val {
    Reg(Reg),
    /// The bits, zero-extended from the width of the type.
    Imm(u64),
}

/// The registers that hold a scalar.
#[inline(never)]
pub(super) fn width(scalar: Scalar) -> Width {
    match scalar {
        Scalar::Bool => Width::Pred,
        Scalar::I8 | Scalar::I16 | Scalar::I32 => Width::B32,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::F32 => Width::B32,
        Scalar::E4M3 | Scalar::E5M2 => Width::B32,
        Scalar::F16 | Scalar::BF16 => Width::B16,
        Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize | Scalar::F64 => Width::B64,
    }
}

/// The type that instructions compute in: `s32`, `u64`, `f32`. 16-bit floats compute in `f32`.
pub(super) fn kind(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "pred",
        Scalar::I8 | Scalar::I16 | Scalar::I32 => "s32",
        Scalar::U8 | Scalar::U16 | Scalar::U32 => "u32",
        Scalar::I64 | Scalar::Isize => "s64",
        Scalar::U64 | Scalar::Usize => "u64",
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::E4M3 | Scalar::E5M2 => "f32",
        Scalar::F64 => "f64",
    }
}

/// The type of a scalar in memory, as loads and stores say it: what is narrower than its register says how it is
/// extended.
pub(super) fn in_memory(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => "u8",
        Scalar::I8 => "s8",
        Scalar::I16 => "s16",
        Scalar::U16 => "u16",
        Scalar::F16 | Scalar::BF16 => "b16",
        Scalar::I32 | Scalar::U32 | Scalar::F32 => "b32",
        Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize | Scalar::F64 => "b64",
    }
}

/// Whether an integer is narrower than the register that holds it.
pub(super) fn is_narrow(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::U8 | Scalar::U16)
}

impl Val {
    pub(super) fn register(self) -> Option<Reg> {
        match self {
            Val::Reg(register) => Some(register),
            Val::Imm(_) => None,
        }
    }

    /// As an operand of an instruction on this type.
    #[inline(never)]
    pub(super) fn text(self, scalar: Scalar) -> String {
        match self {
            Val::Reg(register) => register.to_string(),
            Val::Imm(bits) => match scalar {
                Scalar::F32 => format!("0f{bits:08X}"),
                Scalar::F64 => format!("0d{bits:016X}"),
                Scalar::F16 | Scalar::BF16 => format!("0x{bits:04X}"),
                // The least value has no literal of its own.
                Scalar::I64 | Scalar::Isize if bits == 1 << 63 => "0x8000000000000000".to_owned(),
                _ => scalar.number(bits).to_string(),
            },
        }
    }
}
