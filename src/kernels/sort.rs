//! Arrays in order.
//!
//! # Lesson: a digit at a time
//!
//! Sorting by comparisons moves elements log₂ n times. A radix sort moves them four times: by the lowest eight bits
//! of their keys, then by the next eight, and since each pass keeps elements with equal digits in the order that
//! they came in, after the fourth they are in order. Where an element goes is counted, and not compared: behind all
//! smaller digits of the whole array, behind all equal ones before its part of the array, and behind those before
//! it in the part.
//!
//! The first of these numbers is counted once for all passes ([`radix_counts`]), in shared memory first, since 256
//! counters for the whole grid would be a queue. The second one is a [scan](super::scan) across the parts, one for
//! each digit, with the same look-back: each of the 256 threads of a block looks back for a digit of its own
//! (Adinets and Merrill, "Onesweep", 2022). The third comes from the lanes of a warp, which ask each other in one
//! instruction who has the same digit.
//!
//! Elements of a part that go to one place are put side by side in shared memory before they are stored: memory
//! wants neighbouring threads to store to neighbouring places.
//!
//! Numbers become keys whose bits are in order as unsigned numbers are: of an `i32` the sign changes; of an `f32`
//! too, and of a negative one all other bits, since the larger its magnitude, the less it is.

use super::scan::take;
use super::{Word, same_extents};
use crate::prelude::*;
use crate::{Error, Result, TensorView1, TensorViewMut1};

/// Elements of a block's part: 16 for each of 256 threads.
const PART: usize = 4096;

/// A number with a key, whose bits are in the order of the numbers.
#[device]
pub trait Sorted: Word {
    /// The key. `-0.0` comes before `0.0`; NaN comes first or last, by its sign.
    fn key(self) -> u32;
}

#[device]
impl Sorted for f32 {
    fn key(self) -> u32 {
        let bits = self.to_bits();
        if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 }
    }
}

#[device]
impl Sorted for i32 {
    fn key(self) -> u32 {
        self as u32 ^ 0x8000_0000
    }
}

#[device]
impl Sorted for u32 {
    fn key(self) -> u32 {
        self
    }
}

