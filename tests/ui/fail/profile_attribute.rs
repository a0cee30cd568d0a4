//! `#[kiln::profile]` on what it is not for, and with what it does not take.

use kiln::prelude::*;

#[kiln::profile(metrics(memory_throughput, occupancy))]
fn metric() {}

#[kiln::profile(counted)]
fn argument() {}

#[kiln::profile]
async fn later() {}

#[kiln::profile]
struct NoFunction;

#[kiln::profile]
#[kernel]
fn of_a_gpu(x: &mut [f32]) {
    x[global_id()] = 1.0;
}

fn main() {}
