//! The checks of tile kernels' stores in a compiler without the feature `tile`: their interface. The front end has
//! rejected such kernels by then.

use super::Finding;
use crate::ir::{Function, Module, Site, SiteId};

/// An axis of a tensor; see the module with the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridAxis {
    pub param: usize,
    pub axis: u8,
    pub extent: u64,
}

/// Promises nothing.
pub fn disjoint(_: &Function, _: &[Site]) -> Result<[bool; 3], Vec<Finding>> {
    Ok([false; 3])
}

/// Knows of no grid.
pub fn grid(_: &Module) -> Option<Vec<Vec<GridAxis>>> {
    None
}

/// Nothing is known of stores.
pub fn not_owned<'f>(_: &'f Function, _: &[Site], _: u8) -> Option<(&'f str, SiteId)> {
    None
}
