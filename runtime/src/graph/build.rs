//! Recording a graph.

use std::fmt;

use crate::buffer::{BufferSlice, BufferSliceMut};
use crate::driver::{Condition, Way};
use crate::error::{Error, Result};
use crate::launch::{BoundLaunch, Launch};
use crate::stream::{Engine, Stream, same_length};
use crate::sys::driver::Driver;
use crate::value::KernelType;

use super::recording::{Capture, Recording, Used, Work, all_uses, fresh, refused};
use super::state::{GraphMemory, HostPlace};
use super::{Graph, GraphError, GraphState, Inner, Node, Visit};

impl Stream {
    /// Makes a graph of the work that a closure says. The closure is lent what the graph owns from then on, and
    /// gives back whatever is to be kept, such as the nodes that [`Graph::update`] is to change. Nothing runs
    /// before [`Graph::launch`]; launches are checked here, once.
    ///
    /// # Errors
    ///
    /// The closure's; [`Error::WrongDevice`] for memory of another device, [`GraphError::OtherGraph`] where the
    /// closure has swapped its builder for another graph's, [`Error::Driver`] and [`Error::SymbolMissing`] where the
    /// driver cannot make the graph.
    ///
    /// # Examples
    ///
    /// ```
    /// # use kiln_runtime::Device;
    /// let stream = Device::best()?.stream();
    /// let (a, b) = (stream.upload(&[1u32, 2])?, stream.upload(&[3u32, 4])?);
    /// let c = stream.alloc_zeroed::<u32>(2)?;
    /// // Each launch swaps the contents of `a` and `b`.
    /// let (mut swap, ()) = stream.graph([a, b, c], |graph, [mut a, mut b, mut c]| {
    ///     graph.copy(&a, &mut c)?;
    ///     graph.copy(&b, &mut a)?;
    ///     graph.copy(&c, &mut b)
    /// })?;
    /// swap.launch(&stream)?;
    /// let [a, _, _] = swap.views_mut()?;
    /// assert_eq!(stream.download(&a)?, [3, 4]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn graph<S: GraphState, R>(
        &self,
        mut state: S,
        build: impl for<'v> FnOnce(&mut GraphBuilder, S::Views<'v>) -> Result<R>,
    ) -> Result<(Graph<S>, R)> {
        let id = fresh();
        let mut builder = GraphBuilder::begin(self, id, &|visit| state.visit(visit))?;
        let given = build(&mut builder, state.views())?;
        let inner = builder.finish(id, self, &|visit| state.visit(visit))?;
        Ok((Graph { inner, state }, given))
    }

    /// Makes a graph of the work that a closure gives to a stream: as [`Stream::graph`], for code that was written
    /// for streams. The stream that the closure is lent runs nothing; launches, copies on the device and fills that
    /// it is given are recorded.
    ///
    /// # Errors
    ///
    /// As [`Stream::graph`]. What has no meaning in a graph is [`GraphError::Refused`], in words: to wait for the
    /// stream, to copy from or to the program's own memory, to record events. A buffer that is allocated is the
    /// graph's: every launch uses the same memory, and nothing else can.
    ///
    /// # Examples
    ///
    /// ```
    /// # use kiln_runtime::{BufferSliceMut, Device, Result, Stream};
    /// /// Knows nothing of graphs.
    /// fn halves(stream: &Stream, x: &mut BufferSliceMut<'_, f32>) -> Result<()> {
    ///     let half = x.len() / 2;
    ///     let (low, high) = x.reborrow().split_at(half)?;
    ///     stream.fill(low, 0.0)?;
    ///     stream.fill(high, 1.0)
    /// }
    ///
    /// let stream = Device::best()?.stream();
    /// let mut graph = stream.capture(stream.alloc_zeroed::<f32>(4)?, |stream, mut x| halves(stream, &mut x))?;
    /// graph.launch(&stream)?;
    /// assert_eq!(stream.download(&graph.views_mut()?)?, [0.0, 0.0, 1.0, 1.0]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn capture<S: GraphState>(
        &self,
        state: S,
        record: impl for<'v> FnOnce(&Stream, S::Views<'v>) -> Result<()>,
    ) -> Result<Graph<S>> {
        self.graph(state, |graph, views| record(graph.stream(), views)).map(|(graph, ())| graph)
    }
}

/// Records the work of a graph. [`Launch::add_to`] adds kernels; the rest is here.
pub struct GraphBuilder {
    stream: Stream,
}

/// A number on the device that decides whether a part of a graph runs. Made by [`GraphBuilder::condition`].
#[derive(Clone, Copy, Debug)]
pub struct GraphCondition {
    graph: u64,
    /// Which of the graph's memories it lies in.
    memory: usize,
    address: u64,
}

impl GraphBuilder {
    pub(super) fn begin(origin: &Stream, id: u64, visit: Visit<'_>) -> Result<GraphBuilder> {
        if let Engine::Capture(_) = origin.engine() {
            return Err(refused("making a graph", "ask a stream that does not record for the other graph"));
        }
        let recording = Recording::new(id, origin, &held(visit))?;
        let stream = Stream::of(origin.device_shared(), Engine::Capture(Capture::new(recording)));
        Ok(GraphBuilder { stream })
    }

