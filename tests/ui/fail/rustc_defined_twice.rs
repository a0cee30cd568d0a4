//! What is defined twice rustc says once, in the user's words.

use kiln::prelude::*;

#[device]
fn twice(v: f32) -> f32 {
    v + v
}

#[device]
fn twice(v: f32) -> f32 {
    2.0 * v
}

#[kernel]
fn fill(y: &mut [f32]) {
    y[global_id()] = twice(1.0);
}

/// Says more of it.
#[kernel]
pub fn fill<T: Float>(a: T, y: &mut [T]) {
    y[global_id()] = a;
}

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[derive(KernelType)]
struct Pair {
    x: u32,
}

#[device]
impl Pair {
    fn sum(self) -> f32 {
        self.x + self.y
    }

    fn sum(self) -> f32 {
        self.y + self.x
    }
}

#[device]
impl Pair {
    fn sum(&self) -> f32 {
        self.x
    }
}

#[device]
trait Shape {
    fn area(&self) -> f32;

    fn area(&self) -> f32;
}

#[device]
trait Shape {
    fn area(&self) -> f32;
}

mod inner {
    use kiln::prelude::*;

    // Another module has others.
    #[device]
    pub fn twice(v: f32) -> f32 {
        v * 2.0
    }

    #[kernel]
    pub fn fill(y: &mut [f32]) {
        y[global_id()] = twice(1.0);
    }
}

fn main() {}
