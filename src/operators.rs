//! The operators of types of one's own in kernels: `a + b` of complex numbers, vectors, dual numbers.
//!
//! An operator that a type has by an `impl` of std's trait, kernels have where `#[device]` stands above that `impl`:
//!
//! ```
//! use kiln::prelude::*;
//! use std::ops::{Add, Mul};
//!
//! #[derive(Clone, Copy, Debug, PartialEq, KernelType)]
//! struct Complex<T> {
//!     re: T,
//!     im: T,
//! }
//!
//! #[device]
//! impl<T: Float> Add for Complex<T> {
//!     type Output = Self;
//!
//!     fn add(self, other: Self) -> Self {
//!         Complex { re: self.re + other.re, im: self.im + other.im }
//!     }
//! }
//!
//! #[device]
//! impl<T: Float> Mul for Complex<T> {
//!     type Output = Self;
//!
//!     fn mul(self, other: Self) -> Self {
//!         let re = self.re * other.re - self.im * other.im;
//!         Complex { re, im: self.re * other.im + self.im * other.re }
//!     }
//! }
//!
//! #[kernel]
//! fn step<T: Float>(c: Complex<T>, z: &mut [Complex<T>]) {
//!     let i = global_id();
//!     if i < z.len() {
//!         z[i] = z[i] * z[i] + c;
//!     }
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::cpu().stream();
//! let mut z = stream.upload(&[Complex { re: 0.0f32, im: 1.0 }; 8])?;
//! step(Complex { re: 0.5, im: 0.0 }, &mut z).threads(8).launch(&stream)?;
//! assert_eq!(stream.download(&z)?, [Complex { re: -0.5, im: 0.0 }; 8]);
//! # Ok(())
//! # }
//! ```
//!
//! A function that is generic over the type itself says with the traits of this module that kernels have its
//! operators. Numbers have them all, and `#[device]` above an `impl` of std's trait gives a type the trait of this
//! module.
//!
//! ```
//! use kiln::operators::{DeviceAdd, DeviceMul};
//! use kiln::prelude::*;
//!
//! #[device]
//! fn square_plus<T: DeviceAdd<Output = T> + DeviceMul<Output = T> + KernelType>(x: T, y: T) -> T {
//!     x * x + y
//! }
//!
//! assert_eq!(square_plus(3, 4), 13);
//! ```

use std::any::type_name;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Deref, Div, DivAssign,
    Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use crate::__private::{Answer, DeviceFunction, Hole, derived};
use crate::{bf16, f8e4m3, f8e5m2, f16};

/// The types of an operator's operands.
#[doc(hidden)]
pub struct Operands<L, R>(PhantomData<fn() -> (L, R)>);

/// Asks after the operators of two values.
#[doc(hidden)]
#[inline]
pub fn operands<L, R>(_: &L, _: &R) -> Operands<L, R> {
    Operands(PhantomData)
}

impl<L, R> Deref for Operands<L, R> {
    type Target = Unmarked<L, R>;

    fn deref(&self) -> &Unmarked<L, R> {
        unreachable!("code that is only type-checked does not run")
    }
}

/// The operands of an operator that `#[device]` gave to nobody: a number's, or none of kernels.
#[doc(hidden)]
pub struct Unmarked<L, R>(PhantomData<fn() -> (L, R)>);

/// The operator of numbers, if these are numbers. An enum is one to kernels only: of its own operator nobody has told
/// them, where a generic function names std's trait.
#[doc(hidden)]
pub struct OfNumbers<L, R>(PhantomData<fn() -> (L, R)>);

// SAFETY: the answer is the function's.
unsafe impl<L, R> DeviceFunction for OfNumbers<L, R> {
    fn instance() -> Answer {
        let names = [type_name::<L>(), type_name::<R>()];
        match names.into_iter().find(|name| !is_number(referent(name))) {
            Some(other) => Answer::OfAnother(derived::short_name(referent(other))),
            None => Answer::Own,
        }
    }
}

