//! From a verified function to bytecode.
//!
//! Takes a closed module of one kernel without calls of device functions. Guarantees that the code computes what the IR
//! says for every thread of a block: effects and assignments respect the mask, nothing that could fail or touch memory
//! runs for a lane that is not active, and operands are evaluated in order. What it cannot compile is a
//! [`CompileError`], never a wrong program.
//!
//! Locals take registers from a stack that follows the IR's blocks, temporaries until the end of their statement,
//! so that the registers in use stay together in the cache. `stmt` holds control flow and masks, `expr` operators,
//! `place` locals and memory, `arrays` arrays as values, `call` intrinsics, `elements` those of lowered tile code,
//! `fuse` what goes from memory to memory, and `sanitize_hooks` and `count_hooks` what observers see.

mod arrays;
mod call;
mod count_hooks;
mod elements;
mod expr;
mod fuse;
mod place;
mod sanitize_hooks;
mod stmt;

use std::fmt;

use kiln_codegen::abi::has_grid_barrier;
use kiln_codegen::collections::Map;
use kiln_codegen::ir::{
    Function, FunctionKind, LabelId, Len, LocalId, LocalKind, Module, Scalar, Site, Type,
};

use super::Observer;
use super::code::{Code, InCluster, Lanes, Line, Memory, One, Op, Param, Pc, Slot, Value, WHOLE};
use super::count::{Spot, Steps};
use super::facts::{Facts, can_be_line};
use super::lanes::moves;
use super::sanitize::Array;

/// Why a module has no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The function that was refused.
    pub function: String,
    /// What it does that the executor cannot do.
    pub what: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the CPU executor cannot compile `{}`: {}", self.function, self.what)
    }
}

impl std::error::Error for CompileError {}

/// Why a piece of a function has no code; [`CompileError`] adds the function's name.
type Fallible<T> = Result<T, String>;

/// Compiles the entry of a module for an observer.
pub(super) fn compile(module: &Module, observer: Observer) -> Result<Code, CompileError> {
    let Some(function) = module.entry() else {
        return Err(CompileError { function: String::new(), what: "the module is empty".to_string() });
    };
    let error = |what: String| CompileError { function: function.name.clone(), what };
    if function.kind != FunctionKind::Kernel {
        return Err(error("it is not a kernel".to_string()));
    }
    if !module.is_closed() {
        return Err(error("it is not specialized".to_string()));
    }
    compile_function(function, &module.sites, observer).map_err(error)
}

/// Compiles a kernel that is closed and calls no device functions.
pub(super) fn compile_function(function: &Function, sites: &[Site], observer: Observer) -> Fallible<Code> {
    Compiler::new(function, sites, observer).and_then(Compiler::run)
}

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
enum Storage {
    /// Not declared yet, or out of scope.
    Nowhere,
    Unit,
    One(One),
    Lanes(Lanes),
    Line(Line),
    /// Scalars of a nested array in row order; each is a register of lanes.
    Array(Lanes),
    /// The same where all threads have the same; each is a uniform register.
    OneArray(One),
    /// Elements with addresses.
    Memory(Memory),
}

/// Where the root of an expression may write its result, if that suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Nothing,
    One(One),
    Lanes(Lanes),
}

/// A loop or labeled block that is being compiled.
struct Frame {
    label: LabelId,
    /// The lanes still inside, where some leave before others.
    live: Option<Slot>,
    /// The lanes still in this turn, where some continue before others.
    turn: Option<Slot>,
    exit: Pc,
    again: Pc,
}

/// How many elements memory of this type has; one value is one.
fn elements(ty: &Type) -> Option<u64> {
    match ty {
        Type::Array(_, Len::Const(len)) => Some(*len),
        Type::Scalar(_) | Type::Atomic(_) | Type::Struct(_) => Some(1),
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Tuple(_) => None,
    }
}

