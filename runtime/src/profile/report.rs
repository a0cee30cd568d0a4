//! What a session found, as numbers and as a table.

use std::fmt;

use crate::bench::unit;
use crate::counts::Counts;
use crate::device::DeviceShared;
use crate::instance::{Code, Loaded};
use crate::pool::Bytes;
use crate::report::{Registers, Resident};

use super::watch::{RangeWork, Span, Watch, Work, WorkKind, without_article};
use super::{Operations, Peaks};

/// What a session found. Printed it is a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The device's name; of several devices their names.
    pub device: String,
    /// The first device's multiprocessors; 0 on the CPU.
    pub multiprocessors: u32,
    /// How long the session took, in seconds of the host.
    pub seconds: f64,
    /// How much of that went into counting, while devices may have been idle.
    pub counting_seconds: f64,
    /// The rate at which the first device copies memory, in 10⁹ bytes a second, read and written: what a kernel that
    /// only moves memory can reach. `None` where there was no room for the copy.
    pub copy_gigabytes_per_second: Option<f64>,
    /// The devices that worked.
    pub devices: Vec<DeviceStats>,
    /// The kernels, those with the most time first.
    pub kernels: Vec<KernelStats>,
    /// Copies and fills by kind, those with the most time first.
    pub copies: Vec<CopyStats>,
    /// Launches of graphs: how many, and the device's seconds. Their kernels are not told apart.
    pub graphs: (u64, f64),
    /// The ranges of [`trace::range`](crate::trace::range) and of functions with `#[kiln::profile]`, each before those
    /// within.
    pub ranges: Vec<RangeStats>,
    /// Kernels that were compiled or found in a cache during the session.
    pub compiles: Vec<CompileTime>,
    /// The first 100,000 pieces of work in time.
    pub timeline: Vec<TimelineEntry>,
    /// The first 100,000 ranges in the host's time: the index of each in `ranges`, and when it began and ended, in
    /// seconds from the session's begin.
    pub range_timeline: Vec<(usize, [f64; 2])>,
    /// Why CUPTI gave no times, in a program with the feature `cupti`.
    pub without_cupti: Option<String>,
}

/// Where the times of a kernel or a kind of copies come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeSource {
    /// Two events around each launch, of the device or, without a GPU, of the host.
    Events,
    /// CUPTI, which has the device's timestamps of each begin and end.
    Cupti,
}

impl fmt::Display for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TimeSource::Events => "events",
            TimeSource::Cupti => "cupti",
        })
    }
}

/// A device, and how much of the session it worked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeviceStats {
    /// The device's name.
    pub name: String,
    /// The GPU's multiprocessors; 0 on the CPU.
    pub multiprocessors: u32,
    /// The rate at which it copies memory, as [`Report::copy_gigabytes_per_second`].
    pub copy_gigabytes_per_second: Option<f64>,
    /// The operations that it can make; `None` on the CPU, and for GPUs that Kiln doesn't know.
    pub peaks: Option<Peaks>,
    /// Seconds in which at least one piece of the timeline's work ran.
    pub busy_seconds: f64,
    /// Seconds between the begin of the first piece of work and the end of the last one in which none ran.
    pub idle_seconds: f64,
    /// The longest time without work between two pieces, in seconds.
    pub longest_gap_seconds: f64,
    /// Allocations of memory.
    pub allocations: u64,
    /// Bytes of the allocations in all.
    pub allocated_bytes: u64,
    /// The most bytes that buffers held at an allocation, those from before the session included.
    pub peak_bytes: u64,
}

impl DeviceStats {
    #[cfg(test)]
    pub(super) fn empty() -> DeviceStats {
        DeviceStats {
            name: "a GPU".to_owned(),
            multiprocessors: 132,
            copy_gigabytes_per_second: Some(4000.0),
            peaks: None,
            busy_seconds: 0.0,
            idle_seconds: 0.0,
            longest_gap_seconds: 0.0,
            allocations: 0,
            allocated_bytes: 0,
            peak_bytes: 0,
        }
    }
}

/// All ranges of a name within the same range.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RangeStats {
    /// The names of the ranges around it and its own, as `train/step`.
    pub name: String,
    /// How often it was entered.
    pub calls: u64,
    /// Seconds of the host inside.
    pub host_seconds: f64,
    /// Seconds of the device for what was launched inside.
    pub seconds: f64,
    /// Launches and copies inside.
    pub works: u64,
}

