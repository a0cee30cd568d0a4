//! Passes over the IR, one a file, in the order in which a kernel meets them.

pub mod aggregates;
pub mod constants;
pub mod infer;
pub mod inline;
pub mod specialise;
pub mod tile;
