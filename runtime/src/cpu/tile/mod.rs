//! Tile kernels on the CPU: what they do here is what tile mode means.
//!
//! [`Program::compile`] turns the statements of a tile kernel into a tree with every name resolved,
//! [`Program::run`] runs it once for each tile of the grid, in parallel. Scalars are bits in slots; tiles lie in
//! the worker's memory, whose layout is fixed at compile time, rows first and without gaps, so that running
//! allocates nothing. Element-wise expressions run as a whole, strip by strip, through the same loops as the lanes
//! of the SIMT executor; what they read from tensors, and what is stored from them, never becomes a tile of its
//! own. Loops over elements run as code of threads, a lane an element.
//!
//! What the language leaves open is fixed here: a read outside of a tensor gives the pad; a write outside does nothing;
//! a sum of 16-bit floats is a sum of `f32` that is rounded once; a sum of floats is in no particular order, in
//! several partial sums; least and greatest ignore NaN as `f32::min` does; a matrix product sums in `f32`, with or
//! without fused steps.
//!
//! In reading order: `code` is the tree; `compile` makes it; `run` runs statements and scalars, `whole` computes
//! tiles, with `strips`, `view` (tensors), `reduce` and `product` for its parts; `moves` and `half` are loops;
//! `grid` spreads the tiles over workers.

// What is written for every size of an element converts to and from 64 bits, which is nothing for those of 64.
#![allow(clippy::unnecessary_cast)]

mod code;
mod compile;
mod grid;
mod half;
mod moves;
mod product;
mod reduce;
mod run;
mod strips;
#[cfg(test)]
pub(crate) mod tests;
mod view;
mod whole;

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::Module;
use kiln_codegen::passes::aggregates;
use kiln_codegen::passes::inline::inline;

use super::{CompileError, slow_build};

pub use super::tile_arg::TileArg;

/// A compiled tile kernel, to be run any number of times, from any thread.
pub struct Program {
    code: code::Code,
}

impl Program {
    /// Compiles the tile kernel of a closed, verified module.
    pub fn compile(module: &Module) -> Result<Program, CompileError> {
        let mut flat = inline(module);
        aggregates::take_apart(&mut flat);
        Ok(Program { code: compile::compile(&flat)? })
    }

    /// Runs every tile of the grid on the threads of the pool and waits for it. Gives the first failure in the
    /// order of tiles, if any; its fields `kernel` and `launch` are 0.
    ///
    /// # Safety
    /// The arguments fit the kernel's parameters in number, order and type. Every element of a tensor, by its
    /// extents and strides, is valid and aligned, for writing too where the kernel may write; tensors that the
    /// kernel writes overlap no other, and its tiles write no element that another tile reads or writes.
    pub unsafe fn run(&self, grid: [u32; 3], args: &[TileArg]) -> Option<FailRecord> {
        // SAFETY: the caller's promise.
        slow_build::timed(|| unsafe { grid::run(&self.code, grid, args) })
    }
}
