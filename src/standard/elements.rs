//! What slices and arrays are asked by std's methods: `x.contains(&v)`, `x.is_sorted()`, and `x.len()` where `x` may
//! be of a type with a `len` of its own.
//!
//! Takes the type of what is asked; guarantees std's answer, of elements of which kernels have `==` or `<` where these
//! are compared. `standard` says how methods are found.

use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;

use crate::__private::{Answer, ByMutable, ByValue, DeviceFunction, Marked};
use crate::calls::{MarkedMethod, Told};
use crate::operators::{DevicePartialEq, DevicePartialOrd};
use crate::prelude::*;

/// A slice or an array.
pub trait Elements {
    /// What there are several of.
    type Element;
    /// What a method of slices takes, as far as it decides which other methods Rust would find before: of a slice none,
    /// of an array each that takes the array or a reference to it.
    type Taken;
}

impl<T> Elements for [T] {
    type Element = T;
    type Taken = ByValue;
}

impl<T, const N: usize> Elements for [T; N] {
    type Element = T;
    type Taken = ByMutable;
}

/// What tells that slices and arrays have a method, what stands for it, and the functions that it is.
macro_rules! methods {
    ($(
        $found:ident: $hidden:ident of $bound:ident
            => $stands:ident, $asked:ident, $told:ident: $slices:ident $arrays:ident;
    )*) => {
        $(
            /// A method of std's.
            pub trait $found<T: Elements + ?Sized> {
                /// Never called.
                fn $hidden(&self) -> Marked<$stands<T>, T::Taken> {
                    unreachable!("code that is only type-checked does not run")
                }
            }

            impl<T: Elements + ?Sized> $found<T> for Pin<&Rc<T>> {}

            /// What has it in kernels.
            pub trait $asked {
                #[doc(hidden)]
                fn __kiln_function() -> Answer;
            }

            impl<T: $bound + KernelType> $asked for [T] {
                fn __kiln_function() -> Answer {
                    $slices::<T>::instance()
                }
            }

            impl<T: $bound + KernelType, const N: usize> $asked for [T; N] {
                fn __kiln_function() -> Answer {
                    $arrays::<T, N>::instance()
                }
            }

            /// Stands for the method.
            pub struct $stands<T: ?Sized>(PhantomData<fn() -> PhantomData<T>>);

            // SAFETY: the answer is the function's.
            unsafe impl<T: $asked + ?Sized> DeviceFunction for $stands<T> {
                fn instance() -> Answer {
                    T::__kiln_function()
                }
            }

            impl<T: Elements + ?Sized> Told for $stands<T> {
                type As = $told<T::Element>;
            }

            /// What stands for a method of elements that are compared.
            pub struct $told<T>(PhantomData<fn() -> T>);

            #[diagnostic::do_not_recommend]
            impl<T: $bound> MarkedMethod for $told<T> {}
        )*

        /// All of them.
        pub mod found {
            $(pub use super::$found as _;)*
        }
    };
}

methods! {
    ContainsFound: __kiln_method_contains of DevicePartialEq
        => Contains, Contained, OfEqualElements: contains array_contains;
    IsSortedFound: __kiln_method_is_sorted of DevicePartialOrd
        => IsSorted, SortKey, OfOrderedElements: is_sorted array_is_sorted;
    LenFound: __kiln_method_len of KernelType
        => LenOf, Counted, OfElements: slice_len array_len;
    IsEmptyFound: __kiln_method_is_empty of KernelType
        => IsEmpty, CountedAsNone, OfNoElements: slice_is_empty array_is_empty;
}

#[device]
fn slice_len<T: KernelType>(x: &[T]) -> usize {
    x.len()
}

#[device]
fn array_len<T: KernelType, const N: usize>(_x: &[T; N]) -> usize {
    N
}

#[device]
fn slice_is_empty<T: KernelType>(x: &[T]) -> bool {
    x.is_empty()
}

#[device]
fn array_is_empty<T: KernelType, const N: usize>(_x: &[T; N]) -> bool {
    N == 0
}

#[device]
fn contains<T: DevicePartialEq + KernelType>(x: &[T], wanted: &T) -> bool {
    for i in 0..x.len() {
        if x[i] == *wanted {
            return true;
        }
    }
    false
}

#[device]
fn array_contains<T: DevicePartialEq + KernelType, const N: usize>(x: &[T; N], wanted: &T) -> bool {
    for i in 0..N {
        if x[i] == *wanted {
            return true;
        }
    }
    false
}

#[device]
fn is_sorted<T: DevicePartialOrd + KernelType>(x: &[T]) -> bool {
    for i in 1..x.len() {
        let ordered = x[i - 1] <= x[i];
        if !ordered {
            return false;
        }
    }
    true
}

#[device]
fn array_is_sorted<T: DevicePartialOrd + KernelType, const N: usize>(x: &[T; N]) -> bool {
    for i in 1..N {
        let ordered = x[i - 1] <= x[i];
        if !ordered {
            return false;
        }
    }
    true
}
