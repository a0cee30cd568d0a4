use kiln::prelude::*;

#[kernel]
fn inner(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel]
fn outer(x: &mut [f32]) {
    inner(x);
}

fn main() {}
