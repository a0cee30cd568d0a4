//! Passes over the IR, one a file, in the order in which a kernel meets them.

pub mod aggregates;
pub mod bake;
pub mod bounds;
pub mod built_ins;
mod closures;
pub mod coarsen;
pub mod constants;
pub mod infer;
pub mod inline;
pub mod operators;
pub mod prune;
pub mod specialize;
#[cfg(all(feature = "device", feature = "tile"))]
pub mod tile;
#[cfg(all(feature = "device", not(feature = "tile")))]
#[path = "no_tile.rs"]
pub mod tile;
#[cfg(feature = "device")]
mod tile_target;
mod variants;
pub mod zero_shared;

use crate::ir::Module;

/// The last steps of a closed module of threads on its way to a back end, and what they did. The macro, the launch
/// and the report all take this way, so that they agree.
pub fn finish(module: &Module) -> (Module, bounds::Outcome) {
    let mut module = zero_shared::zero_shared(module).into_owned();
    built_ins::call_directly(&mut module);
    let outcome = bounds::bounds(&mut module);
    (module, outcome)
}

/// The same for launches of many blocks, where the kernel suits: the code of [`coarsen`].
pub fn finish_coarse(module: &Module) -> Option<coarsen::Coarse> {
    coarsen::coarsen(&inline::inline(&finish(module).0))
}
