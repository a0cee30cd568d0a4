//! Memory that crosses to other libraries and comes from them, as an address.
//!
//! Takes an address with what keeps it alive, or lends one; guarantees that work of other libraries and work given
//! to Kiln's streams are ordered where both name their streams, and that an owner is dropped only when nothing uses
//! its memory; leaves it to `unsafe` callers that addresses and lengths are true, and the protocol of tensors to
//! [`crate::dlpack`].

use std::mem::ManuallyDrop;

use crate::buffer::Buffer;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::stream::{Engine, Stream};
use crate::value::{KernelType, assert_aligned};

impl<T: KernelType> Buffer<T> {
    /// A buffer over memory of another library, without a copy. `owner` keeps the memory alive: it is dropped when
    /// the buffer is gone and the work that uses it is done, for which the drop waits.
    ///
    /// # Safety
    ///
    /// The address is of `len` values of `T`, on the stream's device (on the CPU, in the host's memory), until
    /// `owner` is dropped. What makes them is done, or in the stream before what comes now. Nobody else writes them
    /// while the buffer lives, nor reads them while it is borrowed exclusively.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for an address that is null or not aligned for `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Buffer, Device};
    ///
    /// let stream = Device::cpu().stream();
    /// let mut host = vec![1.0f32; 1000];
    /// let (address, len) = (host.as_mut_ptr().expose_provenance() as u64, host.len());
    /// // SAFETY: the vector goes along, and nothing else uses it.
    /// let mut buffer = unsafe { Buffer::<f32>::from_foreign(&stream, address, len, host) }?;
    /// stream.fill(&mut buffer, 2.0)?;
    /// assert_eq!(stream.download(&buffer)?, [2.0; 1000]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub unsafe fn from_foreign(
        stream: &Stream,
        address: u64,
        len: usize,
        owner: impl Send + 'static,
    ) -> Result<Buffer<T>> {
        Memory::check_home(stream)?;
        let bytes = whole::<T>(address, len)?;
        // SAFETY: the caller's contract.
        Ok(Buffer::of(unsafe { Memory::foreign(stream, address, bytes, Box::new(owner)) }, len))
    }

    /// The address: of a GPU's memory a `CUdeviceptr`, of the CPU's a pointer whose provenance is exposed. A buffer
    /// without elements has one too, of nothing. [`Buffer::with_raw`] orders what others do there.
    pub fn raw(&self) -> u64 {
        self.memory().address()
    }

    /// Lets others read the elements: `work` is given the address, and gives work to this stream, through another
    /// library's calls. It need not wait for the work. Kiln orders it with all that uses the buffer, before and
    /// after. The stream may be one that was made elsewhere
    /// ([`Device::borrow_stream`](crate::Device::borrow_stream)).
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of another device, [`Error::Driver`] where the order cannot be had.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::cpu().stream();
    /// let x = stream.upload(&[3.0f32, 4.0])?;
    /// let second = x.with_raw(&stream, |address| {
    ///     let x: *const f32 = std::ptr::with_exposed_provenance(address as usize);
    ///     // SAFETY: the buffer has two elements, and work on the CPU is done when it returns.
    ///     unsafe { *x.add(1) }
    /// })?;
    /// assert_eq!(second, 4.0);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn with_raw<R>(&self, stream: &Stream, work: impl FnOnce(u64) -> R) -> Result<R> {
        lend(self.memory(), stream, false, work)
    }

    /// As [`Buffer::with_raw`], for others to read and write.
    ///
    /// # Errors
    ///
    /// As [`Buffer::with_raw`].
    pub fn with_raw_mut<R>(&mut self, stream: &Stream, work: impl FnOnce(u64) -> R) -> Result<R> {
        lend(self.memory(), stream, true, work)
    }

    /// Gives the memory up: its address, which nobody frees before [`Buffer::from_raw`] takes it back. The stream
    /// that made the buffer waits for all other streams that use it. What was not Kiln's own memory
    /// ([`Buffer::from_foreign`]) leaks its owner, unless it comes back.
    pub fn into_raw(self) -> u64 {
        let memory = ManuallyDrop::new(self.into_memory());
        memory.join_home();
        memory.address()
    }

    /// Takes back what [`Buffer::into_raw`] gave up.
    ///
    /// # Safety
    ///
    /// The address came from `into_raw` of a buffer of this type and length, which was allocated by this stream or
    /// one of its clones ([`Stream::upload`], [`Stream::alloc_zeroed`]), and nobody else has it. What others have
    /// done there is in this stream before what comes now.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for an address that is null or not aligned for `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Buffer, Device};
    ///
    /// let stream = Device::cpu().stream();
    /// let address = stream.upload(&[1u32, 2])?.into_raw();
    /// // SAFETY: it came from the line above.
    /// let buffer = unsafe { Buffer::<u32>::from_raw(&stream, address, 2) }?;
    /// assert_eq!(stream.download(&buffer)?, [1, 2]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub unsafe fn from_raw(stream: &Stream, address: u64, len: usize) -> Result<Buffer<T>> {
        Memory::check_home(stream)?;
        let bytes = whole::<T>(address, len)?;
        // SAFETY: the caller's contract.
        Ok(Buffer::of(unsafe { Memory::again(stream, address, bytes) }, len))
    }
}

#[cfg(feature = "cudarc")]
impl<T: KernelType> Buffer<T> {
    /// As [`Buffer::into_raw`], for good: another library frees the memory.
    pub(crate) fn give_up(self) -> u64 {
        let memory = ManuallyDrop::new(self.into_memory());
        memory.forget();
        memory.address()
    }
}

/// How many bytes so many elements have, where the address can be theirs.
fn whole<T>(address: u64, len: usize) -> Result<usize> {
    const { assert_aligned::<T>() };
    let refused = |reason| Err(Error::Exchange { reason });
    let Some(bytes) = len.checked_mul(size_of::<T>()) else {
        return refused(format!(
            "{len} elements of {} bytes are more than an address can count",
            size_of::<T>()
        ));
    };
    if bytes > 0 && address == 0 {
        return refused("its address is null".to_owned());
    }
    if bytes > 0 && !address.is_multiple_of(align_of::<T>() as u64) {
        return refused(format!("its address {address:#x} is not a multiple of {}", align_of::<T>()));
    }
    Ok(bytes)
}

fn lend<R>(memory: &Memory, stream: &Stream, writes: bool, work: impl FnOnce(u64) -> R) -> Result<R> {
    if let Engine::Capture(_) = stream.engine() {
        let help = "give it to a stream before the graph is launched, or after";
        return Err(crate::graph::refused("work of another library", help));
    }
    let mut result = None;
    stream.with(&[(memory, writes)], ("another library's work", 0), || {
        result = Some(work(memory.address()));
        Ok(())
    })?;
    result.ok_or_else(|| Error::Exchange { reason: "the work was not given".to_owned() })
}
