//! Counts of what kernels do on [`Device::counted`](crate::Device::counted), by source position.
//!
//! The terms are those of NVIDIA's profilers. A *warp* is 32 threads of a block with consecutive linear indices, where
//! x varies fastest. A *request* is one access of a warp, by those of its lanes that are active. A *sector* is 32 bytes
//! of global memory at an address that is a multiple of 32. Shared memory has 32 *banks* of 4 bytes.

use std::fmt;

use kiln_codegen::compact::List;

/// Global memory that warps read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalTraffic {
    /// Accesses by warps.
    pub requests: u64,
    /// Bytes that the lanes of all requests asked for. Lanes that read the same element count each.
    pub bytes: u64,
    /// Distinct sectors that the requests touched.
    pub sectors: u64,
    /// Sectors that each request would touch if its distinct bytes were contiguous.
    pub ideal_sectors: u64,
}

/// Shared memory that warps read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedTraffic {
    /// Accesses by warps.
    pub requests: u64,
    /// Bytes that the lanes of all requests asked for, and that TMA copied.
    pub bytes: u64,
    /// Passes over the banks. A pass serves the distinct 4-byte words of as many banks, one word of each bank, to any
    /// number of lanes. Accesses of 8 bytes are made for 16 lanes at a time, accesses of 16 bytes for 8.
    pub passes: u64,
    /// Passes that the requests would take without conflicts: 1 for up to 4 bytes a lane, up to 2 for 8 and 4 for 16.
    pub ideal_passes: u64,
}

/// Additions, subtractions and multiplications of floats, by type. A fused multiply-add is two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flops {
    /// Of `f16`.
    pub f16: u64,
    /// Of `bf16`.
    pub bf16: u64,
    /// Of `f32`.
    pub f32: u64,
    /// Of `f64`.
    pub f64: u64,
}

/// Multiplications and additions by tensor cores, by the type of the factors' elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProductFlops {
    /// Of floats of 8 bits.
    pub f8: u64,
    /// Of `f16` and `bf16`.
    pub f16: u64,
    /// Of `f32`, which tensor cores round to `tf32`.
    pub tf32: u64,
    /// Of integers of 8 bits.
    pub i8: u64,
}

/// What kernels did, in all or at one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Accesses to global memory.
    pub global: GlobalTraffic,
    /// Accesses to shared memory.
    pub shared: SharedTraffic,
    /// Arithmetic on floats, of all lanes. Reductions of a warp and atomic additions are left out.
    pub flops: Flops,
    /// Divisions and remainders of floats, square roots and elementary functions, of all lanes. A GPU takes several
    /// instructions for each.
    pub special: u64,
    /// Instructions of tensor cores: one for each warp that takes part.
    pub products: u64,
    /// Multiplications and additions that these instructions make.
    pub product_flops: ProductFlops,
    /// Atomic operations, of all lanes. Each is also part of a request.
    pub atomics: u64,
    /// How often blocks passed `sync_threads()`.
    pub barriers: u64,
    /// Conditions that warps met: of `if`, of loops before each iteration and after the last, and of each operand of
    /// `&&` and `||` that is evaluated only if needed. A choice between two values that are both computed is none.
    pub branches: u64,
    /// Those of the conditions that held for some active lanes of the warp and not for others.
    pub divergent_branches: u64,
    /// Lanes of the warps that ran a statement, summed over the statements: 32 for each warp and statement.
    pub lanes: u64,
    /// Those of the lanes that were active.
    pub active_lanes: u64,
}

/// What kernels did at one position of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineTally {
    /// Source file; `?` where it is not known.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The array that the position accesses; `None` for what is no access.
    pub array: Option<String>,
    /// What was counted there.
    pub tally: Tally,
}

/// What the launches on a stream of [`Device::counted`](crate::Device::counted) did; see
/// [`Stream::take_counts`](crate::Stream::take_counts).
///
/// Printed, it is a table for people, at most 100 columns wide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All positions together.
    pub total: Tally,
    /// By position and array, the worst first: those with the most sectors and passes above the ideal.
    pub lines: Vec<LineTally>,
    /// Launches of kernels.
    pub launches: u64,
    /// The least bytes that the launches move: one pass over each argument. What the kernel's code reads counts once,
    /// and so does what it writes, whatever part of it a launch touches.
    pub argument_bytes: u64,
    /// The compute capability of the GPU whose code was counted; `None` for kernels as they are written.
    pub compute_capability: Option<(u32, u32)>,
    /// Blocks of these launches.
    pub blocks: u64,
    /// Blocks that were counted. The others ran without being counted.
    pub counted_blocks: u64,
}

impl Flops {
    /// Of all types.
    pub fn total(&self) -> u64 {
        self.f16 + self.bf16 + self.f32 + self.f64
    }
}

