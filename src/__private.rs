//! What generated code names. Not part of the public interface: any release may change it.

use std::cell::Cell;
use std::marker::PhantomData;

pub use inventory;
pub use kiln_runtime::__private::{
    Answer, Attrs, FunctionAnswer, MathTier, Scalar, TileAttrs, Type, derived, source,
};
pub use kiln_runtime::{
    Arg, AsAtomic, AsSlice, AsSliceMut, AsTensor, AsTensorMut, Describe, KernelHandle, KernelType, Launch,
    ParamInfo, ParamKind, ParamType,
};

pub use crate::dev::SharedElement;

/// Asserts, when the user's crate is compiled, that a local has the type that Kiln inferred.
#[inline]
pub fn assert_type<T: ?Sized>(_: &T) {}

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

/// A device function's type, by which its instance is found.
pub trait DeviceFunction {
    /// Its IR and the answers for its own captures.
    fn instance() -> FunctionAnswer;
}

/// What the name of a function stands for where it has no type beside it, as device functions have.
pub mod not_device {
    use super::{DeviceFunction, FunctionAnswer, Hole};

    /// No device function.
    #[allow(non_camel_case_types, reason = "a local name of generated code")]
    pub enum __kiln_callee {}

    /// A function that kernels can call.
    #[diagnostic::on_unimplemented(
        message = "a kernel cannot call this function",
        label = "not a device function",
        note = "write `#[device]` above the function's definition"
    )]
    pub trait CallableFromKernels {}

    impl __kiln_callee {
        /// Says that this is no device function.
        #[inline]
        pub fn __kiln_function<F: CallableFromKernels>(_: Hole<Self>, function: F) -> F {
            function
        }
    }

    impl DeviceFunction for __kiln_callee {
        fn instance() -> FunctionAnswer {
            FunctionAnswer { ir: "", answers: Vec::new() }
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

/// Something whose type rustc infers from a body that is checked and never run.
pub struct Hole<T>(PhantomData<fn() -> T>);

impl<T> Clone for Hole<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Hole<T> {}

impl<T> Default for Hole<T> {
    fn default() -> Self {
        Hole::new()
    }
}

impl<T> Hole<T> {
    /// A hole that nothing is known of.
    #[inline]
    pub const fn new() -> Self {
        Hole(PhantomData)
    }

    /// Says that the hole has the type of this value.
    #[inline]
    pub fn is(&self, _: &T) {}

    /// The value, of whose type the hole is.
    #[inline]
    pub fn of(&self, value: T) -> T {
        value
    }
}

/// The answer for a local's type.
pub fn local_answer<T: Describe>(_: Hole<T>) -> Answer {
    type_answer::<T>()
}

/// The answer for a device function.
pub fn function_answer<T: DeviceFunction>(_: Hole<T>) -> Answer {
    // Device functions that call each other in a circle would ask without end; no honest chain is this deep.
    const DEEPEST: u32 = 64;
    thread_local!(static DEPTH: Cell<u32> = const { Cell::new(0) });
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return Answer::Recursion;
    }
    DEPTH.set(depth + 1);
    let instance = T::instance();
    DEPTH.set(depth);
    Answer::Function(instance)
}

/// The answer for a type.
pub fn type_answer<T: Describe>() -> Answer {
    match T::refusal() {
        Some(message) => {
            let help = "derive them: `#[derive(PartialEq, Eq, PartialOrd, Ord)]`, or write a method with `#[device]`";
            Answer::Refused { message, help: help.to_owned() }
        }
        None => Answer::Type(T::describe()),
    }
}

/// A constant that a kernel can use.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` cannot be used in a kernel",
    label = "not a value of kernels",
    note = "kernels use constants that are numbers, `bool`, fixed arrays, and structs and enums with `#[derive(KernelType)]`"
)]
pub trait Constant {
    /// The answer for the constant.
    fn answer(self) -> Answer;
}

#[diagnostic::do_not_recommend]
impl<T: KernelType> Constant for T {
    fn answer(self) -> Answer {
        match T::refusal() {
            Some(_) => type_answer::<T>(),
            None => derived::constant(&self),
        }
    }
}

/// The answer for a constant.
pub fn const_answer<T: Constant>(value: T) -> Answer {
    value.answer()
}

/// Runs the questions. Apart from the list so that what comes before it in the generated function stays a check only.
#[inline]
pub fn answers(ask: impl FnOnce() -> Vec<Answer>) -> Vec<Answer> {
    ask()
}
