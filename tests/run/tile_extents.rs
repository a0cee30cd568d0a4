//! Tensors whose extents must agree: a launch with others is an error, and runs nothing.

use kiln::Error;
use kiln::prelude::*;

use crate::tiles::devices;

#[kernel(tile)]
fn product(a: &Tensor2<f32>, b: &Tensor2<f32>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 16, 16>::zeros();
    for k in 0..a.cols().div_ceil(16) {
        sum = mma(a.load::<16, 16>(m, k), b.load::<16, 16>(k, n), sum);
    }
    c.store(m, n, sum);
}

/// `a` is transposed in memory, and the tiles have names.
#[kernel(tile)]
fn left_transposed<T: Float + MmaOperand<f32>>(a: &Tensor2<T>, b: &Tensor2<T>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let depth = b.rows();
    let mut sum = Tile2::<f32, 16, 16>::zeros();
    for k in 0..depth.div_ceil(16) {
        let left = a.load::<16, 16>(k, m).transpose();
        let right = b.load::<16, 16>(k, n);
        sum = mma(left, right, sum);
    }
    c.store(m, n, sum);
}

/// A batch of products with one right side.
#[kernel(tile)]
fn batch(a: &Tensor3<f32>, b: &Tensor2<f32>, c: &mut Tensor3<f32>) {
    let (batch, m) = (tile_id(0), tile_id(1));
    let [_, _, depth] = a.shape();
    let mut sum = Tile2::<f32, 16, 16>::zeros();
    for k in 0..depth.div_ceil(16) {
        sum = mma(a.load::<16, 16>(batch, m, k), b.load::<16, 16>(k, 0), sum);
    }
    c.store(batch, m, 0, sum);
}

/// The loop ends where the longer operand does: the shorter one is padded on purpose.
#[kernel(tile)]
fn padded(a: &Tensor2<f32>, b: &Tensor2<f32>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 16, 16>::zeros();
    for k in 0..a.cols().max(b.rows()).div_ceil(16) {
        sum = mma(a.load::<16, 16>(m, k), b.load::<16, 16>(k, n), sum);
    }
    c.store(m, n, sum);
}

#[kernel(tile)]
fn scale(x: &Tensor2<f32>, weights: &Tensor1<f32>, groups: u32, y: &mut Tensor2<f32>) {
    assert_eq!(x.cols(), weights.len());
    assert!(x.rows() == y.rows() && x.cols() == y.cols(), "`y` has the shape of `x`");
    assert!(x.rows() >= 2 * groups as usize + 1, "a group has two rows");
    let at = tile_id(0);
    for column in 0..x.cols().div_ceil(16) {
        let scaled = x.load::<1, 16>(at, column) * weights.load::<16>(column).reshape::<1, 16>();
        y.store(at, column, scaled);
    }
}

fn refusal(launched: kiln::Result<()>) -> String {
    match launched {
        Err(error @ Error::Precondition { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn products_of_operands_that_do_not_fit() {
    for device in devices() {
        let stream = device.stream();
        let matrix = |rows, cols| Tensor2::<f32>::zeros(&stream, [rows, cols]).unwrap();
        let (a, b, mut c) = (matrix(100, 40), matrix(30, 60), matrix(100, 60));
        let text = refusal(product(&a, &b, &mut c).launch(&stream));
        for part in ["kernel `product`", "a.cols() == b.rows()", "a.cols() is 40", "b.rows() is 30"] {
            assert!(text.contains(part), "{text}");
        }
        refusal(left_transposed(&a, &b, &mut c).launch(&stream));
        let whole = Tensor3::<f32>::zeros(&stream, [2, 100, 40]).unwrap();
        let mut out = Tensor3::<f32>::zeros(&stream, [2, 100, 16]).unwrap();
        let text = refusal(batch(&whole, &b, &mut out).launch(&stream));
        assert!(text.contains("a.shape()[2] == b.rows()"), "{text}");
        // Padding that the kernel asks for.
        padded(&a, &b, &mut c).launch(&stream).unwrap();
        // Operands that fit.
        product(&a, &matrix(40, 60), &mut c).launch(&stream).unwrap();
        left_transposed(&matrix(30, 100), &b, &mut c).launch(&stream).unwrap();
        batch(&whole, &matrix(40, 16), &mut out).launch(&stream).unwrap();
    }
}

#[test]
fn what_a_tile_kernel_asserts_of_its_launch() {
    for device in devices() {
        let stream = device.stream();
        let matrix =
            |rows, cols| Tensor2::<f32>::from_slice(&stream, &vec![3.0; rows * cols], [rows, cols]).unwrap();
        let weights = |len| Tensor1::<f32>::from_slice(&stream, &vec![2.0; len]).unwrap();
        let (x, mut y) = (matrix(20, 24), matrix(20, 24));
        let text = refusal(scale(&x, &weights(23), 2, &mut y).launch(&stream));
        assert!(text.contains("x.cols() == weights.len()"), "{text}");
        let text = refusal(scale(&x, &weights(24), 10, &mut y).launch(&stream));
        assert!(text.contains("x.rows() >= 2 * groups + 1") && text.contains("groups is 10"), "{text}");
        assert!(text.contains("the kernel asserts it: a group has two rows"), "{text}");
        assert!(y.download(&stream).unwrap().iter().all(|value| *value == 3.0));
        scale(&x, &weights(24), 9, &mut y).launch(&stream).unwrap();
        assert!(y.download(&stream).unwrap().iter().all(|value| *value == 6.0));
        // `&&` stays with the kernel: the failure names the assertion.
        let mut small = matrix(20, 8);
        let launched = scale(&x, &weights(24), 9, &mut small).launch(&stream);
        let error = launched.and_then(|()| stream.synchronize()).unwrap_err().to_string();
        assert!(
            error.contains("`y` has the shape of `x`") || error.contains("x.cols() == y.cols()"),
            "{error}"
        );
    }
}

#[kernel(tile)]
fn double(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    y.store(tile_id(0), x.load::<64>(tile_id(0)) * 2.0);
}

#[test]
fn tiles_that_do_not_cover_what_is_stored() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::<f32>::from_slice(&stream, &vec![1.0; 4096]).unwrap();
        let mut y = Tensor1::<f32>::zeros(&stream, 4096).unwrap();
        let error = double(&x, &mut y).tiles(4).launch(&stream).unwrap_err();
        assert!(matches!(error, Error::TooFewTiles { tiles: [4, 1, 1], needed: [64, 1, 1], .. }), "{error}");
        assert!(
            error.to_string().contains("the tiles [4, 1, 1] do not cover `y`, which takes [64, 1, 1]"),
            "{error}"
        );
        double(&x, y.slice_mut(..256).unwrap()).tiles(4).launch(&stream).unwrap();
        double(&x, &mut y).tiles(65).launch(&stream).unwrap();
        double(&x, &mut y).tiles(0).launch(&stream).unwrap();
        assert!(y.download(&stream).unwrap().iter().all(|value| *value == 2.0));
    }
}
