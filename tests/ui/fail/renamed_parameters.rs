//! Parameters of functions that were renamed where they are declared: each use of the old name is one error.

use kiln::prelude::*;

#[device]
fn through<Op2: KernelType>(op: Op, x: f32) -> (Op, f32) {
    (op, x)
}

#[device]
fn last<T: KernelType, const N: usize>(of: [T; NN]) -> T {
    of[0]
}

#[device]
fn scaled<Scale: Float>(x: Scales, by: Scales) -> Scales {
    x * by
}

fn main() {}
