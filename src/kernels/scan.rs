//! Scans: each element combined with all before it.
//!
//! # Lesson: blocks that wait for each other
//!
//! This one is a kernel of threads: what it shows, tiles cannot say. Each block loads a part of the array, and the
//! last element of its result depends on all parts before. One pass to add up the parts and a second one to scan
//! them would read the array twice, and memory is all that counts here. So the array is read once, and the blocks
//! hand each other what they know, as in Merrill and Garland, "Single-pass parallel prefix scan with decoupled
//! look-back", 2016: a block publishes the sum of its own part as soon as it knows it, and looks back for what
//! stands before.
//!
//! Here what stands before is read off the part's number, written with base 32. The last digit counts parts since
//! the last whole 32: each has published its sum. The digit before counts groups of 32, of which the last block of
//! each publishes the sum. And of all before that, 1024 parts at a time, the last block of each 1024 publishes the
//! sum from the very beginning. The sums of the two newest whole groups would come last, since their blocks wait for
//! others themselves: those groups too are read part by part. So a block waits for at most 95 sums, 31 sums of groups
//! and one prefix, which the lanes of a warp read at once; no chain leads through all parts. And since which sums are
//! added in which order follows from the number alone, floats give the same bits in every run.
//!
//! Two things make it right. A block takes the number of its part from a counter when it begins: blocks start in no
//! order, and one that waits for a block which cannot start because all places are taken would wait for ever;
//! tickets make sure that whoever is waited for runs already. And a sum and the mark that it is there are one word
//! of 64 bits, written and read at once, so that nobody sees one without the other and nothing else has to be
//! ordered.
//!
//! What a block waits for in the end is memory, and it holds its place on the multiprocessor all the while. So each
//! block also asks for the part that a block some way behind it in the queue will load, without waiting for it: that
//! one finds it in the second-level cache. A block that is there a third of its time is what that takes, so it asks a
//! third as many parts ahead as there are blocks at once.
//!
//! Within a block each thread scans 32 neighbors, which it cannot load itself: memory wants neighboring threads
//! to load neighboring elements. So they change places through shared memory, on the way in and on the way out,
//! with a word of padding to each 32, without which 32 threads would meet in one bank. All places of a thread are a
//! constant distance apart: with one register for all of them, its 32 elements are loaded at once into the others.

use super::same_extents;
use crate::prelude::*;
use crate::{Result, TensorView1, TensorViewMut1};

/// Elements that a thread scans.
const ITEMS: usize = 32;

/// Threads of a block.
const THREADS: usize = 256;

/// Elements of a block's part.
const PART: usize = ITEMS * THREADS;

/// Threads' distance in shared memory, with the padding of those between.
const STRIDE: usize = THREADS + THREADS / 32;

/// Parts of an array from which on blocks ask for parts ahead. Of a shorter one most is loaded by blocks that run at
/// once.
const MANY: usize = 2048;

/// A number that goes into a word of 32 bits and comes out again, beside which there is room for a state: `f32`,
/// `i32` and `u32`.
#[device]
pub trait ScanElement: Num {
    /// The bits.
    fn to_word(self) -> u32;
    /// The number with these bits.
    fn from_word(word: u32) -> Self;
}

#[device]
impl ScanElement for f32 {
    fn to_word(self) -> u32 {
        self.to_bits()
    }
    fn from_word(word: u32) -> f32 {
        f32::from_bits(word)
    }
}

#[device]
impl ScanElement for u32 {
    fn to_word(self) -> u32 {
        self
    }
    fn from_word(word: u32) -> u32 {
        word
    }
}

#[device]
impl ScanElement for i32 {
    fn to_word(self) -> u32 {
        self as u32
    }
    fn from_word(word: u32) -> i32 {
        word as i32
    }
}

