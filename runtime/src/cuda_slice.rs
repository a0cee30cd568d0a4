//! Memory of the crate `cudarc` (feature `cudarc`), without copies in both directions.
//!
//! Takes a `CudaSlice`, or a buffer; guarantees that what one library's stream was given comes before what the other's is given then, and
//! that the memory is freed once, by who has it last; leaves the version of CUDA that `cudarc` is built for to the program.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtrMut};

use crate::buffer::Buffer;
use crate::device::DeviceKind;
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::value::KernelType;

impl<T: KernelType> Buffer<T> {
    /// A buffer over `cudarc`'s memory, which is given back to `cudarc` when the buffer is gone. What the slice's stream was given comes before
    /// what is given to `stream` now.
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
        same_gpu(stream, &made_on)?;
        // SAFETY: the stream lives as long as this handle of it, which is dropped below.
        let theirs = unsafe { stream.device().borrow_stream(made_on.cu_stream().cast()) }?;
        let len = slice.len();
        let address = slice.device_ptr_mut(&made_on).0;
        stream.wait(&theirs.record_untimed()?)?;
        // SAFETY: the slice goes along, has this many elements, and nobody else can use it; what makes them comes before.
        unsafe { Buffer::from_foreign(stream, address, len, (slice, made_on)) }
    }

    /// The memory as a slice of `cudarc`, which frees it. What Kiln's streams were given comes before what is given to `stream` now.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of another GPU, [`Error::Exchange`] for memory that is not Kiln's own, or of another sort than
    /// [`Stream::upload`] makes, [`Error::Driver`] where
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
        theirs.wait(&home.record_untimed()?)?;
        let address = self.give_up();
        // SAFETY: the memory is of the driver's stream-ordered allocator, or of none where there is no such; nobody else has it.
        Ok(unsafe { stream.upgrade_device_ptr(address, len) })
    }
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
