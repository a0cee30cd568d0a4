//! Takes samples: warms up, holds the stream back, flushes the cache, and encloses calls with events.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::buffer::Buffer;
use crate::device::{Device, DeviceKind};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::graph::refused;
use crate::object::{Kernel, ObjectCode};
use crate::stream::{Engine, Stream};
use crate::sys::nvml::{Gpu, State};

use super::statistics::{interval, median};
use super::timing::{Comparison, Row, Timing};
use super::{Bench, Case};

/// The most calls of a batch, which a stream's queue has room for.
const MOST_CALLS: usize = 16;
/// The device's time that a batch of calls should take: launches, events and the gate are then a small part of it.
const BATCH: Duration = Duration::from_millis(1);
/// The least time of a sample on the CPU, whose clock has a resolution of some tens of nanoseconds.
const CPU_SAMPLE: Duration = Duration::from_micros(100);
/// For how long a gate holds a stream back. Work that waits for its stream would wait for good.
const GATE: Duration = Duration::from_millis(50);

/// Takes the samples of one measurement.
pub(super) struct Sampler<'a> {
    bench: &'a Bench,
    stream: &'a Stream,
    /// On a GPU, what it takes to measure there.
    device: Option<OnGpu>,
}

struct OnGpu {
    nvml: Option<Gpu>,
    flush: Option<Flush>,
    /// Seconds that two events take with nothing between them.
    nothing: f64,
}

/// What is known of a piece of work while it is measured.
struct Progress<'c, 'a> {
    case: &'c mut Case<'a>,
    /// Calls of a batch.
    calls: usize,
    /// Whether the work waits for its stream, which then cannot be held back.
    waits: bool,
    samples: Vec<Sample>,
    turns: Vec<f64>,
}

struct Sample {
    seconds: f64,
    host: f64,
    throttled: Option<&'static str>,
}

impl Progress<'_, '_> {
    /// The samples that count: those of a GPU that was not throttled, if there are enough.
    fn kept(&self, least: usize) -> (Vec<&Sample>, bool) {
        let free: Vec<&Sample> = self.samples.iter().filter(|sample| sample.throttled.is_none()).collect();
        if free.len() >= least { (free, true) } else { (self.samples.iter().collect(), false) }
    }

    /// Whether no more samples are needed. While there is time, a throttled GPU may recover.
    fn is_steady(&self, bench: &Bench) -> bool {
        let (kept, all_free) = self.kept(bench.least);
        let seconds: Vec<f64> = kept.iter().map(|sample| sample.seconds).collect();
        let [low, high] = interval(&seconds);
        all_free && high - low <= bench.interval * median(&seconds)
    }
}

