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
//! (Adinets and Merrill, "Onesweep", 2022). The third comes from the lanes of a warp, which vote on each bit of their
//! digits to find out who has the same one.
//!
//! Elements of a part that go to one place are put side by side in shared memory before they are stored: memory
//! wants neighboring threads to store to neighboring places.
//!
//! Numbers become keys whose bits are in order as unsigned numbers are: of an `i32` the sign changes; of an `f32`
//! too, and of a negative one all other bits, since the larger its magnitude, the less it is.

use super::scan::take;
use super::{ScanElement, same_extents};
use crate::prelude::*;
use crate::{Error, Result, TensorView1, TensorViewMut1};

/// Elements of a block's part: 16 for each of 256 threads.
const PART: usize = 4096;

/// A number with a key, whose bits are in the order of the numbers.
#[device]
pub trait SortKey: ScanElement {
    /// The key. `-0.0` comes before `0.0`; NaN comes first or last, by its sign.
    fn key(self) -> u32;
    /// The number with this key.
    fn of_key(key: u32) -> Self;
}

#[device]
impl SortKey for f32 {
    fn key(self) -> u32 {
        let bits = self.to_bits();
        if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 }
    }

    fn of_key(key: u32) -> f32 {
        f32::from_bits(if key >> 31 == 1 { key & 0x7fff_ffff } else { !key })
    }
}

#[device]
impl SortKey for i32 {
    fn key(self) -> u32 {
        self as u32 ^ 0x8000_0000
    }

    fn of_key(key: u32) -> i32 {
        (key ^ 0x8000_0000) as i32
    }
}

#[device]
impl SortKey for u32 {
    fn key(self) -> u32 {
        self
    }

    fn of_key(key: u32) -> u32 {
        key
    }
}

