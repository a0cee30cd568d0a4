//! Exponentials of `f64`: `exp`, `exp2`, `exp_m1`.

/// `p * 2^n` with one rounding, for a `p` near 1 and an `n` of at most about 1100 either way: two factors, since one
/// power of two does not reach from the least subnormal number to infinity.
#[inline(always)]
pub fn scale_f64(p: f64, n: i32) -> f64 {
    let half = n >> 1;
    let first = f64::from_bits(((half + 1023) as u64) << 52);
    let second = f64::from_bits(((n - half + 1023) as u64) << 52);
    p * first * second
}

/// `p * 2^n` for a `p` near 1 and any whole `n`, given as `n + 1.5 * 2^52`, whose lower bits are those of the integer.
#[inline(always)]
pub fn raised_f64(p: f64, shifted: f64) -> f64 {
    let n = shifted - 6755399441055744.0;
    let i = shifted.to_bits() as i32;
    if n.abs() < 1021.0 {
        return f64::from_bits(p.to_bits().wrapping_add((i as u64) << 52));
    }
    if n > 1030.0 {
        f64::from_bits(0x7ff0_0000_0000_0000)
    } else if n < -1090.0 {
        0.0
    } else {
        scale_f64(p, i)
    }
}

/// `q` of `e^r = 1 + r + r^2 q` for `|r| <= ln(2) / 2`: a minimax polynomial of degree 9 (2^-57 of the result).
#[inline(always)]
pub fn exp_rest_f64(r: f64) -> f64 {
    let q = r.mul_add(2.4572232762619862e-8, 2.763093078645858e-7);
    let q = r.mul_add(q, 2.755889704650398e-6);
    let q = r.mul_add(q, 2.4801491579321542e-5);
    let q = r.mul_add(q, 0.00019841268097434643);
    let q = r.mul_add(q, 0.0013888888944535082);
    let q = r.mul_add(q, 0.008333333334110156);
    let q = r.mul_add(q, 0.04166666666653001);
    let q = r.mul_add(q, 0.16666666666665525);
    r.mul_add(q, 0.500000000000001)
}

/// `e^x`. The argument is brought to `|r| <= ln(2) / 2` by a two-part `ln(2)` (Cody and Waite 1980), whose product the
/// fused multiply-add does not round; then a minimax polynomial, and the power of two goes into the exponent.
///
/// Maximum error measured: 0.89 ulp.
#[inline(always)]
pub fn exp_f64(x: f64) -> f64 {
    let shifted = x.mul_add(1.4426950408889634, 6755399441055744.0);
    let n = shifted - 6755399441055744.0;
    let r = n.mul_add(-2.3190468138462996e-17, n.mul_add(-0.6931471805599453, x));
    let p = exp_rest_f64(r).mul_add(r, 1.0).mul_add(r, 1.0);
    raised_f64(p, shifted)
}

/// `2^x`: the nearest integer goes into the exponent, and a minimax polynomial of degree 11 takes the rest, which is
/// exact.
///
/// Maximum error measured: 0.86 ulp.
#[inline(always)]
pub fn exp2_f64(x: f64) -> f64 {
    let shifted = x + 6755399441055744.0;
    let r = x - (shifted - 6755399441055744.0);
    let p = r.mul_add(4.519339769394382e-10, 7.075623625725768e-9);
    let p = r.mul_add(p, 1.0177655910653912e-7);
    let p = r.mul_add(p, 1.3215424450237803e-6);
    let p = r.mul_add(p, 1.5252734738378773e-5);
    let p = r.mul_add(p, 0.00015403530478902346);
    let p = r.mul_add(p, 0.0013333558145567155);
    let p = r.mul_add(p, 0.009618129107577051);
    let p = r.mul_add(p, 0.055504108664824574);
    let p = r.mul_add(p, 0.24022650695910172);
    let p = r.mul_add(p, 0.6931471805599453);
    let p = r.mul_add(p, 1.0);
    raised_f64(p, shifted)
}

/// `e^x = 2^n (high + low)` for `|x|` up to about 10^9: high, low and `n`. The result has about twelve bits more
/// than an `f64`.
#[inline(always)]
pub fn exp_parts_f64(x: f64) -> (f64, f64, i32) {
    let shifted = x.mul_add(1.4426950408889634, 6755399441055744.0);
    let n = shifted - 6755399441055744.0;
    let exact = n.mul_add(-0.6931471805599453, x);
    let r = n.mul_add(-2.3190468138462996e-17, exact);
    let r_low = n.mul_add(-2.3190468138462996e-17, exact - r);
    let high = 1.0 + r;
    let low = (r - (high - 1.0)) + (r * r).mul_add(exp_rest_f64(r), r_low.mul_add(r, r_low));
    (high, low, shifted.to_bits() as i32)
}

/// `e^x - 1`. As [`exp_f64`], with a polynomial that is relative to the small result; the sum of `2^n r` and `2^n - 1`
/// keeps its low part.
///
/// Maximum error measured: 1.07 ulp.
#[inline(always)]
pub fn exp_m1_f64(x: f64) -> f64 {
    if x.abs() < 700.0 {
        let shifted = x.mul_add(1.4426950408889634, 6755399441055744.0);
        let n = shifted - 6755399441055744.0;
        let exact = n.mul_add(-0.6931471805599453, x);
        let r = n.mul_add(-2.3190468138462996e-17, exact);
        let r_low = n.mul_add(-2.3190468138462996e-17, exact - r);
        let p = r.mul_add(2.0912583148793136e-9, 2.5109273302454688e-8);
        let p = r.mul_add(p, 2.7557277820855745e-7);
        let p = r.mul_add(p, 2.755724356641471e-6);
        let p = r.mul_add(p, 2.4801587323456537e-5);
        let p = r.mul_add(p, 0.00019841269886729124);
        let p = r.mul_add(p, 0.0013888888888883642);
        let p = r.mul_add(p, 0.008333333333321407);
        let p = r.mul_add(p, 0.04166666666666667);
        let p = r.mul_add(p, 0.16666666666666677);
        let p = r.mul_add(p, 0.5);
        let i = shifted.to_bits() as i32;
        let scale = f64::from_bits(((i + 1023) as u64) << 52);
        let base = scale - 1.0;
        let high = scale.mul_add(r, base);
        let low = scale.mul_add(r, -(high - base)) + ((scale - base) - 1.0);
        // The sum of zeros would lose the sign of a zero.
        return (high + (scale * (r * r)).mul_add(p, scale.mul_add(r_low, low))).copysign(x);
    }
    if x < 0.0 { -1.0 } else { exp_f64(x) }
}
