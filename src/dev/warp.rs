//! Operations of a warp: the 32 threads that a GPU runs together.
//!
//! Threads of a block belong to warps by their linear index, x fastest. All threads of a warp that have not ended must come
//! to the same call together. Lanes that have ended, or that a shuffle names beyond the warp, leave the caller's own value.

use crate::{KernelType, Num};

/// The value of the lane with this number.
#[inline]
pub fn shuffle<T: KernelType>(value: T, lane: u32) -> T {
    let _ = lane;
    value
}

/// The value of the lane `delta` below this one.
#[inline]
pub fn shuffle_up<T: KernelType>(value: T, delta: u32) -> T {
    let _ = delta;
    value
}

/// The value of the lane `delta` above this one.
#[inline]
pub fn shuffle_down<T: KernelType>(value: T, delta: u32) -> T {
    let _ = delta;
    value
}

/// The value of the lane whose number differs from this one's by `mask`, bit by bit.
#[inline]
pub fn shuffle_xor<T: KernelType>(value: T, mask: u32) -> T {
    let _ = mask;
    value
}

/// Whether the condition holds in every lane.
#[inline]
pub fn all(condition: bool) -> bool {
    condition
}

/// Whether the condition holds in some lane.
#[inline]
pub fn any(condition: bool) -> bool {
    condition
}

/// The lanes in which the condition holds, as bits.
#[inline]
pub fn ballot(condition: bool) -> u32 {
    u32::from(condition)
}

/// The sum over the warp, in every lane. Floats are summed in a tree: lanes 16 apart first, then 8, 4, 2, 1.
#[inline]
pub fn sum<T: Num>(value: T) -> T {
    value
}

/// The least value of the warp, in every lane.
#[inline]
pub fn min<T: Num>(value: T) -> T {
    value
}

/// The greatest value of the warp, in every lane.
#[inline]
pub fn max<T: Num>(value: T) -> T {
    value
}

/// Waits for the lanes of the warp, and orders their memory accesses among each other.
#[inline]
pub fn sync() {}