/// The same of a comparison, which values of one type have by their discriminants too: an enum whose own one is
/// another is refused as a type.
#[doc(hidden)]
pub struct OfEquals<L, R>(PhantomData<fn() -> (L, R)>);

// SAFETY: the answer is the function's.
unsafe impl<L, R> DeviceFunction for OfEquals<L, R> {
    fn instance() -> Answer {
        if referent(type_name::<L>()) == referent(type_name::<R>()) {
            Answer::Own
        } else {
            OfNumbers::<L, R>::instance()
        }
    }
}

/// The name of what a type's name says that it refers to.
fn referent(name: &str) -> &str {
    let mut name = name;
    while let Some(inner) = name.strip_prefix('&') {
        name = inner.strip_prefix("mut ").unwrap_or(inner);
    }
    name
}

/// Whether a type's name is that of a number or of a tile, or of what has parts: of which the text tells whether
/// kernels have the operator.
fn is_number(name: &str) -> bool {
    macro_rules! one_of {
        ($($ty:ty)*) => { $(name == type_name::<$ty>())||* };
    }
    one_of!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool f16 bf16 f8e4m3 f8e5m2 Ordering)
        || name.starts_with(['[', '('])
        || is_tile(name)
}

/// Whether a type's name is that of a tile.
#[cfg(feature = "tile")]
fn is_tile(name: &str) -> bool {
    use crate::tile::{Col, Row, Tile1, Tile2};

    fn generic(name: &str) -> &str {
        name.split('<').next().unwrap_or(name)
    }
    macro_rules! one_of {
        ($($ty:ty),*) => { $(generic(name) == generic(type_name::<$ty>()))||* };
    }
    one_of!(Tile1<f32, 1>, Tile2<f32, 1, 1>, Row<f32, 1>, Col<f32, 1>)
}

/// There are no tiles.
#[cfg(not(feature = "tile"))]
fn is_tile(_: &str) -> bool {
    false
}

/// The trait of one operator, and how a tap finds it.
macro_rules! operator {
    ($symbol:literal: $name:ident of $std:ident $([$right:ident = $default:ty])?, $function:ident by $ask:ident) => {
        operator!($symbol: $name of $std $([$right = $default])?, $function by $ask or OfNumbers);
    };
    (
        $symbol:literal: $name:ident of $std:ident $([$right:ident = $default:ty])?, $function:ident by $ask:ident or
        $own:ident
    ) => {
        #[doc = concat!("`", $symbol, "` in kernels: of numbers, and of types with `#[device]` above their `impl ", stringify!($std), "`.")]
        #[diagnostic::on_unimplemented(
            message = "kernels do not have this operator of `{Self}`",
            label = "not an operator of kernels",
            note = "write `#[device]` above the `impl` of the operator, or above the `#[derive(..)]` that has it, and name this trait in the \
                    bounds of a generic function"
        )]
        pub trait $name$(<$right = $default>)?: $std$(<$right>)? {
            #[doc(hidden)]
            fn __kiln_operator() -> Answer;
        }

        #[doc(hidden)]
        pub struct $function<L $(, $right)?>(PhantomData<fn() -> (L, $($right)?)>);

        // SAFETY: the answer is the function's.
        unsafe impl<L: $name$(<$right>)? $(, $right)?> DeviceFunction for $function<L $(, $right)?> {
            fn instance() -> Answer {
                L::__kiln_operator()
            }
        }

        operator!(@ask $name $std $function $ask $own $($right)?);
    };
    (@ask $name:ident $std:ident $function:ident $ask:ident $own:ident $right:ident) => {
        impl<L: $std<R>, R> Unmarked<L, R> {
            #[doc(hidden)]
            #[inline]
            pub fn $ask(&self, _: Hole<$own<L, R>>) -> Operands<L, R> {
                Operands(PhantomData)
            }
        }

        impl<L: $name<R>, R> Operands<L, R> {
            #[doc(hidden)]
            #[inline]
            pub fn $ask(&self, _: Hole<$function<L, R>>) -> Operands<(), ()> {
                Operands(PhantomData)
            }
        }
    };
    (@ask $name:ident $std:ident $function:ident $ask:ident $own:ident) => {
        impl<L: $std> Unmarked<L, ()> {
            #[doc(hidden)]
            #[inline]
            pub fn $ask(&self, _: Hole<$own<L, ()>>) -> Operands<L, ()> {
                Operands(PhantomData)
            }
        }

        impl<L: $name> Operands<L, ()> {
            #[doc(hidden)]
            #[inline]
            pub fn $ask(&self, _: Hole<$function<L>>) -> Operands<(), ()> {
                Operands(PhantomData)
            }
        }
    };
}

