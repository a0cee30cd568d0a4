//! What a session is told while it runs: launches, copies and compilations, each between two events.
//!
//! Takes streams and what they are given; guarantees that nothing is done and nothing kept while no session runs, that
//! work goes on as it would where an event cannot be recorded, and that what is kept stays within a bound: finished
//! work is added to sums; leaves what the sums mean to [`super::report`].

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::arg::{Arg, ArgValue};
use crate::counts::Counts;
use crate::cpu::Observer;
use crate::device::{Device, DeviceShared};
use crate::error::Result;
use crate::event::Event;
use crate::instance::Loaded;
use crate::jit;
use crate::registry::{KernelEntry, ParamKind};
use crate::stream::{Engine, Stream};
use crate::sys::cupti::{Collection, Pushed};
use crate::sys::driver::Driver;

use super::counting;
use super::report::TimeSource;

/// Work whose times have not been asked for: from twice as many on, the older half is.
const PENDING: usize = 1024;
/// The most pieces of work that a timeline shows.
const TIMELINE: usize = 100_000;
/// The most names of ranges.
const RANGES: usize = 1000;
/// The most sizes of a kernel that are counted.
const SIZES: usize = 16;

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
    /// The host's seconds until the end.
    pub(super) took: f64,
    /// The only device that it looks at, unless it looks at all.
    only: Option<&'static DeviceShared>,
    /// Whether launches are counted on the CPU, and the host's seconds that this has taken.
    counted: bool,
    pub(super) counting: f64,
    pub(super) devices: Vec<Seen>,
    pub(super) works: Vec<Work>,
    known: HashMap<(Key, usize), usize>,
    pending: VecDeque<Pending>,
    pub(super) spans: Vec<Span>,
    pub(super) compiles: Vec<Compile>,
    pub(super) ranges: Vec<RangeWork>,
    /// Ranges in the host's time.
    pub(super) range_spans: Vec<(usize, [f64; 2])>,
    collection: Option<Collection>,
    /// Why CUPTI has no times, where the program wants them.
    pub(super) without_cupti: Option<String>,
    /// The id, the work and the span of what CUPTI may have times for.
    traced: Vec<(u64, usize, Option<usize>)>,
}

/// A device whose work or memory the session has seen.
pub(super) struct Seen {
    pub(super) device: &'static DeviceShared,
    /// The zero of the device's time, and when that was.
    zero: Option<(Event, f64)>,
    /// Events to be recorded again.
    spare: Vec<Event>,
    /// Allocations, their bytes, and the most bytes that were held.
    pub(super) allocated: (u64, u64, u64),
}

/// All ranges of a name within the same range.
pub(super) struct RangeWork {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) calls: u64,
    pub(super) host: f64,
    /// Seconds of the devices, and pieces of work of each, without those of ranges within.
    pub(super) seconds: f64,
    pub(super) works: Vec<u64>,
}

/// All launches of a kernel, or all copies of a kind.
pub(super) struct Work {
    pub(super) kind: WorkKind,
    /// The device's index.
    pub(super) device: usize,
    pub(super) calls: u64,
    pub(super) seconds: f64,
    /// As CUPTI has them: for how many calls, and their seconds.
    pub(super) by_cupti: (u64, f64),
    /// Seconds of the host.
    pub(super) host: f64,
    pub(super) bytes: u64,
    /// Blocks of the largest launch.
    pub(super) blocks: u64,
    pub(super) threads: u32,
    pub(super) shared: u32,
    /// What launches on a device that counts did, and how many there were.
    own_counts: (Counts, u64),
    /// By a launch's size, what the first one did, and how many there were.
    sizes: HashMap<u64, (Option<Counts>, u64)>,
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
    range: Option<usize>,
    /// CUPTI's id.
    id: Option<u64>,
}

/// A piece of work in time, in seconds from the session's begin. The device's clock and the host's are not the same:
/// their zeros are a few microseconds apart.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) work: usize,
    pub(super) stream: u64,
    pub(super) device: [f64; 2],
    /// Of the device's times.
    pub(super) source: TimeSource,
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
    pushed: Option<Pushed>,
}

/// What a launch is besides its kernel.
#[derive(Clone, Copy, Default)]
pub(crate) struct Geometry {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory, and the length of the kernel's shared slice.
    pub(crate) shared: u32,
    pub(crate) shared_len: u64,
}

