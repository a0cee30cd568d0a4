//! The greatest elements of rows.
//!
//! # Lesson: find the border, then order what is beyond
//!
//! To put a row in order for the sake of a few elements is wasteful. What is wanted is a border: the number that just
//! so many elements reach. [`top_of_pieces`] finds it as a radix sort would, and moves nothing. Elements become words
//! whose bits are in order; the block counts how often each value of the highest eleven bits occurs, and finds the one
//! in which the border lies. Then it counts the next eleven bits of those elements alone, and so on, until few enough
//! are left from the border upwards. Those are put in order, which is a sort of tens of elements, or of 2048 at most,
//! and not of thousands.
//!
//! Each element is read once: a thread keeps 16 of them in registers while the border is looked for. Places follow
//! the elements' bits in the words, so no two are equal, and of equal elements the first comes first.
//!
//! A row may be longer than a block has registers for. Of each piece of a row only its greatest elements can be among
//! those of the row, so each piece leaves as many candidates and the places where they came from. The candidates are a
//! shorter row, of which the same kernel takes the greatest again, until one piece is left. A row of 16 million is done
//! after three rounds.
//!
//! Of rows that are short, a block would have most of its threads for nothing. A warp has such a row for itself
//! ([`top_of_short_rows`](super::top_of_short_rows)). [`few_of_pieces`] is a kernel of tiles that takes the
//! greatest element as often as elements are asked for, each time of those that are left: two reductions each, as
//! long as they are few. [`topk_pieces`] puts whole tiles in order, by a tile of numbers through which places come
//! along; it serves `f64`, whose words have more bits.

use super::same_extents;
use super::short_topk::{COLUMNS, COUNT, short_rows};
use crate::prelude::*;
use crate::{BufferSliceMut, Error, Result, TensorView2, TensorViewMut2};

/// Threads of a block.
const THREADS: usize = 512;

/// Elements of a piece: 16 for each thread.
pub(super) const PART: usize = 16 * THREADS;

/// The most candidates that are put in order: twice as many as are asked for.
const MOST: usize = 2048;

/// How an element ranks: its word, equal for equal numbers and greatest for NaN, and behind it 13 bits for its place
/// in the piece, of which the first is the greatest.
#[device]
pub(super) fn rank(word: u32, place: usize) -> u64 {
    ((word as u64) << 13) | (PART - 1 - place) as u64
}

/// A word in whose order the numbers are; no number has 0.
#[device]
fn word<T: Float>(x: T) -> u32 {
    let x = x.to_f32();
    if x.is_nan() {
        return u32::MAX;
    }
    // Both zeros are equal.
    let bits = if x == 0.0 { 0 } else { x.to_bits() };
    if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 }
}

/// A rank that `count` elements of the piece reach, and `most` of them at most; called by all threads of a block of
/// 512, each with its words.
///
/// # Safety
///
/// The piece has `count` elements, and `most` is larger.
#[device(unchecked)]
unsafe fn border(words: [u32; 16], count: u32, most: u32) -> u64 {
    let counts = shared::<[AtomicU32; 2048]>();
    let found = shared::<[u32; 3]>();
    let t = thread_idx().x;
    let (mut prefix, mut above, mut shift) = (0u64, 0u32, 34u32);
    loop {
        for k in 0..4 {
            counts[k * THREADS + t].store(0, Ordering::Relaxed);
        }
        sync_threads();
        for k in 0..16 {
            let rank = rank(words[k], k * THREADS + t);
            if words[k] > 0 && rank >> (shift + 11) == prefix {
                // A thread's four values are so far apart that threads beside each other read other banks.
                let value = (rank >> shift) as u32 & 2047;
                counts[(value % 4) as usize * THREADS + (value / 4) as usize].fetch_add(1, Ordering::Relaxed);
            }
        }
        sync_threads();
        let mut own = [0; 4];
        let mut sum = 0;
        for k in 0..4 {
            own[k] = counts[(3 - k) * THREADS + THREADS - 1 - t].load(Ordering::Relaxed);
            sum += own[k];
        }
        let mut before = above + block::exclusive_sum(sum);
        for k in 0..4 {
            if before < count && before + own[k] >= count {
                found[0] = ((THREADS - 1 - t) * 4 + 3 - k) as u32;
                found[1] = before;
                found[2] = own[k];
            }
            before += own[k];
        }
        sync_threads();
        prefix = (prefix << 11) | found[0] as u64;
        above = found[1];
        // At last there is one element for two ranks.
        if above + found[2] <= most || shift < 11 {
            return prefix << shift;
        }
        shift -= 11;
    }
}

