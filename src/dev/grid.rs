//! The grid as a whole: a barrier of all its blocks, and launches that overlap their neighbors on the stream.
//!
//! A kernel that calls [`sync`] has all of its blocks running at once. How many that can be depends on the device
//! and on what a block needs ([`Launch::occupancy`](crate::Launch::occupancy) says it); a launch of more is an
//! error.
//!
//! ```
//! use kiln::prelude::*;
//!
//! /// Divides by the sum of all.
//! #[kernel]
//! fn normalize(x: &mut [f32], sum: &[AtomicF32]) {
//!     let i = global_id();
//!     if i < x.len() {
//!         sum[0].fetch_add(x[i], Ordering::Relaxed);
//!     }
//!     grid::sync();
//!     if i < x.len() {
//!         x[i] /= sum[0].load(Ordering::Relaxed);
//!     }
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::best()?.stream();
//! let mut x = stream.upload(&[0.5f32; 1024])?;
//! let mut sum = stream.alloc_zeroed::<f32>(1)?;
//! normalize(&mut x, &mut sum).threads(1024).launch(&stream)?;
//! assert_eq!(stream.download(&x)?, [1.0 / 1024.0; 1024]);
//! # Ok(())
//! # }
//! ```
//!
//! On the host, in a device function, the only thread is the whole grid.

/// Waits until every thread of the grid arrives; memory written before is visible after.
///
/// All threads of a block reach it, or none. Where a thread of the grid has failed before, the others end here: the
/// launch has failed, and nobody waits for what will not come.
#[inline]
#[doc(alias = "cooperative_groups")]
pub fn sync() {}

/// Waits until the launch before on the stream is done and what it wrote is visible. Only a launch with
/// [`Launch::overlap_previous`](crate::Launch::overlap_previous) begins before that; for any other there is nothing
/// to wait for.
#[inline]
#[doc(alias = "cudaGridDependencySynchronize")]
pub fn wait_for_previous() {}

/// Lets the launch behind on the stream begin, where that was made with
/// [`Launch::overlap_previous`](crate::Launch::overlap_previous), once every block has called this or ended. What
/// is written after it is seen by those who [`wait_for_previous`], as everything is.
#[inline]
#[doc(alias = "cudaTriggerProgrammaticLaunchCompletion")]
pub fn release_next() {}
