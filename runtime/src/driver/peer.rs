//! Several GPUs: which may use whose memory where it is.

use std::sync::atomic::Ordering;

use crate::error::{Error, Result};
use crate::sys::driver::{CUmemAccessDesc, CUmemLocation};

use super::Context;
use super::copy::LOCATION_DEVICE;

pub(super) const ACCESS_READ_WRITE: i32 = 3;
const ALREADY_ENABLED: i32 = 704;

impl Context {
    /// Whether this device could use the other's memory where it is.
    pub(crate) fn can_reach(&self, other: &Context) -> Result<bool> {
        if self.raw == other.raw {
            return Ok(true);
        }
        let mut can = 0;
        // SAFETY: the answer has its place.
        unsafe { self.driver.cuDeviceCanAccessPeer(&raw mut can, self.device, other.device) }?;
        Ok(can != 0)
    }

    /// Lets this device use the other's memory where it is, what is there and what comes; `false` where it cannot.
    pub(crate) fn reach(&self, other: &Context) -> Result<bool> {
        if self.reaches(other) {
            return Ok(true);
        }
        if !self.can_reach(other)? {
            return Ok(false);
        }
        let _current = self.enter()?;
        // SAFETY: the contexts are retained for as long as the process lives.
        match unsafe { self.driver.cuCtxEnablePeerAccess(other.raw, 0) } {
            // Another library may have done it.
            Ok(()) | Err(Error::Driver { code: ALREADY_ENABLED, .. }) => {}
            Err(error) => return Err(error),
        }
        if let Some(pool) = other.pool {
            let location = CUmemLocation { kind: LOCATION_DEVICE, id: self.device };
            let access = CUmemAccessDesc { location, flags: ACCESS_READ_WRITE };
            // SAFETY: the pool is alive, and there is one description.
            unsafe { self.driver.cuMemPoolSetAccess(pool, &raw const access, 1) }?;
        }
        self.reaches.fetch_or(other.bit(), Ordering::Release);
        Ok(true)
    }

    /// Whether this device may use the other's memory where it is.
    pub(crate) fn reaches(&self, other: &Context) -> bool {
        self.raw == other.raw || self.reaches.load(Ordering::Acquire) & other.bit() != 0
    }

    /// None for a device beyond the sixty-fourth, which is not reached.
    fn bit(&self) -> u64 {
        1u64.checked_shl(self.device.unsigned_abs()).unwrap_or(0)
    }
}
