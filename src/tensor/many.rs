//! Tensors of three and of four axes: batches of matrices.
//!
//! The last two axes are those of tiles, rows before columns; along the others a kernel counts elements.

use std::ops::RangeBounds;

use super::layout::{Layout, is_order, resolve};
use super::{TensorView2, TensorViewMut2, download};
use crate::{Buffer, BufferSlice, BufferSliceMut, Result, ScalarType, Stream};

/// The tensor, the view and the exclusive view of a rank, the views of one axis fewer, and each axis with its names
/// as a range and as a number.
macro_rules! tensors {
    (
        $rank:literal $(#[$doc:meta])* $tensor:ident, $view:ident, $exclusive:ident, $part:ident, $exclusive_part:ident,
        ($($range:ident $axis:literal $number:ident),*)
    ) => {
        $(#[$doc])*
        pub struct $tensor<T: ScalarType> {
            pub(super) buffer: Buffer<T>,
            pub(super) layout: Layout<$rank>,
        }

        #[doc = concat!("A shared tensor of ", $rank, " axes: a part of a [`", stringify!($tensor), "`], the same with its axes in \
            another order, or device memory that is taken for one. Tile kernels take it where they take `&", stringify!($tensor),
            "<T>`.")]
        #[derive(Clone, Copy)]
        pub struct $view<'a, T: ScalarType> {
            pub(super) slice: BufferSlice<'a, T>,
            pub(super) layout: Layout<$rank>,
        }

        #[doc = concat!("An exclusive tensor of ", $rank, " axes: a part of a [`", stringify!($tensor), "`], the same with its axes in \
            another order, or device memory that is taken for one. Tile kernels take it where they take `&mut ",
            stringify!($tensor), "<T>`.")]
        pub struct $exclusive<'a, T: ScalarType> {
            pub(super) slice: BufferSliceMut<'a, T>,
            pub(super) layout: Layout<$rank>,
        }

        impl<T: ScalarType> $tensor<T> {
            /// A buffer with these extents, the last axis without gaps.
            ///
            /// # Errors
            ///
            /// [`Error::TensorSize`](crate::Error::TensorSize) unless the buffer has as many elements as the tensor.
            pub fn from_buffer(buffer: Buffer<T>, extents: [usize; $rank]) -> Result<Self> {
                let layout = Layout::rows_first(extents, buffer.len())?;
                Ok($tensor { buffer, layout })
            }

            /// A part of a buffer: along each axis the next element lies that axis's stride further.
            ///
            /// # Errors
            ///
            /// [`Error::TensorStrides`](crate::Error::TensorStrides) where an element does not lie in the buffer,
            /// [`Error::TensorOverlap`](crate::Error::TensorOverlap) where two may have one place, some axis not
            /// stepping over all that those of shorter strides reach: such a tensor can be viewed, and not written.
            pub fn from_strided(
                buffer: Buffer<T>,
                extents: [usize; $rank],
                strides: [usize; $rank],
            ) -> Result<Self> {
                let layout = Layout::exclusive(extents, strides, buffer.len())?;
                Ok($tensor { buffer, layout })
            }

            /// A tensor with a copy of these elements, the last axis without gaps.
            ///
            /// # Errors
            ///
            /// [`Error::TensorSize`](crate::Error::TensorSize) unless there are as many elements as the tensor has,
            /// and those of [`Stream::upload`].
            pub fn from_slice(stream: &Stream, data: &[T], extents: [usize; $rank]) -> Result<Self> {
                let layout = Layout::rows_first(extents, data.len())?;
                Ok($tensor { buffer: stream.upload(data)?, layout })
            }

            /// A tensor of zeros (`false` for `bool`).
            ///
            /// # Errors
            ///
            /// As [`Stream::alloc_zeroed`].
            pub fn zeros(stream: &Stream, extents: [usize; $rank]) -> Result<Self> {
                // As many as cannot be allocated, where there are more than an address counts.
                let len = if extents.contains(&0) { 0 } else { extents.into_iter().fold(1, usize::saturating_mul) };
                Self::from_buffer(stream.alloc_zeroed(len)?, extents)
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
            pub fn view(&self) -> $view<'_, T> {
                $view { slice: self.buffer.as_slice(), layout: self.layout }
            }

            /// The whole tensor, exclusively.
            pub fn view_mut(&mut self) -> $exclusive<'_, T> {
                $exclusive { slice: self.buffer.as_slice_mut(), layout: self.layout }
            }

            /// Rows as columns, of each matrix: a view of the same memory.
            pub fn t(&self) -> $view<'_, T> {
                self.view().t()
            }

            /// The axes in another order, each by its number here: a view of the same memory. Numbers that are no
            /// order of the axes are a compile error.
            pub fn permute<$(const $number: usize),*>(&self) -> $view<'_, T> {
                self.view().permute::<$($number),*>()
            }

            /// The part with this number along the first axis; one past the last has no elements.
            pub fn index_axis0(&self, index: usize) -> $part<'_, T> {
                self.view().index_axis0(index)
            }

            /// The part with this number along the first axis, exclusively; one past the last has no elements.
            pub fn index_axis0_mut(&mut self, index: usize) -> $exclusive_part<'_, T> {
                self.view_mut().into_index_axis0(index)
            }

            /// The elements of a range along each axis.
            ///
            /// # Errors
            ///
            /// [`Error::TensorRange`](crate::Error::TensorRange) where a range is reversed or ends past the end of
            /// its axis.
            pub fn slice(&self, $($range: impl RangeBounds<usize>),*) -> Result<$view<'_, T>> {
                self.view().slice($($range),*)
            }

            /// The elements of a range along each axis, exclusively.
            ///
            /// # Errors
            ///
            /// As the shared slice.
            pub fn slice_mut(&mut self, $($range: impl RangeBounds<usize>),*) -> Result<$exclusive<'_, T>> {
                self.view_mut().slice_into($($range),*)
            }

            /// The elements, the last axis fastest whatever the strides, after all work before.
            ///
            /// # Errors
            ///
            /// As [`Stream::download`].
            pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
                self.view().download(stream)
            }
        }

        impl<'a, T: ScalarType> $view<'a, T> {
            /// A buffer, or a part of one, with these extents, the last axis without gaps.
            ///
            /// # Errors
            ///
            /// [`Error::TensorSize`](crate::Error::TensorSize) unless the memory has as many elements as the tensor.
            pub fn new(memory: impl Into<BufferSlice<'a, T>>, extents: [usize; $rank]) -> Result<Self> {
                let slice = memory.into();
                Ok($view { slice, layout: Layout::rows_first(extents, slice.len())? })
            }

            /// A part of a buffer: along each axis the next element lies that axis's stride further. A stride of 0
            /// repeats.
            ///
            /// # Errors
            ///
            /// [`Error::TensorStrides`](crate::Error::TensorStrides) where an element does not lie in the memory.
            pub fn from_strided(
                memory: impl Into<BufferSlice<'a, T>>,
                extents: [usize; $rank],
                strides: [usize; $rank],
            ) -> Result<Self> {
                let slice = memory.into();
                Ok($view { slice, layout: Layout::new(extents, strides, slice.len())? })
            }

            /// Rows as columns, of each matrix.
            #[must_use]
            pub fn t(self) -> Self {
                $view { slice: self.slice, layout: self.layout.turned() }
            }

            /// The axes in another order, each by its number here. Numbers that are no order of the axes are a
            /// compile error.
            #[must_use]
            pub fn permute<$(const $number: usize),*>(self) -> Self {
                const { assert!(is_order(&[$($number),*]), "each axis has its place in the new order once") };
                $view { slice: self.slice, layout: self.layout.permuted([$($number),*]) }
            }

            /// The part with this number along the first axis; one past the last has no elements.
            #[must_use]
            pub fn index_axis0(self, index: usize) -> $part<'a, T> {
                let (places, layout) = self.layout.at(index);
                $part { slice: self.slice.slice_clamped(places), layout }
            }

            /// The elements of a range along each axis.
            ///
            /// # Errors
            ///
            /// [`Error::TensorRange`](crate::Error::TensorRange) where a range is reversed or ends past the end of
            /// its axis.
            pub fn slice(self, $($range: impl RangeBounds<usize>),*) -> Result<Self> {
                let ranges = [$(resolve(&$range, $axis, self.layout.extents[$axis])?),*];
                let (places, layout) = self.layout.part(ranges);
                Ok($view { slice: self.slice.slice(places)?, layout })
            }

            /// The elements, the last axis fastest whatever the strides, after all work before.
            ///
            /// # Errors
            ///
            /// As [`Stream::download`].
            pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
                download(stream, self.slice, &self.layout)
            }
        }

        impl<'a, T: ScalarType> $part<'a, T> {
            #[doc = concat!("The same elements with one more axis of one element in front: what is taken for a `", stringify!($tensor),
                "`.")]
            #[must_use]
            pub fn unsqueeze(self) -> $view<'a, T> {
                $view { slice: self.slice, layout: self.layout.raised() }
            }
        }

        impl<'a, T: ScalarType> $exclusive<'a, T> {
            /// A buffer, or a part of one, with these extents, the last axis without gaps.
            ///
            /// # Errors
            ///
            /// As for a tensor that owns its buffer.
            pub fn new(memory: impl Into<BufferSliceMut<'a, T>>, extents: [usize; $rank]) -> Result<Self> {
                let slice = memory.into();
                let layout = Layout::rows_first(extents, slice.len())?;
                Ok($exclusive { slice, layout })
            }

            /// A part of a buffer: along each axis the next element lies that axis's stride further.
            ///
            /// # Errors
            ///
            /// As for a tensor that owns its buffer.
            pub fn from_strided(
                memory: impl Into<BufferSliceMut<'a, T>>,
                extents: [usize; $rank],
                strides: [usize; $rank],
            ) -> Result<Self> {
                let slice = memory.into();
                let layout = Layout::exclusive(extents, strides, slice.len())?;
                Ok($exclusive { slice, layout })
            }

            /// The same elements, shared, while `self` is borrowed.
            pub fn view(&self) -> $view<'_, T> {
                $view { slice: self.slice.as_slice(), layout: self.layout }
            }

            /// The same elements for a shorter time, so that `self` can be used again after.
            pub fn reborrow(&mut self) -> $exclusive<'_, T> {
                $exclusive { slice: self.slice.reborrow(), layout: self.layout }
            }

            /// Rows as columns, of each matrix.
            #[must_use]
            pub fn t(self) -> Self {
                $exclusive { layout: self.layout.turned(), slice: self.slice }
            }

            /// The axes in another order, each by its number here. Numbers that are no order of the axes are a
            /// compile error.
            #[must_use]
            pub fn permute<$(const $number: usize),*>(self) -> Self {
                const { assert!(is_order(&[$($number),*]), "each axis has its place in the new order once") };
                $exclusive { layout: self.layout.permuted([$($number),*]), slice: self.slice }
            }

            /// The part with this number along the first axis; one past the last has no elements.
            #[must_use]
            pub fn into_index_axis0(self, index: usize) -> $exclusive_part<'a, T> {
                let (places, layout) = self.layout.at(index);
                $exclusive_part { slice: self.slice.slice_clamped(places), layout }
            }

            /// The elements of a range along each axis.
            ///
            /// # Errors
            ///
            /// As the shared slice.
            pub fn slice_into(self, $($range: impl RangeBounds<usize>),*) -> Result<Self> {
                let ranges = [$(resolve(&$range, $axis, self.layout.extents[$axis])?),*];
                let (places, layout) = self.layout.part(ranges);
                Ok($exclusive { slice: self.slice.slice_into(places)?, layout })
            }

            /// As the shared view's.
            ///
            /// # Errors
            ///
            /// As [`Stream::download`].
            pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
                self.view().download(stream)
            }
        }

        impl<'a, T: ScalarType> $exclusive_part<'a, T> {
            #[doc = concat!("The same elements with one more axis of one element in front: what is taken for a `&mut ",
                stringify!($tensor), "`.")]
            #[must_use]
            pub fn unsqueeze(self) -> $exclusive<'a, T> {
                $exclusive { layout: self.layout.raised(), slice: self.slice }
            }
        }
    };
}

