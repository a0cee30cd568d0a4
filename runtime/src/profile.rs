//! The profiler: what a program's kernels and copies cost, and what bounds them.
//!
//! A [`Session`] watches a device from [`start`] to [`Session::finish`]. The [`Report`] that it gives prints as a
//! table, and writes JSON and a trace that Perfetto and Chrome show. The environment variable KILN_PROFILE does the
//! same for a whole program that is not changed:
//!
//! ```text
//! KILN_PROFILE=report.json cargo run --release      # the table on stderr, JSON in the file, the trace beside it
//! ```
//!
//! **Times** are between two device events around each launch, copy and graph launch. What two events with nothing
//! between them take is subtracted. Where the host launches more slowly than the device works, the device waits for
//! the launch between the two events: times of kernels of a few microseconds are then too long. `bench::time` measures
//! those.
//!
//! **Bytes** are those of one pass over each argument: what the kernel's code reads counts once, what it writes counts
//! once, whatever part of it a launch touches and however often. A kernel that reads its input twice has half of the
//! bandwidth in the table that the memory gave.
//!
//! While no session runs, the profiler costs nothing. In a session a launch costs about 3 µs more.
//!
//! # Examples
//!
//! ```
//! use kiln_runtime::{Device, profile};
//!
//! let device = Device::best()?;
//! let stream = device.stream();
//! let session = profile::start(&device)?;
//! let x = stream.upload(&vec![1.0f32; 1 << 16])?;
//! let mut y = stream.alloc_zeroed::<f32>(1 << 16)?;
//! stream.copy(&x, &mut y)?;
//! let report = session.finish()?;
//! println!("{report}");
//! assert_eq!(report.copies.iter().map(|copy| copy.calls).sum::<u64>(), 2);
//! # Ok::<(), kiln_runtime::Error>(())
//! ```

mod automatic;
mod count_hints;
mod hints;
mod json;
mod peaks;
mod report;
pub(crate) mod traffic;
pub(crate) mod watch;

use crate::bench;
use crate::device::Device;
use crate::error::{Error, Result};

pub(crate) use automatic::begin as begin_automatic;
pub use hints::Hint;
pub use peaks::Peaks;
pub use report::{Bound, CompileTime, CopyStats, KernelStats, Occupied, Report, TimelineEntry};

/// Begins to watch a device's work, of all threads and streams.
///
/// # Errors
///
/// [`Error::ProfilerBusy`] while another session runs, [`Error::Driver`] where the device fails.
///
/// # Examples
///
/// As [the module's](self).
pub fn start(device: &Device) -> Result<Session> {
    let zero = device.stream().record_event()?;
    if !watch::begin(device, zero) {
        return Err(Error::ProfilerBusy);
    }
    Ok(Session { device: device.clone(), ended: false })
}

/// A profiler at work. There is one in the process at a time. Dropped without [`Session::finish`] it reports nothing.
#[must_use = "a session that is dropped ends, and reports nothing"]
pub struct Session {
    device: Device,
    ended: bool,
}

impl Session {
    /// Ends the session: waits for the work that it has seen, and measures how fast the device copies, which takes
    /// about 0.1 s.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    pub fn finish(mut self) -> Result<Report> {
        self.ended = true;
        let Some(watched) = watch::end() else { return Err(Error::ProfilerBusy) };
        let device = &self.device;
        Ok(Report::new(device, watched, bench::copy_rate(device)?, bench::event_seconds(device)?))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.ended {
            watch::end();
        }
    }
}
