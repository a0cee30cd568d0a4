//! More of std's integer methods: what stops at the ends of its type, logarithms, and the order of bytes.
//!
//! Logarithms of what is not positive fail, as in std: the front end puts the test in front of the call, so that
//! the rows here are pure, and give 0 there.

use super::eval::{Native, get, int, signed, unsigned};
use super::int::{BOOL, ONE, TWO, U32, eval};
use super::*;

pub(super) static ROWS: &[Intrinsic] = &[
    Intrinsic::pure(
        "saturating_neg",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).saturating_neg()),
        "Negation that stops at the type's ends.",
    ),
    Intrinsic::pure(
        "saturating_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).saturating_abs()),
        "The absolute value; that of MIN is MAX.",
    ),
    Intrinsic::pure(
        "saturating_pow",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).saturating_pow(get(a, 1))),
        "A power that stops at the type's ends.",
    ),
    Intrinsic::pure(
        "wrapping_abs",
        Class::Signed,
        ONE,
        eval!(signed, |T, a| get::<T>(a, 0).wrapping_abs()),
        "The absolute value; that of MIN is MIN.",
    ),
    Intrinsic::pure(
        "ilog2",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).checked_ilog2().unwrap_or(0)),
        "The logarithm to base 2, rounded down; fails where the value is not positive.",
    )
    .gives(U32),
    Intrinsic::pure(
        "ilog10",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).checked_ilog10().unwrap_or(0)),
        "The logarithm to base 10, rounded down; fails where the value is not positive.",
    )
    .gives(U32),
    Intrinsic::pure(
        "is_multiple_of",
        Class::Unsigned,
        TWO,
        eval!(unsigned, |T, a| get::<T>(a, 0)
            .checked_rem(get(a, 1))
            .map_or(get::<T>(a, 0) == 0, |rest| rest == 0)),
        "Whether the second value divides the first; only 0 is a multiple of 0.",
    )
    .gives(BOOL),
    Intrinsic::pure(
        "unbounded_shl",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).unbounded_shl(get(a, 1))),
        "Left shift; 0 where the amount is the width or more.",
    ),
    Intrinsic::pure(
        "unbounded_shr",
        Class::Int,
        &[Slot::Same, U32],
        eval!(int, |T, a| get::<T>(a, 0).unbounded_shr(get(a, 1))),
        "Right shift; where the amount is the width or more, 0 or, of a negative value, -1.",
    ),
    Intrinsic::pure(
        "to_be",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).swap_bytes()),
        "The bytes in big-endian order: reversed, since every GPU is little-endian.",
    ),
    Intrinsic::pure(
        "from_be",
        Class::Int,
        ONE,
        eval!(int, |T, a| get::<T>(a, 0).swap_bytes()),
        "The value whose bytes are in big-endian order: reversed, since every GPU is little-endian.",
    ),
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
