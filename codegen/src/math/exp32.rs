//! The exponentials of `f32`: `exp`, `exp2` and `exp_m1`.
//!
//! All take the argument apart as `n ln 2 + r` (or `n + r` for `exp2`) with `n` an integer and `r` at most half a step
//! from zero, approximate the function of `r` by a polynomial and multiply by `2^n` (Cody and Waite 1980). Adding and
//! subtracting 1.5 * 2^23 rounds to an integer, and leaves that integer in the low bits of the sum.

/// `2^n` for `n` from -126 to 127, which is held in `shifted` as `n + 1.5 * 2^23`.
#[inline(always)]
pub fn power_of_shifted_f32(shifted: f32) -> f32 {
    // The low nine bits of 1.5 * 2^23 are zero: the shift leaves n in the exponent's place.
    f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000))
}

/// `p * 2^n`, rounded once, for `n` from -151 to 130, both held in `shifted`, which is `n + 1.5 * 2^23`; `negative`
/// says whether `n` may be below zero rather than above it.
///
/// Half of the scaling is a constant, so that neither factor leaves the range of normal numbers.
#[inline(always)]
pub fn scale_shifted_f32(p: f32, shifted: f32, negative: bool) -> f32 {
    let exponent = shifted.to_bits() << 23;
    let bias = if negative { 0x5f80_0000u32 } else { 0x1f80_0000u32 };
    let rest = if negative { 5.421011e-20f32 } else { 1.8446744e19f32 };
    p * f32::from_bits(exponent.wrapping_add(bias)) * rest
}

/// `(e^r - 1) / r` for `r` within half of ln 2 of zero: a minimax polynomial, the relative error of the exponential
/// 2^-28.2.
#[inline(always)]
pub fn exp_slope_f32(r: f32) -> f32 {
    let p = r.mul_add(0.0013821314, 0.00836867);
    let p = p.mul_add(r, 0.04166826);
    let p = p.mul_add(r, 0.16666521);
    let p = p.mul_add(r, 0.49999994);
    p.mul_add(r, 1.0)
}

/// The exponential of `r` for `r` within half of ln 2 of zero.
#[inline(always)]
pub fn exp_reduced_f32(r: f32) -> f32 {
    exp_slope_f32(r).mul_add(r, 1.0)
}

/// 2 to the power of `r` for `r` within one half of zero: a minimax polynomial of degree 6, its relative error 2^-28.3.
#[inline(always)]
pub fn exp2_reduced_f32(r: f32) -> f32 {
    let p = r.mul_add(0.00015326471, 0.0013390806);
    let p = p.mul_add(r, 0.009618506);
    let p = p.mul_add(r, 0.0555036);
    let p = p.mul_add(r, 0.24022648);
    let p = p.mul_add(r, 0.6931472);
    p.mul_add(r, 1.0)
}

/// e to the power of `x`, where that may be subnormal, zero or infinite.
#[inline(always)]
pub fn exp_edge_f32(x: f32) -> f32 {
    // Beyond these the result is infinite or zero; a NaN passes both tests.
    let high = if x > 89.0 { 89.0 } else { x };
    let x = if high < -104.5 { -104.5 } else { high };
    let shifted = x.mul_add(1.442695, 12582912.0);
    let n = shifted - 12582912.0;
    let r = n.mul_add(-0.69314575, x);
    let r = n.mul_add(-1.4286068e-6, r);
    scale_shifted_f32(exp_reduced_f32(r), shifted, x < 0.0)
}

/// e to the power of `x`.
///
/// Reduction by ln 2 in two parts and a polynomial (Cody and Waite 1980). Maximum error measured: 0.90 ulp.
#[inline(always)]
pub fn exp_f32(x: f32) -> f32 {
    if x.abs() < 87.0 {
        let shifted = x.mul_add(1.442695, 12582912.0);
        let n = shifted - 12582912.0;
        // The first part of ln 2 has 15 bits, so that the product with n, and the difference, are exact.
        let r = n.mul_add(-0.69314575, x);
        let r = n.mul_add(-1.4286068e-6, r);
        exp_reduced_f32(r) * power_of_shifted_f32(shifted)
    } else {
        exp_edge_f32(x)
    }
}

/// 2 to the power of `x`, where that may be subnormal, zero or infinite.
#[inline(always)]
pub fn exp2_edge_f32(x: f32) -> f32 {
    // Beyond these the result is infinite or zero; a NaN passes both tests.
    let high = if x > 129.0 { 129.0 } else { x };
    let x = if high < -151.0 { -151.0 } else { high };
    let shifted = x + 12582912.0;
    let r = x - (shifted - 12582912.0);
    scale_shifted_f32(exp2_reduced_f32(r), shifted, x < 0.0)
}

/// 2 to the power of `x`.
///
/// The reduction is exact, the rest a polynomial. Maximum error measured: 0.88 ulp.
#[inline(always)]
pub fn exp2_f32(x: f32) -> f32 {
    if x.abs() < 126.0 {
        let shifted = x + 12582912.0;
        let r = x - (shifted - 12582912.0);
        exp2_reduced_f32(r) * power_of_shifted_f32(shifted)
    } else {
        exp2_edge_f32(x)
    }
}

/// e to the power of `x`, less one, exact near zero.
///
/// `e^r - 1 = r + w` with `w` from a polynomial, and `2^n (1 + r + w) - 1` summed from the large to the small, in
/// halves so that nothing overflows early. Maximum error measured: 1.31 ulp.
#[inline(always)]
pub fn exp_m1_f32(x: f32) -> f32 {
    // Beyond these the result is infinite or -1; a NaN passes both tests.
    let high = if x > 89.0 { 89.0 } else { x };
    let a = if high < -20.0 { -20.0 } else { high };
    let shifted = a.mul_add(1.442695, 12582912.0);
    let n = shifted - 12582912.0;
    let r = n.mul_add(-0.69314575, a);
    let r = n.mul_add(-1.4286068e-6, r);
    let p = r.mul_add(0.0013870215, 0.008366259);
    let p = p.mul_add(r, 0.04166744);
    let p = p.mul_add(r, 0.16666546);
    let p = p.mul_add(r, 0.49999997);
    let w = p * (r * r);
    // Half of 2^n.
    let half = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f00_0000));
    let sum = half.mul_add(w, half.mul_add(r, half - 0.5));
    // Halving would lose a bit of a subnormal, and the sign of zero.
    if x.abs() < 2.9802322e-8 { x } else { sum + sum }
}
