//! The grid: tiles over the threads of the [`pool`].
//!
//! Workers claim tiles in index order, each with memory of its own. After a failure the other tiles still run, as
//! on a GPU; the failure reported is the first in that order.

use kiln_codegen::compact::List;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kiln_codegen::abi::FailRecord;

use super::TileArg;
use super::code::Code;
use super::product::Kept;
use super::run::{Worker, tensors};
use crate::cpu::pool;

struct Grid<'a> {
    code: &'a Code,
    extents: [u32; 3],
    args: Args<'a>,
    kept: Vec<Kept>,
    total: u64,
    /// Tiles that a worker takes at a time.
    claim: u64,
    next: AtomicU64,
    /// The first failing tile known, and its record.
    failure: Mutex<Option<(u64, FailRecord)>>,
}

struct Args<'a>(&'a [TileArg]);

// SAFETY: pointers among the arguments may be used from any thread: what is done with them is what the kernel does,
// whose races are the business of the caller of `Program::run`.
unsafe impl Sync for Args<'_> {}

/// Runs all tiles.
///
/// # Safety
/// As [`super::Program::run`].
pub(super) unsafe fn run(code: &Code, grid: [u32; 3], args: &[TileArg]) -> Option<FailRecord> {
    let total = grid.iter().fold(1u64, |all, n| all.saturating_mul(u64::from(*n)));
    let workers = (pool::threads() as u64).min(total);
    // One by one where each is work enough to count; small ones in runs that still leave every worker some late ones.
    let claim = (total / (workers.max(1) * 64)).clamp(1, 16);
    let tensors = tensors(code, args);
    let kept = code.kept.iter().map(|site| Kept::new(*site, tensors[site.tensor], total)).list();
    let grid = Grid {
        code,
        extents: grid,
        args: Args(args),
        kept,
        total,
        claim,
        next: AtomicU64::new(0),
        failure: Mutex::new(None),
    };
    // SAFETY: the caller's promise, passed on.
    pool::run(workers as usize, &|| unsafe { grid.work() });
    let failure = grid.failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    failure.map(|(_, record)| record)
}

impl Grid<'_> {
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn work(&self) {
        let mut worker = None;
        loop {
            let start = self.next.fetch_add(self.claim, Ordering::Relaxed);
            let end = start.saturating_add(self.claim).min(self.total);
            if start >= end {
                return;
            }
            let worker =
                worker.get_or_insert_with(|| Worker::new(self.code, self.extents, self.args.0, &self.kept));
            for index in start..end {
                let [x, y, _] = self.extents.map(u64::from);
                let block = [index % x, index / x % y, index / (x * y)].map(|n| n as u32);
                // SAFETY: the caller's promise.
                if let Some(record) = unsafe { worker.run(block) } {
                    let mut first = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(other, _)| index < *other) {
                        *first = Some((index, record));
                    }
                }
            }
        }
    }
}
