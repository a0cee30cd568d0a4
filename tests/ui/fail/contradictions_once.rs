//! Types that contradict each other, which rustc says of the checked copy alone.

use kiln::prelude::*;

#[device]
fn sum_through_a_closure(x: &[f32]) -> u32 {
    (0..4).map(|i| x[i]).sum()
}

#[device]
fn sum_of_what_is_left(x: &[f32]) -> u32 {
    (0..4).map(|i| x[i]).filter(|x| *x > 0.0).sum::<u32>()
}

#[device]
fn sum_of_a_parameter<T: Num>(x: [T; 4]) -> u32 {
    x.iter().sum()
}

#[device]
fn broken_off<T: Num>(a: T, n: u32) -> T {
    loop {
        if n > 2 {
            break n;
        }
    }
}

#[device]
fn behind_a_reference<T: Num>(a: T, n: &[u32]) -> T {
    let first = &n[0];
    *first
}

#[device]
fn two_parameters<T: Num, U: Num>(a: T, b: U) -> T {
    if a > T::ZERO { a } else { b }
}

#[device]
fn two_mistakes(a: f32, b: u32) -> f32 {
    let c: f32 = b;
    let d = a + c;
    d * b
}

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Point<T> {
    x: T,
    y: T,
}

#[device]
impl<T: Num> Point<T> {
    fn map(self, f: impl Fn(T) -> T) -> Point<T> {
        Point { x: f(self.x), y: f(self.y) }
    }

    fn count(self) -> T {
        2u32
    }

    fn scaled(&mut self, by: f32) {
        self.x = by;
    }
}

#[device]
impl Point<f32> {
    fn length(self) -> u32 {
        self.x * self.x + self.y * self.y
    }
}

#[device]
trait Shape {
    fn area(&self) -> f32;

    fn twice(&self) -> u32 {
        2.0 * self.area()
    }
}

#[device]
impl Shape for Point<f32> {
    fn area(&self) -> f32 {
        let area: f64 = self.x * self.y;
        self.x
    }
}

#[device]
fn closure_of_other_types(point: Point<f32>) -> Point<f32> {
    point.map(|v: u32| v)
}

#[kernel]
fn assigned_as_a_condition(out: &mut [u32]) {
    let i = global_id();
    if i = 3 {
        out[i] = 1;
    }
}

#[kernel]
fn assigned_beside_a_condition(out: &mut [u32]) {
    let mut i = global_id();
    while let Some(n) = Some(3) && (i = n) {
        out[0] = 1;
    }
}

fn main() {}
