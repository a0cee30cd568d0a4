//! Computing: plans become kernels, kernels are kept by their key and launched.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use kiln_runtime::__private::made::{MadeKernel, MadeSize};
use kiln_runtime::{Buffer, Error, Result, Stream};

use crate::emit::{self, Text};
use crate::mistake::At;
use crate::node::{Node, Op, Operand, State};
use crate::place;
use crate::plan::{Plan, Stop};
use crate::product;
use crate::reduce;
use crate::tiles::{self, Steps, reduction, rows, turned};

/// So many kernels may be made of graphs of several operations, since each stays in memory for good. Past them each
/// operation is a kernel of its own.
const MOST_KERNELS: usize = 4096;

/// The most blocks of a grid along y.
const MOST_Y: usize = 65_535;

/// Kernels by the words of their key.
type Kernels = HashMap<Vec<u32>, MadeKernel, BuildHasherDefault<WordHasher>>;

static KERNELS: Mutex<Option<Kernels>> = Mutex::new(None);

thread_local! {
    /// Those that this thread has met.
    static MET: RefCell<Kernels> = RefCell::default();
}

/// A hash of words, by a rotation and a multiplication each: keys come of the program's own expressions.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_ne_bytes(eight));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Computes a node, unless it has a value.
pub(crate) fn eval(node: &Arc<Node>, at: At) -> Result<()> {
    if let Some(wrong) = &node.wrong {
        return Err(Error::Expression(wrong.asked_at(at)));
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
        None => Err(Error::Expression(crate::mistake::shape("eval", node, "its value is gone", at))),
    }
}

pub(crate) fn compute(node: &Arc<Node>, stream: &Stream, at: At) -> Result<()> {
    if node.value().is_some() {
        return Ok(());
    }
    let len = node.shape.size();
    if len == 0 {
        // SAFETY: there is no element.
        node.settle(Arc::new(unsafe { stream.alloc_uninit::<u8>(0)? }));
        return Ok(());
    }
    let (reduction, parts) = match &*node.lock() {
        State::Pending(Op::Reduce(what)) => (Some(what.clone()), None),
        State::Pending(Op::Join(parts)) => (None, Some(parts.clone())),
        State::Pending(_) | State::Stored(_) | State::Host(_) => (None, None),
    };
    if let Some(what) = reduction {
        return reduce::compute(node, &what, stream, at);
    }
    if let Some(parts) = parts {
        return join(node, &parts, stream, at);
    }
    let mut plan = loop {
        match Plan::of(node, stream) {
            Ok(plan) => break plan,
            Err(Stop::First(part)) => {
                if compute_rows(node, &part, stream)? || product::compute(node, &part, stream, at)? {
                    return Ok(());
                }
                compute(&part, stream, at)?;
            }
            Err(Stop::TooLarge) => compute_operands(node, stream, at)?,
            Err(Stop::Failed(error)) => return Err(error),
        }
    };
    if let Some(leaf) = plan.is_leaf()
        && leaf.len == len
    {
        node.settle(leaf.buffer.clone());
        return Ok(());
    }
    if launch(node, &mut plan, stream)? {
        return Ok(());
    }
    compute_operands(node, stream, at)?;
    compute(node, stream, at)
}

/// Launches a plan's kernel for a node, unless there are too many kernels. It has a frame of its own, since computing
/// nests.
#[inline(never)]
fn launch(node: &Node, plan: &mut Plan, stream: &Stream) -> Result<bool> {
    let len = node.shape.size();
    let matrix = plan.turned_columns().map(|columns| [len / columns, columns]).and_then(|extents| {
        let steps = tiles::steps(plan, extents[1])?;
        let tiles = turned::TILE.map(|side| side / 4);
        let large = extents[0] >= tiles[0]
            && extents[1] >= tiles[1]
            && extents[0].div_ceil(turned::TILE[0]) <= MOST_Y;
        (large && plan.fits_tiles() && steps.iter().any(Steps::is_turned)).then_some((extents, steps))
    });
    let work = match &matrix {
        Some((_, steps)) => Work::Turned(steps),
        None => Work::Elements,
    };
    let Some(kernel) = kernel(plan, work) else { return Ok(false) };
    // SAFETY: the kernel writes each element.
    let mut out = unsafe { stream.alloc_uninit::<u8>(len * node.dtype.size())? };
    let (size, args) = match &matrix {
        Some((extents, steps)) => {
            let [rows, columns] = [0, 1].map(|axis| extents[axis].div_ceil(turned::TILE[axis]));
            (MadeSize::Tiles([columns, rows, 1]), turned::arguments(plan, steps, *extents, &mut out))
        }
        None => (MadeSize::Threads(len), emit::arguments(plan, &mut out, len)),
    };
    // SAFETY: the arguments are those of the plan that the kernel was made of; leaves have as many elements as their
    // shapes, to which views are confined when they are made.
    unsafe { kernel.launch(stream, size, args)? };
    node.settle(Arc::new(out));
    Ok(true)
}

