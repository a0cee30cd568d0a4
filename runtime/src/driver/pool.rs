//! Kiln's own pool of a device's memory.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::error::Result;
use crate::sys::driver::{CUmemPoolProps, CUmemoryPool};

use super::Context;

/// Numbers of `CUmemPool_attribute` whose values have 64 bits.
pub(crate) mod attribute {
    pub(crate) const RELEASE_THRESHOLD: i32 = 4;
    pub(crate) const RESERVED_CURRENT: i32 = 5;
    pub(crate) const RESERVED_HIGH: i32 = 6;
    pub(crate) const USED_CURRENT: i32 = 7;
    pub(crate) const USED_HIGH: i32 = 8;
}

impl Context {
    /// A pool that keeps what is freed. The context must be current.
    pub(super) fn make_pool(&self) -> Result<CUmemoryPool> {
        // Pinned memory on this device, for this process only, of any size.
        let props = CUmemPoolProps {
            alloc_type: 1,
            handle_types: 0,
            location_type: 1,
            location_id: self.device,
            security: ptr::null_mut(),
            max_size: 0,
            usage: 0,
            reserved: [0; 54],
        };
        let mut pool = CUmemoryPool(ptr::null_mut());
        // SAFETY: the properties are complete, and `pool` is a place for the answer.
        unsafe { self.driver.cuMemPoolCreate(&raw mut pool, &raw const props) }?;
        // Without a threshold the pool gives its memory back at each synchronization, and allocating is slow again.
        self.set_attribute_of(pool, attribute::RELEASE_THRESHOLD, u64::MAX).inspect_err(|_| {
            // SAFETY: the pool was made just now, and nothing was taken from it.
            let _ = unsafe { self.driver.cuMemPoolDestroy(pool) };
        })?;
        Ok(pool)
    }

    fn set_attribute_of(&self, pool: CUmemoryPool, attribute: c_int, mut value: u64) -> Result<()> {
        let value = (&raw mut value).cast::<c_void>();
        // SAFETY: these attributes are 64-bit numbers of bytes.
        unsafe { self.driver.cuMemPoolSetAttribute(pool, attribute, value) }
    }

    /// Sets a number of bytes, where there is a pool.
    pub(crate) fn set_pool_attribute(&self, attribute: c_int, value: u64) -> Result<()> {
        let Some(pool) = self.pool else { return Ok(()) };
        let _current = self.enter()?;
        self.set_attribute_of(pool, attribute, value)
    }

    /// Bytes in use, the most that were, bytes reserved, and the most that were; `None` without a pool.
    pub(crate) fn pool_stats(&self) -> Result<Option<[u64; 4]>> {
        let Some(pool) = self.pool else { return Ok(None) };
        let _current = self.enter()?;
        let get = |attribute| {
            let mut value = 0u64;
            let place = (&raw mut value).cast::<c_void>();
            // SAFETY: these attributes are 64-bit numbers of bytes, and the answer has its place.
            unsafe { self.driver.cuMemPoolGetAttribute(pool, attribute, place) }.map(|()| value)
        };
        Ok(Some([
            get(attribute::USED_CURRENT)?,
            get(attribute::USED_HIGH)?,
            get(attribute::RESERVED_CURRENT)?,
            get(attribute::RESERVED_HIGH)?,
        ]))
    }

    /// Gives back to the device what nobody uses of the pool, but for so many bytes in all.
    pub(crate) fn trim(&self, keep: u64) -> Result<()> {
        let Some(pool) = self.pool else { return Ok(()) };
        let _current = self.enter()?;
        // SAFETY: the pool is alive.
        unsafe { self.driver.cuMemPoolTrimTo(pool, usize::try_from(keep).unwrap_or(usize::MAX)) }
    }
}
