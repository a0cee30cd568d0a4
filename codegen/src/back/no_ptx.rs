//! The PTX back end of programs without the feature `ptx`: its interface. The runtime chooses no back end that is
//! missing, and says so before it gets here.

use super::Emitted;
use crate::ir::Module;

pub use super::ptx_target::{Target, Unsupported};

/// Writes nothing.
pub fn emit(_: &Module, target: Target) -> Result<Emitted, Unsupported> {
    Err(off(target.arch))
}

/// Writes nothing.
pub fn portable(_: &Module) -> Result<Emitted, Unsupported> {
    Err(off(0))
}

fn off(arch: u32) -> Unsupported {
    Unsupported { names: vec!["anything without Kiln's feature `ptx`".to_owned()], arch }
}