/// Computes parts behind each other into a node.
fn join(node: &Node, parts: &[Arc<Node>], stream: &Stream, at: At) -> Result<()> {
    // SAFETY: the parts are all of it.
    let mut out = unsafe { stream.alloc_uninit::<u8>(node.shape.size() * node.dtype.size())? };
    let mut next = 0;
    for part in parts {
        let end = next + part.shape.size() * node.dtype.size();
        compute(part, stream, at)?;
        if let (Some(value), true) = (part.value(), end > next) {
            stream.copy(value.slice(..end - next)?, out.slice_mut(next..end)?)?;
        }
        next = end;
    }
    node.settle(Arc::new(out));
    Ok(())
}

/// Computes a node together with a reduction that it needs, where both are of the same rows. Tells whether it did.
#[inline(never)]
pub(crate) fn compute_rows(node: &Arc<Node>, part: &Node, stream: &Stream) -> Result<bool> {
    let rows = match &*part.lock() {
        State::Pending(Op::Reduce(what)) => [what.kept, what.count],
        State::Pending(_) | State::Stored(_) | State::Host(_) => return Ok(false),
    };
    let len = node.shape.size();
    let fits =
        (2..=rows::LONGEST).contains(&rows[1]) && (len == rows[0] * rows[1] || len == rows[0]) && len > 0;
    if !fits {
        return Ok(false);
    }
    let mut plan = match Plan::of_rows(node, rows, stream) {
        Ok(plan) => plan,
        Err(Stop::First(_) | Stop::TooLarge) => return Ok(false),
        Err(Stop::Failed(error)) => return Err(error),
    };
    let Some(steps) = tiles::steps(&plan, rows[1]).filter(|_| plan.fits_tiles()) else { return Ok(false) };
    let job = rows::Job::new(rows[1], len == rows[0]);
    let Some(kernel) = kernel(&mut plan, Work::Rows(&job, &steps)) else { return Ok(false) };
    // SAFETY: the kernel writes each element.
    let mut out = unsafe { stream.alloc_uninit::<u8>(len * node.dtype.size())? };
    let args = rows::arguments(&plan, &steps, &job, rows, &mut out);
    // SAFETY: as of `compute`.
    unsafe { kernel.launch(stream, MadeSize::Tiles([rows[0].div_ceil(job.tile[0]), 1, 1]), args)? };
    node.settle(Arc::new(out));
    Ok(true)
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
        State::Pending(Op::Product(what)) => what.factors.to_vec(),
        State::Pending(Op::Join(parts)) => parts.clone(),
        State::Pending(Op::Full(_) | Op::Iota | Op::Random { .. }) | State::Stored(_) | State::Host(_) => {
            Vec::new()
        }
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
    Reduce(&'j reduction::Job, &'j [Steps]),
    Rows(&'j rows::Job, &'j [Steps]),
    Turned(&'j [Steps]),
    Product(&'j tiles::product::Job, &'j [Steps]),
}

/// The kernel of a plan; `None` where there are too many to make one of several operations.
pub(crate) fn kernel(plan: &mut Plan, work: Work<'_>) -> Option<MadeKernel> {
    match work {
        Work::Elements => {}
        Work::Reduce(job, steps) => plan.key.extend(job.words().into_iter().chain(tiles::words(steps))),
        Work::Rows(job, steps) => plan.key.extend(job.words().into_iter().chain(tiles::words(steps))),
        Work::Product(job, steps) => plan.key.extend(job.words().into_iter().chain(tiles::words(steps))),
        Work::Turned(steps) => plan.key.extend([turned::WORD].into_iter().chain(tiles::words(steps))),
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
                Work::Reduce(job, steps) => (reduction::kernel(plan, steps, job), true),
                Work::Rows(job, steps) => (rows::kernel(plan, steps, job), true),
                Work::Product(job, steps) => (tiles::product::kernel(plan, steps, job), true),
                Work::Turned(steps) => (turned::kernel(plan, steps), true),
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
