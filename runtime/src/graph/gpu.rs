//! From recorded work to a graph of the driver's.

use kiln_codegen::compact::List;
use std::ffi::c_void;
use std::ptr;

use crate::arg::MOST_PARTS;
use crate::driver::{Condition, Context, Function, GpuGraph, GraphMaker, Way};
use crate::error::{Error, Result};
use crate::instance::{Code, Loaded};
use crate::launch::encode;
use crate::sys::driver::{CUgraph, CUgraphNode, Driver};

use super::recording::{KernelCode, KernelWork, Op, Pattern, Work, sinks};

/// A graph of a GPU, with the nodes of its outermost pieces.
pub(super) struct Made {
    graph: GpuGraph,
    nodes: Vec<CUgraphNode>,
}

impl Made {
    /// Makes the graph.
    pub(super) fn new(context: &'static Context, ops: &[Op]) -> Result<Made> {
        let _current = context.enter()?;
        let maker = GraphMaker::new(context)?;
        let nodes = add_all(&maker, maker.whole(), ops, true)?;
        let made = Made { graph: maker.instantiate()?, nodes };
        for (op, node) in ops.iter().zip(&made.nodes) {
            if matches!(&op.work, Work::Kernel(kernel) if !kernel.enabled) {
                // SAFETY: the node is this graph's, and a kernel.
                unsafe { made.graph.enable(*node, false) }?;
            }
        }
        Ok(made)
    }

    pub(super) fn graph(&self) -> &GpuGraph {
        &self.graph
    }

    /// Gives one of the outermost pieces, a kernel, another launch.
    pub(super) fn replace(&self, at: usize, number: u32, old: &KernelWork, new: &KernelWork) -> Result<()> {
        let node = *self.nodes.get(at).ok_or_else(elsewhere)?;
        let function = function(new)?;
        let shape = (new.grid, new.block, new.shared);
        with_params(new, self.graph.record(), number, |params| {
            // SAFETY: the launch was checked when it was recorded, and the graph keeps the memory.
            unsafe { self.graph.replace(node, function, shape, params) }
        })?;
        if old.enabled != new.enabled {
            // SAFETY: the node is this graph's, and a kernel.
            unsafe { self.graph.enable(node, new.enabled) }?;
        }
        Ok(())
    }
}

/// Adds work to a graph; gives the last node of each piece.
fn add_all(maker: &GraphMaker, to: CUgraph, ops: &[Op], outermost: bool) -> Result<Vec<CUgraphNode>> {
    let mut nodes = Vec::with_capacity(ops.len());
    for op in ops {
        let after: Vec<CUgraphNode> =
            op.after.iter().filter_map(|earlier| nodes.get(*earlier).copied()).list();
        nodes.push(add(maker, to, &after, op, outermost)?);
    }
    Ok(nodes)
}

fn add(
    maker: &GraphMaker,
    to: CUgraph,
    after: &[CUgraphNode],
    op: &Op,
    outermost: bool,
) -> Result<CUgraphNode> {
    // SAFETY: of all of it, what was recorded was checked to be memory that the graph keeps.
    unsafe {
        match &op.work {
            // Only a kernel of the graph itself can be let run later.
            Work::Kernel(kernel) if !kernel.enabled && !outermost => maker.empty(to, after),
            Work::Kernel(kernel) => {
                let function = function(kernel)?;
                let shape = (kernel.grid, kernel.block, kernel.shared);
                with_params(kernel, maker.record(), op.number, |params| {
                    maker.kernel(to, after, function, shape, params)
                })
            }
            Work::Copy { from, to: place, bytes, way } => {
                maker.copy(to, after, *way, (*from, *place, *bytes))
            }
            Work::Fill { to: place, size, len, with } => fill(maker, to, after, *place, (*size, *len, *with)),
            Work::Host(function) => maker.host(to, after, function),
            Work::Child(ops) => maker.child(to, after, |child| add_all(maker, child, ops, false).map(|_| ())),
            Work::Conditional { kind, flag, body } => {
                let (node, inside, handle) = maker.conditional(to, after, *kind, *flag)?;
                let nodes = add_all(maker, inside, body, false)?;
                if *kind == Condition::While {
                    let last: Vec<CUgraphNode> =
                        sinks(body).into_iter().filter_map(|at| nodes.get(at).copied()).list();
                    maker.decide(inside, &last, *kind, *flag, handle)?;
                }
                Ok(node)
            }
        }
    }
}

