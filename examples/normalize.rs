//! A vector divided by its length, in one launch: the blocks sum their parts, wait for the whole grid, and divide.
//!
//! ```text
//! cargo run --release --example normalize
//! ```

use kiln::prelude::*;

/// Each thread takes every so manieth element, before the barrier and behind it.
#[kernel(block = 256)]
fn normalize(x: &mut [f32], total: &[AtomicF64]) {
    let stride = grid_dim().x * block_dim().x;
    let mut mine = 0.0;
    for i in (global_id()..x.len()).step_by(stride) {
        mine += x[i] as f64 * x[i] as f64;
    }
    let part = block::reduce(mine, |a, b| a + b);
    if thread_idx().x == 0 {
        total[0].fetch_add(part, Ordering::Relaxed);
    }
    grid::sync();
    let length = total[0].load(Ordering::Relaxed).sqrt() as f32;
    for i in (global_id()..x.len()).step_by(stride) {
        x[i] /= length;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    let n: usize = 1_000_003;
    let values: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
    let mut x = stream.upload(&values)?;
    let mut total = stream.alloc_zeroed::<f64>(1)?;

    // All blocks run at once, so no more than the device holds.
    let fits = normalize(&mut x, &mut total).occupancy(&device)?;
    let blocks = fits.blocks().min(n.div_ceil(256));
    normalize(&mut x, &mut total).blocks(blocks).launch(&stream)?;

    let found = stream.download(&x)?;
    let length = values.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt() as f32;
    for (found, value) in found.iter().zip(&values) {
        assert!((found - value / length).abs() < 1e-7, "{found} is not {}", value / length);
    }
    println!(
        "{device}: {n} elements in {blocks} blocks, of which {} run at once; the length was {length}",
        fits.blocks()
    );
    Ok(())
}
