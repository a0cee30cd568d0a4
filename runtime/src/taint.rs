//! What a failed kernel leaves behind is not taken for a result.
//!
//! Takes the launches that each stream was given, and the failures that it tells; guarantees that memory which a
//! failed launch was writing, or a launch behind it on its stream before the failure was told, is neither read nor
//! given to a kernel until it was written anew as a whole or accepted as it is; leaves finding failures to
//! [`crate::stream`], and the order of streams to [`crate::order`].
//!
//! Nothing is looked up as long as no kernel of the process has failed: a launch leaves its number in the memory
//! that it writes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::stream::{Failure, Stream};

/// Whether a stream of the process has ever told of a failure.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Whether there may be anything to look up.
#[inline]
pub(crate) fn any_failed() -> bool {
    FAILED.load(Ordering::Acquire)
}

/// So many failures of a stream are remembered, the last ones.
const REMEMBERED: usize = 1024;

/// So many streams may be noted as writers of some memory before those that can be forgotten are looked for.
const FEW: usize = 4;

/// The launches of a stream, by number, and those that are known to have failed.
#[derive(Default)]
pub(crate) struct Launches {
    /// How many the stream was given.
    given: AtomicU64,
    /// All before this one are over, and what failed among them was told.
    told: AtomicU64,
    failed: Mutex<VecDeque<Failed>>,
}

/// A failure that was told, and the launches that may have been part of it: from the one that failed first to the
/// last that the stream had been given when it was told.
struct Failed {
    first: u64,
    end: u64,
    failure: Failure,
}

impl Launches {
    /// The number of a further launch.
    #[inline]
    pub(crate) fn next(&self) -> u64 {
        self.given.fetch_add(1, Ordering::Relaxed)
    }

    /// How many there have been.
    pub(crate) fn given(&self) -> u64 {
        self.given.load(Ordering::Relaxed)
    }

    /// The last one, unless all is known that became of it and of those before.
    fn last_untold(&self) -> Option<u64> {
        let given = self.given();
        (given > self.told.load(Ordering::Relaxed)).then(|| given - 1)
    }

    /// The first `count` are over, and no failure is left to be told of.
    pub(crate) fn all_told(&self, count: u64) {
        self.told.fetch_max(count, Ordering::Relaxed);
    }

    /// A failure is told: of the launch whose number ends in these bits; of one that nobody can name where there
    /// are none.
    pub(crate) fn tell(&self, launch: Option<u32>, failure: &Failure) {
        let end = self.given();
        let first = match launch {
            // No more launches are under way than these bits count.
            Some(launch) => {
                let last = end.saturating_sub(1);
                last.saturating_sub(u64::from((last as u32).wrapping_sub(launch)))
            }
            None => self.told.load(Ordering::Relaxed),
        };
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.len() == REMEMBERED {
            failed.pop_front();
        }
        failed.push_back(Failed { first, end, failure: failure.clone() });
        self.all_told(end);
        FAILED.store(true, Ordering::Release);
    }

    /// The failure that this launch was part of.
    fn failure_of(&self, launch: u64) -> Option<Failure> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let known = failed.iter().find(|one| (one.first..one.end).contains(&launch));
        known.map(|one| one.failure.clone())
    }
}

/// Which launches wrote an allocation last.
#[derive(Default)]
pub(crate) struct Written {
    /// On the home stream: one more than the launch's number; 0 for none.
    at_home: AtomicU64,
    /// On others, one a stream, with the launch's number.
    elsewhere: Mutex<Vec<(Stream, u64)>>,
}

impl Memory {
    /// Notes that a launch on this stream writes the memory.
    #[inline]
    pub(crate) fn written_by(&self, stream: &Stream, launch: u64) {
        if stream.is(self.home()) {
            self.written_at_home(launch);
        } else {
            self.written_elsewhere(stream, launch);
        }
    }

    /// As [`Memory::written_by`], on the home stream.
    #[inline]
    pub(crate) fn written_at_home(&self, launch: u64) {
        self.written().at_home.store(launch + 1, Ordering::Relaxed);
    }

    /// Notes that work on this stream writes what came of its launches before.
    pub(crate) fn written_after(&self, stream: &Stream) {
        if let Some(last) = stream.launches().last_untold() {
            self.written_by(stream, last);
        }
    }

