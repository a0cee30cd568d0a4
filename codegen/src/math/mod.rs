//! Kiln's own elementary functions: what the CPU executor and PTX compute with, and CUDA C++ under `strict_fp`.
//!
//! Each is a plain function over primitive operations that every executor has and rounds alike: sums, products,
//! quotients, `mul_add` (one fused operation), square roots, roundings, casts, integers and bits. So all executors
//! agree to the bit. The sources keep to what both rustc and Kiln's front end take: no constants outside of the
//! bodies, no closures, no generics, no calls but of functions in this folder, each under a name that is its own.
//!
//! A function is named after the method of std and the type, `exp_f32`, and treats special values as std does: NaN,
//! infinities, signed zeros, subnormals.

// Coefficients are the shortest decimals that give the float, and conversions keep to what kernels may say.
#![allow(clippy::unreadable_literal, clippy::approx_constant, clippy::bool_to_int_with_if)]
// Loops over lanes are compiled for processors with fused multiply-adds, which reaches only what is inlined into them.
#![allow(clippy::inline_always)]

pub mod error32;
pub mod error64;
pub mod exp32;
pub mod exp64;
pub mod fmod32;
pub mod fmod64;
pub mod hyperbolic32;
pub mod hyperbolic64;
pub mod inverse32;
pub mod inverse64;
pub mod log32;
pub mod log64;
pub mod power32;
pub mod power64;
pub mod root32;
pub mod root64;
pub mod trig32;
pub mod trig64;
pub mod wide64;

#[cfg(test)]
mod tests16;
#[cfg(test)]
mod tests32;
#[cfg(test)]
mod tests64;
