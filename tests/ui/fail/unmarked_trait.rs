// A trait without `#[device]` whose impls have it is one mistake, and so is a conversion that may fail.
use kiln::prelude::*;

trait Shape {
    fn area(&self) -> f32;
}

#[derive(Clone, Copy, KernelType)]
struct Square(f32);

#[device]
impl Shape for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[derive(Clone, Copy, KernelType)]
struct Disc(f32);

#[device]
impl Shape for Disc {
    fn area(&self) -> f32 {
        self.0 * self.0 * 3.14
    }
}

#[device]
fn both(square: Square, disc: Disc) -> f32 {
    Shape::area(&square) + <Disc as Shape>::area(&disc)
}

#[kernel]
fn areas<S: Shape + KernelType>(shapes: &[S], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < shapes.len() {
        out[i] = shapes[i].area();
    }
}

#[kernel]
fn numbers(x: &[u64], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() && i < x.len() {
        out[i] = u32::try_from(x[i]).unwrap_or(9);
    }
}

fn main() {}
