//! The functions of the 16-bit floats, which are those of `f32` rounded once more: every value of one argument.
//!
//! Rounding twice, and the error of the function of `f32`, can take a result that lies almost midway between two
//! floats to the wrong one. How many that are is in `docs/math.md`; none is off by more than the neighbor.

use super::*;
use crate::float16::{bf16, f16, round_to_odd};

/// A function of one argument, that of `f64`, and how many results of `f16` and of `bf16` are not the nearest.
type One = (&'static str, fn(f32) -> f32, fn(f64) -> f64, usize, usize);

const ONE: &[One] = &[
    ("exp", exp32::exp_f32, exp64::exp_f64, 2, 0),
    ("exp2", exp32::exp2_f32, exp64::exp2_f64, 1, 0),
    ("exp_m1", exp32::exp_m1_f32, exp64::exp_m1_f64, 1, 0),
    ("ln", log32::ln_f32, log64::ln_f64, 2, 0),
    ("log2", log32::log2_f32, log64::log2_f64, 0, 0),
    ("log10", log32::log10_f32, log64::log10_f64, 5, 0),
    ("ln_1p", log32::ln_1p_f32, log64::ln_1p_f64, 2, 0),
    ("cbrt", root32::cbrt_f32, root64::cbrt_f64, 20, 0),
    ("sin", trig32::sin_f32, trig64::sin_f64, 4, 0),
    ("cos", trig32::cos_f32, trig64::cos_f64, 2, 0),
    ("tan", trig32::tan_f32, trig64::tan_f64, 4, 2),
    ("asin", inverse32::asin_f32, inverse64::asin_f64, 0, 0),
    ("acos", inverse32::acos_f32, inverse64::acos_f64, 2, 0),
    ("atan", inverse32::atan_f32, inverse64::atan_f64, 8, 0),
    ("sinh", hyperbolic32::sinh_f32, hyperbolic64::sinh_f64, 2, 0),
    ("cosh", hyperbolic32::cosh_f32, hyperbolic64::cosh_f64, 2, 0),
    ("tanh", hyperbolic32::tanh_f32, hyperbolic64::tanh_f64, 0, 0),
    ("asinh", hyperbolic32::asinh_f32, hyperbolic64::asinh_f64, 6, 0),
    ("acosh", hyperbolic32::acosh_f32, hyperbolic64::acosh_f64, 1, 0),
    ("atanh", hyperbolic32::atanh_f32, hyperbolic64::atanh_f64, 0, 0),
    ("erf", error32::erf_f32, error64::erf_f64, 2, 0),
    ("erfc", error32::erfc_f32, error64::erfc_f64, 2, 0),
    ("sqrt", f32::sqrt, f64::sqrt, 0, 0),
    ("rsqrt", |x| 1.0 / x.sqrt(), |x| 1.0 / x.sqrt(), 0, 0),
];

/// How many of all results are not the nearest float, and how many are further from it than its neighbor.
fn missed(
    narrow: fn(f32) -> u16,
    widen: fn(u16) -> f32,
    f: fn(f32) -> f32,
    exact: fn(f64) -> f64,
) -> (usize, usize) {
    // The place of a float among all floats; all NaNs are one.
    let place = |bits: u16| {
        let sign = bits >> 15 == 1;
        let magnitude = i32::from(bits & 0x7fff);
        if widen(bits).is_nan() {
            i32::MAX
        } else if sign {
            -magnitude
        } else {
            magnitude
        }
    };
    let mut missed = (0, 0);
    for bits in 0..=u16::MAX {
        let x = widen(bits);
        let (found, nearest) = (narrow(f(x)), narrow(round_to_odd(exact(f64::from(x)))));
        let apart = place(found).abs_diff(place(nearest));
        missed.0 += usize::from(apart > 0);
        missed.1 += usize::from(apart > 1);
        // A zero of the other sign is none of the neighbors.
        missed.1 += usize::from(!widen(nearest).is_nan() && found >> 15 != nearest >> 15);
    }
    missed
}

#[test]
fn results_are_the_nearest_but_for_a_few() {
    let mut wrong = Vec::new();
    for &(name, f, exact, of_f16, of_bf16) in ONE {
        let half = missed(|x| f16::from_f32(x).to_bits(), |bits| f16::from_bits(bits).to_f32(), f, exact);
        let brain = missed(|x| bf16::from_f32(x).to_bits(), |bits| bf16::from_bits(bits).to_f32(), f, exact);
        if (half, brain) != ((of_f16, 0), (of_bf16, 0)) {
            wrong.push(format!("{name}: {half:?} of f16, {brain:?} of bf16"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
