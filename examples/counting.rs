//! Counts what two transposes do to memory, without a GPU: one writes columns, the other goes through shared memory.
//!
//! ```text
//! cargo run --release --example counting
//! ```

use kiln::counts::Counts;
use kiln::prelude::*;

/// A warp reads a row and writes a column: 32 sectors for 128 bytes.
#[kernel]
fn transpose(n: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        y[column * n + row] = x[row * n + column];
    }
}

/// A block reads and writes rows. Rows of shared memory have 33 elements, so that a column has one in each bank.
#[kernel(block = (32, 32))]
fn transpose_by_tiles(n: usize, x: &[f32], y: &mut [f32]) {
    let tile = shared::<[[f32; 33]; 32]>();
    let t = thread_idx();
    let (left, top) = (block_idx().x * 32, block_idx().y * 32);
    tile[t.y][t.x] = x[(top + t.y) * n + left + t.x];
    sync_threads();
    y[(left + t.y) * n + top + t.x] = tile[t.x][t.y];
}

fn main() -> kiln::Result<()> {
    let n = 64;
    let stream = Device::counted().stream();
    let x = stream.upload(&vec![1.0f32; n * n])?;
    let mut y = stream.alloc_zeroed::<f32>(n * n)?;

    transpose(n, &x, &mut y).threads([n, n]).block([32, 8]).launch(&stream)?;
    let naive = stream.take_counts()?;
    println!("columns:\n{naive}");

    transpose_by_tiles(n, &x, &mut y).threads([n, n]).launch(&stream)?;
    let tiled = stream.take_counts()?;
    println!("tiles:\n{tiled}");

    // What a test would require.
    let is_coalesced =
        |counts: &Counts| counts.total.global.sectors <= counts.total.global.ideal_sectors * 11 / 10;
    assert!(!is_coalesced(&naive) && is_coalesced(&tiled));
    assert_eq!(tiled.total.shared.passes, tiled.total.shared.ideal_passes);
    Ok(())
}
