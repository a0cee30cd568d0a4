//! Everything that the driver knows, under one lock.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::clock::Clock;
use crate::graph::{Exec, Graph};
use crate::memory::{Allocation, Sort};
use crate::pools::{DEFAULT, Pool};
use crate::ranges::{Mapping, Piece};
use crate::work::{HostWork, Kernel, Work, perform, run};

pub(crate) type Code = i32;

pub(crate) const SUCCESS: Code = 0;
pub(crate) const INVALID_VALUE: Code = 1;
pub(crate) const OUT_OF_MEMORY: Code = 2;
pub(crate) const NOT_INITIALIZED: Code = 3;
pub(crate) const INVALID_DEVICE: Code = 101;
pub(crate) const INVALID_IMAGE: Code = 200;
pub(crate) const INVALID_CONTEXT: Code = 201;
pub(crate) const UNSUPPORTED_PTX_VERSION: Code = 222;
pub(crate) const INVALID_HANDLE: Code = 400;
pub(crate) const NOT_FOUND: Code = 500;
pub(crate) const NOT_READY: Code = 600;
pub(crate) const TOO_LARGE: Code = 720;

/// How many devices there are.
pub(crate) const DEVICES: usize = 2;
/// Bytes of memory of a device.
pub(crate) const MEMORY: usize = 1 << 30;

/// The handle of the legacy default stream.
pub(crate) const LEGACY: usize = 1;
/// The handle of the default stream of whichever thread names it.
pub(crate) const PER_THREAD: usize = 2;

thread_local! {
    /// The default stream of this thread on each device; 0 where it has none yet.
    static OWN: Cell<[usize; DEVICES]> = const { Cell::new([0; DEVICES]) };
}

/// How many handles of each sort are alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Live {
    /// Primary contexts, counted as often as they are retained.
    pub contexts: usize,
    /// Streams.
    pub streams: usize,
    /// Events.
    pub events: usize,
    /// Memory pools.
    pub pools: usize,
    /// Allocations of device memory.
    pub allocations: usize,
    /// Allocations of page-locked memory of the host.
    pub host_allocations: usize,
    /// Reserved ranges of addresses, and pieces of memory to map to them.
    pub ranges: usize,
    /// Allocations of other processes that are open here.
    pub opened: usize,
    /// Loaded modules.
    pub modules: usize,
    /// Links under way.
    pub links: usize,
    /// Code that is loaded for every context.
    pub libraries: usize,
    /// Graphs that are being made, or whose nodes may be changed.
    pub graphs: usize,
    /// Graphs ready to be launched.
    pub execs: usize,
}

pub(crate) struct Stream {
    pub(crate) device: usize,
    pub(crate) priority: i32,
    /// Whether it and the legacy stream wait for each other.
    blocking: bool,
    /// Whether nobody made it.
    default: bool,
    queue: VecDeque<(u64, Work)>,
    /// Whether a thread of the driver's runs a function of the host's.
    running: Arc<Running>,
    given: u64,
    clock: Clock,
}

/// A function of the host's that runs. It takes as long as it likes, and other calls go on meanwhile: this is no part
/// of what the lock guards.
#[derive(Default)]
struct Running {
    runs: Mutex<bool>,
    ended: Condvar,
}

impl Running {
    fn set(&self, runs: bool) {
        *self.runs.lock().unwrap_or_else(PoisonError::into_inner) = runs;
        self.ended.notify_all();
    }

    fn is(&self) -> bool {
        *self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.ended.wait_while(runs, |runs| *runs).unwrap_or_else(PoisonError::into_inner));
    }
}

#[derive(Default)]
pub(crate) struct Event {
    /// Stream and number of the last record.
    pub(crate) mark: Option<(usize, u64)>,
    pub(crate) clock: Clock,
    pub(crate) device: usize,
    pub(crate) timing: bool,
    /// Whether other processes may open it.
    pub(crate) shareable: bool,
    /// The event that this one is, where it was opened by a handle.
    pub(crate) same_as: Option<usize>,
}

/// A call that is to fail.
struct Fault {
    call: String,
    /// How many calls of it pass before.
    after: u64,
    code: Code,
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) module: usize,
    /// How many parameters it has and how many bytes they take, where its code is a text that says so.
    pub(crate) params: Option<(usize, usize)>,
    pub(crate) attributes: HashMap<i32, i32>,
}

