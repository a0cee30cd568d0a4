//! The greatest elements of short rows, a warp a row.
//!
//! # Lesson: a border that halves find
//!
//! A row of a thousand elements is too short for a block to share: most of its threads' time would go into
//! barriers. A warp has all of it in registers, 32 words a lane, and its lanes tell each other what they need
//! without a barrier. The least of the lanes' own greatest words is reached by 32 words at least, one a lane, and
//! so is a first border from below for 32 elements or fewer. While too many reach it, the words between it and the
//! greatest one are halved: one comparison a word and one sum over the warp each time. It ends when as few are left
//! as two for each lane, or when the border is the last word itself, which more elements are equal to than there is
//! room for; of those the first ones are taken. What is left is put in order in registers, by exchanges between
//! lanes.

use super::topk::{PART, rank};
use crate::prelude::*;
use crate::{Result, TensorView2, TensorViewMut2};

/// Warps of a block.
const WARPS: usize = 4;

/// Words of a lane, and so columns of a row at most: as many times 32.
const WORDS: usize = 32;

/// Elements that are put in order: two a lane.
const MOST: usize = 64;

/// The most elements that are given.
pub(super) const COUNT: usize = 32;

/// The most columns.
pub(super) const COLUMNS: usize = 32 * WORDS;

/// A word in whose order the numbers are, as [`super::topk`] has them, without a branch.
#[device]
fn ordered<T: Float>(x: T) -> u32 {
    let x = x.to_f32();
    let bits = if x == 0.0 { 0 } else { x.to_bits() };
    let above = bits | 0x8000_0000;
    let word = if bits >> 31 == 1 { !bits } else { above };
    if x.is_nan() { u32::MAX } else { word }
}

/// How many of the warp's words reach this one; called by all lanes.
#[device]
fn reached(words: &[u32; WORDS], border: u32) -> u32 {
    let mut own = 0u32;
    for k in 0..WORDS {
        if words[k] >= border {
            own += 1;
        }
    }
    warp::sum(own)
}

