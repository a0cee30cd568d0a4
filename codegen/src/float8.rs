//! The 8-bit floats, `f8e4m3` and `f8e5m2`, by the numbers of their bits of exponent and fraction.
//!
//! What is rounded to them is rounded to nearest, ties to even, and what is beyond the largest value, infinities
//! included, becomes that value: they saturate, as GPUs convert. A NaN becomes `0x7f`. Arithmetic computes in `f32`
//! and rounds once, which gives the correctly rounded result of every basic operation.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use crate::float16::{f16_value, round_to_odd};

/// What tells one of the formats from the other.
pub(crate) struct Format {
    /// Bits of fraction.
    fraction: u32,
    /// The exponent's value that stands for 0.
    bias: u32,
    /// The largest value's bits.
    pub(crate) most: u8,
    /// The largest value.
    pub(crate) limit: f32,
}

pub(crate) const E4M3: Format = Format { fraction: 3, bias: 7, most: 0x7e, limit: 448.0 };
pub(crate) const E5M2: Format = Format { fraction: 2, bias: 15, most: 0x7b, limit: 57344.0 };

/// What a NaN becomes in either format.
const NAN: u8 = 0x7f;

impl Format {
    /// How many bits of fraction an `f32` has more.
    pub(crate) const fn lost(&self) -> u32 {
        23 - self.fraction
    }

    /// How much more an `f32` adds to exponents.
    pub(crate) const fn rebias(&self) -> u32 {
        127 - self.bias
    }

    /// A number whose last place is the smallest subnormal: what is added to it is rounded to a multiple of that.
    pub(crate) const fn unit(&self) -> f32 {
        f32::from_bits((self.rebias() + 1 + self.lost()) << 23)
    }

    const fn bits(&self, value: f32) -> u8 {
        let bits = value.to_bits();
        let (sign, magnitude) = ((bits >> 24) as u8 & 0x80, bits & 0x7fff_ffff);
        if magnitude > 0x7f80_0000 {
            return NAN;
        }
        if magnitude > self.limit.to_bits() {
            return sign | self.most;
        }
        let (lost, rebias) = (self.lost(), self.rebias());
        if magnitude < (rebias + 1) << 23 {
            return sign | (f32::from_bits(magnitude) + self.unit()).to_bits() as u8;
        }
        let rounded = magnitude + (1 << (lost - 1)) - 1 + (magnitude >> lost & 1);
        sign | ((rounded - (rebias << 23)) >> lost) as u8
    }
}

/// The nearest `f8e4m3`'s bits.
pub const fn e4m3_bits(value: f32) -> u8 {
    E4M3.bits(value)
}

/// The value of an `f8e4m3`'s bits, exactly.
pub const fn e4m3_value(bits: u8) -> f32 {
    let (sign, magnitude) = ((bits as u32 & 0x80) << 24, bits as u32 & 0x7f);
    let value = match magnitude {
        0..8 => (magnitude as f32 * (1.0 / 512.0)).to_bits(),
        0x7f => 0x7fc0_0000,
        _ => (magnitude << 20) + 0x3c00_0000,
    };
    f32::from_bits(sign | value)
}

/// The nearest `f8e5m2`'s bits.
pub const fn e5m2_bits(value: f32) -> u8 {
    E5M2.bits(value)
}

/// The value of an `f8e5m2`'s bits, exactly: they are the upper half of an `f16`'s.
pub const fn e5m2_value(bits: u8) -> f32 {
    f16_value((bits as u16) << 8)
}

