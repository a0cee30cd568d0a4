//! Graphs: work that is recorded once and launched many times.
//!
//! Takes work from a closure, on a builder or on a stream that records it; guarantees that a graph's memory lives
//! as long as the graph, that nothing else uses what the graph writes while it runs, and that its pieces are
//! ordered by the memory they use; leaves the driver's side to [`crate::driver`].
//!
//! In reading order: `state` is what a graph owns, `recording` how work and its order are recorded, `build` and
//! `update` how users do that, `run` and `gpu` what becomes of it.

mod build;
mod error;
mod gpu;
mod recording;
mod run;
mod state;
mod update;

use std::fmt;
use std::sync::Arc;

pub use build::{GraphBuilder, GraphCondition};
pub use error::GraphError;
pub(crate) use recording::{Capture, HOST, KernelCode, KernelWork, Pattern, Used, Work, refused};
pub use state::{GraphMemory, GraphShared, GraphState};
pub use update::GraphUpdate;

use crate::device::{Device, DeviceShared};
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::order::Waited;
use crate::profile::watch;
use crate::stream::{Engine, Stream};

use recording::{Kept, Op, Recorded, all_uses};
use state::HeldKind;

/// Work of a device, recorded once, to be launched any number of times: the driver is told of all of it by one
/// call, and what does not depend on one another runs side by side. Made by [`Stream::graph`] and
/// [`Stream::capture`].
///
/// A graph owns the buffers that its work writes, and lends them by [`Graph::views_mut`], which takes the graph
/// exclusively: so nothing else can use them while it runs. What it only reads may be shared, in an
/// [`Arc`](std::sync::Arc). The pieces of its work are ordered as the program that recorded them was, where they
/// use the same buffer and one of them writes it; other pieces have no order. Streams that use the same buffers are
/// ordered with a launch as with a kernel's.
///
/// On the CPU the same work is done in the order in which it was recorded.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Device;
///
/// let stream = Device::best()?.stream();
/// let (x, y) = (stream.upload(&[1.0f32, 2.0])?, stream.alloc_zeroed::<f32>(2)?);
/// let (mut graph, ()) = stream.graph((x, y), |graph, (x, mut y)| {
///     graph.copy(&x, &mut y)?;
///     graph.fill(y.reborrow().slice_clamped(0..1), 9.0)?;
///     Ok(())
/// })?;
/// graph.launch(&stream)?;
/// let (_, y) = graph.views_mut()?;
/// assert_eq!(stream.download(&y)?, [9.0, 2.0]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct Graph<S: GraphState> {
    // Goes first: what is under way may still use the rest.
    inner: Inner,
    state: S,
}

/// A piece of a graph's work, to be changed by [`Graph::update`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub(crate) graph: u64,
    pub(crate) number: u32,
}

impl Node {
    /// Its number in the graph: what [`Error::KernelPanic`] tells of a failed kernel.
    pub fn number(self) -> u32 {
        self.number
    }
}

/// What a graph is whatever it owns.
struct Inner {
    id: u64,
    /// It goes before the streams that it leaves its record's mark on.
    made: Option<gpu::Made>,
    /// The stream that it was asked of.
    origin: Stream,
    device: &'static DeviceShared,
    ops: Vec<Op>,
    /// For each of the memories, in the order of [`GraphState::visit`], whether it is written, if it is used.
    uses: Vec<Option<bool>>,
    kept: Vec<Kept>,
    /// Whether any of the memory is the host's.
    has_host: bool,
    /// The stream of the last launch.
    last: Option<Stream>,
}

impl<S: GraphState> Graph<S> {
    /// Gives a launch of the whole graph to a stream of its device, which need not be the one that made it. On a
    /// GPU this returns before the work is done; launches of one graph follow one another. A kernel that fails is
    /// told by the stream's next synchronization, or by a download of what the graph owns.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of another device, [`Error::Driver`] where the device fails.
    pub fn launch(&mut self, stream: &Stream) -> Result<()> {
        let state = &self.state;
        self.inner.launch(stream, &|visit| state.visit(visit))
    }

