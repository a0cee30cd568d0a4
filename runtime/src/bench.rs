//! Benchmarks: how long work takes on a device, and which of several pieces of work is the fastest.
//!
//! [`time`] measures one piece of work, [`paired`] and [`Bench::compare`] several in turns. Work is a closure that
//! gives launches, copies or library calls to a stream.
//!
//! **Times are the device's.** Before each batch of calls Kiln holds the stream back until the host has given it the
//! whole batch, so a kernel of 5 µs is measured as 5 µs, although the host needs longer to launch it. Two device
//! events enclose each call, or a batch of calls when [`warm`](Bench::warm). What two events with nothing between them
//! take is subtracted. On the CPU a launch returns when its work is done, and the host's clock measures it.
//!
//! **Caches are cold.** Before each call a kernel reads twice as much memory as the L2 cache holds. It reads, so the
//! cache holds nothing that the call would have to write back. [`Bench::warm`] leaves it out. On the CPU caches are
//! as the call before left them.
//!
//! **Clocks.** The first calls, 25 ms of them, warm the GPU up and count for nothing. NVML, which comes with the
//! driver, tells the clock of the multiprocessors before and after, and whether the GPU was throttled. Samples of a
//! throttled GPU are dropped if enough others are left; else [`Timing::throttled`] says so.
//!
//! **Figures** are medians with an interval that contains the median of all such samples with a probability of 95 %
//! (by order statistics, so no distribution is assumed). Sampling ends when the interval is narrow enough or the time
//! is used up.
//!
//! # Examples
//!
//! ```
//! use kiln_runtime::{Device, bench};
//!
//! let stream = Device::best()?.stream();
//! let (x, mut y) = (stream.alloc_zeroed::<f32>(1 << 16)?, stream.alloc_zeroed::<f32>(1 << 16)?);
//! let timing = bench::time(&stream, || stream.copy(&x, &mut y))?;
//! println!("{timing}, {:.1} GB/s", timing.gigabytes_per_second(2 * 4 << 16));
//! # Ok::<(), kiln_runtime::Error>(())
//! ```

mod sampler;
mod statistics;
mod timing;

use std::time::Duration;

use crate::error::Result;
use crate::stream::Stream;

pub(crate) use timing::unit;
pub use timing::{Comparison, Ratio, Timing, Verdict};

use sampler::Sampler;
pub(crate) use sampler::{copy_rate, event_seconds};

/// Measures a piece of work, with the defaults of [`Bench::new`].
///
/// # Errors
///
/// What the work returns, and [`Error::Driver`](crate::Error::Driver) where the device fails. A stream that records
/// a graph is refused.
///
/// # Examples
///
/// As [the module's](self).
#[doc(alias = "do_bench")]
pub fn time(stream: &Stream, work: impl FnMut() -> Result<()>) -> Result<Timing> {
    Bench::new().time(stream, work)
}

/// Measures two pieces of work in turns, with the defaults of [`Bench::new`], and says which one is faster. The
/// device's clock is then the same for both.
///
/// # Errors
///
/// As [`time`].
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, bench};
///
/// let stream = Device::best()?.stream();
/// let (x, mut y, mut z) = (
///     stream.alloc_zeroed::<f32>(1 << 16)?,
///     stream.alloc_zeroed::<f32>(1 << 16)?,
///     stream.alloc_zeroed::<f32>(1 << 16)?,
/// );
/// let copies = bench::paired(
///     &stream,
///     || stream.copy(&x, &mut y),
///     || {
///         stream.copy(&x, &mut z)?;
///         stream.copy(&x, &mut z)
///     },
/// )?;
/// println!("{copies}");
/// println!("the second is {:?}", copies.ratio(1).verdict());
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[doc(alias = "do_bench_paired")]
pub fn paired(
    stream: &Stream,
    first: impl FnMut() -> Result<()>,
    second: impl FnMut() -> Result<()>,
) -> Result<Comparison> {
    Bench::new().compare(stream, &mut [Case::new("first", first), Case::new("second", second)])
}

