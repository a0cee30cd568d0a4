//! From a tile kernel to SIMT code: the tile compiler.
//!
//! Takes a closed, verified module whose kernel is a tile kernel, and a target; guarantees a verified SIMT module
//! with one kernel, whose block shape is fixed and whose tensors have become slices with extents and strides (see [`crate::abi`]). The same
//! input gives the same module. An error says which resource is exhausted.

use crate::ir::Module;

/// What the code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The compute capability, times ten: `90` for sm_90.
    pub arch: u32,
    pub variant: Variant,
}

/// What the launch promises of every tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The base is aligned to 16 bytes, the last axis has stride 1, and every other stride and the extent of the last axis are
    /// multiples of 16 bytes. Every extent is below 2³¹.
    Fast,
    /// Nothing.
    General,
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
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Each tile and where it lives: the user's name (or the operation's), its type, its layout.
    pub values: Vec<Placed>,
    /// What else the user may want to know: where `Linear` was taken and why, what was pipelined.
    pub notes: Vec<String>,
}

/// A tile and where it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub name: String,
    pub ty: String,
    pub layout: String,
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

/// Lowers a tile kernel. `observe` sees the module after each pass, with the pass's name.
pub fn lower(
    module: &Module,
    target: Target,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Lowered, LowerError> {
    let _ = target;
    observe("input", module);
    Err(LowerError { message: "tile kernels cannot be lowered yet".to_owned() })
}
