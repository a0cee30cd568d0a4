//! How large a launch is: threads, blocks or tiles, within the limits of the device and of the kernel.

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::ir::TileAttrs;

use crate::device::Limits;
use crate::error::{Error, Result};
use crate::jit::Needs;
use crate::registry::KernelEntry;

/// A size of one to three dimensions: `n`, `[w, h]` or `[w, h, d]` (tuples too), x first.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Dims;
///
/// assert_eq!(Dims::from([640, 480]), Dims::from((640, 480)));
/// assert_eq!(Dims::from(7).extent(), [7, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dims {
    pub(super) extent: [usize; 3],
    rank: u8,
}

impl Dims {
    /// The size along x, y and z.
    pub const fn extent(self) -> [usize; 3] {
        self.extent
    }

    /// How many dimensions were given.
    pub const fn rank(self) -> usize {
        self.rank as usize
    }
}

impl From<usize> for Dims {
    fn from(n: usize) -> Self {
        Dims { extent: [n, 1, 1], rank: 1 }
    }
}

impl From<[usize; 1]> for Dims {
    fn from([x]: [usize; 1]) -> Self {
        Dims { extent: [x, 1, 1], rank: 1 }
    }
}

impl From<[usize; 2]> for Dims {
    fn from([x, y]: [usize; 2]) -> Self {
        Dims { extent: [x, y, 1], rank: 2 }
    }
}

impl From<[usize; 3]> for Dims {
    fn from(extent: [usize; 3]) -> Self {
        Dims { extent, rank: 3 }
    }
}

impl From<(usize, usize)> for Dims {
    fn from((x, y): (usize, usize)) -> Self {
        Dims::from([x, y])
    }
}

impl From<(usize, usize, usize)> for Dims {
    fn from((x, y, z): (usize, usize, usize)) -> Self {
        Dims::from([x, y, z])
    }
}

/// How many blocks a launch has along each axis, and how many threads each of them.
///
/// A launch hands it on by reference: a copy of what was stored number by number is read in larger pieces, for
/// which the processor waits until the numbers have left its store buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    /// Along which axes they are not 1, and which dimensions the launch did not give, as in
    /// [`Preconditions::single`].
    pub(super) several: u8,
}

impl Shape {
    #[inline]
    pub(super) fn set(&mut self, grid: [u32; 3], block: [u32; 3], rank: usize) {
        let mut several = match rank {
            1 => Preconditions::ONE_DIMENSION | Preconditions::TWO_DIMENSIONS,
            2 => Preconditions::TWO_DIMENSIONS,
            _ => 0,
        };
        for axis in 0..3 {
            several |= u8::from(block[axis] != 1) << axis | u8::from(grid[axis] != 1) << (axis + 3);
        }
        *self = Shape { grid, block, several };
    }
}

/// How large a launch is to be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) extent: Option<Extent>,
    pub(super) block: Option<Dims>,
    /// Elements of the kernel's dynamic shared memory.
    pub(super) shared_len: Option<usize>,
    /// Whether the occupancy chooses the block where none is given.
    pub(super) auto_block: bool,
    /// Whether it may begin before the launch before it on the stream has ended.
    pub(super) overlap: bool,
    /// Hints for a tile kernel, which come before the kernel's own.
    pub(super) hints: TileAttrs,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    Threads(Dims),
    Blocks(Dims),
    Tiles(Dims),
}

impl Size {
    pub(super) const NONE: Size = Size {
        extent: None,
        block: None,
        shared_len: None,
        auto_block: false,
        overlap: false,
        hints: TileAttrs::NONE,
    };

    /// Whether the launch asks for more than a grid and a block.
    #[inline]
    pub(super) fn is_special(&self) -> bool {
        self.shared_len.is_some() || self.auto_block || self.overlap || self.hints != TileAttrs::NONE
    }

    /// The same with so many blocks.
    pub(super) fn in_blocks(self, blocks: [usize; 3]) -> Size {
        let rank = self.rank();
        Size { extent: Some(Extent::Blocks(Dims { extent: blocks, rank })), ..self }
    }

    /// How many dimensions the launch has.
    pub(super) fn rank(&self) -> u8 {
        match self.extent {
            Some(Extent::Threads(dims) | Extent::Blocks(dims) | Extent::Tiles(dims)) => dims.rank,
            None => 1,
        }
    }

