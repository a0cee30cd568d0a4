//! A GPU's primary context, kept for as long as the process lives.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use crate::device::Limits;
use crate::error::{Error, Result};
use crate::sys::driver::{CUcontext, CUdevice, CUevent, CUmemPoolProps, CUmemoryPool, Driver};

use super::stream::Parked;

/// A GPU with its primary context: the one that CUDA's own runtime uses, so that other libraries in the process share it.
/// It is never released, since nothing can say when the last library is done with it.
pub(crate) struct Context {
    pub(crate) driver: &'static Driver,
    pub(crate) raw: CUcontext,
    /// Where the device can allocate in stream order: a pool of Kiln's own, which keeps freed memory for the next buffer.
    pub(crate) pool: Option<CUmemoryPool>,
    /// Streams that nobody holds any more; see [`super::stream`].
    pub(super) parked: Mutex<Vec<Parked>>,
    /// Events ready for reuse.
    events: Mutex<Vec<CUevent>>,
}

/// What the driver says about a GPU.
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) compute_capability: (u32, u32),
    pub(crate) limits: Limits,
}

/// Numbers of `CUdevice_attribute`.
mod attribute {
    pub(super) const MAX_THREADS_PER_BLOCK: i32 = 1;
    pub(super) const MAX_BLOCK_DIM_X: i32 = 2;
    pub(super) const MAX_GRID_DIM_X: i32 = 5;
    pub(super) const MAX_SHARED_MEMORY_PER_BLOCK: i32 = 8;
    pub(super) const WARP_SIZE: i32 = 10;
    pub(super) const MULTIPROCESSOR_COUNT: i32 = 16;
    pub(super) const COMPUTE_CAPABILITY_MAJOR: i32 = 75;
    pub(super) const COMPUTE_CAPABILITY_MINOR: i32 = 76;
    pub(super) const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: i32 = 97;
    pub(super) const MEMORY_POOLS_SUPPORTED: i32 = 115;
}

const MEMORY_POOL_RELEASE_THRESHOLD: c_int = 4;
const EVENT_DISABLE_TIMING: u32 = 2;

/// How many GPUs the driver shows.
pub(crate) fn count(driver: &Driver) -> Result<usize> {
    let mut count = 0;
    // SAFETY: `count` is a place for the answer.
    unsafe { driver.cuDeviceGetCount(&raw mut count) }?;
    Ok(usize::try_from(count).unwrap_or(0))
}

impl Context {
    /// Opens GPU `index`.
    pub(crate) fn open(index: usize) -> Result<(Context, Facts)> {
        let driver = Driver::get()?;
        let count = count(driver)?;
        let ordinal = c_int::try_from(index).ok().filter(|_| index < count);
        let ordinal = ordinal.ok_or(Error::NoSuchDevice { index, count })?;
        let mut device: CUdevice = 0;
        // SAFETY: `device` is a place for the answer, and the ordinal is below the count.
        unsafe { driver.cuDeviceGet(&raw mut device, ordinal) }?;
        let facts = facts(driver, device)?;
        let mut raw = CUcontext(ptr::null_mut());
        // SAFETY: `raw` is a place for the answer.
        unsafe { driver.cuDevicePrimaryCtxRetain(&raw mut raw, device) }?;
        let mut context = Context {
            driver,
            raw,
            pool: None,
            parked: Mutex::new(Vec::new()),
            events: Mutex::new(Vec::new()),
        };
        context.make_current().inspect_err(|_| {
            // SAFETY: it was retained just now, and nothing was made in it.
            let _ = unsafe { driver.cuDevicePrimaryCtxRelease(device) };
        })?;
        // A device or driver without pools allocates the older way, which is slower but complete.
        if get(driver, device, attribute::MEMORY_POOLS_SUPPORTED).is_ok_and(|supported| supported != 0) {
            context.pool = context.make_pool(device).ok();
        }
        Ok((context, facts))
    }

