//! The bytecode: registers and instructions.
//!
//! A value is held in one of three forms. *One*: the same for the whole block, in a slot of the uniform file.
//! *Lanes*: an array with one element for each thread. *Line*: an integer that rises evenly along each axis
//! of the block (`affine`), which loads, stores, bounds and comparisons handle without looking at lanes; a line turns
//! into lanes whenever an instruction needs them, so the form is decided at run time and every line register owns lanes
//! too.
//!
//! Masks live in slots numbered by nesting depth. A slot holds the active lanes of one divergent region and the
//! instruction at which control continues once none of them is left.

use kiln_codegen::intrinsics::{Atomic, Bits, LaneFn, Shuffle, Vote};
use kiln_codegen::ir::message::Piece;
use kiln_codegen::ir::{BinOp, Counted, Scalar};

use super::count::{Count, NamedSpot};
use super::element_ops::ElementsCall;
use super::lanes::{Fn2, LaneFn1, LaneFn2, LaneFn2Right, LaneFn3, SplatMasked};
use super::sanitize::{Array, Watch};

/// A uniform register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct One(pub u32);

/// A register of lanes, named by the bytes that one lane of all registers before it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(pub u32);

/// An integer register of 32 or 64 bits that may hold a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub lanes: Lanes,
    /// Its entry in the worker's table of lines.
    pub entry: u32,
    pub scalar: Scalar,
}

/// An operand that is uniform or lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arg {
    One(One),
    Lanes(Lanes),
}

/// A value of any form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    One(One),
    Lanes(Lanes),
    Line(Line),
}

/// A position in the code; a label's number until the code is complete.
pub(super) type Pc = u32;

/// A mask slot.
pub(super) type Slot = u32;

/// The site of a check; `None` where a pass proved it or the user waived it.
pub(super) type Check = Option<u32>;

/// Memory with an address: a slice parameter or a shared array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub pointer: One,
    pub len: One,
    /// Memory of the block, which one worker alone touches.
    pub shared: bool,
    /// No store of the kernel changes it, so that reading more than asked for is harmless.
    pub frozen: bool,
}

/// How a line or a comparison becomes a set of lanes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    Lanes(Lanes),
    NotLanes(Lanes),
    One(One),
    Line(LineCompare),
}

/// A comparison of a line with a uniform value; `right` compares lanes where the line is none, into `d`.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineCompare {
    pub op: BinOp,
    pub line: Line,
    pub value: One,
    pub right: LaneFn2Right,
    pub d: Lanes,
}

#[derive(Debug)]
pub(super) struct Narrow {
    pub from: Slot,
    pub to: Slot,
    pub condition: Condition,
    /// Where control continues when no lane is left in `to`.
    pub exit: Pc,
}

/// Arithmetic that keeps lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineOp {
    Add,
    Sub,
    /// One operand is uniform.
    Mul,
    /// The right operand is uniform.
    Shl,
    /// The right operand is uniform and has been checked.
    Div,
    Rem,
}

pub(super) struct LineBinary {
    pub op: LineOp,
    pub d: Line,
    pub a: Value,
    pub b: Value,
    pub f: Fn2,
}

/// An intrinsic computed lane by lane from bits.
pub(super) struct Eval<R> {
    pub f: fn(Scalar, &[Bits]) -> Bits,
    pub scalar: Scalar,
    pub args: Vec<(R, u8)>,
    pub size: u8,
}

pub(super) enum LaneLoop {
    F32(LaneFn<f32>),
    F64(LaneFn<f64>),
}

/// What an atomic operation does to its element.
#[derive(Clone, Copy)]
pub(super) enum AtomicStep {
    /// A load, store or compare-exchange.
    Move(Atomic),
    /// An integer addition, which the machine has.
    Add,
    /// The element becomes this function of itself and the operand.
    Update(fn(u64, u64) -> u64),
}

pub(super) struct AtomicCall {
    pub step: AtomicStep,
    pub size: u8,
    pub memory: Memory,
    pub index: Value,
    /// The value operands, without memory orders; lanes of the atomic's own scalar.
    pub args: [Option<Arg>; 2],
    pub d: Option<Lanes>,
    pub check: Check,
}

#[derive(Clone, Copy)]
pub(super) enum WarpOp {
    Shuffle(Shuffle, Arg),
    Vote(Vote),
    Reduce(fn(u64, u64) -> u64),
    /// `below`: without the own value, and what the lowest lane has then.
    Scan {
        combine: fn(u64, u64) -> u64,
        below: Option<u64>,
    },
    Match {
        all: bool,
    },
    /// From the lane whose number differs in these bits; every lane is active, or the statement fails.
    Exchange {
        bits: Arg,
        site: u32,
    },
}