/// All launches of a kernel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct KernelStats {
    /// The kernel's name, of a generic kernel with its types and constants.
    pub name: String,
    /// The index of its device in [`Report::devices`].
    pub device: usize,
    /// How often it was launched.
    pub calls: u64,
    /// Seconds of the device in all.
    pub seconds: f64,
    /// Where the seconds come from.
    pub source: TimeSource,
    /// Its part of the time of all kernels, from 0 to 1.
    pub share: f64,
    /// Seconds of the host in all: from before the launch to after it.
    pub host_seconds: f64,
    /// The least bytes that the launches move: one pass over each argument.
    pub bytes: u64,
    /// The bytes by the seconds, in 10⁹ bytes a second.
    pub gigabytes_per_second: f64,
    /// That in parts of the device's copy.
    pub of_copy: Option<f64>,
    /// What it computes; `None` unless it was counted and computes with floats or in products.
    pub operations: Option<Operations>,
    /// What was counted of its launches, in a session with [`counted`](super::SessionBuilder::counted) or on a device
    /// that counts.
    pub counts: Option<Counts>,
    /// What it waits for.
    pub bound: Bound,
    /// Blocks of its largest launch.
    pub blocks: u64,
    /// Threads of a block.
    pub threads: u32,
    /// What its machine code uses; `None` on the CPU.
    pub occupied: Option<Occupied>,
}

/// What a kernel's machine code uses on a GPU.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Occupied {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of a thread that are in memory: spilled registers, and arrays that are no registers.
    pub local_bytes: u32,
    /// How many blocks a multiprocessor runs at once, and what limits it.
    pub resident: Option<Resident>,
}

/// What a kernel waits for, as far as times and bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// Memory: it moves its arguments at 60 % of a copy's rate or more, or the sectors that it requests.
    Memory,
    /// Arithmetic: a pipe makes half of its peak or more.
    Compute,
    /// The host: a launch takes the host longer than the kernel takes the device.
    Launches,
    /// The grid: it has fewer blocks than the GPU has multiprocessors.
    Grid,
    /// Latency: it was counted, and keeps neither memory nor a pipe busy.
    Latency,
    /// It was not counted: arithmetic, latency, or memory that it reads more than once.
    Other,
}

impl Bound {
    /// By the parts of a copy's rate that the arguments and the requested sectors are, and that of a pipe's peak, if
    /// one of them is enough. Sectors count last: a cache may have them.
    fn of(arguments: f64, sectors: f64, compute: f64) -> Option<Bound> {
        if arguments >= MEMORY_BOUND && arguments >= compute {
            Some(Bound::Memory)
        } else if compute >= COMPUTE_BOUND {
            Some(Bound::Compute)
        } else {
            (sectors >= MEMORY_BOUND).then_some(Bound::Memory)
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bound::Memory => "memory",
            Bound::Compute => "compute",
            Bound::Latency => "latency",
            Bound::Launches => "launch",
            Bound::Grid => "grid",
            Bound::Other => "other",
        })
    }
}

/// All copies or fills of a kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CopyStats {
    /// The kind: `upload`, `download`, `copy`, `fill`.
    pub kind: String,
    /// How many there were.
    pub calls: u64,
    /// Seconds of the device in all.
    pub seconds: f64,
    /// Where the seconds come from.
    pub source: TimeSource,
    /// Bytes that were copied.
    pub bytes: u64,
}

/// A kernel that was compiled, or found in a cache.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompileTime {
    /// The kernel.
    pub kernel: String,
    /// When it began and ended, in seconds from the session's begin.
    pub host: [f64; 2],
}

/// A piece of work in time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TimelineEntry {
    /// The kernel, or the kind of copy.
    pub name: String,
    /// The index of its device in [`Report::devices`].
    pub device_index: usize,
    /// The number of the stream.
    pub stream: u64,
    /// When the device began and ended it, in seconds from the session's begin.
    pub device: [f64; 2],
    /// When the host began to launch it and had launched it, likewise.
    pub host: [f64; 2],
}

/// The part of a copy's rate, and of a pipe's peak, from which on a kernel is bound by it.
const MEMORY_BOUND: f64 = 0.6;
const COMPUTE_BOUND: f64 = 0.5;

/// What a device can do.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) copy: Option<f64>,
    pub(super) peaks: Option<Peaks>,
    /// What two events with nothing between them take.
    pub(super) event_seconds: f64,
}

