//! What a coordinate of a load or store is, in terms of the tile's place in the grid.

use crate::compact::List;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Function, Literal, LocalId, LocalKind, Place, Scalar, Step,
    StmtKind, Type,
};

/// A coordinate, as far as the rules of stores look.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Coordinate {
    /// `tile_id(axis)`.
    Id(u8),
    /// Counts from `tile_id(axis)` in steps of `tile_count(axis)`.
    Strided(u8),
    /// `tile_id(axis) / e`, with an `e` that every tile of the launch has alike, or the same of what counts from it in
    /// steps of `tile_count(axis)`.
    Quotient(u8, Expr),
    /// The remainder in the place of the quotient.
    Remainder(u8, Expr),
    /// `tile_id(axis) * n`, and less than `n` more.
    Block(u8, u64),
    /// `tile_id(axis) + e`.
    Shifted(u8, Expr),
    /// `e - tile_id(axis)`.
    Reversed(u8, Expr),
    Other,
}

/// How a local comes by its value.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// A scalar parameter that nothing assigns to.
    Param,
    /// Declared with this value, and never assigned to.
    Value(&'a Expr),
    Counter {
        start: &'a Expr,
        end: &'a Expr,
        inclusive: bool,
        step: Option<&'a Expr>,
    },
    Changes,
}

/// Where the values of a function's locals come from.
pub(super) struct Origins<'a> {
    origins: Vec<Origin<'a>>,
}

