//! A function that takes `self` outside of an `impl`, or that has no body, is told of by rustc; what calls it is not
//! wrong too.

use kiln::prelude::*;

#[device]
fn of_itself(self, v: f32) -> f32 {
    v
}

#[device]
fn without_a_body(v: f32) -> f32;

#[kernel]
fn of_nothing(&self, y: &mut [f32]) {
    y[global_id()] = 1.0;
}

#[kernel]
fn also_without_a_body(x: &[f32], y: &mut [f32]);

#[kernel]
fn called(y: &mut [f32]) {
    y[global_id()] = of_itself(2.0, 1.0) + without_a_body(2.0);
}

trait Steps {
    #[device]
    fn step(v: f32) -> f32;
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut y = stream.alloc_zeroed::<f32>(8)?;
    of_nothing(&mut y).threads(8).launch(&stream)?;
    also_without_a_body(&stream.upload(&[1.0f32; 8])?, &mut y).threads(8).launch(&stream)
}
