//! Types and values in a kernel.
//!
//! Takes a type that is written there, a parameter's or a value's; guarantees rustc's answer for it, and that a type
//! that kernels do not know is an error on what the user wrote.

use kiln_runtime::{Constant, Describe, KernelType};

use crate::__private::{Answer, Hole, computing, derived, refused};

/// Asserts that a kernel can take values of a type, and that device memory can hold them.
#[inline]
pub const fn parameter<T>()
where
    T: KernelType,
{
}

/// A type that a kernel knows by its name.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this name for the type `{T}`, and it is another type",
    label = "this is `{Self}`",
    note = "import `{T}`, or give the other type another name"
)]
pub trait IsTheType<T> {}

impl<T> IsTheType<T> for T {}

/// Asserts that a name stands for the type that a kernel takes it for.
#[inline]
pub const fn is_the_type<A, B>()
where
    A: IsTheType<B>,
{
}

/// Any type, in the place of a generic argument, of which rustc would say more if nothing had its name.
pub trait Written {
    /// The answer for a type that is written in a kernel or device function.
    fn type_in_a_kernel() -> Answer
    where
        Self: Describe;
}

impl<T> Written for T {
    fn type_in_a_kernel() -> Answer
    where
        Self: Describe,
    {
        refused::<T>()
    }
}

/// The answer for a type parameter of a kernel or device function.
pub fn type_parameter<T>() -> Answer
where
    T: KernelType,
{
    refused::<T>()
}

/// The answer for the type of a value that is made in a kernel or device function.
pub fn value_in_a_kernel<T>(
    // Of this rustc says nothing.
    _: Hole<T>,
) -> Answer
where
    T: Describe,
{
    refused::<T>()
}

/// The answer for a constant.
#[allow(clippy::needless_pass_by_value)] // So that rustc points to the constant, and not to a reference to it.
pub fn constant_in_a_kernel<T>(value: T) -> Answer
where
    T: Constant,
{
    constant(&value)
}

/// The answer for a value that the host evaluates, of a type that is found in the body.
pub fn value_of_the_host<T>(
    // Of these rustc says nothing.
    _: Hole<T>,
    value: impl FnOnce() -> T,
) -> Answer
where
    T: Constant,
{
    constant(&value())
}

fn constant<T: Constant>(value: &T) -> Answer {
    match T::refusal() {
        Some(_) => refused::<T>(),
        None => computing::<T>(derived::constant(value)),
    }
}
