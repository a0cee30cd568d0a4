//! The grid: blocks over the threads of the [`pool`].
//!
//! Workers claim runs of blocks in index order, each with registers of its own. After a failure the other blocks still
//! run, as on a GPU; the failure reported is the first in block order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use kiln_codegen::abi::FailRecord;

use super::CpuArg;
use super::code::{Code, WHOLE};
use super::count::{Counter, sample};
use super::pool;
use super::run::{LaunchShape, Worker};
use super::sanitize::{Found, Sanitizer, argument_mistake};

/// A run of blocks has at least about this many threads, so that claiming it costs nothing beside running it.
const THREADS_A_CLAIM: u64 = 16 * 1024;

/// Blocks that cannot be told apart run as one while their registers take no more bytes and their threads are no
/// more than this. With loops, registers must stay in the first-level cache, and lanes that leave early should not
/// wait for many.
const LOOPING: (u64, u64) = (24 * 1024, 256);
/// Without, what counts is to spread the cost of an instruction over many lanes.
const STREAMING: (u64, u64) = (256 * 1024, 4096);

struct Grid<'a> {
    code: &'a Code,
    shape: LaunchShape,
    args: Args<'a>,
    /// Clusters along each axis, and the blocks of each.
    extent: [u32; 3],
    cluster: [u32; 3],
    /// Blocks, or clusters.
    total: u64,
    /// Neighboring blocks that run as one.
    batch: u64,
    /// Batches of blocks.
    units: u64,
    /// Batches that a worker takes at a time.
    claim: u64,
    next: AtomicU64,
    /// The first failing block known, and its record.
    failure: Mutex<Option<(u64, FailRecord)>>,
    /// Of counted code, the blocks to count, and what workers counted.
    sample: Option<Vec<u64>>,
    /// Whether others don't run.
    few: bool,
    counter: Mutex<Counter>,
}

struct Args<'a>(&'a [CpuArg]);

// SAFETY: pointers among the arguments may be used from any thread: what is done with them is what the kernel does,
// whose races are the business of the caller of `Program::run`.
unsafe impl Sync for Args<'_> {}

/// Runs all blocks, or of counted code a few.
///
/// # Safety
/// As [`super::Program::run`].
pub(super) unsafe fn run(
    code: &Code,
    grid: [u32; 3],
    block: [u32; 3],
    shared_len: u64,
    args: &[CpuArg],
    few: bool,
) -> (Option<FailRecord>, Counter) {
    // Blocks, or clusters of them.
    let cluster = match code.cluster {
        Some(WHOLE) => grid,
        Some(cluster) => cluster,
        None => [1; 3],
    };
    if grid.contains(&0) {
        return (None, Counter::default());
    }
    let extent: [u32; 3] = std::array::from_fn(|axis| grid[axis].div_ceil(cluster[axis]));
    let total = extent.iter().map(|n| u64::from(*n)).product::<u64>();
    let threads = match code.cluster {
        None => block.iter().map(|n| u64::from(*n)).product::<u64>(),
        Some(_) => cluster_threads(block, cluster) as u64,
    };
    if total == 0 || threads == 0 {
        return (None, Counter::default());
    }
    let (args, _bytes) = aligned(args);
    let workers = pool::threads() as u64;
    let batch = if code.blind && [grid[1], grid[2], block[1], block[2]] == [1; 4] {
        let (bytes, widest) = if code.loops { LOOPING } else { STREAMING };
        // Without leaving a worker idle for it.
        let fit = (bytes / (code.lane_bytes as u64 + 1)).min(widest) / threads;
        fit.min(total / (workers * 4)).max(1)
    } else {
        1
    };
    let shape = LaunchShape { grid, block, cluster, threads: (threads * batch) as usize, shared_len };
    let units = total.div_ceil(batch);
    // Enough runs for every worker to get some late ones, none too small.
    let claim = THREADS_A_CLAIM.div_ceil(threads * batch).min(units.div_ceil(workers * 4)).max(1);
    let grid = Grid {
        code,
        shape,
        args: Args(&args),
        extent,
        cluster,
        total,
        batch,
        units,
        claim,
        next: AtomicU64::new(0),
        failure: Mutex::new(None),
        sample: code.spots.as_ref().and_then(|_| sample(total, few)),
        few,
        counter: Mutex::default(),
    };
    let workers = workers.min(units.div_ceil(claim));
    // SAFETY: the caller's promise, passed on.
    pool::run(workers as usize, &|| unsafe { grid.work() });
    let failure = grid.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut counter = grid.counter.into_inner().unwrap_or_else(PoisonError::into_inner);
    counter.of = total;
    (failure.map(|(_, record)| record), counter)
}

