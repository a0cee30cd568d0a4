//! The `f32` functions against `f64` ones, std's where it has them, which are exact enough to measure errors in
//! units of the last place: a sample of all floats in every run, each of them in the ignored test.

use super::*;

/// A function of one argument, that of twice the precision, and the error that it is held to, in ulp.
type One = (&'static str, fn(f32) -> f32, fn(f64) -> f64, f64);

const ONE: &[One] = &[
    ("exp", exp32::exp_f32, f64::exp, 0.90),
    ("exp2", exp32::exp2_f32, f64::exp2, 0.88),
    ("exp_m1", exp32::exp_m1_f32, f64::exp_m1, 1.31),
    ("ln", log32::ln_f32, f64::ln, 0.93),
    ("log2", log32::log2_f32, f64::log2, 1.11),
    ("log10", log32::log10_f32, f64::log10, 1.18),
    ("ln_1p", log32::ln_1p_f32, f64::ln_1p, 1.27),
    ("cbrt", root32::cbrt_f32, f64::cbrt, 0.51),
    ("sin", trig32::sin_f32, f64::sin, 1.54),
    ("cos", trig32::cos_f32, f64::cos, 1.54),
    ("tan", trig32::tan_f32, f64::tan, 3.09),
    ("asin", inverse32::asin_f32, f64::asin, 2.03),
    ("acos", inverse32::acos_f32, f64::acos, 1.27),
    ("atan", inverse32::atan_f32, f64::atan, 1.39),
    ("sinh", hyperbolic32::sinh_f32, f64::sinh, 1.45),
    ("cosh", hyperbolic32::cosh_f32, f64::cosh, 1.26),
    ("tanh", hyperbolic32::tanh_f32, f64::tanh, 1.41),
    ("asinh", hyperbolic32::asinh_f32, f64::asinh, 1.82),
    ("acosh", hyperbolic32::acosh_f32, f64::acosh, 2.01),
    ("atanh", hyperbolic32::atanh_f32, f64::atanh, 2.00),
    ("erf", error32::erf_f32, error64::erf_f64, 1.12),
    ("erfc", error32::erfc_f32, error64::erfc_f64, 3.04),
];

/// A function of two arguments, that of twice the precision, and the error that it is held to, in ulp.
type Two = (&'static str, fn(f32, f32) -> f32, fn(f64, f64) -> f64, f64);

const TWO: &[Two] = &[
    ("powf", power32::powf_f32, f64::powf, 0.95),
    ("atan2", inverse32::atan2_f32, f64::atan2, 1.53),
    ("hypot", root32::hypot_f32, f64::hypot, 1.01),
    ("fmod", fmod32::fmod_f32, |x, y| x % y, 0.0),
];

/// How far `got` is from `want`, in units of the last place of an `f32` of that size; infinity where the kind of value
/// or its sign is another.
fn error(got: f32, want: f64) -> f64 {
    let rounded = want as f32;
    if got.is_nan() || rounded.is_nan() {
        return if got.is_nan() && rounded.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.to_bits() == rounded.to_bits() && (rounded == 0.0 || rounded.is_infinite()) {
        return 0.0;
    }
    if got.is_sign_negative() != rounded.is_sign_negative() {
        return f64::INFINITY;
    }
    // One step beyond the largest float stands for infinity.
    let clamp = |v: f64| v.clamp(-(2f64.powi(128)), 2f64.powi(128));
    let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    (clamp(f64::from(got)) - clamp(want)).abs() / 2f64.powi(exponent - 23)
}

/// The largest error over the floats whose bits are `first`, `first + step` and so on, and where it is.
fn largest(f: fn(f32) -> f32, exact: fn(f64) -> f64, first: u32, step: usize) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    for bits in (first..=u32::MAX).step_by(step) {
        let x = f32::from_bits(bits);
        let e = error(f(x), exact(f64::from(x)));
        if e > worst.0 {
            worst = (e, x);
        }
    }
    worst
}

/// Values at which functions change their ways.
const SPECIAL: &[f32] = &[
    0.0,
    1.0,
    2.0,
    3.0,
    0.5,
    1.5,
    1e-45,
    1e-40,
    f32::MIN_POSITIVE,
    1e-30,
    1e-10,
    0.999_999_94,
    1.000_000_1,
    88.722_84,
    89.0,
    103.972_084,
    128.0,
    149.0,
    8_388_607.5,
    8_388_609.0,
    16_777_215.0,
    16_777_216.0,
    105_615.0,
    105_616.0,
    1e10,
    1e30,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
];

fn specials() -> impl Iterator<Item = f32> {
    SPECIAL.iter().flat_map(|&x| [x, -x])
}

#[test]
fn one_argument_is_within_its_bound_on_a_sample() {
    for &(name, f, exact, bound) in ONE {
        let (e, x) = largest(f, exact, 12_345, 99_991);
        assert!(e <= bound, "{name}({x:e}) is {:e}: off by {e} ulp, more than {bound}", f(x));
    }
}

#[test]
fn one_argument_is_right_at_special_values() {
    for &(name, f, exact, bound) in ONE {
        for x in specials() {
            let e = error(f(x), exact(f64::from(x)));
            assert!(e <= bound, "{name}({x:e}) is {:e}: off by {e} ulp, more than {bound}", f(x));
        }
    }
}

#[test]
fn two_arguments_are_right_at_special_values() {
    for &(name, f, exact, bound) in TWO {
        for x in specials() {
            for y in specials() {
                let e = error(f(x, y), exact(f64::from(x), f64::from(y)));
                assert!(
                    e <= bound,
                    "{name}({x:e}, {y:e}) is {:e}: off by {e} ulp, more than {bound}",
                    f(x, y)
                );
            }
        }
    }
}

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        f64::from(self.bits()) / f64::from(u32::MAX)
    }

    /// Any float: pairs of these meet each function's corners.
    fn any(&mut self) -> f32 {
        f32::from_bits(self.bits())
    }

    /// A pair of like size.
    fn near(&mut self) -> (f32, f32) {
        let x = self.any();
        (x, x * (self.unit() * 40.0 - 20.0).exp2() as f32 * if self.bits() & 1 == 0 { 1.0 } else { -1.0 })
    }

    /// A base and an exponent whose power is in the range of floats.
    fn power(&mut self) -> (f32, f32) {
        let x = if self.bits() & 1 == 0 { self.any().abs() } else { (0.5 + self.unit()) as f32 };
        (x, ((self.unit() * 290.0 - 155.0) / f64::from(x).log2()) as f32)
    }
}

