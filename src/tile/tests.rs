//! What rustc has to make of tiles: shapes join, literals take the element's type, and the host is told where tiles
//! are.

use kiln_runtime::__private::Type;
use kiln_runtime::Describe;

use crate::*;

/// Every way in which an operator's result has a type, for elements that only a generic kernel's user names.
#[allow(dead_code, reason = "that it compiles is the test")]
fn generic<T: Float, const M: usize, const N: usize>(
    x: Tile2<T, M, N>,
    row: Row<T, N>,
    col: Col<T, M>,
    scalar: T,
) -> Tile2<T, M, N> {
    let scaled: Tile2<T, M, N> = x * scalar + row;
    let powers = (col - scaled).exp();
    let kept: Tile2<T, M, N> = powers.lt(row).select(powers, scalar);
    let sums: Col<T, M> = kept.sum_axis::<1>();
    let mut quotients = kept / sums;
    quotients *= scalar;
    quotients += row;
    quotients /= col;
    -quotients.max(row).mul_add(scalar, col) + row * col + col * row
}

/// Literals on both sides of an operator, masks and counting, with nothing but the tiles to tell the types.
#[allow(dead_code, reason = "that it compiles is the test")]
fn literals(x: Tile2<f32, 64, 32>, h: Tile2<f16, 64, 32>, bytes: Tile1<u8, 16>) {
    let y = 1.0 - (2.0 * x + 1.0).exp() * 0.5;
    let halves = f16::from_f32(2.0) * h;
    let below = (Col::iota() * 2i32 + 1).ge(Row::iota());
    let chosen = below.select(y, f32::NEG_INFINITY);
    let rows = below.select(Row::<f32, 32>::zeros(), Col::full(1.0));
    let both: Tile2<f64, 64, 32> = (below & !below).select(1.0, 0.0);
    let count: i32 = below.cast::<i32>().sum_axis::<0>().sum_all();
    let product = mma(halves, Tile2::zeros(), Tile2::zeros());
    let sum: Tile2<f32, 64, 16> = product + 0.0;
    let low = 15 & bytes ^ 1;
    let _ = (chosen + rows, both, count, sum, low.ne(3).cast::<u32>(), -y.cast::<i32>().abs());
}

/// Every change of shape, there and back.
#[allow(dead_code, reason = "that it compiles is the test")]
fn shapes(x: Tile2<f32, 8, 4>, one: Tile1<f32, 32>) {
    let _: Tile2<f32, 4, 8> = x.transpose();
    let _: Tile1<f32, 32> = x.reshape::<2, 16>().flatten();
    let _: Tile2<f32, 8, 4> = one.reshape();
    let row: Row<f32, 32> = one.to_row();
    let _: Col<f32, 32> = row.transpose();
    let _: Row<f32, 32> = one.to_col().transpose();
    let _: Tile2<f32, 8, 32> = row.broadcast();
    let _: Tile2<f32, 32, 8> = one.to_col().broadcast();
    let _: (Tile1<f32, 32>, Tile1<f32, 32>) = (row.to_tile1(), one.to_col().to_tile1());
    let _: (Row<f32, 4>, Col<f32, 8>) = (x.max_axis::<0>(), x.min_axis::<1>());
    let _: [f32; 3] = [one.sum_all(), row.max_all(), x.sum_axis::<1>().min_all()];
}

#[test]
fn tiles_are_what_the_ir_calls_them() {
    assert_eq!(Tile1::<f32, 16>::describe(), Type::tile(Type::F32, &[16]));
    assert_eq!(Tile2::<f32, 16, 8>::describe(), Type::tile(Type::F32, &[16, 8]));
    assert_eq!(Row::<bool, 8>::describe(), Type::tile(Type::BOOL, &[1, 8]));
    assert_eq!(Col::<i32, 16>::describe(), Type::tile(Type::I32, &[16, 1]));
    assert_eq!((tile_id(0), tile_count(2)), (0, 1));
}

#[test]
#[should_panic(expected = "tiles exist in kernels only")]
fn the_host_has_no_tiles() {
    let _ = Tile1::<f32, 4>::zeros();
}

#[test]
#[should_panic(expected = "tiles exist in kernels only")]
fn the_host_loads_no_tiles() {
    let x = Tensor1::<f32>::zeros(&Device::cpu().stream(), 4).unwrap();
    let _ = x.load::<4>(0);
}
