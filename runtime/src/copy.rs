//! Copies and fills on a device, between devices, and many at once.
//!
//! Takes buffers and parts of them; guarantees that lengths agree and that the work is in order with all else that
//! uses the memory; leaves rows to [`crate::rows`], and copies that are awaited to [`crate::pending`].

use kiln_codegen::compact::List;
use std::fmt;
use std::mem::MaybeUninit;

use crate::buffer::{BufferSlice, BufferSliceMut};
use crate::driver::{Place, Way};
use crate::error::Result;
use crate::graph::{Capture, HOST, Pattern, Used, Work, refused};
use crate::memory::{Memory, host_pointer};
use crate::order::Waited;
use crate::stream::{Engine, Stream, same_length};
use crate::value::{KernelType, scalar_bits};

impl Stream {
    /// Copies between buffers, or parts of them, of this device or of two devices. Between GPUs it takes the direct
    /// way where [`Device::enable_peer_access`](crate::Device::enable_peer_access) has opened it, and otherwise
    /// goes by way of the host. The stream may be of either device; the rest of both devices' work is in order with
    /// the copy.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`](crate::Error::LengthMismatch) unless the lengths are equal,
    /// [`Error::WrongDevice`](crate::Error::WrongDevice) between the CPU and a GPU; between mapped or managed
    /// memory and another GPU's unless the stream is that GPU's.
    pub fn copy<'a, 'b, T: KernelType>(
        &self,
        from: impl Into<BufferSlice<'a, T>>,
        to: impl Into<BufferSliceMut<'b, T>>,
    ) -> Result<()> {
        let ((source, from, len), (destination, to, room)) = (from.into().parts(), to.into().parts());
        same_length("copy", len, room)?;
        self.copy_bytes((source, from), (destination, to), len * size_of::<T>())
    }

