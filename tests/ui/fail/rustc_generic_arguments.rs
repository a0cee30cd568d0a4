//! Generic arguments that are too many or missing are one error each, as rustc says it of any function.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
}

#[device]
impl Pair {
    fn dot(self, other: Pair) -> f32 {
        self.x * other.x
    }

    fn times<const N: usize>(self) -> f32 {
        self.x * N as f32
    }

    fn made(x: f32) -> Pair {
        Pair { x }
    }

    fn added<const N: usize>(self, x: f32) -> f32 {
        self.x + x * N as f32
    }

    fn typed<T: KernelType>(self, x: f32) -> f32 {
        x
    }

    fn counted<const N: usize>(x: f32) -> f32 {
        x * N as f32
    }
}

#[device]
trait Shape: KernelType {
    fn sides<const N: usize>(self) -> f32;
    fn corners<const N: usize>() -> f32;
}

#[device]
impl Shape for Pair {
    fn sides<const N: usize>(self) -> f32 {
        self.x * N as f32
    }

    fn corners<const N: usize>() -> f32 {
        N as f32
    }
}

#[device]
fn plain(x: f32) -> f32 {
    x
}

#[device]
fn taking_none(x: f32) -> f32 {
    x
}

#[device]
fn taking_one<const N: usize>(x: f32) -> f32 {
    x * N as f32
}

fn of_the_host<const N: usize>(x: f32) -> f32 {
    x * N as f32
}

#[device]
fn too_many(x: f32, p: Pair) -> f32 {
    let a = plain::<f32>(x) + taking_none::<3>(x) + taking_one::<3, 4>(x);
    let b = p.dot::<3>(p) + p.times::<3, 4>() + Pair::made::<3>(x).x;
    a + b + p.sides::<3, 4>()
}

#[device]
fn missing(x: f32, p: Pair) -> f32 {
    let a = taking_one(x) + p.added(x) + p.typed(x) + Pair::counted(x);
    a + p.sides() + Pair::corners()
}

#[device]
fn of_a_parameter<S: Shape>(s: S) -> f32 {
    s.sides() + S::corners()
}

#[device]
fn of_nothing(x: f32, p: Pair) -> f32 {
    let a = nothing::<16>(x) + nobody::<f32>(x) + module::none::<3>(x);
    a + p.nowhere::<3>(x)
}

mod module {}

#[device]
fn unmarked(x: f32) -> f32 {
    of_the_host::<3>(x)
}

#[kernel]
fn of_a_kernel(y: &mut [f32]) {
    let p = Pair { x: 1.0 };
    y[0] = taking_none::<3>(y[0]) + p.dot::<3>(p) + nothing::<3>(y[0]) + p.added(y[0]);
}

fn main() {}
