//! The same where no name of another package is said but its own: what is called may be there or not.

use kiln::prelude::*;
use kiln_other_crate::*;

#[device]
fn another_argument(x: f32) -> f32 {
    let y: f32 = power::<u32, 2>(1);
    x + y
}

#[device]
fn another_result(x: f32) -> f32 {
    x.max(doubled(1))
}

#[device]
fn another_result_by_a_path(x: f32) -> f32 {
    let y: f32 = kiln_other_crate::doubled(1);
    x + y
}

#[device]
fn beside_a_closure(values: &[f32]) -> f32 {
    let sum: f32 = folded(values, 0u32, |a, b| a + b);
    sum
}

#[device]
fn beside_a_closure_by_a_path(values: &[f32]) -> f32 {
    kiln_other_crate::folded(values, 0u32, |a, b| a + b)
}

#[device]
fn not_there(x: f32) -> f32 {
    let y = dubled(x);
    y.abs() + x.max(kiln_other_crate::dubled(1))
}

#[device]
fn not_there_beside_a_closure(values: &[f32]) -> f32 {
    let sum = foldet(values, 0.0, |a, b| a + b);
    sum.abs()
}

#[device]
fn not_there_in_a_condition(x: f32) -> f32 {
    for i in 0..dubled(2) {
        trippled(i);
    }
    if trippled(x) { x } else { dubled(x) }
}

fn main() {}
