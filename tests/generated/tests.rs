//! Random programs and structs. The programs are run by every executor that is here and compared to the bit with
//! what rustc makes of the same source; functions that are not rounded the same everywhere are in [`ulps`].
//!
//! A program is a `#[device]` function. Its kernel applies it to [`LANES`] threads, whose operands are values at
//! the edges of their types and random ones; then the host calls the same function, compiled natively, with the
//! same operands. `KILN_GENERATED_ROUNDS` asks for more operands than the usual three times [`LANES`].
//! `KILN_GENERATED_LOG` names a file to which each comparison that held adds a line, the test, the device and the
//! number of results between tabs, for scripts to count.
//!
//! Takes `programs.rs`, which `cargo xtask generate` writes, or with the feature `sample` some of its programs, which
//! `cargo xtask test` chooses; guarantees that a difference is told with its
//! operands. Of the structs in `layouts.rs`, [`layout`] tests that they lie everywhere as rustc laid them.

use std::fmt::Debug;
use std::io::Write;
use std::sync::Once;

use kiln::ScalarType;
use kiln::prelude::*;

#[rustfmt::skip]
mod layouts;
mod layout;
#[cfg(not(feature = "sample"))]
#[rustfmt::skip]
mod programs;
#[cfg(feature = "sample")]
mod programs {
    #![allow(warnings, clippy::all, clippy::pedantic, arithmetic_overflow, unconditional_panic)]

    include!(env!("KILN_GENERATED_SAMPLE", "`cargo xtask test` writes the sample and sets the variable"));
}
mod ulps;

use layout::agree;

/// Threads of a launch: more than one block, and not whole warps.
const LANES: usize = 333;

/// What operands are made of.
trait Value: ScalarType + Debug + Default {
    /// Values where types end and meanings change.
    fn edge(number: u64) -> Self;
    fn from_index(index: usize) -> Self;
    fn is_nan(self) -> bool;
}

macro_rules! ints {
    ($($ty:ident)*) => {
        $(impl Value for $ty {
            fn edge(number: u64) -> Self {
                let top: $ty = $ty::MAX;
                [0, 1, !0, $ty::MIN, top, top - 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 100][number as usize % 16]
            }
            fn from_index(index: usize) -> Self {
                index as $ty
            }
            fn is_nan(self) -> bool {
                false
            }
        })*
    };
}

ints! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

macro_rules! floats {
    ($($ty:ident $from:expr;)*) => {
        $(impl Value for $ty {
            fn edge(number: u64) -> Self {
                let from = $from;
                let tiny = $ty::from_bits(1);
                [
                    from(0.0), from(-0.0), from(1.0), from(-1.0), from(0.5), from(-2.5), from(3.5), from(255.0),
                    from(256.5), from(-32769.0), from(1e10), from(-1e20), $ty::MAX, $ty::MIN, $ty::MIN_POSITIVE, tiny, -tiny,
                    $ty::EPSILON, $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN, from(1.0 / 3.0), from(0.1), from(65520.0),
                ][number as usize % 24]
            }
            fn from_index(index: usize) -> Self {
                ($from)(index as f32)
            }
            fn is_nan(self) -> bool {
                $ty::is_nan(self)
            }
        })*
    };
}

floats! {
    f16 f16::from_f32;
    bf16 bf16::from_f32;
    f32 std::convert::identity::<f32>;
    f64 f64::from;
}

impl Value for bool {
    fn edge(number: u64) -> Self {
        number % 2 == 1
    }
    fn from_index(index: usize) -> Self {
        index % 2 == 1
    }
    fn is_nan(self) -> bool {
        false
    }
}

