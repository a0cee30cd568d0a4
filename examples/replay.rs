//! Work that is recorded once and launched again: a simulation's step, written for streams, is captured with a fill
//! beside it, and its strength is changed between launches.
//!
//! ```text
//! cargo run --release --example replay
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use kiln::prelude::*;
use kiln::{BufferSliceMut, Stream};

#[kernel]
fn diffuse(strength: f32, from: &[f32], to: &mut [f32]) {
    let i = global_id();
    let n = from.len();
    if i < to.len() && i < n {
        let left = from[if i == 0 { n - 1 } else { i - 1 }];
        let right = from[if i + 1 == n { 0 } else { i + 1 }];
        to[i] = from[i] + strength * (left + right - 2.0 * from[i]);
    }
}

/// A step there and one back. It knows nothing of graphs.
fn two_steps(
    stream: &Stream,
    strength: f32,
    x: &mut BufferSliceMut<'_, f32>,
    y: &mut BufferSliceMut<'_, f32>,
) -> kiln::Result<()> {
    let n = x.len();
    diffuse(strength, &*x, &mut *y).threads(n).launch(stream)?;
    diffuse(strength, &*y, &mut *x).threads(n).launch(stream)
}

fn on_host(x: &mut [f32], strength: f32, steps: usize) {
    for _ in 0..steps {
        let from = x.to_vec();
        let n = from.len();
        for (i, to) in x.iter_mut().enumerate() {
            let (left, right) = (from[(i + n - 1) % n], from[(i + 1) % n]);
            *to = from[i] + strength * (left + right - 2.0 * from[i]);
        }
    }
}

fn compare(found: &[f32], expected: &[f32]) {
    let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(worst < 1e-4, "off by {worst}");
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    println!("device: {device}");
    let (n, launches) = if device.is_gpu() { (1 << 16, 500) } else { (1 << 10, 50) };
    let mut expected: Vec<f32> = (0..n).map(|i| f32::from(u8::from(i % 64 == 0))).collect();
    let x = stream.upload(&expected)?;
    let y = stream.alloc_zeroed::<f32>(n)?;

    // Code for streams, as it is. The graph owns the buffers until it is taken apart.
    let mut graph = stream.capture((x, y), |stream, (mut x, mut y)| {
        (0..5).try_for_each(|_| two_steps(stream, 0.25, &mut x, &mut y))
    })?;
    let begun = Instant::now();
    for _ in 0..launches {
        graph.launch(&stream)?;
    }
    let given = begun.elapsed();
    let (x, _) = graph.views_mut()?;
    let found = stream.download(&x)?;
    println!(
        "{launches} launches of {} kernels, each launch {:.1?} of the host's time",
        graph.len(),
        given / launches
    );
    on_host(&mut expected, 0.25, 10 * launches as usize);
    compare(&found, &expected);

    // Built piece by piece: a node can be changed, a child is one piece, and the host may be called.
    let (x, y) = graph.into_inner()?;
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let (mut graph, first) = stream.graph((x, y), |graph, (mut x, mut y)| {
        let first = diffuse(0.25, &x, &mut y).threads(n).add_to(graph)?;
        graph.child(|graph| graph.copy(&y, &mut x))?;
        graph.host_fn(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        })?;
        Ok(first)
    })?;
    for turn in 0..4u8 {
        let strength = 0.05 * f32::from(turn);
        graph.update(|update, (x, mut y)| {
            diffuse(strength, &x, &mut y).threads(n).replace_in(update, first)
        })?;
        graph.launch(&stream)?;
        on_host(&mut expected, strength, 1);
    }
    let (x, _) = graph.into_inner()?;
    compare(&stream.download(&x)?, &expected);
    assert_eq!(calls.load(Ordering::Relaxed), 4, "each launch called the host");
    println!("four launches, each with another strength: right");
    Ok(())
}
