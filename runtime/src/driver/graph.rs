//! Graphs of a GPU: made node by node, instantiated, launched any number of times.
//!
//! A graph's kernels tell of failures in a record of the graph's own, which outlives every launch. A stream that a
//! graph was launched on holds the record too and looks at it when it is asked for failures; see [`GraphRecord`].

use std::ffi::{CStr, c_void};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use kiln_codegen::abi::FailRecord;

use crate::error::Result;
use crate::sys::driver::{
    CUgraph, CUgraphExec, CUgraphNode, CUstream, ConditionNode, CopyEnd, CopyNode, Driver, HostNode, SetNode,
};

use super::record::Record;
use super::stream::take_record;
use super::{Context, Function, GpuStream, Mark, callback};

const MEMORY_HOST: i32 = 1;
const MEMORY_DEVICE: i32 = 2;
const NODE_CONDITIONAL: i32 = 13;
/// The condition has its first value at each launch.
const CONDITION_DEFAULT: u32 = 1;

/// Reads a number of 32 bits and sets a condition by whether it is zero. With the address of a failure record, the
/// condition is not met once a kernel has failed: a loop that waits for what a failed kernel would have written
/// ends.
///
/// The driver knows the function that sets a condition by its name, when it loads the code.
const SET_CONDITION: &str = "\
.version 7.0
.target sm_75
.address_size 64

.extern .func cudaGraphSetConditional (.param .b64 handle, .param .b32 value);

.visible .entry kiln_set_condition (.param .u64 handle, .param .u64 flag, .param .u64 record)
{
    .reg .pred %p<3>;
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [handle];
    ld.param.u64 %d2, [flag];
    ld.param.u64 %d3, [record];
    cvta.to.global.u64 %d2, %d2;
    ld.global.u32 %r1, [%d2];
    setp.ne.u32 %p1, %r1, 0;
    selp.u32 %r2, 1, 0, %p1;
    setp.eq.u64 %p2, %d3, 0;
    @%p2 bra SET;
    ld.volatile.u32 %r3, [%d3];
    setp.ne.u32 %p1, %r3, 0;
    selp.u32 %r2, 0, %r2, %p1;
SET:
    {
    .param .b64 a;
    .param .b32 b;
    st.param.b64 [a], %d1;
    st.param.b32 [b], %r2;
    call.uni cudaGraphSetConditional, (a, b);
    }
    ret;
}
";
const SET_CONDITION_NAME: &CStr = c"kiln_set_condition";

/// Between which memories a copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Across,
    In,
    Out,
}

/// How often a part of a graph runs that has a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Once, where it is met.
    When = 0,
    /// As long as it is met.
    While = 1,
}

/// A graph that is being made; what is left of it goes with this.
pub(crate) struct GraphMaker {
    context: &'static Context,
    raw: CUgraph,
    record: Arc<GraphRecord>,
}

impl GraphMaker {
    /// An empty graph. The context must be current from here on until the graph is made.
    pub(crate) fn new(context: &'static Context) -> Result<GraphMaker> {
        let record = GraphRecord::new(context)?;
        Ok(GraphMaker { context, raw: create(context)?, record: Arc::new(record) })
    }

    /// The graph itself, to add to.
    pub(crate) fn whole(&self) -> CUgraph {
        self.raw
    }

    /// Where the graph's kernels tell of failures.
    pub(crate) fn record(&self) -> u64 {
        self.record.device
    }

    /// Adds a kernel.
    ///
    /// # Safety
    ///
    /// `params` points to one pointer for each parameter of the kernel, in order, each to a value of its type;
    /// memory that they name stays alive as long as the graph may run.
    pub(crate) unsafe fn kernel(
        &self,
        to: CUgraph,
        after: &[CUgraphNode],
        function: &Function,
        (grid, block, shared): ([u32; 3], [u32; 3], u32),
        params: &mut [*mut c_void],
    ) -> Result<CUgraphNode> {
        let node = function.node(grid, block, shared, params.as_mut_ptr());
        // SAFETY: the caller's contract; the driver copies the parameters before it returns.
        self.add(|at| unsafe {
            self.context.driver.cuGraphAddKernelNode(at, to, after.as_ptr(), after.len(), &raw const node)
        })
    }