struct Compiler<'m> {
    function: &'m Function,
    sites: &'m [Site],
    facts: Facts,
    ops: Vec<Op>,
    /// Position of each label; `Pc`s in `ops` are labels until the end.
    labels: Vec<Pc>,
    ones: Vec<u64>,
    constants: Map<u64, One>,
    /// The value of each uniform register that is a constant.
    known: Map<u32, u64>,
    lane_bytes: u32,
    max_lane_bytes: u32,
    lines: u32,
    max_lines: u32,
    traces: u32,
    /// The mask in force; slots are numbered by depth.
    slot: Slot,
    max_slot: Slot,
    storage: Vec<Storage>,
    homes: Vec<Slot>,
    frames: Vec<Frame>,
    params: Vec<Param>,
    blind: bool,
    shared_bytes: usize,
    shared: Vec<(One, usize)>,
    shared_slice: Option<(One, usize)>,
    shared_strides: Vec<(One, usize)>,
    /// Of a kernel with clusters, each lane's rank.
    rank: Option<Lanes>,
    /// The site of the statement that is being compiled.
    site: u32,
    /// What is to observe the run.
    observer: Observer,
    /// For the counter: the positions that have counts, and what the statements since the last change of masks do.
    spots: Map<Spot, u32>,
    steps: Steps,
    /// For the sanitizer: the arrays that are touched, and the smallest access.
    arrays: Vec<Array>,
    grain: u8,
    /// The masks around, with the statements that made them.
    splits: Vec<(Slot, u32)>,
}

impl<'m> Compiler<'m> {
    fn new(function: &'m Function, sites: &'m [Site], observer: Observer) -> Fallible<Self> {
        let mut this = Compiler {
            function,
            sites,
            facts: Facts::new(function),
            ops: Vec::new(),
            labels: Vec::new(),
            ones: Vec::new(),
            constants: Map::new(),
            known: Map::new(),
            lane_bytes: 0,
            max_lane_bytes: 0,
            lines: 0,
            max_lines: 0,
            traces: 0,
            slot: 0,
            max_slot: 0,
            storage: vec![Storage::Nowhere; function.locals.len()],
            homes: vec![0; function.locals.len()],
            frames: Vec::new(),
            params: Vec::new(),
            blind: true,
            shared_bytes: 0,
            shared: Vec::new(),
            shared_slice: None,
            shared_strides: Vec::new(),
            rank: None,
            site: 0,
            observer,
            spots: Map::new(),
            steps: Steps::default(),
            arrays: Vec::new(),
            grain: 8,
            splits: Vec::new(),
        };
        for id in &function.params {
            this.param(*id)?;
        }
        // What has a size comes first.
        for slices in [false, true] {
            for (index, local) in function.locals.iter().enumerate() {
                let is_slice = matches!(local.ty, Type::Slice { .. });
                if local.kind == LocalKind::Shared && is_slice == slices {
                    this.shared(LocalId(index as u32))?;
                }
            }
        }
        Ok(this)
    }

    fn run(mut self) -> Fallible<Code> {
        let function = self.function;
        let whole = has_grid_barrier(function);
        if function.attrs.cluster.is_some() || whole {
            let d = self.new_lanes(8);
            self.emit(Op::EndPadding);
            self.emit(Op::InCluster { d, what: InCluster::Rank });
            self.rank = Some(d);
            self.blind = false;
        }
        self.block(&function.body)?;
        self.announce_steps();
        let end = self.ops.len() as Pc;
        self.emit(Op::End);
        let labels = std::mem::take(&mut self.labels);
        let mut loops = false;
        for (at, op) in self.ops.iter_mut().enumerate() {
            op.targets(&mut |pc| {
                *pc = labels[*pc as usize];
                loops |= *pc as usize <= at;
            });
        }
        debug_assert!(matches!(self.ops[end as usize], Op::End));
        // The comparison stays for who jumps to it.
        for at in 1..self.ops.len() {
            if let (Op::One2 { f, d, a, b }, Op::JumpCompare { .. }) = (&self.ops[at - 1], &self.ops[at]) {
                self.ops[at - 1] = Op::One2Compare { f: *f, d: *d, a: *a, b: *b };
            }
        }
        let shares = !self.shared.is_empty();
        let copies = self.ops.iter().any(|op| matches!(op, Op::Elements(_)));
        Ok(Code {
            ops: self.ops,
            params: self.params,
            ones: self.ones,
            lane_bytes: self.max_lane_bytes as usize,
            lines: self.max_lines as usize,
            traces: self.traces as usize,
            slots: self.max_slot as usize + 1,
            shared_bytes: self.shared_bytes,
            shared: self.shared,
            shared_slice: self.shared_slice,
            blank: 0,
            copies,
            loops,
            extents: sanitize_hooks::extents(function),
            arrays: self.arrays,
            grain: self.grain,
            spots: (self.observer == Observer::Counter).then(|| count_hooks::spots(function, &self.spots)),
            blind: self.blind && !shares && self.observer != Observer::Counter,
            block: function.attrs.block,
            cluster: if whole { Some(WHOLE) } else { function.attrs.cluster },
            shared_strides: self.shared_strides,
        })
    }

