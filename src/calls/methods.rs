//! Methods and functions of types, in a kernel.
//!
//! Takes what stands for a method; guarantees that one without `#[device]`, or another than the one that a kernel takes
//! the name for, is an error on the user's token. Leaves to `__private` how rustc finds what stands for a method.

use crate::__private::{Hole, Owned, Stands, ToldBy};

/// A method that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this method",
    label = "not a device function",
    note = "if the method is yours, write `#[device]` above the `impl`, the trait or the `#[derive(..)]` that has it",
    note = "if it is std's, kernels do not have it: write what it does as a `#[device] fn`"
)]
pub trait MarkedMethod {}

/// A method that has `#[device]`.
pub struct MethodWithDevice;

#[diagnostic::do_not_recommend]
impl MarkedMethod for MethodWithDevice {}

/// What stands for a method, as messages show it: without its type and the number of its name.
pub trait Told {
    /// What they show.
    type As;
}

/// What a call of a method gives. Where rustc has complained about that, it asks nothing of the method.
pub trait GivenBy<M> {
    /// The method.
    type Method;
}

impl<M: Told, R> GivenBy<M> for R {
    type Method = M::As;
}

/// Asserts of a method's result that kernels can call the method. A result that rustc has complained about is not
/// asserted anything of.
#[inline]
pub fn called_method<M, R>(
    // Of this rustc says nothing.
    _: Hole<M>,
    _: &R,
) where
    R: GivenBy<M>,
    R::Method: MarkedMethod,
{
}

/// The first method of a name that Rust finds, where that is the one with `#[device]`.
#[diagnostic::on_unimplemented(
    message = "Rust calls another method of this name here, one without `#[device]`",
    label = "not a device function",
    note = "a type's own method comes before a trait's, and what takes `self` before what takes `&self`",
    note = "write `#[device]` above the `impl` that has it, or say which one is meant: `<Type as Trait>::method(&x)`"
)]
pub trait FirstOfItsName<M> {}

#[diagnostic::do_not_recommend]
impl<M> FirstOfItsName<M> for crate::__private::First {}

#[diagnostic::do_not_recommend]
impl<M: Owned> FirstOfItsName<M> for crate::__private::FirstOf<M::Owner> {}

/// Asserts that a method with `#[device]` is the one that Rust calls.
#[inline]
pub fn the_one_with_device<F, R>(
    // Of this rustc says nothing.
    _: ToldBy<F>,
    _: R,
) where
    F: Stands,
    R: FirstOfItsName<F::Method>,
{
}

/// An `Option`, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this method for one of an `Option`, and it is one of `{Self}`",
    label = "not a method of an `Option`",
    note = "say whose it is: `Type::method(value)`"
)]
pub trait AnOption {}

impl<T> AnOption for Option<T> {}
impl<T> AnOption for &Option<T> {}
impl<T> AnOption for &mut Option<T> {}
// What gives it no kernel can call, and that is said there.
impl<T, E> AnOption for Result<T, E> {}

/// Asserts that a method is one of an `Option`.
#[inline]
pub fn asked_as_an_option<O>(
    // Of this rustc says nothing.
    option: O,
) -> O
where
    O: AnOption,
{
    option
}

/// A slice, an array, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this method for one of a slice or an array, and it is one of `{Self}`",
    label = "not a method of a slice or an array",
    note = "say whose it is: `Type::method(&mut value, ..)`"
)]
pub trait SeveralElements {}

#[diagnostic::do_not_recommend]
impl<T: super::IndexedInKernels + ?Sized> SeveralElements for T {}

/// Asserts that a method is one of a slice or an array.
#[inline]
pub fn asked_as_elements<T>(
    // Of this rustc says nothing.
    _: &T,
) where
    T: SeveralElements + ?Sized,
{
}

/// A function of a type that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this function",
    label = "not a device function",
    note = "write `#[device]` above the `impl`, the trait or the `#[derive(..)]` that has it"
)]
pub trait FunctionOf<M> {}

#[diagnostic::do_not_recommend]
impl<M: Told<As: MarkedMethod>, F> FunctionOf<M> for F {}

/// Asserts of a function of a type that kernels can call it.
#[inline]
pub fn called_function<M, F>(
    // Of this rustc says nothing.
    _: Hole<M>,
    function: F,
) -> F
where
    F: FunctionOf<M>,
{
    function
}

/// A method, or a function of a type, that numbers have themselves.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this for the number's own, and it is another one",
    label = "not a number's own method",
    note = "say the type or the trait: `Type::name(x)`, `<T as Trait>::name(x)`; or give the method another name"
)]
pub trait OwnMethod {}

#[diagnostic::do_not_recommend]
impl OwnMethod for crate::__private::Own {}

/// Asserts that a method of a reference is the number's own.
#[inline]
pub fn the_numbers_own<M>(
    // Of this rustc says nothing.
    _: M,
) where
    M: OwnMethod,
{
}

/// As [`called_method`], of a method that a kernel takes for a number's own.
#[inline]
pub fn called_own<M, R>(
    // Of this rustc says nothing.
    _: Hole<M>,
    _: &R,
) where
    R: GivenBy<M>,
    R::Method: OwnMethod,
{
}

/// Asserts of a function of a type that it is a number's own.
#[inline]
pub fn own_function<M>(
    // Of this rustc says nothing.
    _: Hole<M>,
) where
    M: Told,
    M::As: OwnMethod,
{
}