impl Report {
    /// With the rates of each device that the session has seen.
    pub(super) fn new(watch: Watch, rates: &[Rates]) -> Report {
        let Watch {
            mut works,
            devices,
            mut spans,
            compiles,
            ranges,
            range_spans,
            counting,
            took: seconds,
            without_cupti,
            ..
        } = watch;
        for work in &mut works {
            work.seconds = match work.source() {
                TimeSource::Cupti => work.by_cupti.1,
                TimeSource::Events => {
                    let events = rates[work.device].event_seconds * work.calls as f64;
                    (work.seconds - events).max(0.0)
                }
            };
        }
        for span in &mut spans {
            if span.source == TimeSource::Events {
                let events = rates[works[span.work].device].event_seconds;
                span.device[1] = (span.device[1] - events).max(span.device[0]);
            }
        }
        let timeline = spans.iter().map(|span| TimelineEntry {
            name: works[span.work].kind.name(),
            device_index: works[span.work].device,
            stream: span.stream,
            device: span.device,
            host: span.host,
        });
        let timeline = timeline.collect();
        let is_kernel = |work: &&Work| matches!(work.kind, WorkKind::Kernel(_) | WorkKind::Foreign(_));
        let all: f64 = works.iter().filter(is_kernel).map(|work| work.seconds).sum();
        let stats = |work: &Work| kernel(devices[work.device].device, work, all, &rates[work.device]);
        let mut kernels: Vec<KernelStats> = works.iter().filter(is_kernel).map(stats).collect();
        kernels.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        let of = |work: &Work| match work.kind {
            WorkKind::Copy(kind) => Some(CopyStats {
                kind: without_article(kind).to_owned(),
                calls: work.calls,
                seconds: work.seconds,
                source: work.source(),
                bytes: work.bytes,
            }),
            WorkKind::Kernel(_) | WorkKind::Foreign(_) | WorkKind::Graph => None,
        };
        let mut copies: Vec<CopyStats> = works.iter().filter_map(of).collect();
        copies.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        let graphs = works.iter().filter(|work| matches!(work.kind, WorkKind::Graph));
        let compiles =
            compiles.into_iter().map(|one| CompileTime { kernel: one.kernel.to_owned(), host: one.host });
        let stats = devices.iter().zip(rates).enumerate().map(|(index, (seen, rates))| {
            let own = spans.iter().filter(|span| works[span.work].device == index);
            let (busy_seconds, idle_seconds, longest_gap_seconds) = busy_and_idle(own);
            let (allocations, allocated_bytes, peak_bytes) = seen.allocated;
            DeviceStats {
                name: seen.device.name.clone(),
                multiprocessors: multiprocessors(seen.device),
                copy_gigabytes_per_second: rates.copy,
                peaks: rates.peaks,
                busy_seconds,
                idle_seconds,
                longest_gap_seconds,
                allocations,
                allocated_bytes,
                peak_bytes,
            }
        });
        let stats: Vec<DeviceStats> = stats.collect();
        let names: Vec<&str> = stats.iter().map(|device| &*device.name).collect();
        Report {
            device: if names.is_empty() { "no device".to_owned() } else { names.join(", ") },
            multiprocessors: stats.first().map_or(0, |device| device.multiprocessors),
            seconds,
            counting_seconds: counting,
            copy_gigabytes_per_second: stats.first().and_then(|device| device.copy_gigabytes_per_second),
            devices: stats,
            kernels,
            copies,
            graphs: graphs.fold((0, 0.0), |sum, work| (sum.0 + work.calls, sum.1 + work.seconds)),
            ranges: range_stats(&ranges, rates),
            compiles: compiles.collect(),
            timeline,
            range_timeline: range_spans,
            without_cupti,
        }
    }

    pub(super) fn is_gpu(&self) -> bool {
        self.multiprocessors > 0
    }

    /// Of a GPU of which a session of one second saw nothing.
    #[cfg(test)]
    pub(super) fn empty() -> Report {
        Report {
            device: "a GPU".to_owned(),
            multiprocessors: 132,
            seconds: 1.0,
            counting_seconds: 0.0,
            copy_gigabytes_per_second: Some(4000.0),
            kernels: Vec::new(),
            copies: Vec::new(),
            devices: Vec::new(),
            graphs: (0, 0.0),
            ranges: Vec::new(),
            compiles: Vec::new(),
            timeline: Vec::new(),
            range_timeline: Vec::new(),
            without_cupti: None,
        }
    }

