//! One worker: the memory of one tile of the grid, its scalars, and the walk over its statements.
//!
//! The memory is taken once for a launch, and kept by the thread for the next one. A failure leaves its record and
//! ends the tile.

use std::cell::Cell;

use kiln_codegen::abi::FailRecord;
use kiln_codegen::compact::List;
use kiln_codegen::ir::{Turns, message};

use super::TileArg;
use super::code::{Address, Binary, Code, Each, EachArg, One, Param, Slot, Stmt, Tile};
use super::product::Kept;
use super::view::{Tensor, View, element, set_element};
use crate::cpu::CpuArg;
use crate::cpu::atomics;
use crate::cpu::code::Shape;
use crate::cpu::run::{self as lanes, LaunchShape, extended};

/// The tile ended: by its failure, whose record the worker has.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) type Run<T> = Result<T, Failed>;

/// Where control goes behind a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Next,
    Break(u32),
    Continue(u32),
    Return,
}

/// Sixty-four bytes with the alignment of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheLine(#[allow(dead_code)] [u8; 64]);

/// What a thread keeps of memory between launches, at most.
const KEPT: usize = 16 << 20;

thread_local! {
    /// The memory of the thread's last worker.
    static MEMORY: Cell<Vec<CacheLine>> = const { Cell::new(Vec::new()) };
}

/// The arguments that are tensors. The caller of `Program::run` promises arguments that fit; what does not is empty.
pub(super) fn tensors(code: &Code, args: &[TileArg]) -> Vec<Tensor> {
    let mut tensors = Vec::with_capacity(code.tensors);
    for (param, arg) in code.params.iter().zip(args) {
        match (*param, *arg) {
            (Param::Tensor, TileArg::Tensor { pointer, extents, strides }) => {
                tensors.push(Tensor { pointer, extents, strides });
            }
            (Param::Tensor, TileArg::Scalar(_) | TileArg::Bytes { .. }) => tensors.push(Tensor::EMPTY),
            (Param::Scalar(_) | Param::Bytes(..), _) => {}
        }
    }
    tensors.resize(code.tensors, Tensor::EMPTY);
    tensors
}

pub(super) struct Worker<'c> {
    code: &'c Code,
    grid: [u32; 3],
    /// The tile that is running.
    block: [u32; 3],
    pub(super) slots: Vec<u64>,
    pub(super) views: Vec<View>,
    pub(super) tensors: Vec<Tensor>,
    pub(super) kept: &'c [Kept],
    base: *mut u8,
    failure: Option<FailRecord>,
    /// Those that ran loops over elements, by their numbers.
    lanes: Vec<Option<lanes::Worker<'c>>>,
    /// What `base` points into.
    memory: Vec<CacheLine>,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if self.memory.len() * 64 <= KEPT {
            MEMORY.set(std::mem::take(&mut self.memory));
        }
    }
}

