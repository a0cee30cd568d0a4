//! A matrix product of any size in tiles: on a GPU the tensor cores do it.
//!
//! ```text
//! cargo run --release --example matmul_tile
//! ```

use kiln::prelude::*;

/// `c = a b`, with sums in `f32`; a tile of the grid computes `BM` × `BN` elements of `c`. What lies past an edge
/// is read as zero and not written.
#[kernel(tile)]
pub fn matmul<T: MmaOperand, const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    c: &mut Tensor2<T>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k), b.load::<BK, BN>(k, n), sum);
    }
    c.store(m, n, sum.cast::<T>());
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    for (m, n, k) in [(256, 256, 256), (300, 200, 100), (1, 1, 1), (65, 129, 33), (512, 384, 1000)] {
        let errors = [
            run::<bf16, 128, 128, 32>(&device, m, n, k, 1e-2)?,
            run::<f16, 128, 128, 32>(&device, m, n, k, 1e-3)?,
            run::<f32, 128, 128, 32>(&device, m, n, k, 1e-5)?,
        ];
        let [bf16, f16, f32] = errors.map(|error| format!("{error:.1e}"));
        println!("{m} × {k} by {k} × {n}: relative error {bf16} in bf16, {f16} in f16, {f32} in f32");
    }
    Ok(())
}

/// A product of this size in tiles of these extents; gives the relative error.
pub fn run<T: Float + MmaOperand, const BM: usize, const BN: usize, const BK: usize>(
    device: &Device,
    m: usize,
    n: usize,
    k: usize,
    bound: f64,
) -> kiln::Result<f64> {
    let stream = device.stream();
    let fill = |len: usize, seed: usize| -> Vec<T> {
        (0..len).map(|i| T::from_f64(((i * 7919 + seed) % 1013) as f64 / 1013.0 - 0.5)).collect()
    };
    let (a, b) = (fill(m * k, 1), fill(k * n, 2));
    let device_a = Tensor2::from_slice(&stream, &a, [m, k])?;
    let device_b = Tensor2::from_slice(&stream, &b, [k, n])?;
    let mut c = Tensor2::zeros(&stream, [m, n])?;
    // Without `.tiles(..)` the grid covers `c`, the tensor that is stored to.
    matmul::<T, BM, BN, BK>(&device_a, &device_b, &mut c).launch(&stream)?;
    let c = c.download(&stream)?;

    let (mut error, mut norm) = (0.0, 0.0);
    for row in 0..m {
        for column in 0..n {
            let exact: f64 = (0..k).map(|i| a[row * k + i].to_f64() * b[i * n + column].to_f64()).sum();
            error += (c[row * n + column].to_f64() - exact).powi(2);
            norm += exact.powi(2);
        }
    }
    let error = if norm == 0.0 { error } else { (error / norm).sqrt() };
    assert!(error < bound, "{m} × {k} by {k} × {n}: the relative error is {error:e}, more than {bound:e}");
    Ok(error)
}