/// Puts ranks in descending order; called by all threads of a block of 512.
///
/// # Safety
///
/// There are `len` of them, a power of two.
#[device(unchecked)]
unsafe fn put_in_order(ranks: &mut [u64], len: usize) {
    let mut wide = 2;
    while wide <= len {
        let mut apart = wide / 2;
        while apart > 0 {
            sync_threads();
            for i in (thread_idx().x..len / 2).step_by(THREADS) {
                let a = 2 * i - (i & (apart - 1));
                let (first, second) = (ranks[a], ranks[a + apart]);
                if (first < second) == (a & wide == 0) {
                    ranks[a] = second;
                    ranks[a + apart] = first;
                }
            }
            apart /= 2;
        }
        wide *= 2;
    }
    sync_threads();
}

/// Of each piece of 8192 columns, a block, the `count` greatest elements and their places, in descending order. In
/// round 0 places are columns of `x`, later what stands in `from`, which lies as `x` does.
///
/// # Safety
///
/// `x` has rows of `columns` elements, `steps[0]` apart, each `steps[1]` behind the one before; `values` has rows of
/// `count` for each piece, `steps[2]` and `steps[3]` apart, and `places` `steps[4]` and `steps[5]`. There is a block
/// for each piece of each row, and `count` is at most 1024.
#[kernel(block = 512, min_blocks = 2, unchecked)]
pub unsafe fn top_of_pieces<T: Float>(
    x: &[T],
    from: &[u32],
    round: usize,
    columns: usize,
    count: usize,
    steps: [usize; 6],
    values: &mut [T],
    places: &mut [u32],
) {
    let ranks = shared::<[u64; MOST]>();
    let taken = shared::<[AtomicU32; 1]>();
    let (t, pieces) = (thread_idx().x, columns.div_ceil(PART));
    let (row, piece) = (block_idx().x / pieces, block_idx().x % pieces);
    let start = piece * PART;
    let len = if columns - start < PART { columns - start } else { PART };
    let mut words = [0u32; 16];
    for k in 0..16 {
        if k * THREADS + t < len {
            words[k] = word(x[row * steps[0] + (start + k * THREADS + t) * steps[1]]);
        }
    }
    if t == 0 {
        taken[0].store(0, Ordering::Relaxed);
    }
    // To put 256 in order takes as long as to count once more.
    let most = if count > 128 { 2 * count } else { 256 };
    let mut least = 1u64 << 13;
    if len > most {
        least = unsafe { border(words, count as u32, most as u32) };
    }
    sync_threads();
    for k in 0..16 {
        let rank = rank(words[k], k * THREADS + t);
        if rank >= least && words[k] > 0 {
            ranks[taken[0].fetch_add(1, Ordering::Relaxed) as usize] = rank;
        }
    }
    sync_threads();
    let found = taken[0].load(Ordering::Relaxed) as usize;
    let all = found.next_power_of_two();
    for i in (found + t..all).step_by(THREADS) {
        ranks[i] = 0;
    }
    unsafe { put_in_order(ranks, all) };
    for i in (t..count).step_by(THREADS) {
        let to = piece * count + i;
        let (mut value, mut place) = (T::NEG_INFINITY, 0);
        if i < found {
            let at = start + PART - 1 - (ranks[i] as usize & (PART - 1));
            let at_x = row * steps[0] + at * steps[1];
            value = x[at_x];
            place = if round == 0 { at as u32 } else { from[at_x] };
        }
        values[row * steps[2] + to * steps[3]] = value;
        places[row * steps[4] + to * steps[5]] = place;
    }
}

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
    let nans = value.ne(value).select(Tile2::<u32, M, N>::full(1), 0).max_axis::<1>().max_all();
    let mut order = Tile2::<u32, M, K>::zeros();
    for k in 0..K {
        let most = left.select(value, T::NEG_INFINITY).max_axis::<1>();
        let mut place = (left & value.eq(most)).select(columns, N as u32 - 1).min_axis::<1>();
        if nans > 0 {
            // NaN is the greatest.
            let first = (left & value.ne(value)).select(columns, N as u32).min_axis::<1>();
            place = first.lt(N as u32).select(first, place);
        }
        left = left & columns.ne(place);
        let here = (Tile2::<u32, M, K>::zeros() + Row::<u32, K>::iota()).eq(k as u32);
        order = here.select(place, order);
    }
    let mut place = order + (piece * N) as u32;
    if round > 0 {
        place = from.load::<M, N>(rows, piece).gather::<1, K>(order);
    }
    // What stands there, and not the greatest: of zeros of both signs that may be the other one.
    values.store(rows, piece, value.gather::<1, K>(order));
    places.store(rows, piece, place);
}

