//! Transcendental functions, which are Kiln's own on the CPU and in PTX, and CUDA's in CUDA C++.
//!
//! A result is within the bound that the CUDA C++ programming guide states for the function, and one unit in the
//! last place more, which the host's own may be off. The inverse hyperbolic functions are left out: std's cancel
//! where these do not.

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

/// Asserts that results are the host's, within `bound`.
fn near<T: Distance>(
    name: &str,
    stream: &Stream,
    found: &Buffer<T>,
    bound: u64,
    expected: impl Fn(usize) -> T,
) {
    for (lane, found) in stream.download(found).unwrap().into_iter().enumerate() {
        let wanted = expected(lane);
        let distance = found.distance(wanted);
        assert!(
            distance <= bound + 1,
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
    exp: exp one 2, 1;
    exp2: exp2 one 2, 1;
    exp_m1: exp_m1 one 1, 1;
    ln: ln one 1, 1;
    log2: log2 one 1, 1;
    log10: log10 one 2, 1;
    ln_1p: ln_1p one 1, 1;
    cbrt: cbrt one 1, 1;
    sin: sin one 2, 2;
    cos: cos one 2, 2;
    tan: tan one 4, 2;
    asin: asin one 2, 2;
    acos: acos one 2, 2;
    atan: atan one 2, 2;
    sinh: sinh one 3, 2;
    cosh: cosh one 2, 1;
    tanh: tanh one 2, 1;
    hypot: hypot two 3, 2;
    atan2: atan2 two 3, 2;
    powf: powf two 9, 2;
}
