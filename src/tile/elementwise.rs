//! Making tiles, and what is done to each element alone.

use std::ops::Neg;

use super::broadcast::Sealed;
use super::{Broadcast, BroadcastTo, Col, HasAxis, Row, Tile1, Tile2, for_each_shape, only_in_kernels};
use crate::{Float, Int, Num, ScalarType};

/// An integer that a tile can count with: `i32`, `u32`, `i64`, `u64`, `isize` or `usize`.
#[diagnostic::on_unimplemented(
    message = "tiles do not count in `{Self}`",
    label = "not a type to count in",
    note = "`iota` makes tiles of `i32`, `u32`, `i64`, `u64`, `isize` and `usize`; `.cast::<{Self}>()` makes another of one"
)]
pub trait IotaElement: Int {
    #[doc(hidden)]
    const SEALED: Sealed;
}

macro_rules! counters {
    ($($ty:ty)*) => {$(
        impl IotaElement for $ty {
            const SEALED: Sealed = Sealed;
        }
    )*};
}

counters!(i32 u32 i64 u64 isize usize);

/// An element type that `as` turns into another: numbers into numbers, `bool` into integers.
#[diagnostic::on_unimplemented(
    message = "a tile of `{Self}` cannot be cast to one of `{U}`",
    label = "no `as` leads from `{Self}` to `{U}`",
    note = "numbers are cast to numbers, and `bool` to integers; a mask is made by a comparison: `x.ne(0)`"
)]
pub trait CastTo<U: ScalarType>: ScalarType {
    #[doc(hidden)]
    const SEALED: Sealed;
}

impl<T: Num, U: Num> CastTo<U> for T {
    const SEALED: Sealed = Sealed;
}

impl<U: Int> CastTo<U> for bool {
    const SEALED: Sealed = Sealed;
}

// The bounds stand on the methods and not on the blocks around them: a bound that does not hold is then explained
// in its own words.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> Self
        where
            T: Float,
        {
            only_in_kernels()
        }
    )*};
}

macro_rules! binary {
    ([$bound:ident] $result:ident $($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        pub fn $name<R>(self, rhs: R) -> <Self as Broadcast<R>>::$result
        where
            T: $bound,
            Self: Broadcast<R>,
        {
            only_in_kernels()
        }
    )*};
}

