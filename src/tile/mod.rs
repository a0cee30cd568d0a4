//! The tiles that tile kernels compute with: [`Tile1`], [`Tile2`], [`Row`], [`Col`], and what can be done with them.
//!
//! Takes nothing at run time: the types are markers without contents, so that rustc checks the shapes of a kernel's
//! body. What an operation means is the IR's, on a GPU and in the CPU executor; called on the host, outside of a
//! kernel, the operations panic and say so. `broadcast` has the rules by which shapes join, `operators` and
//! `elementwise` what follows them, `axes` what changes a shape, `along` the rest of what goes along an axis,
//! `each` what is done with each element by a function, `product` the product of matrices.

#![allow(unused_variables, clippy::needless_pass_by_value, reason = "no operation here has a body that runs")]

mod along;
mod axes;
mod broadcast;
mod each;
mod elementwise;
mod format;
mod operators;
mod product;
#[cfg(test)]
mod tests;
mod tuples;

pub use along::{Concat, GatherIndex, HasAxis, SliceAxis};
pub use axes::ReduceAxis;
pub use broadcast::{Broadcast, BroadcastTo};
pub use each::{AtomicNumber, BatchIndex, ElementwiseOperand, ElementwiseOperands, IndexTile};
pub use elementwise::{CastTo, IotaElement};
pub use product::{MmaFactor, MmaOperand, mma};
pub use tuples::{TileTuple, TupleAxis};

use std::marker::PhantomData;

use kiln_runtime::__private::Type;

use kiln_runtime::{Describe, ScalarType};

/// Does something for each kind of tile: its name and the names of its extents.
macro_rules! for_each_shape {
    ($each:ident) => {
        $each!(Tile1 N);
        $each!(Tile2 M N);
        $each!(Row N);
        $each!(Col M);
    };
}
use for_each_shape;

macro_rules! tiles {
    ($($(#[$doc:meta])* $name:ident[$($n:ident),*] => $($extent:expr),*;)*) => {$(
        $(#[$doc])*
        #[must_use = "tiles are values: an operation gives a new one and leaves its operands as they are"]
        #[derive(Clone, Copy)]
        pub struct $name<T: ScalarType, $(const $n: usize),*>(PhantomData<T>);

        // SAFETY: in kernels it is of this type.
        unsafe impl<T: ScalarType, $(const $n: usize),*> Describe for $name<T, $($n),*> {
            fn describe() -> Type {
                Type::tile(T::describe(), &[$($extent as u64),*])
            }
        }

        impl<T: ScalarType, $(const $n: usize),*> crate::calls::HasOperatorOfKernels for $name<T, $($n),*> {}
        impl<T: ScalarType, $(const $n: usize),*> crate::calls::ComputesInKernels for $name<T, $($n),*> {}
    )*};
}

tiles! {
    /// A tile of `N` elements, which [`Tensor1::load`](crate::Tensor1::load) reads and
    /// [`Tensor1::store`](crate::Tensor1::store) writes.
    ///
    /// Tiles are values: operators and methods make new ones, element by element, and nothing in a kernel names the
    /// threads that do it. A scalar stands beside a tile for a tile full of it. Comparisons are methods and give a
    /// mask, a tile of `bool`.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln::prelude::*;
    ///
    /// #[kernel(tile)]
    /// fn leaky(slope: f32, x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    ///     let i = tile_id(0);
    ///     let x = x.load::<256>(i);
    ///     y.store(i, x.lt(0.0).select(slope * x, x));
    /// }
    ///
    /// # fn main() -> kiln::Result<()> {
    /// let stream = Device::cpu().stream();
    /// let x = Tensor1::from_slice(&stream, &[-4.0, 3.0])?;
    /// let mut y = Tensor1::zeros(&stream, 2)?;
    /// leaky(0.25, &x, &mut y).tiles(1).launch(&stream)?;
    /// assert_eq!(y.download(&stream)?, [-1.0, 3.0]);
    /// # Ok(())
    /// # }
    /// ```
    Tile1[N] => N;

    /// A tile of `M` rows and `N` columns, which [`Tensor2::load`](crate::Tensor2::load) reads and
    /// [`Tensor2::store`](crate::Tensor2::store) writes.
    ///
    /// What [`Tile1`] says holds here too. A [`Row`] of `N` elements stands beside it for that row `M` times, a
    /// [`Col`] of `M` elements for that column `N` times. [`mma`] multiplies matrices.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln::prelude::*;
    ///
    /// /// Rows with a mean of 0: tiles of 16 rows of up to 64 elements.
    /// #[kernel(tile)]
    /// fn center(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    ///     let i = tile_id(0);
    ///     let x_tile = x.load::<16, 64>(i, 0);
    ///     y.store(i, 0, x_tile - x_tile.sum_axis::<1>() / x.cols() as f32);
    /// }
    ///
    /// # fn main() -> kiln::Result<()> {
    /// let stream = Device::cpu().stream();
    /// let x = Tensor2::from_slice(&stream, &[1.0, 2.0, 3.0, 5.0, 5.0, 5.0], [2, 3])?;
    /// let mut y = Tensor2::zeros(&stream, [2, 3])?;
    /// center(&x, &mut y).tiles(1).launch(&stream)?;
    /// assert_eq!(y.download(&stream)?, [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    /// # Ok(())
    /// # }
    /// ```
    Tile2[M, N] => M, N;

    /// A row of `N` elements, which stands for as many equal rows as the tile beside it has: what a sum over axis 0
    /// gives, and what is added to every row.
    Row[N] => 1, N;

    /// A column of `M` elements, which stands for as many equal columns as the tile beside it has: what a sum over
    /// axis 1 gives, and what every row is scaled by.
    Col[M] => M, 1;
}

/// The place of the kernel's tile in the grid along an axis: 0, 1 or 2, written as a literal. On the host, 0.
#[inline]
#[doc(alias = "program_id")]
#[doc(alias = "bid")]
pub fn tile_id(axis: usize) -> usize {
    0
}

/// How many tiles the grid has along an axis: 0, 1 or 2, written as a literal. On the host, 1.
#[inline]
#[doc(alias = "num_programs")]
pub fn tile_count(axis: usize) -> usize {
    1
}

/// What every operation on tiles does on the host.
#[cold]
#[track_caller]
pub(crate) fn only_in_kernels() -> ! {
    panic!(
        "tiles exist in kernels only: what loads, stores or computes them is called in a `#[kernel(tile)]`, and in device \
         functions that such a kernel calls"
    )
}
