//! The work of a graph, as it is recorded, and the order that follows from the memory it uses.
//!
//! Takes work with the memory that each piece uses; guarantees that every use is of memory that the graph has a
//! part in, and that pieces are ordered where one writes what the other uses, and nowhere else; leaves running them
//! to [`super::run`] and [`super::gpu`].

use kiln_codegen::collections::{sort, sort_by_key};
use kiln_codegen::compact::List;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use kiln_codegen::abi::LaunchInfo;
use kiln_codegen::intrinsics::TensorMap;

use crate::arg::Arg;
use crate::driver::{Condition, Function, HostCall, Way};
use crate::error::{Error, Result};
use crate::instance::Loaded;
use crate::launch::{HostBody, Maps};
use crate::memory::Memory;
use crate::stream::{Engine, Stream};

use super::state::{GraphMemory, HeldKind, HostPlace};
use super::{GraphError, Node};

/// One piece of a graph's work.
pub(crate) struct Op {
    /// Its number in the graph, which failures of its kernel tell.
    pub(crate) number: u32,
    pub(crate) work: Work,
    /// Which of the graph's memories it uses, by number, and whether it writes them.
    pub(crate) uses: Vec<(usize, bool)>,
    /// The pieces that it comes after, by their places in the same list.
    pub(crate) after: Vec<usize>,
}

pub(crate) enum Work {
    Kernel(Box<KernelWork>),
    Copy {
        from: u64,
        to: u64,
        bytes: usize,
        way: Way,
    },
    /// `len` elements of `size` bytes.
    Fill {
        to: u64,
        size: usize,
        len: usize,
        with: Pattern,
    },
    /// A function of the host's, which comes after everything before it, and everything else after it.
    Host(Box<HostCall>),
    /// Further work as one piece.
    Child(Vec<Op>),
    /// Further work where a number is not zero, or as long as it is not.
    Conditional {
        kind: Condition,
        flag: u64,
        body: Vec<Op>,
    },
}

/// What a fill writes.
#[derive(Clone, Copy)]
pub(crate) enum Pattern {
    /// The low bytes of this.
    Bits(u64),
    /// One element on the device that the graph keeps.
    Seed(u64),
}

