//! Copies and fills of rows, batches, and between devices.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::{c_int, c_uint};

use crate::entry::{answer, current, known_device};
use crate::state::*;
use crate::work::{INSIDE, Work};

/// One side of a copy of rows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Side {
    x_bytes: usize,
    y: usize,
    kind: c_int,
    host: usize,
    device: u64,
    array: usize,
    pitch: usize,
}

/// A copy of rows.
#[repr(C)]
pub struct RowCopy {
    from: Side,
    to: Side,
    width_bytes: usize,
    height: usize,
}

impl Side {
    /// Where the rows begin, and how far apart they are; `None` for what Kiln has no use for.
    fn start(&self, width: usize) -> Option<(usize, usize)> {
        let start = match self.kind {
            1 => self.host,
            2 => self.device as usize,
            _ => return None,
        };
        let plain = self.x_bytes == 0 && self.y == 0 && self.array == 0;
        (plain && self.pitch >= width && i32::try_from(self.pitch).is_ok()).then_some((start, self.pitch))
    }
}

/// Gives a stream a fill of rows.
fn set_rows(
    state: &mut State,
    call: &'static str,
    (to, pitch): (u64, usize),
    value: &[u8],
    (width, height): (usize, usize),
    stream: usize,
) -> Code {
    let bytes = width * value.len();
    if pitch < bytes || width == 0 {
        return INVALID_VALUE;
    }
    for row in 0..height {
        let to = to as usize + row * pitch;
        let work = Work::Set { to, value: value.to_vec(), count: width };
        let code = state.give(stream, call, &[(to..to + bytes, true)], work);
        if code != SUCCESS {
            return code;
        }
    }
    SUCCESS
}

entry_points! {
    copy_2d = "cuMemcpy2DAsync_v2" |state, copy: *const RowCopy, stream: usize| {
        // SAFETY: the caller gave a complete description.
        let RowCopy { from, to, width_bytes: bytes, height: count } = unsafe { copy.read() };
        let (Some(start), Some(end)) = (from.start(bytes), to.start(bytes)) else { return INVALID_VALUE };
        let mut uses = Vec::new();
        for row in 0..count {
            let [read, write] = [start, end].map(|(start, pitch)| start + row * pitch);
            if from.kind == 2 { uses.push((read..read + bytes, false)); }
            if to.kind == 2 { uses.push((write..write + bytes, true)); }
        }
        state.give(stream, "cuMemcpy2DAsync", &uses, Work::Rows { to: end, from: start, bytes, count })
    }

    copy_batch = "cuMemcpyBatchAsync" |state, to: *const u64, from: *const u64, bytes: *const usize, count: usize,
        attributes: *const c_int, first: *const usize, attribute_count: usize, _failed: *mut usize, stream: usize|
    {
        // SAFETY: the caller gave lists of the lengths that it says; the order comes first in the attributes.
        let (to, from, bytes, order, first) = unsafe {
            (
                std::slice::from_raw_parts(to, count),
                std::slice::from_raw_parts(from, count),
                std::slice::from_raw_parts(bytes, count),
                attributes.read(),
                first.read(),
            )
        };
        // The driver takes no batch in its legacy default stream.
        if order != 1 || first != 0 || attribute_count != 1 || stream <= 1 { return INVALID_VALUE; }
        for ((to, from), bytes) in to.iter().zip(from).zip(bytes) {
            let (to, from, bytes) = (*to as usize, *from as usize, *bytes);
            let uses = [(from..from + bytes, false), (to..to + bytes, true)];
            let code = state.give(stream, "cuMemcpyBatchAsync", &uses, Work::Copy { to, from, bytes });
            if code != SUCCESS { return code; }
        }
        SUCCESS
    }

    copy_peer = "cuMemcpyPeerAsync" |state, to: u64, to_context: usize, from: u64, from_context: usize, bytes: usize,
        stream: usize|
    {
        let (to, from) = (to as usize, from as usize);
        for (address, context) in [(to, to_context), (from, from_context)] {
            let found = state.allocations.range(..=address).next_back().map(|(_, one)| one.device + 1);
            if found != Some(context) {
                state.misuse(format!("cuMemcpyPeerAsync: {address:#x} is no memory of context {context}"));
            }
        }
        let uses = [(from..from + bytes, false), (to..to + bytes, true)];
        state.give(stream, "cuMemcpyPeerAsync", &uses, Work::Copy { to, from, bytes })
    }

    peer_ask = "cuDeviceCanAccessPeer" |state, can: *mut c_int, device: c_int, peer: c_int| {
        let (Some(_), Some(_)) = (known_device(device), known_device(peer)) else { return INVALID_DEVICE };
        answer(can, c_int::from(device != peer && state.attributes.get(&-1) != Some(&0)))
    }

    peer_enable = "cuCtxEnablePeerAccess" |state, peer: usize, flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        if flags != 0 || peer == 0 || peer > DEVICES || peer - 1 == device { return INVALID_VALUE; }
        // 704: it is enabled already.
        if state.peers.insert((device, peer - 1)) { SUCCESS } else { 704 }
    }

    set_rows_8 = "cuMemsetD2D8Async" |state, to: u64, pitch: usize, value: u8, width: usize, height: usize, stream: usize| {
        set_rows(state, "cuMemsetD2D8Async", (to, pitch), &value.to_ne_bytes(), (width, height), stream)
    }

    set_rows_16 = "cuMemsetD2D16Async" |state, to: u64, pitch: usize, value: u16, width: usize, height: usize, stream: usize| {
        set_rows(state, "cuMemsetD2D16Async", (to, pitch), &value.to_ne_bytes(), (width, height), stream)
    }

    set_rows_32 = "cuMemsetD2D32Async" |state, to: u64, pitch: usize, value: u32, width: usize, height: usize, stream: usize| {
        set_rows(state, "cuMemsetD2D32Async", (to, pitch), &value.to_ne_bytes(), (width, height), stream)
    }
}
