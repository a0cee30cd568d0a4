//! What kernels do with tensors: loads and stores of whole tiles.
//!
//! Coordinates count tiles, not elements: `x.load::<64, 32>(i, j)` begins at row `i * 64` and column `j * 32`. What lies outside of
//! the tensor is padding when read and dropped when written.

#![allow(unused_variables, reason = "no operation here has a body that runs")]

use super::{Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorViewMut1};
use crate::ScalarType;
use crate::tile::{Tile1, Tile2, only_in_kernels};

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

stores_of_one_axis!(Tensor1, TensorViewMut1<'_>);

impl<T: ScalarType> Tensor2<T> {
    /// In a tile kernel: the `M` rows from `i * M` on and the `N` columns from `j * N` on, with zeros (`false` for `bool`) outside
    /// of the tensor.
    pub fn load<const M: usize, const N: usize>(&self, i: usize, j: usize) -> Tile2<T, M, N> {
        only_in_kernels()
    }

    /// In a tile kernel: the `M` rows from `i * M` on and the `N` columns from `j * N` on, with `pad` outside of the tensor.
    pub fn load_or<const M: usize, const N: usize>(&self, i: usize, j: usize, pad: T) -> Tile2<T, M, N> {
        only_in_kernels()
    }

    /// In a tile kernel: writes the `M` rows from `i * M` on and the `N` columns from `j * N` on. What lies outside of the tensor
    /// is dropped.
    pub fn store<const M: usize, const N: usize>(&mut self, i: usize, j: usize, tile: Tile2<T, M, N>) {
        only_in_kernels()
    }
}

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
            pub fn store<const M: usize, const N: usize>(
                &mut self,
                $($batch: usize,)*
                i: usize,
                j: usize,
                tile: Tile2<T, M, N>,
            ) {
                only_in_kernels()
            }
        }
    )*};
}

batches! {
    Tensor3, (batch), "with the number `batch`";
    Tensor4, (outer, batch), "with the numbers `outer` and `batch`";
}
