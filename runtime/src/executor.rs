//! The bridge to the CPU executor.
//!
//! Takes a closed module; guarantees that failures are told by the module's own sites.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::Module;

use crate::arg::{Arg, ArgValue};
use crate::cpu::{self, CpuArg};
use crate::memory::host_pointer;

/// A kernel ready to run on the CPU, with its places in the source.
pub(crate) struct Program {
    pub(crate) module: Module,
    program: cpu::Program,
}

impl Program {
    /// Prepares a closed module.
    pub(crate) fn compile(module: Module) -> Result<Program, String> {
        let program = cpu::Program::compile(&module).map_err(|error| error.to_string())?;
        Ok(Program { module, program })
    }

    /// Runs a grid to its end; the first failure comes back.
    ///
    /// # Safety
    ///
    /// The arguments match the kernel's parameters, and the memory they name is alive and not otherwise used.
    pub(crate) unsafe fn run(&self, grid: [u32; 3], block: [u32; 3], args: &[Arg<'_>]) -> Option<FailRecord> {
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            match arg.value() {
                ArgValue::Scalar(bits) => given.push(CpuArg::Scalar(bits)),
                ArgValue::Slice { address, len } => {
                    given.push(CpuArg::Slice { pointer: host_pointer(address), len });
                }
                // As the lowered kernel takes it: a slice, then extents and strides as scalars.
                ArgValue::Tensor { address, len, extents, strides } => {
                    given.push(CpuArg::Slice { pointer: host_pointer(address), len });
                    given.extend(extents.iter().chain(strides).map(|size| CpuArg::Scalar(*size)));
                }
            }
        }
        // SAFETY: the caller vouches for the arguments.
        unsafe { self.program.run(grid, block, &given) }
    }
}
