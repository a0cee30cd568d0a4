//! Operations of a warp: the 32 threads that a GPU runs together.
//!
//! Threads of a block belong to warps by their linear index, x fastest. All threads of a warp that have not ended
//! must come to the same call together. Lanes that have ended, or that a shuffle names beyond the warp, leave the
//! caller's own value.

use super::host as __host;
use crate::{Int, Num, ScalarType, device};

/// The value of the lane with this number.
#[device]
#[inline]
#[doc(alias = "__shfl_sync")]
pub fn shuffle<T: ScalarType>(value: T, lane: u32) -> T {
    __host::warp::shuffle(value, lane)
}

/// The value of the lane `delta` below this one.
#[device]
#[inline]
#[doc(alias = "__shfl_up_sync")]
pub fn shuffle_up<T: ScalarType>(value: T, delta: u32) -> T {
    __host::warp::shuffle_up(value, delta)
}

/// The value of the lane `delta` above this one.
#[device]
#[inline]
#[doc(alias = "__shfl_down_sync")]
pub fn shuffle_down<T: ScalarType>(value: T, delta: u32) -> T {
    __host::warp::shuffle_down(value, delta)
}

/// The value of the lane whose number differs from this one's by `mask`, bit by bit.
#[device]
#[inline]
#[doc(alias = "__shfl_xor_sync")]
pub fn shuffle_xor<T: ScalarType>(value: T, mask: u32) -> T {
    __host::warp::shuffle_xor(value, mask)
}

/// Whether the condition holds in every lane.
#[device]
#[inline]
#[doc(alias = "__all_sync")]
pub fn all(condition: bool) -> bool {
    __host::warp::all(condition)
}

/// Whether the condition holds in some lane.
#[device]
#[inline]
#[doc(alias = "__any_sync")]
pub fn any(condition: bool) -> bool {
    __host::warp::any(condition)
}

/// The lanes in which the condition holds, as bits.
#[device]
#[inline]
#[doc(alias = "__ballot_sync")]
pub fn ballot(condition: bool) -> u32 {
    __host::warp::ballot(condition)
}

/// The value of lane `lane`, in every lane: [`shuffle`], where all lanes name the same one.
#[device]
#[inline]
pub fn broadcast<T: ScalarType>(value: T, lane: u32) -> T {
    __host::warp::broadcast(value, lane)
}

/// The lanes that are here together, as bits.
#[device]
#[inline]
#[doc(alias = "__activemask")]
pub fn active_mask() -> u32 {
    __host::warp::active_mask()
}

/// The active lanes that have this lane's value, as bits. Floats are compared bit for bit.
#[device]
#[inline]
#[doc(alias = "__match_any_sync")]
pub fn match_any<T: ScalarType>(value: T) -> u32 {
    __host::warp::match_any(value)
}

/// Whether all active lanes have one value. Floats are compared bit for bit.
#[device]
#[inline]
#[doc(alias = "__match_all_sync")]
pub fn match_all<T: ScalarType>(value: T) -> bool {
    __host::warp::match_all(value)
}

/// The sum over the warp, in every lane. Floats are summed in a tree: lanes 16 apart first, then 8, 4, 2, 1.
#[device]
#[inline]
pub fn sum<T: Num>(value: T) -> T {
    __host::warp::sum(value)
}

/// The least value of the warp, in every lane.
#[device]
#[inline]
pub fn min<T: Num>(value: T) -> T {
    __host::warp::min(value)
}

/// The greatest value of the warp, in every lane.
#[device]
#[inline]
pub fn max<T: Num>(value: T) -> T {
    __host::warp::max(value)
}

/// The bits that are set in every lane's value, in every lane.
#[device]
#[inline]
#[doc(alias = "__reduce_and_sync")]
pub fn reduce_and<T: Int>(value: T) -> T {
    __host::warp::reduce_and(value)
}

/// The bits that are set in some lane's value, in every lane.
#[device]
#[inline]
#[doc(alias = "__reduce_or_sync")]
pub fn reduce_or<T: Int>(value: T) -> T {
    __host::warp::reduce_or(value)
}

/// The bits that are set in an odd number of the lanes' values, in every lane.
#[device]
#[inline]
#[doc(alias = "__reduce_xor_sync")]
pub fn reduce_xor<T: Int>(value: T) -> T {
    __host::warp::reduce_xor(value)
}

/// The sum of the values of the lanes up to this one. Floats are summed over doubled distances: with the lane 1
/// below, then 2, 4, 8, 16 below.
#[device]
#[inline]
pub fn inclusive_sum<T: Num>(value: T) -> T {
    __host::warp::inclusive_sum(value)
}

/// The sum of the values of the lanes below this one; 0 in the lowest.
#[device]
#[inline]
pub fn exclusive_sum<T: Num>(value: T) -> T {
    __host::warp::exclusive_sum(value)
}

/// The least value of the lanes up to this one.
#[device]
#[inline]
pub fn inclusive_min<T: Num>(value: T) -> T {
    __host::warp::inclusive_min(value)
}

/// The least value of the lanes below this one; the type's greatest value, or infinity, in the lowest.
#[device]
#[inline]
pub fn exclusive_min<T: Num>(value: T) -> T {
    __host::warp::exclusive_min(value)
}

/// The greatest value of the lanes up to this one.
#[device]
#[inline]
pub fn inclusive_max<T: Num>(value: T) -> T {
    __host::warp::inclusive_max(value)
}

/// The greatest value of the lanes below this one; the type's least value, or minus infinity, in the lowest.
#[device]
#[inline]
pub fn exclusive_max<T: Num>(value: T) -> T {
    __host::warp::exclusive_max(value)
}

/// Waits for the lanes of the warp, and orders their memory accesses among each other.
#[device]
#[inline]
#[doc(alias = "__syncwarp")]
pub fn sync() {
    __host::warp::sync()
}
