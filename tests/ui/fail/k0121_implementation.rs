use kiln::prelude::*;
use std::ops::{Add, Index};

#[derive(Clone, Copy, KernelType)]
struct Point {
    x: f32,
}

#[device]
impl Point {
    async fn later(&self) -> f32 {
        self.x
    }

    fn boxed(self: Box<Self>) -> f32 {
        self.x
    }
}

#[device]
impl Add<Point> for &Point {
    type Output = Point;

    fn add(self, _: Point) -> Point {
        *self
    }
}

#[derive(Clone, Copy, KernelType)]
struct Row([f32; 4]);

#[device]
impl Index<usize> for Row {
    type Output = f32;

    fn index(&self, at: usize) -> &f32 {
        &self.0[at]
    }
}

#[derive(Clone, Copy, KernelType)]
struct Scale(f32);

// What calls a method of an `impl` that was refused is not wrong too.
#[device]
impl Scale {
    fn by<T: Num>(&self, x: T) -> f32 {
        self.0 * x.to_f32()
    }

    fn words(&self) -> &str {
        "scale"
    }

    fn one(&self) -> f32 {
        self.0
    }
}

#[kernel]
fn scaled(scale: Scale, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = scale.by(2.0) + scale.by::<u8>(1) + scale.one();
    }
}

fn main() {}
