//! A function that is not called is no value, and neither is a type or a trait; a variable is no type.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
}

#[device]
fn halved(x: f32) -> f32 {
    x / 2.0
}

#[kernel]
fn functions(rows: usize, x: &[f32], y: &mut [f32]) {
    let i = global_id;
    let t = sync_threads[i];
    let tile = shared::<[f32; 32]> > ();
    y[functions] = halved - x[rows];
}

#[kernel]
fn types(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    y[i] = f32(x[i]) + f32;
}

trait Step {}

#[device]
fn of_a_trait(x: f32) -> f32 {
    x + Step
}

#[kernel]
fn of_a_variable(width: out, out: &mut [f32]) {
    out[global_id()] = width as f32;
}

#[kernel]
fn of_elements(n: usize, x: &[n], y: &mut [f32]) {
    y[global_id()] = x[n];
}

#[device]
fn result(a: f32) -> a {
    a + 1.0
}

#[device]
fn bodies(a: u32, u: u32) -> f32 {
    let b: u = 1.0;
    (a as u) + b
}

#[device]
impl Pair {
    fn method(&self, u: f32, b: u) -> f32 {
        self.a + u
    }
}

fn main() {}
