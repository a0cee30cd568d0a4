use kiln::prelude::*;

#[kernel]
fn methods(n: u32, x: &mut [u32]) {
    x.swap(0, 1);
    x[0] = n.checked_add(1).unwrap_or(0);
    x[1] = Num::ONE;
    std::mem::swap(&mut x[2], &mut x[3]);
}

fn main() {}
