//! Events: marks in a stream's work, to tell the time between two of them.
//!
//! Takes a stream; guarantees that on a GPU the time is the device's own, free of the host's delays; leaves ordering
//! between streams to the buffers (see [`crate::stream`]).

use std::time::{Duration, Instant};

use crate::driver::TimingEvent;
use crate::error::{Error, Result};
use crate::stream::{Engine, Stream};

/// A mark in a stream's work. Made by [`Stream::record`].
pub struct Event {
    kind: Kind,
}

enum Kind {
    /// The CPU's work is done when a launch returns, so a mark is a moment.
    Cpu(Instant),
    Gpu(TimingEvent),
}

impl Stream {
    /// Marks the end of the work given to this stream so far.
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
    /// let start = stream.record()?;
    /// let zeros = stream.alloc_zeroed::<f32>(1 << 20)?;
    /// let end = stream.record()?;
    /// println!("{:?} to make {} zeros", end.since(&start)?, zeros.len());
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn record(&self) -> Result<Event> {
        let kind = match self.engine() {
            Engine::Cpu(_) => Kind::Cpu(Instant::now()),
            Engine::Gpu(stream) => Kind::Gpu(TimingEvent::record(stream)?),
        };
        Ok(Event { kind })
    }
}

impl Event {
    /// The time from an earlier event to this one, once both have happened: waits for them. Resolution on a GPU is about
    /// half a microsecond.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for events of different devices, [`Error::Driver`] where the device fails.
    pub fn since(&self, earlier: &Event) -> Result<Duration> {
        match (&self.kind, &earlier.kind) {
            (Kind::Cpu(end), Kind::Cpu(start)) => Ok(end.saturating_duration_since(*start)),
            (Kind::Gpu(end), Kind::Gpu(start)) if end.same_device(start) => end.since(start),
            (Kind::Cpu(_) | Kind::Gpu(_), Kind::Cpu(_) | Kind::Gpu(_)) => Err(Error::WrongDevice {
                what: "the earlier event".to_owned(),
                buffer_device: "another device".to_owned(),
                stream_device: "the device of the later event".to_owned(),
            }),
        }
    }
}
