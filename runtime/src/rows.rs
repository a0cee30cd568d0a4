//! Copies and fills of rows that lie apart: two-dimensional copies.
//!
//! Takes memory with a number of rows, their length and how far apart they lie; guarantees that the rows lie in the
//! memory and do not overlap; leaves the order of streams to [`crate::order`].

use kiln_codegen::compact::List;
use std::fmt;

use crate::arg::reaches;
use crate::buffer::{BufferSlice, BufferSliceMut};
use crate::driver::{Place, RowCopy};
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::memory::{Memory, host_pointer};
use crate::pending::DeviceFuture;
use crate::pinned::PinnedBuffer;
use crate::stream::{Engine, Stream};
use crate::value::{KernelType, scalar_bits};

/// Rows of equal length that lie equally far apart in some memory: a [`BufferSlice`], a [`BufferSliceMut`], a
/// `&[T]`, a `&mut [T]` or a [`PinnedBuffer`].
///
/// # Examples
///
/// The middle of an image, there and back:
///
/// ```
/// use kiln_runtime::{Device, Pitched};
///
/// let stream = Device::best()?.stream();
/// let image: Vec<u32> = (0..32).collect(); // 4 rows of 8
/// let mut middle = stream.alloc_zeroed::<u32>(2 * 4)?;
/// stream.upload_2d(Pitched::new(&image[10..], 2, 4, 8)?, Pitched::new(middle.as_slice_mut(), 2, 4, 4)?)?;
/// assert_eq!(stream.download(&middle)?, [10, 11, 12, 13, 18, 19, 20, 21]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Pitched<S> {
    memory: S,
    shape: Shape,
}

/// How many rows, of how many elements, so many elements apart.
#[derive(Clone, Copy)]
struct Shape {
    count: usize,
    len: usize,
    stride: usize,
}

mod memory_of_rows {
    /// What rows can lie in.
    pub trait Room {
        /// How many elements it holds.
        fn elements(&self) -> usize;
    }
}

use memory_of_rows::Room;

impl<T: KernelType> Room for BufferSlice<'_, T> {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<T: KernelType> Room for BufferSliceMut<'_, T> {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<T: KernelType> Room for &[T] {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<T: KernelType> Room for &mut [T] {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<T: KernelType> Room for PinnedBuffer<T> {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<S: Room> Pitched<S> {
    /// `count` rows of `len` elements, the first at the start of the memory and each next one `stride` elements
    /// further.
    ///
    /// # Errors
    ///
    /// [`Error::TensorStrides`] where the last row ends past the end of the memory, [`Error::TensorOverlap`] where
    /// a row reaches into the next.
    pub fn new(memory: S, count: usize, len: usize, stride: usize) -> Result<Pitched<S>> {
        let shape = Shape { count, len, stride };
        shape.check(memory.elements()).map(|()| Pitched { memory, shape })
    }
}

impl Shape {
    fn check(self, room: usize) -> Result<()> {
        let (extents, strides) = ([self.count, self.len], [self.stride, 1]);
        if !reaches(room, extents, strides) {
            return Err(Error::TensorStrides { extents: extents.into(), strides: strides.into(), len: room });
        }
        if self.count > 1 && self.len > self.stride {
            return Err(Error::TensorOverlap { extents: extents.into(), strides: strides.into() });
        }
        Ok(())
    }

    fn is_empty(self) -> bool {
        self.count == 0 || self.len == 0
    }

    /// The copy of these rows to others.
    fn copy(
        self,
        from: Place,
        to: (Place, Shape),
        size: usize,
        operation: &'static str,
    ) -> Result<Option<RowCopy>> {
        let (to, other) = to;
        if (self.count, self.len) != (other.count, other.len) {
            return Err(Error::RowsMismatch {
                operation,
                source_rows: (self.count, self.len),
                destination_rows: (other.count, other.len),
            });
        }
        // Of one row nothing depends on the stride, which may be any number.
        let pitch = |shape: Shape| if shape.count > 1 { shape.stride * size } else { shape.len * size };
        let (from_pitch, to_pitch) = (pitch(self), pitch(other));
        let copy = RowCopy { from, from_pitch, to, to_pitch, bytes: self.len * size, count: self.count };
        Ok((!self.is_empty()).then_some(copy))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "exclusive parts are given away for the call")]
impl Stream {
    /// Copies rows on the device.
    ///
    /// # Errors
    ///
    /// [`Error::RowsMismatch`] unless there are as many rows of as many elements, [`Error::WrongDevice`] for a
    /// buffer of another device.
    #[doc(alias = "cudaMemcpy2D")]
    pub fn copy_2d<T: KernelType>(
        &self,
        from: Pitched<BufferSlice<'_, T>>,
        to: Pitched<BufferSliceMut<'_, T>>,
    ) -> Result<()> {
        let ((source, start, _), (destination, end, _)) = (from.memory.parts(), to.memory.parts());
        let to = (Place::Device(end), to.shape);
        let copy = from.shape.copy(Place::Device(start), to, size_of::<T>(), "copy_2d")?;
        self.give_rows(&[(source, false), (destination, true)], copy, "copy_2d")
    }

    /// Copies rows from the host.
    ///
    /// # Errors
    ///
    /// As [`Stream::copy_2d`].
    pub fn upload_2d<T: KernelType>(
        &self,
        from: Pitched<&[T]>,
        to: Pitched<BufferSliceMut<'_, T>>,
    ) -> Result<()> {
        let given = self.give_rows_in(from.memory, from.shape, &to);
        given.and(self.settle())
    }

