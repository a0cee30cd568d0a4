//! Events: marks that order streams, and marks with time.

use std::ptr;
use std::time::Duration;

use crate::error::Result;
use crate::sys::driver::CUevent;

use super::{Context, GpuStream};

const EVENT_DEFAULT: u32 = 0;

/// An event without time, to order streams by. The event itself is used again after; streams that wait for it are not disturbed: a
/// wait binds to the work that was recorded when it was called.
pub(crate) struct Mark {
    pub(super) context: &'static Context,
    pub(super) raw: CUevent,
}

impl Mark {
    /// Waits on the host.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the event is alive and recorded.
        unsafe { self.context.driver.cuEventSynchronize(self.raw) }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.context.give_event(self.raw);
    }
}

/// An event that knows when it happened.
pub(crate) struct TimingEvent {
    context: &'static Context,
    raw: CUevent,
}

impl TimingEvent {
    pub(crate) fn record(stream: &GpuStream) -> Result<TimingEvent> {
        let context = stream.context;
        let _current = context.enter()?;
        let mut raw = CUevent(ptr::null_mut());
        // SAFETY: `raw` is a place for the answer, and the context is current.
        unsafe { context.driver.cuEventCreate(&raw mut raw, EVENT_DEFAULT) }?;
        let event = TimingEvent { context, raw };
        // SAFETY: event and stream are alive and of this context.
        unsafe { context.driver.cuEventRecord(event.raw, stream.raw) }?;
        Ok(event)
    }

    pub(crate) fn same_device(&self, other: &TimingEvent) -> bool {
        ptr::eq(self.context, other.context)
    }

    /// Waits for both events.
    pub(crate) fn since(&self, start: &TimingEvent) -> Result<Duration> {
        let _current = self.context.enter()?;
        let mut milliseconds = 0.0f32;
        // SAFETY: both events are alive, recorded and of this context; `milliseconds` is a place for the answer.
        unsafe {
            self.context.driver.cuEventSynchronize(start.raw)?;
            self.context.driver.cuEventSynchronize(self.raw)?;
            self.context.driver.cuEventElapsedTime(&raw mut milliseconds, start.raw, self.raw)?;
        }
        Ok(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) * 1e-3))
    }
}

impl Drop for TimingEvent {
    fn drop(&mut self) {
        // An event knows its context: it can go without.
        let _current = self.context.enter();
        // SAFETY: the event is alive; the driver keeps what pending work needs of it.
        let _ = unsafe { self.context.driver.cuEventDestroy(self.raw) };
    }
}
