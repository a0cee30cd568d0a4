use kiln::prelude::*;
use std::ops::{Add, Not};

#[derive(Clone, Copy, PartialEq, KernelType)]
#[repr(u32)]
enum Side {
    Left,
    Right,
}

impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        if self == Side::Left { Side::Right } else { Side::Left }
    }
}

impl Add<u32> for Side {
    type Output = u32;
    fn add(self, n: u32) -> u32 {
        self as u32 + n * 100
    }
}

#[kernel]
fn sides(x: &[Side], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let side = !x[i];
        out[i] = side + 3;
    }
}

fn main() {}
