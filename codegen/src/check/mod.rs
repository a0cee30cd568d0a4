//! What a safe kernel must not do, one set of rules a file.
//!
//! Takes a function whose types are known as far as the tokens tell them; gives diagnostics with their sites, and
//! changes nothing. What a check accepts holds for every launch and every instance of a generic kernel.

mod coordinates;
pub mod device_args;
pub mod extents;
pub mod kernel_kind;
pub mod precondition;
pub mod races;
pub mod size;
pub mod stores;
mod uniform;

use crate::diagnostic::Diagnostic;
use crate::ir::SiteId;

/// What is wrong, and the statement that it stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub site: SiteId,
    pub diagnostic: Diagnostic,
}
