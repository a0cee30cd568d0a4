//! Expressions, conditions and jumps.

use super::asm::{Label, Reg, Width};
use super::local::{Storage, Writer};
use super::memory::is_wide_sum;
use super::value::{Val, width};
use super::{code, fold};
use crate::intrinsics::Effect;
use crate::ir::{BinOp, Callee, Expr, ExprKind, Place, Scalar, UnOp};

/// How many operations a branch of a selection may have to be computed for nothing.
const CHEAP: usize = 4;

impl Writer<'_> {
    /// The value of a scalar expression.
    #[inline(never)]
    pub(super) fn value(&mut self, expr: &Expr) -> Val {
        let scalar = scalar_of(expr);
        match &expr.kind {
            ExprKind::Literal(literal) => Val::Imm(literal.to_bits(scalar)),
            ExprKind::Load(place) => {
                let located = self.locate(place);
                self.read(&located, scalar)
            }
            ExprKind::Len(local) => self.len(*local),
            ExprKind::Unary(UnOp::Not, operand) if scalar.is_int() => {
                let value = self.value(operand);
                self.complement(value, scalar)
            }
            ExprKind::Unary(op, operand) => {
                let value = self.value(operand);
                self.unary(*op, value, scalar)
            }
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs, .. } => self.lazy(*op, lhs, rhs),
            _ if is_wide_sum(expr) => self.summed(expr),
            ExprKind::Binary { op, lhs, rhs, site } => {
                if let Some(value) = self.contracted(*op, lhs, rhs, scalar) {
                    return value;
                }
                let bits = matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor);
                let (a, b) =
                    if bits { (self.bits(lhs), self.bits(rhs)) } else { (self.value(lhs), self.value(rhs)) };
                let site = site.filter(|_| !rhs.is_safe_divisor());
                self.binary(*op, scalar_of(lhs), a, (b, scalar_of(rhs)), site)
            }
            ExprKind::Cast(operand) => {
                let from = scalar_of(operand);
                let mut value = self.value(operand);
                if scalar.is_float() && from.is_int() && !self.is_number(operand) {
                    value = self.hidden(value, from);
                }
                self.cast(value, from, scalar)
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.select(condition, then, otherwise, scalar)
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site } => {
                self.intrinsic(row, args, *site, &expr.ty).unwrap_or(Val::Imm(0))
            }
            // Whatever else there is does not survive the passes before, or is no scalar.
            ExprKind::Call { .. }
            | ExprKind::Capture(_)
            | ExprKind::LenOf(_)
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Make(_)
            | ExprKind::Ref(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. } => {
                self.missing("an expression that is not lowered");
                Val::Imm(0)
            }
        }
    }

    /// A register with the value.
    #[inline(never)]
    pub(super) fn register(&mut self, value: Val, scalar: Scalar) -> Reg {
        match value {
            Val::Reg(register) => register,
            Val::Imm(_) => {
                let wide = width(scalar);
                let text = self.text(value, scalar);
                self.asm.pure(&format!("mov.{}", wide.bits()), wide, text, &[])
            }
        }
    }

    /// An operand of `&`, `|` or `^`, of which the machine computes the complement by the way.
    fn bits(&mut self, expr: &Expr) -> Val {
        match &expr.kind {
            ExprKind::Unary(UnOp::Not, operand) => {
                let value = self.value(operand);
                self.unary(UnOp::Not, value, scalar_of(expr))
            }
            _ => self.value(expr),
        }
    }

    /// `a && b`, `a || b`.
    fn lazy(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr) -> Val {
        let a = self.value(lhs);
        let and = op == BinOp::And;
        if let Val::Imm(bits) = a {
            return if (bits != 0) == and { self.value(rhs) } else { a };
        }
        if self.is_cheap_test(rhs) {
            let b = self.value(rhs);
            return self.logic(op, a, b);
        }
        let result = self.asm.variable(Width::Pred);
        let text = self.text(a, Scalar::Bool);
        self.asm.assign(result, &text);
        let end = self.asm.label();
        self.asm.line(format!("@{}{text} bra {end}", if and { "!" } else { "" }));
        self.apart(|writer| {
            let b = writer.value(rhs);
            let text = writer.text(b, Scalar::Bool);
            writer.asm.assign(result, &text);
        });
        self.asm.place(end);
        Val::Reg(self.asm.set("mov.pred", Width::Pred, result.to_string()))
    }

    /// Runs what may not be reached.
    pub(super) fn apart<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let now = self.now.clone();
        self.asm.enter();
        let result = run(self);
        self.asm.leave();
        self.now = now;
        result
    }

    /// Writes what depends on these registers only and may have jumps of its own, where nothing has the same name
    /// already; where no loop changes them it stands before the loop.
    pub(super) fn whole(&mut self, key: String, uses: &[Reg], write: impl FnOnce(&mut Self) -> Val) -> Val {
        if let Some(known) = self.asm.known(&key) {
            return Val::Reg(known);
        }
        let whole = self.asm.enter_whole(uses);
        let value = write(self);
        self.asm.leave_whole(whole, key, value.register());
        value
    }

    fn select(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, scalar: Scalar) -> Val {
        if self.is_free(then) && self.is_free(otherwise) {
            let c = self.value(condition);
            if let Val::Imm(bits) = c {
                return self.value(if bits != 0 { then } else { otherwise });
            }
            let (a, b) = (self.value(then), self.value(otherwise));
            return self.chosen(c, a, b, scalar);
        }
        if let Some(truth) = self.known(condition) {
            return self.value(if truth { then } else { otherwise });
        }
        let result = self.asm.variable(width(scalar));
        let (other, end) = (self.asm.label(), self.asm.label());
        self.guarded(condition, other, |writer| {
            let value = writer.value(then);
            let text = writer.text(value, scalar);
            writer.asm.assign(result, &text);
        });
        self.asm.line(format!("bra.uni {end}"));
        self.asm.place(other);
        self.apart(|writer| {
            let value = writer.value(otherwise);
            let text = writer.text(value, scalar);
            writer.asm.assign(result, &text);
        });
        self.asm.place(end);
        Val::Reg(self.asm.set(&format!("mov.{}", result.width.bits()), result.width, result.to_string()))
    }

    /// Whether an expression may be computed where nobody asked for it: it cannot fail, reads no memory and is short.
    pub(super) fn is_cheap(&self, expr: &Expr) -> bool {
        self.costs_little(expr, &|place| place.steps.is_empty())
    }

    /// Whether an expression is cheap, or an element that is in a register.
    fn is_free(&self, expr: &Expr) -> bool {
        self.is_cheap(expr) || matches!(&expr.kind, ExprKind::Load(place) if self.is_in_register(place))
    }

    /// The same of a test of elements in registers: its result takes no registers that others need, as elements that
    /// are computed early do.
    fn is_cheap_test(&self, expr: &Expr) -> bool {
        self.costs_little(expr, &|place| self.is_in_register(place))
    }

    fn costs_little(&self, expr: &Expr, is_there: &dyn Fn(&Place) -> bool) -> bool {
        fn cost(expr: &Expr, is_there: &dyn Fn(&Place) -> bool) -> Option<usize> {
            let own = match &expr.kind {
                // The index of an array in registers is a number.
                ExprKind::Load(place) => return is_there(place).then_some(0),
                ExprKind::Literal(_) | ExprKind::Len(_) => 0,
                ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::Select { .. } => 1,
                ExprKind::Binary { op: BinOp::Div | BinOp::Rem, .. } => return None,
                ExprKind::Binary { .. } => 1,
                ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                    (row.effect == Effect::Pure && code::is_short(row)).then_some(1)?
                }
                _ => return None,
            };
            let mut sum = Some(own);
            expr.for_each_child(&mut |child| sum = sum.zip(cost(child, is_there)).map(|(a, b)| a + b));
            sum
        }
        cost(expr, is_there).is_some_and(|cost| cost <= CHEAP)
    }

    /// Whether a place is a variable, or an element of an array in registers.
    pub(super) fn is_in_register(&self, place: &Place) -> bool {
        let array = matches!(self.storage.get(place.base.0 as usize), Some(Storage::Registers(_)));
        place.steps.is_empty() || array && !place.is_checked()
    }

    /// Whether all of a condition is computed, whatever it turns out to be.
    pub(super) fn is_straight(&self, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Unary(UnOp::Not, operand) => self.is_straight(operand),
            ExprKind::Binary { op: BinOp::And | BinOp::Or, lhs, rhs, .. } => {
                self.is_straight(lhs) && self.is_cheap_test(rhs)
            }
            _ => true,
        }
    }

    /// `condition ? a : b`, both computed.
    pub(super) fn chosen(&mut self, condition: Val, a: Val, b: Val, scalar: Scalar) -> Val {
        let condition = match condition {
            Val::Imm(bits) => return if bits != 0 { a } else { b },
            Val::Reg(register) => register,
        };
        if a == b {
            return a;
        }
        if scalar == Scalar::Bool {
            let c = Val::Reg(condition);
            let not = self.unary(UnOp::Not, c, Scalar::Bool);
            let (then, otherwise) = (self.logic(BinOp::And, c, a), self.logic(BinOp::And, not, b));
            return self.logic(BinOp::Or, then, otherwise);
        }
        let (x, y) = (self.text(a, scalar), self.text(b, scalar));
        let wide = width(scalar);
        let mut uses = vec![condition];
        uses.extend([a, b].into_iter().filter_map(Val::register));
        let op = match wide {
            Width::B16 => "selp.b16",
            Width::B64 => "selp.b64",
            Width::B32 | Width::Pred => "selp.b32",
        };
        // An immediate of a float is one only where the instruction is on floats.
        let op = match scalar {
            Scalar::F32 => "selp.f32",
            Scalar::F64 => "selp.f64",
            _ => op,
        };
        Val::Reg(self.asm.pure(op, wide, format!("{x}, {y}, {condition}"), &uses))
    }

    /// `a & b`, `a | b`, `a ^ b` of `bool`.
    #[inline(never)]
    pub(super) fn logic(&mut self, op: BinOp, a: Val, b: Val) -> Val {
        match (op, a, b) {
            (_, Val::Imm(x), Val::Imm(y)) => Val::Imm(fold::binary(op, Scalar::Bool, x, y).unwrap_or(0)),
            (BinOp::And | BinOp::BitAnd, Val::Imm(bits), other)
            | (BinOp::And | BinOp::BitAnd, other, Val::Imm(bits)) => {
                if bits != 0 {
                    other
                } else {
                    Val::Imm(0)
                }
            }
            (BinOp::Or | BinOp::BitOr, Val::Imm(bits), other)
            | (BinOp::Or | BinOp::BitOr, other, Val::Imm(bits)) => {
                if bits != 0 {
                    Val::Imm(1)
                } else {
                    other
                }
            }
            (_, Val::Imm(bits), other) | (_, other, Val::Imm(bits)) => {
                if bits != 0 {
                    self.unary(UnOp::Not, other, Scalar::Bool)
                } else {
                    other
                }
            }
            (_, Val::Reg(a), Val::Reg(b)) => {
                let op = match op {
                    BinOp::And | BinOp::BitAnd => "and.pred",
                    BinOp::Or | BinOp::BitOr => "or.pred",
                    _ => "xor.pred",
                };
                Val::Reg(self.asm.pure(op, Width::Pred, format!("{a}, {b}"), &[a, b]))
            }
        }
    }

    /// Whether a condition holds, where that is known already.
    pub(super) fn known(&mut self, condition: &Expr) -> Option<bool> {
        if !self.is_cheap(condition) {
            return None;
        }
        match self.value(condition) {
            Val::Imm(bits) => Some(bits != 0),
            Val::Reg(_) => None,
        }
    }

    /// Runs what is reached where a condition holds; jumps elsewhere where it does not.
    pub(super) fn guarded(&mut self, condition: &Expr, to: Label, run: impl FnOnce(&mut Self)) {
        // What a condition with jumps of its own computes is not known on each way out of it.
        if self.is_straight(condition) {
            let value = self.value(condition);
            let now = self.now.clone();
            self.asm.enter_guarded();
            self.jump_when(value, to, false);
            run(self);
            self.asm.leave();
            self.now = now;
        } else {
            self.apart(|writer| {
                writer.jump(condition, to, false);
                run(writer);
            });
        }
    }

    /// Jumps where a condition is `when`. What it computes is known only where all of it is.
    #[inline(never)]
    pub(super) fn jump(&mut self, condition: &Expr, to: Label, when: bool) {
        match &condition.kind {
            ExprKind::Unary(UnOp::Not, operand) => return self.jump(operand, to, !when),
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs, .. }
                if !self.is_cheap_test(rhs) =>
            {
                // Either side decides alone, or both have to agree.
                let alone = (*op == BinOp::Or) == when;
                if alone {
                    self.jump(lhs, to, when);
                    // The right one is computed where the left one did not decide: what it computes is not known
                    // elsewhere, but all that is behind this jump is there.
                    self.jump(rhs, to, when);
                } else {
                    let past = self.asm.label();
                    self.apart(|writer| {
                        writer.jump(lhs, past, !when);
                        writer.jump(rhs, to, when);
                    });
                    self.asm.place(past);
                }
                return;
            }
            _ => {}
        }
        let value = self.value(condition);
        self.jump_when(value, to, when);
    }

    fn jump_when(&mut self, condition: Val, to: Label, when: bool) {
        match condition {
            Val::Imm(bits) if (bits != 0) == when => self.asm.line(format!("bra {to}")),
            Val::Imm(_) => {}
            Val::Reg(register) => {
                self.asm.line(format!("@{}{register} bra {to}", if when { "" } else { "!" }));
            }
        }
    }
}

/// The scalar type of an expression; of one that has none, any.
#[inline(never)]
pub(super) fn scalar_of(expr: &Expr) -> Scalar {
    expr.ty.scalar().unwrap_or(Scalar::U32)
}
