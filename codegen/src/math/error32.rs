//! The error function of `f32` and its complement.

use super::exp32::{exp_slope_f32, exp2_reduced_f32, power_of_shifted_f32, scale_shifted_f32};

/// The error function within 1 of zero: a minimax polynomial, its relative error 2^-29.4.
#[inline(always)]
pub fn erf_near_f32(x: f32) -> f32 {
    let z = x * x;
    let p = z.mul_add(0.00007806903, -0.0007997853);
    let p = p.mul_add(z, 0.005187162);
    let p = p.mul_add(z, -0.026853347);
    let p = p.mul_add(z, 0.11283579);
    let p = p.mul_add(z, -0.37612626);
    let p = p.mul_add(z, 0.12837917);
    p.mul_add(x, x)
}

/// The error function.
///
/// A polynomial below 1; above, `1 - 2^-p` with a polynomial `p` for the logarithm of the complement. Maximum error
/// measured: 1.12 ulp.
#[inline(always)]
pub fn erf_f32(x: f32) -> f32 {
    let a = x.abs();
    let y = if a < 1.0 {
        erf_near_f32(a)
    } else {
        // From here on the result is 1.
        let a = if a > 4.0 { 4.0 } else { a };
        let p = a.mul_add(-0.00030389155, 0.0045977826);
        let p = p.mul_add(a, -0.032891233);
        let p = p.mul_add(a, 0.1516506);
        let p = p.mul_add(a, 0.91731083);
        let p = p.mul_add(a, 1.6280526);
        let t = -(p * a);
        let shifted = t + 12582912.0;
        let r = t - (shifted - 12582912.0);
        let scale = power_of_shifted_f32(shifted);
        (-exp2_reduced_f32(r)).mul_add(scale, 1.0)
    };
    y.copysign(x)
}

/// The error function's complement, `1 - erf(x)`, exact where that is small.
///
/// Within 0.8 of zero that difference; elsewhere `e^(-x^2) g(t) / (x + 1.5)`, where `g` is a polynomial in
/// `t = (x - 1.5) / (x + 1.5)` (Shepherd and Laframboise 1981). What rounding takes off the square, the sum and the
/// reciprocal is put back. Maximum error measured: 3.04 ulp.
#[inline(always)]
pub fn erfc_f32(x: f32) -> f32 {
    let a = x.abs();
    if a < 0.8 {
        return 1.0 - erf_near_f32(x);
    }
    // From here on the result is zero, or 2.
    let a = if a > 10.1 { 10.1 } else { a };
    let d = a + 1.5;
    let d_low = a - (d - 1.5);
    let q = 1.0 / d;
    let q = q.mul_add((-d_low).mul_add(q, (-d).mul_add(q, 1.0)), q);
    let t = (a - 1.5) * q;
    let p = t.mul_add(-0.00018765923, 0.002682441);
    let p = p.mul_add(t, -0.0008988514);
    let p = p.mul_add(t, -0.009591262);
    let p = p.mul_add(t, -0.008091524);
    let p = p.mul_add(t, 0.047773387);
    let p = p.mul_add(t, 0.07562075);
    let p = p.mul_add(t, -0.50785005);
    let p = p.mul_add(t, 0.96475625);
    let square = a * a;
    let lost = a.mul_add(a, -square);
    let shifted = square.mul_add(-1.442695, 12582912.0);
    let n = shifted - 12582912.0;
    let r = n.mul_add(-0.69314575, -square);
    let r = n.mul_add(-1.4286068e-6, r - lost);
    let p = p * q;
    let y = scale_shifted_f32((exp_slope_f32(r) * r).mul_add(p, p), shifted, true);
    if x < 0.0 { 2.0 - y } else { y }
}
