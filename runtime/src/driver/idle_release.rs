//! What is left of a device of which nobody holds anything.
//!
//! Streams, records and events are used again, so that making and dropping them is cheap. Takes word of each stream
//! that begins and ends; guarantees that when the last one has gone all is given back to the driver, if it is at
//! rest, and not so often that who opens a device for each call would feel it. Freeing page-locked memory waits for
//! the whole device, so where any work of Kiln's is under way nothing is given back, and stays for whoever comes
//! next. The context, its pool and its code stay as long as the process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::stream::Parked;
use super::{Context, in_callback};

/// Giving things back takes a part of a program's time that is smaller by this, whatever the driver takes for it:
/// on an H200 about 0.2 ms, and 0.5 ms to have page-locked memory again.
const RARELY: u32 = 200;

/// What longer giving back counts as: other libraries' work was waited for, or the thread did not run.
const MOST: Duration = Duration::from_millis(1);

/// How often the driver is asked for work that has not come to rest: as long as it takes a stream to free memory.
const QUESTIONS: usize = 100;

/// Who holds something of a device.
#[derive(Default)]
pub(super) struct Holders {
    streams: AtomicUsize,
    /// Before this nothing is given back.
    not_before: Mutex<Option<Instant>>,
}

impl Context {
    /// A stream begins.
    pub(super) fn hold(&self) {
        self.holders.streams.fetch_add(1, Ordering::Relaxed);
    }

    /// A stream has gone, and has left behind what others may use again.
    pub(super) fn let_go(&'static self) {
        if self.holders.streams.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.now_or_later(|| {
                // Who gives things back already holds the lock.
                let Ok(mut not_before) = self.holders.not_before.try_lock() else { return };
                let begun = Instant::now();
                if not_before.is_none_or(|time| time <= begun) {
                    self.give_back();
                    *not_before = Some(Instant::now() + begun.elapsed().min(MOST) * RARELY);
                }
            });
        }
    }

    /// Whether nobody holds a stream, so that nothing need be kept.
    pub(super) fn is_unheld(&self) -> bool {
        self.holders.streams.load(Ordering::Relaxed) == 0 && !in_callback()
    }

    /// Gives everything back, if it is at rest. Another thread may open the device meanwhile: it makes its own.
    fn give_back(&self) {
        let Ok(_current) = self.enter() else { return };
        self.sweep();
        let mut records = std::mem::take(&mut *self.records.lock().unwrap_or_else(PoisonError::into_inner));
        let mut parked = std::mem::take(&mut *self.parked.lock().unwrap_or_else(PoisonError::into_inner));
        let mut questions = QUESTIONS;
        let mut at_rest = |ask: &dyn Fn() -> bool| {
            while !ask() {
                questions -= 1;
                if questions == 0 {
                    return false;
                }
            }
            true
        };
        // SAFETY: a parked stream is alive.
        let all = parked.iter().all(|one| at_rest(&|| unsafe { self.driver.cuStreamQuery(one.raw) }.is_ok()))
            && records.iter().all(|(mark, _)| at_rest(&|| mark.is_done().unwrap_or(false)));
        if !all {
            self.records.lock().unwrap_or_else(PoisonError::into_inner).append(&mut records);
            self.parked.lock().unwrap_or_else(PoisonError::into_inner).append(&mut parked);
            return;
        }
        for (mark, record) in records {
            drop(mark);
            record.discard(self);
        }
        for Parked { raw, record, .. } in parked {
            // SAFETY: nobody holds the stream, and all of its work is done.
            let _ = unsafe { self.driver.cuStreamDestroy(raw) };
            record.discard(self);
        }
        let events = std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner));
        for event in events {
            // SAFETY: nobody has the event.
            let _ = unsafe { self.driver.cuEventDestroy(event) };
        }
    }
}
