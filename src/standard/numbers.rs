//! Methods of std's integers that are made of others: those of two signednesses, and divisions that wrap around.
//!
//! Takes a type and a name; guarantees what std's own method gives, for each pair of values. `standard` says how they
//! are found.

use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;

use crate::__private::{Answer, ByValue, DeviceFunction, Marked};
use crate::calls::{MethodWithDevice, Told};
use crate::prelude::*;

/// An integer, and the one of its width that has a sign where it has none, or none where it has one.
#[device]
pub trait OfTwoSigns: Int {
    /// The other one.
    type Other: Int;

    /// The same bits.
    fn of_other_sign(self) -> Self::Other;

    /// These bits.
    fn from_other_sign(other: Self::Other) -> Self;
}

macro_rules! signs {
    ($($ty:ident $other:ident;)*) => {$(
        #[device]
        impl OfTwoSigns for $ty {
            type Other = $other;

            fn of_other_sign(self) -> $other {
                self as $other
            }

            fn from_other_sign(other: $other) -> $ty {
                other as $ty
            }
        }
    )*};
}

signs! {
    u8 i8; u16 i16; u32 i32; u64 i64; usize isize;
    i8 u8; i16 u16; i32 u32; i64 u64; isize usize;
}

/// What tells that kernels have a method, what stands for it, and the function that it is.
macro_rules! methods {
    ($($found:ident: [$($hidden:ident)+] of $bound:path => $stands:ident, $function:ident;)*) => {
        $(
            /// A method of std's.
            pub trait $found<T> {
                $(
                    /// Never called.
                    fn $hidden(&self) -> Marked<$stands<T>, ByValue> {
                        unreachable!("code that is only type-checked does not run")
                    }
                )+
            }

            impl<T: $bound> $found<T> for Pin<&Rc<T>> {}

            /// Stands for the method.
            pub struct $stands<T>(PhantomData<fn() -> T>);

            // SAFETY: the answer is the function's.
            unsafe impl<T: $bound> DeviceFunction for $stands<T> {
                fn instance() -> Answer {
                    $function::<T>::instance()
                }
            }

            impl<T> Told for $stands<T> {
                type As = MethodWithDevice;
            }
        )*

        /// All of them.
        pub mod found {
            $(pub use super::$found as _;)*
        }
    };
}

methods! {
    CastFound: [__kiln_method_cast_signed __kiln_method_cast_unsigned] of OfTwoSigns => Cast, cast;
    MoreFound: [__kiln_method_wrapping_add_signed __kiln_method_wrapping_add_unsigned] of OfTwoSigns
        => More, more;
    LessFound: [__kiln_method_wrapping_sub_signed __kiln_method_wrapping_sub_unsigned] of OfTwoSigns
        => Less, less;
    CheckedMoreFound: [__kiln_method_checked_add_signed __kiln_method_checked_add_unsigned] of OfTwoSigns
        => CheckedMore, checked_more;
    CheckedLessFound: [__kiln_method_checked_sub_signed __kiln_method_checked_sub_unsigned] of OfTwoSigns
        => CheckedLess, checked_less;
    OverflowingMoreFound: [__kiln_method_overflowing_add_signed __kiln_method_overflowing_add_unsigned] of OfTwoSigns
        => OverflowingMore, overflowing_more;
    OverflowingLessFound: [__kiln_method_overflowing_sub_signed __kiln_method_overflowing_sub_unsigned] of OfTwoSigns
        => OverflowingLess, overflowing_less;
    SaturatingMoreFound: [__kiln_method_saturating_add_signed __kiln_method_saturating_add_unsigned] of OfTwoSigns
        => SaturatingMore, saturating_more;
    SaturatingLessFound: [__kiln_method_saturating_sub_signed __kiln_method_saturating_sub_unsigned] of OfTwoSigns
        => SaturatingLess, saturating_less;
    WrappingDivFound: [__kiln_method_wrapping_div] of Int => WrappingDiv, wrapping_div;
    WrappingRemFound: [__kiln_method_wrapping_rem] of Int => WrappingRem, wrapping_rem;
    WrappingDivEuclidFound: [__kiln_method_wrapping_div_euclid] of Int
        => WrappingDivEuclid, wrapping_div_euclid;
    WrappingRemEuclidFound: [__kiln_method_wrapping_rem_euclid] of Int
        => WrappingRemEuclid, wrapping_rem_euclid;
    OverflowingDivFound: [__kiln_method_overflowing_div] of Int => OverflowingDiv, overflowing_div;
    OverflowingRemFound: [__kiln_method_overflowing_rem] of Int => OverflowingRem, overflowing_rem;
    CheckedNextMultipleOfFound: [__kiln_method_checked_next_multiple_of] of Int
        => CheckedNextMultipleOf, checked_next_multiple_of;
    CheckedIlogFound: [__kiln_method_checked_ilog] of Int => CheckedIlog, checked_ilog;
    IlogFound: [__kiln_method_ilog] of Int => Ilog, ilog;
}