    /// Adds a copy.
    ///
    /// # Safety
    ///
    /// Both places have `bytes` bytes as long as the graph may run, and do not overlap.
    pub(crate) unsafe fn copy(
        &self,
        graph: CUgraph,
        after: &[CUgraphNode],
        way: Way,
        (from, to, bytes): (u64, u64, usize),
    ) -> Result<CUgraphNode> {
        let end = |address: u64, host: bool| CopyEnd {
            x: 0,
            y: 0,
            z: 0,
            level: 0,
            memory: if host { MEMORY_HOST } else { MEMORY_DEVICE },
            host: if host { ptr::with_exposed_provenance_mut(address as usize) } else { ptr::null_mut() },
            device: if host { 0 } else { address },
            array: ptr::null_mut(),
            reserved: ptr::null_mut(),
            pitch: bytes,
            height: 1,
        };
        let node = CopyNode {
            from: end(from, way == Way::In),
            to: end(to, way == Way::Out),
            bytes,
            height: 1,
            depth: 1,
        };
        // SAFETY: the caller's contract.
        self.add(|at| unsafe {
            let driver = self.context.driver;
            driver.cuGraphAddMemcpyNode(
                at,
                graph,
                after.as_ptr(),
                after.len(),
                &raw const node,
                self.context.raw,
            )
        })
    }

    /// Adds a fill of `count` elements of `size` bytes, which is 1, 2 or 4.
    ///
    /// # Safety
    ///
    /// The place has them as long as the graph may run, aligned to `size`.
    pub(crate) unsafe fn set(
        &self,
        graph: CUgraph,
        after: &[CUgraphNode],
        to: u64,
        (bits, size, count): (u32, u32, usize),
    ) -> Result<CUgraphNode> {
        let node = SetNode { to, pitch: 0, value: bits, size, count, rows: 1 };
        // SAFETY: the caller's contract.
        self.add(|at| unsafe {
            let driver = self.context.driver;
            driver.cuGraphAddMemsetNode(
                at,
                graph,
                after.as_ptr(),
                after.len(),
                &raw const node,
                self.context.raw,
            )
        })
    }

    /// Adds a function of the host's.
    ///
    /// # Safety
    ///
    /// The function lives as long as the graph may run.
    pub(crate) unsafe fn host(
        &self,
        to: CUgraph,
        after: &[CUgraphNode],
        function: &HostCall,
    ) -> Result<CUgraphNode> {
        let data = ptr::from_ref(function).cast_mut().cast();
        let node = HostNode { function: callback::call_again, data };
        // SAFETY: the caller's contract.
        self.add(|at| unsafe {
            self.context.driver.cuGraphAddHostNode(at, to, after.as_ptr(), after.len(), &raw const node)
        })
    }

    /// Adds a place that only has its order.
    pub(crate) fn empty(&self, to: CUgraph, after: &[CUgraphNode]) -> Result<CUgraphNode> {
        // SAFETY: the nodes are of this graph.
        self.add(|at| unsafe { self.context.driver.cuGraphAddEmptyNode(at, to, after.as_ptr(), after.len()) })
    }

    /// Adds another graph, which `fill` makes, as one node.
    pub(crate) fn child(
        &self,
        to: CUgraph,
        after: &[CUgraphNode],
        fill: impl FnOnce(CUgraph) -> Result<()>,
    ) -> Result<CUgraphNode> {
        let child = create(self.context)?;
        let driver = self.context.driver;
        let added = fill(child).and_then(|()| {
            // SAFETY: both graphs are alive; the driver copies the child.
            self.add(|at| unsafe {
                driver.cuGraphAddChildGraphNode(at, to, after.as_ptr(), after.len(), child)
            })
        });
        // SAFETY: the graph was made above, and the node has its own copy.
        let gone = unsafe { driver.cuGraphDestroy(child) };
        added.and_then(|node| gone.map(|()| node))
    }

    /// Adds a part of a graph with a condition, which a number of the device's decides; gives its node and the
    /// graph to fill, and what [`GraphMaker::decide`] needs to decide again.
    ///
    /// # Safety
    ///
    /// The flag is a number of 32 bits on the device as long as the graph may run.
    pub(crate) unsafe fn conditional(
        &self,
        to: CUgraph,
        after: &[CUgraphNode],
        kind: Condition,
        flag: u64,
    ) -> Result<(CUgraphNode, CUgraph, u64)> {
        let (driver, context) = (self.context.driver, self.context.raw);
        let mut handle = 0;
        // SAFETY: the answer has its place, and graph and context are alive.
        unsafe { driver.cuGraphConditionalHandleCreate(&raw mut handle, to, context, 0, CONDITION_DEFAULT) }?;
        // SAFETY: the caller's contract.
        let decided = unsafe { self.decide(to, after, kind, flag, handle) }?;
        let mut node = ConditionNode {
            node_type: NODE_CONDITIONAL,
            reserved: [0; 3],
            handle,
            kind: kind as i32,
            size: 1,
            bodies: ptr::null_mut(),
            context,
            unused: [0; 26],
        };
        // SAFETY: the parameters are complete.
        let added =
            self.add(|at| unsafe { driver.cuGraphAddNode(at, to, &raw const decided, 1, &raw mut node) })?;
        // SAFETY: the driver has answered with a list of one graph, which lives as long as the node.
        let body = unsafe { node.bodies.read() };
        Ok((added, body, handle))
    }