/// A function that [`scan`] combines elements by: associative, and need not be commutative.
///
/// ```
/// use kiln::kernels::{self, ScanOp};
/// use kiln::prelude::*;
///
/// #[derive(Clone, Copy, KernelType)]
/// struct Greatest(u8); // A type that a kernel's type parameter chooses needs a field.
///
/// #[device]
/// impl ScanOp<f32> for Greatest {
///     fn identity() -> f32 {
///         f32::NEG_INFINITY
///     }
///     fn combine(first: f32, second: f32) -> f32 {
///         first.max(second)
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor1::from_slice(&stream, &[1.0, 3.0, 2.0, 5.0, 4.0])?;
/// let mut y = Tensor1::zeros(&stream, 5)?;
/// kernels::scan::<_, Greatest>(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [1.0, 3.0, 3.0, 5.0, 5.0]);
/// # Ok(())
/// # }
/// ```
#[device]
pub trait ScanOp<T> {
    /// What changes nothing, whichever side it stands on.
    fn identity() -> T;
    /// What stands in front, and what stands behind it, as one.
    fn combine(first: T, second: T) -> T;
}

/// Addition; integers wrap.
#[derive(Clone, Copy, Debug, KernelType)]
pub struct Sum(u8);

#[device]
impl<T: Num> ScanOp<T> for Sum {
    fn identity() -> T {
        T::ZERO
    }
    fn combine(first: T, second: T) -> T {
        first + second
    }
}

/// The mark of a sum that is there.
const THERE: u64 = 1 << 32;

/// All of a warp's lanes combined, in order.
#[device]
fn folded<T: ScanElement, O: ScanOp<T> + KernelType>(value: T) -> T {
    let mut all = value;
    for step in 0..5u32 {
        let behind = warp::shuffle_down(all, 1 << step);
        if lane_id() + (1 << step) < 32 {
            all = O::combine(all, behind);
        }
    }
    warp::broadcast(all, 0)
}

/// The number of a block's part, from the counter of parts that were begun; called by all of its threads.
///
/// # Safety
///
/// There is a counter.
#[device(unchecked)]
pub(super) unsafe fn take(ticket: &[AtomicU64]) -> u32 {
    let number = shared::<[u32; 1]>();
    if thread_idx().x == 0 {
        number[0] = ticket[0].fetch_add(1, Ordering::Relaxed) as u32;
    }
    sync_threads();
    number[0]
}

/// Of each lane of a warp, what it and those before it have, combined.
#[device]
fn scanned<T: ScanElement, O: ScanOp<T> + KernelType>(value: T) -> T {
    let mut all = value;
    for step in 0..5u32 {
        let other = warp::shuffle_up(all, 1 << step);
        if lane_id() >= 1 << step {
            all = O::combine(other, all);
        }
    }
    all
}

/// What stands before part `part` of `parts`, whose own sum is `own`; called by the 32 lanes of a warp. `sums` has
/// those of parts, behind them those of groups, and behind these what is before each 1024 parts but the first.
///
/// # Safety
///
/// `sums` has as much as that.
#[device(unchecked)]
unsafe fn before<T: ScanElement, O: ScanOp<T> + KernelType>(
    part: u32,
    own: T,
    parts: u32,
    sums: &[AtomicU64],
) -> T {
    let (lane, digit, group) = (lane_id() as u32, part % 32, part / 32);
    // Groups that are read by their sums, and how many times 1024 parts those before them have.
    let whole = group.saturating_sub(2);
    let rest = whole / 32;
    let groups = parts;
    let all = parts + parts.div_ceil(32);
    if lane == 0 {
        sums[part as usize].store(THERE | own.to_word() as u64, Ordering::Relaxed);
    }
    // What there is nothing to wait for is there.
    let mut near = if lane < digit { 0 } else { THERE };
    let mut last = if group > 0 { 0 } else { THERE };
    let mut second = if group > 1 { 0 } else { THERE };
    let mut far = if lane < whole % 32 { 0 } else { THERE };
    let mut first = if rest > 0 { 0 } else { THERE };
    let mut of_group = O::identity();
    let mut told = false;
    loop {
        if near == 0 {
            near = sums[(part - digit + lane) as usize].load(Ordering::Relaxed);
        }
        if last == 0 {
            last = sums[(group * 32 - 32 + lane) as usize].load(Ordering::Relaxed);
        }
        if second == 0 {
            second = sums[(group * 32 - 64 + lane) as usize].load(Ordering::Relaxed);
        }
        if far == 0 {
            far = sums[(groups + whole - whole % 32 + lane) as usize].load(Ordering::Relaxed);
        }
        if first == 0 {
            first = sums[(all + rest - 1) as usize].load(Ordering::Relaxed);
        }
        if !told && warp::all(near != 0) {
            let sum = if lane < digit { <T as ScanElement>::from_word(near as u32) } else { O::identity() };
            of_group = folded::<T, O>(sum);
            if digit == 31 && lane == 0 {
                let sum = O::combine(of_group, own);
                sums[(groups + group) as usize].store(THERE | sum.to_word() as u64, Ordering::Relaxed);
            }
            told = true;
        }
        if told && warp::all(last != 0 && second != 0 && far != 0 && first != 0) {
            let sum =
                if lane < whole % 32 { <T as ScanElement>::from_word(far as u32) } else { O::identity() };
            let mut before = folded::<T, O>(sum);
            if rest > 0 {
                before = O::combine(<T as ScanElement>::from_word(first as u32), before);
            }
            if group > 1 {
                before = O::combine(before, folded::<T, O>(<T as ScanElement>::from_word(second as u32)));
            }
            if group > 0 {
                before = O::combine(before, folded::<T, O>(<T as ScanElement>::from_word(last as u32)));
            }
            before = O::combine(before, of_group);
            if part % 1024 == 1023 && lane == 0 {
                let sum = O::combine(before, own);
                sums[(all + part / 1024) as usize].store(THERE | sum.to_word() as u64, Ordering::Relaxed);
            }
            return before;
        }
    }
}

