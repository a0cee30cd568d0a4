//! The profiler: what a program's kernels and copies cost, and what bounds them.
//!
//! A [`Session`] watches a device, or all, from [`start`] to [`Session::finish`]. The [`Report`] that it gives prints
//! as a table, and writes JSON and a trace that Perfetto and Chrome show. `#[kiln::profile]` profiles the calls of a
//! function. The environment variable KILN_PROFILE does the same for a whole program that is not changed:
//!
//! ```text
//! KILN_PROFILE=report.json cargo run --release      # the table on stderr, JSON in the file, the trace beside it
//! ```
//!
//! **Times** are between two device events around each launch, copy and graph launch. What two events with nothing
//! between them take is subtracted. Where the host launches more slowly than the device works, the device waits for
//! the launch between the two events: times of kernels of a few microseconds are then too long. `bench::time` measures
//! those, and so does CUPTI, whose times a session with the feature `cupti` uses where it finds the library.
//!
//! **Bytes** are those of one pass over each argument: what the kernel's code reads counts once, what it writes counts
//! once, whatever part of it a launch touches and however often. A kernel that reads its input twice has half of the
//! bandwidth in the table that the memory gave.
//!
//! **Operations** are counted by running a few blocks on the CPU, in a session with [`SessionBuilder::counted`].
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
mod counting;
mod hints;
mod json;
mod operations;
mod peaks;
#[cfg(feature = "plots")]
mod plots;
mod report;
pub(crate) mod traffic;
pub(crate) mod watch;

use std::sync::{Mutex, PoisonError};

use crate::bench;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::trace;

pub(crate) use automatic::begin as begin_automatic;
pub use hints::Hint;
pub use operations::Operations;
pub use peaks::Peaks;
pub use report::{
    Bound, CompileTime, CopyStats, DeviceStats, KernelStats, Occupied, RangeStats, Report, TimeSource,
    TimelineEntry,
};

use report::Rates;

/// Begins to watch a device's work, of all threads and streams: `session().start(device)`.
///
/// # Errors
///
/// As [`SessionBuilder::start`].
///
/// # Examples
///
/// As [the module's](self).
pub fn start(device: &Device) -> Result<Session> {
    session().start(device)
}

/// A session that is still to start.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, profile};
///
/// let device = Device::best()?;
/// let session = profile::session().counted().start(&device)?;
/// // Launch kernels; then:
/// let report = session.finish()?;
/// println!("{:.2} % of the pipes' peaks", 100.0 * report.compute_efficiency());
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub fn session() -> SessionBuilder {
    SessionBuilder::default()
}

/// What a session is to do; see [`session`].
#[derive(Clone, Copy, Debug, Default)]
#[must_use = "it does nothing until it is started"]
pub struct SessionBuilder {
    counted: bool,
}

impl SessionBuilder {
    /// Counts what kernels do, for the report's operations, parts of the peaks and hints by source line.
    ///
    /// Before the first launch of a kernel with a grid, lengths of arguments and integers, its arguments are copied to
    /// the host, and up to 64 of its blocks run on the CPU, as [`Device::counted_as`] runs the code for this GPU. So a
    /// first launch waits for the stream and takes the host longer, up to some seconds for large tiles; the device's
    /// times are those of any session. The counts of some blocks are scaled to the grid. Other launches of the same
    /// size count as the first, and from the 17th size of a kernel on as the others on average. On a device that
    /// counts, its own counts are taken.
    ///
    /// Launches of graphs and of foreign code are not counted, nor kernels whose blocks may wait for others (atomic
    /// loads, swaps and exchanges, in grids of more than 64 blocks), nor arguments of more than 8 GiB.
    pub fn counted(mut self) -> SessionBuilder {
        self.counted = true;
        self
    }

    /// Begins to watch a device's work, of all threads and streams.
    ///
    /// # Errors
    ///
    /// [`Error::ProfilerBusy`] while another session runs, [`Error::Driver`] where the device fails.
    pub fn start(self, device: &Device) -> Result<Session> {
        self.begin(Some(device))
    }

    /// Begins to watch the work of every device that the program uses from now on.
    ///
    /// # Errors
    ///
    /// [`Error::ProfilerBusy`] while another session runs.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, profile};
    ///
    /// let session = profile::session().start_on_all()?;
    /// for device in [Device::best()?, Device::cpu()] {
    ///     device.stream().upload(&[1.0f32; 1000])?;
    /// }
    /// for device in session.finish()?.devices {
    ///     println!("{}: {} allocations", device.name, device.allocations);
    /// }
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn start_on_all(self) -> Result<Session> {
        self.begin(None)
    }

    fn begin(self, only: Option<&Device>) -> Result<Session> {
        if !watch::begin(only, self.counted)? {
            return Err(Error::ProfilerBusy);
        }
        Ok(Session { ended: false })
    }
}

/// A profiler at work. There is one in the process at a time. Dropped without [`Session::finish`] it reports nothing.
#[must_use = "a session that is dropped ends, and reports nothing"]
pub struct Session {
    ended: bool,
}

impl Session {
    /// Ends the session: waits for the work that it has seen, and measures how fast the devices copy, which takes
    /// about 0.1 s for each, once in the process.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where a device fails.
    pub fn finish(mut self) -> Result<Report> {
        self.ended = true;
        let Some(watched) = watch::end() else { return Err(Error::ProfilerBusy) };
        let devices = watched.devices.iter();
        let rates: Result<Vec<Rates>> =
            devices.map(|seen| rates(&Device::from_stream(Stream::new(seen.device)?))).collect();
        Ok(Report::new(watched, &rates?))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.ended {
            watch::end();
        }
    }
}

/// What a device can do, measured once in the process.
fn rates(device: &Device) -> Result<Rates> {
    static MEASURED: Mutex<Vec<(usize, Rates)>> = Mutex::new(Vec::new());
    let slot = device.shared().slot;
    let mut measured = MEASURED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, rates)) = measured.iter().find(|(other, _)| *other == slot) {
        return Ok(*rates);
    }
    let (copy, event_seconds) = (bench::copy_rate(device)?, bench::event_seconds(device)?);
    let rates = Rates { copy, peaks: Peaks::of(device)?, event_seconds };
    measured.push((slot, rates));
    Ok(rates)
}

/// The report of the last call of a function with `#[kiln::profile]`; `None` before.
///
/// # Examples
///
/// ```
/// if let Some(report) = kiln_runtime::profile::last_report() {
///     println!("{:.2} %", 100.0 * report.memory_efficiency());
/// }
/// ```
#[doc(alias = "generate_report")]
pub fn last_report() -> Option<Report> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

static LAST: Mutex<Option<Report>> = Mutex::new(None);

/// What `#[kiln::profile]` puts in front of a function's body: the outermost such call has a session of all devices,
/// which prints its report at the end; every call is a range.
#[doc(hidden)]
#[must_use = "a scope ends where it is dropped"]
pub struct ProfileScope {
    session: Option<Session>,
    range: Option<trace::Range>,
}

impl ProfileScope {
    /// Enters the function of this name.
    pub fn enter(name: &str, counted: bool) -> ProfileScope {
        let session = SessionBuilder { counted }.start_on_all().ok();
        ProfileScope { session, range: Some(trace::range(name)) }
    }
}

impl Drop for ProfileScope {
    fn drop(&mut self) {
        self.range = None;
        match self.session.take().map(Session::finish) {
            None => {}
            Some(Ok(report)) => {
                eprintln!("{report}");
                *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
            }
            Some(Err(error)) => eprintln!("kiln: `#[kiln::profile]` has nothing to report: {error}"),
        }
    }
}
