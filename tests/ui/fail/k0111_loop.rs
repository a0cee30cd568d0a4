use kiln::prelude::*;

#[kernel]
fn sum(x: &[f32], y: &mut [f32]) {
    for v in x.iter().chain(x) {
        y[0] += v;
    }
    for v in y.iter_mut().map(|v| *v + 1.0).skip(1) {
        y[1] = v;
    }
    y[2] = *x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
}

fn main() {}
