//! The `f64` functions against exactly rounded results, against std's on a sample, and on special values.

use super::error64::{erf_f64, erfc_f64};
use super::exp64::{exp_f64, exp_m1_f64, exp2_f64};
use super::fmod64::fmod_f64;
use super::hyperbolic64::{acosh_f64, asinh_f64, atanh_f64, cosh_f64, sinh_f64, tanh_f64};
use super::inverse64::{acos_f64, asin_f64, atan_f64, atan2_f64};
use super::log64::{ln_1p_f64, ln_f64, log2_f64, log10_f64};
use super::power64::powf_f64;
use super::root64::{cbrt_f64, hypot_f64};
use super::trig64::{cos_f64, sin_f64, tan_f64};

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// Method, ours, std's (where it has one that is accurate), the most floats by which ours may be off the exactly
/// rounded result, and the range to sample besides all floats.
type One = (&'static str, Unary, Option<Unary>, u64, f64, f64);
type Two = (&'static str, Binary, Option<Binary>, u64, f64, f64);

const ONE: &[One] = &[
    ("exp", exp_f64, Some(f64::exp), 1, -746.0, 710.0),
    ("exp2", exp2_f64, Some(f64::exp2), 1, -1075.0, 1024.0),
    ("exp_m1", exp_m1_f64, Some(f64::exp_m1), 1, -40.0, 710.0),
    ("ln", ln_f64, Some(f64::ln), 1, 0.0, 4.0),
    ("log2", log2_f64, Some(f64::log2), 1, 0.0, 4.0),
    ("log10", log10_f64, Some(f64::log10), 1, 0.0, 4.0),
    ("ln_1p", ln_1p_f64, Some(f64::ln_1p), 1, -1.0, 2.0),
    ("cbrt", cbrt_f64, Some(f64::cbrt), 1, -8.0, 8.0),
    ("sin", sin_f64, Some(f64::sin), 1, -10.0, 10.0),
    ("cos", cos_f64, Some(f64::cos), 1, -10.0, 10.0),
    ("tan", tan_f64, Some(f64::tan), 1, -10.0, 10.0),
    ("asin", asin_f64, Some(f64::asin), 1, -1.0, 1.0),
    ("acos", acos_f64, Some(f64::acos), 1, -1.0, 1.0),
    ("atan", atan_f64, Some(f64::atan), 1, -4.0, 4.0),
    ("sinh", sinh_f64, Some(f64::sinh), 1, -711.0, 711.0),
    ("cosh", cosh_f64, Some(f64::cosh), 1, -711.0, 711.0),
    ("tanh", tanh_f64, Some(f64::tanh), 1, -3.0, 3.0),
    ("asinh", asinh_f64, None, 2, -4.0, 4.0),
    ("acosh", acosh_f64, None, 2, 1.0, 4.0),
    ("atanh", atanh_f64, None, 1, -1.0, 1.0),
    ("erf", erf_f64, None, 1, -3.0, 3.0),
    ("erfc", erfc_f64, None, 4, -3.0, 28.0),
];

const TWO: &[Two] = &[
    ("powf", powf_f64, Some(f64::powf), 1, -40.0, 40.0),
    ("hypot", hypot_f64, Some(f64::hypot), 1, -4.0, 4.0),
    ("atan2", atan2_f64, Some(f64::atan2), 1, -4.0, 4.0),
    ("fmod", fmod_f64, Some(|x, y| x % y), 0, -1e9, 4.0),
];

/// How many floats lie between two results; no distance between NaNs, and signs of zeros count.
fn distance(a: f64, b: f64) -> u64 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() && b.is_nan() { 0 } else { u64::MAX };
    }
    if a.is_sign_negative() != b.is_sign_negative() {
        return u64::MAX;
    }
    a.to_bits().abs_diff(b.to_bits())
}

struct Random(u64);