impl<'c> Worker<'c> {
    pub fn new(code: &'c Code, grid: [u32; 3], args: &[TileArg], kept: &'c [Kept]) -> Worker<'c> {
        let mut memory = MEMORY.take();
        let lines = code.bytes.div_ceil(64);
        if memory.len() < lines {
            memory = vec![CacheLine([0; 64]); lines];
        }
        let mut slots = vec![0; code.slots];
        let base = memory.as_mut_ptr().cast::<u8>();
        for (param, arg) in code.params.iter().zip(args) {
            match (*param, *arg) {
                (Param::Scalar(slot), TileArg::Scalar(bits)) => slots[slot as usize] = bits,
                (Param::Bytes(at, size), TileArg::Bytes { pointer, len }) if size == len => {
                    // SAFETY: `compile` gave out so many bytes there, which nothing else uses, and the caller of
                    // `Program::run` promises as many behind the pointer.
                    unsafe { std::ptr::copy_nonoverlapping(pointer, base.add(at), size) };
                }
                (Param::Scalar(_) | Param::Bytes(..) | Param::Tensor, _) => {}
            }
        }
        let views = vec![View::EMPTY; code.views];
        let tensors = tensors(code, args);
        Worker {
            code,
            grid,
            block: [0; 3],
            slots,
            views,
            tensors,
            kept,
            base,
            failure: None,
            lanes: code.loops.iter().map(|_| None).list(),
            memory,
        }
    }

    /// Memory at an offset that `compile` gave out.
    pub(super) fn at(&self, offset: usize) -> *mut u8 {
        // SAFETY: `compile` counted the memory that it gave out.
        unsafe { self.base.add(offset) }
    }

    pub(super) fn slot(&self, slot: Slot) -> u64 {
        self.slots[slot as usize]
    }

    pub(super) fn set(&mut self, slot: Slot, bits: u64) {
        self.slots[slot as usize] = bits;
    }

    /// Runs one tile; its failure, if it fails.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    pub unsafe fn run(&mut self, block: [u32; 3]) -> Option<FailRecord> {
        self.block = block;
        self.failure = None;
        let code = self.code;
        // SAFETY: the caller's promise.
        match unsafe { self.block(&code.body) } {
            Ok(_) | Err(Failed) => self.failure.take(),
        }
    }

    fn fail<T>(&mut self, site: u32, values: [u64; 4]) -> Run<T> {
        let block = self.block;
        self.failure = Some(FailRecord { state: 1, site, block, values, ..FailRecord::default() });
        Err(Failed)
    }

    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn block(&mut self, body: &[Stmt]) -> Run<Flow> {
        for stmt in body {
            // SAFETY: the caller's promise.
            let flow = unsafe { self.stmt(stmt)? };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// A turn of a loop: where control goes if the loop ends by it.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn turn(&mut self, label: u32, body: &[Stmt]) -> Run<Option<Flow>> {
        // SAFETY: the caller's promise.
        Ok(match unsafe { self.block(body)? } {
            Flow::Next => None,
            Flow::Continue(to) if to == label => None,
            Flow::Break(to) if to == label => Some(Flow::Next),
            flow @ (Flow::Break(_) | Flow::Continue(_) | Flow::Return) => Some(flow),
        })
    }

    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn stmt(&mut self, stmt: &Stmt) -> Run<Flow> {
        // SAFETY: throughout, the caller's promise holds for what the kernel does, and `compile` gave out the memory.
        unsafe {
            match stmt {
                Stmt::Set(slot, value) => {
                    let bits = self.one(value)?;
                    self.set(*slot, bits);
                }
                Stmt::SetElement { to, size, value } => {
                    let bits = self.one(value)?;
                    set_element(*size, self.address(to)?, bits);
                }
                Stmt::UpdateElement { to, size, op, value } => {
                    let value = self.one(value)?;
                    let at = self.address(to)?;
                    let bits = self.apply(*op, element(*size, at), value)?;
                    set_element(*size, at, bits);
                }
                Stmt::Compute { to, tile } => {
                    let to = self.address(to)?;
                    self.tile(tile, to)?;
                }
                Stmt::ComputeApart { apart, bytes, to, tile } => {
                    let from = self.at(*apart);
                    self.tile(tile, from)?;
                    std::ptr::copy_nonoverlapping(from, self.address(to)?, *bytes);
                }
                Stmt::Store { at, value, apart } => self.store(at, value, *apart)?,
                Stmt::Change(change) => {
                    let at = self.element_of(&change.at)?;
                    let value = self.one(&change.value)?;
                    if let Some(at) = at {
                        atomics::change(at, change.at.size, change.by, value);
                    }
                }
                Stmt::Check(value) => {
                    self.one(value)?;
                }
                Stmt::If { condition, then, otherwise } => {
                    let body = if self.one(condition)? != 0 { then } else { otherwise };
                    return self.block(body);
                }
                Stmt::Loop { label, body } => loop {
                    if let Some(flow) = self.turn(*label, body)? {
                        return Ok(flow);
                    }
                },
                Stmt::While { label, condition, body } => {
                    while self.one(condition)? != 0 {
                        if let Some(flow) = self.turn(*label, body)? {
                            return Ok(flow);
                        }
                    }
                }
                Stmt::For { label, counter, next, start, body } => {
                    let first = self.one(&start.start)?;
                    let end = self.one(&start.end)?;
                    let step = start.step.as_ref().map_or(Ok(1), |step| self.one(step))?;
                    if let Some(Turns { first: mut value, mut more }) = start.turns(first, end, step) {
                        loop {
                            self.set(*counter, value);
                            if let Some(flow) = self.turn(*label, body)? {
                                return Ok(flow);
                            }
                            if more == 0 {
                                break;
                            }
                            (value, more) = (next(value, step), more - 1);
                        }
                    }
                }
                Stmt::Each(number) => self.each(*number)?,
                Stmt::Block { label, body } => {
                    return Ok(match self.block(body)? {
                        Flow::Break(to) if to == *label => Flow::Next,
                        flow @ (Flow::Next | Flow::Break(_) | Flow::Continue(_) | Flow::Return) => flow,
                    });
                }
                Stmt::Break(label) => return Ok(Flow::Break(*label)),
                Stmt::Continue(label) => return Ok(Flow::Continue(*label)),
                Stmt::Return => return Ok(Flow::Return),
                Stmt::Fail { site, values } => {
                    let mut bits = [0; 4];
                    for (bits, (value, scalar)) in bits.iter_mut().zip(values) {
                        *bits = extended(*scalar, self.one(value)?);
                    }
                    return self.fail(*site, bits);
                }
                Stmt::Print { pieces, values } => {
                    let mut shown = Vec::with_capacity(values.len());
                    for (value, scalar) in values {
                        shown.push((*scalar, self.one(value)?));
                    }
                    crate::print::print(&message::render(pieces, &shown));
                }
            }
        }
        Ok(Flow::Next)
    }

    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn store(&mut self, at: &super::code::Access, value: &Tile, apart: Option<usize>) -> Run<()> {
        // SAFETY: the caller's promise.
        unsafe {
            let view = self.view(at)?;
            let from = match (apart, value) {
                (Some(apart), _) => {
                    let to = self.at(apart);
                    self.tile(value, to)?;
                    to
                }
                (None, Tile::Copy { from, .. }) => self.address(from)?,
                (None, Tile::Strips(strips)) => return self.strips_to_tensor(strips, &view.flat()),
                (
                    None,
                    Tile::Splat { .. }
                    | Tile::Load(_)
                    | Tile::LoadIndexed(_)
                    | Tile::Reduce(_)
                    | Tile::Product(_)
                    | Tile::Transpose { .. }
                    | Tile::Gather(_)
                    | Tile::Choose(_)
                    | Tile::Array { .. }
                    | Tile::Repeat { .. },
                ) => return Ok(()),
            };
            view.write_all(from);
        }
        Ok(())
    }
}

