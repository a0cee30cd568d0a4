//! What kernels have of std's traits: operators, conversions, orders and `a[i]`.
//!
//! Guarantees that what a type has of these on the host alone is an error on the user's operator, call or index.
//! Leaves to `standard` which functions they are.

use std::pin::Pin;

use kiln_runtime::KernelType;

use super::MarkedMethod;
use crate::__private::Answer;

/// What kernels have `a[i]` of.
#[diagnostic::on_unimplemented(
    message = "kernels do not have the `Index` of `{Self}`",
    label = "neither a slice nor an array",
    note = "write a method with `#[device]` that takes the index, and one that sets the element"
)]
pub trait IndexedInKernels {}

#[diagnostic::do_not_recommend]
impl<T> IndexedInKernels for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> IndexedInKernels for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: IndexedInKernels + ?Sized> IndexedInKernels for &T {}
#[diagnostic::do_not_recommend]
impl<T: IndexedInKernels + ?Sized> IndexedInKernels for &mut T {}

/// Asserts that kernels have `a[i]` of a value.
#[inline]
pub fn indexed_in_a_kernel<T>(
    // Of this rustc says nothing.
    _: &T,
) where
    T: IndexedInKernels + ?Sized,
{
}

/// What has an operator in kernels: numbers, and what `#[device]` gave one to, of which nothing is asked.
#[diagnostic::on_unimplemented(
    message = "kernels do not have this operator of `{Self}`",
    label = "not an operator of kernels",
    note = "write `#[device]` above the `impl` of the operator",
    note = "of a type that derives `PartialEq` or `PartialOrd`, write `#[device]` above the `#[derive(..)]`"
)]
pub trait HasOperatorOfKernels {}

/// The same of an operator that is no comparison: what compares two enums by their discriminants computes nothing with
/// them.
#[diagnostic::on_unimplemented(
    message = "kernels do not have this operator of `{Self}`",
    label = "not an operator of kernels",
    note = "write `#[device]` above the `impl` of the operator"
)]
pub trait ComputesInKernels {}

macro_rules! have_operators {
    ($($types:ty),*) => {
        $(
            impl HasOperatorOfKernels for $types {}
            impl ComputesInKernels for $types {}
        )*
    };
}

have_operators!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64, bool, ());
have_operators!(std::cmp::Ordering, crate::f16, crate::bf16, crate::f8e4m3, crate::f8e5m2);

impl<T: HasOperatorOfKernels + ?Sized> HasOperatorOfKernels for &T {}
impl<T: HasOperatorOfKernels + ?Sized> HasOperatorOfKernels for &mut T {}
impl<T: ComputesInKernels + ?Sized> ComputesInKernels for &T {}
impl<T: ComputesInKernels + ?Sized> ComputesInKernels for &mut T {}

/// Asserts of the operands of an operator that kernels have it.
#[inline]
pub fn operator_in_a_kernel<L, R>(
    // Of this rustc says nothing.
    _: crate::operators::Operands<L, R>,
) where
    L: HasOperatorOfKernels,
    R: HasOperatorOfKernels,
{
}

/// Asserts of the operands of an operator that computes that kernels have it.
#[inline]
pub fn arithmetic_in_a_kernel<L, R>(
    // Of this rustc says nothing.
    _: crate::operators::Operands<L, R>,
) where
    L: ComputesInKernels,
    R: ComputesInKernels,
{
}

/// What has a conversion in kernels: a type with `#[device]` above its `impl From`.
#[diagnostic::on_unimplemented(
    message = "kernels do not have this conversion of `{A}` to `{Self}`",
    label = "not a conversion of kernels",
    note = "write `#[device]` above the `impl From<{A}> for {Self}`"
)]
pub trait ConvertsFrom<A> {
    #[doc(hidden)]
    fn __kiln_conversion() -> Answer;
}

/// A second one for every type: of one alone rustc would say that its argument is what is expected. No type of
/// kernels is converted from this, and an `impl` that is generic over its argument is never taken for one of it.
#[diagnostic::do_not_recommend]
impl<T> ConvertsFrom<Pin<Box<T>>> for T {
    fn __kiln_conversion() -> Answer {
        Answer::Said
    }
}

/// A conversion that Rust has.
pub struct Conversion<T, A>(std::marker::PhantomData<fn(A) -> T>);

impl<T, A> Conversion<T, A> {
    /// It, whose types are said elsewhere.
    pub(crate) fn new() -> Self {
        Conversion(std::marker::PhantomData)
    }
}

/// What is no conversion of std's, or none that Rust has, is asked nothing.
#[diagnostic::do_not_recommend]
impl ConvertsFrom<()> for () {
    fn __kiln_conversion() -> Answer {
        Answer::Said
    }
}

/// Asserts of a conversion that kernels have it.
#[inline]
pub fn converted_in_a_kernel<T, A>(
    // Of this rustc says nothing.
    _: Conversion<T, A>,
) where
    T: ConvertsFrom<A>,
{
}

/// What has `cmp`, `max`, `min` and `clamp` in kernels: of an order that is that of `<`.
#[diagnostic::on_unimplemented(
    message = "kernels do not have the order of `{Self}`",
    label = "not a method of kernels",
    note = "write `#[device]` above the `#[derive(..)]` of `PartialOrd` and `Ord`, or write a method with `#[device]`"
)]
pub trait IsOrdered: Ord + crate::operators::DevicePartialOrd + KernelType {}

macro_rules! ordered {
    ($($types:ty)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl IsOrdered for $types {}
        )*
    };
}

ordered!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool std::cmp::Ordering);

#[diagnostic::do_not_recommend]
impl<T: IsOrdered, const N: usize> IsOrdered for [T; N] {}

/// What stands for a method that `Ord` provides.
pub struct OfAnOrder<T>(std::marker::PhantomData<fn() -> T>);

impl<T: IsOrdered> MarkedMethod for OfAnOrder<T> {}

/// What has `total_cmp` in kernels.
pub trait HasTotalOrder {
    #[doc(hidden)]
    fn __kiln_order() -> Answer;
}

/// An order of two, whose methods kernels have.
pub trait IsOrdering {}

impl IsOrdering for std::cmp::Ordering {}
