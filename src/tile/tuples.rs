//! Tuples of tiles: reductions and scans of several tiles at once, by a function of tuples.

use super::{HasAxis, Tile1, Tile2, only_in_kernels};
use crate::Num;

/// A tuple of two to eight tiles of numbers and of one shape, which have `reduce` and `scan` along an axis.
///
/// The function takes two tuples and returns their combination. It works element by element and is associative, as
/// that of [`Tile1::reduce`] is.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// /// The greatest element of each row, and its column: of equal ones the first.
/// #[kernel(tile)]
/// fn max_with_index(x: &Tensor2<f32>, value: &mut Tensor1<f32>, index: &mut Tensor1<u32>) {
///     let i = tile_id(0);
///     let x = x.load_or::<4, 8>(i, 0, f32::NEG_INFINITY);
///     let (max, at) = (x, Tile2::<u32, 4, 8>::iota::<1>()).reduce::<1>(|(a, i), (b, j)| {
///         let first = a.ge(b);
///         (first.select(a, b), first.select(i, j))
///     });
///     value.store(i, max.to_tile1());
///     index.store(i, at.to_tile1());
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let x = Tensor2::from_slice(&stream, &[1.0, 7.0, 7.0, 5.0, -1.0, 2.0], [2, 3])?;
/// let mut value = Tensor1::zeros(&stream, 2)?;
/// let mut index = Tensor1::zeros(&stream, 2)?;
/// max_with_index(&x, &mut value, &mut index).tiles(1).launch(&stream)?;
/// assert_eq!(value.download(&stream)?, [7.0, 5.0]);
/// assert_eq!(index.download(&stream)?, [1, 0]);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of tiles of numbers and of one shape",
    label = "not two to eight tiles of numbers and of one shape",
    note = "broadcast a row or a column first, `row.broadcast::<M>()`, and take a mask as numbers, `mask.cast::<u32>()`"
)]
pub trait TileTuple: Copy {
    /// The elements along the axis combined in order: a tuple of what a reduction of each tile leaves.
    fn reduce<const A: usize>(self, f: impl Fn(Self, Self) -> Self) -> <Self as TupleAxis<A>>::Left
    where
        Self: TupleAxis<A>,
    {
        only_in_kernels()
    }

    /// Each tuple of elements combined with all before it along the axis.
    #[must_use]
    fn scan<const A: usize>(self, f: impl Fn(Self, Self) -> Self) -> Self
    where
        Self: TupleAxis<A>,
    {
        only_in_kernels()
    }
}

/// A tuple of tiles that have the axis `A`.
pub trait TupleAxis<const A: usize> {
    /// What a reduction leaves of each.
    type Left;
}

macro_rules! tuple {
    ($($tile:ident)*) => {
        impl<const A: usize, $($tile: HasAxis<A>),*> TupleAxis<A> for ($($tile,)*) {
            type Left = ($($tile::Left,)*);
        }

        impl<const N: usize, $($tile: Num),*> TileTuple for ($(Tile1<$tile, N>,)*) {}
        impl<const M: usize, const N: usize, $($tile: Num),*> TileTuple for ($(Tile2<$tile, M, N>,)*) {}
    };
}

tuple!(T0 T1);
tuple!(T0 T1 T2);
tuple!(T0 T1 T2 T3);
tuple!(T0 T1 T2 T3 T4);
tuple!(T0 T1 T2 T3 T4 T5);
tuple!(T0 T1 T2 T3 T4 T5 T6);
tuple!(T0 T1 T2 T3 T4 T5 T6 T7);
