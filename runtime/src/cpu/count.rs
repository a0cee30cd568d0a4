//! The counter: what the warps of a kernel do, by source position.
//!
//! Takes code that was compiled for the counter: an instruction precedes each access to memory, and others say how much
//! arithmetic the statements since the last change of masks have done. Other code has none of these. A block is counted
//! only if the worker has a counter, so that large grids can be sampled.

use kiln_codegen::compact::List;
use kiln_codegen::ir::{LocalId, Site};

use super::code::{Arg, Code, Narrow, One};
use super::element_ops::{Elements, ElementsCall, ElementsOp, Home};
use super::elements::Copy;
use super::run::Worker;
use crate::counts::{Counts, Flops, LineTally, ProductFlops, Tally};

const WARP: usize = 32;
/// Bytes of a sector are 2 to the power of this.
const SECTOR: u32 = 5;

/// A grid of at most so many blocks is counted whole.
pub(super) const EXACT_BLOCKS: u64 = 16_384;
/// Of a larger one, the first block, the last one and so many between are counted, fewer where the same are chosen.
const SAMPLED: u64 = 510;
/// Where only what is counted runs, a grid of at most so many blocks runs whole, and of a larger one so many.
pub(crate) const FEW: (u64, u64) = (64, 32);

/// A position with its own counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub site: u32,
    /// The array that it accesses; `None` for what is no access.
    pub array: Option<LocalId>,
}

/// A position for the user.
pub(super) struct NamedSpot {
    pub site: u32,
    pub array: Option<String>,
}

/// What an instruction of counted code announces.
pub(super) enum Count {
    /// An access of all active lanes to an element of memory.
    Access(CountAccess),
    /// Statements that have been run since the last change of masks.
    Steps { spot: u32, steps: Steps },
}

pub(super) struct CountAccess {
    pub spot: u32,
    pub pointer: One,
    pub index: Arg,
    pub size: u8,
    pub shared: bool,
    pub atomic: bool,
}

/// What each active lane (`flops`, `special`), each warp and each block (`barriers`) has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    pub flops: Flops,
    pub special: u64,
    pub statements: u64,
    pub branches: u64,
    pub products: u64,
    pub product_flops: ProductFlops,
    pub barriers: u64,
}

/// What was counted of some blocks.
#[derive(Default)]
pub(super) struct Counter {
    /// By spot.
    pub tallies: Vec<Tally>,
    /// Blocks that were counted, or clusters of a kernel that has those, and how many there are.
    pub blocks: u64,
    pub of: u64,
    /// The warps that met a condition.
    warps: Vec<(usize, u32)>,
}

impl Counter {
    pub fn new(spots: usize) -> Counter {
        Counter { tallies: vec![Tally::default(); spots], ..Counter::default() }
    }

    pub fn add(&mut self, other: &Counter) {
        self.tallies.resize(self.tallies.len().max(other.tallies.len()), Tally::default());
        for (tally, more) in self.tallies.iter_mut().zip(&other.tallies) {
            tally.add(*more);
        }
        self.blocks += other.blocks;
    }
}

/// What was counted of a launch with this grid, by position.
pub(super) fn by_position(code: &Code, counter: Counter, grid: [u32; 3], sites: &[Site]) -> Counts {
    let blocks = grid.iter().map(|n| u64::from(*n)).product::<u64>();
    let (counted, of) = (counter.blocks, counter.of.max(1));
    let counted_blocks = (u128::from(blocks) * u128::from(counted) / u128::from(of)) as u64;
    let mut counts = Counts { launches: 1, blocks, counted_blocks, ..Counts::default() };
    for (spot, mut tally) in code.spots.iter().flatten().zip(counter.tallies) {
        if tally != Tally::default() {
            tally.scale(counted, of);
            let site = sites.get(spot.site as usize).cloned().unwrap_or_default();
            let file = if site.file.is_empty() { "?".to_owned() } else { site.file };
            let (line, column, array) = (site.line, site.column, spot.array.clone());
            counts.add_line(LineTally { file, line, column, array, tally });
        }
    }
    counts
}

/// The blocks of a grid that are counted, in order; `None` for all. Of a few blocks the ends would count too much.
pub(super) fn sample(blocks: u64, few: bool) -> Option<Vec<u64>> {
    let (exact, sampled) = if few { FEW } else { (EXACT_BLOCKS, SAMPLED) };
    if blocks <= exact {
        return None;
    }
    // SplitMix64 of a fixed seed: each run counts the same blocks.
    let mut state = 0x6b69_6c6e_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % blocks
    };
    let ends = [0, blocks - 1].into_iter().filter(|_| !few);
    let mut chosen: Vec<u64> = ends.chain((0..sampled).map(|_| next())).collect();
    chosen.sort_unstable();
    chosen.dedup();
    Some(chosen)
}

