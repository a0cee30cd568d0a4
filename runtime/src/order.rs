//! The order of work on several streams that use the same memory.
//!
//! Takes the memory that some work is about to use, and how; guarantees that whatever writes memory comes after all
//! that used it before, and whatever reads it after what wrote it, on whichever streams; leaves the work to
//! [`crate::stream`] and [`crate::launch`].
//!
//! Each allocation has a home stream. Work there needs no more than one look at a flag. Work on another stream
//! waits for what the home was given so far, and leaves a mark behind, which the next work that must come after it
//! waits for: on the home stream, or on a third. Readers do not wait for one another.

use kiln_codegen::compact::List;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::driver::{GpuStream, Mark};
use crate::error::{Error, Result};
use crate::graph::{GraphError, refused};
use crate::memory::Memory;
use crate::stream::{Engine, Stream};
use crate::taint::any_failed;

/// Uses of an allocation on other streams than its home, for which the home has not waited yet.
#[derive(Default)]
pub(crate) struct Uses {
    any: AtomicBool,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    /// The last that may have written.
    writer: Option<Use>,
    /// Those that have read since, one a stream.
    readers: Vec<Use>,
    /// How many readers there are when those that are done are next looked for.
    crowd: usize,
}

/// So few readers may stay noted when they are done: asking the driver takes longer than waiting for a mark that
/// has passed.
const FEW: usize = 16;

impl Noted {
    /// Notes a reader. Streams come and go, and each leaves a mark: those whose work is done are forgotten when
    /// there are many.
    fn read(&mut self, one: Use) {
        self.readers.retain(|reader| reader.stream != one.stream);
        self.readers.push(one);
        if self.readers.len() > self.crowd.max(FEW) {
            self.readers.retain(|reader| !reader.mark.is_done().unwrap_or(false));
            self.crowd = 2 * self.readers.len();
        }
    }
}

#[derive(Clone)]
struct Use {
    /// The stream's number.
    stream: u64,
    mark: Arc<Mark>,
}

impl Uses {
    #[inline]
    fn any(&self) -> bool {
        self.any.load(Ordering::Relaxed)
    }

    /// Makes the home stream wait for all of them: the memory is about to go.
    pub(crate) fn finish(&mut self, home: &GpuStream) {
        self.join(home);
    }

    /// Makes the home stream wait for all of them.
    pub(crate) fn join(&self, home: &GpuStream) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = &mut *noted;
        for one in noted.writer.take().into_iter().chain(noted.readers.drain(..)) {
            // Where the stream cannot be made to wait, the host does.
            if home.wait(&one.mark).is_err() {
                let _ = one.mark.synchronize();
            }
        }
    }
}

/// What a piece of work that uses several allocations has waited for already.
#[derive(Default)]
pub(crate) struct Waited {
    /// The last home's number.
    home: Option<u64>,
    /// Whether any memory is another stream's.
    foreign: bool,
    /// Whether the work is a copy between devices, and finds its way to the memory of each.
    apart: bool,
    /// Whether it is a copy or a fill, which does not look at what it writes.
    copy: bool,
}

impl Waited {
    /// Of a copy or a fill.
    pub(crate) fn copy() -> Waited {
        Waited { copy: true, ..Waited::default() }
    }

    /// Of a copy between devices.
    pub(crate) fn apart() -> Waited {
        Waited { apart: true, ..Waited::copy() }
    }

    /// Whether any of the memory is at home on another stream: [`Stream::after`] is then to be called.
    #[inline]
    pub(crate) fn foreign(&self) -> bool {
        self.foreign
    }
}

