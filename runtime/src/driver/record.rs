//! Records of failures: page-locked memory that a stream's kernels write and the host reads.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use kiln_codegen::abi::FailRecord;

use crate::error::Result;

use super::Context;

const HOST_ALLOC_PORTABLE: u32 = 1;
const HOST_ALLOC_DEVICEMAP: u32 = 2;

/// A stream's record. Its memory is freed only when the stream is at rest and nobody holds anything of the device,
/// since a kernel may still write it; until then the next stream takes it over.
pub(super) struct Record {
    host: NonNull<FailRecord>,
    /// Its address on the device.
    pub(super) device: u64,
}

// SAFETY: the record is memory of the process, reached only through volatile reads and writes of its current owner,
// which the device's protocol (claim, then write) orders.
unsafe impl Send for Record {}
// SAFETY: as above.
unsafe impl Sync for Record {}

impl Record {
    /// The context must be current.
    pub(super) fn new(context: &Context) -> Result<Record> {
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
        let mut device = 0;
        // SAFETY: the answer has its place, and the memory was allocated just now.
        unsafe { driver.cuMemHostGetDevicePointer(&raw mut device, host, 0) }
            .map(|()| Record { host: record, device })
            .inspect_err(|_| {
                // SAFETY: nobody knows the memory.
                let _ = unsafe { driver.cuMemFreeHost(host) };
            })
    }

    /// Frees the memory of a record that no kernel has been told of, or whose kernels are done.
    pub(super) fn discard(self, context: &Context) {
        // SAFETY: nobody else knows the memory.
        let _ = unsafe { context.driver.cuMemFreeHost(self.host.as_ptr().cast()) };
    }

    /// Nothing has failed. Nothing on the device may use the record.
    pub(super) fn reset(&self) {
        // SAFETY: the record is the owner's, which says that nothing else uses it.
        unsafe { self.host.write_volatile(FailRecord::default()) };
    }

    /// Whether a kernel has claimed the record.
    pub(super) fn claimed(&self) -> bool {
        // SAFETY: the record lives; the device may write it meanwhile, hence volatile.
        unsafe { (&raw const (*self.host.as_ptr()).state).read_volatile() != 0 }
    }

    /// Makes it free to be claimed. Resetting only the state keeps the order: a kernel claims first and writes then.
    pub(super) fn free(&self) {
        // SAFETY: as above.
        unsafe { (&raw mut (*self.host.as_ptr()).state).write_volatile(0) };
    }

    pub(super) fn read(&self) -> FailRecord {
        // SAFETY: as above.
        unsafe { self.host.as_ptr().read_volatile() }
    }
}
