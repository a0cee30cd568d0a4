//! What happens when a kernel is wrong: the mistake is told with its place, what it left behind is not taken for a
//! result, and the program goes on with the same device.
//!
//! ```text
//! cargo run --release --example mistakes
//! ```

use kiln::Error;
use kiln::prelude::*;

/// Replaces each element by what stands where it says. The indices come from the data, so nothing can be proven of
/// them.
#[kernel]
fn gather(from: &[f32], at: &[u32], to: &mut [f32]) {
    let i = global_id();
    if i < to.len() && i < at.len() {
        to[i] = from[at[i] as usize];
    }
}

#[kernel]
fn halve(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= 0.5;
    }
}

/// Sums of neighbors. What a safe kernel may not do is found when it is compiled; this one asks to be believed.
///
/// # Safety
///
/// None is enough: it lacks a barrier.
#[kernel(block = 64)]
unsafe fn sum_pairs(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let (i, t) = (global_id(), thread_idx().x);
    tile[t] = if i < x.len() { x[i] } else { 0.0 };
    // A barrier is missing here: the neighbor may not have written yet.
    if i < y.len() {
        y[i] = tile[t] + tile[t ^ 1];
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    println!("device: {device}\n");
    let n = 1000;
    let from = stream.upload(&vec![2.0f32; n])?;
    let mut at: Vec<u32> = (0..n as u32).rev().collect();
    at[777] = 5000;
    let at = stream.upload(&at)?;
    let mut to = stream.alloc_zeroed::<f32>(n)?;

    // The launches themselves succeed: a GPU tells later.
    gather(&from, &at, &mut to).threads(n).launch(&stream)?;
    halve(&mut to).threads(n).launch(&stream)?;
    let why = stream.synchronize().unwrap_err();
    println!("told by the next wait:\n{why}\n");
    assert!(matches!(why, Error::KernelPanic { kernel: "gather", .. }));

    // It is told once. What the two launches were writing is tainted, and says why.
    stream.synchronize()?;
    let why = stream.download(&to).unwrap_err();
    println!("told by who reads the result:\n{why}\n");
    assert!(matches!(why, Error::Poisoned { .. }));

    // Writing it anew makes it good; and the context was never lost.
    stream.fill(&mut to, 8.0)?;
    halve(&mut to).threads(n).launch(&stream)?;
    assert_eq!(stream.download(&to)?, vec![4.0; n]);

    // What does not fit is told before the driver sees it.
    let why = halve(&mut to).threads(n).block(4096).launch(&stream).unwrap_err();
    println!("told by the launch:\n{why}\n");

    // Races are found by a device that looks for them, wherever the program is to run.
    let careful = Device::sanitized().stream();
    let x = careful.upload(&vec![1.0f32; n])?;
    let mut y = careful.alloc_zeroed::<f32>(n)?;
    // SAFETY: this device runs it only to find what is wrong.
    match unsafe { sum_pairs(&x, &mut y) }.threads(n).launch(&careful).and(careful.synchronize()) {
        Ok(()) => unreachable!("the missing barrier is found"),
        Err(why) => println!("told by the sanitizer:\n{why}"),
    }
    Ok(())
}