    /// Both places hold so many bytes, and an exclusive borrow of one keeps them apart.
    pub(crate) fn copy_bytes(
        &self,
        (source, from): (&Memory, u64),
        (destination, to): (&Memory, u64),
        bytes: usize,
    ) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (from_device, to_device) = (source.home().device_shared(), destination.home().device_shared());
        let everywhere = source.is_everywhere() || destination.is_everywhere();
        let apart = !std::ptr::eq(from_device, to_device) && !everywhere;
        let gpus = [from_device, to_device, self.device_shared()].map(|device| device.context.is_some());
        // The way between devices is the driver's, or the host's own.
        let waited =
            if apart && gpus[0] == gpus[1] && gpus[1] == gpus[2] { Waited::apart() } else { Waited::copy() };
        let done = self.with_any(&[(source, false), (destination, true)], waited, ("copy", bytes), || {
            match (self.engine(), &from_device.context, &to_device.context) {
                // SAFETY: what this function takes.
                (Engine::Cpu(_), ..) => unsafe {
                    host_pointer(to).copy_from_nonoverlapping(host_pointer(from), bytes);
                    Ok(())
                },
                // SAFETY: as above.
                (Engine::Gpu(stream), Some(from_context), Some(to_context)) if apart => unsafe {
                    stream.copy_peer((to, to_context), (from, from_context), bytes)
                },
                // SAFETY: as above.
                (Engine::Gpu(stream), ..) => unsafe { stream.copy_across(to, from, bytes) },
                (Engine::Capture(capture), ..) => {
                    let uses = [(Used::Device(source), false), (Used::Device(destination), true)];
                    let work = Work::Copy { from, to, bytes, way: Way::Across };
                    capture.record(|_| "copy".to_owned(), &uses, work).map(|_| ())
                }
            }
        });
        done.inspect(|()| {
            destination.overwritten(bytes);
            destination.written_after(self);
        })
    }

    /// Sets every element of a buffer, or of a part of one. On a GPU it returns before that is done, for any type.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`](crate::Error::WrongDevice) for a buffer of another device.
    pub fn fill<'b, T: KernelType>(&self, to: impl Into<BufferSliceMut<'b, T>>, value: T) -> Result<()> {
        let (memory, address, len) = to.into().parts();
        if len == 0 {
            return Ok(());
        }
        if matches!(self.engine(), Engine::Gpu(_)) {
            return self.fill_gpu(memory, address, len, scalar_bits(value), bytes_of(&value));
        }
        if let Engine::Capture(capture) = self.engine() {
            return fill_recorded(capture, (memory, address, len), scalar_bits(value), bytes_of(&value));
        }
        let done = self.with(&[(memory, true)], ("fill", len * size_of::<T>()), || {
            let place = host_pointer(address).cast::<T>();
            for index in 0..len {
                // SAFETY: the place holds `len` elements, borrowed exclusively.
                unsafe { place.add(index).write(value) };
            }
            Ok(())
        });
        done.inspect(|()| memory.overwritten(len * size_of::<T>()))
    }

    fn fill_gpu(
        &self,
        memory: &Memory,
        address: u64,
        len: usize,
        bits: Option<u64>,
        value: &[MaybeUninit<u8>],
    ) -> Result<()> {
        let done =
            self.with(&[(memory, true)], ("fill", len * value.len()), || match (self.engine(), bits) {
                (Engine::Cpu(_) | Engine::Capture(_), _) => Ok(()),
                // SAFETY: the place holds `len` elements of this size, aligned as their type.
                (Engine::Gpu(stream), Some(bits)) => unsafe { stream.set(address, bits, value.len(), len) },
                // SAFETY: as above.
                (Engine::Gpu(stream), None) => unsafe { stream.set_to(address, value, len) },
            });
        done.inspect(|()| memory.overwritten(len * value.len()))
    }

    /// Sets bytes of some memory, borrowed exclusively, to zero.
    pub(crate) fn zero(&self, memory: &Memory, address: u64, bytes: usize) -> Result<()> {
        self.with(&[(memory, true)], ("zero", bytes), || match self.engine() {
            Engine::Capture(_) => Err(refused("growing a buffer", "grow it before")),
            // SAFETY: the memory has these bytes.
            Engine::Cpu(_) => unsafe {
                host_pointer(address).write_bytes(0, bytes);
                Ok(())
            },
            // SAFETY: as above.
            Engine::Gpu(stream) => unsafe { stream.set(address, 0, 1, bytes) },
        })
    }

    /// Does the copies of a batch, in any order among each other; in order with all else. Where the driver can
    /// (CUDA 12.8) those on the device are one call. A batch with copies from or to the host is waited for.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`](crate::Error::WrongDevice) for a buffer of another device, and where there are copies
    /// to the host, the errors of [`Stream::download`].
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{CopyBatch, Device};
    ///
    /// let stream = Device::best()?.stream();
    /// let (x, mut y) = (stream.upload(&[1, 2, 3, 4])?, stream.alloc_zeroed::<i32>(4)?);
    /// let (mut low, mut high) = y.split_at_mut(2)?;
    /// let mut batch = CopyBatch::new();
    /// batch.copy(x.slice(2..)?, &mut low)?.copy(x.slice(..2)?, &mut high)?;
    /// stream.copy_batch(batch)?;
    /// assert_eq!(stream.download(&y)?, [3, 4, 1, 2]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "what it borrows is given back when it goes")]
    pub fn copy_batch(&self, batch: CopyBatch<'_>) -> Result<()> {
        let CopyBatch { copies, uses, downloads } = batch;
        let mut host = false;
        let bytes = copies.iter().map(|copied| copied.bytes).sum();
        self.with(&uses, ("copy_batch", bytes), || match self.engine() {
            Engine::Cpu(_) => {
                for Copied { from, to, bytes } in &copies {
                    let [from, to] = [from, to].map(|place| match place {
                        Place::Host(start) => *start,
                        Place::Device(address) => host_pointer(*address),
                    });
                    // SAFETY: both places hold so many bytes, borrowed for the batch, the one that is written
                    // exclusively.
                    unsafe { to.copy_from_nonoverlapping(from, *bytes) };
                }
                Ok(())
            }
            Engine::Capture(capture) => copies.iter().try_for_each(|copied| {
                let Copied { from: Place::Device(from), to: Place::Device(to), bytes } = *copied else {
                    return Err(refused("a copy from or to the host", HOST));
                };
                let ends = [(from, false), (to, true)];
                let own = uses.iter().filter(|(memory, writes)| {
                    ends.iter().any(|(end, written)| written == writes && memory.holds(*end))
                });
                let own: Vec<_> = own.map(|(memory, writes)| (Used::Device(memory), *writes)).list();
                let work = Work::Copy { from, to, bytes, way: Way::Across };
                capture.record(|_| "copy_batch".to_owned(), &own, work).map(|_| ())
            }),
            Engine::Gpu(stream) => {
                let mut across = Vec::with_capacity(copies.len());
                for Copied { from, to, bytes } in &copies {
                    match (from, to) {
                        (Place::Device(from), Place::Device(to)) => across.push((*from, *to, *bytes)),
                        (Place::Host(_), _) | (_, Place::Host(_)) => {
                            host = true;
                            // SAFETY: as above; the wait comes before the host's places are given back.
                            unsafe { stream.copy_any(*to, *from, *bytes) }?;
                        }
                    }
                }
                // SAFETY: as above.
                unsafe { stream.copy_batch(&across) }
            }
        })
        .inspect(|()| {
            let written = uses.iter().filter(|(_, writes)| *writes);
            written.for_each(|(memory, _)| memory.written_after(self));
        })
        .and_then(|()| if host { self.settle() } else { Ok(()) })
        .inspect_err(|_| {
            if host {
                let _ = self.settle();
            }
        })?;
        if !downloads {
            return Ok(());
        }
        self.report()?;
        let read = uses.iter().filter(|(_, writes)| !writes);
        read.flat_map(|(memory, _)| memory.other_writers(self)).try_for_each(|writer| writer.vouch())
    }
}

