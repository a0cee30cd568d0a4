//! Comparisons of floats that NVRTC must not make minima or maxima of, and ptxas no truths.
//!
//! `a < b ? a : b` is `b` where the two are zeros of different sign; a minimum is the negative one. NVRTC (13.0 at
//! least) heeds that for values that it does not know, and for `<=` and `>=`, but not for `<` and `>` beside a zero
//! that it knows, in the text or once it has inlined a function or written out a loop's first turn. So one side is
//! hidden from it where the comparison is with a zero of the sign that matters, or chooses between its own operands.
//! ptxas sees both, keeps the sign of zeros and takes no more instructions.
//!
//! ptxas knows that a magnitude and a power of two are not less than zero, also through sums, choices and signs, and
//! says so of NaN. Where a kernel has such a number, comparisons that would be known are written as their opposite.

use super::expr::Text;
use super::stmt::Writer;
use crate::ir::{BinOp, Block, Callee, Expr, ExprKind, Literal, MathTier, Scalar, Stmt, StmtKind, UnOp};

impl Writer<'_> {
    /// The condition of a choice between `then` and `otherwise`.
    pub(super) fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Text {
        self.hiding(condition, |side| side == then || side == otherwise)
    }

    /// The condition of a branch.
    pub(super) fn condition(&mut self, condition: &Expr, then: &Block, otherwise: &Block) -> Text {
        self.hiding(condition, |side| takes(then, side) || takes(otherwise, side))
    }

    /// A condition; where it compares floats that are no literals, and one of them is chosen, the right one is hidden.
    fn hiding(&mut self, condition: &Expr, chosen: impl Fn(&Expr) -> bool) -> Text {
        match &condition.kind {
            ExprKind::Unary(UnOp::Not, inner) => self.hiding(inner, chosen).prefixed('!'),
            // Of a literal it is known whether it is such a zero.
            ExprKind::Binary { op, lhs, rhs, .. }
                if is_strict(*op, lhs)
                    && [lhs, rhs].iter().all(|side| literal(side).is_none())
                    && [lhs, rhs].iter().any(|side| chosen(side)) =>
            {
                let right = self.hidden(rhs);
                Text::binary(*op, self.value(lhs), right)
            }
            _ => self.value(condition),
        }
    }

    /// A comparison of which ptxas may believe to know that it holds.
    pub(super) fn of_known_range(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr) -> Option<Text> {
        // `--use_fast_math` flushes what it compares.
        if self.prelude.tier == MathTier::Fast {
            return None;
        }
        let (op, side, (scalar, limit)) = match (literal(lhs), literal(rhs)) {
            (None, Some(limit)) => (op, lhs, limit),
            (Some(limit), None) => (op.mirrored(), rhs, limit),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let limit =
            if scalar == Scalar::F32 { f32::from_bits(limit.to_bits(scalar) as u32) } else { return None };
        // NVRTC compares the number behind a sign with the limit's opposite.
        let (op, side, limit) = match (&side.kind, op) {
            (ExprKind::Unary(UnOp::Neg, inner), BinOp::Lt | BinOp::Le) => (op.mirrored(), &**inner, -limit),
            _ => (op, side, limit),
        };
        let name = match op {
            BinOp::Ge => "at_least",
            BinOp::Gt => "above",
            _ => return None,
        };
        if limit > 0.0 || !limit.is_finite() || !self.knows_ranges() {
            return None;
        }
        self.prelude.need("otherwise");
        let side = self.value(side).text;
        Some(Text::postfix(format!("kiln::{name}({side}, {limit:?}f)")))
    }

    /// Whether the module has numbers of which ptxas knows that they are not less than zero.
    fn knows_ranges(&self) -> bool {
        let mut found = false;
        for function in &self.module.functions {
            function.body.walk_exprs(&mut |expr| {
                if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
                    found |= ["float_abs", "exp2"].contains(&row.name);
                }
            });
        }
        found
    }

    /// The right side of a comparison.
    pub(super) fn right_side(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr) -> Text {
        if is_strict(op, lhs) && meets_zero(op, lhs, rhs) { self.hidden(rhs) } else { self.value(rhs) }
    }

    fn hidden(&mut self, side: &Expr) -> Text {
        self.prelude.need("hidden");
        Text::postfix(format!("kiln::hidden({})", self.value(side).text))
    }
}

/// Whether it compares floats, of which one side comes before the other.
fn is_strict(op: BinOp, lhs: &Expr) -> bool {
    matches!(op, BinOp::Lt | BinOp::Gt) && matches!(lhs.ty.scalar(), Some(Scalar::F32 | Scalar::F64))
}

/// Whether a statement of the block stores or returns the compared value, or stores over it.
fn takes(block: &Block, side: &Expr) -> bool {
    block.0.iter().any(|Stmt { kind, .. }| match kind {
        StmtKind::Let { init: Some(value), .. } | StmtKind::Return(Some(value)) => value == side,
        StmtKind::Assign { place, op: None, value } => {
            value == side || matches!(&side.kind, ExprKind::Load(over) if over == place)
        }
        _ => false,
    })
}

/// Whether one side is a zero of the sign that a minimum or maximum would lose: `x < 0.0` and `x > -0.0`.
fn meets_zero(op: BinOp, lhs: &Expr, rhs: &Expr) -> bool {
    let (plus, minus) = if op == BinOp::Lt { (rhs, lhs) } else { (lhs, rhs) };
    zero(plus) == Some(false) || zero(minus) == Some(true)
}

/// Whether the literal is a zero, and has a sign.
fn zero(expr: &Expr) -> Option<bool> {
    let (scalar, literal) = literal(expr)?;
    let bits = literal.to_bits(scalar);
    let sign = 1 << (scalar.bits() - 1);
    (bits & !sign == 0).then_some(bits != 0)
}

fn literal(expr: &Expr) -> Option<(Scalar, &Literal)> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some((expr.ty.scalar()?, literal)),
        _ => None,
    }
}