    /// Copies rows to the host, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::copy_2d`], and those of [`Stream::download`].
    pub fn download_2d<T: KernelType>(
        &self,
        from: Pitched<BufferSlice<'_, T>>,
        to: Pitched<&mut [T]>,
    ) -> Result<()> {
        let given = self.give_rows_out(&from, to.memory, to.shape);
        given.and(self.settle())?;
        self.report()?;
        from.memory.parts().0.other_writers(self).try_for_each(|writer| writer.vouch())
    }

    /// Copies rows of page-locked memory into a buffer; the memory comes back.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::upload_2d`], and of kernels that failed on this stream before.
    pub fn upload_2d_async<T: KernelType>(
        &self,
        from: Pitched<PinnedBuffer<T>>,
        to: Pitched<BufferSliceMut<'_, T>>,
    ) -> DeviceFuture<PinnedBuffer<T>> {
        let begun = self.give_rows_in(&from.memory, from.shape, &to);
        DeviceFuture::start(self, begun.map(|()| (from.memory, Vec::new())))
    }

    /// Copies rows of a buffer to page-locked memory, which comes back. The buffer may be dropped or used again
    /// meanwhile: the copy has what it holds now.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::download_2d`].
    pub fn download_2d_async<T: KernelType>(
        &self,
        from: Pitched<BufferSlice<'_, T>>,
        to: Pitched<PinnedBuffer<T>>,
    ) -> DeviceFuture<PinnedBuffer<T>> {
        let Pitched { mut memory, shape } = to;
        let begun = self.give_rows_out(&from, &mut memory, shape);
        let writers = || from.memory.parts().0.other_writers(self).list();
        DeviceFuture::start(self, begun.map(|()| (memory, writers())))
    }

    /// Sets every element of rows. What lies between them stays.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a buffer of another device.
    #[doc(alias = "cudaMemset2D")]
    pub fn fill_2d<T: KernelType>(&self, to: Pitched<BufferSliceMut<'_, T>>, value: T) -> Result<()> {
        let Pitched { memory: mut slice, shape } = to;
        if shape.is_empty() {
            return Ok(());
        }
        let size = size_of::<T>();
        let pitch = shape.stride.max(shape.len) * size;
        let bits = scalar_bits(value).filter(|_| size <= 4 && i32::try_from(pitch).is_ok());
        if let (Engine::Gpu(_), None) = (self.engine(), bits) {
            // The first row, of which the others are copies.
            self.fill(slice.reborrow().slice_into(..shape.len)?, value)?;
        }
        let (memory, address, _) = slice.parts();
        self.with(&[(memory, true)], ("fill_2d", shape.count * shape.len * size), || {
            match (self.engine(), bits) {
                (Engine::Cpu(_), _) => {
                    let place = host_pointer(address).cast::<T>();
                    for index in 0..shape.count * shape.len {
                        let at = index / shape.len * shape.stride + index % shape.len;
                        // SAFETY: the rows lie in memory that is borrowed exclusively.
                        unsafe { place.add(at).write(value) };
                    }
                    Ok(())
                }
                (Engine::Capture(_), _) => Err(refused("a fill of rows", ROWS)),
                // SAFETY: as above, aligned as the type.
                (Engine::Gpu(stream), Some(bits)) => unsafe {
                    stream.set_rows(address, pitch, bits, size, (shape.count, shape.len))
                },
                // SAFETY: as above; the first row is set.
                (Engine::Gpu(stream), None) => unsafe {
                    stream.repeat_rows(address, pitch, shape.len * size, shape.count)
                },
            }
        })
    }

    fn give_rows_in<T: KernelType>(
        &self,
        from: &[T],
        shape: Shape,
        to: &Pitched<BufferSliceMut<'_, T>>,
    ) -> Result<()> {
        let (memory, address, _) = to.memory.parts();
        let (from, to) = (Place::Host(from.as_ptr().cast_mut().cast()), (Place::Device(address), to.shape));
        let copy = shape.copy(from, to, size_of::<T>(), "upload_2d")?;
        self.give_rows(&[(memory, true)], copy, "upload_2d")
    }

    fn give_rows_out<T: KernelType>(
        &self,
        from: &Pitched<BufferSlice<'_, T>>,
        to: &mut [T],
        shape: Shape,
    ) -> Result<()> {
        let (memory, address, _) = from.memory.parts();
        let to = (Place::Host(to.as_mut_ptr().cast()), shape);
        let copy = from.shape.copy(Place::Device(address), to, size_of::<T>(), "download_2d")?;
        self.give_rows(&[(memory, false)], copy, "download_2d")
    }

    /// The places of the copy are borrowed, the one that is written exclusively, and the host's until the stream
    /// has passed the copy.
    fn give_rows(&self, uses: &[(&Memory, bool)], copy: Option<RowCopy>, what: &'static str) -> Result<()> {
        let Some(copy) = copy else { return Ok(()) };
        self.with(uses, (what, copy.count * copy.bytes), || match self.engine() {
            Engine::Cpu(_) => {
                let [from, to] = [copy.from, copy.to].map(|place| match place {
                    Place::Host(start) => start,
                    Place::Device(address) => host_pointer(address),
                });
                for row in 0..copy.count {
                    // SAFETY: what this function takes.
                    unsafe {
                        let (from, to) = (from.add(row * copy.from_pitch), to.add(row * copy.to_pitch));
                        to.copy_from_nonoverlapping(from, copy.bytes);
                    }
                }
                Ok(())
            }
            Engine::Capture(_) => Err(refused("a copy of rows", ROWS)),
            // SAFETY: as above.
            Engine::Gpu(stream) => unsafe { stream.copy_2d(&copy) },
        })
    }
}

/// What to do where work is recorded.
const ROWS: &str = "do it row by row, or by a kernel";

impl<S> fmt::Debug for Pitched<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { count, len, stride } = self.shape;
        write!(f, "Pitched({count} rows of {len} elements, {stride} apart)")
    }
}
