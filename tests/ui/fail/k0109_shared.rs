use kiln::prelude::*;

#[kernel]
fn tiles(x: &mut [f32]) {
    let tile: &mut [f32; 4] = shared();
    tile[0] = x[0];
    x[1] = shared::<[f32; 4]>()[0];
}

fn main() {}
