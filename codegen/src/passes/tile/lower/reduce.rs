//! Reductions: over a thread's registers, then over the lanes of a warp, then over warps through shared memory.
//!
//! Every thread that had a part of a slice ends up with the whole slice's result. Sums of 16-bit floats are kept in `f32` and rounded
//! at the end. Elements beyond the tile's extent count for nothing.

use super::builder::{add, both, call, call_2, element, index, less, select, times};
use super::{Destination, Lowerer, Operand, Use, Value};
use crate::intrinsics::Reduce;
use crate::ir::{BinOp, Expr, ExprKind, FloatText, Literal, Scalar, Type};
use crate::passes::tile::layout::{Digit, WARP};

impl Lowerer<'_> {
    /// `target = from` reduced along the axis.
    pub(super) fn reduce(&mut self, target: &Destination, op: Reduce, axis: usize, from: Operand) {
        let from = self.in_registers(from);
        let Value::Registers(source, layout) = from.value.clone() else { return };
        let wide = match (op, from.scalar) {
            (Reduce::Sum, Scalar::F16 | Scalar::BF16) => Scalar::F32,
            (Reduce::Sum | Reduce::Min | Reduce::Max, scalar) => scalar,
        };
        let sliced = layout.slice(axis);
        let in_place = target.layout == sliced && target.scalar == wide && target.local != source;
        let total =
            if in_place { target.clone() } else { self.fresh("total", sliced.clone(), target.extents, wide) };

        let (inner, outer): (Vec<_>, Vec<_>) =
            layout.register_digits().into_iter().partition(|(at, _)| *at == axis);
        let slice = self.begin_digits(&layout, &outer, 1, Vec::new());
        let place = self.register_place(total.local, &sliced, wide, &slice);
        self.builder.assign(place.clone(), neutral(op, wide));
        let each = self.begin_digits(&layout, &inner, 1, Self::counters(&slice));
        let value = self.element_of(&from, &each);
        let value = if wide == from.scalar { value } else { cast(value, wide) };
        let inside = self.inside(&each, from.extents);
        let value = select(inside, value, neutral(op, wide));
        self.builder.assign(place.clone(), combine(op, Expr::load(place), value));
        self.end_position(&each);
        self.end_position(&slice);

        let (lanes, warps) = parts(layout.axes[axis].threads());
        self.reduce_lanes(op, &total, &lanes);
        if !warps.is_empty() {
            self.reduce_warps(op, &total, axis, &layout.replicas(), &lanes, &warps);
        }
        if !in_place {
            self.round(target, &total);
        }
    }

    /// Combines over lanes, by butterflies.
    fn reduce_lanes(&mut self, op: Reduce, total: &Destination, lanes: &[Digit]) {
        if lanes.is_empty() {
            return;
        }
        let position = self.begin_flat(&total.layout);
        let place = self.target_place(total, &position);
        for digit in lanes {
            let mut step = digit.div * digit.size;
            while step > digit.div {
                step /= 2;
                let mask = Expr::int(i128::from(step), Scalar::U32);
                let args = vec![Expr::load(place.clone()), mask];
                if let Some(exchanged) = call("lane_xor", args, place.ty.clone()) {
                    let other = self.builder.bind_new("other", exchanged, false);
                    self.builder.assign(place.clone(), combine(op, Expr::load(place.clone()), other));
                }
            }
        }
        self.end_position(&position);
    }

    /// Combines over warps: a lane of each writes its part, and all threads read all parts of their slices.
    fn reduce_warps(
        &mut self,
        op: Reduce,
        total: &Destination,
        axis: usize,
        replicas: &[Digit],
        lanes: &[Digit],
        warps: &[Digit],
    ) {
        let count: u32 = warps.iter().map(|digit| digit.size).product();
        let reach = total.layout.axes[1 - axis].reach();
        let buffer =
            self.buffer(total.scalar, Use::Reduction(self.turn), u64::from(count) * u64::from(reach));
        self.turn = !self.turn;
        let threads = total.layout.threads;

        let mut leads = Expr::bool(true);
        for digit in replicas.iter().chain(lanes) {
            let part = self.builder.thread_digit(*digit, threads);
            leads = both(leads, less(part, index(1)));
        }
        let mut warp = index(0);
        let mut below = 1;
        for digit in warps {
            let part = self.builder.thread_digit(*digit, threads);
            warp = add(warp, times(part, below));
            below *= digit.size;
        }
        self.builder.begin_if(leads);
        let position = self.begin_registers(&total.layout, 1);
        let slice = self.coordinate(&position, 1 - axis);
        let place = self.target_place(total, &position);
        let part = element(buffer, total.scalar, add(times(warp, reach), slice));
        self.builder.assign(part, Expr::load(place));
        self.end_position(&position);
        self.builder.end();

        let position = self.begin_registers(&total.layout, 1);
        let slice = self.coordinate(&position, 1 - axis);
        let place = self.target_place(total, &position);
        let first = element(buffer, total.scalar, slice.clone());
        self.builder.assign(place.clone(), Expr::load(first));
        let warp = self.builder.begin_range("w", index(1), index(count), None, true);
        let part = element(buffer, total.scalar, add(times(warp, reach), slice));
        self.builder.assign(place.clone(), combine(op, Expr::load(place), Expr::load(part)));
        self.builder.end();
        self.end_position(&position);
    }

    /// `target = total`, rounded to its type and in its layout.
    fn round(&mut self, target: &Destination, total: &Destination) {
        let mut rounded = total.operand();
        if !Self::is_readable(&rounded, &target.layout) {
            rounded = self.converted(&rounded, &target.layout);
        }
        let position = self.begin_registers(&target.layout, 1);
        let value = self.element_of(&rounded, &position);
        let value = if total.scalar == target.scalar { value } else { cast(value, target.scalar) };
        let place = self.target_place(target, &position);
        self.builder.assign(place, value);
        self.end_position(&position);
    }
}

