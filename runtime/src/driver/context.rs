//! A GPU's primary context, kept for as long as the process lives.

use kiln_codegen::compact::List;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use crate::device::Limits;
use crate::error::{Error, Result};
use crate::lists::Bag;
use crate::sys::driver::{CUcontext, CUdevice, CUevent, CUmemoryPool, Driver};

use super::idle_release::Holders;
use super::record::Record;
use super::stream::Parked;
use super::{Function, Mark};

/// A GPU with its primary context: the one that CUDA's own runtime uses, so that other libraries in the process
/// share it. It is never released, since nothing can say when the last library is done with it.
pub(crate) struct Context {
    pub(crate) driver: &'static Driver,
    pub(crate) raw: CUcontext,
    pub(crate) device: CUdevice,
    /// Where the device can allocate in stream order: a pool of Kiln's own, which keeps freed memory for the next
    /// buffer.
    pub(crate) pool: Option<CUmemoryPool>,
    /// The devices whose memory this one may use where it is, a bit each.
    pub(super) reaches: AtomicU64,
    /// Streams that nobody holds any more; see [`super::stream`].
    pub(super) parked: Mutex<Vec<Parked>>,
    /// Records of streams that are not Kiln's, each behind the last work that may write it.
    pub(super) records: Mutex<Vec<(Mark, Record)>>,
    /// What a function of the host's let go of, which must not call the driver itself.
    later: Bag<Box<dyn FnOnce() + Send>>,
    /// The kernel by which graphs ask for a condition, once loaded.
    pub(super) condition: Mutex<Option<&'static Function>>,
    /// Events ready for reuse.
    pub(super) events: Mutex<Vec<CUevent>>,
    pub(super) holders: Holders,
}

/// A context that is current on this thread.
#[must_use = "the context is current as long as this lives"]
pub(crate) struct Current {
    driver: &'static Driver,
    /// What was current before.
    found: CUcontext,
    own: CUcontext,
}

impl Drop for Current {
    #[inline]
    fn drop(&mut self) {
        // A thread that had none keeps this one: nobody misses the other.
        if self.found != self.own && !self.found.0.is_null() {
            // SAFETY: it was current when this began.
            let _ = unsafe { self.driver.cuCtxSetCurrent(self.found) };
        }
    }
}

/// What the driver says about a GPU.
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) compute_capability: (u32, u32),
    pub(crate) limits: Limits,
}

/// Numbers of `CUdevice_attribute`.
pub(crate) mod attribute {
    pub(crate) const MAX_THREADS_PER_BLOCK: i32 = 1;
    pub(crate) const MAX_BLOCK_DIM_X: i32 = 2;
    pub(crate) const MAX_GRID_DIM_X: i32 = 5;
    pub(crate) const MAX_SHARED_MEMORY_PER_BLOCK: i32 = 8;
    pub(crate) const WARP_SIZE: i32 = 10;
    pub(crate) const MAX_REGISTERS_PER_BLOCK: i32 = 12;
    pub(crate) const CLOCK_RATE: i32 = 13;
    pub(crate) const MULTIPROCESSOR_COUNT: i32 = 16;
    pub(crate) const INTEGRATED: i32 = 18;
    pub(crate) const CONCURRENT_KERNELS: i32 = 31;
    pub(crate) const ECC_ENABLED: i32 = 32;
    pub(crate) const MEMORY_CLOCK_RATE: i32 = 36;
    pub(crate) const GLOBAL_MEMORY_BUS_WIDTH: i32 = 37;
    pub(crate) const L2_CACHE_SIZE: i32 = 38;
    pub(crate) const MAX_THREADS_PER_MULTIPROCESSOR: i32 = 39;
    pub(crate) const ASYNC_ENGINE_COUNT: i32 = 40;
    pub(crate) const COMPUTE_CAPABILITY_MAJOR: i32 = 75;
    pub(crate) const COMPUTE_CAPABILITY_MINOR: i32 = 76;
    pub(crate) const MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: i32 = 81;
    pub(crate) const MAX_REGISTERS_PER_MULTIPROCESSOR: i32 = 82;
    pub(crate) const CONCURRENT_MANAGED_ACCESS: i32 = 89;
    pub(crate) const COOPERATIVE_LAUNCH: i32 = 95;
    pub(crate) const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: i32 = 97;
    pub(crate) const VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: i32 = 102;
    pub(crate) const MAX_BLOCKS_PER_MULTIPROCESSOR: i32 = 106;
    pub(crate) const MEMORY_POOLS_SUPPORTED: i32 = 115;
    pub(crate) const CLUSTER_LAUNCH: i32 = 120;
}

