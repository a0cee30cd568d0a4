//! Products without tensor cores: both operands in shared memory, each thread the elements of the result that it has.

use super::builder::{add, call, element, index, times};
use super::load::zero;
use super::{Destination, Lowerer, Operand, Use, Value};
use crate::ir::{Expr, ExprKind, LocalId, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, ROWS};

impl Lowerer<'_> {
    /// `target = a × b + c`, added up in the order of `k`.
    pub(super) fn product(&mut self, target: &Destination, a: &Operand, b: &Operand, c: Operand) {
        let depth = a.extents[COLUMNS];
        let [rows, columns] = [ROWS, COLUMNS].map(|axis| target.layout.axes[axis].reach());
        let left = self.staged(a, Use::Left, [rows, depth]);
        let right = self.staged(b, Use::Right, [depth, columns]);
        self.copy(target, c);

        let k = self.builder.begin_range("k", index(0), index(depth), None, false);
        let rows = target.layout.slice(COLUMNS);
        let columns = target.layout.slice(ROWS);
        let row_part = self.fresh("row", rows, [target.extents[ROWS], 1], Scalar::F32);
        let column_part = self.fresh("column", columns, [1, target.extents[COLUMNS]], Scalar::F32);

        let position = self.begin_registers(&row_part.layout, 1);
        let at = self.coordinate(&position, ROWS);
        let value = Expr::load(element(left.local, a.scalar, add(times(at, left.pitch), k.clone())));
        let place = self.target_place(&row_part, &position);
        self.builder.assign(place, widened(value));
        self.end_position(&position);

        let position = self.begin_registers(&column_part.layout, 1);
        let at = self.coordinate(&position, COLUMNS);
        let value = Expr::load(element(right.local, b.scalar, add(times(k, right.pitch), at)));
        let place = self.target_place(&column_part, &position);
        self.builder.assign(place, widened(value));
        self.end_position(&position);

        let position = self.begin_registers(&target.layout, 1);
        let x = self.element_of(&row_part.operand(), &position);
        let y = self.element_of(&column_part.operand(), &position);
        let place = self.target_place(target, &position);
        let sum = Expr::load(place.clone());
        let value = call("mul_add", vec![x, y, sum], Type::F32).unwrap_or_else(|| zero(Scalar::F32));
        self.builder.assign(place, value);
        self.end_position(&position);
        self.builder.end();
    }

    /// `target = from`, unless they are the same.
    fn copy(&mut self, target: &Destination, from: Operand) {
        if let Value::Registers(local, _) = &from.value {
            if *local == target.local {
                return;
            }
        }
        let from = if Self::is_readable(&from, &target.layout) {
            from
        } else {
            self.converted(&from, &target.layout)
        };
        let position = self.begin_registers(&target.layout, 1);
        let value = self.element_of(&from, &position);
        let place = self.target_place(target, &position);
        self.builder.assign(place, value);
        self.end_position(&position);
    }

    /// The operand in a shared array, of which so many rows and columns may be read.
    fn staged(&mut self, operand: &Operand, used: Use, reach: [u32; 2]) -> Staged {
        let layout = self.own_layout(operand);
        let pitch = operand.extents[COLUMNS];
        let [rows, columns] = [ROWS, COLUMNS].map(|axis| u64::from(reach[axis].max(operand.extents[axis])));
        let len = (rows - 1) * u64::from(pitch) + columns;
        let local = self.buffer(operand.scalar, used, len);
        self.spill(operand, &layout, local, pitch);
        Staged { local, pitch }
    }
}

struct Staged {
    local: LocalId,
    pitch: u32,
}

/// As `f32`.
fn widened(value: Expr) -> Expr {
    match value.ty.scalar() {
        Some(Scalar::F32) => value,
        _ => Expr::new(ExprKind::Cast(Box::new(value)), Type::F32),
    }
}