/// How often each digit occurs in each of the four places: 256 counters for each.
#[kernel(block = 256)]
pub fn radix_counts<T: Sorted>(x: &[T], len: usize, step: usize, flip: u32, counts: &[AtomicU32]) {
    let own = shared::<[AtomicU32; 1024]>();
    let t = thread_idx().x;
    for k in 0..4 {
        own[k * 256 + t].store(0, Ordering::Relaxed);
    }
    sync_threads();
    for i in (global_id()..len).step_by(grid_dim().x * 256) {
        let key = x[i * step].key() ^ flip;
        for k in 0..4 {
            own[k * 256 + ((key >> (8 * k as u32)) & 255) as usize].fetch_add(1, Ordering::Relaxed);
        }
    }
    sync_threads();
    for k in 0..4 {
        counts[k * 256 + t].fetch_add(own[k * 256 + t].load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// What a block has published of a digit: nothing, how often its part has it, or how often all parts up to it have it.
const OWN: u32 = 1 << 30;
const PREFIX: u32 = 2 << 30;
const COUNT: u32 = OWN - 1;

/// How often parts before `part` have this thread's digit.
#[device]
fn count_before(part: usize, digit: usize, states: &[AtomicU32]) -> u32 {
    let mut before = 0;
    let mut at = part;
    while at > 0 {
        let state = states[(at - 1) * 256 + digit].load(Ordering::Relaxed);
        if state != 0 {
            before += state & COUNT;
            at = if state >= PREFIX { 0 } else { at - 1 };
        }
    }
    before
}

/// How many elements with the same digit stand before each of a thread's, in what the warp has; and in `mine`, which
/// is zero before, how often each of the eight warps has each digit.
///
/// # Safety
///
/// All 256 threads of a block call it.
#[device(unchecked)]
unsafe fn count_in_warp(keys: &[u32; 16], shift: u32, mine: &mut [u32; 8 * 256], ranks: &mut [u32; 16]) {
    for k in 0..16 {
        let d = warp_id() * 256 + ((keys[k] >> shift) & 255) as usize;
        let same = warp::match_any(d as u32);
        let before = mine[d];
        let below = (same & ((1u32 << lane_id()) - 1)).count_ones();
        ranks[k] = before + below;
        warp::sync();
        if below == 0 {
            mine[d] = before + same.count_ones();
        }
        warp::sync();
    }
}

/// Each thread has a digit, which the whole array has `count` times. In `mine` stands how often each of the eight warps
/// has it, and afterwards where its elements with that digit begin in the part; what is given leads from there to where
/// they begin in the array.
///
/// # Safety
///
/// All 256 threads of a block call it, for the same part; `states` has 256 for each part.
#[device(unchecked)]
unsafe fn add_up(part: usize, count: u32, mine: &mut [u32; 8 * 256], states: &[AtomicU32]) -> u32 {
    let t = thread_idx().x;
    let mut total = 0;
    for w in 0..8 {
        let of_warp = mine[w * 256 + t];
        mine[w * 256 + t] = total;
        total += of_warp;
    }
    let state = part * 256 + t;
    states[state].store(if part == 0 { PREFIX | total } else { OWN | total }, Ordering::Relaxed);
    let in_part = block::exclusive_sum(total);
    let in_all = block::exclusive_sum(count);
    let before = count_before(part, t, states);
    states[state].store(PREFIX | (before + total), Ordering::Relaxed);
    for w in 0..8 {
        mine[w * 256 + t] += in_part;
    }
    in_all + before - in_part
}

/// One pass: `x` by its digit number `digit`, into `y`. Where `PLACES` is 1, also what stands beside each in
/// `from`, into `to`; in the first pass that is its place.
///
/// # Safety
///
/// `x` has `len` elements `steps[0]` apart and `y` so many `steps[1]` apart, fewer than 2³⁰; `from` and `to` have
/// `len` where `PLACES` is 1; a block a part of 4096; `counts` is what [`radix_counts`] gives; `ticket` and
/// `states`, 256 for each block, are zero.
#[kernel(block = 256, unchecked)]
pub unsafe fn radix_pass<T: Sorted, const PLACES: usize>(
    x: &[T],
    from: &[u32],
    y: &mut [T],
    to: &mut [u32],
    len: usize,
    steps: [usize; 2],
    digit: usize,
    flip: u32,
    counts: &[u32],
    ticket: &[AtomicU64],
    states: &[AtomicU32],
) {
    let mine = shared::<[u32; 8 * 256]>();
    let values = shared::<[T; PART]>();
    let places = shared::<[u32; PART]>();
    let first = shared::<[u32; 256]>();
    let (t, lane, warp, shift) = (thread_idx().x, lane_id(), warp_id(), digit as u32 * 8);
    for k in 0..8 {
        mine[k * 256 + t] = 0;
    }
    let part = unsafe { take(ticket) } as usize;
    let start = part * PART;
    // What lies past the end has the last key, and so comes last.
    let (mut own, mut keys, mut ranks) = ([T::ZERO; 16], [u32::MAX; 16], [0u32; 16]);
    for k in 0..16 {
        let i = start + warp * 512 + k * 32 + lane;
        if i < len {
            own[k] = x[i * steps[0]];
            keys[k] = own[k].key() ^ flip;
        }
    }
    unsafe { count_in_warp(&keys, shift, mine, &mut ranks) };
    sync_threads();
    first[t] = unsafe { add_up(part, counts[digit * 256 + t], mine, states) };
    sync_threads();
    for k in 0..16 {
        let at = mine[warp * 256 + ((keys[k] >> shift) & 255) as usize] + ranks[k];
        let i = start + warp * 512 + k * 32 + lane;
        values[at as usize] = own[k];
        if PLACES == 1 && i < len {
            places[at as usize] = if digit == 0 { i as u32 } else { from[i] };
        }
    }
    sync_threads();
    for k in 0..16 {
        let i = k * 256 + t;
        if start + i < len {
            let value = values[i];
            let at = (first[(((value.key() ^ flip) >> shift) & 255) as usize] + i as u32) as usize;
            y[at * steps[1]] = value;
            if PLACES == 1 {
                to[at] = places[i];
            }
        }
    }
}

/// The elements of `x` in ascending order, of `f32`, `i32` or `u32`; floats are ordered as [`f32::total_cmp`] does.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor1::from_slice(&stream, &[3.0f32, -1.0, 2.0])?;
/// let mut y = Tensor1::zeros(&stream, 3)?;
/// kernels::sort(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [-1.0, 2.0, 3.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents differ, or are 2³⁰ or more, and what a
/// launch gives.
pub fn sort<'a, T: Sorted>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    passes::<T, 0>(stream, x.into(), y.into(), None, 0)
}

/// As [`sort`], in descending order.
///
/// # Errors
///
/// As [`sort`].
pub fn sort_descending<'a, T: Sorted>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    passes::<T, 0>(stream, x.into(), y.into(), None, u32::MAX)
}

/// As [`sort`], and where each element was: `y[i]` is `x[places[i]]`. Of equal elements the first comes first.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor1::from_slice(&stream, &[30, 10, 20, 10])?;
/// let (mut y, mut places) = (Tensor1::zeros(&stream, 4)?, stream.alloc_zeroed::<u32>(4)?);
/// kernels::sort_with_places(&stream, &x, &mut y, &mut places)?;
/// assert_eq!(y.download(&stream)?, [10, 10, 20, 30]);
/// assert_eq!(stream.download(&places)?, [1, 3, 2, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`sort`].
pub fn sort_with_places<'a, T: Sorted>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
    places: &mut Buffer<u32>,
) -> Result<()> {
    passes::<T, 1>(stream, x.into(), y.into(), Some(places), 0)
}

