//! What rustc says of patterns, on the user's tokens, and once.

use kiln::prelude::*;

const least: u32 = 3;

#[kernel]
fn patterns(n: u32, flag: bool, x: &mut [u32]) {
    match n {
        0 => x[0] = 1,
        2.. => x[0] = 2,
    }
    match n {
        least => x[1] = 1,
        _ => x[1] = 2,
    }
    match n {
        UNKNOWN => x[2] = 1,
        _ => x[2] = 2,
    }
    x[3] = match (n, flag) {
        (0, 1) => 1,
        (k, _) => k,
        (_, true) => 3,
    };
    let (a, b) = (n, flag, 3);
    let 0..=9 = n else { x[4] = 1 };
    if let k = x[5] && k > flag {
        x[6] = a;
    }
    let other: i32 = match n {
        0 => 1,
        k => k,
    };
}

fn main() {}