    #[cold]
    fn written_elsewhere(&self, stream: &Stream, launch: u64) {
        let mut elsewhere = self.written().elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.retain(|(one, _)| !one.is(stream));
        if elsewhere.len() >= FEW {
            // Streams come and go. Of one that was waited for everything is known.
            elsewhere.retain(|(one, launch)| {
                let launches = one.launches();
                launches.told.load(Ordering::Relaxed) <= *launch || launches.failure_of(*launch).is_some()
            });
        }
        elsewhere.push((stream.clone(), launch));
    }

    /// The streams other than `reader` whose kernels may have written the memory.
    pub(crate) fn other_writers(&self, reader: &Stream) -> impl Iterator<Item = Stream> {
        let elsewhere = self.written().elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        let others: Vec<Stream> = std::iter::once(self.home())
            .chain(elsewhere.iter().map(|(stream, _)| stream))
            .filter(|stream| !stream.is(reader))
            .cloned()
            .collect();
        others.into_iter()
    }

    /// The failure of a launch that was writing the memory.
    #[inline]
    pub(crate) fn poison_cause(&self) -> Option<Error> {
        if any_failed() { self.find_taint() } else { None }
    }

    #[cold]
    fn find_taint(&self) -> Option<Error> {
        let written = self.written();
        let at_home = written.at_home.load(Ordering::Relaxed).checked_sub(1);
        let at_home = at_home.and_then(|launch| self.home().launches().failure_of(launch));
        let elsewhere = || {
            let elsewhere = written.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            elsewhere.iter().find_map(|(stream, launch)| stream.launches().failure_of(*launch))
        };
        at_home.or_else(elsewhere).map(Failure::explain)
    }

    /// An error where a failed launch was writing the memory.
    #[inline]
    pub(crate) fn trusted(&self, what: impl FnOnce() -> String) -> Result<()> {
        match self.poison_cause() {
            None => Ok(()),
            Some(cause) => Err(Error::Poisoned { what: what(), cause: Box::new(cause) }),
        }
    }

    /// What the memory holds is of no failed launch: it was written anew, or is accepted.
    pub(crate) fn forget_taint(&self) {
        let written = self.written();
        written.at_home.store(0, Ordering::Relaxed);
        written.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use kiln_codegen::abi::FailRecord;

    use super::*;

    fn failure() -> Failure {
        Failure::Record(FailRecord::default())
    }

    fn give(launches: &Launches, count: u64) {
        let before = launches.given();
        (0..count).for_each(|number| assert_eq!(launches.next(), before + number));
    }

    #[test]
    fn launches_from_the_failed_one_to_the_telling_are_doubted() {
        let launches = Launches::default();
        give(&launches, 10);
        launches.tell(Some(4), &failure());
        give(&launches, 3);
        for launch in 0..13 {
            assert_eq!(launches.failure_of(launch).is_some(), (4..10).contains(&launch), "{launch}");
        }
    }

    #[test]
    fn a_failure_without_a_number_is_of_any_launch_that_was_not_told_of() {
        let launches = Launches::default();
        give(&launches, 6);
        launches.all_told(3);
        launches.tell(None, &failure());
        let doubted: Vec<u64> = (0..8).filter(|launch| launches.failure_of(*launch).is_some()).collect();
        assert_eq!(doubted, [3, 4, 5]);
    }

    #[test]
    fn numbers_are_found_again_when_their_low_bits_have_gone_round() {
        let launches = Launches { given: AtomicU64::new((3 << 32) + 5), ..Launches::default() };
        launches.tell(Some(u32::MAX - 1), &failure());
        assert!(launches.failure_of((3 << 32) - 3).is_none());
        assert!(launches.failure_of((3 << 32) - 2).is_some());
        assert!(launches.failure_of((3 << 32) + 4).is_some());
        assert!(launches.failure_of((3 << 32) + 5).is_none());
    }

    #[test]
    fn old_failures_are_forgotten_at_last() {
        let launches = Launches::default();
        for number in 0..2000 {
            launches.next();
            launches.tell(Some(number), &failure());
        }
        assert!(launches.failure_of(900).is_none());
        assert!(launches.failure_of(1999).is_some());
        assert_eq!(launches.failed.lock().unwrap().len(), REMEMBERED);
    }
}
