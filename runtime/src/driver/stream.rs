//! Streams of a GPU, each with its failure record.
//!
//! A stream whose last holder is gone is parked, not destroyed: its kernels may still run and may still write its
//! record, and destroying would have to wait for them. The next new stream of its kind takes a parked one that has
//! come to rest. So making and dropping streams is cheap, and a record is never reused under a running kernel. Of a
//! stream that is not Kiln's own only the record is parked, with a mark behind the last work. When nobody holds
//! anything of the device, what is at rest goes ([`super::idle_release`]).
//!
//! A thread's default stream has one handle on all threads. So it knows its thread, and every call on another is an
//! error.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kiln_codegen::abi::FailRecord;

use crate::error::{Error, Result};
use crate::sys::driver::{CUstream, Driver, LaunchKernel};

use super::context::Current;
use super::graph::GraphRecord;
use super::record::Record;
use super::{Context, Mark};

const STREAM_DEFAULT: u32 = 0;
const STREAM_NON_BLOCKING: u32 = 1;
/// The handle of the default stream that waits for every blocking one, and they for it.
const STREAM_LEGACY: usize = 1;
/// The handle of the default stream of whichever thread names it.
const STREAM_PER_THREAD: usize = 2;

/// What a stream is made as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StreamKind {
    /// The driver's number: lower is more urgent.
    pub(crate) priority: i32,
    /// Whether it and the legacy default stream wait for each other.
    pub(crate) blocking: bool,
}

/// A stream of Kiln's that nobody holds.
pub(super) struct Parked {
    pub(super) raw: CUstream,
    kind: StreamKind,
    pub(super) record: Record,
}

/// A stream of a GPU.
pub(crate) struct GpuStream {
    pub(crate) context: &'static Context,
    pub(crate) raw: CUstream,
    /// `None` for a stream that another library made.
    kind: Option<StreamKind>,
    /// The thread whose default stream it is; 0 for a stream of all threads.
    thread: u64,
    /// `None` only while it is dropped.
    record: Option<Record>,
    record_device: u64,
    /// The driver's function for launches, where the stream's handle says which context it is of.
    direct: Option<LaunchKernel>,
    /// The records of graphs that were launched on it.
    graphs: Mutex<Vec<Arc<GraphRecord>>>,
    any_graphs: AtomicBool,
}

impl GpuStream {
    pub(crate) fn new(context: &'static Context, kind: StreamKind) -> Result<GpuStream> {
        let _current = context.enter()?;
        let Parked { raw, record, .. } = match take_parked(context, kind) {
            Some(parked) => parked,
            None => make(context, kind)?,
        };
        Ok(GpuStream::with(context, raw, Some(kind), record))
    }

    /// A stream that is not Kiln's: the driver's legacy default stream, or one that another library made.
    ///
    /// # Safety
    ///
    /// The stream is of this context, and lives until the work that it is given here is done.
    pub(crate) unsafe fn borrow(context: &'static Context, raw: Option<*mut c_void>) -> Result<GpuStream> {
        let _current = context.enter()?;
        let record = match take_record(context) {
            Some(record) => record,
            None => Record::new(context)?,
        };
        let raw = raw.filter(|raw| !raw.is_null());
        let raw = CUstream(raw.unwrap_or(std::ptr::without_provenance_mut(STREAM_LEGACY)));
        let thread = if raw.0.addr() == STREAM_PER_THREAD { this_thread() } else { 0 };
        let mut stream = GpuStream::with(context, raw, None, record);
        stream.thread = thread;
        Ok(stream)
    }

    /// The default stream of the calling thread, for [`GpuStream::borrow`].
    pub(crate) fn per_thread() -> *mut c_void {
        std::ptr::without_provenance_mut(STREAM_PER_THREAD)
    }

    /// Whether it is a thread's default stream.
    #[inline]
    pub(crate) fn is_per_thread(&self) -> bool {
        self.thread != 0
    }

    /// Makes the stream's context current, for a call that names the stream.
    pub(crate) fn enter(&self) -> Result<Current> {
        if self.thread != 0 && self.thread != this_thread() {
            return Err(Error::OtherThread);
        }
        self.context.enter()
    }

    /// Nothing on the device uses the record: the stream is new or at rest.
    fn with(context: &'static Context, raw: CUstream, kind: Option<StreamKind>, record: Record) -> GpuStream {
        record.reset();
        context.hold();
        let record_device = record.device;
        let names_context = raw.0.addr() > STREAM_PER_THREAD;
        let direct = if names_context { context.driver.launch_anywhere() } else { None };
        GpuStream {
            context,
            raw,
            kind,
            thread: 0,
            record: Some(record),
            record_device,
            direct,
            graphs: Mutex::new(Vec::new()),
            any_graphs: AtomicBool::new(false),
        }
    }

    /// Whether Kiln made it.
    pub(super) fn is_own(&self) -> bool {
        self.kind.is_some()
    }

    /// The record's device address, which a launch tells its kernel.
    #[inline]
    pub(crate) fn record(&self) -> u64 {
        self.record_device
    }

    /// The driver's function for launches on this stream, whichever context is current; see
    /// [`Driver::launch_anywhere`].
    #[inline]
    pub(crate) fn direct(&self) -> Option<LaunchKernel> {
        self.direct
    }

    /// Waits for everything on the stream.
    pub(crate) fn synchronize(&self) -> Result<()> {
        let _current = self.enter()?;
        self.context.sweep();
        // SAFETY: the stream is alive.
        unsafe { self.context.driver.cuStreamSynchronize(self.raw) }
    }