pub(super) struct WarpCall {
    pub op: WarpOp,
    pub scalar: Scalar,
    pub value: Arg,
    pub d: Lanes,
}

/// A failure of all active lanes.
pub(super) struct FailCall {
    pub site: u32,
    pub args: Vec<(Arg, Scalar)>,
    /// The number along x of the block that the message names, if it is not the lane's.
    pub block: Option<Arg>,
}

pub(super) struct PrintCall {
    pub pieces: Vec<Piece>,
    pub args: Vec<(Arg, Scalar)>,
}

/// Which of a thread's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Thread(u8),
    Global(u8),
}

/// Facts of a thread where the blocks of a cluster run as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InCluster {
    Thread(u8),
    Global(u8),
    Block(u8),
    Warp,
    /// The block's number in the cluster.
    Rank,
}

/// Uniform facts of a block or grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    BlockIdx(u8),
    BlockDim(u8),
    GridDim(u8),
    /// The cluster's number in the grid.
    Cluster,
}

/// An instruction. Those that may end lanes continue at the exit of the current mask when none is left.
pub(super) enum Op {
    End,
    Jump(Pc),
    JumpIf {
        condition: One,
        to: Pc,
    },
    JumpUnless {
        condition: One,
        to: Pc,
    },
    /// Jumps where a comparison gives `when`.
    JumpCompare {
        f: fn(u64, u64) -> u64,
        a: One,
        b: One,
        when: u64,
        to: Pc,
    },

    // One value for the block.
    One1 {
        f: fn(u64) -> u64,
        d: One,
        a: One,
    },
    One2 {
        f: fn(u64, u64) -> u64,
        d: One,
        a: One,
        b: One,
    },
    /// As `One2`, and then the `JumpCompare` behind it: how loops end.
    One2Compare {
        f: fn(u64, u64) -> u64,
        d: One,
        a: One,
        b: One,
    },
    CopyOne {
        d: One,
        a: One,
    },
    EvalOne {
        d: One,
        call: Box<Eval<One>>,
    },
    Shape {
        d: One,
        what: Shape,
    },

    // Lanes.
    Splat {
        f: unsafe fn(*mut u8, u64, usize, usize),
        d: Lanes,
        a: One,
    },
    SplatMasked {
        f: SplatMasked,
        d: Lanes,
        a: One,
    },
    Copy {
        size: u8,
        d: Lanes,
        a: Lanes,
    },
    CopyMasked {
        f: LaneFn2,
        d: Lanes,
        a: Lanes,
        size: u8,
    },
    Lanes1 {
        f: LaneFn1,
        d: Lanes,
        a: Lanes,
    },
    Lanes2 {
        f: LaneFn2,
        d: Lanes,
        a: Lanes,
        b: Lanes,
    },
    Right {
        f: LaneFn2Right,
        d: Lanes,
        a: Lanes,
        b: One,
    },
    /// Bit `k` of `shape` is set where operand `k` is uniform.
    Lanes3 {
        f: LaneFn3,
        d: Lanes,
        args: [u32; 3],
        shape: u8,
    },
    Select {
        f: unsafe fn(*mut u8, *const u8, *const u8, *const u8, usize, usize),
        d: Lanes,
        args: [Lanes; 3],
    },
    EvalLanes {
        d: Lanes,
        call: Box<Eval<Arg>>,
    },
    /// A loop of the intrinsics table; the destination is no operand.
    Loop {
        d: Lanes,
        call: Box<(LaneLoop, Vec<Lanes>)>,
    },
    LaneId {
        d: Lanes,
    },
    WarpId {
        d: Lanes,
    },

    InCluster {
        d: Lanes,
        what: InCluster,
    },
    /// Ends the lanes that fill up the last warp of each block of a cluster.
    EndPadding,

    // Lines.
    Position {
        d: Line,
        what: Place,
    },
    LineBinary(Box<LineBinary>),
    CompareLine(Box<LineCompare>),
    LineCast {
        f: LaneFn1,
        d: Line,
        a: Line,
    },
    CopyLine {
        d: Line,
        a: Line,
        masked: Option<LaneFn2>,
    },
    LineFromOne {
        d: Line,
        a: One,
        masked: Option<SplatMasked>,
    },
    LineFromLanes {
        d: Line,
        a: Lanes,
        masked: Option<LaneFn2>,
    },
    /// Makes sure that a line's lanes are there.
    Materialize(Line),