operator!("+": DeviceAdd of Add [R = Self], AddOf by add_in_a_kernel);
operator!("-": DeviceSub of Sub [R = Self], SubOf by sub_in_a_kernel);
operator!("*": DeviceMul of Mul [R = Self], MulOf by mul_in_a_kernel);
operator!("/": DeviceDiv of Div [R = Self], DivOf by div_in_a_kernel);
operator!("%": DeviceRem of Rem [R = Self], RemOf by rem_in_a_kernel);
operator!("&": DeviceBitAnd of BitAnd [R = Self], BitAndOf by bitand_in_a_kernel);
operator!("|": DeviceBitOr of BitOr [R = Self], BitOrOf by bitor_in_a_kernel);
operator!("^": DeviceBitXor of BitXor [R = Self], BitXorOf by bitxor_in_a_kernel);
operator!("<<": DeviceShl of Shl [R = Self], ShlOf by shl_in_a_kernel);
operator!(">>": DeviceShr of Shr [R = Self], ShrOf by shr_in_a_kernel);
operator!("==": DevicePartialEq of PartialEq [R = Self], EqOf by eq_in_a_kernel or OfEquals);
operator!("<": DevicePartialOrd of PartialOrd [R = Self], OrderOf by partial_cmp_in_a_kernel or OfEquals);
operator!("+=": DeviceAddAssign of AddAssign [R = Self], AddAssignOf by add_assign_in_a_kernel);
operator!("-=": DeviceSubAssign of SubAssign [R = Self], SubAssignOf by sub_assign_in_a_kernel);
operator!("*=": DeviceMulAssign of MulAssign [R = Self], MulAssignOf by mul_assign_in_a_kernel);
operator!("/=": DeviceDivAssign of DivAssign [R = Self], DivAssignOf by div_assign_in_a_kernel);
operator!("%=": DeviceRemAssign of RemAssign [R = Self], RemAssignOf by rem_assign_in_a_kernel);
operator!("&=": DeviceBitAndAssign of BitAndAssign [R = Self], BitAndAssignOf by bitand_assign_in_a_kernel);
operator!("|=": DeviceBitOrAssign of BitOrAssign [R = Self], BitOrAssignOf by bitor_assign_in_a_kernel);
operator!("^=": DeviceBitXorAssign of BitXorAssign [R = Self], BitXorAssignOf by bitxor_assign_in_a_kernel);
operator!("<<=": DeviceShlAssign of ShlAssign [R = Self], ShlAssignOf by shl_assign_in_a_kernel);
operator!(">>=": DeviceShrAssign of ShrAssign [R = Self], ShrAssignOf by shr_assign_in_a_kernel);
operator!("-": DeviceNeg of Neg, NegOf by neg_in_a_kernel);
operator!("!": DeviceNot of Not, NotOf by not_in_a_kernel);

