//! Kiln's compiler as a plain library: no GPU, no files, no processes.
//!
//! Reading order is the pipeline's: [`ir`] is what everything speaks, [`intrinsics`] what a kernel may call; `front`
//! (feature `front`, only inside the macro) makes IR from Rust tokens; [`passes`] infer, specialize and simplify
//! it; [`check`] holds what a safe kernel must not do; [`back`] prints it for a machine; [`diagnostic`] is how all
//! of them complain. `pipeline` (feature `device`) is the run-time half as one function, with its passes in order.

/// A fingerprint of this compiler's source: other source, other texts.
pub const FINGERPRINT: &str = env!("KILN_CODEGEN_FINGERPRINT");

#[macro_use]
pub mod compact;

#[macro_use]
mod as_wide;

pub mod abi;
pub mod back;
pub mod check;
pub mod collections;
pub mod diagnostic;
pub mod float16;
pub mod float8;
#[cfg(feature = "front")]
pub mod front;
pub mod intrinsics;
pub mod ir;
pub mod library;
pub mod math;
pub mod passes;
#[cfg(feature = "device")]
pub mod pipeline;
