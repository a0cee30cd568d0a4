use kiln::prelude::*;

fn element_by_element(
    x: Tile2<f32, 64, 32>,
    y: Tile2<f32, 32, 64>,
    row: Row<f32, 64>,
    col: Col<f32, 32>,
    wide: Tile2<f64, 64, 32>,
) {
    let _ = x + y;
    let _ = x - row;
    let _ = col * x;
    let _ = x * wide;
    let _ = x + 1;
    let _ = x.max(y);
    let _ = x.lt(0.0).select(x, y);
    let mut sum = row;
    sum += x.transpose();
}

fn elements(x: Tile2<f32, 64, 32>, n: Tile1<i32, 8>) {
    let _ = x << x;
    let _ = n.exp();
    let _ = x & x;
    let _ = x.lt(0.0) + x.gt(1.0);
    let _ = x.lt(0.0).cast::<f32>();
    let _ = Row::<f32, 8>::iota();
    let _ = x < x;
}

fn axes_and_products(x: Tile2<f32, 64, 32>, d: Tile2<i16, 32, 32>, b: Tile2<i8, 32, 32>) {
    let _ = x.sum_axis::<2>();
    let _: Row<f32, 64> = x.sum_axis::<0>();
    let _ = mma(x, x, Tile2::zeros());
    let _ = mma(d, d, Tile2::<f32, 32, 32>::zeros());
    let _ = mma(b, b, Tile2::<f32, 32, 32>::zeros());
    let _ = mma(b, d, Tile2::<i32, 32, 32>::zeros());
    let _ = mma(x, x.transpose(), Tile2::<f32, 32, 32>::zeros());
}

fn tensors(x: &Tensor2<f32>, y: &mut Tensor2<f16>) {
    y.store(0, 0, x.load::<64, 32>(0, 0));
    let _: Tile2<f32, 32, 64> = x.load::<64, 32>(0, 0);
}

fn main() {}
