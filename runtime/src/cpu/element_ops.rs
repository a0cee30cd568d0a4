//! The bytecode of lowered tile code: what moves, multiplies and waits for several elements at once.

use kiln_codegen::intrinsics::{TensorMap, WgmmaShape};
use kiln_codegen::ir::Scalar;

use super::code::{Arg, Check, Lanes, Memory, One};

/// Consecutive elements, each lane's own.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    pub home: Home,
    /// The first one's number.
    pub index: Arg,
    pub check: Check,
    /// Of shared memory in a cluster, how many elements on the next block's begins: the number within the block's
    /// is what remains.
    pub stride: Option<One>,
    pub size: u8,
    pub count: usize,
    /// Of watched code the entry of their array in the table of arrays; of counted code the spot.
    pub array: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Home {
    Memory(Memory),
    /// An array that each thread has for itself: element `k` of all threads is a register.
    Array {
        first: Lanes,
        len: u64,
    },
}

/// A call of lowered tile code, and the site of its statement.
pub(super) struct ElementsCall {
    pub op: ElementsOp,
    pub site: u32,
}

pub(super) enum ElementsOp {
    Move {
        to: Elements,
        from: Elements,
        bytes: usize,
    },
    AsyncCopy {
        to: Elements,
        from: Elements,
        bytes: usize,
        /// How many of the bytes are copied; the rest becomes zero.
        used: Arg,
    },
    /// Makes a barrier, for so many threads.
    Init {
        barrier: Elements,
        threads: Arg,
    },
    Commit,
    /// Waits until at most so many groups are under way.
    Wait {
        groups: u32,
    },
    LoadMatrix {
        to: Elements,
        from: Elements,
        transposed: bool,
    },
    Product {
        acc: Elements,
        a: Elements,
        b: Elements,
        /// What is multiplied.
        scalars: [Scalar; 2],
    },
    /// Copies a box of a tensor, which its barrier counts.
    TensorLoad(Box<TensorLoad>),
    /// Says how many bytes a barrier waits for.
    Expect {
        barrier: Elements,
        bytes: Arg,
    },
    /// Arrives at a barrier.
    Arrive {
        barrier: Elements,
    },
    /// Waits until a barrier has left a phase of this parity.
    Pass {
        barrier: Elements,
        phase: Arg,
    },
    /// A product of four warps. `a` and `b` are the factors' first elements.
    Wgmma {
        acc: Elements,
        a: Elements,
        b: Elements,
        scalars: [Scalar; 2],
        shape: WgmmaShape,
    },
}

/// A copy of a box of a tensor. `from` is the tensor's first element.
pub(super) struct TensorLoad {
    pub to: Elements,
    pub from: Elements,
    pub barrier: Elements,
    pub map: TensorMap,
    /// By axis.
    pub extents: Vec<Arg>,
    pub strides: Vec<Arg>,
    pub coordinates: Vec<Arg>,
}
