//! Layer norm and RMS norm: rows brought to one size.
//!
//! # Lesson: what lies past the end of a row
//!
//! A tile is wider than most rows. What lies past a row's end was loaded as zero, and zero is neutral to a sum, so
//! the mean needs no mask. The deviations from the mean are another matter: past the end they are not zero. `iota`
//! gives each element its column, and the mask `columns.lt(..)` takes the real ones. RMS norm has no mean, so it
//! needs no mask at all.
//!
//! `weight` and `bias` are loaded as a tile of one extent each and made rows: a [`Row`](crate::tile::Row) stands
//! for as many equal rows as the tile beside it has.
//!
//! The variance of a long row could be had from the sum of its squares, but the difference of two large numbers is
//! not precise. So [`layer_norm_long_rows`] counts from the mean of the row's first piece, which is near that of
//! the row: what is left to subtract is small.

use super::{InF32, Rows, by_columns, same_extents};
use crate::prelude::*;
use crate::{Result, TensorView1, TensorView2, TensorViewMut2};

/// Layer norm of `M` rows of at most `N` columns, computed in `f32`; a tile of the grid has `M` rows.
#[kernel(tile, fast_math)]
pub fn layer_norm_rows<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    bias: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    let rows = tile_id(0);
    let count = x.cols() as f32;
    let value = x.load::<M, N>(rows, 0).cast::<f32>();
    let mean = value.sum_axis::<1>() / count;
    let inside = (Tile2::<u32, M, N>::zeros() + Row::<u32, N>::iota()).lt(x.cols() as u32);
    let centered = inside.select(value - mean, 0.0);
    let variance = (centered * centered).sum_axis::<1>() / count;
    let weight = weight.load::<N>(0).to_row().cast::<f32>();
    let bias = bias.load::<N>(0).to_row().cast::<f32>();
    y.store(rows, 0, (centered * (variance + eps).rsqrt() * weight + bias).cast::<T>());
}

/// Layer norm of rows of at most `N` columns, of which a tile of the grid has one after the other.
#[kernel(tile, fast_math)]
pub fn layer_norm_wide_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    bias: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    let count = x.cols() as f32;
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load::<1, N>(row, 0).cast::<f32>();
        let mean = value.sum_axis::<1>() / count;
        let inside = (Tile2::<u32, 1, N>::zeros() + Row::<u32, N>::iota()).lt(x.cols() as u32);
        let centered = inside.select(value - mean, 0.0);
        let variance = (centered * centered).sum_axis::<1>() / count;
        let weight = weight.load::<N>(0).to_row().cast::<f32>();
        let bias = bias.load::<N>(0).to_row().cast::<f32>();
        y.store(row, 0, (centered * (variance + eps).rsqrt() * weight + bias).cast::<T>());
    }
}

/// Layer norm of a row of any length, `N` columns at a time; a tile of the grid has one row.
#[kernel(tile, fast_math)]
pub fn layer_norm_long_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    bias: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    let row = tile_id(0);
    let count = x.cols() as f32;
    let near = x.load::<1, N>(row, 0).cast::<f32>().sum_axis::<1>() / count.min(N as f32);
    let mut sum = Tile2::<f32, 1, N>::zeros();
    let mut squares = Tile2::<f32, 1, N>::zeros();
    for j in 0..x.cols().div_ceil(N) {
        let value = x.load::<1, N>(row, j).cast::<f32>();
        let column = Row::<u32, N>::iota() + (j * N) as u32;
        let inside = (Tile2::<u32, 1, N>::zeros() + column).lt(x.cols() as u32);
        let apart = inside.select(value - near, 0.0);
        sum += apart;
        squares += apart * apart;
    }
    let apart = sum.sum_axis::<1>() / count;
    let mean = near + apart;
    let variance = squares.sum_axis::<1>() / count - apart * apart;
    let scale = (variance.max(0.0) + eps).rsqrt();
    for j in 0..x.cols().div_ceil(N) {
        let value = x.load::<1, N>(row, j).cast::<f32>();
        let weight = weight.load::<N>(j).to_row().cast::<f32>();
        let bias = bias.load::<N>(j).to_row().cast::<f32>();
        y.store(row, j, ((value - mean) * scale * weight + bias).cast::<T>());
    }
}

/// RMS norm of `M` rows of at most `N` columns, computed in `f32`; a tile of the grid has `M` rows.
#[kernel(tile, fast_math)]
pub fn rms_norm_rows<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    let rows = tile_id(0);
    let value = x.load::<M, N>(rows, 0).cast::<f32>();
    let mean = (value * value).sum_axis::<1>() / x.cols() as f32;
    let weight = weight.load::<N>(0).to_row().cast::<f32>();
    y.store(rows, 0, (value * (mean + eps).rsqrt() * weight).cast::<T>());
}

