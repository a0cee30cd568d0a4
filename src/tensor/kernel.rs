//! What kernels do with tensors: loads and stores of whole tiles.
//!
//! Coordinates count tiles, not elements: `x.load::<64, 32>(i, j)` begins at row `i * 64` and column `j * 32`. Those of
//! `load_at` count elements. What lies outside of the tensor is padding when read and dropped when written.

#![allow(unused_variables, clippy::needless_pass_by_value, reason = "no operation here has a body that runs")]

use super::{Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorViewMut1};
use crate::tile::{
    AtomicNumber, BatchIndex, Broadcast, BroadcastTo, Col, IndexTile, Row, Tile1, Tile2, only_in_kernels,
};
use crate::{Int, ScalarType};

macro_rules! loads_of_one_axis {
    ($($name:ident $(<$life:lifetime>)?),*) => {$(
        impl<T: ScalarType> $name<$($life,)? T> {
            /// In a tile kernel: the `N` elements from `i * N` on, with zeros (`false` for `bool`) past the end.
            pub fn load<const N: usize>(&self, i: usize) -> Tile1<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: the `N` elements from `i * N` on, with `pad` past the end.
            pub fn load_or<const N: usize>(&self, i: usize, pad: T) -> Tile1<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: the `N` elements from the element `i` on, with zeros (`false` for `bool`) outside of
            /// the tensor. A negative `i` begins before the tensor does.
            pub fn load_at<const N: usize>(&self, i: isize) -> Tile1<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: as [`load_at`](Self::load_at), with `pad` outside of the tensor.
            pub fn load_at_or<const N: usize>(&self, i: isize, pad: T) -> Tile1<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: the elements with these numbers, with zeros (`false` for `bool`) for numbers that
            /// the tensor does not have, negative ones included.
            pub fn gather<I: IndexTile>(&self, places: I) -> I::Of<T> {
                only_in_kernels()
            }

            /// In a tile kernel: the elements with these numbers, with `pad` for numbers that the tensor does not have.
            pub fn gather_or<I: IndexTile>(&self, places: I, pad: T) -> I::Of<T> {
                only_in_kernels()
            }
        }
    )*};
}

loads_of_one_axis!(Tensor1, TensorView1<'_>);

macro_rules! stores_of_one_axis {
    ($($name:ident $(<$life:lifetime>)?),*) => {$(
        impl<T: ScalarType> $name<$($life,)? T> {
            /// In a tile kernel: writes the `N` elements from `i * N` on. What lies past the end is dropped.
            pub fn store<const N: usize>(&mut self, i: usize, tile: Tile1<T, N>) {
                only_in_kernels()
            }
        }
    )*};
}

stores_of_one_axis!(TensorViewMut1<'_>);

/// A tile that a tensor stores: a [`Tile1`], a [`Row`] or a [`Col`] to a tensor of one axis; a [`Tile2`], a row or a
/// column to one of more axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored to this tensor of `{T}`",
    label = "another element type, or a tile of other axes"
)]
pub trait StoredTile<T, const AXES: usize> {}

impl<T: ScalarType, const N: usize> StoredTile<T, 1> for Tile1<T, N> {}
impl<T: ScalarType, const N: usize> StoredTile<T, 1> for Row<T, N> {}
impl<T: ScalarType, const M: usize> StoredTile<T, 1> for Col<T, M> {}
impl<T: ScalarType, const M: usize, const N: usize> StoredTile<T, 2> for Tile2<T, M, N> {}
impl<T: ScalarType, const N: usize> StoredTile<T, 2> for Row<T, N> {}
impl<T: ScalarType, const M: usize> StoredTile<T, 2> for Col<T, M> {}

impl<T: ScalarType> Tensor1<T> {
    /// In a tile kernel: writes the `N` elements of a tile, a row or a column from `i * N` on. What lies past the end
    /// is dropped.
    pub fn store<V: StoredTile<T, 1>>(&mut self, i: usize, tile: V) {
        only_in_kernels()
    }

    /// In a tile kernel: the element `i`, or zero (`false` for `bool`) past the end.
    pub fn get(&self, i: usize) -> T {
        only_in_kernels()
    }

