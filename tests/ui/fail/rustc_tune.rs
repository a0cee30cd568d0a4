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
