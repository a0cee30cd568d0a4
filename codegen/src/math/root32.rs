//! Roots of `f32`: `cbrt` and `hypot`.

/// The cube root.
///
/// An estimate of the root's reciprocal from a third of the bits, a correction of third order, which leaves 2^-18,
/// and a step of Newton's with the exact residual. Maximum error measured: 0.51 ulp.
#[inline(always)]
pub fn cbrt_f32(x: f32) -> f32 {
    let a = x.abs();
    // The residual of a small number would be subnormal.
    let small = a < 1e-24;
    let m = if small { a * 4.7223665e21 } else { a };
    let third = ((m.to_bits() as u64).wrapping_mul(0x5555_5556) >> 32) as u32;
    let r = f32::from_bits(0x54a1_f400u32.wrapping_sub(third));
    let e = (-(m * r)).mul_add(r * r, 1.0);
    let p = e.mul_add(0.17446221, 0.2234778);
    let r = (e * r).mul_add(p.mul_add(e, 0.33332956), r);
    let c = m * r * r;
    let square = c * c;
    let square_low = c.mul_add(c, -square);
    let residual = (-c).mul_add(square_low, (-c).mul_add(square, m));
    let c = (residual * 0.33333334).mul_add(r * r, c);
    let c = if small { c * 5.9604645e-8 } else { c };
    let c = if a > 0.0 && a < f32::INFINITY { c } else { a };
    c.copysign(x)
}

/// The square root of `x^2 + y^2`, without overflow on the way.
///
/// The arguments are scaled where a square would leave the range. Maximum error measured: 1.01 ulp.
#[inline(always)]
pub fn hypot_f32(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let b = y.abs();
    let long = if b > a { b } else { a };
    let short = if b > a { a } else { b };
    let big = long > 4.611686e18;
    let small = long < 8.6736174e-19;
    let scale = if small { 1.2676506e30 } else { 1.0 };
    let scale = if big { 1.3552527e-20 } else { scale };
    let back = if small { 7.888609e-31 } else { 1.0 };
    let back = if big { 7.378698e19 } else { back };
    let u = long * scale;
    let v = short * scale;
    let r = u.mul_add(u, v * v).sqrt() * back;
    // Infinite even beside NaN.
    if a == f32::INFINITY || b == f32::INFINITY { f32::INFINITY } else { r }
}