/// The four passes: from `x` to a buffer, to `y`, to the buffer, to `y`.
fn passes<T: Sorted, const PLACES: usize>(
    stream: &Stream,
    x: TensorView1<'_, T>,
    y: TensorViewMut1<'_, T>,
    places: Option<&mut Buffer<u32>>,
    flip: u32,
) -> Result<()> {
    same_extents("sort", "y", x.extents(), y.extents())?;
    let [len] = x.extents();
    if let Some(places) = &places {
        same_extents("sort", "places", [len], [places.len()])?;
    }
    if len >= COUNT as usize {
        let detail = format!("it has {len} elements, and places are counted up to {COUNT}");
        return Err(Error::TensorShape { kernel: "sort", parameter: "x", detail });
    }
    if len == 0 {
        return Ok(());
    }
    let parts = len.div_ceil(PART);
    let ((x, x_step), (mut y, y_step)) = (x.into_memory(), y.into_memory());
    let mut counts = stream.alloc_zeroed::<u32>(4 * 256)?;
    radix_counts::<T>(x, len, x_step, flip, &mut counts).blocks(parts.min(1024)).launch(stream)?;
    let mut between = stream.alloc_zeroed::<T>(len)?;
    // What is beside the elements, where that is asked for.
    let mut spare = stream.alloc_zeroed::<u32>(if PLACES == 1 { len } else { 1 })?;
    let mut none = stream.alloc_zeroed::<u32>(1)?;
    let places = places.unwrap_or(&mut none);
    let mut tickets = stream.alloc_zeroed::<u64>(4)?;
    for digit in 0..4 {
        let mut states = stream.alloc_zeroed::<u32>(parts * 256)?;
        let ticket = tickets.slice_mut(digit..=digit)?;
        macro_rules! pass {
            ($x:expr, $from:expr, $y:expr, $to:expr, $steps:expr) => {
                // SAFETY: the elements lie so far apart, there is a block for each part, and all states are zero.
                unsafe { radix_pass::<T, PLACES>($x, $from, $y, $to, len, $steps, digit, flip, &counts, ticket, &mut states) }
                    .blocks(parts)
                    .launch(stream)?
            };
        }
        match digit {
            0 => pass!(x, &*places, &mut between, &mut spare, [x_step, 1]),
            2 => pass!(y.as_slice(), &*places, &mut between, &mut spare, [y_step, 1]),
            _ => pass!(&between, &spare, y.reborrow(), &mut *places, [1, y_step]),
        }
    }
    Ok(())
}
