//! The same elements with other extents, and with one more axis.

use super::layout::Layout;
use super::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorView2, TensorView3, TensorView4, TensorViewMut1,
    TensorViewMut2, TensorViewMut3, TensorViewMut4,
};
use crate::{BufferSlice, BufferSliceMut, Error, Result, ScalarType};

mod sealed {
    pub trait Sealed {}
}

/// The extents of a tensor of one to four axes: an array of as many numbers.
pub trait TensorExtents: sealed::Sealed + Sized {
    /// A shared tensor with these extents.
    type View<'a, T: ScalarType>;
    /// An exclusive tensor with these extents.
    type ViewMut<'a, T: ScalarType>;

    #[doc(hidden)]
    fn view<T: ScalarType>(self, slice: BufferSlice<'_, T>) -> Result<Self::View<'_, T>>;
    #[doc(hidden)]
    fn view_mut<T: ScalarType>(self, slice: BufferSliceMut<'_, T>) -> Result<Self::ViewMut<'_, T>>;
}

/// Memory of contiguous elements; an error for other layouts.
fn contiguous<S, const R: usize>(slice: S, layout: &Layout<R>) -> Result<S> {
    if layout.is_contiguous() {
        return Ok(slice);
    }
    Err(Error::TensorReshape { extents: layout.extents.into(), strides: layout.strides.into() })
}

macro_rules! reshapes {
    ($($rank:literal $tensor:ident $view:ident $exclusive:ident;)*) => {$(
        impl sealed::Sealed for [usize; $rank] {}

        impl TensorExtents for [usize; $rank] {
            type View<'a, T: ScalarType> = $view<'a, T>;
            type ViewMut<'a, T: ScalarType> = $exclusive<'a, T>;

            fn view<T: ScalarType>(self, slice: BufferSlice<'_, T>) -> Result<$view<'_, T>> {
                let layout = Layout::rows_first(self, slice.len())?;
                Ok($view { slice, layout })
            }

            fn view_mut<T: ScalarType>(self, slice: BufferSliceMut<'_, T>) -> Result<$exclusive<'_, T>> {
                let layout = Layout::rows_first(self, slice.len())?;
                Ok($exclusive { slice, layout })
            }
        }

        impl<T: ScalarType> $tensor<T> {
            /// The same elements in order with other extents, of one to four axes: a view of the same memory.
            ///
            /// # Errors
            ///
            /// [`Error::TensorReshape`](crate::Error::TensorReshape) where the elements aren't contiguous,
            /// [`Error::TensorSize`](crate::Error::TensorSize) for extents of another number of elements.
            pub fn reshape<E: TensorExtents>(&self, extents: E) -> Result<E::View<'_, T>> {
                self.view().reshape(extents)
            }

            /// As [`reshape`](Self::reshape), exclusively.
            ///
            /// # Errors
            ///
            /// As [`reshape`](Self::reshape).
            pub fn reshape_mut<E: TensorExtents>(&mut self, extents: E) -> Result<E::ViewMut<'_, T>> {
                self.view_mut().reshape(extents)
            }
        }

        impl<'a, T: ScalarType> $view<'a, T> {
            /// The same elements in order with other extents, of one to four axes.
            ///
            /// # Errors
            ///
            /// [`Error::TensorReshape`](crate::Error::TensorReshape) where the elements aren't contiguous,
            /// [`Error::TensorSize`](crate::Error::TensorSize) for extents of another number of elements.
            pub fn reshape<E: TensorExtents>(self, extents: E) -> Result<E::View<'a, T>> {
                extents.view(contiguous(self.slice, &self.layout)?)
            }
        }

        impl<'a, T: ScalarType> $exclusive<'a, T> {
            /// The same elements in order with other extents, of one to four axes.
            ///
            /// # Errors
            ///
            /// As for a shared view.
            pub fn reshape<E: TensorExtents>(self, extents: E) -> Result<E::ViewMut<'a, T>> {
                extents.view_mut(contiguous(self.slice, &self.layout)?)
            }
        }
    )*};
}

reshapes! {
    1 Tensor1 TensorView1 TensorViewMut1;
    2 Tensor2 TensorView2 TensorViewMut2;
    3 Tensor3 TensorView3 TensorViewMut3;
    4 Tensor4 TensorView4 TensorViewMut4;
}

macro_rules! raised {
    ($($tensor:ident => $view:ident $raised:ident;)*) => {$(
        impl<T: ScalarType> $tensor<T> {
            /// The same elements with one more axis of one element in front: a view of the same memory.
            pub fn unsqueeze(&self) -> $view<'_, T> {
                $view { slice: self.buffer.as_slice(), layout: self.layout.raised() }
            }

            /// As [`unsqueeze`](Self::unsqueeze), exclusively.
            pub fn unsqueeze_mut(&mut self) -> $raised<'_, T> {
                $raised { slice: self.buffer.as_slice_mut(), layout: self.layout.raised() }
            }
        }
    )*};
}

raised! {
    Tensor1 => TensorView2 TensorViewMut2;
    Tensor2 => TensorView3 TensorViewMut3;
    Tensor3 => TensorView4 TensorViewMut4;
}

impl<'a, T: ScalarType> TensorView1<'a, T> {
    /// The same elements with one more axis of one element in front.
    #[must_use]
    pub fn unsqueeze(self) -> TensorView2<'a, T> {
        TensorView2 { slice: self.slice, layout: self.layout.raised() }
    }
}

impl<'a, T: ScalarType> TensorViewMut1<'a, T> {
    /// The same elements with one more axis of one element in front.
    #[must_use]
    pub fn unsqueeze(self) -> TensorViewMut2<'a, T> {
        TensorViewMut2 { layout: self.layout.raised(), slice: self.slice }
    }
}
