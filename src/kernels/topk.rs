//! The greatest elements of rows.
//!
//! # Lesson: rounds, until one piece is left
//!
//! A tile can be put in order, but a row may be longer than any tile. Of each piece of a row only its `K` greatest elements can be among those
//! of the row, so each piece is put in order by itself, a tile of the grid each, and leaves `K` candidates and the places where they came
//! from. The candidates are a shorter row, of which the same kernel takes the greatest again, until one piece is left. A
//! row of 16 million is done after three rounds.
//!
//! Places come along by `gather`: the order of a piece is a tile of numbers, by which its elements and their places are picked alike.

use super::same_extents;
use crate::prelude::*;
use crate::{Error, Result, TensorView2, TensorViewMut2};

/// Of each piece of `M` rows and `N` columns, a tile of the grid, the `K` greatest elements of each row and their places, in
/// descending order. In round 0 places are columns of `x`, later what stands in `from`.
#[kernel(tile)]
pub fn topk_pieces<T: Float, const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<T>,
    from: &Tensor2<u32>,
    round: usize,
    values: &mut Tensor2<T>,
    places: &mut Tensor2<u32>,
) {
    let (rows, piece) = (tile_id(0), tile_id(1));
    let value = x.load_or::<M, N>(rows, piece, T::NEG_INFINITY);
    let mut place = Tile2::<u32, M, N>::zeros() + Row::<u32, N>::iota() + (piece * N) as u32;
    if round > 0 {
        place = from.load::<M, N>(rows, piece);
    }
    let order = value.argsort_descending::<1>().slice::<1, K>(0);
    values.store(rows, piece, value.gather::<1, K>(order));
    places.store(rows, piece, place.gather::<1, K>(order));
}

/// The greatest elements of each row of `x` in descending order, as many as `values` has columns, and their columns: `values[r][i]` is `x[r][places[r][i]]`.
/// Of equal elements the first comes first. Where a NaN is in a row, its order is not said. At most 1024 elements of each row.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, 5.0, 3.0, 4.0, 2.0, 6.0], [2, 3])?;
/// let (mut values, mut places) = (Tensor2::zeros(&stream, [2, 2])?, Tensor2::zeros(&stream, [2, 2])?);
/// kernels::topk(&stream, &x, &mut values, &mut places)?;
/// assert_eq!(values.download(&stream)?, [5.0, 3.0, 6.0, 4.0]);
/// assert_eq!(places.download(&stream)?, [1, 2, 2, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn topk<'a, T: Float>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    values: impl Into<TensorViewMut2<'a, T>>,
    places: impl Into<TensorViewMut2<'a, u32>>,
) -> Result<()> {
    let (x, values, places) = (x.into(), values.into(), places.into());
    let ([rows, columns], [_, count]) = (x.extents(), values.extents());
    same_extents("topk", "values", [rows, count], values.extents())?;
    same_extents("topk", "places", [rows, count], places.extents())?;
    if count > columns.min(1024) {
        let detail =
            format!("it has {count} columns, and `x` has {columns}, of which at most 1024 are given");
        return Err(Error::TensorShape { kernel: "topk", parameter: "values", detail });
    }
    if rows == 0 || count == 0 {
        return Ok(());
    }
    match (count, columns) {
        (0..=8, 0..=128) => rounds::<T, 8, 128, 8>(stream, x, values, places),
        (0..=8, _) => rounds::<T, 1, 1024, 8>(stream, x, values, places),
        (9..=32, 0..=128) => rounds::<T, 8, 128, 32>(stream, x, values, places),
        (9..=32, _) => rounds::<T, 1, 1024, 32>(stream, x, values, places),
        (33..=128, _) => rounds::<T, 1, 1024, 128>(stream, x, values, places),
        _ => rounds::<T, 1, 4096, 1024>(stream, x, values, places),
    }
}

fn rounds<T: Float, const M: usize, const N: usize, const K: usize>(
    stream: &Stream,
    x: TensorView2<'_, T>,
    values: TensorViewMut2<'_, T>,
    places: TensorViewMut2<'_, u32>,
) -> Result<()> {
    let [rows, columns] = x.extents();
    let tiles = |columns: usize| [rows.div_ceil(M), columns.div_ceil(N)];
    let none = Tensor2::<u32>::zeros(stream, [1, 1])?;
    if columns <= N {
        return topk_pieces::<T, M, N, K>(x, &none, 0, values, places).tiles(tiles(columns)).launch(stream);
    }
    let candidates = |columns: usize| -> Result<(Tensor2<T>, Tensor2<u32>)> {
        let extents = [rows, columns.div_ceil(N) * K];
        Ok((Tensor2::zeros(stream, extents)?, Tensor2::zeros(stream, extents)?))
    };
    let (mut best, mut from) = candidates(columns)?;
    topk_pieces::<T, M, N, K>(x, &none, 0, &mut best, &mut from).tiles(tiles(columns)).launch(stream)?;
    loop {
        let columns = best.view().cols();
        if columns <= N {
            return topk_pieces::<T, M, N, K>(&best, &from, 1, values, places)
                .tiles(tiles(columns))
                .launch(stream);
        }
        let (mut next, mut next_from) = candidates(columns)?;
        topk_pieces::<T, M, N, K>(&best, &from, 1, &mut next, &mut next_from)
            .tiles(tiles(columns))
            .launch(stream)?;
        (best, from) = (next, next_from);
    }
}
