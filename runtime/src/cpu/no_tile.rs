//! The executor of tile kernels in programs without the feature `tile`: its interface, and an error that names the
//! feature.

use std::convert::Infallible;

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::Module;

use super::CompileError;

pub use super::tile_arg::TileArg;

/// A compiled tile kernel, of which there is none.
pub struct Program(Infallible);

impl Program {
    /// Compiles no kernel.
    pub fn compile(module: &Module) -> Result<Program, CompileError> {
        let function = module.entry().map_or_else(String::new, |kernel| kernel.name.clone());
        let what = "tiles without Kiln's feature `tile`".to_owned();
        Err(CompileError { function, what })
    }

    /// Is never called.
    ///
    /// # Safety
    /// There is nothing to promise.
    pub unsafe fn run(&self, _: [u32; 3], _: &[TileArg]) -> Option<FailRecord> {
        match self.0 {}
    }
}
