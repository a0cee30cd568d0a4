//! What rustc says of `where` and of launches of tuned kernels.

use kiln::prelude::*;

#[kernel(tile, tune(N = [64, 128], where(N > 128)))]
fn leaves_nothing<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

#[kernel(tile, tune(N = [64, 128], warps = [2, 4], where(N * warps >= 256), default(N = 64, warps = 2)))]
fn excludes_the_default<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

#[kernel(tile, tune(A = [8, 16, 32, 64, 128, 256, 512, 1024, 2048], B = [8, 16, 32, 64, 128, 256, 512, 1024, 2048],
                    C = [1, 2, 3, 4], where(A * B * C < 1000000000)))]
fn leaves_too_much<const A: usize, const B: usize, const C: usize>(x: &mut Tensor2<f32>) {
    x.store(tile_id(0), C, Tile2::<f32, A, B>::zeros());
}

#[kernel(tile, tune(N = [64, 128], where(M > 64)))]
fn names_nothing<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

#[kernel(tile, tune(N = [64, 128]))]
fn tuned<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

#[kernel(tile)]
fn plain<const N: usize>(x: &mut Tensor1<f32>) {
    x.store(tile_id(0), Tile1::<f32, N>::zeros());
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = Tensor1::zeros(&stream, 128)?;
    tuned::<64>(&mut x).launch(&stream)?;
    tuned(&mut x).warps(4).launch(&stream)?;
    plain::<64>(&mut x).tuned().launch(&stream)
}
