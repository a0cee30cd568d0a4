//! Loads, one operation and a store in one pass from memory to memory.
//!
//! The commonest statement of all, `y[i] = a * x[i] + y[i]` with neighbors at `i`, need not go through registers.
//! Applies only where nothing can fail and the order of loads before stores cannot be told; everything else is left
//! to the single instructions that follow.
//!
//! The same behind a comparison of a line, `if t < half { s[t] += s[t + half]; }`, is one instruction as
//! well: lanes for which the comparison holds are a range, which needs no mask.

use super::affine::LineState;
use super::code::{Check, FusedArg, FusedOp, FusedStore, Guarded, Line, Memory, One, Op};
use super::lanes::CHUNK;
use super::memory::{fetch_behind, neighbors};
use super::run::Worker;
use kiln_codegen::collections::sort_by_key;

/// A fused statement with everything worked out but the elements.
#[derive(Clone, Copy)]
struct Pass {
    d: *mut u8,
    args: [u64; 3],
    first: usize,
    count: usize,
    /// Where the elements go from the scratch register, if that is the destination: from, to, bytes.
    detour: Option<(*const u8, *mut u8, usize)>,
}

impl Pass {
    /// # Safety
    /// The memory that it was made for is valid.
    #[inline(always)]
    unsafe fn run(&self, f: &FusedOp) {
        let Pass { d, args: [a, b, c], first, count, detour } = *self;
        // SAFETY: operands are registers, or memory whose elements at all lanes of the chunks are in bounds;
        // so is the destination if it is memory, where each chunk is read before it is written. `copy` reads
        // all before it writes.
        unsafe {
            match f {
                FusedOp::Copy => std::ptr::copy(a as *const u8, d, count),
                FusedOp::Lanes2(f) => f(d, a as *const u8, b as *const u8, first, count),
                FusedOp::Right(f) => f(d, a as *const u8, b, first, count),
                FusedOp::Swapped(f) => f(d, b as *const u8, a, first, count),
                FusedOp::Lanes3(f) => f(d, a, b, c, first, count),
            }
            if let Some((from, to, bytes)) = detour {
                from.copy_to_nonoverlapping(to, bytes);
            }
        }
    }
}

/// What a loop around a guarded statement in shared memory did, and all that it depended on. The next block
/// usually starts from the same, as far as control and addresses go, and then does the same passes over its
/// own elements.
#[derive(Clone, Default)]
pub(super) struct Trace {
    /// The range of active lanes.
    lanes: (usize, usize),
    ones: Vec<(One, u64)>,
    lines: Vec<(u32, LineState)>,
    passes: Vec<Pass>,
    /// What the loop leaves in its counter, and where control continues; `None` while nothing is known.
    end: Option<(One, u64, usize)>,
    /// How often the loop started from something else.
    misses: u32,
}

impl Trace {
    /// More turns than this are not kept: their work outweighs what keeping them saves.
    const LONGEST: usize = 64;
    /// A loop that starts from something else this often is not worth a look any more.
    const MISSES: u32 = 16;

    fn one(&mut self, worker: &Worker<'_>, one: One) {
        self.ones.push((one, worker.one(one)));
    }

    fn line(&mut self, worker: &Worker<'_>, line: Line) {
        self.lines.push((line.entry, worker.lines[line.entry as usize]));
    }

    /// Whether the loop would start from where it started.
    #[inline]
    fn applies(&self, worker: &Worker<'_>) -> bool {
        let mask = worker.masks.current();
        mask.all
            && self.lanes == (mask.lo, mask.hi)
            && self.ones.iter().all(|(one, bits)| worker.one(*one) == *bits)
            && self.lines.iter().all(|(entry, line)| worker.lines[*entry as usize] == *line)
    }
}