pub(crate) struct State {
    /// Bytes of memory of a device.
    pub(crate) size: usize,
    /// What the devices say instead of what they would.
    pub(crate) attributes: HashMap<i32, i32>,
    /// Which device's kernels may use which other's memory, unless it is a pool's, which says that itself.
    pub(crate) peers: HashSet<(usize, usize)>,
    pub(crate) initialized: bool,
    /// The newest CUDA version that it supports.
    pub(crate) version: i32,
    pub(crate) retained: [usize; DEVICES],
    pub(crate) streams: BTreeMap<usize, Stream>,
    pub(crate) events: BTreeMap<usize, Event>,
    pub(crate) pools: BTreeMap<usize, Pool>,
    pub(crate) allocations: BTreeMap<usize, Allocation>,
    pub(crate) host_allocations: BTreeMap<usize, Allocation>,
    /// Memory without addresses.
    pub(crate) pieces: BTreeMap<u64, Piece>,
    /// What is mapped to ranges, by their starts, in order.
    pub(crate) mappings: BTreeMap<usize, Vec<Mapping>>,
    /// Each with its image.
    pub(crate) modules: BTreeMap<usize, Vec<u8>>,
    /// Each with its image.
    pub(crate) libraries: BTreeMap<usize, Vec<u8>>,
    /// Each with its library and name.
    pub(crate) library_kernels: BTreeMap<usize, (usize, String)>,
    pub(crate) functions: BTreeMap<usize, Function>,
    /// Each with the image that it makes.
    pub(crate) links: BTreeMap<usize, Vec<u8>>,
    pub(crate) graphs: BTreeMap<usize, Graph>,
    pub(crate) execs: BTreeMap<usize, Exec>,
    /// What kernels have said of each condition.
    pub(crate) conditions: HashMap<u64, bool>,
    pub(crate) kernels: HashMap<String, Kernel>,
    pub(crate) misuses: Vec<String>,
    pub(crate) calls: BTreeMap<&'static str, u64>,
    faults: Vec<Fault>,
    /// What the host has waited for.
    pub(crate) host: Clock,
    handles: usize,
}

impl Default for State {
    fn default() -> State {
        State {
            size: MEMORY,
            version: 13000,
            attributes: HashMap::new(),
            peers: HashSet::new(),
            initialized: false,
            retained: [0; DEVICES],
            streams: BTreeMap::new(),
            events: BTreeMap::new(),
            pools: BTreeMap::new(),
            allocations: BTreeMap::new(),
            host_allocations: BTreeMap::new(),
            pieces: BTreeMap::new(),
            mappings: BTreeMap::new(),
            modules: BTreeMap::new(),
            libraries: BTreeMap::new(),
            library_kernels: BTreeMap::new(),
            functions: BTreeMap::new(),
            links: BTreeMap::new(),
            graphs: BTreeMap::new(),
            execs: BTreeMap::new(),
            conditions: HashMap::new(),
            kernels: HashMap::new(),
            misuses: Vec::new(),
            calls: BTreeMap::new(),
            faults: Vec::new(),
            host: Clock::default(),
            handles: 0,
        }
    }
}

