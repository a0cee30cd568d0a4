//! Copies and fills, in stream order.

use kiln_codegen::compact::List;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::sys::driver::{CUmemLocation, CUmemcpy2D, CUmemcpy2DSide, CUmemcpyAttributes};

use super::{Context, GpuStream};

pub(super) const LOCATION_DEVICE: i32 = 1;
const MEMORY_HOST: i32 = 1;
const MEMORY_DEVICE: i32 = 2;
/// The copies of a batch read when the stream comes to them.
const ORDER_STREAM: i32 = 1;
/// The most bytes from row to row that the driver knows.
const MAX_PITCH: usize = i32::MAX as usize;

/// One side of a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Host(*mut u8),
    Device(u64),
}

impl Place {
    fn further(self, bytes: usize) -> Place {
        match self {
            Place::Host(start) => Place::Host(start.wrapping_add(bytes)),
            Place::Device(address) => Place::Device(address + bytes as u64),
        }
    }

    fn side(self, pitch: usize) -> CUmemcpy2DSide {
        let (kind, host, device) = match self {
            Place::Host(start) => (MEMORY_HOST, start.cast::<c_void>(), 0),
            Place::Device(address) => (MEMORY_DEVICE, ptr::null_mut(), address),
        };
        CUmemcpy2DSide { x_bytes: 0, y: 0, kind, host, device, array: ptr::null_mut(), pitch }
    }
}

/// A copy of `count` rows of `bytes` each, which lie so many bytes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowCopy {
    pub(crate) from: Place,
    pub(crate) from_pitch: usize,
    pub(crate) to: Place,
    pub(crate) to_pitch: usize,
    pub(crate) bytes: usize,
    pub(crate) count: usize,
}