    /// Lends what the graph owns: buffers as exclusive slices, what is shared as shared ones, host memory as plain
    /// slices. What is done with device memory on any stream comes after the launches so far. Host memory is lent
    /// once they are over.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device failed before host memory could be lent.
    pub fn views_mut(&mut self) -> Result<S::Views<'_>> {
        self.inner.settle_host()?;
        Ok(self.state.views())
    }

    /// Gives back what the graph owns, and ends the graph. Launches under way go on.
    ///
    /// # Errors
    ///
    /// As [`Graph::views_mut`].
    pub fn into_inner(self) -> Result<S> {
        let Graph { mut inner, state } = self;
        inner.settle_host()?;
        Ok(state)
    }

    /// Changes kernels of the graph for the launches from now on; launches under way are not touched. The closure
    /// is lent what the graph owns, host memory once those launches are over, and says the new launch of each node by
    /// [`Launch::replace_in`](crate::Launch::replace_in): other values, another size, other buffers of the graph,
    /// or another kernel. The order of the nodes stays as it was. Where the closure fails, nothing is changed.
    ///
    /// # Errors
    ///
    /// The closure's; [`GraphError::Fixed`] for a node that is no kernel of the graph itself, [`GraphError::Order`]
    /// for a change that would need another order, [`GraphError::OtherGraph`] where the closure has swapped its update
    /// for another graph's, what recording a launch gives, and what [`Graph::views_mut`] gives.
    pub fn update<R>(
        &mut self,
        change: impl for<'v> FnOnce(&mut GraphUpdate, S::Views<'v>) -> Result<R>,
    ) -> Result<R> {
        self.inner.settle_host()?;
        let mut update = {
            let state = &self.state;
            self.inner.begin_update(&|visit| state.visit(visit))?
        };
        let given = change(&mut update, self.state.views())?;
        self.inner.apply(update)?;
        Ok(given)
    }

    /// The device that it runs on.
    pub fn device(&self) -> Device {
        Device::from_stream(self.inner.origin.clone())
    }

    /// How many pieces of work were recorded, a child or a conditional part being one.
    pub fn len(&self) -> usize {
        self.inner.ops.len()
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.inner.ops.is_empty()
    }
}