impl<'c> Worker<'c> {
    /// Runs a loop over elements.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn each(&mut self, number: usize) -> Run<()> {
        let code: &'c Code = self.code;
        let Each { code, args, count, width } = &code.loops[number];
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(match arg {
                // SAFETY: the caller's promise.
                EachArg::Scalar(one) => CpuArg::Scalar(unsafe { self.one(one)? }),
                EachArg::Stride { tensor, axis } => CpuArg::Scalar(self.tensors[*tensor].strides[*axis]),
                EachArg::Bytes(at) => CpuArg::Bytes { pointer: self.at(*at), len: 0 },
                EachArg::Slice(at, len) => CpuArg::Slice { pointer: self.at(*at), len: *len },
                EachArg::Tensor(tensor) => {
                    CpuArg::Slice { pointer: self.tensors[*tensor].pointer, len: u64::MAX }
                }
            });
        }
        let (grid, block) = ([count.div_ceil(*width) as u32, 1, 1], [*width as u32, 1, 1]);
        let shape = LaunchShape { grid, block, cluster: [1; 3], threads: *width, shared_len: 0 };
        let mut lanes = self.lanes[number].take().unwrap_or_else(|| lanes::Worker::new(code, shape, &[]));
        lanes.set_args(&values);
        let mut failure = None;
        for strip in 0..grid[0] {
            let threads = (*width).min(count - strip as usize * width);
            // SAFETY: tiles hold the loop's elements, elements of tensors are tested to be inside, and the caller
            // promises the rest.
            failure = unsafe { lanes.run([strip, 0, 0], threads) };
            if failure.is_some() {
                break;
            }
        }
        self.lanes[number] = Some(lanes);
        match failure {
            Some(record) => self.fail(record.site, record.values),
            None => Ok(()),
        }
    }
}