    /// Makes this the calling thread's context.
    ///
    /// The driver is asked each time: another library in the process may have changed the thread's context since, and
    /// asking takes a few nanoseconds, less than a launch can be measured to.
    #[inline]
    pub(crate) fn make_current(&self) -> Result<()> {
        let mut current = CUcontext(ptr::null_mut());
        // SAFETY: `current` is a place for the answer.
        unsafe { self.driver.cuCtxGetCurrent(&raw mut current) }?;
        if current == self.raw {
            return Ok(());
        }
        // SAFETY: the context is retained for as long as the process lives.
        unsafe { self.driver.cuCtxSetCurrent(self.raw) }
    }

    fn make_pool(&self, device: CUdevice) -> Result<CUmemoryPool> {
        // Pinned memory on this device, for this process only, of any size.
        let props = CUmemPoolProps {
            alloc_type: 1,
            handle_types: 0,
            location_type: 1,
            location_id: device,
            security: ptr::null_mut(),
            max_size: 0,
            usage: 0,
            reserved: [0; 54],
        };
        let mut pool = CUmemoryPool(ptr::null_mut());
        // SAFETY: the properties are complete, and `pool` is a place for the answer.
        unsafe { self.driver.cuMemPoolCreate(&raw mut pool, &raw const props) }?;
        // Without a threshold the pool gives its memory back at each synchronisation, and allocating is slow again.
        let mut keep = u64::MAX;
        // SAFETY: this attribute is a 64-bit number of bytes.
        unsafe {
            self.driver.cuMemPoolSetAttribute(
                pool,
                MEMORY_POOL_RELEASE_THRESHOLD,
                (&raw mut keep).cast::<c_void>(),
            )
        }
        .inspect_err(|_| {
            // SAFETY: the pool was made just now, and nothing was taken from it.
            let _ = unsafe { self.driver.cuMemPoolDestroy(pool) };
        })?;
        Ok(pool)
    }

    /// An event for ordering streams, without time. The context must be current.
    pub(crate) fn take_event(&self) -> Result<CUevent> {
        if let Some(event) = self.events.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(event);
        }
        let mut event = CUevent(ptr::null_mut());
        // SAFETY: `event` is a place for the answer, and the context is current.
        unsafe { self.driver.cuEventCreate(&raw mut event, EVENT_DISABLE_TIMING) }?;
        Ok(event)
    }

    /// Gives an event back. Streams that already wait on it are not disturbed by its next use: a wait binds to the work
    /// recorded when it was called.
    pub(crate) fn give_event(&self, event: CUevent) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

fn get(driver: &Driver, device: CUdevice, attribute: i32) -> Result<u32> {
    let mut value = 0;
    // SAFETY: `value` is a place for the answer.
    unsafe { driver.cuDeviceGetAttribute(&raw mut value, attribute, device) }?;
    Ok(u32::try_from(value).unwrap_or(0))
}

fn facts(driver: &Driver, device: CUdevice) -> Result<Facts> {
    let mut name: [c_char; 256] = [0; 256];
    let mut memory = 0;
    // SAFETY: the name's room is stated with it, and `memory` is a place for the answer.
    unsafe {
        driver.cuDeviceGetName(name.as_mut_ptr(), name.len() as c_int - 1, device)?;
        driver.cuDeviceTotalMem(&raw mut memory, device)?;
    }
    let name: Vec<u8> = name.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    let get = |attribute| get(driver, device, attribute);
    let triple = |first| Ok::<_, Error>([get(first)?, get(first + 1)?, get(first + 2)?]);
    Ok(Facts {
        name: String::from_utf8_lossy(&name).into_owned(),
        compute_capability: (
            get(attribute::COMPUTE_CAPABILITY_MAJOR)?,
            get(attribute::COMPUTE_CAPABILITY_MINOR)?,
        ),
        limits: Limits {
            max_threads_per_block: get(attribute::MAX_THREADS_PER_BLOCK)?,
            max_block: triple(attribute::MAX_BLOCK_DIM_X)?,
            max_grid: triple(attribute::MAX_GRID_DIM_X)?,
            shared_memory_per_block: get(attribute::MAX_SHARED_MEMORY_PER_BLOCK)?,
            shared_memory_opt_in: get(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            warp_size: get(attribute::WARP_SIZE)?,
            multiprocessors: get(attribute::MULTIPROCESSOR_COUNT)?,
            memory: memory as u64,
        },
    })
}
