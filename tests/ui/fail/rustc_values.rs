//! What no type of Rust's allows is rustc's to say, once, and not Kiln's beside it.

use kiln::prelude::*;

#[kernel]
fn of_a_kernel(a: f32, n: u32, y: &mut [f32]) {
    let i = global_id();
    y[i] = *a + n(1);
    1.0 = a;
    a + 1.0 = a;
    *n = 3;
}

#[device]
fn of_a_function(a: f32, n: u32) -> f32 {
    let b: f32 = 2.0;
    1.0 = a;
    *n += 1;
    *a + n(1) + b(a)
}

fn main() {}
