//! The Rust types that a kernel takes and that device memory holds.
//!
//! Takes nothing; guarantees that a value of a [`KernelType`] means the same on the host, in the IR and on every
//! device; leaves the impls for structs and enums to `#[derive(KernelType)]`, and what that needs of the runtime to
//! [`derived`].

pub mod derived;
#[cfg(any(feature = "glam", feature = "num-complex"))]
mod of_other_crates;
pub(crate) mod remote;

use std::cmp::Ordering;
use std::marker::PhantomData;

use kiln_codegen::float8::{f8e4m3, f8e5m2};
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::{Scalar, Type};

/// A value that kernels take, and that device memory holds: a scalar, a struct or enum with
/// `#[derive(Clone, Copy, KernelType)]`, or a fixed array of such.
///
/// `usize` and `isize` are 64 bits wide on every device, and hosts are 64-bit. A struct keeps the layout that rustc
/// gives it, whatever its representation, padding included. A C-like enum is the integer that rustc chose for it; an
/// enum whose variants have fields has `#[repr(C)]` or an integer representation. A type is aligned to at most 256
/// bytes.
///
/// What comes back from a device is always a value of its type: a kernel stores only what rustc has checked, and
/// nothing makes a buffer of one type out of a buffer of another. So no byte of a `bool` or an enum is ever looked
/// at before it is used.
///
/// # Safety
///
/// The type is what its [`Describe`] says: same size, same alignment, same fields at the same offsets; its values
/// have no pointers; and its hidden items tell the truth. The derive writes all of it.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, KernelType};
///
/// fn round_trip<T: KernelType>(values: &[T]) -> kiln_runtime::Result<Vec<T>> {
///     let stream = Device::cpu().stream();
///     let buffer = stream.upload(values)?;
///     stream.download(&buffer)
/// }
///
/// assert_eq!(round_trip(&[[1u8, 2], [3, 4]])?, [[1, 2], [3, 4]]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take a value of type `{Self}`, nor hold it in device memory",
    label = "not a type that kernels know",
    note = "kernels know `bool`, `i8` to `i64`, `isize`, `u8` to `u64`, `usize`, `f8e4m3`, `f8e5m2`, `f16`, `bf16`, `f32`, `f64`, and fixed arrays",
    note = "a struct or C-like enum of your own needs `#[derive(Clone, Copy, KernelType)]` above it"
)]
pub unsafe trait KernelType: Constant + Copy + Send + Sync + 'static {
    /// The scalar that a value is: of an enum the integer of its size, of a struct or an array none.
    #[doc(hidden)]
    const SCALAR: Option<Scalar>;

    /// Whether memory full of zeros is a value.
    #[doc(hidden)]
    const ZERO_IS_A_VALUE: bool;

    /// Some value, for memory that a device function has on the host.
    #[doc(hidden)]
    fn some() -> Self;
}

/// The most bytes that a [`KernelType`] can be aligned to: what drivers align each allocation to, and Kiln on the CPU.
pub(crate) const MOST_ALIGN: usize = 256;

/// Holds, when a program is compiled, that memory is aligned for values of the type.
pub(crate) const fn assert_aligned<T>() {
    assert!(
        align_of::<T>() <= MOST_ALIGN,
        "device memory is aligned to 256 bytes, and this type to more: lower its `repr(align)`"
    );
}

/// A [`KernelType`] that is a number or `bool`: what tiles and tensors hold.
///
/// # Safety
///
/// The type has the size of its scalar and no padding, and its bits mean the same in a kernel as on the host;
/// `to_bits` and `from_bits` are inverses on the bits that a kernel can make.
///
/// # Examples
///
/// ```
/// use kiln_runtime::ScalarType;
///
/// assert_eq!(1.0f32.to_bits(), 0x3f80_0000);
/// assert_eq!(<i8 as ScalarType>::to_bits(-1), 0xff);
/// assert_eq!(<i8 as ScalarType>::from_bits(0xff), -1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scalar of kernels",
    label = "not a number or `bool`",
    note = "scalars are `bool`, `i8` to `i64`, `isize`, `u8` to `u64`, `usize`, `f8e4m3`, `f8e5m2`, `f16`, `bf16`, `f32` and `f64`"
)]
pub unsafe trait ScalarType: KernelType {
    /// The value's bits, zero-extended to 64.
    fn to_bits(self) -> u64;

    /// The value with these bits; the bits past the type's width are ignored.
    fn from_bits(bits: u64) -> Self;
}

