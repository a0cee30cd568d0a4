//! How many blocks of a launch run at once, and the launches for which that matters.
//!
//! Takes a loaded kernel and a launch's shape; guarantees that a grid whose blocks wait for each other is no larger
//! than the device holds at once; leaves sizes to [`super::size`] and the rest of a launch to [`super`].

use std::ffi::c_void;

use kiln_codegen::abi::LaunchInfo;

use super::size::{Dims, Shape, Size, default_block};
use super::told;
use crate::device::{Device, Limits};
use crate::driver::{Function, GpuStream, Special, attribute};
use crate::error::{Error, Result};
use crate::instance::{Code, Loaded};
use crate::registry::KernelEntry;
use crate::stream::Stream;

/// The most threads of a grid whose blocks wait for each other, on the CPU: each has registers of its own.
const CPU_THREADS: u64 = 1 << 19;

/// How many blocks of a kernel a device runs at once. Made by [`super::Launch::occupancy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// The block's extents.
    pub block: [u32; 3],
    /// How many such blocks a multiprocessor holds at a time.
    pub blocks_per_multiprocessor: u32,
    /// How many multiprocessors the device has.
    pub multiprocessors: u32,
    /// Of a kernel with clusters, and of a tile kernel where a cluster of blocks shares a tile, how many of these
    /// run at once.
    pub clusters: Option<u32>,
    /// How many threads a block has with which most of the device is at work.
    pub auto_block: u32,
}

impl Occupancy {
    /// How many blocks the device runs at once: the most that a kernel with
    /// [`grid::sync`](../kiln/grid/fn.sync.html) is launched with.
    pub fn blocks(&self) -> usize {
        self.blocks_per_multiprocessor as usize * self.multiprocessors as usize
    }

    /// How many tiles of a tile kernel the device works on at once: what a kernel is launched with that goes on to
    /// further tiles in a loop, in steps of [`tile_count`](../kiln/fn.tile_count.html).
    pub fn tiles(&self) -> usize {
        self.clusters.map_or(self.blocks(), |clusters| clusters as usize)
    }
}

/// The occupancy of a kernel with the block that a launch of this size has. That of a tile kernel does not depend
/// on the launch, so the driver is asked once: who launches as many tiles as run at once asks before each launch.
pub(super) fn of(loaded: &Loaded, device: &Device, size: &Size) -> Result<Occupancy> {
    if let Some(known) = loaded.occupancy.get() {
        return Ok(*known);
    }
    let found = ask(loaded, device, size)?;
    Ok(if loaded.needs.block.is_some() { *loaded.occupancy.get_or_init(|| found) } else { found })
}

fn ask(loaded: &Loaded, device: &Device, size: &Size) -> Result<Occupancy> {
    let shared = device.shared();
    let (limits, entry) = (&shared.limits, loaded.entry);
    let (Code::Gpu(function), Some(context)) = (&loaded.code, &shared.context) else {
        let block = one_block(loaded, size, limits, limits.max_threads_per_block)?;
        let threads: u64 = block.iter().map(|n| u64::from(*n)).product();
        let multiprocessors = limits.multiprocessors.max(1);
        let blocks = CPU_THREADS / threads.max(1) / u64::from(multiprocessors);
        return Ok(Occupancy {
            block,
            blocks_per_multiprocessor: u32::try_from(blocks).unwrap_or(u32::MAX).max(1),
            multiprocessors,
            clusters: None,
            auto_block: 256,
        });
    };
    let needed = match size.shared_len {
        None if loaded.needs.slice_element > 0 => return Err(Error::NoSharedLen { kernel: entry.name }),
        _ => size.shared(entry, &loaded.needs, limits.shared_memory_opt_in.into())?.1,
    };
    let own = function.max_threads_per_block;
    let needed = function.dynamic_shared(needed);
    let (best, _) = function.auto_block(context, needed as usize, own)?;
    let chosen = size.auto_block && size.block.is_none() && entry.attrs.block.is_none();
    let best_sized = Size { block: Some(Dims::from(best as usize)), ..*size };
    let size = if chosen { &best_sized } else { size };
    let block = one_block(loaded, size, limits, own)?;
    let blocks = function.blocks_per_multiprocessor(context, block.iter().product(), needed as usize)?;
    let shared_tile =
        (entry.attrs.tile.is_some() && loaded.needs.blocks > 1).then_some([loaded.needs.blocks, 1, 1]);
    let cluster = entry.attrs.cluster.or(shared_tile);
    let clusters = cluster.map(|cluster| function.active_clusters(context, cluster, block, needed));
    let clusters = clusters.transpose()?;
    Ok(Occupancy {
        block,
        blocks_per_multiprocessor: blocks,
        multiprocessors: limits.multiprocessors,
        clusters,
        auto_block: best,
    })
}

