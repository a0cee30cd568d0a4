//! A signature that is no Rust is told of by rustc; what calls the function is not wrong too.
use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

/// Nor is what has values of a type that is no Rust.
#[derive(Clone, Copy, KernelType)]
struct Broken {
    first: f32
    second: f32,
}

#[kernel]
fn holds(broken: &[Broken], y: &mut [f32]) {
    let one = broken[global_id()];
    y[global_id()] = one.first;
}

#[device]
fn above(v: f32 least: f32) -> f32 {
    if v > least { v } else { least }
}

#[device]
impl Pair {
    fn dot(self, other: Pair) -> f32 {
        self.x * other.x + self.y * other.y
    }

    fn plus(self other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[kernel]
fn saxpy(a: f32 x: &[f32], y: &mut [f32]) {
    let i = global_id();
    y[i] = a * x[i];
}

#[kernel]
fn called(x: &[f32], pairs: &[Pair], y: &mut [f32]) {
    let i = global_id();
    y[i] = above(x[i], 1.0) + pairs[i].dot(pairs[0]);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 8])?;
    let mut y = stream.alloc_zeroed::<f32>(8)?;
    saxpy(2.0, &x, &mut y).threads(8).launch(&stream)
}
