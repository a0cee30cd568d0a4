//! Typed device memory: buffers, and slices of them.
//!
//! Takes memory from a [`Stream`]; guarantees that lengths and ranges are right, and that `&` and `&mut` mean on
//! the device what they mean on the host; leaves copies to the stream and use in kernels to [`crate::arg`].

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::stream::Stream;
use crate::value::derived::short_name;
use crate::value::{KernelType, assert_aligned};

/// Memory of a device for `len` elements of `T`. Made by [`Stream::upload`] and [`Stream::alloc_zeroed`].
///
/// A buffer belongs to the stream that made it, and may be used on any stream of the same device: Kiln orders the
/// streams. Dropping it frees the memory once the work that uses it is done.
///
/// # Examples
///
/// ```
/// # use kiln_runtime::Device;
/// let stream = Device::cpu().stream();
/// let mut x = stream.upload(&[1u32, 2, 3, 4])?;
/// stream.upload_into(&[9, 9], x.slice_mut(1..3)?)?;
/// assert_eq!(stream.download(x.slice(..2)?)?, [1, 9]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct Buffer<T> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

/// A shared part of a buffer: what `&[T]` is to a `Vec<T>`.
pub struct BufferSlice<'a, T: KernelType> {
    memory: &'a Memory,
    start: usize,
    len: usize,
    element: PhantomData<&'a [T]>,
}

/// An exclusive part of a buffer: what `&mut [T]` is to a `Vec<T>`.
pub struct BufferSliceMut<'a, T: KernelType> {
    memory: &'a Memory,
    start: usize,
    len: usize,
    element: PhantomData<&'a mut [T]>,
}

impl<T: KernelType> Buffer<T> {
    pub(crate) fn allocate(stream: &Stream, len: usize, zeroed: bool) -> Result<Buffer<T>> {
        let bytes = byte_len::<T>(stream, len)?;
        Ok(Buffer { memory: Memory::allocate(stream, bytes, zeroed)?, len, element: PhantomData })
    }

    /// Memory that holds `len` elements.
    pub(crate) fn of(memory: Memory, len: usize) -> Buffer<T> {
        Buffer { memory, len, element: PhantomData }
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }

    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device that it lives on.
    pub fn device(&self) -> Device {
        self.memory.home().device()
    }

    /// The whole buffer as a slice.
    pub fn as_slice(&self) -> BufferSlice<'_, T> {
        BufferSlice { memory: &self.memory, start: 0, len: self.len, element: PhantomData }
    }

    /// The whole buffer as an exclusive slice.
    pub fn as_slice_mut(&mut self) -> BufferSliceMut<'_, T> {
        BufferSliceMut { memory: &self.memory, start: 0, len: self.len, element: PhantomData }
    }

    /// The failure of a launch that was writing the buffer, where one was told: see [`Error::Poisoned`].
    pub fn poison_cause(&self) -> Option<Error> {
        self.memory.poison_cause()
    }

    /// Accepts what the buffer holds after a failed launch, as [`BufferSliceMut::clear_poison`] does.
    pub fn clear_poison(&mut self) {
        self.memory.forget_taint();
    }

    /// The elements of a range.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] where the range is reversed or ends past the last element.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<BufferSlice<'_, T>> {
        self.as_slice().slice(range)
    }

    /// The elements of a range, exclusively.
    ///
    /// # Errors
    ///
    /// As [`Buffer::slice`].
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<BufferSliceMut<'_, T>> {
        self.as_slice_mut().slice_into(range)
    }

    /// The elements before `mid` and those from it on.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] where `mid` is past the end.
    pub fn split_at_mut(&mut self, mid: usize) -> Result<(BufferSliceMut<'_, T>, BufferSliceMut<'_, T>)> {
        self.as_slice_mut().split_at(mid)
    }
}

impl<'a, T: KernelType> BufferSlice<'a, T> {
    /// The first `len` elements of memory that has as many.
    pub(crate) fn of(memory: &'a Memory, len: usize) -> BufferSlice<'a, T> {
        BufferSlice { memory, start: 0, len, element: PhantomData }
    }

    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The failure of a launch that was writing the memory that this is a part of; see [`Buffer::poison_cause`].
    pub fn poison_cause(&self) -> Option<Error> {
        self.memory.poison_cause()
    }

    /// The elements of a range of this slice.
    ///
    /// # Errors
    ///
    /// As [`Buffer::slice`].
    pub fn slice(self, range: impl RangeBounds<usize>) -> Result<BufferSlice<'a, T>> {
        let (start, len) = resolve(&range, self.len)?;
        Ok(BufferSlice { start: self.start + start, len, ..self })
    }

    /// The elements of a range, as far as there are any.
    #[must_use]
    pub fn slice_clamped(self, range: Range<usize>) -> BufferSlice<'a, T> {
        let (start, len) = slice_clamped(range, self.len);
        BufferSlice { start: self.start + start, len, ..self }
    }

    /// The elements before `mid` and those from it on.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] where `mid` is past the end.
    pub fn split_at(self, mid: usize) -> Result<(BufferSlice<'a, T>, BufferSlice<'a, T>)> {
        Ok((self.slice(..mid)?, self.slice(mid..)?))
    }

    #[inline]
    pub(crate) fn parts(&self) -> (&'a Memory, u64, usize) {
        (self.memory, self.memory.address() + (self.start * size_of::<T>()) as u64, self.len)
    }
}

