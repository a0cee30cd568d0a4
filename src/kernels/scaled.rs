//! Products of matrices of 8-bit floats, with scales.
//!
//! # Lesson: what a scale costs
//!
//! Floats of 8 bits have a small range, so numbers are divided by a scale before they are rounded. One scale for a
//! whole tensor takes the least memory, but its largest element leaves little range to the others. A scale for each
//! row of the left factor, and for each column of the right one, loses less. Both cost the same here: a scale is a
//! factor of the finished sum, one multiplication for thousands in the sum. So one kernel does both. Scales of blocks
//! along `k` would cost more, since they change from turn to turn of the loop.

use super::matmul::{by_extents, depth, same_inner};
use super::same_extents;
use crate::prelude::*;
use crate::{Result, TensorView1, TensorView2, TensorViewMut2};

/// The tile `(i, j)` of `a b`, by the scales of rows and columns, `M × N` elements, a tile of the grid.
#[kernel(tile)]
pub fn scaled_product_tiles<A, B, U: Float, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<B>,
    row_scales: &Tensor1<f32>,
    column_scales: &Tensor1<f32>,
    c: &mut Tensor2<U>,
) where
    A: MmaOperand<f32, B>,
    B: MmaOperand<f32, A>,
{
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(i, k), b.load::<K, N>(k, j), sum);
    }
    let (rows, columns) = (row_scales.load::<M>(i).to_col(), column_scales.load::<N>(j).to_row());
    c.store(i, j, (sum * rows * columns).cast::<U>());
}

/// `c[i][j] = row_scales[i] * column_scales[j] * Σ a[i][k] * b[k][j]`, with sums in `f32`, of `f8e4m3`, `f8e5m2`, or
/// one by the other. One scale for a whole factor is a view with a stride of 0 ([`TensorView1::from_strided`]). Weights
/// that have a row for each column of the result are a transposed view, which warpgroups multiply on Hopper.
///
/// ```
/// use kiln::{TensorView1, kernels};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let bytes = |x: [f32; 4]| x.map(f8e4m3::from_f32);
/// let a = Tensor2::from_slice(&stream, &bytes([1.0, 2.0, 3.0, 4.0]), [2, 2])?;
/// let weights = Tensor2::from_slice(&stream, &bytes([5.0, 6.0, 7.0, 8.0]), [2, 2])?;
/// let (rows, one) = (Tensor1::from_slice(&stream, &[1.0, 0.5])?, stream.upload(&[2.0])?);
/// let all = TensorView1::from_strided(&one, 2, 0)?;
/// let mut c = Tensor2::<bf16>::zeros(&stream, [2, 2])?;
/// kernels::matmul_scaled(&stream, &a, weights.t(), &rows, all, &mut c)?;
/// assert_eq!(c.download(&stream)?, [34.0, 46.0, 39.0, 53.0].map(bf16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn matmul_scaled<'a, A, B, U: Float>(
    stream: &Stream,
    a: impl Into<TensorView2<'a, A>>,
    b: impl Into<TensorView2<'a, B>>,
    row_scales: impl Into<TensorView1<'a, f32>>,
    column_scales: impl Into<TensorView1<'a, f32>>,
    c: impl Into<TensorViewMut2<'a, U>>,
) -> Result<()>
where
    A: MmaOperand<f32, B>,
    B: MmaOperand<f32, A>,
{
    let (a, b, c) = (a.into(), b.into(), c.into());
    let (row_scales, column_scales) = (row_scales.into(), column_scales.into());
    let ([rows, inner], [found, columns]) = (a.shape(), b.shape());
    let kernel = "matmul_scaled";
    same_inner(kernel, inner, found)?;
    same_extents(kernel, "c", [rows, columns], c.shape())?;
    same_extents(kernel, "row_scales", [rows], row_scales.shape())?;
    same_extents(kernel, "column_scales", [columns], column_scales.shape())?;
    by_extents!(
        [rows, columns, 1],
        depth::<A>(stream, [a.strides()[1], b.strides()[0]]),
        |M, N, K| scaled_product_tiles::<A, B, U, M, N, K>(a, b, row_scales, column_scales, c)
            .tiles([rows.div_ceil(M), columns.div_ceil(N)]),
        stream
    )
}