/// The distinct sectors of some bytes, and how many would hold as many bytes. A part is an address and a length of less
/// than 64 in one number, so that parts sort.
fn sectors(parts: &mut [u64]) -> (u64, u64) {
    if !parts.is_sorted() {
        parts.sort_unstable();
    }
    let (mut sectors, mut distinct) = (0, 0);
    // The first sector and the first byte behind those seen.
    let (mut next_sector, mut next_byte) = (0, 0);
    for part in parts {
        let (start, end) = (*part >> 6, (*part >> 6) + (*part & 63));
        if end <= next_byte {
            continue;
        }
        let last = (end - 1) >> SECTOR;
        sectors += last + 1 - next_sector.max(start >> SECTOR);
        (next_sector, distinct) = (last + 1, distinct + end - start.max(next_byte));
        next_byte = end;
    }
    (sectors, distinct.div_ceil(1 << SECTOR))
}

fn part(address: u64, bytes: u64) -> u64 {
    address << 6 | bytes
}

/// Passes over the banks that a warp's access to shared memory takes, and would take without conflicts. Lanes have
/// addresses where their bits are set.
fn passes(addresses: &[u64; WARP], bits: u32, bytes: u64) -> (u64, u64) {
    let words = (bytes / 4).max(1);
    let lanes = WARP / words as usize;
    let (mut passes, mut ideal) = (0, 0);
    for phase in (0..WARP).step_by(lanes) {
        let (mut asked, mut len) = ([0u64; WARP], 0);
        for lane in (phase..phase + lanes).filter(|lane| bits >> lane & 1 == 1) {
            for word in 0..words {
                asked[len] = addresses[lane] / 4 + word;
                len += 1;
            }
        }
        let asked = &mut asked[..len];
        asked.sort_unstable();
        let mut banks = [0u8; 32];
        for same in asked.chunk_by(|a, b| a == b) {
            banks[(same[0] % 32) as usize] += 1;
        }
        passes += u64::from(banks.into_iter().max().unwrap_or(0));
        ideal += u64::from(len > 0);
    }
    (passes, ideal)
}

/// Counts an access of a warp to so many bytes of each lane whose bit is set.
fn request(
    tally: &mut Tally,
    shared: bool,
    addresses: &[u64; WARP],
    bits: u32,
    bytes: impl Fn(usize) -> u64,
) {
    let active = || (0..WARP).filter(|lane| bits >> lane & 1 == 1);
    let first = bytes(bits.trailing_zeros() as usize);
    // Neighbors are the usual case: they need no sorting, and make no conflicts.
    let step = |lane: usize| addresses[0].wrapping_add(lane as u64 * first);
    let neighbors = bits == u32::MAX
        && (0..WARP).fold(true, |all, lane| all & (addresses[lane] == step(lane)) & (bytes(lane) == first));
    let sum = if neighbors { WARP as u64 * first } else { active().map(&bytes).sum() };
    if shared {
        let words = (first / 4).max(1);
        let (passes, ideal) = if neighbors { (words, words) } else { passes(addresses, bits, first) };
        tally.shared.requests += 1;
        tally.shared.bytes += sum;
        tally.shared.passes += passes;
        tally.shared.ideal_passes += ideal;
        return;
    }
    let (sectors, ideal) = if neighbors {
        ((addresses[0].wrapping_add(sum - 1) >> SECTOR) - (addresses[0] >> SECTOR) + 1, first)
    } else {
        let (mut parts, mut len) = ([0; WARP], 0);
        for lane in active() {
            parts[len] = part(addresses[lane], bytes(lane));
            len += 1;
        }
        sectors(&mut parts[..len])
    };
    tally.global.requests += 1;
    tally.global.bytes += sum;
    tally.global.sectors += sectors;
    tally.global.ideal_sectors += ideal;
}

