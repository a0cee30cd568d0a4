//! A block that ends in a value where none may stand is one error, whatever the value and the function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
fn without_else(more: bool) -> f32 {
    if more { 1.0 } { 2.0 }
}

#[device]
fn without_else_of_a_type(more: bool) -> Pair {
    if more { Pair { x: 1.0, y: 2.0 } }
    Pair { x: 0.0, y: 0.0 }
}

#[device]
impl Pair {
    fn without_else(self, more: bool) -> Pair {
        if more { self }
        Pair { x: self.y, y: self.x }
    }
}

#[device]
impl core::ops::Neg for Pair {
    type Output = Pair;

    fn neg(self) -> Pair {
        if self.x > 0.0 { self }
        Pair { x: -self.x, y: -self.y }
    }
}

#[device]
fn loop_over_a_range(x: f32) -> f32 {
    for _ in 0..3 {
        x + 1.0
    }
    x
}

#[device]
fn loop_on_a_condition(values: &[f32]) -> f32 {
    let mut i = 0;
    while i < values.len() {
        i += 1;
        values[i]
    }
    values[0]
}

#[kernel]
fn in_a_kernel(y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = 1.0;
        y[i]
    }
}

fn main() {}
