//! Scans: each element combined with all before it.
//!
//! # Lesson: blocks that wait for each other
//!
//! This one is a kernel of threads: what it shows, tiles cannot say. Each block loads a part of the array, and the last element of its
//! result depends on all parts before. One pass to add up the parts and a second one to scan them would read the array twice, and
//! memory is all that counts here. So the array is read once, and the blocks hand each other what they know (Merrill and
//! Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016). As soon as a block knows the sum of its own part it publishes that, and once it
//! knows the sum of everything up to its end it publishes that in its place. A block looks back until it meets such a prefix, adds the
//! sums in between, and has what stands before its part.
//!
//! Three things make it right. A block takes the number of its part from a counter when it begins: blocks start in no order, and one that
//! waits for a block which cannot start because all places are taken would wait for ever; tickets make sure that whoever is waited for
//! runs already. A state and its value are one word of 64 bits, written and read at once, so that nobody sees one without the other and nothing else has to be
//! ordered. And sums are added from the front to the back, from whichever prefix was found: a prefix is the one before it plus that block's
//! sum, so every way leads to the same additions in the same order, and floats give the same bits in every run.
//!
//! Within a block each thread scans 16 neighbours, which it cannot load itself: memory wants neighbouring threads to load neighbouring elements. So
//! they change places through shared memory, on the way in and on the way out, with a word of padding to each 32, without which 16
//! threads would meet in one bank.

use super::same_extents;
use crate::prelude::*;
use crate::{Result, TensorView1, TensorViewMut1};

/// Elements that a thread scans.
const ITEMS: usize = 16;

/// Threads of a block.
const THREADS: usize = 256;

/// Elements of a block's part.
const PART: usize = ITEMS * THREADS;

/// A number that goes into a word of 32 bits and comes out again, beside which there is room for a state: `f32`, `i32` and `u32`.
#[device]
pub trait Word: Num {
    /// The bits.
    fn to_word(self) -> u32;
    /// The number with these bits.
    fn from_word(word: u32) -> Self;
}

#[device]
impl Word for f32 {
    fn to_word(self) -> u32 {
        self.to_bits()
    }
    fn from_word(word: u32) -> f32 {
        f32::from_bits(word)
    }
}

#[device]
impl Word for u32 {
    fn to_word(self) -> u32 {
        self
    }
    fn from_word(word: u32) -> u32 {
        word
    }
}

