//! The operators between tiles, and between tiles and scalars.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use super::{Broadcast, Col, Row, Tile1, Tile2, for_each_shape, only_in_kernels};
use crate::{Int, Num, ScalarType, bf16, f16};

/// An operator with a tile on its left. What it asks of the elements is asked through the join of both operands, so
/// that rustc says what is amiss with them, and not only that there is no such operator.
macro_rules! operator {
    ($shape:ident [$($n:ident)*] $bound:ident $op:ident::$method:ident $assign:ident::$in_place:ident) => {
        impl<T: ScalarType, $(const $n: usize,)* R> $op<R> for $shape<T, $($n),*>
        where
            Self: Broadcast<R, Element: $bound>,
        {
            type Output = <Self as Broadcast<R>>::Output;

            fn $method(self, rhs: R) -> Self::Output {
                only_in_kernels()
            }
        }

        impl<T: ScalarType, $(const $n: usize,)* R> $assign<R> for $shape<T, $($n),*>
        where
            Self: Broadcast<R, Output = Self, Element: $bound>,
        {
            fn $in_place(&mut self, rhs: R) {
                only_in_kernels()
            }
        }
    };
}

macro_rules! operators {
    ($shape:ident $($n:ident)*) => {
        operator!($shape [$($n)*] Num Add::add AddAssign::add_assign);
        operator!($shape [$($n)*] Num Sub::sub SubAssign::sub_assign);
        operator!($shape [$($n)*] Num Mul::mul MulAssign::mul_assign);
        operator!($shape [$($n)*] Num Div::div DivAssign::div_assign);
        operator!($shape [$($n)*] Num Rem::rem RemAssign::rem_assign);
        operator!($shape [$($n)*] Int Shl::shl ShlAssign::shl_assign);
        operator!($shape [$($n)*] Int Shr::shr ShrAssign::shr_assign);
        operator!($shape [$($n)*] BitAnd BitAnd::bitand BitAndAssign::bitand_assign);
        operator!($shape [$($n)*] BitOr BitOr::bitor BitOrAssign::bitor_assign);
        operator!($shape [$($n)*] BitXor BitXor::bitxor BitXorAssign::bitxor_assign);

        impl<T: Num + Neg<Output = T>, $(const $n: usize),*> Neg for $shape<T, $($n),*> {
            type Output = Self;

            fn neg(self) -> Self {
                only_in_kernels()
            }
        }

        impl<T: ScalarType + Not<Output = T>, $(const $n: usize),*> Not for $shape<T, $($n),*> {
            type Output = Self;

            fn not(self) -> Self {
                only_in_kernels()
            }
        }
    };
}

for_each_shape!(operators);

/// Operators with a scalar on their left. Rust's orphan rule wants each scalar by its name.
macro_rules! scalars {
    ($($scalar:ident)* : $ops:tt) => {
        $(scalars!(@shapes $scalar $ops);)*
    };
    (@shapes $scalar:ident [$($op:ident::$method:ident)*]) => {
        $(
            scalars!(@one $op::$method $scalar [const N: usize] Tile1<$scalar, N>);
            scalars!(@one $op::$method $scalar [const M: usize, const N: usize] Tile2<$scalar, M, N>);
            scalars!(@one $op::$method $scalar [const N: usize] Row<$scalar, N>);
            scalars!(@one $op::$method $scalar [const M: usize] Col<$scalar, M>);
        )*
    };
    (@one $op:ident::$method:ident $scalar:ident [$($generics:tt)*] $tile:ty) => {
        impl<$($generics)*> $op<$tile> for $scalar {
            type Output = $tile;

            fn $method(self, rhs: $tile) -> $tile {
                only_in_kernels()
            }
        }
    };
}

scalars!(f16 bf16 f32 f64: [Add::add Sub::sub Mul::mul Div::div Rem::rem]);
scalars!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize: [Add::add Sub::sub Mul::mul Div::div Rem::rem BitAnd::bitand BitOr::bitor BitXor::bitxor Shl::shl Shr::shr]);
scalars!(bool: [BitAnd::bitand BitOr::bitor BitXor::bitxor]);
