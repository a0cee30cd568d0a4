//! What is wrong with a call of another package's function is told of once, whatever that function takes.

use kiln::prelude::*;
use kiln_other_crate::{doubled, folded, picked, power};

#[device]
fn too_few(x: f32) -> f32 {
    x + picked(1)
}

#[device]
fn another_argument(x: f32) -> f32 {
    let y: f32 = power::<u32, 2>(x);
    y
}

#[device]
fn another_result(x: f32) -> f32 {
    x.max(doubled(1))
}

#[device]
fn beside_a_closure(values: &[f32]) -> f32 {
    folded(values, 0u32, |a, b| a + b)
}

#[device]
fn result_of_a_closure(values: &[f32]) -> f32 {
    let sum: u32 = folded(values, 0.0, |a, b| a + b);
    sum as f32
}

#[device]
fn closure_of_one_parameter(values: &[f32]) -> f32 {
    folded(values, 0.0, |a| a)
}

#[device]
fn in_a_closure(values: &[f32]) -> f32 {
    folded(values, 0.0, |a, b| a + b * 1u32)
}

#[device]
fn own<T: Num, F: Fn(T, T) -> T>(start: T, step: F) -> T {
    step(start, start)
}

#[device]
fn own_beside_a_closure(values: &[f32]) -> f32 {
    let sum: f32 = own(1u32, |a, b| a + b);
    sum + values[0]
}

fn main() {}
