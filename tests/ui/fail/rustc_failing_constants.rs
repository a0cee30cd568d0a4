//! A constant of a body that cannot be computed, or that says a variable, is told of once, by rustc, and under the
//! user's name for it.

use kiln::prelude::*;

#[kernel]
fn value(y: &mut [f32]) {
    const C: u32 = 1 - 2;
    const D: u32 = C + 1;
    y[global_id()] = D as f32;
}

#[kernel]
fn length(a: f32, y: &mut [f32]) {
    const LENGTH: usize = 1 - 2;
    const TWICE: usize = 2;
    let q = [a; LENGTH];
    let r: [f32; TWICE] = [a; TWICE];
    y[global_id()] = q[0] + r[0];
}

#[kernel(tile)]
fn of_tiles(y: &mut Tensor1<f32>) {
    const C: u32 = 1 - 2;
    y.store(tile_id(0), Tile1::<f32, 64>::full(C as f32));
}

#[device]
fn of_a_device_function(v: f32) -> f32 {
    const C: u32 = 1 - 2;
    v + C as f32
}

#[device]
fn of_a_pattern(n: u32) -> f32 {
    const C: u32 = 1 - 2;
    match n {
        C => 1.0,
        _ => 2.0,
    }
}

#[kernel]
fn of_a_block(n: u32, y: &mut [f32]) {
    if n > 1 {
        const C: u32 = 1 - 2;
        y[global_id()] = C as f32;
    }
}

#[device]
fn of_two_blocks(v: f32) -> f32 {
    let a = {
        const C: u32 = 1 - 2;
        C as f32
    };
    for i in 0..4 {
        const LENGTH: usize = 1 - 2;
        const TWICE: usize = LENGTH * 2;
        if i == TWICE {
            return a;
        }
    }
    v
}

fn main() {}
