//! Device memory: allocation and freeing in stream order, and copies.

use std::ffi::c_void;

use crate::error::{Error, Result};
use crate::sys::driver::OUT_OF_MEMORY;

use super::GpuStream;

impl GpuStream {
    /// Memory of `bytes` > 0 bytes, usable by what is given to this stream from now on.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<u64> {
        let context = self.context;
        let _current = context.enter()?;
        context.sweep();
        let mut pointer = 0;
        self.with_room(&mut || {
            // SAFETY: `pointer` is a place for the answer; pool and stream are alive.
            unsafe {
                match context.pool {
                    Some(pool) => {
                        context.driver.cuMemAllocFromPoolAsync(&raw mut pointer, bytes, pool, self.raw)
                    }
                    None => context.driver.cuMemAlloc(&raw mut pointer, bytes),
                }
            }
        })?;
        Ok(pointer)
    }

    /// Allocates. Where there is no room, what this stream has freed is waited for; and where that is not enough, what the pool keeps
    /// is given back to the device. The context must be current.
    pub(super) fn with_room(&self, take: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let no_room = |done: &Result<()>| matches!(done, Err(Error::Driver { code: OUT_OF_MEMORY, .. }));
        let mut done = take();
        if no_room(&done) {
            // Memory freed on this stream comes back to the pool when the work before it is done.
            self.synchronize()?;
            done = take();
        }
        if no_room(&done) && self.context.pool.is_some() {
            self.context.trim(0)?;
            done = take();
        }
        done
    }

    /// Frees memory after everything given to this stream so far. A driver that refuses is not told again: the process is
    /// ending, or the GPU's state is lost.
    pub(crate) fn free(&self, pointer: u64) {
        let context = self.context;
        // Stream and address know their context: they can go without.
        let _current = context.enter();
        // SAFETY: the pointer came from `allocate` and is not used after this.
        unsafe {
            if context.pool.is_some() {
                let _ = context.driver.cuMemFreeAsync(pointer, self.raw);
            } else {
                // Other streams that used the memory were ordered before this one.
                let _ = context.driver.cuStreamSynchronize(self.raw);
                let _ = context.driver.cuMemFree(pointer);
            }
        }
    }

    /// Copies from the host, in stream order.
    ///
    /// # Safety
    ///
    /// `from` is valid for `bytes` bytes until the stream has passed the copy, and `to` is device memory of at least as many.
    pub(crate) unsafe fn copy_in(&self, to: u64, from: *const u8, bytes: usize) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyHtoDAsync(to, from.cast::<c_void>(), bytes, self.raw) }
    }

    /// Copies to the host, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is valid for writing `bytes` bytes until the stream has passed the copy, and `from` is device memory of at least as many.
    pub(crate) unsafe fn copy_out(&self, to: *mut u8, from: u64, bytes: usize) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyDtoHAsync(to.cast::<c_void>(), from, bytes, self.raw) }
    }

    /// Copies on the device, in stream order.
    ///
    /// # Safety
    ///
    /// Both places are device memory of at least `bytes` bytes, and do not overlap.
    pub(crate) unsafe fn copy_across(&self, to: u64, from: u64, bytes: usize) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyDtoDAsync(to, from, bytes, self.raw) }
    }

    /// Sets `count` elements of `size` bytes to the low bytes of `bits`, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is device memory of at least `count` elements, aligned to `size`, which is 1, 2, 4 or 8.
    pub(crate) unsafe fn set(&self, to: u64, bits: u64, size: usize, count: usize) -> Result<()> {
        let _current = self.context.enter()?;
        let driver = self.context.driver;
        // SAFETY: the caller's contract.
        unsafe {
            match size {
                1 => driver.cuMemsetD8Async(to, bits as u8, count, self.raw),
                2 => driver.cuMemsetD16Async(to, bits as u16, count, self.raw),
                4 => driver.cuMemsetD32Async(to, bits as u32, count, self.raw),
                // The driver sets up to 32 bits at a time. Two equal halves are one fill of twice the count.
                _ if bits as u32 == (bits >> 32) as u32 => {
                    driver.cuMemsetD32Async(to, bits as u32, count * 2, self.raw)
                }
                // Anything else doubles what is there: as many copies as the count has bits.
                _ => {
                    driver.cuMemsetD32Async(to, bits as u32, 1, self.raw)?;
                    driver.cuMemsetD32Async(to + 4, (bits >> 32) as u32, 1, self.raw)?;
                    let mut done = 1;
                    while done < count {
                        let more = done.min(count - done);
                        driver.cuMemcpyDtoDAsync(to + (done * 8) as u64, to, more * 8, self.raw)?;
                        done += more;
                    }
                    Ok(())
                }
            }
        }
    }
}
