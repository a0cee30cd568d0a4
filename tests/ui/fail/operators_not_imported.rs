//! Operators whose traits are not imported: rustc says so, and nothing of what Kiln asks of them.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[device]
impl Mul<f32> for Pair {
    type Output = Pair;

    fn mul(self, by: f32) -> Pair {
        Pair { x: self.x * by, y: self.y * by }
    }
}

#[device]
impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.x += other.x;
    }
}

#[device]
fn used(a: Pair, b: Pair) -> Pair {
    a + b * 2.0
}

#[kernel]
fn used_in_a_kernel(out: &mut [Pair]) {
    let i = global_id();
    if i < out.len() {
        out[i] += out[i] * 2.0;
    }
}

fn main() {}
