//! From bits to Rust's own numbers and back: what the rows' CPU functions are made of.
//!
//! Takes operands as raw bits and a closure over native values; guarantees that a result is exactly what std
//! computes on the host, zero-extended to 64 bits. A row is only evaluated for scalars of its class; another scalar
//! gives zero. 16-bit floats compute in `f32` and round once at the end.

use super::Bits;
use crate::float8;
use crate::float16::{bf16, f16};
use crate::ir::Scalar;

/// A native number that stands for a scalar.
pub(super) trait Native: Copy {
    fn decode(bits: Bits) -> Self;
    fn encode(self) -> Bits;
}

macro_rules! native_int {
    ($($signed:ident $unsigned:ident),*) => {$(
        impl Native for $signed {
            fn decode(bits: Bits) -> Self {
                bits as $signed
            }
            fn encode(self) -> Bits {
                Bits::from(self as $unsigned)
            }
        }
        impl Native for $unsigned {
            fn decode(bits: Bits) -> Self {
                bits as $unsigned
            }
            fn encode(self) -> Bits {
                Bits::from(self)
            }
        }
    )*};
}

native_int!(i8 u8, i16 u16, i32 u32, i64 u64);

impl Native for bool {
    fn decode(bits: Bits) -> Self {
        bits != 0
    }
    fn encode(self) -> Bits {
        Bits::from(self)
    }
}

/// The operand with this number.
pub(super) fn get<T: Native>(operands: &[Bits], number: usize) -> T {
    T::decode(operands[number])
}

/// Runs a body with `T` as the native type of a scalar; gives zero for a scalar that is not listed.
macro_rules! native {
    ($scalar:expr, $T:ident => $body:expr; $($($of:ident)|+ => $native:ident),+) => {
        match $scalar {
            $($(Scalar::$of)|+ => {
                type $T = $native;
                Native::encode($body)
            })+
            _ => 0,
        }
    };
}

/// [`native`] for every integer.
macro_rules! int {
    ($scalar:expr, $T:ident => $body:expr) => {
        $crate::intrinsics::eval::native!($scalar, $T => $body; I8 => i8, I16 => i16, I32 => i32, I64 | Isize => i64,
            U8 => u8, U16 => u16, U32 => u32, U64 | Usize => u64)
    };
}

/// [`native`] for signed integers.
macro_rules! signed {
    ($scalar:expr, $T:ident => $body:expr) => {
        $crate::intrinsics::eval::native!($scalar, $T => $body; I8 => i8, I16 => i16, I32 => i32, I64 | Isize => i64)
    };
}

/// [`native`] for unsigned integers.
macro_rules! unsigned {
    ($scalar:expr, $T:ident => $body:expr) => {
        $crate::intrinsics::eval::native!($scalar, $T => $body; U8 => u8, U16 => u16, U32 => u32, U64 | Usize => u64)
    };
}

pub(super) use {int, native, signed, unsigned};

/// A float of up to 32 bits widened to `f32`; zero for other scalars.
pub fn widen(scalar: Scalar, bits: Bits) -> f32 {
    match scalar {
        Scalar::E4M3 => float8::e4m3_value(bits as u8),
        Scalar::E5M2 => float8::e5m2_value(bits as u8),
        Scalar::F16 => f16::from_bits(bits as u16).to_f32(),
        Scalar::BF16 => bf16::from_bits(bits as u16).to_f32(),
        Scalar::F32 => f32::from_bits(bits as u32),
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => 0.0,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize | Scalar::F64 => 0.0,
    }
}

/// Rounds an `f32` to the scalar; the inverse of [`widen`].
pub fn narrow(scalar: Scalar, value: f32) -> Bits {
    match scalar {
        Scalar::E4M3 => Bits::from(float8::e4m3_bits(value)),
        Scalar::E5M2 => Bits::from(float8::e5m2_bits(value)),
        Scalar::F16 => Bits::from(f16::from_f32(value).to_bits()),
        Scalar::BF16 => Bits::from(bf16::from_f32(value).to_bits()),
        Scalar::F32 => Bits::from(value.to_bits()),
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => 0,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize | Scalar::F64 => 0,
    }
}

/// One float operand, a float result.
pub(super) fn one(s: Scalar, a: &[Bits], f: fn(f32) -> f32, g: fn(f64) -> f64) -> Bits {
    if s == Scalar::F64 { g(f64::from_bits(a[0])).to_bits() } else { narrow(s, f(widen(s, a[0]))) }
}

