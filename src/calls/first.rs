//! Whether what a method is called on has a trait by which another of its name comes first.
//!
//! Takes the trait by a name; guarantees that where nothing has it, the answer is that it has not.

use crate::__private::First;

/// What no type has.
#[allow(non_camel_case_types, reason = "a local name of generated code")]
pub trait a_trait_that_comes_first {}

/// What is said where the trait is not there.
pub struct NotBefore;

impl NotBefore {
    /// That the marked method is the first of its name.
    #[must_use]
    pub fn order(&self) -> First {
        First
    }
}