/// What a recorded launch runs.
#[derive(Clone, Copy)]
pub(crate) enum KernelCode {
    /// A kernel of Kiln's.
    Own(&'static Loaded),
    /// One of object code, which knows nothing of failures.
    Foreign(&'static Function),
    /// What runs on the CPU instead of one.
    Host(HostBody),
}

/// A launch with all that was checked of it.
pub(crate) struct KernelWork {
    pub(crate) code: KernelCode,
    /// They borrow nothing: the graph keeps the memory.
    pub(crate) args: Vec<Arg<'static>>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared_len: u64,
    pub(crate) shared: u32,
    /// Of coarse code, how many blocks along x the launch asked for, and whether its slices are aligned.
    pub(crate) coarse: Option<(u64, bool)>,
    /// Whether there is anything to run: a launch of no threads keeps its place.
    pub(crate) enabled: bool,
}

impl KernelWork {
    /// What a kernel of Kiln's is told of its launch, if it has use for that.
    pub(crate) fn info(&self, record: u64, number: u32) -> Option<LaunchInfo> {
        match self.code {
            KernelCode::Own(loaded) if loaded.needs.info => {
                let shared_len = self.shared_len;
                Some(LaunchInfo { record, kernel: loaded.number, launch: number, shared_len, barrier: 0 })
            }
            KernelCode::Own(_) | KernelCode::Foreign(_) | KernelCode::Host(_) => None,
        }
    }

    /// The tensor maps that a kernel of Kiln's takes.
    pub(crate) fn maps(&self) -> impl Iterator<Item = TensorMap> {
        let maps = match self.code {
            KernelCode::Own(loaded) => loaded.needs.maps,
            KernelCode::Foreign(_) | KernelCode::Host(_) => Maps::default(),
        };
        maps.into_iter().flatten()
    }
}

/// Memory that the graph has a part in.
#[derive(Clone, Copy)]
struct Place {
    start: u64,
    host: Option<HostPlace>,
}

/// Memory that a piece of work uses.
pub(crate) enum Used<'m> {
    Device(&'m Memory),
    /// Host memory, whose elements have to stay what they are taken for where a launch reads them.
    Host(HostPlace),
}

/// A list of work that is being recorded.
#[derive(Default)]
struct Scope {
    ops: Vec<Op>,
    /// For each of the graph's memories, who used it last.
    last: Vec<LastUse>,
    /// The last piece that everything after it comes after.
    barrier: Option<usize>,
    kind: ScopeKind,
}

#[derive(Clone, Default)]
struct LastUse {
    writer: Option<usize>,
    /// Those that have read since.
    readers: Vec<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ScopeKind {
    #[default]
    Whole,
    Child,
    Conditional,
}

/// A graph that is being recorded.
pub(crate) struct Recording {
    /// No other graph of the process has or had it.
    pub(crate) id: u64,
    /// The stream that the graph was asked of.
    origin: Stream,
    places: Vec<Place>,
    /// The innermost last.
    scopes: Vec<Scope>,
    kept: Vec<Kept>,
    next: u32,
}

/// Memory of the graph's own: what fills copy from, which is only read, or what was allocated in the recording.
pub(crate) struct Kept {
    pub(crate) memory: Memory,
    pub(crate) writes: bool,
}

/// What was recorded.
pub(crate) struct Recorded {
    pub(crate) id: u64,
    pub(crate) ops: Vec<Op>,
    pub(crate) kept: Vec<Kept>,
}

/// What a stream is that records: its work goes into a graph.
pub(crate) struct Capture {
    /// `None` once the graph is made.
    recording: Mutex<Option<Recording>>,
}

impl Capture {
    pub(crate) fn new(recording: Recording) -> Capture {
        Capture { recording: Mutex::new(Some(recording)) }
    }

    /// Does something with the recording.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Recording) -> Result<R>) -> Result<R> {
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        recording.as_mut().map_or(Err(Error::Graph(GraphError::Over)), work)
    }

    /// Records work, which uses this memory, each to be written or only read.
    pub(crate) fn record(
        &self,
        what: impl Fn(usize) -> String,
        uses: &[(Used<'_>, bool)],
        work: Work,
    ) -> Result<Node> {
        for (used, _) in uses {
            if let Used::Device(memory) = used {
                self.check_own(memory)?;
            }
        }
        self.with(|recording| recording.record(what, uses, work))
    }

    /// Refuses memory that another recording made: what has its address by now is something else.
    pub(super) fn check_own(&self, memory: &Memory) -> Result<()> {
        match memory.home().engine() {
            Engine::Capture(own) if !std::ptr::eq(own, self) => Err(Error::Graph(GraphError::Kept)),
            Engine::Capture(_) | Engine::Cpu(_) | Engine::Gpu(_) => Ok(()),
        }
    }

    /// The address of one element on the device, which the graph keeps; `make` makes it on a stream that does not
    /// record.
    pub(crate) fn seed(&self, make: impl FnOnce(&Stream) -> Result<Memory>) -> Result<u64> {
        let origin = self.with(|recording| Ok(recording.origin.clone()))?;
        let seed = make(&origin)?;
        let address = seed.address();
        self.with(|recording| {
            recording.kept.push(Kept { memory: seed, writes: false });
            Ok(address)
        })
    }

    /// Memory for work of the graph, which keeps it: every launch uses the same. Where it is to be zeroed, each launch
    /// does that.
    pub(crate) fn allocate(&self, recorder: &Stream, bytes: usize, zeroed: bool) -> Result<Memory> {
        let origin = self.with(|recording| Ok(recording.origin.clone()))?;
        let memory = Memory::allocate(&origin, bytes, false)?;
        let address = memory.address();
        self.with(|recording| {
            recording.places.push(Place { start: address, host: None });
            recording.scopes.iter_mut().for_each(|scope| scope.last.push(LastUse::default()));
            recording.kept.push(Kept { memory, writes: true });
            Ok(())
        })?;
        let memory = Memory::of_graph(recorder, address, bytes);
        if zeroed {
            let zeros = Work::Fill { to: address, size: 1, len: bytes, with: Pattern::Bits(0) };
            self.record(|_| String::new(), &[(Used::Device(&memory), true)], zeros)?;
        }
        Ok(memory)
    }

    /// Ends the recording of the graph with this number.
    pub(super) fn finish(&self, id: u64) -> Result<Recorded> {
        self.with(|recording| recording.is(id, "builder"))?;
        let taken = self.recording.lock().unwrap_or_else(PoisonError::into_inner).take();
        let recording = taken.ok_or(Error::Graph(GraphError::Over))?;
        let ops = recording.scopes.into_iter().next().map_or_else(Vec::new, |scope| scope.ops);
        Ok(Recorded { id: recording.id, ops, kept: recording.kept })
    }
}

/// The number of a graph.
pub(super) fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Recording {
    /// An empty recording of a graph that has a part in this memory.
    pub(super) fn new(id: u64, origin: &Stream, held: &[GraphMemory<'_>]) -> Result<Recording> {
        let mut places = Vec::with_capacity(held.len());
        for one in held {
            places.push(match one.0 {
                HeldKind::Host(host) => Place { start: host.start, host: Some(host) },
                HeldKind::Device(memory) => {
                    if !std::ptr::eq(memory.home().device_shared(), origin.device_shared()) {
                        return Err(Error::WrongDevice {
                            what: "a graph".to_owned(),
                            buffer_device: memory.home().device_shared().describe(),
                            stream_device: origin.device_shared().describe(),
                        });
                    }
                    Place { start: memory.address(), host: None }
                }
            });
        }
        let mut recording =
            Recording { id, origin: origin.clone(), places, scopes: Vec::new(), kept: Vec::new(), next: 0 };
        recording.open(ScopeKind::Whole);
        Ok(recording)
    }

    /// Holds that it is of the graph with this number: users may swap two builders that they are lent at once, and
    /// each knows the memory of its own graph only.
    pub(super) fn is(&self, id: u64, what: &'static str) -> Result<()> {
        if self.id == id { Ok(()) } else { Err(Error::Graph(GraphError::OtherGraph { what })) }
    }

    /// Begins further work; how many lists there were before.
    fn open(&mut self, kind: ScopeKind) -> usize {
        let last = vec![LastUse::default(); self.places.len()];
        self.scopes.push(Scope { ops: Vec::new(), last, barrier: None, kind });
        self.scopes.len() - 1
    }

    /// Begins work that is to be one piece; how deep it lies.
    pub(super) fn open_child(&mut self) -> usize {
        self.open(ScopeKind::Child)
    }

    /// Begins work that runs on a condition; how deep it lies.
    pub(super) fn open_conditional(&mut self) -> Result<usize> {
        if self.scopes.iter().any(|scope| scope.kind == ScopeKind::Child) {
            return Err(refused(
                "a condition inside of a child graph",
                "the driver takes none there; record the child's work without `child`",
            ));
        }
        Ok(self.open(ScopeKind::Conditional))
    }

    /// Ends the work that was begun so deep, and what was begun inside of it and never ended.
    pub(super) fn close(&mut self, depth: usize) -> Vec<Op> {
        let mut ended = None;
        while self.scopes.len() > depth {
            ended = self.scopes.pop();
        }
        ended.map_or_else(Vec::new, |scope| scope.ops)
    }

    /// The work recorded last, taken away again.
    pub(super) fn take_last(&mut self) -> Option<Op> {
        self.scopes.last_mut()?.ops.pop()
    }

    /// Which of the graph's memories this is; `None` for memory of no bytes.
    pub(super) fn find(&self, used: &Used<'_>, writes: bool) -> Result<Option<usize>, ()> {
        let found = match used {
            Used::Device(memory) if memory.bytes() == 0 => return Ok(None),
            Used::Host(place) if place.bytes == 0 => return Ok(None),
            Used::Device(memory) => {
                self.places.iter().position(|place| place.host.is_none() && place.start == memory.address())
            }
            Used::Host(used) => self.places.iter().position(|place| {
                place.host.is_some_and(|host| host.holds(used) && (writes || host.stays(used)))
            }),
        };
        found.map(Some).ok_or(())
    }

    fn record(
        &mut self,
        what: impl Fn(usize) -> String,
        uses: &[(Used<'_>, bool)],
        work: Work,
    ) -> Result<Node> {
        let mut found = Vec::with_capacity(uses.len());
        for (at, (used, writes)) in uses.iter().enumerate() {
            let place = self
                .find(used, *writes)
                .map_err(|()| Error::Graph(GraphError::NotOwned { what: what(at) }))?;
            found.extend(place.map(|place| (place, *writes)));
        }
        if matches!(work, Work::Host(_))
            && self.scopes.iter().any(|scope| scope.kind == ScopeKind::Conditional)
        {
            return Err(refused(
                "a function of the host's that runs on a condition",
                "the driver takes none there; call it before the condition, or after it",
            ));
        }
        Ok(self.push(work, found))
    }

    /// Records work of which it is known which memories it uses.
    pub(super) fn push(&mut self, work: Work, uses: Vec<(usize, bool)>) -> Node {
        let number = self.next;
        self.next += 1;
        let uses = merged(uses);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(number, work, uses);
        }
        Node { graph: self.id, number }
    }
}

/// Each memory once.
fn merged(mut uses: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
    // What is written comes first, and is what stays.
    sort_by_key(&mut uses, |(memory, writes)| (*memory, !writes));
    uses.dedup_by_key(|(memory, _)| *memory);
    uses
}

/// All memories that some work uses.
pub(super) fn all_uses(ops: &[Op]) -> Vec<(usize, bool)> {
    merged(ops.iter().flat_map(|op| op.uses.iter().copied()).list())
}

/// Whether everything else is ordered with this work.
fn is_barrier(work: &Work) -> bool {
    match work {
        Work::Host(_) => true,
        Work::Child(ops) => ops.iter().any(|op| is_barrier(&op.work)),
        Work::Kernel(_) | Work::Copy { .. } | Work::Fill { .. } | Work::Conditional { .. } => false,
    }
}

impl Scope {
    fn push(&mut self, number: u32, work: Work, uses: Vec<(usize, bool)>) {
        let at = self.ops.len();
        let mut after = Vec::new();
        if is_barrier(&work) {
            after = sinks(&self.ops);
            self.barrier = Some(at);
            self.last.fill(LastUse { writer: Some(at), readers: Vec::new() });
        }
        for (memory, writes) in &uses {
            let Some(last) = self.last.get_mut(*memory).filter(|last| last.writer != Some(at)) else {
                continue;
            };
            if *writes && !last.readers.is_empty() {
                after.append(&mut last.readers);
            } else {
                after.extend(last.writer);
            }
            if *writes {
                *last = LastUse { writer: Some(at), readers: Vec::new() };
            } else {
                last.readers.push(at);
            }
        }
        if after.is_empty() {
            after.extend(self.barrier.filter(|barrier| *barrier != at));
        }
        sort(&mut after);
        after.dedup();
        self.ops.push(Op { number, work, uses, after });
    }
}

/// The pieces that no other comes after.
pub(super) fn sinks(ops: &[Op]) -> Vec<usize> {
    let mut last = vec![true; ops.len()];
    for before in ops.iter().flat_map(|op| &op.after) {
        last[*before] = false;
    }
    (0..ops.len()).filter(|at| last[*at]).list()
}

/// Two pieces that use the same memory, one writing it, with no order between them: their numbers.
pub(super) fn unordered(ops: &[Op], changed: &[usize]) -> Option<(u32, u32)> {
    let conflict = |a: &Op, b: &Op| {
        let clash = |(memory, writes): &(usize, bool)| {
            b.uses.iter().any(|(other, also)| memory == other && (*writes || *also))
        };
        a.uses.iter().any(clash)
    };
    // For each piece, whether the changed one comes before it, or after it.
    for at in changed {
        let mut before = vec![false; ops.len()];
        let mut behind = vec![false; ops.len()];
        before[*at] = true;
        // Edges lead back, so one walk from the end finds all.
        for one in (0..=*at).rev() {
            if before[one] {
                ops[one].after.iter().for_each(|earlier| before[*earlier] = true);
            }
        }
        behind[*at] = true;
        for one in *at + 1..ops.len() {
            behind[one] = ops[one].after.iter().any(|earlier| behind[*earlier]);
        }
        for (other, op) in ops.iter().enumerate().filter(|(other, _)| other != at) {
            if conflict(&ops[*at], op) && !before[other] && !behind[other] {
                let (first, second) = (other.min(*at), other.max(*at));
                return Some((ops[first].number, ops[second].number));
            }
        }
    }
    None
}

/// What to do instead of a copy from or to the program's own memory.
pub(crate) const HOST: &str = "give the graph page-locked memory too, and use `GraphBuilder::copy_in` or `copy_out`; or copy before, and after";

/// The error for a call that cannot be recorded.
#[cold]
pub(crate) fn refused(what: &'static str, help: &'static str) -> Error {
    Error::Graph(GraphError::Refused { what, help })
}

impl Stream {
    /// The recording that this stream's work goes to, if it is one that records.
    pub(crate) fn capturing(&self) -> Result<&Capture> {
        match self.engine() {
            Engine::Capture(capture) => Ok(capture),
            Engine::Cpu(_) | Engine::Gpu(_) => Err(Error::Graph(GraphError::Over)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;

    /// The edges of pieces that use these memories.
    fn edges(uses: &[&[(usize, bool)]]) -> Vec<Vec<usize>> {
        let mut scope = Scope { last: vec![LastUse::default(); 4], ..Scope::default() };
        for (number, uses) in uses.iter().enumerate() {
            let work = Work::Copy { from: 0, to: 0, bytes: 0, way: Way::Across };
            scope.push(number as u32, work, merged(uses.to_vec()));
        }
        scope.ops.into_iter().map(|op| op.after).collect()
    }

    const R: bool = false;
    const W: bool = true;

    #[test]
    fn pieces_follow_one_another_where_one_writes() {
        // Written, read twice, written again by who waits for both readers; apart from that, nothing is ordered.
        let found = edges(&[&[(0, W)], &[(0, R), (1, W)], &[(0, R), (2, W)], &[(0, W)], &[(3, W)]]);
        assert_eq!(found, [vec![], vec![0], vec![0], vec![1, 2], vec![]]);
        // What reads and writes is a writer.
        assert_eq!(edges(&[&[(0, R), (0, W)], &[(0, R)], &[(0, W), (0, R)]]), [vec![], vec![0], vec![1]]);
    }

    #[test]
    fn functions_of_the_host_come_between() {
        let mut scope = Scope { last: vec![LastUse::default(); 2], ..Scope::default() };
        let copy = || Work::Copy { from: 0, to: 0, bytes: 0, way: Way::Across };
        scope.push(0, copy(), vec![(0, W)]);
        scope.push(1, copy(), vec![(1, W)]);
        scope.push(2, Work::Host(Box::new(Box::new(|| {}))), vec![]);
        scope.push(3, copy(), vec![(1, R)]);
        scope.push(4, copy(), vec![]);
        scope.push(5, Work::Host(Box::new(Box::new(|| {}))), vec![]);
        let after: Vec<_> = scope.ops.iter().map(|op| op.after.clone()).collect();
        assert_eq!(after, [vec![], vec![], vec![0, 1], vec![2], vec![2], vec![3, 4]]);
    }

    #[test]
    fn changes_keep_to_the_order_that_there_is() {
        let uses: [&[(usize, bool)]; 4] = [&[(0, W)], &[(0, R), (1, W)], &[(1, R), (2, W)], &[(3, W)]];
        let after = edges(&uses);
        let ops = |changed: usize, new: &[(usize, bool)]| {
            let op = |(at, after): (usize, &Vec<usize>)| Op {
                number: at as u32,
                work: Work::Copy { from: 0, to: 0, bytes: 0, way: Way::Across },
                uses: if at == changed { new.to_vec() } else { uses[at].to_vec() },
                after: after.clone(),
            };
            unordered(&after.iter().enumerate().map(op).collect::<Vec<_>>(), &[changed])
        };
        assert_eq!(ops(2, &[(0, W)]), None, "it comes after the first by the second");
        assert_eq!(ops(0, &[(2, W)]), None);
        assert_eq!(ops(3, &[(0, R)]), Some((0, 3)));
        assert_eq!(ops(1, &[(3, R)]), Some((1, 3)));
        assert_eq!(ops(3, &[(0, R), (2, R)]), Some((0, 3)));
    }

    #[test]
    fn memory_is_found_by_its_address() {
        let stream = Device::cpu().stream();
        let (x, y) = (stream.alloc_zeroed::<f32>(4).unwrap(), stream.alloc_zeroed::<f32>(4).unwrap());
        let none = stream.alloc_zeroed::<f32>(0).unwrap();
        let memory = |buffer: &crate::Buffer<f32>| std::ptr::from_ref(buffer.as_slice().parts().0);
        let host = [0u32; 16];
        let held = [
            GraphMemory(HeldKind::Device(x.as_slice().parts().0)),
            GraphMemory(HeldKind::Host(HostPlace::of(&host))),
        ];
        let recording = Recording::new(0, &stream, &held).unwrap();
        // SAFETY: the buffers live on.
        let find = |buffer| unsafe { recording.find(&Used::Device(&*memory(buffer)), false) };
        assert_eq!((find(&x), find(&y), find(&none)), (Ok(Some(0)), Err(()), Ok(None)));
        let of = |place| recording.find(&Used::Host(place), false);
        assert_eq!(of(HostPlace::of(&host[4..])), Ok(Some(1)));
        assert_eq!(of(HostPlace { bytes: 49, ..HostPlace::of(&host[4..]) }), Err(()));
        // The host may write any number there, which is no `bool`.
        let flags = HostPlace { start: HostPlace::of(&host).start, ..HostPlace::of(&[true; 64]) };
        assert_eq!((of(flags), recording.find(&Used::Host(flags), true)), (Err(()), Ok(Some(1))));
        let bytes = HostPlace { start: flags.start, ..HostPlace::of(&[1u8; 64]) };
        assert_eq!(of(bytes), Ok(Some(1)));
    }
}
