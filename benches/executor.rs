//! The CPU executor against plain single-threaded Rust, in processor time, on kernels that are hard to run fast.
//!
//! ```text
//! cargo bench --bench executor
//! cargo bench --bench executor -- life
//! ```
//!
//! Both sides of a pair compute the same, in the same order of operations, and must agree to the bit. They alternate,
//! and each figure is the median of five runs. Processor time counts all threads of the process, so a busy machine
//! disturbs it little. The tile kernels are also compared with their lowered form on an emulated GPU,
//! and the device that counts with the plain CPU.

#[path = "executor/counted.rs"]
mod counted;
#[path = "executor/threads.rs"]
mod threads;
#[path = "executor/tiles.rs"]
mod tiles;

use std::ffi::{c_int, c_long};

/// Runs of each side; odd, so that there is a median.
const RUNS: usize = 5;

/// Processor time that the process has used, in milliseconds.
fn processor_time() -> f64 {
    #[repr(C)]
    struct Timespec {
        seconds: c_long,
        nanoseconds: c_long,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }
    /// `CLOCK_PROCESS_CPUTIME_ID` of Linux.
    const PROCESS: c_int = 2;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the time is writable, and of the layout that 64-bit Linux has.
    let status = unsafe { clock_gettime(PROCESS, &raw mut time) };
    assert_eq!(status, 0, "this system has no clock of processor time");
    time.seconds as f64 * 1e3 + time.nanoseconds as f64 * 1e-6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Whether the program's arguments select a case.
fn selected(name: &str) -> bool {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}

/// Runs the executor and its peer in turns, after one run of each to warm up, and prints a row. Gives the ratio.
fn compare(name: &str, peer_name: &str, mut kiln: impl FnMut(), mut peer: impl FnMut()) -> f64 {
    kiln();
    peer();
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let start = processor_time();
        kiln();
        let middle = processor_time();
        peer();
        own.push(middle - start);
        other.push(processor_time() - middle);
    }
    let (own, other) = (median(own), median(other));
    println!("{name:<30} {own:>9.2} ms  {peer_name:<9} {other:>9.2} ms  {:>6.2} times", own / other);
    own / other
}

fn main() {
    threads::run();
    tiles::run();
    counted::run();
}
