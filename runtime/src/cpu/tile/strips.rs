//! Running element-wise expressions.

use kiln_codegen::intrinsics::LaneFn;

use super::code::{Operand, Prepare, STRIP, StepKind, StripArg, Strips};
use super::moves::{by_size, fill, segments};
use super::run::{Run, Worker};
use super::view::{View, element, set_element};
use crate::cpu::code::LaneLoop;
use crate::cpu::lanes::CHUNK;

/// A strip that is being computed.
#[derive(Clone, Copy)]
struct Now {
    /// Its first element.
    start: usize,
    len: usize,
    /// Where the result of the strip goes.
    result: *mut u8,
}

impl Worker<'_> {
    /// Computes into memory of the worker.
    ///
    /// # Safety
    /// As [`Worker::tile`].
    pub(super) unsafe fn strips(&mut self, of: &Strips, to: *mut u8) -> Run<()> {
        // SAFETY: the caller's promise; strips begin at multiples of whole chunks.
        unsafe {
            self.prepare(of)?;
            for start in (0..of.count).step_by(STRIP) {
                let result = to.add(start * of.size);
                let now = self.strip(of, start, result);
                let from = self.operand(of.result, now);
                if !std::ptr::eq(from, result) {
                    std::ptr::copy_nonoverlapping(from, result, now.len * of.size);
                }
            }
        }
        Ok(())
    }

    /// Computes into a tensor.
    ///
    /// # Safety
    /// As [`super::Program::run`]; the view is of the result's extents.
    pub(super) unsafe fn strips_to_tensor(&mut self, of: &Strips, view: &View) -> Run<()> {
        let result = self.at(of.scratch);
        // SAFETY: the caller's promise; the scratch holds a strip.
        unsafe {
            self.prepare(of)?;
            for start in (0..of.count).step_by(STRIP) {
                let len = STRIP.min(of.count - start);
                // Loops write whole chunks.
                let there = view.run(start, len).filter(|_| len.is_multiple_of(CHUNK));
                let now = self.strip(of, start, there.unwrap_or(result));
                let from = self.operand(of.result, now);
                if there != Some(from) {
                    view.write(start, now.len, from);
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn prepare(&mut self, of: &Strips) -> Run<()> {
        for prepare in &of.prepare {
            // SAFETY: the caller's promise; `compile` gave out the memory.
            unsafe {
                match prepare {
                    Prepare::One(slot, one) => {
                        let bits = self.one(one)?;
                        self.set(*slot, bits);
                    }
                    Prepare::Tile(slot, source) => {
                        let at = self.source(source)?;
                        self.set(*slot, at as u64);
                    }
                    Prepare::View(view, access) => self.views[*view] = self.view(access)?.flat(),
                    Prepare::Splat { to, size, value } => {
                        fill(
                            *size,
                            self.at(*to),
                            STRIP.min(of.count.next_multiple_of(CHUNK)),
                            self.slot(*value),
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&self, operand: Operand, now: Now) -> *mut u8 {
        match operand {
            Operand::Result => now.result,
            Operand::Strip(offset) => self.at(offset),
            Operand::Loaded(view) => self.views[view].strip.cast_mut(),
            Operand::Whole(slot, size) => {
                (self.slot(slot) as usize as *mut u8).wrapping_add(now.start * size)
            }
        }
    }

    /// Runs the steps for one strip.
    ///
    /// # Safety
    /// The expression is prepared; the result holds whole chunks.
    unsafe fn strip(&mut self, of: &Strips, start: usize, result: *mut u8) -> Now {
        let len = STRIP.min(of.count - start);
        let padded = len.next_multiple_of(CHUNK);
        let now = Now { start, len, result };
        for step in &of.steps {
            let to = self.operand(step.to, now);
            // SAFETY: every operand holds the strip in whole chunks of its type; views are of the result's extents.
            unsafe {
                match &step.kind {
                    StepKind::Row { from, size } => {
                        repeat_row(*size, self.slot(*from) as usize as *const u8, of.columns, now, to);
                    }
                    StepKind::Column { from, size } => {
                        repeat_column(*size, self.slot(*from) as usize as *const u8, of.columns, now, to);
                    }
                    StepKind::Load { view } => {
                        let view = &mut self.views[*view];
                        // Loops go over whole chunks.
                        view.strip = match view.run(start, len) {
                            Some(at) if len == padded => at,
                            Some(_) | None => {
                                view.read(start, len, to);
                                to
                            }
                        };
                    }
                    StepKind::Iota { axis, size } => iota(*size, *axis, of.columns, now, to),
                    StepKind::Unary(f, x) => f(to, self.operand(*x, now), 0, padded),
                    StepKind::Binary(f, x, y) => {
                        f(to, self.operand(*x, now), self.operand(*y, now), 0, padded);
                    }
                    StepKind::Right(f, x, slot) => f(to, self.operand(*x, now), self.slot(*slot), 0, padded),
                    StepKind::Select(f, [c, x, y]) => {
                        f(to, self.operand(*c, now), self.operand(*x, now), self.operand(*y, now), 0, padded);
                    }
                    StepKind::Loop(f, size, operands) => self.looped(f, *size, operands, now, to),
                    StepKind::Eval { f, scalar, size, args } => {
                        let mut bits = [0; 4];
                        let count = args.len().min(bits.len());
                        for k in 0..len {
                            for (bits, (arg, size)) in bits.iter_mut().zip(args) {
                                *bits = match arg {
                                    StripArg::One(slot) => self.slot(*slot),
                                    StripArg::Strip(operand) => {
                                        element(*size, self.operand(*operand, now).add(k * size))
                                    }
                                };
                            }
                            set_element(*size, to.add(k * size), f(*scalar, &bits[..count]));
                        }
                    }
                }
            }
        }
        now
    }

    /// A loop of an intrinsic, whose result must not overlap what it reads.
    ///
    /// # Safety
    /// The operands hold the strip in elements of the loop's type.
    unsafe fn looped(&self, f: &LaneLoop, size: usize, operands: &[Operand], now: Now, to: *mut u8) {
        let mut from = [std::ptr::null::<u8>(); 3];
        for (from, operand) in from.iter_mut().zip(operands) {
            *from = self.operand(*operand, now).cast_const();
        }
        // Only the result's own tile can be one of them: then the loop goes by way of the stack.
        let mut apart = [0u64; STRIP];
        let is_apart = !from.contains(&to.cast_const());
        let d = if is_apart { to } else { apart.as_mut_ptr().cast() };
        // SAFETY: the caller's promise; the destination overlaps no operand.
        unsafe {
            match f {
                LaneLoop::F32(f) => typed_loop(f, d.cast(), from.map(<*const u8>::cast), now.len),
                LaneLoop::F64(f) => typed_loop(f, d.cast(), from.map(<*const u8>::cast), now.len),
            }
            if !is_apart {
                std::ptr::copy_nonoverlapping(d, to, now.len * size);
            }
        }
    }
}

/// # Safety
/// The pointers that the loop takes are to `len` elements each, and the destination overlaps none of them.
unsafe fn typed_loop<T>(f: &LaneFn<T>, d: *mut T, from: [*const T; 3], len: usize) {
    // SAFETY: the caller's promise.
    let slice = |k: usize| unsafe { std::slice::from_raw_parts(from[k], len) };
    // SAFETY: the caller's promise.
    let out = unsafe { std::slice::from_raw_parts_mut(d, len) };
    match f {
        LaneFn::None => {}
        LaneFn::One(f) => f(out, slice(0)),
        LaneFn::Two(f) => f(out, slice(0), slice(1)),
        LaneFn::Three(f) => f(out, slice(0), slice(1), slice(2)),
    }
}

/// # Safety
/// The row has `columns` elements, and the destination holds the strip.
unsafe fn repeat_row(size: usize, row: *const u8, columns: usize, now: Now, mut to: *mut u8) {
    for (_, column, count) in segments(now.start, now.len, columns) {
        // SAFETY: the caller's promise.
        unsafe {
            std::ptr::copy_nonoverlapping(row.add(column * size), to, count * size);
            to = to.add(count * size);
        }
    }
}

/// # Safety
/// The column has an element for each row of the strip, and the destination holds the strip.
unsafe fn repeat_column(size: usize, from: *const u8, columns: usize, now: Now, mut to: *mut u8) {
    for (row, _, count) in segments(now.start, now.len, columns) {
        // SAFETY: the caller's promise.
        unsafe {
            fill(size, to, count, element(size, from.add(row * size)));
            to = to.add(count * size);
        }
    }
}

/// # Safety
/// The destination holds the strip.
unsafe fn iota(size: usize, axis: u8, columns: usize, now: Now, mut to: *mut u8) {
    for (row, column, count) in segments(now.start, now.len, columns) {
        // SAFETY: the caller's promise.
        unsafe {
            if axis == 0 {
                fill(size, to, count, row as u64);
            } else {
                by_size!(size, T => for k in 0..count {
                    to.cast::<T>().add(k).write((column + k) as T);
                });
            }
            to = to.add(count * size);
        }
    }
}
