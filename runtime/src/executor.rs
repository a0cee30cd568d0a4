//! The bridge to the CPU executor.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::Module;

use crate::arg::{Arg, ArgValue};

/// A kernel ready to run on the CPU, with its places in the source.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) module: Module,
}

impl Program {
    /// Prepares a closed module.
    pub(crate) fn compile(module: Module) -> Result<Program, String> {
        if module.functions.is_empty() {
            return Err("the module is empty".to_owned());
        }
        Err(format!(
            "the CPU does not run kernels in this version ({} functions)",
            Program { module }.module.functions.len()
        ))
    }

    #[allow(clippy::unused_self)]
    /// Runs a grid to its end; the first failure comes back.
    ///
    /// # Safety
    ///
    /// The arguments match the kernel's parameters, and the memory they name is alive and not otherwise used.
    pub(crate) unsafe fn run(
        &self,
        _grid: [u32; 3],
        _block: [u32; 3],
        args: &[Arg<'_>],
    ) -> Option<FailRecord> {
        for arg in args {
            match arg.value() {
                ArgValue::Scalar(bits) => std::hint::black_box((bits, 0)),
                ArgValue::Slice { address, len } => std::hint::black_box((address, len)),
            };
        }
        None
    }
}
