//! Loops over a thread's registers of a tile, and what stands at each turn: which register, which coordinates.

use super::builder::{add, both, element, index, is_literal, less, times};
use super::{Destination, Lowerer, Operand, Value};
use crate::collections::sort_by_key;
use crate::compact::List;
use crate::ir::{Expr, LocalId, Place, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, Digit, Layout, ROWS};

/// Above so many registers of a tile its loops are not unrolled: it would not fit, and lies in local memory.
const MOST_UNROLLED: u32 = 256;

/// A turn of loops over registers.
#[derive(Clone)]
pub(super) struct Position {
    pub layout: Layout,
    /// The register digits, and what they are at this turn.
    pub(super) counters: Vec<(usize, Digit, Expr)>,
    /// The register's number, where the loop counts registers and no digits.
    pub(super) flat: Option<Expr>,
    /// Loops and blocks to end.
    pub(super) depth: usize,
}

impl Position {
    /// The register's number.
    pub fn register(&self) -> Expr {
        if let Some(flat) = &self.flat {
            return flat.clone();
        }
        let part =
            |sum, (_, digit, counter): &(usize, Digit, Expr)| add(sum, times(counter.clone(), digit.div));
        self.counters.iter().fold(index(0), part)
    }

    /// The number of the register with this element in another layout, whose axes agree or have one element.
    pub fn register_in(&self, other: &Layout) -> Expr {
        if *other == self.layout {
            return self.register();
        }
        let mut sum = index(0);
        for axis in [ROWS, COLUMNS] {
            let mut mine: Vec<_> = self.counters.iter().filter(|(at, ..)| *at == axis).list();
            sort_by_key(&mut mine, |(_, digit, _)| digit.stride);
            for (digit, (_, _, counter)) in other.axes[axis].registers().zip(mine) {
                sum = add(sum, times(counter.clone(), digit.div));
            }
        }
        sum
    }
}

