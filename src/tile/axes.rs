//! What changes a tile's shape: reductions along an axis or of the whole, transposing, reshaping.

use super::{Col, Row, Tile1, Tile2, only_in_kernels};
use crate::{Num, ScalarType};

/// A tile that can be reduced along the axis `A`: 0 goes down the rows and leaves a [`Row`], 1 goes across the
/// columns and leaves a [`Col`].
#[diagnostic::on_unimplemented(
    message = "a tile of two extents has the axes 0 and 1, and no axis {A}",
    label = "no such axis",
    note = "axis 0 goes down the rows and leaves a `Row`, axis 1 goes across the columns and leaves a `Col`"
)]
pub trait ReduceAxis<const A: usize> {
    /// What is left of the tile.
    type Output;
}

impl<T: ScalarType, const M: usize, const N: usize> ReduceAxis<0> for Tile2<T, M, N> {
    type Output = Row<T, N>;
}

impl<T: ScalarType, const M: usize, const N: usize> ReduceAxis<1> for Tile2<T, M, N> {
    type Output = Col<T, M>;
}

macro_rules! along {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        pub fn $name<const A: usize>(self) -> <Self as ReduceAxis<A>>::Output
        where
            T: Num,
            Self: ReduceAxis<A>,
        {
            only_in_kernels()
        }
    )*};
}

impl<T: ScalarType, const M: usize, const N: usize> Tile2<T, M, N> {
    along! {
        /// The sums along an axis: of each column for axis 0, of each row for axis 1.
        #[doc(alias = "sum")]
        sum_axis
        /// The greatest elements along an axis: of each column for axis 0, of each row for axis 1.
        #[doc(alias = "max")]
        max_axis
        /// The least elements along an axis: of each column for axis 0, of each row for axis 1.
        #[doc(alias = "min")]
        min_axis
    }

    /// Rows as columns.
    pub fn transpose(self) -> Tile2<T, N, M> {
        only_in_kernels()
    }

    /// The same elements in the same order, rows first, as `P` rows of `Q`: `P * Q` is `M * N`.
    pub fn reshape<const P: usize, const Q: usize>(self) -> Tile2<T, P, Q> {
        const { assert!(P * Q == M * N, "a reshaped tile has as many elements as it had") }
        only_in_kernels()
    }

    /// The same elements, row after row: `K` is `M * N`.
    pub fn flatten<const K: usize>(self) -> Tile1<T, K> {
        const { assert!(K == M * N, "a flattened tile has as many elements as it had") }
        only_in_kernels()
    }
}

impl<T: ScalarType, const N: usize> Tile1<T, N> {
    /// The same elements as `P` rows of `Q`: `P * Q` is `N`.
    pub fn reshape<const P: usize, const Q: usize>(self) -> Tile2<T, P, Q> {
        const { assert!(P * Q == N, "a reshaped tile has as many elements as it had") }
        only_in_kernels()
    }

    /// The same elements as a row.
    pub fn to_row(self) -> Row<T, N> {
        only_in_kernels()
    }

    /// The same elements as a column.
    pub fn to_col(self) -> Col<T, N> {
        only_in_kernels()
    }
}

impl<T: ScalarType, const N: usize> Row<T, N> {
    /// The row as a column.
    pub fn transpose(self) -> Col<T, N> {
        only_in_kernels()
    }

    /// The row `M` times.
    pub fn broadcast<const M: usize>(self) -> Tile2<T, M, N> {
        only_in_kernels()
    }
}

impl<T: ScalarType, const M: usize> Col<T, M> {
    /// The column as a row.
    pub fn transpose(self) -> Row<T, M> {
        only_in_kernels()
    }

    /// The column `N` times.
    pub fn broadcast<const N: usize>(self) -> Tile2<T, M, N> {
        only_in_kernels()
    }
}

macro_rules! of_one_extent {
    ($($shape:ident $n:ident)*) => {$(
        impl<T: ScalarType, const $n: usize> $shape<T, $n> {
            /// The sum of all elements.
            #[doc(alias = "sum")]
            pub fn sum_all(self) -> T
            where
                T: Num,
            {
                only_in_kernels()
            }

            /// The greatest element.
            pub fn max_all(self) -> T
            where
                T: Num,
            {
                only_in_kernels()
            }

            /// The least element.
            pub fn min_all(self) -> T
            where
                T: Num,
            {
                only_in_kernels()
            }
        }
    )*};
}

of_one_extent!(Tile1 N Row N Col M);

macro_rules! to_tile1 {
    ($($shape:ident $n:ident)*) => {$(
        impl<T: ScalarType, const $n: usize> $shape<T, $n> {
            /// The same elements as a tile of one extent.
            pub fn to_tile1(self) -> Tile1<T, $n> {
                only_in_kernels()
            }
        }
    )*};
}

to_tile1!(Row N Col M);
