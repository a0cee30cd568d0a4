//! A function of an `impl` that asks more of its own parameters than the trait does, and other words of a trait that an
//! `impl` does not keep: one error each.

use kiln::prelude::*;

#[device]
trait Field {
    fn at<U: Num>(&self, place: U) -> f32;

    fn of(&self, x: f32) -> f32;

    fn by<U>(self, x: u32, u: U) -> u32;
}

#[derive(Clone, Copy, KernelType)]
struct Flat(f32);

#[device]
impl Field for Flat {
    fn at<U: Float>(&self, place: U) -> f32 {
        self.0 + place.to_f32()
    }

    fn of(&self, x: u32) -> f32 {
        self.0 + x as f32
    }

    fn by<U: Num>(self, x: u32, u: U) -> u32 {
        x
    }
}

#[derive(Clone, Copy, KernelType)]
struct Slope(f32);

#[device]
impl Field for Slope {
    fn at(&self, place: u32) -> f32 {
        self.0 + place.to_f32()
    }

    fn of(&self, x: f32) -> f32 {
        self.0 * x
    }
}

#[kernel]
fn values(out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = Flat(1.0).at(2.0f32) + Slope(1.0).of(2.0);
    }
}

fn main() {}
