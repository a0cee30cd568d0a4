use kiln::prelude::*;

#[kernel]
fn patterns((a, b): (f32, f32), x: &mut [f32]) {
    let [c, d] = [a, b];
    let (e, f) = pair();
    x[0] = c + d + e + f;
}

fn pair() -> (f32, f32) {
    (1.0, 2.0)
}

fn main() {}