impl<'a, T: KernelType> BufferSliceMut<'a, T> {
    /// The first `len` elements of memory that has as many.
    pub(crate) fn of(memory: &'a mut Memory, len: usize) -> BufferSliceMut<'a, T> {
        BufferSliceMut { memory, start: 0, len, element: PhantomData }
    }

    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The same elements, shared, while `self` is borrowed.
    pub fn as_slice(&self) -> BufferSlice<'_, T> {
        BufferSlice { memory: self.memory, start: self.start, len: self.len, element: PhantomData }
    }

    /// Accepts what the memory holds after a failed launch, all of it and not this part alone: it can be read and
    /// given to kernels again. A failure that has not been told yet is not affected. See [`Error::Poisoned`].
    pub fn clear_poison(&mut self) {
        self.memory.forget_taint();
    }

    /// The same elements for a shorter time, so that `self` can be used again after.
    pub fn reborrow(&mut self) -> BufferSliceMut<'_, T> {
        BufferSliceMut { memory: self.memory, start: self.start, len: self.len, element: PhantomData }
    }

    /// The elements of a range of this slice.
    ///
    /// # Errors
    ///
    /// As [`Buffer::slice`].
    pub fn slice_into(self, range: impl RangeBounds<usize>) -> Result<BufferSliceMut<'a, T>> {
        let (start, len) = resolve(&range, self.len)?;
        Ok(BufferSliceMut { start: self.start + start, len, ..self })
    }

    /// The elements of a range, as far as there are any.
    #[must_use]
    pub fn slice_clamped(self, range: Range<usize>) -> BufferSliceMut<'a, T> {
        let (start, len) = slice_clamped(range, self.len);
        BufferSliceMut { start: self.start + start, len, ..self }
    }

    /// The elements before `mid` and those from it on.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] where `mid` is past the end.
    pub fn split_at(self, mid: usize) -> Result<(BufferSliceMut<'a, T>, BufferSliceMut<'a, T>)> {
        let (start, len) = resolve(&(mid..), self.len)?;
        let first = BufferSliceMut { memory: self.memory, start: self.start, len: mid, element: PhantomData };
        Ok((first, BufferSliceMut { start: self.start + start, len, ..self }))
    }

    #[inline]
    pub(crate) fn parts(&self) -> (&'a Memory, u64, usize) {
        (self.memory, self.memory.address() + (self.start * size_of::<T>()) as u64, self.len)
    }
}

/// The bytes of `len` elements on a stream's device.
pub(crate) fn byte_len<T: KernelType>(stream: &Stream, len: usize) -> Result<usize> {
    const { assert!(size_of::<T>() > 0, "the elements of a buffer have a size") };
    const { assert_aligned::<T>() };
    len.checked_mul(size_of::<T>()).ok_or_else(|| Error::OutOfMemory {
        device: stream.device_shared().describe(),
        bytes: usize::MAX,
        reason: format!("{len} elements of {} bytes are more than an address can count", size_of::<T>()),
    })
}

/// Start and length of a range in `len` elements.
fn resolve(range: &impl RangeBounds<usize>, len: usize) -> Result<(usize, usize)> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    if start <= end && end <= len { Ok((start, end - start)) } else { Err(Error::Range { start, end, len }) }
}

/// Start and length of what a range and `len` elements have in common.
fn slice_clamped(range: Range<usize>, len: usize) -> (usize, usize) {
    let start = range.start.min(len);
    (start, range.end.clamp(start, len) - start)
}

// Derived, the two would ask for `T: Clone` by name, though every `KernelType` is.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<T: KernelType> Clone for BufferSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: KernelType> Copy for BufferSlice<'_, T> {}

impl<'a, T: KernelType> From<&'a Buffer<T>> for BufferSlice<'a, T> {
    fn from(buffer: &'a Buffer<T>) -> Self {
        buffer.as_slice()
    }
}

impl<'a, T: KernelType> From<&'a BufferSlice<'_, T>> for BufferSlice<'a, T> {
    fn from(slice: &'a BufferSlice<'_, T>) -> Self {
        *slice
    }
}

impl<'a, T: KernelType> From<&'a BufferSliceMut<'_, T>> for BufferSlice<'a, T> {
    fn from(slice: &'a BufferSliceMut<'_, T>) -> Self {
        slice.as_slice()
    }
}

/// As Rust takes `&mut T` where a `&T` is expected.
impl<'a, T: KernelType, B> From<&'a mut B> for BufferSlice<'a, T>
where
    &'a B: Into<BufferSlice<'a, T>>,
{
    fn from(buffer: &'a mut B) -> Self {
        (&*buffer).into()
    }
}

impl<'a, T: KernelType> From<&'a mut Buffer<T>> for BufferSliceMut<'a, T> {
    fn from(buffer: &'a mut Buffer<T>) -> Self {
        buffer.as_slice_mut()
    }
}

impl<'a, T: KernelType> From<&'a mut BufferSliceMut<'_, T>> for BufferSliceMut<'a, T> {
    fn from(slice: &'a mut BufferSliceMut<'_, T>) -> Self {
        slice.reborrow()
    }
}

macro_rules! debug {
    ($($type:ident $(<$life:lifetime>)?),*) => {$(
        impl<T: KernelType> fmt::Debug for $type<$($life,)? T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = short_name(std::any::type_name::<T>());
                write!(f, concat!(stringify!($type), "<{}>({} elements)"), name, self.len())
            }
        }
    )*};
}

debug!(Buffer, BufferSlice<'_>, BufferSliceMut<'_>);
