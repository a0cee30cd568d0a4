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

#[kernel]
fn areas(squares: &[Square], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = squares[i].area();
    }
}

fn main() {}
