//! Cross-entropy: how surprised a classifier is by the right classes.
//!
//! # Lesson: a mask in the place of an index
//!
//! The loss of a row is the logarithm of the sum of its exponentials, less the score of the right class. A tile has
//! no `x[target]`: it has no elements that a kernel could ask for one by one. But `iota` gives each element its
//! column, and the mask "the column is the target" takes the one score that is wanted; all others are zero, and the
//! sum is that score. No memory is read for it: the row is in registers already.
//!
//! Targets are a tile of one extent, made a column: a [`Col`](crate::tile::Col) beside a [`Row`](crate::tile::Row)
//! makes a tile of both extents.

use super::{InF32, Rows, by_columns, same_extents};
use crate::prelude::*;
use crate::{Result, TensorView1, TensorView2, TensorViewMut1};

/// The cross-entropy of `M` rows of at most `N` columns, computed in `f32`; a tile of the grid has `M` rows.
#[kernel(tile, fast_math)]
pub fn cross_entropy_rows<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    targets: &Tensor1<u32>,
    loss: &mut Tensor1<f32>,
) {
    let rows = tile_id(0);
    let value = x.load_or::<M, N>(rows, 0, T::NEG_INFINITY).cast::<f32>();
    let most = value.max_axis::<1>();
    let total = (value - most).exp().sum_axis::<1>();
    let right = Row::<u32, N>::iota().eq(targets.load::<M>(rows).to_col());
    let score = right.select(value, 0.0).sum_axis::<1>();
    loss.store(rows, (total.ln() + (most - score)).to_tile1());
}

/// The cross-entropy of rows of at most `N` columns, of which a tile of the grid has one after the other.
#[kernel(tile, fast_math)]
pub fn cross_entropy_wide_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    targets: &Tensor1<u32>,
    loss: &mut Tensor1<f32>,
) {
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load_or::<1, N>(row, 0, T::NEG_INFINITY).cast::<f32>();
        let most = value.max_axis::<1>();
        let total = (value - most).exp().sum_axis::<1>();
        let right = Row::<u32, N>::iota().eq(targets.load::<1>(row).to_col());
        let score = right.select(value, 0.0).sum_axis::<1>();
        loss.store(row, (total.ln() + (most - score)).to_tile1());
    }
}

/// The cross-entropy of a row of any length, `N` columns at a time; a tile of the grid has one row.
#[kernel(tile, fast_math)]
pub fn cross_entropy_long_rows<T: Float + InF32, const N: usize>(
    x: &Tensor2<T>,
    targets: &Tensor1<u32>,
    loss: &mut Tensor1<f32>,
) {
    let row = tile_id(0);
    let target = targets.load::<1>(row).to_col();
    // The least finite number, since minus infinity less itself is none.
    let mut most = Tile2::<f32, 1, N>::full(f32::MIN);
    let mut total = Tile2::<f32, 1, N>::zeros();
    let mut score = Tile2::<f32, 1, N>::zeros();
    for j in 0..x.cols().div_ceil(N) {
        let value = x.load_or::<1, N>(row, j, T::NEG_INFINITY).cast::<f32>();
        let greater = most.max(value);
        total = total * (most - greater).exp() + (value - greater).exp();
        most = greater;
        let right = (Row::<u32, N>::iota() + (j * N) as u32).eq(target);
        score = right.select(value, score);
    }
    let greatest = most.max_axis::<1>();
    let total = (total * (most - greatest).exp()).sum_axis::<1>();
    loss.store(row, (total.ln() + (greatest - score.sum_axis::<1>())).to_tile1());
}

/// `loss[r] = ln Σ exp(x[r][..]) - x[r][targets[r]]`: the loss of each row of scores where its class is
/// `targets[r]`, computed in `f32`. A target that is no column of `x` counts as a score of 0.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let scores = Tensor2::from_slice(&stream, &[0.0f32, 0.0, 30.0, 0.0], [2, 2])?;
/// let targets = Tensor1::from_slice(&stream, &[1, 0])?;
/// let mut loss = Tensor1::zeros(&stream, 2)?;
/// kernels::cross_entropy(&stream, &scores, &targets, &mut loss)?;
/// let loss = loss.download(&stream)?;
/// assert!((loss[0] - 2f32.ln()).abs() < 1e-6 && loss[1].abs() < 1e-6);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn cross_entropy<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    targets: impl Into<TensorView1<'a, u32>>,
    loss: impl Into<TensorViewMut1<'a, f32>>,
) -> Result<()> {
    let (x, targets, loss) = (x.into(), targets.into(), loss.into());
    same_extents("cross_entropy", "targets", [x.rows()], targets.shape())?;
    same_extents("cross_entropy", "loss", [x.rows()], loss.shape())?;
    let rows = Rows::of::<T>(x.shape());
    by_columns!(
        rows,
        |M, N| cross_entropy_rows::<T, M, N>(x, targets, loss),
        |N| cross_entropy_wide_rows::<T, N>(x, targets, loss),
        |N| cross_entropy_long_rows::<T, N>(x, targets, loss),
        stream
    )
}
