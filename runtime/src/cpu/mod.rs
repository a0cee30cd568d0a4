//! The CPU executor: the reference definition of the language, and the device of a machine without a GPU.
//!
//! [`Program::compile`] turns a module into flat bytecode, [`Program::run`] runs a grid of it. A block runs as a whole:
//! every instruction works on all active threads at once, as a loop over lanes that the compiler vectorizes; values
//! that are the same for the block are computed once, indices that rise evenly along each axis of the block are
//! never written out, and masks say which threads take part. Blocks run in parallel.
//!
//! In reading order: `code` is the bytecode; `facts` and `compile` make it from IR; `elem`, `lanes`, `ops` and `cast`
//! are the operators; `run` interprets a block, with `mask`, `affine`, `compare`, `memory`, `arrays`, `fused`,
//! `atomics`, `warp`, `elements` and `failures` for its parts; `grid` spreads blocks over workers.
//!
//! Barriers are nothing to do, since the threads of a block move in lockstep: this also means that a thread cannot wait
//! for another of its block by spinning. A barrier that only some threads reach is reported by the sanitizer alone.
//!
//! An [`Observer`] sees what a run does: [`sanitize`] looks for races and other mistakes that show only at times, and
//! `count` counts accesses and arithmetic. Code without an observer announces nothing.
//!
//! [`tile`] runs tile kernels, whose values are whole tiles.

// Loop bodies must be inlined into their AVX2 copies, whatever their size. Registers are aligned for every element,
// which the type of a pointer to bytes does not say.
#![allow(clippy::inline_always, clippy::cast_ptr_alignment)]

mod affine;
mod arrays;
mod atomics;
mod cast;
mod cluster;
mod code;
mod compare;
mod compile;
mod count;
mod elem;
mod element_ops;
mod elements;
mod facts;
mod failures;
mod fused;
mod grid;
mod lanes;
mod mask;
mod memory;
mod ops;
mod pool;
mod run;
pub mod sanitize;
mod slow_build;
#[cfg(test)]
mod tests;
#[cfg(feature = "tile")]
pub mod tile;
#[cfg(not(feature = "tile"))]
#[path = "no_tile.rs"]
pub mod tile;
mod tile_arg;
mod tma;
mod warp;

use kiln_codegen::abi::{FailRecord, has_grid_barrier};
use kiln_codegen::ir::{Module, Site};
use kiln_codegen::passes::aggregates;
use kiln_codegen::passes::inline::inline;

pub use compile::CompileError;
pub(crate) use count::FEW;

use crate::counts::Counts;

/// A compiled kernel, to be run any number of times, from any thread.
pub struct Program {
    code: code::Code,
    observer: Observer,
}

/// What observes the runs of a program. The code for an observer announces to it what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observer {
    /// Nothing does.
    None,
    /// The sanitizer: [`Program::run_watched`].
    Sanitizer,
    /// The counter: [`Program::run_counted`].
    Counter,
}

/// An argument of a kernel, in the order of its parameters.
#[derive(Clone, Copy, Debug)]
pub enum CpuArg {
    /// A scalar's bits, zero-extended.
    Scalar(u64),
    /// A slice, or a reference with a length of 1.
    Slice {
        /// The first element.
        pointer: *mut u8,
        /// The number of elements.
        len: u64,
    },
    /// A struct or an array by value, at any address.
    Bytes {
        /// The first byte.
        pointer: *const u8,
        /// The number of bytes.
        len: usize,
    },
}

impl Program {
    /// Compiles the kernel of a closed, verified module.
    pub fn compile(module: &Module) -> Result<Program, CompileError> {
        Program::observed(module, Observer::None)
    }

    /// The same, to be observed.
    pub fn observed(module: &Module, observer: Observer) -> Result<Program, CompileError> {
        let mut flat = inline(module);
        aggregates::take_apart(&mut flat);
        // The sanitizer doesn't know yet when one block may access another's shared memory.
        let own = flat.entry().is_none_or(|entry| entry.attrs.cluster.is_none() && !has_grid_barrier(entry));
        let observer = if observer == Observer::Sanitizer && !own { Observer::None } else { observer };
        Ok(Program { code: compile::compile(&flat, observer)?, observer })
    }

    /// Compiles code that was made for a GPU. It may read uninitialized elements of shared memory, as for the padding
    /// of tiles, as long as the result doesn't depend on them. All their bits are set here.
    pub fn lowered(module: &Module, observer: Observer) -> Result<Program, CompileError> {
        let mut program = Program::observed(module, observer)?;
        program.code.blank = 0xff;
        Ok(program)
    }

    /// The only block shape that the kernel accepts, if it has one.
    pub fn block(&self) -> Option<[u32; 3]> {
        self.code.block
    }

    /// As [`Program::run_with`], of a kernel without a shared slice.
    ///
    /// # Safety
    /// As [`Program::run_with`].
    pub unsafe fn run(&self, grid: [u32; 3], block: [u32; 3], args: &[CpuArg]) -> Option<FailRecord> {
        // SAFETY: the caller's promise.
        unsafe { self.run_with(grid, block, 0, args) }
    }

    /// Runs the grid on the threads of the pool and waits for it. Gives the first failure in block order, if any; its
    /// fields `kernel` and `launch` are 0. The kernel's shared slice, if it has one, gets `shared_len` elements.
    ///
    /// # Safety
    /// The arguments fit the kernel's parameters in number, order and type. Every slice is valid and aligned for its
    /// elements, for writing too where the kernel may write; slices that the kernel writes overlap no other. The
    /// kernel is free of data races, and the indices that it does not check are in bounds.
    pub unsafe fn run_with(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_len: u64,
        args: &[CpuArg],
    ) -> Option<FailRecord> {
        // SAFETY: the caller's promise.
        slow_build::timed(|| unsafe { grid::run(&self.code, grid, block, shared_len, args, false) }).0
    }

    /// The same of a program for the counter, with what was counted by position. Of a large grid only a few blocks
    /// run if the caller says so.
    ///
    /// # Safety
    /// As [`Program::run_with`].
    pub unsafe fn run_counted(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_len: u64,
        args: &[CpuArg],
        (sites, few): (&[Site], bool),
    ) -> (Option<FailRecord>, Counts) {
        // SAFETY: the caller's promise.
        let (failed, counter) =
            slow_build::timed(|| unsafe { grid::run(&self.code, grid, block, shared_len, args, few) });
        (failed, count::by_position(&self.code, counter, grid, sites))
    }

    /// Runs the grid, one block after the other, until the sanitizer finds something. Otherwise as
    /// [`Program::run`]; what was not compiled to be watched has nothing found in it.
    ///
    /// # Errors
    /// What the sanitizer found.
    ///
    /// # Safety
    /// As [`Program::run`], but that races, indices out of bounds and arguments that overlap or are misaligned are
    /// found.
    pub unsafe fn run_watched(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_len: u64,
        args: &[CpuArg],
    ) -> Result<Option<FailRecord>, Box<sanitize::Found>> {
        // SAFETY: the caller's promise.
        slow_build::timed(|| unsafe {
            if self.observer == Observer::Sanitizer {
                grid::watched(&self.code, grid, block, shared_len, args)
            } else {
                Ok(grid::run(&self.code, grid, block, shared_len, args, false).0)
            }
        })
    }
}
