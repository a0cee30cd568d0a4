//! Tile kernels whose closures and gathers the executor runs element by element.

use kiln::prelude::*;

use crate::{compare, selected};

/// Dropout by a closure: each element draws a number of its own.
#[kernel(tile)]
fn dropout(rate: f32, scale: f32, seed: u32, x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let numbers = Tile1::<u32, 1024>::iota() + (i * 1024) as u32;
    let kept = x.load::<1024>(i).apply_with(numbers, |x, n| {
        let bits = random::philox4x32([n, 0, 0, 0], [seed, 0]);
        if random::uniform_f32(bits[0]) >= rate { x * scale } else { 0.0 }
    });
    y.store(i, kept);
}

/// A linear recurrence `h = a * h + b` along each row, as a scan over pairs of numbers.
#[kernel(tile)]
fn selective_scan(steps: &Tensor2<u64>, states: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let pairs = steps.load::<16, 256>(i, 0).scan::<1>(|before, now| {
        before.apply_with(now, |p, q| {
            let (pa, pb) = (f32::from_bits((p >> 32) as u32), f32::from_bits(p as u32));
            let (qa, qb) = (f32::from_bits((q >> 32) as u32), f32::from_bits(q as u32));
            (u64::from((pa * qa).to_bits()) << 32) | u64::from((pb * qa + qb).to_bits())
        })
    });
    states.store(i, 0, pairs.apply(|p| f32::from_bits(p as u32)));
}

/// Rows of a tile picked by a permutation, and the same again.
#[kernel(tile)]
fn shuffled(order: &Tensor1<u32>, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let order = order.load::<64>(0);
    y.store(i, 0, x.load::<64, 64>(i, 0).gather::<1, 64>(order.to_row()).gather::<0, 64>(order.to_col()));
}

pub fn run() {
    if selected("dropout") {
        dropout_pair().expect("no failure");
    }
    if selected("selective scan") {
        selective_scan_pair().expect("no failure");
    }
    if selected("gather") {
        gather_pair().expect("no failure");
    }
}

fn streams() -> [Stream; 2] {
    [Device::cpu().stream(), Device::emulated((9, 0)).stream()]
}

fn dropout_pair() -> kiln::Result<()> {
    let n = 1 << 18;
    let x: Vec<f32> = (0..n).map(|i| (i % 1000) as f32 - 500.0).collect();
    let mut results = Vec::new();
    let mut runs = Vec::new();
    for stream in streams() {
        let x = Tensor1::from_slice(&stream, &x)?;
        let mut y = Tensor1::zeros(&stream, n)?;
        dropout(0.25, 4.0 / 3.0, 7, &x, &mut y).launch(&stream)?;
        results.push(y.download(&stream)?);
        runs.push(move || dropout(0.25, 4.0 / 3.0, 7, &x, &mut y).launch(&stream).expect("a launch"));
    }
    assert!(results[0] == results[1]);
    let emulated = runs.pop().expect("two");
    compare("dropout, 256 Ki", "emulated", runs.pop().expect("two"), emulated);
    Ok(())
}

fn selective_scan_pair() -> kiln::Result<()> {
    let (rows, columns) = (256, 256);
    let pair = |i: usize| {
        let (a, b) = (0.5 + (i % 97) as f32 / 200.0, (i % 89) as f32 / 89.0 - 0.5);
        (u64::from(a.to_bits()) << 32) | u64::from(b.to_bits())
    };
    let steps: Vec<u64> = (0..rows * columns).map(pair).collect();
    let mut results = Vec::new();
    let mut runs = Vec::new();
    for stream in streams() {
        let steps = Tensor2::from_slice(&stream, &steps, [rows, columns])?;
        let mut states = Tensor2::zeros(&stream, [rows, columns])?;
        selective_scan(&steps, &mut states).launch(&stream)?;
        results.push(states.download(&stream)?);
        runs.push(move || selective_scan(&steps, &mut states).launch(&stream).expect("a launch"));
    }
    let close = results[0].iter().zip(&results[1]).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(close, "the two scans differ");
    let emulated = runs.pop().expect("two");
    compare("selective scan, 256 x 256", "emulated", runs.pop().expect("two"), emulated);
    Ok(())
}

fn gather_pair() -> kiln::Result<()> {
    let (rows, columns) = (4096, 64);
    let order: Vec<u32> = (0..64).map(|i| i * 37 % 64).collect();
    let x: Vec<f32> = (0..rows * columns).map(|i| i as f32).collect();
    let mut results = Vec::new();
    let mut runs = Vec::new();
    for stream in streams() {
        let order = Tensor1::from_slice(&stream, &order)?;
        let x = Tensor2::from_slice(&stream, &x, [rows, columns])?;
        let mut y = Tensor2::zeros(&stream, [rows, columns])?;
        shuffled(&order, &x, &mut y).launch(&stream)?;
        results.push(y.download(&stream)?);
        runs.push(move || shuffled(&order, &x, &mut y).launch(&stream).expect("a launch"));
    }
    assert!(results[0] == results[1]);
    let emulated = runs.pop().expect("two");
    compare("gather, 4096 x 64", "emulated", runs.pop().expect("two"), emulated);
    Ok(())
}
