//! The typed surface that kernels are written against.
//!
//! Takes nothing at run time: a kernel's body is never run by the host, so these functions exist for rustc and
//! rust-analyzer, and for device functions that are called on the host. There each thread is alone: the only thread
//! of the only block. The meaning on a GPU and in the CPU executor is the intrinsics table's.
//!
//! Functions that have `#[device]` are found by whatever path and name a kernel calls them, as those of users are. The
//! macro knows those that it meets by their own names and takes a shorter way.

mod atomic;
pub mod cluster;
pub mod grid;
mod host;
pub(crate) mod num;
mod print;
pub mod warp;

pub use atomic::{AtomicF32, AtomicF64};
pub use num::{Float, Int, Num};

use crate::device;
use host as __host;
pub use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering, fence};

/// A place in a block or grid, or the extent of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, crate::KernelType)]
pub struct Dim3 {
    /// The fastest axis: neighboring threads differ in it.
    pub x: usize,
    /// The second axis.
    pub y: usize,
    /// The slowest axis.
    pub z: usize,
}

/// The thread's index in the grid along x: `block_idx().x * block_dim().x + thread_idx().x`.
#[device]
#[inline]
#[doc(alias = "get_global_id")]
pub fn global_id() -> usize {
    __host::global_id()
}

/// The thread's index in the grid along x and y.
#[device]
#[inline]
pub fn global_id_2d() -> (usize, usize) {
    __host::global_id_2d()
}

/// The thread's index in the grid along x, y and z.
#[device]
#[inline]
pub fn global_id_3d() -> (usize, usize, usize) {
    __host::global_id_3d()
}

/// The thread's place in its block.
#[device]
#[inline]
#[doc(alias = "threadIdx")]
pub fn thread_idx() -> Dim3 {
    Dim3 { x: __host::thread_idx().x, y: __host::thread_idx().y, z: __host::thread_idx().z }
}

/// The block's place in the grid.
#[device]
#[inline]
#[doc(alias = "blockIdx")]
pub fn block_idx() -> Dim3 {
    Dim3 { x: __host::block_idx().x, y: __host::block_idx().y, z: __host::block_idx().z }
}

/// The block's extent, in threads.
#[device]
#[inline]
#[doc(alias = "blockDim")]
pub fn block_dim() -> Dim3 {
    Dim3 { x: __host::block_dim().x, y: __host::block_dim().y, z: __host::block_dim().z }
}

/// The grid's extent, in blocks.
#[device]
#[inline]
#[doc(alias = "gridDim")]
pub fn grid_dim() -> Dim3 {
    Dim3 { x: __host::grid_dim().x, y: __host::grid_dim().y, z: __host::grid_dim().z }
}

/// The thread's place in its warp, 0 to 31.
#[device]
#[inline]
pub fn lane_id() -> usize {
    __host::lane_id()
}

/// The number of the thread's warp in its block.
#[device]
#[inline]
pub fn warp_id() -> usize {
    __host::warp_id()
}

/// Waits until every thread of the block is here; what they wrote before to shared and global memory is then visible to
/// the whole block. All threads of the block must come to the same call.
#[device]
#[inline]
#[doc(alias = "__syncthreads")]
#[doc(alias = "barrier")]
pub fn sync_threads() {
    __host::sync_threads()
}

/// Orders the thread's writes before the call before those after it, as seen by the whole device.
#[device]
#[inline]
#[doc(alias = "__threadfence")]
pub fn thread_fence() {
    __host::thread_fence()
}

/// Asks for the line of memory around an element of a slice, `prefetch(&x[i])`, to be fetched into the GPU's
/// second-level cache, where whoever reads it soon after finds it: a hint, which changes no result. The index is
/// checked as where the element is read.
///
/// A line has 128 bytes, so one thread a line is enough. It is good for what a block some way ahead will load; it
/// costs the traffic of a load all the same, and the CPU ignores it.
#[inline]
pub fn prefetch<T>(element: &T) {
    let _ = element;
}

/// An array that shared memory can hold.
#[diagnostic::on_unimplemented(
    message = "shared memory holds a fixed array of numbers or atomics, not `{Self}`",
    label = "not an array that can be shared",
    note = "write `shared::<[f32; 256]>()`"
)]
pub trait SharedArray: 'static {
    #[doc(hidden)]
    fn on_host() -> &'static mut Self;
}

impl<T: SharedElement, const N: usize> SharedArray for [T; N] {
    fn on_host() -> &'static mut Self {
        Box::leak(Box::new(std::array::from_fn(|_| T::on_host())))
    }
}

/// A value or atomic that shared memory can hold: numbers, `bool`, atomics, arrays and tuples of them, and the types
/// that derive [`KernelType`](crate::KernelType), but for those with `#[kiln(no_zeroed)]`.
///
/// A kernel that is generic over the element has it as a bound: `T: KernelType + SharedElement`.
///
/// # Safety
///
/// Zeros are a value of the type.
#[diagnostic::on_unimplemented(
    message = "shared memory cannot hold `{Self}`",
    label = "not a type that shared memory holds",
    note = "it holds numbers, `bool`, atomics, and arrays and tuples of them",
    note = "a struct or C-like enum of your own needs `#[derive(Clone, Copy, KernelType)]`; instead of an `Option` write a struct \
            with a `bool`",
    note = "a kernel that is generic over the type needs the bound `T: SharedElement`"
)]
pub unsafe trait SharedElement: 'static {
    #[doc(hidden)]
    fn on_host() -> Self;
}

