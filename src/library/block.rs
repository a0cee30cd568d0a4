//! Operations of a whole block, of any shape: sums, scans, votes.
//!
//! Each is a barrier: all threads of the block come to the same call, and all get what it gives. Any number of
//! calls may follow each other without one between. Threads count by their linear index, x fastest.
//!
//! They are written in the kernel language, over the operations of a [`warp`](crate::warp): each warp combines its
//! threads' values, and the first warp what the others left in shared memory, at most 33 or 64 elements for each
//! function and type that a kernel calls. Floats are combined in that order on every device.
//!
//! ```
//! use kiln::prelude::*;
//!
//! /// The mean of each block's elements, and how many of them are above it.
//! #[kernel]
//! fn above_mean(x: &[f32], counts: &mut [u32]) {
//!     let i = global_id();
//!     let v = if i < x.len() { x[i] } else { 0.0 };
//!     let n = block::count_true(i < x.len());
//!     let mean = block::sum(v) / n as f32;
//!     let above = block::count_true(i < x.len() && v > mean);
//!     if thread_idx().x == 0 {
//!         counts[block_idx().x] = above;
//!     }
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::cpu().stream();
//! let x = stream.upload(&(0..100).map(|i| i as f32).collect::<Vec<f32>>())?;
//! let mut counts = stream.alloc_zeroed::<u32>(2)?;
//! above_mean(&x, &mut counts).block(60).threads(100).launch(&stream)?;
//! assert_eq!(stream.download(&counts)?, [30, 20]);
//! # Ok(())
//! # }
//! ```

use crate::prelude::*;

/// The number of warps in the block, the last of which may be cut short.
#[device]
fn warps() -> usize {
    (block_dim().x * block_dim().y * block_dim().z).div_ceil(32)
}

/// The sum of what the first lanes of the warps bring.
#[device]
fn sum_of_warps<T: Num>(of_warp: T) -> T {
    let partial = shared::<[T; 33]>();
    let (lane, count) = (lane_id(), warps());
    if lane == 0 {
        partial[warp_id()] = of_warp;
    }
    sync_threads();
    if warp_id() == 0 && lane < count {
        // The last element is apart from the others, so that the next call may write those while this one is still
        // read.
        let all = warp::sum(partial[lane]);
        if lane == 0 {
            partial[32] = all;
        }
    }
    sync_threads();
    partial[32]
}

/// The sum over the block, in every thread; integers wrap.
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn totals(x: &[u32], out: &mut [u32]) {
///     out[global_id()] = block::sum(x[global_id()]);
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[1u32, 2, 3, 4])?;
/// let mut out = stream.alloc_zeroed::<u32>(4)?;
/// totals(&x, &mut out).block(4).threads(4).launch(&stream)?;
/// assert_eq!(stream.download(&out)?, [10; 4]);
/// # Ok(())
/// # }
/// ```
#[device]
pub fn sum<T: Num>(value: T) -> T {
    let of_warp = warp::sum(value);
    sum_of_warps(of_warp)
}

/// The least value of the block, in every thread; NaN only where all are NaN.
///
/// ```
/// assert_eq!(kiln::block::min(3), 3); // on the host a block has one thread
/// ```
#[device]
pub fn min<T: Num>(value: T) -> T {
    let partial = shared::<[T; 33]>();
    let (lane, count) = (lane_id(), warps());
    let of_warp = warp::min(value);
    if lane == 0 {
        partial[warp_id()] = of_warp;
    }
    sync_threads();
    if warp_id() == 0 && lane < count {
        let all = warp::min(partial[lane]);
        if lane == 0 {
            partial[32] = all;
        }
    }
    sync_threads();
    partial[32]
}

/// The greatest value of the block, in every thread; NaN only where all are NaN.
///
/// ```
/// assert_eq!(kiln::block::max(3), 3); // on the host a block has one thread
/// ```
#[device]
pub fn max<T: Num>(value: T) -> T {
    let partial = shared::<[T; 33]>();
    let (lane, count) = (lane_id(), warps());
    let of_warp = warp::max(value);
    if lane == 0 {
        partial[warp_id()] = of_warp;
    }
    sync_threads();
    if warp_id() == 0 && lane < count {
        let all = warp::max(partial[lane]);
        if lane == 0 {
            partial[32] = all;
        }
    }
    sync_threads();
    partial[32]
}

/// What `op` makes of the values of all threads, in every thread: it is given what lower threads have and what
/// higher ones have, and has to be associative. A closure may name variables of the kernel.
///
/// ```
/// use kiln::prelude::*;
///
/// /// The largest angle of each block by its size, with its sign.
/// #[kernel]
/// fn widest(x: &[f32], out: &mut [f32]) {
///     let i = global_id();
///     let own = if i < x.len() { x[i] } else { 0.0 };
///     let widest = block::reduce(own, |a, b| if b.abs() > a.abs() { b } else { a });
///     if thread_idx().x == 0 {
///         out[block_idx().x] = widest;
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[0.5f32, -3.0, 2.0, 1.0, 0.25])?;
/// let mut out = stream.alloc_zeroed::<f32>(2)?;
/// widest(&x, &mut out).block(3).threads(5).launch(&stream)?;
/// assert_eq!(stream.download(&out)?, [-3.0, 1.0]);
/// # Ok(())
/// # }
/// ```
#[device]
pub fn reduce<T: Num, F: Fn(T, T) -> T>(value: T, op: F) -> T {
    let partial = shared::<[T; 33]>();
    let (lane, warp, count) = (lane_id(), warp_id(), warps());
    let threads = block_dim().x * block_dim().y * block_dim().z - warp * 32;
    let mut all = value;
    for step in 0..5u32 {
        // A lane has what it and those behind it brought, twice as many after each step.
        let other = warp::shuffle_down(all, 1 << step);
        if lane + (1 << step) < threads.min(32) {
            all = op(all, other);
        }
    }
    if lane == 0 {
        partial[warp] = all;
    }
    sync_threads();
    if warp == 0 {
        let mut all = partial[lane.min(count - 1)];
        for step in 0..5u32 {
            let other = warp::shuffle_down(all, 1 << step);
            if lane + (1 << step) < count {
                all = op(all, other);
            }
        }
        if lane == 0 {
            partial[32] = all;
        }
    }
    sync_threads();
    partial[32]
}

