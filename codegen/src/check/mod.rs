//! What a safe kernel must not do, one set of rules a file.
//!
//! Takes a function whose types are known as far as the tokens tell them; gives diagnostics with their sites, and
//! changes nothing. What a check accepts holds for every launch and every instance of a generic kernel.

// Only the stores of tiles need all of it.
#[cfg_attr(not(feature = "tile"), allow(dead_code))]
mod coordinates;
pub mod device_args;
pub mod extents;
pub mod kernel_kind;
#[cfg(feature = "device")]
pub mod plain_calls;
pub mod precondition;
#[cfg(any(feature = "front", feature = "generic-proofs"))]
pub mod races;
pub mod rank;
pub mod size;
#[cfg(feature = "tile")]
pub mod stores;
#[cfg(not(feature = "tile"))]
#[path = "no_stores.rs"]
pub mod stores;
#[cfg(any(feature = "front", feature = "generic-proofs"))]
mod uniform;

use crate::diagnostic::Diagnostic;
use crate::ir::SiteId;

/// What is wrong, and the statement that it stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub site: SiteId,
    pub diagnostic: Diagnostic,
}
