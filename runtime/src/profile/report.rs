//! What a session found, as numbers and as a table.

use std::fmt;

use crate::bench::unit;
use crate::device::{Device, DeviceShared};
use crate::instance::{Code, Loaded};
use crate::report::{Registers, Resident};

use super::watch::{Watch, Work, WorkKind, without_article};

/// What a session found. Printed it is a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The device's name.
    pub device: String,
    /// The GPU's multiprocessors; 0 on the CPU.
    pub multiprocessors: u32,
    /// How long the session took, in seconds of the host.
    pub seconds: f64,
    /// The rate at which the device copies memory, in 10⁹ bytes a second, read and written: what a kernel that only
    /// moves memory can reach. `None` where there was no room for the copy.
    pub copy_gigabytes_per_second: Option<f64>,
    /// The kernels, those with the most time first.
    pub kernels: Vec<KernelStats>,
    /// Copies and fills by kind, those with the most time first.
    pub copies: Vec<CopyStats>,
    /// Launches of graphs: how many, and the device's seconds. Their kernels are not told apart.
    pub graphs: (u64, f64),
    /// Kernels that were compiled or found in a cache during the session.
    pub compiles: Vec<CompileTime>,
    /// The first 100,000 pieces of work in time.
    pub timeline: Vec<TimelineEntry>,
    /// Why CUPTI gave no times, in a program with the feature `cupti`.
    pub without_cupti: Option<String>,
}

/// Where the times of a kernel or a kind of copies come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// Two events around each launch, of the device or, without a GPU, of the host.
    Events,
    /// CUPTI, which has the device's timestamps of each begin and end.
    Cupti,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Events => "events",
            Source::Cupti => "cupti",
        })
    }
}

/// All launches of a kernel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct KernelStats {
    /// The kernel's name, of a generic kernel with its types and constants.
    pub name: String,
    /// How often it was launched.
    pub calls: u64,
    /// Seconds of the device in all.
    pub seconds: f64,
    /// Where the seconds come from.
    pub source: Source,
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
    /// Memory: it moves its arguments at 60 % of a copy's rate or more.
    Memory,
    /// The host: a launch takes the host longer than the kernel takes the device.
    Launches,
    /// The grid: it has fewer blocks than the GPU has multiprocessors.
    Grid,
    /// Arithmetic, memory's latency, or memory that it reads more than once.
    Other,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bound::Memory => "memory",
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
    pub source: Source,
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
    /// The number of the stream.
    pub stream: u64,
    /// When the device began and ended it, in seconds from the session's begin.
    pub device: [f64; 2],
    /// When the host began to launch it and had launched it, likewise.
    pub host: [f64; 2],
}

/// A part of a copy's rate from which on a kernel is bound by memory.
const OF_COPY: f64 = 0.6;

impl Report {
    /// `event_seconds` is what two events with nothing between them take.
    pub(super) fn new(device: &Device, mut watch: Watch, copy: Option<f64>, event_seconds: f64) -> Report {
        let without_cupti = watch.without_cupti.take();
        let (mut works, spans, compiles, seconds) = watch.into_parts();
        for work in &mut works {
            work.seconds = match work.source() {
                Source::Cupti => work.by_cupti.1,
                Source::Events => (work.seconds - event_seconds * work.calls as f64).max(0.0),
            };
        }
        let name = |index: usize| works[index].kind.name();
        let timeline = spans.iter().map(|span| TimelineEntry {
            name: name(span.work),
            stream: span.stream,
            device: span.device,
            host: span.host,
        });
        let timeline = timeline.collect();
        let is_kernel = |work: &&Work| matches!(work.kind, WorkKind::Kernel(_) | WorkKind::Foreign(_));
        let all: f64 = works.iter().filter(is_kernel).map(|work| work.seconds).sum();
        let stats = |work: &Work| kernel(device.shared(), work, all, copy);
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
        let graphs = works.iter().find(|work| matches!(work.kind, WorkKind::Graph));
        let compiles =
            compiles.into_iter().map(|one| CompileTime { kernel: one.kernel.to_owned(), host: one.host });
        Report {
            device: device.name().to_owned(),
            multiprocessors: if device.is_gpu() { device.limits().multiprocessors } else { 0 },
            seconds,
            copy_gigabytes_per_second: copy,
            kernels,
            copies,
            graphs: graphs.map_or((0, 0.0), |work| (work.calls, work.seconds)),
            compiles: compiles.collect(),
            timeline,
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
            copy_gigabytes_per_second: Some(4000.0),
            kernels: Vec::new(),
            copies: Vec::new(),
            graphs: (0, 0.0),
            compiles: Vec::new(),
            timeline: Vec::new(),
            without_cupti: None,
        }
    }

    /// The part of a copy's rate that the kernels had on average, each by its time: 1 is as fast as a copy. 0 without
    /// kernels.
    pub fn memory_efficiency(&self) -> f64 {
        // A sum of nothing is -0.
        self.kernels.iter().map(|kernel| kernel.share * kernel.of_copy.unwrap_or(0.0)).sum::<f64>() + 0.0
    }
}

