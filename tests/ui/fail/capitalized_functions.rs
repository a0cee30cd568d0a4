//! A call with a capitalized name is taken for a tuple struct: a function of that name is an error, and never silently
//! skipped.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct V2(f32, f32);

#[device]
#[allow(non_snake_case)]
fn Swapped(a: f32, b: f32) -> V2 {
    V2(b, a)
}

#[device]
fn first(a: f32, b: f32) -> f32 {
    Swapped(a, b).0
}

#[kernel]
fn swap(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = Swapped(1.0, x[i]).0 + first(x[i], 2.0);
    }
}

fn main() {}
