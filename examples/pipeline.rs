//! A long recording, smoothed piece by piece: pieces go up, are worked on and come back on streams of their own,
//! all at once, and the program awaits them. Events tell how long the device worked, and functions of the host's
//! count what is done.
//!
//! ```text
//! cargo run --release --example pipeline
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kiln::prelude::*;
use kiln::{PinnedBuffer, Stream, StreamOptions};

/// Samples to either side of one that have a part in what becomes of it.
const REACH: usize = 16;

/// The mean of each sample and its neighbors.
#[kernel]
fn smooth(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        let first = i.saturating_sub(REACH);
        let end = (i + REACH + 1).min(x.len());
        let mut sum = 0.0;
        for k in first..end {
            sum += x[k];
        }
        y[i] = sum / (end - first) as f32;
    }
}

/// The largest of the bits of numbers that are not negative, which are in the order of the numbers.
#[kernel]
fn largest(x: &[f32], most: &[AtomicU32]) {
    let i = global_id();
    if i < x.len() {
        most[0].fetch_max(x[i].abs().to_bits(), Ordering::Relaxed);
    }
}

/// One piece: its way up, its kernel, its way back. Nothing here blocks a thread.
async fn piece(
    stream: Stream,
    samples: PinnedBuffer<f32>,
    done: Arc<AtomicUsize>,
) -> kiln::Result<(PinnedBuffer<f32>, Duration)> {
    let (x, host) = stream.upload_async(samples).await?;
    let mut y = stream.alloc_zeroed::<f32>(x.len())?;
    let start = stream.record_event()?;
    smooth(&x, &mut y).threads(x.len()).launch(&stream)?;
    let end = stream.record_event()?;
    // A thread of the driver's runs it, once the kernel is done.
    stream.launch_host_fn(move || {
        done.fetch_add(1, Ordering::Relaxed);
    })?;
    let host = stream.download_async(&y, host).await?;
    Ok((host, end.elapsed_since(&start)?))
}

fn sample(at: usize) -> f32 {
    ((at % 4801) as f32 * 0.01).sin() + ((at % 97) as f32 - 48.0) * 0.001
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let (pieces, len) = if device.is_gpu() { (32, 1 << 20) } else { (8, 1 << 14) };
    let streams: Vec<Stream> = (0..4).map(|_| device.new_stream()).collect::<kiln::Result<_>>()?;
    let executor = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    let done = Arc::new(AtomicUsize::new(0));

    let start = Instant::now();
    let tasks = (0..pieces).map(|number| {
        let stream = streams[number % streams.len()].clone();
        let mut samples = stream.alloc_pinned::<f32>(len)?;
        for (at, place) in samples.iter_mut().enumerate() {
            *place = sample(number * len + at);
        }
        Ok(executor.spawn(piece(stream, samples, Arc::clone(&done))))
    });
    let tasks = tasks.collect::<kiln::Result<Vec<_>>>()?;
    let mut device_time = Duration::ZERO;
    let mut smoothed = Vec::new();
    for task in tasks {
        let (piece, time) = executor.block_on(task)??;
        device_time += time;
        smoothed.push(piece);
    }
    println!(
        "{pieces} pieces of {len} samples in {:.1?}, {device_time:.1?} of it in kernels",
        start.elapsed()
    );
    assert_eq!(done.load(Ordering::Relaxed), pieces, "each piece was counted");
    for (number, piece) in smoothed.iter().enumerate() {
        for at in (0..len).step_by(997) {
            let (first, end) = (at.saturating_sub(REACH), (at + REACH + 1).min(len));
            let mean = (first..end).map(|k| sample(number * len + k)).sum::<f32>() / (end - first) as f32;
            assert!(
                (piece[at] - mean).abs() < 1e-4,
                "piece {number}, sample {at}: {} is not {mean}",
                piece[at]
            );
        }
    }

    // Buffers order the streams that use them: nobody has to say that the urgent one waits for the other.
    let urgent =
        device.new_stream_with(StreamOptions::new().priority(*device.stream_priorities()?.start()))?;
    let mut most = urgent.alloc_zeroed::<u32>(1)?;
    let last = streams[0].upload(&smoothed[pieces - 1])?;
    largest(&last, &mut most).threads(len).launch(&streams[1])?;
    let found = f32::from_bits(urgent.download(&most)?[0]);
    let expected = smoothed[pieces - 1].iter().fold(0.0f32, |most, x| most.max(x.abs()));
    assert_eq!(found, expected);
    println!("the largest of the last piece is {found}");
    // What Kiln cannot see, such as a file that a function of the host's writes, is ordered by an event.
    let written = streams[2].record_event_untimed()?;
    urgent.wait(&written)?;
    executor.block_on(urgent.synchronize_async())?;
    Ok(())
}
