//! Counted loops: what a `for` counts over, and its turns where the bounds are known.

use super::{Expr, ExprKind, Literal, Scalar, StmtKind};

/// What a [`StmtKind::For`] counts over. Its bounds are expressions, or what a back end has made of them.
#[derive(Clone, Copy, Debug)]
pub struct Counted<B> {
    pub scalar: Scalar,
    pub start: B,
    pub end: B,
    pub inclusive: bool,
    /// One where there is none.
    pub step: Option<B>,
    pub reversed: bool,
}

/// The turns of a loop that has at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The bits of the counter in the first turn.
    pub first: u64,
    /// How many turns follow the first.
    pub more: u64,
}

impl<B> Counted<B> {
    /// The turns for these bits of the bounds and the step. They are counted before the first turn, so that neither
    /// bound nor step can overflow on the way. `None` if the range is empty.
    #[inline]
    pub fn turns(&self, start: u64, end: u64, step: u64) -> Option<Turns> {
        let (a, b) = (self.scalar.number(start), self.scalar.number(end));
        let last = if self.inclusive { b } else { b - 1 };
        if a > last {
            return None;
        }
        // At most 2^64 - 1, since both ends have 64 bits.
        let distance = (last - a) as u64;
        let more = match step {
            0 | 1 => distance,
            _ => distance / step,
        };
        let first = if self.reversed { start.wrapping_add(more.wrapping_mul(step)) } else { start };
        Some(Turns { first: first & self.scalar.mask(), more })
    }
}

impl Counted<&Expr> {
    /// The turns of a loop whose bounds and step are literals.
    pub fn literal_turns(&self) -> Option<Option<Turns>> {
        let bits = |expr: &Expr| match &expr.kind {
            ExprKind::Literal(literal @ Literal::Int(_)) => Some(literal.to_bits(self.scalar)),
            _ => None,
        };
        let step = self.step.map_or(Some(1), bits)?;
        Some(self.turns(bits(self.start)?, bits(self.end)?, step))
    }
}

impl StmtKind {
    /// What the statement counts over, if it is a `for`.
    pub fn counted(&self) -> Option<Counted<&Expr>> {
        let StmtKind::For { start, end, inclusive, step, reversed, .. } = self else { return None };
        let scalar = start.ty.scalar().unwrap_or(Scalar::Usize);
        let (inclusive, reversed) = (*inclusive, *reversed);
        Some(Counted { scalar, start, end, inclusive, step: step.as_ref(), reversed })
    }
}

impl Scalar {
    /// The bits of an integer as the number that they are.
    #[inline]
    pub fn number(self, bits: u64) -> i128 {
        if !self.is_signed_int() {
            return i128::from(bits);
        }
        let above = 64 - self.bits();
        i128::from((bits << above) as i64 >> above)
    }

    /// The bits that a value has.
    #[inline]
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}
