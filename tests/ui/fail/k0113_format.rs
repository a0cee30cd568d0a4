use kiln::prelude::*;

#[kernel]
fn messages(x: &mut [f32]) {
    assert!(x[0] > 0.0, "{:.3}", x[0]);
    panic!("{} {} {} {} {}", 1, 2, 3, 4, 5);
}

fn main() {}
