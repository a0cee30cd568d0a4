//! What a session is told while it runs: launches, copies and compilations, each between two events.
//!
//! Takes streams and what they are given; guarantees that nothing is done and nothing kept while no session runs, that
//! work goes on as it would where an event cannot be recorded, and that what is kept stays within a bound: finished
//! work is added to sums; leaves what the sums mean to [`super::report`].

use std::collections::{HashMap, VecDeque};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::arg::Arg;
use crate::device::{Device, DeviceShared};
use crate::event::Event;
use crate::instance::Loaded;
use crate::jit;
use crate::registry::KernelEntry;
use crate::stream::{Engine, Stream};
use crate::sys::driver::Driver;

/// Work whose times have not been asked for: from twice as many on, the older half is.
const PENDING: usize = 1024;
/// The most pieces of work that a timeline shows.
const TIMELINE: usize = 100_000;

static WATCH: Mutex<Option<Watch>> = Mutex::new(None);
/// How many sessions there were.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

fn lock() -> MutexGuard<'static, Option<Watch>> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a session has been told so far.
pub(super) struct Watch {
    /// Tells it from sessions before and after.
    number: u64,
    begin: Instant,
    /// The device that it looks at.
    device: &'static DeviceShared,
    /// The zero of the device's time.
    zero: Event,
    works: Vec<Work>,
    known: HashMap<Key, usize>,
    pending: VecDeque<Pending>,
    /// Events to be recorded again.
    spare: Vec<Event>,
    pub(super) spans: Vec<Span>,
    pub(super) compiles: Vec<Compile>,
}

/// All launches of a kernel, or all copies of a kind.
pub(super) struct Work {
    pub(super) kind: WorkKind,
    pub(super) calls: u64,
    pub(super) seconds: f64,
    /// Seconds of the host.
    pub(super) host: f64,
    pub(super) bytes: u64,
    /// Blocks of the largest launch.
    pub(super) blocks: u64,
    pub(super) threads: u32,
    pub(super) shared: u32,
}

#[derive(Clone, Copy)]
pub(super) enum WorkKind {
    Kernel(&'static Loaded),
    /// Of the user's object code.
    Foreign(&'static KernelEntry),
    Graph,
    /// A copy or a fill.
    Copy(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// By address: both live as long as the process.
    Kernel(usize),
    Graph,
    Copy(&'static str),
}

impl WorkKind {
    fn key(&self) -> Key {
        match self {
            WorkKind::Kernel(loaded) => Key::Kernel(ptr::from_ref(*loaded).addr()),
            WorkKind::Foreign(entry) => Key::Kernel(ptr::from_ref(*entry).addr()),
            WorkKind::Graph => Key::Graph,
            WorkKind::Copy(what) => Key::Copy(what),
        }
    }
}

struct Pending {
    work: usize,
    stream: u64,
    events: [Event; 2],
    host: [f64; 2],
}

/// A piece of work in time, in seconds from the session's begin. The device's clock and the host's are not the same:
/// their zeros are a few microseconds apart.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) work: usize,
    pub(super) stream: u64,
    pub(super) device: [f64; 2],
    pub(super) host: [f64; 2],
}

/// The compilation of a kernel, or finding it in the cache.
pub(super) struct Compile {
    pub(super) kernel: &'static str,
    pub(super) host: [f64; 2],
}

/// What was given to a stream, from when it was made to its drop.
pub(crate) struct Watched<'a> {
    session: u64,
    stream: &'a Stream,
    work: usize,
    start: Option<Event>,
    begin: f64,
}

/// What a launch is besides its kernel.
#[derive(Clone, Copy, Default)]
pub(crate) struct Geometry {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared: u32,
}

/// Begins to watch a device; whether no session did so already.
pub(super) fn begin(device: &Device, zero: Event) -> bool {
    let mut watch = lock();
    if watch.is_some() {
        return false;
    }
    *watch = Some(Watch {
        number: SESSIONS.fetch_add(1, Ordering::Relaxed),
        begin: Instant::now(),
        device: device.shared(),
        zero,
        works: Vec::new(),
        known: HashMap::new(),
        pending: VecDeque::new(),
        spare: Vec::new(),
        spans: Vec::new(),
        compiles: Vec::new(),
    });
    Driver::watch(true);
    true
}

/// Ends the session, and gives what it was told.
pub(super) fn end() -> Option<Watch> {
    Driver::watch(false);
    let mut watch = lock().take()?;
    watch.settle(0);
    Some(watch)
}

/// Notes a launch of a kernel while a session runs; it lasts until what this gives is dropped.
#[inline]
pub(crate) fn kernel<'a>(
    loaded: &'static Loaded,
    stream: &'a Stream,
    geometry: Geometry,
    args: &[Arg<'_>],
) -> Option<Watched<'a>> {
    if Driver::is_watched() { note(WorkKind::Kernel(loaded), stream, geometry, args, 0) } else { None }
}

/// As [`kernel`], of object code.
#[inline]
pub(crate) fn foreign<'a>(
    entry: &'static KernelEntry,
    stream: &'a Stream,
    geometry: Geometry,
) -> Option<Watched<'a>> {
    if Driver::is_watched() { note(WorkKind::Foreign(entry), stream, geometry, &[], 0) } else { None }
}

/// As [`kernel`], of a graph.
pub(crate) fn graph(stream: &Stream) -> Option<Watched<'_>> {
    if Driver::is_watched() { note(WorkKind::Graph, stream, Geometry::default(), &[], 0) } else { None }
}

