//! Patterns that rustc has nothing to say of: no lint is told of the copy that it checks, and none is told twice.
#![deny(warnings)]

use kiln::prelude::*;

const MOST: u32 = 9;

#[kernel]
fn patterns(n: u32, flag: bool, x: &mut [u32]) {
    let (a, (b, _)) = (n, (flag, 3));
    match n {
        0 => {}
        k @ 1..=MOST if b => x[0] = k,
        mut k => {
            k += a;
            x[1] = k;
        }
    }
    if let (1.., true) = (n, flag)
        && let k @ 2.. = x[2]
    {
        x[3] = k;
    }
    while let 1 | 2 = x[4] {
        x[4] += 1;
    }
    let k = match x[5] {
        _ if helper((1, 2)) == 0 => return,
        0 => 1,
        other => other,
    };
    let pair = (k, 1.5f32);
    let _unused @ (_, half) = pair;
    let [first, .., last] = [half as u32; 4];
    x[6] = first + last + u32::from(matches!(k, 3 | 4));
}

#[device]
fn helper((a, b): (u32, u32)) -> u32 {
    let (sum, _) = (a, b);
    match sum {
        0 => b,
        k => k,
    }
}

fn main() {
    assert_eq!(helper((3, 4)), 3);
}
