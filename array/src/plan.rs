//! What one kernel computes: a graph as a list of instructions.
//!
//! Takes a node and the stream that will compute it; guarantees that two graphs of the same structure have the same
//! key, whatever their sizes, numbers and values are; leaves the kernel's text to [`crate::emit`].

use std::sync::Arc;

use kiln_runtime::__private::made::MOST_ARGS;
use kiln_runtime::{Buffer, Device, Error, Stream};

use crate::dtype::Dtype;
use crate::emit;
use crate::layout::{Axes, Layout};
use crate::mistake::{self, At};
use crate::node::{Node, Op, Operand, State};
use crate::ops::Id;
use crate::reduce::Reduction;
use crate::shape::Shape;
use crate::tiles::{self, Steps};

/// The most values of a kernel.
const MOST_VALUES: usize = 192;
/// A node of more operations is computed first, where a kernel would compute it at two places for each element.
const CHEAP: u32 = 4;
/// Counts up to here fit the arithmetic of indices in 32 bits.
const NARROW: usize = 1 << 31;

/// The number of a value, an index, a leaf or a scalar in its list.
pub(crate) type Number = u16;

/// A value of the kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    Load {
        leaf: Number,
        index: Number,
    },
    Scalar(Number),
    Iota {
        index: Number,
    },
    /// Four random words of the element at an index, by a key and a block, which are three scalars.
    Philox {
        index: Number,
        scalars: Number,
    },
    /// One of the words of a value.
    Word {
        of: Number,
        word: u8,
    },
    Map {
        row: Id,
        operands: [Number; 3],
        count: usize,
    },
    /// The element of a product of matrices, which the kernel computes.
    Product,
    /// The elements of a row, combined.
    Reduce {
        reduction: Reduction,
        value: Number,
    },
}

/// An index into memory: the thread's, or what a view makes of another.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) of: Number,
    pub(crate) axes: Axes,
}

/// The index that is the thread's own.
pub(crate) const THREAD: Number = 0;

/// Memory that the kernel reads.
pub(crate) struct Leaf {
    pub(crate) buffer: Arc<Buffer<u8>>,
    pub(crate) dtype: Dtype,
    pub(crate) len: usize,
}

/// A kernel's work.
pub(crate) struct Plan {
    /// The structure, in words.
    pub(crate) key: Vec<u32>,
    pub(crate) values: Vec<(Instruction, Dtype)>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) scalars: Vec<(Dtype, u64)>,
    /// Those after the thread's own.
    pub(crate) indices: Vec<Index>,
    /// Whether indices need 64 bits.
    pub(crate) wide: bool,
    /// Rows and columns, where a row is known as a whole.
    rows: Option<[usize; 2]>,
    /// The product whose elements the kernel computes.
    product: Option<*const Node>,
    /// Where the program divides integers, which can fail. It is part of the key, so that a failure names its place.
    pub(crate) divides_at: Option<At>,
    /// Where it is computed.
    device: Option<Device>,
    seen: Vec<(*const Node, Number, Number)>,
}

/// Why there is no plan.
pub(crate) enum Stop {
    /// This node has to be computed first.
    First(Arc<Node>),
    /// The operands have to be computed first.
    TooLarge,
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

impl Plan {
    /// The plan of a node, whose elements are computed apart.
    pub(crate) fn of(node: &Arc<Node>, stream: &Stream) -> Result<Plan, Stop> {
        let mut plan = Plan::new(node, None);
        plan.visit(node, THREAD, stream)?;
        plan.finish()
    }

    /// The plan of a node that has so many rows and columns, or an element a row: what is combined along a row is a
    /// value of it.
    pub(crate) fn of_rows(node: &Arc<Node>, rows: [usize; 2], stream: &Stream) -> Result<Plan, Stop> {
        let mut plan = Plan::new(node, Some(rows));
        let mut index = THREAD;
        if node.shape.size() == rows[0] {
            let row = Layout { strides: [1, 0, 0, 0, 0, 0, 0, 0], ..Layout::whole(rows.into()) };
            index = plan.index(THREAD, &row);
        }
        plan.visit(node, index, stream)?;
        plan.finish()
    }

    /// The plan of a node together with a product of matrices, which has as many elements.
    pub(crate) fn of_product(node: &Arc<Node>, product: &Arc<Node>, stream: &Stream) -> Result<Plan, Stop> {
        let mut plan = Plan::new(node, None);
        plan.product = Some(Arc::as_ptr(product));
        plan.visit(node, THREAD, stream)?;
        plan.finish()
    }

    fn new(node: &Node, rows: Option<[usize; 2]>) -> Plan {
        Plan {
            key: Vec::with_capacity(64),
            values: Vec::with_capacity(32),
            leaves: Vec::with_capacity(8),
            scalars: Vec::with_capacity(8),
            indices: Vec::new(),
            wide: node.shape.size() >= NARROW,
            rows,
            product: None,
            divides_at: None,
            device: None,
            seen: Vec::with_capacity(32),
        }
    }

    fn finish(mut self) -> Result<Plan, Stop> {
        self.key.push(u32::from(self.wide));
        if self.values.len() > MOST_VALUES || self.arguments() > MOST_ARGS {
            return Err(Stop::TooLarge);
        }
        Ok(self)
    }

