//! Device memory: allocation and freeing in stream order.

use crate::error::{Error, Result};
use crate::sys::driver::OUT_OF_MEMORY;

use super::{GpuStream, Range};

impl GpuStream {
    /// Frees what [`GpuStream::allocate`] gave, after everything given to this stream so far.
    pub(crate) fn release(&self, pointer: u64) -> Result<()> {
        let context = self.context;
        // Stream and address know their context: they can go without.
        let current = context.enter();
        let freed = if context.pool.is_some() {
            // SAFETY: the pointer came from `allocate` and is not used after this.
            unsafe { context.driver.cuMemFreeAsync(pointer, self.raw) }
        } else {
            let _ = self.settle();
            // SAFETY: as above, and the work that used it is done.
            unsafe { context.driver.cuMemFree(pointer) }
        };
        current.map(drop).and(freed)
    }

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

    /// Allocates. Where there is no room, what this stream has freed is waited for; and where that is not enough,
    /// what the pool keeps is given back to the device. The context must be current.
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

    /// Frees memory after everything given to this stream so far. A driver that refuses is not told again: the
    /// process is ending, or the GPU's state is lost.
    pub(crate) fn free(&self, pointer: u64, source: &mut Source) {
        let context = self.context;
        let driver = context.driver;
        // Stream and address know their context: they can go without.
        let _current = context.enter();
        if matches!(source, Source::Own) && context.pool.is_some() {
            // SAFETY: the pointer came from `allocate` and is not used after this.
            let _ = unsafe { driver.cuMemFreeAsync(pointer, self.raw) };
            return;
        }
        // The rest has no order of streams. Other streams that used the memory were ordered before this one.
        let _ = self.settle();
        // SAFETY: the memory came from where the source says and is not used after this.
        unsafe {
            match source {
                Source::Own | Source::Managed | Source::Shareable => {
                    let _ = driver.cuMemFree(pointer);
                }
                Source::Mapped(host) => {
                    let _ = driver.cuMemFreeHost(std::ptr::with_exposed_provenance_mut(*host));
                }
                Source::Opened => {
                    let _ = driver.cuIpcCloseMemHandle(pointer);
                }
                Source::Range(range) => context.release(range),
            }
        }
    }
}

/// Where memory comes from, and how it goes.
pub(crate) enum Source {
    /// The pool; the driver's allocator where there is none; for the CPU the host's.
    Own,
    /// The host's memory, page-locked, at this address of the host.
    Mapped(usize),
    /// Pages that move between host and devices.
    Managed,
    /// An allocation that other processes may open.
    Shareable,
    /// Another process's.
    Opened,
    /// Addresses, of which some have memory.
    Range(Box<Range>),
}

impl Source {
    /// The bytes of a device that count as held, if it is not as many as were asked for.
    pub(crate) fn counted(&self, bytes: usize) -> usize {
        match self {
            Source::Own | Source::Shareable => bytes,
            Source::Mapped(_) | Source::Managed | Source::Opened => 0,
            Source::Range(range) => range.mapped(),
        }
    }

    /// Whether it comes past the pool.
    pub(crate) fn is_direct(&self) -> bool {
        !matches!(self, Source::Own)
    }
}
