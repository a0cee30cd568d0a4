//! What a kernel would become, without loading it: for reports.

use std::time::{SystemTime, UNIX_EPOCH};

use kiln_codegen::abi::shared_memory;
use kiln_codegen::ir::{Backend, Module};
use kiln_codegen::passes::bounds::Outcome;
use kiln_codegen::passes::finish;
use kiln_codegen::passes::tile::{self, Moved, Placed, Target, Warning};

use super::pipeline::{For, print};
use super::{Arch, compile, cuda, lowered};
use crate::error::{Error, Result};
use crate::registry::KernelEntry;
use crate::report::Usage;
use crate::sys::nvrtc::{Failure, Nvrtc};

/// One code of a kernel.
pub(crate) struct Inspected {
    /// Code of threads.
    pub(crate) module: Module,
    pub(crate) block: Option<[u32; 3]>,
    /// Bytes of a block.
    pub(crate) shared_bytes: u64,
    pub(crate) tiles: Vec<Placed>,
    pub(crate) moves: Vec<Moved>,
    pub(crate) notes: Vec<String>,
    /// What became of the checks of indices in code of threads.
    pub(crate) checks: Option<Outcome>,
    /// Registers of a thread by the tile compiler's estimate.
    pub(crate) registers: u32,
    pub(crate) warnings: Vec<Warning>,
    /// What the machine code uses, or why that is not known.
    pub(crate) usage: Result<Usage, String>,
}

/// Makes a kernel's code for an architecture.
pub(crate) fn inspect(
    entry: &KernelEntry,
    module: &Module,
    target: Option<Target>,
    backend: Backend,
    arch: Arch,
) -> Result<Inspected> {
    let (module, told, checks) = match target {
        Some(target) => {
            let lowered = lowered(entry, module, target.through(backend), None)?;
            (lowered.module, lowered.report, None)
        }
        None => {
            let (module, outcome) = finish(module);
            (module, tile::Report::default(), Some(outcome))
        }
    };
    let usage = match backend {
        Backend::Cuda => usage(entry, &cuda(&module), arch)?,
        Backend::Ptx => match print(entry, &module, For { backend, arch, lines: false }) {
            Ok(_) => Err("PTX is assembled by the driver, when the kernel is loaded".to_owned()),
            Err(error) => Err(error.to_string()),
        },
    };
    let function = module.entry();
    Ok(Inspected {
        block: function.and_then(|function| function.attrs.block),
        shared_bytes: function.map_or(0, |function| shared_memory(function).bytes),
        module,
        tiles: told.values,
        moves: told.moves,
        notes: told.notes,
        registers: told.registers,
        warnings: told.warnings,
        checks,
        usage,
    })
}

/// What the machine code of a text uses, as NVRTC's assembler tells it.
fn usage(entry: &KernelEntry, text: &str, arch: Arch) -> Result<Result<Usage, String>> {
    let Ok(nvrtc) = Nvrtc::get() else { return Ok(Err("no NVRTC".to_owned())) };
    let (major, minor) = nvrtc.version();
    let known = nvrtc.architectures();
    if !known.is_empty() && !known.contains(&arch.number()) {
        return Ok(Err(format!("NVRTC {major}.{minor} does not compile for {}", arch.real())));
    }
    let mut options = compile::options(Backend::Cuda, entry.attrs.math, false);
    options.push(format!("--gpu-architecture={}", arch.real()));
    options.push("--ptxas-options=-v".to_owned());
    // NVRTC keeps what it assembled, and says nothing of what it finds there: so there is a variable that it has
    // not met.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let text = format!("{text}\n__device__ int kiln_asked_{}_{now};\n", std::process::id());
    match nvrtc.compile(entry.name, &text, &options) {
        Ok(output) => Ok(read(&output.log)
            .ok_or_else(|| format!("NVRTC {major}.{minor} says nothing of what the kernel uses"))),
        Err(Failure::Refused { log, excerpt }) => {
            Err(Error::Compile { kernel: entry.name.to_owned(), log, excerpt })
        }
        Err(Failure::Other(error)) => Err(error),
    }
}

/// The assembler's figures: `Used 30 registers, ..` and `.. 8 bytes spill stores, 8 bytes spill loads`.
fn read(log: &str) -> Option<Usage> {
    let before = |what: &str| {
        let (head, _) = log.split_once(what)?;
        head.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    Some(Usage {
        registers: before(" registers")?,
        spilled_bytes: before(" bytes spill stores").unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assembler_s_figures_are_read() {
        let log = "ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'twice' for 'sm_90a'
ptxas info    : Function properties for twice
ptxas         .     256 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 30 registers, used 0 barriers";
        assert_eq!(read(log), Some(Usage { registers: 30, spilled_bytes: 12 }));
        assert_eq!(read("ptxas info    : Used 8 registers"), Some(Usage { registers: 8, spilled_bytes: 0 }));
        assert_eq!(read("nothing of it"), None);
    }
}
