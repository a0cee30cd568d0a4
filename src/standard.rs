//! Methods of std's traits, and of its `Ordering`, that kernels have as device functions.
//!
//! Takes a type and a name; guarantees what std's own method gives. What a type of the user's has under that name
//! with `#[device]` is found before these; what it has without is an error where the type is marked.

// They take what std's own take.
#![allow(clippy::trivially_copy_pass_by_ref, clippy::comparison_chain)]

mod elements;
mod numbers;

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;

use crate::__private::{Answer, ByReference, ByValue, DeviceFunction, Hole, Marked, Signature};
use crate::calls::not_device::MethodWithoutDevice;
use crate::calls::{
    Conversion, ConvertsFrom, HasTotalOrder, IsOrdered, IsOrdering, MethodWithDevice, OfAnOrder, Told,
};
use crate::operators::DevicePartialOrd;
use crate::prelude::*;

/// What tells that kernels have a function: in front of what is found where nothing has `#[device]`.
macro_rules! found {
    ($($found:ident $method:ident of $bound:path => $stands:ty, $taken:ident;)*) => {
        $(
            /// A method of std's.
            pub trait $found<T> {
                /// Never called.
                fn $method(&self) -> Marked<$stands, $taken> {
                    unreachable!("code that is only type-checked does not run")
                }
            }

            impl<T: $bound> $found<T> for Pin<&Rc<T>> {}
        )*

        /// All of them, for a body that calls any.
        pub mod methods {
            pub use super::elements::found::*;
            pub use super::numbers::found::*;
            pub use super::{ConversionByInto as _, FromFound as _, IntoFound as _};
            pub use super::{NoConversion as _, ThenWithFound as _};
            $(pub use super::$found as _;)*
        }
    };
}

found! {
    PartialCmpFound __kiln_method_partial_cmp of HasOrder => PartialCmpOf<T>, ByReference;
    CmpFound __kiln_method_cmp of IsOrdered => CmpOf<T>, ByReference;
    TotalCmpFound __kiln_method_total_cmp of HasTotalOrder => TotalCmpOf<T>, ByReference;
    IsLtFound __kiln_method_is_lt of IsOrdering => IsLt, ByValue;
    IsLeFound __kiln_method_is_le of IsOrdering => IsLe, ByValue;
    IsGtFound __kiln_method_is_gt of IsOrdering => IsGt, ByValue;
    IsGeFound __kiln_method_is_ge of IsOrdering => IsGe, ByValue;
    IsEqFound __kiln_method_is_eq of IsOrdering => IsEq, ByValue;
    IsNeFound __kiln_method_is_ne of IsOrdering => IsNe, ByValue;
    ThenFound __kiln_method_then of IsOrdering => Then, ByValue;
    ReverseFound __kiln_method_reverse of IsOrdering => Reverse, ByValue;
}

/// What `Ord` provides: what stands for each, what tells that a type has it, and the function that it is.
macro_rules! of_order {
    ($($found:ident $of_reference:ident $method:ident $function:ident $of_trait:ident $stands:ident $name:ident;)*) => {
        $(
            /// A method of std's, which takes its receiver by value.
            pub trait $found<T>: Sized {
                /// Never called.
                fn $method(self) -> Marked<$stands<T>, ByValue> {
                    unreachable!("code that is only type-checked does not run")
                }

                /// Never called.
                fn $function<F>(self, _: Hole<$stands<T>>, function: F) -> F {
                    function
                }

                /// The same where the call says the trait.
                fn $of_trait<F>(self, _: Hole<$stands<T>>, function: F) -> F {
                    function
                }
            }

            impl<T: Ord> $found<T> for Pin<&Rc<T>> {}

            /// The same of a reference, whose method gives a reference.
            pub trait $of_reference: Sized {
                /// Never called.
                fn $method(self) -> MethodWithoutDevice {
                    MethodWithoutDevice
                }
            }

            impl<T: Ord> $of_reference for &Pin<&Rc<T>> {}

            /// Stands for the method.
            pub struct $stands<T>(PhantomData<fn() -> T>);

            // SAFETY: the answer is the function's.
            unsafe impl<T: IsOrdered> DeviceFunction for $stands<T> {
                fn instance() -> Answer {
                    $name::<T>::instance()
                }
            }

            impl<T> Told for $stands<T> {
                type As = OfAnOrder<T>;
            }
        )*

        /// All of them.
        pub mod order {
            $(pub use super::{$found as _, $of_reference as _};)*
        }
    };
}

of_order! {
    MaxFound MaxOfReference __kiln_method_max __kiln_function_max __kiln_function_of_trait_max MaxOf greater;
    MinFound MinOfReference __kiln_method_min __kiln_function_min __kiln_function_of_trait_min MinOf lesser;
    ClampFound ClampOfReference __kiln_method_clamp __kiln_function_clamp __kiln_function_of_trait_clamp ClampOf between;
}

