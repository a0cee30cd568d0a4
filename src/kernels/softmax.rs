//! Softmax: each row's exponentials, divided by their sum.
//!
//! # Lesson: a row in one tile, and a row that is too long
//!
//! `e^x` overflows early, so the row's greatest element is taken off first; it cancels. A row is needed three
//! times, for its maximum, for the sum and for the result, and memory is slow: [`softmax_rows`] loads it once, and
//! the tile stays in registers between. `load_or` fills what lies past the end of a row with minus infinity, whose
//! exponential adds nothing.
//!
//! Several short rows make a tile. A row alone would leave most of a block's threads without work, and a block that
//! moves a few hundred bytes is over before it has begun.
//!
//! A row that takes the registers of several blocks leaves room for few others, and while the blocks wait for each
//! other's maxima, memory has nothing to do. So [`softmax_wide_rows`] has as many tiles as the device works on at
//! once, and each goes from row to row: in a loop, the compiler begins to load the next row while this one is
//! worked on.
//!
//! A row that no cluster has registers for goes by in pieces ([`softmax_long_rows`]). Its maximum is not known
//! before the end, so the sum is corrected whenever a greater element turns up (Milakov and Gimelshein, "Online
//! normalizer calculation for softmax", 2018). Each place of the piece keeps a maximum and a sum of its own, and
//! only at the end are they brought together: in the loop no thread waits for another. Then the row goes by a
//! second time.

use super::{InF32, Rows, by_columns, same_extents};
use crate::prelude::*;
use crate::{Result, TensorView2, TensorViewMut2};

/// Softmax of `M` rows of at most `N` columns, computed in `f32`; a tile of the grid has `M` rows.
#[kernel(tile, fast_math)]
pub fn softmax_rows<T: Float + InF32, const M: usize, const N: usize>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    let rows = tile_id(0);
    let value = x.load_or::<M, N>(rows, 0, T::NEG_INFINITY).cast::<f32>();
    let power = (value - value.max_axis::<1>()).exp();
    let share = 1.0 / power.sum_axis::<1>();
    y.store(rows, 0, (power * share).cast::<T>());
}

/// Softmax of rows of at most `N` columns, of which a tile of the grid has one after the other.
#[kernel(tile, fast_math)]
pub fn softmax_wide_rows<T: Float + InF32, const N: usize>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    for row in (tile_id(0)..x.rows()).step_by(tile_count(0)) {
        let value = x.load_or::<1, N>(row, 0, T::NEG_INFINITY).cast::<f32>();
        let power = (value - value.max_axis::<1>()).exp();
        let share = 1.0 / power.sum_axis::<1>();
        y.store(row, 0, (power * share).cast::<T>());
    }
}

/// Softmax of a row of any length, `N` columns at a time; a tile of the grid has one row.
#[kernel(tile, fast_math)]
pub fn softmax_long_rows<T: Float + InF32, const N: usize>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    let row = tile_id(0);
    let pieces = x.cols().div_ceil(N);
    // The least finite number, since minus infinity less itself is none.
    let mut most = Tile2::<f32, 1, N>::full(f32::MIN);
    let mut total = Tile2::<f32, 1, N>::zeros();
    for j in 0..pieces {
        let value = x.load_or::<1, N>(row, j, T::NEG_INFINITY).cast::<f32>();
        let greater = most.max(value);
        total = total * (most - greater).exp() + (value - greater).exp();
        most = greater;
    }
    let greatest = most.max_axis::<1>();
    let share = 1.0 / (total * (most - greatest).exp()).sum_axis::<1>();
    for j in 0..pieces {
        let value = x.load::<1, N>(row, j).cast::<f32>();
        y.store(row, j, ((value - greatest).exp() * share).cast::<T>());
    }
}

/// `y[r][c] = exp(x[r][c]) / Σ exp(x[r][..])`, of matrices of the same extents, computed in `f32`. Rows may be of
/// any length.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[0.0f32, 0.0, 1.0, 1.0, 1.0, 1.0], [2, 3])?;
/// let mut y = Tensor2::zeros(&stream, [2, 3])?;
/// kernels::softmax(&stream, &x, &mut y)?;
/// assert!((y.download(&stream)?[5] - 1.0 / 3.0).abs() < 1e-6);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents differ, and what a launch gives.
pub fn softmax<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    y: impl Into<TensorViewMut2<'a, T>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    same_extents("softmax", "y", x.shape(), y.shape())?;
    let rows = Rows::of::<T>(x.shape());
    by_columns!(
        rows,
        |M, N| softmax_rows::<T, M, N>(x, y),
        |N| softmax_wide_rows::<T, N>(x, y),
        |N| softmax_long_rows::<T, N>(x, y),
        stream
    )
}