    /// The part of a copy's rate that the kernels had on average, each by its time: 1 is as fast as a copy. 0 without
    /// kernels.
    pub fn memory_efficiency(&self) -> f64 {
        // A sum of nothing is -0.
        self.kernels.iter().map(|kernel| kernel.share * kernel.of_copy.unwrap_or(0.0)).sum::<f64>() + 0.0
    }

    /// The part of their pipes' peaks that the kernels had on average, each by its time: 1 is as fast as the GPU
    /// computes. Kernels that were not counted count as 0; so it is 0 unless the session was
    /// [`counted`](super::SessionBuilder::counted), and on the CPU.
    pub fn compute_efficiency(&self) -> f64 {
        let part =
            |kernel: &KernelStats| kernel.operations.as_ref().and_then(|found| found.of_peak).unwrap_or(0.0);
        self.kernels.iter().map(|kernel| kernel.share * part(kernel)).sum::<f64>() + 0.0
    }
}

fn multiprocessors(device: &DeviceShared) -> u32 {
    if device.context.is_some() { device.limits.multiprocessors } else { 0 }
}

/// Seconds in which work ran, in which none did, and the longest of the latter. Streams overlap.
fn busy_and_idle<'a>(spans: impl Iterator<Item = &'a Span>) -> (f64, f64, f64) {
    let mut spans: Vec<[f64; 2]> = spans.map(|span| span.device).collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut busy, mut idle, mut longest) = (0.0, 0.0, 0.0f64);
    let mut until = spans.first().map_or(0.0, |span| span[0]);
    for [begin, end] in spans {
        let gap = (begin - until).max(0.0);
        (idle, longest) = (idle + gap, longest.max(gap));
        busy += (end - begin.max(until)).max(0.0);
        until = until.max(end);
    }
    (busy, idle, longest)
}

/// Ranges with what those within did, each before those within.
fn range_stats(ranges: &[RangeWork], rates: &[Rates]) -> Vec<RangeStats> {
    let mut all: Vec<RangeStats> = Vec::new();
    for range in ranges {
        let events = range.works.iter().zip(rates).map(|(works, rates)| *works as f64 * rates.event_seconds);
        let parent = range.parent.map_or(String::new(), |parent| format!("{}/", all[parent].name));
        all.push(RangeStats {
            name: parent + &range.name,
            calls: range.calls,
            host_seconds: range.host,
            seconds: (range.seconds - events.sum::<f64>()).max(0.0),
            works: range.works.iter().sum(),
        });
    }
    // A range is entered before those within.
    for (index, range) in ranges.iter().enumerate().rev() {
        if let Some(parent) = range.parent {
            let (seconds, works) = (all[index].seconds, all[index].works);
            all[parent].seconds += seconds;
            all[parent].works += works;
        }
    }
    all
}

fn kernel(device: &DeviceShared, work: &Work, all: f64, rates: &Rates) -> KernelStats {
    let a_second = |bytes: u64| if work.seconds > 0.0 { bytes as f64 / work.seconds * 1e-9 } else { 0.0 };
    let rate = a_second(work.bytes);
    let of_copy = rates.copy.map(|copy| rate / copy);
    let is_gpu = device.context.is_some();
    let mut counts = work.counts();
    if let Some(counts) = &mut counts {
        counts.compute_capability = counts.compute_capability.or(device.compute_capability);
    }
    let operations =
        counts.as_ref().and_then(|it| Operations::new(it, rates.peaks.as_ref(), work.seconds, work.bytes));
    // Sectors are a GPU's.
    let requested = counts.as_ref().filter(|_| is_gpu);
    let moved = requested.map_or(0.0, |it| a_second(32 * it.total.global.sectors));
    let sectors = rates.copy.map_or(0.0, |copy| moved / copy);
    let compute = operations.as_ref().and_then(|it| it.of_peak).unwrap_or(0.0);
    let bound = match Bound::of(of_copy.unwrap_or(0.0), sectors, compute) {
        Some(bound) => bound,
        None if is_gpu && work.host > work.seconds => Bound::Launches,
        None if is_gpu && work.blocks < u64::from(device.limits.multiprocessors) => Bound::Grid,
        None if is_gpu && counts.is_some() => Bound::Latency,
        None => Bound::Other,
    };
    KernelStats {
        name: work.kind.name(),
        device: work.device,
        calls: work.calls,
        seconds: work.seconds,
        source: work.source(),
        share: if all > 0.0 { work.seconds / all } else { 0.0 },
        host_seconds: work.host,
        bytes: work.bytes,
        gigabytes_per_second: rate,
        of_copy,
        operations,
        counts,
        bound,
        blocks: work.blocks,
        threads: work.threads,
        occupied: match work.kind {
            WorkKind::Kernel(loaded) => occupied(device, work, loaded),
            WorkKind::Foreign(_) | WorkKind::Graph | WorkKind::Copy(_) => None,
        },
    }
}

