//! The sum of many numbers: each block sums its share in shared memory and adds it to the total atomically.
//!
//! ```text
//! cargo run --release --example reduce
//! ```

use kiln::prelude::*;

const BLOCK: usize = 256;

#[kernel(block = 256)]
fn sum(x: &[f32], total: &[AtomicF64]) {
    let partial = shared::<[f64; BLOCK]>();
    let t = thread_idx().x;
    // A grid-stride loop: neighboring threads read neighboring elements.
    let mut mine = 0.0;
    let mut i = global_id();
    while i < x.len() {
        mine += x[i] as f64;
        i += grid_dim().x * block_dim().x;
    }
    partial[t] = mine;
    sync_threads();
    let mut half = BLOCK / 2;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        total[0].fetch_add(partial[0], Ordering::Relaxed);
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();

    let n = 5_000_011;
    // Quarters sum exactly in f64, so the order of the additions does not show.
    let x: Vec<f32> = (0..n).map(|i| (i % 1000) as f32 * 0.25).collect();
    let device_x = stream.upload(&x)?;
    let mut total = stream.upload(&[0.0f64])?;
    sum(&device_x, &mut total).blocks(528).launch(&stream)?;
    let total = stream.download(&total)?[0];

    let expected: f64 = x.iter().map(|v| f64::from(*v)).sum();
    assert_eq!(total, expected);
    println!("the sum of {n} numbers is {total}, as in plain Rust");
    Ok(())
}
