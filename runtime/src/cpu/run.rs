//! One worker: the registers of one block, and the loop that interprets the code over them.
//!
//! Takes code that `compile` made and runs one block at a time, all threads in lockstep; the memory is made once for a
//! launch and reused. A failing lane leaves its record if it is the block's first, and ends; the others go on.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::LaneFn;
use kiln_codegen::ir::message::Piece;
use kiln_codegen::ir::{Scalar, Turns, message};

use super::affine::LineState;
use super::code::{Arg, Code, Condition, Eval, LaneLoop, Lanes, Narrow, One, Op, Param, Pc, Shape};
use super::count::Counter;
use super::elements::Copies;
use super::fused::Trace;
use super::mask::Masks;
use super::memory::{read_bits, write_bits};
use super::sanitize::Sanitizer;

/// The extents of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaunchShape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Blocks of a cluster, along each axis.
    pub cluster: [u32; 3],
    /// Threads that run as one: those of a block, of several neighbors, or of a cluster.
    pub threads: usize,
    /// Elements of the shared slice.
    pub shared_len: u64,
}

/// Sixty-four bytes with the alignment of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheLine(#[allow(dead_code)] [u8; 64]);

pub(super) struct Worker<'c> {
    pub(super) code: &'c Code,
    pub(super) shape: LaunchShape,
    /// The block that is running.
    pub(super) block: [u32; 3],
    /// Lanes in a register: the threads of a block, rounded up.
    pub(super) width: usize,
    ones: Vec<u64>,
    pub(super) lines: Vec<LineState>,
    /// What loops around guarded statements did last.
    pub(super) traces: Vec<Trace>,
    pub(super) masks: Masks,
    /// Asynchronous copies under way.
    pub(super) copies: Copies,
    base: *mut u8,
    shared: *mut u8,
    shared_bytes: usize,
    pub(super) failure: Option<FailRecord>,
    /// What watches the run, where anything does.
    pub(super) sanitizer: Option<Box<Sanitizer>>,
    /// What counts the block, if anything does.
    pub(super) counter: Option<Box<Counter>>,
    /// What `base`, `shared` and the masks point into.
    _memory: Vec<CacheLine>,
}