fn occupied(device: &DeviceShared, work: &Work, loaded: &Loaded) -> Option<Occupied> {
    let (Code::Gpu(function), Some(context)) = (&loaded.code, &device.context) else { return None };
    let (major, minor) = device.compute_capability?;
    let usage = function.usage(context).ok()?;
    let shared = u64::from(function.shared_bytes()) + u64::from(work.shared);
    let registers = Registers::Known(usage.registers);
    Some(Occupied {
        registers: usage.registers,
        local_bytes: usage.local_bytes,
        resident: Resident::of(major * 10 + minor, work.threads, shared, registers),
    })
}

/// A time with its unit, in three digits.
pub(super) fn time(seconds: f64) -> String {
    let (scale, unit) = unit(seconds);
    let value = seconds * scale;
    let digits = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

/// A name that is too long for its column loses its middle.
pub(super) fn fitted(name: &str, width: usize) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= width {
        return name.to_owned();
    }
    let (head, tail) = ((width - 2) / 2, (width - 1) / 2);
    let text = |part: &[char]| part.iter().collect::<String>();
    format!("{}…{}", text(&chars[..=head]), text(&chars[chars.len() - tail..]))
}

const NAME: usize = 28;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} watched", self.device, time(self.seconds))?;
        if self.counting_seconds > 0.0 {
            write!(f, ", counting {}", time(self.counting_seconds))?;
        }
        if let Some(copy) = self.copy_gigabytes_per_second {
            write!(f, ", copies {copy:.0} GB/s")?;
        }
        let sources =
            || self.kernels.iter().map(|it| it.source).chain(self.copies.iter().map(|it| it.source));
        let by_cupti = sources().any(|source| source == TimeSource::Cupti);
        if by_cupti {
            write!(f, ", times by CUPTI")?;
            if sources().any(|source| source == TimeSource::Events) {
                write!(f, " (~ by events)")?;
            }
        }
        if let Some(why) = &self.without_cupti {
            write!(f, "\ntimes by events: {why}")?;
        }
        let mark = |source: TimeSource| if by_cupti && source == TimeSource::Events { "~" } else { "" };
        for device in &self.devices {
            if device.busy_seconds > 0.0 {
                let name = if self.devices.len() > 1 { format!("{}: ", device.name) } else { String::new() };
                let [busy, idle, longest] =
                    [device.busy_seconds, device.idle_seconds, device.longest_gap_seconds].map(time);
                write!(f, "\n{name}busy {busy}, idle {idle} (at most {longest} at a time)")?;
                let (sum, peak) = (Bytes(device.allocated_bytes), Bytes(device.peak_bytes));
                write!(f, "; {} allocations of {sum}, {peak} at most", device.allocations)?;
            }
        }
        let counted = self.kernels.iter().any(|kernel| kernel.operations.is_some());
        if !self.kernels.is_empty() {
            let operations = if counted {
                format!(" {:>7} {:>6} {:<11}", "TFLOP/s", "% peak", "pipe")
            } else {
                String::new()
            };
            let more = if self.is_gpu() { " regs   warps" } else { "" };
            let line = format!(
                "{:NAME$} {:>7} {:>9} {:>9} {:>5} {:>7} {:>6}{operations}  {:<7}{more}",
                "kernel", "calls", "time", "a call", "%", "GB/s", "% copy", "bound"
            );
            write!(f, "\n{}", line.trim_end())?;
        }
        for kernel in &self.kernels {
            let name = fitted(&kernel.name, NAME);
            let total = format!("{}{}", mark(kernel.source), time(kernel.seconds));
            let each = time(kernel.seconds / kernel.calls.max(1) as f64);
            let of_copy = kernel.of_copy.map_or(String::new(), |part| format!("{:.1}", 100.0 * part));
            let operations = match &kernel.operations {
                _ if !counted => String::new(),
                None => format!("{:27}", ""),
                Some(found) => {
                    let of_peak = found.of_peak.map_or(String::new(), |part| format!("{:.1}", 100.0 * part));
                    format!(" {:>7.3} {of_peak:>6} {:<11}", found.teraflops_per_second, found.pipe)
                }
            };
            let more = kernel.occupied.as_ref().map_or(String::new(), |used| {
                let warps = used.resident.as_ref().map_or(String::new(), |found| {
                    format!("{}/{} by {}", found.warps, found.most_warps, found.limit)
                });
                let spills = if used.local_bytes > 0 {
                    format!(", {} B local", used.local_bytes)
                } else {
                    String::new()
                };
                format!("{:>5}   {warps}{spills}", used.registers)
            });
            let line = format!(
                "{name:NAME$} {:>7} {total:>9} {each:>9} {:>5.1} {:>7.1} {of_copy:>6}{operations}  {:<7}{more}",
                kernel.calls,
                100.0 * kernel.share,
                kernel.gigabytes_per_second,
                kernel.bound,
            );
            write!(f, "\n{}", line.trim_end())?;
        }
        for copy in &self.copies {
            let rate = if copy.seconds > 0.0 { copy.bytes as f64 / copy.seconds * 1e-9 } else { 0.0 };
            row(f, &copy.kind, copy.calls, copy.seconds, mark(copy.source))?;
            write!(f, " {:>5} {rate:>7.1}", "")?;
        }
        if self.graphs.0 > 0 {
            row(f, "graphs", self.graphs.0, self.graphs.1, "")?;
        }
        for range in &self.ranges {
            row(f, &format!("range {}", range.name), range.calls, range.seconds, "")?;
            write!(f, ", {} of the host", time(range.host_seconds))?;
        }
        if !self.compiles.is_empty() {
            let seconds: f64 = self.compiles.iter().map(|one| one.host[1] - one.host[0]).sum();
            let (calls, total) = (self.compiles.len(), time(seconds));
            write!(f, "\n{:NAME$} {calls:>7} {total:>9} of the host", "compiled, or from a cache")?;
        }
        self.hints().iter().try_for_each(|hint| write!(f, "\n{hint}"))
    }
}

