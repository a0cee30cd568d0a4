//! What other libraries in the process call, and Kiln does not.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::{c_int, c_uint};

use crate::entry::{answer, current};
use crate::pools::{DEFAULT, Pool};
use crate::state::*;
use crate::work::INSIDE;

entry_points! {
    context_synchronize = "cuCtxSynchronize" |state| {
        if current().is_none() { return INVALID_CONTEXT; }
        state.drain_all();
        SUCCESS
    }

    stream_create_plain = "cuStreamCreate" |state, stream: *mut usize, flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let handle = state.new_stream(device, flags & 1 == 0, 0);
        answer(stream, handle)
    }

    stream_destroy = "cuStreamDestroy_v2" |state, stream: usize| {
        // The real driver does what was given before, later.
        let code = state.synchronize(stream);
        state.streams.remove(&stream);
        code
    }

    allocate_in_order = "cuMemAllocAsync" |state, address: *mut u64, bytes: usize, stream: usize| {
        let Some(device) = state.streams.get(&stream).map(|stream| stream.device) else { return INVALID_HANDLE };
        state.pools.entry(DEFAULT + device).or_insert_with(|| Pool::of(device));
        state.allocate(address, bytes, DEFAULT + device, stream, "cuMemAllocAsync")
    }

    device_of_context = "cuCtxGetDevice" |_state, device: *mut c_int| {
        match current() {
            Some(current) => answer(device, current as c_int),
            None => INVALID_CONTEXT,
        }
    }
}
