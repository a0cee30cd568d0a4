//! `as` between every pair of scalars.
//!
//! Rust's rules: integers wrap, floats round to nearest, float to integer saturates with NaN as 0. A 16-bit float
//! converts through `f32`; an integer becomes a 16-bit float through `f64`, which holds all but huge 64-bit values
//! exactly, and an `f64` through [`round_to_odd`], so that it is rounded once.
//! A number becomes `bool` by comparison with zero (the surface has no such cast; passes may make one).

use kiln_codegen::float16::round_to_odd;
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::Scalar;

use super::elem::Elem;
use super::lanes::{Fn1, Op1, fn1, fn1_plain};
use kiln_codegen::float8::{f8e4m3, f8e5m2};

struct To<D>(std::marker::PhantomData<D>);
struct ToBool;

macro_rules! native {
    ($($from:ty),*) => { $( native!(@ $from => u8, u16, u32, u64, i8, i16, i32, i64, f32, f64); )* };
    (@ $from:ty => $($to:ty),*) => { $(
        impl Op1<$from> for To<$to> {
            type R = $to;
            #[inline(always)]
            fn call(a: $from) -> $to {
                a as $to
            }
        }
    )* };
}

macro_rules! wide_to_half {
    ($($from:ty),*) => { $(
        impl Op1<$from> for To<f16> {
            type R = f16;
            #[inline(always)]
            fn call(a: $from) -> f16 {
                f16::from_f32(round_to_odd(a as f64))
            }
        }
        impl Op1<$from> for To<bf16> {
            type R = bf16;
            #[inline(always)]
            fn call(a: $from) -> bf16 {
                bf16::from_f32(round_to_odd(a as f64))
            }
        }
    )* };
}

macro_rules! from_half {
    ($from:ty => $($to:ty),*) => { $(
        impl Op1<$from> for To<$to> {
            type R = $to;
            #[inline(always)]
            fn call(a: $from) -> $to {
                a.to_f32() as $to
            }
        }
    )* };
}

macro_rules! half_to_half {
    ($($from:ty => $to:ty),*) => { $(
        impl Op1<$from> for To<$to> {
            type R = $to;
            #[inline(always)]
            fn call(a: $from) -> $to {
                <$to>::from_f32(a.to_f32())
            }
        }
    )* };
}

macro_rules! f32_to_half {
    ($($to:ty),*) => { $(
        impl Op1<f32> for To<$to> {
            type R = $to;
            #[inline(always)]
            fn call(a: f32) -> $to {
                <$to>::from_f32(a)
            }
        }
    )* };
}

macro_rules! to_bool {
    ($($from:ty),*) => { $(
        impl Op1<$from> for ToBool {
            type R = u8;
            #[inline(always)]
            fn call(a: $from) -> u8 {
                u8::from(a != <$from as Elem>::ZERO)
            }
        }
    )* };
}

macro_rules! f64_to_float8 {
    ($($to:ty),*) => { $(
        impl Op1<f64> for To<$to> {
            type R = $to;
            #[inline(always)]
            fn call(a: f64) -> $to {
                <$to>::from_f64(a)
            }
        }
    )* };
}

f64_to_float8!(f8e4m3, f8e5m2);
native!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);
wide_to_half!(u8, u16, u32, u64, i8, i16, i32, i64, f64);
f32_to_half!(f8e4m3, f8e5m2);
from_half!(f8e4m3 => f32);
from_half!(f8e5m2 => f32);
from_half!(f16 => u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);
from_half!(bf16 => u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);
half_to_half!(f16 => f16, f16 => bf16, bf16 => f16, bf16 => bf16);
f32_to_half!(f16, bf16);
to_bool!(u8, u16, u32, u64, f16, bf16, f32, f64);

