//! A function of the same file that a module does not import, an impl of a number, and one without its parameters.

use kiln::prelude::*;

#[device]
fn twice(v: f32) -> f32 {
    v + v
}

#[derive(Clone, Copy, KernelType)]
struct Held<T: KernelType> {
    x: T,
}

#[device]
impl Held<T> {
    fn one(self) -> f32 {
        1.0
    }
}

mod inner {
    use kiln::prelude::*;

    #[device]
    pub fn of_a_device_function(v: f32) -> f32 {
        twice(v)
    }

    #[kernel]
    pub fn of_a_kernel(y: &mut [f32]) {
        y[global_id()] = twice(1.0);
    }
}

fn main() {}