/// The operand with this number: an edge, a small number, or random bits.
fn operand<T: Value>(round: u64, position: u64, lane: u64) -> T {
    let mut mixed = (round << 40 | position << 32 | lane).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    match mixed % 4 {
        0 | 1 => T::edge(mixed >> 8),
        2 => T::from_index((mixed >> 8) as usize % 130),
        // A boolean is one bit; the rest takes all there are.
        _ if size_of::<T>() == 1 && T::edge(0).to_bits() == 0 && T::edge(2).to_bits() == 0 => {
            T::from_bits(mixed >> 8 & 1)
        }
        _ => T::from_bits(mixed >> 8 ^ mixed << 56),
    }
}

/// Another value in every thread.
fn varying<T: Value>(round: u64, position: u64) -> Vec<T> {
    (0..LANES as u64).map(|lane| operand(round, position, lane)).collect()
}

/// The same value in every thread.
fn uniform<T: Value>(round: u64, position: u64) -> Vec<T> {
    vec![operand(round, position, LANES as u64); LANES]
}

/// The thread's index.
fn indices<T: Value>() -> Vec<T> {
    (0..LANES).map(T::from_index).collect()
}

fn up<T: Value>(stream: &Stream, values: &[T]) -> Buffer<T> {
    stream.upload(values).unwrap()
}

/// Every device here: the CPU executor, and each GPU. That there is none is said, once.
fn devices() -> Vec<Device> {
    static SAID: Once = Once::new();
    let gpus = Device::gpu_count().unwrap_or_else(|error| {
        SAID.call_once(|| {
            eprintln!("no GPU, so the tests run on the CPU only: {error}");
            log(&format!("no GPU\t{}\t0", error.to_string().replace(['\n', '\t'], " ")));
        });
        0
    });
    std::iter::once(Device::cpu()).chain((0..gpus).map(|gpu| Device::gpu(gpu).unwrap())).collect()
}

/// Runs a program's comparison on every device, with several sets of operands.
fn compare(run: impl Fn(&Stream, u64)) {
    let rounds = std::env::var("KILN_GENERATED_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    for device in devices() {
        let stream = device.stream();
        for round in 0..rounds {
            run(&stream, round);
        }
        let test = std::thread::current();
        log(&format!("{}\t{device}\t{}", test.name().unwrap_or("main"), rounds * LANES as u64));
    }
}

/// Adds a line to the log, if one is kept. It is written at once, so that tests may run beside each other.
fn log(line: &str) {
    let Some(path) = std::env::var_os("KILN_GENERATED_LOG") else { return };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Asserts that the kernel's results are the host's, NaNs all alike.
fn same<T: Value>(
    stream: &Stream,
    found: &Buffer<T>,
    expected: impl Fn(usize) -> T,
    operands: impl Fn(usize) -> String,
) {
    let found = stream.download(found).unwrap();
    let differs = |lane: &usize| {
        let (found, expected) = (found[*lane], expected(*lane));
        found.to_bits() != expected.to_bits() && !(found.is_nan() && expected.is_nan())
    };
    let wrong: Vec<usize> = (0..LANES).filter(differs).collect();
    if let Some(&lane) = wrong.first() {
        panic!(
            "{}: {} of {LANES} results differ; with {} (thread {lane}) it gives {:?}, rustc {:?}",
            stream.device(),
            wrong.len(),
            operands(lane),
            found[lane],
            expected(lane),
        );
    }
}

/// A number's bits, NaNs all alike.
fn word<T: Value>(value: T) -> u64 {
    if value.is_nan() { u64::MAX } else { value.to_bits() }
}

/// Asserts that the structs that a kernel changed are what the host makes of them.
fn same_words<T: KernelType + Debug>(
    stream: &Stream,
    found: &Buffer<T>,
    words: fn(T) -> Vec<u64>,
    expected: impl Fn(usize) -> T,
) {
    let found = stream.download(found).unwrap();
    for (lane, value) in found.into_iter().enumerate() {
        let wanted = expected(lane);
        assert_eq!(
            words(value),
            words(wanted),
            "{}, thread {lane}: {value:?}, rustc {wanted:?}",
            stream.device()
        );
    }
}
