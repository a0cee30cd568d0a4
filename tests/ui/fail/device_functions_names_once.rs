//! A name that a device function cannot find, once.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn of_nobody() -> f32 {
        self.x
    }

    fn calls_a_method_as_a_function(self) -> f32 {
        doubled(self)
    }

    fn doubled(self) -> f32 {
        self.x * 2.0
    }
}

#[device]
fn calls(a: f32) -> f32 {
    missing(a) + a
}

#[device]
fn of_a_function(a: f32) -> f32 {
    self.x + a
}

#[device]
fn declares_no_lifetime(x: &'a [f32]) -> f32 {
    x[0]
}

#[kernel]
fn of_a_kernel(y: &mut [f32]) {
    y[0] = self.x;
}

fn main() {}
