//! Memory that host and device both use where it is: mapped and managed.
//!
//! Takes memory from a [`Stream`]; guarantees that the host sees elements only when no work that was given to any
//! stream writes them, and writes them only when none uses them; leaves the order of streams to [`crate::order`].

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use crate::buffer::{BufferSlice, BufferSliceMut, byte_len};
use crate::device::Device;
use crate::driver::{attribute, number};
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::memory::{Memory, Special};
use crate::stream::{Engine, Stream};
use crate::value::KernelType;
use crate::value::derived::short_name;

/// Page-locked memory of the host that a GPU's kernels use where it is, over the bus: for what is read or written
/// once, and for small answers that need no copy. For the CPU it is plain memory.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Device;
///
/// let stream = Device::best()?.stream();
/// let mut x = stream.alloc_mapped::<f32>(4)?;
/// x.host_mut()?[3] = 1.0;
/// // Launch kernels with `&x` or `&mut x`; then:
/// assert_eq!(x.host()?, [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct MappedBuffer<T: KernelType> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

/// Memory whose pages move to whoever uses them, host or GPU; there may be more of it than the GPU has. For the CPU
/// it is plain memory.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Advice, Device, Error};
///
/// let device = Device::best()?;
/// let stream = device.stream();
/// let mut x = match stream.alloc_managed::<f32>(1000) {
///     Err(Error::Unsupported { .. }) => return Ok(()), // an older GPU, or Windows
///     x => x?,
/// };
/// x.host_mut()?.fill(1.0);
/// x.advise(Advice::Prefer(Some(&device)))?;
/// x.prefetch(&stream, &device)?;
/// // Launch kernels with `&x` or `&mut x`; then:
/// x.prefetch(&stream, &Device::cpu())?;
/// assert_eq!(x.host()?[999], 1.0);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct ManagedBuffer<T: KernelType> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

