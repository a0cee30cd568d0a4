//! The integer methods of std.
//!
//! Meaning is std's in release mode: what is not named otherwise wraps. Methods that can fail for another reason than a
//! divisor (`isqrt` of a negative number, `strict_*`) are left out. `int_ends` has the rest of the rows.

use super::eval::{Native, get, int, signed, unsigned};
use super::*;

/// A [`Cpu::Eval`] over the native type `T`: of every integer, or of signed or unsigned ones.
macro_rules! eval {
    ($of:ident, |$T:ident, $a:ident| $body:expr) => {
        Cpu::Eval(|s, $a| $of!(s, $T => $body))
    };
}
pub(super) use eval;

const SHIFT: Slot = Slot::Fixed(Scalar::U32);
pub(super) const U32: Slot = Slot::Fixed(Scalar::U32);
pub(super) const BOOL: Slot = Slot::Fixed(Scalar::Bool);
pub(super) const ONE: &[Slot] = &[Slot::Same];
pub(super) const TWO: &[Slot] = &[Slot::Same, Slot::Same];

pub(super) static ROWS: &[Intrinsic] = &[
    Intrinsic::pure(
        "wrapping_add",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).wrapping_add(get(a, 1))),
        "Addition modulo the type's range.",
    )
    .is(Operator::Binary(BinOp::Add)),
    Intrinsic::pure(
        "wrapping_sub",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).wrapping_sub(get(a, 1))),
        "Subtraction modulo the type's range.",
    )
    .is(Operator::Binary(BinOp::Sub)),
    Intrinsic::pure(
        "wrapping_mul",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).wrapping_mul(get(a, 1))),
        "Multiplication modulo the type's range.",
    )
    .is(Operator::Binary(BinOp::Mul)),
    Intrinsic::pure(
        "wrapping_neg",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).wrapping_neg()),
        "Negation modulo the type's range.",
    )
    .is(Operator::Neg),
    Intrinsic::pure(
        "wrapping_shl",
        Class::Int,
        &[Slot::Same, SHIFT],
        eval!(int, |T, a| get::<T>(a, 0).wrapping_shl(get(a, 1))),
        "Left shift by the amount modulo the width.",
    )
    .is(Operator::Binary(BinOp::Shl)),
    Intrinsic::pure(
        "wrapping_shr",
        Class::Int,
        &[Slot::Same, SHIFT],
        eval!(int, |T, a| get::<T>(a, 0).wrapping_shr(get(a, 1))),
        "Right shift by the amount modulo the width.",
    )
    .is(Operator::Binary(BinOp::Shr)),
    Intrinsic::pure(
        "mul_hi",
        Class::Int,
        TWO,
        eval!(int, |T, a| ((get::<T>(a, 0) as i128).wrapping_mul(get::<T>(a, 1) as i128) >> T::BITS) as T),
        "The upper half of the product, which has twice as many bits.",
    )
    .by_trait()
    .helper(MUL_HI)
    .ptx(Ptx::Cases(&[
        (Case::Words, "mul.hi.{t} {0}, {1}"),
        (Case::Always, "mul.lo.{t} {0}, {1}; shr.{t} $0, {bits}"),
    ])),
    Intrinsic::pure(
        "saturating_add",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).saturating_add(get(a, 1))),
        "Addition that stops at the type's ends.",
    ),
    Intrinsic::pure(
        "saturating_sub",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).saturating_sub(get(a, 1))),
        "Subtraction that stops at the type's ends.",
    ),
    Intrinsic::pure(
        "saturating_mul",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).saturating_mul(get(a, 1))),
        "Multiplication that stops at the type's ends.",
    ),
    Intrinsic::pure(
        "int_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).wrapping_abs()),
        "The absolute value; that of MIN is MIN.",
    )
    .method("abs")
    .helper(ABS),
    Intrinsic::pure(
        "unsigned_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).unsigned_abs()),
        "The absolute value, unsigned, so that it is always exact.",
    )
    .gives(Slot::Unsigned),
    Intrinsic::pure(
        "abs_diff",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).abs_diff(get(a, 1))),
        "The distance between two values, unsigned.",
    )
    .gives(Slot::Unsigned)
    .helper(ABS_DIFF),
    Intrinsic::pure(
        "pow",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).wrapping_pow(get(a, 1))),
        "A power; wraps.",
    ),
    Intrinsic::pure(
        "wrapping_pow",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).wrapping_pow(get(a, 1))),
        "A power modulo the type's range.",
    ),
    Intrinsic::pure(
        "int_signum",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).signum()),
        "-1, 0 or 1, as the value is below, at or above zero.",
    )
    .method("signum"),
    Intrinsic::pure(
        "int_min",
        Class::Int,
        TWO,
        pick(Pick::Least, eval!(int, |T, a| get::<T>(a, 0).min(get(a, 1)))),
        "The lesser value.",
    )
    .method("min")
    .helper(MIN)
    .ptx(Ptx::Code("min.{t} {0}, {1}")),
    Intrinsic::pure(
        "int_max",
        Class::Int,
        TWO,
        pick(Pick::Greatest, eval!(int, |T, a| get::<T>(a, 0).max(get(a, 1)))),
        "The greater value.",
    )
    .method("max")
    .helper(MAX)
    .ptx(Ptx::Code("max.{t} {0}, {1}")),
    Intrinsic::pure(
        "int_clamp",
        Class::Int,
        &[Slot::Same, Slot::Same, Slot::Same],
        pick(Pick::Clamped, eval!(int, |T, a| between::<T>(get(a, 0), get(a, 1), get(a, 2)))),
        "The value, but not below the second nor above the third; bounds are not tested against each other.",
    )
    .method("clamp")
    .helper(CLAMP),
    count(
        "leading_zeros",
        eval!(int, |T, a| get::<T>(a, 0).leading_zeros()),
        "Zero bits above the highest one.",
    )
    .helper(LEADING_ZEROS)
    .ptx(Ptx::Cases(&[(Case::Words, "clz.{b} {r0}")])),
    count(
        "trailing_zeros",
        eval!(int, |T, a| get::<T>(a, 0).trailing_zeros()),
        "Zero bits below the lowest one.",
    )
    .helper(TRAILING_ZEROS)
    .ptx(Ptx::Cases(&[(Case::Words, "brev.{b} {r0}; clz.{b} $0")])),
    count(
        "leading_ones",
        eval!(int, |T, a| get::<T>(a, 0).leading_ones()),
        "One bits above the highest zero.",
    ),
    count(
        "trailing_ones",
        eval!(int, |T, a| get::<T>(a, 0).trailing_ones()),
        "One bits below the lowest zero.",
    ),
    count("count_ones", eval!(int, |T, a| get::<T>(a, 0).count_ones()), "One bits.")
        .helper(COUNT_ONES)
        .ptx(Ptx::Cases(&[(Case::Words, "popc.{b} {r0}")])),
    count("count_zeros", eval!(int, |T, a| get::<T>(a, 0).count_zeros()), "Zero bits."),
    Intrinsic::pure(
        "rotate_left",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).rotate_left(get(a, 1))),
        "Bits moved up, those that leave coming in below.",
    )
    .helper(ROTATE_LEFT)
    .ptx(Ptx::Cases(&[(Case::Word, "shf.l.wrap.b32 {r0}, {r0}, {1}")])),
    Intrinsic::pure(
        "rotate_right",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).rotate_right(get(a, 1))),
        "Bits moved down, those that leave coming in above.",
    )
    .helper(ROTATE_RIGHT)
    .ptx(Ptx::Cases(&[(Case::Word, "shf.r.wrap.b32 {r0}, {r0}, {1}")])),
    Intrinsic::pure(
        "swap_bytes",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).swap_bytes()),
        "Bytes in reverse order.",
    )
    .helper(SWAP_BYTES),
    Intrinsic::pure(
        "reverse_bits",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).reverse_bits()),
        "Bits in reverse order.",
    )
    .helper(REVERSE_BITS)
    .ptx(Ptx::Cases(&[(Case::Words, "brev.{b} {r0}"), (Case::Always, "brev.b32 {r0}; shr.{t} $0, {above}")])),
    Intrinsic::pure(
        "is_power_of_two",
        Class::Unsigned,
        ONE,
        eval!(unsigned, |T, a| get::<T>(a, 0).is_power_of_two()),
        "Whether exactly one bit is set.",
    )
    .gives(BOOL),
    Intrinsic::pure(
        "next_power_of_two",
        Class::Unsigned,
        ONE,
        eval!(unsigned, |T, a| get::<T>(a, 0).checked_next_power_of_two().unwrap_or(0)),
        "The least power of two not below the value; zero where the type has none.",
    ),
    divide(
        "div_ceil",
        Class::Unsigned,
        eval!(unsigned, |T, a| quotient(get::<T>(a, 1) == 0, || get::<T>(a, 0).div_ceil(get(a, 1)))),
        "The quotient, rounded up.",
    ),
    divide(
        "int_div_euclid",
        Class::Int,
        eval!(int, |T, a| get::<T>(a, 0).checked_div_euclid(get(a, 1)).unwrap_or(0)),
        "The quotient whose remainder is not negative.",
    )
    .method("div_euclid"),
    divide(
        "int_rem_euclid",
        Class::Int,
        eval!(int, |T, a| get::<T>(a, 0).checked_rem_euclid(get(a, 1)).unwrap_or(0)),
        "The remainder that is not negative.",
    )
    .method("rem_euclid"),
    divide(
        "next_multiple_of",
        Class::Unsigned,
        eval!(unsigned, |T, a| next_multiple_of(
            get::<T>(a, 0),
            get::<T>(a, 1),
            T::wrapping_add,
            T::checked_rem
        )),
        "The least multiple of the second value not below the first; wraps.",
    ),
    Intrinsic::pure(
        "isqrt",
        Class::Unsigned,
        ONE,
        eval!(unsigned, |T, a| get::<T>(a, 0).isqrt()),
        "The square root, rounded down.",
    ),
    Intrinsic::pure(
        "is_positive",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).is_positive()),
        "Whether the value is above zero.",
    )
    .gives(BOOL)
    .cuda(Cuda::Pattern("({0} > 0)")),
    Intrinsic::pure(
        "is_negative",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).is_negative()),
        "Whether the value is below zero.",
    )
    .gives(BOOL)
    .cuda(Cuda::Pattern("({0} < 0)")),
    Intrinsic::pure(
        "midpoint",
        Class::Int,
        TWO,
        eval!(int, |T, a| get::<T>(a, 0).midpoint(get(a, 1))),
        "The mean, rounded toward zero, without overflow.",
    ),
];