/// Loads a part into shared memory, neighbors by neighboring threads; past its end stands what changes nothing. Asks
/// for what lies `further` behind it, unless that is 0.
///
/// # Safety
///
/// `x` has `count` elements from `start` on, `step` apart where `STEPS` is 1, and a whole part `further` behind that.
#[device(unchecked)]
unsafe fn load_part<T: ScanElement, O: ScanOp<T> + KernelType, const STEPS: usize>(
    x: &[T],
    start: usize,
    count: usize,
    step: usize,
    further: u32,
    items: &mut [T; STRIDE * ITEMS],
) {
    let t = thread_idx().x;
    let (from, to) = (start + t, t + t / 32);
    if count == PART {
        let mut own = [O::identity(); ITEMS];
        for k in 0..ITEMS {
            let at = from + k * THREADS;
            own[k] = x[if STEPS == 1 { at * step } else { at }];
        }
        // A thread a line, behind the block's own loads, which come first.
        if STEPS == 0 && further > 0 {
            prefetch(&x[start + further as usize + t * ITEMS]);
        }
        for k in 0..ITEMS {
            items[to + k * STRIDE] = own[k];
        }
    } else {
        let mut i = t;
        while i < PART {
            let at = start + i;
            items[i + i / 32] =
                if i < count { x[if STEPS == 1 { at * step } else { at }] } else { O::identity() };
            i += THREADS;
        }
    }
}

/// Stores a part from shared memory, neighbors by neighboring threads.
///
/// # Safety
///
/// `y` has `count` elements from `start` on, `step` apart where `STEPS` is 1.
#[device(unchecked)]
unsafe fn store_part<T: ScanElement, const STEPS: usize>(
    items: &[T; STRIDE * ITEMS],
    start: usize,
    count: usize,
    step: usize,
    y: &mut [T],
) {
    let t = thread_idx().x;
    let (from, to) = (t + t / 32, start + t);
    if count == PART {
        for k in 0..ITEMS {
            let at = to + k * THREADS;
            y[if STEPS == 1 { at * step } else { at }] = items[from + k * STRIDE];
        }
    } else {
        let mut i = t;
        while i < count {
            let at = start + i;
            y[if STEPS == 1 { at * step } else { at }] = items[i + i / 32];
            i += THREADS;
        }
    }
}

