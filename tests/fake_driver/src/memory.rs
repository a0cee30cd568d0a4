//! Memory of the devices: the host's, with a record of who used what.

use std::alloc::{Layout, alloc, dealloc};
use std::ops::Range;

use crate::clock::Clock;

const ALIGN: usize = 256;
/// What fresh memory holds.
const FRESH: u8 = 0xA5;
/// What freed memory holds.
const FREED: u8 = 0xDD;

/// One allocation, until the process ends or [`Allocation::release`].
pub(crate) struct Allocation {
    pub(crate) address: usize,
    pub(crate) bytes: usize,
    /// Freed in the order of the program; the memory itself may still be used by work that was given before.
    pub(crate) freed: bool,
    /// Whose memory it is.
    pub(crate) device: usize,
    /// The pool that it came from.
    pub(crate) pool: Option<usize>,
    pub(crate) sort: Sort,
    /// Bytes of addresses, of which `bytes` are usable.
    room: usize,
    accesses: Vec<Access>,
}

/// What an allocation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A device's own.
    Plain,
    /// Any device's, and the host's.
    Managed,
    /// Addresses, to which memory is mapped from the start on.
    Range,
    /// Another process's.
    Opened,
}

/// One piece of work's use of a part of an allocation.
struct Access {
    range: Range<usize>,
    write: bool,
    stream: usize,
    number: u64,
    what: &'static str,
}

impl Allocation {
    /// `None` where the host has no room.
    pub(crate) fn new(bytes: usize, device: usize) -> Option<Allocation> {
        let layout = Layout::from_size_align(bytes, ALIGN).ok()?;
        // SAFETY: the callers refuse empty allocations.
        let pointer = unsafe { alloc(layout) };
        if pointer.is_null() {
            return None;
        }
        // SAFETY: the memory was just allocated with this size.
        unsafe { pointer.write_bytes(FRESH, bytes) };
        let address = pointer.expose_provenance();
        Some(Allocation {
            address,
            bytes,
            freed: false,
            device,
            pool: None,
            sort: Sort::Plain,
            room: bytes,
            accesses: Vec::new(),
        })
    }

    /// How many bytes of addresses it has.
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// A use that the host has not waited for and that its own use would meet.
    pub(crate) fn meets(&self, range: Range<usize>, write: bool, host: &Clock) -> Option<String> {
        let apart = |one: &Access| one.range.end <= range.start || range.end <= one.range.start;
        let mut others = self.accesses.iter().filter(|one| (one.write || write) && !apart(one));
        let one = others.find(|one| !host.has(one.stream, one.number))?;
        Some(format!("the host uses memory that {} on stream {:#x} may still use", one.what, one.stream))
    }

    pub(crate) fn holds(&self, address: usize, bytes: usize) -> bool {
        address >= self.address && address + bytes <= self.address + self.bytes
    }

    /// Notes a use by work `number` of a stream that has seen `clock`; says which earlier use is not ordered with it.
    pub(crate) fn touch(
        &mut self,
        range: Range<usize>,
        write: bool,
        (stream, number, what): (usize, u64, &'static str),
        clock: &Clock,
    ) -> Option<String> {
        let apart = |one: &Access| one.range.end <= range.start || range.end <= one.range.start;
        let unordered = self
            .accesses
            .iter()
            .filter(|one| (one.write || write) && !apart(one))
            .find(|one| !clock.has(one.stream, one.number))
            .map(|one| {
                format!(
                    "{what} on stream {stream:#x} and {} on stream {:#x} use the same memory, and nothing orders them",
                    one.what, one.stream
                )
            });
        // What this use covers and comes after need not be remembered.
        self.accesses.retain(|one| {
            !(range.start <= one.range.start
                && one.range.end <= range.end
                && (write || !one.write)
                && clock.has(one.stream, one.number))
        });
        self.accesses.push(Access { range, write, stream, number, what });
        unordered
    }

    /// A use that the host has not waited for.
    pub(crate) fn pending(&self, host: &Clock) -> Option<String> {
        let one = self.accesses.iter().find(|one| !host.has(one.stream, one.number))?;
        Some(format!("{} on stream {:#x} may still use it", one.what, one.stream))
    }

    /// Marks the contents as gone.
    pub(crate) fn spoil(&self) {
        // SAFETY: the allocation lives and has these bytes.
        unsafe { pointer(self.address).write_bytes(FREED, self.bytes) };
    }

    pub(crate) fn release(self) {
        if let Ok(layout) = Layout::from_size_align(self.room, ALIGN) {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(pointer(self.address), layout) };
        }
    }
}

pub(crate) fn pointer(address: usize) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address)
}
