//! Reductions: over a thread's registers, then over the lanes of a warp, then over warps through shared memory,
//! then over the blocks of a cluster through each other's.
//!
//! Every thread that had a part of a slice ends up with the whole slice's result. Sums of 16-bit floats are kept in
//! `f32` and rounded at the end. Elements beyond the tile's extent count for nothing.

use super::builder::{add, both, call, call_2, element, index, less, reference, select, times};
use super::{Destination, Lowerer, Operand, Use, Value};
use crate::intrinsics::Reduce;
use crate::ir::{BinOp, Expr, ExprKind, FloatText, Literal, LocalId, Scalar, Type};
use crate::passes::tile::layout::{Digit, Layout, Source, WARP};

/// So many parts of warps and more are combined by the lanes of each warp.
const MANY_PARTS: u32 = 16;

impl Lowerer<'_> {
    /// `target = from` reduced along the axis.
    pub(super) fn reduce(&mut self, target: &Destination, op: Reduce, axis: usize, from: Operand) {
        let from = self.in_registers(from);
        let Value::Registers(source, layout) = from.value.clone() else { return };
        let total = self.total_of(target, op, axis, (source, &layout, from.scalar));
        self.fold_registers(op, &total, axis, &from, &layout);
        self.combine_threads(target, op, axis, &layout, &total);
    }

    /// Where a thread's part of a reduction goes: to its target, if that is of a suitable type and layout.
    pub(super) fn total_of(
        &mut self,
        target: &Destination,
        op: Reduce,
        axis: usize,
        (source, layout, scalar): (LocalId, &Layout, Scalar),
    ) -> Destination {
        let wide = match (op, scalar) {
            (Reduce::Sum, Scalar::F16 | Scalar::BF16) => Scalar::F32,
            (Reduce::Sum | Reduce::Min | Reduce::Max, scalar) => scalar,
        };
        let sliced = layout.slice(axis);
        let in_place = target.layout == sliced && target.scalar == wide && target.local != source;
        if in_place { target.clone() } else { self.fresh("total", sliced, target.extents, wide) }
    }

    /// `target` = what all threads have in `total`.
    pub(super) fn combine_threads(
        &mut self,
        target: &Destination,
        op: Reduce,
        axis: usize,
        layout: &Layout,
        total: &Destination,
    ) {
        let block = self.plan.block();
        let (lanes, warps) = parts(layout.axes[axis].threads(), WARP);
        let (warps, blocks) = parts(warps.into_iter(), block);
        let (replicas, _) = parts(layout.replicas().into_iter(), block);
        self.reduce_lanes(op, total, &lanes);
        if !blocks.is_empty() && warps_share(layout, axis) {
            self.reduce_cluster(op, total);
        } else {
            if !warps.is_empty() {
                self.reduce_warps(op, total, axis, &replicas, &lanes, &warps);
            }
            if !blocks.is_empty() {
                let others: Vec<Digit> = replicas.into_iter().chain(lanes).chain(warps).collect();
                self.reduce_blocks(op, total, axis, &others, &blocks);
            }
        }
        if total.local != target.local {
            self.round(target, total);
        }
    }

    /// `total` = what each thread has of `from` along the axis.
    pub(super) fn fold_registers(
        &mut self,
        op: Reduce,
        total: &Destination,
        axis: usize,
        from: &Operand,
        layout: &Layout,
    ) {
        let wide = total.scalar;
        let (inner, outer): (Vec<_>, Vec<_>) =
            layout.register_digits().into_iter().partition(|(at, _)| *at == axis);
        let slice = self.begin_digits(layout, &outer, 1, Vec::new());
        let place = self.register_place(total.local, &total.layout, wide, &slice);
        self.builder.assign(place.clone(), neutral(op, wide));
        let each = self.begin_digits(layout, &inner, 1, Self::counters(&slice));
        let value = self.element_of(from, &each);
        let value = if wide == from.scalar { value } else { cast(value, wide) };
        let inside = self.inside(&each, from.extents);
        let value = select(inside, value, neutral(op, wide));
        self.builder.assign(place.clone(), combine(op, Expr::load(place), value));
        self.end_position(&each);
        self.end_position(&slice);
    }

    /// Combines over lanes, by butterflies.
    pub(super) fn reduce_lanes(&mut self, op: Reduce, total: &Destination, lanes: &[Digit]) {
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
        let warp = self.number_of(warps, threads);
        self.builder.begin_if(leads);
        let position = self.begin_registers(&total.layout, 1);
        let slice = self.coordinate(&position, 1 - axis);
        let place = self.target_place(total, &position);
        let part = element(buffer, total.scalar, add(times(warp, reach), slice));
        self.builder.assign(part, Expr::load(place));
        self.end_position(&position);
        self.builder.end();

        if reach == 1 && count >= MANY_PARTS && count.is_power_of_two() && count <= WARP {
            // A lane takes one part, and the warp combines them.
            let lane = Digit { source: Source::Thread, div: 1, size: count, stride: 1 };
            let number = self.builder.thread_digit(lane, threads);
            let place = self.numbered_place(total.local, &total.layout, total.scalar, index(0));
            self.builder.assign(place, Expr::load(element(buffer, total.scalar, number)));
            self.reduce_lanes(op, total, &[lane]);
        } else {
            self.combine_parts(op, total, axis, buffer, count);
        }
    }

    /// Combines over all warps of a cluster, each of which has a part of the one slice: its lanes write the part to
    /// a block each, and after one barrier every warp has all parts in its own block.
    fn reduce_cluster(&mut self, op: Reduce, total: &Destination) {
        let place = self.numbered_place(total.local, &total.layout, total.scalar, index(0));
        let [parts] = self.exchange_parts(["parts"], total.scalar, [Expr::load(place.clone())]);
        let parts = self.read_parts(parts);
        for (number, part) in parts.into_iter().enumerate() {
            let part = if number == 0 { part } else { combine(op, Expr::load(place.clone()), part) };
            self.builder.assign(place.clone(), part);
        }
        let count = (total.layout.threads / WARP).min(WARP);
        let lanes = Digit { source: Source::Thread, div: 1, size: count, stride: 1 };
        self.reduce_lanes(op, total, &[lanes]);
    }

    /// Combines over the blocks of a cluster: a thread of each writes its part to every block's shared memory, and
    /// all threads read the parts of their slices in their own. `others` tells apart the threads of a block that
    /// have the same part.
    fn reduce_blocks(
        &mut self,
        op: Reduce,
        total: &Destination,
        axis: usize,
        others: &[Digit],
        blocks: &[Digit],
    ) {
        let count: u32 = blocks.iter().map(|digit| digit.size).product();
        let reach = total.layout.axes[1 - axis].reach();
        // An array of its own, which nobody writes to while others still read what was there before, but in a loop.
        let buffer = self.builder.shared("cluster_parts", total.scalar, u64::from(count) * u64::from(reach));
        if self.loops > 0 {
            self.builder.eval("cluster_sync", Vec::new());
        }
        self.builder.meet_cluster();
        let threads = total.layout.threads;
        let mut leads = Expr::bool(true);
        for digit in others {
            let part = self.builder.thread_digit(*digit, threads);
            leads = both(leads, less(part, index(1)));
        }
        let block = self.number_of(blocks, threads);
        self.builder.begin_if(leads);
        let position = self.begin_registers(&total.layout, 1);
        let slice = self.coordinate(&position, 1 - axis);
        let place = self.target_place(total, &position);
        let rank = self.builder.begin_for("rank", self.plan.cluster, true);
        let part = element(buffer, total.scalar, add(times(block, reach), slice));
        self.builder.eval("cluster_store", vec![reference(part, true), rank, Expr::load(place)]);
        self.builder.end();
        self.end_position(&position);
        self.builder.end();
        self.builder.eval("cluster_sync", Vec::new());
        self.combine_parts(op, total, axis, buffer, count);
    }

    /// The number that thread digits count.
    fn number_of(&mut self, digits: &[Digit], threads: u32) -> Expr {
        let mut number = index(0);
        let mut below = 1;
        for digit in digits {
            let part = self.builder.thread_digit(*digit, threads);
            number = add(number, times(part, below));
            below *= digit.size;
        }
        number
    }

    /// `total` = the parts in a shared array combined, of which there are so many for each slice.
    fn combine_parts(&mut self, op: Reduce, total: &Destination, axis: usize, buffer: LocalId, count: u32) {
        let reach = total.layout.axes[1 - axis].reach();
        let position = self.begin_registers(&total.layout, 1);
        let slice = self.coordinate(&position, 1 - axis);
        let place = self.target_place(total, &position);
        let first = element(buffer, total.scalar, slice.clone());
        self.builder.assign(place.clone(), Expr::load(first));
        let part = self.builder.begin_range("w", index(1), index(count), None, true);
        let part = element(buffer, total.scalar, add(times(part, reach), slice));
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

/// Thread digits as those inside of groups of so many threads, and those that count such groups.
fn parts(digits: impl Iterator<Item = Digit>, group: u32) -> (Vec<Digit>, Vec<Digit>) {
    let mut within = Vec::new();
    let mut groups = Vec::new();
    for digit in digits {
        if digit.div >= group {
            groups.push(digit);
            continue;
        }
        let inside = digit.size.min(group / digit.div);
        within.push(Digit { size: inside, ..digit });
        if digit.size > inside {
            groups.push(Digit { div: digit.div * inside, size: digit.size / inside, ..digit });
        }
    }
    (within, groups)
}

/// Whether all warps have a part each of the one slice along the axis, every lane of it.
pub(super) fn warps_share(layout: &Layout, axis: usize) -> bool {
    let along: u32 = layout.axes[axis].threads().map(|digit| digit.size).product();
    layout.replicas().is_empty() && along == layout.threads && layout.axes[1 - axis].reach() == 1
}

#[inline(never)]
pub(super) fn combine(op: Reduce, a: Expr, b: Expr) -> Expr {
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

/// What changes nothing when it is combined. The least of NaN and a number is the number, so NaN it is, and the
/// least of nothing but NaN is NaN.
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