/// Adds a fill: one node where the driver can set the elements, else the first element and copies of twice as much
/// each time.
///
/// # Safety
///
/// The place has the elements as long as the graph may run, and so has the pattern.
unsafe fn fill(
    maker: &GraphMaker,
    to: CUgraph,
    after: &[CUgraphNode],
    place: u64,
    (size, len, with): (usize, usize, Pattern),
) -> Result<CUgraphNode> {
    // SAFETY: of all of it, the caller's contract.
    unsafe {
        let first = match with {
            Pattern::Bits(bits) if size <= 4 => {
                return maker.set(to, after, place, (bits as u32, size as u32, len));
            }
            Pattern::Bits(bits) if bits as u32 == (bits >> 32) as u32 => {
                return maker.set(to, after, place, (bits as u32, 4, len * 2));
            }
            Pattern::Bits(bits) => {
                let low = maker.set(to, after, place, (bits as u32, 4, 1))?;
                maker.set(to, &[low], place + 4, ((bits >> 32) as u32, 4, 1))?
            }
            Pattern::Seed(seed) => maker.copy(to, after, Way::Across, (seed, place, size))?,
        };
        let (mut node, mut done) = (first, 1);
        while done < len {
            let more = done.min(len - done);
            let copy = (place, place + (done * size) as u64, more * size);
            node = maker.copy(to, &[node], Way::Across, copy)?;
            done += more;
        }
        Ok(node)
    }
}

fn function(kernel: &KernelWork) -> Result<&'static Function> {
    match kernel.code {
        KernelCode::Own(Loaded { code: Code::Gpu(function), .. }) | KernelCode::Foreign(function) => {
            Ok(function)
        }
        KernelCode::Own(Loaded { code: Code::Cpu(_), .. }) | KernelCode::Host(_) => Err(elsewhere()),
    }
}

/// Code is looked up by the graph's device, so this cannot be.
#[cold]
fn elsewhere() -> Error {
    Error::WrongDevice {
        what: "a graph".to_owned(),
        buffer_device: "another device".to_owned(),
        stream_device: "the graph's".to_owned(),
    }
}

/// Calls something with the driver's list of parameters of a launch.
fn with_params<R>(
    kernel: &KernelWork,
    record: u64,
    number: u32,
    call: impl FnOnce(&mut [*mut c_void]) -> Result<R>,
) -> Result<R> {
    let (mut blocks, mut aligned) = kernel.coarse.unwrap_or_default();
    let own = kernel.info(record, number);
    let mut info = own.unwrap_or_default();
    let mut params: Vec<*mut c_void> = vec![ptr::null_mut(); MOST_PARTS * kernel.args.len() + 4];
    let mut next = params.as_mut_ptr();
    for arg in &kernel.args {
        // SAFETY: there is room for every word of an argument, and four more.
        next = unsafe { arg.point(next) };
    }
    let mut maps = Vec::new();
    for map in kernel.maps() {
        maps.push(encode(Driver::get()?, map, &kernel.args)?);
    }
    let coarse = kernel.coarse.is_some();
    let last: [(bool, *mut c_void); 4] = [
        (coarse, (&raw mut blocks).cast()),
        (coarse, (&raw mut aligned).cast()),
        (!maps.is_empty(), maps.as_mut_ptr().cast()),
        (own.is_some(), (&raw mut info).cast()),
    ];
    for (_, param) in last.into_iter().filter(|(is_there, _)| *is_there) {
        // SAFETY: as above.
        unsafe {
            next.write(param);
            next = next.add(1);
        }
    }
    call(&mut params)
}
