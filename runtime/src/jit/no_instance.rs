//! The proof of an open kernel's instance in programs without the feature `generic-proofs`: an error that names it.

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::ir::Module;

use crate::error::{Error, Result};
use crate::registry::KernelEntry;

/// Proves nothing.
pub(super) fn preconditions(entry: &KernelEntry, _: &Module) -> Result<Preconditions> {
    let what = format!(
        "whether the threads of kernel `{}` race depends on its types, constants or functions, so the proof is made at its first launch",
        entry.name
    );
    let otherwise = ", or make the kernel an `unsafe fn` and guarantee it yourself";
    Err(Error::FeatureOff { what, feature: "generic-proofs", otherwise })
}