impl ProductFlops {
    /// Of all types.
    pub fn total(&self) -> u64 {
        self.f8 + self.f16 + self.tf32 + self.i8
    }

    pub(crate) fn add(&mut self, other: ProductFlops) {
        self.f8 += other.f8;
        self.f16 += other.f16;
        self.tf32 += other.tf32;
        self.i8 += other.i8;
    }
}

impl Tally {
    /// The names of the fields, in the order of [`Tally::numbers`].
    const NAMES: [&'static str; 24] = [
        "global_requests",
        "global_bytes",
        "global_sectors",
        "global_ideal_sectors",
        "shared_requests",
        "shared_bytes",
        "shared_passes",
        "shared_ideal_passes",
        "f16_flops",
        "bf16_flops",
        "f32_flops",
        "f64_flops",
        "special",
        "products",
        "product_f8_flops",
        "product_f16_flops",
        "product_tf32_flops",
        "product_i8_flops",
        "atomics",
        "barriers",
        "branches",
        "divergent_branches",
        "lanes",
        "active_lanes",
    ];

    /// Every number with a name.
    pub(crate) fn by_name(mut self) -> impl Iterator<Item = (&'static str, u64)> {
        Tally::NAMES.into_iter().zip(self.numbers().map(|number| *number))
    }

    /// Every field, for what treats all alike.
    fn numbers(&mut self) -> [&mut u64; 24] {
        let Tally {
            global: GlobalTraffic { requests, bytes, sectors, ideal_sectors },
            shared: SharedTraffic { requests: shared_requests, bytes: shared_bytes, passes, ideal_passes },
            flops: Flops { f16, bf16, f32, f64 },
            special,
            products,
            product_flops: ProductFlops { f8, f16: product_f16, tf32, i8 },
            atomics,
            barriers,
            branches,
            divergent_branches,
            lanes,
            active_lanes,
        } = self;
        [
            requests,
            bytes,
            sectors,
            ideal_sectors,
            shared_requests,
            shared_bytes,
            passes,
            ideal_passes,
            f16,
            bf16,
            f32,
            f64,
            special,
            products,
            f8,
            product_f16,
            tf32,
            i8,
            atomics,
            barriers,
            branches,
            divergent_branches,
            lanes,
            active_lanes,
        ]
    }

    pub(crate) fn add(&mut self, mut other: Tally) {
        for (number, more) in self.numbers().into_iter().zip(other.numbers()) {
            *number += *more;
        }
    }

    /// Scales what was counted of some blocks to all of them, to the nearest whole numbers.
    pub(crate) fn scale(&mut self, counted: u64, all: u64) {
        let (counted, all) = (u128::from(counted.max(1)), u128::from(all));
        for number in self.numbers() {
            *number = ((u128::from(*number) * all + counted / 2) / counted) as u64;
        }
    }

    /// Sectors and passes above the ideal.
    fn excess(&self) -> u64 {
        let Tally { global, shared, .. } = self;
        global.sectors.saturating_sub(global.ideal_sectors)
            + shared.passes.saturating_sub(shared.ideal_passes)
    }
}

impl LineTally {
    fn place(&self) -> (&str, u32, u32, Option<&str>) {
        (&self.file, self.line, self.column, self.array.as_deref())
    }
}

impl Counts {
    /// Whether every block was counted. Otherwise the numbers are those of some blocks, scaled to all.
    pub fn is_exact(&self) -> bool {
        self.counted_blocks == self.blocks
    }

    /// What was counted at a line of a file, whose path ends as given.
    ///
    /// # Examples
    ///
    /// ```
    /// let counts = kiln_runtime::counts::Counts::default();
    /// assert_eq!(counts.at("src/main.rs", 14).global.requests, 0);
    /// ```
    pub fn at(&self, file: &str, line: u32) -> Tally {
        let mut tally = Tally::default();
        let here = |other: &&LineTally| other.line == line && other.file.ends_with(file);
        self.lines.iter().filter(here).for_each(|other| tally.add(other.tally));
        tally
    }

    /// Adds what was counted at a position.
    pub(crate) fn add_line(&mut self, line: LineTally) {
        self.total.add(line.tally);
        match self.lines.iter_mut().find(|other| other.place() == line.place()) {
            Some(other) => other.tally.add(line.tally),
            None => self.lines.push(line),
        }
    }

    /// What as many launches, or blocks, as `all` do, if so many as `counted` did this.
    pub(crate) fn scaled(&self, counted: u64, all: u64) -> Counts {
        let mut scaled = self.clone();
        let each = |number: &mut u64| {
            *number = (u128::from(*number) * u128::from(all) / u128::from(counted.max(1))) as u64;
        };
        let Counts { launches, argument_bytes, blocks, counted_blocks, .. } = &mut scaled;
        [launches, argument_bytes, blocks, counted_blocks].into_iter().for_each(each);
        scaled.total.scale(counted, all);
        scaled.lines.iter_mut().for_each(|line| line.tally.scale(counted, all));
        scaled
    }