impl GpuStream {
    /// Copies from the host, in stream order.
    ///
    /// # Safety
    ///
    /// `from` is valid for `bytes` bytes until the stream has passed the copy, and `to` is device memory of at
    /// least as many.
    pub(crate) unsafe fn copy_in(&self, to: u64, from: *const u8, bytes: usize) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyHtoDAsync(to, from.cast::<c_void>(), bytes, self.raw) }
    }

    /// Copies to the host, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is valid for writing `bytes` bytes until the stream has passed the copy, and `from` is device memory of
    /// at least as many.
    pub(crate) unsafe fn copy_out(&self, to: *mut u8, from: u64, bytes: usize) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyDtoHAsync(to.cast::<c_void>(), from, bytes, self.raw) }
    }

    /// Copies on the device, in stream order.
    ///
    /// # Safety
    ///
    /// Both places are device memory of at least `bytes` bytes, and do not overlap.
    pub(crate) unsafe fn copy_across(&self, to: u64, from: u64, bytes: usize) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuMemcpyDtoDAsync(to, from, bytes, self.raw) }
    }

    /// Copies between the memories of two devices, in stream order; the driver finds the way.
    ///
    /// # Safety
    ///
    /// Both places are memory of their device of at least `bytes` bytes.
    pub(crate) unsafe fn copy_peer(
        &self,
        (to, to_context): (u64, &Context),
        (from, from_context): (u64, &Context),
        bytes: usize,
    ) -> Result<()> {
        let _current = self.enter()?;
        let driver = self.context.driver;
        // SAFETY: the caller's contract; the contexts are retained for as long as the process lives.
        unsafe { driver.cuMemcpyPeerAsync(to, to_context.raw, from, from_context.raw, bytes, self.raw) }
    }

    /// Copies one piece, in stream order.
    ///
    /// # Safety
    ///
    /// Both places hold `bytes` bytes, the host's until the stream has passed the copy; one is the device's.
    pub(crate) unsafe fn copy_any(&self, to: Place, from: Place, bytes: usize) -> Result<()> {
        // SAFETY: the caller's contract.
        unsafe {
            match (to, from) {
                (Place::Device(to), Place::Host(from)) => self.copy_in(to, from, bytes),
                (Place::Host(to), Place::Device(from)) => self.copy_out(to, from, bytes),
                (Place::Device(to), Place::Device(from)) => self.copy_across(to, from, bytes),
                // Nobody asks for it: a copy of the host's is not the driver's.
                (Place::Host(_), Place::Host(_)) => Ok(()),
            }
        }
    }

    /// Copies rows, in stream order.
    ///
    /// # Safety
    ///
    /// Both places hold the rows, the host's until the stream has passed the copy; one is the device's.
    pub(crate) unsafe fn copy_2d(&self, copy: &RowCopy) -> Result<()> {
        let RowCopy { from, from_pitch, to, to_pitch, bytes, count } = *copy;
        if count == 1 || (from_pitch == bytes && to_pitch == bytes) {
            // SAFETY: the caller's contract.
            return unsafe { self.copy_any(to, from, bytes * count) };
        }
        if from_pitch.max(to_pitch) > MAX_PITCH {
            return (0..count).try_for_each(|row| {
                // SAFETY: the caller's contract.
                unsafe { self.copy_any(to.further(row * to_pitch), from.further(row * from_pitch), bytes) }
            });
        }
        let _current = self.enter()?;
        let copy = CUmemcpy2D {
            from: from.side(from_pitch),
            to: to.side(to_pitch),
            width_bytes: bytes,
            height: count,
        };
        // SAFETY: the caller's contract; the description is complete, and copied by the driver.
        unsafe { self.context.driver.cuMemcpy2DAsync(&raw const copy, self.raw) }
    }

    /// Does copies on the device at once, each from, to and how many bytes, in any order; in the order of the
    /// stream with the rest.
    ///
    /// # Safety
    ///
    /// Each place is device memory of so many bytes, and nothing that is written overlaps with anything else.
    pub(crate) unsafe fn copy_batch(&self, copies: &[(u64, u64, usize)]) -> Result<()> {
        if copies.is_empty() {
            return Ok(());
        }
        let _current = self.enter()?;
        // The driver takes no batch in its legacy default stream, and a stream of another library's may be that.
        if self.is_own() && copies.len() > 1 {
            let mut to: Vec<u64> = copies.iter().map(|copy| copy.1).list();
            let mut from: Vec<u64> = copies.iter().map(|copy| copy.0).list();
            let mut bytes: Vec<usize> = copies.iter().map(|copy| copy.2).list();
            let nowhere = CUmemLocation { kind: 0, id: 0 };
            let mut attributes =
                CUmemcpyAttributes { order: ORDER_STREAM, from: nowhere, to: nowhere, flags: 0 };
            let (mut first, mut failed) = (0, usize::MAX);
            // SAFETY: the caller's contract; the lists have `count` entries each, and one set of attributes counts
            // from the first.
            let done = unsafe {
                self.context.driver.cuMemcpyBatchAsync(
                    to.as_mut_ptr(),
                    from.as_mut_ptr(),
                    bytes.as_mut_ptr(),
                    copies.len(),
                    &raw mut attributes,
                    &raw mut first,
                    1,
                    &raw mut failed,
                    self.raw,
                )
            };
            match done {
                // An older driver: one by one.
                Err(Error::SymbolMissing { .. }) => {}
                done => return done,
            }
        }
        copies.iter().try_for_each(|(from, to, bytes)| {
            // SAFETY: the caller's contract.
            unsafe { self.context.driver.cuMemcpyDtoDAsync(*to, *from, *bytes, self.raw) }
        })
    }

    /// Sets `count` elements of `size` bytes to the low bytes of `bits`, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is device memory of at least `count` elements, aligned to `size`, which is 1, 2, 4 or 8.
    pub(crate) unsafe fn set(&self, to: u64, bits: u64, size: usize, count: usize) -> Result<()> {
        let _current = self.enter()?;
        let driver = self.context.driver;
        // SAFETY: the caller's contract.
        unsafe {
            match size {
                1 => driver.cuMemsetD8Async(to, bits as u8, count, self.raw),
                2 => driver.cuMemsetD16Async(to, bits as u16, count, self.raw),
                4 => driver.cuMemsetD32Async(to, bits as u32, count, self.raw),
                // The driver sets up to 32 bits at a time. Two equal halves are one fill of twice the count.
                _ if bits as u32 == (bits >> 32) as u32 => {
                    driver.cuMemsetD32Async(to, bits as u32, count * 2, self.raw)
                }
                _ => {
                    driver.cuMemsetD32Async(to, bits as u32, 1, self.raw)?;
                    driver.cuMemsetD32Async(to + 4, (bits >> 32) as u32, 1, self.raw)?;
                    self.repeat(to, size, count)
                }
            }
        }
    }

    /// Sets `count` elements to these bytes, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is device memory of at least `count` > 0 elements of so many bytes.
    pub(crate) unsafe fn set_to(&self, to: u64, value: &[MaybeUninit<u8>], count: usize) -> Result<()> {
        let held: Arc<[MaybeUninit<u8>]> = value.into();
        // SAFETY: the caller's contract; the value lives until the stream has passed the copy.
        unsafe { self.copy_in(to, held.as_ptr().cast(), held.len()) }?;
        let later = Arc::clone(&held);
        self.when_over(move || drop(later)).inspect_err(|_| {
            let _ = self.settle();
        })?;
        // SAFETY: the first element is set.
        unsafe { self.repeat(to, value.len(), count) }
    }

    /// Sets `count` elements to the first, in stream order: as many copies as the count has bits, each of all that
    /// is there.
    ///
    /// # Safety
    ///
    /// `to` is device memory of at least `count` elements, of which the first is set.
    unsafe fn repeat(&self, to: u64, size: usize, count: usize) -> Result<()> {
        let _current = self.enter()?;
        let mut done = 1;
        while done < count {
            let more = done.min(count - done);
            let further = to + (done * size) as u64;
            // SAFETY: the caller's contract; what is copied lies before what is written.
            unsafe { self.context.driver.cuMemcpyDtoDAsync(further, to, more * size, self.raw) }?;
            done += more;
        }
        Ok(())
    }

    /// Sets `count` rows of `len` elements, `pitch` bytes apart, to the low bytes of `bits`, in stream order.
    ///
    /// # Safety
    ///
    /// `to` is device memory that holds the rows, aligned to `size`, which is 1, 2 or 4.
    pub(crate) unsafe fn set_rows(
        &self,
        to: u64,
        pitch: usize,
        bits: u64,
        size: usize,
        (count, len): (usize, usize),
    ) -> Result<()> {
        let _current = self.enter()?;
        let driver = self.context.driver;
        // SAFETY: the caller's contract.
        unsafe {
            match size {
                1 => driver.cuMemsetD2D8Async(to, pitch, bits as u8, len, count, self.raw),
                2 => driver.cuMemsetD2D16Async(to, pitch, bits as u16, len, count, self.raw),
                _ => driver.cuMemsetD2D32Async(to, pitch, bits as u32, len, count, self.raw),
            }
        }
    }

    /// Sets rows to the first one, in stream order, as [`GpuStream::repeat`] does elements.
    ///
    /// # Safety
    ///
    /// `to` is device memory that holds `count` rows of `bytes`, `pitch` apart, of which the first is set.
    pub(crate) unsafe fn repeat_rows(&self, to: u64, pitch: usize, bytes: usize, count: usize) -> Result<()> {
        let mut done = 1;
        while done < count {
            let more = done.min(count - done);
            let (from, to) = (Place::Device(to), Place::Device(to + (done * pitch) as u64));
            let copy = RowCopy { from, from_pitch: pitch, to, to_pitch: pitch, bytes, count: more };
            // SAFETY: the caller's contract; what is copied lies before what is written.
            unsafe { self.copy_2d(&copy) }?;
            done += more;
        }
        Ok(())
    }
}
