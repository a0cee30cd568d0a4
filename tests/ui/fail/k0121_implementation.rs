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

// Nor are the implementations of a trait that was refused, and what calls them.
#[device]
trait Measured {
    fn later(&self) -> f32 {
        async { 1.0 };
        2.0
    }

    fn now(&self) -> f32;
}

trait Known {}

impl Known for f32 {}

#[derive(Clone, Copy, KernelType)]
struct Held<T>(T);

#[device]
impl<T: Num + Known> Measured for Held<T> {
    fn now(&self) -> f32 {
        self.0.to_f32()
    }
}

#[kernel]
fn measured(held: Held<f32>, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = held.now() + held.later();
    }
}

// Nothing here that kernels call.
#[device]
#[derive(Clone, Copy, Debug, KernelType)]
struct Plain(f32);

// The derive stands where `#[device]` does not see it.
#[derive(Clone, Copy, PartialEq, KernelType)]
#[device]
enum Side {
    Left,
    Right,
}

#[device]
impl PartialOrd for Scale {
    fn partial_cmp(&self, o: &Self) -> Option<std::cmp::Ordering> {
        if self.0 < o.0 { Some(std::cmp::Ordering::Less) } else { None }
    }

    fn lt(&self, o: &Self) -> bool {
        self.0 < o.0
    }
}

impl PartialEq for Scale {
    fn eq(&self, o: &Self) -> bool {
        self.0 == o.0
    }
}

fn main() {}
