//! Operands of products that are packed once for all tiles of a launch.
//!
//! Neighboring tiles of the grid read the same tiles of a tensor. Where that is likely, and the kernel does not
//! write the tensor, each is packed by the first worker that needs it, together with its neighbors in memory, so
//! that a page is visited once.

use kiln_codegen::compact::List;
use std::sync::{Mutex, OnceLock, PoisonError};

use kiln_codegen::ir::{Addressing, Scalar};

use crate::sys::process::PerProcess;

use super::super::view::{Tensor, View};
use super::{Operand, Side};

/// What is kept of one operand, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Tiles of the grid for each band of the tensor, from which on keeping is worth fresh memory.
const USES: u64 = 4;

/// Bytes of a row that are packed at once: a page.
const PAGE: usize = 4096;

/// An operand in the code of a kernel.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu::tile) struct Site {
    /// One of rank 1 or 2.
    pub tensor: usize,
    pub scalar: Scalar,
    /// The extents of the tile that is loaded.
    pub tile: [usize; 2],
    /// Whether the operand is that tile's transpose.
    pub transposed: bool,
    pub side: Side,
}

impl Site {
    /// Bytes from one packed tile to the next.
    fn bytes(&self) -> usize {
        self.side.packed(self.scalar).next_multiple_of(size_of::<f64>())
    }
}

/// What is kept of an operand during a launch.
pub(in crate::cpu::tile) struct Kept {
    site: Site,
    tensor: Tensor,
    /// The axis along which elements lie apart, whose tiles are the bands.
    across: usize,
    /// Tiles along the other axis: of a band, and of a unit.
    tiles: usize,
    run: usize,
    /// Neighboring tiles of a band, one unit after the other; none where nothing is kept.
    units: Vec<OnceLock<Packed>>,
}

/// Packed tiles, one after the other, in memory that was not cleared for them: the vector is empty, its capacity is
/// used.
struct Packed(Vec<f64>);

/// Memory of earlier launches: the system takes longer to give fresh memory than it takes to pack into it.
static SPARE: PerProcess<Mutex<Vec<Packed>>> = PerProcess::new();

/// What is spared at most, in elements.
const MOST_SPARE: usize = 4 << 20;

impl Packed {
    fn new(len: usize) -> Packed {
        let mut spare = SPARE.get().lock().unwrap_or_else(PoisonError::into_inner);
        match spare.iter().position(|memory| memory.0.capacity() >= len) {
            Some(found) => spare.swap_remove(found),
            None => Packed(Vec::with_capacity(len)),
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut spare = SPARE.get().lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: usize = spare.iter().map(|memory| memory.0.capacity()).sum();
        for memory in self.units.drain(..).filter_map(OnceLock::into_inner) {
            all += memory.0.capacity();
            if all > MOST_SPARE {
                return;
            }
            spare.push(memory);
        }
    }
}

impl Kept {
    /// Nothing is packed yet. `grid` is the number of the grid's tiles.
    pub fn new(site: Site, tensor: Tensor, grid: u64) -> Kept {
        let across = usize::from(tensor.strides[2] < tensor.strides[3]);
        let tiles = [0, 1].map(|axis| tensor.extents[2 + axis].div_ceil(site.tile[axis] as u64));
        // The axis that the product does not sum over: each of its tiles is some tile of the grid's.
        let outer = match (site.side, site.transposed) {
            (Side::Left { .. }, false) | (Side::Right { .. }, true) => 0,
            (Side::Left { .. }, true) | (Side::Right { .. }, false) => 1,
        };
        let bytes = site.side.packed(site.scalar) as u64;
        let all = bytes.saturating_mul(tiles[0]).saturating_mul(tiles[1]);
        let pays = grid >= tiles[outer].saturating_mul(USES) && all <= MOST_BYTES as u64;
        let [bands, tiles] =
            if pays { [tiles[across], tiles[1 - across]].map(|n| n as usize) } else { [0, 0] };
        let run = (PAGE / (site.tile[1 - across] * site.scalar.size())).max(1);
        let units = (0..bands * tiles.div_ceil(run)).map(|_| OnceLock::new()).list();
        Kept { site, tensor, across, tiles, run, units }
    }

    /// The packed tile with these coordinates, if it is kept.
    ///
    /// # Safety
    /// The tensor's elements are valid, and nothing writes them as long as this lives.
    pub unsafe fn packed(&self, [.., row, column]: [u64; 4]) -> Option<*const u8> {
        let coordinates = [row, column];
        let (band, tile) = (coordinates[self.across], coordinates[1 - self.across]);
        if tile >= self.tiles as u64 {
            return None;
        }
        let units = self.tiles.div_ceil(self.run);
        let (tile, band) = (tile as usize, usize::try_from(band).ok()?);
        let unit = self.units.get(band.checked_mul(units)?.checked_add(tile / self.run)?)?;
        // SAFETY: the caller's promise.
        let packed = unit.get_or_init(|| unsafe { self.pack(band, tile - tile % self.run) });
        // SAFETY: the unit holds the tile.
        Some(unsafe { packed.0.as_ptr().cast::<u8>().add(tile % self.run * self.site.bytes()) })
    }

    /// # Safety
    /// As [`Kept::packed`].
    unsafe fn pack(&self, band: usize, first: usize) -> Packed {
        let Site { scalar, tile: [rows, columns], transposed, side, .. } = self.site;
        let count = self.run.min(self.tiles - first);
        let mut packed = Packed::new(count * (self.site.bytes() / size_of::<f64>()));
        for k in 0..count {
            let mut coordinates = [band as u64; 2];
            coordinates[1 - self.across] = (first + k) as u64;
            let [row, column] = coordinates;
            let at = (Addressing::Tiles, [0, 0, row, column]);
            let view = View::new(&self.tensor, scalar.size(), (rows, columns), at, 0);
            let operand = Operand::of(&view, scalar.size());
            let operand = if transposed { operand.transposed() } else { operand };
            // SAFETY: the caller's promise; there is memory for all tiles.
            unsafe {
                side.pack(scalar, &operand, packed.0.as_mut_ptr().cast::<u8>().add(k * self.site.bytes()));
            };
        }
        packed
    }
}

// SAFETY: the tensor is only read, which the caller of `Kept::packed` vouches for, and what is packed is written
// once, before it is shared.
unsafe impl Sync for Kept {}
