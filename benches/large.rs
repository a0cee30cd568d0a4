//! Kernels of one element a thread over large arrays, on a GPU: what large launches make of the plainest of kernels.
//!
//! ```text
//! cargo bench --bench large                # blocks do the work of four
//! KILN_COARSE=0 cargo bench --bench large  # every block does its own
//! ```
//!
//! Device times are between device events around a queue that is kept full, over rotating buffers larger than the
//! cache; each figure is the median of its turns.

mod smoke;

use kiln::prelude::*;
use kiln::{Buffer, Stream};

#[kernel]
fn fill(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = (i * 7919 % 1013) as f32 * 1e-3;
    }
}

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[kernel]
fn copied(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel]
fn brightened(x: &[u8], y: &mut [u8]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i].saturating_add(9);
    }
}

#[kernel]
fn saxpy_half(a: f16, x: &[f16], y: &mut [f16]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[kernel]
fn scaled_bf16(a: f32, x: &[bf16], y: &mut [bf16]) {
    let i = global_id();
    if i < y.len() {
        y[i] = bf16::from_f32(a * x[i].to_f32());
    }
}

#[kernel]
fn copied_bytes(x: &[u8], y: &mut [u8]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel]
fn halved(x: &[i16], y: &mut [i16]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i] / 2;
    }
}

#[kernel]
fn widened(x: &[f16], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i].to_f32();
    }
}

#[kernel]
fn unpacked(x: &[u8], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i] as f32;
    }
}

#[kernel]
fn scaled(a: f32, x: &[f64], y: &mut [f64]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a as f64 * x[i];
    }
}

#[kernel]
fn gathered(x: &[f32], index: &[u32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[index[i] as usize];
    }
}

#[device]
fn cumulative(d: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
    let series =
        k * (0.319_381_5 + k * (-0.356_563_8 + k * (1.781_478 + k * (-1.821_256 + k * 1.330_274_5))));
    let tail = 0.398_942_3 * (-0.5 * d * d).exp() * series;
    if d > 0.0 { 1.0 - tail } else { tail }
}

#[kernel]
fn options(rate: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        let (s, k, v) = (x[i] + 1.0, y[i] + 1.0, 0.3f32);
        let d1 = ((s / k).ln() + (rate + 0.5 * v * v)) / v;
        y[i] = s * cumulative(d1) - k * (-rate).exp() * cumulative(d1 - v);
    }
}

#[kernel]
fn stencil(w: usize, h: usize, x: &[f32], y: &mut [f32]) {
    let (i, j) = global_id_2d();
    if i > 0 && i + 1 < w && j > 0 && j + 1 < h {
        let at = j * w + i;
        y[at] = 0.5 * x[at] + 0.125 * (x[at - 1] + x[at + 1] + x[at - w] + x[at + w]);
    }
}

#[kernel]
fn transposed(w: usize, h: usize, x: &[f32], y: &mut [f32]) {
    let (i, j) = global_id_2d();
    if i < w && j < h {
        y[j * w + i] = x[i * h + j];
    }
}

fn main() {
    let device = match Device::gpu(0) {
        Ok(device) => device,
        Err(error) => return println!("no GPU, so nothing is measured: {error}"),
    };
    let coarse = std::env::var("KILN_COARSE").unwrap_or_else(|_| "not set".to_owned());
    println!("{device}, Kiln {}, KILN_COARSE {coarse}", env!("CARGO_PKG_VERSION"));
    smoke::report("large", measure(&device.stream()));
}

/// Device microseconds a call.
fn time(stream: &Stream, run: impl FnMut(usize) -> kiln::Result<()>) -> kiln::Result<f64> {
    Ok(smoke::device_seconds(stream, [run])?[0] * 1e6)
}

fn show(name: &str, bytes: f64, time: f64) {
    println!("{name:<40}{time:>10.2} us{:>9.3} TB/s", bytes / time * 1e-6);
}

