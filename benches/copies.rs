//! How fast memory is copied between host and GPU, and on the GPU: Kiln's side of `benches/peers/copies.cpp`.
//!
//! ```text
//! cargo bench --bench copies
//! ```
//!
//! Each figure is the median of its turns: the time from the call to its end, on the host.

mod smoke;

use std::time::Instant;

use kiln::prelude::*;
use kiln::{CopyBatch, PinnedBuffer, Pitched, Result, Stream};

/// The median time of a turn, in seconds; the first turn does not count.
fn median(turn: &mut dyn FnMut() -> Result<()>) -> Result<f64> {
    let turns = smoke::repetitions(15);
    let mut times = Vec::with_capacity(turns + 1);
    for _ in 0..=turns {
        let start = Instant::now();
        turn()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.remove(0);
    times.sort_by(f64::total_cmp);
    Ok(times[turns / 2])
}

fn print(what: &str, bytes: usize, seconds: f64) {
    println!(
        "{what:<28} {:>10} KiB {:>10.1} us {:>8.2} GB/s",
        bytes >> 10,
        seconds * 1e6,
        bytes as f64 / seconds * 1e-9
    );
}

fn lines(stream: &Stream, bytes: usize) -> Result<()> {
    let mut host = vec![1u8; bytes];
    let mut pinned: PinnedBuffer<u8> = stream.alloc_pinned(bytes)?;
    pinned.fill(1);
    let mut device = stream.upload(&host)?;
    let mut other = stream.upload(&host)?;
    let seconds = median(&mut || stream.upload_into(&host, &mut device))?;
    print("upload, pageable", bytes, seconds);
    let seconds = median(&mut || stream.upload_into(&pinned, &mut device))?;
    print("upload, pinned", bytes, seconds);
    let seconds = median(&mut || stream.download_into(&device, &mut host))?;
    print("download, pageable", bytes, seconds);
    let seconds = median(&mut || stream.download_into(&device, &mut pinned))?;
    print("download, pinned", bytes, seconds);
    let seconds = median(&mut || stream.copy(&device, &mut other).and_then(|()| stream.synchronize()))?;
    print("on the device", bytes, seconds);
    Ok(())
}

/// Rows of half a width, of an image of floats.
fn rows(stream: &Stream, height: usize, width: usize) -> Result<()> {
    let mut pinned: PinnedBuffer<f32> = stream.alloc_pinned(height * width)?;
    let mut image = stream.alloc_zeroed::<f32>(height * width)?;
    let half = width / 2;
    let mut part = stream.alloc_zeroed::<f32>(height * half)?;
    let bytes = height * half * 4;
    let seconds = median(&mut || {
        let from = Pitched::new(&pinned[..], height, half, width)?;
        stream.upload_2d(from, Pitched::new(part.as_slice_mut(), height, half, half)?)
    })?;
    print("rows, upload, pinned", bytes, seconds);
    let seconds = median(&mut || {
        let from = Pitched::new(part.as_slice(), height, half, half)?;
        stream.download_2d(from, Pitched::new(&mut pinned[..], height, half, width)?)
    })?;
    print("rows, download, pinned", bytes, seconds);
    let seconds = median(&mut || {
        let from = Pitched::new(part.as_slice(), height, half, half)?;
        stream.copy_2d(from, Pitched::new(image.as_slice_mut(), height, half, width)?)?;
        stream.synchronize()
    })?;
    print("rows, on the device", bytes, seconds);
    Ok(())
}

/// Many small copies on the device, together and one by one.
fn pieces(stream: &Stream, count: usize, each: usize) -> Result<()> {
    let from = stream.alloc_zeroed::<u8>(count * each)?;
    let mut to = stream.alloc_zeroed::<u8>(count * each)?;
    let seconds = median(&mut || {
        let mut batch = CopyBatch::new();
        let mut rest = to.as_slice_mut();
        for at in 0..count {
            let (piece, others) = rest.split_at(each)?;
            batch.copy(from.slice(at * each..(at + 1) * each)?, piece)?;
            rest = others;
        }
        stream.copy_batch(batch)?;
        stream.synchronize()
    })?;
    print("256 pieces, as a batch", count * each, seconds);
    let seconds = median(&mut || {
        for at in 0..count {
            let range = at * each..(at + 1) * each;
            stream.copy(from.slice(range.clone())?, to.slice_mut(range)?)?;
        }
        stream.synchronize()
    })?;
    print("256 pieces, one by one", count * each, seconds);
    Ok(())
}

/// A buffer made and dropped.
fn buffers(stream: &Stream, bytes: usize) -> Result<()> {
    // SAFETY: nobody reads what it holds.
    let seconds =
        median(&mut || (0..100).try_for_each(|_| unsafe { stream.alloc_uninit::<u8>(bytes) }.map(drop)))?;
    println!("{:<28} {:>10} KiB {:>10.2} us", "allocate and free", bytes >> 10, seconds * 1e4);
    stream.synchronize()
}

fn main() -> Result<()> {
    let device = match Device::gpu(0) {
        Ok(device) => device,
        Err(why) => {
            println!("no GPU: {why}");
            return Ok(());
        }
    };
    let stream = device.stream();
    println!("{device}");
    for bytes in [4 << 10, 64 << 10, 1 << 20, 16 << 20, 256 << 20] {
        lines(&stream, bytes)?;
    }
    rows(&stream, 4096, 4096)?;
    pieces(&stream, 256, 4096)?;
    buffers(&stream, 1 << 20)?;
    Ok(())
}
