//! Launches that are recorded in a graph.
//!
//! Takes what [`super::start`] takes; guarantees that all that is checked of a launch is checked here, once, so
//! that launching the graph checks nothing again.

use kiln_codegen::abi::MOST_SHARED;
use kiln_codegen::compact::List;

use super::size::{Shape, Size};
use super::{coarse, conditions, shape};
use crate::arg::Arg;
use crate::error::{Error, Result};
use crate::graph::{Capture, GraphError, KernelCode, KernelWork, Node, Used, Work};
use crate::instance::{Code, Loaded};
use crate::registry::KernelEntry;
use crate::stream::Stream;

/// Records a launch; one of no threads is nothing.
#[cold]
pub(super) fn launch(loaded: &'static Loaded, stream: &Stream, size: &Size, args: &[Arg<'_>]) -> Result<()> {
    work(loaded, stream, size, args, false).map(|_| ())
}

/// Records a launch as a node; one of no threads has its place too.
pub(super) fn node(loaded: &'static Loaded, stream: &Stream, size: &Size, args: &[Arg<'_>]) -> Result<Node> {
    // Nothing is left out that is to be kept.
    work(loaded, stream, size, args, true)?.ok_or(Error::Graph(GraphError::Over))
}

fn work(
    loaded: &'static Loaded,
    stream: &Stream,
    size: &Size,
    args: &[Arg<'_>],
    keep: bool,
) -> Result<Option<Node>> {
    let entry = loaded.entry;
    if loaded.needs.grid_barrier {
        let what = "a kernel whose blocks wait for each other by `grid::sync`";
        return Err(Error::Graph(GraphError::Refused {
            what,
            help: "launch it on a stream, between graphs",
        }));
    }
    let limits = &stream.device_shared().limits;
    let (own_threads, most_shared) = match &loaded.code {
        Code::Gpu(function) => (function.max_threads_per_block, limits.shared_memory_opt_in.into()),
        // What the largest of GPUs has: the CPU itself needs no limit.
        Code::Cpu(_) => (limits.max_threads_per_block, MOST_SHARED),
    };
    let mut asked = Shape::default();
    shape(loaded, size, args, limits, own_threads, &mut asked)?;
    let enabled = !asked.grid.contains(&0);
    if !enabled && !keep {
        return Ok(None);
    }
    let (shared_len, shared) = size.shared(entry, &loaded.needs, most_shared)?;
    if enabled {
        conditions::check(loaded, args, &asked)?;
    }
    let (mut grid, block) = (if enabled { asked.grid } else { [1; 3] }, asked.block);
    let coarse = coarse(loaded, &mut grid, args);
    let kept = args.iter().map(Arg::detached).list();
    let work = KernelWork {
        code: KernelCode::Own(loaded),
        args: kept,
        grid,
        block,
        shared_len,
        shared,
        coarse,
        enabled,
    };
    give(stream.capturing()?, entry, args, work).map(Some)
}

/// Records a launch that was checked.
pub(super) fn give(
    capture: &Capture,
    entry: &KernelEntry,
    args: &[Arg<'_>],
    work: KernelWork,
) -> Result<Node> {
    let used: Vec<_> = args
        .iter()
        .enumerate()
        .filter_map(|(at, arg)| arg.memory_use().map(|(memory, writes)| (at, memory, writes)))
        .list();
    let uses: Vec<_> = used.iter().map(|(_, memory, writes)| (Used::Device(memory), *writes)).list();
    let what = |at: usize| {
        let parameter = used.get(at).and_then(|(at, ..)| entry.params.get(*at));
        format!("kernel `{}`, parameter `{}`", entry.name, parameter.map_or("?", |param| param.name))
    };
    capture.record(what, &uses, Work::Kernel(Box::new(work)))
}