/// How to measure.
#[derive(Clone, Debug)]
#[must_use = "it measures when it is given work"]
pub struct Bench {
    cold: bool,
    warm_up: Duration,
    budget: Duration,
    least: usize,
    interval: f64,
}

impl Default for Bench {
    fn default() -> Bench {
        Bench::new()
    }
}

impl Bench {
    /// Cold caches, 25 ms to warm up; then up to 200 ms of samples a piece of work, at least 7, until the interval
    /// of its median is 0.5 % wide.
    pub fn new() -> Bench {
        Bench {
            cold: true,
            warm_up: Duration::from_millis(25),
            budget: Duration::from_millis(200),
            least: 7,
            interval: 0.005,
        }
    }

    /// Leaves the L2 cache as the call before left it. A sample is then the mean of a batch of calls.
    pub fn warm(mut self) -> Bench {
        self.cold = false;
        self
    }

    /// The time for which the work runs before it is measured. It runs twice at least.
    pub fn warm_up(mut self, time: Duration) -> Bench {
        self.warm_up = time;
        self
    }

    /// The host's time after which sampling ends, a piece of work. [`Bench::samples`] has precedence.
    pub fn budget(mut self, time: Duration) -> Bench {
        self.budget = time;
        self
    }

    /// The least number of samples, whatever time they take; at least 1.
    pub fn samples(mut self, least: usize) -> Bench {
        self.least = least.max(1);
        self
    }

    /// The width of the median's interval, in parts of the median, at which sampling ends before its time: 0.005 is
    /// half a percent. With 0 sampling uses all of its time.
    pub fn interval(mut self, part: f64) -> Bench {
        self.interval = part;
        self
    }

    /// Measures a piece of work.
    ///
    /// # Errors
    ///
    /// As [`time`].
    pub fn time(&self, stream: &Stream, work: impl FnMut() -> Result<()>) -> Result<Timing> {
        self.compare(stream, &mut [Case::new("", work)])?.into_first()
    }

    /// Measures pieces of work in turns: a batch of calls of each, then again. Ratios to the first come from the
    /// batches of each turn, which had the same clock.
    ///
    /// # Errors
    ///
    /// As [`time`]. [`Error::NothingToMeasure`](crate::Error::NothingToMeasure) without work.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::bench::{Bench, Case};
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::best()?.stream();
    /// let (x, mut y, mut z) = (
    ///     stream.alloc_zeroed::<f32>(1 << 16)?,
    ///     stream.alloc_zeroed::<f32>(1 << 16)?,
    ///     stream.alloc_zeroed::<f32>(1 << 16)?,
    /// );
    /// let table = Bench::new().compare(
    ///     &stream,
    ///     &mut [
    ///         Case::new("copy", || stream.copy(&x, &mut y)).bytes(8 << 16),
    ///         Case::new("fill", || stream.fill(&mut z, 1.0)).bytes(4 << 16),
    ///     ],
    /// )?;
    /// println!("{table}");
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn compare(&self, stream: &Stream, cases: &mut [Case<'_>]) -> Result<Comparison> {
        Sampler::new(self, stream)?.run(cases)
    }
}

/// A piece of work to measure: a name, a closure that gives the work to a stream, and what one call moves and
/// computes.
pub struct Case<'a> {
    name: String,
    work: Box<dyn FnMut() -> Result<()> + 'a>,
    amount: Amount,
}

/// What one call moves and computes.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    bytes: u64,
    flops: u64,
}

impl<'a> Case<'a> {
    /// Work with a name for the table.
    pub fn new(name: impl Into<String>, work: impl FnMut() -> Result<()> + 'a) -> Case<'a> {
        Case { name: name.into(), work: Box::new(work), amount: Amount::default() }
    }

    /// The bytes that one call has to read and write, for a column of GB/s.
    #[must_use]
    pub fn bytes(mut self, bytes: u64) -> Case<'a> {
        self.amount.bytes = bytes;
        self
    }

    /// The floating-point operations of one call, for a column of TFLOP/s. A fused multiplication and addition is
    /// two.
    #[must_use]
    pub fn flops(mut self, flops: u64) -> Case<'a> {
        self.amount.flops = flops;
        self
    }
}
