//! The bounds of generic kernels: [`Num`], [`Int`] and [`Float`].

use std::fmt::Debug;
use std::ops::{
    Add, AddAssign, BitAnd, BitOr, BitXor, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, Shl, Shr, Sub,
    SubAssign,
};

use crate::{bf16, f8e4m3, f8e5m2, f16};
use kiln_runtime::__private::{math, round_to_odd};

use crate::ScalarType;
use crate::dev::SharedElement;

/// A number: an integer or a float, those of 8 bits included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that kernels know",
    label = "not an integer or float"
)]
pub trait Num:
    ScalarType
    + Bounded
    + SharedElement
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;

    /// `value as Self`.
    fn from_f32(value: f32) -> Self;
    /// `value as Self`.
    fn from_f64(value: f64) -> Self;
    /// `value as Self`.
    fn from_i32(value: i32) -> Self;
    /// `value as Self`.
    fn from_u32(value: u32) -> Self;
    /// `value as Self`.
    fn from_usize(value: usize) -> Self;
    /// `self as f32`.
    fn to_f32(self) -> f32;
    /// `self as f64`.
    fn to_f64(self) -> f64;
}

/// The ends of a number's type, infinities among them: what nothing is below or above.
pub trait Bounded {
    #[doc(hidden)]
    const LEAST: Self;
    #[doc(hidden)]
    const GREATEST: Self;
}

/// An integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer that kernels know",
    label = "not an integer"
)]
pub trait Int:
    Num
    + Ord
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The greatest value.
    const MAX: Self;
    /// The least value.
    const MIN: Self;
    /// How many bits the type has.
    const BITS: u32;

    /// How many bits are one.
    fn count_ones(self) -> u32;
    /// How many bits are zero before the first one.
    fn leading_zeros(self) -> u32;
    /// How many bits are zero after the last one.
    fn trailing_zeros(self) -> u32;
    /// How many bits are zero.
    fn count_zeros(self) -> u32;
    /// How many bits are one before the first zero.
    fn leading_ones(self) -> u32;
    /// How many bits are one after the last zero.
    fn trailing_ones(self) -> u32;
    /// The bytes in reverse order.
    #[must_use]
    fn swap_bytes(self) -> Self;
    /// The bits in reverse order.
    #[must_use]
    fn reverse_bits(self) -> Self;
    /// The negation, modulo the type's range.
    #[must_use]
    fn wrapping_neg(self) -> Self;
    /// The bits moved up by `amount`, those that leave coming in below.
    #[must_use]
    fn rotate_left(self, amount: u32) -> Self;
    /// The bits moved down by `amount`, those that leave coming in above.
    #[must_use]
    fn rotate_right(self, amount: u32) -> Self;
    /// Shifted left by `amount` modulo the width.
    #[must_use]
    fn wrapping_shl(self, amount: u32) -> Self;
    /// Shifted right by `amount` modulo the width.
    #[must_use]
    fn wrapping_shr(self, amount: u32) -> Self;
    /// The power; wraps in kernels.
    #[must_use]
    fn pow(self, exponent: u32) -> Self;
    /// The power, modulo the type's range.
    #[must_use]
    fn wrapping_pow(self, exponent: u32) -> Self;
    /// The sum, modulo the type's range.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// The difference, modulo the type's range.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// The product, modulo the type's range.
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;
    /// The upper half of the product, which has twice as many bits: `mulhi` in CUDA. With `wrapping_mul`, which is the
    /// lower half, it is the whole product.
    #[must_use]
    #[doc(alias = "mulhi")]
    #[doc(alias = "umulhi")]
    fn mul_hi(self, other: Self) -> Self;
    /// The sum, or the type's end that it is beyond.
    #[must_use]
    fn saturating_add(self, other: Self) -> Self;
    /// The difference, or the type's end that it is beyond.
    #[must_use]
    fn saturating_sub(self, other: Self) -> Self;
    /// The product, or the type's end that it is beyond.
    #[must_use]
    fn saturating_mul(self, other: Self) -> Self;
    /// The quotient of Euclidean division.
    #[must_use]
    fn div_euclid(self, other: Self) -> Self;
    /// The remainder of Euclidean division, never negative.
    #[must_use]
    fn rem_euclid(self, other: Self) -> Self;
    /// The mean, rounded toward zero.
    #[must_use]
    fn midpoint(self, other: Self) -> Self;
}

