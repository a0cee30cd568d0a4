//! What is done along an axis beside sums: scans, orders, picking by number, and reductions that the user says.

use super::{Col, Row, Tile1, Tile2, only_in_kernels};
use crate::{Int, Num, ScalarType};

/// A tile that has the axis `A`. A [`Tile1`] has the axis 0, along which a reduction leaves a scalar; of a
/// [`Tile2`], axis 0 goes down the rows and leaves a [`Row`], axis 1 across the columns and leaves a [`Col`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no axis {A}",
    label = "no such axis",
    note = "a tile of one extent has the axis 0; of two extents, axis 0 goes down the rows and axis 1 across the columns"
)]
pub trait HasAxis<const A: usize> {
    /// What a reduction leaves.
    type Left;
    /// As much of another element type.
    type Of<U: ScalarType>;
}

impl<T: ScalarType, const N: usize> HasAxis<0> for Tile1<T, N> {
    type Left = T;
    type Of<U: ScalarType> = U;
}

impl<T: ScalarType, const M: usize, const N: usize> HasAxis<0> for Tile2<T, M, N> {
    type Left = Row<T, N>;
    type Of<U: ScalarType> = Row<U, N>;
}

impl<T: ScalarType, const M: usize, const N: usize> HasAxis<1> for Tile2<T, M, N> {
    type Left = Col<T, M>;
    type Of<U: ScalarType> = Col<U, M>;
}

/// The tile of another extent along the axis `A`: `R`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no axis {A}",
    label = "no such axis",
    note = "a tile of one extent has the axis 0; of two extents, axis 0 goes down the rows and axis 1 across the columns"
)]
pub trait SliceAxis<const A: usize, const R: usize> {
    /// The tile.
    type Output;
}

impl<T: ScalarType, const N: usize, const R: usize> SliceAxis<0, R> for Tile1<T, N> {
    type Output = Tile1<T, R>;
}

impl<T: ScalarType, const M: usize, const N: usize, const R: usize> SliceAxis<0, R> for Tile2<T, M, N> {
    type Output = Tile2<T, R, N>;
}

impl<T: ScalarType, const M: usize, const N: usize, const R: usize> SliceAxis<1, R> for Tile2<T, M, N> {
    type Output = Tile2<T, M, R>;
}

/// Integers that say which elements of a tile are picked along the axis `A`: `R` for each row or column, or the
/// same `R` for all of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot pick {R} elements along axis {A} of `{Of}`",
    label = "its shape does not go with the tile's",
    note = "from a `Tile1<T, N>` picks a `Tile1` of integers; from a `Tile2<T, M, N>` along axis 0 a `Tile2<_, R, N>` or a `Col<_, R>`, \
            along axis 1 a `Tile2<_, M, R>` or a `Row<_, R>`"
)]
pub trait GatherIndex<Of, const A: usize, const R: usize> {}

impl<T: ScalarType, I: Int, const N: usize, const R: usize> GatherIndex<Tile1<T, N>, 0, R> for Tile1<I, R> {}

impl<T: ScalarType, I: Int, const M: usize, const N: usize, const R: usize> GatherIndex<Tile2<T, M, N>, 0, R>
    for Tile2<I, R, N>
{
}

impl<T: ScalarType, I: Int, const M: usize, const N: usize, const R: usize> GatherIndex<Tile2<T, M, N>, 0, R>
    for Col<I, R>
{
}

impl<T: ScalarType, I: Int, const M: usize, const N: usize, const R: usize> GatherIndex<Tile2<T, M, N>, 1, R>
    for Tile2<I, M, R>
{
}

impl<T: ScalarType, I: Int, const M: usize, const N: usize, const R: usize> GatherIndex<Tile2<T, M, N>, 1, R>
    for Row<I, R>
{
}

/// A tile that can stand behind another one along the axis `A`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand behind `{Of}` along axis {A}",
    label = "its element type or its extent along the other axis differs"
)]
pub trait Concat<Of, const A: usize> {}

impl<T: ScalarType, const N: usize, const P: usize> Concat<Tile1<T, N>, 0> for Tile1<T, P> {}

impl<T: ScalarType, const M: usize, const N: usize, const P: usize> Concat<Tile2<T, M, N>, 0>
    for Tile2<T, P, N>
{
}

impl<T: ScalarType, const M: usize, const N: usize, const P: usize> Concat<Tile2<T, M, N>, 1>
    for Tile2<T, M, P>
{
}