macro_rules! elementwise {
    ($shape:ident $($n:ident)*) => {
        impl<T: ScalarType, $(const $n: usize),*> $shape<T, $($n),*> {
            /// Zeros (`false` for `bool`).
            pub fn zeros() -> Self {
                only_in_kernels()
            }

            /// Each element `value`.
            pub fn full(value: T) -> Self {
                only_in_kernels()
            }

            /// The elements as `U`, as Rust's `as` makes them.
            pub fn cast<U: ScalarType>(self) -> $shape<U, $($n),*>
            where
                T: CastTo<U>,
            {
                only_in_kernels()
            }

            binary! {
                [ScalarType] Mask
                /// Where the element equals the other's, as a mask of the joined shape.
                eq
                /// Where the element differs from the other's, as a mask of the joined shape.
                ne
            }

            binary! {
                [Num] Mask
                /// Where the element is less than the other's, as a mask of the joined shape.
                lt
                /// Where the element is at most the other's, as a mask of the joined shape.
                le
                /// Where the element is greater than the other's, as a mask of the joined shape.
                gt
                /// Where the element is at least the other's, as a mask of the joined shape.
                ge
            }

            binary! {
                [Num] Output
                /// The lesser of both elements; of floats the other one where one is NaN.
                min
                /// The greater of both elements; of floats the other one where one is NaN.
                max
            }

            /// The magnitude.
            pub fn abs(self) -> Self
            where
                T: Num + Neg<Output = T>,
            {
                only_in_kernels()
            }

            unary! {
                /// e to the power of the element.
                exp
                /// 2 to the power of the element.
                exp2
                /// The natural logarithm.
                ln
                /// The natural logarithm: `ln` under its other name.
                log
                /// The logarithm to base 2.
                log2
                /// The logarithm to base 10.
                log10
                /// The square root.
                sqrt
                /// `1 / x.sqrt()`.
                rsqrt
                /// The sine, of radians.
                sin
                /// The cosine, of radians.
                cos
                /// The tangent, of radians.
                tan
                /// The angle with this sine, in radians.
                asin
                /// The angle with this cosine, in radians.
                acos
                /// The angle with this tangent, in radians.
                atan
                /// The hyperbolic sine.
                sinh
                /// The hyperbolic cosine.
                cosh
                /// `x.exp() - 1`, exact where that is small.
                exp_m1
                /// `(1 + x).ln()`, exact where `x` is small.
                ln_1p
                /// The cube root.
                cbrt
                /// `1 / x`.
                recip
                /// To the nearest whole number, halves away from zero.
                round
                /// Toward zero, to a whole number.
                trunc
                /// What `trunc` leaves out.
                fract
                /// The hyperbolic tangent.
                tanh
                /// The error function.
                erf
                /// 1 less the error function.
                erfc
                /// Toward minus infinity, to a whole number.
                floor
                /// Toward plus infinity, to a whole number.
                ceil
            }

            binary! {
                [Float] Output
                /// The element to the power of the other's.
                powf
                /// The angle of the vector with the other's element as its `x` and this one as its `y`, in radians.
                atan2
            }

            /// The element, or the bound that it is beyond.
            pub fn clamp<A, B>(
                self,
                least: A,
                most: B,
            ) -> <<Self as Broadcast<A>>::Output as Broadcast<B>>::Output
            where
                T: Num,
                Self: Broadcast<A, Output: Broadcast<B>>,
            {
                only_in_kernels()
            }

            /// `self * a + b`, rounded once.
            pub fn mul_add<A, B>(self, a: A, b: B) -> <<Self as Broadcast<A>>::Output as Broadcast<B>>::Output
            where
                T: Float,
                Self: Broadcast<A, Output: Broadcast<B>>,
            {
                only_in_kernels()
            }
        }

        impl<$(const $n: usize),*> $shape<f32, $($n),*> {
            /// The elements rounded to tf32, with 10 bits of fraction: to nearest, halves away from zero.
            ///
            /// The product ([`mma`](crate::mma)) of two tiles that are so rounded is computed by tensor cores from
            /// sm_80 on.
            pub fn to_tf32(self) -> Self {
                only_in_kernels()
            }
        }

        impl<$(const $n: usize),*> $shape<bool, $($n),*> {
            /// The elements of `then` where the mask holds, those of `otherwise` elsewhere. Each is a tile of the
            /// mask's shape, a row or column of it, or a scalar.
            #[doc(alias = "where")]
            pub fn select<T: ScalarType, A, B>(self, then: A, otherwise: B) -> $shape<T, $($n),*>
            where
                A: BroadcastTo<$shape<T, $($n),*>>,
                B: BroadcastTo<$shape<T, $($n),*>>,
            {
                only_in_kernels()
            }
        }
    };
}

for_each_shape!(elementwise);

macro_rules! iota {
    ($($shape:ident $n:ident)*) => {$(
        impl<T: ScalarType, const $n: usize> $shape<T, $n> {
            /// 0, 1, 2 and so on: each element's own place.
            #[doc(alias = "arange")]
            pub fn iota() -> Self
            where
                T: IotaElement,
            {
                only_in_kernels()
            }
        }
    )*};
}

iota!(Tile1 N Row N Col M);

impl<T: ScalarType, const M: usize, const N: usize> Tile2<T, M, N> {
    /// 0, 1, 2 and so on along the axis `A`: the row of each element for axis 0, its column for axis 1.
    #[doc(alias = "arange")]
    pub fn iota<const A: usize>() -> Self
    where
        T: IotaElement,
        Self: HasAxis<A>,
    {
        only_in_kernels()
    }
}
