//! What is wrong with a closure or a function that is passed to another is said once, as rustc says it of any function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn of(x: f32, f: impl Fn(f32) -> f32) -> Pair {
        Pair { x: f(x), y: x }
    }

    fn map(self, f: impl Fn(f32) -> f32) -> Pair {
        Pair { x: f(self.x), y: f(self.y) }
    }

    fn of_itself(self) -> Pair {
        Self::of(1.0, |a, b| a).map(|a| a > 1.0).map(of_integers)
    }
}

#[device]
fn twice(x: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(f(x))
}

#[device]
fn once<T, F>(x: T, f: F) -> T
where
    T: Num,
    F: Fn(T) -> T,
{
    f(x)
}

#[device]
fn half(x: f32) -> f32 {
    0.5 * x
}

#[device]
fn of_integers(x: u32) -> u32 {
    x
}

fn of_the_host(x: f32) -> f32 {
    x
}

fn host_calls(x: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(x)
}

#[device]
fn closures(x: f32) -> f32 {
    let counts = |a: u32| a;
    let a = twice(x, |a, b| a + b) + twice(x, |a: u32| a) + twice(x, || 1.0);
    let b = once(x, |a, b| a) + once(x, |a: u32| a) + once(x, |a| a as u32);
    let c = twice(1u32, |a| a) + twice(|a| a) + twice(x, |a| a, 1.0);
    let d = twice(x, counts) + twice(x, |a| twice(a, |b| b > 1.0)) + half(|a| a);
    a + b + c + d
}

#[device]
fn gives_another_type(x: f32) -> u32 {
    twice(x, |a| a)
}

#[device]
fn functions(x: f32) -> f32 {
    twice(x, of_integers) + once(x, of_integers) + twice(x, f32::atan2) + twice(1u32, half) + twice(x, half, half)
}

#[device]
fn of_types(p: Pair) -> Pair {
    let a = Pair::of(1.0, |a| a > 1.0).map(|a, b| a).x;
    let b = Pair::of(1.0, |a: u32| a).x + Pair::of(1.0, of_integers).x + p.map(of_integers).x;
    Pair::of(a, half).map(|c| c + b)
}

#[device]
fn unmarked(x: f32) -> f32 {
    host_calls(x, half) + twice(x, of_the_host) + host_calls(x, |a| a)
}

#[kernel]
fn of_a_kernel(p: Pair, x: &mut [f32]) {
    x[0] = twice(1.0, |a, b| a + b) + twice(1.0, |a: u32| a) + twice(1.0, of_integers) + twice(|a| a);
    x[1] = p.map(of_integers).x + Pair::of(1.0, |a| a > 1.0).x + host_calls(1.0, half);
}

fn main() {}