macro_rules! float8 {
    ($(#[$doc:meta])* $name:ident, $to:ident, $from:ident, $max:literal, $min_positive:literal, $epsilon:literal, $one:literal) => {
        $(#[$doc])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Default)]
        #[repr(transparent)]
        pub struct $name(u8);

        impl $name {
            /// Zero.
            pub const ZERO: Self = $name(0);
            /// One.
            pub const ONE: Self = $name($one);
            /// The largest finite value.
            pub const MAX: Self = $name($max);
            /// The smallest finite value.
            pub const MIN: Self = $name($max | 0x80);
            /// The smallest positive normal value.
            pub const MIN_POSITIVE: Self = $name($min_positive);
            /// The distance from 1 to the next larger value.
            pub const EPSILON: Self = $name($epsilon);
            /// Not a number.
            pub const NAN: Self = $name(NAN);

            /// The value with these bits.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                $name(bits)
            }

            /// The value's bits.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0
            }

            /// The nearest value: the largest one, with the sign, for what is beyond it.
            #[inline]
            pub const fn from_f32(value: f32) -> Self {
                $name($from(value))
            }

            /// The nearest value: the largest one, with the sign, for what is beyond it.
            #[inline]
            pub fn from_f64(value: f64) -> Self {
                $name($from(round_to_odd(value)))
            }

            /// The same value.
            #[inline]
            pub const fn to_f32(self) -> f32 {
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
                self.to_f32().is_nan()
            }

            /// Whether this is neither infinite nor NaN.
            #[inline]
            pub fn is_finite(self) -> bool {
                self.to_f32().is_finite()
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
                $name::from_f32(-self.to_f32())
            }
        }

        as_wide! { $name }
    };
}

float8! {
    /// A float of 8 bits with 4 of exponent and 3 of fraction: up to 448, without infinities.
    ///
    /// What is rounded to it is rounded to nearest, ties to even, and what is beyond the largest value becomes that
    /// value. Arithmetic computes in `f32` and rounds the result.
    f8e4m3, e4m3_value, e4m3_bits, 0x7e, 0x08, 0x20, 0x38
}

float8! {
    /// A float of 8 bits with 5 of exponent and 2 of fraction: up to 57344, and infinities.
    ///
    /// What is rounded to it is rounded to nearest, ties to even, and what is beyond the largest value, infinities
    /// included, becomes that value. Arithmetic computes in `f32` and rounds the result.
    f8e5m2, e5m2_value, e5m2_bits, 0x7b, 0x04, 0x34, 0x3c
}

impl f8e5m2 {
    /// Infinity. Nothing is rounded to it.
    pub const INFINITY: Self = f8e5m2(0x7c);
    /// Minus infinity.
    pub const NEG_INFINITY: Self = f8e5m2(0xfc);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of the bits, by the definition of a float of these widths: exponent, fraction and bias as numbers.
    fn defined(bits: u8, fraction_bits: u32, bias: i32) -> f64 {
        let sign = if bits & 0x80 == 0 { 1.0 } else { -1.0 };
        let exponent = i32::from(bits & 0x7f) >> fraction_bits;
        let fraction = f64::from(bits & ((1 << fraction_bits) - 1)) / f64::from(1 << fraction_bits);
        let magnitude = match exponent {
            0 => fraction * f64::powi(2.0, 1 - bias),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            15 if fraction_bits == 3 && fraction == 0.875 => f64::NAN,
            _ => (1.0 + fraction) * f64::powi(2.0, exponent - bias),
        };
        sign * magnitude
    }

    #[test]
    fn every_value_is_what_the_format_says() {
        for bits in 0..=u8::MAX {
            for (found, expected) in [
                (f8e4m3::from_bits(bits).to_f64(), defined(bits, 3, 7)),
                (f8e5m2::from_bits(bits).to_f64(), defined(bits, 2, 15)),
            ] {
                let same = found == expected && found.is_sign_negative() == expected.is_sign_negative();
                assert!(same || found.is_nan() && expected.is_nan(), "{bits:#x}: {found} for {expected}");
            }
            if !f8e4m3::from_bits(bits).is_nan() {
                assert_eq!(f8e4m3::from_f32(f8e4m3::from_bits(bits).to_f32()).to_bits(), bits);
            }
            if f8e5m2::from_bits(bits).is_finite() {
                assert_eq!(f8e5m2::from_f32(f8e5m2::from_bits(bits).to_f32()).to_bits(), bits);
            }
        }
        assert_eq!(
            (f8e4m3::MAX.to_f32(), f8e4m3::MIN_POSITIVE.to_f32(), f8e4m3::EPSILON.to_f32()),
            (448.0, 0.015_625, 0.125)
        );
        assert_eq!(
            (f8e5m2::MAX.to_f32(), f8e5m2::EPSILON.to_f32(), f8e5m2::ONE.to_f32()),
            (57344.0, 0.25, 1.0)
        );
        assert_eq!((f8e5m2::MIN_POSITIVE.to_f64(), f8e4m3::ONE.to_f32()), (f64::powi(2.0, -14), 1.0));
    }

