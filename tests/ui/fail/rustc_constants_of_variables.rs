//! A constant of a body that says a variable is told of once.

use kiln::prelude::*;

#[kernel]
fn of_a_variable(y: &mut [f32]) {
    let n = 3;
    const C: u32 = n;
    y[global_id()] = C as f32;
}

#[device]
fn of_a_parameter(n: u32) -> f32 {
    const C: u32 = n + 1;
    C as f32
}

const fn limit(a: u32) -> u32 {
    a
}

/// Sound: the variable is not there yet.
#[device]
fn of_a_function(n: u32) -> f32 {
    const C: u32 = limit(3);
    let limit = n;
    C as f32 + limit as f32
}

fn main() {}
