//! Device memory without a type: an address, a size and a home stream.
//!
//! Takes sizes that the callers have checked; guarantees that memory lives until the work given to its home stream
//! before the drop is done, and that zero bytes need no allocation; leaves types and borrowing to
//! [`crate::buffer`].

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};

use crate::driver::{Source, attribute};
use crate::error::{Error, Result, without_help};
use crate::graph::refused;
use crate::order::Uses;
use crate::stream::{Engine, Stream};
use crate::sys::driver::OUT_OF_MEMORY;
use crate::taint::Written;
use crate::value::MOST_ALIGN;

/// The alignment of every allocation, the driver's own: wide vector accesses are aligned on the CPU too. No type of
/// kernels is aligned to more.
const ALIGN: usize = MOST_ALIGN;

/// An allocation on a device.
pub(crate) struct Memory {
    /// The stream that orders this memory: it frees it, and uses on other streams are ordered with it.
    home: Stream,
    /// Device address; for the CPU an address of the host whose provenance is exposed. Without bytes it
    /// is the address of nothing.
    address: u64,
    bytes: usize,
    source: Source,
    written: Written,
    uses: Uses,
    /// What keeps memory of another library alive; `None` for Kiln's own.
    owner: Option<Owner>,
}

/// What is dropped in the place of freeing memory. Nobody looks at it, so that it may be shared between threads.
struct Owner(#[allow(dead_code)] Box<dyn Send>);

// SAFETY: a shared owner gives access to nothing.
unsafe impl Sync for Owner {}

/// Sorts of memory that are not a device's alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// The host's, which the device uses where it is.
    Mapped,
    /// Pages that move to who uses them.
    Managed,
    /// What other processes may open.
    Shareable,
}

impl Memory {
    fn new(home: &Stream, address: u64, bytes: usize, source: Source) -> Memory {
        let (written, uses) = (Written::default(), Uses::default());
        let home = home.keeper().clone();
        Memory { home, address, bytes, source, written, uses, owner: None }
    }

    /// Memory of another library, with what keeps it alive.
    ///
    /// # Safety
    ///
    /// As [`crate::Buffer::from_foreign`].
    pub(crate) unsafe fn foreign(home: &Stream, address: u64, bytes: usize, owner: Box<dyn Send>) -> Memory {
        // Without bytes there is nothing to wait for, and nothing that frees.
        let address = if bytes == 0 { ALIGN as u64 } else { address };
        let mut memory = Memory::new(home, address, bytes, Source::Own);
        memory.owner = Some(Owner(owner));
        memory
    }

    /// Memory of Kiln's own whose owner was given up.
    ///
    /// # Safety
    ///
    /// As [`crate::Buffer::from_raw`].
    pub(crate) unsafe fn again(home: &Stream, address: u64, bytes: usize) -> Memory {
        Memory::new(home, address, bytes, Source::Own)
    }

    /// What a recorded graph sees of memory that it keeps: the address, for no longer than the recording.
    pub(crate) fn of_graph(recorder: &Stream, address: u64, bytes: usize) -> Memory {
        Memory::new(recorder, address, bytes, Source::Own)
    }

    /// Refuses a home that only records.
    pub(crate) fn check_home(home: &Stream) -> Result<()> {
        match home.engine() {
            Engine::Cpu(_) | Engine::Gpu(_) => Ok(()),
            Engine::Capture(_) => Err(refused("making a buffer", "make it before, and give it to the graph")),
        }
    }

    /// Notes that another library frees the memory.
    #[cfg(feature = "cudarc")]
    pub(crate) fn forget(&self) {
        self.home.device_shared().account.give(self.bytes, false);
    }

    /// Lets go of another library's memory, without waiting: who has it next comes after all that uses it.
    #[cfg(feature = "cudarc")]
    pub(crate) fn leave(mut self) {
        self.bytes = 0;
    }

    /// Whether it is of the allocator whose memory another library frees as well.
    #[cfg(feature = "cudarc")]
    pub(crate) fn is_plain(&self) -> bool {
        self.owner.is_none() && matches!(self.source, Source::Own)
    }

    /// Makes the home stream wait for what other streams do with the memory.
    pub(crate) fn join_home(&self) {
        if let Engine::Gpu(stream) = self.home.engine() {
            self.uses.join(stream);
        }
    }

    /// No allocation, yet an aligned address: what takes no bytes may still want one.
    fn nothing(home: &Stream) -> Memory {
        Memory::new(home, ALIGN as u64, 0, Source::Own)
    }

    /// Memory that holds nothing yet, or zeros.
    pub(crate) fn allocate(home: &Stream, bytes: usize, zeroed: bool) -> Result<Memory> {
        if bytes == 0 {
            return Ok(Memory::nothing(home.keeper()));
        }
        if let Engine::Capture(capture) = home.engine() {
            return capture.allocate(home, bytes, zeroed);
        }
        let home = home.keeper();
        let take = || match home.engine() {
            Engine::Cpu(_) => allocate_host(home, bytes, zeroed),
            Engine::Capture(_) => Ok(0),
            Engine::Gpu(stream) => stream.allocate(bytes),
        };
        let address = account(home, bytes, false, take)?;
        // The memory has an owner from here on, whatever happens next.
        let memory = Memory::new(home, address, bytes, Source::Own);
        if zeroed { memory.zero() } else { Ok(memory) }
    }

