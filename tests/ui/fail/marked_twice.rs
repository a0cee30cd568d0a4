//! A function with two of Kiln's attributes, and an impl of a number.

use kiln::prelude::*;

#[kernel]
#[device]
fn both(y: &mut [f32]) {
    y[global_id()] = 1.0;
}

#[device]
#[kiln::kernel]
fn both_too(y: &mut [f32]) {
    y[global_id()] = 1.0;
}

#[device]
#[device]
fn twice(v: f32) -> f32 {
    v
}

#[kernel(block = 64)]
#[kernel]
fn again(y: &mut [f32]) {
    y[global_id()] = twice(1.0);
}

#[device]
fn of_a_slice(x: &[f32]) -> [f32] {
    *x
}

#[device]
fn unsaid(v: f32) -> _ {
    v
}

fn main() {}
