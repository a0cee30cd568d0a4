use kiln::prelude::*;

#[kernel(tile, tune(BX = [64, 128], BN = [], warps = [3], default(BK = 1)))]
fn names_and_values<const BN: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, BN>::zeros());
}

#[kernel(tile, warps = 4, tune(BN = [64, 128, 64], warps = [4, 8], BN = [32], default(BN = 96)))]
fn twice<const BN: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, BN>::zeros());
}

#[kernel(tune(N = [1, 2], ON = [1], warps = [4], block = [2048]))]
fn threads<const N: usize, const ON: bool>(factors: [f32; N], x: &mut [f32]) {
    let i = global_id();
    if ON && i < x.len() {
        x[i] = factors[0];
    }
}

#[kernel(tile, tune(A = [8, 16, 32, 64, 128, 256, 512, 1024, 2048], B = [8, 16, 32, 64, 128, 256, 512, 1024, 2048],
                    C = [1, 2, 3, 4]))]
fn too_many_instances<const A: usize, const B: usize, const C: usize>(x: &mut Tensor2<f32>) {
    x.store(tile_id(0), C, Tile2::<f32, A, B>::zeros());
}

#[kernel(tile, tune(A = [8, 16, 32, 64, 128, 256, 512], warps = [1, 2, 4, 8, 16], order = [1, 2, 3, 4, 5, 6, 7, 8],
                    stages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], where(A > 8)))]
fn too_many<const A: usize>(x: &mut Tensor2<f32>) {
    x.store(tile_id(0), 0, Tile2::<f32, A, A>::zeros());
}

#[kernel(tile, tune())]
fn nothing(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, 8>::zeros());
}

#[kernel(tile, tune(N: [64]))]
fn form<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

#[kernel(tile, tune = 8)]
fn no_list(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, 8>::zeros());
}

#[device(tune(N = [1]))]
fn of_kernels<const N: usize>(x: f32) -> f32 {
    x + N as f32
}

fn main() {}