    /// Whether anything is to run, of a size given in the way of the kernel.
    #[inline]
    pub(super) fn begin(&self, entry: &KernelEntry) -> Result<bool> {
        match (self.extent, self.block, &entry.attrs.tile) {
            (Some(Extent::Threads(dims) | Extent::Blocks(dims)), _, None)
            | (Some(Extent::Tiles(dims)), None, Some(_)) => Ok(!dims.extent.contains(&0)),
            (None, _, None) | (None, None, Some(_)) => Ok(true),
            (Some(Extent::Tiles(_)), _, None) => Err(wrong(entry, ".tiles(..)")),
            (Some(Extent::Threads(_)), _, Some(_)) => Err(wrong(entry, ".threads(..)")),
            (Some(Extent::Blocks(_)), _, Some(_)) => Err(wrong(entry, ".blocks(..)")),
            (Some(Extent::Tiles(_)) | None, Some(_), Some(_)) => Err(wrong(entry, ".block(..)")),
        }
    }

    /// The hints, of values that they can have, for a tile kernel.
    pub(super) fn checked_hints(&self, entry: &KernelEntry) -> Result<TileAttrs> {
        let hints = self.hints;
        if entry.attrs.tile.is_none() {
            return match hints {
                TileAttrs { warps: Some(_), .. } => Err(wrong(entry, ".warps(..)")),
                TileAttrs { stages: Some(_), .. } => Err(wrong(entry, ".stages(..)")),
                TileAttrs { order: Some(_), .. } => Err(wrong(entry, ".order(..)")),
                TileAttrs::NONE => Ok(hints),
            };
        }
        match hints.invalid() {
            Some((hint, value, allowed)) => Err(Error::Hint { kernel: entry.name, hint, value, allowed }),
            None => Ok(hints),
        }
    }

    /// Whether at least `least` threads run, in several blocks along x: then a block may do the work of several.
    #[inline]
    pub(super) fn is_large(&self, entry: &KernelEntry, least: u64) -> bool {
        let (in_blocks, dims) = match self.extent {
            Some(Extent::Threads(dims)) => (false, dims),
            Some(Extent::Blocks(dims)) => (true, dims),
            Some(Extent::Tiles(_)) | None => return false,
        };
        let block = match (self.block, entry.attrs.block) {
            (Some(asked), _) => asked.extent,
            (None, Some(declared)) => declared.map(|n| n as usize),
            (None, None) => default_block(dims.rank, u32::MAX).map(|n| n as usize),
        };
        let product = |of: [usize; 3]| of.iter().fold(1u64, |all, n| all.saturating_mul(*n as u64));
        let threads = product(dims.extent).saturating_mul(if in_blocks { product(block) } else { 1 });
        let one = if in_blocks { 1 } else { block[0] };
        threads >= least && dims.extent[0] > one
    }

    /// How many elements the kernel's dynamic shared memory has, and how many bytes those are, within the device's
    /// limit.
    #[inline]
    pub(super) fn shared(&self, entry: &KernelEntry, needs: &Needs, limit: u64) -> Result<(u64, u32)> {
        if self.shared_len.is_none() && needs.slice_element == 0 {
            return Ok((0, 0));
        }
        self.some_shared(entry, needs, limit)
    }

    fn some_shared(&self, entry: &KernelEntry, needs: &Needs, limit: u64) -> Result<(u64, u32)> {
        let kernel = entry.name;
        let element = u64::from(needs.slice_element);
        match (self.shared_len, element) {
            (None, 0) => Ok((0, 0)),
            (None, _) => Err(Error::NoSharedLen { kernel }),
            (Some(_), 0) => Err(Error::SharedLen { kernel }),
            (Some(len), _) => {
                let bytes = (len as u64).saturating_mul(element);
                let asked = bytes.saturating_add(needs.fixed_shared());
                if asked > limit {
                    return Err(Error::LaunchLimit {
                        kernel,
                        what: format!(
                            "the shared memory of a block, with {len} elements of {element} bytes, in bytes,"
                        ),
                        asked,
                        limit,
                        whose: "the device's".to_owned(),
                    });
                }
                // Within the limit, which is a `u32`.
                Ok((len as u64, bytes as u32))
            }
        }
    }

    /// Grid and block of a kernel of threads, within the limits of the device and of the kernel.
    pub(super) fn resolve(&self, entry: &KernelEntry, limits: &Limits, own_threads: u32) -> Result<Shape> {
        let mut shape = Shape::default();
        self.resolve_to(entry, limits, own_threads, &mut shape)?;
        Ok(shape)
    }

