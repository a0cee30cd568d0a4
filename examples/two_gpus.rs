//! Two GPUs in one program: copies between them, and one using the other's memory where it is.
//!
//! ```text
//! cargo run --release --example two_gpus
//! ```

use std::time::Instant;

use kiln::Stream;
use kiln::prelude::*;

#[kernel]
fn scale_add(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] += a * x[i];
    }
}

/// Copies from one device to the other and back, and says how fast that was.
fn there_and_back(a: &Stream, b: &Stream, len: usize) -> kiln::Result<()> {
    let data: Vec<f32> = (0..len).map(|i| (i % 1013) as f32).collect();
    let mut x = a.upload(&data)?;
    let mut y = b.alloc_zeroed::<f32>(len)?;
    // What a stream was given on one device is done before the copy that another device's stream is given.
    for stream in [a, b] {
        stream.copy(&x, &mut y)?;
        scale_add(1.0, &b.upload(&data)?, &mut y).threads(len).launch(b)?;
        stream.copy(&y, &mut x)?;
    }
    let found = a.download(&x)?;
    assert!(found.iter().zip(&data).all(|(found, value)| *found == 3.0 * value), "the copies are right");
    b.synchronize()?;
    let start = Instant::now();
    let turns = 10;
    for _ in 0..turns {
        a.copy(&x, &mut y)?;
    }
    a.synchronize()?;
    let seconds = start.elapsed().as_secs_f64() / f64::from(turns);
    println!("{len} elements: right; {:.1} GB/s", 4.0 * len as f64 / seconds * 1e-9);
    Ok(())
}

fn main() -> kiln::Result<()> {
    // Without two GPUs the CPU and the CPU as a GPU serve, whose memory is the host's.
    let (first, second) = match (Device::gpu(0), Device::gpu(1)) {
        (Ok(first), Ok(second)) => (first, second),
        (Ok(_), Err(why)) => {
            println!("there is one GPU only, so two devices of the CPU are used: {why}");
            (Device::cpu(), Device::emulated((9, 0)))
        }
        (Err(why), _) => {
            println!("there is no GPU, so two devices of the CPU are used: {why}");
            (Device::cpu(), Device::emulated((9, 0)))
        }
    };
    println!("{first}\n{second}");
    let lens: &[usize] = if first.is_gpu() { &[1 << 10, 1 << 20, 1 << 26] } else { &[1 << 10, 1 << 16] };
    let (a, b) = (first.stream(), second.stream());
    println!("copies, the driver finding the way:");
    lens.iter().try_for_each(|len| there_and_back(&a, &b, *len))?;
    if !(first.enable_peer_access(&second)? && second.enable_peer_access(&first)?) {
        println!("neither can use the other's memory where it is; copies are all there is");
        return Ok(());
    }
    println!("copies, the direct way:");
    lens.iter().try_for_each(|len| there_and_back(&a, &b, *len))?;
    // A kernel of the first reads and writes what lies on the second.
    let len = 1 << 20;
    let x = b.upload(&vec![2.0f32; len])?;
    let mut y = b.upload(&vec![1.0f32; len])?;
    scale_add(3.0, &x, &mut y).threads(len).launch(&a)?;
    assert!(b.download(&y)?.iter().all(|value| *value == 7.0));
    println!("a kernel of the first used what lies on the second: right");
    Ok(())
}