#[device]
fn greater<T: IsOrdered>(a: T, b: T) -> T {
    if b < a { a } else { b }
}

#[device]
fn lesser<T: IsOrdered>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

#[device]
fn between<T: IsOrdered>(value: T, least: T, greatest: T) -> T {
    assert!(least <= greatest, "the least value of `clamp` is beyond the greatest");
    if value < least {
        least
    } else if value > greatest {
        greatest
    } else {
        value
    }
}

/// What has `partial_cmp`.
pub trait HasOrder: DevicePartialOrd + KernelType {}

impl<T: DevicePartialOrd + KernelType> HasOrder for T {}

/// `T::from` of an `A`.
pub trait FromFound<T, A> {
    /// Never called.
    fn __kiln_function_from(&self, _: Hole<FromOf<T, A>>, function: fn(A) -> T) -> fn(A) -> T {
        function
    }

    /// The same where the call says the trait.
    fn __kiln_function_of_trait_from(&self, _: Hole<FromOf<T, A>>, function: fn(A) -> T) -> fn(A) -> T {
        function
    }
}

impl<T, A> FromFound<T, A> for Pin<&Rc<T>> {}

/// `a.into()`, of a type that its result tells.
pub trait IntoFound<T, A> {
    /// Never called.
    fn __kiln_method_into(&self) -> Marked<FromOf<T, A>, ByValue, Signature<(), T>> {
        unreachable!("code that is only type-checked does not run")
    }
}

impl<T, A> IntoFound<T, A> for Pin<&Rc<A>> {}

impl<T: From<A>, A> Hole<FromOf<T, A>> {
    /// That this is a conversion.
    #[inline]
    #[must_use]
    pub fn conversion(self) -> Conversion<T, A> {
        Conversion::new()
    }
}

/// What is found in the place of the above, where a bound or an `impl Into` says no more than that.
pub trait ConversionByInto<T, A> {
    /// As above.
    fn conversion(self) -> Conversion<T, A>;
}

impl<T, A: Into<T>> ConversionByInto<T, A> for Hole<FromOf<T, A>> {
    fn conversion(self) -> Conversion<T, A> {
        Conversion::new()
    }
}

/// What is found in the place of both, of functions of the user's, and of what rustc says that it is none.
pub trait NoConversion {
    /// That there is nothing to ask.
    fn conversion(&self) -> Conversion<(), ()> {
        Conversion::new()
    }
}

impl<M> NoConversion for Hole<M> {}

/// Stands for `T::from` of an `A`.
pub struct FromOf<T, A>(PhantomData<fn() -> (T, A)>);

// SAFETY: the answer is the function's.
unsafe impl<T: ConvertsFrom<A>, A> DeviceFunction for FromOf<T, A> {
    fn instance() -> Answer {
        T::__kiln_conversion()
    }
}

impl<T, A> Told for FromOf<T, A> {
    type As = MethodWithDevice;
}

/// Stands for `partial_cmp`, which the operators of a type's order are made of.
pub struct PartialCmpOf<T>(PhantomData<fn() -> T>);

// SAFETY: the answer is the function's.
unsafe impl<T: DevicePartialOrd + KernelType> DeviceFunction for PartialCmpOf<T> {
    fn instance() -> Answer {
        match T::__kiln_operator() {
            Answer::Own => partial_order::<T>::instance(),
            other => other,
        }
    }
}

impl<T> Told for PartialCmpOf<T> {
    type As = MethodWithDevice;
}

/// Stands for `cmp`.
pub struct CmpOf<T>(PhantomData<fn() -> T>);

// SAFETY: the answer is the function's.
unsafe impl<T: IsOrdered> DeviceFunction for CmpOf<T> {
    fn instance() -> Answer {
        total_order::<T>::instance()
    }
}

impl<T> Told for CmpOf<T> {
    type As = MethodWithDevice;
}

/// Stands for `total_cmp`.
pub struct TotalCmpOf<T>(PhantomData<fn() -> T>);

// SAFETY: the answer is the function's.
unsafe impl<T: HasTotalOrder> DeviceFunction for TotalCmpOf<T> {
    fn instance() -> Answer {
        T::__kiln_order()
    }
}

impl<T> Told for TotalCmpOf<T> {
    type As = MethodWithDevice;
}

/// Conversions of numbers, which std has where no value is lost.
macro_rules! numbers {
    ($($name:ident($value:ident: $from:ident) = $made:expr => $($into:ident)*;)*) => {$(
        #[device]
        fn $name<T: Num>($value: $from) -> T {
            $made
        }

        $(
            #[diagnostic::do_not_recommend]
            impl ConvertsFrom<$from> for $into {
                fn __kiln_conversion() -> Answer {
                    $name::<$into>::instance()
                }
            }
        )*
    )*};
}

