//! What the tests have in common: a kernel.

use kiln::prelude::*;

/// Adds to each element.
#[kernel(target = "ptx")]
pub fn add(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] += x[i];
    }
}

/// Multiplies each element.
#[kernel(target = "ptx")]
pub fn scale(factor: f32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= factor;
    }
}
