//! Blocks that know of each other: a cluster's blocks read their neighbors' shared memory, of more than 48 KiB a
//! block, and the launch behind begins before this one has ended.
//!
//! ```text
//! cargo run --release --example neighbors
//! ```

use kiln::prelude::*;

/// What a block keeps, past what a kernel may declare for itself.
const LEN: usize = 16 * 1024;
const THREADS: usize = 256;

/// Turns the pieces of each pair of blocks round: what one block has loaded, the other stores, back to front.
#[kernel(cluster = 2)]
fn exchange(x: &[f32], y: &mut [f32]) {
    let piece = dynamic_shared::<f32>();
    let t = thread_idx().x;
    let begin = block_idx().x * LEN;
    for k in (t..LEN).step_by(THREADS) {
        if k < piece.len() && begin + k < x.len() {
            piece[k] = x[begin + k];
        }
    }
    cluster::sync();
    let other = 1 - cluster::rank();
    for k in (t..LEN).step_by(THREADS) {
        if k < piece.len() && begin + k < y.len() {
            // SAFETY: nobody writes a piece any more until all have read it.
            y[begin + k] = unsafe { cluster::load(&piece[LEN - 1 - k], other) };
        }
    }
    cluster::sync();
    // The next launch may begin while the last blocks of this one still run.
    grid::release_next();
}

/// Scales by a factor that takes a while to find, which has nothing to do with the launch before.
#[kernel]
fn scale(turns: u32, y: &mut [f32]) {
    let mut factor = 1.0f32;
    for k in 0..turns {
        factor = 0.5 * factor + 1.0 / (k as f32 + 2.0);
    }
    grid::wait_for_previous();
    let i = global_id();
    if i < y.len() {
        y[i] *= factor;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    if device.compute_capability().is_some_and(|capability| capability < (9, 0)) {
        println!("clusters need compute capability 9.0");
        return Ok(());
    }
    let stream = device.stream();
    let blocks = if device.is_gpu() { 264 } else { 4 };
    let n = blocks * LEN;
    let data: Vec<f32> = (0..n).map(|i| (i % 1013) as f32).collect();
    let x = stream.upload(&data)?;
    let mut y = stream.alloc_zeroed::<f32>(n)?;
    exchange(&x, &mut y).blocks(blocks).block(THREADS).dynamic_shared(LEN).launch(&stream)?;
    // SAFETY: `scale` uses nothing of the launch before until it has waited for it.
    unsafe { scale(1000, &mut y).threads(n).overlap_previous() }.launch(&stream)?;
    let found = stream.download(&y)?;
    let factor = (0..1000).fold(1.0f32, |factor, k| 0.5 * factor + 1.0 / (k as f32 + 2.0));
    for (i, value) in found.iter().enumerate() {
        let (block, k) = (i / LEN, i % LEN);
        let from = (block ^ 1) * LEN + LEN - 1 - k;
        assert!((value - factor * data[from]).abs() <= 1e-5 * value.abs(), "element {i}");
    }
    println!("{} pairs of blocks exchanged {} KiB each", blocks / 2, (LEN * 4) >> 10);
    // A block cannot have more than the device gives; the error says how much that is.
    let why = exchange(&x, &mut y).blocks(blocks).block(THREADS).dynamic_shared(1 << 20).launch(&stream);
    println!("\n{}", why.unwrap_err());
    Ok(())
}
