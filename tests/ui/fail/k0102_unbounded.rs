use kiln::prelude::*;

#[kernel]
fn unbounded<T>(a: T, x: &mut [T]) {
    x[0] = a * x[1];
}

fn main() {}
