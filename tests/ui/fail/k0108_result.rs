use kiln::prelude::*;

#[kernel]
fn first(x: &[f32]) -> f32 {
    x[0]
}

#[device]
fn largest(x: &[f32]) -> &f32 {
    &x[0]
}

fn main() {}
