//! What is found in the place of a function or a constant that is not there, where rustc says so of the user's own
//! words.
//!
//! Takes nothing; guarantees that rustc says no more of it than that. Should it ever stand for a constant that is
//! there, the kernel is refused when it is launched.

use kiln_runtime::__private::Type;
use kiln_runtime::{Constant, Describe};

use super::not_device::CallableFromKernels;
use crate::__private::Hole;

pub use super::not_device::called_function;

/// Nothing.
#[derive(Clone, Copy)]
pub struct Absent;

/// No function.
#[allow(non_upper_case_globals, reason = "a local name of generated code")]
pub const called_function: Absent = Absent;

/// No constant.
#[allow(non_upper_case_globals, reason = "a local name of generated code")]
pub const what_a_kernel_names: Absent = Absent;

#[diagnostic::do_not_recommend]
impl Describe for Absent {
    fn describe() -> Type {
        Type::Unit
    }

    fn refusal() -> Option<String> {
        Some("Kiln found nothing of a name that a kernel takes a constant by; please report it".to_owned())
    }
}

#[diagnostic::do_not_recommend]
impl Constant for Absent {
    fn scalars(&self, _: &mut Vec<u64>) {}
}

impl Absent {
    /// Of nothing: it is no length either.
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

/// What a type says of which nothing but its arguments is known (`kiln::__absent`).
pub trait NoFunction {
    /// That there is none, or that what is there is no device function.
    #[inline]
    #[must_use]
    fn named_from_a_kernel<F>(
        // Of these rustc says nothing.
        _: Hole<super::not_device::called_function>,
        _: F,
        _: F,
    ) -> Absent
    where
        F: CallableFromKernels,
    {
        Absent
    }

    /// The same, where some arguments are left to rustc.
    #[inline]
    #[must_use]
    fn partly_named_from_a_kernel<F>(
        // Of these rustc says nothing.
        _: Hole<super::not_device::called_function>,
        _: F,
        _: F,
    ) -> Absent
    where
        F: CallableFromKernels,
    {
        Absent
    }
}

impl<T> NoFunction for T {}

/// What is found where a call writes out arguments.
pub struct Found<F>(pub F);

impl<F: Fn() -> Absent> Found<F> {
    /// That it stands for nothing (`kiln::__absent`).
    #[inline]
    #[must_use]
    pub fn function(self) -> Absent {
        (self.0)()
    }
}

/// What is found in the place of the above.
pub trait FoundAFunction<F>: Sized {
    /// The function.
    fn function(self) -> F;
}

impl<F> FoundAFunction<F> for Found<F> {
    #[inline]
    fn function(self) -> F {
        self.0
    }
}

macro_rules! present {
    ($($called:ident($($arg:ident)*))*) => {
        /// What is called: all that is there is called itself.
        pub trait Present: Sized {
            /// A constant itself, which has the name of a field.
            #[inline]
            #[must_use]
            fn or_a_field<T>(self, _: T) -> Self {
                self
            }
            $(
                /// With as many arguments.
                #[inline]
                #[must_use]
                fn $called(self) -> Self {
                    self
                }
            )*
        }

        impl<F> Present for F {}

        impl Absent {
            /// What is there is the field.
            #[inline]
            #[must_use]
            pub fn or_a_field<T>(self, field: T) -> T {
                field
            }

            $(
                /// With as many arguments, and any.
                #[must_use]
                pub fn $called<$($arg,)* R>(self) -> fn($($arg),*) -> R {
                    unreachable!("a checked copy is not run")
                }
            )*
        }
    };
}

present! {
    called_with_0()
    called_with_1(A)
    called_with_2(A B)
    called_with_3(A B C)
    called_with_4(A B C D)
    called_with_5(A B C D E)
    called_with_6(A B C D E F)
    called_with_7(A B C D E F G)
    called_with_8(A B C D E F G H)
}
