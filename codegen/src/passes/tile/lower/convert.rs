//! Exchange through shared memory: other layouts, transposes, reshapes.
//!
//! One thread of each element writes it, row by row, and every thread reads what it wants. What pads a layout is
//! not written; what is read for it is anything.

use super::builder::{add, both, element, times};
use super::load::vector;
use super::place::Position;
use super::{Destination, Lowerer, Operand, Use, Value};
use crate::ir::{Expr, LocalId, Place};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};

/// How a tile is read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Same,
    Transposed,
    /// In row-major order, into another shape.
    Reshaped,
}

impl Lowerer<'_> {
    /// The operand in registers, with axes that agree with those of a layout for larger tiles where it has more
    /// than one element.
    pub(super) fn converted(&mut self, operand: &Operand, layout: &Layout) -> Operand {
        let mut wanted = layout.clone();
        for axis in [ROWS, COLUMNS] {
            if operand.extents[axis] == 1 {
                wanted = wanted.slice(axis);
            }
        }
        let target = self.fresh("exchanged", wanted, operand.extents, operand.scalar);
        self.exchange(&target, operand, Read::Same);
        target.operand()
    }

    /// The operand as positions of the layout can read it.
    pub(super) fn readable(&mut self, operand: Operand, layout: &Layout) -> Operand {
        if Self::is_readable(&operand, layout) { operand } else { self.converted(&operand, layout) }
    }

    pub(super) fn transpose(&mut self, target: &Destination, from: Operand) {
        let from = self.in_registers(from);
        match &from.value {
            // A row becomes a column, or a layout its mirror image: each register stays.
            Value::Registers(local, layout)
                if layout.transposed() == target.layout && *local != target.local =>
            {
                let position = self.begin_flat(&target.layout);
                let value = self.numbered_place(*local, layout, from.scalar, position.register());
                let place = self.target_place(target, &position);
                self.builder.assign(place, Expr::load(value));
                self.end_position(&position);
            }
            _ => self.exchange(target, &from, Read::Transposed),
        }
    }

    pub(super) fn reshape(&mut self, target: &Destination, from: Operand) {
        let same = from.extents == target.extents;
        // A row becomes a column.
        let turned = from.extents.contains(&1) && from.extents[ROWS] == target.extents[COLUMNS];
        let from = self.in_registers(from);
        match &from.value {
            Value::Registers(_, layout) if turned && layout.transposed() == target.layout => {
                self.transpose(target, from);
            }
            Value::Registers(_, layout) if same && *layout == target.layout => {
                let position = self.begin_flat(&target.layout);
                let value = self.element_of(&from, &position);
                let place = self.target_place(target, &position);
                self.builder.assign(place, value);
                self.end_position(&position);
            }
            _ => self.exchange(target, &from, Read::Reshaped),
        }
    }

    /// The operand in registers, if it is nowhere yet.
    pub(super) fn in_registers(&mut self, operand: Operand) -> Operand {
        match &operand.value {
            Value::Registers(..) => operand,
            Value::Splat(_) | Value::Iota(_) => {
                let layout = self.own_layout(&operand);
                let target = self.fresh("tile", layout, operand.extents, operand.scalar);
                let position = self.begin_registers(&target.layout, 1);
                let value = self.element_of(&operand, &position);
                let place = self.target_place(&target, &position);
                self.builder.assign(place, value);
                self.end_position(&position);
                target.operand()
            }
        }
    }

    /// Writes a tile in registers to shared memory and reads it back into the target.
    fn exchange(&mut self, target: &Destination, from: &Operand, read: Read) {
        let Value::Registers(local, layout) = &from.value else { return };
        let name = self.builder.function.local(*local).name.clone();
        let [rows, columns] = from.extents;
        let scalar = from.scalar.name();
        let why = match read {
            Read::Same => "since it is used in another layout than its own",
            Read::Transposed => "to be transposed",
            Read::Reshaped => "to be reshaped",
        };
        self.builder
            .note(format!("`{name}`, {rows} × {columns} of {scalar}, passes through shared memory {why}"));
        // Rows of an odd number of words apart: a column of them is in different banks.
        let pitch = match read {
            Read::Transposed if columns > 1 => columns | 1,
            Read::Transposed | Read::Same | Read::Reshaped => columns,
        };
        let [rows_read, columns_read] =
            [ROWS, COLUMNS].map(|axis| u64::from(target.layout.axes[axis].reach()) - 1);
        let last_read = match read {
            Read::Same => rows_read * u64::from(pitch) + columns_read,
            Read::Transposed => columns_read * u64::from(pitch) + rows_read,
            Read::Reshaped => rows_read * u64::from(target.extents[COLUMNS]) + columns_read,
        };
        let written = u64::from(from.extents[ROWS]) * u64::from(pitch);
        let buffer = self.buffer(from.scalar, Use::Exchange, written.max(last_read + 1));
        self.spill(from, &layout.clone(), buffer, pitch);
        let vectors = match read {
            Read::Same | Read::Reshaped => vector(&target.layout, target.extents, target.scalar),
            Read::Transposed => 1,
        };
        let position = self.begin_registers(&target.layout, vectors);
        let row = self.coordinate(&position, ROWS);
        let column = self.coordinate(&position, COLUMNS);
        let at = match read {
            Read::Same => add(times(row, pitch), column),
            Read::Transposed => add(times(column, pitch), row),
            Read::Reshaped => add(times(row, target.extents[COLUMNS]), column),
        };
        let source = element(buffer, from.scalar, at);
        self.register_moved(target, &position, source, vectors);
        self.end_position(&position);
    }

    fn register_moved(&mut self, target: &Destination, position: &Position, source: Place, count: u32) {
        let place = self.target_place(target, position);
        if count > 1 {
            self.move_elements(place, source, count);
        } else {
            self.builder.assign(place, Expr::load(source));
        }
    }

    /// Writes a tile to a shared array, row by row.
    pub(super) fn spill(&mut self, from: &Operand, layout: &Layout, buffer: LocalId, pitch: u32) {
        let count = match &from.value {
            Value::Registers(..) if pitch.is_multiple_of(layout.vector()) => {
                vector(layout, from.extents, from.scalar)
            }
            Value::Registers(..) | Value::Splat(_) | Value::Iota(_) => 1,
        };
        let position = self.begin_registers(layout, count);
        let inside = self.inside(&position, from.extents);
        let leads = self.leads(layout);
        self.builder.begin_if(both(leads, inside));
        let row = self.coordinate(&position, ROWS);
        let column = self.coordinate(&position, COLUMNS);
        let place = element(buffer, from.scalar, add(times(row, pitch), column));
        match &from.value {
            Value::Registers(local, layout) if count > 1 => {
                let source = self.register_place(*local, layout, from.scalar, &position);
                self.move_elements(place, source, count);
            }
            Value::Registers(..) | Value::Splat(_) | Value::Iota(_) => {
                let value = self.element_of(from, &position);
                self.builder.assign(place, value);
            }
        }
        self.builder.end();
        self.end_position(&position);
    }
}