thread_local! {
    /// The calling thread's context: a device's number and one, or 0.
    pub(crate) static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The state, with the lock held.
pub(crate) fn state() -> MutexGuard<'static, State> {
    static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| Mutex::new(State::default()));
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Whether an image is PTX text of a version that came after the driver.
    pub(crate) fn is_too_new(&self, image: &[u8]) -> bool {
        let text = String::from_utf8_lossy(image);
        let version = text.lines().find_map(|line| line.strip_prefix(".version ")?.trim().split_once('.'));
        let Some((Ok(major), Ok(minor))) = version.map(|(major, minor)| (major.parse(), minor.parse()))
        else {
            return false;
        };
        // CUDA 11.4 has PTX 7.4, 12.4 has 8.4, and from 12.6 on the minor numbers lag one behind.
        let (cuda_major, cuda_minor): (i32, i32) = (self.version / 1000, self.version % 1000 / 10);
        let newest =
            (cuda_major - 4, if cuda_major == 12 && cuda_minor > 5 { cuda_minor - 1 } else { cuda_minor });
        newest < (major, minor)
    }

    /// Notes a call, and answers with the failure that it is to have.
    pub(crate) fn called(&mut self, call: &'static str) -> Code {
        *self.calls.entry(call).or_insert(0) += 1;
        let Some(at) = self.faults.iter().position(|fault| fault.call == call) else { return SUCCESS };
        if self.faults[at].after > 0 {
            self.faults[at].after -= 1;
            return SUCCESS;
        }
        self.faults.remove(at).code
    }

    pub(crate) fn fail(&mut self, call: String, after: u64, code: Code) {
        self.faults.push(Fault { call, after, code });
    }

    /// Forgets the failures that have not come yet, and says how many.
    pub(crate) fn forget_faults(&mut self) -> usize {
        std::mem::take(&mut self.faults).len()
    }

    pub(crate) fn misuse(&mut self, what: String) {
        self.misuses.push(what);
    }

    pub(crate) fn handle(&mut self) -> usize {
        self.handles += 1;
        0x1000 + self.handles * 0x10
    }

    pub(crate) fn live(&self) -> Live {
        Live {
            contexts: self.retained.iter().sum(),
            streams: self.streams.values().filter(|stream| !stream.default).count(),
            events: self.events.len(),
            pools: self.pools.keys().filter(|pool| **pool >= DEFAULT + DEVICES).count(),
            allocations: self.sorts(|sort| matches!(sort, Sort::Plain | Sort::Managed)),
            ranges: self.sorts(|sort| sort == Sort::Range) + self.pieces.len(),
            opened: self.sorts(|sort| sort == Sort::Opened),
            host_allocations: self.host_allocations.len(),
            modules: self.modules.len(),
            links: self.links.len(),
            libraries: self.libraries.len(),
            graphs: self.graphs.values().filter(|graph| !graph.inner).count(),
            execs: self.execs.len(),
        }
    }

    /// How many allocations of some sorts are alive.
    fn sorts(&self, of: fn(Sort) -> bool) -> usize {
        self.allocations.values().filter(|one| !one.freed && of(one.sort)).count()
    }

    pub(crate) fn new_stream(&mut self, device: usize, blocking: bool, priority: i32) -> usize {
        let handle = self.handle();
        self.insert_stream(handle, device, blocking, priority);
        handle
    }

    fn insert_stream(&mut self, handle: usize, device: usize, blocking: bool, priority: i32) {
        let (queue, clock) = (VecDeque::new(), Clock::default());
        let running = Arc::default();
        let stream = Stream { device, priority, blocking, default: false, queue, running, given: 0, clock };
        self.streams.insert(handle, stream);
    }

    /// The stream that a program names on this thread. The default ones are there when they are first named.
    pub(crate) fn named(&mut self, stream: usize) -> usize {
        let device = CURRENT.get().saturating_sub(1);
        let mut own = OWN.get();
        let handle = match stream {
            LEGACY => LEGACY,
            PER_THREAD if own[device] == 0 => {
                own[device] = self.handle();
                OWN.set(own);
                own[device]
            }
            PER_THREAD => own[device],
            other => return other,
        };
        if !self.streams.contains_key(&handle) {
            self.insert_stream(handle, device, true, 0);
        }
        if let Some(one) = self.streams.get_mut(&handle) {
            one.default = true;
        }
        handle
    }

    /// Makes a blocking stream wait for the legacy one, and the legacy one for every blocking stream.
    fn order_legacy(&mut self, stream: usize) {
        let Some(known) = self.streams.get(&stream).filter(|known| known.blocking) else { return };
        let device = known.device;
        let others: Vec<(usize, u64, Clock)> = self
            .streams
            .iter()
            .filter(|(other, one)| {
                one.device == device
                    && one.blocking
                    && **other != stream
                    && (stream == LEGACY || **other == LEGACY)
            })
            .map(|(other, one)| (*other, one.given, one.clock.clone()))
            .collect();
        for (other, number, clock) in others {
            if let Some(known) = self.streams.get_mut(&stream) {
                known.clock.join(&clock);
                known.queue.push_back((known.given, Work::After { stream: other, number }));
            }
        }
    }

    /// Gives a stream the next piece of work, which uses these parts of memory, each to be written or only read.
    pub(crate) fn give(
        &mut self,
        stream: usize,
        call: &'static str,
        uses: &[(Range<usize>, bool)],
        work: Work,
    ) -> Code {
        let (host, stream) = (self.host.clone(), self.named(stream));
        self.order_legacy(stream);
        let Some(known) = self.streams.get_mut(&stream) else {
            self.misuse(format!("{call} on stream {stream:#x}, which is not alive"));
            return INVALID_HANDLE;
        };
        known.given += 1;
        let number = known.given;
        crate::cupti::record(number, &work);
        known.clock.join(&host);
        known.clock.see(stream, number);
        known.queue.push_back((number, work));
        let (clock, device) = (known.clock.clone(), known.device);
        for (range, write) in uses {
            if !self.reaches(device, range.start, call) {
                self.misuse(format!(
                    "{call} on device {device} uses another device's memory at {:#x}",
                    range.start
                ));
            }
            if let Err(why) = self.touch(range.clone(), *write, (stream, number, call), &clock) {
                self.misuse(why);
            }
        }
        SUCCESS
    }

    /// Whether a device may use what is there.
    fn reaches(&self, device: usize, address: usize, call: &str) -> bool {
        let found = self.allocations.range(..=address).next_back().map(|(_, one)| one);
        let Some(one) = found.filter(|one| one.device != device && one.holds(address, 1)) else {
            return true;
        };
        call == "cuMemcpyPeerAsync"
            || one.sort == Sort::Managed
            || match one.pool.and_then(|pool| self.pools.get(&pool)) {
                Some(pool) => pool.access.contains(&device),
                None => self.peers.contains(&(device, one.device)),
            }
    }

    /// Whether this is living memory.
    pub(crate) fn is_memory(&self, range: &Range<usize>) -> bool {
        let found = self.allocations.range(..=range.start).next_back().map(|(_, one)| one);
        let on_host = |one: &Allocation| one.holds(range.start, range.len());
        range.is_empty()
            || found.is_some_and(|one| !one.freed && one.holds(range.start, range.len()))
            || self.host_allocations.values().any(on_host)
    }

    /// How much a stream was given.
    pub(crate) fn given(&self, stream: usize) -> Option<u64> {
        self.streams.get(&stream).map(|one| one.given)
    }

    fn touch(
        &mut self,
        range: Range<usize>,
        write: bool,
        who: (usize, u64, &'static str),
        clock: &Clock,
    ) -> Result<(), String> {
        if range.is_empty() {
            return Ok(());
        }
        let call = who.2;
        // Newest first: an address may have been used before.
        let found = self.allocations.range_mut(..=range.start).next_back().map(|(_, one)| one);
        match found {
            Some(one) if one.holds(range.start, range.len()) => {
                if one.freed {
                    return Err(format!("{call} uses memory at {:#x} that was freed", range.start));
                }
                one.touch(range, write, who, clock).map_or(Ok(()), Err)
            }
            // Page-locked memory of the host is the device's too.
            _ => match self.host_allocations.range_mut(..=range.start).next_back() {
                Some((_, one)) if one.holds(range.start, range.len()) => {
                    one.touch(range, write, who, clock).map_or(Ok(()), Err)
                }
                Some(_) | None => Err(format!(
                    "{call} uses {} bytes at {:#x}, which are no allocation's",
                    range.len(),
                    range.start
                )),
            },
        }
    }

    /// Frees memory in stream order.
    pub(crate) fn free(&mut self, address: usize, stream: usize) -> Code {
        let bytes = match self.allocations.get(&address) {
            Some(one) if one.freed => {
                return self.wrong_address("cuMemFreeAsync", address, "is freed already");
            }
            Some(one) => one.bytes,
            None => return self.wrong_address("cuMemFreeAsync", address, "is no allocation's start"),
        };
        let code =
            self.give(stream, "cuMemFreeAsync", &[(address..address + bytes, true)], Work::Free { address });
        if let Some(one) = self.allocations.get_mut(&address) {
            one.freed = true;
        }
        code
    }

    /// Bytes of a device that nobody has.
    pub(crate) fn room(&self, device: usize) -> usize {
        let own = |one: &&Allocation| {
            one.device == device && !one.freed && one.pool.is_none() && one.sort == Sort::Plain
        };
        let alone = self.allocations.values().filter(own).map(|one| one.bytes);
        let pools = self.pools.values().filter(|pool| pool.device == device).map(|pool| pool.reserved);
        let pieces = self.pieces.values().filter(|piece| piece.device == device).map(|piece| piece.bytes);
        self.size.saturating_sub(alone.chain(pools).chain(pieces).sum::<usize>())
    }

    /// Notes that the host uses memory of its own accord.
    pub(crate) fn host_uses(&mut self, range: Range<usize>, write: bool) {
        let known = [&self.allocations, &self.host_allocations];
        let found = known.iter().find_map(|all| {
            let (_, one) = all.range(..=range.start).next_back()?;
            one.holds(range.start, range.len()).then_some(one)
        });
        let wrong = match found {
            Some(one) => one.meets(range, write, &self.host),
            None => Some(format!("the host uses {:#x}, which is no memory of its own", range.start)),
        };
        self.misuses.extend(wrong);
    }

    /// Frees memory at once.
    pub(crate) fn free_now(&mut self, address: usize) -> Code {
        let pending = match self.allocations.get(&address) {
            Some(one) if one.freed => return self.wrong_address("cuMemFree", address, "is freed already"),
            Some(one) => one.pending(&self.host),
            None => return self.wrong_address("cuMemFree", address, "is no allocation's start"),
        };
        if let Some(pending) = pending {
            self.misuse(format!("cuMemFree at {address:#x}, though {pending}"));
            self.drain_all();
        }
        if let Some(one) = self.allocations.remove(&address) {
            one.spoil();
            one.release();
        }
        SUCCESS
    }

    fn wrong_address(&mut self, call: &str, address: usize, why: &str) -> Code {
        self.misuse(format!("{call}: {address:#x} {why}"));
        INVALID_VALUE
    }

    /// The event that a handle stands for.
    fn event(&mut self, handle: usize) -> usize {
        match self.events.get(&handle).and_then(|event| event.same_as) {
            Some(original) if self.events.contains_key(&original) => original,
            Some(original) => {
                self.misuse(format!("event {handle:#x} is used, and its owner has destroyed {original:#x}"));
                handle
            }
            None => handle,
        }
    }

    pub(crate) fn record(&mut self, event: usize, stream: usize) -> Code {
        let event = self.event(event);
        let stream = self.named(stream);
        let code = self.give(stream, "cuEventRecord", &[], Work::Mark);
        let mark = self.streams.get(&stream).map(|one| (one.given, one.clock.clone()));
        match (self.events.get_mut(&event), mark) {
            (Some(event), Some((number, clock))) => {
                event.mark = Some((stream, number));
                event.clock = clock;
                code
            }
            (None, _) => {
                self.misuse(format!("cuEventRecord of event {event:#x}, which is not alive"));
                INVALID_HANDLE
            }
            (_, None) => code,
        }
    }

    /// Lets a stream's further work wait for an event; an event that was never recorded is no wait.
    pub(crate) fn wait(&mut self, stream: usize, event: usize) -> Code {
        let event = self.event(event);
        let Some(known) = self.events.get(&event) else {
            self.misuse(format!("cuStreamWaitEvent for event {event:#x}, which is not alive"));
            return INVALID_HANDLE;
        };
        let (mark, clock) = (known.mark, known.clock.clone());
        let Some((other, number)) = mark else { return SUCCESS };
        let stream = self.named(stream);
        if let Some(known) = self.streams.get_mut(&stream) {
            known.clock.join(&clock);
        }
        self.give(stream, "cuStreamWaitEvent", &[], Work::After { stream: other, number })
    }

    /// Lets a stream's further work wait for another's up to a number.
    pub(crate) fn wait_for(&mut self, stream: usize, other: usize, number: u64) {
        if other != stream {
            if let Some(known) = self.streams.get_mut(&stream) {
                known.clock.see(other, number);
            }
            self.give(stream, "a graph's launch before", &[], Work::After { stream: other, number });
        }
    }

    /// Waits for a stream.
    pub(crate) fn synchronize(&mut self, stream: usize) -> Code {
        let stream = self.named(stream);
        self.order_legacy(stream);
        let Some(given) = self.streams.get(&stream).map(|one| one.given) else {
            self.misuse(format!("a wait for stream {stream:#x}, which is not alive"));
            return INVALID_HANDLE;
        };
        self.drain(stream, given);
        self.seen(stream);
        self.pools.values_mut().for_each(Pool::release);
        SUCCESS
    }

    /// Does one piece of a stream's work, if there is any left.
    pub(crate) fn query(&mut self, stream: usize) -> Code {
        let stream = self.named(stream);
        let Some(known) = self.streams.get(&stream) else { return INVALID_HANDLE };
        if known.running.is() {
            return NOT_READY;
        }
        let Some(next) = known.queue.front().map(|(number, _)| *number) else {
            self.seen(stream);
            return SUCCESS;
        };
        self.drain(stream, next);
        NOT_READY
    }

    pub(crate) fn synchronize_event(&mut self, event: usize) -> Code {
        let event = self.event(event);
        let Some(known) = self.events.get(&event) else {
            self.misuse(format!("a wait for event {event:#x}, which is not alive"));
            return INVALID_HANDLE;
        };
        let (mark, clock) = (known.mark, known.clock.clone());
        if let Some((stream, number)) = mark {
            self.drain(stream, number);
            self.host.join(&clock);
        }
        SUCCESS
    }

    pub(crate) fn query_event(&mut self, event: usize) -> Code {
        let event = self.event(event);
        let Some(known) = self.events.get(&event) else { return INVALID_HANDLE };
        let Some((stream, number)) = known.mark else { return SUCCESS };
        let left = self.streams.get(&stream).and_then(|one| one.queue.front()).map(|(next, _)| *next);
        match left.filter(|next| *next <= number) {
            Some(next) => {
                self.drain(stream, next);
                NOT_READY
            }
            None => self.synchronize_event(event),
        }
    }

    /// Does everything that any stream was given.
    pub(crate) fn drain_all(&mut self) {
        let streams: Vec<usize> = self.streams.keys().copied().collect();
        for stream in streams {
            self.synchronize(stream);
        }
    }

    fn seen(&mut self, stream: usize) {
        if let Some(one) = self.streams.get(&stream) {
            self.host.join(&one.clock);
        }
    }

    /// Lets a stream's work up to now be done soon, though nobody may wait for it.
    pub(crate) fn hurry(&mut self, stream: usize) {
        let stream = self.named(stream);
        let Some(number) = self.streams.get(&stream).map(|one| one.given) else { return };
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(1));
            while let Some((work, running)) = state().next_host_work(stream, number) {
                run(work);
                running.set(false);
            }
        });
    }

    /// Does a stream's work before the next function of the host's up to a number, and takes that one to be run.
    fn next_host_work(&mut self, stream: usize, number: u64) -> Option<(HostWork, Arc<Running>)> {
        loop {
            let one = self.streams.get_mut(&stream)?;
            match one.queue.front()? {
                (next, _) if *next > number || one.running.is() => return None,
                (_, Work::Host(work)) => {
                    let work = *work;
                    one.queue.pop_front();
                    one.running.set(true);
                    return Some((work, Arc::clone(&one.running)));
                }
                (next, _) => {
                    let next = *next;
                    self.drain(stream, next);
                }
            }
        }
    }

    /// Does a stream's work up to a number.
    fn drain(&mut self, stream: usize, number: u64) {
        if let Some(one) = self.streams.get(&stream) {
            one.running.wait();
        }
        while let Some(one) = self.streams.get_mut(&stream)
            && one.queue.front().is_some_and(|(next, _)| *next <= number)
        {
            let Some((_, work)) = one.queue.pop_front() else { return };
            match work {
                Work::After { stream, number } => self.drain(stream, number),
                Work::Free { address } => {
                    // The address stays taken: whoever still uses it is found out, not answered with another's data.
                    if let Some(one) = self.allocations.get(&address) {
                        one.spoil();
                        if let Some(pool) = one.pool.and_then(|pool| self.pools.get_mut(&pool)) {
                            pool.used -= one.bytes;
                        }
                    }
                }
                Work::Graph(launch) => self.perform_graph(&launch),
                other => perform(other),
            }
        }
    }
}
