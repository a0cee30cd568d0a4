//! Lines at run time: integers that rise evenly along each axis of a block, wrapped to their width.
//!
//! A line is `base + lane * steps[0] + row * steps[1] + plane * steps[2]`, where a row is all threads along x, and a
//! plane all rows along y. It has no lanes until an instruction needs them. A line whose last two steps are 0 is
//! *flat*: it rises evenly from lane to lane, as in every block with one axis.

use kiln_codegen::ir::{BinOp, Scalar};

use super::code::{Line, LineBinary, LineOp, Place, Value};
use super::lanes::{LaneFn1, LaneFn2Right, iota};
use super::memory::by_size;
use super::ops::binary;
use super::run::Worker;

/// What a line register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The line alone.
    Line,
    /// The line, and lanes that agree with it.
    Both,
    /// Lanes that are no line.
    Lanes,
}

/// The state of a line register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineState {
    /// Zero-extended from the register's width.
    pub base: u64,
    /// Sign-extended from the register's width.
    pub steps: [u64; 3],
    form: Form,
}

impl LineState {
    pub const EMPTY: LineState = LineState { base: 0, steps: [0; 3], form: Form::Lanes };

    fn new(scalar: Scalar, base: u64, steps: [u64; 3]) -> LineState {
        if scalar.size() == 4 {
            return LineState {
                base: u64::from(base as u32),
                steps: steps.map(|step| step as u32 as i32 as u64),
                form: Form::Line,
            };
        }
        LineState { base, steps, form: Form::Line }
    }

    #[inline(always)]
    pub fn is_line(&self) -> bool {
        self.form != Form::Lanes
    }

    #[inline(always)]
    pub fn is_flat(&self) -> bool {
        self.steps[1] == 0 && self.steps[2] == 0
    }
}

/// The number that bits of an integer type mean, if an `i64` holds it.
pub(super) fn number(scalar: Scalar, bits: u64) -> Option<i64> {
    match (scalar.size(), scalar.is_signed_int()) {
        (4, true) => Some(i64::from(bits as u32 as i32)),
        (4, false) => Some(i64::from(bits as u32)),
        (_, true) => Some(bits as i64),
        (_, false) => i64::try_from(bits).ok(),
    }
}