#[device]
fn cast<T: OfTwoSigns>(value: T) -> T::Other {
    value.of_other_sign()
}

#[device]
fn more<T: OfTwoSigns>(value: T, by: T::Other) -> T {
    value.wrapping_add(T::from_other_sign(by))
}

#[device]
fn less<T: OfTwoSigns>(value: T, by: T::Other) -> T {
    value.wrapping_sub(T::from_other_sign(by))
}

/// Whether a sum is one of the type: what less than nothing is added to is greater, and anything else is not.
#[device]
fn is_more<T: OfTwoSigns>(value: T, by: T::Other, sum: T) -> bool {
    (by < T::Other::ZERO) == (sum < value)
}

#[device]
fn is_less<T: OfTwoSigns>(value: T, by: T::Other, difference: T) -> bool {
    (by < T::Other::ZERO) == (difference > value)
}

#[device]
fn checked_more<T: OfTwoSigns>(value: T, by: T::Other) -> Option<T> {
    let sum = more::<T>(value, by);
    if is_more::<T>(value, by, sum) { Some(sum) } else { None }
}

#[device]
fn checked_less<T: OfTwoSigns>(value: T, by: T::Other) -> Option<T> {
    let difference = less::<T>(value, by);
    if is_less::<T>(value, by, difference) { Some(difference) } else { None }
}

#[device]
fn overflowing_more<T: OfTwoSigns>(value: T, by: T::Other) -> (T, bool) {
    let sum = more::<T>(value, by);
    (sum, !is_more::<T>(value, by, sum))
}

#[device]
fn overflowing_less<T: OfTwoSigns>(value: T, by: T::Other) -> (T, bool) {
    let difference = less::<T>(value, by);
    (difference, !is_less::<T>(value, by, difference))
}

#[device]
fn saturating_more<T: OfTwoSigns>(value: T, by: T::Other) -> T {
    let sum = more::<T>(value, by);
    if is_more::<T>(value, by, sum) {
        sum
    } else if by < T::Other::ZERO {
        T::MIN
    } else {
        T::MAX
    }
}

#[device]
fn saturating_less<T: OfTwoSigns>(value: T, by: T::Other) -> T {
    let difference = less::<T>(value, by);
    if is_less::<T>(value, by, difference) {
        difference
    } else if by < T::Other::ZERO {
        T::MAX
    } else {
        T::MIN
    }
}

/// Whether a divisor is -1.
#[device]
fn turns_the_sign<T: Int>(divisor: T) -> bool {
    T::MIN < T::ZERO && divisor == !T::ZERO
}

#[device]
fn wrapping_div<T: Int>(value: T, divisor: T) -> T {
    if turns_the_sign::<T>(divisor) { value.wrapping_neg() } else { value / divisor }
}

#[device]
fn wrapping_rem<T: Int>(value: T, divisor: T) -> T {
    if turns_the_sign::<T>(divisor) { T::ZERO } else { value % divisor }
}

#[device]
fn wrapping_div_euclid<T: Int>(value: T, divisor: T) -> T {
    if turns_the_sign::<T>(divisor) { value.wrapping_neg() } else { value.div_euclid(divisor) }
}

#[device]
fn wrapping_rem_euclid<T: Int>(value: T, divisor: T) -> T {
    if turns_the_sign::<T>(divisor) { T::ZERO } else { value.rem_euclid(divisor) }
}

#[device]
fn overflowing_div<T: Int>(value: T, divisor: T) -> (T, bool) {
    (wrapping_div::<T>(value, divisor), turns_the_sign::<T>(divisor) && value == T::MIN)
}

#[device]
fn overflowing_rem<T: Int>(value: T, divisor: T) -> (T, bool) {
    (wrapping_rem::<T>(value, divisor), turns_the_sign::<T>(divisor) && value == T::MIN)
}

#[device]
fn checked_next_multiple_of<T: Int>(value: T, factor: T) -> Option<T> {
    if factor == T::ZERO {
        return None;
    }
    let rest = value % factor;
    if rest == T::ZERO {
        return Some(value);
    }
    let next = value.wrapping_add(factor - rest);
    if next < value { None } else { Some(next) }
}

#[device]
fn checked_ilog<T: Int>(value: T, base: T) -> Option<u32> {
    if value <= T::ZERO || base <= T::ONE {
        return None;
    }
    let mut left = value;
    let mut count = 0;
    while left >= base {
        left /= base;
        count += 1;
    }
    Some(count)
}

#[device]
fn ilog<T: Int>(value: T, base: T) -> u32 {
    assert!(base > T::ONE, "base of integer logarithm must be at least 2");
    assert!(value > T::ZERO, "argument of integer logarithm must be positive");
    checked_ilog::<T>(value, base).unwrap_or(0)
}
