//! Sums along an axis.
//!
//! # Lesson: a grid that is large enough
//!
//! [`row_sums`] and [`column_sums`] walk along what they add up, and keep the sums of a tile's places until the
//! end, so that in the loop no thread waits for another. What makes them fast is the second coordinate: a GPU needs
//! a few thousand tiles under way, and a matrix of three rows gives three. So the axis is cut into parts, each tile
//! of the grid adds up one of them, and where there are several, the sums of the parts, a small matrix, are added
//! up by the same kernel. The order of additions is always the same, and so is the result, to the last bit, which
//! atomic additions do not promise.

use super::{InF32, same_extents};
use crate::prelude::*;
use crate::{Result, TensorView2, TensorViewMut1, TensorViewMut2};

/// The sums of `M` rows over a part of their columns, `length` tiles of `N` columns, in `f32`: into row
/// `tile_id(1)` of `y`.
#[kernel(tile)]
pub fn row_sums<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    length: usize,
    y: &mut Tensor2<f32>,
) {
    let (rows, part) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for j in part * length..((part + 1) * length).min(x.cols().div_ceil(N)) {
        sum += x.load::<M, N>(rows, j).cast::<f32>();
    }
    y.store(part, rows, sum.sum_axis::<1>().transpose().broadcast::<1>());
}

/// The sums of `N` columns over a part of their rows, `length` tiles of `M` rows, in `f32`: into row `tile_id(1)`
/// of `y`.
#[kernel(tile)]
pub fn column_sums<T: Float + InF32, const M: usize, const N: usize>(
    x: &Tensor2<T>,
    length: usize,
    y: &mut Tensor2<f32>,
) {
    let (columns, part) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for i in part * length..((part + 1) * length).min(x.rows().div_ceil(M)) {
        sum += x.load::<M, N>(i, columns).cast::<f32>();
    }
    y.store(part, columns, sum.sum_axis::<0>().broadcast::<1>());
}

/// `y[r] = Σ x[r][..]`, computed in `f32`.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
/// let mut y = Tensor1::zeros(&stream, 2)?;
/// kernels::sum_rows(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [6.0, 15.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where `y` has not an element a row, and what a launch gives.
pub fn sum_rows<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    y: impl Into<TensorViewMut1<'a, f32>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    let [rows, columns] = x.shape();
    same_extents("sum_rows", "y", [rows], y.shape())?;
    match columns {
        0..=64 => sum(stream, y, [64, 64], [rows, columns], |tiles, length, y| {
            row_sums::<T, 64, 64>(x, length, y).tiles(tiles).launch(stream)
        }),
        65..=128 => sum(stream, y, [32, 128], [rows, columns], |tiles, length, y| {
            row_sums::<T, 32, 128>(x, length, y).tiles(tiles).launch(stream)
        }),
        129..=256 => sum(stream, y, [16, 256], [rows, columns], |tiles, length, y| {
            row_sums::<T, 16, 256>(x, length, y).tiles(tiles).launch(stream)
        }),
        257..=512 => sum(stream, y, [8, 512], [rows, columns], |tiles, length, y| {
            row_sums::<T, 8, 512>(x, length, y).tiles(tiles).launch(stream)
        }),
        513..=1024 => sum(stream, y, [4, 1024], [rows, columns], |tiles, length, y| {
            row_sums::<T, 4, 1024>(x, length, y).tiles(tiles).launch(stream)
        }),
        1025..=2048 => sum(stream, y, [2, 2048], [rows, columns], |tiles, length, y| {
            row_sums::<T, 2, 2048>(x, length, y).tiles(tiles).launch(stream)
        }),
        _ => sum(stream, y, [1, 4096], [rows, columns], |tiles, length, y| {
            row_sums::<T, 1, 4096>(x, length, y).tiles(tiles).launch(stream)
        }),
    }
}

/// `y[c] = Σ x[..][c]`, computed in `f32`.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
/// let mut y = Tensor1::zeros(&stream, 3)?;
/// kernels::sum_columns(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [5.0, 7.0, 9.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where `y` has not an element a column, and what a launch gives.
pub fn sum_columns<'a, T: Float + InF32>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    y: impl Into<TensorViewMut1<'a, f32>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    let [rows, columns] = x.shape();
    same_extents("sum_columns", "y", [columns], y.shape())?;
    sum(stream, y, [128, 32], [columns, rows], |tiles, length, y| {
        column_sums::<T, 32, 128>(x, length, y).tiles(tiles).launch(stream)
    })
}

/// Tiles of the grid that keep any GPU at work.
const TILES: usize = 512;

/// Adds up along the second axis. Extents and tiles are given as what is kept, then what is added up; `launch`
/// takes the grid, the tiles of a part, and where the parts' sums go, a part a row.
fn sum(
    stream: &Stream,
    y: TensorViewMut1<'_, f32>,
    tile: [usize; 2],
    extents: [usize; 2],
    launch: impl FnOnce([usize; 2], usize, TensorViewMut2<'_, f32>) -> Result<()>,
) -> Result<()> {
    let (kept, along) = (extents[0].div_ceil(tile[0]), extents[1].div_ceil(tile[1]).max(1));
    if kept == 0 {
        return Ok(());
    }
    let parts = (TILES / kept).clamp(1, along);
    let length = along.div_ceil(parts);
    let parts = along.div_ceil(length);
    if parts == 1 {
        return launch([kept, 1], length, y.into_matrix());
    }
    let mut sums = Tensor2::zeros(stream, [parts, extents[0]])?;
    launch([kept, parts], length, sums.view_mut())?;
    let length = parts.div_ceil(32);
    column_sums::<f32, 32, 128>(&sums, length, y.into_matrix())
        .tiles([extents[0].div_ceil(128), 1])
        .launch(stream)
}
