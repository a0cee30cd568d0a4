//! A closure that writes another type for what it takes than the method gives it: rustc says so of the user's method.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Disc {
    radius: f32,
}

#[device]
impl Disc {
    fn with<F: Fn(f32) -> f32>(self, f: F) -> f32 {
        f(self.radius)
    }

    fn both<T: KernelType>(self, value: T, f: impl Fn(f32, T) -> f32) -> f32 {
        f(self.radius, value)
    }
}

#[kernel]
fn of_another_type(discs: &[Disc], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = discs[i].with(|x: u32| x as f32);
    }
}

#[kernel]
fn of_another_type_beside(discs: &[Disc], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = discs[i].both(1u32, |x: f32, n: i32| x + n as f32);
    }
}

fn main() {}
