//! Kernels and device functions in an `impl`, whose tokens do not say that they stand there.

use kiln::prelude::*;

struct Model;

impl Model {
    #[kernel]
    fn step(x: &mut [f32]) {
        let i = global_id();
        if i < x.len() {
            x[i] = 1.0;
        }
    }

    #[device]
    pub fn twice(x: f32) -> f32 {
        2.0 * x
    }

    fn host(&self) {
        #[kernel]
        fn inside_a_method(x: &mut [f32]) {
            let i = global_id();
            if i < x.len() {
                x[i] = 1.0;
            }
        }
    }
}

mod inner {
    use kiln::prelude::*;

    trait Steps {
        #[kernel]
        fn step(x: &mut [f32]) {
            x[global_id()] = 1.0;
        }
    }
}

#[rustfmt::skip]
impl Model { #[kernel] fn in_a_line(x: &mut [f32]) { x[global_id()] = 1.0; } }

fn main() {
    Model.host();
}