/// What stands behind the operators of types of the user's. Where types are known nothing is left but what rustc
/// has to say of an operator that is not there. In a generic function everything that has none is taken for a
/// number, and told at the launch if it is not.
macro_rules! numbers {
    ($($own:ident: $($ask:ident)*;)*) => {
        #[doc(hidden)]
        pub trait NumbersOnly<L, R> {
            $($(
                #[doc(hidden)]
                #[inline]
                fn $ask(&self, _: Hole<$own<L, R>>) -> Operands<(), ()> {
                    Operands(PhantomData)
                }
            )*)*
        }

        impl<L, R> NumbersOnly<L, R> for Unmarked<L, R> {}

        #[doc(hidden)]
        pub trait Numbers<L, R> {
            $($(
                #[doc(hidden)]
                #[inline]
                fn $ask(&self, _: Hole<$own<L, R>>) -> Operands<(), ()> {
                    Operands(PhantomData)
                }
            )*)*
        }

        impl<L, R> Numbers<L, R> for Operands<L, R> {}
    };
}

numbers! {
    OfNumbers: add_in_a_kernel sub_in_a_kernel mul_in_a_kernel div_in_a_kernel rem_in_a_kernel
        bitand_in_a_kernel bitor_in_a_kernel bitxor_in_a_kernel shl_in_a_kernel shr_in_a_kernel
        add_assign_in_a_kernel sub_assign_in_a_kernel mul_assign_in_a_kernel div_assign_in_a_kernel
        rem_assign_in_a_kernel bitand_assign_in_a_kernel bitor_assign_in_a_kernel bitxor_assign_in_a_kernel
        shl_assign_in_a_kernel shr_assign_in_a_kernel neg_in_a_kernel not_in_a_kernel;
    OfEquals: eq_in_a_kernel partial_cmp_in_a_kernel;
}

/// References are compared as what they refer to.
impl<A: DevicePartialEq<B>, B> DevicePartialEq<&B> for &A {
    fn __kiln_operator() -> Answer {
        A::__kiln_operator()
    }
}

impl<A: DevicePartialOrd<B>, B> DevicePartialOrd<&B> for &A {
    fn __kiln_operator() -> Answer {
        A::__kiln_operator()
    }
}

macro_rules! have {
    ($($types:ident)*: $operators:tt) => {
        $(have!(@one $types $operators);)*
    };
    (@one $ty:ident [$($operator:ident)*]) => {
        $(impl $operator for $ty {
            fn __kiln_operator() -> Answer {
                Answer::Own
            }
        })*
    };
}

have!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 f16 bf16 f8e4m3 f8e5m2: [
    DeviceAdd DeviceSub DeviceMul DeviceDiv DeviceRem DeviceAddAssign DeviceSubAssign DeviceMulAssign DeviceDivAssign
]);
have!(i8 i16 i32 i64 isize f32 f64 f16 bf16 f8e4m3 f8e5m2: [DeviceNeg]);
have!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64: [DeviceRemAssign]);

/// By what an integer is shifted: another one, of any width.
#[doc(hidden)]
pub trait ShiftAmount {}

macro_rules! shifts {
    ($($ty:ident)*: $operators:tt) => {
        $(
            impl ShiftAmount for $ty {}
            shifts!(@each $ty $operators);
        )*
    };
    (@each $ty:ident [$($operator:ident of $std:ident),*]) => {
        $(impl<R: ShiftAmount> $operator<R> for $ty
        where
            $ty: $std<R>,
        {
            fn __kiln_operator() -> Answer {
                Answer::Own
            }
        })*
    };
}

// Of any two, as std has them: if a shift by `u32` were of `u32` alone, the type of `1` in `1 << n` would follow from
// `n`.
shifts!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize: [
    DeviceShl of Shl, DeviceShr of Shr, DeviceShlAssign of ShlAssign, DeviceShrAssign of ShrAssign
]);
have!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool: [
    DeviceBitAnd DeviceBitOr DeviceBitXor DeviceBitAndAssign DeviceBitOrAssign DeviceBitXorAssign DeviceNot
]);
have!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 f16 bf16 f8e4m3 f8e5m2 bool Ordering: [DevicePartialEq DevicePartialOrd]);
