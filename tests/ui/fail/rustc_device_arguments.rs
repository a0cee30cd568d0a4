use kiln::prelude::*;

#[device]
fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[kernel]
fn calls(n: u32, x: &mut [f32]) {
    x[0] = lerp(x[0], x[1]);
    x[1] = lerp(x[0], x[1], n);
    let m: u32 = lerp(x[0], x[1], 0.5);
}

fn main() {}
