//! What a name of Kiln's stands for where nothing brings it into scope.
//!
//! Guarantees that one error names the prelude.

use super::namesakes::{Absent, Present};

/// Nothing of the name.
#[allow(non_upper_case_globals, reason = "a local name of generated code")]
pub const what_is_in_scope: Absent = Absent;

/// That the functions of kernels are in scope.
#[diagnostic::on_unimplemented(
    message = "the functions of kernels are not in scope",
    label = "this one is not",
    note = "write `use kiln::prelude::*;` at the top of the module"
)]
pub trait InScope {}

#[diagnostic::do_not_recommend]
impl InScope for Present {}

/// Asserts that what was found of a name is a function.
#[inline]
pub fn in_scope<F: InScope>(
    // Of this rustc says nothing.
    _: F,
) {
}
