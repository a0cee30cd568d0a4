//! The turns of a `for`: counted before the first, so that no bound or step can overflow on the way.

use kiln_codegen::ir::Scalar;

use super::code::ForStart;

/// The first value and the number of turns after the first; `None` for an empty range.
pub(super) fn turns<R>(of: &ForStart<R>, start: u64, end: u64, step: u64) -> Option<(u64, u64)> {
    let (a, b) = (number(of.scalar, start), number(of.scalar, end));
    let last = if of.inclusive { b } else { b - 1 };
    if a > last {
        return None;
    }
    // At most 2^64 - 1, since both ends have 64 bits.
    let distance = (last - a) as u64;
    let turns = match step {
        0 | 1 => distance,
        _ => distance / step,
    };
    let first = if of.reversed { start.wrapping_add(turns.wrapping_mul(step)) } else { start };
    let bits = of.scalar.bits();
    Some((if bits == 64 { first } else { first & ((1 << bits) - 1) }, turns))
}

fn number(scalar: Scalar, bits: u64) -> i128 {
    if scalar.is_signed_int() {
        i128::from(super::run::extended(scalar, bits) as i64)
    } else {
        i128::from(bits)
    }
}