impl Random {
    /// Xorshift (Marsaglia 2003).
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Any float, or one of the range.
    fn float(&mut self, low: f64, high: f64) -> f64 {
        let bits = self.bits();
        if bits & 1 == 0 {
            f64::from_bits(self.bits())
        } else {
            low + (high - low) * (bits >> 11) as f64 / (1u64 << 53) as f64
        }
    }
}

fn compare_with_std(samples: u64) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    // How far off std's own may be.
    let slack = 3;
    for &(name, ours, std, bound, low, high) in ONE {
        let Some(std) = std else { continue };
        for _ in 0..samples {
            let x = random.float(low, high);
            let (a, b) = (ours(x), std(x));
            assert!(distance(a, b) <= bound + slack, "{name}({x:e}): {a:e}, std {b:e}");
        }
    }
    for &(name, ours, std, bound, low, high) in TWO {
        let Some(std) = std else { continue };
        for _ in 0..samples {
            let (x, y) = (random.float(low, high), random.float(low, high));
            let (a, b) = (ours(x, y), std(x, y));
            let allowed = if bound == 0 { 0 } else { bound + slack };
            assert!(distance(a, b) <= allowed, "{name}({x:e}, {y:e}): {a:e}, std {b:e}");
        }
    }
}

#[test]
fn results_are_near_the_exactly_rounded_ones() {
    let float = |digits: &str| f64::from_bits(u64::from_str_radix(digits, 16).unwrap());
    let mut names = Vec::new();
    for line in include_str!("reference64.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let (name, x, y, exact) = (fields[0], float(fields[1]), float(fields[2]), float(fields[3]));
        let one = ONE.iter().find(|row| row.0 == name).map(|row| (row.1(x), row.3));
        let two = TWO.iter().find(|row| row.0 == name).map(|row| (row.1(x, y), row.3));
        let (value, bound) = one.or(two).unwrap_or_else(|| panic!("no function for `{line}`"));
        assert!(distance(value, exact) <= bound, "{name}({x:e}, {y:e}): {value:e}, exactly {exact:e}");
        names.push(name);
    }
    for name in ONE.iter().map(|row| row.0).chain(TWO.iter().map(|row| row.0)) {
        assert!(
            name == "fmod" || names.iter().filter(|&&n| n == name).count() >= 24,
            "{name} has no reference"
        );
    }
}

#[test]
fn a_sample_agrees_with_std() {
    compare_with_std(20_000);
}

/// Under a minute; CONTRIBUTING.md has the command.
#[test]
#[ignore = "four million arguments a function: run by hand where a function of `math` changes"]
fn many_agree_with_std() {
    compare_with_std(4_000_000);
}

#[test]
fn special_values_are_those_of_std() {
    let mut values =
        vec![0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 1e-300, 1e300, 4_503_599_627_370_497.5, 9_007_199_254_740_991.0];
    values.extend([9_007_199_254_740_993.0, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NAN]);
    values.extend([5e-324, 1.0 - f64::EPSILON / 2.0, 1.0 + f64::EPSILON]);
    values.extend(values.clone().iter().map(|x| -x));
    // Its lower half is the largest i32.
    values.push(f64::from_bits(0x7ff8_0000_7fff_ffff));
    for &x in &values {
        for &(name, ours, std, bound, ..) in ONE {
            let Some(std) = std else { continue };
            let (a, b) = (ours(x), std(x));
            assert!(distance(a, b) <= bound, "{name}({x:e}): {a:e}, std {b:e}");
        }
        for &y in &values {
            for &(name, ours, std, bound, ..) in TWO {
                let Some(std) = std else { continue };
                let (a, b) = (ours(x, y), std(x, y));
                assert!(distance(a, b) <= bound, "{name}({x:e}, {y:e}): {a:e}, std {b:e}");
            }
        }
    }
}

