//! What rustc says of arms that leave something out, once.

use kiln::prelude::*;

#[kernel]
fn arms(n: u32, flag: bool, x: &mut [u32]) {
    match n {
        0 => x[0] = 1,
        2.. => x[0] = 2,
    }
    x[1] = match (n, flag) {
        (0, true) => 1,
        (k @ 1.., _) => k,
    };
    let (0..=9, small) = (n, flag);
}

#[device]
fn helper(n: u32) -> u32 {
    match n % 3 {
        0 => 1,
        1 => 2,
    }
}

fn main() {}