/// Names the memory of a graph's state.
type Visit<'s> = &'s dyn Fn(&mut dyn FnMut(GraphMemory<'s>));

impl Inner {
    fn new(origin: &Stream, recorded: Recorded, held: &[GraphMemory<'_>]) -> Result<Inner> {
        let Recorded { id, ops, kept } = recorded;
        let device = origin.device_shared();
        let made = device.context.as_ref().map(|context| gpu::Made::new(context, &ops)).transpose()?;
        let has_host = held.iter().any(|one| matches!(one.0, HeldKind::Host(..)));
        let mut inner = Inner {
            id,
            origin: origin.clone(),
            device,
            ops,
            uses: vec![None; held.len()],
            kept,
            made,
            has_host,
            last: None,
        };
        inner.count_uses();
        Ok(inner)
    }

    fn count_uses(&mut self) {
        self.uses.fill(None);
        for (memory, writes) in all_uses(&self.ops) {
            if let Some(place) = self.uses.get_mut(memory) {
                *place = Some(writes);
            }
        }
    }

    fn launch(&mut self, stream: &Stream, visit: Visit<'_>) -> Result<()> {
        if !std::ptr::eq(self.device, stream.device_shared()) {
            return Err(Error::WrongDevice {
                what: "launching a graph".to_owned(),
                buffer_device: self.device.describe(),
                stream_device: stream.device_shared().describe(),
            });
        }
        if let Engine::Capture(_) = stream.engine() {
            return Err(refused(
                "launching a graph",
                "record what the other graph does, by the function that recorded it there",
            ));
        }
        if let Engine::Gpu(gpu) = stream.engine()
            && gpu.is_per_thread()
        {
            return Err(refused(
                "a thread's default stream",
                "launch the graph on a stream of `Device::new_stream`",
            ));
        }
        let mut waited = Waited::default();
        let mut outcome = Ok(());
        self.each_use(visit, &mut |memory, writes| {
            if outcome.is_ok() {
                outcome = stream.before(memory, writes, &mut waited, || "launching a graph".to_owned());
            }
        });
        outcome?;
        let launch = stream.launches().next();
        self.each_use(visit, &mut |memory, writes| {
            if writes {
                memory.written_by(stream, launch);
            }
        });
        let watched = watch::graph(stream);
        let done = match (&self.made, stream.engine()) {
            // SAFETY: the graph keeps its memory, and is borrowed exclusively: all other uses are ordered with this
            // one.
            (Some(made), Engine::Gpu(gpu)) => unsafe { made.graph().launch(gpu) },
            (None, Engine::Cpu(cpu)) => {
                // SAFETY: as above.
                unsafe { run::run(&self.ops, (cpu, launch)) };
                Ok(())
            }
            // The devices are the same, and what records was refused.
            (_, Engine::Cpu(_) | Engine::Gpu(_) | Engine::Capture(_)) => Ok(()),
        };
        drop(watched);
        if !self.last.as_ref().is_some_and(|last| last.is(stream)) {
            self.last = Some(stream.clone());
        }
        if !waited.foreign() {
            return done;
        }
        let mut used = Vec::new();
        self.each_use(visit, &mut |memory, writes| used.push((std::ptr::from_ref(memory), writes)));
        // SAFETY: the memory is the state's and the graph's own, which are borrowed.
        stream.after(used.into_iter().map(|(memory, writes)| (unsafe { &*memory }, writes))).and(done)
    }

    /// Calls something with each memory of the device that the work uses.
    fn each_use(&self, visit: Visit<'_>, call: &mut dyn FnMut(&Memory, bool)) {
        let mut at = 0;
        visit(&mut |held| {
            if let (HeldKind::Device(memory), Some(Some(writes))) = (held.0, self.uses.get(at)) {
                call(memory, *writes);
            }
            at += 1;
        });
        self.kept.iter().for_each(|one| call(&one.memory, one.writes));
    }

    /// Waits for the last launch where it may use memory of the host's.
    fn settle_host(&mut self) -> Result<()> {
        match self.last.as_ref().map(Stream::engine) {
            Some(Engine::Gpu(stream)) if self.has_host => stream.settle(),
            _ => Ok(()),
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let _ = self.settle_host();
        let Some(Engine::Gpu(stream)) = self.last.as_ref().map(Stream::engine) else { return };
        let context = stream.context;
        let has_functions = has_functions(&self.ops);
        let (made, last) = (self.made.take(), self.last.take());
        let ops = std::mem::take(&mut self.ops);
        context.now_or_later(move || {
            drop(made);
            if let (true, Some(Engine::Gpu(stream))) = (has_functions, last.as_ref().map(Stream::engine)) {
                // The functions stay until the driver is done with them.
                let held = Arc::new(ops);
                let given = Arc::clone(&held);
                if stream.when_over(move || drop(given)).is_err() {
                    let _ = stream.settle();
                }
            }
        });
    }
}

fn has_functions(ops: &[Op]) -> bool {
    ops.iter().any(|op| match &op.work {
        Work::Host(_) => true,
        Work::Child(ops) | Work::Conditional { body: ops, .. } => has_functions(ops),
        Work::Kernel(_) | Work::Copy { .. } | Work::Fill { .. } => false,
    })
}

impl<S: GraphState> fmt::Debug for Graph<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph")
            .field("device", &self.inner.device.describe())
            .field("nodes", &self.inner.ops.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buffer, PinnedBuffer};

    #[test]
    fn graphs_go_to_other_threads() {
        fn send<T: Send>() {}
        send::<Graph<(Buffer<f32>, Arc<Buffer<u8>>, PinnedBuffer<u64>)>>();
    }
}
