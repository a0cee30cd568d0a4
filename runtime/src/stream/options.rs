//! Streams of every kind: with a priority, the legacy default one, and those that other libraries made.

use std::ffi::c_void;
use std::ops::RangeInclusive;

use super::{Engine, Stream};
use crate::device::Device;
use crate::driver::{GpuStream, StreamKind};
use crate::error::Result;

/// What a new stream is to be; see [`Device::new_stream_with`]. The CPU has streams of one kind, and takes any options.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, StreamOptions};
///
/// let device = Device::best()?;
/// let urgent = *device.stream_priorities()?.start();
/// let stream = device.new_stream_with(StreamOptions::new().priority(urgent))?;
/// # stream.synchronize()?;
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamOptions {
    kind: StreamKind,
}

impl StreamOptions {
    /// The usual priority, 0, and no waiting for the legacy default stream.
    pub fn new() -> StreamOptions {
        StreamOptions::default()
    }

    /// CUDA's number: lower is more urgent, and blocks of a more urgent stream run first where multiprocessors
    /// become free. A number beyond the device's range counts as the nearest in it.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> StreamOptions {
        self.kind.priority = priority;
        self
    }

    /// Whether the stream and CUDA's legacy default stream, which other libraries may use, wait for each other.
    #[must_use]
    pub fn blocking(mut self, blocking: bool) -> StreamOptions {
        self.kind.blocking = blocking;
        self
    }
}

impl Device {
    /// A further stream, of a kind.
    ///
    /// # Errors
    ///
    /// As [`Device::new_stream`].
    pub fn new_stream_with(&self, options: StreamOptions) -> Result<Stream> {
        let mut kind = options.kind;
        if kind.priority != 0 {
            let range = self.stream_priorities()?;
            kind.priority = kind.priority.clamp(*range.start(), *range.end());
        }
        Stream::of_kind(self.shared(), kind)
    }

    /// The priorities that streams can have, from the most urgent to the least; 0 to 0 where there is no choice.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`](crate::Error::Driver) where the device fails.
    pub fn stream_priorities(&self) -> Result<RangeInclusive<i32>> {
        let Some(context) = &self.shared().context else { return Ok(0..=0) };
        let (least, greatest) = context.stream_priorities()?;
        Ok(greatest..=least.max(greatest))
    }

    /// CUDA's legacy default stream, which waits for all blocking streams of the device, and they for it: what code
    /// uses that names no stream. Of the CPU, a stream like any other.
    ///
    /// # Errors
    ///
    /// As [`Device::new_stream`].
    pub fn legacy_stream(&self) -> Result<Stream> {
        // SAFETY: this stream lives as long as the context.
        unsafe { self.borrow(None) }
    }

    /// CUDA's default stream of the calling thread, which code uses that names no stream and is compiled for one
    /// default stream a thread. It and the legacy default stream wait for each other. Other threads may hold it,
    /// and may use the buffers that were made with it, but giving it work on another thread is an error; so is
    /// launching a graph on it. Of the CPU, a stream like any other.
    ///
    /// # Errors
    ///
    /// As [`Device::new_stream`]. [`Error::OtherThread`](crate::Error::OtherThread) from calls on other threads.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let device = Device::best()?;
    /// let stream = device.per_thread_stream()?;
    /// let x = stream.upload(&[1, 2, 3])?;
    /// // Buffers are used on any stream of the device, as always.
    /// assert_eq!(device.stream().download(&x)?, [1, 2, 3]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn per_thread_stream(&self) -> Result<Stream> {
        // SAFETY: it lives as long as the thread, and on others nothing is done with it.
        unsafe { self.borrow(Some(GpuStream::per_thread())) }
    }

    /// A stream that another library made, as a `CUstream` or `cudaStream_t`, to give work to. What is dropped here
    /// leaves the stream as it is. Null is the legacy default stream, and CUDA's number of the per-thread one that
    /// of the calling thread. Of the CPU, a stream like any other.
    ///
    /// # Safety
    ///
    /// The stream belongs to the primary context of this device. It lives as long as any clone of what is returned
    /// and any buffer that was made with it.
    ///
    /// # Errors
    ///
    /// As [`Device::new_stream`].
    pub unsafe fn borrow_stream(&self, raw: *mut c_void) -> Result<Stream> {
        // SAFETY: the caller's contract.
        unsafe { self.borrow(Some(raw)) }
    }

    /// # Safety
    ///
    /// As [`Device::borrow_stream`].
    unsafe fn borrow(&self, raw: Option<*mut c_void>) -> Result<Stream> {
        let device = self.shared();
        match &device.context {
            None => Ok(Stream::cpu(device)),
            Some(context) => {
                // SAFETY: the caller's contract.
                let stream = unsafe { GpuStream::borrow(context, raw) }?;
                if !stream.is_per_thread() {
                    return Ok(Stream::of(device, Engine::Gpu(stream)));
                }
                // The thread may end before memory is freed, and anyone may free it.
                Ok(Stream::kept(device, Engine::Gpu(stream), Stream::new(device)?))
            }
        }
    }
}

impl Stream {
    /// The driver's handle of a GPU's stream, a `CUstream`, for other libraries; `None` for the CPU. It is valid as
    /// long as a clone of this stream lives. What others give it is in order with what is given to it here, but
    /// buffers do not know of it: wait for it before their next use on another stream, by
    /// [`Stream::record_event_untimed`] and [`Stream::wait`].
    pub fn raw(&self) -> Option<*mut c_void> {
        match self.engine() {
            Engine::Cpu(_) | Engine::Capture(_) => None,
            Engine::Gpu(stream) => Some(stream.raw.0),
        }
    }
}