/// Begins to watch a device, or all; whether no session did so already.
pub(super) fn begin(only: Option<&Device>, counted: bool) -> Result<bool> {
    let mut watch = lock();
    if watch.is_some() {
        return Ok(false);
    }
    let has_gpus = only.map_or_else(|| Driver::get().is_ok(), Device::is_gpu);
    let (collection, without_cupti) = match has_gpus.then(Collection::start) {
        Some(Ok(collection)) => (Some(collection), None),
        Some(Err(why)) => (None, why),
        None => (None, None),
    };
    // Opening CUPTI takes its time, so the times begin after it.
    let mut devices = Vec::new();
    if let Some(device) = only {
        let zero = device.stream().record_event()?;
        devices.push(Seen { zero: Some((zero, 0.0)), ..Seen::new(device.shared()) });
    }
    *watch = Some(Watch {
        number: SESSIONS.fetch_add(1, Ordering::Relaxed),
        begin: Instant::now(),
        took: 0.0,
        only: only.map(Device::shared),
        counted,
        counting: 0.0,
        devices,
        works: Vec::new(),
        known: HashMap::new(),
        pending: VecDeque::new(),
        spans: Vec::new(),
        compiles: Vec::new(),
        ranges: Vec::new(),
        range_spans: Vec::new(),
        collection,
        without_cupti,
        traced: Vec::new(),
    });
    Driver::watch(true);
    Ok(true)
}

