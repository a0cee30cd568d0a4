//! The circular functions of `f32`.
//!
//! `sin`, `cos` and `tan` share one reduction to a quadrant and a rest within pi/4 of zero: by three parts of pi/2
//! up to 105615 (Cody and Waite 1980), beyond it by as many bits of 2/pi as the argument needs (Payne and Hanek
//! 1983).

/// The quadrant of a huge `x` in the upper half, and the bits of the rest in the lower one (Payne and Hanek 1983).
///
/// Takes any finite `x` of at least 0.01, and gives NaN for an infinity and for NaN.
#[inline(always)]
pub fn reduce_huge_f32(x: f32) -> u64 {
    let bits = x.to_bits() & 0x7fff_ffff;
    let m = ((bits & 0x007f_ffff) | 0x0080_0000) as u64;
    // x = m 2^e. Bits of 2/pi more than two places above 2^-e add whole turns; 96 from there on are enough. With a zero
    // word ahead, the window starts `skip` bits in.
    let skip = (bits >> 23).wrapping_sub(120);
    // Which four words hold the window: selects, since an array indexed at run time would lie in memory.
    let two = skip & 64 != 0;
    let a0 = if two { 0x4e44_1529u64 } else { 0 };
    let a1 = if two { 0xfc27_57d1u64 } else { 0xa2f9_836e };
    let a2 = if two { 0xf534_ddc0u64 } else { 0x4e44_1529 };
    let a3 = if two { 0xdb62_9599u64 } else { 0xfc27_57d1 };
    let a4 = if two { 0x3c43_9041u64 } else { 0xf534_ddc0 };
    let one = skip & 32 != 0;
    let b0 = if one { a1 } else { a0 };
    let b1 = if one { a2 } else { a1 };
    let b2 = if one { a3 } else { a2 };
    let b3 = if one { a4 } else { a3 };
    let four = skip & 128 != 0;
    let c0 = if four { 0xf534_ddc0u64 } else { b0 };
    let c1 = if four { 0xdb62_9599u64 } else { b1 };
    let c2 = if four { 0x3c43_9041u64 } else { b2 };
    let c3 = if four { 0xfe51_63abu64 } else { b3 };
    let left = skip & 31;
    let right = 32 - left;
    let w0 = ((c0 << left) | (c1 >> right)) & 0xffff_ffff;
    let w1 = ((c1 << left) | (c2 >> right)) & 0xffff_ffff;
    let w2 = ((c2 << left) | (c3 >> right)) & 0xffff_ffff;
    // The upper 64 of the product's 96 bits: two of the quadrant, then the fraction.
    let low = m.wrapping_mul(w2) >> 32;
    let middle = m.wrapping_mul(w1).wrapping_add(low);
    let product = (m.wrapping_mul(w0) << 32).wrapping_add(middle);
    // The nearest quadrant, and what is left, from -1/2 to 1/2, as a fraction of 2^64.
    let rest = (product << 2) as i64;
    let quadrant = (product >> 62).wrapping_add((product >> 61) & 1) as u32;
    // Times pi/2, both factors in two parts.
    let upper = rest as f32;
    let lower = rest.wrapping_sub(upper as i64) as f32;
    let tail = upper.mul_add(-2.3695991e-27, lower * 8.515304e-20);
    let r = upper.mul_add(8.515304e-20, tail);
    let negative = x < 0.0;
    let r = if negative { -r } else { r };
    let quadrant = if negative { 0u32.wrapping_sub(quadrant) } else { quadrant };
    let r = if bits < 0x7f80_0000 { r } else { f32::NAN };
    ((quadrant as u64) << 32) | r.to_bits() as u64
}

/// What [`reduce_huge_f32`] gives, for `x` within 105615 of zero.
///
/// With fused products the first difference is exact, and each part of pi/2 is positive, so that -0 stays -0.
#[inline(always)]
pub fn reduce_near_f32(x: f32) -> u64 {
    let shifted = x.mul_add(0.63661975, 12582912.0);
    let n = shifted - 12582912.0;
    let r = n.mul_add(-1.5707963, x);
    let r = n.mul_add(-7.5497894e-8, r);
    let r = n.mul_add(-5.390303e-15, r);
    ((shifted.to_bits() as u64) << 32) | r.to_bits() as u64
}

