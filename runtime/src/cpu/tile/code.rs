//! The tree that runs: statements, scalar expressions, and the ways to compute a tile.

use kiln_codegen::intrinsics::{Bits, Reduce as Combine};
use kiln_codegen::ir::message::Piece;
use kiln_codegen::ir::{Addressing, Counted, Scalar};

use super::product::Site;
use crate::cpu::code::{LaneLoop, Shape};
use crate::cpu::lanes::{LaneFn1, LaneFn2, LaneFn2Right};

/// Elements that element-wise loops compute before they go on: enough to make the calls cheap, few enough that all
/// values of an expression stay in the first-level cache.
pub(super) const STRIP: usize = 512;

/// Bytes from the start of a worker's memory.
pub(super) type Offset = usize;

/// A scalar's bits, or an address for the time of one expression.
pub(super) type Slot = u32;

/// A kernel.
pub(super) struct Code {
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    pub slots: usize,
    /// Loads of tensors that are under way at the same time.
    pub views: usize,
    pub tensors: usize,
    /// Operands of products whose packed form is kept.
    pub kept: Vec<Site>,
    /// Loops over elements.
    pub loops: Vec<Each>,
    /// A worker's memory.
    pub bytes: usize,
}

/// A loop over elements, as code of threads.
pub(super) struct Each {
    pub code: crate::cpu::code::Code,
    /// The arguments of the code.
    pub args: Vec<EachArg>,
    /// Elements.
    pub count: usize,
    /// Elements that run at once.
    pub width: usize,
}

pub(super) enum EachArg {
    Scalar(One),
    /// A value in memory.
    Bytes(Offset),
    /// A tile, and the number of its elements.
    Slice(Offset, u64),
    Tensor(usize),
    /// The distance from one element of a tensor to the next along an axis.
    Stride {
        tensor: usize,
        axis: usize,
    },
}

#[derive(Clone, Copy)]
pub(super) enum Param {
    Scalar(Slot),
    /// A struct by value: where it is kept, and its size.
    Bytes(Offset, usize),
    /// The next tensor.
    Tensor,
}

