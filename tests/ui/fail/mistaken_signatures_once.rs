//! What is wrong with signatures and impls, each told of once.

use kiln::prelude::*;
use std::ops::{Add, MulAssign};

#[derive(Clone, Copy, KernelType)]
struct Cell {
    depth: f32,
}

#[device]
impl Cell {
    fn first(self, x: &'a [f32]) -> f32 {
        x[0] + self.depth
    }

    fn of(&'a self) -> f32 {
        self.depth
    }
}

#[device]
trait Reader {
    fn read(x: &'a [f32]) -> f32;

    fn twice(x: &'a [f32]) -> f32 {
        x[0] * 2.0
    }

    /// A name that nothing has, beside a method.
    fn root(x: &[f32]) -> f32 {
        let i = gloabl_id();
        x[i].sqrt()
    }

    fn sum<T>(x: &[T]) -> T {
        x[0] + x[1]
    }
}

#[kernel]
fn length_of_a_parameter(n: usize, x: &[[f32; n]], out: &mut [f32]) {
    out[global_id()] = x[0][0];
}

#[device]
fn result_of_a_length(n: usize) -> [f32; n] {
    [0.0; n]
}

#[device]
fn pointer(x: *const f32) -> f32 {
    x[0]
}

#[kernel]
fn of_a_function(x: &[global_id], out: &mut [f32]) {
    out[global_id()] = 1.0;
}

#[device]
fn shared_slice() -> f32 {
    let tile = shared::<[f32]>();
    tile[0]
}

#[device]
impl Add for u32 {
    type Output = u32;

    fn add(self, other: u32) -> u32 {
        self
    }
}

#[device]
impl MulAssign<f32> for u32 {
    fn mul_assign(&mut self, other: f32) {}
}

/// What is missing is `(tile)`.
#[kernel]
fn doubled(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let tile = x.load::<64>(i);
    y.store(i, tile + tile);
}

fn main() {}
