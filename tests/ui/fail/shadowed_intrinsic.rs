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
fn shadows(x: &[f32], y: &mut [f32]) {
    y[global_id()] = warp::sum(x[lane_id()]);
}

fn main() {}
