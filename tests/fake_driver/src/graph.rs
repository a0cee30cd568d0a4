//! Graphs: nodes with edges, and what a launch does with them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::state::{Code, INVALID_HANDLE, INVALID_VALUE, SUCCESS, State};
use crate::work::Work;

/// The memory that some work uses, and whether it writes it.
pub(crate) type Uses = Vec<(Range<usize>, bool)>;

/// A graph that is being made, or the body of a part with a condition.
#[derive(Clone, Default)]
pub(crate) struct Graph {
    /// By their handles, in the order in which they were added.
    pub(crate) nodes: BTreeMap<usize, Node>,
    /// The body of another graph's node: it goes with that one.
    pub(crate) inner: bool,
}

#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) what: NodeWork,
    pub(crate) uses: Uses,
    after: Vec<usize>,
    pub(crate) enabled: bool,
}

#[derive(Clone)]
pub(crate) enum NodeWork {
    Work(Work),
    Empty,
    Child(Graph),
    /// The number of the condition, whether again and again, and the handle of the body.
    Conditional(u64, bool, usize),
    /// A kernel that sets a condition: its number, and where it reads the value; not where a failure is told there.
    Decide {
        condition: u64,
        flag: usize,
        record: usize,
    },
}

/// A graph ready to be launched.
pub(crate) struct Exec {
    pub(crate) graph: Graph,
    /// The bodies of parts with conditions.
    bodies: BTreeMap<usize, Graph>,
    /// Whether nodes were changed since the last launch.
    pub(crate) changed: bool,
    /// Stream and number of the last launch.
    last: Option<(usize, u64)>,
}

/// What a launch gives a stream.
#[derive(Clone)]
pub(crate) struct Launch {
    graph: Graph,
    bodies: BTreeMap<usize, Graph>,
}

impl Graph {
    /// Whether one node comes before another.
    fn before(&self, first: usize, second: usize) -> bool {
        let Some(node) = self.nodes.get(&second) else { return false };
        node.after.iter().any(|earlier| *earlier == first || self.before(first, *earlier))
    }

    /// All that any node uses.
    fn uses(&self, bodies: &BTreeMap<usize, Graph>) -> Uses {
        self.nodes.values().flat_map(|node| node.all_uses(bodies)).collect()
    }
}

impl Node {
    fn all_uses(&self, bodies: &BTreeMap<usize, Graph>) -> Uses {
        match &self.what {
            NodeWork::Child(graph) => graph.uses(bodies),
            NodeWork::Conditional(_, _, body) => {
                bodies.get(body).map_or_else(Vec::new, |body| body.uses(bodies))
            }
            NodeWork::Work(_) | NodeWork::Empty | NodeWork::Decide { .. } => self.uses.clone(),
        }
    }
}

impl State {
    /// Adds a node, and answers with its handle.
    pub(crate) fn add_node(
        &mut self,
        graph: usize,
        after: &[usize],
        what: NodeWork,
        uses: Uses,
    ) -> Result<usize, Code> {
        for (range, _) in &uses {
            if !self.is_memory(range) {
                self.misuse(format!(
                    "a node uses {} bytes at {:#x}, which are no allocation's",
                    range.len(),
                    range.start
                ));
            }
        }
        let handle = self.handle();
        let Some(known) = self.graphs.get_mut(&graph) else {
            self.misuse(format!("a node of graph {graph:#x}, which is not alive"));
            return Err(INVALID_HANDLE);
        };
        if after.iter().any(|earlier| !known.nodes.contains_key(earlier)) {
            self.misuse(format!("a node of graph {graph:#x} after one of another graph"));
            return Err(INVALID_VALUE);
        }
        known.nodes.insert(handle, Node { what, uses, after: after.to_vec(), enabled: true });
        Ok(handle)
    }

    /// Makes a graph ready, and looks for nodes that use the same memory without order.
    pub(crate) fn instantiate(&mut self, graph: usize) -> Result<usize, Code> {
        let Some(known) = self.graphs.get(&graph).cloned() else {
            self.misuse(format!("cuGraphInstantiate of graph {graph:#x}, which is not alive"));
            return Err(INVALID_HANDLE);
        };
        let bodies: BTreeMap<usize, Graph> = self
            .graphs
            .iter()
            .filter(|(_, graph)| graph.inner)
            .map(|(handle, graph)| (*handle, graph.clone()))
            .collect();
        self.look_for_races(&known, &bodies);
        let exec = self.handle();
        self.execs.insert(exec, Exec { graph: known, bodies, changed: false, last: None });
        Ok(exec)
    }

