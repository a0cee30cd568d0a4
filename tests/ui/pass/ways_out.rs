// The ways out that the pages under `docs/errors` offer.
#![deny(warnings)]
#![forbid(unsafe_code)]

use kiln::prelude::*;

#[kernel]
fn classify(n: u32, x: &mut [u32]) {
    if n == 0 {
        x[0] = 1;
    } else {
        x[0] = 2;
    }
}

#[kernel]
fn scale<T: Num>(k: T, x: &mut [T]) {
    x[0] = k * x[0];
}

#[cfg(debug_assertions)]
#[kernel]
fn extra(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel]
fn first(x: &[f32], y: &mut [f32]) {
    y[0] = x[0];
}

#[kernel]
fn sum_of_two(x: &[f32], y: &mut [f32]) {
    let (a, b) = (x[0], x[1]);
    let (i, j) = global_id_2d();
    if i < 8 {
        y[j * 8 + i] = a + b;
    }
}

#[kernel]
fn average(x: &mut [f32]) {
    let sum: u64 = 0;
    x[0] = sum as f32;
}

#[kernel]
fn check(x: &[f32]) {
    assert!(x[0] > 0.0, "x[0] is {}, x[1] is {}", x[0], x[1]);
}

#[kernel(block = 256, strict_fp)]
fn fill(x: &mut [f32]) {
    x[global_id()] = 1.0;
}

#[device]
fn sine_and_cosine(x: f32, cosine: &mut f32) -> f32 {
    *cosine = x.cos();
    x.sin()
}

#[kernel(block = 256)]
fn reverse(x: &mut [f32]) {
    let tile = shared::<[f32; 256]>();
    tile[thread_idx().x] = x[global_id()];
    sync_threads();
    let mut cosine = 0.0;
    x[global_id()] = sine_and_cosine(tile[255 - thread_idx().x], &mut cosine) + cosine + sum(tile);
}

#[device]
fn factorial(n: u32) -> u32 {
    let mut product = 1;
    for k in 1..=n {
        product *= k;
    }
    product
}

#[device]
fn sum(x: &[f32]) -> f32 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

#[kernel]
fn count(counts: &[AtomicU32]) {
    counts[0].fetch_add(1, Ordering::Relaxed);
}

#[kernel]
fn same(x: &mut [f32]) {
    let a = [1.0f32, 2.0];
    let b = [1.0f32, 2.0];
    if a[0] == b[0] && a[1] == b[1] {
        x[0] = 1.0;
    }
}

#[device]
fn swap(x: &mut [u32], i: usize, j: usize) {
    (x[i], x[j]) = (x[j], x[i]);
}

#[kernel(block = 1)]
fn next(n: u32, x: &mut [u32]) {
    let mut pair = [if n < u32::MAX { n + 1 } else { 0 }, x[1]];
    swap(&mut pair, 0, 1);
    (x[0], x[1]) = (pair[0], pair[1]);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0u32, 7])?;
    next(4, &mut x).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [7, 5]);
    assert_eq!(factorial(4), 24);
    for source in [
        classify::source(SourceKind::Cuda),
        scale::<f32>::source(SourceKind::Cuda),
        extra::source(SourceKind::Cuda),
        first::source(SourceKind::Cuda),
        sum_of_two::source(SourceKind::Cuda),
        average::source(SourceKind::Cuda),
        check::source(SourceKind::Cuda),
        fill::source(SourceKind::Cuda),
        reverse::source(SourceKind::Cuda),
        count::source(SourceKind::Cuda),
        same::source(SourceKind::Cuda),
    ] {
        assert!(source?.contains("__global__"));
    }
    Ok(())
}
