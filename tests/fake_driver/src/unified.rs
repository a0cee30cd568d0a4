//! Memory that is not one device's of one process: managed, and shared between processes.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::{c_int, c_uint};

use crate::entry::{answer, current, known_device};
use crate::memory::{Allocation, Sort, pointer};
use crate::state::*;
use crate::work::{INSIDE, Work};

/// Names memory to another process: the address comes first.
#[repr(C)]
pub struct Handle {
    bytes: [u8; 64],
}

impl State {
    /// Whether this is managed memory, and the place the host or a device.
    fn is_managed(&self, address: u64, bytes: usize, place: c_int) -> bool {
        let found = self.allocations.range(..=address as usize).next_back().map(|(_, one)| one);
        found.is_some_and(|one| one.sort == Sort::Managed && !one.freed && one.holds(address as usize, bytes))
            && (place == -1 || known_device(place).is_some())
    }
}

entry_points! {
    managed_allocate = "cuMemAllocManaged" |state, address: *mut u64, bytes: usize, flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        if bytes == 0 || flags != 1 { return INVALID_VALUE; }
        let Some(mut one) = Allocation::new(bytes, device) else { return OUT_OF_MEMORY };
        one.sort = Sort::Managed;
        let place = one.address;
        state.allocations.insert(place, one);
        answer(address, place as u64)
    }

    managed_advise = "cuMemAdvise" |state, address: u64, bytes: usize, advice: c_int, place: c_int| {
        if state.is_managed(address, bytes, place) && (1..=6).contains(&advice) { SUCCESS } else { INVALID_VALUE }
    }

    managed_prefetch = "cuMemPrefetchAsync" |state, address: u64, bytes: usize, place: c_int, stream: usize| {
        if !state.is_managed(address, bytes, place) { return INVALID_VALUE; }
        let start = address as usize;
        state.give(stream, "cuMemPrefetchAsync", &[(start..start + bytes, false)], Work::Mark)
    }

    ipc_event_name = "cuIpcGetEventHandle" |state, handle: *mut Handle, event: usize| {
        if !state.events.get(&event).is_some_and(|event| event.shareable) { return INVALID_HANDLE; }
        let mut bytes = [0; 64];
        bytes[..8].copy_from_slice(&(event as u64).to_ne_bytes());
        answer(handle, Handle { bytes })
    }

    ipc_event_open = "cuIpcOpenEventHandle" |state, event: *mut usize, handle: Handle| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let named = handle.bytes.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes)) as usize;
        if !state.events.get(&named).is_some_and(|event| event.shareable) { return INVALID_HANDLE; }
        let handle = state.handle();
        state.events.insert(handle, Event { device, same_as: Some(named), ..Event::default() });
        answer(event, handle)
    }

    ipc_name = "cuIpcGetMemHandle" |state, handle: *mut Handle, address: u64| {
        let found = state.allocations.get(&(address as usize));
        if found.is_none_or(|one| one.freed || one.pool.is_some() || one.sort != Sort::Plain) { return INVALID_VALUE; }
        let mut bytes = [0; 64];
        bytes[..8].copy_from_slice(&address.to_ne_bytes());
        answer(handle, Handle { bytes })
    }

    ipc_open = "cuIpcOpenMemHandle_v2" |state, address: *mut u64, handle: Handle, flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let named = handle.bytes.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes)) as usize;
        let Some(bytes) = state.allocations.get(&named).map(|one| one.bytes) else { return INVALID_VALUE };
        if flags != 1 { return INVALID_VALUE; }
        // There is no other process: what is opened is a copy.
        let Some(mut one) = Allocation::new(bytes, device) else { return OUT_OF_MEMORY };
        one.sort = Sort::Opened;
        state.drain_all();
        // SAFETY: both are living allocations of this size.
        unsafe { pointer(named).copy_to(pointer(one.address), bytes) };
        let place = one.address;
        state.allocations.insert(place, one);
        answer(address, place as u64)
    }

    ipc_close = "cuIpcCloseMemHandle" |state, address: u64| {
        let found = state.allocations.get(&(address as usize)).filter(|one| one.sort == Sort::Opened);
        let Some(pending) = found.map(|one| one.pending(&state.host)) else { return INVALID_VALUE };
        if let Some(pending) = pending {
            state.misuse(format!("cuIpcCloseMemHandle at {address:#x}, though {pending}"));
            state.drain_all();
        }
        if let Some(one) = state.allocations.remove(&(address as usize)) { one.release(); }
        SUCCESS
    }
}