/// A type that a variable of a kernel can have: a [`KernelType`], or a tile.
///
/// # Safety
///
/// In kernels a value of the type is of the type that is told: whatever kernels do to values of that, they may do to
/// this one.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be used in kernels",
    label = "not a type that kernels know",
    note = "kernels know `bool`, integers of up to 64 bits, floats and fixed arrays of them",
    note = "a struct or C-like enum of your own needs `#[derive(Clone, Copy, KernelType)]` above it"
)]
pub unsafe trait Describe {
    /// The type in the IR.
    fn describe() -> Type;

    /// Why kernels cannot have values of the type after all, where only a running program can tell.
    #[doc(hidden)]
    fn refusal() -> Option<String> {
        None
    }

    /// An operator that an enum in it has of its own, in words.
    #[doc(hidden)]
    fn computes() -> Option<String> {
        None
    }

    /// Whether it has an enum in it, so that not all bits are values.
    #[doc(hidden)]
    fn is_partial() -> bool {
        false
    }
}

/// A constant that a kernel can use.
///
/// # Safety
///
/// The bits are of a value of the type that [`Describe`] tells: as many scalars, each with a value that it can have.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` cannot be used in a kernel",
    label = "not a value of kernels",
    note = "kernels use constants that are numbers, `bool`, structs and enums with `#[derive(KernelType)]`, tuples and fixed arrays of them",
    note = "in the place of a slice, `&[T]`, the array itself can be the constant: `const TABLE: [f32; 2]`",
    note = "a method is passed by a closure that calls it: `|a, b| a.dot(b)` for `Vector::dot`"
)]
pub unsafe trait Constant: Describe {
    /// Adds the bits of the scalars that it is made of, in the order of fields and elements.
    fn scalars(&self, bits: &mut Vec<u64>);
}

#[diagnostic::do_not_recommend]
// SAFETY: these are the scalars of a value.
unsafe impl<T: Constant, const N: usize> Constant for [T; N] {
    fn scalars(&self, bits: &mut Vec<u64>) {
        for element in self {
            element.scalars(bits);
        }
    }
}

// SAFETY: in kernels it is of this type.
unsafe impl<T: Describe, const N: usize> Describe for [T; N] {
    fn describe() -> Type {
        Type::array(T::describe(), N as u64)
    }

    fn refusal() -> Option<String> {
        T::refusal()
    }

    fn computes() -> Option<String> {
        T::computes()
    }

    fn is_partial() -> bool {
        T::is_partial()
    }
}

// In kernels an `Option` is whether there is something, and what. It never leaves them.
// SAFETY: in kernels it is of this type.
unsafe impl<T: Describe> Describe for Option<T> {
    fn describe() -> Type {
        Type::Tuple(vec![Type::BOOL, T::describe()]).settled()
    }

    fn refusal() -> Option<String> {
        T::refusal()
    }

    fn computes() -> Option<String> {
        T::computes()
    }

    fn is_partial() -> bool {
        T::is_partial()
    }
}

// SAFETY: an array is its elements one after the other, in the IR too.
unsafe impl<T: KernelType, const N: usize> KernelType for [T; N] {
    const SCALAR: Option<Scalar> = None;
    const ZERO_IS_A_VALUE: bool = T::ZERO_IS_A_VALUE;

    fn some() -> Self {
        [T::some(); N]
    }
}

// SAFETY: in kernels it is of this type.
unsafe impl<T: Send + Sync + 'static> Describe for PhantomData<T> {
    fn describe() -> Type {
        derived::structure::<Self>([])
    }
}

// SAFETY: these are the scalars of a value.
unsafe impl<T: Send + Sync + 'static> Constant for PhantomData<T> {
    fn scalars(&self, _: &mut Vec<u64>) {}
}

// SAFETY: it has no bytes, here and in the IR.
unsafe impl<T: Send + Sync + 'static> KernelType for PhantomData<T> {
    const SCALAR: Option<Scalar> = None;
    const ZERO_IS_A_VALUE: bool = true;

    fn some() -> Self {
        PhantomData
    }
}

// SAFETY: in kernels it is of this type.
unsafe impl Describe for Ordering {
    fn describe() -> Type {
        Type::Scalar(Scalar::I8)
    }

    fn is_partial() -> bool {
        true
    }
}

// SAFETY: these are the scalars of a value.
unsafe impl Constant for Ordering {
    fn scalars(&self, bits: &mut Vec<u64>) {
        derived::scalars_of(self, bits);
    }
}

// SAFETY: it is an `i8` with the values -1, 0 and 1, as is asserted below.
unsafe impl KernelType for Ordering {
    const SCALAR: Option<Scalar> = Some(Scalar::I8);
    const ZERO_IS_A_VALUE: bool = true;

    fn some() -> Self {
        Ordering::Equal
    }
}

