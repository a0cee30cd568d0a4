//! One kernel from slow to fast, with the pictures that say why: the softmax of the rows of a matrix. `docs/profiling.md`
//! reads them.
//!
//! ```text
//! cargo run --release --features plots --example faster_softmax                   # the tables
//! cargo run --release --features plots --example faster_softmax -- docs/images    # and the pictures, in this folder
//! ```

use std::path::PathBuf;

use kiln::prelude::*;
use kiln::profile;

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let device = Device::best()?;
    let stream = device.stream();
    // The CPU has less to do.
    let rows = if device.is_gpu() { 65_536 } else { 256 };
    let host: Vec<f32> = (0..rows * COLUMNS).map(|i| ((i * 7919) % 1013) as f32 / 100.0 - 5.0).collect();

    // What is compiled at a first launch is no part of the picture.
    let mut results = Vec::new();
    for is_warm in [false, true] {
        let session = is_warm.then(|| profile::session().counted().start(&device)).transpose()?;
        let x = Tensor2::from_slice(&stream, &host, [rows, COLUMNS])?;
        let mut y = Tensor2::zeros(&stream, [rows, COLUMNS])?;
        for _ in 0..3 {
            a_row_a_thread(COLUMNS, x.buffer(), y.buffer_mut()).threads(rows).launch(&stream)?;
        }
        results.push(y.download(&stream)?);
        for _ in 0..3 {
            a_row_a_block(COLUMNS, x.buffer(), y.buffer_mut()).blocks(rows).launch(&stream)?;
        }
        results.push(y.download(&stream)?);
        for _ in 0..3 {
            a_row_a_tile::<COLUMNS>(&x, &mut y).launch(&stream)?;
        }
        results.push(y.download(&stream)?);
        let Some(session) = session else { continue };
        let report = session.finish()?;
        println!("{report}");
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)?;
            report.timeline_svg(folder.join("softmax-timeline.svg"))?;
            report.roofline_svg(folder.join("softmax-roofline.svg"))?;
        }
    }
    let (first, others) = results.split_first().ok_or("no results")?;
    for other in others {
        let worst = first.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst < 1e-6, "the kernels differ by {worst}");
    }
    Ok(())
}
