//! Which power of two visibly divides a scalar: whether a load by elements begins at a whole vector, and for the
//! verifier whether what moves at once is aligned.
//!
//! A factor of 2ⁿ survives wrapping and casts between integers, since those keep the low bits.

use super::normal;
use crate::ir::{
    Addressing, BinOp, Callee, Expr, ExprKind, Function, Literal, LocalId, Scalar, Stmt, StmtKind, TileLoad,
    UnOp,
};

/// The exponent of zero.
pub const MOST: u32 = 63;

/// From here on exponents are all alike: no vector has more elements.
const VECTOR: u32 = 4;

/// For each local, the exponent of a power of two that divides each of its values.
#[derive(Clone, Debug, Default)]
pub struct Multiples(pub Vec<u32>);

impl Multiples {
    pub fn new(function: &Function) -> Multiples {
        let stable = normal::stable(function, &function.body);
        let mut multiples = Multiples(vec![0; function.locals.len()]);
        function.body.walk(&mut |stmt| multiples.stmt(stmt, &stable));
        multiples
    }

    /// Whether vectors of 16 bytes of the tensor's rows stay whole in the tile.
    pub fn in_vectors(&self, load: &TileLoad<'_>, size: usize) -> bool {
        match (load.by, load.coordinates.last()) {
            (Addressing::Elements, Some(column)) => size << self.exponent(column).min(VECTOR) >= 16,
            (Addressing::Indexed { axis: 1 }, _) => false,
            _ => true,
        }
    }

    fn stmt(&mut self, stmt: &Stmt, stable: &[bool]) {
        let (local, exponent) = match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => (*local, self.exponent(init)),
            StmtKind::For { local, start, step: Some(step), reversed: false, .. } => {
                (*local, self.exponent(start).min(self.exponent(step)))
            }
            _ => return,
        };
        if stable[local.0 as usize] || matches!(stmt.kind, StmtKind::For { .. }) {
            self.0[local.0 as usize] = exponent;
        }
    }

    fn of_local(&self, local: LocalId) -> u32 {
        self.0.get(local.0 as usize).copied().unwrap_or(0)
    }

    /// The exponent of a power of two that divides an integer.
    pub fn exponent(&self, expr: &Expr) -> u32 {
        let exponent = match &expr.kind {
            ExprKind::Literal(Literal::Int(value)) => value.trailing_zeros(),
            ExprKind::Load(place) if place.steps.is_empty() => self.of_local(place.base),
            ExprKind::Cast(of) if of.ty.scalar().is_some_and(Scalar::is_int) => self.exponent(of),
            ExprKind::Unary(UnOp::Neg, of) => self.exponent(of),
            ExprKind::Select { then, otherwise, .. } => self.exponent(then).min(self.exponent(otherwise)),
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let by = match &rhs.kind {
                    ExprKind::Literal(Literal::Int(by)) => u32::try_from(*by).ok(),
                    _ => None,
                };
                binary(*op, self.exponent(lhs), self.exponent(rhs), by)
            }
            // One of two, or nothing, or their difference.
            ExprKind::Call { callee: Callee::Intrinsic(row), args, .. }
                if matches!(row.name, "int_min" | "int_max" | "saturating_sub") =>
            {
                args.iter().map(|arg| self.exponent(arg)).min().unwrap_or(0)
            }
            _ => 0,
        };
        exponent.min(MOST)
    }
}

/// The same of what an operator makes of two integers; `by` is the second one where it is a literal.
pub fn binary(op: BinOp, left: u32, right: u32, by: Option<u32>) -> u32 {
    let exponent = match op {
        BinOp::Add | BinOp::Sub | BinOp::BitOr | BinOp::BitXor => left.min(right),
        BinOp::Mul => left + right,
        BinOp::Shl => left.saturating_add(by.unwrap_or(0)),
        BinOp::BitAnd => left.max(right),
        BinOp::Shr => left.saturating_sub(by.unwrap_or(MOST)),
        _ => 0,
    };
    exponent.min(MOST)
}