#[test]
fn special_values_where_std_has_none_that_are_accurate() {
    let infinity = f64::INFINITY;
    let rows: &[(&str, Unary, f64, f64)] = &[
        ("asinh", asinh_f64, 0.0, 0.0),
        ("asinh", asinh_f64, -0.0, -0.0),
        ("asinh", asinh_f64, 5e-324, 5e-324),
        ("asinh", asinh_f64, infinity, infinity),
        ("asinh", asinh_f64, -infinity, -infinity),
        ("asinh", asinh_f64, f64::NAN, f64::NAN),
        // std's overflows here.
        ("asinh", asinh_f64, f64::MAX, 710.475_860_073_943_9),
        ("acosh", acosh_f64, 1.0, 0.0),
        ("acosh", acosh_f64, infinity, infinity),
        ("acosh", acosh_f64, 1.0 - f64::EPSILON, f64::NAN),
        ("acosh", acosh_f64, 0.0, f64::NAN),
        ("acosh", acosh_f64, -1.0, f64::NAN),
        ("acosh", acosh_f64, -infinity, f64::NAN),
        ("acosh", acosh_f64, f64::NAN, f64::NAN),
        ("acosh", acosh_f64, f64::MAX, 710.475_860_073_943_9),
        ("atanh", atanh_f64, 0.0, 0.0),
        ("atanh", atanh_f64, -0.0, -0.0),
        ("atanh", atanh_f64, -5e-324, -5e-324),
        ("atanh", atanh_f64, 1.0, infinity),
        ("atanh", atanh_f64, -1.0, -infinity),
        ("atanh", atanh_f64, 1.0 - f64::EPSILON / 2.0, 18.714_973_875_118_524),
        ("atanh", atanh_f64, 1.0 + f64::EPSILON, f64::NAN),
        ("atanh", atanh_f64, -infinity, f64::NAN),
        ("atanh", atanh_f64, f64::NAN, f64::NAN),
        ("erf", erf_f64, 0.0, 0.0),
        ("erf", erf_f64, -0.0, -0.0),
        ("erf", erf_f64, 5e-324, 5e-324),
        ("erf", erf_f64, 6.0, 1.0),
        ("erf", erf_f64, infinity, 1.0),
        ("erf", erf_f64, -infinity, -1.0),
        ("erf", erf_f64, f64::NAN, f64::NAN),
        ("erfc", erfc_f64, 0.0, 1.0),
        ("erfc", erfc_f64, -0.0, 1.0),
        ("erfc", erfc_f64, 27.5, 0.0),
        ("erfc", erfc_f64, infinity, 0.0),
        ("erfc", erfc_f64, -6.0, 2.0),
        ("erfc", erfc_f64, -infinity, 2.0),
        ("erfc", erfc_f64, f64::NAN, f64::NAN),
    ];
    for &(name, ours, x, expected) in rows {
        let value = ours(x);
        assert!(distance(value, expected) == 0, "{name}({x:e}): {value:e}, not {expected:e}");
    }
}

#[test]
fn exact_results_are_exact() {
    for k in -1074..1024 {
        let power = if k < -1022 {
            f64::from_bits(1 << (k + 1074))
        } else {
            f64::from_bits(((k + 1023) as u64) << 52)
        };
        assert_eq!(exp2_f64(k.into()), power);
        assert_eq!(log2_f64(power), k.into());
        assert_eq!(powf_f64(2.0, k.into()), power);
    }
    for k in 0..23u32 {
        let power = 10u64.pow(k.min(19)) as f64 * 10u64.pow(k.saturating_sub(19)) as f64;
        assert_eq!(log10_f64(power), k.into());
        assert_eq!(powf_f64(10.0, k.into()), power);
    }
    for k in 0..2000u32 {
        let x = f64::from(k);
        assert_eq!(cbrt_f64(x * x * x), x);
        assert_eq!(hypot_f64(3.0 * x, 4.0 * x), 5.0 * x);
        assert_eq!(powf_f64(x, 2.0), x * x);
        assert_eq!(powf_f64(x * x, 0.5), x);
    }
}