/// Two float operands, a float result.
pub(super) fn two(s: Scalar, a: &[Bits], f: fn(f32, f32) -> f32, g: fn(f64, f64) -> f64) -> Bits {
    if s == Scalar::F64 {
        g(f64::from_bits(a[0]), f64::from_bits(a[1])).to_bits()
    } else {
        narrow(s, f(widen(s, a[0]), widen(s, a[1])))
    }
}

/// Three float operands, a float result.
pub(super) fn three(s: Scalar, a: &[Bits], f: fn(f32, f32, f32) -> f32, g: fn(f64, f64, f64) -> f64) -> Bits {
    if s == Scalar::F64 {
        g(f64::from_bits(a[0]), f64::from_bits(a[1]), f64::from_bits(a[2])).to_bits()
    } else {
        narrow(s, f(widen(s, a[0]), widen(s, a[1]), widen(s, a[2])))
    }
}

/// A question about one float; asked of the value, so 16-bit floats may be asked as `f32`.
pub(super) fn test(s: Scalar, a: &[Bits], f: fn(f32) -> bool, g: fn(f64) -> bool) -> Bits {
    Bits::from(if s == Scalar::F64 { g(f64::from_bits(a[0])) } else { f(widen(s, a[0])) })
}

/// Whether the processor has what the copies for AVX2 need. std caches the answer, and writes the question out
/// where it is asked.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(super) fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

/// Loops over lanes for one function, on `f32` and `f64`: `$name::single` and `$name::double`.
///
/// Each loop exists twice on x86-64: as compiled for the baseline, and compiled for AVX2 and FMA, chosen at run time
/// (the detection is cached by std). LLVM vectorizes both; the body decides only what one lane computes. Where a
/// test holds for all lanes, `where all TEST => BODY`, a shorter body does.
macro_rules! lanes {
    ($name:ident, |$($x:ident),+| $body:expr) => {
        mod $name {
            #![allow(unused_imports)]
            use super::*;
            lanes!(@of single, f32, |$($x),+| $body);
            lanes!(@of double, f64, |$($x),+| $body);
        }
    };
    (@of $name:ident, $T:ident, |$($x:ident),+| $body:expr $(, where all |$v:ident| $test:expr => $short:expr)?) => {
        pub(super) fn $name(out: &mut [$T], $($x: &[$T]),+) {
            #[allow(dead_code)]
            type T = $T;
            #[inline(always)]
            #[allow(clippy::inline_always)] // The copy below must be compiled with the caller's features.
            fn plain(out: &mut [$T], $($x: &[$T]),+) {
                let n = out.len();
                $(let $x = &$x[..n];)+
                $(if $v.iter().fold(true, |all, &$v| all & $test) {
                    for i in 0..n {
                        let $v = $v[i];
                        out[i] = $short;
                    }
                    return;
                })?
                for i in 0..n {
                    $(let $x = $x[i];)+
                    out[i] = $body;
                }
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn wide(out: &mut [$T], $($x: &[$T]),+) {
                    plain(out, $($x),+);
                }
                if $crate::intrinsics::eval::has_avx2() {
                    // SAFETY: the features that `wide` is compiled for were just detected.
                    unsafe { wide(out, $($x),+) };
                    return;
                }
            }
            plain(out, $($x),+);
        }
    };
}

/// One of Kiln's own functions: its loops over lanes, and `eval`, which is the loop over one lane, so that what is
/// computed alone has the processor's fused multiply-adds too.
macro_rules! own {
    ($name:ident, |$($x:ident),+| $f32:expr, $f64:expr $(, where all |$v:ident| $test:expr => $short:expr)?) => {
        mod $name {
            #![allow(unused_imports)]
            use super::*;
            lanes!(@of single, f32, |$($x),+| $f32($($x),+) $(, where all |$v| $test => $short)?);
            lanes!(@of double, f64, |$($x),+| $f64($($x),+));

            pub(super) fn eval(s: Scalar, a: &[Bits]) -> Bits {
                own!(@eval s, a, $($x),+)
            }
        }
    };
    (@eval $s:ident, $a:ident, $x:ident) => {
        one($s, $a, |x| own!(@lane single, x), |x| own!(@lane double, x))
    };
    (@eval $s:ident, $a:ident, $x:ident, $y:ident) => {
        two($s, $a, |x, y| own!(@lane single, x, y), |x, y| own!(@lane double, x, y))
    };
    (@lane $loop:ident, $($x:ident),+) => {{
        let mut out = [0.0];
        $loop(&mut out, $(&[$x]),+);
        out[0]
    }};
}

pub(super) use {lanes, own};
