//! Products without tensor cores: each thread multiplies and adds the elements of the result that it has.
//!
//! Four steps along `k` at a time, a thread reads what its rows have of the left operand and what its columns have
//! of the right one, and adds the outer product of each step. It reads vectors of whichever lies together in shared
//! memory: four steps of a row, or a step of neighboring rows.

use super::builder::{add, call, element, index, times};
use super::load::zero;
use super::product::{Factor, same};
use super::tensor::rounded;
use super::{Destination, Lowerer};
use crate::ir::{BinOp, Expr, ExprKind, LocalId, LocalKind, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};

/// Steps along `k` that are read at once.
const STEPS: u32 = 4;

/// What a thread has read of an operand.
struct Part {
    local: LocalId,
    scalar: Scalar,
    /// Rows, or columns, that it has.
    count: u32,
    /// The steps of a row are together; else the rows of a step.
    steps_together: bool,
    /// To be rounded to tf32.
    rounded: bool,
}

impl Part {
    /// The number that belongs to this row and step, as a sum's.
    fn at(&self, row: Expr, step: Expr, sum: Scalar) -> Expr {
        let at = if self.steps_together {
            add(times(row, STEPS), step)
        } else {
            add(times(step, self.count), row)
        };
        let mut value = Expr::load(element(self.local, self.scalar, at));
        if self.rounded {
            value = rounded(value);
        }
        if self.scalar == sum {
            return value;
        }
        Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(sum))
    }
}

impl Lowerer<'_> {
    /// `target += left × right`.
    pub(super) fn outer_product(&mut self, target: &Destination, left: &Factor, right: &Factor, depth: u32) {
        let rows = target.layout.slice(COLUMNS);
        let columns = target.layout.slice(ROWS);
        let row_part = self.part("row_part", left, &rows, !left.transposed);
        let column_part = self.part("column_part", right, &columns, right.transposed);

        let k = self.builder.begin_for("k", depth.div_ceil(STEPS), false);
        let first = times(k, STEPS);
        self.read(&row_part, left, &rows, ROWS, &first);
        self.read(&column_part, right, &columns, COLUMNS, &first);
        let step = self.builder.begin_for("step", STEPS, true);
        let position = self.begin_registers(&target.layout, 1);
        let x = row_part.at(position.register_in(&rows), step.clone(), target.scalar);
        let y = column_part.at(position.register_in(&columns), step, target.scalar);
        let place = self.target_place(target, &position);
        let sum = Expr::load(place.clone());
        let value = if target.scalar.is_float() {
            let ty = Type::Scalar(target.scalar);
            call("mul_add", vec![x, y, sum], ty).unwrap_or_else(|| zero(target.scalar))
        } else {
            same(BinOp::Add, sum, same(BinOp::Mul, x, y))
        };
        self.builder.assign(place, value);
        self.end_position(&position);
        self.builder.end_all(2);
    }

    fn part(&mut self, name: &str, factor: &Factor, layout: &Layout, steps_together: bool) -> Part {
        let count = layout.registers();
        let ty = Type::array(Type::Scalar(factor.scalar), u64::from(count * STEPS));
        let local = self.builder.local(name, ty, LocalKind::Temp);
        self.builder.declare(local);
        Part { local, scalar: factor.scalar, count, steps_together, rounded: factor.rounded }
    }

    /// Reads the steps from `first` on of the rows, or columns, that the layout gives the thread.
    fn read(&mut self, part: &Part, factor: &Factor, layout: &Layout, axis: usize, first: &Expr) {
        // What the axis counts, counted by columns: so it has vectors.
        let along = if axis == ROWS { layout.transposed() } else { layout.clone() };
        let offset = |at: Expr, k: Expr| {
            let offset = if axis == ROWS { factor.offset(at, k) } else { factor.offset(k, at) };
            add(offset, factor.start.clone())
        };
        if part.steps_together {
            let position = self.begin_registers(&along, 1);
            let at = self.coordinate(&position, COLUMNS);
            let from = offset(at, first.clone());
            let most = (16 / part.scalar.size() as u32).min(STEPS);
            for step in (0..STEPS).step_by(most as usize) {
                let number = add(times(position.register(), STEPS), index(step));
                let to = element(part.local, part.scalar, number);
                self.move_elements(to, factor.element(add(from.clone(), index(step))), most);
            }
            self.end_position(&position);
            return;
        }
        let vector = along.vector().min(16 / part.scalar.size() as u32);
        let vector = if vector * part.scalar.size() as u32 >= 4 { vector } else { 1 };
        let step = self.builder.begin_for("step", STEPS, true);
        let position = self.begin_registers(&along, vector);
        let at = self.coordinate(&position, COLUMNS);
        let from = factor.element(offset(at, add(first.clone(), step.clone())));
        let number = add(times(step, part.count), position.register());
        let to = element(part.local, part.scalar, number);
        if vector > 1 {
            self.move_elements(to, from, vector);
        } else {
            self.builder.assign(to, Expr::load(from));
        }
        self.end_position(&position);
        self.builder.end();
    }
}
