//! The graph: what each array is computed from, until it has been computed.
//!
//! Takes operations and their operands; guarantees that a node's type, shape and device are known at once, that a
//! mistake is kept with its place and passed on to whatever uses it, and that a node which has a value holds on to
//! nothing else; leaves computing to [`crate::run`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kiln_runtime::__private::made::{self, ArrayError};
use kiln_runtime::{Buffer, Device, Result, ScalarType, Stream};

use crate::dtype::Dtype;
use crate::layout::Layout;
use crate::mistake::{self, At};
use crate::ops::Row;
use crate::product::Product;
use crate::reduce::Reduced;
use crate::run;
use crate::shape::Shape;

/// An array as the graph knows it.
pub(crate) struct Node {
    pub(crate) dtype: Dtype,
    pub(crate) shape: Shape,
    /// The operations that its kernel would have, a shared one counted each time.
    pub(crate) weight: u32,
    /// How deep its operands that are computed apart nest.
    depth: u32,
    /// Where its operands' values lie; `None` where they lie in the program's memory.
    pub(crate) device: Option<Device>,
    /// Why there is no such array.
    pub(crate) wrong: Option<Arc<ArrayError>>,
    /// The operation's name.
    pub(crate) name: &'static str,
    /// Where the program asked for it.
    pub(crate) at: At,
    state: Mutex<State>,
}

/// What a node is computed from, or its value.
pub(crate) enum State {
    Pending(Op),
    Stored(Arc<Buffer<u8>>),
    /// Values of the program's, which no device has yet.
    Host(Arc<dyn HostValues>),
}

/// Values of the program's.
pub(crate) trait HostValues: Send + Sync {
    fn upload(&self, stream: &Stream) -> Result<Buffer<u8>>;
}

impl<T: ScalarType> HostValues for Vec<T> {
    fn upload(&self, stream: &Stream) -> Result<Buffer<u8>> {
        stream.upload(self).map(made::into_bytes)
    }
}

/// An operation and its operands.
pub(crate) enum Op {
    /// The same bits everywhere.
    Full(u64),
    /// The number of the element, in the type's arithmetic.
    Iota,
    /// One of the four random words that Philox makes of the element's number, by a key and a block's number.
    Random { key: u64, block: u32, word: u8 },
    /// Element by element, of operands that broadcast to the node's shape.
    Map(&'static Row, [Operand; 3]),
    /// The elements of another node in order, in another shape.
    Reshape(Arc<Node>),
    /// Some elements of another node.
    View(Arc<Node>, Layout),
    /// Elements combined.
    Reduce(Reduced),
    /// A product of matrices.
    Product(Product),
    /// The elements of these in order, those of one behind those of the other.
    Join(Vec<Arc<Node>>),
}

/// An operand: an array, or a number of the program's.
#[derive(Clone)]
pub(crate) enum Operand {
    None,
    Node(Arc<Node>),
    Scalar(Dtype, u64),
}

/// The most operations of a kernel. Operands with more are computed when a further operation asks for them, so that the
/// kernels of a loop repeat.
const MOST_WEIGHT: u32 = 96;

/// How deep operands that are computed apart may nest, each of which takes some of the stack.
const MOST_DEPTH: u32 = 16;

impl Node {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node with a value.
    pub(crate) fn stored(dtype: Dtype, shape: Shape, buffer: Buffer<u8>, at: At) -> Arc<Node> {
        let device = Some(buffer.device());
        let state = Mutex::new(State::Stored(Arc::new(buffer)));
        Arc::new(Node { dtype, shape, weight: 0, depth: 0, device, wrong: None, name: "buffer", at, state })
    }

    /// A node of values of the program's.
    pub(crate) fn host(dtype: Dtype, shape: Shape, values: Arc<dyn HostValues>, at: At) -> Arc<Node> {
        let state = Mutex::new(State::Host(values));
        Arc::new(Node {
            dtype,
            shape,
            weight: 0,
            depth: 0,
            device: None,
            wrong: None,
            name: "from",
            at,
            state,
        })
    }

    /// A node that is no array, for this reason.
    pub(crate) fn wrong(dtype: Dtype, name: &'static str, at: At, wrong: Arc<ArrayError>) -> Arc<Node> {
        let state = Mutex::new(State::Pending(Op::Full(0)));
        let (shape, at) = (Shape::SCALAR, at);
        Arc::new(Node {
            dtype,
            shape,
            weight: 0,
            depth: 0,
            device: None,
            wrong: Some(wrong),
            name,
            at,
            state,
        })
    }

    /// A node without operands.
    pub(crate) fn source(dtype: Dtype, shape: Shape, op: Op, name: &'static str, at: At) -> Arc<Node> {
        let state = Mutex::new(State::Pending(op));
        Arc::new(Node { dtype, shape, weight: 1, depth: 0, device: None, wrong: None, name, at, state })
    }

