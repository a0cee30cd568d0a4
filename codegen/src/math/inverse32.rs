//! The inverse circular functions of `f32`.

/// `asin(s) - s` over the cube of `s`, for `s` from 0 to 1/2 and `z` its square: a minimax polynomial, the relative
/// error of the arc sine 2^-27.6.
#[inline(always)]
pub fn asin_tail_f32(z: f32) -> f32 {
    let p = z.mul_add(0.042158403, 0.02418474);
    let p = p.mul_add(z, 0.045469154);
    let p = p.mul_add(z, 0.074953094);
    p.mul_add(z, 0.16666752)
}

/// The arc tangent of `t` from 0 to 1: a minimax polynomial of degree 19, its relative error 2^-28.5.
#[inline(always)]
pub fn atan_reduced_f32(t: f32) -> f32 {
    let z = t * t;
    let p = z.mul_add(-0.0017822096, 0.010866458);
    let p = p.mul_add(z, -0.03109373);
    let p = p.mul_add(z, 0.05787896);
    let p = p.mul_add(z, -0.083992094);
    let p = p.mul_add(z, 0.10950861);
    let p = p.mul_add(z, -0.14264014);
    let p = p.mul_add(z, 0.1999853);
    let p = p.mul_add(z, -0.333333);
    p.mul_add(z * t, t)
}

/// The arc sine.
///
/// Beyond one half through `pi/2 - 2 asin(sqrt((1 - a) / 2))`, else a polynomial. Maximum error measured: 2.03 ulp.
#[inline(always)]
pub fn asin_f32(x: f32) -> f32 {
    let a = x.abs();
    let outer = a > 0.5;
    let z = if outer { a.mul_add(-0.5, 0.5) } else { a * a };
    let s = if outer { z.sqrt() } else { a };
    let w = asin_tail_f32(z) * (z * s);
    // Beyond 1 the root is NaN.
    let far = s.mul_add(-2.0, 1.5707964) - w.mul_add(2.0, 4.371139e-8);
    let y = if outer { far } else { s + w };
    y.copysign(x)
}

/// The arc cosine.
///
/// `2 asin(sqrt((1 - a) / 2))` beyond one half, or what that lacks to pi; else `pi/2` less the arc sine. Maximum error
/// measured: 1.27 ulp.
#[inline(always)]
pub fn acos_f32(x: f32) -> f32 {
    let a = x.abs();
    let outer = a > 0.5;
    let z = if outer { a.mul_add(-0.5, 0.5) } else { x * x };
    let s = if outer { z.sqrt() } else { x };
    let y = asin_tail_f32(z).mul_add(z * s, s);
    let far = if x < 0.0 { y.mul_add(-2.0, 3.1415927) } else { y + y };
    let near = 1.5707964 - (y + 4.371139e-8);
    if outer { far } else { near }
}

/// The arc tangent.
///
/// Beyond 1 through `pi/2 - atan(1 / a)`. Maximum error measured: 1.39 ulp.
#[inline(always)]
pub fn atan_f32(x: f32) -> f32 {
    let a = x.abs();
    let outer = a > 1.0;
    let y = atan_reduced_f32(if outer { 1.0 / a } else { a });
    let y = if outer { 1.5707964 - (y + 4.371139e-8) } else { y };
    y.copysign(x)
}

/// The angle of the point (`x`, `y`), from -pi to pi.
///
/// The arc tangent of the smaller coordinate over the larger one, turned into its octant. Maximum error measured: 1.53
/// ulp.
#[inline(always)]
pub fn atan2_f32(y: f32, x: f32) -> f32 {
    let a = y.abs();
    let b = x.abs();
    let steep = a > b;
    let long = if steep { a } else { b };
    let short = if steep { b } else { a };
    let t = short / long;
    // Two infinities lie on the diagonal, two zeros on the axis.
    let t = if short == long { 1.0 } else { t };
    let t = if a + b == 0.0 { 0.0 } else { t };
    let r = atan_reduced_f32(t);
    let left = x.to_bits() >> 31 == 1;
    let signed = if steep == left { r } else { -r };
    // Right angles below it in two parts: none, one or two.
    let base = if left { 3.1415927 } else { 0.0 };
    let base_low = if left { -8.742278e-8 } else { 0.0 };
    let base = if steep { 1.5707964 } else { base };
    let base_low = if steep { -4.371139e-8 } else { base_low };
    let turned = base + (base_low + signed);
    turned.copysign(y)
}
