//! From wide numbers to 16-bit floats, rounded once.
//!
//! The `half` crate drops the lower half of an `f64` before it rounds, so a value just above the middle between two
//! 16-bit floats rounds as if it lay on it. Rounding to `f32` first, and to nearest, would round twice. Rounding to odd
//! first does neither: `f16::from_f32(to_odd(x))` is the `f16` nearest to `x`.

/// `value` as `f32`; where that is not exact, the one of its two neighbours whose last bit is set, so that a later
/// rounding to fewer bits falls as if from `value` itself.
pub fn to_odd(value: f64) -> f32 {
    let near = value as f32;
    let back = f64::from(near);
    if back == value || value.is_nan() || near.to_bits() & 1 == 1 {
        return near;
    }
    let away = back.abs() > value.abs();
    f32::from_bits(if away { near.to_bits() - 1 } else { near.to_bits() + 1 })
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::*;

    #[test]
    fn values_beside_the_middle_are_told_from_it() {
        let middle = f64::from_bits(0x3ff0_1000_0000_0000); // 1 + 2^-8: between two neighbours of bf16.
        let above = f64::from_bits(middle.to_bits() + 1);
        assert_eq!(bf16::from_f32(to_odd(middle)).to_bits(), 0x3f80);
        assert_eq!(bf16::from_f32(to_odd(above)).to_bits(), 0x3f81);
        assert_eq!(bf16::from_f32(to_odd(-above)).to_bits(), 0xbf81);
        let middle = 1.0 + f64::powi(2.0, -11); // Between two neighbours of f16.
        assert_eq!(f16::from_f32(to_odd(middle)).to_bits(), 0x3c00);
        assert_eq!(f16::from_f32(to_odd(middle + f64::EPSILON)).to_bits(), 0x3c01);
    }

    #[test]
    fn the_ends_are_kept() {
        assert!(to_odd(f64::NAN).is_nan());
        assert_eq!(to_odd(f64::NEG_INFINITY), f32::NEG_INFINITY);
        assert_eq!(to_odd(f64::MAX), f32::MAX);
        assert_eq!(to_odd(-0.0).to_bits(), 1 << 31);
        assert_eq!(to_odd(-1e-300).to_bits(), 1 << 31 | 1);
        assert_eq!(bf16::from_f32(to_odd(f64::MAX)), bf16::INFINITY);
    }
}