    /// Makes the graph with this number, which the builder has to be of.
    pub(super) fn finish(self, id: u64, origin: &Stream, visit: Visit<'_>) -> Result<Inner> {
        Inner::new(origin, self.stream.capturing()?.finish(id)?, &held(visit))
    }

    /// Holds that what is recorded is of the graph with this number.
    pub(super) fn is(&self, id: u64) -> Result<()> {
        self.stream.capturing()?.with(|recording| recording.is(id, "update"))
    }

    /// A stream that records: what it is given becomes a part of the graph, as in [`Stream::capture`].
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Adds a copy between buffers, or parts of them, on the device.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless the lengths are equal, [`GraphError::NotOwned`] for memory that is not the
    /// graph's.
    pub fn copy<'a, 'b, T: KernelType>(
        &mut self,
        from: impl Into<BufferSlice<'a, T>>,
        to: impl Into<BufferSliceMut<'b, T>>,
    ) -> Result<()> {
        self.stream.copy(from, to)
    }

    /// Adds a copy from page-locked memory that the graph owns: each launch copies what the memory holds by then.
    ///
    /// # Errors
    ///
    /// As [`GraphBuilder::copy`]. [`GraphError::NotOwned`] also for memory whose elements are of another type than
    /// `T`, unless `T` is a number: the host may write there what is no `T`.
    pub fn copy_in<'b, T: KernelType>(
        &mut self,
        from: &[T],
        to: impl Into<BufferSliceMut<'b, T>>,
    ) -> Result<()> {
        let (memory, address, len) = to.into().parts();
        same_length("copy_in", from.len(), len)?;
        let host = HostPlace::of(from);
        let uses = [(Used::Host(host), false), (Used::Device(memory), true)];
        self.between(&uses, Work::Copy { from: host.start, to: address, bytes: host.bytes, way: Way::In })
    }

    /// Adds a copy to page-locked memory that the graph owns. [`Graph::views_mut`] waits for it.
    ///
    /// # Errors
    ///
    /// As [`GraphBuilder::copy`].
    pub fn copy_out<'a, T: KernelType>(
        &mut self,
        from: impl Into<BufferSlice<'a, T>>,
        to: &mut [T],
    ) -> Result<()> {
        let (memory, address, len) = from.into().parts();
        same_length("copy_out", len, to.len())?;
        let (start, bytes) = (to.as_mut_ptr().expose_provenance() as u64, size_of_val(to));
        let uses = [(Used::Host(HostPlace::of(to)), true), (Used::Device(memory), false)];
        self.between(&uses, Work::Copy { from: address, to: start, bytes, way: Way::Out })
    }

    fn between(&mut self, uses: &[(Used<'_>, bool)], work: Work) -> Result<()> {
        if matches!(work, Work::Copy { bytes: 0, .. }) {
            return Ok(());
        }
        let what = |at| {
            let end = ["the host's memory", "the buffer"].get(at).copied().unwrap_or("memory");
            format!("a copy of a graph, {end}")
        };
        self.stream.capturing()?.record(what, uses, work).map(|_| ())
    }

    /// Adds a fill of a buffer, or of a part of one.
    ///
    /// # Errors
    ///
    /// [`GraphError::NotOwned`] for memory that is not the graph's.
    pub fn fill<'b, T: KernelType>(&mut self, to: impl Into<BufferSliceMut<'b, T>>, value: T) -> Result<()> {
        self.stream.fill(to, value)
    }

    /// Adds a function of the host's, which each launch calls: after all work recorded before, and before all that
    /// is recorded after. A thread of the driver's runs it, so it should be short, and cannot use the device. Where
    /// it panics the panic is printed, and the launch goes on. On the CPU the launching thread runs it.
    ///
    /// # Errors
    ///
    /// [`GraphError::Refused`] where it would run on a condition.
    pub fn host_fn(&mut self, function: impl Fn() + Send + Sync + 'static) -> Result<()> {
        let work = Work::Host(Box::new(Box::new(function)));
        self.stream.capturing()?.record(|_| String::new(), &[], work).map(|_| ())
    }

    /// Adds the work that a closure says as one piece, a child graph: it begins when all is done that any of it
    /// needs, and counts as done when all of it is.
    ///
    /// # Errors
    ///
    /// The closure's, and nothing of its work is added then; nor where it panics.
    pub fn child<R>(&mut self, build: impl FnOnce(&mut GraphBuilder) -> Result<R>) -> Result<R> {
        let part = Part::begin(&self.stream, |recording| Ok(recording.open_child()))?;
        let given = build(self);
        part.end(given, None)
    }

    /// The first element of a buffer, or of a part of one, as a condition: met where it is not zero.
    ///
    /// # Errors
    ///
    /// [`GraphError::Condition`] unless there is one element, [`GraphError::NotOwned`] for memory that is not the
    /// graph's, and [`Error::SymbolMissing`] for a driver older than CUDA 12.4, whose graphs have no conditions.
    pub fn condition<'b>(&mut self, flag: impl Into<BufferSlice<'b, u32>>) -> Result<GraphCondition> {
        let (memory, address, len) = flag.into().parts();
        if len != 1 {
            return Err(Error::Graph(GraphError::Condition { len }));
        }
        if self.stream.device_shared().context.is_some() {
            Driver::get()?.needs("cuGraphConditionalHandleCreate", (12, 4), "12.4")?;
        }
        let capture = self.stream.capturing()?;
        capture.check_own(memory)?;
        capture.with(|recording| {
            let found = recording.find(&Used::Device(memory), false).ok().flatten();
            let owned = |memory| GraphCondition { graph: recording.id, memory, address };
            found
                .map(owned)
                .ok_or_else(|| Error::Graph(GraphError::NotOwned { what: "a condition".to_owned() }))
        })
    }

    /// Adds the work that a closure says, which runs where the condition is met: as it is once all recorded before
    /// is done that the condition depends on.
    ///
    /// # Errors
    ///
    /// The closure's, and nothing of its work is added then; [`GraphError::OtherGraph`] for a condition of another
    /// graph, and [`GraphError::Refused`] inside of a child graph.
    #[doc(alias = "cudaGraphConditionalHandle")]
    pub fn if_then<R>(
        &mut self,
        condition: GraphCondition,
        build: impl FnOnce(&mut GraphBuilder) -> Result<R>,
    ) -> Result<R> {
        self.conditional(Condition::When, condition, build)
    }

    /// Adds the work that a closure says, which runs as long as the condition is met: it is looked at before the
    /// work runs each time. The loop ends, too, once a kernel of the graph has failed, until the failure was told.
    ///
    /// # Errors
    ///
    /// As [`GraphBuilder::if_then`].
    #[doc(alias = "cudaGraphConditionalHandle")]
    pub fn while_loop<R>(
        &mut self,
        condition: GraphCondition,
        build: impl FnOnce(&mut GraphBuilder) -> Result<R>,
    ) -> Result<R> {
        self.conditional(Condition::While, condition, build)
    }

    fn conditional<R>(
        &mut self,
        kind: Condition,
        condition: GraphCondition,
        build: impl FnOnce(&mut GraphBuilder) -> Result<R>,
    ) -> Result<R> {
        let part = Part::begin(&self.stream, |recording| {
            recording.is(condition.graph, "condition")?;
            recording.open_conditional()
        })?;
        let given = build(self);
        part.end(given, Some((kind, condition)))
    }
}