impl<'c> Worker<'c> {
    pub fn new(code: &'c Code, shape: LaunchShape, args: &[super::CpuArg]) -> Worker<'c> {
        let width = shape.threads.next_multiple_of(64);
        let (lanes, masks) = (code.lane_bytes * width, code.slots * width);
        let slice_bytes = code.shared_slice.map_or(0, |(_, size)| shape.shared_len as usize * size);
        let block_bytes = code.shared_bytes + slice_bytes.next_multiple_of(64);
        let blocks: usize = shape.cluster.iter().map(|n| *n as usize).product();
        let shared_bytes = block_bytes * blocks;
        let size = lanes + masks + shared_bytes;
        let mut memory = vec![CacheLine([0; 64]); size.div_ceil(64) + 1];
        let base = memory.as_mut_ptr().cast::<u8>();
        // SAFETY: the memory holds the registers, then the masks, then what is shared; each part is a multiple of 64.
        let (mask_base, shared) = unsafe { (base.add(lanes), base.add(lanes + masks)) };
        let mut ones = code.ones.clone();
        for (one, offset) in &code.shared {
            ones[one.0 as usize] = shared as u64 + *offset as u64;
        }
        if let Some((len, _)) = code.shared_slice {
            ones[len.0 as usize] = shape.shared_len;
        }
        for (stride, size) in &code.shared_strides {
            ones[stride.0 as usize] = (block_bytes / size) as u64;
        }
        // SAFETY: the masks' part of the memory is theirs alone and lives as long as the worker.
        let masks = unsafe { Masks::new(code.slots, mask_base, width) };
        let lines = vec![LineState::EMPTY; code.lines];
        let block = [0; 3];
        let mut worker = Worker {
            code,
            shape,
            block,
            width,
            ones,
            lines,
            traces: vec![Trace::default(); code.traces],
            masks,
            copies: Copies::default(),
            base,
            shared,
            shared_bytes,
            failure: None,
            sanitizer: None,
            counter: None,
            _memory: memory,
        };
        worker.set_args(args);
        worker
    }

    /// Sets the kernel's parameters.
    pub fn set_args(&mut self, args: &[super::CpuArg]) {
        for (param, arg) in self.code.params.iter().zip(args) {
            match (*param, *arg) {
                (Param::Scalar(one), super::CpuArg::Scalar(bits)) => self.set(one, bits),
                (Param::Slice { pointer, len }, super::CpuArg::Slice { pointer: p, len: n }) => {
                    self.set(pointer, p as u64);
                    self.set(len, n);
                }
                (Param::Bytes { pointer }, super::CpuArg::Bytes { pointer: p, .. }) => {
                    self.set(pointer, p as u64);
                }
                // The caller of `Program::run` promises arguments that fit; what does not stays empty.
                (Param::Scalar(_) | Param::Slice { .. } | Param::Bytes { .. }, _) => {}
            }
        }
    }

    #[inline(always)]
    pub(super) fn one(&self, one: One) -> u64 {
        // SAFETY: `compile` counted the uniform registers that it named.
        unsafe { *self.ones.get_unchecked(one.0 as usize) }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, one: One, bits: u64) {
        // SAFETY: `compile` counted the uniform registers that it named.
        unsafe { *self.ones.get_unchecked_mut(one.0 as usize) = bits };
    }

    /// The first lane of a register.
    #[inline(always)]
    pub(super) fn lanes(&self, lanes: Lanes) -> *mut u8 {
        // SAFETY: `compile` counted the registers that lie before this one, and the memory holds all of them.
        unsafe { self.base.add(lanes.0 as usize * self.width) }
    }

    /// Where the block's shared memory lies.
    pub(super) fn shared_range(&self) -> std::ops::Range<u64> {
        let start = self.shared as u64;
        start..start + self.shared_bytes as u64
    }

    pub(super) fn arg_bits(&self, arg: Arg, size: usize, lane: usize) -> u64 {
        match arg {
            Arg::One(one) => self.one(one),
            // SAFETY: the lane is inside the register.
            Arg::Lanes(lanes) => unsafe { read_bits(self.lanes(lanes), size, lane) },
        }
    }

    pub(super) fn copy_lanes(&mut self, size: usize, d: Lanes, a: Lanes) {
        let (at, bytes) = (self.masks.first * size, self.masks.count * size);
        // SAFETY: both registers hold the current chunks, and are the same or apart.
        unsafe { std::ptr::copy(self.lanes(a).add(at), self.lanes(d).add(at), bytes) };
    }

    /// Runs one block, or `threads` threads of it and the blocks behind it; the first failure in the first failing
    /// block.
    ///
    /// # Safety
    /// The slices among the arguments are valid for the accesses that the kernel makes.
    pub unsafe fn run(&mut self, block: [u32; 3], threads: usize) -> Option<FailRecord> {
        self.block = block;
        self.failure = None;
        if self.shared_bytes > 0 {
            // Every block starts from the same memory, so that what a kernel does does not depend on the schedule.
            // SAFETY: the shared part of the memory has this size.
            unsafe { self.shared.write_bytes(self.code.blank, self.shared_bytes) };
        }
        self.copies.start(if self.code.copies { threads } else { 0 });
        self.masks.start(threads, self.code.ops.len() as Pc - 1);
        // SAFETY: the caller's promise.
        unsafe { self.interpret() };
        self.failure.take()
    }

    /// Where control goes on after lanes ended: here while some are left, else at the mask's exit.
    fn alive(&self, next: usize) -> usize {
        let mask = self.masks.current();
        if mask.is_empty() { mask.exit as usize } else { next }
    }

    /// # Safety
    /// As [`Worker::run`].
    unsafe fn interpret(&mut self) {
        let code = self.code;
        let mut pc = 0;
        loop {
            let (first, count) = (self.masks.first, self.masks.count);
            // SAFETY: `compile` bound every label inside the code, and `End` is its last instruction.
            let op = unsafe { code.ops.get_unchecked(pc) };
            pc += 1;
            // SAFETY: registers named by an instruction hold `first + count` lanes of the types that the functions
            // in it were made for, and its destination is a register of its own or one of the operands as the loops
            // allow. Accesses to the arguments' memory are checked, or promised by the caller.
            unsafe {
                match op {
                    Op::End => return,
                    Op::Jump(to) => pc = *to as usize,
                    Op::JumpIf { condition, to } => {
                        if self.one(*condition) != 0 {
                            pc = *to as usize;
                        }
                    }
                    Op::JumpUnless { condition, to } => {
                        if self.one(*condition) == 0 {
                            pc = *to as usize;
                        }
                    }
                    Op::JumpCompare { f, a, b, when, to } => {
                        if f(self.one(*a), self.one(*b)) == *when {
                            pc = *to as usize;
                        }
                    }
                    Op::One1 { f, d, a } => self.set(*d, f(self.one(*a))),
                    Op::One2 { f, d, a, b } => self.set(*d, f(self.one(*a), self.one(*b))),
                    Op::One2Compare { .. } => pc = self.one2_compare(pc - 1).unwrap_or(pc),
                    Op::CopyOne { d, a } => self.set(*d, self.one(*a)),
                    Op::EvalOne { d, call } => self.eval_one(*d, call),
                    Op::Shape { d, what } => {
                        let value = match *what {
                            Shape::Cluster => self.cluster_id(),
                            Shape::BlockIdx(axis) => self.block[usize::from(axis)],
                            Shape::BlockDim(axis) => self.shape.block[usize::from(axis)],
                            Shape::GridDim(axis) => self.shape.grid[usize::from(axis)],
                        };
                        self.set(*d, u64::from(value));
                    }
                    Op::Splat { f, d, a } => f(self.lanes(*d), self.one(*a), first, count),
                    Op::SplatMasked { f, d, a } => {
                        let mask = self.masks.bytes();
                        f(self.lanes(*d), self.one(*a), mask, first, count);
                    }
                    Op::Copy { size, d, a } => self.copy_lanes(usize::from(*size), *d, *a),
                    Op::CopyMasked { f, d, a, size } => {
                        if self.masks.is_full() {
                            self.copy_lanes(usize::from(*size), *d, *a);
                        } else {
                            let mask = self.masks.bytes();
                            f(self.lanes(*d), self.lanes(*a), mask, first, count);
                        }
                    }
                    Op::Lanes1 { f, d, a } => f(self.lanes(*d), self.lanes(*a), first, count),
                    Op::Lanes2 { f, d, a, b } => {
                        f(self.lanes(*d), self.lanes(*a), self.lanes(*b), first, count);
                    }
                    Op::Right { f, d, a, b } => {
                        f(self.lanes(*d), self.lanes(*a), self.one(*b), first, count);
                    }
                    Op::Lanes3 { f, d, args, shape } => {
                        let arg = |k: usize| {
                            if shape >> k & 1 == 1 {
                                self.one(One(args[k]))
                            } else {
                                self.lanes(Lanes(args[k])) as u64
                            }
                        };
                        f(self.lanes(*d), arg(0), arg(1), arg(2), first, count);
                    }
                    Op::Select { f, d, args: [c, a, b] } => {
                        f(self.lanes(*d), self.lanes(*c), self.lanes(*a), self.lanes(*b), first, count);
                    }
                    Op::EvalLanes { d, call } => self.eval_lanes(*d, call),
                    Op::Loop { d, call } => self.lane_loop(*d, &call.0, &call.1),
                    Op::LaneId { d } => self.count_lanes(*d, |lane| lane % 32),
                    Op::WarpId { d } => self.count_lanes(*d, |lane| lane / 32),
                    Op::InCluster { d, what } => self.in_cluster(*d, *what),
                    Op::EndPadding => {
                        self.end_padding();
                        pc = self.alive(pc);
                    }
                    Op::Position { d, what } => self.position(*d, *what),
                    Op::LineBinary(call) => self.line_binary(call),
                    Op::CompareLine(compare) => self.line_compare(compare),
                    Op::LineCast { f, d, a } => self.line_cast(*f, *d, *a),
                    Op::CopyLine { d, a, masked } => self.copy_line(*d, *a, *masked),
                    Op::LineFromOne { d, a, masked } => self.line_from_one(*d, self.one(*a), *masked),
                    Op::LineFromLanes { d, a, masked } => self.line_from_lanes(*d, *a, *masked),
                    Op::Materialize(line) => self.materialize(*line),
                    Op::LoadOne { size, d, memory, index, check } => {
                        let ok = self.load_one(usize::from(*size), *d, *memory, *index, *check);
                        if !ok {
                            pc = self.alive(pc);
                        }
                    }
                    Op::Load(load) => {
                        self.load(load);
                        pc = self.alive(pc);
                    }
                    Op::Store(store) => {
                        self.store(store);
                        pc = self.alive(pc);
                    }
                    Op::Fused(fused) => {
                        if self.fused_store(fused) {
                            pc = fused.skip as usize;
                        }
                    }
                    Op::Guarded(guarded) => pc = self.guarded(guarded, pc - 1),
                    Op::LoadOneArray { d, first, len, index } => {
                        let index = self.one(*index);
                        if index < u64::from(*len) {
                            self.set(*d, self.one(One(first.0 + index as u32)));
                        }
                    }
                    Op::StoreOneArray { first, len, index, a } => {
                        let index = self.one(*index);
                        if index < u64::from(*len) {
                            self.set(One(first.0 + index as u32), self.one(*a));
                        }
                    }
                    Op::ArrayLoad(access) => {
                        self.array_load(access);
                        pc = self.alive(pc);
                    }
                    Op::ArrayStore(access) => {
                        self.array_store(access);
                        pc = self.alive(pc);
                    }
                    Op::Atomic(call) => {
                        self.atomic(call);
                        pc = self.alive(pc);
                    }
                    Op::Warp(call) => {
                        self.warp(call);
                        pc = self.alive(pc);
                    }
                    Op::Elements(call) => {
                        if self.moved(call) {
                            return;
                        }
                        pc = self.alive(pc);
                    }
                    Op::Watch(watch) => {
                        if self.watch(watch) {
                            return;
                        }
                    }
                    Op::Count(count) => self.count(count),
                    Op::CheckIndex { index, len, site } => {
                        self.check_value(*index, self.one(*len), *site);
                        pc = self.alive(pc);
                    }
                    Op::CheckPart { index, len, site } => {
                        self.check_part(*index, *len, *site);
                        pc = self.alive(pc);
                    }
                    Op::CheckDivisor(call) => {
                        self.check_divisor(call.0, call.1, call.2, call.3);
                        pc = self.alive(pc);
                    }
                    Op::Print(call) => self.print(&call.pieces, &call.args),
                    Op::Fail(call) => {
                        self.fail(call);
                        pc = self.alive(pc);
                    }
                    Op::Narrow(narrow) => pc = self.narrow(narrow, pc),
                    Op::Branch(branch) => pc = self.branch(&branch.0, branch.1, pc),
                    Op::Otherwise { parent, slot, exit } => {
                        self.masks.complement(*parent, *slot, *exit);
                        self.masks.select(*slot);
                        pc = self.alive(pc);
                    }
                    Op::Enter { from, to, exit } => {
                        self.masks.copy(*from, *to, *exit);
                        self.masks.select(*to);
                    }
                    Op::Restore { slot } => {
                        self.masks.select(*slot);
                        pc = self.alive(pc);
                    }
                    Op::Kill { from } => {
                        self.masks.kill_current(*from);
                        pc = self.alive(pc);
                    }
                    Op::ForOne { start, d, rest, exit } => {
                        let [a, b] = [start.start, start.end].map(|one| self.one(one));
                        let step = start.step.map_or(1, |one| self.one(one));
                        match start.turns(a, b, step) {
                            Some(Turns { first, more }) => {
                                self.set(*d, first);
                                self.set(*rest, more);
                            }
                            None => pc = *exit as usize,
                        }
                    }
                    Op::ForLanes { start, d, rest, any } => {
                        let size = start.scalar.size();
                        for lane in first..first + count {
                            let [a, b] = [start.start, start.end].map(|arg| self.arg_bits(arg, size, lane));
                            let step = start.step.map_or(1, |arg| self.arg_bits(arg, size, lane));
                            let turns = start.turns(a, b, step);
                            let Turns { first, more } = turns.unwrap_or(Turns { first: 0, more: 0 });
                            write_bits(self.lanes(*d), size, lane, first);
                            write_bits(self.lanes(*rest), 8, lane, more);
                            write_bits(self.lanes(*any), 1, lane, u64::from(turns.is_some()));
                        }
                    }
                    Op::Next { f, d, rest, step, top } => {
                        let more = self.one(*rest);
                        if more != 0 {
                            self.set(*rest, more - 1);
                            self.set(*d, f(self.one(*d), self.one(*step)));
                            pc = *top as usize;
                        }
                    }
                }
            }
        }
    }

    /// The position after `One2Compare`, if that is the instruction here.
    #[inline(always)]
    pub(super) fn one2_compare(&mut self, pc: usize) -> Option<usize> {
        let [op, next] = self.code.ops.get(pc..pc + 2)? else { return None };
        let (Op::One2Compare { f, d, a, b }, Op::JumpCompare { f: holds, a: left, b: right, when, to }) =
            (op, next)
        else {
            return None;
        };
        self.set(*d, f(self.one(*a), self.one(*b)));
        let jump = holds(self.one(*left), self.one(*right)) == *when;
        Some(if jump { *to as usize } else { pc + 2 })
    }

    pub(super) fn narrow(&mut self, narrow: &Narrow, next: usize) -> usize {
        let Narrow { from, to, condition, exit } = narrow;
        match condition {
            Condition::One(one) => {
                if self.one(*one) != 0 {
                    self.masks.copy(*from, *to, *exit);
                } else {
                    self.masks.clear(*to, *exit);
                }
            }
            // SAFETY: conditions are registers of bytes 0 or 1.
            Condition::Lanes(lanes) => unsafe {
                self.masks.narrow(*from, *to, self.lanes(*lanes), 0, *exit);
            },
            // SAFETY: as above.
            Condition::NotLanes(lanes) => unsafe {
                self.masks.narrow(*from, *to, self.lanes(*lanes), 1, *exit);
            },
            Condition::Line(compare) => {
                let value = self.one(compare.value);
                if let Some((lo, hi)) = self.line_range(compare.op, compare.line, value) {
                    self.masks.narrow_range(*from, *to, lo, hi, *exit);
                } else {
                    self.line_compare(compare);
                    // SAFETY: the comparison wrote bytes 0 or 1.
                    unsafe { self.masks.narrow(*from, *to, self.lanes(compare.d), 0, *exit) };
                }
            }
        }
        if self.masks.select(*to) { next } else { *exit as usize }
    }

    fn eval_one(&mut self, d: One, call: &Eval<One>) {
        let mut bits = [0; 4];
        let n = call.args.len().min(bits.len());
        for (bits, (one, _)) in bits.iter_mut().zip(&call.args) {
            *bits = self.one(*one);
        }
        self.set(d, (call.f)(call.scalar, &bits[..n]));
    }

    /// Active lanes only: the function may not like the garbage of others.
    fn eval_lanes(&mut self, d: Lanes, call: &Eval<Arg>) {
        let mut bits = [0; 4];
        let n = call.args.len().min(bits.len());
        let out = self.lanes(d);
        self.masks.for_each(|lane| {
            for (bits, (arg, size)) in bits.iter_mut().zip(&call.args) {
                *bits = self.arg_bits(*arg, usize::from(*size), lane);
            }
            // SAFETY: the lane is inside the destination register.
            unsafe { write_bits(out, usize::from(call.size), lane, (call.f)(call.scalar, &bits[..n])) };
        });
    }

    fn lane_loop(&mut self, d: Lanes, f: &LaneLoop, args: &[Lanes]) {
        match f {
            // SAFETY: the table's loop for this type, on registers of this type; the destination is no operand.
            LaneLoop::F32(f) => unsafe { self.typed_loop(d, f, args) },
            // SAFETY: as above.
            LaneLoop::F64(f) => unsafe { self.typed_loop(d, f, args) },
        }
    }

    /// # Safety
    /// The registers hold lanes of `T`, and `d` is not among `args`.
    unsafe fn typed_loop<T>(&mut self, d: Lanes, f: &LaneFn<T>, args: &[Lanes]) {
        let (first, count) = (self.masks.first, self.masks.count);
        // SAFETY: the register holds the current chunks, initialized since the memory was made.
        let slice = |k: usize| unsafe {
            std::slice::from_raw_parts(self.lanes(args[k]).cast::<T>().add(first), count)
        };
        // SAFETY: the same, and nothing else refers to the destination.
        let out = unsafe { std::slice::from_raw_parts_mut(self.lanes(d).cast::<T>().add(first), count) };
        match f {
            LaneFn::None => {}
            LaneFn::One(f) => f(out, slice(0)),
            LaneFn::Two(f) => f(out, slice(0), slice(1)),
            LaneFn::Three(f) => f(out, slice(0), slice(1), slice(2)),
        }
    }

    fn count_lanes(&mut self, d: Lanes, f: impl Fn(u64) -> u64) {
        let out = self.lanes(d).cast::<u64>();
        for lane in self.masks.first..self.masks.first + self.masks.count {
            // SAFETY: the register holds `usize` lanes.
            unsafe { out.add(lane).write(f(lane as u64)) };
        }
    }

    /// Lanes in their order, all at once, so that no other block's lines come between.
    fn print(&mut self, pieces: &[Piece], args: &[(Arg, Scalar)]) {
        let mut text = String::new();
        self.masks.for_each(|lane| {
            let value = |(arg, scalar): &(Arg, Scalar)| (*scalar, self.arg_bits(*arg, scalar.size(), lane));
            let values: Vec<_> = args.iter().map(value).list();
            text.push_str(&message::render(pieces, &values));
        });
        crate::print::print(&text);
    }
}

/// Bits as a failure's record has them: signed integers sign-extended.
pub(super) fn extended(scalar: Scalar, bits: u64) -> u64 {
    if !scalar.is_signed_int() {
        return bits;
    }
    match scalar.size() {
        1 => bits as i8 as u64,
        2 => bits as i16 as u64,
        4 => bits as i32 as u64,
        _ => bits,
    }
}
