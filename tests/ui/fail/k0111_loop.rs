use kiln::prelude::*;

#[kernel]
fn sum(x: &[f32], y: &mut [f32]) {
    for v in x {
        y[0] += v;
    }
    for (i, v) in y.iter_mut().enumerate() {
        *v = i as f32;
    }
}

fn main() {}
