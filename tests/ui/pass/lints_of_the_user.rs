// What the user says about lints holds for the body.
#![deny(warnings)]

use kiln::prelude::*;

#[allow(unused_variables, non_snake_case)]
#[kernel(block = 1)]
fn allowed(unused: u32, BIG: u32, x: &mut [u32]) {
    let other = 1;
    x[0] = BIG;
}

#[expect(unused_variables, reason = "it is")]
#[kernel(block = 1)]
fn expected(unused: u32, x: &mut [u32]) {
    x[0] = 1;
}

#[allow(clippy::too_many_arguments, dead_code)]
#[kernel]
fn never_launched(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, x: &mut [u32]) {
    x[0] = a + b + c + d + e + f + g + h;
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[0u32; 1])?;
    allowed(1, 2, &mut x).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [2]);
    expected(1, &mut x).threads(1).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [1]);
    Ok(())
}
