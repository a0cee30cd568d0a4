//! Back ends: from a closed module to text for a machine.

pub mod cuda;
mod facts;
mod fences;
mod printf;
#[cfg(feature = "device")]
pub mod ptx;

use crate::ir::Scalar;

pub use facts::{Emitted, TextFacts};

/// Whether the type is one of the 16-bit floats, which compute in `f32`.
fn is_half(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F16 | Scalar::BF16)
}