/// From a source type to each destination. Integer destinations of one width share the unsigned code where the source
/// is an integer; a float saturates differently for each.
macro_rules! from {
    (int $s:ty, $to:expr) => {
        match $to {
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => fn1_plain::<$s, To<u8>>(),
            Scalar::I16 | Scalar::U16 => fn1_plain::<$s, To<u16>>(),
            Scalar::I32 | Scalar::U32 => fn1::<$s, To<u32>>(),
            Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize => fn1::<$s, To<u64>>(),
            Scalar::F16 => fn1_plain::<$s, To<f16>>(),
            Scalar::BF16 => fn1_plain::<$s, To<bf16>>(),
            Scalar::F32 => fn1::<$s, To<f32>>(),
            Scalar::F64 => fn1::<$s, To<f64>>(),
        }
    };
    (float $s:ty, $to:expr) => {
        match $to {
            Scalar::Bool | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => fn1_plain::<$s, To<u8>>(),
            Scalar::U16 => fn1_plain::<$s, To<u16>>(),
            Scalar::U32 => fn1::<$s, To<u32>>(),
            Scalar::U64 | Scalar::Usize => fn1_plain::<$s, To<u64>>(),
            Scalar::I8 => fn1_plain::<$s, To<i8>>(),
            Scalar::I16 => fn1_plain::<$s, To<i16>>(),
            Scalar::I32 => fn1::<$s, To<i32>>(),
            Scalar::I64 | Scalar::Isize => fn1_plain::<$s, To<i64>>(),
            Scalar::F16 => fn1_plain::<$s, To<f16>>(),
            Scalar::BF16 => fn1_plain::<$s, To<bf16>>(),
            Scalar::F32 => fn1::<$s, To<f32>>(),
            Scalar::F64 => fn1::<$s, To<f64>>(),
        }
    };
}

/// The loops of a cast.
pub(super) fn cast(from: Scalar, to: Scalar) -> Fn1 {
    if to == Scalar::Bool {
        return match from {
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => fn1_plain::<u8, ToBool>(),
            Scalar::I16 | Scalar::U16 => fn1_plain::<u16, ToBool>(),
            Scalar::I32 | Scalar::U32 => fn1_plain::<u32, ToBool>(),
            Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize => fn1_plain::<u64, ToBool>(),
            Scalar::F16 => fn1_plain::<f16, ToBool>(),
            Scalar::BF16 => fn1_plain::<bf16, ToBool>(),
            Scalar::F32 => fn1_plain::<f32, ToBool>(),
            Scalar::F64 => fn1_plain::<f64, ToBool>(),
        };
    }
    match (from, to) {
        (Scalar::F32, Scalar::E4M3) => return fn1_plain::<f32, To<f8e4m3>>(),
        (Scalar::F32, Scalar::E5M2) => return fn1_plain::<f32, To<f8e5m2>>(),
        (Scalar::F64, Scalar::E4M3) => return fn1_plain::<f64, To<f8e4m3>>(),
        (Scalar::F64, Scalar::E5M2) => return fn1_plain::<f64, To<f8e5m2>>(),
        _ => {}
    }
    match from {
        // To `f32` alone: inference writes out the others.
        Scalar::E4M3 => fn1_plain::<f8e4m3, To<f32>>(),
        Scalar::E5M2 => fn1_plain::<f8e5m2, To<f32>>(),
        Scalar::Bool | Scalar::U8 => from!(int u8, to),
        Scalar::U16 => from!(int u16, to),
        Scalar::U32 => from!(int u32, to),
        Scalar::U64 | Scalar::Usize => from!(int u64, to),
        Scalar::I8 => from!(int i8, to),
        Scalar::I16 => from!(int i16, to),
        Scalar::I32 => from!(int i32, to),
        Scalar::I64 | Scalar::Isize => from!(int i64, to),
        Scalar::F16 => from!(float f16, to),
        Scalar::BF16 => from!(float bf16, to),
        Scalar::F32 => from!(float f32, to),
        Scalar::F64 => from!(float f64, to),
    }
}
