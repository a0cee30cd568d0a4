//! Events: marks in a stream's work, which order streams and tell the time.

use std::ptr;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::sys::driver::{CUevent, CUipcHandle, CUstream, NOT_READY};

use super::{Context, GpuStream};

const EVENT_DEFAULT: u32 = 0;
/// Without time, which events of several processes must be.
const EVENT_INTERPROCESS: u32 = 4 | 2;

/// A recorded event. One without time, of this process alone, is used again for the next mark; streams that wait
/// for it are not disturbed: a wait binds to the work that was recorded when it was called.
pub(crate) struct Mark {
    context: &'static Context,
    raw: CUevent,
    timed: bool,
    /// Whether other processes may have it.
    shared: bool,
}

impl Mark {
    /// Marks everything given to a stream so far.
    pub(super) fn record(context: &'static Context, stream: CUstream, timed: bool) -> Result<Mark> {
        let _current = context.enter()?;
        let raw = if timed { context.make_event(EVENT_DEFAULT)? } else { context.take_event()? };
        let mark = Mark { context, raw, timed, shared: false };
        // SAFETY: event and stream are alive and of this context.
        unsafe { context.driver.cuEventRecord(mark.raw, stream) }?;
        Ok(mark)
    }

    /// Waits on the host.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the event is alive and recorded.
        unsafe { self.context.driver.cuEventSynchronize(self.raw) }
    }

    /// Whether what is marked is done.
    pub(crate) fn is_done(&self) -> Result<bool> {
        let _current = self.context.enter()?;
        // SAFETY: the event is alive and recorded.
        match unsafe { self.context.driver.cuEventQuery(self.raw) } {
            Ok(()) => Ok(true),
            Err(Error::Driver { code: NOT_READY, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Marks everything given to a stream so far, in the place of what was marked before.
    pub(crate) fn again(&self, stream: &GpuStream) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: event and stream are alive and, as the caller has seen, of one context.
        unsafe { self.context.driver.cuEventRecord(self.raw, stream.raw) }
    }

    /// What names it to other processes; it was made for them.
    pub(crate) fn share(&self) -> Result<[u8; 64]> {
        let _current = self.context.enter()?;
        let mut handle = CUipcHandle { bytes: [0; 64] };
        // SAFETY: the answer has its place, and the event is alive.
        unsafe { self.context.driver.cuIpcGetEventHandle(&raw mut handle, self.raw) }?;
        Ok(handle.bytes)
    }

    pub(crate) fn context(&self) -> &'static Context {
        self.context
    }

    /// Whether both are of one device.
    pub(crate) fn same_device(&self, other: &Mark) -> bool {
        ptr::eq(self.context, other.context)
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.timed
    }

    /// The time from `start`, both timed and of one device. Waits for both.
    pub(crate) fn since(&self, start: &Mark) -> Result<Duration> {
        start.synchronize()?;
        self.synchronize()?;
        let _current = self.context.enter()?;
        let mut milliseconds = 0.0f32;
        // SAFETY: both events are alive, recorded and of this context; `milliseconds` is a place for the answer.
        unsafe { self.context.driver.cuEventElapsedTime(&raw mut milliseconds, start.raw, self.raw) }?;
        let apart = Duration::from_secs_f64(f64::from(milliseconds.abs()) * 1e-3);
        if milliseconds < 0.0 { Err(Error::EventOrder(apart)) } else { Ok(apart) }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        if !self.timed && !self.shared {
            return self.context.give_event(self.raw);
        }
        let (context, raw) = (self.context, self.raw);
        context.now_or_later(move || {
            // An event knows its context: it can go without.
            let _current = context.enter();
            // SAFETY: the event is alive; the driver keeps what pending work needs of it.
            let _ = unsafe { context.driver.cuEventDestroy(raw) };
        });
    }
}

impl Context {
    /// A mark that other processes may open, of nothing yet.
    pub(crate) fn shareable_mark(&'static self) -> Result<Mark> {
        let _current = self.enter()?;
        Ok(Mark { context: self, raw: self.make_event(EVENT_INTERPROCESS)?, timed: false, shared: true })
    }

    /// Opens another process's mark.
    ///
    /// # Safety
    ///
    /// The other process keeps it for as long as it is open here.
    pub(crate) unsafe fn open_mark(&'static self, handle: [u8; 64]) -> Result<Mark> {
        let _current = self.enter()?;
        let mut raw = CUevent(ptr::null_mut());
        // SAFETY: the answer has its place; the rest is the caller's contract.
        unsafe { self.driver.cuIpcOpenEventHandle(&raw mut raw, CUipcHandle { bytes: handle }) }?;
        Ok(Mark { context: self, raw, timed: false, shared: true })
    }
}

impl GpuStream {
    /// Marks everything given to this stream so far.
    pub(crate) fn mark(&self, timed: bool) -> Result<Mark> {
        let _current = self.enter()?;
        Mark::record(self.context, self.raw, timed)
    }

    /// Orders everything given to this stream from now on after what is marked, on whichever device.
    pub(crate) fn wait(&self, mark: &Mark) -> Result<()> {
        let _current = self.enter()?;
        // SAFETY: event and stream are alive.
        unsafe { self.context.driver.cuStreamWaitEvent(self.raw, mark.raw, 0) }
    }
}
