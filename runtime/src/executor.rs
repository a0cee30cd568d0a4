//! The bridge to the CPU executor.
//!
//! Takes a closed module; guarantees that failures are told by the module's own sites.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::compact::List;
use kiln_codegen::ir::{Module, SiteId};
use kiln_codegen::passes::zero_shared::zero_shared;

use crate::arg::{Arg, ArgValue};
use crate::counts::Counts;
use crate::cpu::sanitize::Found;
use crate::cpu::tile::{self, TileArg};
use crate::cpu::{self, CpuArg, Observer};
use crate::error::FailureCause;
use crate::memory::host_pointer;

/// A kernel ready to run on the CPU, with its places in the source.
pub(crate) struct Program {
    pub(crate) module: Module,
    /// The sites from this one on belong to indices that the tile compiler had called proven.
    doubted: Option<u32>,
    runs: Runs,
}

/// What went wrong in a run.
pub(crate) enum Wrong {
    Failed(FailRecord),
    /// By the sanitizer.
    Found(Box<Found>),
}

/// A mistake of the tile compiler, found by running what it made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    /// An index that was called proven is out of bounds.
    Proof,
    /// An instruction was given what it does not take; see [`crate::cpu`].
    Machine,
}

/// What runs it.
enum Runs {
    Threads(Box<cpu::Program>, Observer),
    Tiles(tile::Program),
}

impl Program {
    /// Prepares a closed module; runs of a kernel of threads may be observed.
    pub(crate) fn compile(module: Module, observer: Observer) -> Result<Program, String> {
        if module.entry().is_some_and(|entry| entry.attrs.tile.is_some()) {
            let program = tile::Program::compile(&module).map_err(|error| error.to_string())?;
            return Ok(Program { module, doubted: None, runs: Runs::Tiles(program) });
        }
        let module = zero_shared(&module).into_owned();
        let program = cpu::Program::observed(&module, observer).map_err(|error| error.to_string())?;
        Ok(Program { module, doubted: None, runs: Runs::Threads(Box::new(program), observer) })
    }

    /// Prepares what the tile compiler, or a pass over threads, made for a GPU. The sites from `doubted` on are
    /// those of indices called proven.
    pub(crate) fn lowered(module: Module, doubted: u32, observer: Observer) -> Result<Program, String> {
        let program = cpu::Program::lowered(&module, observer).map_err(|error| error.to_string())?;
        Ok(Program { module, doubted: Some(doubted), runs: Runs::Threads(Box::new(program), observer) })
    }

    /// The mistake of the tile compiler that a failure at this site, of this cause, is.
    pub(crate) fn defect(&self, site: SiteId, cause: &FailureCause) -> Option<Defect> {
        let doubted = self.doubted?;
        match cause {
            _ if site.0 >= doubted => Some(Defect::Proof),
            // A statement that cannot fail by what the user wrote.
            FailureCause::Unknown => Some(Defect::Machine),
            FailureCause::Index { .. } | FailureCause::Division { .. } | FailureCause::Message => None,
        }
    }

    /// Runs a grid to its end. Gives the first failure, or what the sanitizer found before that, and what was counted.
    /// Coarse code takes the number of blocks along x that the launch asked for, and whether its slices are aligned.
    ///
    /// # Safety
    ///
    /// The arguments match the kernel's parameters, and the memory they name is alive and not otherwise used.
    pub(crate) unsafe fn run(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_len: u64,
        args: &[Arg<'_>],
        coarse: Option<(u64, bool)>,
    ) -> (Option<Wrong>, Option<Counts>) {
        let flat = |args| {
            let mut flat = flat(args);
            if let Some((blocks, aligned)) = coarse {
                flat.extend([CpuArg::Scalar(blocks), CpuArg::Scalar(aligned.into())]);
            }
            flat
        };
        // SAFETY: of all runs, the caller vouches for the arguments.
        unsafe {
            match &self.runs {
                Runs::Threads(program, Observer::None) => {
                    (program.run_with(grid, block, shared_len, &flat(args)).map(Wrong::Failed), None)
                }
                Runs::Threads(program, Observer::Sanitizer) => {
                    match program.run_watched(grid, block, shared_len, &flat(args)) {
                        Ok(failed) => (failed.map(Wrong::Failed), None),
                        Err(found) => (Some(Wrong::Found(found)), None),
                    }
                }
                Runs::Threads(program, Observer::Counter) => {
                    let how = (&*self.module.sites, false);
                    let (failed, counts) = program.run_counted(grid, block, shared_len, &flat(args), how);
                    (failed.map(Wrong::Failed), Some(counts))
                }
                Runs::Tiles(program) => (program.run(grid, &tensors(args)).map(Wrong::Failed), None),
            }
        }
    }

    /// Runs a few blocks of counted code, and gives their counts scaled to the grid; `None` if a block fails.
    ///
    /// # Safety
    ///
    /// As [`Program::run`].
    pub(crate) unsafe fn run_few(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_len: u64,
        args: &[Arg<'_>],
    ) -> Option<Counts> {
        let Runs::Threads(program, Observer::Counter) = &self.runs else { return None };
        let how = (&*self.module.sites, true);
        // SAFETY: the caller's contract.
        let (failed, counts) = unsafe { program.run_counted(grid, block, shared_len, &flat(args), how) };
        failed.is_none().then_some(counts)
    }
}

/// Arguments as code of threads takes them: a tensor is a slice, then its extents and strides as scalars.
fn flat(args: &[Arg<'_>]) -> Vec<CpuArg> {
    let mut flat = Vec::with_capacity(args.len());
    for arg in args {
        match arg.as_value() {
            ArgValue::Scalar(bits) => flat.push(CpuArg::Scalar(bits)),
            ArgValue::Whole(pointer, len) => flat.push(CpuArg::Bytes { pointer, len }),
            ArgValue::Slice { address, len } => {
                flat.push(CpuArg::Slice { pointer: host_pointer(address), len });
            }
            ArgValue::Tensor { address, len, extents, strides } => {
                flat.push(CpuArg::Slice { pointer: host_pointer(address), len });
                flat.extend(extents.iter().chain(strides).map(|size| CpuArg::Scalar(*size)));
            }
        }
    }
    flat
}

/// Arguments as a tile kernel takes them.
fn tensors(args: &[Arg<'_>]) -> Vec<TileArg> {
    let value = |arg: &Arg<'_>| match arg.as_value() {
        ArgValue::Scalar(bits) => TileArg::Scalar(bits),
        ArgValue::Whole(pointer, len) => TileArg::Bytes { pointer, len },
        // What a launch has checked is a tensor by now; a slice would be one without gaps.
        ArgValue::Slice { address, len } => TileArg::tensor(host_pointer(address), &[len], &[1]),
        ArgValue::Tensor { address, len: _, extents, strides } => {
            TileArg::tensor(host_pointer(address), extents, strides)
        }
    };
    args.iter().map(value).list()
}
