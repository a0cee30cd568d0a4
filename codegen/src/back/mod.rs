//! Back ends: from a closed module to text for a machine.

pub mod cuda;
mod fences;
mod printf;
pub mod ptx;
