//! The tile compiler of programs without the feature `tile`: its interface, and an error that names the feature.

use crate::ir::Module;

pub use super::tile_target::{LowerError, Lowered, Moved, Placed, Report, Target, Variant, Warning};

/// Lowers no kernel.
pub fn lower(_: &Module, _: Target, _: &mut dyn FnMut(&'static str, &Module)) -> Result<Lowered, LowerError> {
    let message = "tile kernels need the feature `tile` of the crate `kiln`, and it is off".to_owned();
    Err(LowerError { message })
}