    /// A view of a node, or its elements in another shape.
    pub(crate) fn view(shape: Shape, input: &Arc<Node>, op: Op, name: &'static str, at: At) -> Arc<Node> {
        if input.weight >= MOST_WEIGHT
            && let Err(error) = run::eval(input, at)
        {
            return Node::wrong(input.dtype, name, at, Arc::new(mistake::early(name, &error, at)));
        }
        let state = Mutex::new(State::Pending(op));
        let (dtype, weight, depth, device) =
            (input.dtype, input.weight % MOST_WEIGHT + 1, input.depth, input.device.clone());
        Arc::new(Node { dtype, shape, weight, depth, device, wrong: input.wrong.clone(), name, at, state })
    }

    /// A node whose operands are computed apart. Where that would nest deeply, they are computed now.
    pub(crate) fn apart(
        dtype: Dtype,
        shape: Shape,
        inputs: &[Arc<Node>],
        op: Op,
        name: &'static str,
        at: At,
    ) -> Arc<Node> {
        let mut depth = 1;
        for input in inputs {
            if input.depth < MOST_DEPTH || input.value().is_some() {
                depth = depth.max(input.depth.min(MOST_DEPTH - 1) + 1);
            } else if let Err(error) = run::eval(input, at) {
                return Node::wrong(dtype, name, at, Arc::new(mistake::early(name, &error, at)));
            }
        }
        let state = Mutex::new(State::Pending(op));
        let device = inputs.iter().find_map(|input| input.device.clone());
        Arc::new(Node { dtype, shape, weight: 1, depth, device, wrong: None, name, at, state })
    }

    /// An operation element by element.
    pub(crate) fn map(row: &'static Row, dtype: Dtype, inputs: [Operand; 3], at: At) -> Arc<Node> {
        let mut shape = Shape::SCALAR;
        let (mut weight, mut depth, mut device, mut wrong) = (1, 0, None::<Device>, None);
        for (index, operand) in inputs.iter().enumerate() {
            let Operand::Node(node) = operand else { continue };
            if let Some(found) = &node.wrong {
                return Node::wrong(dtype, row.name, at, found.clone());
            }
            weight += node.weight;
            depth = depth.max(node.depth);
            match (&device, &node.device) {
                (None, found) => device.clone_from(found),
                (Some(one), Some(other)) if one != other => {
                    wrong = Some(mistake::devices(row.name, &nodes(&inputs), at));
                }
                (Some(_), _) => {}
            }
            if index == 0 || shape == node.shape {
                shape = node.shape;
            } else {
                match shape.broadcast(&node.shape) {
                    Ok(both) => shape = both,
                    Err(_) => wrong = Some(mistake::broadcast(row.name, &nodes(&inputs), at)),
                }
            }
        }
        if wrong.is_none() && shape.checked_size().is_none() {
            wrong = Some(mistake::shapes(row.name, &nodes(&inputs), mistake::TOO_LARGE, at));
        }
        if let Some(wrong) = wrong {
            return Node::wrong(dtype, row.name, at, Arc::new(wrong));
        }
        if weight > MOST_WEIGHT {
            // The heaviest first: it is what a loop adds to.
            let mut heavy: Vec<&Arc<Node>> = arcs(&inputs).collect();
            heavy.sort_by_key(|node| std::cmp::Reverse(node.weight));
            for node in heavy {
                if weight <= MOST_WEIGHT {
                    break;
                }
                if let Err(error) = run::eval(node, at) {
                    return Node::wrong(dtype, row.name, at, Arc::new(mistake::early(row.name, &error, at)));
                }
                weight = weight.saturating_sub(node.weight);
            }
        }
        let state = Mutex::new(State::Pending(Op::Map(row, inputs)));
        Arc::new(Node { dtype, shape, weight, depth, device, wrong: None, name: row.name, at, state })
    }

    /// Gives the node its value, and lets go of what it was computed from.
    pub(crate) fn settle(&self, buffer: Arc<Buffer<u8>>) {
        let old = std::mem::replace(&mut *self.lock(), State::Stored(buffer));
        // Other nodes may go with it, outside of the lock.
        drop(old);
    }

    /// The value, where it is known.
    pub(crate) fn value(&self) -> Option<Arc<Buffer<u8>>> {
        match &*self.lock() {
            State::Stored(buffer) => Some(buffer.clone()),
            State::Pending(_) | State::Host(_) => None,
        }
    }
}

/// The arrays among the operands.
fn arcs(inputs: &[Operand; 3]) -> impl Iterator<Item = &Arc<Node>> {
    inputs.iter().filter_map(|operand| match operand {
        Operand::Node(node) => Some(node),
        Operand::None | Operand::Scalar(..) => None,
    })
}

fn nodes(inputs: &[Operand; 3]) -> Vec<&Node> {
    arcs(inputs).map(|node| &**node).collect()
}
