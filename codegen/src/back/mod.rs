//! Back ends: from a closed module to text for a machine.

pub mod cuda;
mod facts;
mod fences;
mod printf;
#[cfg(all(feature = "device", feature = "ptx"))]
pub mod ptx;
#[cfg(all(feature = "device", not(feature = "ptx")))]
#[path = "no_ptx.rs"]
pub mod ptx;
#[cfg(feature = "device")]
mod ptx_target;

use crate::ir::Scalar;

pub use facts::{Emitted, TextFacts};

/// Whether the type is one of the 16-bit floats, which compute in `f32`.
fn is_half(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F16 | Scalar::BF16)
}
