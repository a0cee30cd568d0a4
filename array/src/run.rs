//! Computing: plans become kernels, kernels are kept by their key and launched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kiln_runtime::__private::made::{MadeKernel, MadeSize};
use kiln_runtime::{Buffer, Error, Result, Stream};

use crate::emit::{self, Text};
use crate::mistake::At;
use crate::node::{Node, Op, Operand, State};
use crate::place;
use crate::plan::{Plan, Stop};
use crate::reduce;
use crate::tiles::{self, Job};

/// So many kernels may be made of graphs of several operations, since each stays in memory for good. Past them each
/// operation is a kernel of its own.
const MOST_KERNELS: usize = 4096;

static KERNELS: Mutex<Option<HashMap<Vec<u32>, MadeKernel>>> = Mutex::new(None);

thread_local! {
    /// Those that this thread has met.
    static MET: std::cell::RefCell<HashMap<Vec<u32>, MadeKernel>> = std::cell::RefCell::default();
}

/// Computes a node, unless it has a value.
pub(crate) fn eval(node: &Arc<Node>, at: At) -> Result<()> {
    if let Some(wrong) = &node.wrong {
        return Err(Error::Array(wrong.asked_at(at)));
    }
    if node.value().is_some() {
        return Ok(());
    }
    let stream = place::stream(node.device.as_ref())?;
    compute(node, &stream, at)
}

/// A node's value, computed where it is not known, and the stream that computes on its device.
pub(crate) fn value(node: &Arc<Node>, at: At) -> Result<(Arc<Buffer<u8>>, Stream)> {
    eval(node, at)?;
    match node.value() {
        Some(buffer) => {
            let stream = place::stream(Some(&buffer.device()))?;
            Ok((buffer, stream))
        }
        // `eval` has given it one, and none is taken away.
        None => Err(Error::Array(crate::mistake::shape("eval", node, "its value is gone", at))),
    }
}

pub(crate) fn compute(node: &Arc<Node>, stream: &Stream, at: At) -> Result<()> {
    if node.value().is_some() {
        return Ok(());
    }
    let reduction = match &*node.lock() {
        State::Pending(Op::Reduce(what)) => Some(what.clone()),
        State::Pending(_) | State::Stored(_) | State::Host(_) => None,
    };
    if let Some(what) = reduction {
        return reduce::compute(node, &what, stream, at);
    }
    let mut plan = loop {
        match Plan::of(node, stream) {
            Ok(plan) => break plan,
            Err(Stop::First(part)) => compute(&part, stream, at)?,
            Err(Stop::TooLarge) => compute_operands(node, stream, at)?,
            Err(Stop::Failed(error)) => return Err(error),
        }
    };
    let len = node.shape.size();
    if let Some(leaf) = plan.is_leaf()
        && leaf.len == len
    {
        node.settle(leaf.buffer.clone());
        return Ok(());
    }
    let Some(kernel) = kernel(&mut plan, Work::Elements) else {
        compute_operands(node, stream, at)?;
        return compute(node, stream, at);
    };
    // SAFETY: the kernel writes each element.
    let mut out = unsafe { stream.alloc_uninit::<u8>(len * node.dtype.size())? };
    if len > 0 {
        let args = emit::arguments(&plan, &mut out, len);
        // SAFETY: the arguments are those of the plan that the kernel was made of; leaves have as many elements as
        // their shapes, to which views are confined when they are made.
        unsafe { kernel.launch(stream, MadeSize::Threads(len), args)? };
    }
    node.settle(Arc::new(out));
    Ok(())
}

/// Computes what a node is made of, each for itself.
fn compute_operands(node: &Arc<Node>, stream: &Stream, at: At) -> Result<()> {
    let parts: Vec<Arc<Node>> = match &*node.lock() {
        State::Pending(Op::Map(_, operands)) => operands
            .iter()
            .filter_map(|operand| match operand {
                Operand::Node(part) => Some(part.clone()),
                Operand::None | Operand::Scalar(..) => None,
            })
            .collect(),
        State::Pending(Op::Reshape(part) | Op::View(part, _)) => vec![part.clone()],
        State::Pending(Op::Reduce(what)) => vec![what.input.clone()],
        State::Pending(Op::Full(_) | Op::Iota) | State::Stored(_) | State::Host(_) => Vec::new(),
    };
    for part in parts {
        if part.value().is_none() {
            compute(&part, stream, at)?;
        }
    }
    Ok(())
}

/// What becomes of the elements that a plan computes.
#[derive(Clone, Copy)]
pub(crate) enum Work<'j> {
    Elements,
    Reduce(&'j Job),
}

/// The kernel of a plan; `None` where there are too many to make one of several operations.
pub(crate) fn kernel(plan: &mut Plan, work: Work<'_>) -> Option<MadeKernel> {
    if let Work::Reduce(job) = work {
        plan.key.extend(job.words());
    }
    if let Some(met) = MET.with_borrow(|met| met.get(&plan.key).copied()) {
        return Some(met);
    }
    let mut all = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    let all = all.get_or_insert_default();
    let kernel = match all.get(&plan.key) {
        Some(known) => *known,
        None => {
            if all.len() >= MOST_KERNELS && plan.operations() > 1 {
                return None;
            }
            let (Text { name, ir, params }, tile) = match work {
                Work::Elements => (emit::kernel(plan), false),
                Work::Reduce(job) => (tiles::kernel(plan, job), true),
            };
            // SAFETY: `emit` writes the text and its parameters together. An index that it calls proven is the
            // thread's, below the length of the result, or a view's. Each thread writes the element of its index, and
            // each tile those of its part.
            let made = unsafe { MadeKernel::new(name, ir, params, tile) };
            all.insert(plan.key.clone(), made);
            made
        }
    };
    MET.with_borrow_mut(|met| met.insert(plan.key.clone(), kernel));
    Some(kernel)
}
