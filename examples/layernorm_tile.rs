//! Layer normalization (Ba, Kiros and Hinton, 2016) of the rows of a matrix.
//!
//! ```text
//! cargo run --release --example layernorm_tile
//! ```

use kiln::prelude::*;

/// `y = (x - mean) / sqrt(variance + eps) * weight + bias` along each row of at most `N` columns; a tile of the
/// grid computes a row.
#[kernel(tile)]
pub fn layer_norm<const N: usize>(
    x: &Tensor2<f32>,
    weight: &Tensor1<f32>,
    bias: &Tensor1<f32>,
    eps: f32,
    y: &mut Tensor2<f32>,
) {
    let row = tile_id(0);
    let count = x.cols() as f32;
    let value = x.row(row).load::<N>(0);
    let mean = value.sum_all() / count;
    // The columns past the end were read as zero, which is not the mean.
    let inside = Tile1::<u32, N>::iota().lt(x.cols() as u32);
    let centered = inside.select(value - mean, 0.0);
    let variance = (centered * centered).sum_all() / count;
    let scale = (variance + eps).rsqrt();
    y.row_mut(row).store(0, centered * scale * weight.load::<N>(0) + bias.load::<N>(0));
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    for (rows, columns) in [(1, 1), (7, 5), (300, 1000), (64, 1024), (10, 4096)] {
        let error = run(&device, rows, columns)?;
        println!("{rows} × {columns}: relative error {error:.1e}");
    }
    Ok(())
}

/// Normalizes the rows of a matrix of this shape; gives the relative error.
pub fn run(device: &Device, rows: usize, columns: usize) -> kiln::Result<f64> {
    let stream = device.stream();
    let fill = |len: usize, seed: usize| -> Vec<f32> {
        (0..len).map(|i| ((i * 7919 + seed) % 1013) as f32 / 500.0 - 1.0).collect()
    };
    let (x, weight, bias, eps) = (fill(rows * columns, 1), fill(columns, 2), fill(columns, 3), 1e-5);
    let device_x = Tensor2::from_slice(&stream, &x, [rows, columns])?;
    let device_weight = Tensor1::from_slice(&stream, &weight)?;
    let device_bias = Tensor1::from_slice(&stream, &bias)?;
    let mut y = Tensor2::zeros(&stream, [rows, columns])?;
    // The extent of a tile is a constant: the least of these that holds a row.
    match columns {
        0..=64 => layer_norm::<64>(&device_x, &device_weight, &device_bias, eps, &mut y).launch(&stream)?,
        65..=1024 => {
            layer_norm::<1024>(&device_x, &device_weight, &device_bias, eps, &mut y).launch(&stream)?;
        }
        _ => layer_norm::<4096>(&device_x, &device_weight, &device_bias, eps, &mut y).launch(&stream)?,
    }
    let y = y.download(&stream)?;

    let (mut error, mut norm) = (0.0, 0.0);
    for (x, y) in x.chunks(columns).zip(y.chunks(columns)) {
        let count = columns as f64;
        let mean = x.iter().map(|x| f64::from(*x)).sum::<f64>() / count;
        let variance = x.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / count;
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            let centered = (f64::from(*x) - mean) / (variance + f64::from(eps)).sqrt();
            let exact = centered * f64::from(weight[i]) + f64::from(bias[i]);
            error += (f64::from(*y) - exact).powi(2);
            norm += exact.powi(2);
        }
    }
    let error = if norm == 0.0 { error } else { (error / norm).sqrt() };
    assert!(error < 1e-5, "{rows} × {columns}: the relative error is {error:e}");
    Ok(error)
}
