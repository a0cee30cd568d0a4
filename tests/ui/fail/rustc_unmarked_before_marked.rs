//! Methods without `#[device]` that Rust takes before a marked one of the same name.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Square(f32);

#[device]
trait Marked {
    fn area(&self) -> f32;

    fn grow(&mut self);

    fn side(self) -> f32;
}

#[device]
impl Marked for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }

    fn grow(&mut self) {
        self.0 += 1.0;
    }

    fn side(self) -> f32 {
        self.0
    }
}

trait Unmarked {
    fn area(self) -> f32;

    fn grow(&self);

    fn side(&self) -> f32;
}

impl Unmarked for Square {
    fn area(self) -> f32 {
        1.0
    }

    fn grow(&self) {}

    fn side(&self) -> f32 {
        2.0
    }
}

#[kernel]
fn areas(squares: &[Square], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let mut square = squares[i];
        square.grow();
        out[i] = square.area();
        // By value the marked one comes first.
        out[i] += square.side();
    }
}

// Of a reference, one that takes a reference comes first.
#[device]
fn of_a_reference(square: &Square) -> f32 {
    square.area()
}

#[device]
fn of_an_exclusive_reference(square: &mut Square) -> f32 {
    square.grow();
    square.area()
}

fn main() {}