    fn look_for_races(&mut self, graph: &Graph, bodies: &BTreeMap<usize, Graph>) {
        for (first, one) in &graph.nodes {
            match &one.what {
                NodeWork::Child(child) => self.look_for_races(child, bodies),
                NodeWork::Conditional(_, _, body) => {
                    if let Some(body) = bodies.get(body) {
                        self.look_for_races(body, bodies);
                    }
                }
                NodeWork::Work(_) | NodeWork::Empty | NodeWork::Decide { .. } => {}
            }
            for (second, other) in graph.nodes.range(first + 1..) {
                let clash = one.all_uses(bodies).iter().any(|(range, writes)| {
                    let apart = |other: &Range<usize>| other.end <= range.start || range.end <= other.start;
                    other.all_uses(bodies).iter().any(|(other, also)| (*writes || *also) && !apart(other))
                });
                if clash && !graph.before(*first, *second) {
                    self.misuse(format!(
                        "nodes {first:#x} and {second:#x} of a graph use the same memory, and nothing orders them"
                    ));
                }
            }
        }
    }

    /// Gives a stream a launch, behind the last one of the same graph.
    pub(crate) fn launch_graph(&mut self, exec: usize, stream: usize) -> Code {
        let stream = self.named(stream);
        let Some(known) = self.execs.get_mut(&exec) else {
            self.misuse(format!("cuGraphLaunch of graph {exec:#x}, which is not ready"));
            return INVALID_HANDLE;
        };
        let launch = Launch { graph: known.graph.clone(), bodies: known.bodies.clone() };
        let last = known.last;
        if std::mem::take(&mut known.changed) {
            self.look_for_races(&launch.graph, &launch.bodies);
        }
        // What a disabled kernel uses is not used.
        let mut uses = Vec::new();
        for node in launch.graph.nodes.values().filter(|node| node.enabled) {
            uses.extend(node.all_uses(&launch.bodies));
        }
        if let Some((other, number)) = last {
            self.wait_for(stream, other, number);
        }
        let code = self.give(stream, "cuGraphLaunch", &uses, Work::Graph(Box::new(launch)));
        let number = self.given(stream);
        if let Some(known) = self.execs.get_mut(&exec) {
            known.last = number.map(|number| (stream, number));
        }
        self.hurry_where_functions(exec, stream);
        code
    }

    fn hurry_where_functions(&mut self, exec: usize, stream: usize) {
        let has = |graph: &Graph| {
            graph.nodes.values().any(|node| matches!(node.what, NodeWork::Work(Work::Host(_))))
        };
        if self.execs.get(&exec).is_some_and(|exec| has(&exec.graph)) {
            self.hurry(stream);
        }
    }

    /// Does what a launch says.
    pub(crate) fn perform_graph(&mut self, launch: &Launch) {
        self.perform_nodes(&launch.graph, &launch.bodies);
    }

    fn perform_nodes(&mut self, graph: &Graph, bodies: &BTreeMap<usize, Graph>) {
        for node in graph.nodes.values().filter(|node| node.enabled) {
            match &node.what {
                NodeWork::Work(work) => crate::work::perform(work.clone()),
                NodeWork::Empty => {}
                NodeWork::Child(child) => self.perform_nodes(child, bodies),
                NodeWork::Decide { condition, flag, record } => {
                    let read = |address: usize| {
                        let place: *const u32 = std::ptr::with_exposed_provenance(address);
                        // SAFETY: both were found to be memory when the node was added.
                        unsafe { place.read_volatile() }
                    };
                    let met = read(*flag) != 0 && (*record == 0 || read(*record) == 0);
                    self.conditions.insert(*condition, met);
                }
                NodeWork::Conditional(condition, again, body) => {
                    let Some(body) = bodies.get(body) else { continue };
                    while self.conditions.get(condition).copied().unwrap_or(false) {
                        self.perform_nodes(body, bodies);
                        if !again {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Ends the life of a graph, and of the bodies that its nodes have.
    pub(crate) fn destroy_graph(&mut self, graph: usize) -> Code {
        let Some(known) = self.graphs.remove(&graph) else {
            self.misuse(format!("cuGraphDestroy of graph {graph:#x}, which is not alive"));
            return INVALID_HANDLE;
        };
        for node in known.nodes.values() {
            if let NodeWork::Conditional(_, _, body) = node.what {
                self.destroy_graph(body);
            }
        }
        SUCCESS
    }
}
