use kiln::prelude::*;

#[kernel]
fn mutability(x: &[f32], y: &mut [f32]) {
    let n = 1;
    n += 1;
    x[0] = 1.0;
    y[n] = 1.0;
}

fn main() {}
