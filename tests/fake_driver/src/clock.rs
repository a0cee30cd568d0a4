//! Vector clocks: which work surely comes before which.

use std::collections::HashMap;

/// How far each stream had come, as seen from some place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    seen: HashMap<usize, u64>,
}

impl Clock {
    /// Sees all that the other has seen.
    pub(crate) fn join(&mut self, other: &Clock) {
        for (stream, number) in &other.seen {
            self.see(*stream, *number);
        }
    }

    /// Sees a stream's work up to this number.
    pub(crate) fn see(&mut self, stream: usize, number: u64) {
        let seen = self.seen.entry(stream).or_insert(0);
        *seen = number.max(*seen);
    }

    /// Whether this work of a stream surely comes before.
    pub(crate) fn has(&self, stream: usize, number: u64) -> bool {
        self.seen.get(&stream).is_some_and(|seen| *seen >= number)
    }
}