/// The block of a launch whose number of blocks does not matter, in a grid of one cluster.
fn one_block(loaded: &Loaded, size: &Size, limits: &Limits, own: u32) -> Result<[u32; 3]> {
    let grid = loaded.entry.attrs.cluster.unwrap_or([1; 3]);
    if let Some(block) = loaded.needs.block {
        return Ok(block);
    }
    Ok(size.in_blocks(grid.map(|n| n as usize)).resolve(loaded.entry, limits, own)?.block)
}

/// The size with the block that the occupancy chooses, where nobody says which.
pub(super) fn with_block(
    loaded: &Loaded,
    function: &Function,
    gpu: &GpuStream,
    size: &Size,
    limits: &Limits,
) -> Result<Size> {
    if size.block.is_some() || loaded.entry.attrs.block.is_some() || loaded.needs.block.is_some() {
        return Ok(*size);
    }
    let (_, shared) = size.shared(loaded.entry, &loaded.needs, limits.shared_memory_opt_in.into())?;
    let shared = function.dynamic_shared(shared) as usize;
    let (best, _) = function.auto_block(gpu.context, shared, function.max_threads_per_block)?;
    let best = best.clamp(1, function.max_threads_per_block) as usize;
    // The usual shape, with as many more threads along x.
    let [_, y, z] = default_block(size.rank(), u32::MAX).map(|n| n as usize);
    let (y, z) = if best >= y * z { (y, z) } else { (1, 1) };
    Ok(Size { block: Some(Dims::from([best / (y * z), y, z])), ..*size })
}

/// A grid on the CPU whose blocks wait for each other.
pub(super) fn fits_cpu(entry: &KernelEntry, grid: [u32; 3], block: [u32; 3]) -> Result<()> {
    let count = |of: [u32; 3]| of.iter().map(|n| u128::from(*n)).product::<u128>();
    let (asked, threads) = (count(grid), count(block).max(1));
    let limit = (u128::from(CPU_THREADS) / threads).max(1);
    if asked <= limit {
        return Ok(());
    }
    Err(too_many(
        entry,
        asked,
        limit as u64,
        &format!("what the CPU runs at once of blocks of {threads} threads"),
    ))
}

#[cold]
fn too_many(entry: &KernelEntry, asked: u128, limit: u64, whose: &str) -> Error {
    Error::LaunchLimit {
        kernel: entry.name,
        what: "the number of blocks, which wait for each other by `grid::sync`,".to_owned(),
        asked: u64::try_from(asked).unwrap_or(u64::MAX),
        limit,
        whose: format!("{whose}; launch fewer, and let each thread do more"),
    }
}

/// Gives a GPU's stream a launch with more to it than a kernel. The context must be current.
///
/// # Safety
///
/// As [`Function::launch`]; `info` is the last of the parameters.
#[cold]
pub(super) unsafe fn launch(
    loaded: &Loaded,
    function: &Function,
    (stream, gpu): (&Stream, &GpuStream),
    size: &Size,
    (shape, shared): (&Shape, u32),
    params: *mut *mut c_void,
    info: *mut LaunchInfo,
) -> Result<()> {
    let entry = loaded.entry;
    let device = stream.device_shared();
    let cooperative = loaded.needs.grid_barrier;
    let overlap = size.overlap && device.compute_capability.is_some_and(|(major, _)| major >= 9);
    let special = Special { cooperative, overlap };
    // SAFETY: the caller's contract.
    let launch = || unsafe {
        let done = if special == Special::default() {
            function.launch(gpu, &shape.grid, &shape.block, shared, params)
        } else {
            function.launch_special(gpu, (shape.grid, shape.block), shared, params, special)
        };
        done.map_err(|error| told(error, entry, shape, shared))
    };
    if !cooperative {
        return launch();
    }
    let asked: u128 = shape.grid.iter().map(|n| u128::from(*n)).product();
    let fits = if gpu.context.attribute(attribute::COOPERATIVE_LAUNCH)? == 0 {
        0
    } else {
        let shared = function.dynamic_shared(shared) as usize;
        function.blocks_per_multiprocessor(gpu.context, shape.block.iter().product(), shared)?
    };
    let limit = u64::from(fits) * u64::from(device.limits.multiprocessors);
    if asked > u128::from(limit) {
        let threads: u32 = shape.block.iter().product();
        let whose = match fits {
            0 => "the device runs no such kernel".to_owned(),
            _ => format!(
                "the device's: {fits} of {threads} threads on each of its {} multiprocessors",
                device.limits.multiprocessors
            ),
        };
        return Err(too_many(entry, asked, limit, &whose));
    }
    // The counter lives as long as the launch, in the order of the stream.
    let counter = gpu.allocate(size_of::<u32>())?;
    // SAFETY: the memory was allocated just now; the parameters point to `info`, which is still the caller's.
    let done = unsafe {
        gpu.set(counter, 0, 4, 1).and_then(|()| {
            (*info).barrier = counter;
            launch()
        })
    };
    let freed = gpu.release(counter);
    done.and(freed)
}
