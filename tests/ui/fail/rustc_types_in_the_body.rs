use kiln::prelude::*;

#[kernel]
fn types(a: f32, n: u32, x: &mut [f32]) {
    let higher = a < 1;
    x[1] = n;
    x[n] = 1.0;
    if n {
        x[2] = 2.0;
    }
    let i = global_id();
    let m: u32 = i;
}

fn main() {}
