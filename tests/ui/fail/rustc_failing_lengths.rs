//! A length that cannot be computed, and a constant of a method, are told of once, by rustc.

use kiln::prelude::*;

#[kernel]
fn of_a_length(y: &mut [f32]) {
    let q: [f32; 2] = [1.0; (2 * 3) / 0];
    y[global_id()] = q[0];
}

#[device]
fn of_a_length_in_a_device_function(v: f32) -> f32 {
    let q = [v; 1 - 2];
    q[0]
}

#[derive(Clone, Copy, KernelType)]
struct Held {
    value: f32,
}

#[device]
impl Held {
    fn of_a_method(self) -> f32 {
        const C: u32 = 1 - 2;
        self.value + C as f32
    }

    fn of_a_length_in_a_method(self) -> f32 {
        let q = [self.value; 1 - 2];
        q[0]
    }
}

fn main() {}
