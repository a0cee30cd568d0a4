//! How far the elementary functions of `f32` are off, in each tier of floating point: on a GPU over every float, on
//! the CPU over a sample of them.
//!
//! ```text
//! cargo bench --bench accuracy [-- exp sin .. strict default fast ..]
//! ```
//!
//! Each function is computed by a kernel of the tier, and by one of `f64` under `strict_fp`, which also compares
//! the two: errors in units in the last place of the exact result, and in floats from the correctly rounded one.
//! Functions of two arguments are computed for random pairs of several kinds. `KILN_BACKEND` says whose functions
//! are measured. What is off by more than CUDA's documentation says of its own functions is marked, and the program
//! fails.

mod smoke;

use kiln::prelude::*;

/// The exact value of 2^-126, below which results under `fast_math` may be zero.
const LEAST_NORMAL: f32 = f32::MIN_POSITIVE;

/// What is asked of an error.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Measure {
    /// Units in the last place.
    Ulps = 0,
    /// The same, where a result below the least normal number may be zero.
    Flushed = 1,
    Absolute = 2,
    Relative = 3,
}

/// The floats from one on, a step apart.
#[kernel(strict_fp, block = 256)]
fn floats(first: u32, step: u32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = f32::from_bits(first + i as u32 * step);
    }
}

/// Bits that look random (SplitMix64).
#[device]
fn mixed(number: u64) -> u64 {
    let mut z = number * 0x9e37_79b9_7f4a_7c15;
    z = (z ^ (z >> 30)) * 0xbf58_476d_1ce4_e5b9;
    z = (z ^ (z >> 27)) * 0x94d0_49bb_1331_11eb;
    z ^ (z >> 31)
}

/// Pairs of any floats, of floats of like size, and of a base and an exponent whose power is in range.
#[kernel(strict_fp, block = 256)]
fn pairs(kind: u32, seed: u64, x: &mut [f32], y: &mut [f32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        let bits = mixed(seed + i as u64);
        let more = mixed(bits);
        let unit = (more >> 40) as f32 * 5.9604645e-8;
        let any = f32::from_bits(bits as u32);
        if kind == 0 {
            x[i] = any;
            y[i] = f32::from_bits((bits >> 32) as u32);
        } else if kind == 1 {
            let near = any * (unit * 40.0 - 20.0).exp2();
            x[i] = any;
            y[i] = if more & 1 == 0 { near } else { -near };
        } else {
            let base = if more & 1 == 0 { any.abs() } else { 0.5 + (bits >> 40) as f32 * 5.9604645e-8 };
            x[i] = base;
            y[i] = (unit * 290.0 - 155.0) / base.log2();
        }
    }
}

