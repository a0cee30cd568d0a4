//! A wrong call is one error in a device function too, where rustc checks two bodies.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn new(x: f32) -> Pair {
        Pair { x, y: x }
    }

    fn dot(self, other: Pair) -> f32 {
        self.x * other.x + self.y * other.y
    }

    fn of_itself(self) -> f32 {
        Self::new().x + self.dot(1.0) + self.missing()
    }
}

#[device]
fn methods(p: Pair, n: u32) -> f32 {
    p.dot(1.0) + p.dot(Pair::new()) + p.dot(p.x * 2.0) + p.dot(p.y as u32) + Pair::new(n).x + Pair::new(1.0, 2.0).x
}

#[device]
fn double(x: f32) -> f32 {
    2.0 * x
}

#[device]
fn results(p: Pair) -> f32 {
    p.dot(p.dot(p)) + p.dot(double(1.0)) + double(Pair::new(1.0)) + Pair::new(Pair::new(1.0)).x + p.dot(1.0f32.sqrt())
}

#[kernel]
fn of_a_kernel(p: Pair, n: u32, y: &mut [f32]) {
    y[0] = p.dot(1.0) + Pair::new().x + Pair::new(n).x;
}

fn main() {}
