use kiln::prelude::*;

#[device]
fn apply(x: f32) -> f32 {
    2.0 * x
}

#[kernel]
fn scale(x: &mut [f32]) {
    let twice = |v: f32| 2.0 * v;
    let chosen = twice;
    let functions = [twice, chosen];
    x[0] = functions[0](1.0);
    x[1] = x.iter().copied().map(apply).sum::<f32>();
}

fn main() {}
