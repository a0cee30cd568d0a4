use kiln::prelude::*;

fn helper(x: f32) -> f32 {
    2.0 * x
}

mod math {
    pub fn cube(x: f32) -> f32 {
        x * x * x
    }
}

#[kernel]
fn calls(x: &mut [f32]) {
    x[0] = helper(x[1]);
    x[2] = math::cube(x[3]);
}

fn main() {}
