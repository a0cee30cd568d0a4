//! The Rust types that a kernel takes and that device memory holds.
//!
//! Takes nothing; guarantees that a value of a [`KernelType`] is plain bits with one meaning on the host, in the IR and on
//! every device; leaves structs to a later derive.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::{Scalar, Type};

/// A type that a kernel may take by value or as the element of a slice.
///
/// `usize` and `isize` are 64 bits wide on every device, and hosts are 64-bit.
///
/// # Safety
///
/// The type has the size of [`KernelType::SCALAR`], no padding and no pointers, and its bits mean the same in a kernel as on
/// the host; `to_bits` and `from_bits` are inverses on the bits that a kernel can make.
///
/// # Examples
///
/// ```
/// use kiln_runtime::KernelType;
///
/// assert_eq!(1.0f32.to_bits(), 0x3f80_0000);
/// assert_eq!(<i8 as KernelType>::to_bits(-1), 0xff);
/// assert_eq!(<i8 as KernelType>::from_bits(0xff), -1);
/// ```
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take a value of type `{Self}`, nor hold it in device memory",
    label = "not a type that kernels know",
    note = "kernels know `bool`, `i8` to `i64`, `isize`, `u8` to `u64`, `usize`, `f16`, `bf16`, `f32` and `f64`"
)]
pub unsafe trait KernelType: Describe + Copy + Send + Sync + 'static {
    /// The same type in the IR.
    const SCALAR: Scalar;

    /// The value's bits, zero-extended to 64.
    fn to_bits(self) -> u64;

    /// The value with these bits; the bits past the type's width are ignored.
    fn from_bits(bits: u64) -> Self;
}

/// A type that a variable of a kernel can have: a [`KernelType`], or a fixed array of such.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be used in kernels",
    label = "not a type that kernels know",
    note = "kernels know `bool`, integers of up to 64 bits, floats and fixed arrays of them"
)]
pub trait Describe {
    /// The type in the IR.
    fn describe() -> Type;
}

impl<T: Describe, const N: usize> Describe for [T; N] {
    fn describe() -> Type {
        Type::array(T::describe(), N as u64)
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Describe),*> Describe for ($($name,)*) {
            fn describe() -> Type {
                Type::Tuple(vec![$($name::describe()),*]).settled()
            }
        }
    )*};
}

// As many parts as std's own traits know.
tuples!(
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
);

macro_rules! describe {
    ($($type:ty)*) => {$(
        impl Describe for $type {
            fn describe() -> Type {
                Type::Scalar(<$type as KernelType>::SCALAR)
            }
        }
    )*};
}

describe!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64);

macro_rules! integers {
    ($($type:ty as $unsigned:ty => $scalar:ident),* $(,)?) => {$(
        // SAFETY: a primitive integer has no padding, and the IR's scalar of the same name has the same bits.
        unsafe impl KernelType for $type {
            const SCALAR: Scalar = Scalar::$scalar;

            fn to_bits(self) -> u64 {
                self as $unsigned as u64
            }

            fn from_bits(bits: u64) -> Self {
                bits as $type
            }
        }
    )*};
}

integers!(
    i8 as u8 => I8,
    i16 as u16 => I16,
    i32 as u32 => I32,
    i64 as u64 => I64,
    isize as usize => Isize,
    u8 as u8 => U8,
    u16 as u16 => U16,
    u32 as u32 => U32,
    u64 as u64 => U64,
    usize as usize => Usize,
);

macro_rules! floats {
    ($($type:ty as $bits:ty => $scalar:ident),* $(,)?) => {$(
        // SAFETY: the float is its IEEE (or bfloat) bits, on the host as in the IR.
        unsafe impl KernelType for $type {
            const SCALAR: Scalar = Scalar::$scalar;

            fn to_bits(self) -> u64 {
                u64::from(<$type>::to_bits(self))
            }

            fn from_bits(bits: u64) -> Self {
                <$type>::from_bits(bits as $bits)
            }
        }
    )*};
}

floats!(f16 as u16 => F16, bf16 as u16 => BF16, f32 as u32 => F32, f64 as u64 => F64);

// SAFETY: `bool` is one byte, 0 or 1, on the host and in the IR; kernels store nothing else to a `bool`.
unsafe impl KernelType for bool {
    const SCALAR: Scalar = Scalar::Bool;

    fn to_bits(self) -> u64 {
        u64::from(self)
    }

    fn from_bits(bits: u64) -> Self {
        bits & 1 != 0
    }
}

// The IR gives `usize` 64 bits; a host where it has fewer would pass wrong bits.
const _: () = assert!(size_of::<usize>() == 8, "Kiln runs on 64-bit hosts");

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: KernelType + PartialEq + std::fmt::Debug>(values: &[T]) {
        assert_eq!(size_of::<T>(), T::SCALAR.size());
        for &value in values {
            assert_eq!(T::from_bits(value.to_bits()), value);
            assert!(T::SCALAR.size() == 8 || value.to_bits() >> T::SCALAR.bits() == 0, "{value:?}");
        }
    }

    #[test]
    fn bits_are_zero_extended_and_come_back() {
        round_trip(&[true, false]);
        round_trip(&[i8::MIN, -1, 0, i8::MAX]);
        round_trip(&[i16::MIN, -1, i16::MAX]);
        round_trip(&[i32::MIN, -1, i32::MAX]);
        round_trip(&[i64::MIN, -1, i64::MAX]);
        round_trip(&[isize::MIN, -1, isize::MAX]);
        round_trip(&[u8::MAX]);
        round_trip(&[u16::MAX]);
        round_trip(&[u32::MAX]);
        round_trip(&[u64::MAX]);
        round_trip(&[usize::MAX]);
        round_trip(&[f16::MIN, f16::NEG_INFINITY]);
        round_trip(&[bf16::MIN, bf16::NEG_INFINITY]);
        round_trip(&[-0.0f32, f32::MIN]);
        round_trip(&[-0.0f64, f64::MIN]);
    }
}