    // Memory.
    LoadOne {
        size: u8,
        d: One,
        memory: Memory,
        index: One,
        check: Check,
    },
    Load(Box<Load>),
    Store(Box<Store>),
    Fused(Box<FusedStore>),
    /// `if line < value { fused }` as a whole, where that is a range of lanes.
    Guarded(Box<Guarded>),
    /// `d` becomes the uniform register at the index from the first one on; an index beyond them is not used.
    LoadOneArray {
        d: One,
        first: One,
        len: u32,
        index: One,
    },
    StoreOneArray {
        first: One,
        len: u32,
        index: One,
        a: One,
    },
    ArrayLoad(Box<ArrayAccess>),
    ArrayStore(Box<ArrayAccess>),
    Atomic(Box<AtomicCall>),
    Warp(Box<WarpCall>),
    Elements(Box<ElementsCall>),

    /// In watched code only: announces what comes next to the sanitizer, which may end the run.
    Watch(Box<Watch>),
    /// In counted code only: announces accesses and arithmetic to the counter.
    Count(Box<Count>),
    /// In counted code only: `Narrow` at a spot.
    Branch(Box<(Narrow, u32)>),

    // Failures.
    CheckIndex {
        index: Value,
        len: One,
        site: u32,
    },
    /// The same with a length of each lane's own.
    CheckPart {
        index: Arg,
        len: Arg,
        site: u32,
    },
    CheckDivisor(Box<(Scalar, Value, Value, u32)>),
    Fail(Box<FailCall>),
    /// A line for each active lane.
    Print(Box<PrintCall>),

    // Masks.
    Narrow(Box<Narrow>),
    /// The lanes of `parent` that are not in `slot` go to `slot`.
    Otherwise {
        parent: Slot,
        slot: Slot,
        exit: Pc,
    },
    Enter {
        from: Slot,
        to: Slot,
        exit: Pc,
    },
    /// Makes a slot current; continues at its exit when it is empty.
    Restore {
        slot: Slot,
    },
    /// Takes the current lanes out of slots `from..=current` and continues at the current slot's exit.
    Kill {
        from: Slot,
    },

    // Counted loops.
    ForOne {
        start: Box<Counted<One>>,
        d: One,
        rest: One,
        exit: Pc,
    },
    ForLanes {
        start: Box<Counted<Arg>>,
        d: Lanes,
        rest: Lanes,
        any: Lanes,
    },
    /// While turns are left: counts, steps and jumps to `top`.
    Next {
        f: fn(u64, u64) -> u64,
        d: One,
        rest: One,
        step: One,
        top: Pc,
    },
}

pub(super) struct Load {
    pub size: u8,
    pub d: Lanes,
    pub memory: Memory,
    pub index: Value,
    pub check: Check,
}

pub(super) struct Store {
    pub size: u8,
    pub memory: Memory,
    pub index: Value,
    pub value: Arg,
    pub check: Check,
}

/// Loads of neighbors, one operation and a store to neighbors, from memory to memory. Where the indices are not
/// what that takes, nothing happens, and the same in single instructions follows; else control continues at `skip`.
pub(super) struct FusedStore {
    pub size: u8,
    pub memory: Memory,
    pub index: Line,
    pub check: Check,
    pub f: FusedOp,
    pub args: Vec<FusedArg>,
    /// Where the result goes before a store of less than whole chunks.
    pub scratch: Lanes,
    pub skip: Pc,
}

