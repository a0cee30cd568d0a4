//! Circular functions of `f64`: `sin`, `cos`, `tan`.

use super::wide64::mul_hi_u64;

/// Brings a large `x` to `[-pi/4, pi/4]`: the remainder, its low part, and the number of quarter turns taken off
/// (modulo 4). The bits of 2/pi that matter times the significand, as an integer of 192 bits (Payne and Hanek
/// 1983).
///
/// For a finite `|x| >= 2`; of others the result means nothing.
#[inline(always)]
pub fn reduce_huge_f64(x: f64) -> (f64, f64, i32) {
    // A word of zeros and then the fraction of 2/pi.
    let table = [
        0u64,
        0xa2f9_836e_4e44_1529,
        0xfc27_57d1_f534_ddc0,
        0xdb62_9599_3c43_9041,
        0xfe51_63ab_debb_c561,
        0xb724_6e3a_424d_d2e0,
        0x0649_2eea_09d1_921c,
        0xfe1d_eb1c_b129_a73e,
        0xe882_35f5_2ebb_4484,
        0xe99c_7026_b45f_7e41,
        0x3991_d639_8353_39f4,
        0x9c84_5f8b_bdf9_283b,
        0x1ff8_97ff_de05_980f,
        0xef2f_118b_5a0a_6d1f,
        0x6d36_7ecf_27cb_09b7,
        0x4f46_3f66_9e5f_ea2d,
        0x7527_bac7_ebe5_f17b,
        0x3d07_39f7_8a52_92ea,
        0x6bfb_5fb1_1f8d_5d08,
    ];
    let bits = x.to_bits();
    let significand = (bits << 11) | 0x8000_0000_0000_0000;
    // Bits of 2/pi before this place give multiples of four quarter turns.
    let place = ((bits >> 52) & 0x7ff) as i32 - 1024;
    let at = (place >> 6) as usize;
    let shift = (place & 63) as u32;
    let mut w2 = table[at];
    let mut w1 = table[at + 1];
    let mut w0 = table[at + 2];
    if shift != 0 {
        w2 = (w2 << shift) | (w1 >> (64 - shift));
        w1 = (w1 << shift) | (w0 >> (64 - shift));
        w0 = (w0 << shift) | (table[at + 3] >> (64 - shift));
    }
    let part = significand.wrapping_mul(w1);
    let middle = part.wrapping_add(mul_hi_u64(significand, w0));
    let carry = if middle < part { 1 } else { 0 };
    let top = significand.wrapping_mul(w2).wrapping_add(mul_hi_u64(significand, w1)).wrapping_add(carry);
    // Two bits of quarter turns, then a fraction; one above a half is a negative one of the next quarter.
    let mut quarters = (top >> 62) as i32;
    let mut high = (top << 2) | (middle >> 62);
    let mut low = middle << 2;
    let mut sign = bits >> 63;
    if sign != 0 {
        quarters = -quarters;
    }
    if high >> 63 != 0 {
        quarters = if sign != 0 { quarters - 1 } else { quarters + 1 };
        sign ^= 1;
        high = !high;
        low = !low;
    }
    let zeros = high.leading_zeros();
    high = (high << zeros) | (low >> (64 - zeros));
    low <<= zeros;
    let unit = f64::from_bits(((1023 - 53 - zeros) as u64) << 52);
    let a = (high >> 11) as f64 * unit;
    let b = ((high << 53) | (low >> 11)) as f64 * unit * 5.421010862427522e-20;
    let p = a * 1.5707963267948966;
    let p_low = a.mul_add(1.5707963267948966, -p) + a.mul_add(6.123233995736766e-17, b * 1.5707963267948966);
    let r = p + p_low;
    let r_low = p_low - (r - p);
    if sign != 0 { (-r, -r_low, quarters) } else { (r, r_low, quarters) }
}

