//! What a report suggests: where time goes that need not, with the figures that show it.

use std::fmt;

use super::report::{Bound, CopyStats, Report, time};

/// A suggestion. `docs/profiling.md` explains each number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hint {
    /// Its number: `H1`.
    pub number: &'static str,
    /// The kernel, or what else it is about.
    pub about: String,
    /// The figures that show it.
    pub evidence: String,
    /// What to do.
    pub advice: &'static str,
}

/// `H1 scale: a launch takes the host 4.1 µs and the device 3.9 µs; record the launches in a graph, or fuse kernels`
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hint { number, about, evidence, advice } = self;
        write!(f, "{number} {about}: {evidence}; {advice}")
    }
}

/// The figures from which on there is a hint.
pub(super) mod limits {
    /// H1, H16: so few launches or downloads are no loop.
    pub const LOOP: u64 = 10;
    /// H3, H4, H7, and what is counted: a kernel with less of the time is not worth a hint.
    pub const SHARE: f64 = 0.01;
    /// H3: the part of the warps that run at once, at most.
    pub const WARPS: f64 = 0.25;
    /// What is counted: a kernel that makes so much of a copy's rate or of a pipe's peak needs no advice.
    pub const FAST: f64 = 0.6;
    /// H15: the part of the session that was spent on compiling, and the seconds.
    pub const COMPILING: (f64, f64) = (0.2, 0.1);
    /// H16: the part of the session that the device was idle, and the bytes of a download, at most.
    pub const IDLE: (f64, u64) = (0.2, 4096);
    /// H2: sectors by their least number. H5: passes by theirs.
    pub const SECTORS: f64 = 1.5;
    pub const PASSES: f64 = 1.5;
    /// H2, H5: the part of the kernel's sectors or passes that a line makes.
    pub const OF_TRAFFIC: f64 = 0.05;
    /// H6: the part of the lanes that are active, at most.
    pub const ACTIVE: f64 = 0.75;
    /// H11: how much slower `f64` is than `f32`, and the part of the operations that are on it.
    pub const SLOW_DOUBLES: u32 = 32;
    pub const DOUBLES: f64 = 0.1;
    /// H12, H13: how often a kernel asks for its arguments. A stencil's neighbors hit in the first cache.
    pub const REUSE: f64 = 4.0;
    /// H14: how many lanes of a warp change one address.
    pub const LANES: f64 = 2.0;
}

impl Report {
    /// What the figures suggest, in the order of the kernels' time.
    pub fn hints(&self) -> Vec<Hint> {
        let (mut hints, mut counted) = (Vec::new(), Vec::new());
        for kernel in &self.kernels {
            let mut hint = |number, evidence, advice| {
                hints.push(Hint { number, about: kernel.name.clone(), evidence, advice });
            };
            let a_call = |seconds: f64| time(seconds / kernel.calls.max(1) as f64);
            if kernel.bound == Bound::Launches && kernel.calls >= limits::LOOP {
                let (host, device) = (a_call(kernel.host_seconds), a_call(kernel.seconds));
                let evidence = format!("a launch takes the host {host} and the device {device}");
                hint("H1", evidence, "record the launches in a graph, or fuse kernels");
            }
            if kernel.share < limits::SHARE {
                continue;
            }
            let busy = kernel
                .of_copy
                .unwrap_or(0.0)
                .max(kernel.operations.as_ref().and_then(|it| it.of_peak).unwrap_or(0.0));
            if let Some(counts) = &kernel.counts
                && busy < limits::FAST
            {
                let place = |hint: Hint| Hint { about: format!("{}, {}", kernel.name, hint.about), ..hint };
                counted.extend(counts.hints().into_iter().map(place));
            }
            if let Some(used) = &kernel.occupied {
                if let Some(resident) = &used.resident
                    && matches!(kernel.bound, Bound::Other | Bound::Latency)
                    && f64::from(resident.warps) < limits::WARPS * f64::from(resident.most_warps)
                {
                    let (warps, most, limit) = (resident.warps, resident.most_warps, resident.limit);
                    let evidence = format!("{warps} of {most} warps run at once, limited by {limit}");
                    hint("H3", evidence, "use smaller tiles or blocks, or less shared memory");
                }
                if used.local_bytes > 0 {
                    let evidence = format!("{} bytes of each thread are in memory", used.local_bytes);
                    let advice = "use smaller tiles, more warps, or no array that a variable indexes";
                    hint("H4", evidence, advice);
                }
            }
            if kernel.bound == Bound::Grid {
                let evidence = format!(
                    "its largest grid has {} blocks for {} multiprocessors",
                    kernel.blocks, self.multiprocessors
                );
                hint("H7", evidence, "let a thread do less, or do more with a launch");
            }
        }
        hints.append(&mut counted);
        let kernels: f64 = self.kernels.iter().map(|kernel| kernel.seconds).sum();
        let is_host = |kind: &str| kind.starts_with("upload") || kind.starts_with("download");
        let copied = self.copies.iter().filter(|copy| is_host(&copy.kind));
        let copied: f64 = copied.map(|copy| copy.seconds).sum();
        if self.is_gpu() && copied > kernels && !self.kernels.is_empty() {
            hints.push(Hint {
                number: "H9",
                about: "copies from and to the host".to_owned(),
                evidence: format!("they take {}, and the kernels {}", time(copied), time(kernels)),
                advice: "keep data on the device, or use a `PinnedBuffer` and a stream for copies",
            });
        }
        let downloads = self.copies.iter().find(|copy| copy.kind == "download");
        let idle = self.devices.iter().map(|device| device.idle_seconds).sum::<f64>() - self.counting_seconds;
        if let Some(CopyStats { calls: calls @ limits::LOOP.., bytes, .. }) = downloads
            && self.is_gpu()
            && *bytes <= limits::IDLE.1 * calls
            && idle > limits::IDLE.0 * self.seconds
        {
            hints.push(Hint {
                number: "H16",
                about: "downloads of a few bytes".to_owned(),
                evidence: format!("the host waited for {calls}, and the device was idle for {}", time(idle)),
                advice: "decide on the device, or look at the result every few iterations",
            });
        }
        let compiled: f64 = self.compiles.iter().map(|one| one.host[1] - one.host[0]).sum();
        if compiled > limits::COMPILING.0 * self.seconds && compiled > limits::COMPILING.1 {
            hints.push(Hint {
                number: "H15",
                about: "compilation".to_owned(),
                evidence: format!("{} of {} were spent on it", time(compiled), time(self.seconds)),
                advice: "run the session after a first launch, or ship compiled kernels with `Precompile`",
            });
        }
        hints
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::profile::report::{CompileTime, DeviceStats, KernelStats, Occupied, TimeSource};
    use crate::report::{Registers, Resident};

    /// A kernel on a GPU of 132 multiprocessors that gives no hint.
    pub(crate) fn kernel() -> KernelStats {
        KernelStats {
            name: "k".to_owned(),
            device: 0,
            calls: 100,
            seconds: 0.1,
            source: TimeSource::Events,
            share: 1.0,
            host_seconds: 0.01,
            bytes: 0,
            gigabytes_per_second: 0.0,
            of_copy: Some(0.1),
            operations: None,
            counts: None,
            bound: Bound::Other,
            blocks: 1000,
            threads: 256,
            occupied: Some(Occupied {
                registers: 32,
                local_bytes: 0,
                resident: Resident::of(90, 256, 0, Registers::Known(32)),
            }),
        }
    }

    fn numbers(change: impl FnOnce(&mut Report)) -> Vec<&'static str> {
        let mut report = Report::empty();
        report.kernels = vec![kernel()];
        change(&mut report);
        report.hints().iter().map(|hint| hint.number).collect()
    }