    /// As [`Size::resolve`].
    pub(super) fn resolve_to(
        &self,
        entry: &KernelEntry,
        limits: &Limits,
        own_threads: u32,
        to: &mut Shape,
    ) -> Result<()> {
        let kernel = entry.name;
        let extent = self.extent.ok_or(Error::NoSize { kernel })?;
        let (Extent::Threads(dims) | Extent::Blocks(dims) | Extent::Tiles(dims)) = extent;
        let block = match (self.block, entry.attrs.block) {
            (Some(asked), declared) => {
                let block = checked_block(kernel, asked.extent, limits, own_threads)?;
                match declared {
                    Some(declared) if declared != block => {
                        return Err(Error::BlockShape { kernel, declared, asked: block });
                    }
                    Some(_) | None => block,
                }
            }
            (None, Some(declared)) => {
                checked_block(kernel, declared.map(|n| n as usize), limits, own_threads)?
            }
            (None, None) => default_block(dims.rank, limits.max_threads_per_block.min(own_threads)),
        };
        let mut blocks = dims.extent;
        if matches!(extent, Extent::Threads(_)) {
            for (axis, n) in blocks.iter_mut().enumerate() {
                *n = covering(*n, block[axis]);
            }
        }
        let advice = "put the longest axis first, or let each thread do more";
        let grid = checked_grid(kernel, blocks, limits, "blocks", advice)?;
        if let Some(cluster) = entry.attrs.cluster
            && (0..3).any(|axis| !grid[axis].is_multiple_of(cluster[axis]))
        {
            return Err(Error::ClusterGrid { kernel, cluster, grid });
        }
        to.set(grid, block, dims.rank());
        Ok(())
    }
}

/// How many blocks of `block` > 0 threads cover `n` threads. A division takes longer than the rest of a launch's
/// size, and blocks are mostly powers of two.
#[inline]
pub(super) fn covering(n: usize, block: u32) -> usize {
    if block.is_power_of_two() {
        let shift = block.trailing_zeros();
        (n >> shift) + usize::from(n & (block as usize - 1) != 0)
    } else {
        n.div_ceil(block as usize)
    }
}

#[cold]
fn wrong(entry: &KernelEntry, method: &'static str) -> Error {
    Error::WrongSize { kernel: entry.name, method, tile: entry.attrs.tile.is_some() }
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// The grid of this many blocks, or tiles, along each axis.
pub(super) fn checked_grid(
    kernel: &'static str,
    counts: [usize; 3],
    limits: &Limits,
    what: &str,
    advice: &str,
) -> Result<[u32; 3]> {
    let mut grid = [0; 3];
    for axis in 0..3 {
        if counts[axis] > limits.max_grid[axis] as usize {
            return Err(Error::LaunchLimit {
                kernel,
                what: format!("the number of {what} along {}", AXES[axis]),
                asked: counts[axis] as u64,
                limit: limits.max_grid[axis].into(),
                whose: format!("the device's; {advice}"),
            });
        }
        grid[axis] = counts[axis] as u32;
    }
    Ok(grid)
}

/// The block for a launch that names none, no larger than the kernel can run.
pub(super) fn default_block(rank: u8, most: u32) -> [u32; 3] {
    let mut block = match rank {
        1 => [256, 1, 1],
        2 => [16, 16, 1],
        _ => [8, 8, 4],
    };
    let mut axis = 2;
    while block.iter().product::<u32>() > most && block != [1; 3] {
        block[axis] = block[axis].div_ceil(2);
        axis = (axis + 2) % 3;
    }
    block
}

fn checked_block(
    kernel: &'static str,
    block: [usize; 3],
    limits: &Limits,
    own_threads: u32,
) -> Result<[u32; 3]> {
    if block.contains(&0) {
        return Err(Error::EmptyBlock { kernel });
    }
    for axis in 0..3 {
        if block[axis] > limits.max_block[axis] as usize {
            return Err(Error::LaunchLimit {
                kernel,
                what: format!("the block's size along {}", AXES[axis]),
                asked: block[axis] as u64,
                limit: limits.max_block[axis].into(),
                whose: "the device's".to_owned(),
            });
        }
    }
    // Each factor is within its limit, so the product fits.
    let threads: u64 = block.iter().map(|n| *n as u64).product();
    let (limit, whose) = if own_threads < limits.max_threads_per_block {
        (own_threads, "the kernel's, from the registers and the shared memory that it needs")
    } else {
        (limits.max_threads_per_block, "the device's")
    };
    if threads > u64::from(limit) {
        return Err(Error::LaunchLimit {
            kernel,
            what: "the number of threads in a block".to_owned(),
            asked: threads,
            limit: limit.into(),
            whose: whose.to_owned(),
        });
    }
    Ok(block.map(|n| n as u32))
}
