use kiln::prelude::*;

#[kernel]
async fn later(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel]
struct NotAFunction;

fn main() {}
