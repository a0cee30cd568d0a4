//! What a function's name stands for where nothing says that it is a device function.
//!
//! Guarantees that a call of it is an error on the function's name, whatever arguments it writes out.

use std::marker::PhantomData;

use crate::__private::{Answer, DeviceFunction, FunctionAnswer, Hole};

/// No device function; whatever arguments a call writes out.
#[allow(non_camel_case_types, dead_code, clippy::type_complexity, reason = "a local name of generated code")]
pub struct called_function<A = (), B = (), C = (), D = ()> {
    arguments: PhantomData<fn() -> (A, B, C, D)>,
}

/// A function that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this function",
    label = "not a device function",
    note = "write `#[device]` above the function's definition"
)]
pub trait IsDeviceFunction {}

impl called_function {
    /// Says that this is no device function.
    #[inline]
    pub fn call<F>(
        // Of these rustc says nothing.
        _: Hole<called_function>,
        _: F,
        function: F,
    ) -> F
    where
        F: IsDeviceFunction,
    {
        function
    }
}

impl called_function {
    /// As above, of a call with closures among its arguments.
    #[inline]
    pub fn call_with_closures<F>(
        // Of this rustc says nothing.
        _: Hole<called_function>,
        _: F,
    ) where
        F: IsDeviceFunction,
    {
    }
}

impl<A, B, C, D> called_function<A, B, C, D> {
    /// As above, of a call that writes arguments out.
    #[inline]
    pub fn call_with_generics<F>(
        // Of these rustc says nothing.
        _: Hole<called_function>,
        _: F,
        function: F,
    ) -> F
    where
        F: IsDeviceFunction,
    {
        function
    }
}

// SAFETY: the answer is the function's.
unsafe impl DeviceFunction for called_function {
    fn instance() -> Answer {
        // SAFETY: a text without a function gives an error.
        Answer::Function(unsafe { FunctionAnswer::new("", Vec::new()) })
    }
}

/// A method, or a function of a type, without `#[device]`.
pub struct MethodWithoutDevice;

// SAFETY: the answer is the function's.
unsafe impl DeviceFunction for MethodWithoutDevice {
    fn instance() -> Answer {
        // SAFETY: a text without a function gives an error.
        Answer::Function(unsafe { FunctionAnswer::new("", Vec::new()) })
    }
}
