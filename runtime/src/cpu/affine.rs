//! Lines at run time: integers `base + lane * step`, wrapped to their width, that have no lanes until someone asks.

use kiln_codegen::compact::List;
use kiln_codegen::ir::{BinOp, Scalar};

use super::code::{Line, LineBinary, LineOp, Place, Value};
use super::lanes::{LaneFn1, iota};
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
    base: u64,
    /// Sign-extended from the register's width.
    step: u64,
    form: Form,
}

impl LineState {
    pub const EMPTY: LineState = LineState { base: 0, step: 0, form: Form::Lanes };

    fn new(scalar: Scalar, base: u64, step: u64) -> LineState {
        if scalar.size() == 4 {
            return LineState {
                base: u64::from(base as u32),
                step: step as u32 as i32 as u64,
                form: Form::Line,
            };
        }
        LineState { base, step, form: Form::Line }
    }

    #[inline(always)]
    fn is_line(&self) -> bool {
        self.form != Form::Lanes
    }

    /// Base as a number and step, where no lane in `lo..hi` wraps and all values fit an `i64`.
    #[inline(always)]
    fn straight(&self, scalar: Scalar, lo: usize, hi: usize) -> Option<(i64, i64)> {
        if scalar.size() == 8 {
            // The common case, without wide arithmetic: far from where anything wraps.
            let (base, step) = (self.base as i64, self.step as i64);
            let small = |value: i64, bits: u32| value >> bits == 0 || value >> bits == -1;
            if small(base, 60) && small(step, 32) && hi < 1 << 24 {
                let last = base + step * hi as i64;
                if scalar.is_signed_int() || (base >= 0 && last >= 0) {
                    return Some((base, step));
                }
            }
        }
        let base = number(scalar, self.base);
        let at = |lane: usize| base + i128::from(self.step as i64) * lane as i128;
        let (min, max) = match (scalar.size(), scalar.is_signed_int()) {
            (4, true) => (i128::from(i32::MIN), i128::from(i32::MAX)),
            (4, false) => (0, i128::from(u32::MAX)),
            (_, true) => (i128::from(i64::MIN), i128::from(i64::MAX)),
            (_, false) => (0, i128::from(i64::MAX)),
        };
        let fits = |value: i128| min <= value && value <= max;
        (fits(at(lo)) && fits(at(hi.saturating_sub(1))) && fits(base))
            .then_some((base as i64, self.step as i64))
    }
}

/// The number that bits of an integer type mean.
fn number(scalar: Scalar, bits: u64) -> i128 {
    match (scalar.size(), scalar.is_signed_int()) {
        (4, true) => i128::from(bits as u32 as i32),
        (4, false) => i128::from(bits as u32),
        (_, true) => i128::from(bits as i64),
        (_, false) => i128::from(bits),
    }
}

