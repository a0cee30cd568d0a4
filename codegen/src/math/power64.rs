//! Powers of `f64`: `powf`.

use super::exp64::{exp_rest_f64, raised_f64};

/// `x^y` for a positive finite `x` and a finite `y`. `ln(x)` as a sum of two numbers to about 2^-68 of its value (the
/// series of `2 artanh((m - 1) / (m + 1))`, its first two terms in doubled precision), times `y`, and the
/// exponential of that sum.
#[inline(always)]
pub fn pow_positive_f64(x: f64, y: f64) -> f64 {
    let mut bits = x.to_bits();
    let mut k = 0;
    if bits < 0x0010_0000_0000_0000 {
        bits = (x * 18014398509481984.0).to_bits();
        k = -54;
    }
    let e = (bits.wrapping_sub(0x3fe6_a09e_0000_0000) >> 32) as i32 >> 20;
    let f = f64::from_bits(bits.wrapping_sub((e as u64) << 52)) - 1.0;
    let k = (k + e) as f64;
    // q + q_low = f / (2 + f).
    let d = 2.0 + f;
    let d_low = f - (d - 2.0);
    let inverse = 1.0 / d;
    let q = f * inverse;
    let q_low = (-q).mul_add(d_low, (-q).mul_add(d, f)) * inverse;
    // artanh(q) = q + q (z / 3 + z^2 p(z)), z = q^2.
    let z = q * q;
    let z_low = q.mul_add(q, -z) + 2.0 * q * q_low;
    let p = z.mul_add(0.059948838043338046, 0.05837437556366391);
    let p = z.mul_add(p, 0.06668152847337691);
    let p = z.mul_add(p, 0.07692278734293312);
    let p = z.mul_add(p, 0.09090909427992992);
    let p = z.mul_add(p, 0.11111111108857172);
    let p = z.mul_add(p, 0.14285714285722012);
    let p = z * z.mul_add(p, 0.1999999999999999);
    let c = 0.3333333333333333 + p;
    let c_low = 1.850371707708594e-17 + (p - (c - 0.3333333333333333));
    let t = z * c;
    let t_low = z.mul_add(c, -t) + z.mul_add(c_low, z_low * c);
    let u = q * t;
    let u_low = q.mul_add(t, -u) + q.mul_add(t_low, q_low * t);
    let s = q + u;
    let s_low = (u - (s - q)) + (u_low + q_low);
    let a = k * 0.6931471805598903;
    let b = 2.0 * s;
    let high = a + b;
    let low = (b - (high - a)) + k.mul_add(5.497923018708371e-14, 2.0 * s_low);
    let log = high + low;
    let log_low = low - (log - high);
    // A larger exponent would only overflow or vanish sooner, and this one keeps the products finite.
    let y = if y.abs() > 73786976294838206464.0 { (73786976294838206464.0f64).copysign(y) } else { y };
    let w = y * log;
    let w_low = y.mul_add(log_low, y.mul_add(log, -w));
    let shifted = w.mul_add(1.4426950408889634, 6755399441055744.0);
    let n = shifted - 6755399441055744.0;
    let exact = n.mul_add(-0.6931471805599453, w);
    let correction = n.mul_add(-2.3190468138462996e-17, w_low);
    let r = exact + correction;
    let r_low = correction - (r - exact);
    let rest = (r * r).mul_add(exp_rest_f64(r), r_low.mul_add(r, r_low));
    let one = 1.0 + r;
    let value = one + ((r - (one - 1.0)) + rest);
    raised_f64(value, shifted)
}

/// `x^y`, with the special values of C99's `pow`.
///
/// Maximum error measured: 0.78 ulp.
#[inline(always)]
pub fn powf_f64(x: f64, y: f64) -> f64 {
    let a = x.abs();
    let mut value = pow_positive_f64(a, y);
    let plain_x = x.to_bits().wrapping_sub(1) < 0x7fef_ffff_ffff_ffff;
    let plain_y = (y.to_bits() & 0x7fff_ffff_ffff_ffff) < 0x7ff0_0000_0000_0000;
    if !(plain_x && plain_y) {
        let infinity = f64::from_bits(0x7ff0_0000_0000_0000);
        if x == 1.0 || y == 0.0 {
            return 1.0;
        }
        if x.is_nan() || y.is_nan() {
            return x + y;
        }
        if y.abs() == infinity {
            if a == 1.0 {
                return 1.0;
            }
            return if (a > 1.0) == (y > 0.0) { infinity } else { 0.0 };
        }
        let whole = y.trunc() == y;
        let odd = whole && (0.5 * y).trunc() != 0.5 * y;
        if a == 0.0 || a == infinity {
            value = if (a == 0.0) == (y > 0.0) { 0.0 } else { infinity };
        } else if !whole {
            return f64::from_bits(0x7ff8_0000_0000_0000);
        }
        if odd && x.to_bits() >> 63 != 0 {
            value = -value;
        }
    }
    value
}