/// Ends the session, and gives what it was told.
pub(super) fn end() -> Option<Watch> {
    Driver::watch(false);
    let mut watch = lock().take()?;
    watch.settle(0);
    watch.took = watch.begin.elapsed().as_secs_f64();
    watch.trace();
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

/// Notes that a kernel was compiled for a device, or found in a cache, since this moment.
pub(crate) fn compiled(kernel: &'static str, device: &'static DeviceShared, since: Instant) {
    if Driver::is_watched()
        && !COUNTING.get()
        && let Some(watch) = &mut *lock()
        && watch.sees(device)
    {
        let host = [since, Instant::now()].map(|at| watch.seconds(at));
        watch.compiles.push(Compile { kernel, host });
    }
}

/// Notes an allocation, after which so many bytes are held.
pub(crate) fn allocated(device: &'static DeviceShared, bytes: usize, held: u64) {
    if Driver::is_watched()
        && !COUNTING.get()
        && let Some(watch) = &mut *lock()
        && let Some(index) = watch.seen(device)
    {
        let (count, sum, most) = &mut watch.devices[index].allocated;
        (*count, *sum, *most) = (*count + 1, *sum + bytes as u64, held.max(*most));
    }
}

thread_local! {
    /// The session and the range that the thread is in.
    static RANGE: Cell<(u64, Option<usize>)> = const { Cell::new((u64::MAX, None)) };
    /// Whether the thread counts for a session, so that what it compiles and allocates is not the program's.
    static COUNTING: Cell<bool> = const { Cell::new(false) };
}

/// The range that the thread is in.
fn current_range(session: u64) -> Option<usize> {
    let (number, range) = RANGE.get();
    range.filter(|_| number == session)
}

/// A range of the host's time, from [`range`] to its drop.
pub(crate) struct InRange {
    session: u64,
    index: usize,
    begin: f64,
}

/// Notes that a thread enters a range while a session runs.
#[inline]
pub(crate) fn range(name: &str) -> Option<InRange> {
    if Driver::is_watched() { enter(name) } else { None }
}

#[cold]
fn enter(name: &str) -> Option<InRange> {
    let mut watch = lock();
    let watch = watch.as_mut()?;
    let parent = current_range(watch.number);
    let same = |range: &RangeWork| range.parent == parent && range.name == name;
    let index = watch.ranges.iter().position(same).unwrap_or(watch.ranges.len());
    if index == RANGES {
        return None;
    }
    if index == watch.ranges.len() {
        let name = name.to_owned();
        watch.ranges.push(RangeWork { name, parent, calls: 0, host: 0.0, seconds: 0.0, works: Vec::new() });
    }
    watch.ranges[index].calls += 1;
    RANGE.set((watch.number, Some(index)));
    Some(InRange { session: watch.number, index, begin: watch.seconds(Instant::now()) })
}

impl Drop for InRange {
    fn drop(&mut self) {
        let mut watch = lock();
        let Some(watch) = watch.as_mut().filter(|watch| watch.number == self.session) else { return };
        let host = [self.begin, watch.seconds(Instant::now())];
        let range = &mut watch.ranges[self.index];
        range.host += host[1] - host[0];
        RANGE.set((self.session, range.parent));
        if watch.range_spans.len() < TIMELINE {
            watch.range_spans.push((self.index, host));
        }
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
    let mut guard = lock();
    let watch = guard.as_mut()?;
    let device = watch.seen(stream.device_shared())?;
    watch.set_zero(device, stream)?;
    let index = watch.index(kind, device);
    if watch.counted
        && let WorkKind::Kernel(loaded) = kind
        && stream.device_shared().observer != Observer::Counter
    {
        let (number, size) = (watch.number, size_of_launch(loaded.entry, &geometry, args));
        if watch.works[index].add_size(size) {
            drop(guard);
            let begin = Instant::now();
            COUNTING.set(true);
            let counts = counting::count(loaded, stream, &geometry, args);
            COUNTING.set(false);
            guard = lock();
            let watch = guard.as_mut().filter(|watch| watch.number == number)?;
            watch.counting += begin.elapsed().as_secs_f64();
            watch.works[index].sizes.entry(size).or_default().0 = counts;
        }
    }
    let watch = guard.as_mut()?;
    let bytes = if let WorkKind::Kernel(loaded) = kind { loaded.traffic().bytes(args) } else { bytes };
    let work = &mut watch.works[index];
    let threads = geometry.block.iter().product();
    work.blocks = work.blocks.max(geometry.grid.iter().map(|n| u64::from(*n)).product());
    (work.threads, work.shared) = (work.threads.max(threads), work.shared.max(geometry.shared));
    work.calls += 1;
    work.bytes += bytes;
    let start = watch.mark(index, stream);
    let pushed = watch.collection.as_ref().and_then(Collection::push);
    let begin = watch.seconds(Instant::now());
    Some(Watched { session: watch.number, stream, work: index, start, begin, pushed })
}

/// What makes launches of a kernel do the same work: grid, block, the lengths and strides of its arguments, and scalars
/// that are no floats, which may be the turns of a loop.
fn size_of_launch(entry: &KernelEntry, geometry: &Geometry, args: &[Arg<'_>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (geometry.grid, geometry.block, geometry.shared_len).hash(&mut hasher);
    for (arg, param) in args.iter().zip(entry.params) {
        match (arg.as_value(), param.kind) {
            (ArgValue::Slice { len, .. }, _) => len.hash(&mut hasher),
            (ArgValue::Tensor { len, extents, strides, .. }, _) => (len, extents, strides).hash(&mut hasher),
            (ArgValue::Scalar(_), ParamKind::Scalar(Some(scalar))) if scalar.is_float() => {}
            (ArgValue::Scalar(bits), _) => bits.hash(&mut hasher),
            (ArgValue::Whole(..), _) => {}
        }
    }
    hasher.finish()
}

impl Work {
    /// Adds a launch of a size; whether it is the first, and to be counted.
    fn add_size(&mut self, size: u64) -> bool {
        if self.sizes.len() == SIZES && !self.sizes.contains_key(&size) {
            return false;
        }
        let calls = &mut self.sizes.entry(size).or_default().1;
        *calls += 1;
        *calls == 1
    }

    /// What the launches did; `None` if none was counted. Those that were not are as the others on average.
    pub(super) fn counts(&self) -> Option<Counts> {
        let (mut all, mut calls) = self.own_counts.clone();
        for (counts, times) in self.sizes.values() {
            if let Some(counts) = counts {
                all.add(counts.scaled(1, *times));
                calls += times;
            }
        }
        all.sort();
        (calls > 0).then(|| if calls == self.calls { all } else { all.scaled(calls, self.calls) })
    }
}

impl Watched<'_> {
    /// Adds what the launch did, on a device that counts.
    pub(crate) fn counted(&self, counts: &Counts) {
        if let Some(watch) = lock().as_mut().filter(|watch| watch.number == self.session) {
            let (all, calls) = &mut watch.works[self.work].own_counts;
            all.add(counts.clone());
            *calls += 1;
        }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let id = self.pushed.take().map(|pushed| pushed.id);
        let Some(start) = self.start.take() else { return };
        // The session may have ended, and another begun.
        let mut watch = lock();
        let Some(watch) = watch.as_mut().filter(|watch| watch.number == self.session) else { return };
        let host = [self.begin, watch.seconds(Instant::now())];
        let Some(end) = watch.mark(self.work, self.stream) else { return };
        let range = current_range(watch.number);
        watch.pending.push_back(Pending {
            work: self.work,
            stream: self.stream.number(),
            events: [start, end],
            host,
            range,
            id,
        });
        if watch.pending.len() >= 2 * PENDING {
            watch.settle(PENDING);
        }
    }
}

impl Seen {
    fn new(device: &'static DeviceShared) -> Seen {
        Seen { device, zero: None, spare: Vec::new(), allocated: (0, 0, device.account.held()) }
    }
}

impl Watch {
    /// Whether the session looks at a device.
    fn sees(&self, device: &'static DeviceShared) -> bool {
        self.only.is_none_or(|only| ptr::eq(only, device))
    }

    /// The index of a device, if the session looks at it.
    fn seen(&mut self, device: &'static DeviceShared) -> Option<usize> {
        if !self.sees(device) {
            return None;
        }
        let found = self.devices.iter().position(|seen| ptr::eq(seen.device, device));
        Some(found.unwrap_or_else(|| {
            self.devices.push(Seen::new(device));
            self.devices.len() - 1
        }))
    }

    /// Records the zero of a device's time, unless it is there.
    fn set_zero(&mut self, device: usize, stream: &Stream) -> Option<()> {
        if self.devices[device].zero.is_none() {
            let zero = stream.record_event().ok()?;
            self.devices[device].zero = Some((zero, self.seconds(Instant::now())));
        }
        Some(())
    }

    fn seconds(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.begin).as_secs_f64()
    }

    fn index(&mut self, kind: WorkKind, device: usize) -> usize {
        let key = (kind.key(), device);
        if let Some(index) = self.known.get(&key) {
            return *index;
        }
        let index = self.works.len();
        self.works.push(Work {
            kind,
            device,
            calls: 0,
            seconds: 0.0,
            host: 0.0,
            by_cupti: (0, 0.0),
            bytes: 0,
            blocks: 0,
            threads: 0,
            shared: 0,
            own_counts: (Counts::default(), 0),
            sizes: HashMap::new(),
        });
        self.known.insert(key, index);
        index
    }

    /// Marks a stream's work so far, before or after such a piece.
    fn mark(&mut self, work: usize, stream: &Stream) -> Option<Event> {
        match self.devices[self.works[work].device].spare.pop() {
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
            let work = &mut self.works[one.work];
            let device = &mut self.devices[work.device];
            let Some((zero, at)) = &device.zero else { continue };
            if let (Ok(from), Ok(took)) = (since(&start, zero), since(&end, &start)) {
                let from = from + at;
                work.seconds += took;
                work.host += one.host[1] - one.host[0];
                if let Some(range) = one.range {
                    let range = &mut self.ranges[range];
                    range.seconds += took;
                    range.works.resize(range.works.len().max(work.device + 1), 0);
                    range.works[work.device] += 1;
                }
                let span = (self.spans.len() < TIMELINE).then_some(self.spans.len());
                self.traced.extend(one.id.map(|id| (id, one.work, span)));
                if span.is_some() {
                    let device = [from, from + took];
                    let source = TimeSource::Events;
                    self.spans.push(Span {
                        work: one.work,
                        stream: one.stream,
                        device,
                        source,
                        host: one.host,
                    });
                }
            }
            device.spare.extend([start, end]);
        }
    }

    /// Adds CUPTI's times to what the events have.
    fn trace(&mut self) {
        let times = match self.collection.take().map(Collection::finish) {
            Some(Ok(times)) => times,
            Some(Err(why)) => return self.without_cupti = Some(why),
            None => return,
        };
        for (id, work, span) in self.traced.drain(..) {
            let Some(device) = times.get(&id) else { continue };
            let (calls, seconds) = &mut self.works[work].by_cupti;
            (*calls, *seconds) = (*calls + 1, *seconds + device[1] - device[0]);
            if let Some(span) = span {
                (self.spans[span].device, self.spans[span].source) = (*device, TimeSource::Cupti);
            }
        }
    }
}

impl Work {
    /// CUPTI's times serve where they are those of all calls.
    pub(super) fn source(&self) -> TimeSource {
        if self.by_cupti.0 == self.calls && self.calls > 0 { TimeSource::Cupti } else { TimeSource::Events }
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