/// A choice between operands, for which the executor has loops.
const fn pick(pick: Pick, cpu: Cpu) -> Cpu {
    match cpu {
        Cpu::Eval(eval) => Cpu::Lanes { eval, f32: LaneFn::None, f64: LaneFn::None, ints: Some(pick) },
        Cpu::Lanes { .. } | Cpu::Machine(_) => cpu,
    }
}

/// A number of bits, as `u32`.
const fn count(name: &'static str, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic::pure(name, Class::Int, ONE, cpu, doc).gives(U32)
}

/// A division: fails on a zero divisor and on `MIN / -1`, for which `eval` gives zero.
const fn divide(name: &'static str, class: Class, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic { effect: Effect::Divisor(1), ..Intrinsic::pure(name, class, TWO, cpu, doc) }
}

/// `clamp` without std's assertion on the bounds, which would have to end the thread.
fn between<T: Ord>(value: T, low: T, high: T) -> T {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// A quotient, or zero for a divisor that the caller reports.
fn quotient<T: Default>(zero: bool, divide: impl Fn() -> T) -> T {
    if zero { T::default() } else { divide() }
}

/// std's `next_multiple_of`, wrapping, and zero for a zero divisor.
fn next_multiple_of<T: Copy + Default + PartialEq + std::ops::Sub<Output = T>>(
    value: T,
    multiple: T,
    add: fn(T, T) -> T,
    rem: fn(T, T) -> Option<T>,
) -> T {
    match rem(value, multiple) {
        None => T::default(),
        Some(rest) if rest == T::default() => value,
        Some(rest) => add(value, multiple - rest),
    }
}

const MUL_HI: &str = "\
template <typename T> __device__ __forceinline__ T mul_hi(T a, T b) {
    if constexpr (sizeof(T) < 4) return (T)((u32)a * (u32)b >> 8 * sizeof(T));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__mulhi(a, b) : (T)__umulhi(a, b);
    else return limits<T>::is_signed ? (T)__mul64hi(a, b) : (T)__umul64hi(a, b);
}
";

