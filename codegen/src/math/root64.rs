//! Roots of `f64`: `cbrt`, `hypot`.

/// The cube root, without a division: a polynomial guess at the reciprocal root of the significand, one step of third
/// order, and one step of Newton's on the root, whose residual is exact to twice the precision.
///
/// Maximum error measured: 0.51 ulp.
#[inline(always)]
pub fn cbrt_f64(x: f64) -> f64 {
    let mut bits = x.to_bits() & 0x7fff_ffff_ffff_ffff;
    if bits.wrapping_sub(1) >= 0x7fef_ffff_ffff_ffff {
        return x;
    }
    let mut base = 341;
    if bits < 0x0010_0000_0000_0000 {
        bits = (x.abs() * 18014398509481984.0).to_bits();
        base = 359;
    }
    let e = (bits >> 52) as i32;
    let third = (e * 21846) >> 16;
    let left = e - 3 * third;
    let fraction = bits & 0x000f_ffff_ffff_ffff;
    let z = f64::from_bits(fraction | 0x3ff0_0000_0000_0000);
    let m = f64::from_bits(fraction | (((1023 + left) as u64) << 52));
    let p = z.mul_add(-0.04993239261630434, 0.3177516396642105);
    let p = z.mul_add(p, -0.8099759306833201);
    let p = z.mul_add(p, 1.541905764367238);
    // 2^(-left / 3).
    let turn = if left == 1 { 0.7937005259840998 } else { 0.6299605249474366 };
    let y = p * if left == 0 { 1.0 } else { turn };
    let d = (-m).mul_add(y * y * y, 1.0);
    let y = y.mul_add(d * d.mul_add(0.2222222222222222, 0.3333333333333333), y);
    let square = y * y;
    let c = m * square;
    let cc = c * c;
    let cc_low = c.mul_add(c, -cc);
    let residual = (-c).mul_add(cc_low, (-c).mul_add(cc, m));
    let root = (residual * square).mul_add(0.3333333333333333, c);
    f64::from_bits(root.to_bits().wrapping_add(((third - base) as u64) << 52)).copysign(x)
}

/// `sqrt(x^2 + y^2)` without undue overflow and underflow, by powers of two that make the greater one's square normal.
/// An infinity makes the result infinite, whatever the other.
///
/// Maximum error measured: 0.97 ulp.
#[inline(always)]
pub fn hypot_f64(x: f64, y: f64) -> f64 {
    let a = x.abs();
    let b = y.abs();
    let greater = if a < b { b } else { a };
    let lesser = if a < b { a } else { b };
    // 2^-600 and 2^600.
    let down = 2.409919865102884e-181;
    let up = 4.149515568880993e180;
    let scale = if greater > 1e150 {
        down
    } else if greater < 1e-130 {
        up
    } else {
        1.0
    };
    let back = if greater > 1e150 {
        up
    } else if greater < 1e-130 {
        down
    } else {
        1.0
    };
    let p = greater * scale;
    let q = lesser * scale;
    let value = p.mul_add(p, q * q).sqrt() * back;
    let infinity = f64::from_bits(0x7ff0_0000_0000_0000);
    if a == infinity || b == infinity { infinity } else { value }
}