/// The lanes of a cluster: each block's warps are whole.
pub(super) fn cluster_threads(block: [u32; 3], cluster: [u32; 3]) -> usize {
    let threads = block.iter().map(|n| *n as usize).product::<usize>();
    threads.next_multiple_of(32) * cluster.iter().map(|n| *n as usize).product::<usize>()
}

/// The arguments, those by value copied to where each of their scalars is aligned.
fn aligned(args: &[CpuArg]) -> (Vec<CpuArg>, Vec<Vec<u64>>) {
    let mut copies = Vec::new();
    let mut args = args.to_vec();
    for arg in &mut args {
        if let CpuArg::Bytes { pointer, len } = arg {
            let mut copy = vec![0u64; len.div_ceil(8)];
            // SAFETY: the caller's bytes are readable, and the copy has room for them.
            unsafe { pointer.copy_to_nonoverlapping(copy.as_mut_ptr().cast::<u8>(), *len) };
            *pointer = copy.as_ptr().cast();
            copies.push(copy);
        }
    }
    (args, copies)
}

/// Runs all blocks of watched code one after the other, until something is found; that, and the first failure.
///
/// # Safety
/// As [`super::Program::run`], but for what the sanitizer looks for: races, indices and arguments.
pub(super) unsafe fn watched(
    code: &Code,
    grid: [u32; 3],
    block: [u32; 3],
    shared_len: u64,
    args: &[CpuArg],
) -> Result<Option<FailRecord>, Box<Found>> {
    let total = grid.iter().map(|n| u64::from(*n)).product::<u64>();
    let threads = block.iter().map(|n| *n as usize).product::<usize>();
    if total == 0 || threads == 0 {
        return Ok(None);
    }
    if let Some(found) = argument_mistake(code, args) {
        return Err(Box::new(found));
    }
    let (args, _bytes) = aligned(args);
    let mut worker =
        Worker::new(code, LaunchShape { grid, block, cluster: [1; 3], threads, shared_len }, &args);
    worker.sanitizer = Some(Box::new(Sanitizer::new(code)));
    let [x, y, _] = grid.map(u64::from);
    let mut failure = None;
    for index in 0..total {
        let block = [index % x, index / x % y, index / (x * y)].map(|n| n as u32);
        let shared = worker.shared_range();
        if let Some(sanitizer) = &mut worker.sanitizer {
            sanitizer.start(index, threads, shared);
        }
        // SAFETY: the caller's promise; an access that breaks what it leaves open is found before it is made.
        let failed = unsafe { worker.run(block, threads) };
        if let Some(found) = worker.sanitizer.as_mut().and_then(|sanitizer| sanitizer.found.take()) {
            return Err(Box::new(found));
        }
        failure = failure.or(failed);
    }
    Ok(failure)
}

impl Grid<'_> {
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn work(&self) {
        let mut worker = None;
        let mut counter = self.code.spots.as_ref().map(|spots| Box::new(Counter::new(spots.len())));
        loop {
            let start = self.next.fetch_add(self.claim, Ordering::Relaxed);
            let end = (start + self.claim).min(self.units);
            if start >= end {
                if let Some(counter) = counter {
                    self.counter.lock().unwrap_or_else(PoisonError::into_inner).add(&counter);
                }
                return;
            }
            let worker = worker.get_or_insert_with(|| Worker::new(self.code, self.shape, self.args.0));
            for index in start..end {
                let [x, y, _] = self.extent.map(u64::from);
                let left = self.total - index * self.batch;
                let threads = self.shape.threads / self.batch as usize * left.min(self.batch) as usize;
                let index = index * self.batch;
                let place = [index % x, index / x % y, index / (x * y)].map(|n| n as u32);
                let block = std::array::from_fn(|axis| place[axis] * self.cluster[axis]);
                if self.sample.as_ref().is_none_or(|sample| sample.binary_search(&index).is_ok()) {
                    worker.counter = counter.take();
                } else if self.few {
                    continue;
                }
                // SAFETY: the caller's promise.
                let failed = unsafe { worker.run(block, threads) };
                if let Some(mut own) = worker.counter.take() {
                    own.blocks += 1;
                    counter = Some(own);
                }
                if let Some(record) = failed {
                    let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(other, _)| index < *other) {
                        *first = Some((index, record));
                    }
                }
            }
        }
    }
}
