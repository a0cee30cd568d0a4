//! Memory that does not belong to one device of one process: managed memory, and memory that processes share.

use crate::error::Result;
use crate::sys::driver::CUipcHandle;

use super::{Context, GpuStream};

const ATTACH_GLOBAL: u32 = 1;
/// Where the device is the host, as the driver numbers it.
const HOST: i32 = -1;
const LAZY_PEER_ACCESS: u32 = 1;
/// What an allocation that is shared is rounded up to: the driver shares whole blocks, in which nothing else should
/// lie.
const BLOCK: usize = 2 << 20;

/// The driver's number of a device, or of the host.
pub(crate) fn number(device: Option<&Context>) -> i32 {
    device.map_or(HOST, |context| context.device)
}

impl GpuStream {
    /// Managed memory of so many bytes > 0.
    pub(crate) fn allocate_managed(&self, bytes: usize) -> Result<u64> {
        let context = self.context;
        let _current = context.enter()?;
        context.sweep();
        let mut pointer = 0;
        self.with_room(&mut || {
            // SAFETY: `pointer` is a place for the answer.
            unsafe { context.driver.cuMemAllocManaged(&raw mut pointer, bytes, ATTACH_GLOBAL) }
        })?;
        Ok(pointer)
    }

    /// Moves managed memory to a device or to the host, in stream order.
    ///
    /// # Safety
    ///
    /// The memory is managed and has so many bytes.
    pub(crate) unsafe fn prefetch(&self, pointer: u64, bytes: usize, to: i32) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemPrefetchAsync(pointer, bytes, to, self.raw) }
    }

    /// Memory of so many bytes > 0 that other processes may open.
    pub(crate) fn allocate_shareable(&self, bytes: usize) -> Result<u64> {
        let context = self.context;
        let _current = context.enter()?;
        context.sweep();
        let mut pointer = 0;
        let bytes = bytes.checked_next_multiple_of(BLOCK).unwrap_or(bytes);
        self.with_room(&mut || {
            // SAFETY: `pointer` is a place for the answer.
            unsafe { context.driver.cuMemAlloc(&raw mut pointer, bytes) }
        })?;
        Ok(pointer)
    }
}

impl Context {
    /// Tells the driver how managed memory will be used.
    ///
    /// # Safety
    ///
    /// The memory is managed and has so many bytes.
    pub(crate) unsafe fn advise(&self, pointer: u64, bytes: usize, advice: i32, device: i32) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.driver.cuMemAdvise(pointer, bytes, advice, device) }
    }

    /// What names memory of `allocate_shareable` to other processes.
    pub(crate) fn share(&self, pointer: u64) -> Result<[u8; 64]> {
        let _current = self.enter()?;
        let mut handle = CUipcHandle { bytes: [0; 64] };
        // SAFETY: the answer has its place, and the pointer is an allocation's.
        unsafe { self.driver.cuIpcGetMemHandle(&raw mut handle, pointer) }?;
        Ok(handle.bytes)
    }

    /// Opens another process's memory.
    ///
    /// # Safety
    ///
    /// The other process keeps the memory for as long as it is open here.
    pub(crate) unsafe fn open_ipc(&self, handle: [u8; 64]) -> Result<u64> {
        let _current = self.enter()?;
        self.sweep();
        let mut pointer = 0;
        let handle = CUipcHandle { bytes: handle };
        // SAFETY: the answer has its place; the rest is the caller's contract.
        unsafe { self.driver.cuIpcOpenMemHandle(&raw mut pointer, handle, LAZY_PEER_ACCESS) }?;
        Ok(pointer)
    }
}