/// Brings `x` to `[-pi/4, pi/4]`: the remainder, its low part, and the number of quarter turns taken off (modulo 4).
/// The remainder by pi/2 in up to three parts (Cody and Waite 1980), of which the first product cancels exactly.
#[inline(always)]
pub fn reduce_f64(x: f64) -> (f64, f64, i32) {
    let shifted = x.mul_add(0.6366197723675814, 6755399441055744.0);
    let n = shifted - 6755399441055744.0;
    let mut quarters = shifted.to_bits() as i32;
    let exact = n.mul_add(-1.5707963267948966, x);
    let mut r = n.mul_add(-6.123233995736766e-17, exact);
    let mut r_low = n.mul_add(-6.123233995736766e-17, exact - r);
    if r.abs() < 0.0009765625 {
        // The second product may cancel too: both its parts, the whole difference (Knuth 1969), and the third.
        let w = n * 6.123233995736766e-17;
        let w_low = n.mul_add(6.123233995736766e-17, -w);
        let sum = exact - w;
        let back = sum - exact;
        let lost = (exact - (sum - back)) - (w + back);
        let sum_low = n.mul_add(1.4973849048591698e-33, lost - w_low);
        r = sum + sum_low;
        r_low = sum_low - (r - sum);
    }
    if x.abs() >= 2147483648.0 {
        if x.abs() > 1.7976931348623157e308 {
            r = f64::from_bits(0x7ff8_0000_0000_0000);
        } else {
            let (huge_r, huge_r_low, huge_quarters) = reduce_huge_f64(x);
            r = huge_r;
            r_low = huge_r_low;
            quarters = huge_quarters;
        }
    }
    (r, r_low, quarters)
}

/// `sin(x + turn pi/2)`: the minimax polynomial of the sine or that of the cosine, whose coefficients are chosen
/// and not the code, so that threads stay together.
#[inline(always)]
pub fn sin_turned_f64(x: f64, turn: i32) -> f64 {
    let (r, _, reduced) = reduce_f64(x);
    let quarters = reduced.wrapping_add(turn);
    let cosine = quarters & 1 != 0;
    let z = r * r;
    let p = if cosine { -1.1345603671839858e-11 } else { -7.376322538625574e-13 };
    let p = z.mul_add(p, if cosine { 2.087547640440358e-9 } else { 1.6054060644739247e-10 });
    let p = z.mul_add(p, if cosine { -2.7557312784719445e-7 } else { -2.5052069106661678e-8 });
    let p = z.mul_add(p, if cosine { 2.480158728527122e-5 } else { 2.7557319067842014e-6 });
    let p = z.mul_add(p, if cosine { -0.0013888888888870215 } else { -0.00019841269840952972 });
    let p = z.mul_add(p, if cosine { 0.0416666666666666 } else { 0.008333333333333037 });
    let p = z.mul_add(p, if cosine { -0.5 } else { -0.16666666666666666 });
    let base = if cosine { 1.0 } else { r };
    let value = p.mul_add(z * base, base);
    if quarters & 2 != 0 { -value } else { value }
}

/// The sine, of arguments of any size.
///
/// Maximum error measured: 1.46 ulp.
#[inline(always)]
pub fn sin_f64(x: f64) -> f64 {
    let value = sin_turned_f64(x, 0);
    // The sum of zeros in the polynomial would lose the sign of a zero.
    if x == 0.0 { x } else { value }
}

/// The cosine, of arguments of any size.
///
/// Maximum error measured: 1.46 ulp.
#[inline(always)]
pub fn cos_f64(x: f64) -> f64 {
    sin_turned_f64(x, 1)
}

/// The tangent, of arguments of any size: a minimax polynomial of odd degree 29, and in odd quarters the negative
/// reciprocal, corrected by one step of Newton's for what its divisor lost in rounding.
///
/// Maximum error measured: 1.18 ulp.
#[inline(always)]
pub fn tan_f64(x: f64) -> f64 {
    let (r, r_low, quarters) = reduce_f64(x);
    let z = r * r;
    let p = z.mul_add(2.0829035645730095e-5, -4.472575413299494e-5);
    let p = z.mul_add(p, 8.915484177141193e-5);
    let p = z.mul_add(p, -2.6039459808039784e-5);
    let p = z.mul_add(p, 0.00013626027252898763);
    let p = z.mul_add(p, 0.00022251985100980217);
    let p = z.mul_add(p, 0.000595012571177244);
    let p = z.mul_add(p, 0.0014547717490535064);
    let p = z.mul_add(p, 0.003592286522131566);
    let p = z.mul_add(p, 0.008863219489288962);
    let p = z.mul_add(p, 0.021869489581900804);
    let p = z.mul_add(p, 0.05396825392804144);
    let p = z.mul_add(p, 0.13333333333410946);
    let p = z.mul_add(p, 0.33333333333332815);
    let w = (r * z).mul_add(p, r_low.mul_add(z, r_low));
    let t = r + w;
    let t_low = w - (t - r);
    let q = -1.0 / t;
    let turned = q.mul_add(q.mul_add(t_low, q.mul_add(t, 1.0)), q);
    // The sum of zeros would lose the sign of a zero.
    if x == 0.0 {
        x
    } else if quarters & 1 != 0 {
        turned
    } else {
        t
    }
}