    /// Memory of zeros of another sort. For the CPU all memory is one.
    pub(crate) fn allocate_special(home: &Stream, bytes: usize, sort: Special) -> Result<Memory> {
        Memory::check_home(home)?;
        let home = home.keeper();
        let (Engine::Gpu(stream), true) = (home.engine(), bytes > 0) else {
            return Memory::allocate(home, bytes, true);
        };
        let device = home.device_shared();
        match sort {
            Special::Mapped => {
                let (host, address) =
                    stream.context.allocate_mapped(bytes).map_err(|error| no_host_room(bytes, error))?;
                // SAFETY: the driver gave this many bytes.
                unsafe { host.write_bytes(0, bytes) };
                Ok(Memory::new(home, address, bytes, Source::Mapped(host.expose_provenance())))
            }
            Special::Managed => {
                let address = stream.allocate_managed(bytes).map_err(|error| device.no_room(bytes, error))?;
                Memory::new(home, address, bytes, Source::Managed).zero()
            }
            Special::Shareable => {
                let address = account(home, bytes, true, || stream.allocate_shareable(bytes))?;
                Memory::new(home, address, bytes, Source::Shareable).zero()
            }
        }
    }

    /// Another process's memory.
    ///
    /// # Safety
    ///
    /// The address was opened and is closed by nobody else.
    pub(crate) unsafe fn opened(home: &Stream, address: u64, bytes: usize) -> Memory {
        Memory::new(home, address, bytes, Source::Opened)
    }

    /// Addresses for so many bytes, without memory yet. For the CPU it is memory of zeros, which costs nothing
    /// until it is written.
    pub(crate) fn reserve(home: &Stream, bytes: usize) -> Result<Memory> {
        Memory::check_home(home)?;
        let home = home.keeper();
        let (Engine::Gpu(stream), true) = (home.engine(), bytes > 0) else {
            return Memory::allocate(home, bytes, true);
        };
        let range =
            stream.context.reserve(bytes).map_err(|error| home.device_shared().no_room(bytes, error))?;
        Ok(Memory::new(home, range.base(), bytes, Source::Range(Box::new(range))))
    }

    /// Bytes from the start on that have memory.
    pub(crate) fn committed(&self) -> usize {
        match &self.source {
            Source::Range(range) => range.mapped().min(self.bytes),
            _ => self.bytes,
        }
    }

    /// Lets at least so many bytes have memory, of those that were reserved.
    pub(crate) fn commit(&mut self, bytes: usize) -> Result<()> {
        let (home, range) = (&self.home, &mut self.source);
        let (Engine::Gpu(stream), Source::Range(range)) = (home.engine(), range) else { return Ok(()) };
        match range.missing(bytes) {
            0 => Ok(()),
            missing => account(home, missing, true, || stream.grow(range, missing)),
        }
    }

    /// Gives memory beyond so many bytes back, as far as it can be. The addresses stay.
    pub(crate) fn uncommit(&mut self, keep: usize) -> Result<()> {
        self.wait_on_host(true)?;
        let (Engine::Gpu(stream), Source::Range(range)) = (self.home.engine(), &mut self.source) else {
            return Ok(());
        };
        let before = range.mapped();
        let _current = stream.context.enter()?;
        // SAFETY: the memory is borrowed exclusively, and all that used it is done.
        let done = unsafe { stream.context.shrink(range, keep) };
        self.home.device_shared().account.give(before - range.mapped(), true);
        done
    }

    fn zero(self) -> Result<Memory> {
        if let Engine::Gpu(stream) = self.home.engine() {
            // SAFETY: the allocation has this many bytes.
            unsafe { stream.set(self.address, 0, 1, self.bytes) }?;
        }
        Ok(self)
    }

    /// Where the host reads and writes it itself, if it can.
    pub(crate) fn host_address(&self) -> Option<*mut u8> {
        match (self.home.engine(), &self.source) {
            (Engine::Cpu(_), _) => Some(host_pointer(self.address)),
            (Engine::Capture(_), _) => None,
            (Engine::Gpu(_), Source::Mapped(host)) => Some(std::ptr::with_exposed_provenance_mut(*host)),
            (Engine::Gpu(_), Source::Managed) => Some(host_pointer(self.address)),
            (Engine::Gpu(_), Source::Own | Source::Shareable | Source::Opened | Source::Range(_)) => None,
        }
    }

