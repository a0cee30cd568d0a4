//! `Self` and `self` where they mean nothing, each told of once.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Cell {
    depth: f32,
}

#[kernel]
fn value(out: &mut [f32]) {
    out[global_id()] = Self;
}

#[kernel]
fn typed(out: &mut [f32]) {
    let i = global_id();
    let x: Self = 1.0;
    out[i] = x;
}

#[device]
fn called(x: f32) -> f32 {
    Self::new(x)
}

#[device]
impl Cell {
    fn set(&mut self, depth: f32) {
        self = Cell { depth };
    }

    fn take(&mut self, other: Cell) {
        self = other;
    }
}

fn main() {}