/// Records a fill: of a scalar its bits, of another value one element that the graph keeps.
fn fill_recorded(
    capture: &Capture,
    (memory, address, len): (&Memory, u64, usize),
    bits: Option<u64>,
    value: &[MaybeUninit<u8>],
) -> Result<()> {
    let with = match bits {
        Some(bits) => Pattern::Bits(bits),
        None => Pattern::Seed(capture.seed(|origin| {
            let seed = Memory::allocate(origin, value.len(), false)?;
            match origin.engine() {
                // SAFETY: the memory has so many bytes.
                Engine::Cpu(_) => unsafe {
                    value.as_ptr().copy_to_nonoverlapping(host_pointer(seed.address()).cast(), value.len());
                },
                Engine::Gpu(_) | Engine::Capture(_) => {
                    origin.fill_gpu(&seed, seed.address(), 1, None, value)?;
                }
            }
            Ok(seed)
        })?),
    };
    let work = Work::Fill { to: address, size: value.len(), len, with };
    capture.record(|_| "fill".to_owned(), &[(Used::Device(memory), true)], work).map(|_| ())
}

/// The bytes of a value, its padding too.
fn bytes_of<T>(value: &T) -> &[MaybeUninit<u8>] {
    // SAFETY: the value has so many bytes, and `MaybeUninit` may hold what is not initialized.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(value).cast(), size_of::<T>()) }
}

/// Copies that are given to a stream together, by [`Stream::copy_batch`].
#[derive(Default)]
pub struct CopyBatch<'a> {
    copies: Vec<Copied>,
    uses: Vec<(&'a Memory, bool)>,
    downloads: bool,
}

/// One copy: so many bytes, of places that the batch borrows.
struct Copied {
    from: Place,
    to: Place,
    bytes: usize,
}

// SAFETY: the places are of borrowed memory, whose elements may be sent and shared.
unsafe impl Send for CopyBatch<'_> {}
// SAFETY: as above.
unsafe impl Sync for CopyBatch<'_> {}

impl<'a> CopyBatch<'a> {
    /// No copies.
    pub fn new() -> CopyBatch<'a> {
        CopyBatch::default()
    }

    /// Adds a copy on the device.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`](crate::Error::LengthMismatch) unless the lengths are equal.
    pub fn copy<T: KernelType>(
        &mut self,
        from: impl Into<BufferSlice<'a, T>>,
        to: impl Into<BufferSliceMut<'a, T>>,
    ) -> Result<&mut CopyBatch<'a>> {
        let ((source, from, len), (destination, to, room)) = (from.into().parts(), to.into().parts());
        same_length("CopyBatch::copy", len, room)?;
        self.uses.extend([(source, false), (destination, true)]);
        Ok(self.add(Place::Device(from), Place::Device(to), len * size_of::<T>()))
    }

    /// Adds a copy from the host.
    ///
    /// # Errors
    ///
    /// As [`CopyBatch::copy`].
    pub fn upload<T: KernelType>(
        &mut self,
        data: &'a [T],
        to: impl Into<BufferSliceMut<'a, T>>,
    ) -> Result<&mut CopyBatch<'a>> {
        let (memory, address, len) = to.into().parts();
        same_length("CopyBatch::upload", data.len(), len)?;
        self.uses.push((memory, true));
        let from = Place::Host(data.as_ptr().cast_mut().cast());
        Ok(self.add(from, Place::Device(address), size_of_val(data)))
    }

    /// Adds a copy to the host.
    ///
    /// # Errors
    ///
    /// As [`CopyBatch::copy`].
    pub fn download<T: KernelType>(
        &mut self,
        from: impl Into<BufferSlice<'a, T>>,
        to: &'a mut [T],
    ) -> Result<&mut CopyBatch<'a>> {
        let (memory, address, len) = from.into().parts();
        same_length("CopyBatch::download", len, to.len())?;
        self.uses.push((memory, false));
        self.downloads = true;
        let bytes = size_of_val(to);
        Ok(self.add(Place::Device(address), Place::Host(to.as_mut_ptr().cast()), bytes))
    }

    fn add(&mut self, from: Place, to: Place, bytes: usize) -> &mut CopyBatch<'a> {
        if bytes > 0 {
            self.copies.push(Copied { from, to, bytes });
        }
        self
    }
}

impl fmt::Debug for CopyBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopyBatch").field("copies", &self.copies.len()).finish_non_exhaustive()
    }
}
