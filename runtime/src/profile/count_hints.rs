//! Hints from counts: what a kernel does with memory, lanes and pipes that costs more than it need.

use crate::counts::{Counts, LineTally, Tally};

use super::Hint;
use super::hints::limits;
use super::peaks::Peaks;

impl Counts {
    /// What the counts suggest, by source line. `docs/profiling.md` explains each number.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::counted().stream();
    /// // Launch kernels on the stream; then:
    /// for hint in stream.take_counts()?.hints() {
    ///     println!("{hint}");
    /// }
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn hints(&self) -> Vec<Hint> {
        let mut hints: Vec<Hint> = self.accesses().flat_map(|line| self.access_hints(line)).collect();
        let Tally { flops, products, lanes, active_lanes, .. } = self.total;
        let active = ratio(active_lanes, lanes);
        if lanes > 0
            && active <= limits::ACTIVE
            && let Some(line) = self.most(|tally| tally.divergent_branches)
        {
            let Tally { branches, divergent_branches, .. } = line.tally;
            let part = 100.0 * active;
            hints.push(Hint {
                number: "H6",
                about: place(line),
                evidence: format!(
                    "{part:.0} % of the lanes are active, and {divergent_branches} of {branches} conditions here split a warp"
                ),
                advice: "sort the work so that a warp's threads take the same branch, or compute both values and choose",
            });
        }
        if let Some(times @ limits::SLOW_DOUBLES..) = self.compute_capability.and_then(Peaks::doubles_ratio)
            && ratio(flops.f64, flops.total()) >= limits::DOUBLES
            && let Some(line) = self.most(|tally| tally.flops.f64)
        {
            let (doubles, all) = (flops.f64, flops.total());
            hints.push(Hint {
                number: "H11",
                about: place(line),
                evidence: format!(
                    "{doubles} of {all} operations are on `f64`, at 1/{times} of this GPU's rate for `f32`"
                ),
                advice: "compute in `f32`, and use `f64` only where the sums need it",
            });
        }
        if products == 0
            && let Some(line) = self.product()
        {
            let count = line.tally.flops.total();
            hints.push(Hint {
                number: "H12",
                about: place(line),
                evidence: format!("{count} operations of a matrix product run without tensor cores"),
                advice: "write a tile kernel with `mma` on `f16`, `bf16` or `to_tf32()`",
            });
        }
        let requested = ratio(self.accesses().map(|line| needed(&line.tally)).sum(), self.argument_bytes);
        // Products of tiles share what they load.
        if products == 0
            && requested >= limits::REUSE
            && let Some(line) = self.most(needed)
        {
            hints.push(Hint {
                number: "H13",
                about: place(line),
                evidence: format!("the kernel requests the bytes of its arguments {requested:.1} times, mostly here"),
                advice: "keep what several threads read in shared memory or registers, or write a tile kernel",
            });
        }
        hints
    }

    /// Hints about one array at one line.
    fn access_hints(&self, line: &LineTally) -> Vec<Hint> {
        let Tally { global, shared, atomics, .. } = line.tally;
        let total = &self.total;
        let mut hints = Vec::new();
        let mut hint = |number, evidence, advice| {
            hints.push(Hint { number, about: place(line), evidence, advice });
        };
        if ratio(global.sectors, global.ideal_sectors) >= limits::SECTORS
            && ratio(global.sectors, total.global.sectors) >= limits::OF_TRAFFIC
        {
            let [found, ideal] = [global.sectors, global.ideal_sectors].map(|n| ratio(n, global.requests));
            let evidence =
                format!("a warp's access touches {found:.1} sectors of 32 bytes; {ideal:.1} would do");
            hint(
                "H2",
                evidence,
                "let neighboring threads access neighboring elements, or turn the data around in shared memory",
            );
        }
        if ratio(shared.passes, shared.ideal_passes) >= limits::PASSES
            && ratio(shared.passes, total.shared.passes) >= limits::OF_TRAFFIC
        {
            let [found, ideal] = [shared.passes, shared.ideal_passes].map(|n| ratio(n, shared.requests));
            let evidence =
                format!("a warp's access takes {found:.1} passes over the banks; {ideal:.1} would do");
            hint(
                "H5",
                evidence,
                "pad the rows of the shared array by one element, or change who accesses what",
            );
        }
        // Lanes that share an address count each in `bytes`, and once in the ideal.
        let lanes = ratio(global.bytes, 32 * global.ideal_sectors);
        if atomics > 0 && lanes >= limits::LANES {
            let evidence = format!(
                "of {atomics} atomic operations, {lanes:.1} or more of a warp are on the same address"
            );
            hint(
                "H14",
                evidence,
                "combine within the warp or block first, then make one atomic operation for all",
            );
        }
        hints
    }

    fn accesses(&self) -> impl Iterator<Item = &LineTally> {
        // Code that Kiln made has no place that anybody could change.
        self.lines.iter().filter(|line| line.array.is_some() && line.line > 0)
    }

    /// The line with the most of something; `None` where no line has any.
    fn most(&self, of: impl Fn(&Tally) -> u64) -> Option<&LineTally> {
        self.lines
            .iter()
            .filter(|line| line.line > 0 && of(&line.tally) > 0)
            .max_by_key(|line| of(&line.tally))
    }

    /// The line that looks like a matrix product: most of the operations, as many as elements of two arrays, which are
    /// read many times.
    fn product(&self) -> Option<&LineTally> {
        let line = self.most(|tally| tally.flops.total() - tally.flops.f64)?;
        let flops = line.tally.flops.total();
        let bytes = |other: &LineTally| other.tally.global.bytes + other.tally.shared.bytes;
        let here = |other: &&LineTally| (&other.file, other.line) == (&line.file, line.line);
        let factors: Vec<&LineTally> =
            self.accesses().filter(here).filter(|other| 2 * bytes(other) >= flops).collect();
        let two = factors.iter().any(|other| other.array != factors[0].array);
        let read = factors.iter().map(|other| bytes(other)).sum();
        let most = 2 * flops >= self.total.flops.total();
        (most && two && ratio(read, self.argument_bytes) >= limits::REUSE).then_some(line)
    }
}

/// The bytes of global memory that an access needs: what lanes share counts once, and sectors that hold other data
/// don't count. Atomic operations are about few elements anyway.
fn needed(tally: &Tally) -> u64 {
    if tally.atomics > 0 { 0 } else { tally.global.bytes.min(32 * tally.global.ideal_sectors) }
}

fn place(line: &LineTally) -> String {
    let array = line.array.as_ref().map_or(String::new(), |array| format!(" `{array}`"));
    format!("{}:{}{array}", line.file, line.line)
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
