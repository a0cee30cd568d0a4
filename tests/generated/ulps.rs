//! Transcendental functions, which are the host's libm on the CPU and CUDA's on a GPU.
//!
//! The CPU gives what rustc's program gives, to the bit. A GPU's result is within the bound that the CUDA C++ programming guide
//! states for the function, and one unit in the last place more, which the host's own may be off. The inverse hyperbolic functions
//! of std cancel where CUDA's do not, so only the CPU is held to them.

use kiln::prelude::*;

use super::{LANES, Value, compare, up, varying};

/// How many floats lie between two; all NaNs are one.
trait Distance: Value {
    fn distance(self, other: Self) -> u64;
}

impl Distance for f32 {
    fn distance(self, other: f32) -> u64 {
        let order = |x: f32| {
            let bits = i64::from(x.to_bits() as i32);
            if bits < 0 { i64::from(i32::MIN) - bits } else { bits }
        };
        if self.is_nan() && other.is_nan() { 0 } else { order(self).abs_diff(order(other)) }
    }
}

impl Distance for f64 {
    fn distance(self, other: f64) -> u64 {
        let order = |x: f64| {
            let bits = i128::from(x.to_bits() as i64);
            if bits < 0 { i128::from(i64::MIN) - bits } else { bits }
        };
        if self.is_nan() && other.is_nan() { 0 } else { order(self).abs_diff(order(other)) as u64 }
    }
}

/// Asserts that results are the host's, on a GPU within `bound`.
fn near<T: Distance>(
    name: &str,
    stream: &Stream,
    found: &Buffer<T>,
    bound: Option<u64>,
    expected: impl Fn(usize) -> T,
) {
    let on_cpu = stream.device() == Device::cpu();
    let Some(bound) = (if on_cpu { Some(0) } else { bound.map(|bound| bound + 1) }) else { return };
    for (lane, found) in stream.download(found).unwrap().into_iter().enumerate() {
        let wanted = expected(lane);
        let distance = found.distance(wanted);
        assert!(
            distance <= bound,
            "{}: {name} gives {found:?}, the host {wanted:?}: {distance} units in the last place, thread {lane}",
            stream.device()
        );
    }
}

/// `name: method single double;`, with the bounds of both widths.
macro_rules! functions {
    ($($name:ident: $method:ident $arity:tt $single:expr, $double:expr;)*) => {$(
        mod $name {
            use super::*;

            functions! { $arity single f32 $method $single }
            functions! { $arity double f64 $method $double }
        }
    )*};
    (one $width:ident $ty:ident $method:ident $bound:expr) => {
        #[test]
        fn $width() {
            #[kernel]
            fn apply(x: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    out[i] = x[i].$method();
                }
            }
            compare(|stream, round| {
                let x = varying::<$ty>(round, 0);
                let mut out = up(stream, &[<$ty>::default(); LANES]);
                apply(&up(stream, &x), &mut out).threads(LANES).launch(stream).unwrap();
                near(stringify!($method), stream, &out, $bound, |i| x[i].$method());
            });
        }
    };
    (two $width:ident $ty:ident $method:ident $bound:expr) => {
        #[test]
        fn $width() {
            #[kernel]
            fn apply(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    out[i] = x[i].$method(y[i]);
                }
            }
            compare(|stream, round| {
                let (x, y) = (varying::<$ty>(round, 0), varying::<$ty>(round, 1));
                let mut out = up(stream, &[<$ty>::default(); LANES]);
                apply(&up(stream, &x), &up(stream, &y), &mut out).threads(LANES).launch(stream).unwrap();
                near(stringify!($method), stream, &out, $bound, |i| x[i].$method(y[i]));
            });
        }
    };
}

functions! {
    exp: exp one Some(2), Some(1);
    exp2: exp2 one Some(2), Some(1);
    exp_m1: exp_m1 one Some(1), Some(1);
    ln: ln one Some(1), Some(1);
    log2: log2 one Some(1), Some(1);
    log10: log10 one Some(2), Some(1);
    ln_1p: ln_1p one Some(1), Some(1);
    cbrt: cbrt one Some(1), Some(1);
    sin: sin one Some(2), Some(2);
    cos: cos one Some(2), Some(2);
    tan: tan one Some(4), Some(2);
    asin: asin one Some(2), Some(2);
    acos: acos one Some(2), Some(2);
    atan: atan one Some(2), Some(2);
    sinh: sinh one Some(3), Some(2);
    cosh: cosh one Some(2), Some(1);
    tanh: tanh one Some(2), Some(1);
    asinh: asinh one None, None;
    acosh: acosh one None, None;
    atanh: atanh one None, None;
    hypot: hypot two Some(3), Some(2);
    atan2: atan2 two Some(3), Some(2);
    powf: powf two Some(9), Some(2);
}
