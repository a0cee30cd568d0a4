//! A tensor of two axes.

use std::ops::RangeBounds;

use super::layout::Layout;
use super::{TensorView1, TensorView2, TensorViewMut1, TensorViewMut2};
use crate::{Buffer, BufferSliceMut, Result, ScalarType, Stream};

/// A tensor of two axes, a matrix: device memory with rows, columns and strides, which tile kernels take as
/// `&Tensor2<T>` and `&mut Tensor2<T>`.
///
/// On the host it owns a [`Buffer`]. In a kernel it is read by [`load`](Self::load) and [`load_or`](Self::load_or)
/// and written by [`store`](Self::store), a tile at a time, or [row](Self::row) by row; beside them a kernel may
/// ask for [`rows`](Self::rows) and [`cols`](Self::cols).
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = Tensor2::from_slice(&stream, &[1, 2, 3, 4, 5, 6], [2, 3])?;
/// assert_eq!(x.t().download(&stream)?, [1, 4, 2, 5, 3, 6]);
/// assert_eq!(x.slice(.., 1..)?.download(&stream)?, [2, 3, 5, 6]);
/// assert_eq!(x.row(1).download(&stream)?, [4, 5, 6]);
/// # Ok(())
/// # }
/// ```
pub struct Tensor2<T: ScalarType> {
    pub(super) buffer: Buffer<T>,
    pub(super) layout: Layout<2>,
}

impl<T: ScalarType> Tensor2<T> {
    /// A buffer as rows and columns, rows first.
    ///
    /// # Errors
    ///
    /// [`Error::TensorSize`](crate::Error::TensorSize) unless the buffer has as many elements as the tensor.
    pub fn from_buffer(buffer: Buffer<T>, extents: [usize; 2]) -> Result<Tensor2<T>> {
        let layout = Layout::rows_first(extents, buffer.len())?;
        Ok(Tensor2 { buffer, layout })
    }

    /// A part of a buffer as rows and columns: the next row lies `strides[0]` elements further, the next column
    /// `strides[1]`.
    ///
    /// # Errors
    ///
    /// [`Error::TensorStrides`](crate::Error::TensorStrides) where an element does not lie in the buffer,
    /// [`Error::TensorOverlap`](crate::Error::TensorOverlap) where two may have one place, one axis not stepping
    /// over all that the other one reaches: such a tensor can be [viewed](TensorView2::from_strided), and not
    /// written.
    pub fn from_strided(buffer: Buffer<T>, extents: [usize; 2], strides: [usize; 2]) -> Result<Tensor2<T>> {
        let layout = Layout::exclusive(extents, strides, buffer.len())?;
        Ok(Tensor2 { buffer, layout })
    }

    /// A tensor with a copy of these elements, rows first.
    ///
    /// # Errors
    ///
    /// [`Error::TensorSize`](crate::Error::TensorSize) unless there are as many elements as the tensor has, and
    /// those of [`Stream::upload`].
    pub fn from_slice(stream: &Stream, data: &[T], extents: [usize; 2]) -> Result<Tensor2<T>> {
        let layout = Layout::rows_first(extents, data.len())?;
        Ok(Tensor2 { buffer: stream.upload(data)?, layout })
    }

    /// A tensor of zeros (`false` for `bool`).
    ///
    /// # Errors
    ///
    /// As [`Stream::alloc_zeroed`].
    pub fn zeros(stream: &Stream, extents: [usize; 2]) -> Result<Tensor2<T>> {
        let [rows, columns] = extents;
        // As many as cannot be allocated, where there are more than an address counts.
        let len = rows.saturating_mul(columns);
        Tensor2::from_buffer(stream.alloc_zeroed(len)?, extents)
    }

    /// The memory.
    pub fn buffer(&self) -> &Buffer<T> {
        &self.buffer
    }

    /// The memory, to write it.
    pub fn buffer_mut(&mut self) -> BufferSliceMut<'_, T> {
        self.buffer.as_slice_mut()
    }

    /// The memory, without extents and strides.
    pub fn into_buffer(self) -> Buffer<T> {
        self.buffer
    }

    /// The whole tensor, shared.
    pub fn view(&self) -> TensorView2<'_, T> {
        TensorView2 { slice: self.buffer.as_slice(), layout: self.layout }
    }

    /// The whole tensor, exclusively.
    pub fn view_mut(&mut self) -> TensorViewMut2<'_, T> {
        TensorViewMut2 { slice: self.buffer.as_slice_mut(), layout: self.layout }
    }

    /// Rows as columns: a view of the same memory.
    pub fn t(&self) -> TensorView2<'_, T> {
        self.view().t()
    }

    /// The elements of some rows and some columns.
    ///
    /// # Errors
    ///
    /// [`Error::TensorRange`](crate::Error::TensorRange) where a range is reversed or ends past the last row or column.
    pub fn slice(
        &self,
        rows: impl RangeBounds<usize>,
        cols: impl RangeBounds<usize>,
    ) -> Result<TensorView2<'_, T>> {
        self.view().slice(rows, cols)
    }

    /// The elements of some rows and some columns, exclusively.
    ///
    /// # Errors
    ///
    /// As [`Tensor2::slice`].
    pub fn slice_mut(
        &mut self,
        rows: impl RangeBounds<usize>,
        cols: impl RangeBounds<usize>,
    ) -> Result<TensorViewMut2<'_, T>> {
        self.view_mut().slice_into(rows, cols)
    }

    /// A row. In a kernel one past the last is all padding; on the host it has no elements.
    pub fn row(&self, i: usize) -> TensorView1<'_, T> {
        self.view().row(i)
    }

    /// A row, to write it. In a kernel what is written to one past the last is dropped; on the host it has no elements.
    pub fn row_mut(&mut self, i: usize) -> TensorViewMut1<'_, T> {
        self.view_mut().row_into(i)
    }

    /// The elements, rows first whatever the strides, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        self.view().download(stream)
    }
}
