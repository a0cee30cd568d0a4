//! Terms: values of a thread at one moment, each known once.
//!
//! A term never changes: an assignment gives a local another term, and a read of memory is a term of its own each time.
//! So what is known of terms stays true, and needs no forgetting.

use std::cmp::Ordering;

use crate::intrinsics::Machine;
use crate::ir::{BinOp, LocalId, Scalar};

/// A term's number.
pub(super) type Id = usize;

/// What a term is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    /// A value of which nothing is known but its type: its number.
    Opaque(u32),
    Int(i128),
    Bool(bool),
    /// The length of a slice.
    Len(LocalId),
    /// Where the thread is.
    Machine(&'static str),
    /// A field of a struct by value.
    Field(Id, String),
    /// An operator with Rust's meaning: integers wrap.
    Binary(BinOp, Id, Id),
    /// Of a `bool`.
    Not(Id),
    /// From one integer, or `bool`, to another integer.
    Cast(Id),
    /// An intrinsic of integers, by its name.
    Call(&'static str, Vec<Id>),
    Select(Id, Id, Id),
}

pub(super) struct Term {
    pub node: Node,
    /// Present for scalars.
    pub scalar: Option<Scalar>,
    /// Least and greatest value, of what is not made of others.
    range: Option<(i128, i128)>,
}

/// `a + k <= b`, of the values as whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub a: Id,
    pub k: i128,
    pub b: Id,
}

/// All terms of a function.
pub(super) struct Terms {
    all: Vec<Term>,
    /// The terms in the order of their nodes and types.
    known: Vec<Id>,
    opaque: u32,
    /// What holds of machines and lengths, always.
    pub axioms: Vec<Fact>,
    block: Option<[u32; 3]>,
}

impl Terms {
    pub fn new(block: Option<[u32; 3]>) -> Terms {
        Terms { all: Vec::new(), known: Vec::new(), opaque: 0, axioms: Vec::new(), block }
    }

    pub fn get(&self, id: Id) -> &Term {
        &self.all[id]
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.all[id].node
    }

    /// The integer type of a term.
    #[inline(never)]
    pub fn int(&self, id: Id) -> Option<Scalar> {
        self.all[id].scalar.filter(|scalar| scalar.is_int())
    }

    pub fn constant(&self, id: Id) -> Option<i128> {
        match self.node(id) {
            Node::Int(value) => Some(*value),
            Node::Opaque(_)
            | Node::Bool(_)
            | Node::Len(_)
            | Node::Machine(_)
            | Node::Field(..)
            | Node::Binary(..)
            | Node::Not(_)
            | Node::Cast(_)
            | Node::Call(..)
            | Node::Select(..) => None,
        }
    }

    /// The own range of a term, where it has one.
    pub fn range(&self, id: Id) -> Option<(i128, i128)> {
        self.all[id].range
    }

    #[inline(never)]
    pub fn make(&mut self, node: Node, scalar: Option<Scalar>) -> Id {
        let (mut from, mut to) = (0, self.known.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            let id = self.known[middle];
            let other = &self.all[id];
            match other.node.cmp(&node).then(other.scalar.cmp(&scalar)) {
                Ordering::Equal => return id,
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
            }
        }
        let id = self.all.len();
        self.known.insert(from, id);
        self.all.push(Term { node, scalar, range: None });
        id
    }

    pub fn opaque(&mut self, scalar: Option<Scalar>) -> Id {
        self.opaque += 1;
        self.make(Node::Opaque(self.opaque), scalar)
    }

    pub fn int_of(&mut self, value: i128, scalar: Scalar) -> Id {
        let (least, greatest) = limits(scalar);
        if value < least || value > greatest {
            return self.opaque(Some(scalar));
        }
        self.make(Node::Int(value), Some(scalar))
    }

    /// The length of a slice whose elements have this many bytes.
    pub fn len(&mut self, local: LocalId, size: Option<u64>) -> Id {
        let id = self.make(Node::Len(local), Some(Scalar::Usize));
        if size.is_some_and(|size| size > 0) {
            // No allocation is larger than half of the address space.
            self.all[id].range = Some((0, i128::from(i64::MAX)));
        }
        id
    }

