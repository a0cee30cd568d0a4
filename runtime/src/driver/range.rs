//! Addresses of a device that have memory from their start on, as far as it was given.

use crate::error::Result;
use crate::sys::driver::{CUmemAccessDesc, CUmemAllocationProp, CUmemLocation};

use super::copy::LOCATION_DEVICE;
use super::peer::ACCESS_READ_WRITE;
use super::{Context, GpuStream};

const ALLOCATION_PINNED: i32 = 1;
const GRANULARITY_MINIMUM: i32 = 0;

/// Reserved addresses.
pub(crate) struct Range {
    base: u64,
    reserved: usize,
    /// What memory comes in multiples of.
    granularity: usize,
    /// Pieces of memory, each behind the one before: handles and bytes.
    pieces: Vec<(u64, usize)>,
}

impl Range {
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// Bytes that have memory.
    pub(crate) fn mapped(&self) -> usize {
        self.pieces.iter().map(|(_, bytes)| bytes).sum()
    }

    /// How many bytes more are to be had for so many in all.
    pub(crate) fn missing(&self, bytes: usize) -> usize {
        bytes.min(self.reserved).next_multiple_of(self.granularity).saturating_sub(self.mapped())
    }
}

impl Context {
    /// Memory of this device, of no size yet.
    fn piece(&self) -> CUmemAllocationProp {
        CUmemAllocationProp {
            kind: ALLOCATION_PINNED,
            handle_types: 0,
            location: CUmemLocation { kind: LOCATION_DEVICE, id: self.device },
            windows: std::ptr::null_mut(),
            flags: [0; 8],
        }
    }

    /// Addresses for so many bytes > 0, without memory.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<Range> {
        let _current = self.enter()?;
        self.sweep();
        let (mut granularity, mut base) = (0, 0);
        let props = self.piece();
        // SAFETY: the properties are complete, and the answers have their places.
        let reserved = unsafe {
            self.driver.cuMemGetAllocationGranularity(
                &raw mut granularity,
                &raw const props,
                GRANULARITY_MINIMUM,
            )?;
            granularity = granularity.max(1);
            // More than can be counted is more than the driver has, which says so.
            let reserved =
                bytes.checked_next_multiple_of(granularity).unwrap_or(usize::MAX - granularity + 1);
            self.driver.cuMemAddressReserve(&raw mut base, reserved, 0, 0, 0)?;
            reserved
        };
        Ok(Range { base, reserved, granularity, pieces: Vec::new() })
    }

    /// Takes the memory from the end of a range, down to so many bytes. Nothing uses it. The context must be current.
    ///
    /// # Safety
    ///
    /// What is taken is not used after this.
    pub(crate) unsafe fn shrink(&self, range: &mut Range, keep: usize) -> Result<()> {
        let mut mapped = range.mapped();
        while let Some((handle, bytes)) =
            range.pieces.last().copied().filter(|(_, bytes)| mapped - bytes >= keep)
        {
            mapped -= bytes;
            // SAFETY: the piece is mapped there, and the caller says that nobody uses it.
            unsafe { self.driver.cuMemUnmap(range.base + mapped as u64, bytes) }?;
            range.pieces.pop();
            // SAFETY: the handle is alive, and nothing is mapped to it any more.
            unsafe { self.driver.cuMemRelease(handle) }?;
        }
        Ok(())
    }

    /// Gives a range back, its memory and its addresses. The context should be current.
    ///
    /// # Safety
    ///
    /// Nothing uses it after this.
    pub(super) unsafe fn release(&self, range: &mut Range) {
        // SAFETY: the caller's contract. A driver that refuses is not told again.
        unsafe {
            let (mut at, mut free) = (range.base, true);
            for (handle, bytes) in range.pieces.drain(..) {
                free &= self.driver.cuMemUnmap(at, bytes).is_ok();
                let _ = self.driver.cuMemRelease(handle);
                at += bytes as u64;
            }
            // Addresses that still have memory are nobody else's.
            if free {
                let _ = self.driver.cuMemAddressFree(range.base, range.reserved);
            }
        }
    }
}

impl GpuStream {
    /// Gives a range so many bytes more, a multiple of what memory comes in. On failure it has what it had.
    pub(crate) fn grow(&self, range: &mut Range, bytes: usize) -> Result<()> {
        let context = self.context;
        let driver = context.driver;
        let _current = context.enter()?;
        let (props, mut handle) = (context.piece(), 0);
        self.with_room(&mut || {
            // SAFETY: the properties are complete, and `handle` is a place for the answer.
            unsafe { driver.cuMemCreate(&raw mut handle, bytes, &raw const props, 0) }
        })?;
        let end = range.base + range.mapped() as u64;
        let access = CUmemAccessDesc { location: props.location, flags: ACCESS_READ_WRITE };
        // SAFETY: the addresses are reserved and have no memory; what was begun is undone where it fails.
        unsafe {
            let mapped = driver.cuMemMap(end, bytes, 0, handle, 0).and_then(|()| {
                driver.cuMemSetAccess(end, bytes, &raw const access, 1).inspect_err(|_| {
                    let _ = driver.cuMemUnmap(end, bytes);
                })
            });
            mapped.inspect_err(|_| {
                let _ = driver.cuMemRelease(handle);
            })?;
        }
        range.pieces.push((handle, bytes));
        Ok(())
    }
}
