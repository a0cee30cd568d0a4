use kiln::prelude::*;

#[kernel]
fn macros(x: &mut [f32]) {
    println!("{}", x[0]);
    let v = vec![1.0; 4];
    x[0] = v[0];
}

fn main() {}
