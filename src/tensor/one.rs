//! A tensor of one axis.

use std::ops::RangeBounds;

use super::layout::Layout;
use super::{TensorView1, TensorViewMut1};
use crate::{Buffer, BufferSliceMut, Result, ScalarType, Stream};

/// A tensor of one axis: device memory of a known length and stride, which tile kernels take as `&Tensor1<T>` and
/// `&mut Tensor1<T>`.
///
/// On the host it owns a [`Buffer`]. In a kernel it is read by [`load`](Self::load) and [`load_or`](Self::load_or)
/// and written by [`store`](Self::store), a tile at a time; beside them a kernel may ask for [`len`](Self::len).
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = Tensor1::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0])?;
/// assert_eq!(x.slice(1..3)?.download(&stream)?, [2.0, 3.0]);
/// # Ok(())
/// # }
/// ```
pub struct Tensor1<T: ScalarType> {
    pub(super) buffer: Buffer<T>,
    pub(super) layout: Layout<1>,
}

impl<T: ScalarType> Tensor1<T> {
    /// All elements of a buffer.
    pub fn from_buffer(buffer: Buffer<T>) -> Tensor1<T> {
        let layout = Layout { extents: [buffer.len()], strides: [1] };
        Tensor1 { buffer, layout }
    }

    /// `len` elements of a buffer, each `stride` elements after the one before.
    ///
    /// # Errors
    ///
    /// [`Error::TensorStrides`](crate::Error::TensorStrides) where they do not lie in the buffer,
    /// [`Error::TensorOverlap`](crate::Error::TensorOverlap) where two have one place: such a tensor can be
    /// [viewed](TensorView1::from_strided), and not written.
    pub fn from_strided(buffer: Buffer<T>, len: usize, stride: usize) -> Result<Tensor1<T>> {
        let layout = Layout::exclusive([len], [stride], buffer.len())?;
        Ok(Tensor1 { buffer, layout })
    }

    /// A tensor with a copy of these elements.
    ///
    /// # Errors
    ///
    /// As [`Stream::upload`].
    pub fn from_slice(stream: &Stream, data: &[T]) -> Result<Tensor1<T>> {
        stream.upload(data).map(Tensor1::from_buffer)
    }

    /// A tensor of `len` zeros (`false` for `bool`).
    ///
    /// # Errors
    ///
    /// As [`Stream::alloc_zeroed`].
    pub fn zeros(stream: &Stream, len: usize) -> Result<Tensor1<T>> {
        stream.alloc_zeroed(len).map(Tensor1::from_buffer)
    }

    /// The memory.
    pub fn buffer(&self) -> &Buffer<T> {
        &self.buffer
    }

    /// The memory, to write it.
    pub fn buffer_mut(&mut self) -> BufferSliceMut<'_, T> {
        self.buffer.as_slice_mut()
    }

    /// The memory, without the extent.
    pub fn into_buffer(self) -> Buffer<T> {
        self.buffer
    }

    /// The whole tensor, shared.
    pub fn view(&self) -> TensorView1<'_, T> {
        TensorView1 { slice: self.buffer.as_slice(), layout: self.layout }
    }

    /// The whole tensor, exclusively.
    pub fn view_mut(&mut self) -> TensorViewMut1<'_, T> {
        TensorViewMut1 { slice: self.buffer.as_slice_mut(), layout: self.layout }
    }

    /// The elements of a range.
    ///
    /// # Errors
    ///
    /// [`Error::TensorRange`](crate::Error::TensorRange) where the range is reversed or ends past the last element.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<TensorView1<'_, T>> {
        self.view().slice(range)
    }

    /// The elements of a range, exclusively.
    ///
    /// # Errors
    ///
    /// As [`Tensor1::slice`].
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<TensorViewMut1<'_, T>> {
        self.view_mut().slice_into(range)
    }

    /// The elements, in order, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        self.view().download(stream)
    }
}
