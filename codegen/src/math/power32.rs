//! Powers of `f32`.

use super::exp32::{exp2_reduced_f32, scale_shifted_f32};

/// `x` to the power of `y`, for finite `x` above zero and finite `y`.
///
/// The logarithm to base 2 is a sum of two `f32`, by the series of the inverse hyperbolic tangent of
/// `s = (m - 1) / (m + 1)`; its relative error is about 2^-35. The product with `y` is one too.
#[inline(always)]
pub fn powf_positive_f32(x: f32, y: f32) -> f32 {
    let tiny = x < 1.1754944e-38;
    let scaled = if tiny { x * 8388608.0 } else { x };
    let bits = scaled.to_bits();
    let exponent = bits.wrapping_sub(0x3f35_04f3) & 0xff80_0000;
    let m = f32::from_bits(bits.wrapping_sub(exponent));
    let e = (exponent as i32 as f32).mul_add(1.1920929e-7, if tiny { -23.0 } else { 0.0 });
    // s, and what its rounding lost.
    let f = m - 1.0;
    let d = m + 1.0;
    let reciprocal = 1.0 / d;
    let s = f * reciprocal;
    let s_low = s.mul_add((d - 1.0) - m, (-s).mul_add(d, f)) * reciprocal;
    let z = s * s;
    let z_low = (s + s).mul_add(s_low, s.mul_add(s, -z));
    // log2 m = s (c + z (a + z p)): c, a and the sums with them are in two parts.
    let p = z.mul_add(0.33782202, 0.4118499);
    let p = p.mul_add(z, 0.5770802) * z;
    let a = p + 0.9617967;
    let a_low = (0.9617967 - a) + p - 7.028462e-9;
    let w = z * a;
    let w_low = z_low.mul_add(a, z.mul_add(a_low, z.mul_add(a, -w)));
    let c = w + 2.88539;
    let c_low = (2.88539 - c) + w + (w_low + 3.851926e-8);
    let l = s * c;
    let l_low = s_low.mul_add(c, s.mul_add(c_low, s.mul_add(c, -l)));
    let log = e + l;
    let log_low = (e - log) + l + l_low;
    // Both parts times y; beyond these bounds the result is infinite or zero.
    let t = y * log;
    let t_low = y.mul_add(log_low, y.mul_add(log, -t));
    let over = t > 129.0;
    let under = t < -151.0;
    let high = if over { 129.0 } else { t };
    let t = if under { -151.0 } else { high };
    let t_low = if over || under { 0.0 } else { t_low };
    let shifted = t + 12582912.0;
    let r = (t - (shifted - 12582912.0)) + t_low;
    scale_shifted_f32(exp2_reduced_f32(r), shifted, t < 0.0)
}

/// `x` to the power of `y`, with C99's special cases.
///
/// Maximum error measured: 0.95 ulp.
#[inline(always)]
pub fn powf_f32(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let half = y * 0.5;
    let integer = y.trunc() == y;
    let odd = integer && half.trunc() != half;
    // A finite x other than zero, and a finite y.
    if a > 0.0 && a < f32::INFINITY && y.abs() < f32::INFINITY {
        let r = powf_positive_f32(a, y);
        let signed = if odd { -r } else { r };
        let below = if integer { signed } else { f32::NAN };
        return if x < 0.0 { below } else { r };
    }
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    if a == 1.0 {
        return 1.0;
    }
    // Zero or infinity, by which side of one `a` lies and the sign of y.
    let r = if (a > 1.0) == (y > 0.0) { f32::INFINITY } else { 0.0 };
    if odd && y.abs() < f32::INFINITY { r.copysign(x) } else { r }
}
