//! Slices of what has no size: there is nothing in them.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Nothing;

#[kernel]
fn nothing(of: &[Nothing], x: &mut [f32]) {
    x[0] = of.len() as f32;
}

#[kernel]
fn generic<T: KernelType>(of: &mut [T], x: T) {
    let i = global_id();
    if i < of.len() {
        of[i] = x;
    }
}

fn main() {
    let stream = Device::cpu().stream();
    let mut none = stream.upload(&[Nothing; 4]).unwrap();
    generic(&mut none, Nothing).threads(4).launch(&stream).unwrap();
}