    #[test]
    fn each_hint_has_a_report_that_gives_it_and_one_that_does_not() {
        assert_eq!(numbers(|_| {}), [""; 0]);
        assert_eq!(numbers(|report| report.kernels[0].bound = Bound::Launches), ["H1"]);
        let few =
            |report: &mut Report| (report.kernels[0].bound, report.kernels[0].calls) = (Bound::Launches, 9);
        assert_eq!(numbers(few), [""; 0]);
        let narrow = |report: &mut Report| {
            let used = report.kernels[0].occupied.as_mut().unwrap();
            used.resident = Resident::of(90, 128, 0, Registers::Known(255));
        };
        assert_eq!(numbers(narrow), ["H3"]);
        let narrow_and_fast = |report: &mut Report| {
            narrow(report);
            report.kernels[0].bound = Bound::Memory;
        };
        assert_eq!(numbers(narrow_and_fast), [""; 0]);
        let spills = |report: &mut Report| report.kernels[0].occupied.as_mut().unwrap().local_bytes = 8;
        assert_eq!(numbers(spills), ["H4"]);
        let rare = |report: &mut Report| {
            spills(report);
            report.kernels[0].share = 0.001;
        };
        assert_eq!(numbers(rare), [""; 0]);
        assert_eq!(numbers(|report| report.kernels[0].bound = Bound::Grid), ["H7"]);
        for (seconds, hints) in [(0.2, vec!["H9"]), (0.05, vec![])] {
            let copies = |report: &mut Report| {
                report.copies = vec![CopyStats {
                    kind: "upload".to_owned(),
                    calls: 1,
                    seconds,
                    source: TimeSource::Events,
                    bytes: 1,
                }];
            };
            assert_eq!(numbers(copies), hints);
        }
        for (idle_seconds, bytes, hints) in
            [(0.5, 40, vec!["H16"]), (0.1, 40, vec![]), (0.5, 1 << 20, vec![])]
        {
            let downloads = |report: &mut Report| {
                let kind = "download".to_owned();
                report.copies =
                    vec![CopyStats { kind, calls: 10, seconds: 0.01, source: TimeSource::Events, bytes }];
                report.devices = vec![DeviceStats { idle_seconds, ..DeviceStats::empty() }];
            };
            assert_eq!(numbers(downloads), hints);
        }
        for (seconds, hints) in [(0.5, vec!["H15"]), (0.05, vec![])] {
            let compiles = |report: &mut Report| {
                report.compiles = vec![CompileTime { kernel: "k".to_owned(), host: [0.0, seconds] }];
            };
            assert_eq!(numbers(compiles), hints);
        }
    }
}