pub(super) enum FusedOp {
    Copy,
    Lanes2(LaneFn2),
    Right(LaneFn2Right),
    /// The left operand is the uniform one.
    Swapped(LaneFn2Right),
    Lanes3(LaneFn3),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FusedArg {
    One(One),
    Lanes(Lanes),
    /// Memory at an index that is a line plus, if given, a uniform value.
    Memory {
        memory: Memory,
        index: Line,
        plus: Option<One>,
        check: Check,
    },
}

/// A fused store for the lanes for which a comparison of a line with a uniform value holds. Where they are no
/// range, nothing happens, and the same in single instructions follows.
pub(super) struct Guarded {
    pub op: BinOp,
    pub line: Line,
    pub value: One,
    pub fused: FusedStore,
    /// Its entry in the worker's table of traces, where only shared memory takes part.
    pub trace: Option<u32>,
}

/// An access to an array that each thread has for itself: element `k` of all threads is a register of its own.
pub(super) struct ArrayAccess {
    pub size: u8,
    pub array: Lanes,
    pub len: u64,
    pub index: Arg,
    pub check: Check,
    /// The destination of a load, the source of a store.
    pub value: Arg,
}

impl Op {
    /// Every position that the instruction names, for labels to be resolved.
    pub fn targets(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
        match self {
            Op::Jump(to) | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } | Op::JumpCompare { to, .. } => {
                visit(to);
            }
            Op::Fused(fused) => visit(&mut fused.skip),
            Op::Guarded(guarded) => visit(&mut guarded.fused.skip),
            Op::Narrow(narrow) => visit(&mut narrow.exit),
            Op::Branch(branch) => visit(&mut branch.0.exit),
            Op::Otherwise { exit, .. } | Op::Enter { exit, .. } | Op::ForOne { exit, .. } => visit(exit),
            Op::Next { top, .. } => visit(top),
            Op::End
            | Op::One1 { .. }
            | Op::One2 { .. }
            | Op::One2Compare { .. }
            | Op::CopyOne { .. }
            | Op::EvalOne { .. }
            | Op::Shape { .. }
            | Op::Splat { .. }
            | Op::SplatMasked { .. }
            | Op::Copy { .. }
            | Op::CopyMasked { .. }
            | Op::Lanes1 { .. }
            | Op::Lanes2 { .. }
            | Op::Right { .. }
            | Op::Lanes3 { .. }
            | Op::Select { .. }
            | Op::EvalLanes { .. }
            | Op::Loop { .. }
            | Op::LaneId { .. }
            | Op::WarpId { .. }
            | Op::InCluster { .. }
            | Op::EndPadding
            | Op::Position { .. }
            | Op::LineBinary(_)
            | Op::CompareLine(_)
            | Op::LineCast { .. }
            | Op::CopyLine { .. }
            | Op::LineFromOne { .. }
            | Op::LineFromLanes { .. }
            | Op::Materialize(_)
            | Op::LoadOne { .. }
            | Op::Load(_)
            | Op::Store(_)
            | Op::LoadOneArray { .. }
            | Op::StoreOneArray { .. }
            | Op::ArrayLoad(_)
            | Op::ArrayStore(_)
            | Op::Atomic(_)
            | Op::Warp(_)
            | Op::Elements(_)
            | Op::Watch(_)
            | Op::Count(_)
            | Op::CheckIndex { .. }
            | Op::CheckPart { .. }
            | Op::CheckDivisor(_)
            | Op::Fail(_)
            | Op::Print(_)
            | Op::Restore { .. }
            | Op::Kill { .. }
            | Op::ForLanes { .. } => {}
        }
    }
}

/// A kernel parameter as registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Param {
    Scalar(One),
    Slice {
        pointer: One,
        len: One,
    },
    /// The address of a struct or an array by value.
    Bytes {
        pointer: One,
    },
}

/// A compiled kernel.
pub(super) struct Code {
    pub ops: Vec<Op>,
    pub params: Vec<Param>,
    /// Initial values of the uniform file: constants, and 0 elsewhere.
    pub ones: Vec<u64>,
    /// Bytes that one lane of all registers takes.
    pub lane_bytes: usize,
    pub lines: usize,
    pub traces: usize,
    pub slots: usize,
    /// Bytes of shared memory, and the registers that hold the address of each shared array with its offset.
    pub shared_bytes: usize,
    pub shared: Vec<(One, usize)>,
    /// The length of the shared slice, which lies behind the arrays, and the size of its elements.
    pub shared_slice: Option<(One, usize)>,
    /// What each byte of shared memory begins with. Other than 0 where it may be read before it is written, for
    /// what becomes of no result.
    pub blank: u8,
    /// Some instruction may begin asynchronous copies.
    pub copies: bool,
    /// Some jump goes back.
    pub loops: bool,
    /// Nothing in the code tells a block from its neighbor, so that neighbors may run as one.
    pub blind: bool,
    /// The only block shape that the kernel accepts.
    pub block: Option<[u32; 3]>,
    /// How many blocks are a cluster, along each axis: those run as one, and have their shared memory one behind
    /// the other. [`WHOLE`] where that is the whole grid.
    pub cluster: Option<[u32; 3]>,
    /// The distance from one block's shared memory to the next, in elements of these sizes.
    pub shared_strides: Vec<(One, usize)>,
    /// Of watched code: the arrays that it touches, the size of its smallest access, and what its arguments have to be.
    pub arrays: Vec<Array>,
    pub grain: u8,
    pub extents: Vec<Option<Extent>>,
    /// Of counted code: the positions that have counts.
    pub spots: Option<Vec<NamedSpot>>,
}

/// The elements behind a slice parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub size: u64,
    pub align: u64,
    /// The kernel may write them, and nothing else may touch them.
    pub exclusive: bool,
}

/// The cluster of a kernel whose blocks wait for each other: all that a launch has.
pub(super) const WHOLE: [u32; 3] = [0; 3];
