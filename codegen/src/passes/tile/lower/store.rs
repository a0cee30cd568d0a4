//! Stores: each element that the tensor has, by one thread.

use super::builder::{both, reference};
use super::load::{WIDEST, Window};
use super::panels::Panels;
use super::place::Position;
use super::{Lowerer, Operand, Value};
use crate::ir::{Expr, LocalId};
use crate::passes::tile::Variant;
use crate::passes::tile::layout::{COLUMNS, Layout};
use crate::passes::tile::plan::local_of;

/// A store, up to its loop over registers.
pub(super) struct Storing {
    pub operand: Operand,
    pub window: Window,
    pub leads: Expr,
    /// Elements that a thread moves at once.
    pub chunk: u32,
    /// How it goes through shared memory, if it does.
    pub panels: Option<Panels>,
}

impl Lowerer<'_> {
    pub(super) fn store(&mut self, tensor: LocalId, args: &[Expr]) {
        let Some(storing) = self.begin_store(tensor, args) else { return };
        if let Some(panels) = &storing.panels {
            return self.store_panels(&storing, panels, &mut |_, _| {});
        }
        let layout = self.own_layout(&storing.operand);
        let position = self.begin_registers(&layout, storing.chunk);
        self.store_at(&storing, &position);
        self.end_position(&position);
    }

    pub(super) fn begin_store(&mut self, tensor: LocalId, args: &[Expr]) -> Option<Storing> {
        let tensor = self.tensors.get(&tensor).cloned()?;
        let operand = args.last().and_then(local_of).map(|id| self.operand(id))?;
        let first = self.first_tile(&tensor, args);
        let mut layout = self.own_layout(&operand);
        let panels = match &operand.value {
            Value::Registers(..) => self.panels(&tensor, &layout, operand.extents),
            Value::Splat(_) | Value::Iota(_) => None,
        };
        if let Some(panels) = &panels {
            layout = panels.rows.clone();
        }
        self.note_store(tensor.slice, operand.extents, &layout);
        let chunk = match &operand.value {
            Value::Registers(..) => tensor.chunk(&layout, operand.extents, operand.scalar),
            Value::Splat(_) | Value::Iota(_) => 1,
        };
        self.tell_moves((&tensor, "stored"), (operand.scalar, chunk), operand.extents, &layout);
        let window = self.window(tensor, &first, operand.extents, &layout);
        let leads = self.leads(&layout);
        Some(Storing { operand, window, leads, chunk, panels })
    }

    /// Stores the elements of a turn.
    pub(super) fn store_at(&mut self, storing: &Storing, position: &Position) {
        let Storing { operand, window, leads, chunk, .. } = storing;
        let inside = self.in_window(window, position);
        self.builder.begin_if(both(leads.clone(), inside));
        let to = self.window_place(window, position);
        match &operand.value {
            Value::Registers(local, layout) if *chunk > 1 => {
                let from = self.register_place(*local, layout, operand.scalar, position);
                if *chunk * operand.scalar.size() as u32 == WIDEST {
                    self.builder.eval("store_16", vec![reference(to, true), reference(from, false)]);
                } else {
                    self.move_elements(to, from, *chunk);
                }
            }
            Value::Registers(..) | Value::Splat(_) | Value::Iota(_) => {
                let value = self.element_of(operand, position);
                self.builder.assign(to, value);
            }
        }
        self.builder.end();
    }

    /// The layout in which the operand lies, or in which it would where it lies nowhere.
    pub(super) fn own_layout(&self, operand: &Operand) -> Layout {
        match &operand.value {
            Value::Registers(_, layout) => layout.clone(),
            Value::Splat(_) | Value::Iota(_) => {
                let vector =
                    if self.target.variant == Variant::FAST { 16 / operand.scalar.size() as u32 } else { 1 };
                let vector = vector.min(1 << operand.extents[COLUMNS].trailing_zeros());
                Layout::strided(operand.extents, self.plan.threads, vector)
            }
        }
    }
}