/// A part of a graph that is being recorded. It keeps the stream that records it: the closure may have left another
/// builder for its own. Where the closure panics the part ends without its work, as where it fails, and
/// what is recorded after it is the graph's again.
struct Part {
    stream: Stream,
    depth: usize,
}

impl Part {
    fn begin(stream: &Stream, open: impl FnOnce(&mut Recording) -> Result<usize>) -> Result<Part> {
        let depth = stream.capturing()?.with(open)?;
        Ok(Part { stream: stream.clone(), depth })
    }

    /// Ends the part, and adds it to the graph as one piece.
    fn end<R>(self, given: Result<R>, condition: Option<(Condition, GraphCondition)>) -> Result<R> {
        self.stream.capturing()?.with(|recording| {
            let body = recording.close(self.depth);
            let given = given?;
            let mut uses = all_uses(&body);
            let work = match condition {
                None => Work::Child(body),
                Some((kind, condition)) => {
                    uses.push((condition.memory, false));
                    Work::Conditional { kind, flag: condition.address, body }
                }
            };
            recording.push(work, uses);
            Ok(given)
        })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After `end` there is nothing so deep.
        let _ = self.stream.capturing().and_then(|capture| {
            capture.with(|recording| {
                recording.close(self.depth);
                Ok(())
            })
        });
    }
}

/// What a graph has a part in.
pub(super) fn held(visit: Visit<'_>) -> Vec<GraphMemory<'_>> {
    let mut held = Vec::new();
    visit(&mut |one| held.push(one));
    held
}

impl<const N: usize> Launch<'_, N> {
    /// Adds the launch to a graph. All that [`Launch::launch`] checks is checked here, and code is compiled. A
    /// launch of no threads has its node too, which does nothing until [`Graph::update`] gives it another size.
    ///
    /// # Errors
    ///
    /// As [`Launch::launch`], and [`GraphError::NotOwned`] for memory that is not the graph's.
    pub fn add_to(self, graph: &mut GraphBuilder) -> Result<Node> {
        self.record(&graph.stream)
    }
}

impl BoundLaunch<'_> {
    /// As [`Launch::add_to`].
    ///
    /// # Errors
    ///
    /// As [`Launch::add_to`].
    pub fn add_to(self, graph: &mut GraphBuilder) -> Result<Node> {
        self.record(&graph.stream)
    }
}

impl fmt::Debug for GraphBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphBuilder").field("stream", &self.stream).finish()
    }
}