    /// The type of the result.
    pub(crate) fn dtype(&self) -> Dtype {
        self.values.last().map_or(Dtype::F32, |(_, dtype)| *dtype)
    }

    /// Of how many columns the result is a matrix with an operand whose columns lie side by side.
    pub(crate) fn turned_columns(&self) -> Option<usize> {
        self.indices.iter().filter(|index| index.of == THREAD).find_map(|index| match index.axes.all() {
            [.., (columns, stride)]
                if *stride > 1 && index.axes.all().iter().any(|(_, stride)| *stride == 1) =>
            {
                (*columns > 0).then_some(*columns)
            }
            _ => None,
        })
    }

    /// Whether an index is the number of the row, of rows that are known as a whole.
    fn is_row(&self, index: Number, [rows, columns]: [usize; 2]) -> bool {
        let Some(index) = usize::from(index).checked_sub(1).map(|place| &self.indices[place]) else {
            return false;
        };
        let steps = tiles::split(&index.axes, columns);
        let wanted = Steps { base: 0, row: usize::from(rows > 1), column: 0 };
        index.of == THREAD && steps == Some(wanted)
    }

    /// The only leaf, where the result is its elements in order.
    pub(crate) fn is_leaf(&self) -> Option<&Leaf> {
        match self.values[..] {
            [(Instruction::Load { leaf, index: THREAD }, _)] => self.leaves.get(usize::from(leaf)),
            _ => None,
        }
    }

    /// How many operations it has.
    pub(crate) fn operations(&self) -> usize {
        self.values
            .iter()
            .filter(|(value, _)| matches!(value, Instruction::Map { .. } | Instruction::Reduce { .. }))
            .count()
    }

    /// Whether a kernel of tiles has room for its parameters.
    pub(crate) fn fits_tiles(&self) -> bool {
        let parameters = self.values.iter().map(|(value, _)| match value {
            Instruction::Load { .. } => 1,
            Instruction::Iota { .. } | Instruction::Philox { .. } => 3,
            _ => 0,
        });
        parameters.sum::<usize>() + self.scalars.len() + 4 <= MOST_ARGS
    }

    /// How many parameters the kernel has.
    fn arguments(&self) -> usize {
        let of_indices = self.indices.iter().map(|index| {
            let axes = index.axes.all();
            let strides = axes.iter().filter(|(_, stride)| !matches!(stride, 0 | 1)).count();
            usize::from(index.axes.base != 0) + strides + 3 * axes.len().saturating_sub(1)
        });
        1 + self.leaves.len() + self.scalars.len() + of_indices.sum::<usize>()
    }

    fn push(&mut self, instruction: Instruction, dtype: Dtype) -> Number {
        let word = |kind: u32, a: Number, b: Number| kind << 28 | u32::from(a) << 14 | u32::from(b);
        let head = match instruction {
            Instruction::Load { leaf, index } => word(1, leaf, index),
            Instruction::Scalar(number) => word(2, number, 0),
            Instruction::Iota { index } => word(3, 0, index),
            Instruction::Map { row, operands, count } => {
                for operand in &operands[..count] {
                    self.key.push(u32::from(*operand));
                }
                word(4, row as Number, count as Number)
            }
            Instruction::Philox { index, .. } => word(12, 0, index),
            Instruction::Word { of, word: which } => word(13, of, which.into()),
            Instruction::Product => word(11, 0, 0),
            Instruction::Reduce { reduction, value } => word(9, reduction as Number, value),
        };
        self.key.push(head);
        self.key.push(dtype as u32);
        self.values.push((instruction, dtype));
        (self.values.len() - 1) as Number
    }

    fn scalar(&mut self, dtype: Dtype, bits: u64) -> Number {
        // Each its own: whether two numbers are equal is no part of the structure.
        self.scalars.push((dtype, bits));
        self.push(Instruction::Scalar((self.scalars.len() - 1) as Number), dtype)
    }

