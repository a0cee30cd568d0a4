use kiln::prelude::*;

#[kernel(block = 2048)]
fn too_many(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel(blocks = 3, fast_math, strict_fp)]
fn unknown(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel(unchecked)]
fn safe(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel(target = "PTX")]
fn shouted(x: &mut [f32]) {
    x[0] = 1.0;
}

#[kernel(tile, order = "diagonal")]
fn diagonal(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, 8>::zeros());
}

fn main() {}
