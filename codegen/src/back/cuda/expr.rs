//! Expressions.
//!
//! Takes an expression of the IR; gives C++ text with its precedence, so that parentheses stand only where C++ needs
//! them. The text's value is the expression's. Its C++ type is the expression's only where `exact` is asked for
//! (arguments of templates and overloads); elsewhere literals go without suffixes, as a person writes them.
//! [`super::arith`] has the operators, [`super::call`] the calls.

use super::arith::is_literal;
use super::stmt::Writer;
use super::structs::is_empty;
use super::types;
use crate::compact::List;
use crate::ir::{BinOp, Check, Expr, ExprKind, Len, Literal, Place, Scalar, Step, Type};

/// How tightly an expression binds, as C++ ranks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Prec {
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl Prec {
    pub(super) fn of(op: BinOp) -> Prec {
        match op {
            BinOp::Add | BinOp::Sub => Prec::Sum,
            BinOp::Mul | BinOp::Div | BinOp::Rem => Prec::Product,
            BinOp::BitAnd => Prec::BitAnd,
            BinOp::BitOr => Prec::BitOr,
            BinOp::BitXor => Prec::BitXor,
            BinOp::Shl | BinOp::Shr => Prec::Shift,
            BinOp::And => Prec::And,
            BinOp::Or => Prec::Or,
            BinOp::Eq | BinOp::Ne => Prec::Equality,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => Prec::Relation,
        }
    }

    /// What binds one step tighter: the right operand of a left-associative operator.
    pub(super) fn above(self) -> Prec {
        match self {
            Prec::Ternary => Prec::Or,
            Prec::Or => Prec::And,
            Prec::And => Prec::BitOr,
            Prec::BitOr => Prec::BitXor,
            Prec::BitXor => Prec::BitAnd,
            Prec::BitAnd => Prec::Equality,
            Prec::Equality => Prec::Relation,
            Prec::Relation => Prec::Shift,
            Prec::Shift => Prec::Sum,
            Prec::Sum => Prec::Product,
            Prec::Product => Prec::Unary,
            Prec::Unary | Prec::Postfix => Prec::Postfix,
        }
    }
}

/// C++ text of an expression.
pub(super) struct Text {
    pub text: String,
    pub prec: Prec,
}

impl Text {
    pub(super) fn postfix(text: impl Into<String>) -> Text {
        Text { text: text.into(), prec: Prec::Postfix }
    }

    /// The text where at least `prec` must be.
    #[inline(never)]
    pub(super) fn at(self, prec: Prec) -> String {
        if self.prec < prec { format!("({})", self.text) } else { self.text }
    }

    /// `-x`, `~x`, `!x`.
    #[inline(never)]
    pub(super) fn prefixed(self, op: char) -> Text {
        let operand = self.at(Prec::Unary);
        // Two minus signs would be a decrement.
        let text =
            if operand.starts_with(op) { format!("{op}({operand})") } else { format!("{op}{operand}") };
        Text { text, prec: Prec::Unary }
    }

    /// `(type)x`.
    #[inline(never)]
    pub(super) fn cast(self, ty: &str) -> Text {
        Text { text: format!("({ty}){}", self.at(Prec::Unary)), prec: Prec::Unary }
    }

    pub(super) fn binary(op: BinOp, lhs: Text, rhs: Text) -> Text {
        let prec = Prec::of(op);
        let text = format!("{} {} {}", lhs.at(prec), op.symbol(), rhs.at(prec.above()));
        Text { text, prec }
    }
}