impl Worker<'_> {
    /// Counts what an instruction announces.
    pub(super) fn count(&mut self, count: &Count) {
        let Some(mut counter) = self.counter.take() else { return };
        match count {
            Count::Access(access) => {
                if let Some(tally) = counter.tallies.get_mut(access.spot as usize) {
                    self.count_access(tally, access);
                }
            }
            Count::Steps { spot, steps } => {
                if let Some(tally) = counter.tallies.get_mut(*spot as usize) {
                    self.count_steps(tally, steps);
                }
            }
        }
        self.counter = Some(counter);
    }

    fn count_steps(&self, tally: &mut Tally, steps: &Steps) {
        let (mut warps, mut active) = (0, 0);
        let mask = self.masks.current();
        if mask.all && !mask.is_empty() {
            (warps, active) = ((mask.hi.div_ceil(WARP) - mask.lo / WARP) as u64, (mask.hi - mask.lo) as u64);
        } else {
            self.masks.for_each_warp(self.masks.slot(), |_, bits| {
                (warps, active) = (warps + 1, active + u64::from(bits.count_ones()));
            });
        }
        let Steps { flops, special, statements, branches, products, product_flops, barriers } = steps;
        tally.flops.f16 += active * flops.f16;
        tally.flops.bf16 += active * flops.bf16;
        tally.flops.f32 += active * flops.f32;
        tally.flops.f64 += active * flops.f64;
        tally.special += active * special;
        tally.lanes += WARP as u64 * warps * statements;
        tally.active_lanes += active * statements;
        tally.branches += warps * branches;
        tally.products += warps * products;
        tally.product_flops.add(ProductFlops {
            f8: warps * product_flops.f8,
            f16: warps * product_flops.f16,
            tf32: warps * product_flops.tf32,
            i8: warps * product_flops.i8,
        });
        let blocks: u64 = self.shape.cluster.iter().map(|n| u64::from(*n)).product();
        tally.barriers += if warps > 0 { blocks * barriers } else { 0 };
    }

    fn count_access(&self, tally: &mut Tally, access: &CountAccess) {
        let bytes = u64::from(access.size);
        // Scalars have 1, 2, 4 or 8 bytes.
        let shift = bytes.trailing_zeros();
        let start = self.one(access.pointer).wrapping_sub(self.origin(access.shared));
        self.masks.for_each_warp(self.masks.slot(), |first, bits| {
            let indices = match access.index {
                Arg::One(index) => [self.one(index); WARP],
                // SAFETY: the register holds `usize` lanes, whose number is a multiple of 64.
                Arg::Lanes(lanes) => unsafe {
                    self.lanes(lanes).cast::<u64>().add(first).cast::<[u64; WARP]>().read()
                },
            };
            let addresses = indices.map(|index| start.wrapping_add(index << shift));
            tally.atomics += if access.atomic { u64::from(bits.count_ones()) } else { 0 };
            request(tally, access.shared, &addresses, bits, |_| bytes);
        });
    }

    /// What addresses are counted from: those of shared memory from its beginning, so that the first word is in the
    /// first bank.
    fn origin(&self, shared: bool) -> u64 {
        if shared { self.shared_range().start } else { 0 }
    }

    /// Narrows a mask, and counts what the condition does to the warps that meet it.
    pub(super) fn branch(&mut self, narrow: &Narrow, spot: u32, next: usize) -> usize {
        let Some(mut counter) = self.counter.take() else { return self.narrow(narrow, next) };
        let mut before = std::mem::take(&mut counter.warps);
        before.clear();
        self.masks.for_each_warp(narrow.from, |first, bits| before.push((first, bits)));
        let next = self.narrow(narrow, next);
        if let Some(tally) = counter.tallies.get_mut(spot as usize) {
            tally.branches += before.len() as u64;
            let mut met = before.iter();
            self.masks.for_each_warp(narrow.to, |first, bits| {
                let other = met.find(|(other, _)| *other == first);
                tally.divergent_branches += u64::from(other.is_some_and(|(_, all)| *all != bits));
            });
        }
        counter.warps = before;
        self.counter = Some(counter);
        next
    }

    /// Counts an instruction of lowered tile code, whose elements are there.
    pub(super) fn count_elements(&mut self, call: &ElementsCall) {
        let Some(mut counter) = self.counter.take() else { return };
        match &call.op {
            ElementsOp::Move { to, from, bytes } => {
                self.count_each(&mut counter, from, |_| *bytes as u64);
                self.count_each(&mut counter, to, |_| *bytes as u64);
            }
            ElementsOp::AsyncCopy { to, from, bytes, used } => {
                self.count_each(&mut counter, from, |lane| self.arg_bits(*used, 4, lane).min(*bytes as u64));
                self.count_each(&mut counter, to, |_| *bytes as u64);
            }
            ElementsOp::LoadMatrix { from, .. } => self.count_each(&mut counter, from, |_| 16),
            // Boxes are counted as they begin, barriers and groups move no data, and products are steps.
            ElementsOp::TensorLoad(_)
            | ElementsOp::Init { .. }
            | ElementsOp::Commit
            | ElementsOp::Wait { .. }
            | ElementsOp::Product { .. }
            | ElementsOp::Expect { .. }
            | ElementsOp::Arrive { .. }
            | ElementsOp::Pass { .. }
            | ElementsOp::Wgmma { .. } => {}
        }
        self.counter = Some(counter);
    }

    /// An access of each active lane to so many bytes.
    fn count_each(&self, counter: &mut Counter, elements: &Elements, bytes: impl Fn(usize) -> u64) {
        let Home::Memory(memory) = elements.home else { return };
        let Some(tally) = counter.tallies.get_mut(elements.array as usize) else { return };
        let origin = self.origin(memory.shared);
        self.masks.for_each_warp(self.masks.slot(), |first, bits| {
            let sizes: [u64; WARP] =
                std::array::from_fn(|lane| if bits >> lane & 1 == 1 { bytes(first + lane) } else { 0 });
            let bits = (0..WARP).fold(0, |bits, lane| bits | u32::from(sizes[lane] > 0) << lane);
            let address = |lane| (self.address(elements, first + lane) as u64).wrapping_sub(origin);
            let addresses = std::array::from_fn(|lane| if sizes[lane] > 0 { address(lane) } else { 0 });
            if bits != 0 {
                request(tally, memory.shared, &addresses, bits, |lane| sizes[lane]);
            }
        });
    }

    /// Counts boxes that TMA begins to copy: each is a request of its own.
    pub(super) fn count_boxes(&mut self, from: &Elements, to: &Elements, copies: &[Copy]) {
        let Some(counter) = &mut self.counter else { return };
        for one_box in copies.chunk_by(|a, b| a.lane == b.lane) {
            let read = one_box.iter().filter(|copy| copy.used > 0);
            let mut parts: Vec<u64> = read.map(|copy| part(copy.from as u64, copy.used as u64)).list();
            let (sectors, ideal) = sectors(&mut parts);
            if let Some(tally) = counter.tallies.get_mut(from.array as usize) {
                tally.global.requests += 1;
                tally.global.bytes += one_box.iter().map(|copy| copy.used as u64).sum::<u64>();
                tally.global.sectors += sectors;
                tally.global.ideal_sectors += ideal;
            }
            if let Some(tally) = counter.tallies.get_mut(to.array as usize) {
                tally.shared.bytes += one_box.iter().map(|copy| copy.bytes as u64).sum::<u64>();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cpu::tests::tile_programs::Random;

    fn banks(addresses: impl Fn(u64) -> u64, bits: u32, bytes: u64) -> (u64, u64) {
        passes(&std::array::from_fn(|lane| addresses(lane as u64)), bits, bytes)
    }

    #[test]
    fn wide_accesses_of_shared_memory_go_in_phases() {
        // Neighbors: 2 phases of 16 lanes with 8 bytes, 4 phases of 8 lanes with 16 bytes.
        assert_eq!(banks(|lane| lane * 8, u32::MAX, 8), (2, 2));
        assert_eq!(banks(|lane| lane * 16, u32::MAX, 16), (4, 4));
        // Twice as far apart, 8 lanes of a phase share 16 banks with the other 8.
        assert_eq!(banks(|lane| lane * 16, u32::MAX, 8), (4, 2));
        assert_eq!(banks(|lane| lane * 32, u32::MAX, 16), (8, 4));
        // Rows of 128 bytes: all lanes of a phase use the same banks.
        assert_eq!(banks(|lane| lane * 128, u32::MAX, 16), (32, 4));
        // A phase without active lanes takes no pass.
        assert_eq!(banks(|lane| lane * 16, 0xff, 16), (1, 1));
        // Bytes of one word, and one word for all.
        assert_eq!(banks(|lane| lane, u32::MAX, 1), (1, 1));
        assert_eq!(banks(|_| 64, u32::MAX, 4), (1, 1));
    }

    #[test]
    fn sectors_are_those_of_the_distinct_bytes() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let (bytes, spread, count) = (1u64 << random.upto(6), 1 + random.upto(4096), 1 + random.upto(32));
            let mut parts: Vec<u64> =
                (0..count).map(|_| part(random.upto(spread) as u64 * bytes, bytes)).collect();
            let all: BTreeSet<u64> = parts.iter().flat_map(|part| (part >> 6)..(part >> 6) + bytes).collect();
            let touched: BTreeSet<u64> = all.iter().map(|byte| byte / 32).collect();
            assert_eq!(sectors(&mut parts), (touched.len() as u64, all.len().div_ceil(32) as u64));
        }
    }

    #[test]
    fn a_sample_has_the_ends_and_is_the_same_each_time() {
        assert_eq!(sample(EXACT_BLOCKS, false), None);
        let chosen = sample(EXACT_BLOCKS + 1, false).unwrap();
        assert_eq!((chosen[0], *chosen.last().unwrap()), (0, EXACT_BLOCKS));
        assert!(chosen.is_sorted() && chosen.len() > 450, "{}", chosen.len());
        assert_eq!(sample(EXACT_BLOCKS + 1, false).unwrap(), chosen);
        assert_eq!(sample(FEW.0, true), None);
        let few = sample(FEW.0 + 1, true).unwrap();
        assert!(few.is_sorted() && (20..=32).contains(&few.len()), "{few:?}");
    }
}