    /// Where the thread is; `None` for what is no place.
    pub fn machine(&mut self, name: &'static str, machine: Machine) -> Option<Id> {
        let threads = |axis: u8| match (self.block, axis) {
            (Some(block), axis) => i128::from(block[usize::from(axis)]),
            (None, 2) => 64,
            (None, _) => 1024,
        };
        let blocks = |axis: u8| if axis == 0 { i128::from(i32::MAX) } else { 65535 };
        let all = self.block.map_or(1024, |block| block.iter().map(|n| i128::from(*n)).product());
        let (least, greatest) = match machine {
            Machine::ThreadIdx(axis) => (0, threads(axis) - 1),
            Machine::BlockDim(axis) => (if self.block.is_some() { threads(axis) } else { 1 }, threads(axis)),
            Machine::BlockIdx(axis) => (0, blocks(axis) - 1),
            Machine::GridDim(axis) => (1, blocks(axis)),
            Machine::GlobalId(axis) => (0, blocks(axis) * threads(axis) - 1),
            Machine::LaneId => (0, 31),
            Machine::WarpId => (0, (all - 1) / 32),
            // Clusters of more than 1024 blocks there are none.
            Machine::ClusterRank => (0, 1023),
            Machine::ClusterSize => (1, 1024),
            Machine::ClusterId => (0, i128::from(i32::MAX)),
            Machine::SyncThreads
            | Machine::GridSync
            | Machine::GridWait
            | Machine::GridRelease
            | Machine::ClusterSync
            | Machine::ClusterLoad
            | Machine::ClusterStore
            | Machine::ClusterAdd
            | Machine::ClusterSend(_)
            | Machine::BarrierInit
            | Machine::BarrierWait
            | Machine::ThreadFence
            | Machine::Prefetch
            | Machine::SyncWarp
            | Machine::Shuffle(_)
            | Machine::Vote(_)
            | Machine::ActiveLanes
            | Machine::Match { .. }
            | Machine::WarpReduce(_)
            | Machine::WarpScan { .. }
            | Machine::Atomic(_)
            | Machine::Move(_)
            | Machine::AsyncCopy(_)
            | Machine::AsyncCommit
            | Machine::AsyncWait
            | Machine::LoadMatrix { .. }
            | Machine::Product(..)
            | Machine::Wgmma(..)
            | Machine::WgmmaFence
            | Machine::WgmmaCommit
            | Machine::WgmmaWait
            | Machine::WgmmaFinish
            | Machine::Turns(_)
            | Machine::AsyncFence
            | Machine::TensorLoad(_)
            | Machine::BarrierExpect
            | Machine::BarrierArrive
            | Machine::BarrierPass
            | Machine::LaneXor => return None,
        };
        let id = self.make(Node::Machine(name), Some(Scalar::Usize));
        if self.all[id].range.replace((least, greatest)).is_none() {
            // An index is below its number.
            let number = match name {
                "thread_idx_x" => Some(("block_dim_x", Machine::BlockDim(0))),
                "thread_idx_y" => Some(("block_dim_y", Machine::BlockDim(1))),
                "thread_idx_z" => Some(("block_dim_z", Machine::BlockDim(2))),
                "block_idx_x" => Some(("grid_dim_x", Machine::GridDim(0))),
                "block_idx_y" => Some(("grid_dim_y", Machine::GridDim(1))),
                "block_idx_z" => Some(("grid_dim_z", Machine::GridDim(2))),
                _ => None,
            };
            if let Some(number) = number.and_then(|(name, machine)| self.machine(name, machine)) {
                self.axioms.push(Fact { a: id, k: 1, b: number });
            }
        }
        Some(id)
    }
}

/// The least and the greatest value of an integer type.
#[inline(never)]
pub(super) fn limits(scalar: Scalar) -> (i128, i128) {
    let bits = scalar.bits();
    if scalar.is_signed_int() {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    }
}