    /// The nearest of all finite values, of two equally near ones that of the even fraction, found by looking at each.
    fn nearest(value: f64, of: &dyn Fn(u8) -> f64) -> u8 {
        let finite = |bits: &u8| of(*bits).is_finite();
        let far = |bits: u8| (of(bits) - value.abs()).abs();
        let best =
            (0..0x80u8).filter(finite).min_by(|a, b| far(*a).total_cmp(&far(*b)).then((a & 1).cmp(&(b & 1))));
        best.unwrap_or(0) | if value.is_sign_negative() { 0x80 } else { 0 }
    }

    #[test]
    fn rounding_finds_the_nearest_value() {
        let of_e4m3 = |bits: u8| defined(bits, 3, 7);
        let of_e5m2 = |bits: u8| defined(bits, 2, 15);
        // Each value, each tie, and what lies next to both.
        for of in [&of_e4m3 as &dyn Fn(u8) -> f64, &of_e5m2] {
            for bits in 0..0x7f {
                let tie = f64::midpoint(of(bits), of(bits + 1));
                for exact in [of(bits), tie].into_iter().filter(|exact| exact.is_finite()) {
                    let near = exact as f32;
                    for value in [near, near.next_up(), near.next_down()].into_iter().flat_map(|x| [x, -x]) {
                        assert_eq!(e4m3_bits(value), nearest(value.into(), &of_e4m3), "{value:e}");
                        assert_eq!(e5m2_bits(value), nearest(value.into(), &of_e5m2), "{value:e}");
                    }
                    // So near the tie that an `f32` does not tell.
                    let beside = exact * (1.0 + f64::EPSILON);
                    assert_eq!(f8e4m3::from_f64(beside).to_bits(), nearest(beside, &of_e4m3), "{beside:e}");
                    assert_eq!(f8e5m2::from_f64(beside).to_bits(), nearest(beside, &of_e5m2), "{beside:e}");
                }
            }
        }
        for value in [f32::INFINITY, f32::MAX, 1e6] {
            assert_eq!([e4m3_bits(value), e4m3_bits(-value)], [0x7e, 0xfe]);
            assert_eq!([e5m2_bits(value), e5m2_bits(-value)], [0x7b, 0xfb]);
        }
        assert_eq!([e4m3_bits(f32::NAN), e4m3_bits(-f32::NAN), e5m2_bits(f32::NAN)], [NAN; 3]);
        assert_eq!([e4m3_bits(-0.0), e5m2_bits(-1e-30), e4m3_bits(f32::MIN_POSITIVE)], [0x80, 0x80, 0]);
    }

    #[test]
    fn arithmetic_rounds_once() {
        let of = |x: f32| f8e4m3::from_f32(x);
        assert_eq!(
            [of(17.0) + of(1.0), of(3.0) * of(0.1), -of(2.0), of(400.0) + of(400.0)].map(f8e4m3::to_f32),
            [16.0, 0.3125, -2.0, 448.0]
        );
        assert!(of(1.0) < of(1.125) && of(f32::NAN) != of(f32::NAN));
        assert_eq!(format!("{} {:?}", of(1.5), f8e5m2::from_f32(-2.0)), "1.5 -2.0");
    }
}