    /// The value of a node at an index.
    fn visit(&mut self, node: &Arc<Node>, index: Number, stream: &Stream) -> Result<Number, Stop> {
        let at: *const Node = Arc::as_ptr(node);
        for (seen, of, value) in self.seen.iter().rev() {
            if *seen == at {
                if *of == index {
                    return Ok(*value);
                }
                if node.weight > CHEAP && node.value().is_none() {
                    return Err(Stop::First(node.clone()));
                }
            }
        }
        if self.values.len() > MOST_VALUES {
            return Err(Stop::TooLarge);
        }
        let mut state = node.lock();
        if let State::Host(values) = &*state {
            let stored = Arc::new(values.upload(stream)?);
            *state = State::Stored(stored);
        }
        let value = match &*state {
            State::Stored(buffer) => {
                let buffer = buffer.clone();
                let there = buffer.device();
                if there != *self.device.get_or_insert_with(|| stream.device()) {
                    let here = stream.device();
                    return Err(Error::from(mistake::elsewhere(node, &there, &here, node.at)).into());
                }
                let len = node.shape.size();
                self.wide |= len >= NARROW;
                let known = self.leaves.iter().position(|leaf| Arc::ptr_eq(&leaf.buffer, &buffer));
                let leaf = known.unwrap_or_else(|| {
                    self.leaves.push(Leaf { buffer, dtype: node.dtype, len });
                    self.leaves.len() - 1
                });
                self.push(Instruction::Load { leaf: leaf as Number, index }, node.dtype)
            }
            State::Pending(Op::Full(bits)) => self.scalar(node.dtype, *bits),
            State::Pending(Op::Iota) => self.push(Instruction::Iota { index }, node.dtype),
            State::Pending(Op::Random { key, block, word }) => {
                let of = self.philox(*key, *block, index);
                self.push(Instruction::Word { of, word: *word }, node.dtype)
            }
            State::Pending(Op::Map(row, operands)) => {
                let mut numbers = [0; 3];
                let mut count = 0;
                for operand in operands {
                    numbers[count] = match operand {
                        Operand::None => continue,
                        Operand::Scalar(dtype, bits) => self.scalar(*dtype, *bits),
                        Operand::Node(input) => self.operand(input, &node.shape, index, stream)?,
                    };
                    count += 1;
                }
                let map = Instruction::Map { row: row.id, operands: numbers, count };
                if emit::divides(self, &map) {
                    self.divides_at = Some(node.at);
                    let place = std::ptr::from_ref(node.at).addr() as u64;
                    self.key.extend([14 << 28, place as u32, (place >> 32) as u32]);
                }
                self.push(map, node.dtype)
            }
            State::Pending(Op::Reshape(input)) => self.visit(input, index, stream)?,
            State::Pending(Op::View(input, layout)) => {
                let index = self.index(index, layout);
                self.visit(input, index, stream)?
            }
            State::Pending(Op::Reduce(what)) => match self.rows {
                Some(rows) if rows == [what.kept, what.count] && self.is_row(index, rows) => {
                    let value = self.visit(&what.input, THREAD, stream)?;
                    self.push(Instruction::Reduce { reduction: what.reduction, value }, node.dtype)
                }
                _ => return Err(Stop::First(node.clone())),
            },
            State::Pending(Op::Product(_)) => {
                if self.product != Some(at) || index != THREAD {
                    return Err(Stop::First(node.clone()));
                }
                self.push(Instruction::Product, node.dtype)
            }
            State::Pending(Op::Join(_)) => return Err(Stop::First(node.clone())),
            // It has become a stored one.
            State::Host(_) => return Err(Stop::TooLarge),
        };
        drop(state);
        self.seen.push((at, index, value));
        Ok(value)
    }

    /// The random words of a key and a block at an index: those that are there already, or new ones.
    fn philox(&mut self, key: u64, block: u32, index: Number) -> Number {
        let wanted = [key & 0xffff_ffff, key >> 32, block.into()];
        let known = self.values.iter().position(|(value, _)| match *value {
            Instruction::Philox { index: at, scalars } => {
                let first = usize::from(scalars);
                at == index && self.scalars[first..first + 3].iter().map(|(_, bits)| *bits).eq(wanted)
            }
            _ => false,
        });
        if let Some(known) = known {
            return known as Number;
        }
        let scalars = self.scalars.len() as Number;
        self.scalars.extend(wanted.map(|bits| (Dtype::U32, bits)));
        self.push(Instruction::Philox { index, scalars }, Dtype::U32)
    }

    /// The value of an operand that broadcasts to a shape.
    fn operand(
        &mut self,
        input: &Arc<Node>,
        to: &Shape,
        index: Number,
        stream: &Stream,
    ) -> Result<Number, Stop> {
        if input.shape == *to {
            return self.visit(input, index, stream);
        }
        // A view and its repetition are one step.
        let view = match &*input.lock() {
            State::Pending(Op::View(of, layout)) => Some((of.clone(), layout.broadcast(*to))),
            State::Pending(_) | State::Stored(_) | State::Host(_) => None,
        };
        let (of, layout) = view.unwrap_or_else(|| (input.clone(), Layout::whole(input.shape).broadcast(*to)));
        let index = self.index(index, &layout);
        self.visit(&of, index, stream)
    }

    /// What a view makes of an index.
    fn index(&mut self, of: Number, layout: &Layout) -> Number {
        let axes = layout.collapse();
        if axes.is_whole() {
            return of;
        }
        let reach =
            axes.all().iter().map(|(extent, stride)| (extent - 1).saturating_mul(stride.unsigned_abs()));
        let reach = reach.fold(axes.base.unsigned_abs(), usize::saturating_add);
        self.wide |= layout.shape.size().max(reach) >= NARROW;
        if let Some(known) = self.indices.iter().position(|index| index.of == of && index.axes == axes) {
            return (known + 1) as Number;
        }
        let class = |stride: isize| match stride {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        self.key.push(5 << 28 | u32::from(of) << 14 | (axes.count as u32) << 1 | u32::from(axes.base != 0));
        self.key.extend(axes.all().iter().map(|(_, stride)| class(*stride)));
        self.indices.push(Index { of, axes });
        self.indices.len() as Number
    }
}