const ABS: &str = "\
template <typename T> __device__ __forceinline__ T int_abs(T x) { return (T)magnitude(x); }
";

/// Of a number and zero it is a magnitude, and ptxas (13.0 at least) takes that of the least integer for negative where
/// NVRTC or itself recognizes one: so one of the differences is nothing that they see through.
const ABS_DIFF: &str = "\
template <typename T> __device__ __forceinline__ unsigned_of<T> abs_diff(T a, T b) {
    typedef unsigned_of<T> U;
    if constexpr (sizeof(T) == 8) {
        U up = (U)b - (U)a;
        asm(\"\" : \"+l\"(up));
        return a < b ? up : (U)a - (U)b;
    } else {
        u32 up = (u32)b - (u32)a;
        asm(\"\" : \"+r\"(up));
        return (U)(a < b ? up : (u32)a - (u32)b);
    }
}
";

const MIN: &str = "\
template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }
";

const MAX: &str = "\
// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm(\"\" : \"+r\"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}
";

const CLAMP: &str = "\
// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_clamp(T x, T low, T high) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = x;
        asm(\"\" : \"+r\"(wide));
        return (T)(wide < low ? low : wide > high ? high : wide);
    }
    return x < low ? low : x > high ? high : x;
}
";

const LEADING_ZEROS: &str = "\
template <typename T> __device__ __forceinline__ u32 leading_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return __clzll((i64)x);
    } else {
        return __clz((i32)(unsigned_of<T>)x) - (32 - 8 * sizeof(T));
    }
}
";