/// In how many threads of the block the condition holds, in every thread.
///
/// ```
/// assert_eq!(kiln::block::count_true(true), 1); // on the host a block has one thread
/// ```
#[device]
pub fn count_true(condition: bool) -> u32 {
    let lanes = warp::ballot(condition);
    sum_of_warps(lanes.count_ones())
}

/// Whether the condition holds in some thread of the block, in every thread.
///
/// ```
/// assert!(kiln::block::any(true)); // on the host a block has one thread
/// ```
#[device]
pub fn any(condition: bool) -> bool {
    count_true(condition) != 0
}

/// Whether the condition holds in every thread of the block, in every thread.
///
/// ```
/// assert!(!kiln::block::all(false)); // on the host a block has one thread
/// ```
#[device]
pub fn all(condition: bool) -> bool {
    count_true(!condition) == 0
}

/// The sum of what the last lanes of the warps below this one bring.
#[device]
fn sum_of_warps_below<T: Num>(up_to_here: T) -> T {
    // Each warp's sum, and behind them the sums of those below. Two arrays in one, so that the next call may write
    // sums while this one's are still read.
    let partial = shared::<[T; 64]>();
    let (lane, own, count) = (lane_id(), warp_id(), warps());
    // The last lane of this warp: the last warp may be cut short.
    let end = (block_dim().x * block_dim().y * block_dim().z - 1 - own * 32).min(31);
    if lane == end {
        partial[own] = up_to_here;
    }
    sync_threads();
    if own == 0 && lane < count {
        partial[32 + lane] = warp::exclusive_sum(partial[lane]);
    }
    sync_threads();
    partial[32 + own]
}

/// The sum of the values of the block's threads up to this one; integers wrap.
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn running(x: &mut [u32]) {
///     let i = global_id();
///     x[i] = block::inclusive_sum(x[i]);
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let mut x = stream.upload(&[1u32, 2, 3, 4])?;
/// running(&mut x).block(4).threads(4).launch(&stream)?;
/// assert_eq!(stream.download(&x)?, [1, 3, 6, 10]);
/// # Ok(())
/// # }
/// ```
#[device]
pub fn inclusive_sum<T: Num>(value: T) -> T {
    let of_lanes = warp::inclusive_sum(value);
    sum_of_warps_below(of_lanes) + of_lanes
}

/// The sum of the values of the block's threads below this one, 0 in the first; integers wrap.
///
/// ```
/// assert_eq!(kiln::block::exclusive_sum(3), 0); // on the host a block has one thread
/// ```
#[device]
pub fn exclusive_sum<T: Num>(value: T) -> T {
    let of_lanes = warp::inclusive_sum(value);
    let below = warp::exclusive_sum(value);
    sum_of_warps_below(of_lanes) + below
}

/// The greatest value of the block's threads up to this one; NaN only where all are NaN.
///
/// ```
/// assert_eq!(kiln::block::inclusive_max(3), 3); // on the host a block has one thread
/// ```
#[device]
pub fn inclusive_max<T: Num>(value: T) -> T {
    let partial = shared::<[T; 64]>();
    let (lane, own, count) = (lane_id(), warp_id(), warps());
    // The last lane of this warp: the last warp may be cut short.
    let end = (block_dim().x * block_dim().y * block_dim().z - 1 - own * 32).min(31);
    let of_lanes = warp::inclusive_max(value);
    if lane == end {
        partial[own] = of_lanes;
    }
    sync_threads();
    if own == 0 && lane < count {
        partial[32 + lane] = warp::exclusive_max(partial[lane]);
    }
    sync_threads();
    let below = partial[32 + own];
    // NaN is above nothing, and gives way to what is below.
    if own == 0 || of_lanes > below { of_lanes } else { below }
}

/// The least value of the block's threads up to this one; NaN only where all are NaN.
///
/// ```
/// assert_eq!(kiln::block::inclusive_min(3), 3); // on the host a block has one thread
/// ```
#[device]
pub fn inclusive_min<T: Num>(value: T) -> T {
    let partial = shared::<[T; 64]>();
    let (lane, own, count) = (lane_id(), warp_id(), warps());
    // The last lane of this warp: the last warp may be cut short.
    let end = (block_dim().x * block_dim().y * block_dim().z - 1 - own * 32).min(31);
    let of_lanes = warp::inclusive_min(value);
    if lane == end {
        partial[own] = of_lanes;
    }
    sync_threads();
    if own == 0 && lane < count {
        partial[32 + lane] = warp::exclusive_min(partial[lane]);
    }
    sync_threads();
    let below = partial[32 + own];
    // NaN is below nothing, and gives way to what is above.
    if own == 0 || of_lanes < below { of_lanes } else { below }
}

/// The value of the thread with this linear index, in every thread; all threads name the same one.
///
/// ```
/// assert_eq!(kiln::block::broadcast(3, 0), 3); // on the host a block has one thread
/// ```
#[device]
pub fn broadcast<T: Num>(value: T, thread: usize) -> T {
    let slot = shared::<[T; 1]>();
    if warp_id() * 32 + lane_id() == thread {
        slot[0] = value;
    }
    sync_threads();
    let found = slot[0];
    sync_threads();
    found
}
