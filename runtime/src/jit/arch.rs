//! A GPU's architecture, as the compiler names it.

/// A compute capability: 9.0 is `Arch::new(9, 0)`.
///
/// # Examples
///
/// ```
/// use kiln_runtime::jit::Arch;
///
/// assert_eq!(Arch::new(9, 0).real(), "sm_90a");
/// assert_eq!(Arch::new(8, 6).real(), "sm_86");
/// assert_eq!(Arch::new(8, 6).portable(), "compute_86");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arch {
    major: u32,
    minor: u32,
}

impl Arch {
    /// The architecture of this compute capability.
    pub const fn new(major: u32, minor: u32) -> Arch {
        Arch { major, minor }
    }

    /// The number in the compiler's names: 90 for 9.0.
    pub const fn number(self) -> u32 {
        self.major * 10 + self.minor
    }

    /// From the number in the compiler's names.
    pub const fn from_number(number: u32) -> Arch {
        Arch { major: number / 10, minor: number % 10 }
    }

    /// Whether its GPUs have clusters of blocks.
    pub(super) const fn has_clusters(self) -> bool {
        self.number() >= 90
    }

    /// The name for machine code. Hopper's and Blackwell's own instructions need the `a`.
    pub fn real(self) -> String {
        match self.number() {
            number @ (90 | 100) => format!("sm_{number}a"),
            number => format!("sm_{number}"),
        }
    }

    /// The name for PTX, which later architectures take too.
    pub fn portable(self) -> String {
        format!("compute_{}", self.number())
    }
}
