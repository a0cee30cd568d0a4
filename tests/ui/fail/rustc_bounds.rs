//! A type that lacks what a function asks of it is told of once, at the argument, in kernels and in device functions.

use kiln::prelude::*;

#[device]
fn root<T: Float>(value: T) -> T {
    value.sqrt()
}

#[device]
fn twice(value: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(f(value))
}

mod inner {
    use kiln::prelude::*;

    #[device]
    pub fn cube<T: Float>(times: u32, value: T) -> T {
        let mut cube = value;
        for _ in 0..times {
            cube *= value;
        }
        cube
    }
}

#[derive(KernelType, Clone, Copy)]
struct Pair<T: KernelType> {
    a: T,
    b: T,
}

#[device]
impl<T: Float> Pair<T> {
    fn of(value: T) -> Self {
        Pair { a: value, b: value }
    }
}

#[device]
impl Pair<f32> {
    fn mapped(self, f: impl Fn(f32) -> f32) -> f32 {
        f(self.a) + f(self.b)
    }
}

#[kernel]
fn in_a_kernel(n: u32, pair: Pair<f32>, out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let a = root(n);
        let b = inner::cube(2, n);
        let c = Pair::of(n);
        let d: Pair<f32> = Pair::of(n);
        out[i] = twice(1.0, n) + pair.mapped(n);
    }
}

#[device]
fn in_a_device_function(n: u32, pair: Pair<f32>) -> f32 {
    let a = root(n);
    let b = inner::cube(2, n);
    let c = Pair::of(n);
    let d: Pair<f32> = Pair::of(n);
    twice(1.0, n) + pair.mapped(n)
}

fn main() {}
