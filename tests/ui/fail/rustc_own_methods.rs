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

fn main() {}
