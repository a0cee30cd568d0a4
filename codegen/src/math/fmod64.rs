//! The remainder of `f64`.

/// The exponent of a positive finite number: `e` of `2^e m` with `1 <= m < 2`.
#[inline(always)]
pub fn exponent_f64(x: f64) -> i32 {
    let e = (x.to_bits() >> 52) as i32;
    if e == 0 { ((x * 18014398509481984.0).to_bits() >> 52) as i32 - 1077 } else { e - 1023 }
}

/// `x % y`, exact: the remainder of `|x|` by `|y|` with the sign of `x`. Each round takes off a multiple of
/// `2^k |y|` of at most 52 bits, whose subtraction a fused multiply-add does not round: the remainder is a multiple
/// of the divisor's last place and less than the divisor. One round does for quotients below 2^52, 41 for any.
///
/// Maximum error: none.
#[inline(always)]
pub fn fmod_f64(x: f64, y: f64) -> f64 {
    let infinity = f64::from_bits(0x7ff0_0000_0000_0000);
    let d = y.abs();
    let mut r = x.abs();
    if r >= infinity || d == 0.0 || x.is_nan() || y.is_nan() {
        return f64::from_bits(0x7ff8_0000_0000_0000);
    }
    while r >= d {
        let k = exponent_f64(r) - exponent_f64(d) - 51;
        let mut part = d;
        if k > 0 {
            let half = k >> 1;
            part = d
                * f64::from_bits(((half + 1023) as u64) << 52)
                * f64::from_bits(((k - half + 1023) as u64) << 52);
        }
        r = (r / part).trunc().mul_add(-part, r);
        // The quotient's rounding may reach the next integer.
        if r < 0.0 {
            r += part;
        }
    }
    r.copysign(x)
}
