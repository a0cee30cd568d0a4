//! What PTX is written for, and what it lacks: the interface of [`super::ptx`].
//!
//! Programs without the feature `ptx` have these types too, so that a launch needs no `cfg` of its own.

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Compute capability, times ten.
    pub arch: u32,
    /// Whether the text tells the lines of the user's source, for profilers and debuggers.
    pub lines: bool,
}

/// What the back end has no instructions for on this target: intrinsics, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    pub names: Vec<String>,
    pub arch: u32,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be done in PTX for sm_{}", self.names.join(", "), self.arch)
    }
}

impl std::error::Error for Unsupported {}

impl Target {
    /// A text without lines of source.
    pub const fn new(arch: u32) -> Target {
        Target { arch, lines: false }
    }
}