impl<'s> Sampler<'s> {
    pub(super) fn new(bench: &'s Bench, stream: &'s Stream) -> Result<Sampler<'s>> {
        if let Engine::Capture(_) = stream.engine() {
            return Err(refused("a measurement", "measure the launch of the graph that is recorded"));
        }
        let device = stream.device();
        let device = match device.kind() {
            DeviceKind::Gpu(_) => {
                let properties = device.properties()?;
                let flush = bench.cold.then(|| Flush::new(stream, properties.l2_cache)).transpose()?;
                let nvml = properties.uuid.and_then(|uuid| Gpu::of(uuid).ok());
                Some(OnGpu { nvml, flush, nothing: nothing(stream)? })
            }
            DeviceKind::Cpu | DeviceKind::Emulated(..) | DeviceKind::Sanitized | DeviceKind::Counted(_) => {
                None
            }
        };
        Ok(Sampler { bench, stream, device })
    }

    pub(super) fn run(&self, cases: &mut [Case<'_>]) -> Result<Comparison> {
        if cases.is_empty() {
            return Err(Error::NothingToMeasure);
        }
        let mut works = Vec::with_capacity(cases.len());
        for case in cases {
            works.push(self.warm_up(case)?);
        }
        let before = self.state();
        let (begin, budget) = (Instant::now(), self.bench.budget.saturating_mul(works.len() as u32));
        // Samples after which the intervals are looked at, which takes longer than a short sample.
        let mut look = self.bench.least;
        for turn in 0.. {
            // Each is first in some turn: what comes before a batch may disturb it.
            let len = works.len();
            works.rotate_left(turn % len);
            works.iter_mut().try_for_each(|work| self.turn(work))?;
            works.rotate_right(turn % len);
            let samples = works.iter().map(|work| work.samples.len()).min().unwrap_or(0);
            if samples < self.bench.least {
                continue;
            }
            if begin.elapsed() >= budget {
                break;
            }
            if samples >= look {
                look = samples + samples / 4 + 1;
                if works.iter().all(|work| work.is_steady(self.bench)) {
                    break;
                }
            }
        }
        let after = self.state();
        let clocks = before.sm_mhz.zip(after.sm_mhz).map(|(before, after)| [before, after]);
        let rows = works.into_iter().map(|work| {
            let (kept, all_free) = work.kept(self.bench.least);
            let timing = Timing {
                samples: kept.iter().map(|sample| sample.seconds).collect(),
                host: kept.iter().map(|sample| sample.host).collect(),
                cold: self.device.as_ref().is_some_and(|device| device.flush.is_some()),
                clocks,
                throttled: kept.iter().find_map(|sample| sample.throttled).filter(|_| !all_free),
                dropped: work.samples.len() - kept.len(),
            };
            Row { name: work.case.name.clone(), timing, turns: work.turns, amount: work.case.amount }
        });
        Ok(Comparison { rows: rows.collect() })
    }

    fn state(&self) -> State {
        let nvml = self.device.as_ref().and_then(|device| device.nvml.as_ref());
        nvml.map_or_else(State::default, Gpu::state)
    }

    /// Calls the work until it is warm, and finds how many calls make a batch.
    fn warm_up<'c, 'a>(&self, case: &'c mut Case<'a>) -> Result<Progress<'c, 'a>> {
        // The first call compiles, and allocates.
        (case.work)()?;
        self.stream.synchronize()?;
        let begin = Instant::now();
        let mut calls = 0u32;
        while calls == 0 || begin.elapsed() < self.bench.warm_up {
            (case.work)()?;
            calls += 1;
            // Without waiting, the queue would grow for as long as the host is ahead.
            self.stream.synchronize()?;
        }
        let each = begin.elapsed() / calls;
        let calls = if self.device.is_some() {
            whole(BATCH, each).clamp(1, MOST_CALLS)
        } else {
            whole(CPU_SAMPLE, each).max(1)
        };
        let mut work = Progress { case, calls, waits: false, samples: Vec::new(), turns: Vec::new() };
        // A batch that counts for nothing shows whether the stream can be held back.
        if self.device.is_some() {
            self.turn(&mut work)?;
            work.samples.clear();
            work.turns.clear();
        }
        Ok(work)
    }

    /// One batch of calls.
    fn turn(&self, work: &mut Progress<'_, '_>) -> Result<()> {
        let before = self.state();
        let times = match &self.device {
            Some(device) => self.batch(device, work)?,
            None => vec![cpu_batch(work)?],
        };
        let throttled = before.throttled().or_else(|| self.state().throttled());
        let seconds: Vec<f64> = times.iter().map(|(seconds, _)| *seconds).collect();
        work.turns.push(median(&seconds));
        let sample = |(seconds, host)| Sample { seconds, host, throttled };
        work.samples.extend(times.into_iter().map(sample));
        Ok(())
    }

    /// A batch on a GPU: the seconds of each call when cold, else their mean; and the host's.
    fn batch(&self, device: &OnGpu, work: &mut Progress<'_, '_>) -> Result<Vec<(f64, f64)>> {
        let calls = work.calls;
        let gate = if work.waits { None } else { Some(Gate::close(self.stream)?) };
        let mut host = Duration::ZERO;
        let mut events: Vec<[Event; 2]> = Vec::with_capacity(calls);
        let mut timed = |calls: usize| -> Result<()> {
            let start = self.stream.record_event()?;
            let begin = Instant::now();
            for _ in 0..calls {
                (work.case.work)()?;
            }
            host += begin.elapsed();
            events.push([start, self.stream.record_event()?]);
            Ok(())
        };
        match &device.flush {
            Some(flush) => {
                for _ in 0..calls {
                    flush.run(self.stream)?;
                    timed(1)?;
                }
            }
            None => timed(calls)?,
        }
        let late = gate.is_some_and(Gate::open);
        self.stream.synchronize()?;
        if late {
            // Either the queue was full, or the work waits for its stream.
            work.waits = calls == 1;
            work.calls = (calls / 2).max(1);
        }
        let host = host.as_secs_f64() / calls as f64;
        let between = calls / events.len();
        let seconds = |[start, end]: &[Event; 2]| -> Result<(f64, f64)> {
            let seconds = end.elapsed_since(start)?.as_secs_f64() - device.nothing;
            Ok((seconds.max(0.0) / between as f64, host))
        };
        events.iter().map(seconds).collect()
    }
}

/// How often a time contains another one.
fn whole(time: Duration, each: Duration) -> usize {
    usize::try_from(time.as_nanos() / each.as_nanos().max(1)).unwrap_or(usize::MAX)
}

fn cpu_batch(work: &mut Progress<'_, '_>) -> Result<(f64, f64)> {
    // What came before has left its own data in the caches. Long work fills them itself.
    if work.calls > 1 {
        (work.case.work)()?;
    }
    let begin = Instant::now();
    for _ in 0..work.calls {
        (work.case.work)()?;
    }
    let seconds = begin.elapsed().as_secs_f64() / work.calls as f64;
    Ok((seconds, seconds))
}

/// What two events with nothing between them take on a device, in seconds.
pub(crate) fn event_seconds(device: &Device) -> Result<f64> {
    // A failure on the program's stream is the program's to find.
    if device.is_gpu() { nothing(&device.new_stream()?) } else { Ok(0.0) }
}

