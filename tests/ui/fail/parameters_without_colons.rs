//! A parameter without its colon is rustc's one error: what calls the function is not wrong too.

use kiln::prelude::*;

#[device]
trait Reduces {
    fn apply(a: f32, b f32) -> f32;

    fn of_three(&self, a: f32, b: f32, c: f32) -> f32 {
        Self::apply(Self::apply(a, b), c)
    }
}

#[kernel]
fn reduced<Op: Reduces + KernelType>(op: Op, x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = Op::apply(out[i], x[i]);
    }
}

fn main() {}