#[device]
impl Word for i32 {
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
/// use kiln::kernels::{self, Associative};
/// use kiln::prelude::*;
///
/// #[derive(Clone, Copy, KernelType)]
/// struct Greatest(u8); // A type that a kernel's type parameter chooses needs a field.
///
/// #[device]
/// impl Associative<f32> for Greatest {
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
pub trait Associative<T> {
    /// What changes nothing, whichever side it stands on.
    fn identity() -> T;
    /// What stands in front, and what stands behind it, as one.
    fn combine(first: T, second: T) -> T;
}

/// Addition; integers wrap.
#[derive(Clone, Copy, Debug, KernelType)]
pub struct Sum(u8);

#[device]
impl<T: Num> Associative<T> for Sum {
    fn identity() -> T {
        T::ZERO
    }
    fn combine(first: T, second: T) -> T {
        first + second
    }
}

/// What a block has published: nothing, the sum of its part, or the sum of all up to its end.
const OWN: u64 = 1 << 32;
const PREFIX: u64 = 2 << 32;

/// What stands before part `part`, of what others publish; called by the 32 lanes of a warp. A turn looks at 128 parts.
#[device]
fn look_back<T: Word, O: Associative<T> + KernelType>(part: usize, states: &[AtomicU64]) -> T {
    let lane = lane_id();
    loop {
        let mut found = [0u64; 4];
        for k in 0..4 {
            let distance = k * 32 + lane;
            // Before the first part there is nothing to wait for.
            found[k] =
                if distance < part { states[part - 1 - distance].load(Ordering::Relaxed) } else { PREFIX };
        }
        // The nearest prefix, and whether all parts from there on have their sums.
        let mut nearest = 128usize;
        let mut ready = true;
        for k in 0..4 {
            let prefixes = warp::ballot(found[k] >= PREFIX);
            let missing = warp::ballot(found[k] == 0);
            if nearest == 128 {
                let until = prefixes.trailing_zeros();
                ready = ready && missing.trailing_zeros() >= until;
                if prefixes != 0 {
                    nearest = k * 32 + until as usize;
                }
            }
        }
        if ready && nearest < 128 {
            let mut before = O::identity();
            for k in (0..4).rev() {
                if k * 32 <= nearest {
                    let counts = k * 32 + lane <= nearest && k * 32 + lane < part;
                    let own = if counts { <T as Word>::from_word(found[k] as u32) } else { O::identity() };
                    for distance in (0..32u32).rev() {
                        before = O::combine(before, warp::shuffle(own, distance));
                    }
                }
            }
            return before;
        }
    }
}

/// Scans by `O`, a block 4096 elements. `x` and `y` have their elements `steps.0` and `steps.1` apart.
///
/// # Safety
///
/// `x` and `y` have `len` elements so far apart; a block a part of 4096; `ticket` and `states`, one for each block, are zero.
#[kernel(block = 256, unchecked)]
pub unsafe fn scan_blocks<T: Word, O: Associative<T> + KernelType>(
    x: &[T],
    y: &mut [T],
    len: usize,
    steps: [usize; 2],
    ticket: &[AtomicU32],
    states: &[AtomicU64],
) {
    let items = shared::<[T; PART + PART / 32]>();
    let sums = shared::<[T; THREADS / 32]>();
    let before = shared::<[T; 1]>();
    let number = shared::<[u32; 1]>();
    let (t, lane, warp) = (thread_idx().x, lane_id(), warp_id());
    if t == 0 {
        number[0] = ticket[0].fetch_add(1, Ordering::Relaxed);
    }
    sync_threads();
    let part = number[0] as usize;
    let start = part * PART;
    let mut own = [O::identity(); ITEMS];
    if start + PART <= len {
        for k in 0..ITEMS {
            own[k] = x[(start + t) * steps[0] + k * (THREADS * steps[0])];
        }
    } else {
        for k in 0..ITEMS {
            if start + k * THREADS + t < len {
                own[k] = x[(start + k * THREADS + t) * steps[0]];
            }
        }
    }
    for k in 0..ITEMS {
        let i = k * THREADS + t;
        items[i + i / 32] = own[k];
    }
    sync_threads();
    let mut sum = O::identity();
    for k in 0..ITEMS {
        let i = t * ITEMS + k;
        own[k] = items[i + i / 32];
        sum = O::combine(sum, own[k]);
    }
    for step in 0..5u32 {
        let other = warp::shuffle_up(sum, 1 << step);
        if lane >= 1 << step {
            sum = O::combine(other, sum);
        }
    }
    if lane == 31 {
        sums[warp] = sum;
    }
    sync_threads();
    let (mut below, mut total) = (O::identity(), O::identity());
    for w in 0..THREADS / 32 {
        if w == warp {
            below = total;
        }
        total = O::combine(total, sums[w]);
    }
    if t == 0 && part > 0 {
        states[part].store(OWN | total.to_word() as u64, Ordering::Relaxed);
    }
    if warp == 0 {
        let prefix = if part > 0 { look_back::<T, O>(part, states) } else { O::identity() };
        if t == 0 {
            states[part].store(PREFIX | O::combine(prefix, total).to_word() as u64, Ordering::Relaxed);
            before[0] = prefix;
        }
    }
    sync_threads();
    let of_lanes = warp::shuffle_up(sum, 1);
    let mut running = O::combine(before[0], below);
    if lane > 0 {
        running = O::combine(running, of_lanes);
    }
    for k in 0..ITEMS {
        running = O::combine(running, own[k]);
        let i = t * ITEMS + k;
        items[i + i / 32] = running;
    }
    sync_threads();
    for k in 0..ITEMS {
        let i = k * THREADS + t;
        if start + i < len {
            y[(start + t) * steps[1] + k * (THREADS * steps[1])] = items[i + i / 32];
        }
    }
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
pub fn cumsum<'a, T: Word>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    scan::<T, Sum>(stream, x, y)
}

/// `y[i]` is `x[0]` to `x[i]`, combined by `O`, as [`Associative`] shows. The order is the same in every run.
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents differ, and what a launch gives.
pub fn scan<'a, T: Word, O: Associative<T> + KernelType>(
    stream: &Stream,
    x: impl Into<TensorView1<'a, T>>,
    y: impl Into<TensorViewMut1<'a, T>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    same_extents("scan", "y", x.extents(), y.extents())?;
    let [len] = x.extents();
    if len == 0 {
        return Ok(());
    }
    let parts = len.div_ceil(PART);
    let ((x, from), (y, to)) = (x.into_memory(), y.into_memory());
    let mut ticket = stream.alloc_zeroed::<u32>(1)?;
    let mut states = stream.alloc_zeroed::<u64>(parts)?;
    // SAFETY: the views have `len` elements so far apart, there are as many blocks as parts and states, and all states are zero.
    unsafe { scan_blocks::<T, O>(x, y, len, [from, to], &mut ticket, &mut states) }
        .blocks(parts)
        .launch(stream)
}
