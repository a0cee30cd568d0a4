//! Operations of a warp: the 32 threads that a GPU runs together.
//!
//! Threads of a block belong to warps by their linear index, x fastest. All threads of a warp that have not ended
//! must come to the same call together. Lanes that have ended, or that a shuffle names beyond the warp, leave the
//! caller's own value.

use crate::dev::num::Bounded;
use crate::{Int, Num, ScalarType};

/// The value of the lane with this number.
#[inline]
#[doc(alias = "__shfl_sync")]
pub fn shuffle<T: ScalarType>(value: T, lane: u32) -> T {
    let _ = lane;
    value
}

/// The value of the lane `delta` below this one.
#[inline]
#[doc(alias = "__shfl_up_sync")]
pub fn shuffle_up<T: ScalarType>(value: T, delta: u32) -> T {
    let _ = delta;
    value
}

/// The value of the lane `delta` above this one.
#[inline]
#[doc(alias = "__shfl_down_sync")]
pub fn shuffle_down<T: ScalarType>(value: T, delta: u32) -> T {
    let _ = delta;
    value
}

/// The value of the lane whose number differs from this one's by `mask`, bit by bit.
#[inline]
#[doc(alias = "__shfl_xor_sync")]
pub fn shuffle_xor<T: ScalarType>(value: T, mask: u32) -> T {
    let _ = mask;
    value
}

/// Whether the condition holds in every lane.
#[inline]
#[doc(alias = "__all_sync")]
pub fn all(condition: bool) -> bool {
    condition
}

/// Whether the condition holds in some lane.
#[inline]
#[doc(alias = "__any_sync")]
pub fn any(condition: bool) -> bool {
    condition
}

/// The lanes in which the condition holds, as bits.
#[inline]
#[doc(alias = "__ballot_sync")]
pub fn ballot(condition: bool) -> u32 {
    u32::from(condition)
}

/// The value of lane `lane`, in every lane: [`shuffle`], where all lanes name the same one.
#[inline]
pub fn broadcast<T: ScalarType>(value: T, lane: u32) -> T {
    let _ = lane;
    value
}

/// The lanes that are here together, as bits.
#[inline]
#[doc(alias = "__activemask")]
pub fn active_mask() -> u32 {
    1
}

/// The active lanes that have this lane's value, as bits. Floats are compared bit for bit.
#[inline]
#[doc(alias = "__match_any_sync")]
pub fn match_any<T: ScalarType>(value: T) -> u32 {
    let _ = value;
    1
}

/// Whether all active lanes have one value. Floats are compared bit for bit.
#[inline]
#[doc(alias = "__match_all_sync")]
pub fn match_all<T: ScalarType>(value: T) -> bool {
    let _ = value;
    true
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

/// The bits that are set in every lane's value, in every lane.
#[inline]
#[doc(alias = "__reduce_and_sync")]
pub fn reduce_and<T: Int>(value: T) -> T {
    value
}

/// The bits that are set in some lane's value, in every lane.
#[inline]
#[doc(alias = "__reduce_or_sync")]
pub fn reduce_or<T: Int>(value: T) -> T {
    value
}

/// The bits that are set in an odd number of the lanes' values, in every lane.
#[inline]
#[doc(alias = "__reduce_xor_sync")]
pub fn reduce_xor<T: Int>(value: T) -> T {
    value
}

/// The sum of the values of the lanes up to this one. Floats are summed over doubled distances: with the lane 1
/// below, then 2, 4, 8, 16 below.
#[inline]
pub fn inclusive_sum<T: Num>(value: T) -> T {
    value
}

/// The sum of the values of the lanes below this one; 0 in the lowest.
#[inline]
pub fn exclusive_sum<T: Num>(value: T) -> T {
    let _ = value;
    T::ZERO
}

/// The least value of the lanes up to this one.
#[inline]
pub fn inclusive_min<T: Num>(value: T) -> T {
    value
}

/// The least value of the lanes below this one; the type's greatest value, or infinity, in the lowest.
#[inline]
pub fn exclusive_min<T: Num>(value: T) -> T {
    let _ = value;
    <T as Bounded>::GREATEST
}

/// The greatest value of the lanes up to this one.
#[inline]
pub fn inclusive_max<T: Num>(value: T) -> T {
    value
}

/// The greatest value of the lanes below this one; the type's least value, or minus infinity, in the lowest.
#[inline]
pub fn exclusive_max<T: Num>(value: T) -> T {
    let _ = value;
    <T as Bounded>::LEAST
}

/// Waits for the lanes of the warp, and orders their memory accesses among each other.
#[inline]
#[doc(alias = "__syncwarp")]
pub fn sync() {}
