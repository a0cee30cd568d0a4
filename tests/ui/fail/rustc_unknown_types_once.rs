//! A type that nothing has is said once, wherever it stands.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Of<T> {
    value: T,
}

#[derive(Clone, Copy, KernelType)]
struct Field {
    value: NoField,
}

#[kernel]
fn read(x: &[NoRead], y: &mut [f32]) {
    y[global_id()] = x[0].v;
}

#[kernel]
fn written(x: &mut [NoWritten]) {
    let i = global_id();
}

#[kernel]
fn value(n: NoValue, list: [NoList; 3], long: &[[f32; NO_LENGTH]], of: &[Of<NoArgument>], y: &mut [f32]) {
    y[global_id()] = 1.0;
}

#[kernel]
fn generic<T: Float>(x: &[NoGeneric], y: &mut [T]) {
    let a: NoLocal = 1.0;
    let b = 1.0 as NoCast;
    y[global_id()] = T::from_f32(1.0);
}

#[device]
fn gives(x: f32) -> NoResult {
    let a: NoLocalOfAFunction = x;
    x
}

#[device]
impl<T: Float> Of<T> {
    fn takes(self, n: NoOfAMethod) -> f32 {
        let a: [NoLocalOfAMethod; 3] = [1.0; 3];
        1.0
    }
}

#[device]
impl Of<NoImplemented> {
    fn plain(self) -> f32 {
        1.0
    }
}

fn main() {}
