//! Kiln's own elementary functions: what the executors without a math library of their own compute with.

// Coefficients are the shortest decimals that give the float, and conversions keep to what kernels may say.
#![allow(clippy::unreadable_literal, clippy::approx_constant, clippy::bool_to_int_with_if)]

pub mod exp64;
pub mod log64;
pub mod power64;
pub mod trig64;
pub mod wide64;

#[cfg(test)]
mod tests64;
