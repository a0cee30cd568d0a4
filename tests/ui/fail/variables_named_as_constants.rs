//! A capitalized name in a pattern is a constant or a variant to a kernel: a variable of that form is an error.
#![allow(non_snake_case, bindings_with_variant_name)]

use kiln::prelude::*;

#[derive(Clone, Copy, PartialEq, KernelType)]
enum Side {
    Left,
    Right,
}

#[device]
fn other(n: u32) -> u32 {
    match n {
        0 => 7,
        Other => Other + 1,
    }
}

#[device]
fn any(side: Side) -> u32 {
    match side {
        Left => u32::from(Left == Side::Right) + 4,
    }
}

#[kernel]
fn each(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = other(i as u32) + 100 * any(if i == 0 { Side::Left } else { Side::Right });
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut out = stream.alloc_zeroed::<u32>(3)?;
    each(&mut out).threads(3).launch(&stream)?;
    assert_eq!(stream.download(&out)?, [407, 502, 503]);
    assert_eq!((other(0), other(1), any(Side::Left), any(Side::Right)), (7, 2, 4, 5));
    Ok(())
}
