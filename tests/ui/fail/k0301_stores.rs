use kiln::prelude::*;

#[kernel(tile)]
fn twice(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.store(i, x.load::<256>(i));
    y.store(i + 1, x.load::<256>(i));
}

#[kernel(tile)]
fn transposed<const N: usize>(y: &mut Tensor2<f32>) {
    y.store(tile_id(0), tile_id(1), Tile2::<f32, N, N>::zeros());
    y.store(tile_id(1), tile_id(0), Tile2::<f32, N, N>::zeros());
}

fn main() {}
