//! A function that a type does not have is one error where it is called, as rustc says it of any function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Disc {
    r: f32,
}

#[device]
impl Disc {
    fn made(r: f32) -> Disc {
        Disc { r }
    }

    fn of_self(r: f32) -> Disc {
        Self::mad(r)
    }
}

#[derive(Clone, Copy, KernelType)]
struct Range {
    from: u32,
    to: u32,
}

#[device]
impl Range {
    fn between(from: u32, to: u32) -> Range {
        Range { from, to }
    }
}

#[derive(Clone, Copy, KernelType)]
struct Other {
    x: u32,
}

#[device]
impl Other {
    fn new(x: u32) -> Other {
        Other { x }
    }
}

#[device]
trait Shape: KernelType {
    fn unit() -> Self;
}

#[device]
impl Shape for Disc {
    fn unit() -> Disc {
        Disc { r: 1.0 }
    }
}

#[device]
fn misspelt() -> f32 {
    let disc = Disc::mad(1.0);
    disc.r
}

#[device]
fn renamed(x: u32) -> u32 {
    let a = Range::new(x, 1);
    let b = Range::new(1, x);
    a.from + b.to
}

#[device]
fn of_a_number(x: f32) -> f32 {
    f32::sqrtt(x)
}

#[device]
fn of_a_parameter<S: Shape>() -> S {
    S::unti()
}

#[device]
fn with_arguments(x: f32) -> f32 {
    Disc::scaled::<3>(x).r
}

#[kernel]
fn of_a_kernel(y: &mut [f32]) {
    y[0] = Disc::mad(1.0).r;
}

fn main() {}
