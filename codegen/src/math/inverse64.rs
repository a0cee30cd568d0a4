//! Inverse circular functions of `f64`: `asin`, `acos`, `atan`, `atan2`.

/// `P` of `arcsin(s) = s + s z P(z)`, `z = s^2 <= 1/4`: a minimax polynomial (2^-56 of the result).
#[inline(always)]
pub fn arcsin_rest_f64(z: f64) -> f64 {
    let p = z.mul_add(0.03187074999542183, -0.016159988361484547);
    let p = z.mul_add(p, 0.019484580523814035);
    let p = z.mul_add(p, 0.006545112247941293);
    let p = z.mul_add(p, 0.012164924776411457);
    let p = z.mul_add(p, 0.013885948574839999);
    let p = z.mul_add(p, 0.01735962496582333);
    let p = z.mul_add(p, 0.022371763990045583);
    let p = z.mul_add(p, 0.030381958853061785);
    let p = z.mul_add(p, 0.04464285683645709);
    let p = z.mul_add(p, 0.07500000000324841);
    z.mul_add(p, 0.16666666666665478)
}

/// The arc sine; for `|x| > 1/2` from `pi/2 - 2 arcsin(sqrt((1 - |x|) / 2))`.
///
/// Maximum error measured: 1.22 ulp.
#[inline(always)]
pub fn asin_f64(x: f64) -> f64 {
    let a = x.abs();
    let large = a > 0.5;
    let z = if large { (-0.5f64).mul_add(a, 0.5) } else { a * a };
    let s = if large { z.sqrt() } else { a };
    let rest = s * z * arcsin_rest_f64(z);
    let s2 = 2.0 * s;
    let turned = 1.5707963267948966 - s2;
    let turned_low = (1.5707963267948966 - turned) - s2;
    let value =
        if large { turned + (turned_low + rest.mul_add(-2.0, 6.123233995736766e-17)) } else { s + rest };
    value.copysign(x)
}

/// The arc cosine; for `|x| > 1/2` from `2 arcsin(sqrt((1 - |x|) / 2))`.
///
/// Maximum error measured: 1.17 ulp.
#[inline(always)]
pub fn acos_f64(x: f64) -> f64 {
    let a = x.abs();
    let large = a > 0.5;
    let z = if large { (-0.5f64).mul_add(a, 0.5) } else { a * a };
    let s = if large { z.sqrt() } else { x };
    let v = (s * z).mul_add(arcsin_rest_f64(z), s);
    if large {
        if x > 0.0 { 2.0 * v } else { 3.141592653589793 - v.mul_add(2.0, -1.2246467991473532e-16) }
    } else {
        1.5707963267948966 - (v - 6.123233995736766e-17)
    }
}

/// The angle whose tangent is `q`, `0 <= q <= 1`, from the axis that is nearest: that of x, or where `steep` that
/// of y; on the left of the axis of y where `left`. A minimax polynomial of odd degree 41; the sum with the axis's
/// own angle, in two numbers, keeps its low part.
#[inline(always)]
pub fn angle_f64(q: f64, steep: bool, left: bool) -> f64 {
    let z = q * q;
    let p = z.mul_add(1.3316671895358821e-5, -0.00015310816937795418);
    let p = z.mul_add(p, 0.0008358594198787441);
    let p = z.mul_add(p, -0.002898275727217139);
    let p = z.mul_add(p, 0.007223540595058045);
    let p = z.mul_add(p, -0.013940455965985345);
    let p = z.mul_add(p, 0.022029244928464278);
    let p = z.mul_add(p, -0.02994186293904078);
    let p = z.mul_add(p, 0.03666723009019613);
    let p = z.mul_add(p, -0.04220498004383748);
    let p = z.mul_add(p, 0.047228593238587656);
    let p = z.mul_add(p, -0.052536885614901774);
    let p = z.mul_add(p, 0.05880569198406764);
    let p = z.mul_add(p, -0.06666411674999892);
    let p = z.mul_add(p, 0.07692280873556248);
    let p = z.mul_add(p, -0.09090907102913968);
    let p = z.mul_add(p, 0.11111111013537968);
    let p = z.mul_add(p, -0.14285714282838297);
    let p = z.mul_add(p, 0.1999999999995715);
    let p = z.mul_add(p, -0.33333333333333115);
    let axis = if left { 3.141592653589793 } else { 0.0 };
    let axis = if steep { 1.5707963267948966 } else { axis };
    let axis_low = if left { 1.2246467991473532e-16 } else { 0.0 };
    let axis_low = if steep { 6.123233995736766e-17 } else { axis_low };
    let away = if steep == left { q } else { -q };
    let high = axis + away;
    let low = away - (high - axis);
    high + (low + (away * z).mul_add(p, axis_low))
}

/// The arc tangent; for `|x| > 1` that of `1 / |x|`, from the axis of y.
///
/// Maximum error measured: 1.10 ulp.
#[inline(always)]
pub fn atan_f64(x: f64) -> f64 {
    let a = x.abs();
    let steep = a > 1.0;
    angle_f64(if steep { 1.0 / a } else { a }, steep, false).copysign(x)
}

/// The angle of the point `(x, y)` from the axis of x, in `[-pi, pi]`, by the lesser coordinate over the greater.
///
/// Maximum error measured: 1.40 ulp.
#[inline(always)]
pub fn atan2_f64(y: f64, x: f64) -> f64 {
    let a = x.abs();
    let b = y.abs();
    let steep = b > a;
    let greater = if steep { b } else { a };
    let lesser = if steep { a } else { b };
    // Zeros and infinities have no quotient.
    let equal = if a == 0.0 { 0.0 } else { 1.0 };
    let q = if lesser == greater { equal } else { lesser / greater };
    angle_f64(q, steep, x.to_bits() >> 63 != 0).copysign(y)
}