/// What [`reduce_huge_f32`] gives, for any `x`.
#[inline(always)]
pub fn reduce_f32(x: f32) -> u64 {
    let near = reduce_near_f32(x);
    if x.abs() <= 105615.0 { near } else { reduce_huge_f32(x) }
}

/// The sine of `r` within pi/4 of zero: a minimax polynomial of degree 7, its relative error 2^-27.9.
#[inline(always)]
pub fn sin_reduced_f32(r: f32) -> f32 {
    let z = r * r;
    let p = z.mul_add(-0.00019518285, 0.008332189);
    let p = p.mul_add(z, -0.16666655);
    p.mul_add(z * r, r)
}

/// The cosine of `r` within pi/4 of zero: a minimax polynomial of degree 8, its relative error 2^-33.
#[inline(always)]
pub fn cos_reduced_f32(r: f32) -> f32 {
    let z = r * r;
    let p = z.mul_add(0.000024432327, -0.001388731);
    let p = p.mul_add(z, 0.041666646);
    p.mul_add(z, -0.5).mul_add(z, 1.0)
}

/// The sine of `quadrant` right angles and `r`.
#[inline(always)]
pub fn sin_of_quadrant_f32(quadrant: u32, r: f32) -> f32 {
    let value = if quadrant & 1 == 0 { sin_reduced_f32(r) } else { cos_reduced_f32(r) };
    if quadrant & 2 == 0 { value } else { -value }
}

/// The sine of `x`, reduced.
#[inline(always)]
pub fn sin_of_reduced_f32(x: f32, reduced: u64) -> f32 {
    let y = sin_of_quadrant_f32((reduced >> 32) as u32, f32::from_bits(reduced as u32));
    if x == 0.0 { x } else { y }
}

/// The cosine of what was reduced, a sine one quadrant further.
#[inline(always)]
pub fn cos_of_reduced_f32(reduced: u64) -> f32 {
    sin_of_quadrant_f32(((reduced >> 32) as u32).wrapping_add(1), f32::from_bits(reduced as u32))
}

/// The sine, in radians.
///
/// Maximum error measured: 1.54 ulp.
#[inline(always)]
pub fn sin_f32(x: f32) -> f32 {
    sin_of_reduced_f32(x, reduce_f32(x))
}

/// The cosine, in radians.
///
/// Maximum error measured: 1.54 ulp.
#[inline(always)]
pub fn cos_f32(x: f32) -> f32 {
    cos_of_reduced_f32(reduce_f32(x))
}

/// The sine and the cosine, in radians: those of [`sin_f32`] and [`cos_f32`], for one reduction.
#[inline(always)]
pub fn sin_cos_f32(x: f32) -> (f32, f32) {
    let reduced = reduce_f32(x);
    (sin_of_reduced_f32(x, reduced), cos_of_reduced_f32(reduced))
}

/// The tangent of what was reduced: a polynomial of degree 13, or the negative of its reciprocal.
#[inline(always)]
pub fn tan_of_reduced_f32(reduced: u64) -> f32 {
    let r = f32::from_bits(reduced as u32);
    let z = r * r;
    let p = z.mul_add(0.009396463, 0.003101563);
    let p = p.mul_add(z, 0.02444136);
    let p = p.mul_add(z, 0.053408206);
    let p = p.mul_add(z, 0.13338836);
    let p = p.mul_add(z, 0.33333156);
    let t = p.mul_add(z * r, r);
    if (reduced >> 32) & 1 == 0 { t } else { -1.0 / t }
}

/// The tangent, in radians.
///
/// Maximum error measured: 3.09 ulp.
#[inline(always)]
pub fn tan_f32(x: f32) -> f32 {
    tan_of_reduced_f32(reduce_f32(x))
}
