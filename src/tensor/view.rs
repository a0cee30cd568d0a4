//! Views: tensors in memory that belongs to another, and parts of tensors.

use std::ops::RangeBounds;

use super::layout::{Layout, resolve};
use super::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorView3, TensorView4, TensorViewMut3, TensorViewMut4, download,
};
use crate::{BufferSlice, BufferSliceMut, Result, ScalarType, Stream};

/// A shared tensor of one axis: a part of a [`Tensor1`], a row of a [`Tensor2`], or device memory that is taken for
/// one. Tile kernels take it where they take `&Tensor1<T>`.
#[derive(Clone, Copy)]
pub struct TensorView1<'a, T: ScalarType> {
    pub(super) slice: BufferSlice<'a, T>,
    pub(super) layout: Layout<1>,
}

/// A shared tensor of two axes: a part of a [`Tensor2`], its transpose, or device memory that is taken for one.
/// Tile kernels take it where they take `&Tensor2<T>`.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
/// use kiln::TensorView2;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let buffer = stream.upload(&[1, 2, 3])?;
/// let twice = TensorView2::from_strided(&buffer, [2, 3], [0, 1])?; // the same row twice
/// assert_eq!(twice.download(&stream)?, [1, 2, 3, 1, 2, 3]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct TensorView2<'a, T: ScalarType> {
    pub(super) slice: BufferSlice<'a, T>,
    pub(super) layout: Layout<2>,
}

/// An exclusive tensor of one axis: a part of a [`Tensor1`], a row of a [`Tensor2`], or device memory that is taken
/// for one. Tile kernels take it where they take `&mut Tensor1<T>`.
pub struct TensorViewMut1<'a, T: ScalarType> {
    pub(super) slice: BufferSliceMut<'a, T>,
    pub(super) layout: Layout<1>,
}

/// An exclusive tensor of two axes: a part of a [`Tensor2`], its transpose, or device memory that is taken for one.
/// Tile kernels take it where they take `&mut Tensor2<T>`.
pub struct TensorViewMut2<'a, T: ScalarType> {
    pub(super) slice: BufferSliceMut<'a, T>,
    pub(super) layout: Layout<2>,
}

/// What every tensor and view says about itself.
macro_rules! sizes {
    ($($name:ident $(<$life:lifetime>)?, $rank:literal;)*) => {$(
        impl<T: ScalarType> $name<$($life,)? T> {
            /// How many elements it has.
            pub fn len(&self) -> usize {
                self.layout.len()
            }

            /// Whether it has none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// How many elements it has along each axis, the outermost first, rows before columns.
            pub fn shape(&self) -> [usize; $rank] {
                self.layout.extents
            }

            /// How many elements further the next one along each axis lies.
            pub fn strides(&self) -> [usize; $rank] {
                self.layout.strides
            }
        }
    )*};
}

sizes! {
    Tensor1, 1;
    TensorView1<'_>, 1;
    TensorViewMut1<'_>, 1;
    Tensor2, 2;
    TensorView2<'_>, 2;
    TensorViewMut2<'_>, 2;
    Tensor3, 3;
    TensorView3<'_>, 3;
    TensorViewMut3<'_>, 3;
    Tensor4, 4;
    TensorView4<'_>, 4;
    TensorViewMut4<'_>, 4;
}

macro_rules! matrices {
    ($rows:literal, $cols:literal, $($name:ident $(<$life:lifetime>)?),*) => {$(
        impl<T: ScalarType> $name<$($life,)? T> {
            /// How many rows it has: of three or four axes, those of each matrix.
            pub fn rows(&self) -> usize {
                self.layout.extents[$rows]
            }

            /// How many columns it has: of three or four axes, those of each matrix.
            pub fn cols(&self) -> usize {
                self.layout.extents[$cols]
            }
        }
    )*};
}

matrices!(0, 1, Tensor2, TensorView2<'_>, TensorViewMut2<'_>);
matrices!(1, 2, Tensor3, TensorView3<'_>, TensorViewMut3<'_>);
matrices!(2, 3, Tensor4, TensorView4<'_>, TensorViewMut4<'_>);

/// The memory of views, for what computes with extents and strides of its own.
macro_rules! buffer_slices {
    ($($slice:ident: $($name:ident)*;)*) => {$($(
        impl<'a, T: ScalarType> $name<'a, T> {
            /// The memory from the first element to the last.
            pub(crate) fn into_buffer_slice(self) -> $slice<'a, T> {
                self.slice
            }
        }
    )*)*};
}

buffer_slices! {
    BufferSlice: TensorView1 TensorView2 TensorView3 TensorView4;
    BufferSliceMut: TensorViewMut1 TensorViewMut2 TensorViewMut3 TensorViewMut4;
}