fn kernel(device: &DeviceShared, work: &Work, all: f64, copy: Option<f64>) -> KernelStats {
    let rate = if work.seconds > 0.0 { work.bytes as f64 / work.seconds * 1e-9 } else { 0.0 };
    let of_copy = copy.map(|copy| rate / copy);
    let is_gpu = device.context.is_some();
    let bound = if of_copy.is_some_and(|part| part >= OF_COPY) {
        Bound::Memory
    } else if is_gpu && work.host > work.seconds {
        Bound::Launches
    } else if is_gpu && work.blocks < u64::from(device.limits.multiprocessors) {
        Bound::Grid
    } else {
        Bound::Other
    };
    KernelStats {
        name: work.kind.name(),
        calls: work.calls,
        seconds: work.seconds,
        source: work.source(),
        share: if all > 0.0 { work.seconds / all } else { 0.0 },
        host_seconds: work.host,
        bytes: work.bytes,
        gigabytes_per_second: rate,
        of_copy,
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
        if let Some(copy) = self.copy_gigabytes_per_second {
            write!(f, ", copies {copy:.0} GB/s")?;
        }
        let sources =
            || self.kernels.iter().map(|it| it.source).chain(self.copies.iter().map(|it| it.source));
        let by_cupti = sources().any(|source| source == Source::Cupti);
        if by_cupti {
            write!(f, ", times by CUPTI")?;
            if sources().any(|source| source == Source::Events) {
                write!(f, " (~ by events)")?;
            }
        }
        if let Some(why) = &self.without_cupti {
            write!(f, "\ntimes by events: {why}")?;
        }
        let time_of = |seconds: f64, source: Source| {
            let mark = if by_cupti && source == Source::Events { "~" } else { "" };
            format!("{mark}{}", time(seconds))
        };
        if !self.kernels.is_empty() {
            let more = if self.is_gpu() { "  regs   warps" } else { "" };
            write!(
                f,
                "\n{:NAME$} {:>7} {:>9} {:>9} {:>5} {:>7} {:>6}  {:<6}{more}",
                "kernel", "calls", "time", "a call", "%", "GB/s", "% copy", "bound"
            )?;
        }
        for kernel in &self.kernels {
            let name = fitted(&kernel.name, NAME);
            let total = time_of(kernel.seconds, kernel.source);
            let each = time(kernel.seconds / kernel.calls.max(1) as f64);
            let of_copy = kernel.of_copy.map_or(String::new(), |part| format!("{:.1}", 100.0 * part));
            let more = kernel.occupied.as_ref().map_or(String::new(), |used| {
                let warps = used.resident.as_ref().map_or(String::new(), |found| {
                    format!("{}/{} by {}", found.warps, found.most_warps, found.limit)
                });
                let spills = if used.local_bytes > 0 {
                    format!(", {} B local", used.local_bytes)
                } else {
                    String::new()
                };
                format!("{:>6}   {warps}{spills}", used.registers)
            });
            let line = format!(
                "{name:NAME$} {:>7} {total:>9} {each:>9} {:>5.1} {:>7.1} {of_copy:>6}  {:<6}{more}",
                kernel.calls,
                100.0 * kernel.share,
                kernel.gigabytes_per_second,
                kernel.bound,
            );
            write!(f, "\n{}", line.trim_end())?;
        }
        for copy in &self.copies {
            let total = time_of(copy.seconds, copy.source);
            let each = time(copy.seconds / copy.calls.max(1) as f64);
            let rate = if copy.seconds > 0.0 { copy.bytes as f64 / copy.seconds * 1e-9 } else { 0.0 };
            write!(f, "\n{:NAME$} {:>7} {total:>9} {each:>9} {:>5} {rate:>7.1}", copy.kind, copy.calls, "")?;
        }
        if self.graphs.0 > 0 {
            let (calls, seconds) = self.graphs;
            let (total, each) = (time(seconds), time(seconds / calls as f64));
            write!(f, "\n{:NAME$} {calls:>7} {total:>9} {each:>9}", "graphs")?;
        }
        if !self.compiles.is_empty() {
            let seconds: f64 = self.compiles.iter().map(|one| one.host[1] - one.host[0]).sum();
            let (calls, total) = (self.compiles.len(), time(seconds));
            write!(f, "\n{:NAME$} {calls:>7} {total:>9} of the host", "compiled, or from a cache")?;
        }
        self.hints().iter().try_for_each(|hint| write!(f, "\n{hint}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_names_fit_their_columns() {
        let times = [2e-9, 15.46e-6, 123.4e-3, 9.996];
        assert_eq!(times.map(time), ["2.00 ns", "15.5 µs", "123 ms", "10.0 s"]);
        assert_eq!(fitted("short", 7), "short");
        assert_eq!(fitted("matmul<bf16, 128, 64>", 9), "matm… 64>");
        assert_eq!(fitted("matmul<bf16, 128, 64>", 9).chars().count(), 9);
    }
}
