//! Changing a graph's kernels.

use kiln_codegen::compact::List;
use std::fmt;

use crate::error::{Error, Result};
use crate::launch::{BoundLaunch, Launch};
use crate::stream::Stream;

use super::build::GraphBuilder;
use super::recording::{Op, Work, unordered};
use super::{GraphError, Inner, Node, Visit};

/// The new launches of a graph's kernels. Lent by [`Graph::update`](super::Graph::update).
pub struct GraphUpdate {
    recorder: GraphBuilder,
    changes: Vec<(u32, Op)>,
}

impl GraphUpdate {
    /// Takes the launch that `record` gives to a stream.
    fn replace(&mut self, node: Node, record: impl FnOnce(&Stream) -> Result<Node>) -> Result<()> {
        let made = record(self.recorder.stream())?;
        if made.graph != node.graph {
            return Err(Error::Graph(GraphError::OtherGraph { what: "node" }));
        }
        let op = self.recorder.stream().capturing()?.with(|recording| Ok(recording.take_last()))?;
        self.changes.retain(|(number, _)| *number != node.number);
        self.changes.extend(op.map(|op| (node.number, op)));
        Ok(())
    }
}

impl<const N: usize> Launch<'_, N> {
    /// Makes this the launch of a graph's node, once the closure of [`Graph::update`](crate::Graph::update) is done.
    ///
    /// # Errors
    ///
    /// As [`Launch::add_to`], and [`GraphError::OtherGraph`] for a node of another graph.
    pub fn replace_in(self, update: &mut GraphUpdate, node: Node) -> Result<()> {
        update.replace(node, |stream| self.record(stream))
    }
}

impl BoundLaunch<'_> {
    /// As [`Launch::replace_in`].
    ///
    /// # Errors
    ///
    /// As [`Launch::replace_in`].
    pub fn replace_in(self, update: &mut GraphUpdate, node: Node) -> Result<()> {
        update.replace(node, |stream| self.record(stream))
    }
}

impl Inner {
    pub(super) fn begin_update(&self, visit: Visit<'_>) -> Result<GraphUpdate> {
        let recorder = GraphBuilder::begin(&self.origin, self.id, visit)?;
        Ok(GraphUpdate { recorder, changes: Vec::new() })
    }

    /// Makes the changes, all or none but where the driver fails. They have to be this graph's: users may swap two
    /// updates that they are lent at once.
    pub(super) fn apply(&mut self, update: GraphUpdate) -> Result<()> {
        update.recorder.is(self.id)?;
        let mut changes = Vec::with_capacity(update.changes.len());
        for (number, op) in update.changes {
            let at = self.ops.iter().position(|op| op.number == number);
            let at = at.filter(|at| matches!(self.ops[*at].work, Work::Kernel(_)));
            changes.push((at.ok_or_else(fixed)?, op));
        }
        let places: Vec<usize> = changes.iter().map(|(at, _)| *at).list();
        for (at, new) in &mut changes {
            std::mem::swap(&mut self.ops[*at].uses, &mut new.uses);
        }
        if let Some((first, second)) = unordered(&self.ops, &places) {
            swap_back(&mut self.ops, changes);
            return Err(Error::Graph(GraphError::Order { first, second }));
        }
        let mut changes = changes.into_iter();
        while let Some((at, new)) = changes.next() {
            if let (Some(made), Work::Kernel(old), Work::Kernel(kernel)) =
                (&self.made, &self.ops[at].work, &new.work)
                && let Err(error) = made.replace(at, self.ops[at].number, old, kernel)
            {
                swap_back(&mut self.ops, std::iter::once((at, new)).chain(changes));
                self.count_uses();
                return Err(error);
            }
            self.ops[at].work = new.work;
        }
        self.count_uses();
        Ok(())
    }
}

fn swap_back(ops: &mut [Op], changes: impl IntoIterator<Item = (usize, Op)>) {
    for (at, old) in changes {
        ops[at].uses = old.uses;
    }
}

#[cold]
fn fixed() -> Error {
    Error::Graph(GraphError::Fixed {
        why: "the node lies in a child graph or in a part with a condition",
        help: "let the kernel read what changes from a buffer of the graph's, or make another graph",
    })
}

impl fmt::Debug for GraphUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphUpdate").field("changes", &self.changes.len()).finish_non_exhaustive()
    }
}
