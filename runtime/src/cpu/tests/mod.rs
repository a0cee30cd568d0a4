//! Tests of the CPU executor.

mod control;
mod memory;
mod scalars;
mod support;
mod warps;