impl<'a, T: ScalarType> TensorView1<'a, T> {
    /// All elements of a buffer or of a part of one.
    pub fn new(memory: impl Into<BufferSlice<'a, T>>) -> TensorView1<'a, T> {
        let slice = memory.into();
        TensorView1 { slice, layout: Layout { extents: [slice.len()], strides: [1] } }
    }

    /// `len` elements of a buffer or of a part of one, each `stride` elements after the one before: 0 repeats one
    /// element.
    ///
    /// # Errors
    ///
    /// [`Error::TensorStrides`](crate::Error::TensorStrides) where they do not lie in the memory.
    pub fn from_strided(
        memory: impl Into<BufferSlice<'a, T>>,
        len: usize,
        stride: usize,
    ) -> Result<TensorView1<'a, T>> {
        let slice = memory.into();
        Ok(TensorView1 { slice, layout: Layout::new([len], [stride], slice.len())? })
    }

    /// The elements of a range.
    ///
    /// # Errors
    ///
    /// [`Error::TensorRange`](crate::Error::TensorRange) where the range is reversed or ends past the last element.
    pub fn slice(self, range: impl RangeBounds<usize>) -> Result<TensorView1<'a, T>> {
        let (places, layout) = self.layout.part([resolve(&range, 0, self.len())?]);
        Ok(TensorView1 { slice: self.slice.slice(places)?, layout })
    }

    /// The elements, in order, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        download(stream, self.slice, &self.layout)
    }
}

impl<'a, T: ScalarType> TensorView2<'a, T> {
    /// A buffer, or a part of one, as rows and columns, rows first.
    ///
    /// # Errors
    ///
    /// [`Error::TensorSize`](crate::Error::TensorSize) unless the memory has as many elements as the tensor.
    pub fn new(memory: impl Into<BufferSlice<'a, T>>, extents: [usize; 2]) -> Result<TensorView2<'a, T>> {
        let slice = memory.into();
        Ok(TensorView2 { slice, layout: Layout::rows_first(extents, slice.len())? })
    }

    /// A part of a buffer as rows and columns: the next row lies `strides[0]` elements further, the next column
    /// `strides[1]`. A stride of 0 repeats.
    ///
    /// # Errors
    ///
    /// [`Error::TensorStrides`](crate::Error::TensorStrides) where an element does not lie in the memory.
    pub fn from_strided(
        memory: impl Into<BufferSlice<'a, T>>,
        extents: [usize; 2],
        strides: [usize; 2],
    ) -> Result<TensorView2<'a, T>> {
        let slice = memory.into();
        Ok(TensorView2 { slice, layout: Layout::new(extents, strides, slice.len())? })
    }

    /// Rows as columns.
    #[must_use]
    pub fn t(self) -> TensorView2<'a, T> {
        TensorView2 { slice: self.slice, layout: self.layout.transposed() }
    }

    /// The elements of some rows and some columns.
    ///
    /// # Errors
    ///
    /// [`Error::TensorRange`](crate::Error::TensorRange) where a range is reversed or ends past the last row or column.
    pub fn slice(
        self,
        rows: impl RangeBounds<usize>,
        cols: impl RangeBounds<usize>,
    ) -> Result<TensorView2<'a, T>> {
        let ranges = [resolve(&rows, 0, self.rows())?, resolve(&cols, 1, self.cols())?];
        let (places, layout) = self.layout.part(ranges);
        Ok(TensorView2 { slice: self.slice.slice(places)?, layout })
    }

    /// A row; one past the last has no elements.
    #[must_use]
    pub fn row(self, i: usize) -> TensorView1<'a, T> {
        let (places, layout) = self.layout.row(i);
        TensorView1 { slice: self.slice.slice_clamped(places), layout }
    }

    /// The elements, rows first whatever the strides, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        download(stream, self.slice, &self.layout)
    }
}

impl<'a, T: ScalarType> TensorViewMut1<'a, T> {
    /// All elements of a buffer or of a part of one.
    pub fn new(memory: impl Into<BufferSliceMut<'a, T>>) -> TensorViewMut1<'a, T> {
        let slice = memory.into();
        let layout = Layout { extents: [slice.len()], strides: [1] };
        TensorViewMut1 { slice, layout }
    }

    /// `len` elements of a buffer or of a part of one, each `stride` elements after the one before.
    ///
    /// # Errors
    ///
    /// As [`Tensor1::from_strided`].
    pub fn from_strided(
        memory: impl Into<BufferSliceMut<'a, T>>,
        len: usize,
        stride: usize,
    ) -> Result<TensorViewMut1<'a, T>> {
        let slice = memory.into();
        let layout = Layout::exclusive([len], [stride], slice.len())?;
        Ok(TensorViewMut1 { slice, layout })
    }

    /// The same elements, shared, while `self` is borrowed.
    pub fn view(&self) -> TensorView1<'_, T> {
        TensorView1 { slice: self.slice.as_slice(), layout: self.layout }
    }

    /// The same elements for a shorter time, so that `self` can be used again after.
    pub fn reborrow(&mut self) -> TensorViewMut1<'_, T> {
        TensorViewMut1 { slice: self.slice.reborrow(), layout: self.layout }
    }

    /// The elements of a range.
    ///
    /// # Errors
    ///
    /// As [`Tensor1::slice`].
    pub fn slice_into(self, range: impl RangeBounds<usize>) -> Result<TensorViewMut1<'a, T>> {
        let (places, layout) = self.layout.part([resolve(&range, 0, self.len())?]);
        Ok(TensorViewMut1 { slice: self.slice.slice_into(places)?, layout })
    }

    /// As [`TensorView1::download`].
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        self.view().download(stream)
    }
}