impl Writer<'_> {
    /// The value, in whatever C++ type holds it.
    pub(super) fn value(&mut self, expr: &Expr) -> Text {
        self.expr(expr, false)
    }

    /// The value in exactly its own C++ type.
    pub(super) fn exact(&mut self, expr: &Expr) -> Text {
        self.expr(expr, true)
    }

    pub(super) fn expr(&mut self, expr: &Expr, exact: bool) -> Text {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal, &expr.ty, exact),
            ExprKind::Capture(_) => Text::postfix("/* open */"),
            // What has no bytes is not there to be read.
            ExprKind::Load(place) if is_empty(&place.ty) && !place.steps.is_empty() => {
                Text::postfix(format!("{}{{}}", types::value(&place.ty, self.prelude)))
            }
            ExprKind::Load(place) => Text::postfix(self.place(place)),
            ExprKind::Len(local) => match self.known_len(*local) {
                Some(len) => self.literal(&Literal::Int(i128::from(len)), &expr.ty, exact),
                None => Text::postfix(self.names.len(*local)),
            },
            ExprKind::Unary(op, operand) => self.unary(*op, operand, exact),
            ExprKind::Binary { op, lhs, rhs, site } => self.binary(*op, lhs, rhs, *site, exact),
            ExprKind::Cast(operand) => self.cast(operand, &expr.ty),
            ExprKind::Select { condition, then, otherwise } => {
                let condition = self.choice(condition, then, otherwise).at(Prec::Or);
                // One branch in its own type gives the whole its type; narrow types are promoted all the same.
                let both = is_literal(then) && is_literal(otherwise);
                let then = self.expr(then, exact || both).at(Prec::Or);
                let otherwise = self.expr(otherwise, exact || both).at(Prec::Ternary);
                let text = Text { text: format!("{condition} ? {then} : {otherwise}"), prec: Prec::Ternary };
                self.narrowed(text, &expr.ty, exact)
            }
            ExprKind::Call { callee, args, site } => self.call(callee, args, *site, &expr.ty),
            ExprKind::Array(items) => {
                let ty = types::value(&expr.ty, self.prelude);
                Text::postfix(format!("{ty}{{{}}}", self.values(items).join(", ")))
            }
            ExprKind::Repeat(item) => {
                self.prelude.need("filled");
                let len = match expr.ty {
                    Type::Array(_, Len::Const(len)) => len,
                    Type::Array(..)
                    | Type::Unit
                    | Type::Scalar(_)
                    | Type::Atomic(_)
                    | Type::Slice { .. }
                    | Type::Tensor { .. }
                    | Type::Tile { .. }
                    | Type::Struct(_)
                    | Type::Tuple(_) => 0,
                    Type::Ref { .. } | Type::Capture(_) | Type::Infer(_) => 0,
                };
                Text::postfix(format!("kiln::filled<{len}>({})", self.exact(item).text))
            }
            ExprKind::Ref(place) if is_empty(&place.ty) && !place.steps.is_empty() => {
                self.prelude.need("nothing");
                Text::postfix(format!("kiln::nothing({}{{}})", types::value(&place.ty, self.prelude)))
            }
            ExprKind::Ref(place) => Text::postfix(self.place(place)),
            ExprKind::Make(fields) => {
                let ty = types::value(&expr.ty, self.prelude);
                Text::postfix(format!("{ty}{{{}}}", self.fields(fields).join(", ")))
            }
            ExprKind::LenOf(_) => Text::postfix("/* open */"),
            // The tile passes leave none of these.
            ExprKind::Extent { .. } | ExprKind::Tile { .. } => Text::postfix("/* tile */"),
        }
    }

    pub(super) fn values(&mut self, exprs: &[Expr]) -> Vec<String> {
        exprs.iter().map(|expr| self.value(expr).text).list()
    }

    /// The values of a struct's fields, as braces take them: in their own types, since braces do not narrow.
    pub(super) fn fields(&mut self, fields: &[(String, Expr)]) -> Vec<String> {
        let there = fields.iter().filter(|(_, value)| !is_empty(&value.ty));
        there.map(|(_, value)| self.expr(value, !is_literal(value)).text).list()
    }

    /// A variable or an element of memory; binds as a postfix expression.
    pub(super) fn place(&mut self, place: &Place) -> String {
        let mut text = self.names.local(place.base).to_owned();
        let function = self.function;
        let mut ty = function.local(place.base).ty.referent();
        // The length of a part, where that is what is indexed.
        let mut part: Option<&Expr> = None;
        for step in &place.steps {
            match step {
                Step::Index { index, check } => {
                    let len = match ty {
                        Type::Array(_, Len::Const(len)) => Some(*len),
                        Type::Slice { .. }
                        | Type::Array(..)
                        | Type::Unit
                        | Type::Scalar(_)
                        | Type::Tensor { .. }
                        | Type::Tile { .. }
                        | Type::Struct(_)
                        | Type::Tuple(_) => None,
                        Type::Atomic(_) | Type::Ref { .. } | Type::Capture(_) | Type::Infer(_) => None,
                    };
                    let index_text = self.index(place, index, *check, len, part.take());
                    text = format!("{text}[{index_text}]");
                    ty = ty.element().map_or(ty, Type::referent);
                }
                Step::Field(name) => {
                    let own = match ty {
                        Type::Struct(found) => self.prelude.structs.field(found, name),
                        Type::Unit
                        | Type::Scalar(_)
                        | Type::Array(..)
                        | Type::Atomic(_)
                        | Type::Slice { .. }
                        | Type::Ref { .. }
                        | Type::Tensor { .. }
                        | Type::Tile { .. }
                        | Type::Capture(_)
                        | Type::Infer(_)
                        | Type::Tuple(_) => "/* open */".to_owned(),
                    };
                    text = format!("{text}.{own}");
                    ty = ty.field(name).map_or(ty, Type::referent);
                }
                Step::Slice { start, len } => {
                    let items = if part.is_none() && matches!(ty, Type::Array(..)) { ".items" } else { "" };
                    let start = self.value(start).at(Prec::of(BinOp::Add).above());
                    text = format!("({text}{items} + {start})");
                    part = Some(len);
                }
            }
        }
        text
    }

    /// An index into an array of `len` elements, into a part of one, or into a slice.
    pub(super) fn index(
        &mut self,
        place: &Place,
        index: &Expr,
        check: Check,
        len: Option<u64>,
        part: Option<&Expr>,
    ) -> String {
        let text = self.value(index).text;
        let len = if part.is_some() { None } else { len };
        match (check, &index.kind, len) {
            (Check::Proven | Check::Unchecked, ..) => text,
            (Check::Checked(_), ExprKind::Literal(Literal::Int(value)), Some(len))
                if *value < i128::from(len) =>
            {
                text
            }
            (Check::Checked(site), ..) => {
                self.member("at");
                let len = match (part, len) {
                    (Some(part), _) => self.value(part).text,
                    (None, Some(len)) => len.to_string(),
                    (None, None) => self.names.len(place.base).to_owned(),
                };
                format!("kiln.at({text}, {len}, {})", site.0)
            }
        }
    }

    /// Notes that the function uses a member of `kiln`.
    pub(super) fn member(&mut self, name: &'static str) {
        self.fails = true;
        self.prelude.member(name);
    }

    /// Notes that the function divides by a divisor that is not known, through this function of the library.
    pub(super) fn division(&mut self, function: &str, scalar: Scalar) {
        self.member("divisor");
        let ty = types::scalar(scalar, self.prelude);
        self.prelude.division(function, ty);
    }
}