impl Worker<'_> {
    /// Base and step of an index, where it is a line.
    #[inline(always)]
    pub(super) fn as_line(&self, line: Line) -> Option<(u64, u64)> {
        let state = &self.lines[line.entry as usize];
        state.is_line().then_some((state.base, state.step))
    }

    /// Whether an index is a line that stays below `len` from lane `lo` to before `hi`.
    pub(super) fn line_is_within(&self, line: Line, lo: usize, hi: usize, len: u64) -> bool {
        let state = &self.lines[line.entry as usize];
        if !state.is_line() || lo >= hi {
            return false;
        }
        let Some((base, step)) = state.straight(line.scalar, lo, hi) else { return false };
        // No lane between them wraps, so the first and the last are the extremes.
        let inside = |lane: usize| (base.wrapping_add(step.wrapping_mul(lane as i64)) as u64) < len;
        inside(lo) && inside(hi - 1)
    }

    pub(super) fn materialize(&mut self, line: Line) {
        let state = &mut self.lines[line.entry as usize];
        if state.form == Form::Line {
            state.form = Form::Both;
            let (base, step) = (state.base, state.step);
            // SAFETY: the register holds `width` lanes of the line's size.
            unsafe { iota(line.scalar.size(), self.lanes(line.lanes), base, step, 0, self.width) };
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
        let [x, y, z] = self.shape.block;
        let others = match axis {
            0 => (y, z),
            1 => (x, z),
            _ => (x, y),
        };
        if others == (1, 1) || self.shape.block[axis] == 1 {
            let step = u64::from(others == (1, 1));
            self.lines[d.entry as usize] = LineState::new(d.scalar, origin, step);
            return;
        }
        // Which coordinates a block's threads have never changes, and divisions to find them are slow.
        if self.places[axis].is_empty() {
            let dims = [x as usize, y as usize, z as usize];
            let place = |lane: usize| match axis {
                0 => lane % dims[0],
                1 => lane / dims[0] % dims[1],
                _ => lane / (dims[0] * dims[1]),
            };
            self.places[axis] = (0..self.width).map(|lane| place(lane) as u64).list();
        }
        // SAFETY: positions are `usize`, the register holds `width` of them, and nothing else refers to it.
        let out = unsafe { std::slice::from_raw_parts_mut(self.lanes(d.lanes).cast::<u64>(), self.width) };
        for (out, place) in out.iter_mut().zip(&self.places[axis]) {
            *out = origin + place;
        }
        self.set_lanes(d);
    }

    pub(super) fn line_binary(&mut self, call: &LineBinary) {
        let as_line = |value| match value {
            Value::One(one) => Some((self.one(one), 0)),
            Value::Line(line) => self.as_line(line),
            Value::Lanes(_) => None,
        };
        let LineBinary { op, d, a, b, f } = call;
        if let (Some((a, s)), Some((b, t))) = (as_line(*a), as_line(*b)) {
            // One of the steps of a product is 0, and so is the step of an amount.
            let (base, step) = match op {
                LineOp::Add => (a.wrapping_add(b), s.wrapping_add(t)),
                LineOp::Sub => (a.wrapping_sub(b), s.wrapping_sub(t)),
                LineOp::Mul => (a.wrapping_mul(b), s.wrapping_mul(b).wrapping_add(a.wrapping_mul(t))),
                LineOp::Shl => {
                    let amount = (b as u32) & (d.scalar.bits() - 1);
                    (a << amount, s << amount)
                }
            };
            self.lines[d.entry as usize] = LineState::new(d.scalar, base, step);
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

    pub(super) fn line_cast(&mut self, f: LaneFn1, d: Line, a: Line) {
        let state = self.lines[a.entry as usize];
        if state.is_line() {
            let widens = d.scalar.size() > a.scalar.size();
            if !widens {
                self.lines[d.entry as usize] = LineState::new(d.scalar, state.base, state.step);
                return;
            }
            if let Some((base, step)) = state.straight(a.scalar, 0, self.shape.threads) {
                self.lines[d.entry as usize] = LineState::new(d.scalar, base as u64, step as u64);
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
            Some(_) | None => self.lines[d.entry as usize] = LineState::new(d.scalar, value, 0),
        }
    }

    pub(super) fn copy_line(&mut self, d: Line, a: Line, masked: Option<super::lanes::LaneFn2>) {
        let whole = masked.is_none() || self.masks.is_full();
        if whole && let Some((base, step)) = self.as_line(a) {
            self.lines[d.entry as usize] = LineState::new(d.scalar, base, step);
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

    /// The sub-range of the active range for which a line compares true with a value, where that is a range.
    #[inline(always)]
    pub(super) fn line_range(&self, op: BinOp, line: Line, value: u64) -> Option<(usize, usize)> {
        let mask = self.masks.current();
        let (lo, hi) = (mask.lo, mask.hi);
        let state = &self.lines[line.entry as usize];
        if !state.is_line() || lo >= hi {
            return None;
        }
        // The commonest of all, `thread < bound`, without wide arithmetic.
        if op == BinOp::Lt && line.scalar.size() == 8 && state.step == 1 && (state.base | value) >> 62 == 0 {
            let edge = value.saturating_sub(state.base).clamp(lo as u64, hi as u64);
            return (hi < 1 << 24).then_some((lo, edge as usize));
        }
        let (base, step) = state.straight(line.scalar, lo, hi)?;
        let value = i64::try_from(number(line.scalar, value)).ok()?;
        if step == 1 {
            // The lane at which the comparison changes, if it changes at all.
            let edge = |more: i64| {
                let edge = value.saturating_sub(base).saturating_add(more);
                edge.clamp(lo as i64, hi as i64) as usize
            };
            match op {
                BinOp::Lt => return Some((lo, edge(0))),
                BinOp::Le => return Some((lo, edge(1))),
                BinOp::Gt => return Some((edge(1), hi)),
                BinOp::Ge => return Some((edge(0), hi)),
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
                | BinOp::Or
                | BinOp::Eq
                | BinOp::Ne => {}
            }
        }
        let at = |lane: usize| base + step * lane as i64;
        let holds = |lane: usize| match op {
            BinOp::Lt => at(lane) < value,
            BinOp::Le => at(lane) <= value,
            BinOp::Gt => at(lane) > value,
            BinOp::Ge => at(lane) >= value,
            BinOp::Eq => at(lane) == value,
            BinOp::Ne
            | BinOp::Add
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
        if op == BinOp::Ne {
            return None;
        }
        if op == BinOp::Eq {
            if step == 0 {
                return Some(if base == value { (lo, hi) } else { (lo, lo) });
            }
            let distance = value.checked_sub(base)?;
            let lane = distance / step;
            let hit = distance % step == 0 && lane >= lo as i64 && lane < hi as i64;
            return Some(if hit { (lane as usize, lane as usize + 1) } else { (lo, lo) });
        }
        // The values rise or fall, so the comparison changes at most once.
        match (holds(lo), holds(hi - 1)) {
            (true, true) => Some((lo, hi)),
            (false, false) => Some((lo, lo)),
            (start, _) => {
                let (mut same, mut other) = (lo, hi - 1);
                while other - same > 1 {
                    let middle = same.midpoint(other);
                    if holds(middle) == start {
                        same = middle;
                    } else {
                        other = middle;
                    }
                }
                Some(if start { (lo, other) } else { (other, hi) })
            }
        }
    }
}
