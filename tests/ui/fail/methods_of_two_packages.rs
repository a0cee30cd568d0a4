//! A method that two traits of other packages have is told of once, in words for it.

use kiln::prelude::*;
use kiln_other_crate::{Extended, Extent, Loose, Span};

#[device]
fn asked(span: Span<f32>) -> f32 {
    span.extent()
}

#[device]
fn with_an_argument(span: Span<f32>, by: f32) -> f32 {
    2.0 * span.grown(by)
}

#[device]
fn by_its_type(span: Span<f32>) -> f32 {
    Span::extent(&span)
}

#[device]
fn without_device(span: Span<f32>) -> f32 {
    <Span<f32> as Loose>::loose(&span) + <Span<f32> as Extent>::extent(&span)
}

#[kernel]
fn in_a_kernel(spans: &[Span<f32>], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = spans[i].extent();
    }
}

fn main() {}