impl<'a> Origins<'a> {
    pub(super) fn of(function: &'a Function) -> Origins<'a> {
        let of = |kind| match kind {
            LocalKind::Param => Origin::Param,
            LocalKind::Let | LocalKind::Temp | LocalKind::Shared => Origin::Changes,
        };
        let mut all = Origins { origins: function.locals.iter().map(|local| of(local.kind)).list() };
        all.declared(&function.body);
        // An assignment anywhere, or a reference through which there may be one, spoils a declaration everywhere.
        function.body.for_each_change(&mut |place| all.set(place.base, Origin::Changes));
        all
    }

    fn set(&mut self, local: LocalId, origin: Origin<'a>) {
        if let Some(known) = self.origins.get_mut(local.0 as usize) {
            *known = origin;
        }
    }

    fn declared(&mut self, body: &'a Block) {
        body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => self.set(*local, Origin::Value(init)),
            StmtKind::For { local, start, end, inclusive, step, .. } => {
                let counter = Origin::Counter { start, end, inclusive: *inclusive, step: step.as_ref() };
                self.set(*local, counter);
            }
            _ => {}
        });
    }

    pub(super) fn origin(&self, local: LocalId) -> Origin<'a> {
        self.origins.get(local.0 as usize).copied().unwrap_or(Origin::Changes)
    }

    /// The expression behind names, and behind casts that change nothing.
    #[inline(never)]
    pub(super) fn behind<'e>(&self, expr: &'e Expr) -> &'e Expr
    where
        'a: 'e,
    {
        let mut expr = expr;
        loop {
            expr = match &expr.kind {
                ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => match self.origin(*base) {
                    Origin::Value(value) => value,
                    Origin::Param | Origin::Counter { .. } | Origin::Changes => return expr,
                },
                ExprKind::Load(Place { base, steps, .. }) => match self.item(*base, steps) {
                    Some(value) => value,
                    None => return expr,
                },
                ExprKind::Cast(inner) if inner.ty == expr.ty && expr.ty == Type::USIZE => inner,
                _ => return expr,
            };
        }
    }

    /// The element of an array that is never assigned to, such as one of a tensor's extents.
    fn item(&self, array: LocalId, steps: &[Step]) -> Option<&'a Expr> {
        let [Step::Index { index, .. }] = steps else { return None };
        match (self.origin(array), &index.kind) {
            (
                Origin::Value(Expr { kind: ExprKind::Array(items), .. }),
                ExprKind::Literal(Literal::Int(number)),
            ) => items.get(usize::try_from(*number).ok()?),
            _ => None,
        }
    }

    /// What a coordinate is.
    pub(super) fn coordinate(&self, expr: &Expr) -> Coordinate {
        let expr = self.behind(expr);
        if let Some(Machine::BlockIdx(axis)) = machine(expr) {
            return Coordinate::Id(axis);
        }
        match &expr.kind {
            ExprKind::Load(_) => self.strided(expr).map_or(Coordinate::Other, Coordinate::Strided),
            ExprKind::Binary { op: op @ (BinOp::Div | BinOp::Rem), lhs, rhs, .. } => {
                let lhs = self.behind(lhs);
                let axis = match machine(lhs) {
                    Some(Machine::BlockIdx(axis)) => Some(axis),
                    _ => self.strided(lhs),
                };
                match (axis, self.uniform(rhs)) {
                    (Some(axis), Some(e)) if *op == BinOp::Div => Coordinate::Quotient(axis, e),
                    (Some(axis), Some(e)) => Coordinate::Remainder(axis, e),
                    _ => Coordinate::Other,
                }
            }
            ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } => match self.scaled(lhs, rhs) {
                Some((axis, by)) => Coordinate::Block(axis, by),
                None => Coordinate::Other,
            },
            ExprKind::Binary { op: BinOp::Add, lhs, rhs, .. } => {
                let either = self.moved(lhs, rhs).or_else(|| self.moved(rhs, lhs));
                either.unwrap_or(Coordinate::Other)
            }
            ExprKind::Binary { op: BinOp::Sub, lhs, rhs, .. } => {
                match (self.uniform(lhs), machine(self.behind(rhs))) {
                    (Some(e), Some(Machine::BlockIdx(axis))) => Coordinate::Reversed(axis, e),
                    _ => self.lessened(lhs, rhs).unwrap_or(Coordinate::Other),
                }
            }
            _ => Coordinate::Other,
        }
    }

    /// The axis of a counter that goes from `tile_id(axis)` in steps of `tile_count(axis)`: no two tiles have one of
    /// its numbers.
    fn strided(&self, expr: &Expr) -> Option<u8> {
        let ExprKind::Load(Place { base, steps, .. }) = &expr.kind else { return None };
        match self.origin(*base) {
            Origin::Counter { start, step: Some(step), .. } if steps.is_empty() => {
                match (machine(self.behind(start)), machine(self.behind(step))) {
                    (Some(Machine::BlockIdx(from)), Some(Machine::GridDim(by))) if from == by => Some(from),
                    _ => None,
                }
            }
            Origin::Counter { .. } | Origin::Param | Origin::Value(_) | Origin::Changes => None,
        }
    }

    /// `tile_id(axis) * n` with a number that is written out, so that no product wraps.
    fn scaled(&self, lhs: &Expr, rhs: &Expr) -> Option<(u8, u64)> {
        let of = |id: &Expr, by: &Expr| match (machine(self.behind(id)), self.number(by)) {
            (Some(Machine::BlockIdx(axis)), Some(by)) if by > 0 && u32::try_from(by).is_ok() => {
                Some((axis, by))
            }
            _ => None,
        };
        of(lhs, rhs).or_else(|| of(rhs, lhs))
    }

    /// `tile_id(axis) + e`, or `tile_id(axis) * n` and less than `n` more.
    fn moved(&self, from: &Expr, by: &Expr) -> Option<Coordinate> {
        let from = self.behind(from);
        if let Some(Machine::BlockIdx(axis)) = machine(from) {
            return self.uniform(by).map(|by| Coordinate::Shifted(axis, by));
        }
        let ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } = &from.kind else { return None };
        let (axis, n) = self.scaled(lhs, rhs)?;
        let fits = match self.number(by) {
            Some(more) => more < n,
            None => self.counts_below(by, n),
        };
        fits.then_some(Coordinate::Block(axis, n))
    }

    /// `tile_id(axis) - e`, or `from - tile_id(axis) - e`.
    fn lessened(&self, from: &Expr, by: &Expr) -> Option<Coordinate> {
        let by = self.uniform(by)?;
        let less = |from| Expr::binary(BinOp::Sub, from, by, Type::USIZE);
        match self.coordinate(from) {
            Coordinate::Id(axis) => Some(Coordinate::Shifted(axis, less(Expr::int(0, Scalar::Usize)))),
            Coordinate::Shifted(axis, more) => Some(Coordinate::Shifted(axis, less(more))),
            Coordinate::Reversed(axis, from) => Some(Coordinate::Reversed(axis, less(from))),
            _ => None,
        }
    }

    /// The number behind names.
    fn number(&self, expr: &Expr) -> Option<u64> {
        match &self.behind(expr).kind {
            ExprKind::Literal(Literal::Int(number)) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// Whether the expression is the counter of a loop over numbers below `n`.
    fn counts_below(&self, expr: &Expr, n: u64) -> bool {
        let ExprKind::Load(Place { base, steps, .. }) = &self.behind(expr).kind else { return false };
        match self.origin(*base) {
            Origin::Counter { start: _, end, inclusive, step: _ } if steps.is_empty() => {
                self.number(end).is_some_and(|end| if inclusive { end < n } else { end <= n })
            }
            Origin::Param | Origin::Value(_) | Origin::Counter { .. } | Origin::Changes => false,
        }
    }

    /// The expression in terms of what every tile of a launch has alike, without sites; `None` where it depends on
    /// more.
    fn uniform(&self, expr: &Expr) -> Option<Expr> {
        let expr = self.behind(expr);
        let kind = match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Capture(_) | ExprKind::Extent { .. } => expr.kind.clone(),
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => match self.origin(*base) {
                Origin::Param => expr.kind.clone(),
                Origin::Value(_) | Origin::Counter { .. } | Origin::Changes => return None,
            },
            ExprKind::Binary { op, lhs, rhs, .. } => ExprKind::Binary {
                op: *op,
                lhs: Box::new(self.uniform(lhs)?),
                rhs: Box::new(self.uniform(rhs)?),
                site: None,
            },
            ExprKind::Cast(inner) => ExprKind::Cast(Box::new(self.uniform(inner)?)),
            ExprKind::Call { callee: callee @ Callee::Intrinsic(row), args, .. } => {
                let computes = match row.cpu {
                    Cpu::Machine(machine) => matches!(machine, Machine::GridDim(_)),
                    Cpu::Eval(_) | Cpu::Lanes { .. } => row.is_pure(),
                };
                if !computes {
                    return None;
                }
                let args = args.iter().map(|arg| self.uniform(arg)).collect::<Option<_>>()?;
                ExprKind::Call { callee: callee.clone(), args, site: None }
            }
            _ => return None,
        };
        Some(Expr::new(kind, expr.ty.clone()))
    }
}

/// What a call without operands asks the machine.
pub(super) fn machine(expr: &Expr) -> Option<Machine> {
    match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.cpu {
            Cpu::Machine(machine) => Some(machine),
            Cpu::Eval(_) | Cpu::Lanes { .. } => None,
        },
        _ => None,
    }
}