pub(super) enum Stmt {
    Set(Slot, One),
    SetElement {
        to: Address,
        size: usize,
        value: One,
    },
    UpdateElement {
        to: Address,
        size: usize,
        op: Binary,
        value: One,
    },
    /// Computes a tile or copies an array.
    Compute {
        to: Address,
        tile: Tile,
    },
    /// The same by way of other memory, since the destination is read meanwhile.
    ComputeApart {
        apart: Offset,
        bytes: usize,
        to: Address,
        tile: Tile,
    },
    Store {
        at: Access,
        value: Tile,
        /// Where the value is computed, unless it goes into the tensor at once.
        apart: Option<Offset>,
    },
    /// Changes one element of a tensor.
    Change(Box<Change>),
    /// Evaluates for what may fail.
    Check(One),
    If {
        condition: One,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Loop {
        label: u32,
        body: Vec<Stmt>,
    },
    While {
        label: u32,
        condition: One,
        body: Vec<Stmt>,
    },
    For {
        label: u32,
        counter: Slot,
        /// Adds or subtracts the step.
        next: fn(u64, u64) -> u64,
        start: Box<Counted<One>>,
        body: Vec<Stmt>,
    },
    /// The loop over elements with this number.
    Each(usize),
    Block {
        label: u32,
        body: Vec<Stmt>,
    },
    Break(u32),
    Continue(u32),
    Return,
    Fail {
        site: u32,
        values: Vec<(One, Scalar)>,
    },
    Print {
        pieces: Vec<Piece>,
        values: Vec<(One, Scalar)>,
    },
}

/// A scalar expression.
pub(super) enum One {
    Const(u64),
    Slot(Slot),
    Apply1(fn(u64) -> u64, Box<One>),
    Apply2(Binary, Box<[One; 2]>),
    And(Box<[One; 2]>),
    Or(Box<[One; 2]>),
    Select(Box<[One; 3]>),
    Eval(Box<Eval>),
    Shape(Shape),
    Extent {
        tensor: usize,
        axis: usize,
    },
    Element {
        at: Address,
        size: usize,
    },
    /// One element of a tensor, or what there is outside.
    Fetch(Box<(Element, One)>),
    /// The first element of a tile.
    First(Box<Source>, usize),
    Reduce(Box<Reduce>),
}

/// A binary operator.
#[derive(Clone, Copy)]
pub(super) struct Binary {
    pub f: fn(u64, u64) -> u64,
    /// Of a division of integers: their type and the site.
    pub divides: Option<(Scalar, u32)>,
}

/// A call of a pure intrinsic.
pub(super) struct Eval {
    pub f: fn(Scalar, &[Bits]) -> Bits,
    pub scalar: Scalar,
    pub args: Vec<One>,
    /// The operands that are dividend and divisor, and the site.
    pub divides: Option<(usize, u32)>,
}

/// Memory of the worker: a local, or a part of one.
pub(super) struct Address {
    pub base: Offset,
    pub steps: Vec<Index>,
}

pub(super) struct Index {
    pub value: One,
    pub len: u64,
    pub stride: usize,
    pub site: Option<u32>,
}

/// One element of a tensor.
pub(super) struct Element {
    pub tensor: usize,
    pub size: usize,
    /// One coordinate an axis, in elements.
    pub coordinates: Vec<One>,
}

/// What becomes of one element of a tensor.
pub(super) struct Change {
    pub at: Element,
    pub value: One,
    /// How the element and the value become one, where they do.
    pub by: Option<fn(u64, u64) -> u64>,
}

/// Where a tile lies in a tensor.
pub(super) struct Access {
    pub tensor: usize,
    pub size: usize,
    /// The tile's extents; of rank 1, one row.
    pub rows: usize,
    pub columns: usize,
    pub by: Addressing,
    /// One coordinate an axis; that of an index tile is 0.
    pub coordinates: Vec<One>,
    /// What a load gives outside of the tensor; zero by default.
    pub pad: Option<One>,
}

/// How to compute a tile, or an array, into memory.
pub(super) enum Tile {
    Copy {
        from: Address,
        bytes: usize,
    },
    Splat {
        size: usize,
        count: usize,
        value: One,
    },
    Load(Access),
    LoadIndexed(Box<LoadIndexed>),
    Strips(Box<Strips>),
    Reduce(Box<Reduce>),
    Product(Box<Product>),
    Transpose {
        size: usize,
        rows: usize,
        columns: usize,
        of: Box<Source>,
    },
    Gather(Box<Gather>),
    Choose(Box<(One, Tile, Tile)>),
    /// The elements of an array, one after the other.
    Array {
        stride: usize,
        items: Vec<Item>,
    },
    Repeat {
        stride: usize,
        len: usize,
        item: Box<Item>,
    },
}

/// An element of an array.
pub(super) enum Item {
    One(One, usize),
    Tile(Tile),
}

/// A tile in memory: one that is there, or one to compute there first.
pub(super) enum Source {
    At(Address),
    Computed(Offset, Box<Tile>),
}

/// Combines the elements of each row (axis 1) or of each column (axis 0).
pub(super) struct Reduce {
    pub op: Combine,
    pub scalar: Scalar,
    pub rows: usize,
    pub columns: usize,
    pub axis: u8,
    pub of: Source,
}

/// A tile whose rows (axis 0) or columns (axis 1) are those of a tensor with the numbers of a tile.
pub(super) struct LoadIndexed {
    pub access: Access,
    pub axis: usize,
    pub scalar: Scalar,
    pub index: Source,
}

/// Elements picked by number along an axis.
pub(super) struct Gather {
    pub size: usize,
    pub axis: usize,
    /// Rows and columns.
    pub extents: [usize; 2],
    pub of: Source,
    /// The extents of the numbers, and their type.
    pub by_extents: [usize; 2],
    pub by_scalar: Scalar,
    pub by: Source,
    /// The extents of the result.
    pub to: [usize; 2],
}

/// `a × b` added to what `acc` computes.
pub(super) struct Product {
    /// The operands'.
    pub scalars: [Scalar; 2],
    pub m: usize,
    pub k: usize,
    pub n: usize,
    pub a: Matrix,
    pub b: Matrix,
    pub acc: Tile,
}

/// An operand of a product.
pub(super) struct Matrix {
    pub of: MatrixSource,
    /// Its rows are the columns here.
    pub transposed: bool,
    /// Where it is packed.
    pub packed: Packed,
}

/// Where a worker packs an operand of a product.
#[derive(Clone, Copy)]
pub(super) enum Packed {
    /// Once for the launch, if that pays: its number; and otherwise at the offset.
    Kept(usize, Offset),
    At(Offset),
}

pub(super) enum MatrixSource {
    /// The tensor's own memory; zero outside.
    Tensor(Access),
    /// A tile with this many columns.
    Tile(Source, usize),
}

/// An element-wise expression. What it needs is prepared once, in order; then its steps run for each strip of elements.
pub(super) struct Strips {
    pub count: usize,
    /// Of the result, one row after the other.
    pub columns: usize,
    /// Of an element of the result.
    pub size: usize,
    pub prepare: Vec<Prepare>,
    pub steps: Vec<Step>,
    pub result: Operand,
    /// A strip for the result, where it does not go into memory of the worker.
    pub scratch: Offset,
}

pub(super) enum Prepare {
    One(Slot, One),
    /// The tile's address.
    Tile(Slot, Source),
    View(usize, Access),
    /// Fills a strip with one value.
    Splat {
        to: Offset,
        size: usize,
        value: Slot,
    },
}

/// A strip of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// Of the result.
    Result,
    /// A temporary.
    Strip(Offset),
    /// What a view last read, or where that lies in the tensor.
    Loaded(usize),
    /// Of a tile of the result's extents, whose address is in the slot; elements have this size.
    Whole(Slot, usize),
}

pub(super) struct Step {
    pub to: Operand,
    pub kind: StepKind,
}

pub(super) enum StepKind {
    /// Repeats a row.
    Row {
        from: Slot,
        size: usize,
    },
    /// Repeats a column.
    Column {
        from: Slot,
        size: usize,
    },
    /// Reads into the strip what cannot be used where it lies.
    Load {
        view: usize,
    },
    Iota {
        axis: u8,
        size: usize,
    },
    Unary(LaneFn1, Operand),
    Binary(LaneFn2, Operand, Operand),
    Right(LaneFn2Right, Operand, Slot),
    Select(unsafe fn(*mut u8, *const u8, *const u8, *const u8, usize, usize), [Operand; 3]),
    /// The result's size, and the operands.
    Loop(LaneLoop, usize, Vec<Operand>),
    Eval {
        f: fn(Scalar, &[Bits]) -> Bits,
        scalar: Scalar,
        size: usize,
        args: Vec<(StripArg, usize)>,
    },
}

/// An operand of a call, element by element, and its size.
#[derive(Clone, Copy)]
pub(super) enum StripArg {
    One(Slot),
    Strip(Operand),
}
