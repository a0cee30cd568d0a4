//! A matrix product through shared memory, generic over the element type and the edge of the tile.
//!
//! ```text
//! cargo run --release --example matmul
//! ```

use kiln::prelude::*;

/// `c = a b`, row-major; `a` is `m` × `k`, `b` is `k` × `n`. A block computes a square of `c`, one element a thread.
#[kernel]
fn matmul<T: Float, const TILE: usize>(m: usize, n: usize, k: usize, a: &[T], b: &[T], c: &mut [T]) {
    let a_tile = shared::<[[T; TILE]; TILE]>();
    let b_tile = shared::<[[T; TILE]; TILE]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = T::ZERO;
    for step in 0..k.div_ceil(TILE) {
        let (inner_x, inner_y) = (step * TILE + tx, step * TILE + ty);
        a_tile[ty][tx] = if row < m && inner_x < k { a[row * k + inner_x] } else { T::ZERO };
        b_tile[ty][tx] = if inner_y < k && column < n { b[inner_y * n + column] } else { T::ZERO };
        sync_threads();
        for i in 0..TILE {
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        sync_threads();
    }
    if row < m && column < n {
        c[row * n + column] = sum;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    run::<f32, 16>(&device, 300, 200, 100, 1e-5)?;
    run::<f64, 8>(&device, 65, 129, 33, 1e-13)?;
    Ok(())
}

fn run<T: Float, const TILE: usize>(
    device: &Device,
    m: usize,
    n: usize,
    k: usize,
    bound: f64,
) -> kiln::Result<()> {
    let stream = device.stream();
    let fill = |len: usize, seed: usize| -> Vec<T> {
        (0..len).map(|i| T::from_f64(((i * 7919 + seed) % 1013) as f64 / 1013.0 - 0.5)).collect()
    };
    let (a, b) = (fill(m * k, 1), fill(k * n, 2));
    let (device_a, device_b) = (stream.upload(&a)?, stream.upload(&b)?);
    let mut device_c = stream.alloc_zeroed::<T>(m * n)?;
    matmul::<T, TILE>(m, n, k, &device_a, &device_b, &mut device_c)
        .block([TILE, TILE])
        .threads([n, m])
        .launch(&stream)?;
    let c = stream.download(&device_c)?;

    let (mut error, mut norm) = (0.0, 0.0);
    for row in 0..m {
        for column in 0..n {
            let exact: f64 = (0..k).map(|i| a[row * k + i].to_f64() * b[i * n + column].to_f64()).sum();
            error += (c[row * n + column].to_f64() - exact).powi(2);
            norm += exact.powi(2);
        }
    }
    let error = (error / norm).sqrt();
    assert!(error < bound, "the relative error is {error:e}, more than {bound:e}");
    println!("{m} × {k} by {k} × {n}, tiles of {TILE}: relative error {error:.1e}");
    Ok(())
}
