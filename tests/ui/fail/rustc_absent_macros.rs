//! A macro that is lacking is rustc's to tell of, once, and what a message cannot show is told of once where a device
//! function has it: the copy that is asked for types said both again. A function that is called as a macro is Kiln's
//! to tell of.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
}

#[kernel]
fn in_a_kernel(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = absent!(i);
    }
}

#[kernel]
fn called_as_macros(x: &mut [f32]) {
    let buffer = shared![f32; 32];
    sync_threads!();
}

#[device]
fn in_a_device_function(x: f32) -> f32 {
    missing!(x) + 1.0
}

#[device]
fn shows_a_pair(x: Pair) {
    kprintln!("{x}");
    assert!(x.x > 0.0, "of {}", x);
}

#[device]
impl Pair {
    fn in_a_method(self) -> f32 {
        lacking![self.x]
    }
}

fn main() {}
