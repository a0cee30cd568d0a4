//! Which tiles go together, element by element, and what shape comes of it.

use super::{Col, Row, Tile1, Tile2, for_each_shape};
use crate::ScalarType;

/// What the implementations here have and no others can: [`Broadcast`] and [`BroadcastTo`] are complete.
pub struct Sealed;

/// Tiles, or a tile and a scalar, that go together element by element.
///
/// Both have one element type. Two tiles of one type go together, and a scalar goes with any. A [`Row`] stands for
/// as many equal rows as the [`Tile2`] beside it has, a [`Col`] for as many equal columns; a row and a column make
/// a [`Tile2`].
#[diagnostic::on_unimplemented(
    message = "these do not go together element by element: `{Self}` and `{Rhs}`",
    label = "their shapes or their element types differ",
    note = "`Tile2<T, M, N>` goes with its own type, `Row<T, N>`, `Col<T, M>` and `T`; `Row<T, N>` and `Col<T, M>` make a \
            `Tile2<T, M, N>`",
    note = "a `Tile1` becomes a row by `.to_row()` and a column by `.to_col()`; another element type is made with `.cast::<U>()`, another shape with `.broadcast::<..>()`, `.reshape::<..>()` or \
            `.transpose()`"
)]
pub trait Broadcast<Rhs> {
    /// The tile of the joined shape.
    type Output;
    /// The mask of the joined shape: a tile of `bool`.
    type Mask;
    /// The element type of both.
    type Element: ScalarType;

    #[doc(hidden)]
    const SEALED: Sealed;
}

/// A tile or scalar that stands for a tile of the shape of `Whole`: itself, a row, a column or a scalar.
#[diagnostic::on_unimplemented(
    message = "a mask cannot select from `{Self}` for a `{Whole}`",
    label = "its shape is not the mask's",
    note = "each value that a mask selects from is a tile of the mask's shape, a row or column of it, or a scalar",
    note = "to select from whole tiles with a mask that is a row or column, broadcast the mask first: \
            `mask.broadcast::<M>().select(..)`"
)]
pub trait BroadcastTo<Whole> {
    #[doc(hidden)]
    const SEALED: Sealed;
}

macro_rules! with_itself_and_scalars {
    ($shape:ident $($n:ident)*) => {
        joins!([$(const $n: usize),*] $shape<T, $($n),*>, $shape<T, $($n),*> => $shape, $($n),*);
        joins!([$(const $n: usize),*] $shape<T, $($n),*>, T => $shape, $($n),*);
        stands_for!([$(const $n: usize),*] $shape<T, $($n),*> => $shape<T, $($n),*>);
        stands_for!([$(const $n: usize),*] T => $shape<T, $($n),*>);
    };
}

macro_rules! joins {
    ([$($generics:tt)*] $lhs:ty, $rhs:ty => $out:ident, $($n:ident),*) => {
        #[diagnostic::do_not_recommend]
        impl<T: ScalarType, $($generics)*> Broadcast<$rhs> for $lhs {
            type Output = $out<T, $($n),*>;
            type Mask = $out<bool, $($n),*>;
            type Element = T;
            const SEALED: Sealed = Sealed;
        }
    };
}

/// No tile. A whole tile does not stand for a row or a column. Without an impl that says so, rustc has one left to try,
/// that of scalars: it takes the tile for `T`, and reports an error wherever that leads.
pub trait Narrow {}

macro_rules! stands_for {
    ([$($generics:tt)*] $part:ty => $whole:ty $(where $bound:path)?) => {
        #[diagnostic::do_not_recommend]
        impl<T: ScalarType, $($generics)*> BroadcastTo<$whole> for $part $(where $part: $bound)? {
            const SEALED: Sealed = Sealed;
        }
    };
}

for_each_shape!(with_itself_and_scalars);

joins!([const M: usize, const N: usize] Tile2<T, M, N>, Row<T, N> => Tile2, M, N);
joins!([const M: usize, const N: usize] Tile2<T, M, N>, Col<T, M> => Tile2, M, N);
joins!([const M: usize, const N: usize] Row<T, N>, Tile2<T, M, N> => Tile2, M, N);
joins!([const M: usize, const N: usize] Col<T, M>, Tile2<T, M, N> => Tile2, M, N);
joins!([const M: usize, const N: usize] Row<T, N>, Col<T, M> => Tile2, M, N);
joins!([const M: usize, const N: usize] Col<T, M>, Row<T, N> => Tile2, M, N);

stands_for!([const M: usize, const N: usize] Row<T, N> => Tile2<T, M, N>);
stands_for!([const M: usize, const N: usize] Col<T, M> => Tile2<T, M, N>);
stands_for!([const M: usize, const N: usize] Tile2<T, M, N> => Row<T, N> where Narrow);
stands_for!([const M: usize, const N: usize] Tile2<T, M, N> => Col<T, M> where Narrow);