    fn param(&mut self, id: LocalId) -> Fallible<()> {
        let local = self.function.local(id);
        match &local.ty {
            Type::Scalar(scalar) => {
                let one = self.new_one();
                self.params.push(Param::Scalar(one));
                if self.facts.local_varies(id) {
                    // An assignment makes the parameter differ between threads, so each has its own copy.
                    self.declare(id)?;
                    self.assign_local(id, *scalar, Value::One(one), false)?;
                } else {
                    self.storage[id.0 as usize] = Storage::One(one);
                }
            }
            Type::Slice { .. } | Type::Ref { .. } => {
                let (pointer, len) = (self.new_one(), self.new_one());
                self.params.push(Param::Slice { pointer, len });
                let frozen = matches!(
                    &local.ty,
                    Type::Slice { element, mutable: false } if !matches!(**element, Type::Atomic(_))
                );
                let memory = Memory { pointer, len, shared: false, frozen };
                self.storage[id.0 as usize] = Storage::Memory(memory);
            }
            Type::Array(..) | Type::Struct(_) => {
                let pointer = self.new_one();
                self.params.push(Param::Bytes { pointer });
                let len = self.constant(elements(&local.ty).unwrap_or(0));
                let memory = Memory { pointer, len, shared: false, frozen: true };
                self.storage[id.0 as usize] = Storage::Memory(memory);
            }
            Type::Unit
            | Type::Atomic(_)
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Tuple(_) => {
                return Err(format!("its parameter `{}` has type {:?}", local.name, local.ty));
            }
        }
        Ok(())
    }

    fn shared(&mut self, id: LocalId) -> Fallible<()> {
        let local = self.function.local(id);
        if let Type::Slice { element, .. } = &local.ty {
            let size = element.size().ok_or_else(|| format!("shared `{}` has no size", local.name))?;
            let (pointer, len) = (self.new_one(), self.new_one());
            self.shared.push((pointer, self.shared_bytes));
            self.shared_slice = Some((len, size as usize));
            let memory = Memory { pointer, len, shared: true, frozen: true };
            self.storage[id.0 as usize] = Storage::Memory(memory);
            return Ok(());
        }
        let bytes = local.ty.size().ok_or_else(|| format!("shared `{}` has no size", local.name))?;
        let len =
            elements(&local.ty).ok_or_else(|| format!("shared `{}` has type {:?}", local.name, local.ty))?;
        let pointer = self.new_one();
        self.shared.push((pointer, self.shared_bytes));
        self.shared_bytes = (self.shared_bytes + bytes as usize).next_multiple_of(64);
        let len = self.constant(len);
        self.storage[id.0 as usize] = Storage::Memory(Memory { pointer, len, shared: true, frozen: true });
        Ok(())
    }

    /// The distance from one block's shared memory to the next in a cluster, in elements of this size.
    fn shared_stride(&mut self, size: usize) -> One {
        if let Some((one, _)) = self.shared_strides.iter().find(|(_, known)| *known == size) {
            return *one;
        }
        let one = self.new_one();
        self.shared_strides.push((one, size));
        one
    }

