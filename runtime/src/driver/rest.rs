//! What is left of a device of which nobody holds anything.
//!
//! Streams, records and events are used again, so that making and dropping them is cheap. Takes word of each stream that begins and
//! ends; guarantees that what is at rest when the last one has gone is given back to the driver, without a wait for work that is still
//! under way, and not so often that who opens a device for each call would feel it. What is still busy then stays for whoever comes next;
//! the context, its pool and its code stay as long as the process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::stream::Parked;
use super::{Context, in_callback};

/// Nothing is given back when it was less than this long ago: making it all again takes a hundredth of that.
const BRIEF: Duration = Duration::from_millis(10);

/// How often the driver is asked for work that has not come to rest: as long as it takes a stream to free memory.
const QUESTIONS: usize = 100;

/// Who holds something of a device.
#[derive(Default)]
pub(super) struct Holders {
    streams: AtomicUsize,
    /// When things were last given back.
    last: Mutex<Option<Instant>>,
}

impl Holders {
    fn is_due(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| last.elapsed() >= BRIEF);
        if due {
            *last = Some(Instant::now());
        }
        due
    }
}

impl Context {
    /// A stream begins.
    pub(super) fn hold(&self) {
        self.holders.streams.fetch_add(1, Ordering::Relaxed);
    }

    /// A stream has gone, and has left behind what others may use again.
    pub(super) fn let_go(&'static self) {
        if self.holders.streams.fetch_sub(1, Ordering::Relaxed) == 1 && self.holders.is_due() {
            self.now_or_later(|| self.give_back());
        }
    }

    /// Whether nobody holds a stream, so that nothing need be kept.
    pub(super) fn is_unheld(&self) -> bool {
        self.holders.streams.load(Ordering::Relaxed) == 0 && !in_callback()
    }

    /// Gives back what is at rest. Another thread may open the device meanwhile: it makes its own, or takes what has not been reached.
    fn give_back(&self) {
        let Ok(_current) = self.enter() else { return };
        self.sweep();
        let mut questions = QUESTIONS;
        let mut at_rest = |ask: &dyn Fn() -> bool| {
            loop {
                if ask() {
                    return true;
                }
                questions = questions.saturating_sub(1);
                if questions == 0 {
                    return false;
                }
            }
        };
        let records = std::mem::take(&mut *self.records.lock().unwrap_or_else(PoisonError::into_inner));
        for (mark, record) in records {
            if at_rest(&|| mark.is_done().unwrap_or(false)) {
                record.discard(self);
            } else {
                self.records.lock().unwrap_or_else(PoisonError::into_inner).push((mark, record));
            }
        }
        let parked = std::mem::take(&mut *self.parked.lock().unwrap_or_else(PoisonError::into_inner));
        for one in parked {
            // SAFETY: a parked stream is alive.
            if at_rest(&|| unsafe { self.driver.cuStreamQuery(one.raw) }.is_ok()) {
                let Parked { raw, record, .. } = one;
                // SAFETY: nobody holds the stream, and all of its work is done.
                let _ = unsafe { self.driver.cuStreamDestroy(raw) };
                record.discard(self);
            } else {
                self.parked.lock().unwrap_or_else(PoisonError::into_inner).push(one);
            }
        }
        let events = std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner));
        for event in events {
            // SAFETY: nobody has the event.
            let _ = unsafe { self.driver.cuEventDestroy(event) };
        }
    }
}
