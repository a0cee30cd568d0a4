//! Elements of a tile picked by number: the tile goes to shared memory, and each thread reads what its numbers ask for.

use super::builder::{add, both, element, index, less, select, times};
use super::load::zero;
use super::{Destination, Lowerer, Operand, Use};
use crate::ir::{Expr, ExprKind, Type};
use crate::passes::tile::layout::{COLUMNS, ROWS};

impl Lowerer<'_> {
    /// `target = from`, picked by numbers along the axis.
    pub(super) fn gather(&mut self, target: &Destination, axis: usize, from: &Operand, numbers: &Operand) {
        let numbers = self.readable(numbers.clone(), &target.layout);
        let [rows, columns] = from.extents;
        // Numbers that go down columns find each row in other banks.
        let pitch = if axis == ROWS || columns == 1 { columns } else { columns | 1 };
        let buffer = self.buffer(from.scalar, Use::Exchange, u64::from(rows) * u64::from(pitch));
        let layout = self.own_layout(from);
        self.spill(from, &layout, buffer, pitch);

        let position = self.begin_registers(&target.layout, 1);
        let number = self.element_of(&numbers, &position);
        let number = Expr::new(ExprKind::Cast(Box::new(number)), Type::USIZE);
        let number = self.builder.bind_new("number", number, false);
        let inside = self.inside(&position, target.extents);
        let inside = both(inside, less(number.clone(), index(from.extents[axis])));
        let mut at = [ROWS, COLUMNS].map(|of| {
            if of == axis {
                number.clone()
            } else if from.extents[of] == 1 {
                index(0)
            } else {
                self.coordinate(&position, of)
            }
        });
        at[ROWS] = times(at[ROWS].clone(), pitch);
        let [row, column] = at;
        let picked = Expr::load(element(buffer, from.scalar, add(row, column)));
        let place = self.target_place(target, &position);
        self.builder.assign(place, select(inside, picked, zero(from.scalar)));
        self.end_position(&position);
    }
}
