//! What an undefined name stands for where rustc is asked for a constant.
//!
//! rustc reports the undefined name where the body has it, and nothing more here. Should this ever stand for a constant
//! that exists, the launch refuses the kernel.

use kiln_runtime::__private::Type;
use kiln_runtime::{Constant, Describe};

/// No constant.
#[derive(Clone, Copy)]
pub struct Absent;

/// No constant.
#[allow(non_upper_case_globals, reason = "a local name of generated code")]
pub const what_a_kernel_names: Absent = Absent;

#[diagnostic::do_not_recommend]
// SAFETY: in kernels it is of this type.
unsafe impl Describe for Absent {
    fn describe() -> Type {
        Type::Unit
    }

    fn refusal() -> Option<String> {
        Some("Kiln found no constant of a name that a kernel uses; please report it".to_owned())
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: these are the scalars of a value.
unsafe impl Constant for Absent {
    fn scalars(&self, _: &mut Vec<u64>) {}
}

impl Absent {
    /// An undefined name has no length either.
    #[must_use]
    pub fn len(self) -> Absent {
        self
    }

    /// The same.
    #[must_use]
    pub fn is_empty(self) -> Absent {
        self
    }
}
