//! What a node of a graph costs: replayed graphs of small kernels, each after the one before, beside plain launches.
//!
//! ```text
//! cargo bench --bench graphs [-- ROUNDS]
//! ```
//!
//! `benches/peers/graphs.cpp` does the same in C++. Each round drains the stream, gives it the work, and waits:
//! `wait` is the time until all is done, by the number of kernels; `host` the time until the call that gave it has
//! returned, likewise. `stream` is the time of each kernel where the host does not wait between the rounds.

mod smoke;

use std::time::Instant;

use kiln::prelude::*;
use kiln::{Graph, Stream};

#[kernel]
fn bump(y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += 1.0;
    }
}

const THREADS: usize = 256;

/// Gives the stream its work once.
type Give<'a> = dyn FnMut() -> kiln::Result<()> + 'a;

/// The medians of `host` and `wait`, and `stream`, in microseconds a kernel.
fn measure(stream: &Stream, kernels: usize, rounds: usize, give: &mut Give<'_>) -> kiln::Result<[f64; 3]> {
    let (mut host, mut wait) = (Vec::new(), Vec::new());
    for round in 0..rounds + 20 {
        let start = Instant::now();
        give()?;
        let given = start.elapsed();
        stream.synchronize()?;
        if round >= 20 {
            host.push(given.as_secs_f64());
            wait.push(start.elapsed().as_secs_f64());
        }
    }
    // No more than the driver's queue holds without blocking.
    let back_to_back = (512 / kernels).clamp(2, 64);
    let mut streamed = Vec::new();
    for _ in 0..rounds.div_ceil(10) {
        let start = Instant::now();
        for _ in 0..back_to_back {
            give()?;
        }
        stream.synchronize()?;
        streamed.push(start.elapsed().as_secs_f64() / back_to_back as f64);
    }
    Ok([host, wait, streamed].map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] * 1e6 / kernels as f64
    }))
}

fn chain(stream: &Stream, kernels: usize) -> kiln::Result<Graph<kiln::Buffer<f32>>> {
    let y = stream.alloc_zeroed::<f32>(THREADS)?;
    stream.capture(y, |stream, mut y| {
        (0..kernels).try_for_each(|_| bump(&mut y).threads(THREADS).launch(stream))
    })
}

fn main() -> kiln::Result<()> {
    let rounds =
        std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(smoke::repetitions(400));
    let device = Device::best()?;
    let stream = device.stream();
    println!(
        "{device}; {rounds} rounds, kernels of {THREADS} threads, each after the one before; us a kernel"
    );
    println!("{:<10} {:>8} {:>10} {:>10} {:>10}", "", "kernels", "host", "wait", "stream");
    for kernels in [1, 20, 200] {
        let mut y = stream.alloc_zeroed::<f32>(THREADS)?;
        let mut plain = || (0..kernels).try_for_each(|_| bump(&mut y).threads(THREADS).launch(&stream));
        let [host, wait, streamed] = measure(&stream, kernels, rounds, &mut plain)?;
        println!("{:<10} {kernels:>8} {host:>10.3} {wait:>10.3} {streamed:>10.3}", "launches");
        let start = Instant::now();
        let mut graph = chain(&stream, kernels)?;
        let making = start.elapsed().as_secs_f64() * 1e6;
        let [host, wait, streamed] = measure(&stream, kernels, rounds, &mut || graph.launch(&stream))?;
        println!(
            "{:<10} {kernels:>8} {host:>10.3} {wait:>10.3} {streamed:>10.3}   (made in {making:.0} us)",
            "graph"
        );
    }
    Ok(())
}
