//! One kernel from slow to fast, the softmax of the rows of a matrix, with the pictures that say why.
//! `docs/profiling.md` reads them.
//!
//! ```text
//! cargo run --release --example faster_softmax                                    # the table
//! cargo run --release --features plots --example faster_softmax -- docs/images    # and the pictures, in this folder
//! ```

use std::path::{Path, PathBuf};

use kiln::prelude::*;
use kiln::profile::{self, Report};

/// A thread has a row. Neighbors read elements that are a row apart, each from a sector of its own.
#[kernel]
fn a_row_a_thread(columns: usize, x: &[f32], y: &mut [f32]) {
    let row = global_id();
    let rows = x.len() / columns;
    if row < rows {
        let mut most = f32::NEG_INFINITY;
        for column in 0..columns {
            most = most.max(x[row * columns + column]);
        }
        let mut total = 0.0;
        for column in 0..columns {
            total += (x[row * columns + column] - most).exp();
        }
        for column in 0..columns {
            y[row * columns + column] = (x[row * columns + column] - most).exp() / total;
        }
    }
}

/// A block has a row. Neighbors read neighbors, but each element three times.
#[kernel(block = 256)]
fn a_row_a_block(columns: usize, x: &[f32], y: &mut [f32]) {
    let (row, thread, threads) = (block_idx().x, thread_idx().x, block_dim().x);
    let mut most = f32::NEG_INFINITY;
    for column in (thread..columns).step_by(threads) {
        most = most.max(x[row * columns + column]);
    }
    let most = block::max(most);
    let mut total = 0.0;
    for column in (thread..columns).step_by(threads) {
        total += (x[row * columns + column] - most).exp();
    }
    let total = block::sum(total);
    for column in (thread..columns).step_by(threads) {
        y[row * columns + column] = (x[row * columns + column] - most).exp() / total;
    }
}

/// A tile of the grid has a row, which stays in registers between one load and one store.
#[kernel(tile)]
fn a_row_a_tile<const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let row = tile_id(0);
    let value = x.load_or::<1, N>(row, 0, f32::NEG_INFINITY);
    let power = (value - value.max_axis::<1>()).exp();
    y.store(row, 0, power / power.sum_axis::<1>());
}

/// The columns of the matrix.
const COLUMNS: usize = 1024;

/// Each kernel three times, and the softmax of each.
fn work(stream: &Stream, host: &[f32]) -> kiln::Result<[Vec<f32>; 3]> {
    let rows = host.len() / COLUMNS;
    let x = Tensor2::from_slice(stream, host, [rows, COLUMNS])?;
    let mut y = Tensor2::zeros(stream, [rows, COLUMNS])?;
    for _ in 0..3 {
        a_row_a_thread(COLUMNS, x.buffer(), y.buffer_mut()).threads(rows).launch(stream)?;
    }
    let by_threads = y.download(stream)?;
    for _ in 0..3 {
        a_row_a_block(COLUMNS, x.buffer(), y.buffer_mut()).blocks(rows).launch(stream)?;
    }
    let by_blocks = y.download(stream)?;
    for _ in 0..3 {
        a_row_a_tile::<COLUMNS>(&x, &mut y).launch(stream)?;
    }
    Ok([by_threads, by_blocks, y.download(stream)?])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let device = Device::best()?;
    let stream = device.stream();
    // The CPU has less to do.
    let rows = if device.is_gpu() { 65_536 } else { 256 };
    let host: Vec<f32> = (0..rows * COLUMNS).map(|i| ((i * 7919) % 1013) as f32 / 100.0 - 5.0).collect();

    // The first launches compile, which is no part of the pictures.
    let [by_threads, by_blocks, by_tiles] = work(&stream, &host)?;
    let differ = |other: &[f32]| by_threads.iter().zip(other).any(|(a, b)| (a - b).abs() > 1e-6);
    assert!(!differ(&by_blocks) && !differ(&by_tiles), "the kernels have different results");

    let session = profile::start(&device)?;
    work(&stream, &host)?;
    let times = session.finish()?;
    // Counting takes its time between the launches, so the timeline is from the session without it.
    let session = profile::session().counted().start(&device)?;
    work(&stream, &host)?;
    let counted = session.finish()?;
    println!("{counted}");
    folder.map_or(Ok(()), |folder| draw(&folder, &times, &counted))
}

#[cfg(feature = "plots")]
fn draw(folder: &Path, times: &Report, counted: &Report) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    times.timeline_svg(folder.join("softmax-timeline.svg"))?;
    counted.roofline_svg(folder.join("softmax-roofline.svg"))?;
    Ok(())
}

#[cfg(not(feature = "plots"))]
fn draw(_: &Path, _: &Report, _: &Report) -> Result<(), Box<dyn std::error::Error>> {
    Err("pictures need the feature `plots`: cargo run --release --features plots --example faster_softmax"
        .into())
}