tensors! {
    3
    /// A tensor of three axes, a batch of matrices: device memory with extents and strides, which tile kernels take
    /// as `&Tensor3<T>` and `&mut Tensor3<T>`.
    ///
    /// On the host it owns a [`Buffer`]. In a kernel it is read by [`load`](Self::load) and
    /// [`load_or`](Self::load_or) and written by [`store`](Self::store): the first coordinate is the number of a
    /// matrix, the others count tiles of it. Beside them a kernel may ask for [`rows`](Self::rows) and
    /// [`cols`](Self::cols) of the matrices, and for [`extents`](Self::extents).
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln::prelude::*;
    ///
    /// /// Adds one row to each row of each matrix.
    /// #[kernel(tile)]
    /// fn add_bias(x: &Tensor3<f32>, bias: &Tensor1<f32>, y: &mut Tensor3<f32>) {
    ///     let (i, j, b) = (tile_id(0), tile_id(1), tile_id(2));
    ///     let bias = bias.load::<32>(j).to_row();
    ///     y.store(b, i, j, x.load::<16, 32>(b, i, j) + bias);
    /// }
    ///
    /// # fn main() -> kiln::Result<()> {
    /// let stream = Device::best()?.stream();
    /// let x = Tensor3::from_slice(&stream, &[1.0f32; 24], [2, 3, 4])?;
    /// let bias = Tensor1::from_slice(&stream, &[0.0, 1.0, 2.0, 3.0])?;
    /// let mut y = Tensor3::zeros(&stream, [2, 3, 4])?;
    /// add_bias(&x, &bias, &mut y).launch(&stream)?;
    /// assert_eq!(y.index_axis0(1).row(2).download(&stream)?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok(())
    /// # }
    /// ```
    Tensor3, TensorView3, TensorViewMut3, TensorView2, TensorViewMut2, (batches 0 A, rows 1 B, cols 2 C)
}

tensors! {
    4
    /// A tensor of four axes, a batch of batches of matrices: device memory with extents and strides, which tile
    /// kernels take as `&Tensor4<T>` and `&mut Tensor4<T>`.
    ///
    /// It is to a [`Tensor3`] what that is to a [`Tensor2`](crate::Tensor2): in a kernel the first two coordinates
    /// are the numbers of a matrix, the others count tiles of it. What lies as batch, sequence, head and element is
    /// a tensor of batch, head, sequence and element by [`permute`](Self::permute).
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln::prelude::*;
    ///
    /// # fn main() -> kiln::Result<()> {
    /// let stream = Device::cpu().stream();
    /// let x = Tensor4::<f32>::zeros(&stream, [2, 128, 8, 64])?;
    /// let heads = x.permute::<0, 2, 1, 3>();
    /// assert_eq!((heads.shape(), heads.strides()), ([2, 8, 128, 64], [65536, 64, 512, 1]));
    /// # Ok(())
    /// # }
    /// ```
    Tensor4, TensorView4, TensorViewMut4, TensorView3, TensorViewMut3, (outer 0 A, batches 1 B, rows 2 C, cols 3 D)
}
