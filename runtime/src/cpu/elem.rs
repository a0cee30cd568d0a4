//! The element types of lanes: how a Rust value and its raw bits convert.
//!
//! Bits are the value's own, zero-extended to 64; this is the form of uniform registers, constants and arguments.
//! `bool` is a `u8` of 0 or 1. `usize` and `isize` are `u64` and `i64`.

use kiln_codegen::float8::{f8e4m3, f8e5m2};
use kiln_codegen::float16::{bf16, f16};

/// A type that a lane may have.
pub(super) trait Elem: Copy + 'static {
    const ZERO: Self;
    fn from_bits(bits: u64) -> Self;
    fn to_bits(self) -> u64;
}

macro_rules! int {
    ($($t:ty as $u:ty),*) => { $(
        impl Elem for $t {
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $t
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                self as $u as u64
            }
        }
    )* };
}

macro_rules! float {
    ($($t:ty as $u:ty),*) => { $(
        impl Elem for $t {
            const ZERO: Self = <$t>::from_bits(0);
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                <$t>::from_bits(bits as $u)
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                <$t>::to_bits(self) as u64
            }
        }
    )* };
}

int!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, i8 as u8, i16 as u16, i32 as u32, i64 as u64);
float!(f8e4m3 as u8, f8e5m2 as u8, f16 as u16, bf16 as u16, f32 as u32, f64 as u64);
