//! How the compiler complains: stable codes, one [`Diagnostic`] a mistake, collected and never fail-fast.
//!
//! A code is stable, declares the [`Stage`]s that find it, has a page under `docs/errors/` and a compile-fail case;
//! `cargo xtask tidy` holds them together.

mod codes;

pub use codes::{Code, Stage};

/// One complaint, without its place: the front end adds the span, the specializer the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    /// What is wrong, about the user's own words.
    pub message: String,
    /// How to mend it; empty where the message says it.
    pub help: String,
}

impl Diagnostic {
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), help: String::new() }
    }

    #[must_use]
    #[inline(never)]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = help.into();
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        write!(f, "\n  see {}", self.code.page())
    }
}

impl std::error::Error for Diagnostic {}
