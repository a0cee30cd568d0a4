//! Products of matrices of 8-bit integers.
//!
//! # Lesson: scales belong to what they are alike for
//!
//! Eight bits hold a number's share of the greatest one beside it, and a factor says how large that was.
//! [`quantize`] gives each row a factor of its own. In a product a row's factor is alike for all terms of a sum, so
//! it comes out of the sum: the terms are products of small integers, added up exactly in 32 bits by tensor cores,
//! and what is left to do for the element in row `i` and column `j` is one multiplication by the factor of the row
//! of `a` and by that of the column of `b`. A [`Col`](crate::tile::Col) times a [`Row`](crate::tile::Row) is a tile
//! of all of these, made in registers when the sums are complete.

use super::matmul::TILES;
use super::{InF32, is_hopper, same_extents};
use crate::prelude::*;
use crate::{Error, Result, TensorView1, TensorView2, TensorViewMut1, TensorViewMut2};

/// The tile `(i, j)` of `a b`, by the scales of rows and columns, `M × N` elements, a tile of the grid; `b` is
/// given transposed, a row for each column.
#[kernel(tile)]
pub fn quantized_product_tiles<U: Float, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<i8>,
    b: &Tensor2<i8>,
    row_scales: &Tensor1<f32>,
    column_scales: &Tensor1<f32>,
    c: &mut Tensor2<U>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<i32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(i, k), b.load::<N, K>(j, k).transpose(), sum);
    }
    let rows = row_scales.load::<M>(i).to_col();
    let columns = column_scales.load::<N>(j).to_row();
    c.store(i, j, (sum.cast::<f32>() * rows * columns).cast::<U>());
}

/// The greatest magnitude of a row, in pieces of `N` columns, and then its elements as shares of it; a tile of the
/// grid has `M` rows.
#[kernel(tile)]
pub fn quantized_rows<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    y: &mut Tensor2<i8>,
    scales: &mut Tensor1<f32>,
) {
    let rows = tile_id(0);
    let mut most = Col::<f32, M>::zeros();
    for j in 0..x.cols().div_ceil(N) {
        most = most.max(x.load::<M, N>(rows, j).cast::<f32>().abs().max_axis::<1>());
    }
    // Rows of zeros have any scale but 0.
    let scale = most.eq(0.0).select(1.0, most / 127.0);
    for j in 0..x.cols().div_ceil(N) {
        let share = x.load::<M, N>(rows, j).cast::<f32>() / scale;
        y.store(rows, j, (share + 0.5).floor().cast::<i8>());
    }
    scales.store(rows, scale.to_tile1());
}

/// Rows as integers of 8 bits: `x[r][c]` is about `y[r][c] * scales[r]`, off by half a scale at most.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, -2.54, 0.0, 127.0], [2, 2])?;
/// let (mut y, mut scales) = (Tensor2::zeros(&stream, [2, 2])?, Tensor1::zeros(&stream, 2)?);
/// kernels::quantize(&stream, &x, &mut y, &mut scales)?;
/// assert_eq!(y.download(&stream)?, [50, -127, 0, 127]);
/// assert_eq!(scales.download(&stream)?, [0.02, 1.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
pub fn quantize<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    y: impl Into<TensorViewMut2<'a, i8>>,
    scales: impl Into<TensorViewMut1<'a, f32>>,
) -> Result<()> {
    let (x, y, scales) = (x.into(), y.into(), scales.into());
    same_extents("quantize", "y", x.shape(), y.shape())?;
    same_extents("quantize", "scales", [x.rows()], scales.shape())?;
    match x.rows() {
        0 => Ok(()),
        rows if x.cols() <= 256 => {
            quantized_rows::<T, 16, 256>(x, y, scales).tiles(rows.div_ceil(16)).launch(stream)
        }
        rows => quantized_rows::<T, 1, 4096>(x, y, scales).tiles(rows).launch(stream),
    }
}

/// `c[i][j] = row_scales[i] * column_scales[j] * Σ a[i][k] * b[j][k]`, of integers of 8 bits, summed exactly in 32:
/// the product of what [`quantize`] made of `A` and of `B` transposed.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let a = Tensor2::from_slice(&stream, &[1i8, 2, 3, 4], [2, 2])?;
/// let b = Tensor2::from_slice(&stream, &[5i8, 6], [1, 2])?;
/// let (rows, columns) = (Tensor1::from_slice(&stream, &[1.0, 0.5])?, Tensor1::from_slice(&stream, &[2.0])?);
/// let mut c = Tensor2::<f32>::zeros(&stream, [2, 1])?;
/// kernels::matmul_quantized(&stream, &a, &b, &rows, &columns, &mut c)?;
/// assert_eq!(c.download(&stream)?, [34.0, 39.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
pub fn matmul_quantized<'a, U: Float>(
    stream: &Stream,
    a: impl Into<TensorView2<'a, i8>>,
    b: impl Into<TensorView2<'a, i8>>,
    row_scales: impl Into<TensorView1<'a, f32>>,
    column_scales: impl Into<TensorView1<'a, f32>>,
    c: impl Into<TensorViewMut2<'a, U>>,
) -> Result<()> {
    let (a, b, c) = (a.into(), b.into(), c.into());
    let (row_scales, column_scales) = (row_scales.into(), column_scales.into());
    let ([rows, inner], [columns, found]) = (a.shape(), b.shape());
    let kernel = "matmul_quantized";
    if inner != found {
        let detail = format!("it has {found} columns, and `a` has {inner}");
        return Err(Error::TensorShape { kernel, parameter: "b", detail });
    }
    same_extents(kernel, "row_scales", [rows], row_scales.shape())?;
    same_extents(kernel, "column_scales", [columns], column_scales.shape())?;
    same_extents(kernel, "c", [rows, columns], c.shape())?;
    macro_rules! tiles {
        ($m:literal, $n:literal, $k:literal) => {
            quantized_product_tiles::<U, $m, $n, $k>(a, b, row_scales, column_scales, c)
                .tiles([rows.div_ceil($m), columns.div_ceil($n)])
                .launch(stream)
        };
    }
    let many = |m: usize, n: usize| rows.div_ceil(m) * columns.div_ceil(n) >= TILES;
    match is_hopper(stream) {
        _ if rows == 0 || columns == 0 => Ok(()),
        true if many(128, 256) => tiles!(128, 256, 128),
        _ if many(128, 128) => tiles!(128, 128, 128),
        _ => tiles!(64, 64, 64),
    }
}