const TRAILING_ZEROS: &str = "\
template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}
";

const COUNT_ONES: &str = "\
template <typename T> __device__ __forceinline__ u32 count_ones(T x) {
    if constexpr (sizeof(T) == 8) {
        return __popcll((u64)x);
    } else {
        return __popc((unsigned_of<T>)x);
    }
}
";

// NVRTC makes two shifts of a rotation of 64 bits, one of them by 64 where the amount is none, and ptxas (13.0 at
// least) shifts a choice of two constants by 64 bits as if by none: so the halves are rotated, which is shorter
// too.
const ROTATE_LEFT: &str = "\
template <typename T> __device__ __forceinline__ T rotate_left(T x, u32 amount) {
    const unsigned_of<T> bits = (unsigned_of<T>)x;
    if constexpr (sizeof(T) == 8) {
        const u32 low = (u32)bits, high = (u32)(bits >> 32);
        const u32 a = amount & 32 ? high : low, b = amount & 32 ? low : high;
        return (T)((u64)__funnelshift_l(a, b, amount) << 32 | __funnelshift_l(b, a, amount));
    } else {
        const u32 mask = 8 * sizeof(T) - 1;
        return (T)(bits << (amount & mask) | bits >> ((0 - amount) & mask));
    }
}
";

const ROTATE_RIGHT: &str = "\
template <typename T> __device__ __forceinline__ T rotate_right(T x, u32 amount) { return rotate_left(x, 0 - amount); }
";

const SWAP_BYTES: &str = "\
template <typename T> __device__ __forceinline__ T swap_bytes(T x) {
    if constexpr (sizeof(T) == 1) {
        return x;
    } else if constexpr (sizeof(T) == 8) {
        const u32 low = (u32)x, high = (u32)((u64)x >> 32);
        return (T)((u64)__byte_perm(low, 0, 0x0123) << 32 | __byte_perm(high, 0, 0x0123));
    } else {
        return (T)(__byte_perm((u32)x, 0, 0x0123) >> (32 - 8 * sizeof(T)));
    }
}
";

const REVERSE_BITS: &str = "\
template <typename T> __device__ __forceinline__ T reverse_bits(T x) {
    if constexpr (sizeof(T) == 8) {
        return (T)__brevll((u64)x);
    } else {
        return (T)(__brev((u32)x) >> (32 - 8 * sizeof(T)));
    }
}
";
