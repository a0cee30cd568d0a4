use kiln::prelude::*;

#[kernel]
fn construct(n: u32, x: &mut [u32]) {
    let twice = |v: u32| 2 * v;
    x[1] = twice(n);
    let part = &mut x[2..4];
    part[0] = 'a' as u32;
}

fn main() {}
