//! A path that a kernel takes for a number's own function, where a bound has another of that name; and a trait that is not marked.

use kiln::prelude::*;

#[device]
trait Odd {
    fn abs(self) -> Self;
}

trait Unmarked {
    fn signum(self) -> Self;
}

#[kernel]
fn by_a_path<T: Odd + KernelType>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = T::abs(x[i]);
    }
}

#[kernel]
fn of_no_device<T: Unmarked + KernelType>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = x[i].signum();
    }
}

mod own {
    use kiln::prelude::{KernelType, device};

    #[device]
    pub trait Float {
        fn abs(self) -> f32;
    }

    #[device]
    pub fn taken_for_kilns<T: Float + KernelType>(x: T) -> f32 {
        x.abs()
    }
}

trait OfReferences {
    fn exp(&self) -> f32;
}

impl OfReferences for f32 {
    fn exp(&self) -> f32 {
        1.0
    }
}

#[device]
fn of_a_reference(x: &f32) -> f32 {
    x.exp()
}

#[device]
trait Copies {
    fn clone(self) -> Self;
}

#[derive(Clone, Copy, KernelType)]
struct One(f32);

#[device]
impl Copies for One {
    fn clone(self) -> One {
        One(2.0)
    }
}

#[device]
fn copied(one: One) -> f32 {
    one.clone().0
}

fn main() {}
