//! Clusters: blocks that run at the same time and reach each other's shared memory, on GPUs of compute capability
//! 9.0 and newer.
//!
//! A kernel with `#[kernel(cluster = 2)]` has its blocks in clusters of two; the grid is a multiple of that. On
//! older GPUs its launch is an error; the CPU runs it as any.
//!
//! ```
//! use kiln::prelude::*;
//!
//! /// Each cluster of two blocks reverses its 128 elements.
//! #[kernel(block = 64, cluster = 2)]
//! fn reverse(x: &mut [u32]) {
//!     let tile = shared::<[u32; 64]>();
//!     let (t, i) = (thread_idx().x, global_id());
//!     tile[t] = x[i];
//!     cluster::sync();
//!     // SAFETY: nobody writes a tile between the two barriers.
//!     x[i] = unsafe { cluster::load(&tile[63 - t], 1 - cluster::rank()) };
//!     cluster::sync();
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::cpu().stream();
//! let mut x = stream.upload(&(0..256).collect::<Vec<u32>>())?;
//! reverse(&mut x).threads(256).launch(&stream)?;
//! assert_eq!(stream.download(&x)?[..2], [127, 126]);
//! # Ok(())
//! # }
//! ```
//!
//! On the host, in a device function, the only block is the only one of its cluster.

use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering};

use super::{AtomicF32, AtomicF64};
use crate::KernelType;

/// The block's number in its cluster, x fastest.
#[inline]
pub fn rank() -> usize {
    0
}

/// How many blocks a cluster has.
#[inline]
pub fn size() -> usize {
    1
}

/// The cluster's number in the grid, x fastest.
#[inline]
pub fn id() -> usize {
    0
}

/// Waits until every thread of the cluster is here; what they wrote before to shared and global memory is then
/// visible to all of it. All threads of the cluster must come to the same call.
#[inline]
pub fn sync() {}

/// The element that the block with this rank has where this block has `element`: `cluster::load(&tile[i], 1)`. A
/// rank that the cluster does not have ends the thread.
///
/// # Safety
///
/// Between two barriers of the cluster no thread writes what this reads, and the other block has not ended: a
/// [`cluster::sync`](sync) stands before and behind.
#[inline]
pub unsafe fn load<T: KernelType>(element: &T, rank: usize) -> T {
    let _ = rank;
    *element
}

/// Sets the element that the block with this rank has where this block has `element`:
/// `cluster::store(&mut tile[i], 1, value)`. A rank that the cluster does not have ends the thread.
///
/// # Safety
///
/// Between two barriers of the cluster no other thread reads or writes what this writes, and the other block has
/// not ended: a [`cluster::sync`](sync) stands before and behind.
#[inline]
pub unsafe fn store<T: KernelType>(element: &mut T, rank: usize, value: T) {
    let _ = rank;
    *element = value;
}

/// Adds to the atomic that the block with this rank has where this block has `element`, and gives the value before;
/// relaxed, and integers wrap. A rank that the cluster does not have ends the thread. The other block must not have
/// ended: a [`cluster::sync`](sync) stands behind.
#[inline]
pub fn fetch_add<A: ClusterAtomic>(element: &A, rank: usize, value: A::Number) -> A::Number {
    let _ = rank;
    element.add(value)
}

/// An atomic that [`fetch_add`] takes.
pub trait ClusterAtomic {
    /// What it holds.
    type Number;

    #[doc(hidden)]
    fn add(&self, value: Self::Number) -> Self::Number;
}

macro_rules! atomics {
    ($($atomic:ty: $number:ty,)*) => {
        $(impl ClusterAtomic for $atomic {
            type Number = $number;

            fn add(&self, value: $number) -> $number {
                self.fetch_add(value, Ordering::Relaxed)
            }
        })*
    };
}

atomics! { AtomicU32: u32, AtomicI32: i32, AtomicU64: u64, AtomicI64: i64, AtomicF32: f32, AtomicF64: f64, }
