//! What is wrong with matches and with what ends loops in device functions, each once: Kiln checks a copy of them too.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
enum Side {
    Left,
    Right,
}

#[device]
fn lacks_none(a: Option<u32>) -> u32 {
    match a {
        Some(x) => x,
    }
}

#[device]
fn lacks_none_beside_a_block(a: Option<f32>) -> f32 {
    let found = match a {
        Some(x) if x > 1.0 => 1.0,
        Some(x) => {
            let root = x.sqrt();
            root + 1.0
        }
    };
    found * 2.0
}

#[device]
fn lacks_tuples(a: bool, b: u8, c: u32) -> u32 {
    match (a, b) {
        (true, 1) => c,
        (false, x) => u32::from(x),
    }
}

#[device]
fn lacks_in_a_closure(a: Option<u32>) -> u32 {
    let value = |b: Option<u32>| match b {
        Some(x) => x + 1,
    };
    value(a)
}

#[device]
impl Side {
    /// Variants without the name of their type are variables to rustc.
    fn sign(self) -> f32 {
        match self {
            Left => -1.0,
            Right => 1.0,
        }
    }

    fn is_left(self) -> bool {
        if let Left = self { true } else { false }
    }
}

#[device]
fn ends_with_a_value(n: u32) -> u32 {
    let mut sum = 0;
    for i in 0..n {
        sum += i;
        if sum > 9 {
            break sum;
        }
    }
    while sum > 3 {
        break 3;
    }
    sum
}

#[device]
fn ends_without(n: u32) -> u32 {
    'all: loop {
        if n > 3 {
            break 'all;
        }
    }
}

fn main() {}
