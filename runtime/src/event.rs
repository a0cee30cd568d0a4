//! Events: marks in a stream's work, to wait for and to tell the time between two of them.
//!
//! Takes a stream; guarantees that on a GPU the time is the device's own, free of the host's delays; leaves the
//! order of work that shares buffers to [`crate::order`], which needs no events of the user's.

use std::time::{Duration, Instant};

use crate::driver::Mark;
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::stream::{Engine, Stream};

/// A mark in a stream's work. Made by [`Stream::record_event`] and [`Stream::record_event_untimed`].
pub struct Event {
    kind: Kind,
}

enum Kind {
    /// The CPU's work is done when a launch returns, so a mark is a moment.
    Cpu {
        at: Instant,
        timed: bool,
    },
    Gpu(Mark),
}

/// What to do where work is recorded.
const EVENTS: &str = "record the event on the stream that the graph is launched on; inside, work is ordered by the buffers it uses";

impl Stream {
    /// Marks the end of the work given to this stream so far, with its time.
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
    /// let start = stream.record_event()?;
    /// let zeros = stream.alloc_zeroed::<f32>(1 << 20)?;
    /// let end = stream.record_event()?;
    /// println!("{:?} to make {} zeros", end.elapsed_since(&start)?, zeros.len());
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    #[doc(alias = "cudaEventRecord")]
    pub fn record_event(&self) -> Result<Event> {
        self.event(true)
    }

    /// Marks the end of the work given to this stream so far. Without the time an event costs the device less, and
    /// is all that [`Stream::wait`] needs.
    ///
    /// # Errors
    ///
    /// As [`Stream::record_event`].
    pub fn record_event_untimed(&self) -> Result<Event> {
        self.event(false)
    }

    fn event(&self, timed: bool) -> Result<Event> {
        let kind = match self.engine() {
            Engine::Cpu(_) => Kind::Cpu { at: Instant::now(), timed },
            Engine::Gpu(stream) => Kind::Gpu(stream.mark(timed)?),
            Engine::Capture(_) => return Err(refused("an event", EVENTS)),
        };
        Ok(Event { kind })
    }

    /// Lets everything given to this stream from now on wait for an event, of this or another device. The host does
    /// not wait.
    ///
    /// Work that shares buffers is ordered without this; it is for what Kiln does not know, such as files that host
    /// functions write or memory of other libraries.
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
    /// let device = Device::best()?;
    /// let (first, second) = (device.stream(), device.new_stream()?);
    /// let ready = first.record_event_untimed()?;
    /// second.wait(&ready)?;
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn wait(&self, event: &Event) -> Result<()> {
        match (self.engine(), &event.kind) {
            (Engine::Gpu(stream), Kind::Gpu(mark)) => stream.wait(mark),
            // What a stream of the CPU is given is done at once: the host has to wait.
            (Engine::Cpu(_), Kind::Gpu(mark)) => mark.synchronize(),
            (Engine::Gpu(_) | Engine::Cpu(_), Kind::Cpu { .. }) => Ok(()),
            (Engine::Capture(_), _) => Err(refused("waiting for an event", EVENTS)),
        }
    }
}

impl Event {
    /// Marks the end of the work given to a stream of the same device so far, and no longer what it marked before.
    pub(crate) fn record_again(self, stream: &Stream) -> Result<Event> {
        match (&self.kind, stream.engine()) {
            (Kind::Gpu(mark), Engine::Gpu(stream)) => mark.again(stream)?,
            _ => return stream.event(self.is_timed()),
        }
        Ok(self)
    }

    /// Whether all work before the mark is done.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    pub fn is_done(&self) -> Result<bool> {
        match &self.kind {
            Kind::Cpu { .. } => Ok(true),
            Kind::Gpu(mark) => mark.is_done(),
        }
    }

    /// Waits until all work before the mark is done. A kernel's failure is told by its stream.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    pub fn synchronize(&self) -> Result<()> {
        match &self.kind {
            Kind::Cpu { .. } => Ok(()),
            Kind::Gpu(mark) => mark.synchronize(),
        }
    }

    /// The time from an earlier event to this one, once both have happened: waits for them. Resolution on a GPU is
    /// about half a microsecond.
    ///
    /// # Errors
    ///
    /// [`Error::EventWithoutTime`] for an event of [`Stream::record_event_untimed`], [`Error::WrongDevice`] for events
    /// of different devices, [`Error::EventOrder`] where `earlier` happened after this one, [`Error::Driver`] where the
    /// device fails.
    #[doc(alias = "cudaEventElapsedTime")]
    #[doc(alias = "duration_since")]
    pub fn elapsed_since(&self, earlier: &Event) -> Result<Duration> {
        if !self.is_timed() || !earlier.is_timed() {
            return Err(Error::EventWithoutTime);
        }
        match (&self.kind, &earlier.kind) {
            (Kind::Cpu { at: end, .. }, Kind::Cpu { at: start, .. }) => {
                end.checked_duration_since(*start).ok_or_else(|| Error::EventOrder(*start - *end))
            }
            (Kind::Gpu(end), Kind::Gpu(start)) if end.same_device(start) => end.since(start),
            (Kind::Cpu { .. } | Kind::Gpu(_), Kind::Cpu { .. } | Kind::Gpu(_)) => Err(Error::WrongDevice {
                what: "the earlier event".to_owned(),
                buffer_device: "another device".to_owned(),
                stream_device: "the device of the later event".to_owned(),
            }),
        }
    }

    fn is_timed(&self) -> bool {
        match &self.kind {
            Kind::Cpu { timed, .. } => *timed,
            Kind::Gpu(mark) => mark.is_timed(),
        }
    }
}
