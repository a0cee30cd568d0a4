//! How many blocks of a code a multiprocessor holds at once, by what machine code uses and what every machine of an
//! architecture has.

use std::fmt;

/// How many blocks of a code a multiprocessor holds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resident {
    /// Blocks.
    pub blocks: u32,
    /// Their warps.
    pub warps: u32,
    /// As many warps as a multiprocessor can have.
    pub most_warps: u32,
    /// What there is no more of: `registers`, `shared memory`, `warps` or `blocks`.
    pub limit: &'static str,
}

/// Warps, blocks and KiB of shared memory of a multiprocessor (CUDA programming guide, technical specifications per
/// compute capability). Every one has 65536 registers.
fn multiprocessor(arch: u32) -> [u32; 3] {
    match arch {
        0..=79 => [32, 16, 64],
        80 => [64, 32, 164],
        81..=86 => [48, 16, 100],
        87 => [48, 16, 164],
        88..=89 => [48, 24, 100],
        90..=109 => [64, 32, 228],
        110..=119 => [48, 24, 228],
        _ => [48, 24, 100],
    }
}

/// Registers are given out to a warp by so many, and to warps of four schedulers alike.
const REGISTERS_A_PIECE: u32 = 256;
const SCHEDULERS: u32 = 4;

impl Resident {
    /// `None` of blocks that no multiprocessor holds. Where `registers` are not known they are taken to suffice.
    pub(crate) fn of(arch: u32, threads: u32, shared_bytes: u64, registers: Option<u32>) -> Option<Resident> {
        let [most_warps, most_blocks, kib] = multiprocessor(arch);
        let warps = threads.div_ceil(32).max(1);
        // From sm_80 on a block has a KiB of the system's beside its own.
        let (piece, own) = if arch < 80 { (256, 0) } else { (128, 1024) };
        let shared = shared_bytes.next_multiple_of(piece) + own;
        let by_shared = u64::from(kib) * 1024 / shared.max(1);
        let by_registers = registers.map_or(u32::MAX, |registers| {
            let a_warp = (registers * 32).next_multiple_of(REGISTERS_A_PIECE).max(REGISTERS_A_PIECE);
            65536 / SCHEDULERS / a_warp * SCHEDULERS / warps
        });
        let limits = [
            ("warps", most_warps / warps),
            ("blocks", most_blocks),
            ("registers", by_registers),
            ("shared memory", u32::try_from(by_shared).unwrap_or(u32::MAX)),
        ];
        let (limit, blocks) = limits.into_iter().min_by_key(|(_, blocks)| *blocks)?;
        (blocks > 0).then_some(Resident { blocks, warps: blocks * warps, most_warps, limit })
    }
}

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resident { blocks, warps, most_warps, limit } = self;
        let plural = if *blocks == 1 { "" } else { "s" };
        write!(
            f,
            "{blocks} block{plural} a multiprocessor at once, {warps} of {most_warps} warps, limited by {limit}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scarcest_decides() {
        let told = |arch, threads, shared, registers| {
            Resident::of(arch, threads, shared, registers).map(|found| (found.blocks, found.limit))
        };
        assert_eq!(told(90, 256, 0, Some(32)), Some((8, "warps")));
        assert_eq!(told(90, 256, 0, None), Some((8, "warps")));
        assert_eq!(told(90, 32, 0, Some(32)), Some((32, "blocks")));
        assert_eq!(told(90, 128, 0, Some(168)), Some((3, "registers")));
        assert_eq!(told(90, 128, 0, Some(255)), Some((2, "registers")));
        // 113 KiB and the system's one, twice, are 228.
        assert_eq!(told(90, 128, 113 << 10, None), Some((2, "shared memory")));
        assert_eq!(told(90, 128, (113 << 10) + 1, None), Some((1, "shared memory")));
        assert_eq!(told(75, 128, 32 << 10, None), Some((2, "shared memory")));
        assert_eq!(told(90, 1024, 0, Some(128)), None);
    }
}
