// What syn cannot read of a signature, or takes and rustc does not, is rustc's one error.
use kiln::prelude::*;

#[kernel]
fn of_a_module(x: &crate<i32>, y: &mut [i32]) {
    y[global_id()] = x[0];
}

#[device]
fn largest::<T: Num + PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[kernel]
fn calls_it(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] = largest(x[i], 0.0);
    }
}

#[device]
fn of_two(x: Tile2<f32, 8>) -> f32 {
    1.0
}

#[kernel]
fn says_text(y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = named("halves", 2.0);
    }
}

#[kernel]
fn never_ends(y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        let mut k = 0;
        let square = loop {
            k += 1;
            if k * k > 9 {
                k = 1;
            }
        };
        y[i] = square * 10;
    }
}

#[device]
fn of_no_name(n: u32) -> u32 {
    if n > 2 {
        each_of { n: 3 }
    } else {
        n
    }
}

#[device]
fn each_of(n: u32) -> u32 {
    n * 2
}

#[device]
fn half_of(n: u32) -> u32 {
    let twice = n * 2 + let half = n / 2;
    twice - half
}

fn main() {}
