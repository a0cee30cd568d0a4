//! Tests of the CPU executor.

// Plain shapes are what a reader of a test expects.
#![allow(clippy::format_push_string, clippy::needless_range_loop, clippy::decimal_bitwise_operands)]

mod barriers;
mod control;
mod elements;
mod generated_tiles;
mod guards;
mod library;
mod lowered;
mod memory;
mod products;
mod sanitize;
mod scalars;
mod structs;
pub mod support;
pub mod tile_programs;
mod warps;