    /// In a tile kernel: the `N` elements from `i * N` on as a row, with zeros (`false` for `bool`) past the end.
    pub fn load_row<const N: usize>(&self, i: usize) -> Row<T, N> {
        only_in_kernels()
    }

    /// In a tile kernel: as [`load_row`](Self::load_row), with `pad` past the end.
    pub fn load_row_or<const N: usize>(&self, i: usize, pad: T) -> Row<T, N> {
        only_in_kernels()
    }

    /// In a tile kernel: the `M` elements from `i * M` on as a column, with zeros (`false` for `bool`) past the end.
    pub fn load_col<const M: usize>(&self, i: usize) -> Col<T, M> {
        only_in_kernels()
    }

    /// In a tile kernel: as [`load_col`](Self::load_col), with `pad` past the end.
    pub fn load_col_or<const M: usize>(&self, i: usize, pad: T) -> Col<T, M> {
        only_in_kernels()
    }
}

/// Changes of elements by numbers: `$params` are the tiles of them.
macro_rules! changes {
    ([$($generics:tt)*] $places:ty, $($param:ident: $type:ty),*) => {
        /// In a tile kernel: sets the elements with these numbers. What lies outside of the tensor is dropped; of
        /// two values for one element, one is there at the end. Since another tile may name the same elements, the
        /// kernel has to be an `unsafe fn`.
        pub fn scatter<$($generics)*, V>(&mut self, $($param: $type,)* values: V)
        where
            V: BroadcastTo<<$places as IndexTile>::Of<T>>,
        {
            only_in_kernels()
        }

        /// In a tile kernel: adds to the elements with these numbers, atomically (integers wrap). What lies outside
        /// of the tensor is dropped. A kernel does nothing else with a tensor that it changes like this.
        pub fn atomic_add<$($generics)*, V>(&mut self, $($param: $type,)* values: V)
        where
            T: AtomicNumber,
            V: BroadcastTo<<$places as IndexTile>::Of<T>>,
        {
            only_in_kernels()
        }

        /// In a tile kernel: sets each of the elements with these numbers to the lesser of it and the value,
        /// atomically; as `atomic_add`.
        pub fn atomic_min<$($generics)*, V>(&mut self, $($param: $type,)* values: V)
        where
            T: AtomicNumber,
            V: BroadcastTo<<$places as IndexTile>::Of<T>>,
        {
            only_in_kernels()
        }

        /// In a tile kernel: sets each of the elements with these numbers to the greater of it and the value,
        /// atomically; as `atomic_add`.
        pub fn atomic_max<$($generics)*, V>(&mut self, $($param: $type,)* values: V)
        where
            T: AtomicNumber,
            V: BroadcastTo<<$places as IndexTile>::Of<T>>,
        {
            only_in_kernels()
        }
    };
}

impl<T: ScalarType> Tensor1<T> {
    changes!([I: IndexTile] I, places: I);
}

impl<T: ScalarType> TensorViewMut1<'_, T> {
    changes!([I: IndexTile] I, places: I);
}

impl<T: ScalarType> Tensor2<T> {
    changes!([I: Broadcast<J, Output: IndexTile>, J] <I as Broadcast<J>>::Output, rows: I, cols: J);

    /// In a tile kernel: the elements in these rows and columns, with zeros (`false` for `bool`) for those that the
    /// tensor does not have. A column of rows and a row of columns name a whole tile: of an array of vectors, those
    /// with the numbers in the column.
    pub fn gather<I, J>(&self, rows: I, cols: J) -> <<I as Broadcast<J>>::Output as IndexTile>::Of<T>
    where
        I: Broadcast<J, Output: IndexTile>,
    {
        only_in_kernels()
    }

    /// In a tile kernel: as [`gather`](Self::gather), with `pad` for the elements that the tensor does not have.
    pub fn gather_or<I, J>(
        &self,
        rows: I,
        cols: J,
        pad: T,
    ) -> <<I as Broadcast<J>>::Output as IndexTile>::Of<T>
    where
        I: Broadcast<J, Output: IndexTile>,
    {
        only_in_kernels()
    }
}

