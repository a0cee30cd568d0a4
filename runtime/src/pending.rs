//! Work that is waited for without a thread: futures of copies and of streams.
//!
//! Takes a stream and what its work needs; guarantees that the memory of a copy lives until the copy is over,
//! whatever becomes of the future, and that any executor can wait for it; leaves the work to [`crate::stream`].

use kiln_codegen::compact::List;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::pinned::PinnedBuffer;
use crate::stream::{Engine, Stream, same_length};
use crate::value::KernelType;

/// Work that a stream was given, and what it gives back when it is over. A future, for any executor: no thread
/// waits for it. Dropping it changes nothing of the work.
#[must_use = "the work is under way; awaiting this tells when it is over, and whether it failed"]
pub struct DeviceFuture<T> {
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    /// What is given back; `None` once it was, or where the work could not be given.
    value: Option<T>,
    failed: Option<Error>,
    over: bool,
    waker: Option<Waker>,
    /// The streams whose failures are told, this one's first.
    streams: Vec<Stream>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        let mut state = self.lock();
        state.over = true;
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T: Send + 'static> DeviceFuture<T> {
    /// Gives the stream its work, which uses what `value` owns, and waits for it.
    pub(crate) fn start(stream: &Stream, value: Result<(T, Vec<Stream>)>) -> DeviceFuture<T> {
        let value = match stream.engine() {
            Engine::Capture(_) => {
                Err(refused("waiting for a stream", "wait for the stream that the graph is launched on"))
            }
            Engine::Cpu(_) | Engine::Gpu(_) => value,
        };
        let (value, failed, others) = match value {
            Ok((value, others)) => (Some(value), None, others),
            Err(error) => (None, Some(error), Vec::new()),
        };
        let over = failed.is_some() || matches!(stream.engine(), Engine::Cpu(_));
        let streams = std::iter::once(stream.clone()).chain(others).list();
        let state = State { value, failed, over, waker: None, streams };
        let shared = Arc::new(Shared { state: Mutex::new(state) });
        if let (false, Engine::Gpu(gpu)) = (over, stream.engine()) {
            // The value lives as long as anybody has the state: the driver too, until the work is over.
            let held = Arc::clone(&shared);
            if let Err(error) = gpu.when_over(move || held.end()) {
                let _ = gpu.settle();
                let mut state = shared.lock();
                state.failed = Some(error);
                state.over = true;
            }
        }
        DeviceFuture { shared }
    }
}

impl<T> Future for DeviceFuture<T> {
    type Output = Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let mut state = self.shared.lock();
        if !state.over {
            state.waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        let (value, failed) = (state.value.take(), state.failed.take());
        let streams = std::mem::take(&mut state.streams);
        drop(state);
        if let Some(error) = failed {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(tell(&streams).and_then(|()| value.ok_or(Error::AlreadyAwaited)))
    }
}

/// Tells of kernels that failed.
fn tell(streams: &[Stream]) -> Result<()> {
    let Some((own, others)) = streams.split_first() else { return Ok(()) };
    own.report()?;
    others.iter().try_for_each(Stream::vouch)
}

impl<T> std::fmt::Debug for DeviceFuture<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceFuture").field("over", &self.shared.lock().over).finish_non_exhaustive()
    }
}

impl Stream {
    /// A future of the end of all work given to this stream so far; what [`Stream::synchronize`] is to a thread.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::synchronize`].
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// async fn wait(device: &Device) -> kiln_runtime::Result<()> {
    ///     let stream = device.stream();
    ///     // Launch kernels on the stream; then:
    ///     stream.synchronize_async().await
    /// }
    /// ```
    pub fn synchronize_async(&self) -> DeviceFuture<()> {
        DeviceFuture::start(self, Ok(((), Vec::new())))
    }

    /// A new buffer with a copy of page-locked memory, which comes back with it.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::upload`], and of kernels that failed on this stream before.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, Result};
    ///
    /// async fn round_trip(device: &Device) -> Result<f32> {
    ///     let stream = device.stream();
    ///     let mut data = stream.alloc_pinned::<f32>(1000)?;
    ///     data[7] = 3.5;
    ///     let (x, data) = stream.upload_async(data).await?;
    ///     let data = stream.download_async(&x, data).await?;
    ///     Ok(data[7])
    /// }
    /// ```
    pub fn upload_async<T: KernelType>(
        &self,
        data: PinnedBuffer<T>,
    ) -> DeviceFuture<(Buffer<T>, PinnedBuffer<T>)> {
        let begin = || {
            let mut buffer = Buffer::allocate(self, data.len(), false)?;
            self.copy_in_later(&data, &buffer.as_slice_mut())?;
            Ok(buffer)
        };
        let begun = begin();
        DeviceFuture::start(self, begun.map(|buffer| ((buffer, data), Vec::new())))
    }

    /// Copies page-locked memory into a buffer or a part of one; the memory comes back.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::upload_into`], and of kernels that failed on this stream before.
    pub fn upload_into_async<'b, T: KernelType>(
        &self,
        data: PinnedBuffer<T>,
        to: impl Into<BufferSliceMut<'b, T>>,
    ) -> DeviceFuture<PinnedBuffer<T>> {
        let begun = self.copy_in_later(&data, &to.into());
        DeviceFuture::start(self, begun.map(|()| (data, Vec::new())))
    }

    /// Copies a buffer or a part of one to page-locked memory of the same length, which comes back. The buffer may
    /// be dropped or used again meanwhile: the copy has what it holds now.
    ///
    /// # Errors
    ///
    /// Awaiting it gives the errors of [`Stream::download_into`].
    pub fn download_async<'b, T: KernelType>(
        &self,
        from: impl Into<BufferSlice<'b, T>>,
        to: PinnedBuffer<T>,
    ) -> DeviceFuture<PinnedBuffer<T>> {
        let from = from.into();
        let begin = |mut to: PinnedBuffer<T>| {
            let (memory, address, len) = from.parts();
            same_length("download_async", len, to.len())?;
            // SAFETY: the memory has room for the elements, and is kept until the copy is over.
            unsafe { self.give_copy_out(memory, address, to.as_mut_ptr(), len) }?;
            Ok((to, memory.other_writers(self).list()))
        };
        DeviceFuture::start(self, begin(to))
    }

    fn copy_in_later<T: KernelType>(&self, data: &PinnedBuffer<T>, to: &BufferSliceMut<'_, T>) -> Result<()> {
        let (memory, address, len) = to.parts();
        same_length("upload_async", data.len(), len)?;
        // SAFETY: the memory has these elements, and is kept until the copy is over.
        unsafe { self.give_copy_in(memory, address, data.as_ptr(), len) }
    }
}