fn measure(stream: &Stream) -> kiln::Result<()> {
    let most = 64 << 20;
    let filled = |stream: &Stream| -> kiln::Result<Buffer<f32>> {
        let mut x = stream.alloc_zeroed::<f32>(most)?;
        fill(&mut x).threads(most).launch(stream)?;
        Ok(x)
    };
    let x = [filled(stream)?, filled(stream)?, filled(stream)?];
    let mut y = [filled(stream)?, filled(stream)?, filled(stream)?];
    for n in [most, 16 << 20, 4 << 20, 1 << 20, 1 << 16] {
        let took = time(stream, |k| saxpy(1e-3, &x[k % 3], &mut y[k % 3]).threads(n).launch(stream))?;
        show(&format!("saxpy f32, {n}"), 12.0 * n as f64, took);
    }
    let n = most as f64;
    let took = time(stream, |k| copied(&x[k % 3], &mut y[k % 3]).threads(most).launch(stream))?;
    show("copy f32, 64 Mi", 8.0 * n, took);
    let took = time(stream, |k| options(0.03, &x[k % 3], &mut y[k % 3]).threads(most).launch(stream))?;
    show("Black-Scholes f32, 64 Mi", 12.0 * n, took);
    let side = 8192;
    let took =
        time(stream, |k| stencil(side, side, &x[k % 3], &mut y[k % 3]).threads([side, side]).launch(stream))?;
    show("five-point stencil f32, 8192 x 8192", 8.0 * n, took);
    let took = time(stream, |k| {
        transposed(side, side, &x[k % 3], &mut y[k % 3]).threads([side, side]).launch(stream)
    })?;
    show("naive transpose f32, 8192 x 8192", 8.0 * n, took);
    let index: Vec<u32> = (0..1u32 << 20).map(|i| i ^ 0x15).collect();
    let index = stream.upload(&index)?;
    let small = 1 << 20;
    let took = time(stream, |k| gathered(&x[k % 3], &index, &mut y[k % 3]).threads(small).launch(stream))?;
    show("gather f32, 1 Mi", 12.0 * small as f64, took);
    drop((x, y));

    let n = 256 << 20;
    let x = [stream.alloc_zeroed::<u8>(n)?, stream.alloc_zeroed::<u8>(n)?];
    let mut y = [stream.alloc_zeroed::<u8>(n)?, stream.alloc_zeroed::<u8>(n)?];
    let took = time(stream, |k| brightened(&x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
    show("saturating sum u8, 256 Mi", 2.0 * n as f64, took);
    for n in [n, 64 << 20, 4 << 20, 1 << 20] {
        let took = time(stream, |k| copied_bytes(&x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
        show(&format!("copy u8, {n}"), 2.0 * n as f64, took);
    }
    let took = time(stream, |k| {
        let x = x[k % 2].slice(1..)?;
        copied_bytes(x, &mut y[k % 2].slice_mut(1..)?).threads(n - 1).launch(stream)
    })?;
    show("copy u8 not aligned, 256 Mi", 2.0 * n as f64, took);
    drop((x, y));
    narrow(stream)?;
    let n = 64 << 20;
    let x = [stream.alloc_zeroed::<f64>(n)?, stream.alloc_zeroed::<f64>(n)?];
    let mut y = [stream.alloc_zeroed::<f64>(n)?, stream.alloc_zeroed::<f64>(n)?];
    let took = time(stream, |k| scaled(1.5, &x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
    show("scale f64, 64 Mi", 16.0 * n as f64, took);
    Ok(())
}

/// Elements of two bytes, and of several sizes.
fn narrow(stream: &Stream) -> kiln::Result<()> {
    let n = 64 << 20;
    let bytes = n as f64;
    let x = [stream.alloc_zeroed::<f16>(n)?, stream.alloc_zeroed::<f16>(n)?];
    let mut y = [stream.alloc_zeroed::<f16>(n)?, stream.alloc_zeroed::<f16>(n)?];
    let a = f16::from_f32(0.5);
    for n in [n, 4 << 20, 1 << 20] {
        let took = time(stream, |k| saxpy_half(a, &x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
        show(&format!("saxpy f16, {n}"), 6.0 * n as f64, took);
    }
    let took = time(stream, |k| {
        let x = x[k % 2].slice(1..)?;
        saxpy_half(a, x, &mut y[k % 2].slice_mut(1..)?).threads(n - 1).launch(stream)
    })?;
    show("saxpy f16 not aligned, 64 Mi", 6.0 * bytes, took);
    let mut wide = [stream.alloc_zeroed::<f32>(n)?, stream.alloc_zeroed::<f32>(n)?];
    let took = time(stream, |k| widened(&x[k % 2], &mut wide[k % 2]).threads(n).launch(stream))?;
    show("f16 to f32, 64 Mi", 6.0 * bytes, took);
    drop((x, y));
    let x = [stream.alloc_zeroed::<u8>(n)?, stream.alloc_zeroed::<u8>(n)?];
    let took = time(stream, |k| unpacked(&x[k % 2], &mut wide[k % 2]).threads(n).launch(stream))?;
    show("u8 to f32, 64 Mi", 5.0 * bytes, took);
    drop((x, wide));
    let x = [stream.alloc_zeroed::<bf16>(n)?, stream.alloc_zeroed::<bf16>(n)?];
    let mut y = [stream.alloc_zeroed::<bf16>(n)?, stream.alloc_zeroed::<bf16>(n)?];
    let took = time(stream, |k| scaled_bf16(0.5, &x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
    show("scale bf16, 64 Mi", 4.0 * bytes, took);
    drop((x, y));
    let x = [stream.alloc_zeroed::<i16>(n)?, stream.alloc_zeroed::<i16>(n)?];
    let mut y = [stream.alloc_zeroed::<i16>(n)?, stream.alloc_zeroed::<i16>(n)?];
    let took = time(stream, |k| halved(&x[k % 2], &mut y[k % 2]).threads(n).launch(stream))?;
    show("halve i16, 64 Mi", 4.0 * bytes, took);
    Ok(())
}
