//! The block that a refused kernel might declare: where the extents of the block are not known, `tile[r * 16 + t]` is
//! of two threads as soon as there are more than 16 of them, as there are in most. What is advised was tried.

use super::{Races, Walk};
use crate::check::Finding;
use crate::collections::Set;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{Callee, ExprKind, Function, Site};

/// How many blocks are tried: each is a proof of the whole kernel.
const MOST_BLOCKS: usize = 3;

/// The most threads of a block.
const MOST_THREADS: u32 = 1024;

/// An extent with which the kernel has no races at all, of a block that is as wide as it is high where the kernel asks
/// for two coordinates. `refused` is the kernel without it.
pub(super) fn block_that_would_do(
    function: &Function,
    sites: &[Site],
    refused: &Races<'_>,
) -> Option<[u32; 3]> {
    let [x, y, z] = refused.walk.used.thread;
    let warps = looks_at_warps(function);
    if function.attrs.block.is_some() || z || !(x || y || warps) {
        return None;
    }
    // Rows are told apart by what their number is multiplied with.
    let mut extents: Set<u32> = Set::new();
    for access in &refused.walk.accesses {
        let factors = access.dims.iter().flat_map(|dim| dim.poly.terms());
        extents.extend(factors.filter_map(|(mono, factor)| {
            let extent = u32::try_from(factor.unsigned_abs()).ok()?;
            (!mono.is_empty() && extent > 1).then_some(extent)
        }));
    }
    if warps {
        extents.insert(256);
    }
    let blocks = extents.into_iter().rev().map(|extent| [extent, if y { extent } else { 1 }, 1]);
    let possible = |block: &[u32; 3]| block[0].checked_mul(block[1]).is_some_and(|all| all <= MOST_THREADS);
    blocks.filter(possible).take(MOST_BLOCKS).find(|block| {
        let mut declared = function.clone();
        declared.attrs.block = Some(*block);
        Races::of(Walk::of(&declared, sites)).find().is_empty()
    })
}

/// Says of each finding that the declared block is a way out.
pub(super) fn advise(findings: &mut [Finding], block: [u32; 3]) {
    let block = match block {
        [x, 1, 1] => format!("{x}"),
        [x, y, _] => format!("({x}, {y})"),
    };
    for finding in findings {
        let help = &mut finding.diagnostic.help;
        *help = format!(
            "declare the block, as in `#[kernel(block = {block})]`, with which no two threads of the kernel meet; or {help}"
        );
    }
}

/// Whether a kernel asks for the number of its warp or lane.
fn looks_at_warps(function: &Function) -> bool {
    let mut found = false;
    function.body.walk_operands(&mut |expr| {
        if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
            found |= matches!(row.cpu, Cpu::Machine(Machine::LaneId | Machine::WarpId));
        }
    });
    found
}
