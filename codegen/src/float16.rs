//! The 16-bit floats, `f16` (IEEE binary16) and `bf16` (the upper half of an `f32`).
//!
//! They are Kiln's own, so that nothing has to be built for them; with the feature `half` they *are* the crate
//! `half`'s, of whose interface these have a part. Arithmetic computes in `f32` and rounds once, to nearest with
//! ties to even, which gives the correctly rounded result of every basic operation and of the square root.

#[cfg(feature = "half")]
pub use ::half::{bf16, f16};

#[cfg(not(feature = "half"))]
pub use own::{bf16, f16};

/// The nearest `f16`'s bits.
#[inline]
pub const fn f16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude > 0x7f80_0000 {
        // A NaN stays one, quiet, with the upper bits of its payload.
        return sign | 0x7e00 | (magnitude >> 13) as u16 & 0x03ff;
    }
    if magnitude >= 0x477f_f000 {
        // From 65520, half a step above the largest value, on.
        return sign | 0x7c00;
    }
    if magnitude >= 0x3880_0000 {
        let rounded = magnitude + 0x0fff + (magnitude >> 13 & 1);
        return sign | ((rounded - 0x3800_0000) >> 13) as u16;
    }
    if magnitude <= 0x3300_0000 {
        // Up to half of the smallest subnormal, whose tie goes to zero.
        return sign;
    }
    // Subnormal: the significand counts in units of 2⁻²⁴.
    let significand = magnitude & 0x007f_ffff | 0x0080_0000;
    let shift = 126 - (magnitude >> 23);
    let (quotient, rest, tie) = (significand >> shift, significand & ((1 << shift) - 1), 1 << (shift - 1));
    let up = rest > tie || rest == tie && quotient & 1 == 1;
    sign | (quotient + up as u32) as u16
}

/// The value of an `f16`'s bits, exactly.
#[inline]
pub const fn f16_value(bits: u16) -> f32 {
    let sign = (bits as u32 & 0x8000) << 16;
    let (exponent, fraction) = (bits >> 10 & 0x1f, bits as u32 & 0x03ff);
    let magnitude = match exponent {
        0 => (fraction as f32 * (1.0 / 16_777_216.0)).to_bits(),
        0x1f if fraction == 0 => 0x7f80_0000,
        0x1f => 0x7fc0_0000 | fraction << 13,
        _ => ((bits as u32 & 0x7fff) << 13) + 0x3800_0000,
    };
    f32::from_bits(sign | magnitude)
}

/// The nearest `bf16`'s bits.
#[inline]
pub const fn bf16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        return (bits >> 16) as u16 | 0x0040;
    }
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// An `f64` as an `f32` that rounds on to 16 bits as the `f64` itself would: toward zero, with the last bit set where
/// something was lost (rounding to odd).
#[inline]
pub fn round_to_odd(value: f64) -> f32 {
    let near = value as f32;
    let back = f64::from(near);
    if back == value || value.is_nan() {
        return near;
    }
    let bits = near.to_bits() - u32::from(back.abs() > value.abs());
    f32::from_bits(bits | 1)
}

#[cfg(not(feature = "half"))]
#[allow(non_camel_case_types)]
mod own {
    use std::cmp::Ordering;
    use std::fmt;
    use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

    use super::{bf16_bits, f16_bits, f16_value, round_to_odd};

    macro_rules! float16 {
        ($(#[$doc:meta])* $name:ident, $to:expr, $from:expr, $max:literal, $min_positive:literal, $epsilon:literal, $one:literal, $infinity:literal, $nan:literal) => {
            $(#[$doc])*
            #[derive(Clone, Copy, Default)]
            #[repr(transparent)]
            pub struct $name(u16);

            impl $name {
                /// Zero.
                pub const ZERO: Self = $name(0);
                /// One.
                pub const ONE: Self = $name($one);
                /// The largest finite value.
                pub const MAX: Self = $name($max);
                /// The smallest finite value.
                pub const MIN: Self = $name($max | 0x8000);
                /// The smallest positive normal value.
                pub const MIN_POSITIVE: Self = $name($min_positive);
                /// The distance from 1 to the next larger value.
                pub const EPSILON: Self = $name($epsilon);
                /// Infinity.
                pub const INFINITY: Self = $name($infinity);
                /// Minus infinity.
                pub const NEG_INFINITY: Self = $name($infinity | 0x8000);
                /// Not a number.
                pub const NAN: Self = $name($nan);

                /// The value with these bits.
                #[inline]
                pub const fn from_bits(bits: u16) -> Self {
                    $name(bits)
                }

                /// The value's bits.
                #[inline]
                pub const fn to_bits(self) -> u16 {
                    self.0
                }

                /// The nearest value.
                #[inline]
                pub fn from_f32(value: f32) -> Self {
                    $name($from(value))
                }

                /// The nearest value.
                #[inline]
                pub fn from_f64(value: f64) -> Self {
                    $name($from(round_to_odd(value)))
                }

                /// The same value.
                #[inline]
                pub fn to_f32(self) -> f32 {
                    $to(self.0)
                }

                /// The same value.
                #[inline]
                pub fn to_f64(self) -> f64 {
                    f64::from(self.to_f32())
                }

                /// Whether this is not a number.
                #[inline]
                pub fn is_nan(self) -> bool {
                    self.0 & 0x7fff > $infinity
                }

                /// Whether this is neither infinite nor NaN.
                #[inline]
                pub fn is_finite(self) -> bool {
                    self.0 & 0x7fff < $infinity
                }

                /// Whether this is infinite.
                #[inline]
                pub fn is_infinite(self) -> bool {
                    self.0 & 0x7fff == $infinity
                }

                /// Whether this is neither zero, infinite, subnormal nor NaN.
                #[inline]
                pub fn is_normal(self) -> bool {
                    self.is_finite() && self.0 & 0x7fff >= $min_positive
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Debug::fmt(&self.to_f32(), f)
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Display::fmt(&self.to_f32(), f)
                }
            }

            impl PartialEq for $name {
                #[inline]
                fn eq(&self, other: &Self) -> bool {
                    self.to_f32() == other.to_f32()
                }
            }

            impl PartialOrd for $name {
                #[inline]
                fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                    self.to_f32().partial_cmp(&other.to_f32())
                }
            }

            impl Neg for $name {
                type Output = Self;

                #[inline]
                fn neg(self) -> Self {
                    $name(self.0 ^ 0x8000)
                }
            }

            as_wide! { $name }
        };
    }

    float16! {
        /// IEEE binary16: 5 bits of exponent, 11 of precision.
        f16, f16_value, f16_bits, 0x7bff, 0x0400, 0x1400, 0x3c00, 0x7c00, 0x7e00
    }

    float16! {
        /// The upper half of an `f32`: its range, with 8 bits of precision.
        bf16, |bits: u16| f32::from_bits(u32::from(bits) << 16), bf16_bits, 0x7f7f, 0x0080, 0x3c00, 0x3f80, 0x7f80, 0x7fc0
    }
}

#[cfg(all(test, not(feature = "half")))]
mod tests {
    use super::*;