/// The columns that every row has.
fn row(f: &mut fmt::Formatter<'_>, name: &str, calls: u64, seconds: f64, mark: &str) -> fmt::Result {
    let (total, each) = (format!("{mark}{}", time(seconds)), time(seconds / calls.max(1) as f64));
    write!(f, "\n{:NAME$} {calls:>7} {total:>9} {each:>9}", fitted(name, NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busier_of_memory_and_a_pipe_is_the_bound() {
        let (memory, compute) = (Some(Bound::Memory), Some(Bound::Compute));
        for (arguments, sectors, pipe, bound) in [
            (0.7, 0.7, 0.1, memory),
            (0.1, 0.1, 0.7, compute),
            (0.7, 0.7, 0.8, compute),
            (0.8, 0.8, 0.7, memory),
            (0.5, 0.5, 0.45, None),
            // A product of matrices asks for its factors many times, and the cache has them.
            (0.13, 2.1, 0.72, compute),
            // Columns that are read a sector an element.
            (0.06, 0.9, 0.01, memory),
        ] {
            assert_eq!(Bound::of(arguments, sectors, pipe), bound, "{arguments} {sectors} {pipe}");
        }
    }

    #[test]
    fn a_device_is_busy_while_any_stream_works() {
        let span = |begin: f64, end: f64| Span {
            work: 0,
            stream: 0,
            device: [begin, end],
            source: TimeSource::Events,
            host: [0.0; 2],
        };
        let spans = [span(4.0, 5.0), span(1.0, 2.0), span(1.5, 3.0), span(1.6, 1.7), span(5.5, 6.0)];
        assert_eq!(busy_and_idle(spans.iter()), (3.5, 1.5, 1.0));
        assert_eq!(busy_and_idle([].iter()), (0.0, 0.0, 0.0));
    }

    #[test]
    fn times_and_names_fit_their_columns() {
        let times = [2e-9, 15.46e-6, 123.4e-3, 9.996];
        assert_eq!(times.map(time), ["2.00 ns", "15.5 µs", "123 ms", "10.0 s"]);
        assert_eq!(fitted("short", 7), "short");
        assert_eq!(fitted("matmul<bf16, 128, 64>", 9), "matm… 64>");
        assert_eq!(fitted("matmul<bf16, 128, 64>", 9).chars().count(), 9);
    }
}