/// How far `got` is from `want`, by the measure with this number; infinity where the kind of value or its sign is
/// another.
#[device]
fn error(got: f32, want: f64, measure: u32) -> f64 {
    let rounded = want as f32;
    if got.is_nan() || rounded.is_nan() {
        return if got.is_nan() && rounded.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.to_bits() == rounded.to_bits() && (rounded == 0.0 || rounded.is_infinite()) {
        return 0.0;
    }
    if measure >= 2 {
        if want.abs() < LEAST_NORMAL as f64 {
            return 0.0;
        }
        let difference = (got as f64 - want).abs();
        return if measure == 2 { difference } else { difference / want.abs() };
    }
    if measure == 1 && got == 0.0 && want.abs() < LEAST_NORMAL as f64 {
        return 0.0;
    }
    if got.is_sign_negative() != rounded.is_sign_negative() {
        return f64::INFINITY;
    }
    // One step beyond the largest float stands for infinity.
    let most = 3.402_823_669_209_385e38;
    let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    let ulps = f64::from_bits(((23 - exponent + 1023) as u64) << 52);
    ((got as f64).clamp(-most, most) - want.clamp(-most, most)).abs() * ulps
}

/// How many floats lie between.
#[device]
fn floats_between(a: f32, b: f32) -> u64 {
    let (p, q) = (a.to_bits() as i32 as i64, b.to_bits() as i32 as i64);
    let p = if p < 0 { -2_147_483_648 - p } else { p };
    let q = if q < 0 { -2_147_483_648 - q } else { q };
    p.abs_diff(q)
}

/// The kernels of a function, one for each tier, and the one that compares.
macro_rules! function {
    ($name:ident |$v:ident| $value:expr) => {
        mod $name {
            use super::*;

            function! { @one strict (strict_fp, block = 256) |$v| $value }
            function! { @one default (block = 256) |$v| $value }
            function! { @one fast (fast_math, block = 256) |$v| $value }

            #[kernel(strict_fp, block = 256)]
            fn check(
                low: f32, high: f32, measure: u32, x: &[f32], found: &[f32],
                largest: &[AtomicU64], off: &[AtomicU64],
            ) {
                let mut i = global_id();
                let (mut worst, mut far, mut wrong) = (0u64, 0u64, 0u64);
                while i < x.len() && i < found.len() {
                    let (x, got) = (x[i], found[i]);
                    if !(x.abs() < low || x.abs() > high) {
                        let $v = x as f64;
                        let want = $value;
                        let e = error(got, want, measure);
                        worst = worst.max(((e as f32).to_bits() as u64) << 32 | x.to_bits() as u64);
                        let flushed = measure != 0 && want.abs() < LEAST_NORMAL as f64;
                        if !got.is_nan() && !flushed {
                            let between = floats_between(got, want as f32);
                            far = far.max(between);
                            wrong += if between == 0 { 0 } else { 1 };
                        }
                    }
                    i += grid_dim().x * 256;
                }
                largest[0].fetch_max(worst, Ordering::Relaxed);
                off[0].fetch_max(far, Ordering::Relaxed);
                off[1].fetch_add(wrong, Ordering::Relaxed);
            }

            pub fn measure(bench: &mut Bench, run: &Run) -> kiln::Result<Found> {
                let mut all = Found::default();
                for first in 0..bench.rounds {
                    floats(first, bench.step, &mut bench.x).threads(bench.count).launch(&bench.stream)?;
                    let x = &bench.x;
                    match run.tier {
                        "strict" => strict(x, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                        "fast" => fast(x, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                        _ => default(x, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                    }
                    let threads = bench.count / bench.turns;
                    check(run.low, run.high, run.measure as u32, x, &bench.out, &mut bench.largest, &mut bench.off)
                        .threads(threads)
                        .launch(&bench.stream)?;
                }
                all.join(bench)?;
                Ok(all)
            }
        }
    };
    (@one $tier:ident $attrs:tt |$v:ident| $value:expr) => {
        #[kernel $attrs]
        fn $tier(x: &[f32], out: &mut [f32]) {
            let i = global_id();
            if i < out.len() {
                let $v = x[i];
                out[i] = $value;
            }
        }
    };
    ($name:ident |$v:ident, $w:ident| $value:expr) => {
        mod $name {
            use super::*;

            function! { @two strict (strict_fp, block = 256) |$v, $w| $value }
            function! { @two default (block = 256) |$v, $w| $value }
            function! { @two fast (fast_math, block = 256) |$v, $w| $value }

            #[kernel(strict_fp, block = 256)]
            fn check(
                low: f32, high: f32, measure: u32, x: &[f32], y: &[f32], found: &[f32],
                largest: &[AtomicU64], off: &[AtomicU64],
            ) {
                let mut i = global_id();
                let (mut worst, mut far, mut wrong) = (0u64, 0u64, 0u64);
                while i < x.len() && i < y.len() && i < found.len() {
                    let (x, y, got) = (x[i], y[i], found[i]);
                    if !(x.abs() < low || x.abs() > high || y.abs() < low || y.abs() > high) {
                        let ($v, $w) = (x as f64, y as f64);
                        let want = $value;
                        let e = error(got, want, measure);
                        worst = worst.max(((e as f32).to_bits() as u64) << 32 | x.to_bits() as u64);
                        let flushed = measure != 0 && want.abs() < LEAST_NORMAL as f64;
                        if !got.is_nan() && !flushed {
                            let between = floats_between(got, want as f32);
                            far = far.max(between);
                            wrong += if between == 0 { 0 } else { 1 };
                        }
                    }
                    i += grid_dim().x * 256;
                }
                largest[0].fetch_max(worst, Ordering::Relaxed);
                off[0].fetch_max(far, Ordering::Relaxed);
                off[1].fetch_add(wrong, Ordering::Relaxed);
            }

            pub fn measure(bench: &mut Bench, run: &Run) -> kiln::Result<Found> {
                let mut all = Found::default();
                let kinds = if run.positive { 2..3 } else { 0..3 };
                for kind in kinds {
                    pairs(kind, u64::from(kind) << 40, &mut bench.x, &mut bench.y)
                        .threads(bench.count)
                        .launch(&bench.stream)?;
                    let (x, y) = (&bench.x, &bench.y);
                    match run.tier {
                        "strict" => strict(x, y, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                        "fast" => fast(x, y, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                        _ => default(x, y, &mut bench.out).threads(bench.count).launch(&bench.stream)?,
                    }
                    let threads = bench.count / bench.turns;
                    check(run.low, run.high, run.measure as u32, x, y, &bench.out, &mut bench.largest, &mut bench.off)
                        .threads(threads)
                        .launch(&bench.stream)?;
                }
                all.join(bench)?;
                Ok(all)
            }
        }
    };
    (@two $tier:ident $attrs:tt |$v:ident, $w:ident| $value:expr) => {
        #[kernel $attrs]
        fn $tier(x: &[f32], y: &[f32], out: &mut [f32]) {
            let i = global_id();
            if i < out.len() {
                let ($v, $w) = (x[i], y[i]);
                out[i] = $value;
            }
        }
    };
}

function! { exp |v| v.exp() }
function! { exp2 |v| v.exp2() }
function! { exp_m1 |v| v.exp_m1() }
function! { ln |v| v.ln() }
function! { log2 |v| v.log2() }
function! { log10 |v| v.log10() }
function! { ln_1p |v| v.ln_1p() }
function! { cbrt |v| v.cbrt() }
function! { sin |v| v.sin() }
function! { cos |v| v.cos() }
function! { tan |v| v.tan() }
function! { asin |v| v.asin() }
function! { acos |v| v.acos() }
function! { atan |v| v.atan() }
function! { sinh |v| v.sinh() }
function! { cosh |v| v.cosh() }
function! { tanh |v| v.tanh() }
function! { asinh |v| v.asinh() }
function! { acosh |v| v.acosh() }
function! { atanh |v| v.atanh() }
function! { erf |v| v.erf() }
function! { erfc |v| v.erfc() }
function! { sqrt |v| v.sqrt() }
function! { rsqrt |v| v.rsqrt() }
function! { recip |v| v.recip() }
function! { hypot |v, w| v.hypot(w) }
function! { powf |v, w| v.powf(w) }
function! { atan2 |v, w| v.atan2(w) }
function! { divided |v, w| v / w }

/// What is measured.
pub struct Run {
    name: &'static str,
    tier: &'static str,
    /// The magnitudes of arguments.
    low: f32,
    high: f32,
    measure: Measure,
    /// What CUDA documents: the most floats off, or the largest error of another measure.
    bound: f64,
    /// Of two arguments only those of a power.
    positive: bool,
    take: fn(&mut Bench, &Run) -> kiln::Result<Found>,
}

/// Where it is measured.
pub struct Bench {
    stream: kiln::Stream,
    x: Buffer<f32>,
    y: Buffer<f32>,
    out: Buffer<f32>,
    largest: Buffer<u64>,
    off: Buffer<u64>,
    count: usize,
    /// Values that one thread compares.
    turns: usize,
    /// How many times so many floats are measured, and how far apart those of one round are.
    rounds: u32,
    step: u32,
}

/// What is found.
#[derive(Default)]
pub struct Found {
    error: f32,
    at: f32,
    off: u64,
    wrong: u64,
}

impl Found {
    /// Takes what was found, and leaves nothing for the next.
    fn join(&mut self, bench: &mut Bench) -> kiln::Result<()> {
        let largest = bench.stream.download(&bench.largest)?[0];
        let off = bench.stream.download(&bench.off)?;
        *self = Found {
            error: f32::from_bits((largest >> 32) as u32),
            at: f32::from_bits(largest as u32),
            off: off[0],
            wrong: off[1],
        };
        bench.largest = bench.stream.upload(&[0])?;
        bench.off = bench.stream.upload(&[0; 2])?;
        Ok(())
    }
}

/// All measurements. The bounds are those of CUDA's programming guide, 13.0.
fn runs() -> Vec<Run> {
    let mut all = Vec::new();
    macro_rules! exact {
        ($($name:ident $bound:literal;)*) => {$(
            for tier in ["strict", "default"] {
                all.push(Run {
                    name: stringify!($name), tier, low: 0.0, high: f32::INFINITY, measure: Measure::Ulps,
                    bound: f64::from($bound), positive: false, take: $name::measure,
                });
            }
        )*};
    }
    exact! {
        exp 2; exp2 2; exp_m1 1; ln 1; log2 1; log10 2; ln_1p 1; cbrt 1; sin 2; cos 2; tan 4; asin 2; acos 2; atan 2;
        sinh 3; cosh 2; tanh 2; asinh 3; acosh 4; atanh 3; erf 2; erfc 4; sqrt 0; rsqrt 2; recip 0;
        hypot 3; powf 4; atan2 3; divided 0;
    }
    macro_rules! fast {
        ($($name:ident $low:expr, $high:expr, $measure:ident $bound:expr $(, $positive:ident)?;)*) => {$(
            all.push(Run {
                name: stringify!($name), tier: "fast", low: $low, high: $high, measure: Measure::$measure,
                bound: $bound, positive: false $(|| stringify!($positive) == "positive")?, take: $name::measure,
            });
        )*};
    }
    let (least, most, pi) = (LEAST_NORMAL, f32::MAX, std::f32::consts::PI);
    fast! {
        // 2 + floor(|1.173 x|).
        exp least, 1.0, Flushed 3.0;
        exp least, 10.0, Flushed 13.0;
        exp least, 87.0, Flushed 104.0;
        exp2 least, 128.0, Flushed 2.0;
        ln 0.5, 2.0, Absolute 2f64.powf(-21.41);
        ln least, 0.5, Flushed 3.0;
        ln 2.0, most, Flushed 3.0;
        log2 0.5, 2.0, Absolute 2f64.powi(-22);
        log2 least, 0.5, Flushed 2.0;
        log2 2.0, most, Flushed 2.0;
        // Said to be 2^-24; CUDA's own are as far off as these.
        log10 0.5, 2.0, Absolute 2f64.powf(-23.87);
        log10 least, 0.5, Flushed 3.0;
        log10 2.0, most, Flushed 3.0;
        sin least, pi, Absolute 2f64.powf(-21.41);
        cos least, pi, Absolute 2f64.powf(-21.19);
        tan least, 1.0, Absolute f64::INFINITY;
        tanh least, most, Relative 2f64.powi(-11);
        sqrt least, most, Flushed 1.0;
        rsqrt least, most, Flushed 2.0;
        recip least, 8.5e37, Flushed 1.0;
        divided least, 8.5e37, Flushed 2.0;
        powf 0.1, 10.0, Relative f64::INFINITY, positive;
    }
    macro_rules! unchanged {
        ($($name:ident $bound:literal;)*) => {$(
            all.push(Run {
                name: stringify!($name), tier: "fast", low: least, high: most, measure: Measure::Flushed,
                bound: f64::from($bound), positive: false, take: $name::measure,
            });
        )*};
    }
    unchanged! {
        exp_m1 1; ln_1p 1; cbrt 1; asin 2; acos 2; atan 2; sinh 3; cosh 2; asinh 3; acosh 4; atanh 3; hypot 3; atan2 3;
    }
    all
}

fn main() -> kiln::Result<()> {
    let (device, on_gpu) = match Device::gpu(0) {
        Ok(gpu) => (gpu, true),
        Err(error) => {
            println!("no GPU, so a sample is measured on the CPU: {error}");
            (Device::cpu(), false)
        }
    };
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    // The smoke mode measures a sample on a GPU too.
    let all = on_gpu && !smoke::is_on();
    let (count, turns) = if all { (1 << 28, 256) } else { (1 << 17, 32) };
    let stream = device.new_stream()?;
    let mut bench = Bench {
        x: stream.alloc_zeroed(count)?,
        y: stream.alloc_zeroed(count)?,
        out: stream.alloc_zeroed(count)?,
        largest: stream.upload(&[0])?,
        off: stream.upload(&[0; 2])?,
        count,
        turns,
        rounds: if all { 16 } else { 1 },
        step: if all { 16 } else { 32_771 },
        stream,
    };
    let backend = std::env::var("KILN_BACKEND").unwrap_or_else(|_| "as found".to_owned());
    println!("{device}, back end: {backend}");
    println!("| function | tier | arguments | largest error | floats off | not the nearest | CUDA's bound |");
    println!("|---|---|---|---|---|---|---|");
    let mut worse = 0;
    let tiers = ["strict", "default", "fast"];
    let (wanted_tiers, names): (Vec<String>, Vec<String>) =
        wanted.into_iter().partition(|name| tiers.contains(&name.as_str()));
    let asked = |of: &[String], name: &str| of.is_empty() || of.iter().any(|wanted| wanted == name);
    for run in runs().iter().filter(|run| asked(&names, run.name) && asked(&wanted_tiers, run.tier)) {
        let found = (run.take)(&mut bench, run)?;
        let ulps = run.measure == Measure::Ulps || run.measure == Measure::Flushed;
        let off = if ulps { found.off as f64 } else { f64::from(found.error) };
        let mark = if off > run.bound || ulps && found.error.is_infinite() { " (worse)" } else { "" };
        worse += usize::from(!mark.is_empty());
        let arguments = match run.high {
            f32::INFINITY => "all".to_owned(),
            high => format!("{:e} to {high:e}", run.low),
        };
        let power = |x: f64| if x.is_finite() { format!("2^{:.2}", x.log2()) } else { "none".to_owned() };
        let (error, bound) = match run.measure {
            Measure::Ulps | Measure::Flushed => (format!("{:.2} ulp", found.error), run.bound.to_string()),
            Measure::Absolute => (power(found.error.into()), format!("{} absolute", power(run.bound))),
            Measure::Relative => (power(found.error.into()), format!("{} relative", power(run.bound))),
        };
        println!(
            "| `{}` | {} | {arguments} | {error} at {:e} | {} | {} | {bound}{mark} |",
            run.name, run.tier, found.at, found.off, found.wrong
        );
    }
    if worse > 0 {
        println!("{worse} are worse than CUDA's bound");
        std::process::exit(1);
    }
    Ok(())
}
