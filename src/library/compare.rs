//! What kernels have for `==` and `<` of arrays, tuples and `Option`s: std's comparisons of their parts.
//!
//! Takes parts of types that kernels compare, numbers and those of the user's with `#[device]`; guarantees what
//! std's own operator gives. A tuple or an `Option` in another is no such type.

// Kernels call these functions, whom their types name; numbers without an order are not told apart otherwise here.
#![allow(dead_code, clippy::neg_cmp_op_on_partial_ord)]

use std::cmp::Ordering;

use crate::__private::{Answer, DeviceFunction};
use crate::operators::{DevicePartialEq, DevicePartialOrd};
use crate::prelude::*;

#[device]
fn equal_arrays<T: DevicePartialEq + KernelType, const N: usize>(a: &[T; N], b: &[T; N]) -> bool {
    for i in 0..N {
        if a[i] != b[i] {
            return false;
        }
    }
    true
}

#[device]
fn order_of_arrays<T: DevicePartialOrd + KernelType, const N: usize>(
    a: &[T; N],
    b: &[T; N],
) -> Option<Ordering> {
    for i in 0..N {
        if a[i] < b[i] {
            return Some(Ordering::Less);
        }
        if a[i] > b[i] {
            return Some(Ordering::Greater);
        }
        if !(a[i] <= b[i]) {
            return None;
        }
    }
    Some(Ordering::Equal)
}

#[device]
fn equal_options<T: DevicePartialEq + KernelType>(a: Option<T>, b: Option<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        _ => false,
    }
}

impl<T: DevicePartialEq + KernelType, const N: usize> DevicePartialEq for [T; N] {
    fn __kiln_operator() -> Answer {
        equal_arrays::<T, N>::instance()
    }
}

impl<T: DevicePartialOrd + KernelType, const N: usize> DevicePartialOrd for [T; N] {
    fn __kiln_operator() -> Answer {
        order_of_arrays::<T, N>::instance()
    }
}

impl<T: DevicePartialEq + KernelType> DevicePartialEq for Option<T> {
    fn __kiln_operator() -> Answer {
        equal_options::<T>::instance()
    }
}

macro_rules! tuples {
    ($($equal:ident $order:ident: $($name:ident $part:tt),*;)*) => {$(
        #[device]
        fn $equal<$($name: DevicePartialEq + KernelType),*>(a: ($($name,)*), b: ($($name,)*)) -> bool {
            $(if a.$part != b.$part {
                return false;
            })*
            true
        }

        #[device]
        fn $order<$($name: DevicePartialOrd + KernelType),*>(a: ($($name,)*), b: ($($name,)*)) -> Option<Ordering> {
            $(
                if a.$part < b.$part {
                    return Some(Ordering::Less);
                }
                if a.$part > b.$part {
                    return Some(Ordering::Greater);
                }
                if !(a.$part <= b.$part) {
                    return None;
                }
            )*
            Some(Ordering::Equal)
        }

        impl<$($name: DevicePartialEq + KernelType),*> DevicePartialEq for ($($name,)*) {
            fn __kiln_operator() -> Answer {
                $equal::<$($name),*>::instance()
            }
        }

        impl<$($name: DevicePartialOrd + KernelType),*> DevicePartialOrd for ($($name,)*) {
            fn __kiln_operator() -> Answer {
                $order::<$($name),*>::instance()
            }
        }
    )*};
}

tuples! {
    equal_1 order_of_1: A 0;
    equal_2 order_of_2: A 0, B 1;
    equal_3 order_of_3: A 0, B 1, C 2;
    equal_4 order_of_4: A 0, B 1, C 2, D 3;
    equal_5 order_of_5: A 0, B 1, C 2, D 3, E 4;
    equal_6 order_of_6: A 0, B 1, C 2, D 3, E 4, F 5;
}