/// Thread digits as those inside a warp and those that count warps.
fn parts(digits: impl Iterator<Item = Digit>) -> (Vec<Digit>, Vec<Digit>) {
    let mut lanes = Vec::new();
    let mut warps = Vec::new();
    for digit in digits {
        if digit.div >= WARP {
            warps.push(digit);
            continue;
        }
        let inside = digit.size.min(WARP / digit.div);
        lanes.push(Digit { size: inside, ..digit });
        if digit.size > inside {
            warps.push(Digit { div: digit.div * inside, size: digit.size / inside, ..digit });
        }
    }
    (lanes, warps)
}

fn combine(op: Reduce, a: Expr, b: Expr) -> Expr {
    let float = a.ty.scalar().is_some_and(Scalar::is_float);
    match (op, float) {
        (Reduce::Sum, _) => {
            let ty = a.ty.clone();
            Expr::binary(BinOp::Add, a, b, ty)
        }
        (Reduce::Min, true) => call_2("float_min", a, b),
        (Reduce::Min, false) => call_2("int_min", a, b),
        (Reduce::Max, true) => call_2("float_max", a, b),
        (Reduce::Max, false) => call_2("int_max", a, b),
    }
}

/// What changes nothing when it is combined. The least of NaN and a number is the number, so NaN it is, and the least of nothing
/// but NaN is NaN.
fn neutral(op: Reduce, scalar: Scalar) -> Expr {
    let literal = match op {
        // Plus zero would make one of a sum of minus zeros.
        Reduce::Sum if scalar.is_float() => Literal::Float(FloatText("-0.0".to_owned())),
        Reduce::Min | Reduce::Max if scalar.is_float() => Literal::Float(FloatText("NaN".to_owned())),
        Reduce::Sum => Literal::Int(0),
        Reduce::Min => Literal::Int(most(scalar)),
        Reduce::Max => Literal::Int(least(scalar)),
    };
    Expr::new(ExprKind::Literal(literal), Type::Scalar(scalar))
}

fn most(scalar: Scalar) -> i128 {
    let bits = scalar.bits() - u32::from(scalar.is_signed_int());
    (1i128 << bits) - 1
}

fn least(scalar: Scalar) -> i128 {
    if scalar.is_signed_int() { -(1i128 << (scalar.bits() - 1)) } else { 0 }
}

fn cast(value: Expr, scalar: Scalar) -> Expr {
    Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(scalar))
}
