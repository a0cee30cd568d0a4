//! Associated constants of the scalars: `u32::MAX`, `f32::EPSILON`, `T::ZERO`.
//!
//! Values are std's (and, for the 16-bit floats, the `half` crate's); `ZERO` and `ONE` are those of Kiln's number
//! traits.

use super::Bits;
use crate::float8::{f8e4m3, f8e5m2};
use crate::float16::{bf16, f16};
use crate::ir::Scalar;

/// The type and bits of `scalar::name`; `None` where Rust has no such constant.
pub fn constant(name: &str, scalar: Scalar) -> Option<(Scalar, Bits)> {
    match scalar {
        // What a tile of zeros holds.
        Scalar::Bool => (name == "ZERO").then_some((scalar, 0)),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => int(name, scalar),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => int(name, scalar),
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => {
            float(name, scalar).map(|bits| (scalar, bits))
        }
        Scalar::E4M3 | Scalar::E5M2 => float8(name, scalar).map(|bits| (scalar, bits)),
    }
}

fn float8(name: &str, scalar: Scalar) -> Option<Bits> {
    let both = match name {
        "ZERO" => [0, 0],
        "ONE" => [f8e4m3::ONE.to_bits(), f8e5m2::ONE.to_bits()],
        "MAX" => [f8e4m3::MAX.to_bits(), f8e5m2::MAX.to_bits()],
        "MIN" => [f8e4m3::MIN.to_bits(), f8e5m2::MIN.to_bits()],
        "MIN_POSITIVE" => [f8e4m3::MIN_POSITIVE.to_bits(), f8e5m2::MIN_POSITIVE.to_bits()],
        "EPSILON" => [f8e4m3::EPSILON.to_bits(), f8e5m2::EPSILON.to_bits()],
        "INFINITY" if scalar == Scalar::E5M2 => [f8e5m2::INFINITY.to_bits(); 2],
        "NEG_INFINITY" if scalar == Scalar::E5M2 => [f8e5m2::NEG_INFINITY.to_bits(); 2],
        "NAN" => [f8e4m3::NAN.to_bits(), f8e5m2::NAN.to_bits()],
        _ => return None,
    };
    Some(Bits::from(both[usize::from(scalar == Scalar::E5M2)]))
}

fn int(name: &str, scalar: Scalar) -> Option<(Scalar, Bits)> {
    let ones = Bits::MAX >> (64 - scalar.bits());
    let signed = scalar.is_signed_int();
    let bits = match name {
        "MAX" if signed => ones >> 1,
        "MAX" => ones,
        "MIN" if signed => ones ^ (ones >> 1),
        "MIN" | "ZERO" => 0,
        "ONE" => 1,
        "BITS" => return Some((Scalar::U32, Bits::from(scalar.bits()))),
        _ => return None,
    };
    Some((scalar, bits))
}

fn float(name: &str, scalar: Scalar) -> Option<Bits> {
    /// The constants by name, each spelt out for the four types.
    macro_rules! table {
        ($($text:literal => $of16:expr, $ofb:expr, $of32:expr, $of64:expr;)*) => {
            match name {
                $($text => match scalar {
                    Scalar::F16 => Bits::from($of16.to_bits()),
                    Scalar::BF16 => Bits::from($ofb.to_bits()),
                    Scalar::F32 => Bits::from(f32::to_bits($of32)),
                    Scalar::F64 => f64::to_bits($of64),
                    Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => return None,
                    Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => return None,
                    Scalar::E4M3 | Scalar::E5M2 => return None,
                },)*
                _ => return None,
            }
        };
    }
    Some(table! {
        "MAX" => f16::MAX, bf16::MAX, f32::MAX, f64::MAX;
        "MIN" => f16::MIN, bf16::MIN, f32::MIN, f64::MIN;
        "EPSILON" => f16::EPSILON, bf16::EPSILON, f32::EPSILON, f64::EPSILON;
        "INFINITY" => f16::INFINITY, bf16::INFINITY, f32::INFINITY, f64::INFINITY;
        "NEG_INFINITY" => f16::NEG_INFINITY, bf16::NEG_INFINITY, f32::NEG_INFINITY, f64::NEG_INFINITY;
        "NAN" => f16::NAN, bf16::NAN, f32::NAN, f64::NAN;
        "MIN_POSITIVE" => f16::MIN_POSITIVE, bf16::MIN_POSITIVE, f32::MIN_POSITIVE, f64::MIN_POSITIVE;
        "ZERO" => f16::ZERO, bf16::ZERO, 0.0, 0.0;
        "ONE" => f16::ONE, bf16::ONE, 1.0, 1.0;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_stds() {
        assert_eq!(constant("MAX", Scalar::U32), Some((Scalar::U32, u64::from(u32::MAX))));
        assert_eq!(constant("MIN", Scalar::I8), Some((Scalar::I8, 0x80)));
        assert_eq!(constant("MIN", Scalar::I64), Some((Scalar::I64, i64::MIN as u64)));
        assert_eq!(constant("MAX", Scalar::Isize), Some((Scalar::Isize, i64::MAX as u64)));
        assert_eq!(constant("BITS", Scalar::U16), Some((Scalar::U32, 16)));
        assert_eq!(constant("EPSILON", Scalar::F32), Some((Scalar::F32, u64::from(f32::EPSILON.to_bits()))));
        assert_eq!(constant("ONE", Scalar::BF16), Some((Scalar::BF16, 0x3f80)));
        assert_eq!(constant("EPSILON", Scalar::I32), None);
        assert_eq!(constant("MAX", Scalar::Bool), None);
    }
}
