//! The profiler and the benchmark on one kernel, from slow to fast: a transpose that writes with a stride, one through
//! shared memory, and a loop of launches that are too short.
//!
//! ```text
//! cargo run --release --example profiled                              # the tables
//! KILN_PROFILE=report.json cargo run --release --example saxpy        # any program, unchanged
//! ```
//!
//! In NVIDIA's Python the first part reads
//!
//! ```python
//! @profiler.profile(metrics=['memory_throughput', 'compute_utilization'])
//! def benchmark_function(): ...
//! report = profiler.generate_report()
//! print(f"{report.memory_efficiency:.2%}")
//! print(f"{report.compute_efficiency:.2%}")
//! ```

use kiln::bench::{Bench, Case};
use kiln::prelude::*;
use kiln::profile;

/// Neighboring threads write `rows` elements apart, each to a sector of its own.
#[kernel(block = (32, 8))]
fn transpose_naive(rows: usize, columns: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < columns && row < rows {
        y[column * rows + row] = x[row * columns + column];
    }
}

/// Reads and writes whole lines: a block turns a square in shared memory. The padding keeps its columns in different
/// banks.
#[kernel(block = (32, 32))]
fn transpose_shared(rows: usize, columns: usize, x: &[f32], y: &mut [f32]) {
    let square = shared::<[[f32; 33]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = (block_idx().x * 32 + tx, block_idx().y * 32 + ty);
    if column < columns && row < rows {
        square[ty][tx] = x[row * columns + column];
    }
    sync_threads();
    let (column, row) = (block_idx().y * 32 + tx, block_idx().x * 32 + ty);
    if column < rows && row < columns {
        y[row * rows + column] = square[tx][ty];
    }
}

#[kernel]
fn scale(factor: f32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= factor;
    }
}

/// When a call returns, the report is on stderr.
#[kiln::profile(metrics(memory_throughput, compute_utilization))]
fn benchmark_function(stream: &Stream, edge: usize, x: &[f32]) -> kiln::Result<Vec<f32>> {
    let x = stream.upload(x)?;
    let mut y = stream.alloc_zeroed::<f32>(edge * edge)?;
    let mut few = stream.alloc_zeroed::<f32>(1000)?;
    for _ in 0..20 {
        transpose_naive(edge, edge, &x, &mut y).threads((edge, edge)).launch(stream)?;
        transpose_shared(edge, edge, &x, &mut y).threads((edge, edge)).launch(stream)?;
        scale(0.5, &mut few).threads(1000).launch(stream)?;
    }
    stream.download(&y)
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    let stream = device.stream();
    // The CPU has less to do.
    let edge = if device.is_gpu() { 8192 } else { 512 };
    let host: Vec<f32> = (0..edge * edge).map(|i| (i % 1013) as f32).collect();

    let turned = benchmark_function(&stream, edge, &host)?;
    assert!((0..edge).all(|i| turned[i * edge + 7] == host[7 * edge + i]));
    // Within KILN_PROFILE's session the call has no report of its own.
    if let Some(report) = profile::last_report() {
        println!("{:.2} % of the rate of a copy", 100.0 * report.memory_efficiency());
        println!("{:.2} % of the pipes' peaks\n", 100.0 * report.compute_efficiency());
    }

    let x = stream.upload(&host)?;
    let mut y = stream.alloc_zeroed::<f32>(edge * edge)?;

    let bytes = 8 * (edge * edge) as u64;
    let mut other = stream.alloc_zeroed::<f32>(edge * edge)?;
    let table = Bench::new().compare(
        &stream,
        &mut [
            Case::new("naive", || {
                transpose_naive(edge, edge, &x, &mut y).threads((edge, edge)).launch(&stream)
            })
            .bytes(bytes),
            Case::new("shared", || {
                transpose_shared(edge, edge, &x, &mut other).threads((edge, edge)).launch(&stream)
            })
            .bytes(bytes),
        ],
    )?;
    println!("{table}");
    Ok(())
}