impl<T: ScalarType> Tensor2<T> {
    /// In a tile kernel: the `M` rows from `i * M` on and the `N` columns from `j * N` on, with zeros (`false` for
    /// `bool`) outside of the tensor.
    pub fn load<const M: usize, const N: usize>(&self, i: usize, j: usize) -> Tile2<T, M, N> {
        only_in_kernels()
    }

    /// In a tile kernel: the `M` rows from `i * M` on and the `N` columns from `j * N` on, with `pad` outside of
    /// the tensor.
    pub fn load_or<const M: usize, const N: usize>(&self, i: usize, j: usize, pad: T) -> Tile2<T, M, N> {
        only_in_kernels()
    }

    /// In a tile kernel: writes the `M` rows from `i * M` on and the `N` columns from `j * N` on. What lies outside
    /// of the tensor is dropped. A [`Row`] is a tile of one row, and a [`Col`] of one column.
    pub fn store<V: StoredTile<T, 2>>(&mut self, i: usize, j: usize, tile: V) {
        only_in_kernels()
    }
}

/// Single elements, rows and columns of matrices. The tensor's axes before its rows come first.
macro_rules! lines {
    ($($name:ident, ($($batch:ident),*);)*) => {$(
        impl<T: ScalarType> $name<T> {
            /// In a tile kernel: the element in row `i` and column `j`, or zero (`false` for `bool`) outside of the
            /// tensor.
            pub fn get(&self, $($batch: usize,)* i: usize, j: usize) -> T {
                only_in_kernels()
            }

            /// In a tile kernel: of row `i`, the `N` columns from `j * N` on, with zeros (`false` for `bool`) outside
            /// of the tensor.
            pub fn load_row<const N: usize>(&self, $($batch: usize,)* i: usize, j: usize) -> Row<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: as [`load_row`](Self::load_row), with `pad` outside of the tensor.
            pub fn load_row_or<const N: usize>(&self, $($batch: usize,)* i: usize, j: usize, pad: T) -> Row<T, N> {
                only_in_kernels()
            }

            /// In a tile kernel: of column `j`, the `M` rows from `i * M` on, with zeros (`false` for `bool`) outside
            /// of the tensor.
            pub fn load_col<const M: usize>(&self, $($batch: usize,)* i: usize, j: usize) -> Col<T, M> {
                only_in_kernels()
            }

            /// In a tile kernel: as [`load_col`](Self::load_col), with `pad` outside of the tensor.
            pub fn load_col_or<const M: usize>(&self, $($batch: usize,)* i: usize, j: usize, pad: T) -> Col<T, M> {
                only_in_kernels()
            }
        }
    )*};
}

lines! {
    Tensor2, ();
    Tensor3, (batch);
    Tensor4, (outer, batch);
}

/// Loads that begin at any element, and of rows in any order. The tensor's axes before its rows stand in front.
macro_rules! loads_by_element {
    ($($name:ident, ($($batch:ident),*);)*) => {$(
        impl<T: ScalarType> $name<T> {
            /// In a tile kernel: the `M` rows from the row `i` on and the `N` columns from the column `j` on, with
            /// zeros (`false` for `bool`) outside of the tensor.
            ///
            /// Every coordinate counts elements. A negative one begins before the tensor does, as the first windows
            /// of a convolution do.
            ///
            /// Loads move 16 bytes at a time, as those of [`load`](Self::load) do, if `j` is visibly a multiple of 16
            /// bytes: a literal, or a product with one. Elsewhere they move elements.
            pub fn load_at<const M: usize, const N: usize>(&self, $($batch: isize,)* i: isize, j: isize) -> Tile2<T, M, N> {
                only_in_kernels()
            }

            /// In a tile kernel: as [`load_at`](Self::load_at), with `pad` outside of the tensor.
            pub fn load_at_or<const M: usize, const N: usize>(
                &self,
                $($batch: isize,)*
                i: isize,
                j: isize,
                pad: T,
            ) -> Tile2<T, M, N> {
                only_in_kernels()
            }

            /// In a tile kernel: the rows with these numbers, one for each row of the tile, and the `N` columns from
            /// `j * N` on, with zeros (`false` for `bool`) outside of the tensor. Negative numbers are outside.
            ///
            /// This loads 16 bytes at a time where [`load`](Self::load) does, and ahead in loops whose rows stay the
            /// same. [`gather`](Self::gather) picks single elements.
            pub fn load_rows<const M: usize, const N: usize>(
                &self,
                $($batch: usize,)*
                rows: Tile1<impl Int, M>,
                j: usize,
            ) -> Tile2<T, M, N> {
                only_in_kernels()
            }

            /// In a tile kernel: as [`load_rows`](Self::load_rows), with `pad` outside of the tensor.
            pub fn load_rows_or<const M: usize, const N: usize>(
                &self,
                $($batch: usize,)*
                rows: Tile1<impl Int, M>,
                j: usize,
                pad: T,
            ) -> Tile2<T, M, N> {
                only_in_kernels()
            }
        }
    )*};
}