#[cfg(feature = "kernels")]
impl<'a, T: ScalarType> TensorViewMut1<'a, T> {
    /// The elements as a matrix of one row.
    pub(crate) fn into_matrix(self) -> TensorViewMut2<'a, T> {
        let ([len], [stride]) = (self.layout.extents, self.layout.strides);
        TensorViewMut2 { slice: self.slice, layout: Layout { extents: [1, len], strides: [0, stride] } }
    }

    /// The memory from the first element to the last, and how far apart elements are, as kernels of threads take them.
    pub(crate) fn into_memory(self) -> (BufferSliceMut<'a, T>, usize) {
        (self.slice, self.layout.strides[0])
    }
}

#[cfg(feature = "kernels")]
impl<'a, T: ScalarType> TensorView4<'a, T> {
    /// The memory from the first element to the last.
    pub(crate) fn into_memory(self) -> BufferSlice<'a, T> {
        self.slice
    }
}

#[cfg(feature = "kernels")]
impl<'a, T: ScalarType> TensorView2<'a, T> {
    /// The memory from the first element to the last, and how far apart rows and columns are.
    pub(crate) fn into_memory(self) -> (BufferSlice<'a, T>, [usize; 2]) {
        (self.slice, self.layout.strides)
    }
}

#[cfg(feature = "kernels")]
impl<'a, T: ScalarType> TensorViewMut2<'a, T> {
    /// The memory from the first element to the last, and how far apart rows and columns are.
    pub(crate) fn into_memory(self) -> (BufferSliceMut<'a, T>, [usize; 2]) {
        (self.slice, self.layout.strides)
    }
}

#[cfg(feature = "kernels")]
impl<'a, T: ScalarType> TensorView1<'a, T> {
    /// The memory from the first element to the last, and how far apart elements are, as kernels of threads take them.
    pub(crate) fn into_memory(self) -> (BufferSlice<'a, T>, usize) {
        (self.slice, self.layout.strides[0])
    }
}

impl<'a, T: ScalarType> TensorViewMut2<'a, T> {
    /// A buffer, or a part of one, as rows and columns, rows first.
    ///
    /// # Errors
    ///
    /// As [`Tensor2::from_buffer`].
    pub fn new(
        memory: impl Into<BufferSliceMut<'a, T>>,
        extents: [usize; 2],
    ) -> Result<TensorViewMut2<'a, T>> {
        let slice = memory.into();
        let layout = Layout::rows_first(extents, slice.len())?;
        Ok(TensorViewMut2 { slice, layout })
    }

    /// A part of a buffer as rows and columns: the next row lies `strides[0]` elements further, the next column
    /// `strides[1]`.
    ///
    /// # Errors
    ///
    /// As [`Tensor2::from_strided`].
    pub fn from_strided(
        memory: impl Into<BufferSliceMut<'a, T>>,
        extents: [usize; 2],
        strides: [usize; 2],
    ) -> Result<TensorViewMut2<'a, T>> {
        let slice = memory.into();
        let layout = Layout::exclusive(extents, strides, slice.len())?;
        Ok(TensorViewMut2 { slice, layout })
    }

    /// The same elements, shared, while `self` is borrowed.
    pub fn view(&self) -> TensorView2<'_, T> {
        TensorView2 { slice: self.slice.as_slice(), layout: self.layout }
    }

    /// The same elements for a shorter time, so that `self` can be used again after.
    pub fn reborrow(&mut self) -> TensorViewMut2<'_, T> {
        TensorViewMut2 { slice: self.slice.reborrow(), layout: self.layout }
    }

    /// Rows as columns.
    #[must_use]
    pub fn t(self) -> TensorViewMut2<'a, T> {
        TensorViewMut2 { layout: self.layout.transposed(), slice: self.slice }
    }

    /// The elements of some rows and some columns.
    ///
    /// # Errors
    ///
    /// As [`Tensor2::slice`].
    pub fn slice_into(
        self,
        rows: impl RangeBounds<usize>,
        cols: impl RangeBounds<usize>,
    ) -> Result<TensorViewMut2<'a, T>> {
        let ranges = [resolve(&rows, 0, self.rows())?, resolve(&cols, 1, self.cols())?];
        let (places, layout) = self.layout.part(ranges);
        Ok(TensorViewMut2 { slice: self.slice.slice_into(places)?, layout })
    }

    /// A row; one past the last has no elements.
    #[must_use]
    pub fn row_into(self, i: usize) -> TensorViewMut1<'a, T> {
        let (places, layout) = self.layout.row(i);
        TensorViewMut1 { slice: self.slice.slice_clamped(places), layout }
    }

    /// As [`TensorView2::download`].
    ///
    /// # Errors
    ///
    /// As [`Stream::download`].
    pub fn download(&self, stream: &Stream) -> Result<Vec<T>> {
        self.view().download(stream)
    }
}