    /// Adds a launch's counts.
    pub(crate) fn add(&mut self, other: Counts) {
        self.launches += other.launches;
        self.argument_bytes += other.argument_bytes;
        self.compute_capability = self.compute_capability.or(other.compute_capability);
        self.blocks += other.blocks;
        self.counted_blocks += other.counted_blocks;
        other.lines.into_iter().for_each(|line| self.add_line(line));
    }

    /// Sorts the positions, the worst first.
    pub(crate) fn sort(&mut self) {
        let key = |line: &LineTally| std::cmp::Reverse(line.tally.excess());
        self.lines.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.place().cmp(&b.place())));
    }
}

/// Positions that the table shows at most.
const SHOWN: usize = 12;

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { total, lines, launches, blocks, counted_blocks, .. } = self;
        if self.is_exact() {
            writeln!(f, "counted: launches {launches}, blocks {blocks} (all)")?;
        } else {
            writeln!(f, "counted: launches {launches}, blocks {blocks} (scaled from {counted_blocks})")?;
        }
        let Tally { flops, special, products, product_flops, atomics, barriers, .. } = total;
        let Tally { branches, divergent_branches, lanes, active_lanes, .. } = total;
        let Flops { f16, bf16, f32, f64 } = flops;
        let all = [
            ("f16 flops", f16),
            ("bf16 flops", bf16),
            ("f32 flops", f32),
            ("f64 flops", f64),
            ("special", special),
            ("products", products),
            ("product flops", &product_flops.total()),
            ("atomics", atomics),
            ("barriers", barriers),
        ];
        let some: Vec<String> = all
            .iter()
            .filter(|(_, number)| **number > 0)
            .map(|(name, number)| format!("{name} {number}"))
            .list();
        for part in some.chunks(4) {
            writeln!(f, "{}", part.join(", "))?;
        }
        let active = percent(*active_lanes, *lanes);
        writeln!(f, "branches {branches}, divergent {divergent_branches}; active lanes {active}")?;
        row(f, ["memory", "bytes", "requests", "sectors or passes", "ideal", "ratio"])?;
        traffic(f, "all", total)?;
        let accesses = lines.iter().filter_map(|line| Some((line, line.array.as_ref()?)));
        for (LineTally { file, line, column, tally, .. }, array) in accesses.clone().take(SHOWN) {
            traffic(f, &shortened(&format!("{file}:{line}:{column} {array}")), tally)?;
        }
        if let more @ 1.. = accesses.count().saturating_sub(SHOWN) {
            writeln!(f, ".. and {more} more")?;
        }
        let diverges = |line: &&LineTally| line.tally.divergent_branches > 0;
        for LineTally { file, line, column, tally, .. } in lines.iter().filter(diverges).take(SHOWN) {
            let Tally { branches, divergent_branches, .. } = tally;
            let place = shortened(&format!("{file}:{line}:{column}"));
            writeln!(f, "{place:<WIDTH$} divergent {divergent_branches} of {branches} branches")?;
        }
        Ok(())
    }
}

/// Columns of a position.
const WIDTH: usize = 44;

fn row(f: &mut fmt::Formatter<'_>, [place, bytes, requests, moved, ideal, ratio]: [&str; 6]) -> fmt::Result {
    writeln!(f, "{place:<WIDTH$} {bytes:>11} {requests:>9} {moved:>17} {ideal:>9} {ratio:>5}")
}

/// The rows of a position: global and shared memory, if it accesses them.
fn traffic(f: &mut fmt::Formatter<'_>, place: &str, tally: &Tally) -> fmt::Result {
    let Tally { global, shared, .. } = tally;
    let rows = [
        ("global", global.bytes, global.requests, global.sectors, global.ideal_sectors),
        ("shared", shared.bytes, shared.requests, shared.passes, shared.ideal_passes),
    ];
    for (space, bytes, requests, moved, ideal) in rows.into_iter().filter(|(_, bytes, ..)| *bytes > 0) {
        let ratio = if ideal > 0 { format!("{:.2}", moved as f64 / ideal as f64) } else { "-".to_owned() };
        let name = format!("{place:<37} {space}");
        let [bytes, requests, moved, ideal] = [bytes, requests, moved, ideal].map(|n| n.to_string());
        row(f, [&name, &bytes, &requests, &moved, &ideal, &ratio])?;
    }
    Ok(())
}

/// The end of a position that is too long for its column.
fn shortened(place: &str) -> String {
    let all: Vec<char> = place.chars().list();
    if all.len() <= 37 {
        place.to_owned()
    } else {
        format!("..{}", all[all.len() - 35..].iter().collect::<String>())
    }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
