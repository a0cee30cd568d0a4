//! The counting device against the plain CPU, with every block counted. The median should be below 30 times.

use kiln::Stream;
use kiln::prelude::*;

use crate::{compare, median, selected};

type Setup = fn(&Stream) -> kiln::Result<Box<dyn FnMut()>>;

pub fn run() {
    let cases: [(&str, Setup); 5] = [
        ("counted copy, 1 Mi", copies),
        ("counted transpose, 1 Ki x 1 Ki", transposes),
        ("counted product, 128^3", products),
        ("counted reduction, 1 Mi", reductions),
        ("counted gather, 1 Mi", gathers),
    ];
    let mut ratios = Vec::new();
    for (name, setup) in cases.into_iter().filter(|(name, _)| selected(name)) {
        let on = |device: Device| setup(&device.stream()).expect("there is memory");
        ratios.push(compare(name, "plain CPU", on(Device::counted()), on(Device::cpu())));
    }
    if !ratios.is_empty() {
        println!("counted, median of {}: {:.1} times", ratios.len(), median(ratios));
    }
}

#[kernel]
fn copy(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i];
    }
}

#[kernel]
fn transpose(n: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        y[column * n + row] = x[row * n + column];
    }
}

#[kernel]
fn product(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let i = global_id();
    if i < c.len() && n > 0 {
        let (row, column) = (i / n, i % n);
        let mut sum = 0.0;
        for k in 0..n {
            sum += a[row * n + k] * b[k * n + column];
        }
        c[i] = sum;
    }
}

#[kernel(block = 256)]
fn reduction(x: &[f32], sums: &mut [f32]) {
    let part = shared::<[f32; 256]>();
    let t = thread_idx().x;
    part[t] = x[global_id()];
    sync_threads();
    let mut half = 128;
    while half > 0 {
        if t < half {
            part[t] += part[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        sums[block_idx().x] = part[0];
    }
}

#[kernel]
fn gather(index: &[u32], x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[index[i] as usize];
    }
}

const MI: usize = 1 << 20;

fn copies(stream: &Stream) -> kiln::Result<Box<dyn FnMut()>> {
    let (stream, x) = (stream.clone(), stream.alloc_zeroed::<f32>(MI)?);
    let mut y = stream.alloc_zeroed::<f32>(MI)?;
    Ok(Box::new(move || copy(&x, &mut y).threads(MI).block(256).launch(&stream).expect("it runs")))
}

fn transposes(stream: &Stream) -> kiln::Result<Box<dyn FnMut()>> {
    let (stream, x) = (stream.clone(), stream.alloc_zeroed::<f32>(MI)?);
    let mut y = stream.alloc_zeroed::<f32>(MI)?;
    Ok(Box::new(move || {
        transpose(1024, &x, &mut y).threads([1024, 1024]).block([32, 8]).launch(&stream).expect("it runs");
    }))
}

fn products(stream: &Stream) -> kiln::Result<Box<dyn FnMut()>> {
    let n = 128;
    let (stream, a, b) =
        (stream.clone(), stream.alloc_zeroed::<f32>(n * n)?, stream.alloc_zeroed::<f32>(n * n)?);
    let mut c = stream.alloc_zeroed::<f32>(n * n)?;
    Ok(Box::new(move || {
        product(n, &a, &b, &mut c).threads(n * n).block(256).launch(&stream).expect("it runs");
    }))
}

fn reductions(stream: &Stream) -> kiln::Result<Box<dyn FnMut()>> {
    let (stream, x) = (stream.clone(), stream.alloc_zeroed::<f32>(MI)?);
    let mut sums = stream.alloc_zeroed::<f32>(MI / 256)?;
    Ok(Box::new(move || reduction(&x, &mut sums).threads(MI).launch(&stream).expect("it runs")))
}

fn gathers(stream: &Stream) -> kiln::Result<Box<dyn FnMut()>> {
    // Looks like noise.
    let index: Vec<u32> = (0..MI as u32).map(|i| i.wrapping_mul(2_654_435_761) % MI as u32).collect();
    let (stream, x) = (stream.clone(), stream.alloc_zeroed::<f32>(MI)?);
    let (index, mut y) = (stream.upload(&index)?, stream.alloc_zeroed::<f32>(MI)?);
    Ok(Box::new(move || gather(&index, &x, &mut y).threads(MI).block(256).launch(&stream).expect("it runs")))
}
