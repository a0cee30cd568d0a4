//! More of std's integer methods: what stops at the ends of its type, logarithms, and the order of bytes.
//!
//! Logarithms of what is not positive fail, as in std: the front end puts the test in front of the call, so that
//! the rows here are pure, and give 0 there.

use super::eval::{Native, get, int, signed, unsigned};
use super::int::{BOOL, ONE, TWO, U32, eval, helper};
use super::*;

pub(super) static ROWS: &[Intrinsic] = &[
    Intrinsic::pure(
        "saturating_neg",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).saturating_neg()),
        "Negation that stops at the type's ends.",
    )
    .helper(SATURATING_NEG),
    Intrinsic::pure(
        "saturating_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).saturating_abs()),
        "The absolute value; that of MIN is MAX.",
    )
    .helper(SATURATING_ABS),
    Intrinsic::pure(
        "saturating_pow",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).saturating_pow(get(a, 1))),
        "A power that stops at the type's ends.",
    )
    .helper(SATURATING_POW),
    Intrinsic::pure(
        "wrapping_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).wrapping_abs()),
        "The absolute value; that of MIN is MIN.",
    )
    .cuda(helper("int_abs", "")),
    Intrinsic::pure(
        "ilog2",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).checked_ilog2().unwrap_or(0)),
        "The logarithm to base 2, rounded down; fails where the value is not positive.",
    )
    .gives(U32)
    .helper(ILOG2),
    Intrinsic::pure(
        "ilog10",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).checked_ilog10().unwrap_or(0)),
        "The logarithm to base 10, rounded down; fails where the value is not positive.",
    )
    .gives(U32)
    .helper(ILOG10),
    Intrinsic::pure(
        "is_multiple_of",
        Class::Unsigned,
        TWO,
        eval!(unsigned, |T, a| get::<T>(a, 0)
            .checked_rem(get(a, 1))
            .map_or(get::<T>(a, 0) == 0, |rest| rest == 0)),
        "Whether the second value divides the first; only 0 is a multiple of 0.",
    )
    .gives(BOOL)
    .cuda(helper("is_multiple_of", IS_MULTIPLE_OF)),
    Intrinsic::pure(
        "unbounded_shl",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).unbounded_shl(get(a, 1))),
        "Left shift; 0 where the amount is the width or more.",
    )
    .helper(UNBOUNDED_SHL),
    Intrinsic::pure(
        "unbounded_shr",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).unbounded_shr(get(a, 1))),
        "Right shift; where the amount is the width or more, 0 or, of a negative value, -1.",
    )
    .helper(UNBOUNDED_SHR),
    Intrinsic::pure(
        "to_be",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).swap_bytes()),
        "The bytes in big-endian order: reversed, since every GPU is little-endian.",
    )
    .cuda(helper("swap_bytes", "")),
    Intrinsic::pure(
        "from_be",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).swap_bytes()),
        "The value whose bytes are in big-endian order: reversed, since every GPU is little-endian.",
    )
    .cuda(helper("swap_bytes", "")),
    Intrinsic::pure(
        "to_le",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0)),
        "The bytes in little-endian order: the value itself.",
    )
    .cuda(Cuda::Pattern("{0}")),
    Intrinsic::pure(
        "from_le",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0)),
        "The value whose bytes are in little-endian order: the value itself.",
    )
    .cuda(Cuda::Pattern("{0}")),
];

const SATURATING_NEG: &str = "\
template <typename T> __device__ __forceinline__ T saturating_neg(T x) {
    return x == limits<T>::min ? limits<T>::max : (T)-x;
}
";

const SATURATING_ABS: &str = "\
template <typename T> __device__ __forceinline__ T saturating_abs(T x) { return x < 0 ? saturating_neg(x) : x; }
";

/// A square that stopped at the type's end is used only where the power is beyond it too, on the same side.
const SATURATING_POW: &str = "\
template <typename T> __device__ __forceinline__ T saturating_pow(T x, u32 power) {
    T result = 1;
    for (;; x = saturating_mul(x, x)) {
        if (power & 1) result = saturating_mul(result, x);
        power >>= 1;
        if (power == 0) return result;
    }
}
";

const ILOG2: &str = "\
template <typename T> __device__ __forceinline__ u32 ilog2(T x) {
    return x <= 0 ? 0 : (u32)(8 * sizeof(T)) - 1 - leading_zeros(x);
}
";

const ILOG10: &str = "\
template <typename T> __device__ __forceinline__ u32 ilog10(T x) {
    u32 result = 0;
    for (; x >= 10; x /= 10) ++result;
    return result;
}
";

const IS_MULTIPLE_OF: &str = "\
template <typename T> __device__ __forceinline__ bool is_multiple_of(T a, T b) { return b == 0 ? a == 0 : a % b == 0; }
";

const UNBOUNDED_SHL: &str = "\
template <typename T> __device__ __forceinline__ T unbounded_shl(T x, u32 amount) {
    return amount < 8 * sizeof(T) ? (T)((unsigned_of<T>)x << amount) : (T)0;
}
";

const UNBOUNDED_SHR: &str = "\
template <typename T> __device__ __forceinline__ T unbounded_shr(T x, u32 amount) {
    const u32 last = 8 * sizeof(T) - 1;
    if constexpr (limits<T>::is_signed) return (T)(x >> (amount < last ? amount : last));
    else return amount <= last ? (T)(x >> amount) : (T)0;
}
";
