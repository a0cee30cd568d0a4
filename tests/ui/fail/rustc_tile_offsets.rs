use kiln::prelude::*;

fn places(x: &Tensor2<f32>, line: &Tensor1<f32>, n: Tile1<u32, 8>, i: usize) {
    let _ = x.load_at::<8, 16>(i, 0);
    let _ = line.load_at::<8>(i);
    let _ = x.load_at::<8, 16>(0);
    let _ = x.load_rows::<8, 16>(i, 0);
    let _ = x.load_rows::<8, 16>(n.cast::<f32>(), 0);
    let _ = x.load_rows::<8, 16>(n.to_col(), 0);
    let _ = x.load_rows::<16, 16>(n, 0);
    let _ = x.load_rows_or::<8, 16>(n, 0, 1);
    let _ = line.load_rows::<8, 16>(n, 0);
}

#[kernel(tile)]
fn of_other_rank(x: &Tensor1<f32>, y: &mut Tensor2<f32>) {
    y.store(0, 0, x.load_rows::<8, 16>(Tile1::<u32, 8>::iota(), 0));
}

#[kernel(tile)]
fn unsigned(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    y.store(0, x.load_at::<8>(tile_id(0) * 8));
}

#[kernel(tile)]
fn by_floats(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    y.store(0, 0, x.load_rows::<8, 16>(Tile1::<f32, 8>::zeros(), 0));
}

#[kernel(tile)]
fn moved(y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.store(i, y.load_at::<8>(i as isize * 8 - 1));
}

fn main() {}
