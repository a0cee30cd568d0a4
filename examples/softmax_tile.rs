//! Softmax of the rows of a matrix: a row is one tile where it fits, and a loop over tiles where it does not.
//!
//! ```text
//! cargo run --release --example softmax_tile
//! ```

use kiln::prelude::*;

/// `y[r][c] = exp(x[r][c] - max) / sum`, for rows of at most `N` columns; a tile of the grid computes a row.
#[kernel(tile)]
pub fn softmax<const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let row = tile_id(0);
    let value = x.load_or::<1, N>(row, 0, f32::NEG_INFINITY);
    let power = (value - value.max_axis::<1>()).exp();
    y.store(row, 0, power / power.sum_axis::<1>());
}

/// The same for rows of any length, `N` columns at a time: the sum is corrected whenever a greater maximum turns up
/// (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018).
#[kernel(tile)]
pub fn softmax_long<const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let row = tile_id(0);
    let mut most = f32::NEG_INFINITY;
    let mut total = 0.0;
    for i in 0..x.cols().div_ceil(N) {
        let value = x.row(row).load_or::<N>(i, f32::NEG_INFINITY);
        let greater = most.max(value.max_all());
        total = total * (most - greater).exp() + (value - greater).exp().sum_all();
        most = greater;
    }
    for i in 0..x.cols().div_ceil(N) {
        let value = x.row(row).load::<N>(i);
        y.row_mut(row).store(i, (value - most).exp() / total);
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    for (rows, columns) in [(1, 1), (5, 3), (300, 1000), (64, 1024), (3, 4097), (2, 100_000)] {
        let error = run(&device, rows, columns)?;
        println!("{rows} × {columns}: relative error {error:.1e}");
    }
    Ok(())
}

/// The softmax of a matrix of this shape; gives the greatest relative error of an element.
pub fn run(device: &Device, rows: usize, columns: usize) -> kiln::Result<f64> {
    let stream = device.stream();
    let x: Vec<f32> = (0..rows * columns).map(|i| ((i * 7919) % 1013) as f32 / 100.0 - 5.0).collect();
    let device_x = Tensor2::from_slice(&stream, &x, [rows, columns])?;
    let mut y = Tensor2::zeros(&stream, [rows, columns])?;
    // The extent of a tile is a constant: the least of these that holds a row.
    match columns {
        0..=16 => softmax::<16>(&device_x, &mut y).launch(&stream)?,
        17..=1024 => softmax::<1024>(&device_x, &mut y).launch(&stream)?,
        // The columns of a row are several tiles, so the stores do not tell the grid.
        _ => softmax_long::<4096>(&device_x, &mut y).tiles(rows).launch(&stream)?,
    }
    let y = y.download(&stream)?;

    let mut worst = 0.0f64;
    for (x, y) in x.chunks(columns).zip(y.chunks(columns)) {
        let most = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let powers: Vec<f64> = x.iter().map(|x| f64::from(x - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        for (power, y) in powers.iter().zip(y) {
            worst = worst.max((f64::from(*y) * total / power - 1.0).abs());
        }
    }
    assert!(worst < 1e-5, "{rows} × {columns}: the relative error is {worst:e}");
    Ok(worst)
}
