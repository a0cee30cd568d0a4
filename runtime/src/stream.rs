//! Streams: work of one device, in order.
//!
//! Takes buffers and host slices; guarantees that what is given to a stream happens in the order given, that host
//! memory may be dropped as soon as a call returns, and that a kernel's failure is told by the next
//! [`Stream::synchronize`] or download; leaves kernels to [`crate::launch`].

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kiln_codegen::abi::FailRecord;

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::counts::Counts;
use crate::cpu::Observer;
use crate::device::{Device, DeviceShared};
use crate::driver::{GpuStream, StreamKind, run_quietly};
use crate::error::{Error, Result};
use crate::executor::{self, Wrong};
use crate::graph::{Capture, HOST, refused};
use crate::instance::Loaded;
use crate::memory::{Memory, host_pointer};
use crate::order::Waited;
use crate::profile::watch;
use crate::taint::Launches;
use crate::value::KernelType;

mod options;

pub use options::StreamOptions;

/// A queue of work for one device. Cloning gives another handle of the same stream.
///
/// On a GPU, launches, fills and copies on the device return before they are done; uploads and downloads wait. On
/// the CPU everything is done when it returns. Either way a kernel's failure is told by the next synchronization or
/// download.
///
/// # Examples
///
/// ```
/// # use kiln_runtime::Device;
/// let stream = Device::cpu().stream();
/// let mut y = stream.alloc_zeroed::<f32>(4)?;
/// stream.fill(&mut y, 2.5)?;
/// stream.synchronize()?;
/// assert_eq!(stream.download(&y)?, [2.5; 4]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Stream {
    inner: Arc<Inner>,
}

struct Inner {
    device: &'static DeviceShared,
    /// The device's.
    slot: usize,
    engine: Engine,
    /// No other stream of the process has or had it.
    number: u64,
    launches: Launches,
    /// Where memory is at home that is made with it, if that is not the stream itself.
    keeper: Option<Stream>,
}

impl Inner {
    fn new(device: &'static DeviceShared, engine: Engine, keeper: Option<Stream>) -> Arc<Inner> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Arc::new(Inner {
            device,
            slot: device.slot,
            engine,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            launches: Launches::default(),
            keeper,
        })
    }
}

/// What a stream is on its device.
pub(crate) enum Engine {
    Cpu(CpuStream),
    Gpu(GpuStream),
    /// It runs nothing: its work becomes a graph's.
    Capture(Capture),
}

/// A stream of the CPU: launches run at once, so only their failure is left to remember.
#[derive(Default)]
pub(crate) struct CpuStream {
    /// The first failure that was not told yet, and the launch's number.
    failure: Mutex<Option<(u64, Failure)>>,
    /// What was counted since the user last took it.
    counts: Mutex<Option<Box<Counts>>>,
}

/// How a kernel failed.
#[derive(Clone)]
pub(crate) enum Failure {
    /// By its own word.
    Record(FailRecord),
    /// By the sanitizer's.
    Found(Box<Error>),
}

impl Failure {
    pub(crate) fn explain(self) -> Error {
        match self {
            Failure::Record(record) => crate::failure::explain(&record),
            Failure::Found(error) => *error,
        }
    }
}

impl CpuStream {
    /// Keeps what a run of a kernel gave: the first failure, and the counts. The launch has a number on the stream, and
    /// one that its failure names. Whether the kernel failed.
    pub(crate) fn ran(
        &self,
        loaded: &Loaded,
        program: &executor::Program,
        (launch, number): (u64, u32),
        (wrong, counts): (Option<Wrong>, Option<Counts>),
    ) -> bool {
        if let Some(counts) = counts {
            let mut all = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            all.get_or_insert_default().add(counts);
        }
        let failure = match wrong {
            None => return false,
            Some(Wrong::Failed(record)) => {
                Failure::Record(FailRecord { kernel: loaded.number, launch: number, ..record })
            }
            Some(Wrong::Found(found)) => {
                Failure::Found(Box::new(crate::sanitize::explain(loaded.entry, &program.module, &found)))
            }
        };
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((launch, failure));
        true
    }
}