/// RMS norm of rows of at most `N` columns, of which a tile of the grid has one after the other.
#[kernel(tile, fast_math)]
pub fn rms_norm_wide_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load::<1, N>(row, 0).cast::<f32>();
        let mean = (value * value).sum_axis::<1>() / x.cols() as f32;
        let weight = weight.load::<N>(0).to_row().cast::<f32>();
        y.store(row, 0, (value * (mean + eps).rsqrt() * weight).cast::<T>());
    }
}

/// RMS norm of a row of any length, `N` columns at a time; a tile of the grid has one row.
#[kernel(tile, fast_math)]
pub fn rms_norm_long_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    weight: &Tensor1<T>,
    eps: f32,
    y: &mut Tensor2<T>,
) {
    let row = tile_id(0);
    let mut squares = Tile2::<f32, 1, N>::zeros();
    for j in 0..x.cols().div_ceil(N) {
        let value = x.load::<1, N>(row, j).cast::<f32>();
        squares += value * value;
    }
    let scale = (squares.sum_axis::<1>() / x.cols() as f32 + eps).rsqrt();
    for j in 0..x.cols().div_ceil(N) {
        let value = x.load::<1, N>(row, j).cast::<f32>();
        let weight = weight.load::<N>(j).to_row().cast::<f32>();
        y.store(row, j, (value * scale * weight).cast::<T>());
    }
}

/// Whether rows of 16,385 to 32,768 columns, which one block could have, are faster where several share one: together
/// they keep weight and bias beside the next row, which one would read anew for each row, and of which blocks of 99 KiB
/// keep nothing.
fn shares_rows(stream: &Stream) -> bool {
    matches!(stream.device().compute_capability(), Some((9..=11, _)))
}

/// `y = (x - mean) / sqrt(variance + eps) * weight + bias` along each row, computed in `f32` (Ba, Kiros and Hinton,
/// "Layer normalization", 2016). `y` has the extents of `x`; `weight` and `bias` have an element a column.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, 3.0, -10.0, 10.0], [2, 2])?;
/// let weight = Tensor1::from_slice(&stream, &[2.0, 2.0])?;
/// let bias = Tensor1::from_slice(&stream, &[0.5, 0.5])?;
/// let mut y = Tensor2::zeros(&stream, [2, 2])?;
/// kernels::layer_norm(&stream, &x, &weight, &bias, 0.0, &mut y)?;
/// for (found, expected) in y.download(&stream)?.iter().zip([-1.5, 2.5, -1.5, 2.5]) {
///     assert!((found - expected).abs() < 1e-5);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn layer_norm<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    weight: impl Into<TensorView1<'a, T>>,
    bias: impl Into<TensorView1<'a, T>>,
    eps: f32,
    y: impl Into<TensorViewMut2<'a, T>>,
) -> Result<()> {
    let (x, weight, bias, y) = (x.into(), weight.into(), bias.into(), y.into());
    same_extents("layer_norm", "weight", [x.cols()], weight.shape())?;
    same_extents("layer_norm", "bias", [x.cols()], bias.shape())?;
    same_extents("layer_norm", "y", x.shape(), y.shape())?;
    let rows = Rows::of::<T>(x.shape());
    if rows.count > 0 && (16_385..=32_768).contains(&rows.columns) && shares_rows(stream) {
        return by_columns!(@wide rows, 32_768, N, layer_norm_wide_rows::<T, N>(x, weight, bias, eps, y), stream);
    }
    by_columns!(
        rows,
        |M, N| layer_norm_rows::<T, M, N>(x, weight, bias, eps, y),
        |N| layer_norm_wide_rows::<T, N>(x, weight, bias, eps, y),
        |N| layer_norm_long_rows::<T, N>(x, weight, bias, eps, y),
        stream
    )
}

/// `y = x / sqrt(mean of x² + eps) * weight` along each row, computed in `f32` (Zhang and Sennrich, "Root mean
/// square layer normalization", 2019). `y` has the extents of `x`; `weight` has an element a column.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[3.0f32, -3.0, 3.0], [1, 3])?;
/// let weight = Tensor1::from_slice(&stream, &[1.0, 2.0, 3.0])?;
/// let mut y = Tensor2::zeros(&stream, [1, 3])?;
/// kernels::rms_norm(&stream, &x, &weight, 0.0, &mut y)?;
/// for (found, expected) in y.download(&stream)?.iter().zip([1.0, -2.0, 3.0]) {
///     assert!((found - expected).abs() < 1e-5);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn rms_norm<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    weight: impl Into<TensorView1<'a, T>>,
    eps: f32,
    y: impl Into<TensorViewMut2<'a, T>>,
) -> Result<()> {
    let (x, weight, y) = (x.into(), weight.into(), y.into());
    same_extents("rms_norm", "weight", [x.cols()], weight.shape())?;
    same_extents("rms_norm", "y", x.shape(), y.shape())?;
    let rows = Rows::of::<T>(x.shape());
    by_columns!(
        rows,
        |M, N| rms_norm_rows::<T, M, N>(x, weight, eps, y),
        |N| rms_norm_wide_rows::<T, N>(x, weight, eps, y),
        |N| rms_norm_long_rows::<T, N>(x, weight, eps, y),
        stream
    )
}
