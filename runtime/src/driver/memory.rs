//! Device memory: allocation and freeing in stream order.

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
}
