//! The elementary functions: under `strict_fp` every executor gives the bits of Kiln's own, in the other tiers what
//! is near them.

use kiln::prelude::*;
use kiln_codegen::math::{
    error32, error64, exp32, exp64, hyperbolic32, hyperbolic64, inverse32, inverse64, log32, log64, power32,
    power64, root32, root64, trig32, trig64,
};

use crate::streams;

/// A float, with what a test needs of it.
trait Value: Copy + std::fmt::Debug {
    fn of_bits(bits: u64) -> Self;
    fn same(self, other: Self) -> bool;
    fn one(self, single: fn(f32) -> f32, double: fn(f64) -> f64) -> Self;
    fn two(self, other: Self, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> Self;
}

macro_rules! floats {
    ($($ty:ident $bits:ident $of:expr;)*) => {
        $(impl Value for $ty {
            fn of_bits(bits: u64) -> Self {
                $ty::from_bits((bits >> (64 - $bits::BITS)) as $bits)
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
            fn one(self, single: fn(f32) -> f32, _double: fn(f64) -> f64) -> Self {
                floats!(@one $ty self single _double)
            }
            fn two(self, other: Self, single: fn(f32, f32) -> f32, _double: fn(f64, f64) -> f64) -> Self {
                floats!(@two $ty self other single _double)
            }
        })*
    };
    (@one f32 $x:ident $single:ident $double:ident) => { $single($x) };
    (@one f64 $x:ident $single:ident $double:ident) => { { let _ = $single; $double($x) } };
    (@one $ty:ident $x:ident $single:ident $double:ident) => { $ty::from_f32($single($x.to_f32())) };
    (@two f32 $x:ident $y:ident $single:ident $double:ident) => { $single($x, $y) };
    (@two f64 $x:ident $y:ident $single:ident $double:ident) => { { let _ = $single; $double($x, $y) } };
    (@two $ty:ident $x:ident $y:ident $single:ident $double:ident) => {
        $ty::from_f32($single($x.to_f32(), $y.to_f32()))
    };
}

floats! {
    f16 u16 f16;
    bf16 u16 bf16;
    f32 u32 f32;
    f64 u64 f64;
}

/// Values where functions change their ways, as `f64`.
const EDGES: [f64; 24] = [
    0.0,
    5e-324,
    1e-310,
    1e-45,
    1e-40,
    1.2e-38,
    1e-10,
    0.49999997,
    0.5,
    0.99999994,
    1.0,
    1.0000001,
    1.5,
    2.0,
    3.0,
    10.0,
    88.72284,
    103.97208,
    709.782712893384,
    8_388_607.5,
    105_615.0,
    2_147_483_648.0,
    1e30,
    f64::INFINITY,
];

/// Bits of edges, of numbers of every size and of numbers near one, the top bits of which are a float of any width.
macro_rules! values {
    ($ty:ident, $of:expr) => {{
        let of: fn(f64) -> $ty = $of;
        let mut all: Vec<$ty> = EDGES.iter().flat_map(|&x| [of(x), of(-x)]).collect();
        all.push(of(f64::NAN));
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1500 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            all.push(<$ty>::of_bits(bits));
            let unit = (bits >> 11) as f64 / (1u64 << 53) as f64;
            all.extend([of(unit * 2.0 - 1.0), of(unit * 200.0 - 100.0)]);
        }
        all
    }};
}

macro_rules! functions {
    (one { $($one:ident $one32:path, $one64:path;)* } two { $($two:ident $two32:path, $two64:path;)* }) => {
        const ONE: &[(&str, fn(f32) -> f32, fn(f64) -> f64)] = &[$((stringify!($one), $one32, $one64)),*];
        const TWO: &[(&str, fn(f32, f32) -> f32, fn(f64, f64) -> f64)] = &[$((stringify!($two), $two32, $two64)),*];

        functions! { @loose ($($one $one64;)*) ($($two $two64;)*) }
        functions! { @types ($($one)*) ($($two)*) single f32, double f64, half f16, brain bf16 }
    };
    (@loose ($($one:ident $one64:path;)*) ($($two:ident $two64:path;)*)) => {
        #[kernel]
        fn by_default(x: &[f32], y: &[f32], out: &mut [[f32; 26]]) {
            let i = global_id();
            if i < out.len() {
                let (v, w) = (x[i], y[i]);
                out[i] = [$(v.$one(),)* $(v.$two(w)),*];
            }
        }

        #[kernel(fast_math)]
        fn fast(x: &[f32], y: &[f32], out: &mut [[f32; 26]]) {
            let i = global_id();
            if i < out.len() {
                let (v, w) = (x[i], y[i]);
                out[i] = [$(v.$one(),)* $(v.$two(w)),*];
            }
        }

        #[kernel(fast_math)]
        fn fast_half(x: &[f16], y: &[f16], out: &mut [[f16; 26]]) {
            let i = global_id();
            if i < out.len() {
                let (v, w) = (x[i], y[i]);
                out[i] = [$(v.$one(),)* $(v.$two(w)),*];
            }
        }

        /// What is off by more than a part of the result, or of one, is said.
        fn near(x: f64, y: f64, found: [f64; 26], part: f64, how: &str) {
            let names = [$(stringify!($one),)* $(stringify!($two)),*];
            let wanted: [f64; 26] = [$($one64(x),)* $($two64(x, y)),*];
            for ((name, found), wanted) in names.iter().zip(found).zip(wanted) {
                let same = (found - wanted).abs() <= part * wanted.abs().max(1.0)
                    || found.is_nan() && wanted.is_nan()
                    || found == wanted;
                assert!(same, "{name}({x}, {y}) {how} is {found}, not {wanted}");
            }
        }
    };
    (@types $one:tt $two:tt $($module:ident $ty:ident),*) => {
        $(functions! { @type $module $ty $one $two })*
    };
    (@type $module:ident $ty:ident ($($one:ident)*) ($($two:ident)*)) => {
        mod $module {
            use super::*;

            #[kernel(strict_fp)]
            fn of_one(x: &[$ty], out: &mut [[$ty; 22]]) {
                let i = global_id();
                if i < out.len() {
                    let v = x[i];
                    out[i] = [$(v.$one()),*];
                }
            }

            #[kernel(strict_fp)]
            fn of_two(x: &[$ty], y: &[$ty], out: &mut [[$ty; 4]]) {
                let i = global_id();
                if i < out.len() {
                    let (v, w) = (x[i], y[i]);
                    out[i] = [$(v.$two(w)),*];
                }
            }

            fn values() -> Vec<$ty> {
                values!($ty, |x| functions!(@of $ty x))
            }

            #[test]
            fn of_one_argument() {
                let x = values();
                for stream in streams() {
                    let mut out = stream.alloc_zeroed::<[$ty; 22]>(x.len()).unwrap();
                    of_one(&stream.upload(&x).unwrap(), &mut out).threads(x.len()).launch(&stream).unwrap();
                    for (x, found) in x.iter().zip(stream.download(&out).unwrap()) {
                        for ((name, single, double), found) in ONE.iter().zip(found) {
                            let wanted = x.one(*single, *double);
                            let at = stream.device();
                            assert!(found.same(wanted), "{name}({x:?}) on {at} is {found:?}, not {wanted:?}");
                        }
                    }
                }
            }

            #[test]
            fn of_two_arguments() {
                let values = values();
                let (mut x, mut y) = (Vec::new(), Vec::new());
                for (i, a) in values.iter().enumerate() {
                    let edges = if i < 2 * EDGES.len() { 2 * EDGES.len() + 1 } else { 0 };
                    let others = values[..edges].iter().chain([&values[i * 7 % values.len()]]);
                    for b in others {
                        x.push(*a);
                        y.push(*b);
                    }
                }
                for stream in streams() {
                    let mut out = stream.alloc_zeroed::<[$ty; 4]>(x.len()).unwrap();
                    let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
                    of_two(&a, &b, &mut out).threads(x.len()).launch(&stream).unwrap();
                    for ((x, y), found) in x.iter().zip(&y).zip(stream.download(&out).unwrap()) {
                        for ((name, single, double), found) in TWO.iter().zip(found) {
                            let wanted = x.two(*y, *single, *double);
                            let at = stream.device();
                            assert!(found.same(wanted), "{name}({x:?}, {y:?}) on {at} is {found:?}, not {wanted:?}");
                        }
                    }
                }
            }
        }
    };
    (@of f32 $x:ident) => { $x as f32 };
    (@of f64 $x:ident) => { $x };
    (@of $ty:ident $x:ident) => { $ty::from_f32($x as f32) };
}

fn log_32(x: f32, base: f32) -> f32 {
    log32::ln_f32(x) / log32::ln_f32(base)
}

fn log_64(x: f64, base: f64) -> f64 {
    log64::ln_f64(x) / log64::ln_f64(base)
}

functions! {
    one {
        exp exp32::exp_f32, exp64::exp_f64;
        exp2 exp32::exp2_f32, exp64::exp2_f64;
        exp_m1 exp32::exp_m1_f32, exp64::exp_m1_f64;
        ln log32::ln_f32, log64::ln_f64;
        log2 log32::log2_f32, log64::log2_f64;
        log10 log32::log10_f32, log64::log10_f64;
        ln_1p log32::ln_1p_f32, log64::ln_1p_f64;
        cbrt root32::cbrt_f32, root64::cbrt_f64;
        sin trig32::sin_f32, trig64::sin_f64;
        cos trig32::cos_f32, trig64::cos_f64;
        tan trig32::tan_f32, trig64::tan_f64;
        asin inverse32::asin_f32, inverse64::asin_f64;
        acos inverse32::acos_f32, inverse64::acos_f64;
        atan inverse32::atan_f32, inverse64::atan_f64;
        sinh hyperbolic32::sinh_f32, hyperbolic64::sinh_f64;
        cosh hyperbolic32::cosh_f32, hyperbolic64::cosh_f64;
        tanh hyperbolic32::tanh_f32, hyperbolic64::tanh_f64;
        asinh hyperbolic32::asinh_f32, hyperbolic64::asinh_f64;
        acosh hyperbolic32::acosh_f32, hyperbolic64::acosh_f64;
        atanh hyperbolic32::atanh_f32, hyperbolic64::atanh_f64;
        erf error32::erf_f32, error64::erf_f64;
        erfc error32::erfc_f32, error64::erfc_f64;
    }
    two {
        powf power32::powf_f32, power64::powf_f64;
        hypot root32::hypot_f32, root64::hypot_f64;
        atan2 inverse32::atan2_f32, inverse64::atan2_f64;
        log log_32, log_64;
    }
}

/// Arguments of which no function is far from one.
fn moderate() -> (Vec<f32>, Vec<f32>) {
    let x: Vec<f32> = (0..256).flat_map(|i| [0.05 + 0.0117 * i as f32; 8]).collect();
    let y = (0..x.len()).map(|i| 0.3 + 0.41 * (i % 8) as f32).collect();
    (x, y)
}

#[test]
fn other_tiers_are_near() {
    let (x, y) = moderate();
    let halves = |x: &[f32]| x.iter().map(|x| f16::from_f32(*x)).collect::<Vec<f16>>();
    let (short_x, short_y) = (halves(&x), halves(&y));
    for stream in streams() {
        let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut out = stream.alloc_zeroed::<[f32; 26]>(x.len()).unwrap();
        by_default(&a, &b, &mut out).threads(x.len()).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        fast(&a, &b, &mut out).threads(x.len()).launch(&stream).unwrap();
        let found_fast = stream.download(&out).unwrap();
        let (a, b) = (stream.upload(&short_x).unwrap(), stream.upload(&short_y).unwrap());
        let mut out = stream.alloc_zeroed::<[f16; 26]>(x.len()).unwrap();
        fast_half(&a, &b, &mut out).threads(x.len()).launch(&stream).unwrap();
        let found_half = stream.download(&out).unwrap();
        for i in 0..x.len() {
            let (v, w) = (f64::from(x[i]), f64::from(y[i]));
            near(v, w, found[i].map(f64::from), 4e-7, "by default");
            near(v, w, found_fast[i].map(f64::from), 1e-3, "under fast_math");
            let (v, w) = (short_x[i].to_f64(), short_y[i].to_f64());
            near(v, w, found_half[i].map(f16::to_f64), 2e-3, "of f16 under fast_math");
        }
    }
}

/// The activation of transformers: x times the probability that a normal variable is less than x.
#[kernel(tile)]
fn gelu(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let at = tile_id(0);
    let x = x.load::<256>(at);
    y.store(at, x * 0.5 * (x * -std::f32::consts::FRAC_1_SQRT_2).erfc());
}

#[device]
fn normal<T: Float>(x: T, half: T, root: T) -> T {
    half + half * (x * root).erf()
}

#[kernel(instances(f32, f64))]
fn probabilities<T: Float>(x: &[T], half: T, root: T, out: &mut [T]) {
    let i = global_id();
    if i < out.len() {
        out[i] = normal(x[i], half, root);
    }
}

#[test]
fn the_error_function_is_for_tiles_and_generic_kernels_too() {
    let x: Vec<f32> = (0..1000).map(|i| (i as f32 - 500.0) * 0.02).collect();
    for stream in streams() {
        let input = Tensor1::from_slice(&stream, &x).unwrap();
        let mut out = Tensor1::zeros(&stream, x.len()).unwrap();
        gelu(&input, &mut out).launch(&stream).unwrap();
        let found = out.download(&stream).unwrap();
        let wide: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
        let mut chances = stream.alloc_zeroed::<f64>(x.len()).unwrap();
        let root = std::f64::consts::FRAC_1_SQRT_2;
        probabilities(&stream.upload(&wide).unwrap(), 0.5, root, &mut chances)
            .threads(x.len())
            .launch(&stream)
            .unwrap();
        for ((x, found), chance) in wide.iter().zip(found).zip(stream.download(&chances).unwrap()) {
            let wanted = 0.5 * error64::erfc_f64(-x * root);
            assert!((chance - wanted).abs() <= 1e-15, "{x}: {chance}, not {wanted}");
            assert!(
                (f64::from(found) - x * wanted).abs() <= 1e-6 * (x * wanted).abs().max(1e-3),
                "{x}: {found}"
            );
            assert!((chance - normal(*x, 0.5, root)).abs() <= 1e-15, "the host has it too");
        }
    }
}