/// A word that `count` of the warp's words reach, and 64 at most or else none above it that as many reach; called by
/// all lanes. No word is asked for that is 0.
#[device]
fn border(words: &[u32; WORDS], count: u32) -> u32 {
    let mut own = 0u32;
    for k in 0..WORDS {
        own = own.max(words[k]);
    }
    let mut low = warp::min(own).max(1);
    let mut high = warp::max(own);
    let mut found = reached(words, low);
    while found > 64 && low < high {
        let middle = high - (high - low) / 2;
        let above = reached(words, middle);
        if above >= count {
            low = middle;
            found = above;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The warp's row as words, of which lane `l` has those of columns `l`, `l + 32` and so on; what lies past the row's
/// end is 0. They go by way of `all`, so that the loop keeps the places of eight loads and not of 32.
///
/// # Safety
///
/// From `start` on `x` has `columns` elements `apart` from each other, and `all` has 1024 for each warp.
#[device(unchecked)]
unsafe fn words_of_row<T: Float>(
    x: &[T],
    [start, apart]: [usize; 2],
    columns: usize,
    all: &mut [u32; WARPS * COLUMNS],
) -> [u32; WORDS] {
    let first = warp_id() * COLUMNS;
    let mut column = lane_id();
    while column < COLUMNS {
        let mut own = [T::ZERO; 8];
        for k in 0..8 {
            own[k] = x[if column + k * 32 < columns { start + (column + k * 32) * apart } else { start }];
        }
        for k in 0..8 {
            let inside = column + k * 32 < columns;
            all[first + column + k * 32] = if inside { ordered(own[k]) } else { 0 };
        }
        column += 256;
    }
    let mut words = [0u32; WORDS];
    for k in 0..WORDS {
        words[k] = all[first + lane_id() + k * 32];
    }
    words
}

/// Puts the ranks of the words above `least` into the warp's 64 of `ranks`, then those of the first ones that equal
/// it, as many as there is room for. The others stay 0. Only the loop that counts is written out, and reads registers.
///
/// # Safety
///
/// All lanes call it, with their words, which `all` has too, and the same `least`, above which there are fewer than 64.
#[device(unchecked)]
unsafe fn take(
    words: &[u32; WORDS],
    all: &[u32; WARPS * COLUMNS],
    least: u32,
    ranks: &mut [u64; WARPS * MOST],
) {
    let (start, lane) = (warp_id() * MOST, lane_id());
    ranks[start + lane] = 0;
    ranks[start + 32 + lane] = 0;
    warp::sync();
    let mut above = 0u32;
    for k in 0..WORDS {
        if words[k] > least {
            above += 1;
        }
    }
    let mut to = warp::exclusive_sum(above);
    let mut taken = warp::sum(above);
    let mut column = lane;
    while column < COLUMNS {
        let word = all[warp_id() * COLUMNS + column];
        let equal = warp::ballot(word == least);
        let among = taken + (equal & ((1u32 << lane_id()) - 1)).count_ones();
        let at = if word > least { to } else { among };
        if word >= least && at < 64 {
            ranks[start + at as usize] = rank(word, column);
        }
        if word > least {
            to += 1;
        }
        taken += equal.count_ones();
        column += 32;
    }
    warp::sync();
}

/// Of each lane's rank and that of the lane `apart` from it the greater one, or the lesser one.
#[device]
fn exchanged(rank: u64, apart: usize, greater: bool) -> u64 {
    let other = warp::shuffle_xor(rank, apart as u32);
    if (rank < other) == greater { other } else { rank }
}

/// The first 32 of a warp's 64 ranks in descending order, one a lane: runs that are in order, ascending and
/// descending in turn, are merged to runs twice as long, by exchanges between lanes half a run apart, then a quarter,
/// and so on.
#[device]
fn in_order(first: u64, second: u64) -> u64 {
    let (mut first, mut second) = (first, second);
    let lane = lane_id();
    let mut wide = 2;
    while wide <= 32 {
        let mut apart = wide / 2;
        while apart > 0 {
            let lower = lane & apart == 0;
            first = exchanged(first, apart, lower == (lane & wide == 0));
            second = exchanged(second, apart, lower == ((lane + 32) & wide == 0));
            apart /= 2;
        }
        wide *= 2;
    }
    // The last run is of both: of two ranks a lane has the greater one goes on.
    first = first.max(second);
    let mut apart = 16;
    while apart > 0 {
        first = exchanged(first, apart, lane & apart == 0);
        apart /= 2;
    }
    first
}

/// Of each row of `x`, a warp, the `count` greatest elements and their columns, in descending order.
///
/// # Safety
///
/// `x` has `rows` rows of `columns` elements, `steps[0]` apart, each `steps[1]` behind the one before; `values` has
/// rows of `count`, `steps[2]` and `steps[3]` apart, and `places` `steps[4]` and `steps[5]`. There is a block for
/// each four rows. `columns` is at most 1024, and `count` at most 32 and no more than `columns`.
#[kernel(block = 128, min_blocks = 8, unchecked)]
pub unsafe fn top_of_short_rows<T: Float>(
    x: &[T],
    rows: usize,
    columns: usize,
    count: usize,
    steps: [usize; 6],
    values: &mut [T],
    places: &mut [u32],
) {
    let ranks = shared::<[u64; WARPS * MOST]>();
    let all = shared::<[u32; WARPS * COLUMNS]>();
    let (lane, row) = (lane_id(), block_idx().x * WARPS + warp_id());
    if row < rows {
        let words = unsafe { words_of_row(x, [row * steps[0], steps[1]], columns, all) };
        let least = border(&words, count as u32);
        unsafe { take(&words, all, least, ranks) };
        let start = warp_id() * MOST + lane;
        let own = in_order(ranks[start], ranks[start + 32]);
        if lane < count {
            // What stands there: of zeros of both signs, whose words are equal, it is this one.
            let at = PART - 1 - (own as usize & (PART - 1));
            values[row * steps[2] + lane * steps[3]] = x[row * steps[0] + at * steps[1]];
            places[row * steps[4] + lane * steps[5]] = at as u32;
        }
    }
}

/// The greatest elements of rows of at most [`COLUMNS`], at most [`COUNT`] of each.
pub(super) fn short_rows<T: Float>(
    stream: &Stream,
    x: TensorView2<'_, T>,
    values: TensorViewMut2<'_, T>,
    places: TensorViewMut2<'_, u32>,
) -> Result<()> {
    let ([rows, columns], [_, count]) = (x.shape(), values.shape());
    let ((x, steps), (values, to), (places, also)) =
        (x.into_memory(), values.into_memory(), places.into_memory());
    let steps = [steps[0], steps[1], to[0], to[1], also[0], also[1]];
    // SAFETY: the views have so many elements so far apart, there is a block for each four rows, and the caller has no
    // more columns and asks for no more of them than the kernel takes.
    unsafe { top_of_short_rows::<T>(x, rows, columns, count, steps, values, places) }
        .blocks(rows.div_ceil(WARPS))
        .launch(stream)
}
