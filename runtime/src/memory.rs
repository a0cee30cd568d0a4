//! Device memory without a type: an address, a size and a home stream.
//!
//! Takes sizes that the callers have checked; guarantees that memory lives until the work given to its home stream before
//! the drop is done, and that zero bytes need no allocation; leaves types and borrowing to [`crate::buffer`].

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::graph::refused;
use crate::order::Uses;
use crate::stream::{Engine, Stream};

/// The alignment of every allocation, the driver's own: wide vector accesses are aligned on the CPU too.
const ALIGN: usize = 256;

/// An allocation on a device.
pub(crate) struct Memory {
    /// The stream that orders this memory: it frees it, and uses on other streams are ordered with it.
    home: Stream,
    /// Device address; for the CPU an address of the host whose provenance is exposed. Without bytes it
    /// is the address of nothing.
    address: u64,
    bytes: usize,
    /// The last stream other than its home on which a kernel could write it: a failure there makes the contents doubtful.
    foreign_writer: Mutex<Option<Stream>>,
    uses: Uses,
    /// What keeps memory of another library alive; `None` for Kiln's own.
    owner: Option<Owner>,
}

/// What is dropped in the place of freeing memory. Nobody looks at it, so that it may be shared between threads.
struct Owner(#[allow(dead_code)] Box<dyn Send>);

// SAFETY: a shared owner gives access to nothing.
unsafe impl Sync for Owner {}

impl Memory {
    fn new(home: &Stream, address: u64, bytes: usize) -> Memory {
        let (foreign_writer, uses) = (Mutex::new(None), Uses::default());
        Memory { home: home.clone(), address, bytes, foreign_writer, uses, owner: None }
    }

    /// Memory of another library, with what keeps it alive.
    ///
    /// # Safety
    ///
    /// As [`crate::Buffer::from_foreign`].
    pub(crate) unsafe fn foreign(home: &Stream, address: u64, bytes: usize, owner: Box<dyn Send>) -> Memory {
        // Without bytes there is nothing to wait for, and nothing that frees.
        let address = if bytes == 0 { ALIGN as u64 } else { address };
        let mut memory = Memory::new(home, address, bytes);
        memory.owner = Some(Owner(owner));
        memory
    }

    /// Memory of Kiln's own whose owner was given up.
    ///
    /// # Safety
    ///
    /// As [`crate::Buffer::from_raw`].
    pub(crate) unsafe fn again(home: &Stream, address: u64, bytes: usize) -> Memory {
        Memory::new(home, address, bytes)
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

    /// Whether it is another library's.
    #[cfg(feature = "cudarc")]
    pub(crate) fn is_foreign(&self) -> bool {
        self.owner.is_some()
    }

    /// Makes the home stream wait for what other streams do with the memory.
    pub(crate) fn join_home(&self) {
        if let Engine::Gpu(stream) = self.home.engine() {
            self.uses.join(stream);
        }
    }

    /// Memory that holds nothing yet, or zeros.
    pub(crate) fn allocate(home: &Stream, bytes: usize, zeroed: bool) -> Result<Memory> {
        Memory::check_home(home)?;
        if bytes == 0 {
            // No allocation, yet an aligned address: what takes no bytes may still want one.
            return Ok(Memory::new(home, ALIGN as u64, 0));
        }
        let device = home.device_shared();
        device.account_for(bytes, false)?;
        let address = match home.engine() {
            Engine::Cpu(_) => allocate_host(home, bytes, zeroed),
            Engine::Capture(_) => Ok(0),
            Engine::Gpu(stream) => stream.allocate(bytes).map_err(|error| device.no_room(bytes, error)),
        };
        // The memory has an owner from here on, whatever happens next.
        let address = address.inspect_err(|_| device.account.give(bytes, false))?;
        let memory = Memory::new(home, address, bytes);
        if let (true, Engine::Gpu(stream)) = (zeroed, home.engine()) {
            // SAFETY: the allocation has this many bytes.
            unsafe { stream.set(address, 0, 1, bytes) }?;
        }
        Ok(memory)
    }

    #[inline]
    pub(crate) fn home(&self) -> &Stream {
        &self.home
    }

    /// Whether devices that may use this device's memory may use this.
    pub(crate) fn is_shared_with_peers(&self) -> bool {
        true
    }

    #[inline]
    pub(crate) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// Notes that a kernel on a stream other than the home may have written the memory.
    pub(crate) fn written_on(&self, stream: &Stream) {
        *self.foreign_writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream.clone());
    }

    /// The streams other than `reader` whose kernels may have written the memory.
    pub(crate) fn other_writers(&self, reader: &Stream) -> impl Iterator<Item = Stream> {
        let foreign = self.foreign_writer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        [Some(self.home.clone()), foreign].into_iter().flatten().filter(|stream| !stream.is(reader))
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
        if self.bytes == 0 {
            return;
        }
        if let Some(owner) = self.owner.take() {
            return drop_owner(owner, std::mem::take(&mut self.uses), &self.home);
        }
        self.home.device_shared().account.give(self.bytes, false);
        match self.home.engine() {
            Engine::Cpu(_) => {
                if let Ok(layout) = Layout::from_size_align(self.bytes, ALIGN) {
                    // SAFETY: the memory was allocated with this layout, and launches on the CPU are over when they return.
                    unsafe { dealloc(host_pointer(self.address), layout) };
                }
            }
            // A stream that records is nobody's home.
            Engine::Capture(_) => {}
            Engine::Gpu(stream) => {
                let (mut uses, address, home) =
                    (std::mem::take(&mut self.uses), self.address, self.home.clone());
                stream.context.now_or_later(move || {
                    if let Engine::Gpu(stream) = home.engine() {
                        uses.finish(stream);
                        stream.free(address);
                    }
                });
            }
        }
    }
}

/// Drops what keeps memory of another library alive, when the work that uses it is done: the library may not know of that work.
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