loads_by_element! {
    Tensor2, ();
    Tensor3, (batch);
    Tensor4, (outer, batch);
}

/// The same of a batch of matrices, whose numbers stand in front.
macro_rules! in_batches {
    ($name:ident, $($batch:ident: $of:ident),*) => {
        impl<T: ScalarType> $name<T> {
            changes!(
                [$($of: BatchIndex<<I as Broadcast<J>>::Output>,)* I: Broadcast<J, Output: IndexTile>, J]
                <I as Broadcast<J>>::Output, $($batch: $of,)* rows: I, cols: J
            );

            /// In a tile kernel: the elements in these rows and columns of these matrices, with zeros (`false` for
            /// `bool`) for those that the tensor does not have. A matrix is said by a `usize`, or by a tile, a row
            /// or a column of numbers.
            pub fn gather<$($of,)* I, J>(&self, $($batch: $of,)* rows: I, cols: J) -> <<I as Broadcast<J>>::Output as IndexTile>::Of<T>
            where
                $($of: BatchIndex<<I as Broadcast<J>>::Output>,)*
                I: Broadcast<J, Output: IndexTile>,
            {
                only_in_kernels()
            }

            /// In a tile kernel: as [`gather`](Self::gather), with `pad` for the elements that the tensor does not
            /// have.
            pub fn gather_or<$($of,)* I, J>(
                &self,
                $($batch: $of,)*
                rows: I,
                cols: J,
                pad: T,
            ) -> <<I as Broadcast<J>>::Output as IndexTile>::Of<T>
            where
                $($of: BatchIndex<<I as Broadcast<J>>::Output>,)*
                I: Broadcast<J, Output: IndexTile>,
            {
                only_in_kernels()
            }
        }
    };
}

in_batches!(Tensor3, batch: A);
in_batches!(Tensor4, outer: A, batch: B);

macro_rules! batches {
    ($($name:ident, ($($batch:ident),*), $where:literal;)*) => {$(
        impl<T: ScalarType> $name<T> {
            #[doc = concat!("In a tile kernel: of the matrix ", $where, ", the `M` rows from `i * M` on and the `N` columns from `j * N` on, \
                with zeros (`false` for `bool`) outside of the tensor.")]
            pub fn load<const M: usize, const N: usize>(&self, $($batch: usize,)* i: usize, j: usize) -> Tile2<T, M, N> {
                only_in_kernels()
            }

            #[doc = concat!("In a tile kernel: of the matrix ", $where, ", the `M` rows from `i * M` on and the `N` columns from `j * N` on, \
                with `pad` outside of the tensor.")]
            pub fn load_or<const M: usize, const N: usize>(
                &self,
                $($batch: usize,)*
                i: usize,
                j: usize,
                pad: T,
            ) -> Tile2<T, M, N> {
                only_in_kernels()
            }

            #[doc = concat!("In a tile kernel: writes, of the matrix ", $where, ", the `M` rows from `i * M` on and the `N` columns from \
                `j * N` on. What lies outside of the tensor is dropped.")]
            pub fn store<V: StoredTile<T, 2>>(&mut self, $($batch: usize,)* i: usize, j: usize, tile: V) {
                only_in_kernels()
            }
        }
    )*};
}

batches! {
    Tensor3, (batch), "with the number `batch`";
    Tensor4, (outer, batch), "with the numbers `outer` and `batch`";
}
