//! Back ends: from a closed module to text for a machine.

pub mod cuda;
pub mod ptx;