/// What [`Stream::download`] reads: `&buffer`, a slice of one, and whatever else gives a [`BufferSlice`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a buffer that a stream can download",
    label = "not device memory, nor a slice of it",
    note = "a tensor is downloaded by its own method, in the order of its rows: `tensor.download(&stream)?`"
)]
pub trait DownloadSource<'a, T: KernelType>: Into<BufferSlice<'a, T>> {}

#[diagnostic::do_not_recommend]
impl<'a, T: KernelType, S: Into<BufferSlice<'a, T>>> DownloadSource<'a, T> for S {}

impl Stream {
    pub(crate) fn cpu(device: &'static DeviceShared) -> Stream {
        Stream::of(device, Engine::Cpu(CpuStream::default()))
    }

    pub(crate) fn new(device: &'static DeviceShared) -> Result<Stream> {
        Stream::of_kind(device, StreamKind::default())
    }

    fn of_kind(device: &'static DeviceShared, kind: StreamKind) -> Result<Stream> {
        match &device.context {
            None => Ok(Stream::cpu(device)),
            Some(context) => Ok(Stream::of(device, Engine::Gpu(GpuStream::new(context, kind)?))),
        }
    }

    pub(crate) fn of(device: &'static DeviceShared, engine: Engine) -> Stream {
        Stream { inner: Inner::new(device, engine, None) }
    }

    /// A stream that may be gone before memory is freed that was made with it.
    fn kept(device: &'static DeviceShared, engine: Engine, keeper: Stream) -> Stream {
        Stream { inner: Inner::new(device, engine, Some(keeper)) }
    }

    /// The stream's device; its default stream is this one.
    pub fn device(&self) -> Device {
        Device::from_stream(self.clone())
    }

    /// A buffer with a copy of these elements.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] where the device has no room, [`Error::Driver`] where the copy fails.
    #[doc(alias = "cudaMemcpy")]
    #[doc(alias = "memcpy_htod")]
    pub fn upload<T: KernelType>(&self, data: &[T]) -> Result<Buffer<T>> {
        let mut buffer = Buffer::allocate(self, data.len(), false)?;
        self.upload_into(data, &mut buffer)?;
        Ok(buffer)
    }

    /// A buffer of zeros (`false` for `bool`). It does not compile for an enum without a variant of discriminant 0,
    /// for a type with `#[kiln(no_zeroed)]`, nor for what holds one of these.
    ///
    /// # Errors
    ///
    /// As [`Stream::upload`].
    #[doc(alias = "cudaMalloc")]
    pub fn alloc_zeroed<T: KernelType>(&self, len: usize) -> Result<Buffer<T>> {
        const {
            assert!(
                T::ZERO_IS_A_VALUE,
                "zeros are no value of this type, which has an enum without a variant of discriminant 0, or says \
                 `#[kiln(no_zeroed)]`: upload values"
            );
        }
        Buffer::allocate(self, len, true)
    }

    /// A buffer whose elements hold nothing yet.
    ///
    /// # Safety
    ///
    /// Each element is written, by a kernel or a copy, before a kernel or a download reads it.
    ///
    /// # Errors
    ///
    /// As [`Stream::upload`].
    pub unsafe fn alloc_uninit<T: KernelType>(&self, len: usize) -> Result<Buffer<T>> {
        Buffer::allocate(self, len, false)
    }

