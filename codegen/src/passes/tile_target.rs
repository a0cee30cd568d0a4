//! What a tile kernel is lowered for, and what comes of it: the interface of [`super::tile`].
//!
//! Programs without the feature `tile` have these types too, so that a launch needs no `cfg` of its own.

use crate::ir::{Backend, Module, TileAttrs};

/// What the code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The compute capability, times ten: `90` for sm_90.
    pub arch: u32,
    pub variant: Variant,
    /// Most blocks of a cluster, a power of two.
    pub cluster: u32,
    /// Two numbers of 16 bits share a register. What is behind PTX keeps each in one of its own where two ways through
    /// a kernel meet.
    pub packed: bool,
}

impl Target {
    /// Blocks of a cluster that every GPU with clusters has.
    pub const CLUSTER: u32 = 8;

    /// Most GPUs of an architecture: those of data centers have clusters of 16, for which a launch has to ask.
    #[must_use]
    pub const fn new(arch: u32, variant: Variant) -> Target {
        let cluster = match arch {
            0..=89 => 1,
            90..=119 => 2 * Target::CLUSTER,
            _ => Target::CLUSTER,
        };
        Target { arch, variant, cluster, packed: true }
    }

    /// The same for texts of a back end.
    #[must_use]
    pub const fn through(self, backend: Backend) -> Target {
        Target { packed: matches!(backend, Backend::Cuda), ..self }
    }
}

/// What the launch promises of the kernel's tensors, and its hints.
///
/// A tensor is *aligned* if its base is a multiple of 16 bytes, the last axis has stride 1, every other stride and the
/// extent of the last axis are multiples of 16 bytes, and every extent is below 2³¹.
///
/// Each tensor has a bit, the first one's the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The tensors that may lie in any way. The highest bit is of all from the eighth on.
    pub unaligned: u8,
    /// The tensors whose last two axes have changed places: columns lie one after another, and rows are apart. One
    /// that is not among the `unaligned` is aligned once they have changed back.
    pub turned: u8,
    /// Hints of the launch, which come before those of the kernel.
    pub hints: TileAttrs,
}

impl Variant {
    /// Every tensor is aligned.
    pub const FAST: Variant = Variant { unaligned: 0, turned: 0, hints: TileAttrs::NONE };
    /// Every tensor may lie in any way.
    pub const GENERAL: Variant = Variant { unaligned: u8::MAX, turned: 0, hints: TileAttrs::NONE };

    /// The same with these hints of the launch.
    #[must_use]
    pub const fn with_hints(self, hints: TileAttrs) -> Variant {
        Variant { hints, ..self }
    }

    /// The same without hints.
    #[must_use]
    pub const fn layout(self) -> Variant {
        self.with_hints(TileAttrs::NONE)
    }

    /// Whether the tensor with this number, counted from 0, is aligned.
    #[must_use]
    pub const fn is_aligned(self, number: usize) -> bool {
        self.unaligned & Variant::bit(number) == 0
    }

    /// The tensor's bit among the `unaligned`.
    #[must_use]
    pub const fn bit(number: usize) -> u8 {
        if number < 8 { 1 << number } else { 1 << 7 }
    }
}

/// A lowered kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered {
    pub module: Module,
    pub report: Report,
}

/// What the compiler chose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Threads of a block.
    pub threads: u32,
    /// Registers of a thread, as the planner estimates them; 0 where it plans nothing.
    pub registers: u32,
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Each tile and where it lives: the user's name (or the operation's), its type, its layout.
    pub values: Vec<Placed>,
    /// How tiles get from tensors to threads and back, each way once.
    pub moves: Vec<Moved>,
    /// What else the user may want to know: what passes through shared memory and why, what is loaded ahead.
    pub notes: Vec<String>,
    /// What keeps the kernel from being fast, but for what `moves` says.
    pub warnings: Vec<Warning>,
}

/// Something that keeps a kernel from being fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What it is, and why.
    pub message: String,
    /// What would help.
    pub help: String,
}

/// A tile and where it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub name: String,
    pub ty: String,
    pub layout: String,
}

/// How the elements of tiles move between a tensor and threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub tensor: String,
    /// `loaded`, `loaded ahead` of its turn of a loop, `loaded ahead by TMA`, or `stored`.
    pub how: &'static str,
    /// Bytes that a thread moves at once: 16 at most, or a box by TMA.
    pub bytes: u32,
    /// What keeps them from being 16; empty where they are.
    pub why: String,
    /// What would help; empty where they are 16, where the tile is small, and where an accumulator is stored as it
    /// lies.
    pub help: String,
}

/// Why a kernel cannot be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    pub message: String,
}

impl std::fmt::Display for LowerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LowerError {}