/// The largest error over `count` random pairs of each kind, and where it is.
fn largest_of_pairs(
    f: fn(f32, f32) -> f32,
    exact: fn(f64, f64) -> f64,
    seed: u64,
    count: usize,
) -> (f64, f32, f32) {
    let mut random = Random(seed);
    let mut worst = (0.0, 0.0, 0.0);
    for _ in 0..count {
        let any = (random.any(), random.any());
        for (x, y) in [any, random.near(), random.power()] {
            let e = error(f(x, y), exact(f64::from(x), f64::from(y)));
            if e > worst.0 {
                worst = (e, x, y);
            }
        }
    }
    worst
}

#[test]
fn two_arguments_are_within_their_bound_on_a_sample() {
    for &(name, f, exact, bound) in TWO {
        let (e, x, y) = largest_of_pairs(f, exact, 1, 20_000);
        assert!(e <= bound, "{name}({x:e}, {y:e}) is {:e}: off by {e} ulp, more than {bound}", f(x, y));
    }
}

#[test]
fn sine_and_cosine_together_are_those_alone() {
    for x in specials().chain((0..20_000).map(|i| f32::from_bits(i * 214_013))) {
        let (sin, cos) = trig32::sin_cos_f32(x);
        assert_eq!(sin.to_bits(), trig32::sin_f32(x).to_bits(), "the sine of {x:e}");
        assert_eq!(cos.to_bits(), trig32::cos_f32(x).to_bits(), "the cosine of {x:e}");
    }
}

/// Every float, and many pairs; prints the table of `docs/math.md`.
/// CONTRIBUTING.md has the command, with which it takes about an hour of processor time; without the processor's own
/// fused multiply-add it takes hours.
#[test]
#[ignore = "an hour of processor time: run by hand where a function of `math` changes"]
fn every_float() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for &(name, f, exact, bound) in ONE {
        let worst = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads).map(|t| scope.spawn(move || largest(f, exact, t as u32, threads))).collect();
            let found = workers.into_iter().map(|w| w.join().expect("a worker does not panic"));
            found.fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a })
        });
        println!("{name}: {:.3} ulp at {:e}", worst.0, worst.1);
        assert!(worst.0 <= bound, "{name}({:e}) is off by more than {bound} ulp", worst.1);
    }
    for &(name, f, exact, bound) in TWO {
        let worst = std::thread::scope(|scope| {
            let count = 200_000_000 / threads;
            let workers: Vec<_> = (1..=threads as u64)
                .map(|t| scope.spawn(move || largest_of_pairs(f, exact, t * 0x1234_5678_9abc_def1, count)))
                .collect();
            let found = workers.into_iter().map(|w| w.join().expect("a worker does not panic"));
            found.fold((0.0, 0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a })
        });
        println!("{name}: {:.3} ulp at {:e}, {:e}", worst.0, worst.1, worst.2);
        assert!(worst.0 <= bound, "{name}({:e}, {:e}) is off by more than {bound} ulp", worst.1, worst.2);
    }
}