/// How often each digit occurs in each of the four places: 256 counters for each.
#[kernel(block = 256)]
pub fn radix_counts<T: SortKey>(x: &[T], len: usize, step: usize, flip: u32, counts: &[AtomicU32]) {
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

/// How often parts before `part` have this thread's digit. Four are asked for at a time: each answer is as far away as
/// the others.
#[device]
fn count_before(part: usize, digit: usize, states: &[AtomicU32]) -> u32 {
    let (mut before, mut at) = (0, part);
    while at > 0 {
        let mut seen = [0; 4];
        for k in 0..4 {
            if k < at {
                seen[k] = states[(at - 1 - k) * 256 + digit].load(Ordering::Relaxed);
            }
        }
        let mut next = true;
        for state in seen {
            // What is not published yet is asked for again.
            next &= state != 0;
            if next {
                before += state & COUNT;
                next = state < PREFIX;
                at = if next { at - 1 } else { 0 };
            }
        }
    }
    before
}

/// The lanes of a warp that have this lane's digit. Eight votes are faster than [`warp::match_any`] where digits are of
/// all kinds.
#[device]
fn with_digit(digit: u32) -> u32 {
    let mut same = u32::MAX;
    for bit in 0..8u32 {
        let set = (digit >> bit) & 1 == 1;
        let lanes = warp::ballot(set);
        same &= if set { lanes } else { !lanes };
    }
    same
}

/// One pass: `x` by its digit number `digit`, into `y`. Where `PLACES` is 1, also what stands beside each in
/// `from`, into `to`; in the first pass that is its place. Where `APART` is 0, all steps are 1.
///
/// What waits for other blocks comes last: a part's counts are published before its elements are put in order, and
/// those of the parts before it are asked for after that. Four blocks a multiprocessor leave 64 registers a thread,
/// room for 16 keys and what stands beside them.
///
/// # Safety
///
/// `x` has `len` elements `steps[0]` apart and `y` so many `steps[1]` apart, fewer than 2³⁰; `from` and `to` have
/// `len` where `PLACES` is 1; a block a part of 4096; `counts` is what [`radix_counts`] gives; `ticket` and
/// `states`, 256 for each block, are zero.
#[kernel(block = 256, min_blocks = 4, unchecked)]
pub unsafe fn radix_pass<T: SortKey, const PLACES: usize, const APART: usize>(
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
    // How often each warp has each digit, and then where its next element with that digit goes.
    let mine = shared::<[AtomicU32; 8 * 256]>();
    let in_order = shared::<[u32; PART]>();
    let places = shared::<[u32; PART]>();
    let first = shared::<[u32; 256]>();
    let (t, lane, warp, shift) = (thread_idx().x, lane_id(), warp_id(), digit as u32 * 8);
    for k in 0..8 {
        mine[k * 256 + t].store(0, Ordering::Relaxed);
    }
    let part = unsafe { take(ticket) } as usize;
    let start = part * PART;
    let left = (len - start).min(PART) as u32;
    let own_start = warp * 512 + lane;
    let [x_step, y_step] = if APART == 1 { steps } else { [1, 1] };
    // What lies past the end has the last key, and so comes last.
    let mut keys = [u32::MAX; 16];
    let ahead = &x[(start + own_start).min(len - 1) * x_step..];
    for k in 0..16 {
        let i = own_start + k * 32;
        if (i as u32) < left {
            keys[k] = ahead[k * 32 * x_step].key() ^ flip;
        }
    }
    for k in 0..16 {
        mine[warp * 256 + ((keys[k] >> shift) & 255) as usize].fetch_add(1, Ordering::Relaxed);
    }
    sync_threads();
    // From here a thread has a digit, until the elements are put in order.
    let mut total = 0;
    for w in 0..8 {
        let of_warp = mine[w * 256 + t].load(Ordering::Relaxed);
        mine[w * 256 + t].store(total, Ordering::Relaxed);
        total += of_warp;
    }
    let state = part * 256 + t;
    states[state].store(if part == 0 { PREFIX | total } else { OWN | total }, Ordering::Relaxed);
    // Smaller digits of the array and of the part, added up at once.
    let smaller = block::exclusive_sum((counts[digit * 256 + t] as u64) << 32 | total as u64);
    let (in_all, in_part) = ((smaller >> 32) as u32, smaller as u32);
    for w in 0..8 {
        let before = mine[w * 256 + t].load(Ordering::Relaxed);
        mine[w * 256 + t].store(in_part + before, Ordering::Relaxed);
    }
    sync_threads();
    let mut ends = [0u32; 16];
    // The same number, of which compilers do not know it: they would keep sixteen addresses from above in registers.
    let shift = warp::broadcast(shift, 0);
    for k in 0..16 {
        let d = (keys[k] >> shift) & 255;
        let same = with_digit(d);
        let below = (same & ((1u32 << lane) - 1)).count_ones();
        let next = &mine[warp * 256 + d as usize];
        let begin = next.load(Ordering::Relaxed);
        warp::sync();
        if below == 0 {
            next.store(begin + same.count_ones(), Ordering::Relaxed);
        }
        warp::sync();
        ends[k] = begin + below;
        in_order[ends[k] as usize] = keys[k];
    }
    if PLACES == 1 {
        let mut beside = [0; 16];
        if digit == 0 {
            for k in 0..16 {
                beside[k] = (start + own_start + k * 32) as u32;
            }
        } else {
            let ahead = &from[(start + own_start).min(len - 1)..];
            for k in 0..16 {
                if ((own_start + k * 32) as u32) < left {
                    beside[k] = ahead[k * 32];
                }
            }
        }
        for k in 0..16 {
            places[ends[k] as usize] = beside[k];
        }
    }
    let before = count_before(part, t, states);
    states[state].store(PREFIX | (before + total), Ordering::Relaxed);
    first[t] = in_all + before - in_part;
    sync_threads();
    for k in 0..16 {
        let i = k * 256 + t;
        if (i as u32) < left {
            let key = in_order[i];
            let at = (first[((key >> shift) & 255) as usize] + i as u32) as usize;
            y[at * y_step] = T::of_key(key ^ flip);
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
pub fn sort<'a, T: SortKey>(
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
pub fn sort_descending<'a, T: SortKey>(
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
/// kernels::sort_with_indices(&stream, &x, &mut y, &mut places)?;
/// assert_eq!(y.download(&stream)?, [10, 10, 20, 30]);
/// assert_eq!(stream.download(&places)?, [1, 3, 2, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`sort`].
pub fn sort_with_indices<'a, T: SortKey>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
    places: &mut Buffer<u32>,
) -> Result<()> {
    passes::<T, 1>(stream, x.into(), y.into(), Some(places), 0)
}

/// The four passes: from `x` to a buffer, to `y`, to the buffer, to `y`.
fn passes<T: SortKey, const PLACES: usize>(
    stream: &Stream,
    x: TensorView1<'_, T>,
    y: TensorViewMut1<'_, T>,
    places: Option<&mut Buffer<u32>>,
    flip: u32,
) -> Result<()> {
    same_extents("sort", "y", x.shape(), y.shape())?;
    let [len] = x.shape();
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
    // SAFETY: the first pass writes each element, and what is beside it where that is asked for; the second reads them.
    let mut between = unsafe { stream.alloc_uninit::<T>(len)? };
    // SAFETY: as above.
    let mut spare = unsafe { stream.alloc_uninit::<u32>(if PLACES == 1 { len } else { 1 })? };
    let mut none = stream.alloc_zeroed::<u32>(1)?;
    let places = places.unwrap_or(&mut none);
    let mut tickets = stream.alloc_zeroed::<u64>(4)?;
    let mut states = stream.alloc_zeroed::<u32>(4 * parts * 256)?;
    for digit in 0..4 {
        let states = states.slice_mut(digit * parts * 256..(digit + 1) * parts * 256)?;
        let ticket = tickets.slice_mut(digit..=digit)?;
        macro_rules! pass {
            ($x:expr, $from:expr, $y:expr, $to:expr, $steps:expr) => {
                match $steps {
                    // SAFETY: the elements lie so far apart, there is a block for each part, and all states are zero.
                    [1, 1] => unsafe {
                        radix_pass::<T, PLACES, 0>($x, $from, $y, $to, len, [1, 1], digit, flip, &counts, ticket, states)
                            .blocks(parts)
                            .launch(stream)?
                    },
                    // SAFETY: as above.
                    steps => unsafe {
                        radix_pass::<T, PLACES, 1>($x, $from, $y, $to, len, steps, digit, flip, &counts, ticket, states)
                            .blocks(parts)
                            .launch(stream)?
                    },
                }
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
