//! What a kernel may call, as bounds whose messages the user reads: their names are words and no marks of ours.
//!
//! Takes nothing; guarantees that a call of what is no device function, of a kernel, or of a function that only has
//! the name of one of Kiln's is an error on the user's token, and so is a type that kernels do not know. Not part
//! of the public interface: any release may change it.
//!
//! Rustc quotes the line of a function's name and the line of the bound, so that nothing else stands in these.

mod bounds;
mod methods;
pub mod namesakes;
pub mod not_device;
pub mod prelude;
mod standard;
mod types;
pub mod unresolved;

pub use bounds::*;
pub use methods::*;
pub use namesakes::{OneOfThisName, one_of_this_name};
// Messages say these by the shortest path that there is.
pub use not_device::{IsDeviceFunction, MethodWithoutDevice, called_function};
pub use standard::*;
pub use types::*;

pub use kiln_runtime::{Constant, Describe};

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
pub const fn is_library_function<F, G>(
    // Of these rustc says nothing.
    librarys: F,
    users: G,
) where
    G: SameFunction<F>,
{
    // Functions are dropped by doing nothing, which a constant has to be told.
    std::mem::forget(librarys);
    std::mem::forget(users);
}

/// The macros that kernels know, beside which another of such a name is ambiguous.
pub mod macros {
    pub use crate::{kprint, kprintln};
    pub use std::{
        assert, assert_eq, assert_ne, debug_assert, debug_assert_eq, debug_assert_ne, matches, panic, todo,
        unimplemented, unreachable,
    };
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
