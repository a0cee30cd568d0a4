//! Buffers that grow where they are.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use crate::buffer::{BufferSlice, BufferSliceMut, byte_len};
use crate::device::Device;
use crate::driver::attribute;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::stream::{Engine, Stream};
use crate::value::KernelType;
use crate::value::derived::short_name;

/// What a `Vec<T>` is to a `Box<[T]>`: device memory that grows, up to a capacity for which only addresses are
/// reserved. Growing copies nothing and moves nothing, and work that is under way on the elements goes on. Memory
/// comes in multiples of what the device maps (2 MiB as a rule). Dropping it waits for the work that uses it.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, Error};
///
/// let stream = Device::best()?.stream();
/// let mut x = match stream.alloc_growable::<u32>(1 << 20) {
///     Err(Error::Unsupported { .. }) => return Ok(()), // a GPU without virtual memory
///     x => x?,
/// };
/// x.extend(&[1, 2, 3])?;
/// x.resize_zeroed(5)?;
/// assert_eq!(stream.download(&x)?, [1, 2, 3, 0, 0]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct GrowableBuffer<T: KernelType> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

views!(GrowableBuffer);

impl Stream {
    /// A buffer of no elements that can grow to `capacity`. Addresses are reserved for all of them, and memory for
    /// none. On the CPU the system gives memory as it is written.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] where the GPU cannot map memory to addresses, [`Error::OutOfMemory`] where there are
    /// not so many addresses, [`Error::Driver`] where the driver fails.
    pub fn alloc_growable<T: KernelType>(&self, capacity: usize) -> Result<GrowableBuffer<T>> {
        let bytes = byte_len::<T>(self, capacity)?;
        if let Engine::Gpu(stream) = self.engine() {
            if stream.context.attribute(attribute::VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)? == 0 {
                return Err(Error::Unsupported {
                    device: self.device_shared().describe(),
                    what: "memory that is mapped to reserved addresses",
                    help: "use a `Buffer`, and copy it to a larger one when it is full",
                });
            }
        }
        Ok(GrowableBuffer { memory: Memory::reserve(self, bytes)?, len: 0, element: PhantomData })
    }
}

impl<T: KernelType> GrowableBuffer<T> {
    /// How many elements it can grow to.
    pub fn capacity(&self) -> usize {
        self.memory.bytes() / size_of::<T>()
    }

    /// How many elements have memory already.
    pub fn committed(&self) -> usize {
        self.memory.committed() / size_of::<T>()
    }

    /// Lets the first `len` elements have memory, so that growing to as many costs nothing.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] beyond the capacity, and where the device has no room.
    pub fn commit(&mut self, len: usize) -> Result<()> {
        if len > self.capacity() {
            return Err(Error::OutOfMemory {
                device: self.memory.home().device_shared().describe(),
                bytes: len.saturating_mul(size_of::<T>()),
                reason: format!(
                    "`alloc_growable` reserved addresses for {} elements, and these are {len}",
                    self.capacity()
                ),
            });
        }
        self.memory.commit(len * size_of::<T>())
    }

    /// Lets it hold `len` elements: the first ones that it has, and zeros.
    ///
    /// # Errors
    ///
    /// As [`GrowableBuffer::commit`]; [`Error::Driver`] where the device fails.
    pub fn resize_zeroed(&mut self, len: usize) -> Result<()> {
        const { assert!(T::ZERO_IS_A_VALUE, "zeros are no value of this type: extend it by values") };
        self.commit(len)?;
        let (old, home) = (self.len, self.memory.home().clone());
        if len > old {
            let address = self.memory.address() + (old * size_of::<T>()) as u64;
            home.zero(&self.memory, address, (len - old) * size_of::<T>())?;
        }
        self.len = len;
        Ok(())
    }

    /// Adds elements at the end. Waits until they are copied.
    ///
    /// # Errors
    ///
    /// As [`GrowableBuffer::resize_zeroed`].
    pub fn extend(&mut self, data: &[T]) -> Result<()> {
        let (old, home) = (self.len, self.memory.home().clone());
        let len = old.saturating_add(data.len());
        self.commit(len)?;
        home.upload_into(data, BufferSliceMut::of(&mut self.memory, len).slice_into(old..)?)?;
        self.len = len;
        Ok(())
    }

    /// Forgets the elements from `len` on. Their memory stays.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Gives memory beyond the last element back to the device, as far as it comes in whole pieces. Waits for the
    /// work that uses the buffer. On the CPU the memory stays.
    ///
    /// # Errors
    ///
    /// Those of [`Stream::synchronize`].
    pub fn shrink_to_fit(&mut self) -> Result<()> {
        self.memory.uncommit(self.len * size_of::<T>())
    }
}