    /// Adds the kernel that decides a condition.
    ///
    /// # Safety
    ///
    /// As [`GraphMaker::conditional`].
    pub(crate) unsafe fn decide(
        &self,
        to: CUgraph,
        after: &[CUgraphNode],
        kind: Condition,
        mut flag: u64,
        mut handle: u64,
    ) -> Result<CUgraphNode> {
        let function = set_condition(self.context)?;
        let mut record = match kind {
            Condition::When => 0,
            Condition::While => self.record(),
        };
        let mut params: [*mut c_void; 3] =
            [(&raw mut handle).cast(), (&raw mut flag).cast(), (&raw mut record).cast()];
        // SAFETY: the kernel has these parameters; the caller vouches for the flag, and the record is the graph's.
        unsafe { self.kernel(to, after, function, ([1; 3], [1; 3], 0), &mut params) }
    }

    fn add(&self, call: impl FnOnce(*mut CUgraphNode) -> Result<()>) -> Result<CUgraphNode> {
        let mut node = CUgraphNode(ptr::null_mut());
        call(&raw mut node).map(|()| node)
    }

    /// Makes the graph ready to be launched. The nodes stay known, to be changed.
    pub(crate) fn instantiate(self) -> Result<GpuGraph> {
        let mut exec = CUgraphExec(ptr::null_mut());
        // SAFETY: the answer has its place, and the graph is alive.
        unsafe { self.context.driver.cuGraphInstantiate(&raw mut exec, self.raw, 0) }?;
        let this = ManuallyDrop::new(self);
        // SAFETY: the maker is not dropped, so that its parts are moved out once.
        let record = unsafe { ptr::read(&raw const this.record) };
        Ok(GpuGraph { context: this.context, raw: this.raw, exec, record })
    }
}

impl Drop for GraphMaker {
    fn drop(&mut self) {
        // SAFETY: the graph is alive and nobody else's.
        let _ = unsafe { self.context.driver.cuGraphDestroy(self.raw) };
    }
}

fn create(context: &Context) -> Result<CUgraph> {
    let mut raw = CUgraph(ptr::null_mut());
    // SAFETY: the answer has its place; the flags must be 0, and are.
    unsafe { context.driver.cuGraphCreate(&raw mut raw, 0) }.map(|()| raw)
}

/// The kernel that decides conditions, loaded on the first use.
fn set_condition(context: &Context) -> Result<&'static Function> {
    let mut kept = context.condition.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(function) = *kept {
        return Ok(function);
    }
    let function = Function::load(context, SET_CONDITION.as_bytes(), SET_CONDITION_NAME, 0, 0)
        .map_err(|refused| *refused.error)?;
    Ok(kept.insert(Box::leak(Box::new(function))))
}

/// A function of the host's that a graph calls at each launch.
pub(crate) type HostCall = Box<dyn Fn() + Send + Sync>;

/// A graph of a GPU, ready to be launched.
pub(crate) struct GpuGraph {
    context: &'static Context,
    raw: CUgraph,
    exec: CUgraphExec,
    record: Arc<GraphRecord>,
}

impl GpuGraph {
    /// Where the graph's kernels tell of failures.
    pub(crate) fn record(&self) -> u64 {
        self.record.device
    }

    /// Gives a launch to a stream of the same device. The driver lets launches of one graph follow one another, on
    /// whichever streams.
    ///
    /// # Safety
    ///
    /// What the nodes use stays alive until the stream has passed the launch, and nothing else uses it meanwhile.
    pub(crate) unsafe fn launch(&self, stream: &GpuStream) -> Result<()> {
        let _current = self.context.enter()?;
        self.record.launched_on(stream);
        // SAFETY: graph and stream are alive; the rest is the caller's contract.
        unsafe { self.context.driver.cuGraphLaunch(self.exec, stream.raw) }
    }

    /// Changes a kernel. Launches under way have the old one.
    ///
    /// # Safety
    ///
    /// As [`GraphMaker::kernel`]; the node is one of this graph's kernels.
    pub(crate) unsafe fn replace(
        &self,
        node: CUgraphNode,
        function: &Function,
        (grid, block, shared): ([u32; 3], [u32; 3], u32),
        params: &mut [*mut c_void],
    ) -> Result<()> {
        let _current = self.context.enter()?;
        let params = function.node(grid, block, shared, params.as_mut_ptr());
        // SAFETY: the caller's contract; the driver copies the parameters before it returns.
        unsafe { self.context.driver.cuGraphExecKernelNodeSetParams(self.exec, node, &raw const params) }
    }