/// Scans by `O`, a block 8192 elements. Where `STEPS` is 1 elements of `x` lie `steps[0]` apart, and of `y` `steps[1]`.
///
/// # Safety
///
/// `x` and `y` have `len` elements so far apart; a block a part of 8192, and asks for the one `ahead` parts further;
/// `states` are zero, one for each part, behind them one for each 32 parts and one for each 1024, and one at the end.
#[kernel(block = 256, min_blocks = 6, unchecked)]
pub unsafe fn scan_blocks<T: ScanElement, O: ScanOp<T> + KernelType, const STEPS: usize>(
    x: &[T],
    y: &mut [T],
    len: usize,
    steps: [usize; 2],
    ahead: u32,
    states: &[AtomicU64],
) {
    let items = shared::<[T; STRIDE * ITEMS]>();
    let sums = shared::<[T; THREADS / 32]>();
    let first = shared::<[T; 1]>();
    let (t, lane, warp) = (thread_idx().x, lane_id(), warp_id());
    let part = unsafe { take(&states[states.len() - 1..]) };
    let parts = grid_dim().x as u32;
    let start = part as usize * PART;
    // Elements of this part.
    let count = if len - start < PART { len - start } else { PART };
    let further = if part + ahead < parts - 1 { ahead * PART as u32 } else { 0 };
    unsafe { load_part::<T, O, STEPS>(x, start, count, steps[0], further, items) };
    sync_threads();
    let mut sum = O::identity();
    for k in 0..ITEMS {
        sum = O::combine(sum, items[t * (ITEMS + 1) + k]);
        items[t * (ITEMS + 1) + k] = sum;
    }
    sum = scanned::<T, O>(sum);
    if lane == 31 {
        sums[warp] = sum;
    }
    let of_lanes = warp::shuffle_up(sum, 1);
    sync_threads();
    // What is in the part before this thread, and in all of it.
    let (mut below, mut total) = (O::identity(), O::identity());
    for w in 0..THREADS / 32 {
        if w == warp {
            below = total;
        }
        total = O::combine(total, sums[w]);
    }
    if lane > 0 {
        below = O::combine(below, of_lanes);
    }
    if warp == 0 {
        let before = unsafe { before::<T, O>(part, total, parts, states) };
        if t == 0 {
            first[0] = before;
        }
    }
    sync_threads();
    below = O::combine(first[0], below);
    for k in 0..ITEMS {
        items[t * (ITEMS + 1) + k] = O::combine(below, items[t * (ITEMS + 1) + k]);
    }
    sync_threads();
    unsafe { store_part::<T, STEPS>(items, start, count, steps[1], y) };
}

/// `y[i] = x[0] + .. + x[i]`, of `f32`, `i32` or `u32`; integers wrap. Floats are added in the same order in every run.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor1::from_slice(&stream, &[1, 2, 3, 4])?;
/// let mut y = Tensor1::zeros(&stream, 4)?;
/// kernels::cumsum(&stream, &x, &mut y)?;
/// assert_eq!(y.download(&stream)?, [1, 3, 6, 10]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents differ, and what a launch gives.
pub fn cumsum<'a, T: ScanElement>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    scan::<T, Sum>(stream, x, y)
}

/// `y[i]` is `x[0]` to `x[i]`, combined by `O`, as [`ScanOp`] shows. The order is the same in every run.
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents differ, and what a launch gives.
pub fn scan<'a, T: ScanElement, O: ScanOp<T> + KernelType>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    same_extents("scan", "y", x.shape(), y.shape())?;
    let [len] = x.shape();
    if len == 0 {
        return Ok(());
    }
    let parts = len.div_ceil(PART);
    let ((x, from), (mut y, to)) = (x.into_memory(), y.into_memory());
    let mut states = stream.alloc_zeroed::<u64>(parts + parts.div_ceil(32) + parts.div_ceil(1024) + 1)?;
    // SAFETY: the views have `len` elements so far apart, there are as many blocks as parts, and zeros for all of them.
    unsafe {
        if (from, to) == (1, 1) {
            // As many parts as there are is behind the end: nothing is asked for.
            let ahead = if parts < MANY {
                parts as u32
            } else {
                let any = scan_blocks::<T, O, 0>(x, &mut y, len, [1, 1], 0, &mut states);
                any.occupancy(stream.device())?.blocks() as u32 / 3
            };
            scan_blocks::<T, O, 0>(x, y, len, [1, 1], ahead, &mut states).blocks(parts).launch(stream)
        } else {
            scan_blocks::<T, O, 1>(x, y, len, [from, to], 0, &mut states).blocks(parts).launch(stream)
        }
    }
}
