//! A hint for programs that wait for an executor without optimization, as the dev profile builds it.

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::sys::variables;

/// How long launches take in all before the hint is worth a line.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs a launch. Prints the hint, once for a process, when launches have taken long.
pub(super) fn timed<T>(launch: impl FnOnce() -> T) -> T {
    static SPENT: AtomicU64 = AtomicU64::new(0);
    static HINT: Once = Once::new();
    if !cfg!(kiln_unoptimized) {
        return launch();
    }
    let start = Instant::now();
    let result = launch();
    let spent = start.elapsed().as_nanos() as u64;
    if SPENT.fetch_add(spent, Ordering::Relaxed) + spent > PATIENCE.as_nanos() as u64 {
        HINT.call_once(|| {
            if variables::switch("KILN_HINTS") != Some(false) {
                eprintln!("{MESSAGE}");
            }
        });
    }
    result
}

const MESSAGE: &str = "\
kiln: hint: kernels have run on the CPU for 5 seconds, by an executor that was built without optimization
kiln: hint: to run them much faster, add this to the Cargo.toml of your workspace:
    [profile.dev.package.kiln-runtime]
    opt-level = 3
kiln: hint: set KILN_HINTS=0 to hide this";
