//! Forms of device functions in which rustc would have one word for the function and another for its checked copy.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
    count: u32,
}

#[device]
impl Pair {
    fn first(&self) -> Option<f32> {
        Some(self.a)
    }

    fn each<F: Fn(f32) -> f32>(&self, f: F) -> f32 {
        f(self.a)
    }

    fn zero<T: Num>(&self) -> T {
        T::from_f32(0.0)
    }

    fn turns(&self) -> u32 {
        let mut sum = 0;
        for i in self.count {
            sum += i;
        }
        sum
    }
}

#[device]
fn loops(p: Pair) -> u32 {
    let count = p.count;
    let mut sum = 0;
    for i in p.count {
        sum += i;
    }
    for i in count {
        sum += i;
    }
    sum
}

#[device]
fn closures(p: Pair) -> f32 {
    p.each(|v: f64| 1.0) + p.each(f32::max)
}

#[device]
fn called_later(p: Pair) -> f32 {
    let mut sum = p.a;
    let f = |v| v + p.count;
    let mut add = |v| sum += v;
    add(p.count);
    f(p.a)
}

#[kernel]
fn called_later_in_a_kernel(n: u32, y: &mut [f32]) {
    let f = |v| v * n;
    y[global_id()] = f(2.0f32);
}

#[device]
fn unsaid(p: Pair) -> f32 {
    let zero = p.zero();
    p.a
}

#[device]
fn compared(p: Pair) -> bool {
    p.first() == Some(1)
}

#[device]
fn matched(p: Pair) -> f32 {
    match p.count {
        1.0 => 1.0,
        _ => 0.0,
    }
}

#[device]
fn loop_at_the_end(x: u32) -> u32 {
    let mut x = x;
    for _ in 0..5 {
        x = x * 5 + 1;
    }
}

#[device]
fn given<T: Num>(x: &[T], n: u32) -> T {
    if n > 3 {
        return n;
    }
    match n {
        0 => 0.0,
        1 => x.len(),
        2 => -1.0,
        _ => x[0],
    }
}

#[kernel]
fn slice_by_value<T: Num>(x: [T], y: &mut [T]) {
    y[global_id()] = x[0];
}

#[kernel]
fn misspelt(x: &[Pair], y: &mut [u32]) {
    y[global_id()] = x[0].count.turns();
}

fn main() {}
