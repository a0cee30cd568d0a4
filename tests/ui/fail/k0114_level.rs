use kiln::prelude::*;

#[kernel(tile)]
fn threads(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = global_id();
    sync_threads();
    y.store(i, x.load::<256>(i) * 2.0);
}

#[kernel]
fn tiles(x: &mut [f32]) {
    let zeros = Tile1::<f32, 8>::zeros();
    x[tile_id(0)] = 0.0;
}

#[kernel(tile)]
fn slices(x: &[f32], y: &mut Tensor1<f32>) {
    y.store(tile_id(0), Tile1::<f32, 64>::full(x[0]));
}

fn main() {}
