//! A bound of std's does not say that kernels know a type: what else the body asks of it is no error beside that.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
}

#[device]
fn added<T>(a: T, b: T) -> T {
    a + b
}

#[device]
fn copied<T: Copy>(a: T, b: T) -> T {
    a + b
}

#[device]
fn ordered<T>(a: T, b: T) -> T
where
    T: Copy + PartialOrd,
{
    if a < b { a } else { b.min(a) }
}

#[kernel]
fn doubled<T: Copy>(x: &mut [T]) {
    x[global_id()] = x[0] + x[0];
}

#[device]
impl Pair {
    fn kept<T: Copy>(self, a: T) -> T {
        a * self.a
    }
}

/// What calls them is not wrong.
#[device]
fn calls(p: Pair) -> f32 {
    added(p.a, 1.0) + copied(p.a, 1.0) + p.kept(2.0)
}

fn main() {}
