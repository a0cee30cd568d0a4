//! Addresses and memory apart: ranges that are reserved, pieces of memory, and what of them is mapped where.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::c_int;

use crate::entry::{answer, current, known_device};
use crate::memory::{Allocation, Sort};
use crate::state::*;
use crate::work::INSIDE;

/// What memory comes in multiples of.
const GRANULARITY: usize = 4096;

/// Memory without addresses.
pub(crate) struct Piece {
    pub(crate) device: usize,
    pub(crate) bytes: usize,
}

/// A piece at its place in a range.
pub(crate) struct Mapping {
    start: usize,
    bytes: usize,
    accessible: bool,
}

impl State {
    /// The start of the range that an address is in.
    fn range_of(&self, address: usize) -> Option<usize> {
        let (start, _) = self.mappings.range(..=address).next_back()?;
        let one = self.allocations.get(start)?;
        (address < start + one.room()).then_some(*start)
    }

    /// Lets that much of a range be usable as is mapped and accessible from its start on.
    fn settle_range(&mut self, start: usize) {
        let mut bytes = 0;
        for one in self.mappings.get(&start).into_iter().flatten() {
            if one.start != start + bytes || !one.accessible {
                break;
            }
            bytes += one.bytes;
        }
        if let Some(one) = self.allocations.get_mut(&start) {
            one.bytes = bytes;
        }
    }
}

entry_points! {
    granularity = "cuMemGetAllocationGranularity" |_state, bytes: *mut usize, props: *const c_int, option: c_int| {
        // SAFETY: the properties begin with the sorts of allocation, handle and place, and the device's number.
        match (option, known_device(unsafe { props.add(3).read() })) {
            (0, Some(_)) => answer(bytes, GRANULARITY),
            _ => INVALID_VALUE,
        }
    }

    reserve = "cuMemAddressReserve" |state, address: *mut u64, bytes: usize, _alignment: usize, wish: u64, flags: u64| {
        if bytes == 0 || !bytes.is_multiple_of(GRANULARITY) || wish != 0 || flags != 0 { return INVALID_VALUE; }
        let (Some(device), Some(mut one)) = (current(), Allocation::new(bytes, current().unwrap_or(0))) else {
            return OUT_OF_MEMORY;
        };
        (one.device, one.sort, one.bytes) = (device, Sort::Range, 0);
        let place = one.address;
        state.allocations.insert(place, one);
        state.mappings.insert(place, Vec::new());
        answer(address, place as u64)
    }

    unreserve = "cuMemAddressFree" |state, address: u64, bytes: usize| {
        let start = address as usize;
        let whole = state.allocations.get(&start).is_some_and(|one| one.sort == Sort::Range && one.room() == bytes);
        if !whole || state.mappings.get(&start).is_none_or(|mapped| !mapped.is_empty()) {
            state.misuse(format!("cuMemAddressFree at {address:#x}, which is no range, or has memory"));
            return INVALID_VALUE;
        }
        state.mappings.remove(&start);
        if let Some(one) = state.allocations.remove(&start) { one.release(); }
        SUCCESS
    }

    create = "cuMemCreate" |state, handle: *mut u64, bytes: usize, props: *const c_int, flags: u64| {
        // SAFETY: as above.
        let Some(device) = known_device(unsafe { props.add(3).read() }) else { return INVALID_VALUE };
        if bytes == 0 || !bytes.is_multiple_of(GRANULARITY) || flags != 0 { return INVALID_VALUE; }
        if bytes > state.room(device) { return OUT_OF_MEMORY; }
        let number = state.handle() as u64;
        state.pieces.insert(number, Piece { device, bytes });
        answer(handle, number)
    }

    release = "cuMemRelease" |state, handle: u64| {
        if state.pieces.remove(&handle).is_some() { SUCCESS } else { INVALID_VALUE }
    }

    map = "cuMemMap" |state, address: u64, bytes: usize, offset: usize, handle: u64, flags: u64| {
        let Some(start) = state.range_of(address as usize) else { return INVALID_VALUE };
        let room = state.allocations.get(&start).map_or(0, Allocation::room);
        let fits = state.pieces.get(&handle).is_some_and(|piece| piece.bytes == bytes);
        let Some(mapped) = state.mappings.get_mut(&start) else { return INVALID_VALUE };
        let end: usize = mapped.iter().map(|one| one.bytes).sum();
        if !fits || offset != 0 || flags != 0 || start + end != address as usize || end + bytes > room {
            return INVALID_VALUE;
        }
        mapped.push(Mapping { start: address as usize, bytes, accessible: false });
        SUCCESS
    }

    unmap = "cuMemUnmap" |state, address: u64, bytes: usize| {
        let Some(start) = state.range_of(address as usize) else { return INVALID_VALUE };
        let Some(mapped) = state.mappings.get_mut(&start) else { return INVALID_VALUE };
        let place = mapped.iter().position(|one| one.start == address as usize && one.bytes == bytes);
        let Some(place) = place else { return INVALID_VALUE };
        mapped.remove(place);
        if let Some(pending) = state.allocations.get(&start).and_then(|one| one.pending(&state.host)) {
            state.misuse(format!("cuMemUnmap at {address:#x}, though {pending}"));
        }
        state.settle_range(start);
        SUCCESS
    }

    access = "cuMemSetAccess" |state, address: u64, bytes: usize, access: *const [c_int; 3], count: usize| {
        let Some(start) = state.range_of(address as usize) else { return INVALID_VALUE };
        // SAFETY: the caller gave a description: the sort of place, the device, and what it may do.
        let [sort, device, flags] = unsafe { access.read() };
        let owner = state.allocations.get(&start).map(|one| one.device);
        if count != 1 || sort != 1 || known_device(device) != owner || flags != 3 { return INVALID_VALUE; }
        for one in state.mappings.get_mut(&start).into_iter().flatten() {
            let inside = one.start >= address as usize && one.start + one.bytes <= address as usize + bytes;
            one.accessible |= inside;
        }
        state.settle_range(start);
        SUCCESS
    }
}