/// Scalars.
impl Worker<'_> {
    /// # Safety
    /// As [`super::Program::run`].
    pub(super) unsafe fn one(&mut self, one: &One) -> Run<u64> {
        // SAFETY: throughout, the caller's promise holds for what the kernel does, and `compile` gave out the memory.
        unsafe {
            Ok(match one {
                One::Const(bits) => *bits,
                One::Slot(slot) => self.slot(*slot),
                One::Apply1(f, a) => f(self.one(a)?),
                One::Apply2(op, operands) => {
                    let a = self.one(&operands[0])?;
                    let b = self.one(&operands[1])?;
                    self.apply(*op, a, b)?
                }
                One::And(operands) => {
                    if self.one(&operands[0])? == 0 {
                        return Ok(0);
                    }
                    self.one(&operands[1])?
                }
                One::Or(operands) => {
                    if self.one(&operands[0])? != 0 {
                        return Ok(1);
                    }
                    self.one(&operands[1])?
                }
                One::Select(operands) => {
                    let chosen = if self.one(&operands[0])? != 0 { 1 } else { 2 };
                    self.one(&operands[chosen])?
                }
                One::Eval(call) => {
                    let mut bits = [0; 4];
                    let count = call.args.len().min(bits.len());
                    for (bits, arg) in bits.iter_mut().zip(&call.args) {
                        *bits = self.one(arg)?;
                    }
                    if let Some((divisor, site)) = call.divides {
                        self.check_divisor(call.scalar, bits[0], bits[divisor], site)?;
                    }
                    (call.f)(call.scalar, &bits[..count])
                }
                // Tile kernels have no clusters.
                One::Shape(Shape::Cluster) => 0,
                One::Shape(Shape::BlockIdx(axis)) => u64::from(self.block[usize::from(*axis)]),
                One::Shape(Shape::GridDim(axis)) => u64::from(self.grid[usize::from(*axis)]),
                One::Shape(Shape::BlockDim(_)) => 1,
                One::Extent { tensor, axis } => self.tensors[*tensor].extents[*axis],
                One::Element { at, size } => element(*size, self.address(at)?),
                One::Fetch(fetch) => {
                    let outside = self.one(&fetch.1)?;
                    match self.element_of(&fetch.0)? {
                        Some(at) => element(fetch.0.size, at),
                        None => outside,
                    }
                }
                One::First(source, size) => element(*size, self.source(source)?),
                One::Reduce(reduce) => {
                    let mut bits = 0u64;
                    self.reduce(reduce, (&raw mut bits).cast())?;
                    element(reduce.scalar.size(), (&raw const bits).cast())
                }
            })
        }
    }

    /// Where an element of a tensor lies; `None` outside.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn element_of(&mut self, of: &super::code::Element) -> Run<Option<*mut u8>> {
        let tensor = self.tensors[of.tensor];
        let first = tensor.extents.len() - of.coordinates.len().min(tensor.extents.len());
        let (mut offset, mut inside) = (0usize, true);
        for (axis, coordinate) in (first..).zip(&of.coordinates) {
            // SAFETY: the caller's promise.
            let coordinate = unsafe { self.one(coordinate)? };
            inside &= coordinate < tensor.extents[axis];
            offset = offset.wrapping_add((coordinate as usize).wrapping_mul(tensor.strides[axis] as usize));
        }
        Ok(inside.then(|| tensor.pointer.wrapping_add(offset.wrapping_mul(of.size))))
    }

    fn apply(&mut self, op: Binary, a: u64, b: u64) -> Run<u64> {
        if let Some((scalar, site)) = op.divides {
            self.check_divisor(scalar, a, b, site)?;
        }
        Ok((op.f)(a, b))
    }

    fn check_divisor(&mut self, scalar: kiln_codegen::ir::Scalar, a: u64, b: u64, site: u32) -> Run<()> {
        let (a, b) = (extended(scalar, a), extended(scalar, b));
        let least = scalar.is_signed_int() && a as i64 == i64::MIN >> (64 - scalar.bits());
        if b == 0 || (least && b == u64::MAX) {
            return self.fail(site, [a, b, 0, 0]);
        }
        Ok(())
    }

    /// # Safety
    /// As [`super::Program::run`].
    pub(super) unsafe fn address(&mut self, address: &Address) -> Run<*mut u8> {
        let mut offset = address.base;
        for step in &address.steps {
            // SAFETY: the caller's promise.
            let index = unsafe { self.one(&step.value)? };
            if let Some(site) = step.site
                && index >= step.len
            {
                return self.fail(site, [index, step.len, 0, 0]);
            }
            offset += index as usize * step.stride;
        }
        Ok(self.at(offset))
    }
}
