use kiln::prelude::*;

#[kernel]
fn construct(n: u32, x: &mut [u32]) {
    x[1] = 'a' as u32 + n;
    let either = if n > 1 { &x[..2] } else { &x[2..] };
    x[2] = either[0];
}

#[device]
fn lends_both(a: u32, b: u32) -> u32 {
    (&a).max(&b)
}

fn main() {}
