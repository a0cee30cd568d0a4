//! Integers of 128 bits, which are structs with operators, and the steps of long integers.

use super::program::Body;
use super::scope::Shape;
use super::types::{INTS, Ty};

impl Body<'_> {
    /// An integer of 128 bits by an operator or a function.
    pub(super) fn wide_value(&mut self, number: usize, depth: u32) -> String {
        let name = self.library.structs[number].name.clone();
        let is_unsigned = name == "U128";
        let depth = depth.saturating_sub(1);
        match self.random.below(9) {
            0 => format!("({} {} {})", self.struct_value(number, depth), "<<", self.expr(Ty::U32, depth)),
            1 => format!("({} {} {})", self.struct_value(number, depth), ">>", self.expr(Ty::U32, depth)),
            2 if is_unsigned => {
                format!("{name}::product({}, {})", self.expr(Ty::U64, depth), self.expr(Ty::U64, depth))
            }
            2 | 3 => format!("({}{})", if is_unsigned { "!" } else { "-" }, self.struct_value(number, depth)),
            4 => format!("{name}::from({})", self.expr(if is_unsigned { Ty::U64 } else { Ty::I64 }, depth)),
            5 => {
                let other =
                    self.library.structs.iter().position(|of| of.is_wide && of.name != name).unwrap_or(0);
                let method = if is_unsigned { "to_unsigned" } else { "to_signed" };
                format!("{}.{method}()", self.struct_value(other, depth))
            }
            _ => {
                let ops: &[&str] =
                    if is_unsigned { &["+", "-", "*", "&", "|", "^"] } else { &["+", "-", "*"] };
                let (left, right) = (self.struct_value(number, depth), self.struct_value(number, depth));
                format!("({left} {} {right})", self.random.pick(ops))
            }
        }
    }

    /// `a < b` of values that are no numbers of Rust's.
    pub(super) fn compared(&mut self, depth: u32) -> Option<String> {
        let found: Vec<usize> =
            (0..self.library.structs.len()).filter(|number| self.library.structs[*number].compares).collect();
        if found.is_empty() {
            return None;
        }
        let number = self.random.pick(&found);
        // The operators borrow.
        let before = std::mem::replace(&mut self.pure, true);
        let (left, right) = (self.struct_value(number, depth), self.struct_value(number, depth));
        self.pure = before;
        Some(format!("({left} {} {right})", self.random.pick(&["<", "<=", ">", ">=", "==", "!="])))
    }

    /// `let (sum, carry) = wide::carrying_add(a, b, carry);`
    pub(super) fn carry(&mut self) {
        let ty = self.random.pick(&INTS);
        let (function, third, second) = match self.random.below(4) {
            0 => ("carrying_add", Some(Ty::Bool), Ty::Bool),
            1 => ("borrowing_sub", Some(Ty::Bool), Ty::Bool),
            2 => ("carrying_mul", Some(ty), ty),
            _ => ("widening_mul", None, ty),
        };
        let mut args = vec![self.expr(ty, 2), self.expr(ty, 2)];
        if let Some(third) = third {
            args.push(self.expr(third, 1));
        }
        let (low, high) = (self.fresh(), self.fresh());
        self.line(format!("let (mut {low}, {high}) = wide::{function}({});", args.join(", ")));
        self.scopes.add(low, Shape::Scalar(ty), true);
        self.scopes.add(high, Shape::Scalar(second), false);
    }
}