impl Lowerer<'_> {
    /// Begins loops over all registers of a layout. Of consecutive columns, `chunk` are one turn.
    #[inline(never)]
    pub(super) fn begin_registers(&mut self, layout: &Layout, chunk: u32) -> Position {
        self.begin_digits(layout, &layout.register_digits(), chunk, Vec::new())
    }

    /// Begins loops over some digits, inside of loops over others.
    pub(super) fn begin_digits(
        &mut self,
        layout: &Layout,
        digits: &[(usize, Digit)],
        chunk: u32,
        outer: Vec<(usize, Digit, Expr)>,
    ) -> Position {
        let unroll = layout.registers() <= MOST_UNROLLED;
        let mut counters = outer;
        for (axis, digit) in digits {
            let is_vector = *axis == COLUMNS && digit.div == 1 && digit.stride == 1;
            let chunk = if is_vector { chunk } else { 1 };
            let name = if *axis == ROWS { "i" } else { "j" };
            let counter = self.builder.begin_for(name, digit.size / chunk, unroll);
            counters.push((*axis, *digit, times(counter, chunk)));
        }
        Position { layout: layout.clone(), counters, flat: None, depth: digits.len() }
    }

    /// Begins loops over what a thread has of a layout, where that needs no registers of its own: so many turns are
    /// unrolled, for as many loads under way at once, and the others are not, so that what belongs to each of them
    /// takes no registers either.
    pub(super) fn begin_few(&mut self, layout: &Layout, at_once: u32) -> Position {
        let digits = layout.register_digits();
        let mut left = at_once;
        let mut inner = Vec::with_capacity(digits.len());
        for (_, digit) in digits.iter().rev() {
            let unrolled =
                (1..=left.min(digit.size)).rev().find(|count| digit.size.is_multiple_of(*count)).unwrap_or(1);
            inner.push(unrolled);
            left /= unrolled;
        }
        inner.reverse();
        let name = |axis: usize| if axis == ROWS { "i" } else { "j" };
        let mut counters = Vec::with_capacity(digits.len());
        for ((axis, digit), inner) in digits.iter().zip(&inner) {
            let turn = self.builder.begin_for(name(*axis), digit.size / inner, false);
            counters.push((*axis, *digit, times(turn, *inner)));
        }
        for ((axis, _, counter), inner) in counters.iter_mut().zip(&inner) {
            let turn = self.builder.begin_for(name(*axis), *inner, true);
            *counter = add(counter.clone(), turn);
        }
        Position { layout: layout.clone(), counters, flat: None, depth: 2 * digits.len() }
    }

    /// Begins one loop over all registers of a layout, for what does not ask for coordinates.
    pub(super) fn begin_flat(&mut self, layout: &Layout) -> Position {
        let count = layout.registers();
        let counter = self.builder.begin_for("r", count, count <= MOST_UNROLLED);
        Position { layout: layout.clone(), counters: Vec::new(), flat: Some(counter), depth: 1 }
    }

    pub(super) fn end_position(&mut self, position: &Position) {
        self.builder.end_all(position.depth);
    }

    /// What the loops have counted so far, for loops inside.
    pub(super) fn counters(position: &Position) -> Vec<(usize, Digit, Expr)> {
        position.counters.clone()
    }

    /// The coordinate along an axis.
    #[inline(never)]
    pub(super) fn coordinate(&mut self, position: &Position, axis: usize) -> Expr {
        let own = self.thread_coordinate(position, axis);
        Self::with_registers(own, position, axis)
    }

    /// What the thread's number adds to the coordinate.
    pub(super) fn thread_coordinate(&mut self, position: &Position, axis: usize) -> Expr {
        self.builder.thread_part(position.layout.axes[axis].threads(), position.layout.threads)
    }

    /// A coordinate, with what the register's number adds to it.
    pub(super) fn with_registers(own: Expr, position: &Position, axis: usize) -> Expr {
        let counters = position.counters.iter().filter(|(at, ..)| *at == axis);
        counters.fold(own, |sum, (_, digit, counter)| add(sum, times(counter.clone(), digit.stride)))
    }

    /// The register of a tile in this position.
    pub(super) fn register_place(
        &self,
        local: LocalId,
        layout: &Layout,
        scalar: Scalar,
        position: &Position,
    ) -> Place {
        self.numbered_place(local, layout, scalar, position.register_in(layout))
    }

    /// The register with this number.
    pub(super) fn numbered_place(
        &self,
        local: LocalId,
        layout: &Layout,
        scalar: Scalar,
        number: Expr,
    ) -> Place {
        match layout.registers() {
            1 => Place::local(local, Type::Scalar(scalar)),
            _ => element(local, scalar, number),
        }
    }

    /// The register of the target in this position.
    pub(super) fn target_place(&self, target: &Destination, position: &Position) -> Place {
        self.register_place(target.local, &target.layout, target.scalar, position)
    }

    /// An operand's element at this position.
    #[inline(never)]
    pub(super) fn element_of(&mut self, operand: &Operand, position: &Position) -> Expr {
        match &operand.value {
            Value::Registers(local, layout) => {
                Expr::load(self.register_place(*local, layout, operand.scalar, position))
            }
            Value::Splat(scalar) => scalar.clone(),
            Value::Iota(axis) => {
                let coordinate = self.coordinate(position, *axis);
                as_scalar(coordinate, operand.scalar)
            }
        }
    }

    /// Whether the operand can be read in positions of the layout.
    #[inline(never)]
    pub(super) fn is_readable(operand: &Operand, layout: &Layout) -> bool {
        match &operand.value {
            Value::Registers(_, own) => [ROWS, COLUMNS].into_iter().all(|axis| {
                let one = operand.extents[axis] == 1 && own.axes[axis].digits.is_empty();
                one || own.axes[axis].agrees(&layout.axes[axis])
            }),
            Value::Splat(_) | Value::Iota(_) => true,
        }
    }

    /// Whether this position is inside of the tile, for what the layout pads.
    pub(super) fn inside(&mut self, position: &Position, extents: [u32; 2]) -> Expr {
        let mut inside = Expr::bool(true);
        for axis in [ROWS, COLUMNS] {
            if position.layout.is_padded(axis, extents[axis]) {
                let coordinate = self.coordinate(position, axis);
                inside = both(inside, less(coordinate, index(extents[axis])));
            }
        }
        inside
    }

    /// Whether this thread is the one of its replicas that speaks for them.
    #[inline(never)]
    pub(super) fn leads(&mut self, layout: &Layout) -> Expr {
        let mut leads = Expr::bool(true);
        for digit in layout.replicas() {
            let part = self.builder.thread_digit(digit, layout.threads);
            leads = both(leads, less(part, index(1)));
        }
        leads
    }
}

/// An index as an integer of another type.
#[inline(never)]
pub(super) fn as_scalar(value: Expr, scalar: Scalar) -> Expr {
    use crate::ir::ExprKind;
    if scalar == Scalar::Usize {
        return value;
    }
    if is_literal(&value) {
        return Expr::new(value.kind, Type::Scalar(scalar));
    }
    Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(scalar))
}
