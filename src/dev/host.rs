//! What the functions of kernels do on the host, where a thread is the only one.
//!
//! The macro takes a call of one of these, `__host::lane_id()`, for the intrinsic of the name.

use super::{Dim3, Ordering};

const ORIGIN: Dim3 = Dim3 { x: 0, y: 0, z: 0 };
const ONE: Dim3 = Dim3 { x: 1, y: 1, z: 1 };

#[inline]
pub fn global_id() -> usize {
    0
}
#[inline]
pub fn global_id_2d() -> (usize, usize) {
    (0, 0)
}
#[inline]
pub fn global_id_3d() -> (usize, usize, usize) {
    (0, 0, 0)
}
#[inline]
pub fn thread_idx() -> Dim3 {
    ORIGIN
}
#[inline]
pub fn block_idx() -> Dim3 {
    ORIGIN
}
#[inline]
pub fn block_dim() -> Dim3 {
    ONE
}
#[inline]
pub fn grid_dim() -> Dim3 {
    ONE
}
#[inline]
pub fn lane_id() -> usize {
    0
}
#[inline]
pub fn warp_id() -> usize {
    0
}
#[inline]
pub fn sync_threads() {}
#[inline]
pub fn thread_fence() {
    std::sync::atomic::fence(Ordering::SeqCst);
}

pub mod warp {
    use crate::dev::num::Bounded;
    use crate::{Int, Num, ScalarType};

    #[inline]
    pub fn shuffle<T: ScalarType>(value: T, lane: u32) -> T {
        let _ = lane;
        value
    }
    #[inline]
    pub fn shuffle_up<T: ScalarType>(value: T, delta: u32) -> T {
        let _ = delta;
        value
    }
    #[inline]
    pub fn shuffle_down<T: ScalarType>(value: T, delta: u32) -> T {
        let _ = delta;
        value
    }
    #[inline]
    pub fn shuffle_xor<T: ScalarType>(value: T, mask: u32) -> T {
        let _ = mask;
        value
    }
    #[inline]
    pub fn all(condition: bool) -> bool {
        condition
    }
    #[inline]
    pub fn any(condition: bool) -> bool {
        condition
    }
    #[inline]
    pub fn ballot(condition: bool) -> u32 {
        u32::from(condition)
    }
    #[inline]
    pub fn broadcast<T: ScalarType>(value: T, lane: u32) -> T {
        let _ = lane;
        value
    }
    #[inline]
    pub fn active_mask() -> u32 {
        1
    }
    #[inline]
    pub fn match_any<T: ScalarType>(value: T) -> u32 {
        let _ = value;
        1
    }
    #[inline]
    pub fn match_all<T: ScalarType>(value: T) -> bool {
        let _ = value;
        true
    }
    #[inline]
    pub fn sum<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn min<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn max<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn reduce_and<T: Int>(value: T) -> T {
        value
    }
    #[inline]
    pub fn reduce_or<T: Int>(value: T) -> T {
        value
    }
    #[inline]
    pub fn reduce_xor<T: Int>(value: T) -> T {
        value
    }
    #[inline]
    pub fn inclusive_sum<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn exclusive_sum<T: Num>(value: T) -> T {
        let _ = value;
        T::ZERO
    }
    #[inline]
    pub fn inclusive_min<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn exclusive_min<T: Num>(value: T) -> T {
        let _ = value;
        <T as Bounded>::GREATEST
    }
    #[inline]
    pub fn inclusive_max<T: Num>(value: T) -> T {
        value
    }
    #[inline]
    pub fn exclusive_max<T: Num>(value: T) -> T {
        let _ = value;
        <T as Bounded>::LEAST
    }
    #[inline]
    pub fn sync() {}
}
