use kiln::prelude::*;

#[kernel(tile)]
fn ids(axis: usize, y: &mut Tensor1<u32>) {
    y.store(tile_id(axis), Tile1::<u32, 32>::iota());
}

#[kernel(tile)]
fn sums(x: &Tensor2<f32>, y: &mut Tensor1<f32>) {
    y.store(tile_id(0), x.load::<16, 64>(tile_id(0), 0).sum_axis::<2>().to_tile1());
}

fn main() {}