    /// Waits for everything on the stream, also where a wait fails: it is asked for again. A stream that cannot be
    /// waited for twice is lost with its context, and nothing of its work runs on. For those who would otherwise
    /// leave work behind that uses what they are about to give up.
    pub(crate) fn settle(&self) -> Result<()> {
        // The legacy default stream is the current context's. A stream of Kiln's own knows its context.
        let _current = if self.kind.is_none() { Some(self.enter()?) } else { None };
        // SAFETY: the stream is alive.
        let wait = || unsafe { self.context.driver.cuStreamSynchronize(self.raw) };
        wait().inspect_err(|_| {
            let _ = wait();
        })
    }

    /// The first failure since it was last taken, taken, with the low bits of the launch's number where it was none
    /// of a graph's. The stream must have been synchronized.
    pub(crate) fn take_failure(&self) -> Result<Option<(Option<u32>, FailRecord)>> {
        let Some(failure) = self.failure()? else { return Ok(None) };
        let mut launch = Some(failure.launch);
        self.record.iter().for_each(Record::free);
        for graph in self.graphs() {
            if graph.failure()?.is_some() {
                graph.free();
                launch = None;
            }
        }
        Ok(Some((launch, failure)))
    }

    /// Looks at the failures of a graph too, from its next launch on.
    pub(super) fn listen_to(&self, graph: &Arc<GraphRecord>) {
        let mut graphs = self.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        graphs.retain(|known| !Arc::ptr_eq(known, graph) && !known.is_over());
        graphs.push(Arc::clone(graph));
        self.any_graphs.store(true, Ordering::Release);
    }

    fn graphs(&self) -> Vec<Arc<GraphRecord>> {
        if !self.any_graphs.load(Ordering::Acquire) {
            return Vec::new();
        }
        self.graphs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The first failure since it was last taken, left in its place. What is asked about must have run.
    pub(crate) fn failure(&self) -> Result<Option<FailRecord>> {
        let mut failures = self.graphs().into_iter().filter_map(|graph| graph.failure().transpose());
        let Some(record) = self.record.as_ref().filter(|record| record.claimed()) else {
            return failures.next().transpose();
        };
        // Another thread may have launched since, and a kernel of it may have claimed the record and be writing it now.
        // That launch came before this wait; and a record once claimed is claimed by nobody else.
        if self.thread == 0 || self.thread == this_thread() {
            self.synchronize()?;
        } else {
            self.context.synchronize()?;
        }
        Ok(Some(record.read()))
    }
}

impl Drop for GpuStream {
    fn drop(&mut self) {
        // In a forked child the locks may be held by a thread that is not there, and the stream is the parent's.
        let Some(record) = self.record.take().filter(|_| !Driver::forked()) else { return };
        let context = self.context;
        // The records of graphs that only this stream still holds.
        drop(std::mem::take(self.graphs.get_mut().unwrap_or_else(PoisonError::into_inner)));
        match self.kind {
            Some(kind) => {
                let parked = Parked { raw: self.raw, kind, record };
                context.parked.lock().unwrap_or_else(PoisonError::into_inner).push(parked);
            }
            // Behind another thread's last work there can be no mark: the record stays its kernels'.
            None if self.thread != 0 && self.thread != this_thread() => {}
            None => {
                let raw = self.raw;
                context.now_or_later(move || {
                    // Without a mark nobody can say when its kernels are done with the record: it stays theirs.
                    if let Ok(mark) = Mark::record(context, raw, false) {
                        context.records.lock().unwrap_or_else(PoisonError::into_inner).push((mark, record));
                    }
                });
            }
        }
        context.let_go();
    }
}

/// A number of the calling thread's own, from 1 on.
fn this_thread() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    if NUMBER.get() == 0 {
        NUMBER.set(LAST.fetch_add(1, Ordering::Relaxed) + 1);
    }
    NUMBER.get()
}

/// A parked stream of this kind that has finished its work.
fn take_parked(context: &Context, kind: StreamKind) -> Option<Parked> {
    let mut parked = context.parked.lock().unwrap_or_else(PoisonError::into_inner);
    let at = parked.iter().position(|one| {
        // SAFETY: a parked stream is alive.
        one.kind == kind && unsafe { context.driver.cuStreamQuery(one.raw) }.is_ok()
    })?;
    Some(parked.swap_remove(at))
}

/// The record of a stream of another library's that has done what it was given.
pub(super) fn take_record(context: &Context) -> Option<Record> {
    let mut records = context.records.lock().unwrap_or_else(PoisonError::into_inner);
    let at = records.iter().position(|(mark, _)| mark.is_done().unwrap_or(false))?;
    Some(records.swap_remove(at).1)
}

fn make(context: &Context, kind: StreamKind) -> Result<Parked> {
    let record = Record::new(context)?;
    let mut raw = CUstream(std::ptr::null_mut());
    // A stream that does not block need not wait for the legacy default stream, which other libraries may use.
    let flags = if kind.blocking { STREAM_DEFAULT } else { STREAM_NON_BLOCKING };
    // SAFETY: the answer has its place.
    match unsafe { context.driver.cuStreamCreateWithPriority(&raw mut raw, flags, kind.priority) } {
        Ok(()) => Ok(Parked { raw, kind, record }),
        Err(error) => {
            record.discard(context);
            Err(error)
        }
    }
}