    /// Copies these elements into a buffer or a part of one.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless the lengths are equal, [`Error::WrongDevice`] for a buffer of another device.
    pub fn upload_into<'b, T: KernelType>(
        &self,
        data: &[T],
        to: impl Into<BufferSliceMut<'b, T>>,
    ) -> Result<()> {
        let (memory, address, len) = to.into().parts();
        same_length("upload_into", data.len(), len)?;
        if len == 0 {
            return Ok(());
        }
        // SAFETY: both places hold `len` elements; the wait comes before the host's are given back.
        let given = unsafe { self.give_copy_in(memory, address, data.as_ptr(), len) };
        given.and(self.settle())
    }

    /// Gives the stream a copy from the host.
    ///
    /// # Safety
    ///
    /// Both places hold `len` elements, the device's borrowed exclusively, and the host's until the stream has
    /// passed the copy.
    pub(crate) unsafe fn give_copy_in<T: KernelType>(
        &self,
        memory: &Memory,
        address: u64,
        data: *const T,
        len: usize,
    ) -> Result<()> {
        if len == 0 {
            return Ok(());
        }
        let given =
            self.with(&[(memory, true)], ("an upload", len * size_of::<T>()), || match self.engine() {
                // SAFETY: the caller's contract; the one place is the device's and the other is not, so they do not
                // overlap.
                Engine::Cpu(_) => unsafe {
                    host_pointer(address).cast::<T>().copy_from_nonoverlapping(data, len);
                    Ok(())
                },
                // SAFETY: as above.
                Engine::Gpu(stream) => unsafe { stream.copy_in(address, data.cast(), len * size_of::<T>()) },
                Engine::Capture(_) => Err(refused("an upload", HOST)),
            });
        given.inspect(|()| memory.overwritten(len * size_of::<T>()))
    }

    /// Gives the stream a copy to the host.
    ///
    /// # Safety
    ///
    /// Both places hold `len` elements, the host's borrowed exclusively until the stream has passed the copy.
    pub(crate) unsafe fn give_copy_out<T: KernelType>(
        &self,
        memory: &Memory,
        address: u64,
        to: *mut T,
        len: usize,
    ) -> Result<()> {
        if len == 0 {
            return Ok(());
        }
        self.with(&[(memory, false)], ("a download", len * size_of::<T>()), || match self.engine() {
            // SAFETY: as above.
            Engine::Cpu(_) => unsafe {
                to.copy_from_nonoverlapping(host_pointer(address).cast::<T>(), len);
                Ok(())
            },
            // SAFETY: as above.
            Engine::Gpu(stream) => unsafe { stream.copy_out(to.cast(), address, len * size_of::<T>()) },
            Engine::Capture(_) => Err(refused("a download", HOST)),
        })
    }

    /// Waits until the driver no longer uses the host's memory.
    pub(crate) fn settle(&self) -> Result<()> {
        match self.engine() {
            Engine::Cpu(_) | Engine::Capture(_) => Ok(()),
            Engine::Gpu(stream) => stream.settle(),
        }
    }

    /// The elements of a buffer or of a part of one, after all work before.
    ///
    /// # Errors
    ///
    /// [`Error::KernelPanic`] where a kernel failed on this stream since it was last asked, or on another that may
    /// have written the buffer; [`Error::Poisoned`] where that was told before; [`Error::WrongDevice`] for a buffer
    /// of another device, [`Error::Driver`] where the copy fails.
    #[doc(alias = "cudaMemcpy")]
    #[doc(alias = "memcpy_dtoh")]
    pub fn download<'b, T: KernelType>(&self, from: impl DownloadSource<'b, T>) -> Result<Vec<T>> {
        let from = from.into();
        let mut data = Vec::with_capacity(from.len());
        // SAFETY: the vector has room for the elements; they are there once this has succeeded.
        unsafe {
            self.read(from, data.as_mut_ptr())?;
            data.set_len(from.len());
        }
        Ok(data)
    }

    /// Copies the elements of a buffer or of a part of one to the host, after all work before.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`], and [`Error::LengthMismatch`] unless the lengths are equal.
    pub fn download_into<'b, T: KernelType>(
        &self,
        from: impl DownloadSource<'b, T>,
        to: &mut [T],
    ) -> Result<()> {
        let from = from.into();
        same_length("download_into", from.len(), to.len())?;
        // SAFETY: `to` has room for the elements.
        unsafe { self.read(from, to.as_mut_ptr()) }
    }

    /// Runs a function on the host after all work given to this stream so far; later work waits for it. A thread of
    /// the driver's runs it, so it should be short. Inside of it the device cannot be used: calls that would are
    /// errors of the driver's. Where it panics the panic is printed, and the stream goes on. It does not run where
    /// the device has failed. On the CPU it runs at once.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::best()?.stream();
    /// let (tell, hear) = std::sync::mpsc::channel();
    /// stream.launch_host_fn(move || tell.send("done").unwrap_or(()))?;
    /// assert_eq!(hear.recv(), Ok("done"));
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    #[doc(alias = "cudaLaunchHostFunc")]
    pub fn launch_host_fn(&self, function: impl FnOnce() + Send + 'static) -> Result<()> {
        match self.engine() {
            Engine::Cpu(_) => {
                run_quietly(function);
                Ok(())
            }
            Engine::Gpu(stream) => stream.launch_host_fn(function),
            Engine::Capture(_) => Err(refused(
                "a function that is called once",
                "`GraphBuilder::host_fn` takes one that each launch calls",
            )),
        }
    }

    /// Waits for all work given to this stream.
    ///
    /// # Errors
    ///
    /// [`Error::KernelPanic`] where a kernel failed since this stream was last asked: the first failure is told,
    /// once, and the stream is usable afterwards. What the failed launch was writing, and what was written behind
    /// it, is tainted: see [`Error::Poisoned`]. [`Error::Driver`] where the device itself failed.
    #[doc(alias = "cudaStreamSynchronize")]
    pub fn synchronize(&self) -> Result<()> {
        let given = self.inner.launches.given();
        match self.engine() {
            Engine::Cpu(_) => {}
            Engine::Gpu(stream) => stream.synchronize()?,
            Engine::Capture(_) => return Err(refused("waiting for a stream", WAIT)),
        }
        self.report()?;
        self.inner.launches.all_told(given);
        Ok(())
    }

    /// What the launches on this stream did since the counts were last taken, on a stream of [`Device::counted`] or
    /// [`Device::counted_as`]. Launches of graphs count too; copies and fills don't.
    ///
    /// Grids of up to 16,384 blocks are counted whole. Of larger ones the first block, the last one and some 500
    /// others are counted, the same in each run, and the numbers are scaled to the grid: see
    /// [`Counts::is_exact`](crate::counts::Counts::is_exact).
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] on other devices. [`Stream::synchronize`]'s errors: where a kernel failed, the counts
    /// since the last call are dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// # use kiln_runtime::Device;
    /// let error = Device::cpu().stream().take_counts().unwrap_err();
    /// assert!(error.to_string().contains("Device::counted()"));
    /// ```
    pub fn take_counts(&self) -> Result<Counts> {
        if self.device_shared().observer != Observer::Counter {
            return Err(Error::Unsupported {
                device: self.device_shared().describe(),
                what: "counts of kernels",
                help: "launch on a stream of `Device::counted()` or `Device::counted_as(..)`",
            });
        }
        let mut counts = match self.engine() {
            Engine::Cpu(stream) => stream.counts.lock().unwrap_or_else(PoisonError::into_inner).take(),
            Engine::Gpu(_) | Engine::Capture(_) => None,
        }
        .map_or_else(Counts::default, |counts| *counts);
        if counts.launches > 0 {
            counts.compute_capability = self.device_shared().compute_capability;
        }
        self.synchronize()?;
        counts.sort();
        Ok(counts)
    }

    #[inline]
    pub(crate) fn engine(&self) -> &Engine {
        &self.inner.engine
    }

    #[inline]
    pub(crate) fn device_shared(&self) -> &'static DeviceShared {
        self.inner.device
    }

    /// The device's number in the tables of [`crate::instance`].
    #[inline]
    pub(crate) fn slot(&self) -> usize {
        self.inner.slot
    }

    /// The stream that memory is at home on that is made with this one.
    pub(crate) fn keeper(&self) -> &Stream {
        self.inner.keeper.as_ref().unwrap_or(self)
    }

    #[inline]
    pub(crate) fn number(&self) -> u64 {
        self.inner.number
    }

    #[inline]
    pub(crate) fn launches(&self) -> &Launches {
        &self.inner.launches
    }

    /// Whether both are handles of one stream.
    #[inline]
    pub(crate) fn is(&self, other: &Stream) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Tells of the first failed kernel since the last time. A GPU's stream must have been synchronized.
    pub(crate) fn report(&self) -> Result<()> {
        let failure = match self.engine() {
            Engine::Cpu(stream) => {
                let failure = stream.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
                failure.map(|(launch, failure)| (Some(launch as u32), failure))
            }
            Engine::Gpu(stream) => {
                stream.take_failure()?.map(|(launch, record)| (launch, Failure::Record(record)))
            }
            Engine::Capture(_) => None,
        };
        let Some((launch, failure)) = failure else { return Ok(()) };
        // What the sanitizer finds is told; the launch itself did not fail.
        if let Failure::Record(_) = failure {
            self.inner.launches.tell(launch, &failure);
        }
        Err(failure.explain())
    }

    /// Copies to the host, and tells of failed kernels.
    ///
    /// # Safety
    ///
    /// `to` has room for the elements.
    unsafe fn read<T: KernelType>(&self, from: BufferSlice<'_, T>, to: *mut T) -> Result<()> {
        let (memory, address, len) = from.parts();
        if len == 0 {
            return self.synchronize();
        }
        // SAFETY: the caller's contract; the wait comes before the host's memory is given back.
        let given = unsafe { self.give_copy_out(memory, address, to, len) };
        given.and(self.settle())?;
        self.report()?;
        memory.other_writers(self).try_for_each(|writer| writer.vouch())
    }

    /// Tells of a failed kernel without forgetting it: the stream's own next synchronization tells it too.
    pub(crate) fn vouch(&self) -> Result<()> {
        let failure = match self.engine() {
            Engine::Cpu(stream) => stream
                .failure
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
                .map(|(_, failure)| failure),
            Engine::Gpu(stream) => stream.failure()?.map(Failure::Record),
            Engine::Capture(_) => None,
        };
        failure.map_or(Ok(()), |failure| Err(failure.explain()))
    }

    /// Does `work` on this stream, in order with what else uses these memories, each to be written or only read.
    /// What is written does not depend on what was there. `what` names the work and tells how many bytes it moves.
    pub(crate) fn with(
        &self,
        memories: &[(&Memory, bool)],
        what: (&'static str, usize),
        work: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        self.with_any(memories, Waited::copy(), what, work)
    }

    /// As [`Stream::with`], with a say in what it waits for.
    pub(crate) fn with_any(
        &self,
        memories: &[(&Memory, bool)],
        mut waited: Waited,
        (what, bytes): (&'static str, usize),
        work: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if let Engine::Capture(_) = self.engine() {
            // What is recorded is ordered in the graph, and the graph's launches with the rest.
            return work();
        }
        for (memory, writes) in memories {
            self.before(memory, *writes, &mut waited, || what.to_owned())?;
        }
        let watched = watch::copy(what, self, bytes);
        let done = work();
        drop(watched);
        if waited.foreign() { self.after(memories.iter().copied()).and(done) } else { done }
    }
}

/// What to do where work is recorded.
const WAIT: &str = "nothing runs while work is recorded; wait for the stream that the graph is launched on";

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("device", &self.inner.device.describe()).finish_non_exhaustive()
    }
}

pub(crate) fn same_length(operation: &'static str, source_len: usize, destination_len: usize) -> Result<()> {
    if source_len == destination_len {
        Ok(())
    } else {
        Err(Error::LengthMismatch { operation, source_len, destination_len })
    }
}
