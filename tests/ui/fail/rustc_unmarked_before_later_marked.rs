//! Methods without `#[device]` that Rust takes before a marked one of the same name, where that one stands later or elsewhere.

use kiln::prelude::*;
use kiln_other_crate::{Measure, Span};

#[derive(Clone, Copy, KernelType)]
struct Disc(f32);

// Its own, which come before any trait's.
impl Disc {
    fn twice(self) -> f32 {
        1.0
    }

    fn times(self, by: f32) -> f32 {
        by
    }
}

trait Unmarked {
    fn area(self) -> f32;
}

impl Unmarked for Disc {
    fn area(self) -> f32 {
        1.0
    }
}

trait UnmarkedToo {
    fn measure(self) -> f32;
}

impl UnmarkedToo for Span<f32> {
    fn measure(self) -> f32 {
        1.0
    }
}

#[kernel]
fn areas(discs: &[Disc], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let disc = discs[i];
        out[i] = disc.area();
        out[i] += disc.twice();
        out[i] += discs[i].times(2.0);
    }
}

#[kernel]
fn of_another_crate(spans: &[Span<f32>], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let span = spans[i];
        out[i] = span.measure();
    }
}

#[device]
trait Later {
    fn area(&self) -> f32;

    fn twice(&self) -> f32 {
        2.0 * self.area()
    }

    fn times(&self, by: f32) -> f32 {
        by * self.area()
    }
}

#[device]
impl Later for Disc {
    fn area(&self) -> f32 {
        self.0
    }
}

fn main() {}
