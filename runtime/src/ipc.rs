//! Memory that processes of one machine share, and events ([`event`]).
//!
//! Takes memory that was allocated to be shared; guarantees that bytes which are no handle, or one for another GPU,
//! another type or another machine, are an error; leaves the order of the processes' work to them.

mod event;

pub use event::{IpcEvent, IpcEventHandle};

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use crate::buffer::{BufferSlice, BufferSliceMut, byte_len};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::memory::{Memory, Special};
use crate::stream::{Engine, Stream};
use crate::value::KernelType;
use crate::value::derived::short_name;

/// Memory of a GPU that other processes may open, or that another process has lent.
///
/// # Examples
///
/// ```no_run
/// use kiln_runtime::{Device, IpcBufferHandle};
///
/// let stream = Device::gpu(0)?.stream();
/// // In one process:
/// let x = stream.alloc_ipc::<f32>(1000)?;
/// stream.synchronize()?;
/// let bytes = x.handle()?.to_bytes(); // send these to the other process, and keep `x`
/// // In the other:
/// let handle = IpcBufferHandle::from_bytes(&bytes)?;
/// // SAFETY: the first process keeps the buffer, and waits before it uses it again.
/// let y = unsafe { stream.open_ipc::<f32>(&handle) }?;
/// println!("{:?}", stream.download(&y)?);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct IpcBuffer<T: KernelType> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

views!(IpcBuffer);

/// What names a [`IpcBuffer`] to another process: bytes, to be sent however the processes talk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IpcBufferHandle {
    /// The GPU's identity.
    uuid: [u8; 16],
    /// How many elements, and how many bytes each has.
    len: u64,
    size: u64,
    /// The driver's own name of the memory.
    driver: [u8; 64],
}

const MAGIC: &[u8; 7] = b"KILNIPC";
const VERSION: u8 = 1;
const LENGTH: usize = 8 + 16 + 8 + 8 + 64;

impl IpcBufferHandle {
    /// The bytes to send: what they are and a version first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend_from_slice(MAGIC);
        bytes.push(VERSION);
        bytes.extend_from_slice(&self.uuid);
        bytes.extend_from_slice(&self.len.to_le_bytes());
        bytes.extend_from_slice(&self.size.to_le_bytes());
        bytes.extend_from_slice(&self.driver);
        bytes
    }

    /// What [`IpcBufferHandle::to_bytes`] gave.
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] for other bytes, and for those of another version of Kiln's.
    pub fn from_bytes(bytes: &[u8]) -> Result<IpcBufferHandle> {
        let rest = versioned(bytes, MAGIC, LENGTH)?;
        let (mut uuid, mut len, mut size, mut driver) = ([0; 16], [0; 8], [0; 8], [0; 64]);
        uuid.copy_from_slice(&rest[..16]);
        len.copy_from_slice(&rest[16..24]);
        size.copy_from_slice(&rest[24..32]);
        driver.copy_from_slice(&rest[32..]);
        let (len, size) = (u64::from_le_bytes(len), u64::from_le_bytes(size));
        Ok(IpcBufferHandle { uuid, len, size, driver })
    }

    /// How many elements the memory has.
    pub fn elements(&self) -> u64 {
        self.len
    }
}

impl fmt::Debug for IpcBufferHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IpcBufferHandle({} elements of {} bytes)", self.len, self.size)
    }
}

/// What stands behind what bytes are and their version, of so many in all.
fn versioned<'a>(bytes: &'a [u8], magic: &[u8], length: usize) -> Result<&'a [u8]> {
    let bad = |reason: String| Err(Error::BadIpcHandle { reason });
    let Some(rest) = bytes.strip_prefix(magic) else { return bad("they are no handle of Kiln's".to_owned()) };
    match rest.split_first() {
        None => bad("they are cut off".to_owned()),
        Some((version, _)) if *version != VERSION => {
            bad(format!("they are of version {version}, and this is version {VERSION}"))
        }
        Some(_) if bytes.len() != length => {
            bad(format!("they are {}, and a handle has {length}", bytes.len()))
        }
        Some((_, rest)) => Ok(rest),
    }
}

/// The GPU's side of a stream, where there is one.
fn gpu(stream: &Stream) -> Result<&crate::driver::GpuStream> {
    match stream.engine() {
        Engine::Gpu(gpu) => Ok(gpu),
        Engine::Capture(_) => Err(refused("memory that other processes can open", "make or open it before")),
        Engine::Cpu(_) => Err(Error::Unsupported {
            device: stream.device_shared().describe(),
            what: "memory that other processes can open",
            help: "processes of the CPU share memory by the system's own means, a mapped file for one",
        }),
    }
}