    fn emit(&mut self, op: Op) {
        let op = if self.observer == Observer::Counter { self.counted_op(op) } else { op };
        self.ops.push(op);
    }

    fn label(&mut self) -> Pc {
        self.labels.push(0);
        self.labels.len() as Pc - 1
    }

    /// Puts a label here.
    fn bind(&mut self, label: Pc) {
        self.announce_steps();
        self.labels[label as usize] = self.ops.len() as Pc;
    }

    fn new_one(&mut self) -> One {
        self.ones.push(0);
        One(self.ones.len() as u32 - 1)
    }

    fn constant(&mut self, bits: u64) -> One {
        if let Some(one) = self.constants.get(&bits) {
            return *one;
        }
        let one = self.new_one();
        self.ones[one.0 as usize] = bits;
        self.constants.insert(bits, one);
        self.known.insert(one.0, bits);
        one
    }

    fn known(&self, one: One) -> Option<u64> {
        self.known.get(&one.0).copied()
    }

    fn new_lanes(&mut self, size: usize) -> Lanes {
        let at = self.lane_bytes;
        self.lane_bytes += size as u32;
        self.max_lane_bytes = self.max_lane_bytes.max(self.lane_bytes);
        Lanes(at)
    }

    fn new_line(&mut self, scalar: Scalar) -> Line {
        let lanes = self.new_lanes(scalar.size());
        let entry = self.lines;
        self.lines += 1;
        self.max_lines = self.max_lines.max(self.lines);
        Line { lanes, entry, scalar }
    }

    /// Runs `f` and frees the registers that it took.
    fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        let (lanes, lines) = (self.lane_bytes, self.lines);
        let result = f(self);
        (self.lane_bytes, self.lines) = (lanes, lines);
        result
    }

    fn enter_slot(&mut self) -> Slot {
        self.slot += 1;
        self.max_slot = self.max_slot.max(self.slot);
        self.slot
    }

    /// Gives a local its registers.
    fn declare(&mut self, id: LocalId) -> Fallible<()> {
        let local = self.function.local(id);
        let varies = self.facts.local_varies(id);
        self.homes[id.0 as usize] = self.slot;
        self.storage[id.0 as usize] = match &local.ty {
            Type::Unit => Storage::Unit,
            Type::Scalar(_) if !varies => Storage::One(self.new_one()),
            Type::Scalar(scalar) if self.facts.local_is_line(id) && can_be_line(&local.ty) => {
                Storage::Line(self.new_line(*scalar))
            }
            Type::Scalar(scalar) => Storage::Lanes(self.new_lanes(scalar.size())),
            Type::Array(..) if !varies => {
                let (_, dims) = place::shape(&local.ty)?;
                let first = One(self.ones.len() as u32);
                (0..dims.iter().product::<u64>()).for_each(|_| {
                    self.new_one();
                });
                Storage::OneArray(first)
            }
            Type::Array(..) => {
                let (scalar, dims) = place::shape(&local.ty)?;
                let count = dims.iter().try_fold(scalar.size() as u64, |bytes, dim| bytes.checked_mul(*dim));
                match count {
                    Some(bytes @ 0..=0x10_0000) => Storage::Array(self.new_lanes(bytes as usize)),
                    Some(_) | None => {
                        return Err(format!("the array `{}` is larger than a mebibyte", local.name));
                    }
                }
            }
            Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Struct(_)
            | Type::Tuple(_) => {
                return Err(format!("the local `{}` has type {:?}", local.name, local.ty));
            }
        };
        Ok(())
    }

    /// A value's lanes, splat or materialized where it has none.
    fn lanes_of(&mut self, value: Value, size: usize) -> Lanes {
        match value {
            Value::Lanes(lanes) => lanes,
            Value::Line(line) => {
                self.emit(Op::Materialize(line));
                line.lanes
            }
            Value::One(a) => {
                let d = self.new_lanes(size);
                self.emit(Op::Splat { f: moves(size).splat, d, a });
                d
            }
        }
    }
}
