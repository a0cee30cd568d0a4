//! The greatest elements of rows.
//!
//! # Lesson: rounds, until one piece is left
//!
//! A tile can be put in order, but a row may be longer than any tile. Of each piece of a row only its `K` greatest
//! elements can be among those of the row, so each piece is put in order by itself, a tile of the grid each, and
//! leaves `K` candidates and the places where they came from. The candidates are a shorter row, of which the same
//! kernel takes the greatest again, until one piece is left. A row of 16 million is done after three rounds.
//!
//! Places come along by `gather`: the order of a piece is a tile of numbers, by which its elements and their places
//! are picked alike.
//!
//! To put a whole piece in order for the sake of a few elements is wasteful. [`few_of_pieces`] takes the greatest
//! one as often as elements are asked for, each time of those that are left; that is two reductions each, which
//! beats the 55 steps of sorting 1024 elements as long as they are few.

use super::same_extents;
use crate::prelude::*;
use crate::{Error, Result, TensorView2, TensorViewMut2};

/// Of each piece of `M` rows and `N` columns, a tile of the grid, the `K` greatest elements of each row and their
/// places, in descending order. In round 0 places are columns of `x`, later what stands in `from`.
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

/// As [`topk_pieces`], for a small `K`: the greatest element, `K` times.
#[kernel(tile)]
pub fn few_of_pieces<T: Float, const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<T>,
    from: &Tensor2<u32>,
    round: usize,
    values: &mut Tensor2<T>,
    places: &mut Tensor2<u32>,
) {
    let (rows, piece) = (tile_id(0), tile_id(1));
    let value = x.load_or::<M, N>(rows, piece, T::NEG_INFINITY);
    let columns = Tile2::<u32, M, N>::zeros() + Row::<u32, N>::iota();
    let mut left = columns.lt(N as u32);
    let mut best = Tile2::<T, M, K>::full(T::NEG_INFINITY);
    let mut order = Tile2::<u32, M, K>::zeros();
    for k in 0..K {
        let most = left.select(value, T::NEG_INFINITY).max_axis::<1>();
        let place = (left & value.eq(most)).select(columns, N as u32 - 1).min_axis::<1>();
        left = left & columns.ne(place);
        let here = (Tile2::<u32, M, K>::zeros() + Row::<u32, K>::iota()).eq(k as u32);
        best = here.select(most, best);
        order = here.select(place, order);
    }
    let mut place = order + (piece * N) as u32;
    if round > 0 {
        place = from.load::<M, N>(rows, piece).gather::<1, K>(order);
    }
    values.store(rows, piece, best);
    places.store(rows, piece, place);
}

/// The greatest elements of each row of `x` in descending order, as many as `values` has columns, and their
/// columns: `values[r][i]` is `x[r][places[r][i]]`. Of equal elements the first comes first. Where a NaN is in a
/// row, its order is not said. At most 1024 elements of each row.
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
    macro_rules! rounds {
        ($kernel:ident, $m:literal, $n:literal, $k:literal) => {
            rounds(stream, x, [$m, $n, $k], values, places, |tiles, x, from, round, (values, places)| {
                $kernel::<T, $m, $n, $k>(x, from, round, values, places).tiles(tiles).launch(stream)
            })
        };
    }
    match (count, columns) {
        (0..=8, 0..=128) => rounds!(few_of_pieces, 8, 128, 8),
        (0..=8, _) => rounds!(few_of_pieces, 1, 1024, 8),
        (9..=32, 0..=128) => rounds!(few_of_pieces, 8, 128, 32),
        (9..=32, _) => rounds!(few_of_pieces, 1, 1024, 32),
        (33..=128, _) => rounds!(topk_pieces, 1, 1024, 128),
        _ => rounds!(topk_pieces, 1, 4096, 1024),
    }
}

/// Rounds of a kernel, until one piece of `N` columns is left; `launch` takes the grid, elements, places, the
/// number of the round and what is written.
fn rounds<T: Float>(
    stream: &Stream,
    x: TensorView2<'_, T>,
    [m, n, k]: [usize; 3],
    values: TensorViewMut2<'_, T>,
    places: TensorViewMut2<'_, u32>,
    launch: impl Fn([usize; 2], TensorView2<'_, T>, TensorView2<'_, u32>, usize, Written<'_, T>) -> Result<()>,
) -> Result<()> {
    let [rows, mut columns] = x.extents();
    let tiles = |columns: usize| [rows.div_ceil(m), columns.div_ceil(n)];
    let mut from = Tensor2::<u32>::zeros(stream, [1, 1])?;
    let mut best = None;
    for round in 0.. {
        let x = best.as_ref().map_or(x, Tensor2::view);
        if columns <= n {
            return launch(tiles(columns), x, from.view(), round, (values, places));
        }
        let extents = [rows, columns.div_ceil(n) * k];
        let (mut next, mut next_from) = (Tensor2::zeros(stream, extents)?, Tensor2::zeros(stream, extents)?);
        launch(tiles(columns), x, from.view(), round, (next.view_mut(), next_from.view_mut()))?;
        (best, from, columns) = (Some(next), next_from, extents[1]);
    }
    Ok(())
}

/// Where values and places go.
type Written<'a, T> = (TensorViewMut2<'a, T>, TensorViewMut2<'a, u32>);
