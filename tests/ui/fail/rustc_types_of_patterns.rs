//! What rustc says of a value that has not the type written beside the pattern, and nothing of the pattern's names.

use kiln::prelude::*;

#[kernel]
fn a_tuple(a: f32, n: u32, y: &mut [f32]) {
    let (q, r): (f32, u32) = (n, a);
    y[0] = q;
}

#[device]
fn an_array(n: u32) -> f32 {
    let [q, r]: [f32; 2] = [n, n];
    q + r
}

#[kernel]
fn a_variable(a: f32, n: u32, y: &mut [f32]) {
    let pair = (n, a);
    let (q, (r, s)): (f32, (u32, u32)) = (a, (a, n));
    let (t, u): (f32, u32) = pair;
    y[0] = q + t + u as f32;
}

#[kernel]
fn an_option(n: u32, y: &mut [f32]) {
    let Some(q): Option<f32> = Some(n) else { return };
    y[0] = q;
}

#[kernel]
fn the_whole(a: f32, n: u32, y: &mut [f32]) {
    let (q @ r, s): (f32, u32) = (n, a);
    y[0] = q;
}

#[kernel]
fn indices(y: &mut [f32]) {
    let (q, r): (u32, u32) = global_id_2d();
    y[global_id()] = q as f32;
}

#[kernel]
fn a_type_that_is_none(a: f32, n: u32, y: &mut [f32]) {
    let (q, r): (Nothing, u32) = (n, a);
    y[0] = a;
}

fn main() {}
