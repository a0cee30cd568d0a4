//! Pools of memory: what they have of their device, and what of that is in use.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::c_int;

use crate::entry::{answer, known_device};
use crate::memory::Allocation;
use crate::state::*;
use crate::work::{INSIDE, Work};

/// The handle of the first device's default pool; the next one's follows.
pub(crate) const DEFAULT: usize = 2;

/// A pool of a device's memory.
#[derive(Default)]
pub(crate) struct Pool {
    pub(crate) device: usize,
    /// Bytes that allocations hold; what is freed counts until the free is done.
    pub(crate) used: usize,
    pub(crate) used_high: usize,
    /// Bytes that the device has given.
    pub(crate) reserved: usize,
    reserved_peak: usize,
    /// What is kept when a stream is waited for.
    threshold: u64,
    /// Other devices that may use its memory.
    pub(crate) access: Vec<usize>,
}

impl Pool {
    pub(crate) fn of(device: usize) -> Pool {
        Pool { device, ..Pool::default() }
    }

    /// Gives back what is beyond the threshold.
    pub(crate) fn release(&mut self) {
        self.trim(usize::try_from(self.threshold).unwrap_or(usize::MAX));
    }

    fn trim(&mut self, keep: usize) {
        self.reserved = self.reserved.min(self.used.max(keep));
    }
}

impl State {
    /// Memory of a pool, in the order of a stream.
    pub(crate) fn allocate(
        &mut self,
        address: *mut u64,
        bytes: usize,
        handle: usize,
        stream: usize,
        call: &'static str,
    ) -> Code {
        let Some(pool) = self.pools.get(&handle) else { return INVALID_VALUE };
        if bytes == 0 {
            return INVALID_VALUE;
        }
        let device = pool.device;
        if bytes > pool.reserved - pool.used + self.room(device) {
            return OUT_OF_MEMORY;
        }
        let Some(mut one) = Allocation::new(bytes, device) else { return OUT_OF_MEMORY };
        one.pool = Some(handle);
        let place = one.address;
        self.allocations.insert(place, one);
        if let Some(pool) = self.pools.get_mut(&handle) {
            pool.used += bytes;
            pool.reserved = pool.reserved.max(pool.used);
            pool.used_high = pool.used_high.max(pool.used);
            pool.reserved_peak = pool.reserved_peak.max(pool.reserved);
        }
        // Other streams may use the memory only after this one has made it.
        self.give(stream, call, &[(place..place + bytes, true)], Work::Mark);
        answer(address, place as u64)
    }
}

entry_points! {
    pool_create = "cuMemPoolCreate" |state, pool: *mut usize, props: *const c_int| {
        // SAFETY: the properties begin with the sorts of allocation, handle and place, and the device's number.
        let device = unsafe { props.add(3).read() };
        let Some(device) = known_device(device) else { return INVALID_DEVICE };
        let handle = state.handle();
        state.pools.insert(handle, Pool::of(device));
        answer(pool, handle)
    }

    pool_set = "cuMemPoolSetAttribute" |state, pool: usize, attribute: c_int, value: *const u64| {
        let Some(pool) = state.pools.get_mut(&pool) else { return INVALID_VALUE };
        if value.is_null() { return INVALID_VALUE; }
        // SAFETY: these attributes have 64 bits.
        let value = unsafe { value.read() };
        match (attribute, value) {
            (4, _) => pool.threshold = value,
            (6, 0) => pool.reserved_peak = pool.reserved,
            (8, 0) => pool.used_high = pool.used,
            _ => return INVALID_VALUE,
        }
        SUCCESS
    }

    pool_get = "cuMemPoolGetAttribute" |state, pool: usize, attribute: c_int, value: *mut u64| {
        let Some(pool) = state.pools.get(&pool) else { return INVALID_VALUE };
        let found = match attribute {
            4 => return answer(value, pool.threshold),
            5 => pool.reserved,
            6 => pool.reserved_peak,
            7 => pool.used,
            8 => pool.used_high,
            _ => return INVALID_VALUE,
        };
        answer(value, found as u64)
    }

    pool_trim = "cuMemPoolTrimTo" |state, pool: usize, keep: usize| {
        let Some(pool) = state.pools.get_mut(&pool) else { return INVALID_VALUE };
        pool.trim(keep);
        SUCCESS
    }

    pool_access = "cuMemPoolSetAccess" |state, pool: usize, access: *const [c_int; 3], count: usize| {
        let Some(pool) = state.pools.get_mut(&pool) else { return INVALID_VALUE };
        // SAFETY: the caller gave as many descriptions as it says: the sort of place, the device, and what it may do.
        for [sort, device, flags] in unsafe { std::slice::from_raw_parts(access, count) } {
            let (1, Some(device), 3) = (*sort, known_device(*device), *flags) else { return INVALID_VALUE };
            pool.access.push(device);
        }
        SUCCESS
    }

    pool_destroy = "cuMemPoolDestroy" |state, pool: usize| {
        if state.pools.remove(&pool).is_some() { SUCCESS } else { INVALID_VALUE }
    }

    pool_allocate = "cuMemAllocFromPoolAsync" |state, address: *mut u64, bytes: usize, handle: usize, stream: usize| {
        state.allocate(address, bytes, handle, stream, "cuMemAllocFromPoolAsync")
    }

    pool_free = "cuMemFreeAsync" |state, address: u64, stream: usize| { state.free(address as usize, stream) }
}
