use kiln::prelude::*;

#[device]
fn lane_id() -> usize {
    7
}

mod own {
    use kiln::prelude::device;

    #[device]
    pub fn warp_id() -> usize {
        7
    }
}

use own::warp_id;

mod warp {
    pub fn sum(x: f32) -> f32 {
        x
    }
}

fn global_id() -> usize {
    3
}

#[kernel]
fn shadows(x: &[f32], y: &mut [f32]) {
    y[global_id()] = warp::sum(x[lane_id() + warp_id()]);
}

fn main() {}