/// The rate at which a device copies memory that no cache holds, in 10⁹ bytes a second, read and written. `None`
/// without room for it.
pub(crate) fn copy_rate(device: &Device) -> Result<Option<f64>> {
    let stream = device.new_stream()?;
    let bytes = match device.properties()?.l2_cache as usize {
        0 => 64 << 20,
        cache => 4 * cache,
    };
    let (Ok(from), Ok(mut to)) = (stream.alloc_zeroed::<u8>(bytes), stream.alloc_zeroed::<u8>(bytes)) else {
        return Ok(None);
    };
    let bench = Bench::new().warm_up(Duration::ZERO).budget(Duration::from_millis(50)).samples(3);
    let timing = bench.time(&stream, || stream.copy(&from, &mut to))?;
    Ok(Some(timing.gigabytes_per_second(2 * bytes as u64)))
}

/// The seconds that two events of a full queue take with nothing between them.
fn nothing(stream: &Stream) -> Result<f64> {
    let mut events = Vec::new();
    let gate = Gate::close(stream)?;
    for _ in 0..2 * MOST_CALLS {
        events.push(stream.record_event()?);
    }
    gate.open();
    stream.synchronize()?;
    let times = events.windows(2).map(|pair| Ok(pair[1].elapsed_since(&pair[0])?.as_secs_f64()));
    Ok(median(&times.collect::<Result<Vec<f64>>>()?))
}

/// Holds a stream back until it is opened or dropped, or [`GATE`] has passed.
struct Gate {
    shared: Arc<(Mutex<GateState>, Condvar)>,
}

#[derive(Default)]
struct GateState {
    is_open: bool,
    /// The stream went on by itself.
    late: bool,
}

impl Gate {
    fn close(stream: &Stream) -> Result<Gate> {
        let shared = Arc::new((Mutex::new(GateState::default()), Condvar::new()));
        let theirs = Arc::clone(&shared);
        stream.launch_host_fn(move || {
            let (state, changed) = &*theirs;
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = changed.wait_timeout_while(state, GATE, |state| !state.is_open);
            let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            state.late = !state.is_open;
        })?;
        Ok(Gate { shared })
    }

    /// Lets the stream go on. Whether it had done so by itself.
    fn open(self) -> bool {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).late
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).is_open = true;
        self.shared.1.notify_all();
    }
}

/// Reads a range of memory, 16 bytes a thread and turn. The sum is stored where it has a value that no memory of zeros
/// has, so that no compiler leaves the reads out.
const READ: &str = "\
.version 6.0
.target sm_50
.address_size 64
.visible .entry kiln_bench_read(.param .u64 from, .param .u64 words, .param .u64 sum)
{
    .reg .pred %p<3>;
    .reg .b32 %r<10>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [from];
    ld.param.u64 %d2, [words];
    ld.param.u64 %d3, [sum];
    cvta.to.global.u64 %d1, %d1;
    cvta.to.global.u64 %d3, %d3;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r3, %r1, %r2, %r3;
    cvt.u64.u32 %d4, %r3;
    mov.u32 %r1, %nctaid.x;
    mul.wide.u32 %d5, %r1, %r2;
    mov.u32 %r4, 0;
$again:
    setp.ge.u64 %p1, %d4, %d2;
    @%p1 bra $end;
    shl.b64 %d6, %d4, 4;
    add.u64 %d6, %d1, %d6;
    ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%d6];
    add.u32 %r5, %r5, %r6;
    add.u32 %r7, %r7, %r8;
    add.u32 %r4, %r4, %r5;
    add.u32 %r4, %r4, %r7;
    add.u64 %d4, %d4, %d5;
    bra $again;
$end:
    setp.eq.u32 %p2, %r4, 0;
    @%p2 bra $done;
    st.global.u32 [%d3], %r4;
$done:
    ret;
}
";

/// Fills the L2 cache with memory that the work does not use, and that is as it was.
struct Flush {
    kernel: Kernel,
    memory: Buffer<u32>,
    sum: std::cell::RefCell<Buffer<u32>>,
}

impl Flush {
    fn new(stream: &Stream, l2_cache: u32) -> Result<Flush> {
        // The cache of a GPU that does not tell is smaller.
        let bytes = 2 * if l2_cache == 0 { 4 << 20 } else { l2_cache as usize };
        Ok(Flush {
            kernel: ObjectCode::new(READ)?.kernel("kiln_bench_read")?,
            memory: stream.alloc_zeroed(bytes / 4)?,
            sum: stream.alloc_zeroed(1)?.into(),
        })
    }

    fn run(&self, stream: &Stream) -> Result<()> {
        let words = (self.memory.len() / 4) as u64;
        let sum = &mut *self.sum.borrow_mut();
        let blocks = (words / 256).min(2048);
        // SAFETY: the kernel reads `words` times 16 bytes of the memory, and writes the sum only.
        let call = unsafe { self.kernel.call([(&self.memory).into(), words.into(), sum.into()]) };
        call.block(256).blocks(blocks as usize).launch(stream)
    }
}
