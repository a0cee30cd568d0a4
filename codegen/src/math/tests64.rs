//! The `f64` functions against exactly rounded results, against std's on a sample, and on special values.

use super::exp64::{exp_f64, exp2_f64};
use super::log64::ln_f64;
use super::power64::powf_f64;
use super::trig64::{cos_f64, sin_f64};

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// Method, ours, std's, the most by which ours may be off in units in the last place, and the range to sample besides
/// all floats.
fn unary() -> Vec<(&'static str, Unary, Unary, u64, f64, f64)> {
    vec![
        ("exp", exp_f64, f64::exp, 1, -746.0, 710.0),
        ("exp2", exp2_f64, f64::exp2, 1, -1075.0, 1024.0),
        ("ln", ln_f64, f64::ln, 1, 0.0, 4.0),
        ("sin", sin_f64, f64::sin, 2, -10.0, 10.0),
        ("cos", cos_f64, f64::cos, 2, -10.0, 10.0),
    ]
}

fn binary() -> Vec<(&'static str, Binary, Binary, u64, f64, f64)> {
    vec![("powf", powf_f64, f64::powf, 1, -40.0, 40.0)]
}

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
    for (name, ours, std, bound, low, high) in unary() {
        for _ in 0..samples {
            let x = random.float(low, high);
            let (a, b) = (ours(x), std(x));
            // std's may be off by one itself.
            assert!(distance(a, b) <= bound + 1, "{name}({x:e}): {a:e}, std {b:e}");
        }
    }
    for (name, ours, std, bound, low, high) in binary() {
        for _ in 0..samples {
            let (x, y) = (random.float(low, high), random.float(low, high));
            let (a, b) = (ours(x, y), std(x, y));
            let allowed = if bound == 0 { 0 } else { bound + 1 };
            assert!(distance(a, b) <= allowed, "{name}({x:e}, {y:e}): {a:e}, std {b:e}");
        }
    }
}

#[test]
fn results_are_near_the_exactly_rounded_ones() {
    let float = |digits: &str| f64::from_bits(u64::from_str_radix(digits, 16).unwrap());
    let mut checked = 0;
    for line in include_str!("reference64.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let (name, x, y, exact) = (fields[0], float(fields[1]), float(fields[2]), float(fields[3]));
        let one = unary().into_iter().find(|row| row.0 == name).map(|row| (row.1(x), row.3));
        let two = binary().into_iter().find(|row| row.0 == name).map(|row| (row.1(x, y), row.3));
        let (value, bound) = one.or(two).unwrap_or_else(|| panic!("no function for `{line}`"));
        assert!(distance(value, exact) <= bound, "{name}({x:e}, {y:e}): {value:e}, exactly {exact:e}");
        checked += 1;
    }
    assert!(checked >= 24 * (unary().len() + binary().len()));
}

#[test]
fn a_sample_agrees_with_std() {
    compare_with_std(20_000);
}

/// `cargo test --release -p kiln-codegen --lib math::tests64 -- --ignored`, about ten minutes.
#[test]
#[ignore = "twenty million arguments a function"]
fn many_agree_with_std() {
    compare_with_std(20_000_000);
}

#[test]
fn special_values_are_those_of_std() {
    let mut values =
        vec![0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 1e-300, 1e300, 4_503_599_627_370_497.5, 9_007_199_254_740_991.0];
    values.extend([9_007_199_254_740_993.0, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NAN]);
    values.extend([5e-324, 1.0 - f64::EPSILON / 2.0, 1.0 + f64::EPSILON]);
    values.extend(values.clone().iter().map(|x| -x));
    for &x in &values {
        for (name, ours, std, bound, ..) in unary() {
            let (a, b) = (ours(x), std(x));
            assert!(distance(a, b) <= bound, "{name}({x:e}): {a:e}, std {b:e}");
        }
        for &y in &values {
            for (name, ours, std, bound, ..) in binary() {
                let (a, b) = (ours(x, y), std(x, y));
                assert!(distance(a, b) <= bound, "{name}({x:e}, {y:e}): {a:e}, std {b:e}");
            }
        }
    }
}
