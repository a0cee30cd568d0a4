//! What a kernel may call, as bounds whose messages the user reads: their names are words and no marks of ours.
//!
//! Takes nothing; guarantees that a call of what is no device function, of a kernel, or of a function that only has the name of
//! one of Kiln's is an error on the user's token. Not part of the public interface: any release may change it.

use crate::__private::Hole;

/// The same function: what a name of Kiln's or of std's stands for, where a kernel takes it for that.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this name for a function of Kiln or of std, and it stands for another one here",
    label = "another function than a kernel takes it for",
    note = "rename that function, or say Kiln's by its path: `kiln::lane_id()`"
)]
pub trait SameFunction<F> {}

impl<F> SameFunction<F> for F {}

/// Asserts, when the user's crate is compiled, that a path names the function that Kiln took it for.
#[inline]
pub const fn is_library_function<F, G: SameFunction<F>>(librarys: F, users: G) {
    // Functions are dropped by doing nothing, which a constant has to be told.
    std::mem::forget(librarys);
    std::mem::forget(users);
}

/// A method that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this method",
    label = "not a device function",
    note = "write `#[device]` above the `impl` or the trait that has it",
    note = "of std's methods, kernels know those of numbers that a GPU can do"
)]
pub trait MarkedMethod {}

/// The result of a method that kernels can call.
pub trait ResultOf<M> {}

impl<M: MarkedMethod, R> ResultOf<M> for R {}

/// Asserts of a method's result that kernels can call the method. A result that rustc has complained about is not asserted
/// anything of.
#[inline]
pub fn called<M, R: ResultOf<M>>(_: Hole<M>, _: &R) {}

/// A method, or a function of a type, that numbers have themselves.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this for the number's own, and it is another one",
    label = "not a number's own method",
    note = "say the trait: `<T as Trait>::name(x)`; or give the trait's method another name"
)]
pub trait OwnMethod {}

impl OwnMethod for crate::__private::Own {}

/// The result of a number's own method.
pub trait ResultOfOwn<M> {}

impl<M: OwnMethod, R> ResultOfOwn<M> for R {}

/// As [`called`], of a method that a kernel takes for a number's own.
#[inline]
pub fn called_own<M, R: ResultOfOwn<M>>(_: Hole<M>, _: &R) {}

/// Asserts of a function of a type that it is a number's own.
#[inline]
pub fn own_function<M: OwnMethod>(_: Hole<M>) {}

/// What the name of a function stands for where it has no type beside it, as device functions have.
pub mod not_device {
    use crate::__private::{Answer, DeviceFunction, FunctionAnswer, Hole};

    /// No device function.
    #[allow(non_camel_case_types, reason = "a local name of generated code")]
    pub enum called_function {}

    /// A function that kernels can call.
    #[diagnostic::on_unimplemented(
        message = "a kernel cannot call this function",
        label = "not a device function",
        note = "write `#[device]` above the function's definition"
    )]
    pub trait CallableFromKernels {}

    impl called_function {
        /// Says that this is no device function.
        #[inline]
        pub fn from_a_kernel<F: CallableFromKernels>(_: Hole<Self>, function: F) -> F {
            function
        }
    }

    impl DeviceFunction for called_function {
        fn instance() -> Answer {
            Answer::Function(FunctionAnswer { ir: "", answers: Vec::new() })
        }
    }

    /// A method, or a function of a type, without `#[device]`.
    pub struct Unmarked;

    impl DeviceFunction for Unmarked {
        fn instance() -> Answer {
            Answer::Function(FunctionAnswer { ir: "", answers: Vec::new() })
        }
    }
}

/// A call of a kernel from a kernel, which nothing is.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call a kernel",
    label = "a kernel, which the host launches",
    note = "move what both do to a `#[device] fn` and call that"
)]
pub trait KernelCall {
    /// What would come of it.
    type Value;

    /// What nobody calls.
    fn call(self) -> Self::Value;
}