    /// Every 16-bit value, against the crate `half`.
    #[test]
    fn every_value_is_what_half_says() {
        for bits in 0..=u16::MAX {
            let (mine, theirs) = (f16::from_bits(bits), ::half::f16::from_bits(bits));
            assert_eq!(mine.to_f32().to_bits(), theirs.to_f32().to_bits(), "{bits:#x}");
            assert_eq!((mine.is_nan(), mine.is_normal()), (theirs.is_nan(), theirs.is_normal()), "{bits:#x}");
            let (mine, theirs) = (bf16::from_bits(bits), ::half::bf16::from_bits(bits));
            assert!(mine.is_nan() || mine.to_f32().to_bits() == theirs.to_f32().to_bits(), "{bits:#x}");
            assert_eq!((mine.is_nan(), mine.is_normal()), (theirs.is_nan(), theirs.is_normal()), "{bits:#x}");
        }
        for (mine, theirs) in [
            (f16::MAX, ::half::f16::MAX),
            (f16::MIN_POSITIVE, ::half::f16::MIN_POSITIVE),
            (f16::EPSILON, ::half::f16::EPSILON),
            (f16::ONE, ::half::f16::ONE),
            (f16::NEG_INFINITY, ::half::f16::NEG_INFINITY),
        ] {
            assert_eq!(mine.to_bits(), theirs.to_bits());
        }
        for (mine, theirs) in [
            (bf16::MAX, ::half::bf16::MAX),
            (bf16::MIN_POSITIVE, ::half::bf16::MIN_POSITIVE),
            (bf16::EPSILON, ::half::bf16::EPSILON),
            (bf16::ONE, ::half::bf16::ONE),
            (bf16::NEG_INFINITY, ::half::bf16::NEG_INFINITY),
        ] {
            assert_eq!(mine.to_bits(), theirs.to_bits());
        }
    }

    /// Rounding, over every exponent and the neighborhood of every tie.
    #[test]
    fn rounding_is_what_half_says() {
        let mut bits = 0u32;
        loop {
            for near in [bits.wrapping_sub(1), bits, bits.wrapping_add(1)] {
                let value = f32::from_bits(near);
                assert_eq!(f16_bits(value), ::half::f16::from_f32(value).to_bits(), "{near:#x}");
                assert_eq!(bf16_bits(value), ::half::bf16::from_f32(value).to_bits(), "{near:#x}");
            }
            // Odd multiples of 2¹² hold the ties of both, with some bits below them.
            let (next, over) = bits.overflowing_add(0x800);
            if over {
                break;
            }
            bits = next;
        }
    }

    #[test]
    fn doubles_are_rounded_once() {
        // One and a tie, and a little more than the tie that an f32 cannot hold.
        let tie = 1.0 + f64::powi(2.0, -11);
        assert_eq!(f16::from_f64(tie).to_bits(), 0x3c00);
        assert_eq!(f16::from_f64(tie + f64::powi(2.0, -40)).to_bits(), 0x3c01);
        assert_eq!(f16::from_f64(-tie - f64::powi(2.0, -40)).to_bits(), 0xbc01);
        let tie = 1.0 + f64::powi(2.0, -8);
        assert_eq!(bf16::from_f64(tie).to_bits(), 0x3f80);
        assert_eq!(bf16::from_f64(tie + f64::powi(2.0, -40)).to_bits(), 0x3f81);
        for (value, f16_expected, bf16_expected) in [
            (1e300, 0x7c00, 0x7f80),
            (-1e300, 0xfc00, 0xff80),
            (1e-300, 0, 0),
            (-1e-300, 0x8000, 0x8000),
            (65519.99, 0x7bff, 0x4780),
        ] {
            assert_eq!(f16::from_f64(value).to_bits(), f16_expected, "{value}");
            assert_eq!(bf16::from_f64(value).to_bits(), bf16_expected, "{value}");
        }
        assert!(f16::from_f64(f64::NAN).is_nan() && bf16::from_f64(f64::NAN).is_nan());
    }
}
