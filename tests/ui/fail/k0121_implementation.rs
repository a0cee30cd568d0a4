use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Point {
    x: f32,
}

#[device]
impl Point {
    async fn later(&self) -> f32 {
        self.x
    }
}

#[device]
trait Shape {
    fn area(&self) -> f32;

    fn scaled<const N: usize>(&self) -> f32;
}

#[derive(Clone, Copy, KernelType)]
struct Scale(f32);

// What calls a method of an `impl` that was refused is not wrong too.
#[device]
impl Scale {
    fn by<T: Num>(&self, x: T) -> f32 {
        self.0 * x.to_f32()
    }

    fn sum<const N: usize>(&self, x: [f32; N]) -> f32 {
        self.0 * x[0]
    }

    fn one(&self) -> f32 {
        self.0
    }
}

#[kernel]
fn scaled(scale: Scale, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = scale.by(2.0) + scale.sum([1.0; 4]) + scale.one();
    }
}

fn main() {}
