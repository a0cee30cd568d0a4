use kiln::prelude::*;

#[device]
fn lane_id() -> usize {
    7
}

mod warp {
    pub fn sum(x: f32) -> f32 {
        x
    }
}

#[kernel]
fn shadows(x: &mut [f32]) {
    x[lane_id()] = warp::sum(x[0]);
}

fn main() {}