    /// Whether kernels on this stream's device could use the memory where it is.
    pub(crate) fn is_reached_by(&self, stream: &Stream) -> bool {
        let (own, other) = (stream.device_shared(), self.home.device_shared());
        let (Some(context), Some(home)) = (&own.context, &other.context) else {
            return std::ptr::eq(own, other);
        };
        std::ptr::eq(own, other)
            || match &self.source {
                // What another library allocated may be of a pool that is not open.
                Source::Own | Source::Shareable => self.owner.is_none() && context.reaches(home),
                Source::Mapped(_) => true,
                Source::Managed => {
                    context.attribute(attribute::CONCURRENT_MANAGED_ACCESS).is_ok_and(|yes| yes != 0)
                }
                Source::Opened | Source::Range(_) => false,
            }
    }

    /// Whether it is no device's own, and copied as each device's own is.
    pub(crate) fn is_everywhere(&self) -> bool {
        matches!(self.source, Source::Mapped(_) | Source::Managed)
    }

    /// Whether other processes may open it.
    pub(crate) fn is_shareable(&self) -> bool {
        matches!(self.source, Source::Shareable)
    }

    #[inline]
    pub(crate) fn home(&self) -> &Stream {
        &self.home
    }

    #[inline]
    pub(crate) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// Which launches wrote it.
    #[inline]
    pub(crate) fn written(&self) -> &Written {
        &self.written
    }

    /// Notes that so many of its bytes were written anew: if it is all of them, no failed launch matters any more.
    pub(crate) fn overwritten(&self, bytes: usize) {
        if bytes == self.bytes {
            self.forget_taint();
        }
    }

    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the byte at an address is its own.
    pub(crate) fn holds(&self, address: u64) -> bool {
        (self.address..self.address + self.bytes as u64).contains(&address)
    }

    #[inline]
    pub(crate) fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // What a stream that records made, its graph keeps.
        if self.bytes == 0 || matches!(self.home.engine(), Engine::Capture(_)) {
            return;
        }
        if let Some(owner) = self.owner.take() {
            return drop_owner(owner, std::mem::take(&mut self.uses), &self.home);
        }
        let counted = self.source.counted(self.bytes);
        self.home.device_shared().account.give(counted, self.source.is_direct());
        match self.home.engine() {
            Engine::Cpu(_) => {
                if let Ok(layout) = Layout::from_size_align(self.bytes, ALIGN) {
                    // SAFETY: the memory was allocated with this layout, and launches on the CPU are over when they
                    // return.
                    unsafe { dealloc(host_pointer(self.address), layout) };
                }
            }
            Engine::Capture(_) => {}
            Engine::Gpu(stream) => {
                let mut source = std::mem::replace(&mut self.source, Source::Own);
                let (mut uses, address, home) =
                    (std::mem::take(&mut self.uses), self.address, self.home.clone());
                stream.context.now_or_later(move || {
                    if let Engine::Gpu(stream) = home.engine() {
                        uses.finish(stream);
                        stream.free(address, &mut source);
                    }
                });
            }
        }
    }
}

/// Drops what keeps memory of another library alive, when the work that uses it is done: the library may not know
/// of that work.
fn drop_owner(owner: Owner, mut uses: Uses, home: &Stream) {
    match home.engine() {
        Engine::Cpu(_) | Engine::Capture(_) => drop(owner),
        Engine::Gpu(stream) => {
            let home = home.clone();
            stream.context.now_or_later(move || {
                if let Engine::Gpu(stream) = home.engine() {
                    uses.finish(stream);
                    // Where the device has failed nothing runs on.
                    let _ = stream.settle();
                }
                drop(owner);
            });
        }
    }
}

/// Allocates what counts against the device's limit.
fn account<T>(home: &Stream, bytes: usize, direct: bool, take: impl FnOnce() -> Result<T>) -> Result<T> {
    let device = home.device_shared();
    device.account_for(bytes, direct)?;
    take().map_err(|error| {
        device.account.give(bytes, direct);
        device.no_room(bytes, error)
    })
}

/// The error for page-locked memory that the driver had no room for.
pub(crate) fn no_host_room(bytes: usize, error: Error) -> Error {
    match error {
        Error::Driver { code: OUT_OF_MEMORY, .. } => {
            Error::OutOfMemory { device: "the host".to_owned(), bytes, reason: without_help(&error) }
        }
        other => other,
    }
}

/// The host pointer for an address of CPU memory.
pub(crate) fn host_pointer(address: u64) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

fn allocate_host(home: &Stream, bytes: usize, zeroed: bool) -> Result<u64> {
    let refuse = |reason: &str| Error::OutOfMemory {
        device: home.device_shared().describe(),
        bytes,
        reason: reason.to_owned(),
    };
    let layout =
        Layout::from_size_align(bytes, ALIGN).map_err(|_| refuse("more than the address space holds"))?;
    // SAFETY: the layout is not empty: `allocate` handles zero bytes itself.
    let pointer = unsafe { if zeroed { alloc_zeroed(layout) } else { alloc(layout) } };
    if pointer.is_null() {
        return Err(refuse("the allocator gave nothing"));
    }
    Ok(pointer.expose_provenance() as u64)
}
