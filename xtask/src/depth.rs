//! The depth of the tests, from the environment variable `KILN_DEPTH`: `push` or `nightly`.
//!
//! `push` is the default. It covers every kind of test, some of them by a sample that depends on the commit, so that
//! other commits test other samples. `nightly` runs everything. Each stage prints what it leaves out.

use crate::workspace::{Result, Workspace};
use std::process::Command;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    #[default]
    Push,
    Nightly,
}

/// The environment variable that chooses the depth.
pub const VARIABLE: &str = "KILN_DEPTH";

impl Depth {
    /// The depth that the environment asks for.
    pub fn from_environment() -> Result<Self> {
        match std::env::var_os(VARIABLE) {
            None => Ok(Self::Push),
            Some(word) => Self::parse(&word.to_string_lossy()),
        }
    }

    fn parse(word: &str) -> Result<Self> {
        match word {
            "push" | "" => Ok(Self::Push),
            "nightly" => Ok(Self::Nightly),
            _ => Err(format!("{VARIABLE} is `{word}`, but must be `push` or `nightly`")),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Nightly => "nightly",
        }
    }
}

/// The environment variable that gives the tests [`sample_seed`].
pub const SAMPLE_VARIABLE: &str = "KILN_SAMPLE";

/// A number that depends on the commit, to choose samples by: a test of another commit is a test of another sample.
/// Without git it is always the same.
pub fn sample_seed(workspace: &Workspace) -> u64 {
    let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&workspace.root).output();
    let hash = head.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    seed_of(&String::from_utf8_lossy(&hash.unwrap_or_default()))
}

/// Few enough digits to be typed again.
fn seed_of(hash: &str) -> u64 {
    u64::from_str_radix(hash.get(..7).unwrap_or("1"), 16).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_one_of_two_words() {
        assert_eq!(Depth::parse("push"), Ok(Depth::Push));
        assert_eq!(Depth::parse("nightly"), Ok(Depth::Nightly));
        assert!(Depth::parse("Nightly").is_err_and(|why| why.contains("`push` or `nightly`")));
        for depth in [Depth::Push, Depth::Nightly] {
            assert_eq!(Depth::parse(depth.name()), Ok(depth));
        }
    }

    #[test]
    fn seeds_depend_on_the_commit() {
        assert_eq!(seed_of("d8a06c1e6d90c0\n"), 0x0d8a_06c1);
        assert_eq!(seed_of(""), 1);
        assert_ne!(seed_of("6fa4acf1"), seed_of("c9b7276d"));
    }
}
