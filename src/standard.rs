//! Methods of std's traits, and of its `Ordering`, that kernels have as device functions.
//!
//! Takes a type and a name; guarantees what std's own method gives. What a type of the user's has under that name
//! with `#[device]` is found before these; what it has without is an error where the type is marked.

// They take what std's own take.
#![allow(clippy::trivially_copy_pass_by_ref, clippy::comparison_chain)]

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;

use crate::__private::{Answer, ByReference, ByValue, DeviceFunction, Hole, Marked};
use crate::calls::{ConvertsFrom, HasTotalOrder, IsOrdered, IsOrdering, MethodWithDevice, Told};
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
                    unreachable!("a checked copy is not run")
                }
            }

            impl<T: $bound> $found<T> for Pin<&Rc<T>> {}
        )*

        /// All of them, for a body that calls any.
        pub mod methods {
            pub use super::FromFound as _;
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

/// Stands for `T::from` of an `A`.
pub struct FromOf<T, A>(PhantomData<fn() -> (T, A)>);

impl<T: ConvertsFrom<A>, A> DeviceFunction for FromOf<T, A> {
    fn instance() -> Answer {
        T::__kiln_conversion()
    }
}

impl<T: ConvertsFrom<A>, A> Told for FromOf<T, A> {
    type As = MethodWithDevice;
}

/// Stands for `partial_cmp`, which the operators of a type's order are made of.
pub struct PartialCmpOf<T>(PhantomData<fn() -> T>);

impl<T: DevicePartialOrd + KernelType> DeviceFunction for PartialCmpOf<T> {
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

impl<T: IsOrdered> DeviceFunction for CmpOf<T> {
    fn instance() -> Answer {
        total_order::<T>::instance()
    }
}

impl<T> Told for CmpOf<T> {
    type As = MethodWithDevice;
}

/// Stands for `total_cmp`.
pub struct TotalCmpOf<T>(PhantomData<fn() -> T>);

impl<T: HasTotalOrder> DeviceFunction for TotalCmpOf<T> {
    fn instance() -> Answer {
        T::__kiln_order()
    }
}

impl<T> Told for TotalCmpOf<T> {
    type As = MethodWithDevice;
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

/// What `Ordering` has: what stands for a method, and the function that it is.
macro_rules! of_ordering {
    ($($stands:ident: $name:ident($order:ident $(, $other:ident)?) -> $gives:ty = $value:expr;)*) => {$(
        /// Stands for a method of `Ordering`.
        pub struct $stands;

        impl DeviceFunction for $stands {
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
    Then: then(order, other) -> Ordering = if order == Ordering::Equal { other } else { order };
}
