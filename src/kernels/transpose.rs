//! The transpose: rows as columns.
//!
//! # Lesson: coordinates that are swapped
//!
//! Memory is fast along rows. A thread that reads along a row and writes along a column touches a different line of
//! the cache with every element that it writes, and the copy is as slow as its slower side. A tile that is loaded
//! from `(i, j)` and stored, transposed, to `(j, i)` is fast on both sides: between them its elements go through
//! shared memory, which is Kiln's business.

use super::same_extents;
use crate::prelude::*;
use crate::{Result, ScalarType, TensorView2, TensorViewMut2};

/// Transposes, a tile of the grid `M × N` elements of `x`.
#[kernel(tile)]
pub fn transposed_tiles<T: ScalarType, const M: usize, const N: usize>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    let (i, j) = (tile_id(0), tile_id(1));
    y.store(j, i, x.load::<M, N>(i, j).transpose());
}

/// `y[c][r] = x[r][c]`: `y` has as many rows as `x` has columns, and the other way round.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1, 2, 3, 4, 5, 6], [2, 3])?;
/// let mut y = Tensor2::zeros(&stream, [3, 2])?;
/// kernels::transpose(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [1, 4, 2, 5, 3, 6]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn transpose<'a, T: ScalarType>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    y: impl Into<TensorViewMut2<'a, T>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    let [rows, columns] = x.shape();
    same_extents("transpose", "y", [columns, rows], y.shape())?;
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    let tiles = [rows.div_ceil(64), columns.div_ceil(64)];
    transposed_tiles::<T, 64, 64>(x, y).tiles(tiles).launch(stream)
}