/// As [`kernel`], of a copy or a fill of so many bytes.
pub(crate) fn copy<'a>(what: &'static str, stream: &'a Stream, bytes: usize) -> Option<Watched<'a>> {
    if Driver::is_watched() {
        note(WorkKind::Copy(what), stream, Geometry::default(), &[], bytes as u64)
    } else {
        None
    }
}

/// Notes that a kernel was compiled, or found in a cache, since this moment.
pub(crate) fn compiled(kernel: &'static str, since: Instant) {
    if Driver::is_watched()
        && let Some(watch) = &mut *lock()
    {
        let host = [since, Instant::now()].map(|at| watch.seconds(at));
        watch.compiles.push(Compile { kernel, host });
    }
}

#[cold]
fn note<'a>(
    kind: WorkKind,
    stream: &'a Stream,
    geometry: Geometry,
    args: &[Arg<'_>],
    bytes: u64,
) -> Option<Watched<'a>> {
    if matches!(stream.engine(), Engine::Capture(_)) {
        return None;
    }
    let mut watch = lock();
    let watch = watch.as_mut().filter(|watch| ptr::eq(watch.device, stream.device_shared()))?;
    let index = watch.index(kind);
    let bytes = if let WorkKind::Kernel(loaded) = kind { loaded.traffic().bytes(args) } else { bytes };
    let work = &mut watch.works[index];
    let threads = geometry.block.iter().product();
    work.blocks = work.blocks.max(geometry.grid.iter().map(|n| u64::from(*n)).product());
    (work.threads, work.shared) = (work.threads.max(threads), work.shared.max(geometry.shared));
    work.calls += 1;
    work.bytes += bytes;
    let start = watch.mark(stream);
    Some(Watched { session: watch.number, stream, work: index, start, begin: watch.seconds(Instant::now()) })
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let Some(start) = self.start.take() else { return };
        // The session may have ended, and another begun.
        let mut watch = lock();
        let Some(watch) = watch.as_mut().filter(|watch| watch.number == self.session) else { return };
        let host = [self.begin, watch.seconds(Instant::now())];
        let Some(end) = watch.mark(self.stream) else { return };
        watch.pending.push_back(Pending {
            work: self.work,
            stream: self.stream.number(),
            events: [start, end],
            host,
        });
        if watch.pending.len() >= 2 * PENDING {
            watch.settle(PENDING);
        }
    }
}

impl Watch {
    fn seconds(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.begin).as_secs_f64()
    }

    fn index(&mut self, kind: WorkKind) -> usize {
        let key = kind.key();
        if let Some(index) = self.known.get(&key) {
            return *index;
        }
        let index = self.works.len();
        self.works.push(Work {
            kind,
            calls: 0,
            seconds: 0.0,
            host: 0.0,
            bytes: 0,
            blocks: 0,
            threads: 0,
            shared: 0,
        });
        self.known.insert(key, index);
        index
    }

    /// Marks a stream's work so far.
    fn mark(&mut self, stream: &Stream) -> Option<Event> {
        match self.spare.pop() {
            Some(event) => event.record_again(stream).ok(),
            None => stream.record_event().ok(),
        }
    }

    /// Asks for the times of all work but the newest `leave` pieces, and waits for them.
    fn settle(&mut self, leave: usize) {
        for _ in leave..self.pending.len() {
            let Some(one) = self.pending.pop_front() else { return };
            let [start, end] = one.events;
            let since =
                |event: &Event, earlier: &Event| event.elapsed_since(earlier).map(|time| time.as_secs_f64());
            if let (Ok(from), Ok(took)) = (since(&start, &self.zero), since(&end, &start)) {
                let work = &mut self.works[one.work];
                work.seconds += took;
                work.host += one.host[1] - one.host[0];
                if self.spans.len() < TIMELINE {
                    let device = [from, from + took];
                    self.spans.push(Span { work: one.work, stream: one.stream, device, host: one.host });
                }
            }
            self.spare.extend([start, end]);
        }
    }

    pub(super) fn into_parts(self) -> (Vec<Work>, Vec<Span>, Vec<Compile>, f64) {
        let seconds = self.begin.elapsed().as_secs_f64();
        (self.works, self.spans, self.compiles, seconds)
    }
}

impl WorkKind {
    /// The name for people: of a kernel's instance with its types and constants.
    pub(super) fn name(&self) -> String {
        match self {
            WorkKind::Kernel(loaded) => match jit::instance_name(&loaded.answers) {
                types if types.is_empty() => loaded.entry.name.to_owned(),
                types => {
                    let parts: Vec<String> = types.split(", ").map(short).collect();
                    format!("{}<{}>", loaded.entry.name, parts.join(", "))
                }
            },
            WorkKind::Foreign(entry) => entry.name.to_owned(),
            WorkKind::Graph => "graphs".to_owned(),
            WorkKind::Copy(what) => without_article(what).to_owned(),
        }
    }
}

/// A type or a constant in a kernel's name: `128` of `0x80usize`, `Ray` of `struct Ray`.
fn short(part: &str) -> String {
    let part = part.strip_prefix("struct ").unwrap_or(part);
    let digits = part.strip_prefix("0x").and_then(|rest| rest.split(['u', 'i']).next());
    let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    number.map_or_else(|| part.to_owned(), |number| number.to_string())
}

/// What errors call `a download` is `download` in a table.
pub(super) fn without_article(what: &str) -> &str {
    what.strip_prefix("a ").or_else(|| what.strip_prefix("an ")).unwrap_or(what)
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn names_are_short() {
        for (part, name) in [
            ("0x80usize", "128"),
            ("0x1u8", "1"),
            ("struct Ray", "Ray"),
            ("0x1bool", "0x1bool"),
            ("f32", "f32"),
        ] {
            assert_eq!(short(part), name);
        }
    }
}
