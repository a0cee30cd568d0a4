//! Functions of a marked trait that have the name of one of the type's own.
//!
//! Takes what rustc finds of a name in a type's own impls, and whether that is marked; guarantees an error where a
//! kernel would call another function than Rust does. Leaves to the front end where this is asked.

use std::marker::PhantomData;

use super::not_device::MethodWithoutDevice;
use crate::ScalarType;

/// Nothing.
pub struct Absent;

/// A function.
pub struct Present;

/// What was found of a name.
pub struct Found<T>(pub T);

impl Found<Absent> {
    /// That there is none.
    pub fn own(self) -> Absent {
        self.0
    }
}

/// Whether a type is a number.
pub struct Numbers<T>(PhantomData<fn() -> T>);

impl<T> Numbers<T> {
    /// Of this type.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Numbers(PhantomData)
    }
}

impl<T: ScalarType> Numbers<T> {
    /// That it is one.
    pub fn own(self) -> Present {
        Present
    }
}

/// What is found in the place of the above.
pub trait Otherwise<A>: Sized {
    /// The other answer.
    fn own(self) -> A;
}

/// Whether there is a function without `#[device]` among what was found of a name: a function, the mark of one,
/// and whether they are a number's.
pub trait Unmarked {
    /// Whether there is.
    type Function;
}

impl<M, N> Unmarked for (Absent, M, N) {
    type Function = Absent;
}

impl<N> Unmarked for (Present, Present, N) {
    type Function = Absent;
}

impl Unmarked for (Present, Absent, Present) {
    type Function = Absent;
}

impl Unmarked for (Present, Absent, Absent) {
    type Function = MethodWithoutDevice;
}

impl<T> Otherwise<Present> for Found<T> {
    fn own(self) -> Present {
        Present
    }
}

impl<T> Otherwise<Absent> for Numbers<T> {
    fn own(self) -> Absent {
        Absent
    }
}

/// That kernels call what Rust calls under a name.
#[diagnostic::on_unimplemented(
    message = "the type has a function of this name of its own without `#[device]`, and kernels would call the trait's",
    label = "Rust calls the type's own where it finds both",
    note = "write `#[device]` above the `impl` that has the type's own, or give one of the two another name"
)]
pub trait OneOfThisName {}

#[diagnostic::do_not_recommend]
impl OneOfThisName for Absent {}

/// Asserts that kernels call what Rust calls under a name.
#[inline]
pub fn one_of_this_name<F>(
    // Of this rustc says nothing.
    _: F,
) where
    F: Unmarked,
    F::Function: OneOfThisName,
{
}
