//! How many blocks of a code a multiprocessor holds at once, by what machine code uses and what every machine of an
//! architecture has.

use std::fmt;

use super::warnings::most_registers;

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
    /// Registers are not known, so that there may be fewer.
    pub at_most: bool,
}

/// Registers of a thread.
#[derive(Clone, Copy)]
pub(crate) enum Registers {
    Known(u32),
    /// By the planner of a tile kernel, 0 where there is no estimate.
    Estimated(u32),
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
    /// `None` of blocks that no multiprocessor holds. Registers that are not known suffice for one block.
    pub(crate) fn of(arch: u32, threads: u32, shared_bytes: u64, registers: Registers) -> Option<Resident> {
        let [most_warps, most_blocks, kib] = multiprocessor(arch);
        let warps = threads.div_ceil(32).max(1);
        // From sm_80 on a block has a KiB of the system's beside its own.
        let (piece, own) = if arch < 80 { (256, 0) } else { (128, 1024) };
        let shared = shared_bytes.next_multiple_of(piece) + own;
        let by_shared = u64::from(kib) * 1024 / shared.max(1);
        let (each, at_most) = match registers {
            Registers::Known(each) => (each, false),
            // No text of the library takes less than half of its estimate.
            Registers::Estimated(each) => ((each / 2).min(most_registers(warps * 32)), true),
        };
        let a_warp = (each * 32).next_multiple_of(REGISTERS_A_PIECE).max(REGISTERS_A_PIECE);
        let by_registers = 65536 / SCHEDULERS / a_warp * SCHEDULERS / warps;
        let limits = [
            ("warps", most_warps / warps),
            ("blocks", most_blocks),
            ("registers", by_registers),
            ("shared memory", u32::try_from(by_shared).unwrap_or(u32::MAX)),
        ];
        let (limit, blocks) = limits.into_iter().min_by_key(|(_, blocks)| *blocks)?;
        (blocks > 0).then_some(Resident { blocks, warps: blocks * warps, most_warps, limit, at_most })
    }
}

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resident { blocks, warps, most_warps, limit, at_most } = self;
        let at_most = if *at_most { "at most " } else { "" };
        let plural = if *blocks == 1 { "" } else { "s" };
        write!(
            f,
            "{at_most}{blocks} block{plural} a multiprocessor at once, {warps} of {most_warps} warps, limited by {limit}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scarcest_decides() {
        let told = |arch, threads, shared, registers: Option<u32>| {
            let registers = registers.map_or(Registers::Estimated(0), Registers::Known);
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
        // All registers of a multiprocessor are one block's.
        assert_eq!(told(90, 512, 64 << 10, Some(128)), Some((1, "registers")));
    }

    #[test]
    fn registers_that_are_not_known_bound_what_is_said() {
        let told = |threads, registers| Resident::of(90, threads, 64 << 10, registers).unwrap().to_string();
        let known = "1 block a multiprocessor at once, 16 of 64 warps, limited by registers";
        assert_eq!(told(512, Registers::Known(128)), known);
        assert_eq!(told(512, Registers::Estimated(184)), format!("at most {known}"));
        // More than there are would be spilled.
        assert_eq!(told(512, Registers::Estimated(300)), format!("at most {known}"));
        let half = "at most 2 blocks a multiprocessor at once, 32 of 64 warps, limited by registers";
        assert_eq!(told(512, Registers::Estimated(120)), half);
        let unknown = "at most 3 blocks a multiprocessor at once, 48 of 64 warps, limited by shared memory";
        assert_eq!(told(512, Registers::Estimated(0)), unknown);
    }
}