impl Worker<'_> {
    /// Base and step of an index, where it is a flat line.
    #[inline(always)]
    pub(super) fn as_line(&self, line: Line) -> Option<(u64, u64)> {
        let state = &self.lines[line.entry as usize];
        (state.is_line() && state.is_flat()).then_some((state.base, state.steps[0]))
    }

    /// A line of any number of axes, where the register holds one.
    #[inline(always)]
    pub(super) fn line_state(&self, line: Line) -> Option<LineState> {
        let state = self.lines[line.entry as usize];
        state.is_line().then_some(state)
    }

    /// Bounds of the values at the lanes `lo..hi`, where the register holds a line and none of the values wraps. The
    /// bounds are those of the least box of threads around the lanes.
    pub(super) fn line_bounds(&self, line: Line, lo: usize, hi: usize) -> Option<(i64, i64)> {
        /// Values, steps and lanes below these sizes keep the sums far from where an `i64` wraps.
        const BITS: (u32, u32) = (60, 32);
        const LANES: usize = 1 << 24;
        let small = |value: i64, bits: u32| value >> bits == 0 || value >> bits == -1;
        let state = self.line_state(line)?;
        let base = match (line.scalar.size(), line.scalar.is_signed_int()) {
            (4, true) => i64::from(state.base as u32 as i32),
            (4, false) => i64::from(state.base as u32),
            (_, _) => state.base as i64,
        };
        if lo >= hi || hi > LANES || !small(base, BITS.0) {
            return None;
        }
        let mut steps = state.steps.map(|step| step as i64);
        let mut ends = [(lo, hi - 1), (0, 0), (0, 0)];
        if !state.is_flat() {
            // From steps between lanes, rows and planes to steps along the axes.
            let [x, y, _] = self.shape.block.map(|n| n as usize);
            steps[1] = steps[1].wrapping_add(steps[0].wrapping_mul(x as i64));
            steps[2] = steps[2].wrapping_add(steps[1].wrapping_mul(y as i64));
            let rows = (lo / x, (hi - 1) / x);
            let planes = (rows.0 / y, rows.1 / y);
            let along = |inner: (usize, usize), outer: (usize, usize), extent: usize| {
                if outer.0 == outer.1 { (inner.0 % extent, inner.1 % extent) } else { (0, extent - 1) }
            };
            ends = [along(ends[0], rows, x), along(rows, planes, y), planes];
        }
        let (mut least, mut greatest) = (base, base);
        for (step, (from, to)) in steps.into_iter().zip(ends) {
            if !small(step, BITS.1) {
                return None;
            }
            let (a, b) = (step * from as i64, step * to as i64);
            least += a.min(b);
            greatest += a.max(b);
        }
        let limits = match (line.scalar.size(), line.scalar.is_signed_int()) {
            (4, true) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            (4, false) => (0, i64::from(u32::MAX)),
            (_, true) => (i64::MIN, i64::MAX),
            (_, false) => (0, i64::MAX),
        };
        (limits.0 <= least && greatest <= limits.1).then_some((least, greatest))
    }

    /// Whether an index is a line that stays below `len` from lane `lo` to before `hi`.
    pub(super) fn line_is_within(&self, line: Line, lo: usize, hi: usize, len: u64) -> bool {
        self.line_bounds(line, lo, hi).is_some_and(|(least, greatest)| least >= 0 && (greatest as u64) < len)
    }

    /// Calls `f` with each part of the lanes `lo..hi` in which a line rises evenly: the first lane, the number of
    /// lanes, and the value at the first.
    #[inline(always)]
    pub(super) fn segments(
        &self,
        state: &LineState,
        lo: usize,
        hi: usize,
        mut f: impl FnMut(usize, usize, u64),
    ) {
        let at = |lane: usize| state.base.wrapping_add(state.steps[0].wrapping_mul(lane as u64));
        if state.is_flat() {
            f(lo, hi - lo, at(lo));
            return;
        }
        let [x, y, _] = self.shape.block.map(|n| n as usize);
        // Without a step from row to row, whole planes are even.
        let (extent, rows) = if state.steps[1] == 0 { (x * y, 1) } else { (x, y) };
        let (mut lane, first) = (lo, lo / extent);
        let (mut row, plane) = (first % rows, first / rows);
        let mut end = (first + 1) * extent;
        let mut more =
            state.steps[1].wrapping_mul(first as u64).wrapping_add(state.steps[2].wrapping_mul(plane as u64));
        while lane < hi {
            f(lane, end.min(hi) - lane, at(lane).wrapping_add(more));
            (lane, end) = (end, end + extent);
            row += 1;
            more = more.wrapping_add(state.steps[1]);
            if row == rows {
                row = 0;
                more = more.wrapping_add(state.steps[2]);
            }
        }
    }

    /// After how many lanes a line that is not flat has the same values again, at most the width.
    pub(super) fn period(&self, state: &LineState) -> usize {
        let [x, y, _] = self.shape.block.map(|n| n as usize);
        let row = state.steps[0].wrapping_mul(x as u64).wrapping_add(state.steps[1]);
        let plane = row.wrapping_mul(y as u64).wrapping_add(state.steps[2]);
        match (row, plane) {
            (0, 0) => x,
            (_, 0) => x * y,
            (_, _) => self.width,
        }
        .min(self.width)
    }

    /// Repeats the first lanes of a register up to its end.
    ///
    /// # Safety
    /// The register has lanes of this size.
    pub(super) unsafe fn repeat(&self, out: *mut u8, size: usize, period: usize) {
        let (mut done, all) = (period * size, self.width * size);
        while done < all {
            let more = done.min(all - done);
            // SAFETY: the register has `all` bytes, of which `done` are written.
            unsafe { out.copy_to_nonoverlapping(out.add(done), more) };
            done += more;
        }
    }

    pub(super) fn materialize(&mut self, line: Line) {
        let mut state = self.lines[line.entry as usize];
        if state.form != Form::Line {
            return;
        }
        state.form = Form::Both;
        self.lines[line.entry as usize] = state;
        let (size, out, step) = (line.scalar.size(), self.lanes(line.lanes), state.steps[0]);
        // SAFETY: the register holds `width` lanes of the line's size.
        unsafe {
            if state.is_flat() {
                iota(size, out, state.base, step, 0, self.width);
            } else {
                let period = self.period(&state);
                self.segments(&state, 0, period, |lane, count, value| {
                    by_size!(size, Self::rising(out, lane, count, value, step));
                });
                self.repeat(out, size, period);
            }
        }
    }

    /// Writes the part of a line from `lane` on.
    ///
    /// # Safety
    /// The register holds the lanes.
    #[inline(always)]
    unsafe fn rising<T: super::elem::Elem>(out: *mut u8, lane: usize, count: usize, value: u64, step: u64) {
        let out = out.cast::<T>();
        for k in 0..count {
            // SAFETY: the caller's promise.
            unsafe { out.add(lane + k).write(T::from_bits(value.wrapping_add(step.wrapping_mul(k as u64)))) };
        }
    }

    /// Marks a register as holding lanes that were just written.
    fn set_lanes(&mut self, line: Line) {
        self.lines[line.entry as usize].form = Form::Lanes;
    }

    pub(super) fn position(&mut self, d: Line, what: Place) {
        let (axis, origin) = match what {
            Place::Thread(axis) => (usize::from(axis), 0),
            Place::Global(axis) => {
                let axis = usize::from(axis);
                (axis, u64::from(self.block[axis]) * u64::from(self.shape.block[axis]))
            }
        };
        let [x, y, z] = self.shape.block.map(u64::from);
        let mut steps = match axis {
            // Neighboring blocks may run as one.
            0 if (y, z) == (1, 1) => [1, 0, 0],
            0 => [1, x.wrapping_neg(), 0],
            1 if z == 1 => [0, 1, 0],
            1 => [0, 1, y.wrapping_neg()],
            _ => [0, 0, 1],
        };
        // Where an axis has one thread, planes are rows or rows are lanes.
        if y == 1 {
            steps = [steps[0], steps[1].wrapping_add(steps[2]), 0];
        }
        if x == 1 {
            steps = [steps[0].wrapping_add(steps[1]), 0, steps[2]];
        }
        if (y, z) != (1, 1) && self.shape.block[axis] == 1 || axis != 0 && (y, z) == (1, 1) {
            steps = [0; 3];
        }
        self.lines[d.entry as usize] = LineState::new(d.scalar, origin, steps);
    }

    pub(super) fn line_binary(&mut self, call: &LineBinary) {
        let as_line = |value| match value {
            Value::One(one) => Some((self.one(one), [0; 3])),
            Value::Line(line) => self.line_state(line).map(|state| (state.base, state.steps)),
            Value::Lanes(_) => None,
        };
        let LineBinary { op, d, a, b, f } = call;
        if let (LineOp::Div | LineOp::Rem, Value::Line(a), Value::One(b)) = (op, *a, *b) {
            return self.line_divide(*op == LineOp::Rem, *d, a, self.one(b), f.right);
        }
        if let (Some((a, s)), Some((b, t))) = (as_line(*a), as_line(*b)) {
            let each = |step: fn(u64, u64) -> u64| std::array::from_fn(|k| step(s[k], t[k]));
            // One of the steps of a product is 0, and so is the step of an amount.
            let (base, steps) = match op {
                LineOp::Add => (a.wrapping_add(b), each(u64::wrapping_add)),
                LineOp::Sub => (a.wrapping_sub(b), each(u64::wrapping_sub)),
                LineOp::Mul => {
                    let step = |k: usize| s[k].wrapping_mul(b).wrapping_add(a.wrapping_mul(t[k]));
                    (a.wrapping_mul(b), std::array::from_fn(step))
                }
                LineOp::Shl => {
                    let amount = (b as u32) & (d.scalar.bits() - 1);
                    (a << amount, s.map(|step| step << amount))
                }
                LineOp::Div | LineOp::Rem => return,
            };
            self.lines[d.entry as usize] = LineState::new(d.scalar, base, steps);
            return;
        }
        for value in [a, b] {
            if let Value::Line(line) = value {
                self.materialize(*line);
            }
        }
        let (first, count) = (self.masks.first, self.masks.count);
        let lanes = |value: &Value| match value {
            Value::One(_) => None,
            Value::Lanes(lanes) => Some(self.lanes(*lanes)),
            Value::Line(line) => Some(self.lanes(line.lanes)),
        };
        let one = |value: &Value| match value {
            Value::One(one) => self.one(*one),
            Value::Lanes(_) | Value::Line(_) => 0,
        };
        let out = self.lanes(d.lanes);
        // SAFETY: the registers hold these lanes at the operator's type.
        unsafe {
            match (lanes(a), lanes(b)) {
                (Some(a), Some(b)) => (f.lanes)(out, a, b, first, count),
                (Some(a), None) => (f.right)(out, a, one(b), first, count),
                (None, Some(b)) => (f.swapped)(out, b, one(a), first, count),
                (None, None) => {}
            }
        }
        self.set_lanes(*d);
    }

    /// A quotient or a remainder (`rem`) by one value. It is a line where all lanes have the same quotient.
    fn line_divide(&mut self, rem: bool, d: Line, a: Line, divisor: u64, f: LaneFn2Right) {
        let mask = *self.masks.current();
        let bounds = self.line_bounds(a, mask.lo, mask.hi);
        let state = self.lines[a.entry as usize];
        if let (Some((least @ 0.., greatest)), Some(by @ 1..)) = (bounds, number(a.scalar, divisor)) {
            let (quotient, step) = (least / by, state.steps[0] as i64);
            if quotient == greatest / by {
                self.lines[d.entry as usize] = if rem {
                    LineState::new(d.scalar, state.base.wrapping_sub((quotient * by) as u64), state.steps)
                } else {
                    LineState::new(d.scalar, quotient as u64, [0; 3])
                };
                return;
            }
            if step >= 0 {
                let (size, out) = (d.scalar.size(), self.lanes(d.lanes));
                let (by, step) = (by as u64, step as u64);
                self.segments(&state, mask.lo, mask.hi, |lane, count, value| {
                    // SAFETY: the register holds the active lanes.
                    unsafe { by_size!(size, Self::quotients(rem, out, (lane, count), (value, step), by)) };
                });
                self.set_lanes(d);
                return;
            }
        }
        self.materialize(a);
        let (first, count) = (self.masks.first, self.masks.count);
        let (out, from) = (self.lanes(d.lanes), self.lanes(a.lanes));
        // SAFETY: the registers hold these lanes at the operator's type.
        unsafe {
            if a.scalar.is_unsigned_int() && divisor.is_power_of_two() {
                let (op, by) = if rem {
                    (BinOp::BitAnd, divisor - 1)
                } else {
                    (BinOp::Shr, u64::from(divisor.trailing_zeros()))
                };
                (binary(op, a.scalar).right)(out, from, by, first, count);
            } else {
                f(out, from, divisor, first, count);
            }
        }
        self.set_lanes(d);
    }

    /// Quotients or remainders of values that rise by `step`: one division for each run of lanes with one quotient.
    ///
    /// # Safety
    /// The register holds the lanes.
    #[inline(always)]
    unsafe fn quotients<T: super::elem::Elem>(
        rem: bool,
        out: *mut u8,
        (mut lane, count): (usize, usize),
        (mut value, step): (u64, u64),
        by: u64,
    ) {
        let end = lane + count;
        while lane < end {
            let (quotient, left) = (value / by, value % by);
            let run = if step == 0 { count } else { (by - left).div_ceil(step) as usize }.min(end - lane);
            let (first, rise) = if rem { (left, step) } else { (quotient, 0) };
            // SAFETY: the caller's promise.
            unsafe { Self::rising::<T>(out, lane, run, first, rise) };
            lane += run;
            value += step * run as u64;
        }
    }

    pub(super) fn line_cast(&mut self, f: LaneFn1, d: Line, a: Line) {
        if let Some(state) = self.line_state(a) {
            let widens = d.scalar.size() > a.scalar.size();
            let base = match number(a.scalar, state.base) {
                Some(base) if widens => base as u64,
                Some(_) | None => state.base,
            };
            if !widens || self.line_bounds(a, 0, self.shape.threads).is_some() {
                self.lines[d.entry as usize] = LineState::new(d.scalar, base, state.steps);
                return;
            }
        }
        self.materialize(a);
        // SAFETY: the registers hold these lanes at the cast's types.
        unsafe { f(self.lanes(d.lanes), self.lanes(a.lanes), self.masks.first, self.masks.count) };
        self.set_lanes(d);
    }

    pub(super) fn line_from_one(&mut self, d: Line, value: u64, masked: Option<super::lanes::SplatMasked>) {
        match masked {
            Some(f) if !self.masks.is_full() => {
                self.materialize(d);
                let mask = self.masks.bytes();
                // SAFETY: the register and the mask hold these lanes.
                unsafe { f(self.lanes(d.lanes), value, mask, self.masks.first, self.masks.count) };
                self.set_lanes(d);
            }
            Some(_) | None => self.lines[d.entry as usize] = LineState::new(d.scalar, value, [0; 3]),
        }
    }

    pub(super) fn copy_line(&mut self, d: Line, a: Line, masked: Option<super::lanes::LaneFn2>) {
        let whole = masked.is_none() || self.masks.is_full();
        if whole && let Some(state) = self.line_state(a) {
            self.lines[d.entry as usize] = LineState::new(d.scalar, state.base, state.steps);
            return;
        }
        self.materialize(a);
        self.line_from_lanes(d, a.lanes, masked);
    }

    pub(super) fn line_from_lanes(
        &mut self,
        d: Line,
        a: super::code::Lanes,
        masked: Option<super::lanes::LaneFn2>,
    ) {
        match masked {
            Some(f) if !self.masks.is_full() => {
                self.materialize(d);
                let mask = self.masks.bytes();
                // SAFETY: the registers and the mask hold these lanes.
                unsafe { f(self.lanes(d.lanes), self.lanes(a), mask, self.masks.first, self.masks.count) };
            }
            Some(_) | None => self.copy_lanes(d.scalar.size(), d.lanes, a),
        }
        self.set_lanes(d);
    }
}