/// The greatest elements of each row of `x` in descending order, as many as `values` has columns, and their
/// columns: `values[r][i]` is `x[r][places[r][i]]`. Of equal elements the first comes first, and NaN is the greatest.
/// At most 1024 elements of each row.
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
    let ([rows, columns], [_, count]) = (x.shape(), values.shape());
    same_extents("topk", "values", [rows, count], values.shape())?;
    same_extents("topk", "places", [rows, count], places.shape())?;
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
        (9..=32, 0..=128) => rounds!(few_of_pieces, 8, 128, 32),
        (0..=8, 0..=1024) => rounds!(few_of_pieces, 1, 1024, 8),
        (9..=COUNT, 0..=COLUMNS) if size_of::<T>() <= 4 => short_rows(stream, x, values, places),
        _ if size_of::<T>() <= 4 => pieces(stream, x, values, places),
        (0..=8, _) => rounds!(few_of_pieces, 1, 1024, 8),
        (9..=32, _) => rounds!(few_of_pieces, 1, 1024, 32),
        (33..=128, _) => rounds!(topk_pieces, 1, 1024, 128),
        _ => rounds!(topk_pieces, 1, 4096, 1024),
    }
}

/// Rounds of [`top_of_pieces`], until one piece is left. Each leaves as many elements of a piece as there are
/// columns of `values`.
fn pieces<T: Float>(
    stream: &Stream,
    x: TensorView2<'_, T>,
    values: TensorViewMut2<'_, T>,
    places: TensorViewMut2<'_, u32>,
) -> Result<()> {
    let ([rows, mut columns], [_, count]) = (x.shape(), values.shape());
    let ((x, mut steps), (values, to), (places, also)) =
        (x.into_memory(), values.into_memory(), places.into_memory());
    let none = stream.alloc_zeroed::<u32>(1)?;
    let mut best: Option<(Buffer<T>, Buffer<u32>)> = None;
    for round in 0.. {
        let parts = columns.div_ceil(PART);
        let (x, from) = match &best {
            None => (x, none.as_slice()),
            Some((best, from)) => (best.as_slice(), from.as_slice()),
        };
        let launch = |steps: [usize; 6], values: BufferSliceMut<'_, T>, places: BufferSliceMut<'_, u32>| {
            // SAFETY: the views have so many elements so far apart, and there is a block for each piece.
            unsafe { top_of_pieces::<T>(x, from, round, columns, count, steps, values, places) }
                .blocks(rows * parts)
                .launch(stream)
        };
        if parts == 1 {
            return launch([steps[0], steps[1], to[0], to[1], also[0], also[1]], values, places);
        }
        let width = parts * count;
        let (mut next, mut next_from) =
            (stream.alloc_zeroed::<T>(rows * width)?, stream.alloc_zeroed::<u32>(rows * width)?);
        launch([steps[0], steps[1], width, 1, width, 1], next.slice_mut(..)?, next_from.slice_mut(..)?)?;
        (best, columns, steps) = (Some((next, next_from)), width, [width, 1]);
    }
    Ok(())
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
    let [rows, mut columns] = x.shape();
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