    /// Lets a kernel run at the launches from now on, or not.
    ///
    /// # Safety
    ///
    /// The node is one of this graph's kernels.
    pub(crate) unsafe fn enable(&self, node: CUgraphNode, enabled: bool) -> Result<()> {
        let _current = self.context.enter()?;
        // SAFETY: the caller's contract.
        unsafe { self.context.driver.cuGraphNodeSetEnabled(self.exec, node, u32::from(enabled)) }
    }
}

impl Drop for GpuGraph {
    fn drop(&mut self) {
        if Driver::forked() {
            return;
        }
        let (context, raw, exec, record) = (self.context, self.raw, self.exec, Arc::clone(&self.record));
        context.now_or_later(move || {
            let _current = context.enter();
            record.last_launch_was_given();
            // SAFETY: both are alive and nobody else's; a launch under way goes on, and the driver frees the rest
            // behind it.
            unsafe {
                let _ = context.driver.cuGraphExecDestroy(exec);
                let _ = context.driver.cuGraphDestroy(raw);
            }
        });
    }
}

/// The record in which a graph's kernels tell of a failure.
///
/// It belongs to the graph, and to each stream that the graph was launched on. The last holder gives it up for the
/// next graph, or stream, behind the end of the last launch.
pub(super) struct GraphRecord {
    context: &'static Context,
    /// `None` only while it is dropped.
    record: Option<Record>,
    device: u64,
    last: Mutex<Last>,
}

/// The graph's last launch.
enum Last {
    Never,
    /// On this stream, which lives as long as the graph does.
    On(CUstream),
    /// Before this mark; the graph is gone.
    Before(Mark),
    /// Nobody can say when it is over.
    Lost,
}

impl GraphRecord {
    fn new(context: &'static Context) -> Result<GraphRecord> {
        let record = match take_record(context) {
            Some(record) => record,
            None => Record::new(context)?,
        };
        record.reset();
        let device = record.device;
        Ok(GraphRecord { context, record: Some(record), device, last: Mutex::new(Last::Never) })
    }

    /// Notes a launch, and lets the stream look at this record.
    fn launched_on(self: &Arc<Self>, stream: &GpuStream) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(&*last, Last::On(raw) if *raw == stream.raw) {
            stream.listen_to(self);
            *last = Last::On(stream.raw);
        }
    }

    /// The graph will not be launched again. The context must be current.
    fn last_launch_was_given(&self) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Last::On(raw) = *last {
            *last = Mark::record(self.context, raw, false).map_or(Last::Lost, Last::Before);
        }
    }

    /// Whether nobody needs to look at it any more: the graph is gone, and its last launch over and told of.
    pub(super) fn is_over(self: &Arc<Self>) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let done = matches!(&*last, Last::Before(mark) if mark.is_done().unwrap_or(false));
        done && !self.record.as_ref().is_some_and(Record::claimed)
    }

    /// The failure that is told in it.
    pub(super) fn failure(&self) -> Result<Option<FailRecord>> {
        let Some(record) = self.record.as_ref().filter(|record| record.claimed()) else { return Ok(None) };
        // The kernel that claimed it may be writing it now; it is in the last launch or an earlier one.
        match &*self.last.lock().unwrap_or_else(PoisonError::into_inner) {
            Last::On(raw) => {
                let _current = self.context.enter()?;
                // SAFETY: the stream is alive as long as the graph is.
                unsafe { self.context.driver.cuStreamSynchronize(*raw) }?;
            }
            Last::Before(mark) => mark.synchronize()?,
            Last::Never | Last::Lost => {}
        }
        Ok(Some(record.read()))
    }

    /// Makes it free to be claimed. The failure must have been read.
    pub(super) fn free(&self) {
        self.record.iter().for_each(Record::free);
    }
}

impl Drop for GraphRecord {
    fn drop(&mut self) {
        let Some(record) = self.record.take().filter(|_| !Driver::forked()) else { return };
        let context = self.context;
        match std::mem::replace(self.last.get_mut().unwrap_or_else(PoisonError::into_inner), Last::Lost) {
            Last::Before(mark) => {
                context.records.lock().unwrap_or_else(PoisonError::into_inner).push((mark, record));
            }
            Last::Never => context.now_or_later(move || {
                let _current = context.enter();
                record.discard(context);
            }),
            // A kernel may still write it: it stays that kernel's.
            Last::On(_) | Last::Lost => {}
        }
    }
}
