//! What an elementary function costs on the CPU: Kiln's, in the loops of the executor, beside a loop over std's.
//!
//! `cargo bench -p kiln-codegen --bench math` prints the table of `docs/math.md`, in nanoseconds a value on
//! one core.

use std::hint::black_box;
use std::time::Instant;

use kiln_codegen::intrinsics::{self, Cpu, LaneFn};

const COUNT: usize = 4096;

/// The least time of one value, in nanoseconds, over many turns.
fn least(mut turn: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..50 {
        let start = Instant::now();
        turn();
        least = least.min(start.elapsed().as_secs_f64());
    }
    least * 1e9 / COUNT as f64
}

/// Values from `low` to `high`, in no order.
fn spread(low: f64, high: f64, stride: usize) -> impl Iterator<Item = f64> {
    (0..COUNT).map(move |i| low + (high - low) * ((i * stride % COUNT) as f64 / COUNT as f64))
}

/// Kiln's time and std's for a function of this width.
macro_rules! times {
    ($ty:ident $name:literal $std:ident one $low:literal $high:literal) => {{
        let x: Vec<$ty> = spread($low, $high, 7919).map(|x| x as $ty).collect();
        let mut out: Vec<$ty> = vec![0.0; COUNT];
        let LaneFn::One(looped) = loops!($ty $name) else { panic!("no loop for {}", $name) };
        let kilns = least(|| looped(&mut out, black_box(&x)));
        let stds = least(|| {
            for (out, x) in out.iter_mut().zip(black_box(&x)) {
                *out = x.$std();
            }
        });
        black_box(&out);
        (kilns, stds)
    }};
    ($ty:ident $name:literal $std:ident two $low:literal $high:literal) => {{
        let x: Vec<$ty> = spread($low, $high, 7919).map(|x| x as $ty).collect();
        let y: Vec<$ty> = spread($low, $high, 104_729).map(|x| x as $ty).collect();
        let mut out: Vec<$ty> = vec![0.0; COUNT];
        let LaneFn::Two(looped) = loops!($ty $name) else { panic!("no loop for {}", $name) };
        let kilns = least(|| looped(&mut out, black_box(&x), black_box(&y)));
        let stds = least(|| {
            for ((out, x), y) in out.iter_mut().zip(black_box(&x)).zip(&y) {
                *out = x.$std(*y);
            }
        });
        black_box(&out);
        (kilns, stds)
    }};
}

/// The loop over lanes of a row.
macro_rules! loops {
    (f32 $name:literal) => {
        match intrinsics::find($name).map(|row| row.cpu) {
            Some(Cpu::Lanes { f32, .. }) => f32,
            _ => LaneFn::None,
        }
    };
    (f64 $name:literal) => {
        match intrinsics::find($name).map(|row| row.cpu) {
            Some(Cpu::Lanes { f64, .. }) => f64,
            _ => LaneFn::None,
        }
    };
}

macro_rules! table {
    ($($name:literal $std:ident $arity:ident $low:literal $high:literal;)*) => {
        println!("| function | Kiln `f32` | std `f32` | Kiln `f64` | std `f64` |");
        println!("|---|---|---|---|---|");
        $({
            let (kiln32, std32) = times!(f32 $name $std $arity $low $high);
            let (kiln64, std64) = times!(f64 $name $std $arity $low $high);
            println!("| `{}` | {kiln32:.1} | {std32:.1} | {kiln64:.1} | {std64:.1} |", $name);
        })*
    };
}

fn main() {
    table! {
        "exp" exp one -20.0 20.0;
        "exp2" exp2 one -20.0 20.0;
        "exp_m1" exp_m1 one -20.0 20.0;
        "ln" ln one 0.01 20.0;
        "log2" log2 one 0.01 20.0;
        "log10" log10 one 0.01 20.0;
        "ln_1p" ln_1p one -0.9 20.0;
        "cbrt" cbrt one -20.0 20.0;
        "sin" sin one -20.0 20.0;
        "cos" cos one -20.0 20.0;
        "tan" tan one -20.0 20.0;
        "asin" asin one -1.0 1.0;
        "acos" acos one -1.0 1.0;
        "atan" atan one -20.0 20.0;
        "sinh" sinh one -20.0 20.0;
        "cosh" cosh one -20.0 20.0;
        "tanh" tanh one -5.0 5.0;
        "asinh" asinh one -20.0 20.0;
        "acosh" acosh one 1.0 20.0;
        "atanh" atanh one -1.0 1.0;
        "powf" powf two 0.01 10.0;
        "hypot" hypot two -20.0 20.0;
        "atan2" atan2 two -20.0 20.0;
        "log" log two 0.01 20.0;
    }
}
