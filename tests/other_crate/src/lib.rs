//! Device functions and a kernel that the run tests of `kiln` use from outside.

use kiln::prelude::*;

/// Not visible outside; a device function that is calls it.
const OFFSET: u32 = 5;

#[device]
fn hidden(x: u32) -> u32 {
    x * 2 + OFFSET
}

/// Calls what only this crate can see.
#[device]
pub fn doubled(x: u32) -> u32 {
    hidden(x)
}

/// Generic over a type and a constant.
#[device]
pub fn power<T: Num, const N: usize>(x: T) -> T {
    let mut result = T::ONE;
    for _ in 0..N {
        result *= x;
    }
    result
}

/// Fails where this crate's source says so.
#[device]
pub fn checked(x: u32) -> u32 {
    assert!(x < 1000, "{x} is too large");
    x
}

/// A kernel that another crate launches.
#[kernel]
pub fn fill_doubled(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = doubled(i as u32);
    }
}
