use kiln::prelude::*;

#[kernel]
fn sum(x: &[f32], y: &mut [f32]) {
    for v in x.iter().map(|v| *v + 1.0).chain(x.iter().copied()) {
        y[0] += v;
    }
    for (k, v) in x.iter().filter(|v| **v > 0.0).enumerate().rev() {
        y[k] = *v;
    }
    for (a, b) in x.iter().filter(|v| **v > 0.0).zip(&x[1..]) {
        y[1] = a + b;
    }
    for v in x.iter().flat_map(|v| [*v, -*v]) {
        y[2] += v;
    }
    if x.iter().is_sorted_by_key(|v| -**v) {
        let last = x.chunks(4).last().unwrap();
        y[2] = last[0];
    }
}

fn main() {}
