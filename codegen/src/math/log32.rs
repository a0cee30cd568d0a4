//! The logarithms of `f32`: `ln`, `log2`, `log10` and `ln_1p`.
//!
//! Each takes the argument apart as `m * 2^e` with `m` about one, and approximates the logarithm of `m` by a polynomial
//! in `f = m - 1`, which is exact. Where `m` starts is chosen so that the sum with the logarithm of `2^e` cancels
//! little and its rounding stays the largest: 3/4 to 3/2 for the natural logarithms, the roots of 1/2 and 2 for the
//! others.

/// The logarithm of what is no positive finite number: NaN, or an infinity of the right sign.
#[inline(always)]
pub fn log_special_f32(x: f32) -> f32 {
    let outside = if x < 0.0 { f32::NAN } else { x };
    if x == 0.0 { f32::NEG_INFINITY } else { outside }
}

/// What the logarithm of `1 + f` has beyond `f`, over the square of `f`, for `f` from -1/4 to 1/2: a minimax polynomial
/// of degree 8. The logarithm's relative error is 2^-27.6.
#[inline(always)]
pub fn ln_tail_f32(f: f32) -> f32 {
    let p = f.mul_add(-0.04515236, 0.104725614);
    let p = p.mul_add(f, -0.13163939);
    let p = p.mul_add(f, 0.1447763);
    let p = p.mul_add(f, -0.16646878);
    let p = p.mul_add(f, 0.19990848);
    let p = p.mul_add(f, -0.2500011);
    let p = p.mul_add(f, 0.3333345);
    p.mul_add(f, -0.5)
}

/// The natural logarithm.
///
/// Maximum error measured: 0.93 ulp.
#[inline(always)]
pub fn ln_f32(x: f32) -> f32 {
    let tiny = x < 1.1754944e-38;
    let scaled = if tiny { x * 8388608.0 } else { x };
    let bits = scaled.to_bits();
    let exponent = bits.wrapping_sub(0x3f40_0000) & 0xff80_0000;
    let f = f32::from_bits(bits.wrapping_sub(exponent)) - 1.0;
    // The exponent stands 23 bits up.
    let e = (exponent as i32 as f32).mul_add(1.1920929e-7, if tiny { -23.0 } else { 0.0 });
    let r = e.mul_add(0.6931472, ln_tail_f32(f).mul_add(f * f, f));
    if x > 0.0 && x < f32::INFINITY { r } else { log_special_f32(x) }
}

/// The logarithm to base 2.
///
/// The polynomial has base 2 in its coefficients. Maximum error measured: 1.11 ulp.
#[inline(always)]
pub fn log2_f32(x: f32) -> f32 {
    let tiny = x < 1.1754944e-38;
    let scaled = if tiny { x * 8388608.0 } else { x };
    let bits = scaled.to_bits();
    let exponent = bits.wrapping_sub(0x3f35_04f3) & 0xff80_0000;
    let f = f32::from_bits(bits.wrapping_sub(exponent)) - 1.0;
    let e = (exponent as i32 as f32).mul_add(1.1920929e-7, if tiny { -23.0 } else { 0.0 });
    let p = f.mul_add(-0.07963431, 0.16333197);
    let p = p.mul_add(f, -0.19333428);
    let p = p.mul_add(f, 0.20888522);
    let p = p.mul_add(f, -0.23978816);
    let p = p.mul_add(f, 0.28830367);
    let p = p.mul_add(f, -0.36068264);
    let p = p.mul_add(f, 0.48090377);
    let p = p.mul_add(f, -0.7213475);
    let r = e + f.mul_add(1.442695, p * (f * f));
    if x > 0.0 && x < f32::INFINITY { r } else { log_special_f32(x) }
}

/// The logarithm to base 10.
///
/// The polynomial has base 10 in its coefficients, and the logarithm of 2 is in two parts. Maximum error measured:
/// 1.18 ulp.
#[inline(always)]
pub fn log10_f32(x: f32) -> f32 {
    let tiny = x < 1.1754944e-38;
    let scaled = if tiny { x * 8388608.0 } else { x };
    let bits = scaled.to_bits();
    let exponent = bits.wrapping_sub(0x3f35_04f3) & 0xff80_0000;
    let f = f32::from_bits(bits.wrapping_sub(exponent)) - 1.0;
    let e = (exponent as i32 as f32).mul_add(1.1920929e-7, if tiny { -23.0 } else { 0.0 });
    let p = f.mul_add(-0.051201757, 0.06398992);
    let p = p.mul_add(f, -0.05339759);
    let p = p.mul_add(f, 0.059784546);
    let p = p.mul_add(f, -0.072438255);
    let p = p.mul_add(f, 0.08699569);
    let p = p.mul_add(f, -0.10857229);
    let p = p.mul_add(f, 0.14476189);
    let p = p.mul_add(f, -0.21714725);
    let fraction = f.mul_add(0.4342945, p * (f * f));
    let r = e.mul_add(0.30103, e.mul_add(-1.4320989e-8, fraction));
    if x > 0.0 && x < f32::INFINITY { r } else { log_special_f32(x) }
}

/// The natural logarithm of `1 + x`, exact near zero.
///
/// The exponent is that of the rounded sum; `f` is built from `x` itself, so what the sum lost is kept. Maximum
/// error measured: 1.27 ulp.
#[inline(always)]
pub fn ln_1p_f32(x: f32) -> f32 {
    let exponent = (x + 1.0).to_bits().wrapping_sub(0x3f40_0000) & 0xff80_0000;
    // f = 2^-e x + (2^-e - 1). The first term is exact but for the largest x, and four times 2^-e is in range for all.
    let scaled = f32::from_bits(x.to_bits().wrapping_sub(exponent));
    let four = f32::from_bits(0x4080_0000u32.wrapping_sub(exponent));
    let f = scaled + four.mul_add(0.25, -1.0);
    let e = exponent as i32 as f32 * 1.1920929e-7;
    let r = e.mul_add(0.6931472, ln_tail_f32(f).mul_add(f * f, f));
    let r = if x.abs() < 2.9802322e-8 { x } else { r };
    if x > -1.0 && x < f32::INFINITY { r } else { log_special_f32(x + 1.0) }
}