numbers! {
    of_bool(value: bool) = T::from_u32(value as u32) => u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64;
    of_u8(value: u8) = T::from_u32(value as u32) => u16 u32 u64 usize i16 i32 i64 isize f32 f64;
    of_u16(value: u16) = T::from_u32(value as u32) => u32 u64 usize i32 i64 f32 f64;
    of_u32(value: u32) = T::from_u32(value) => u64 i64 f64;
    of_i8(value: i8) = T::from_i32(value as i32) => i16 i32 i64 isize f32 f64;
    of_i16(value: i16) = T::from_i32(value as i32) => i32 i64 isize f32 f64;
    of_i32(value: i32) = T::from_i32(value) => i64 f64;
    of_f32(value: f32) = T::from_f32(value) => f64;
    of_f16(value: f16) = T::from_f32(value.to_f32()) => f32 f64;
    of_bf16(value: bf16) = T::from_f32(value.to_f32()) => f32 f64;
    of_e4m3(value: f8e4m3) = T::from_f32(value.to_f32()) => f32 f64;
    of_e5m2(value: f8e5m2) = T::from_f32(value.to_f32()) => f32 f64;
}

impl HasTotalOrder for f32 {
    fn __kiln_order() -> Answer {
        order_of_f32::instance()
    }
}

impl HasTotalOrder for f64 {
    fn __kiln_order() -> Answer {
        order_of_f64::instance()
    }
}

#[device]
fn partial_order<T: DevicePartialOrd + KernelType>(a: &T, b: &T) -> Option<Ordering> {
    let (a, b) = (*a, *b);
    if a < b {
        Some(Ordering::Less)
    } else if a > b {
        Some(Ordering::Greater)
    } else if a <= b {
        Some(Ordering::Equal)
    } else {
        None
    }
}

#[device]
fn total_order<T: IsOrdered>(a: &T, b: &T) -> Ordering {
    let (a, b) = (*a, *b);
    if a < b {
        Ordering::Less
    } else if a > b {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

// The bits of floats with a sign, as numbers, go down where the floats go up.
#[device]
fn order_of_f32(a: &f32, b: &f32) -> Ordering {
    let (mut left, mut right) = (a.to_bits() as i32, b.to_bits() as i32);
    left ^= (((left >> 31) as u32) >> 1) as i32;
    right ^= (((right >> 31) as u32) >> 1) as i32;
    total_order(&left, &right)
}

#[device]
fn order_of_f64(a: &f64, b: &f64) -> Ordering {
    let (mut left, mut right) = (a.to_bits() as i64, b.to_bits() as i64);
    left ^= (((left >> 63) as u64) >> 1) as i64;
    right ^= (((right >> 63) as u64) >> 1) as i64;
    total_order(&left, &right)
}

/// `order.then_with(f)`.
pub trait ThenWithFound<T> {
    /// Never called.
    fn __kiln_method_then_with<F: FnOnce() -> Ordering>(
        &self,
    ) -> Marked<ThenWith, ByValue, Signature<(F, ()), Ordering>> {
        unreachable!("code that is only type-checked does not run")
    }
}

impl<T: IsOrdering> ThenWithFound<T> for Pin<&Rc<T>> {}

/// Stands for it.
pub struct ThenWith;

// SAFETY: the answer is the function's.
unsafe impl DeviceFunction for ThenWith {
    fn instance() -> Answer {
        then_with::<fn() -> Ordering>::instance()
    }
}

impl Told for ThenWith {
    type As = MethodWithDevice;
}

#[device]
fn then_with(order: Ordering, f: impl FnOnce() -> Ordering) -> Ordering {
    if order == Ordering::Equal { f() } else { order }
}

/// What `Ordering` has: what stands for a method, and the function that it is.
macro_rules! of_ordering {
    ($($stands:ident: $name:ident($order:ident $(, $other:ident)?) -> $gives:ty = $value:expr;)*) => {$(
        /// Stands for a method of `Ordering`.
        pub struct $stands;

        // SAFETY: the answer is the function's.
        unsafe impl DeviceFunction for $stands {
            fn instance() -> Answer {
                $name::instance()
            }
        }

        impl Told for $stands {
            type As = MethodWithDevice;
        }

        #[device]
        fn $name($order: Ordering $(, $other: Ordering)?) -> $gives {
            $value
        }
    )*};
}

of_ordering! {
    IsLt: is_lt(order) -> bool = order == Ordering::Less;
    IsLe: is_le(order) -> bool = order != Ordering::Greater;
    IsGt: is_gt(order) -> bool = order == Ordering::Greater;
    IsGe: is_ge(order) -> bool = order != Ordering::Less;
    IsEq: is_eq(order) -> bool = order == Ordering::Equal;
    IsNe: is_ne(order) -> bool = order != Ordering::Equal;
    Reverse: reverse(order) -> Ordering = if order == Ordering::Less {
        Ordering::Greater
    } else if order == Ordering::Greater {
        Ordering::Less
    } else {
        order
    };
    Then: then(order, other) -> Ordering = if order == Ordering::Equal { other } else { order };
}