impl Worker<'_> {
    /// Whether the statement was done.
    ///
    /// # Safety
    /// The memory is valid, and unchecked indices in bounds.
    pub(super) unsafe fn fused_store(&mut self, fused: &FusedStore) -> bool {
        let mask = *self.masks.current();
        if !mask.all {
            return false;
        }
        let Some(pass) = self.pass(fused, mask.lo, mask.hi) else { return false };
        // SAFETY: the caller's promise.
        unsafe { pass.run(&fused.f) };
        if let (FusedOp::Copy, [FusedArg::Memory { memory, .. }]) = (&fused.f, &fused.args[..]) {
            fetch_behind(*memory, pass.args[0] as *const u8, pass.count);
        }
        true
    }

    /// Does a guarded statement, and the loop around it if it is all of that; gives the position where
    /// control continues.
    ///
    /// # Safety
    /// As [`Worker::fused_store`]; the statement is the instruction at `here`.
    pub(super) unsafe fn guarded(&mut self, guarded: &Guarded, here: usize) -> usize {
        let skip = guarded.fused.skip as usize;
        let loops = match self.code.ops.get(skip..skip + 2) {
            Some([Op::One2Compare { d, a, b, .. }, Op::JumpCompare { a: left, b: right, to, .. }])
                if *to as usize == here =>
            {
                Some((*d, [*a, *b, *left, *right]))
            }
            Some(_) | None => None,
        };
        let Some((counter, inputs)) = loops else {
            return match self.guarded_pass(guarded) {
                Some(pass) => {
                    if let Some(pass) = pass {
                        // SAFETY: the caller's promise.
                        unsafe { pass.run(&guarded.fused.f) };
                    }
                    skip
                }
                None => here + 1,
            };
        };
        let mut trace = None;
        if let Some(index) = guarded.trace {
            let last = &self.traces[index as usize];
            if let Some((counter, value, to)) = last.end
                && last.applies(self)
            {
                for pass in &last.passes {
                    // SAFETY: shared memory and registers are where they were.
                    unsafe { pass.run(&guarded.fused.f) };
                }
                self.set(counter, value);
                return to;
            }
            if last.misses < Trace::MISSES {
                trace = Some(Trace { misses: last.misses + 1, ..self.trace(guarded, inputs) });
            }
        }
        loop {
            let Some(pass) = self.guarded_pass(guarded) else { return here + 1 };
            if let Some(pass) = pass {
                // SAFETY: the caller's promise.
                unsafe { pass.run(&guarded.fused.f) };
                trace = trace.filter(|trace| trace.passes.len() < Trace::LONGEST);
                if let Some(trace) = &mut trace {
                    trace.passes.push(pass);
                }
            }
            let to = self.one2_compare(skip).unwrap_or(skip);
            if to != here {
                if let (Some(mut trace), Some(index)) = (trace, guarded.trace) {
                    trace.end = Some((counter, self.one(counter), to));
                    self.traces[index as usize] = trace;
                }
                return to;
            }
        }
    }

    /// A trace that begins here.
    fn trace(&self, guarded: &Guarded, inputs: [One; 4]) -> Trace {
        let mask = self.masks.current();
        let mut trace = Trace { lanes: (mask.lo, mask.hi), ..Trace::default() };
        trace.line(self, guarded.line);
        trace.line(self, guarded.fused.index);
        trace.one(self, guarded.value);
        for one in inputs {
            trace.one(self, one);
        }
        for arg in &guarded.fused.args {
            match *arg {
                FusedArg::One(one) => trace.one(self, one),
                // Only their address counts, which never changes; nor do those of shared memory.
                FusedArg::Lanes(_) => {}
                FusedArg::Memory { index, plus, .. } => {
                    trace.line(self, index);
                    if let Some(plus) = plus {
                        trace.one(self, plus);
                    }
                }
            }
        }
        sort_by_key(&mut trace.ones, |(one, _)| one.0);
        trace.ones.dedup();
        sort_by_key(&mut trace.lines, |(entry, _)| *entry);
        trace.lines.dedup();
        trace
    }

    /// The pass for the lanes that the comparison chooses: inside, `None` where there are none; outside,
    /// where a single pass cannot do it.
    #[allow(clippy::option_option)] // Each has its meaning.
    #[inline]
    fn guarded_pass(&self, guarded: &Guarded) -> Option<Option<Pass>> {
        if !self.masks.current().all {
            return None;
        }
        let (lo, hi) = self.line_range(guarded.op, guarded.line, self.one(guarded.value))?;
        if lo >= hi { Some(None) } else { self.pass(&guarded.fused, lo, hi).map(Some) }
    }

    /// The pass for the lanes `lo..hi`, of which there are some; `None` where a single pass cannot do it.
    #[inline]
    fn pass(&self, fused: &FusedStore, lo: usize, hi: usize) -> Option<Pass> {
        let size = usize::from(fused.size);
        let element = |memory: Memory, index: Line, plus: Option<One>, check: Check| {
            let (base, step) = self.as_line(index)?;
            let base = base.wrapping_add(plus.map_or(0, |plus| self.one(plus)));
            let first = neighbors((base, step), lo, hi, self.one(memory.len), check)?;
            Some(self.one(memory.pointer).wrapping_add(first.wrapping_mul(size as u64)))
        };
        let to = element(fused.memory, fused.index, None, fused.check)?;
        let bytes = (hi - lo) * size;
        let first = lo & !(CHUNK - 1);
        let count = hi.next_multiple_of(CHUNK) - first;
        // The loops work on whole chunks. Where the range is none, operands are read beyond it, which only memory
        // that nobody else writes allows, and the result takes a detour.
        let whole = lo == first && hi == first + count;
        let mut direct = whole;
        let mut args = [0u64; 3];
        for (arg, value) in fused.args.iter().zip(&mut args) {
            *value = match *arg {
                FusedArg::One(one) => self.one(one),
                FusedArg::Lanes(lanes) => self.lanes(lanes) as u64,
                FusedArg::Memory { memory, index, plus, check } => {
                    let from = element(memory, index, plus, check)?;
                    if matches!(fused.f, FusedOp::Copy) {
                        return Some(Pass {
                            d: to as *mut u8,
                            args: [from, 0, 0],
                            first,
                            count: bytes,
                            detour: None,
                        });
                    }
                    if !whole {
                        let start = self.one(memory.pointer);
                        let low = from.wrapping_sub(((lo - first) * size) as u64);
                        let high = start.wrapping_add(self.one(memory.len).wrapping_mul(size as u64));
                        let fits = low >= start && low <= from && low + (count * size) as u64 <= high;
                        if !memory.frozen || !fits {
                            return None;
                        }
                    }
                    direct &= from == to || from + bytes as u64 <= to || to + bytes as u64 <= from;
                    // The address that lane 0 would have.
                    from.wrapping_sub((lo * size) as u64)
                }
            };
        }
        let scratch = self.lanes(fused.scratch);
        let d = if direct { to.wrapping_sub((lo * size) as u64) as *mut u8 } else { scratch };
        let detour = (!direct).then(|| {
            // SAFETY: the scratch register holds these lanes.
            let from = unsafe { scratch.add(lo * size) };
            (from.cast_const(), to as *mut u8, bytes)
        });
        Some(Pass { d, args, first, count, detour })
    }
}
