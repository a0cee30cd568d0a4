//! Of an impl, a trait, a struct or an enum that is no Rust rustc says what is wrong; what uses it is not wrong too.

use std::ops::Add;

use kiln::prelude::*;

#[derive(Clone, Copy, PartialEq, KernelType)]
enum Side {
    Left
    Right,
}

#[derive(Clone, Copy, KernelType)]
struct Pixel {
    : u8,
    g: u8,
}

#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
trait Shape: KernelType {
    fn area(self, by f32) -> f32;

    fn twice(self, by: f32; more: f32) -> f32 {
        self.area(by) + self.area(more)
    }
}

#[device]
impl Shape for Pair {
    fn area(self, by: f32) -> f32 {
        self.a * self.b * by
    }
}

#[device]
impl Pair {
    /// What syn cannot read and rustc can: it has its words for what is wrong then.
    fn exchanged(self, mut other: Pair) -> f32 {
        let one = self.a;
        core::memswap ::(one, &mut other);
        other.a
    }

    fn half(self) -> f32 {
        let x = ;
        x
    }
}

#[device]
impl Add for Pair {
    type Output = Pair;

    fn add(self, : Pair) -> Pair {
        self
    }
}

#[device]
fn compared(side: Side) -> f32 {
    if side == Side::Left { 1.0 } else { 2.0 }
}

#[device]
fn array(x: f32) -> ([f32 3], f32) {
    ([x, x, x], x)
}

#[device]
fn fn named(x: f32) -> f32 {
    x
}

#[kernel]
fn gray(pixels: &[Pixel], y: &mut [f32]) {
    y[global_id()] = pixels[0].g as f32;
}

#[kernel]
fn called(pairs: &[Pair], y: &mut [f32]) {
    y[global_id()] = pairs[0].area(1.0) + array(1.0).1;
}

fn main() {}
