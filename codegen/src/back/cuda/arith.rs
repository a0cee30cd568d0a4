//! Literals, operators and casts.
//!
//! Where C++ and Rust differ, Rust's meaning is spelt out. Signed and narrow arithmetic is a tree in an unsigned
//! type with one cast at its root: `(i32)((u32)a * b + 1u)`.

use super::expr::{Prec, Text};
use super::stmt::Writer;
use super::types;
use crate::ir::{BinOp, Expr, ExprKind, Literal, Scalar, SiteId, Type, UnOp};

impl Writer<'_> {
    /// A cast back to a narrow type after C++ promoted the operands; only needed where the C++ type matters.
    pub(super) fn narrowed(&mut self, text: Text, ty: &Type, exact: bool) -> Text {
        match ty.scalar() {
            Some(scalar) if exact && types::is_narrow(scalar) => {
                text.cast(types::scalar(scalar, self.prelude))
            }
            Some(_) | None => text,
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal, ty: &Type, exact: bool) -> Text {
        let Some(scalar) = ty.scalar() else { return Text::postfix("/* open */") };
        let bits = literal.to_bits(scalar);
        match scalar {
            Scalar::Bool => Text::postfix(if bits != 0 { "true" } else { "false" }),
            Scalar::F32 => float(f32::from_bits(bits as u32)),
            Scalar::F64 => double(f64::from_bits(bits)),
            Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => {
                let name = types::scalar(scalar, self.prelude);
                let value = crate::intrinsics::widen(scalar, bits);
                Text::postfix(format!("{name}({})", float(value).text))
            }
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => {
                self.int(scalar.number(bits), scalar, exact)
            }
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => {
                self.int(i128::from(bits), scalar, exact)
            }
        }
    }

    pub(super) fn int(&mut self, value: i128, scalar: Scalar, exact: bool) -> Text {
        let small = i32::try_from(value).is_ok();
        let suffix = match scalar {
            Scalar::I64 | Scalar::Isize if exact || !small => "ll",
            Scalar::U64 | Scalar::Usize if exact || !small => "ull",
            Scalar::U32 if exact || !small => "u",
            _ if exact && types::is_narrow(scalar) => {
                return self.int(value, scalar, false).cast(types::scalar(scalar, self.prelude));
            }
            _ => "",
        };
        // The least value has no literal of its own: C++ negates a positive one.
        if value == i128::from(i64::MIN) || (value == i128::from(i32::MIN) && suffix.is_empty()) {
            return Text { text: format!("{}{suffix} - 1", value + 1), prec: Prec::Sum };
        }
        let prec = if value < 0 { Prec::Unary } else { Prec::Postfix };
        Text { text: format!("{value}{suffix}"), prec }
    }

    pub(super) fn unary(&mut self, op: UnOp, operand: &Expr, exact: bool) -> Text {
        let Some(scalar) = operand.ty.scalar() else { return Text::postfix("/* open */") };
        match op {
            UnOp::Neg if scalar.is_float() => self.value(operand).prefixed('-'),
            UnOp::Neg => self.wrapping(Modular::Neg(operand), scalar),
            UnOp::Not if scalar == Scalar::Bool => self.value(operand).prefixed('!'),
            UnOp::Not => {
                let text = self.expr(operand, exact || types::is_plain(scalar)).prefixed('~');
                // The complement of a promoted unsigned value is negative.
                if types::is_narrow(scalar) { text.cast(types::scalar(scalar, self.prelude)) } else { text }
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinOp,
        lhs: &Expr,
        rhs: &Expr,
        site: Option<SiteId>,
        exact: bool,
    ) -> Text {
        let Some(scalar) = lhs.ty.scalar() else { return Text::postfix("/* open */") };
        // Two bare literals would meet as `int`.
        let left_exact = (exact && !op.is_comparison()) || is_literal(lhs) && is_literal(rhs);
        if scalar.is_float() && op == BinOp::Rem {
            return self.math("fmodf", "fmod", scalar, &[lhs, rhs]);
        }
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl if scalar.is_int() => {
                self.wrapping(Modular::Binary(op, lhs, rhs), scalar)
            }
            BinOp::Div | BinOp::Rem if scalar.is_int() => self.divide(op, lhs, rhs, site, exact),
            BinOp::Shr => {
                let lhs = self.expr(lhs, left_exact || is_literal(lhs)).at(Prec::Shift);
                let amount = self.shift_amount(rhs, scalar);
                let text = Text { text: format!("{lhs} >> {amount}"), prec: Prec::Shift };
                self.narrowed(text, &Type::Scalar(scalar), exact)
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::Shl => {
                let text = Text::binary(op, self.expr(lhs, left_exact), self.value(rhs));
                self.narrowed(text, &Type::Scalar(scalar), exact)
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                let text = Text::binary(op, self.expr(lhs, left_exact), self.expr(rhs, exact));
                self.narrowed(text, &Type::Scalar(scalar), exact)
            }
            BinOp::And | BinOp::Or => Text::binary(op, self.value(lhs), self.value(rhs)),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                if let Some(text) = self.of_known_range(op, lhs, rhs) {
                    return text;
                }
                let right = self.right_side(op, lhs, rhs);
                Text::binary(op, self.expr(lhs, left_exact), right)
            }
        }
    }

    /// `a / b` or `a % b` of integers: through `kiln` where the divisor may be zero or the quotient overflow.
    pub(super) fn divide(
        &mut self,
        op: BinOp,
        lhs: &Expr,
        rhs: &Expr,
        site: Option<SiteId>,
        exact: bool,
    ) -> Text {
        let scalar = lhs.ty.scalar().unwrap_or(Scalar::I32);
        match site {
            Some(site) if !rhs.is_safe_divisor() => {
                let member = if op == BinOp::Div { "div" } else { "rem" };
                let (lhs, rhs) = (self.exact(lhs).text, self.exact(rhs).text);
                self.member(member);
                Text::postfix(format!("kiln.{member}({lhs}, {rhs}, {})", site.0))
            }
            Some(_) | None => {
                let left = self.expr(lhs, exact || is_literal(lhs));
                let text = Text::binary(op, left, self.value(rhs));
                self.narrowed(text, &Type::Scalar(scalar), exact)
            }
        }
    }

    /// The amount of a shift, masked to the width of the shifted type as Rust does; with the precedence of an operand.
    pub(super) fn shift_amount(&mut self, amount: &Expr, scalar: Scalar) -> String {
        let mask = scalar.bits() - 1;
        if let ExprKind::Literal(Literal::Int(value)) = &amount.kind {
            return (value & i128::from(mask)).to_string();
        }
        format!("({} & {mask})", self.value(amount).at(Prec::BitAnd))
    }

    /// A tree of wrapping operations, in the unsigned type of [`types::modular`], cast back at its root.
    pub(super) fn wrapping(&mut self, root: Modular<'_>, scalar: Scalar) -> Text {
        let text = self.modular_op(root, scalar);
        if matches!(scalar, Scalar::I8 | Scalar::I16) && root.may_negate() {
            return self.narrow(&text.text, scalar);
        }
        if types::is_plain(scalar) { text } else { text.cast(types::scalar(scalar, self.prelude)) }
    }

    /// An integer of 8 or 16 bits from the lower bits of a wider one, which may be a negation.
    fn narrow(&mut self, wide: &str, scalar: Scalar) -> Text {
        self.prelude.need("narrow");
        Text::postfix(format!("kiln::narrow<{}>({wide})", types::scalar(scalar, self.prelude)))
    }

    /// One operation of such a tree; its C++ type is the unsigned one.
    pub(super) fn modular_op(&mut self, op: Modular<'_>, scalar: Scalar) -> Text {
        match op {
            Modular::Neg(operand) => self.negated(operand, scalar),
            Modular::Binary(BinOp::Sub, zero, operand) if is_int(zero, 0) => self.negated(operand, scalar),
            Modular::Binary(BinOp::Mul, operand, by) | Modular::Binary(BinOp::Mul, by, operand)
                if is_int(by, -1) =>
            {
                self.negated(operand, scalar)
            }
            Modular::Binary(BinOp::Shl, lhs, rhs) => {
                let lhs = self.modular_exact(lhs, scalar).at(Prec::Shift);
                Text { text: format!("{lhs} << {}", self.shift_amount(rhs, scalar)), prec: Prec::Shift }
            }
            Modular::Binary(op, lhs, rhs) => {
                // One operand in the unsigned type turns the other into it.
                let (right, typed) = self.modular(rhs, scalar);
                let left = if typed { self.modular(lhs, scalar).0 } else { self.modular_exact(lhs, scalar) };
                Text::binary(op, left, right)
            }
        }
    }

    /// The negation of an integer, in the unsigned type. Of 32 bits no compiler knows that it is one.
    fn negated(&mut self, operand: &Expr, scalar: Scalar) -> Text {
        let text = self.modular_exact(operand, scalar);
        if scalar.bits() != 32 || is_literal(operand) {
            return text.prefixed('-');
        }
        self.prelude.need("negated");
        Text::postfix(format!("kiln::negated({})", text.text))
    }

    /// An operand of a wrapping operation, and whether its C++ type is the unsigned one.
    pub(super) fn modular(&mut self, expr: &Expr, scalar: Scalar) -> (Text, bool) {
        if let Some(op) = Modular::of(expr) {
            return (self.modular_op(op, scalar), true);
        }
        if types::is_plain(scalar) {
            return (self.value(expr), !is_literal(expr));
        }
        match &expr.kind {
            ExprKind::Literal(literal @ Literal::Int(0..)) => {
                (self.literal(literal, &Type::Scalar(types::modular(scalar)), true), true)
            }
            // A negative one, converted in so many words: the compiler remarks on it otherwise.
            ExprKind::Literal(_) => {
                let text = self.value(expr).cast(types::scalar(types::modular(scalar), self.prelude));
                (text, true)
            }
            // Signed and narrow values convert without change modulo the width.
            _ => (self.value(expr), false),
        }
    }

    /// An operand of a wrapping operation, in the unsigned type.
    pub(super) fn modular_exact(&mut self, expr: &Expr, scalar: Scalar) -> Text {
        if types::is_plain(scalar) && Modular::of(expr).is_none() {
            return self.exact(expr);
        }
        match self.modular(expr, scalar) {
            (text, true) => text,
            (text, false) => text.cast(types::scalar(types::modular(scalar), self.prelude)),
        }
    }

    pub(super) fn cast(&mut self, operand: &Expr, to: &Type) -> Text {
        let (Some(from), Some(to)) = (operand.ty.scalar(), to.scalar()) else {
            return Text::postfix("/* open */");
        };
        if from == to {
            return self.exact(operand);
        }
        let name = types::scalar(to, self.prelude);
        if types::is_half(from) || from.is_float8() {
            let wide = self.value(operand).cast("float");
            return match to {
                Scalar::F32 => wide,
                Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => {
                    Text::postfix(format!("{name}({})", wide.text))
                }
                Scalar::F64 => wide.cast(name),
                Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => {
                    self.truncated(&wide.text, name)
                }
                Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => {
                    self.truncated(&wide.text, name)
                }
            };
        }
        match to {
            Scalar::E4M3 | Scalar::E5M2 => Text::postfix(format!("{name}({})", self.value(operand).text)),
            Scalar::F16 | Scalar::BF16 if from == Scalar::F64 || from == Scalar::F32 => {
                Text::postfix(format!("{name}({})", self.value(operand).text))
            }
            Scalar::F16 | Scalar::BF16 => {
                // Rounded once: the wide type holds the integer, or the integer is past the end of `f16` anyway.
                let double = to == Scalar::BF16 && from.bits() > 16;
                let wide = self.value(operand).cast(if double { "double" } else { "float" });
                Text::postfix(format!("{name}({})", wide.text))
            }
            Scalar::F32 | Scalar::F64 | Scalar::Bool => self.value(operand).cast(name),
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize if from.is_float() => {
                let text = self.value(operand).text;
                self.truncated(&text, name)
            }
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize if from.is_float() => {
                let text = self.value(operand).text;
                self.truncated(&text, name)
            }
            Scalar::I16 if from.is_int() && from.bits() >= 16 && !is_literal(operand) => {
                let wide = self.value(operand).text;
                self.narrow(&wide, to)
            }
            // ptxas (13.0 at least) extends the sign beyond the 16 bits.
            Scalar::U16 if from == Scalar::I8 && !is_literal(operand) => {
                let wide = self.value(operand).text;
                self.narrow(&wide, to)
            }
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => {
                self.value(operand).cast(name)
            }
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => {
                self.value(operand).cast(name)
            }
        }
    }

    pub(super) fn truncated(&mut self, operand: &str, name: &str) -> Text {
        self.prelude.need("to");
        Text::postfix(format!("kiln::to<{name}>({operand})"))
    }
}

/// An operation modulo the width of its type.
#[derive(Clone, Copy)]
pub(super) enum Modular<'e> {
    Neg(&'e Expr),
    Binary(BinOp, &'e Expr, &'e Expr),
}

impl<'e> Modular<'e> {
    /// Whether a compiler that knows an operand may find that the tree negates the other: `0 - x`, `x * -1`, `!x + 1`.
    pub(super) fn may_negate(self) -> bool {
        let int = |expr: &Expr| match expr.kind {
            ExprKind::Literal(Literal::Int(n)) => Some(n),
            _ => None,
        };
        let inner = |expr: &Expr| Modular::of(expr).is_some_and(Modular::may_negate);
        match self {
            Modular::Neg(_) => true,
            Modular::Binary(BinOp::Shl, lhs, _) => inner(lhs),
            Modular::Binary(op, lhs, rhs) => {
                let found = match (op, int(lhs), int(rhs)) {
                    (BinOp::Sub, left, right) => left.is_none_or(|n| n == 0) && right.is_none(),
                    (BinOp::Mul, left, right) => left.or(right).is_none_or(|n| n == -1),
                    _ => [lhs, rhs].iter().any(|term| matches!(term.kind, ExprKind::Unary(UnOp::Not, _))),
                };
                found || inner(lhs) || inner(rhs)
            }
        }
    }

    /// The wrapping operation at the root of an integer expression.
    fn of(expr: &'e Expr) -> Option<Modular<'e>> {
        if !expr.ty.scalar().is_some_and(Scalar::is_int) {
            return None;
        }
        match &expr.kind {
            ExprKind::Unary(UnOp::Neg, operand) => Some(Modular::Neg(operand)),
            ExprKind::Binary {
                op: op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl),
                lhs,
                rhs,
                ..
            } => Some(Modular::Binary(*op, lhs, rhs)),
            _ => None,
        }
    }
}

fn is_int(expr: &Expr, value: i128) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Int(n)) if n == value)
}

/// Whether the text may be a bare integer literal, whose C++ type is `int`.
#[inline(never)]
pub(super) fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Len(_) => true,
        ExprKind::Unary(_, operand) => is_literal(operand),
        _ => false,
    }
}

/// The shortest decimal that reads back as the same value.
fn float(value: f32) -> Text {
    if !value.is_finite() {
        return Text::postfix(format!("__uint_as_float({:#x}u)", value.to_bits()));
    }
    let prec = if value.is_sign_negative() { Prec::Unary } else { Prec::Postfix };
    Text { text: format!("{value:?}f"), prec }
}

fn double(value: f64) -> Text {
    if !value.is_finite() {
        return Text::postfix(format!("__longlong_as_double({:#x}ll)", value.to_bits()));
    }
    let prec = if value.is_sign_negative() { Prec::Unary } else { Prec::Postfix };
    Text { text: format!("{value:?}"), prec }
}