/// Whether zeros are a value of a type.
#[doc(hidden)]
pub struct ZeroIsAValue<const IT_IS: bool>;

/// Of types that shared memory may begin as.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "shared memory begins as zeros, and zero is not a value of every type in it",
    label = "has an enum without a variant of discriminant 0, or `#[kiln(no_zeroed)]`",
    note = "add a variant of discriminant 0 to the enum, or keep integers in shared memory"
)]
pub trait Zeroed {}

#[diagnostic::do_not_recommend]
impl Zeroed for ZeroIsAValue<true> {}

macro_rules! shared_elements {
    ($($ty:ty)*) => {
        // SAFETY: zeros are a number, and `false`.
        $(unsafe impl SharedElement for $ty {
            fn on_host() -> Self {
                <$ty>::default()
            }
        })*
    };
}

shared_elements! {
    bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize crate::f8e4m3 crate::f8e5m2 crate::f16 crate::bf16 f32 f64
    AtomicU32 AtomicI32 AtomicU64 AtomicI64 AtomicF32 AtomicF64
}

#[cfg(feature = "glam")]
mod of_glam {
    use super::SharedElement;
    use kiln_runtime::other_crates::glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

    shared_elements!(Vec2 Vec3 Vec4 Quat Mat3 Mat4);
}

#[cfg(feature = "num-complex")]
mod of_num_complex {
    use super::SharedElement;
    use kiln_runtime::other_crates::num_complex::Complex;

    shared_elements!(Complex<f32> Complex<f64>);
}

// SAFETY: zero is `Equal`.
unsafe impl SharedElement for std::cmp::Ordering {
    fn on_host() -> Self {
        std::cmp::Ordering::Equal
    }
}

// SAFETY: it has no bytes.
unsafe impl<T: 'static> SharedElement for std::marker::PhantomData<T> {
    fn on_host() -> Self {
        std::marker::PhantomData
    }
}

// SAFETY: zeros are a value of each element.
unsafe impl<T: SharedElement, const N: usize> SharedElement for [T; N] {
    fn on_host() -> Self {
        std::array::from_fn(|_| T::on_host())
    }
}

macro_rules! shared_tuples {
    ($($($name:ident)*;)*) => {
        // SAFETY: zeros are a value of each part.
        $(unsafe impl<$($name: SharedElement),*> SharedElement for ($($name,)*) {
            fn on_host() -> Self {
                ($($name::on_host(),)*)
            }
        })*
    };
}

shared_tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

/// Memory of the block whose length the launch says, by [`Launch::dynamic_shared`](crate::Launch::dynamic_shared):
/// all its threads see it, and it begins as memory of [`shared`] does. Stands in a `let` of its own, in a kernel, which
/// has one such piece at most; a device function takes it as a slice.
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn reverse_blocks(x: &mut [u32]) {
///     let tile = dynamic_shared::<u32>();
///     let (t, i) = (thread_idx().x, global_id());
///     tile[t] = x[i];
///     sync_threads();
///     x[i] = tile[tile.len() - 1 - t];
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let mut x = stream.upload(&(0..512).collect::<Vec<u32>>())?;
/// reverse_blocks(&mut x).threads(512).block(64).dynamic_shared(64).launch(&stream)?;
/// assert_eq!(stream.download(&x)?[..2], [63, 62]);
/// # Ok(())
/// # }
/// ```
///
/// On the host it is empty.
#[inline]
pub fn dynamic_shared<T: SharedElement>() -> &'static mut [T] {
    &mut []
}

/// Memory of the block: one array that all its threads see. Stands in a `let` of its own.
///
/// Memory of numbers and structs of them is not initialized. In arrays of `bool`, of enums and of structs that hold
/// one, not all bits are values: the kernel sets all of it to zeros before its first statement, and meets a barrier. An
/// enum without a variant of discriminant 0 is rejected.
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel(block = 256)]
/// fn reverse_blocks(x: &mut [u32]) {
///     let tile = shared::<[u32; 256]>();
///     let (t, i) = (thread_idx().x, global_id());
///     tile[t] = x[i];
///     sync_threads();
///     x[i] = tile[255 - t];
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let mut x = stream.upload(&(0..512).collect::<Vec<u32>>())?;
/// reverse_blocks(&mut x).threads(512).launch(&stream)?;
/// assert_eq!(stream.download(&x)?[..2], [255, 254]);
/// # Ok(())
/// # }
/// ```
///
/// On the host, in a device function, each call gives an array of its own, of zeros, that is never freed.
#[inline]
#[doc(alias = "__shared__")]
pub fn shared<A: SharedArray>() -> &'static mut A {
    A::on_host()
}
