use kiln::prelude::*;

#[kernel]
fn messages(x: &mut [f32]) {
    assert!(x[0] > 0.0, "{:>1$}", x[0], 8);
    panic!("{} {} {} {} {}", 1, 2, 3, 4, 5);
    kprintln!("{:^8}", x[0]);
}

fn main() {}
