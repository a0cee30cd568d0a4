//! How many tiles a tile kernel runs over.

use kiln_codegen::check::stores::{self, GridAxis};
use kiln_codegen::ir::Module;

use super::size::{Extent, Size, checked_grid};
use crate::arg::Arg;
use crate::device::Limits;
use crate::error::{Error, Result};
use crate::instance::Loaded;
use crate::registry::KernelEntry;

/// How the tensors that a kernel stores to give the number of its tiles: along each axis of the grid as many as
/// cover an axis of each tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridRule(Vec<Vec<GridAxis>>);

impl GridRule {
    /// The rule of a closed tile kernel; `None` where its stores do not tell, or do not agree.
    pub(crate) fn of(module: &Module) -> Option<GridRule> {
        stores::grid(module).map(GridRule)
    }

    #[cfg(test)]
    pub(super) fn new(axes: impl IntoIterator<Item = Vec<GridAxis>>) -> GridRule {
        GridRule(axes.into_iter().collect())
    }

    /// An error if the tiles leave a part of a tensor out.
    fn covered(&self, entry: &KernelEntry, counts: [usize; 3], args: &[Arg<'_>]) -> Result<()> {
        let Some(needed) = self.counts(args) else { return Ok(()) };
        let Some(axis) = (0..self.0.len().min(3)).find(|axis| counts[*axis] < needed[*axis]) else {
            return Ok(());
        };
        let param = self.0[axis].first().and_then(|rule| entry.params.get(rule.param));
        let tensor = param.map_or("", |param| param.name);
        Err(Error::TooFewTiles { kernel: entry.name, tiles: counts, needed, tensor })
    }

    /// The number of tiles along each axis; `None` where the tensors do not agree.
    fn counts(&self, args: &[Arg<'_>]) -> Option<[usize; 3]> {
        let mut counts = [1; 3];
        for (all, rules) in counts.iter_mut().zip(&self.0) {
            *all = count(rules.first()?, args)?;
            if rules.iter().any(|rule| count(rule, args) != Some(*all)) {
                return None;
            }
        }
        Some(counts)
    }
}

/// How many tiles cover the tensor's axis.
fn count(rule: &GridAxis, args: &[Arg<'_>]) -> Option<usize> {
    let extent = args.get(rule.param)?.extents().get(rule.axis as usize)?;
    usize::try_from(extent.div_ceil(rule.extent.max(1))).ok()
}

/// The number of tiles along each axis; with a zero among them nothing is to run.
pub(super) fn grid(loaded: &Loaded, size: &Size, args: &[Arg<'_>], limits: &Limits) -> Result<[u32; 3]> {
    let kernel = loaded.entry.name;
    let mut counts = match size.extent {
        Some(Extent::Tiles(dims)) => dims.extent(),
        // `Size::begin` has refused threads and blocks.
        Some(Extent::Threads(_) | Extent::Blocks(_)) | None => {
            let counts = loaded.grid_rule().and_then(|rule| rule.counts(args));
            counts.ok_or(Error::NoTiles { kernel })?
        }
    };
    if counts.contains(&0) {
        return Ok([0; 3]);
    }
    if let (Some(Extent::Tiles(_)), Some(rule)) = (size.extent, loaded.grid_rule()) {
        rule.covered(loaded.entry, counts, args)?;
    }
    let several = counts.map(|count| count > 1);
    if let Some(disjoint) = loaded.disjoint(several)
        && let Some(axis) = (0..3).find(|axis| several[*axis] && !disjoint[*axis])
    {
        let (tensor, place) = loaded.shared_store(axis).unwrap_or_default();
        return Err(Error::SharedTiles { kernel, axis, tiles: counts[axis], tensor, place });
    }
    // Blocks that share a tile are neighbors along x.
    counts[0] = counts[0].saturating_mul(loaded.needs.blocks.max(1) as usize);
    checked_grid(kernel, counts, limits, "tiles", "put the longest axis first, or make the tiles larger")
}
