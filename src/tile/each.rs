//! What is done with each element by itself, by a function of scalars.

use super::{Col, Row, Tile1, Tile2, for_each_shape, only_in_kernels};
use crate::{Int, ScalarType, bf16, f16};

macro_rules! apply {
    ($shape:ident $($n:ident)*) => {
        impl<T: ScalarType, $(const $n: usize),*> $shape<T, $($n),*> {
            /// The function of each element: a closure or a device function of scalars, which may do what kernels
            /// do with scalars, branches and loops included.
            ///
            /// ```
            /// use kiln::prelude::*;
            ///
            /// #[device]
            /// fn collatz(mut n: u32) -> u32 {
            ///     let mut steps = 0;
            ///     while n > 1 {
            ///         n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            ///         steps += 1;
            ///     }
            ///     steps
            /// }
            ///
            /// #[kernel(tile)]
            /// fn steps(x: &Tensor1<u32>, y: &mut Tensor1<u32>) {
            ///     let i = tile_id(0);
            ///     y.store(i, x.load::<64>(i).apply(collatz));
            /// }
            ///
            /// # fn main() -> kiln::Result<()> {
            /// let stream = Device::cpu().stream();
            /// let x = Tensor1::from_slice(&stream, &[1, 2, 3, 27])?;
            /// let mut y = Tensor1::zeros(&stream, 4)?;
            /// steps(&x, &mut y).launch(&stream)?;
            /// assert_eq!(y.download(&stream)?, [0, 1, 7, 111]);
            /// # Ok(())
            /// # }
            /// ```
            #[doc(alias = "map")]
            pub fn apply<U: ScalarType>(self, f: impl Fn(T) -> U) -> $shape<U, $($n),*> {
                only_in_kernels()
            }

            /// The function of each element and the other tile's element in the same place. Of several other tiles,
            /// written as a tuple, the function takes a tuple of elements.
            ///
            /// ```
            /// use kiln::prelude::*;
            ///
            /// /// `x` between `low` and `high`.
            /// #[kernel(tile)]
            /// fn limited(x: &Tensor1<f32>, low: &Tensor1<f32>, high: &Tensor1<f32>, y: &mut Tensor1<f32>) {
            ///     let i = tile_id(0);
            ///     let (low, high) = (low.load::<64>(i), high.load::<64>(i));
            ///     y.store(i, x.load::<64>(i).apply_with((low, high), |x, (low, high)| x.max(low).min(high)));
            /// }
            ///
            /// # fn main() -> kiln::Result<()> {
            /// let stream = Device::cpu().stream();
            /// let [x, low, high] = [[1.0, 5.0], [2.0, 2.0], [3.0, 4.0]].map(|x| Tensor1::from_slice(&stream, &x));
            /// let mut y = Tensor1::zeros(&stream, 2)?;
            /// limited(&x?, &low?, &high?, &mut y).launch(&stream)?;
            /// assert_eq!(y.download(&stream)?, [2.0, 4.0]);
            /// # Ok(())
            /// # }
            /// ```
            #[doc(alias = "zip_map")]
            pub fn apply_with<V: ElementwiseOperands<Self>, U: ScalarType>(
                self,
                others: V,
                f: impl Fn(T, V::Elements) -> U,
            ) -> $shape<U, $($n),*> {
                only_in_kernels()
            }
        }

        impl<T: ScalarType, V: ScalarType, $(const $n: usize),*> ElementwiseOperand<$shape<T, $($n),*>> for $shape<V, $($n),*> {
            type Element = V;
        }

        impl<T: ScalarType, V: ScalarType, $(const $n: usize),*> ElementwiseOperands<$shape<T, $($n),*>> for $shape<V, $($n),*> {
            type Elements = V;
        }

        impl<I: Int + ScalarType, $(const $n: usize),*> IndexTile for $shape<I, $($n),*> {
            type Of<U: ScalarType> = $shape<U, $($n),*>;
        }
    };
}

for_each_shape!(apply);

/// A tile of the shape of `Whole`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tile of the shape of `{Whole}`",
    label = "another shape, or no tile"
)]
pub trait ElementwiseOperand<Whole> {
    /// The type of its elements.
    type Element: ScalarType;
}

/// What `apply_with` goes over beside a tile `Whole`: a tile of its shape, or a tuple of up to eight.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tile of the shape of `{Whole}` nor a tuple of up to eight",
    label = "does not go with the tile element by element"
)]
pub trait ElementwiseOperands<Whole> {
    /// The type of the elements in one place: one type, or a tuple.
    type Elements;
}

macro_rules! tuples_of_tiles {
    ($(($($tile:ident)*))*) => {$(
        impl<W, $($tile: ElementwiseOperand<W>),*> ElementwiseOperands<W> for ($($tile,)*) {
            type Elements = ($($tile::Element,)*);
        }
    )*};
}

tuples_of_tiles! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
}

/// A tile of integers that say which elements of a tensor are meant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which elements are meant",
    label = "not a tile of integers",
    note = "elements are named by a tile of integers: of a `Tensor2`, by one of rows and one of columns, which go together"
)]
pub trait IndexTile {
    /// The tile of as many elements of another type.
    type Of<U: ScalarType>;
}

/// What says of which matrix of a batch elements are: one number for all of them, or a tile, a row or a column of
/// numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say of which matrix each element of `{Whole}` is",
    label = "neither a `usize` nor a tile of integers of that shape",
    note = "the numbers in front are a `usize` each, or a tile, a row or a column that goes with those of rows and columns"
)]
pub trait BatchIndex<Whole> {}

impl<W: IndexTile> BatchIndex<W> for usize {}

macro_rules! matrices {
    ($([$($n:ident)*] $part:ident<$($p:ident)*> of $whole:ident;)*) => {
        $(impl<I: Int, J: Int, $(const $n: usize),*> BatchIndex<$whole<J, $($n),*>> for $part<I, $($p),*> {})*
    };
}

matrices! {
    [N] Tile1<N> of Tile1;
    [N] Row<N> of Row;
    [M] Col<M> of Col;
    [M N] Tile2<M N> of Tile2;
    [M N] Row<N> of Tile2;
    [M N] Col<M> of Tile2;
}

/// A number that is changed atomically.
#[diagnostic::on_unimplemented(
    message = "there are no atomic operations on `{Self}`",
    label = "has none",
    note = "a GPU changes these numbers atomically: `u32`, `i32`, `u64`, `i64`, `usize`, `isize`, `f16`, `bf16`, `f32` and `f64`"
)]
pub trait AtomicNumber: ScalarType {}

macro_rules! atomic {
    ($($number:ty)*) => {
        $(impl AtomicNumber for $number {})*
    };
}

atomic!(u32 i32 u64 i64 usize isize f16 bf16 f32 f64);
