//! Comparisons of lines: a range of lanes where they change once, a pattern that repeats, or lanes.

use kiln_codegen::ir::BinOp;

use super::affine::number;
use super::code::{Line, LineCompare};
use super::run::Worker;

impl Worker<'_> {
    /// Compares a line with one value, into lanes.
    pub(super) fn line_compare(&mut self, compare: &LineCompare) {
        let LineCompare { op, line, value, right, d } = *compare;
        let value = self.one(value);
        let (first, count) = (self.masks.first, self.masks.count);
        let out = self.lanes(d);
        // SAFETY: the registers hold the current chunks, and the range lies in them.
        unsafe {
            if let Some((lo, hi)) = self.line_range(op, line, value) {
                out.add(first).write_bytes(0, count);
                out.add(lo).write_bytes(1, hi - lo);
            } else if let (Some(state), Some(value), 8) =
                (self.line_state(line), number(line.scalar, value), line.scalar.size())
                && !state.is_flat()
                && self.line_bounds(line, 0, self.shape.threads).is_some()
            {
                let (period, step) = (self.period(&state), state.steps[0]);
                self.segments(&state, 0, period, |lane, count, first| {
                    compare_part(
                        op,
                        std::slice::from_raw_parts_mut(out.add(lane), count),
                        first,
                        step,
                        value,
                    );
                });
                self.repeat(out, 1, period);
            } else {
                self.materialize(line);
                right(out, self.lanes(line.lanes), value, first, count);
            }
        }
    }

    /// The sub-range of the active range for which a line compares true with a value, where that is a range.
    #[inline(always)]
    pub(super) fn line_range(&self, op: BinOp, line: Line, value: u64) -> Option<(usize, usize)> {
        let mask = self.masks.current();
        let (lo, hi) = (mask.lo, mask.hi);
        let state = &self.lines[line.entry as usize];
        if !state.is_line() || lo >= hi {
            return None;
        }
        let step = state.steps[0];
        // The commonest of all, `thread < bound`.
        if op == BinOp::Lt
            && line.scalar.size() == 8
            && (step, state.is_flat()) == (1, true)
            && (state.base | value) >> 62 == 0
        {
            let edge = value.saturating_sub(state.base).clamp(lo as u64, hi as u64);
            return (hi < 1 << 24).then_some((lo, edge as usize));
        }
        let (least, greatest) = self.line_bounds(line, lo, hi)?;
        let value = number(line.scalar, value)?;
        let holds = |at: i64| match op {
            BinOp::Lt => at < value,
            BinOp::Le => at <= value,
            BinOp::Gt => at > value,
            BinOp::Ge => at >= value,
            BinOp::Eq => at == value,
            BinOp::Ne => at != value,
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::And
            | BinOp::Or => false,
        };
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if least == greatest || (equality && (value < least || value > greatest)) {
            return Some(if holds(least) { (lo, hi) } else { (lo, lo) });
        }
        if !equality && holds(least) == holds(greatest) {
            return Some(if holds(least) { (lo, hi) } else { (lo, lo) });
        }
        if !state.is_flat() || op == BinOp::Ne {
            return None;
        }
        let (base, step) = (number(line.scalar, state.base)?, step as i64);
        if op == BinOp::Eq {
            let distance = value - base;
            let lane = distance / step;
            let hit = distance % step == 0 && lane >= lo as i64 && lane < hi as i64;
            return Some(if hit { (lane as usize, lane as usize + 1) } else { (lo, lo) });
        }
        // The values rise or fall, so the comparison changes once.
        let at = |lane: usize| base + step * lane as i64;
        let start = holds(at(lo));
        let (mut same, mut other) = (lo, hi - 1);
        while other - same > 1 {
            let middle = same.midpoint(other);
            if holds(at(middle)) == start {
                same = middle;
            } else {
                other = middle;
            }
        }
        Some(if start { (lo, other) } else { (other, hi) })
    }
}

/// Compares values that rise from `first` with one value.
fn compare_part(op: BinOp, out: &mut [u8], first: u64, step: u64, value: i64) {
    #[inline(always)]
    fn fill(out: &mut [u8], first: u64, step: u64, holds: impl Fn(i64) -> bool) {
        if step == 0 {
            return out.fill(u8::from(holds(first as i64)));
        }
        for (k, out) in out.iter_mut().enumerate() {
            *out = u8::from(holds(first.wrapping_add(step.wrapping_mul(k as u64)) as i64));
        }
    }
    match op {
        BinOp::Lt => fill(out, first, step, |at| at < value),
        BinOp::Le => fill(out, first, step, |at| at <= value),
        BinOp::Gt => fill(out, first, step, |at| at > value),
        BinOp::Ge => fill(out, first, step, |at| at >= value),
        BinOp::Eq => fill(out, first, step, |at| at == value),
        BinOp::Ne => fill(out, first, step, |at| at != value),
        BinOp::Add
        | BinOp::Sub
        | BinOp::Mul
        | BinOp::Div
        | BinOp::Rem
        | BinOp::BitAnd
        | BinOp::BitOr
        | BinOp::BitXor
        | BinOp::Shl
        | BinOp::Shr
        | BinOp::And
        | BinOp::Or => {}
    }
}
