//! What `fuse!` computes with: tensors and views of any rank, and the rank of what comes of them.

use super::plan::Axes;
use crate::{
    Buffer, BufferSlice, BufferSliceMut, Result, ScalarType, Tensor1, Tensor2, Tensor3, Tensor4, TensorView1,
    TensorView2, TensorView3, TensorView4, TensorViewMut1, TensorViewMut2, TensorViewMut3, TensorViewMut4,
};

mod sealed {
    pub trait Sealed {}
}

/// A tensor that is an input of a [`fuse!`](crate::fuse!) expression with elements of `T`: `&Tensor1<T>` to
/// `&Tensor4<T>`, a view of one, or `&Buffer<T>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of `{T}` for `fuse!`",
    label = "neither a tensor of `{T}` nor a view of one",
    note = "inputs are `&Tensor1<{T}>` to `&Tensor4<{T}>`, views of them and `&Buffer<{T}>`",
    note = "numbers of the host are captured: `fuse!([scale: f32] |x: f32| x * scale)`"
)]
pub trait Operand<'a, T: ScalarType>: sealed::Sealed {
    /// How many axes it has.
    type Rank: Rank;

    #[doc(hidden)]
    fn into_input(self) -> Input<'a, T>;
}

/// A tensor into which a [`fuse!`](crate::fuse!) expression is written: `&mut Tensor1<T>` to `&mut Tensor4<T>`, or an
/// exclusive view.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no output of `{T}` for `fuse!`",
    label = "not an exclusive tensor of `{T}`",
    note = "pass `&mut tensor`, or an exclusive view of it"
)]
pub trait OperandMut<'a, T: ScalarType>: sealed::Sealed {
    #[doc(hidden)]
    fn into_output(self) -> Output<'a, T>;
}

/// An input's memory, extents and strides.
#[derive(Clone, Copy)]
pub struct Input<'a, T: ScalarType> {
    pub(super) memory: BufferSlice<'a, T>,
    pub(super) axes: Axes,
}

impl<T: ScalarType> Input<'_, T> {
    #[doc(hidden)]
    pub fn axes(&self) -> Axes {
        self.axes
    }
}

/// An output's memory, extents and strides.
pub struct Output<'a, T: ScalarType> {
    pub(super) memory: BufferSliceMut<'a, T>,
    pub(super) axes: Axes,
}

/// A number of axes, as a type: [`Axes1`] to [`Axes4`].
pub trait Rank: sealed::Sealed {
    /// A tensor of so many axes.
    type Tensor<T: ScalarType>;
    /// The greater of both.
    type Broadcast<R: Rank>: Rank;
    #[doc(hidden)]
    type AtLeast2: Rank;
    #[doc(hidden)]
    type AtLeast3: Rank;

    #[doc(hidden)]
    fn tensor<T: ScalarType>(buffer: Buffer<T>, axes: &Axes) -> Result<Self::Tensor<T>>;
}

macro_rules! ranks {
    ($($name:ident $count:literal $tensor:ident ($r:ident => $broadcast:ty) $at_least_2:ty, $at_least_3:ty,
        |$buffer:ident, $extents:ident| $make:expr;)*) => {$(
        #[doc = concat!("A rank of ", stringify!($count), ".")]
        pub enum $name {}

        impl sealed::Sealed for $name {}

        impl Rank for $name {
            type Tensor<T: ScalarType> = $tensor<T>;
            type Broadcast<$r: Rank> = $broadcast;
            type AtLeast2 = $at_least_2;
            type AtLeast3 = $at_least_3;

            fn tensor<T: ScalarType>($buffer: Buffer<T>, axes: &Axes) -> Result<$tensor<T>> {
                let mut $extents = [0; $count];
                $extents.copy_from_slice(axes.shape());
                $make
            }
        }
    )*};
}

ranks! {
    Axes1 1 Tensor1 (R => R) Axes2, Axes3, |buffer, _extents| Ok(Tensor1::from_buffer(buffer));
    Axes2 2 Tensor2 (R => R::AtLeast2) Axes2, Axes3, |buffer, extents| Tensor2::from_buffer(buffer, extents);
    Axes3 3 Tensor3 (R => R::AtLeast3) Axes3, Axes3, |buffer, extents| Tensor3::from_buffer(buffer, extents);
    Axes4 4 Tensor4 (R => Axes4) Axes4, Axes4, |buffer, extents| Tensor4::from_buffer(buffer, extents);
}

macro_rules! operands {
    ($($rank:ident $view:ident: $($input:ty),*; $exclusive:ident: $($output:ty),*;)*) => {$(
        $(
            impl<'a, T: ScalarType> sealed::Sealed for $input {}

            #[diagnostic::do_not_recommend]
            impl<'a, T: ScalarType> Operand<'a, T> for $input {
                type Rank = $rank;

                fn into_input(self) -> Input<'a, T> {
                    let view = $view::from(self);
                    let axes = Axes::new(&view.shape(), &view.strides());
                    Input { memory: view.into_buffer_slice(), axes }
                }
            }
        )*
        $(
            impl<'a, T: ScalarType> sealed::Sealed for $output {}

            #[diagnostic::do_not_recommend]
            impl<'a, T: ScalarType> OperandMut<'a, T> for $output {
                fn into_output(self) -> Output<'a, T> {
                    let view = $exclusive::from(self);
                    let axes = Axes::new(&view.shape(), &view.strides());
                    Output { memory: view.into_buffer_slice(), axes }
                }
            }
        )*
    )*};
}

operands! {
    Axes1 TensorView1: &'a Tensor1<T>, TensorView1<'a, T>, &'a TensorView1<'_, T>, &'a TensorViewMut1<'_, T>;
        TensorViewMut1: &'a mut Tensor1<T>, TensorViewMut1<'a, T>, &'a mut TensorViewMut1<'_, T>;
    Axes2 TensorView2: &'a Tensor2<T>, TensorView2<'a, T>, &'a TensorView2<'_, T>, &'a TensorViewMut2<'_, T>;
        TensorViewMut2: &'a mut Tensor2<T>, TensorViewMut2<'a, T>, &'a mut TensorViewMut2<'_, T>;
    Axes3 TensorView3: &'a Tensor3<T>, TensorView3<'a, T>, &'a TensorView3<'_, T>, &'a TensorViewMut3<'_, T>;
        TensorViewMut3: &'a mut Tensor3<T>, TensorViewMut3<'a, T>, &'a mut TensorViewMut3<'_, T>;
    Axes4 TensorView4: &'a Tensor4<T>, TensorView4<'a, T>, &'a TensorView4<'_, T>, &'a TensorViewMut4<'_, T>;
        TensorViewMut4: &'a mut Tensor4<T>, TensorViewMut4<'a, T>, &'a mut TensorViewMut4<'_, T>;
}

impl<T: ScalarType> sealed::Sealed for &Buffer<T> {}

#[diagnostic::do_not_recommend]
impl<'a, T: ScalarType> Operand<'a, T> for &'a Buffer<T> {
    type Rank = Axes1;

    fn into_input(self) -> Input<'a, T> {
        TensorView1::new(self).into_input()
    }
}
