use kiln::prelude::*;

#[kernel]
fn methods(n: u32, x: &mut [u32]) {
    x.sort();
    x[0] = (n as i32).checked_isqrt().map_or(0, |root| root as u32);
    x[1] = Num::ONE;
    std::mem::take(&mut x[2]);
}

#[device]
fn made(n: u32) -> u32 {
    n + 1
}

#[kernel]
fn methods_of_types(n: u32, x: &mut [u32]) {
    let count: u32 = Default::default();
    x[0] = count + made(n).to_le_bytes()[0] as u32;
    x[1] = n.unwrap();
}

fn main() {}
