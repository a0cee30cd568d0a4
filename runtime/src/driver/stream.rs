//! Streams of a GPU, each with its failure record.
//!
//! A stream whose last holder is gone is parked, not destroyed: its kernels may still run and may still write its record, and
//! destroying would have to wait for them. The next new stream takes a parked one that has come to rest. So making and
//! dropping streams is cheap, and a record is never reused under a running kernel.

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering};

use kiln_codegen::abi::FailRecord;

use crate::error::Result;
use crate::sys::driver::{CUstream, Driver};

use super::{Context, Mark};

const HOST_ALLOC_PORTABLE: u32 = 1;
const HOST_ALLOC_DEVICEMAP: u32 = 2;
const STREAM_NON_BLOCKING: u32 = 1;

/// A stream's driver objects.
pub(super) struct Parked {
    raw: CUstream,
    /// Pinned memory of the host that the device can write.
    record: NonNull<FailRecord>,
    /// The record's address on the device.
    record_device: u64,
}

// SAFETY: the record is memory of the process, reached only through volatile reads and writes of its current owner.
unsafe impl Send for Parked {}

/// A stream of a GPU.
pub(crate) struct GpuStream {
    pub(crate) context: &'static Context,
    pub(crate) raw: CUstream,
    record: NonNull<FailRecord>,
    record_device: u64,
    launches: AtomicU32,
}

// SAFETY: the driver allows calls from any thread; the record is only read and reset by `take_failure`, by volatile
// accesses that the device's protocol (claim, then write) orders.
unsafe impl Send for GpuStream {}
// SAFETY: as above.
unsafe impl Sync for GpuStream {}

impl GpuStream {
    pub(crate) fn new(context: &'static Context) -> Result<GpuStream> {
        let _current = context.enter()?;
        let parked = take_parked(context);
        let Parked { raw, record, record_device } = match parked {
            Some(parked) => parked,
            None => make(context)?,
        };
        // SAFETY: the record is ours, and nothing on the device uses it: the stream is new or at rest.
        unsafe { record.write_volatile(FailRecord::default()) };
        Ok(GpuStream { context, raw, record, record_device, launches: AtomicU32::new(0) })
    }

    /// What a launch tells its kernel: the record's device address, and the launch's number.
    #[inline]
    pub(crate) fn next_launch(&self) -> (u64, u32) {
        (self.record_device, self.launches.fetch_add(1, Ordering::Relaxed))
    }

    /// Waits for everything on the stream.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the stream is alive.
        unsafe { self.context.driver.cuStreamSynchronize(self.raw) }
    }

    /// Waits for everything on the stream, also where a wait fails: it is asked for again. A stream that cannot be waited for twice
    /// is lost with its context, and nothing of its work runs on. For those who would otherwise leave work behind that uses what
    /// they are about to give up.
    pub(crate) fn settle(&self) -> Result<()> {
        // SAFETY: the stream is alive.
        let wait = || unsafe { self.context.driver.cuStreamSynchronize(self.raw) };
        wait().inspect_err(|_| {
            let _ = wait();
        })
    }

    /// The first failure since it was last taken, taken. The stream must have been synchronised.
    pub(crate) fn take_failure(&self) -> Result<Option<FailRecord>> {
        let failure = self.failure()?;
        if failure.is_some() {
            // SAFETY: the record lives as long as the stream. Resetting only the state keeps the order: a kernel claims
            // first and writes then.
            unsafe { (&raw mut (*self.record.as_ptr()).state).write_volatile(0) };
        }
        Ok(failure)
    }

    /// The first failure since it was last taken, left in its place. What is asked about must have run.
    pub(crate) fn failure(&self) -> Result<Option<FailRecord>> {
        // SAFETY: the record lives as long as the stream; the device may write it meanwhile, hence volatile.
        let state = unsafe { (&raw const (*self.record.as_ptr()).state).read_volatile() };
        if state == 0 {
            return Ok(None);
        }
        // Another thread may have launched since, and a kernel of it may have claimed the record and be writing it now.
        // That launch came before this wait; and a record once claimed is claimed by nobody else.
        self.synchronize()?;
        // SAFETY: as above.
        Ok(Some(unsafe { self.record.as_ptr().read_volatile() }))
    }

    /// Marks everything given to this stream so far.
    pub(crate) fn mark(&self) -> Result<Mark> {
        let context = self.context;
        let _current = context.enter()?;
        let mark = Mark { context, raw: context.take_event()? };
        // SAFETY: event and stream are alive and of this context.
        unsafe { context.driver.cuEventRecord(mark.raw, self.raw) }?;
        Ok(mark)
    }

    /// Orders everything given to this stream from now on after what is marked.
    pub(crate) fn wait(&self, mark: &Mark) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: event and stream are alive.
        unsafe { self.context.driver.cuStreamWaitEvent(self.raw, mark.raw, 0) }
    }
}

impl Drop for GpuStream {
    fn drop(&mut self) {
        // In a forked child the lock may be held by a thread that is not there, and the stream is the parent's.
        if Driver::forked() {
            return;
        }
        let parked = Parked { raw: self.raw, record: self.record, record_device: self.record_device };
        self.context.parked.lock().unwrap_or_else(PoisonError::into_inner).push(parked);
    }
}

/// A parked stream that has finished its work.
fn take_parked(context: &Context) -> Option<Parked> {
    let mut parked = context.parked.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: a parked stream is alive.
    let at = parked.iter().position(|one| unsafe { context.driver.cuStreamQuery(one.raw) }.is_ok())?;
    Some(parked.swap_remove(at))
}

fn make(context: &Context) -> Result<Parked> {
    let driver = context.driver;
    let mut host: *mut c_void = ptr::null_mut();
    let flags = HOST_ALLOC_PORTABLE | HOST_ALLOC_DEVICEMAP;
    // SAFETY: the answer has its place.
    unsafe { driver.cuMemHostAlloc(&raw mut host, size_of::<FailRecord>(), flags) }?;
    let record = NonNull::new(host.cast::<FailRecord>()).ok_or(crate::error::Error::Driver {
        call: "cuMemHostAlloc",
        code: 0,
        name: "no error".to_owned(),
        meaning: "the driver gave no memory".to_owned(),
    })?;
    let mut raw = CUstream(ptr::null_mut());
    let mut record_device = 0;
    // SAFETY: each answer has its place; the record's memory is page-locked, and goes again where there is no stream for it.
    let made = unsafe {
        driver
            .cuMemHostGetDevicePointer(&raw mut record_device, host, 0)
            // The stream does not wait for the legacy default stream, which other libraries may use.
            .and_then(|()| driver.cuStreamCreate(&raw mut raw, STREAM_NON_BLOCKING))
            .inspect_err(|_| {
                let _ = driver.cuMemFreeHost(host);
            })
    };
    made.map(|()| Parked { raw, record, record_device })
}
