use kiln::prelude::*;

#[device]
trait Shape {
    fn area(&self) -> f32;

    fn new(size: f32) -> Self;
}

#[derive(Clone, Copy, KernelType)]
struct Square(f32);

// Without `#[device]`.
impl Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[device]
impl Shape for Square {
    fn area(&self) -> f32 {
        4.0 * self.0
    }

    fn new(size: f32) -> Self {
        Square(size)
    }
}

#[derive(Clone, Copy, KernelType)]
struct Box3<T, const N: usize>([T; N]);

impl<T: Float, const N: usize> Box3<T, N> {
    fn new(size: T) -> Self {
        Box3([size; N])
    }
}

#[device]
impl<T: Float, const N: usize> Shape for Box3<T, N> {
    fn area(&self) -> f32 {
        self.0[0].to_f32()
    }

    fn new(size: f32) -> Self {
        Box3([T::from_f32(size); N])
    }
}

#[device]
trait Sized2 {
    fn side(&self) -> f32;

    fn double(&self) -> f32 {
        2.0 * self.side()
    }

    fn half(&self) -> f32 {
        0.5 * self.side()
    }
}

#[derive(Clone, Copy, KernelType)]
struct Line(f32);

// The trait provides both.
impl Line {
    fn double(&self) -> f32 {
        self.0
    }
}

#[device]
impl Line {
    fn half(&self) -> f32 {
        self.0
    }
}

#[device]
impl Sized2 for Line {
    fn side(&self) -> f32 {
        self.0
    }
}

trait Unit {}

#[derive(Clone, Copy, KernelType)]
struct Measured<T>(T);

impl<T: Unit + Float> Measured<T> {
    fn side(&self) -> f32 {
        3.0
    }

    fn half(&self) -> f32 {
        3.0
    }
}

// The parameter is of a trait that only this file knows.
#[device]
impl<T: Unit + Float> Sized2 for Measured<T> {
    fn side(&self) -> f32 {
        self.0.to_f32()
    }
}

#[kernel]
fn areas(squares: &[Square], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = squares[i].area();
    }
}

fn main() {}
