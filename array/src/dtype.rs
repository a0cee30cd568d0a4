//! The types of elements.

use std::fmt;

use kiln_runtime::__private::Scalar;
use kiln_runtime::{ScalarType, bf16, f16};

/// The type of an array's elements, as data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Dtype {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    BF16,
    #[default]
    F32,
    F64,
}

/// What can be done with values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

impl Dtype {
    /// All types.
    pub const ALL: [Dtype; 13] = [
        Dtype::Bool,
        Dtype::I8,
        Dtype::I16,
        Dtype::I32,
        Dtype::I64,
        Dtype::U8,
        Dtype::U16,
        Dtype::U32,
        Dtype::U64,
        Dtype::F16,
        Dtype::BF16,
        Dtype::F32,
        Dtype::F64,
    ];

    /// Rust's name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Dtype::Bool => "bool",
            Dtype::I8 => "i8",
            Dtype::I16 => "i16",
            Dtype::I32 => "i32",
            Dtype::I64 => "i64",
            Dtype::U8 => "u8",
            Dtype::U16 => "u16",
            Dtype::U32 => "u32",
            Dtype::U64 => "u64",
            Dtype::F16 => "f16",
            Dtype::BF16 => "bf16",
            Dtype::F32 => "f32",
            Dtype::F64 => "f64",
        }
    }

    /// Bytes of an element.
    pub const fn size(self) -> usize {
        match self {
            Dtype::Bool | Dtype::I8 | Dtype::U8 => 1,
            Dtype::I16 | Dtype::U16 | Dtype::F16 | Dtype::BF16 => 2,
            Dtype::I32 | Dtype::U32 | Dtype::F32 => 4,
            Dtype::I64 | Dtype::U64 | Dtype::F64 => 8,
        }
    }

    pub(crate) const fn kind(self) -> Kind {
        match self {
            Dtype::Bool => Kind::Bool,
            Dtype::I8 | Dtype::I16 | Dtype::I32 | Dtype::I64 => Kind::Signed,
            Dtype::U8 | Dtype::U16 | Dtype::U32 | Dtype::U64 => Kind::Unsigned,
            Dtype::F16 | Dtype::BF16 | Dtype::F32 | Dtype::F64 => Kind::Float,
        }
    }

    pub(crate) const fn scalar(self) -> Scalar {
        match self {
            Dtype::Bool => Scalar::Bool,
            Dtype::I8 => Scalar::I8,
            Dtype::I16 => Scalar::I16,
            Dtype::I32 => Scalar::I32,
            Dtype::I64 => Scalar::I64,
            Dtype::U8 => Scalar::U8,
            Dtype::U16 => Scalar::U16,
            Dtype::U32 => Scalar::U32,
            Dtype::U64 => Scalar::U64,
            Dtype::F16 => Scalar::F16,
            Dtype::BF16 => Scalar::BF16,
            Dtype::F32 => Scalar::F32,
            Dtype::F64 => Scalar::F64,
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A type that arrays can hold.
pub trait Element: ScalarType + PartialEq + fmt::Debug + fmt::Display {
    /// The type as data.
    const DTYPE: Dtype;
    /// What a sum of such values has: 64 bits for integers, and the type itself for floats.
    type Sum: Element;
}

/// An [`Element`] that is a number.
pub trait Number: Element {
    /// The value 1.
    const ONE: Self;

    /// The nearest value of the type.
    fn from_f64(value: f64) -> Self;
}

/// A [`Number`] that is an integer.
pub trait Integer: Number {}

/// A [`Number`] with a sign.
pub trait SignedNumber: Number {}

/// A [`Number`] that is a float.
pub trait Floating: SignedNumber {}

macro_rules! elements {
    ($($type:ident $dtype:ident $sum:ident [$($more:ident)*] $one:expr, $from:expr;)*) => {$(
        impl Element for $type {
            const DTYPE: Dtype = Dtype::$dtype;
            type Sum = $sum;
        }

        impl Number for $type {
            const ONE: Self = $one;

            fn from_f64(value: f64) -> Self {
                $from(value)
            }
        }

        $(impl $more for $type {})*
    )*};
}

impl Element for bool {
    const DTYPE: Dtype = Dtype::Bool;
    type Sum = i64;
}

elements! {
    i8 I8 i64 [Integer SignedNumber] 1, |x| x as i8;
    i16 I16 i64 [Integer SignedNumber] 1, |x| x as i16;
    i32 I32 i64 [Integer SignedNumber] 1, |x| x as i32;
    i64 I64 i64 [Integer SignedNumber] 1, |x| x as i64;
    u8 U8 u64 [Integer] 1, |x| x as u8;
    u16 U16 u64 [Integer] 1, |x| x as u16;
    u32 U32 u64 [Integer] 1, |x| x as u32;
    u64 U64 u64 [Integer] 1, |x| x as u64;
    f16 F16 f16 [SignedNumber Floating] f16::ONE, f16::from_f64;
    bf16 BF16 bf16 [SignedNumber Floating] bf16::ONE, bf16::from_f64;
    f32 F32 f32 [SignedNumber Floating] 1.0, |x| x as f32;
    f64 F64 f64 [SignedNumber Floating] 1.0, |x| x;
}