impl Memory {
    /// Waits until the host may read the memory itself, or write it; tells of kernels that may have written it and
    /// failed. Of what is given to streams meanwhile the caller's borrow of the memory takes care.
    pub(crate) fn wait_on_host(&self, writes: bool) -> Result<()> {
        let home = self.home();
        if let Engine::Gpu(stream) = home.engine() {
            stream.synchronize()?;
        }
        let marks: Vec<Arc<Mark>> = {
            let noted = self.uses().noted.lock().unwrap_or_else(PoisonError::into_inner);
            let readers = noted.readers.iter().filter(|_| writes);
            noted.writer.iter().chain(readers).map(|one| Arc::clone(&one.mark)).list()
        };
        marks.iter().try_for_each(|mark| mark.synchronize())?;
        home.report()?;
        self.other_writers(home).try_for_each(|writer| writer.vouch())
    }
}

impl Stream {
    /// Makes this stream wait for the uses of this memory that must come before a use that writes or only reads it.
    #[inline]
    pub(crate) fn before(
        &self,
        memory: &Memory,
        writes: bool,
        waited: &mut Waited,
        what: impl FnOnce() -> String,
    ) -> Result<()> {
        if !(writes && waited.copy)
            && let Some(cause) = memory.poison_cause()
        {
            return Err(Error::Poisoned { what: what(), cause: Box::new(cause) });
        }
        if self.is(memory.home()) && !memory.uses().any() {
            return Ok(());
        }
        self.before_foreign(memory, writes, waited, what)
    }

    /// Whether a launch has nothing to wait for on account of this memory: it is at home here, nobody else uses it,
    /// and no kernel has ever failed.
    #[inline]
    pub(crate) fn orders_alone(&self, memory: &Memory) -> bool {
        self.is(memory.home()) && !memory.uses().any() && !any_failed()
    }

    #[cold]
    fn before_foreign(
        &self,
        memory: &Memory,
        writes: bool,
        waited: &mut Waited,
        what: impl FnOnce() -> String,
    ) -> Result<()> {
        if let Engine::Capture(_) = self.engine() {
            return Err(refused("this use of a buffer", "do it before the graph is launched, or after"));
        }
        let home = memory.home();
        if let Engine::Capture(_) = home.engine() {
            return Err(Error::Graph(GraphError::Kept));
        }
        if !(waited.apart || memory.is_reached_by(self)) {
            return Err(Error::WrongDevice {
                what: what(),
                buffer_device: home.device_shared().describe(),
                stream_device: self.device_shared().describe(),
            });
        }
        let at_home = self.is(home);
        waited.foreign |= !at_home;
        let (Engine::Gpu(stream), Engine::Gpu(home_stream)) = (self.engine(), home.engine()) else {
            // Work on the CPU is done when it returns.
            return Ok(());
        };
        if !at_home && waited.home != Some(home.number()) {
            stream.wait(&home_stream.mark(false)?)?;
            waited.home = Some(home.number());
        }
        let uses = memory.uses();
        let mut noted = uses.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let readers = noted.readers.iter().filter(|_| writes);
        for one in noted.writer.iter().chain(readers).filter(|one| one.stream != self.number()) {
            stream.wait(&one.mark)?;
        }
        if at_home {
            noted.writer = None;
            if writes {
                noted.readers.clear();
            }
            uses.any.store(!noted.readers.is_empty(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Notes that this stream was given work that uses this memory, each to be written or only read.
    #[cold]
    pub(crate) fn after<'m>(&self, memory: impl Iterator<Item = (&'m Memory, bool)>) -> Result<()> {
        let mut mark = None;
        for (memory, writes) in memory.filter(|(memory, _)| !self.is(memory.home())) {
            let Engine::Gpu(stream) = self.engine() else { continue };
            let mark = match &mark {
                Some(mark) => mark,
                // Without a mark nobody can wait for the work later: the host waits now.
                None => &*mark.insert(Arc::new(stream.mark(false).inspect_err(|_| {
                    let _ = stream.settle();
                })?)),
            };
            let one = Use { stream: self.number(), mark: Arc::clone(mark) };
            let uses = memory.uses();
            let mut noted = uses.noted.lock().unwrap_or_else(PoisonError::into_inner);
            // It came after all that it waited for, and after what the same stream did before.
            if writes {
                noted.readers.clear();
                noted.writer = Some(one);
            } else {
                noted.read(one);
            }
            uses.any.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}