/// How managed memory will be used. None of it changes what the memory holds. The device [`Device::cpu`] stands for
/// the host.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Advice<'a> {
    /// Whether it is mostly read: then each reader has a copy, until somebody writes.
    ReadMostly(bool),
    /// Where it should stay; `None` for wherever it is used.
    Prefer(Option<&'a Device>),
    /// This device will use it and should have it mapped, wherever it is.
    UsedBy(&'a Device),
    /// This device will not.
    UnusedBy(&'a Device),
}

impl Advice<'_> {
    /// The driver's number of the advice and of the device.
    fn numbers(self) -> (i32, i32) {
        let of = |device: &Device| number(device.shared().context.as_ref());
        match self {
            Advice::ReadMostly(yes) => (if yes { 1 } else { 2 }, number(None)),
            Advice::Prefer(Some(device)) => (3, of(device)),
            Advice::Prefer(None) => (4, number(None)),
            Advice::UsedBy(device) => (5, of(device)),
            Advice::UnusedBy(device) => (6, of(device)),
        }
    }
}

impl Stream {
    /// Page-locked memory of the host that kernels of this device use where it is; of zeros.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] where there is no room, [`Error::Driver`] where the driver fails.
    pub fn alloc_mapped<T: KernelType>(&self, len: usize) -> Result<MappedBuffer<T>> {
        const { assert!(T::ZERO_IS_A_VALUE, "zeros are no value of this type") };
        let bytes = byte_len::<T>(self, len)?;
        let memory = Memory::allocate_special(self, bytes, Special::Mapped)?;
        Ok(MappedBuffer { memory, len, element: PhantomData })
    }

    /// Memory whose pages move to whoever uses them; of zeros. It is at home on this stream, as a buffer is.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] where host and device cannot use managed memory at the same time (GPUs before compute
    /// capability 6.0, Windows): there the host would crash while a kernel of anybody's runs.
    /// [`Error::OutOfMemory`], [`Error::Driver`].
    pub fn alloc_managed<T: KernelType>(&self, len: usize) -> Result<ManagedBuffer<T>> {
        const { assert!(T::ZERO_IS_A_VALUE, "zeros are no value of this type") };
        let bytes = byte_len::<T>(self, len)?;
        if let Engine::Gpu(stream) = self.engine() {
            if stream.context.attribute(attribute::CONCURRENT_MANAGED_ACCESS)? == 0 {
                return Err(Error::Unsupported {
                    device: self.device_shared().describe(),
                    what: "managed memory that host and device may use at the same time",
                    help: "use a `Buffer` and copies, or `Stream::alloc_mapped`",
                });
            }
        }
        let memory = Memory::allocate_special(self, bytes, Special::Managed)?;
        Ok(ManagedBuffer { memory, len, element: PhantomData })
    }
}

macro_rules! host_access {
    ($type:ident) => {
        impl<T: KernelType> $type<T> {
            /// The elements, for the host to read where they are. Waits for all work that may write them, on
            /// whichever streams. While they are borrowed kernels may read them too.
            ///
            /// # Errors
            ///
            /// [`Error::KernelPanic`] where a kernel that may have written them failed; [`Error::Driver`] where the
            /// device fails.
            pub fn host(&self) -> Result<&[T]> {
                let start = ready(&self.memory, false)?;
                // SAFETY: the memory has this many elements; nothing writes them as long as they are borrowed.
                Ok(unsafe { std::slice::from_raw_parts(start.cast(), self.len) })
            }

            /// The elements, for the host to write where they are. Waits for all work that uses them, on whichever
            /// streams.
            ///
            /// # Errors
            ///
            /// As for reading.
            pub fn host_mut(&mut self) -> Result<&mut [T]> {
                let start = ready(&self.memory, true)?;
                // SAFETY: as above, and nothing else uses them.
                Ok(unsafe { std::slice::from_raw_parts_mut(start.cast(), self.len) })
            }
        }
    };
}

views!(MappedBuffer);
views!(ManagedBuffer);
host_access!(MappedBuffer);
host_access!(ManagedBuffer);

/// Where the host finds the elements, when it may use them.
fn ready(memory: &Memory, writes: bool) -> Result<*mut u8> {
    memory.wait_on_host(writes)?;
    memory.trusted(|| "the host".to_owned())?;
    // What has no address on the host takes no bytes: an aligned address serves.
    Ok(memory.host_address().unwrap_or(crate::memory::host_pointer(memory.address())))
}

impl<T: KernelType> ManagedBuffer<T> {
    /// Tells the driver how the memory will be used. For the CPU there is nothing to tell.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver does not know the advice.
    pub fn advise(&self, advice: Advice<'_>) -> Result<()> {
        let Engine::Gpu(stream) = self.memory.home().engine() else { return Ok(()) };
        let (advice, device) = advice.numbers();
        match self.memory.bytes() {
            0 => Ok(()),
            // SAFETY: the memory is managed and has so many bytes.
            bytes => unsafe { stream.context.advise(self.memory.address(), bytes, advice, device) },
        }
    }

    /// Moves the memory to a device, or to the host ([`Device::cpu`]), in the order of the stream and of what else
    /// uses the memory. The next to use it need not wait for its pages one by one.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of a device that cannot use the memory, [`Error::Driver`] where the
    /// driver fails.
    pub fn prefetch(&self, stream: &Stream, to: &Device) -> Result<()> {
        let bytes = self.memory.bytes();
        let gpu = match stream.engine() {
            Engine::Gpu(gpu) => gpu,
            Engine::Cpu(_) => return Ok(()),
            Engine::Capture(_) => return Err(refused("a prefetch", "give it to a stream before the graph")),
        };
        if bytes == 0 {
            return Ok(());
        }
        let to = number(to.shared().context.as_ref());
        stream.with(&[(&self.memory, false)], ("prefetch", 0), || {
            // SAFETY: the memory is managed and has so many bytes.
            unsafe { gpu.prefetch(self.memory.address(), bytes, to) }
        })
    }
}
