//! Run tests: one kernel, one expectation, every executor present.
//!
//! Each test runs on the CPU executor, and on every GPU whose driver loads; without one it says so, once.

// The tests write kernels in every form that Rust has, those included that lints would have otherwise.
#![allow(clippy::all, clippy::pedantic)]

mod adapters;
mod again;
mod arithmetic;
mod asynchronous;
mod atomics;
mod blocks;
mod bounds;
mod clamps;
mod closures;
mod clusters;
mod coarse;
mod comparisons;
mod conditions;
mod control;
mod copies;
mod corpus;
mod crates;
mod devices;
mod digits;
mod enum_operators;
mod failures;
mod float8;
mod found;
mod functions;
mod generics;
mod graphs;
mod grids;
mod iterators;
mod launches;
mod markers;
mod matching;
mod math;
mod memory;
mod methods;
mod numeric;
mod objects;
mod operators;
mod options;
mod own_parameters;
mod passed;
mod places;
mod prints;
mod races;
mod ranges;
mod remote;
mod renamed;
mod resolution;
mod same;
mod sanitizing;
mod sending;
mod sources;
mod std_methods;
mod structs;
mod tensors;
mod texts;
mod tile_ahead;
mod tile_axes;
mod tile_each;
mod tile_enums;
mod tile_extents;
mod tile_integers;
mod tile_language;
mod tile_lines;
mod tile_offsets;
mod tile_order;
mod tile_products;
mod tile_reports;
mod tile_tuples;
mod tile_views;
mod tile_words;
mod tiles;
mod tuples;
mod types;
mod unified;
mod variants;
mod verified;
mod warps;
mod wide;

use std::sync::Once;

use kiln::{Device, Stream};

/// A stream of each device on this machine.
fn streams() -> Vec<Stream> {
    static SAID: Once = Once::new();
    let mut streams = vec![Device::cpu().new_stream().expect("the CPU has streams")];
    match Device::gpu(0) {
        Ok(gpu) => streams.push(gpu.new_stream().expect("the GPU has a stream to spare")),
        Err(error) => SAID.call_once(|| eprintln!("no GPU, so the tests run on the CPU only: {error}")),
    }
    streams
}
