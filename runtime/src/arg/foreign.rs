//! Arguments of kernels that are not Kiln's: what a declared type is in C++, and what may be passed for it.
//!
//! Takes the types of a signature in `extern_kernel!`; guarantees that rustc checks what is passed for each, and
//! that device memory is borrowed as for Kiln's own kernels; leaves the order of streams to `launch`, and what the
//! code does with a pointer to whoever wrote it. A slice is one parameter, the pointer: that is what kernels of
//! others take.

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::memory::host_pointer;
use crate::value::KernelType;

use super::{Arg, AtomicElement, Kind};

/// Size and alignment of a parameter in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) size: usize,
    pub(crate) align: usize,
}

impl Layout {
    pub(crate) const POINTER: Layout = Layout { size: 8, align: 8 };

    /// That of a declared type.
    pub const fn of<D: Declared>() -> Layout {
        D::LAYOUT
    }
}

/// A type that a signature in `extern_kernel!` may name: a value of kernels, or a slice of such values or of atomics.
///
/// # Safety
///
/// The layout is that of the argument which [`Passed`] makes for the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a kernel",
    label = "not a type that kernels of object code take",
    note = "they take values (`f32`, `u64`, a `#[repr(C)]` struct with `#[derive(Clone, Copy, KernelType)]`) and slices \
            (`&[f32]`, `&mut [f32]`, `&[AtomicU32]`), which are pointers in C++"
)]
pub unsafe trait Declared {
    /// How the parameter lies among the others.
    const LAYOUT: Layout;
}

// SAFETY: a value is passed as it is.
unsafe impl<T: KernelType> Declared for T {
    const LAYOUT: Layout = Layout { size: size_of::<T>(), align: align_of::<T>() };
}

// SAFETY: a slice is passed as its address.
unsafe impl<T> Declared for &[T] {
    const LAYOUT: Layout = Layout::POINTER;
}

// SAFETY: as above.
unsafe impl<T> Declared for &mut [T] {
    const LAYOUT: Layout = Layout::POINTER;
}

/// What may be passed for a declared type, which `D` is a function of: rustc takes `fn(&[f32])` where it does not
/// take `&[f32]`.
///
/// # Safety
///
/// The argument is of the declared type: a value of it, or memory of such elements as its address.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for this parameter of the kernel",
    label = "the parameter is declared as that of `{D}`",
    note = "a value is passed for a value, `&buffer` for `&[T]`, `&mut buffer` for `&mut [T]` and for `&[AtomicU32]` and its kin"
)]
pub unsafe trait Passed<'a, D> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

// SAFETY: it is the value.
unsafe impl<'a, T: KernelType> Passed<'a, fn(T)> for T {
    #[inline]
    fn into_arg(self) -> Arg<'a> {
        Arg::value(self)
    }
}

macro_rules! shared {
    ($($type:ty),* $(,)?) => {$(
        // SAFETY: it is memory of such elements.
        unsafe impl<'a, T: KernelType> Passed<'a, fn(&[T])> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSlice::from(self).parts(), false).into_pointer()
            }
        }
    )*};
}

shared!(&'a Buffer<T>, BufferSlice<'a, T>, &'a BufferSlice<'_, T>, &'a BufferSliceMut<'_, T>);

macro_rules! exclusive {
    ($($type:ty),* $(,)?) => {$(
        // SAFETY: it is memory of such elements, lent exclusively.
        unsafe impl<'a, T: KernelType> Passed<'a, fn(&mut [T])> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSliceMut::from(self).parts(), true).into_pointer()
            }
        }

        // SAFETY: as above.
        unsafe impl<'a, A: AtomicElement<Value = T>, T: KernelType> Passed<'a, fn(&[A])> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSliceMut::from(self).parts(), true).into_pointer()
            }
        }
    )*};
}

exclusive!(&'a mut Buffer<T>, BufferSliceMut<'a, T>, &'a mut BufferSliceMut<'_, T>);

/// What a body in Rust, which runs on the CPU in a kernel's place, gets for a declared type.
pub trait OnHost<'a> {
    /// The value, or the memory.
    ///
    /// # Safety
    ///
    /// The argument was made by [`Passed::into_arg`] for this type, its memory is the host's, and its borrow
    /// outlives `'a`.
    unsafe fn take(arg: &'a Arg<'_>) -> Self;
}

impl<'a, T: KernelType> OnHost<'a> for T {
    unsafe fn take(arg: &'a Arg<'_>) -> T {
        // SAFETY: an argument for a `T` begins with its bytes, and is aligned for words.
        unsafe { arg.start().cast::<T>().read_unaligned() }
    }
}

impl<'a, T> OnHost<'a> for &'a [T] {
    unsafe fn take(arg: &'a Arg<'_>) -> &'a [T] {
        let (address, len) = arg.pointer();
        // SAFETY: the memory has so many elements, and nobody writes it during the launch but through atomics.
        unsafe { std::slice::from_raw_parts(host_pointer(address).cast::<T>(), len as usize) }
    }
}

impl<'a, T> OnHost<'a> for &'a mut [T] {
    unsafe fn take(arg: &'a Arg<'_>) -> &'a mut [T] {
        let (address, len) = arg.pointer();
        // SAFETY: the memory has so many elements, and was lent exclusively for the launch.
        unsafe { std::slice::from_raw_parts_mut(host_pointer(address).cast::<T>(), len as usize) }
    }
}

impl<'a> Arg<'a> {
    /// Memory as its address alone. The length stays, for those on the host.
    #[inline]
    pub(crate) fn into_pointer(mut self) -> Arg<'a> {
        let about = &mut self.own.about;
        if matches!(about.kind, Kind::Slice | Kind::Tensor) {
            about.kind = Kind::Pointer;
            about.count = 1;
            // Of what lies in a box nothing is packed.
            about.bytes = about.bytes.min(Layout::POINTER.size as u8);
        }
        self
    }

    /// Address and length of memory.
    fn pointer(&self) -> (u64, u64) {
        debug_assert!(self.own.about.kind == Kind::Pointer, "what was declared as memory is memory");
        // SAFETY: memory has both words written, whatever of them is passed.
        unsafe { (self.own.first().read().assume_init(), self.own.first().add(1).read().assume_init()) }
    }

    /// Where the bytes of a value lie.
    fn start(&self) -> *const u8 {
        self.own.first().cast()
    }
}
