//! The remainder of `f32`.

/// `x % y`, exactly: the rest of a division to an integer, with the sign of `x`.
///
/// A quotient below 2^24 is off by at most one, and the fused rest is exact. A larger one is taken 23 bits at a time.
#[inline(always)]
pub fn fmod_f32(x: f32, y: f32) -> f32 {
    let b = y.abs();
    let mut a = x.abs();
    let mut quotient = a / b;
    while quotient >= 16777216.0 && a < f32::INFINITY && b > 0.0 {
        // A multiple of b by a power of two, from 2^22 to 2^24 times below a.
        let tiny = b < 1.1754944e-38;
        let normal = if tiny { b * 16777216.0 } else { b };
        let exponents = (a.to_bits() >> 23) as i32 - (normal.to_bits() >> 23) as i32;
        let up = exponents - 23;
        let half = up >> 1;
        let first = f32::from_bits(((half + 127) as u32) << 23);
        let second = f32::from_bits(((up - half + 127) as u32) << 23);
        let step = normal * first * second;
        let r = (-(a / step).trunc()).mul_add(step, a);
        a = if r < 0.0 { r + step } else { r };
        quotient = a / b;
    }
    let r = (-quotient.trunc()).mul_add(b, a);
    let r = if r < 0.0 { r + b } else { r };
    let r = if b == f32::INFINITY { a } else { r };
    let defined = a < f32::INFINITY && b > 0.0;
    let r = if defined { r } else { f32::NAN };
    r.copysign(x)
}