const _: () = {
    derived::lies_as(Ordering::Less, -1);
    derived::lies_as(Ordering::Equal, 0);
    derived::lies_as(Ordering::Greater, 1);
};

/// The bits of a value that is a scalar, zero-extended.
#[inline]
pub(crate) fn scalar_bits<T: KernelType>(value: T) -> Option<u64> {
    let size = T::SCALAR?.size();
    let mut bits = 0u64;
    // SAFETY: a type with a scalar has its size, at most eight bytes, and no padding; hosts are little-endian.
    unsafe {
        std::ptr::from_ref(&value).cast::<u8>().copy_to_nonoverlapping((&raw mut bits).cast::<u8>(), size);
    }
    Some(bits)
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        // SAFETY: in kernels it is of this type.
        unsafe impl<$($name: Describe),*> Describe for ($($name,)*) {
            fn describe() -> Type {
                Type::Tuple(vec![$($name::describe()),*]).settled()
            }

            fn refusal() -> Option<String> {
                [$($name::refusal()),*].into_iter().flatten().next()
            }

            fn computes() -> Option<String> {
                [$($name::computes()),*].into_iter().flatten().next()
            }

            fn is_partial() -> bool {
                $($name::is_partial())||*
            }
        }

        // How a tuple lies in the host's memory is rustc's secret, and is not looked at.
        #[diagnostic::do_not_recommend]
        // SAFETY: these are the scalars of a value.
        unsafe impl<$($name: Constant),*> Constant for ($($name,)*) {
            #[allow(non_snake_case)] // The parts have the names of their types.
            fn scalars(&self, bits: &mut Vec<u64>) {
                let ($($name,)*) = self;
                $($name.scalars(bits);)*
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
    ($($type:ty => $scalar:ident),* $(,)?) => {$(
        // SAFETY: in kernels it is of this type.
        unsafe impl Describe for $type {
            fn describe() -> Type {
                Type::Scalar(Scalar::$scalar)
            }
        }

        // SAFETY: these are the scalars of a value.
        unsafe impl Constant for $type {
            fn scalars(&self, bits: &mut Vec<u64>) {
                derived::scalars_of(self, bits);
            }
        }

        // SAFETY: the IR's scalar of the same name has the same bits, and zero among them.
        unsafe impl KernelType for $type {
            const SCALAR: Option<Scalar> = Some(Scalar::$scalar);
            const ZERO_IS_A_VALUE: bool = true;

            fn some() -> Self {
                Self::default()
            }
        }
    )*};
}

describe!(
    bool => Bool,
    i8 => I8,
    i16 => I16,
    i32 => I32,
    i64 => I64,
    isize => Isize,
    u8 => U8,
    u16 => U16,
    u32 => U32,
    u64 => U64,
    usize => Usize,
    f8e4m3 => E4M3,
    f8e5m2 => E5M2,
    f16 => F16,
    bf16 => BF16,
    f32 => F32,
    f64 => F64,
);

macro_rules! integers {
    ($($type:ty as $unsigned:ty),* $(,)?) => {$(
        // SAFETY: a primitive integer has no padding, and the IR's scalar of the same name has the same bits.
        unsafe impl ScalarType for $type {
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
    i8 as u8,
    i16 as u16,
    i32 as u32,
    i64 as u64,
    isize as usize,
    u8 as u8,
    u16 as u16,
    u32 as u32,
    u64 as u64,
    usize as usize,
);

macro_rules! floats {
    ($($type:ty as $bits:ty),* $(,)?) => {$(
        // SAFETY: the float is its IEEE (or bfloat) bits, on the host as in the IR.
        unsafe impl ScalarType for $type {
            fn to_bits(self) -> u64 {
                u64::from(<$type>::to_bits(self))
            }

            fn from_bits(bits: u64) -> Self {
                <$type>::from_bits(bits as $bits)
            }
        }
    )*};
}

floats!(f8e4m3 as u8, f8e5m2 as u8, f16 as u16, bf16 as u16, f32 as u32, f64 as u64);

// SAFETY: `bool` is one byte, 0 or 1, on the host and in the IR; kernels store nothing else to a `bool`.
unsafe impl ScalarType for bool {
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

    fn round_trip<T: ScalarType + PartialEq + std::fmt::Debug>(values: &[T]) {
        let scalar = T::SCALAR.unwrap();
        assert_eq!(size_of::<T>(), scalar.size());
        for &value in values {
            assert_eq!(T::from_bits(value.to_bits()), value);
            assert_eq!(scalar_bits(value), Some(value.to_bits()));
            assert!(scalar.size() == 8 || value.to_bits() >> scalar.bits() == 0, "{value:?}");
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
