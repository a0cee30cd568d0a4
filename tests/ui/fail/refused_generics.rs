//! A call of what was refused, or is no Rust, is not wrong too, whatever parameters that has.

use kiln::prelude::*;

#[device]
fn refused<T: Num>(a: T) -> T {
    let v = vec![a];
    v[0]
}

#[device]
fn refused_of_a_number<const N: usize>(a: f32) -> f32 {
    let s = String::new();
    a
}

#[device]
fn no_rust<T: Num>(a: T) -> T {
    let = 3;
    a
}

#[device]
fn calls(a: f32) -> f32 {
    let b = refused(a) + refused::<f32>(a) + refused_of_a_number::<3>(a);
    b + no_rust(a) + no_rust::<f32>(a)
}

#[kernel]
fn of_a_kernel(y: &mut [f32]) {
    y[0] = refused(y[0]) + no_rust(y[0]);
}

fn main() {}