impl Stream {
    /// Memory that other processes of this machine may open; of zeros. It comes past the pool, in whole blocks of 2
    /// MiB, since the driver shares blocks.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] for the CPU, else as [`Stream::alloc_zeroed`].
    #[doc(alias = "cudaIpcGetMemHandle")]
    pub fn alloc_ipc<T: KernelType>(&self, len: usize) -> Result<IpcBuffer<T>> {
        const { assert!(T::ZERO_IS_A_VALUE, "zeros are no value of this type") };
        gpu(self)?;
        let bytes = byte_len::<T>(self, len)?;
        let memory = Memory::allocate_special(self, bytes, Special::Shareable)?;
        Ok(IpcBuffer { memory, len, element: PhantomData })
    }

    /// Opens the memory that a handle of another process names. It is closed when what is returned goes.
    ///
    /// # Safety
    ///
    /// The other process keeps its buffer for as long as what is returned lives, and its elements are values of
    /// `T`. The processes order what they do with the memory between them: Kiln knows nothing of the other one's
    /// streams.
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] where the memory is another GPU's or its elements have another size,
    /// [`Error::Unsupported`] for the CPU, [`Error::Driver`] where the driver cannot open it: in the process that
    /// made the handle, and across containers.
    #[doc(alias = "cudaIpcOpenMemHandle")]
    pub unsafe fn open_ipc<T: KernelType>(&self, handle: &IpcBufferHandle) -> Result<IpcBuffer<T>> {
        let context = gpu(self)?.context;
        let bad = |reason: String| Error::BadIpcHandle { reason };
        if handle.size != size_of::<T>() as u64 {
            let reason = format!("its elements have {} bytes, and these {}", handle.size, size_of::<T>());
            return Err(bad(reason));
        }
        if context.uuid()? != handle.uuid {
            return Err(bad(format!("it is of another GPU than {}", self.device_shared().describe())));
        }
        let len = usize::try_from(handle.len).unwrap_or(usize::MAX);
        let bytes = byte_len::<T>(self, len)?;
        // SAFETY: the caller's contract; what was opened is closed by the memory alone.
        let memory = unsafe { Memory::opened(self, context.open_ipc(handle.driver)?, bytes) };
        Ok(IpcBuffer { memory, len, element: PhantomData })
    }
}

impl<T: KernelType> IpcBuffer<T> {
    /// What names the memory to other processes. Those wait for the work that writes the memory by a
    /// [`IpcEvent`], or are told when it is done ([`Stream::synchronize`]).
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] for memory without elements and for what another process has lent, [`Error::Driver`]
    /// where the driver or the system has no such handles.
    pub fn handle(&self) -> Result<IpcBufferHandle> {
        let context = gpu(self.memory.home())?.context;
        if !self.memory.is_shareable() {
            let reason = "the memory is empty or another process's own".to_owned();
            return Err(Error::BadIpcHandle { reason });
        }
        Ok(IpcBufferHandle {
            uuid: context.uuid()?,
            len: self.len as u64,
            size: size_of::<T>() as u64,
            driver: context.share(self.memory.address())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_read_as_they_are_written() {
        let handle = IpcBufferHandle { uuid: [3; 16], len: 1000, size: 4, driver: [7; 64] };
        let bytes = handle.to_bytes();
        assert_eq!(IpcBufferHandle::from_bytes(&bytes).unwrap(), handle);
        let mut newer = bytes.clone();
        newer[7] = 2;
        for (bad, part) in [
            (&bytes[..bytes.len() - 1], "they are 103, and a handle has 104"),
            (&[bytes.as_slice(), &[0]].concat(), "they are 105"),
            (&newer, "version 2, and this is version 1"),
            (b"something else".as_slice(), "no handle of Kiln's"),
            (b"KILNIPC", "cut off"),
            (b"", "no handle"),
        ] {
            let text = IpcBufferHandle::from_bytes(bad).unwrap_err().to_string();
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn the_cpu_says_what_serves_instead() {
        let stream = Device::cpu().stream();
        let text = stream.alloc_ipc::<f32>(3).unwrap_err().to_string();
        assert!(
            text.contains("the CPU has no memory that other processes") && text.contains("mapped file"),
            "{text}"
        );
    }
}
