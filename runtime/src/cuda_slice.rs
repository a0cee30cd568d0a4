//! Memory of the crate `cudarc` (feature `cudarc`), without copies in both directions.
//!
//! Takes a `CudaSlice`, for good or for a while, or a buffer; guarantees that what one library's stream was given
//! comes before what the other's is given then, and that the memory is freed once, by who has it last; leaves the
//! version of CUDA that `cudarc` is built for to the program.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut};

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::device::DeviceKind;
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::value::KernelType;

impl<T: KernelType> Buffer<T> {
    /// A buffer over `cudarc`'s memory, which is given back to `cudarc` when the buffer is gone. What the slice's
    /// stream was given comes before what is given to `stream` now.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for memory of another GPU, [`Error::Driver`] where the streams cannot be ordered.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use kiln_runtime::{Buffer, Device};
    ///
    /// let theirs = cudarc::driver::CudaContext::new(0)?.default_stream();
    /// let stream = Device::gpu(0)?.stream();
    /// let x = Buffer::from_cudarc(&stream, theirs.clone_htod(&[1.0f32, 2.0])?)?;
    /// assert_eq!(stream.download(&x)?, [1.0, 2.0]);
    /// let x = x.into_cudarc(&theirs)?;
    /// assert_eq!(theirs.clone_dtoh(&x)?, [1.0, 2.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_cudarc(stream: &Stream, mut slice: CudaSlice<T>) -> Result<Buffer<T>> {
        let made_on = Arc::clone(slice.stream());
        let len = slice.len();
        let address = slice.device_ptr_mut(&made_on).0;
        behind(stream, &made_on)?;
        // SAFETY: the slice goes along, has this many elements, and nobody else can use it; what makes them comes
        // before.
        unsafe { Buffer::from_foreign(stream, address, len, (slice, made_on)) }
    }

    /// The memory as a slice of `cudarc`, which frees it. What Kiln's streams were given comes before what is given
    /// to `stream` now.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of another GPU, [`Error::Exchange`] for memory that is not Kiln's own,
    /// or of another sort than [`Stream::upload`] makes, [`Error::Driver`] where
    /// the streams cannot be ordered.
    pub fn into_cudarc(self, stream: &Arc<CudaStream>) -> Result<CudaSlice<T>> {
        let home = self.memory().home().clone();
        same_gpu(&home, stream)?;
        if !self.memory().is_plain() || self.is_empty() {
            let reason =
                "cudarc frees what it is given, and can free only what `upload` and `alloc_zeroed` made"
                    .to_owned();
            return Err(Error::Exchange { reason });
        }
        // SAFETY: the stream lives as long as the caller's handle of it, which outlives this call.
        let theirs = unsafe { home.device().borrow_stream(stream.cu_stream().cast()) }?;
        let len = self.len();
        self.memory().join_home();
        theirs.wait(&home.record_event_untimed()?)?;
        let address = self.give_up();
        // SAFETY: the memory is of the driver's stream-ordered allocator, or of none where there is no such; nobody
        // else has it.
        Ok(unsafe { stream.upgrade_device_ptr(address, len) })
    }
}

/// Anybody may implement `DevicePtr`; what is believed are `cudarc`'s own types.
mod lent {
    pub trait Memory {}
}

impl<T> lent::Memory for CudaSlice<T> {}
impl<T> lent::Memory for CudaView<'_, T> {}
impl<T> lent::Memory for CudaViewMut<'_, T> {}

impl Stream {
    /// Lets `work` read memory of `cudarc`'s, a slice or a view of one, without a copy: what it is given to is an
    /// argument of kernels and copies. What `cudarc`'s stream was given comes before, and what it is given then
    /// comes after all that `work` gave to any stream.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for memory of another GPU, [`Error::Driver`] where the streams cannot be ordered.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use kiln_runtime::Device;
    ///
    /// let theirs = cudarc::driver::CudaContext::new(0)?.new_stream()?;
    /// let stream = Device::gpu(0)?.stream();
    /// let x = theirs.clone_htod(&[1.0f32, 2.0, 3.0])?;
    /// let found = stream.with_cudarc(&x.slice(1..), |x| stream.download(x))??;
    /// assert_eq!(found, [2.0, 3.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_cudarc<T: KernelType, R>(
        &self,
        memory: &(impl DevicePtr<T> + lent::Memory),
        work: impl FnOnce(BufferSlice<'_, T>) -> R,
    ) -> Result<R> {
        let (made_on, len) = (memory.stream(), memory.len());
        // What this leaves notes the use when it is dropped, which is at the end.
        let (address, _used) = memory.device_ptr(made_on);
        let theirs = behind(self, made_on)?;
        // SAFETY: the memory is `cudarc`'s, is borrowed, has this many elements, and what makes them comes before.
        let buffer = unsafe { Buffer::from_foreign(self, address, len, ()) }?;
        let result = work(buffer.as_slice());
        give_back(buffer, &theirs).map(|()| result)
    }

    /// As [`Stream::with_cudarc`], for writing too.
    ///
    /// # Errors
    ///
    /// As [`Stream::with_cudarc`].
    pub fn with_cudarc_mut<T: KernelType, R>(
        &self,
        memory: &mut (impl DevicePtrMut<T> + lent::Memory),
        work: impl FnOnce(BufferSliceMut<'_, T>) -> R,
    ) -> Result<R> {
        let (made_on, len) = (Arc::clone(memory.stream()), memory.len());
        let (address, _used) = memory.device_ptr_mut(&made_on);
        let theirs = behind(self, &made_on)?;
        // SAFETY: as above, and the memory is borrowed exclusively.
        let mut buffer = unsafe { Buffer::from_foreign(self, address, len, ()) }?;
        let result = work(buffer.as_slice_mut());
        give_back(buffer, &theirs).map(|()| result)
    }
}

/// Lets what `stream` is given from now on come after what their stream was given: that stream, as one of Kiln's.
fn behind(stream: &Stream, made_on: &CudaStream) -> Result<Stream> {
    same_gpu(stream, made_on)?;
    // SAFETY: the stream lives as long as their handle of it, which each caller has until what this gives is dropped.
    let theirs = unsafe { stream.device().borrow_stream(made_on.cu_stream().cast()) }?;
    stream.wait(&theirs.record_event_untimed()?)?;
    Ok(theirs)
}

/// Ends the use of memory that was lent: their stream waits for it. Where that cannot be, the host waits.
fn give_back<T: KernelType>(buffer: Buffer<T>, theirs: &Stream) -> Result<()> {
    let memory = buffer.memory();
    memory.join_home();
    theirs.wait(&memory.home().record_event_untimed()?)?;
    buffer.into_memory().leave();
    Ok(())
}

fn same_gpu(stream: &Stream, theirs: &CudaStream) -> Result<()> {
    let device = stream.device_shared();
    let index = theirs.context().ordinal();
    if device.kind == DeviceKind::Gpu(index) {
        return Ok(());
    }
    Err(Error::WrongDevice {
        what: "memory of cudarc".to_owned(),
        buffer_device: format!("GPU {index}"),
        stream_device: device.describe(),
    })
}