const EVENT_DISABLE_TIMING: u32 = 2;
const HOST_ALLOC_PORTABLE: u32 = 1;
const HOST_ALLOC_DEVICEMAP: u32 = 2;

/// How many GPUs the driver shows.
pub(crate) fn count(driver: &Driver) -> Result<usize> {
    let mut count = 0;
    // SAFETY: `count` is a place for the answer.
    unsafe { driver.cuDeviceGetCount(&raw mut count) }?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// The identity of the GPU with this number.
pub(crate) fn uuid(driver: &Driver, index: usize) -> Result<[u8; 16]> {
    let mut device: CUdevice = 0;
    let mut uuid = [0; 16];
    // SAFETY: the answers have their places.
    unsafe {
        driver.cuDeviceGet(&raw mut device, c_int::try_from(index).unwrap_or(c_int::MAX))?;
        driver.cuDeviceGetUuid(&raw mut uuid, device)?;
    }
    Ok(uuid)
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
            device,
            pool: None,
            reaches: AtomicU64::new(0),
            parked: Mutex::new(Vec::new()),
            records: Mutex::new(Vec::new()),
            later: Bag::new(),
            condition: Mutex::new(None),
            events: Mutex::new(Vec::new()),
            holders: Holders::default(),
        };
        let _current = context.enter().inspect_err(|_| {
            // SAFETY: it was retained just now, and nothing was made in it.
            let _ = unsafe { driver.cuDevicePrimaryCtxRelease(device) };
        })?;
        // A device or driver without pools allocates the older way, which is slower but complete.
        let wanted = crate::sys::variables::switch("KILN_POOL").unwrap_or(true);
        if wanted && get(driver, device, attribute::MEMORY_POOLS_SUPPORTED).is_ok_and(|yes| yes != 0) {
            context.pool = context.make_pool().ok();
        }
        Ok((context, facts))
    }

    /// Makes this the calling thread's context, until the guard goes: another library's context is then current again.
    ///
    /// The driver is asked each time: another library in the process may have changed the thread's context since, and
    /// asking takes a few nanoseconds. Launches do without ([`super::GpuStream::direct`]).
    pub(crate) fn enter(&self) -> Result<Current> {
        let mut current = CUcontext(ptr::null_mut());
        // SAFETY: `current` is a place for the answer.
        unsafe { self.driver.cuCtxGetCurrent(&raw mut current) }?;
        if current != self.raw {
            // SAFETY: the context is retained for as long as the process lives.
            unsafe { self.driver.cuCtxSetCurrent(self.raw) }?;
        }
        Ok(Current { driver: self.driver, found: current, own: self.raw })
    }

    /// Waits for all streams.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the context is current.
        unsafe { self.driver.cuCtxSynchronize() }
    }

    /// What the driver answers for an attribute.
    pub(crate) fn attribute(&self, attribute: i32) -> Result<u32> {
        get(self.driver, self.device, attribute)
    }

    pub(crate) fn uuid(&self) -> Result<[u8; 16]> {
        let mut uuid = [0; 16];
        // SAFETY: `uuid` is a place for the answer.
        unsafe { self.driver.cuDeviceGetUuid(&raw mut uuid, self.device) }?;
        Ok(uuid)
    }

    pub(crate) fn pci_bus_id(&self) -> Result<String> {
        let mut text: [c_char; 32] = [0; 32];
        // SAFETY: the text's room is stated with it.
        unsafe { self.driver.cuDeviceGetPCIBusId(text.as_mut_ptr(), text.len() as c_int, self.device) }?;
        Ok(string(&text))
    }

    /// The least and the most urgent priority of streams.
    pub(crate) fn stream_priorities(&self) -> Result<(i32, i32)> {
        let _current = self.enter()?;
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: the answers have their places.
        unsafe { self.driver.cuCtxGetStreamPriorityRange(&raw mut least, &raw mut greatest) }?;
        Ok((least, greatest))
    }

    /// Free bytes, and all.
    pub(crate) fn memory_info(&self) -> Result<(u64, u64)> {
        let _current = self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: the answers have their places.
        unsafe { self.driver.cuMemGetInfo(&raw mut free, &raw mut total) }?;
        Ok((free as u64, total as u64))
    }

    /// Does something that calls the driver: now, or where this thread must not call it, when the next thread
    /// allocates or waits.
    pub(crate) fn now_or_later(&self, work: impl FnOnce() + Send + 'static) {
        if !super::in_callback() {
            return work();
        }
        self.later.put(Box::new(work));
    }

    /// Does what was left for later.
    #[inline]
    pub(super) fn sweep(&self) {
        for work in self.later.take() {
            work();
        }
    }

    /// Page-locked memory of the host, of `bytes` > 0 bytes.
    pub(crate) fn allocate_host(&self, bytes: usize) -> Result<*mut u8> {
        let _current = self.enter()?;
        self.sweep();
        let mut host: *mut c_void = ptr::null_mut();
        // SAFETY: the answer has its place.
        unsafe { self.driver.cuMemHostAlloc(&raw mut host, bytes, HOST_ALLOC_PORTABLE) }?;
        Ok(host.cast())
    }

    /// Page-locked memory of the host that devices use where it is, and its address on the device.
    pub(crate) fn allocate_mapped(&self, bytes: usize) -> Result<(*mut u8, u64)> {
        let _current = self.enter()?;
        self.sweep();
        let mut host: *mut c_void = ptr::null_mut();
        let mut device = 0;
        let flags = HOST_ALLOC_PORTABLE | HOST_ALLOC_DEVICEMAP;
        // SAFETY: the answers have their places; what was allocated is freed where it has no address.
        unsafe {
            self.driver.cuMemHostAlloc(&raw mut host, bytes, flags)?;
            self.driver.cuMemHostGetDevicePointer(&raw mut device, host, 0).inspect_err(|_| {
                let _ = self.driver.cuMemFreeHost(host);
            })?;
        }
        Ok((host.cast(), device))
    }

    /// Frees page-locked memory.
    pub(crate) fn free_host(&'static self, start: *mut u8) {
        let address = start.expose_provenance();
        self.now_or_later(move || {
            let _current = self.enter();
            let start = ptr::with_exposed_provenance_mut(address);
            // SAFETY: the memory came from `allocate_host` and is not used after this.
            let _ = unsafe { self.driver.cuMemFreeHost(start) };
        });
    }

    /// An event for ordering streams, without time. The context must be current.
    pub(super) fn take_event(&self) -> Result<CUevent> {
        let kept = self.events.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.map_or_else(|| self.make_event(EVENT_DISABLE_TIMING), Ok)
    }

    /// A new event. The context must be current.
    pub(super) fn make_event(&self, flags: u32) -> Result<CUevent> {
        let mut event = CUevent(ptr::null_mut());
        // SAFETY: `event` is a place for the answer, and the context is current.
        unsafe { self.driver.cuEventCreate(&raw mut event, flags) }?;
        Ok(event)
    }

    /// Gives an event back.
    pub(super) fn give_event(&self, event: CUevent) {
        // In a forked child the lock may be held by a thread that is not there.
        if Driver::forked() {
            return;
        }
        if self.is_unheld() {
            // SAFETY: nobody else has the event; the driver keeps what pending work needs of it.
            let _ = unsafe { self.driver.cuEventDestroy(event) };
            return;
        }
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

/// A text of the driver's, up to its NUL.
fn string(text: &[c_char]) -> String {
    let bytes: Vec<u8> = text.iter().take_while(|c| **c != 0).map(|c| *c as u8).list();
    String::from_utf8_lossy(&bytes).into_owned()
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
    let get = |attribute| get(driver, device, attribute);
    let triple = |first| Ok::<_, Error>([get(first)?, get(first + 1)?, get(first + 2)?]);
    Ok(Facts {
        name: string(&name),
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
