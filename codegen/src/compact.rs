//! What std writes out at each use, as calls.
//!
//! A user's build optimizes the compiler too, and there is more of what it takes from std than of its own code.
//! What is here does the same and is compiled once, or is short.

use std::fmt;

/// As std's, which looks for a text without arguments at each use.
macro_rules! format {
    ($($arguments:tt)*) => { $crate::compact::formatted(::std::format_args!($($arguments)*)) };
}

/// The text of the macro `format`.
#[inline(never)]
pub fn formatted(arguments: fmt::Arguments<'_>) -> String {
    std::fmt::format(arguments)
}

/// What an iterator gives, in a vector.
pub trait List: Iterator + Sized {
    /// As `collect`, of which there are five, each with loops of its own for each iterator.
    fn list(self) -> Vec<Self::Item>;
}

impl<I: Iterator> List for I {
    fn list(self) -> Vec<I::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}