macro_rules! same {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        pub fn $name<const A: usize>(self) -> Self
        where
            T: Num,
            Self: HasAxis<A>,
        {
            only_in_kernels()
        }
    )*};
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident -> $result:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name<const A: usize>(self) -> $result
        where
            T: Num,
            Self: HasAxis<A>,
        {
            only_in_kernels()
        }
    )*};
}

macro_rules! along {
    ($shape:ident $($n:ident)*) => {
        impl<T: ScalarType, $(const $n: usize),*> $shape<T, $($n),*> {
            same! {
                /// Each element added to all before it along the axis.
                ///
                /// Scans and reductions combine elements in an order that depends on the extent alone, so that
                /// floats are rounded in the same way by every executor.
                cumsum
                /// Each element multiplied with all before it along the axis.
                cumprod
                /// The greatest element so far along the axis; of floats the other one where one is NaN.
                cummax
                /// The least element so far along the axis; of floats the other one where one is NaN.
                cummin
                /// The elements along the axis in ascending order, NaN last.
                sort
                /// The elements along the axis in descending order, NaN first.
                sort_descending
            }

            numbers! {
                /// The place of the greatest element along the axis: of several the first one. NaN is passed over;
                /// of nothing but NaN it is the last place.
                argmax -> <Self as HasAxis<A>>::Of<u32>;
                /// The place of the least element along the axis: of several the first one. NaN is passed over; of
                /// nothing but NaN it is the last place.
                argmin -> <Self as HasAxis<A>>::Of<u32>;
                /// The places of the elements along the axis in ascending order, NaN last, and the first place first of
                /// equal ones.
                argsort -> $shape<u32, $($n),*>;
                /// The places of the elements along the axis in descending order, NaN first, and the first place first
                /// of equal ones.
                argsort_descending -> $shape<u32, $($n),*>;
                /// All elements along the axis, multiplied.
                product -> <Self as HasAxis<A>>::Left;
            }

            /// The elements along the axis, the last one first.
            pub fn flip<const A: usize>(self) -> Self
            where
                Self: HasAxis<A>,
            {
                only_in_kernels()
            }

            /// The elements along the axis combined by a function of the user's, in order.
            ///
            /// The function has two tiles, of elements and of what is combined with each, and works element by
            /// element. It is associative; it need not be commutative, as `|first, second| second` is not.
            ///
            /// # Examples
            ///
            /// ```
            /// use kiln::prelude::*;
            ///
            /// /// The greatest common divisors would do too: here the `or` of all bits.
            /// #[kernel(tile)]
            /// fn bits(x: &Tensor2<u32>, y: &mut Tensor1<u32>) {
            ///     let x = x.load::<4, 8>(tile_id(0), 0);
            ///     y.store(tile_id(0), x.reduce::<1>(|a, b| a | b).to_tile1());
            /// }
            ///
            /// # fn main() -> kiln::Result<()> {
            /// let stream = Device::cpu().stream();
            /// let x = Tensor2::from_slice(&stream, &[1, 2, 4, 8, 8, 1], [2, 3])?;
            /// let mut y = Tensor1::zeros(&stream, 2)?;
            /// bits(&x, &mut y).launch(&stream)?;
            /// assert_eq!(y.download(&stream)?, [7, 9]);
            /// # Ok(())
            /// # }
            /// ```
            pub fn reduce<const A: usize>(self, f: impl Fn(Self, Self) -> Self) -> <Self as HasAxis<A>>::Left
            where
                T: Num,
                Self: HasAxis<A>,
            {
                only_in_kernels()
            }

            /// Each element combined with all before it along the axis, by a function as [`reduce`](Self::reduce)
            /// takes it.
            #[doc(alias = "associative_scan")]
            pub fn scan<const A: usize>(self, f: impl Fn(Self, Self) -> Self) -> Self
            where
                Self: HasAxis<A>,
            {
                only_in_kernels()
            }

            /// The elements with these numbers along the axis. A number that the tile does not have gives zero
            /// (`false` for `bool`).
            pub fn gather<const A: usize, const R: usize>(
                self,
                numbers: impl GatherIndex<Self, A, R>,
            ) -> <Self as SliceAxis<A, R>>::Output
            where
                Self: SliceAxis<A, R>,
            {
                only_in_kernels()
            }

            /// The `R` elements from `start` on along the axis, with zeros (`false` for `bool`) past the end.
            pub fn slice<const A: usize, const R: usize>(self, start: usize) -> <Self as SliceAxis<A, R>>::Output
            where
                Self: SliceAxis<A, R>,
            {
                only_in_kernels()
            }

            /// This tile and another one behind it along the axis: the first `R` elements of both together, with
            /// zeros (`false` for `bool`) past their end.
            #[doc(alias = "concatenate")]
            pub fn cat<const A: usize, const R: usize>(
                self,
                behind: impl Concat<Self, A>,
            ) -> <Self as SliceAxis<A, R>>::Output
            where
                Self: SliceAxis<A, R>,
            {
                only_in_kernels()
            }

            /// The first `P` elements along the axis and the `Q` elements behind them, with zeros (`false` for
            /// `bool`) past the end: what [`cat`](Self::cat) has put together:
            /// `let (a, b) = x.split::<0, 16, 48>();`.
            #[allow(clippy::type_complexity, reason = "two tiles, whose types the extents say")]
            pub fn split<const A: usize, const P: usize, const Q: usize>(
                self,
            ) -> (<Self as SliceAxis<A, P>>::Output, <Self as SliceAxis<A, Q>>::Output)
            where
                Self: SliceAxis<A, P> + SliceAxis<A, Q>,
            {
                only_in_kernels()
            }

            /// The `K` greatest elements along the axis, in descending order; NaN is the greatest. Their places are the
            /// first of
            /// [`argsort_descending`](Self::argsort_descending).
            pub fn topk<const A: usize, const K: usize>(self) -> <Self as SliceAxis<A, K>>::Output
            where
                T: Num,
                Self: SliceAxis<A, K>,
            {
                only_in_kernels()
            }
        }

        impl<T: ScalarType, $(const $n: usize),*> $shape<T, $($n),*> {
            /// The `K` greatest elements along the axis, as [`topk`](Self::topk) gives them, and their indices: the
            /// first ones of [`argsort_descending`](Self::argsort_descending).
            ///
            /// ```
            /// use kiln::prelude::*;
            ///
            /// #[kernel(tile)]
            /// fn best(x: &Tensor2<f32>, values: &mut Tensor2<f32>, indices: &mut Tensor2<u32>) {
            ///     let i = tile_id(0);
            ///     let (best, at) = x.load_or::<4, 8>(i, 0, f32::NEG_INFINITY).topk_with_indices::<1, 2>();
            ///     values.store(i, 0, best);
            ///     indices.store(i, 0, at);
            /// }
            ///
            /// # fn main() -> kiln::Result<()> {
            /// let stream = Device::cpu().stream();
            /// let x = Tensor2::from_slice(&stream, &[1.0, 5.0, 3.0, 5.0], [1, 4])?;
            /// let mut values = Tensor2::zeros(&stream, [1, 2])?;
            /// let mut indices = Tensor2::zeros(&stream, [1, 2])?;
            /// best(&x, &mut values, &mut indices).launch(&stream)?;
            /// assert_eq!(values.download(&stream)?, [5.0, 5.0]);
            /// assert_eq!(indices.download(&stream)?, [1, 3]);
            /// # Ok(())
            /// # }
            /// ```
            #[allow(clippy::type_complexity, reason = "two tiles, whose types the extents say")]
            pub fn topk_with_indices<const A: usize, const K: usize>(
                self,
            ) -> (<Self as SliceAxis<A, K>>::Output, <$shape<u32, $($n),*> as SliceAxis<A, K>>::Output)
            where
                T: Num,
                Self: SliceAxis<A, K>,
                $shape<u32, $($n),*>: SliceAxis<A, K>,
            {
                only_in_kernels()
            }
        }

        impl<$(const $n: usize),*> $shape<bool, $($n),*> {
            /// Whether the mask holds anywhere along the axis.
            pub fn any<const A: usize>(self) -> <Self as HasAxis<A>>::Left
            where
                Self: HasAxis<A>,
            {
                only_in_kernels()
            }

            /// Whether the mask holds everywhere along the axis.
            pub fn all<const A: usize>(self) -> <Self as HasAxis<A>>::Left
            where
                Self: HasAxis<A>,
            {
                only_in_kernels()
            }
        }
    };
}

along!(Tile1 N);
along!(Tile2 M N);