macro_rules! bounded {
    ($($ty:ident: $least:ident $greatest:ident,)*) => {
        $(impl Bounded for $ty {
            const LEAST: Self = $ty::$least;
            const GREATEST: Self = $ty::$greatest;
        })*
    };
}

bounded! {
    i8: MIN MAX, i16: MIN MAX, i32: MIN MAX, i64: MIN MAX, isize: MIN MAX, u8: MIN MAX, u16: MIN MAX, u32: MIN MAX, u64: MIN MAX,
    usize: MIN MAX, f8e4m3: MIN MAX, f8e5m2: NEG_INFINITY INFINITY, f16: NEG_INFINITY INFINITY, bf16: NEG_INFINITY INFINITY, f32: NEG_INFINITY INFINITY, f64: NEG_INFINITY INFINITY,
}

macro_rules! num {
    ($($ty:ty)*) => {
        $(impl Num for $ty {
            const ZERO: Self = 0 as $ty;
            const ONE: Self = 1 as $ty;

            fn from_f32(value: f32) -> Self {
                value as Self
            }
            fn from_f64(value: f64) -> Self {
                value as Self
            }
            fn from_i32(value: i32) -> Self {
                value as Self
            }
            fn from_u32(value: u32) -> Self {
                value as Self
            }
            fn from_usize(value: usize) -> Self {
                value as Self
            }
            fn to_f32(self) -> f32 {
                self as f32
            }
            fn to_f64(self) -> f64 {
                self as f64
            }
        })*
    };
}

macro_rules! int {
    ($($ty:ty)*) => {
        $(impl Int for $ty {
            const MAX: Self = <$ty>::MAX;
            const MIN: Self = <$ty>::MIN;
            const BITS: u32 = <$ty>::BITS;

            fn count_ones(self) -> u32 {
                <$ty>::count_ones(self)
            }
            fn leading_zeros(self) -> u32 {
                <$ty>::leading_zeros(self)
            }
            fn trailing_zeros(self) -> u32 {
                <$ty>::trailing_zeros(self)
            }
            fn count_zeros(self) -> u32 {
                <$ty>::count_zeros(self)
            }
            fn leading_ones(self) -> u32 {
                <$ty>::leading_ones(self)
            }
            fn trailing_ones(self) -> u32 {
                <$ty>::trailing_ones(self)
            }
            fn swap_bytes(self) -> Self {
                <$ty>::swap_bytes(self)
            }
            fn reverse_bits(self) -> Self {
                <$ty>::reverse_bits(self)
            }
            fn wrapping_neg(self) -> Self {
                <$ty>::wrapping_neg(self)
            }
            fn rotate_left(self, amount: u32) -> Self {
                <$ty>::rotate_left(self, amount)
            }
            fn rotate_right(self, amount: u32) -> Self {
                <$ty>::rotate_right(self, amount)
            }
            fn wrapping_shl(self, amount: u32) -> Self {
                <$ty>::wrapping_shl(self, amount)
            }
            fn wrapping_shr(self, amount: u32) -> Self {
                <$ty>::wrapping_shr(self, amount)
            }
            fn pow(self, amount: u32) -> Self {
                <$ty>::pow(self, amount)
            }
            fn wrapping_pow(self, amount: u32) -> Self {
                <$ty>::wrapping_pow(self, amount)
            }
            fn wrapping_add(self, other: Self) -> Self {
                <$ty>::wrapping_add(self, other)
            }
            fn wrapping_sub(self, other: Self) -> Self {
                <$ty>::wrapping_sub(self, other)
            }
            fn wrapping_mul(self, other: Self) -> Self {
                <$ty>::wrapping_mul(self, other)
            }
            fn mul_hi(self, other: Self) -> Self {
                ((self as i128).wrapping_mul(other as i128) >> <$ty>::BITS) as $ty
            }
            fn saturating_add(self, other: Self) -> Self {
                <$ty>::saturating_add(self, other)
            }
            fn saturating_sub(self, other: Self) -> Self {
                <$ty>::saturating_sub(self, other)
            }
            fn saturating_mul(self, other: Self) -> Self {
                <$ty>::saturating_mul(self, other)
            }
            fn div_euclid(self, other: Self) -> Self {
                <$ty>::div_euclid(self, other)
            }
            fn rem_euclid(self, other: Self) -> Self {
                <$ty>::rem_euclid(self, other)
            }
            fn midpoint(self, other: Self) -> Self {
                <$ty>::midpoint(self, other)
            }
        })*
    };
}

num! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 }
int! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

// The `half` crate's own `from_f64` does not look at all bits of what it rounds; kernels do.
macro_rules! num_half {
    ($($ty:ident)*) => {
        $(impl Num for $ty {
            const ZERO: Self = $ty::ZERO;
            const ONE: Self = $ty::ONE;

            fn from_f32(value: f32) -> Self {
                $ty::from_f32(value)
            }
            fn from_f64(value: f64) -> Self {
                $ty::from_f32(round_to_odd(value))
            }
            fn from_i32(value: i32) -> Self {
                $ty::from_f32(round_to_odd(f64::from(value)))
            }
            fn from_u32(value: u32) -> Self {
                $ty::from_f32(round_to_odd(f64::from(value)))
            }
            fn from_usize(value: usize) -> Self {
                $ty::from_f32(round_to_odd(value as f64))
            }
            fn to_f32(self) -> f32 {
                self.to_f32()
            }
            fn to_f64(self) -> f64 {
                self.to_f64()
            }
        })*
    };
}

num_half! { f8e4m3 f8e5m2 f16 bf16 }

macro_rules! float {
    (
        unary { $($(#[doc = $udoc:literal])* $unary:ident)* }
        binary { $($(#[doc = $bdoc:literal])* $binary:ident)* }
        tests { $($(#[doc = $tdoc:literal])* $test:ident)* }
    ) => {
        /// A float: `f16`, `bf16`, `f32` or `f64`, with the methods of std's floats. The 16-bit types compute in
        /// `f32` and round the result.
        #[diagnostic::on_unimplemented(message = "`{Self}` is not a float that kernels know", label = "not a float")]
        pub trait Float: Num + Neg<Output = Self> {
            /// The largest finite value.
            const MAX: Self;
            /// The smallest finite value.
            const MIN: Self;
            /// Infinity.
            const INFINITY: Self;
            /// Minus infinity.
            const NEG_INFINITY: Self;
            /// Not a number.
            const NAN: Self;
            /// The distance from 1 to the next larger value.
            const EPSILON: Self;

            $($(#[doc = $udoc])* #[must_use] fn $unary(self) -> Self;)*
            $($(#[doc = $bdoc])* #[must_use] fn $binary(self, other: Self) -> Self;)*
            $($(#[doc = $tdoc])* #[must_use] fn $test(self) -> bool;)*
            /// `self * a + b`, rounded once.
            #[must_use]
            fn mul_add(self, a: Self, b: Self) -> Self;
            /// Limits the value to a range.
            #[must_use]
            fn clamp(self, min: Self, max: Self) -> Self;
            /// The value to a whole power.
            #[must_use]
            fn powi(self, n: i32) -> Self;
            /// `1 / self.sqrt()`.
            #[must_use]
            fn rsqrt(self) -> Self;
            /// The error function, the integral of the normal distribution: `erf(x / sqrt(2))` is the probability
            /// of being less than x standard deviations from the mean. Std has it as an unstable method, so that
            /// rustc warns where the host's own code calls it as one; there, write `Float::erf(x)`.
            #[must_use]
            fn erf(self) -> Self;
            /// `1 - self.erf()`, exact where that is small. As for `erf`, write `Float::erfc(x)` on the host.
            #[must_use]
            fn erfc(self) -> Self;
            /// The sine and the cosine, of radians.
            #[must_use]
            fn sin_cos(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }
        }

        macro_rules! std_float {
            ($ty:ident $erf:path, $erfc:path) => {
                impl Float for $ty {
                    const MAX: Self = $ty::MAX;
                    const MIN: Self = $ty::MIN;
                    const INFINITY: Self = $ty::INFINITY;
                    const NEG_INFINITY: Self = $ty::NEG_INFINITY;
                    const NAN: Self = $ty::NAN;
                    const EPSILON: Self = $ty::EPSILON;

                    $(fn $unary(self) -> Self { $ty::$unary(self) })*
                    $(fn $binary(self, other: Self) -> Self { $ty::$binary(self, other) })*
                    $(fn $test(self) -> bool { $ty::$test(self) })*
                    fn mul_add(self, a: Self, b: Self) -> Self { $ty::mul_add(self, a, b) }
                    fn clamp(self, min: Self, max: Self) -> Self { $ty::clamp(self, min, max) }
                    fn powi(self, n: i32) -> Self { $ty::powi(self, n) }
                    fn rsqrt(self) -> Self { 1.0 / self.sqrt() }
                    fn erf(self) -> Self { $erf(self) }
                    fn erfc(self) -> Self { $erfc(self) }
                }
            };
        }

        macro_rules! half_float {
            ($ty:ident) => {
                impl Float for $ty {
                    const MAX: Self = $ty::MAX;
                    const MIN: Self = $ty::MIN;
                    const INFINITY: Self = $ty::INFINITY;
                    const NEG_INFINITY: Self = $ty::NEG_INFINITY;
                    const NAN: Self = $ty::NAN;
                    const EPSILON: Self = $ty::EPSILON;

                    $(fn $unary(self) -> Self { $ty::from_f32(self.to_f32().$unary()) })*
                    $(fn $binary(self, other: Self) -> Self { $ty::from_f32(self.to_f32().$binary(other.to_f32())) })*
                    $(fn $test(self) -> bool { self.to_f32().$test() })*
                    fn mul_add(self, a: Self, b: Self) -> Self {
                        $ty::from_f32(self.to_f32().mul_add(a.to_f32(), b.to_f32()))
                    }
                    fn clamp(self, min: Self, max: Self) -> Self {
                        $ty::from_f32(self.to_f32().clamp(min.to_f32(), max.to_f32()))
                    }
                    fn powi(self, n: i32) -> Self { $ty::from_f32(self.to_f32().powi(n)) }
                    fn rsqrt(self) -> Self { $ty::from_f32(1.0 / self.to_f32().sqrt()) }
                    fn erf(self) -> Self { $ty::from_f32(math::error32::erf_f32(self.to_f32())) }
                    fn erfc(self) -> Self { $ty::from_f32(math::error32::erfc_f32(self.to_f32())) }
                }
            };
        }

        std_float!(f32 math::error32::erf_f32, math::error32::erfc_f32);
        std_float!(f64 math::error64::erf_f64, math::error64::erfc_f64);
        half_float!(f16);
        half_float!(bf16);
    };
}

float! {
    unary {
        /// Toward minus infinity, to a whole number.
        floor
        /// Toward plus infinity, to a whole number.
        ceil
        /// To the nearest whole number, halves away from zero.
        round
        /// To the nearest whole number, halves to even.
        round_ties_even
        /// Toward zero, to a whole number.
        trunc
        /// What `trunc` leaves.
        fract
        /// The magnitude.
        abs
        /// 1 or -1 by the sign bit; NaN for NaN.
        signum
        /// The square root.
        sqrt
        /// e to this power.
        exp
        /// 2 to this power.
        exp2
        /// e to this power, less 1, exact near 0.
        exp_m1
        /// The natural logarithm.
        ln
        /// The logarithm to base 2.
        log2
        /// The logarithm to base 10.
        log10
        /// The natural logarithm of 1 more, exact near 0.
        ln_1p
        /// The cube root.
        cbrt
        /// The sine, of radians.
        sin
        /// The cosine, of radians.
        cos
        /// The tangent, of radians.
        tan
        /// The arc sine, in radians.
        asin
        /// The arc cosine, in radians.
        acos
        /// The arc tangent, in radians.
        atan
        /// The hyperbolic sine.
        sinh
        /// The hyperbolic cosine.
        cosh
        /// The hyperbolic tangent.
        tanh
        /// The inverse hyperbolic sine.
        asinh
        /// The inverse hyperbolic cosine.
        acosh
        /// The inverse hyperbolic tangent.
        atanh
        /// 1 over this.
        recip
        /// Radians as degrees.
        to_degrees
        /// Degrees as radians.
        to_radians
    }
    binary {
        /// The smaller; the other one if one is NaN.
        min
        /// The larger; the other one if one is NaN.
        max
        /// This magnitude with the other's sign.
        copysign
        /// This to the power of the other.
        powf
        /// The logarithm to base `other`.
        log
        /// The length of the hypotenuse.
        hypot
        /// The angle of the point (other, self), in radians.
        atan2
        /// The quotient of Euclidean division.
        div_euclid
        /// The remainder of Euclidean division, never negative.
        rem_euclid
    }
    tests {
        /// Whether this is not a number.
        is_nan
        /// Whether this is infinite.
        is_infinite
        /// Whether this is neither infinite nor NaN.
        is_finite
        /// Whether the sign bit is clear.
        is_sign_positive
        /// Whether the sign bit is set.
        is_sign_negative
    }
}
