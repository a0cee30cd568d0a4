//! Which extents of a tile kernel's tensors must agree: conditions that the launch checks.
//!
//! 1. **Asserts.** `assert!(a.cols() == b.rows())` and its like, at the top of the body and of what a launch gives,
//!    leave the kernel and become conditions. So the device does not check them, and a launch that breaks one runs
//!    nothing.
//! 2. **Products.** In a loop over an axis of one operand, a product of tiles reads that axis of both operands with the
//!    loop's counter. Their extents must be the same: a load beyond the shorter one would give zeros. A loop to
//!    another end, such as `a.cols().max(b.rows())`, asks for nothing.

use super::coordinates::{Origin, Origins};
use super::precondition::{Condition, Quantity};
use crate::collections::sort;
use crate::compact::List;
use crate::ir::{
    Addressing, BinOp, Expr, ExprKind, Function, FunctionKind, Literal, LocalId, Place, Scalar, Site, SiteId,
    SiteKind, Stmt, StmtKind, TileOp, Type, UnOp,
};

/// A sum of products.
type Sum = Vec<(i128, Vec<Quantity>)>;

/// The conditions of a tile kernel, whose asserts of what a launch gives it loses.
pub fn conditions(kernel: &mut Function, sites: &[Site]) -> Vec<Condition> {
    if kernel.kind != FunctionKind::Kernel || kernel.attrs.tile.is_none() {
        return Vec::new();
    }
    let found = Finder { kernel, sites, origins: Origins::of(kernel) };
    let (mut conditions, mut asserts) = (Vec::new(), Vec::new());
    for (at, stmt) in kernel.body.0.iter().enumerate() {
        if may_return(stmt) {
            break;
        }
        if let Some(asserted) = found.asserted(&stmt.kind) {
            conditions.extend(asserted);
            asserts.push(at);
        }
    }
    kernel.body.walk_operands(&mut |expr| found.product(expr, &mut conditions));
    sort(&mut conditions);
    conditions.dedup();
    let mut at = 0;
    kernel.body.0.retain(|_| {
        at += 1;
        !asserts.contains(&(at - 1))
    });
    conditions
}

/// Whether what follows a statement may not run, but for a failure.
fn may_return(stmt: &Stmt) -> bool {
    stmt.any(&mut |stmt| stmt.is_jump() && !matches!(stmt.kind, StmtKind::Fail { .. }))
}

struct Finder<'a> {
    kernel: &'a Function,
    sites: &'a [Site],
    origins: Origins<'a>,
}

/// A tile of an operand, and the axes of its tensor and the coordinates, row first.
struct Operand<'e> {
    tensor: LocalId,
    axes: [(u8, &'e Expr); 2],
}

impl Finder<'_> {
    /// The conditions that a statement asserts, if a launch gives all that they speak of.
    fn asserted(&self, stmt: &StmtKind) -> Option<Vec<Condition>> {
        let StmtKind::If { condition, then, otherwise } = stmt else { return None };
        let ([fail], []) = (then.0.as_slice(), otherwise.0.as_slice()) else { return None };
        let (StmtKind::Fail { .. }, ExprKind::Unary(UnOp::Not, asserted)) = (&fail.kind, &condition.kind)
        else {
            return None;
        };
        let ExprKind::Binary { op, lhs, rhs, .. } = &asserted.kind else { return None };
        let (left, right) = (self.sum(lhs)?, self.sum(rhs)?);
        if left.iter().chain(&right).all(|(_, of)| of.is_empty()) {
            return None;
        }
        let sides = (self.text(lhs), self.text(rhs));
        let help = self.message(fail.site).unwrap_or("launch it with arguments that agree");
        let help = format!("the kernel asserts it: {help}");
        let of = |symbol: &str, offset, greater: &Sum, less: &Sum| Condition {
            terms: difference(greater, less, offset),
            text: format!("{} {symbol} {}", sides.0, sides.1),
            help: help.clone(),
        };
        Some(match op {
            BinOp::Eq => vec![of("==", 0, &left, &right), of("==", 0, &right, &left)],
            BinOp::Ge => vec![of(">=", 0, &left, &right)],
            BinOp::Gt => vec![of(">", -1, &left, &right)],
            BinOp::Le => vec![of("<=", 0, &right, &left)],
            BinOp::Lt => vec![of("<", -1, &right, &left)],
            _ => return None,
        })
    }

    /// The user's message of an assertion, if it has one without values.
    fn message(&self, site: SiteId) -> Option<&str> {
        let SiteKind::Message { text, values } = &self.sites.get(site.0 as usize)?.kind else { return None };
        let text = text.strip_prefix("assertion `left == right` failed: ").unwrap_or(text);
        (values.is_empty() && !text.starts_with("assertion ")).then_some(text)
    }

    /// A number as a sum of what a launch gives. Differences are left out: they may wrap around in the kernel.
    fn sum(&self, expr: &Expr) -> Option<Sum> {
        let expr = self.origins.behind(expr);
        Some(match &expr.kind {
            ExprKind::Literal(Literal::Int(number)) => vec![(*number, Vec::new())],
            ExprKind::Extent { tensor, axis } => {
                vec![(1, vec![Quantity::Extent(self.param(*tensor)?, *axis)])]
            }
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => {
                let Type::Scalar(scalar) = expr.ty else { return None };
                let is_given = scalar.is_int() && matches!(self.origins.origin(*base), Origin::Param);
                vec![(1, vec![Quantity::Param(self.param(*base).filter(|_| is_given)?, scalar)])]
            }
            ExprKind::Cast(inner) => match (&inner.ty, &expr.ty) {
                (Type::Scalar(from), Type::Scalar(to)) if widens(*from, *to) => return self.sum(inner),
                _ => return None,
            },
            ExprKind::Binary { op: BinOp::Add, lhs, rhs, .. } => {
                let mut sum = self.sum(lhs)?;
                sum.extend(self.sum(rhs)?);
                sum
            }
            ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } => {
                let (left, right) = (self.sum(lhs)?, self.sum(rhs)?);
                let product = |(a, of): &(i128, Vec<Quantity>), (b, by): &(i128, Vec<Quantity>)| {
                    Some((a.checked_mul(*b)?, of.iter().chain(by).copied().list()))
                };
                let pairs = left.iter().flat_map(|a| right.iter().map(move |b| product(a, b)));
                pairs.collect::<Option<Sum>>()?
            }
            _ => return None,
        })
    }

    fn param(&self, local: LocalId) -> Option<u16> {
        let at = self.kernel.params.iter().position(|param| *param == local)?;
        u16::try_from(at).ok()
    }

    /// A product of tiles in a loop over an axis of both operands.
    fn product(&self, expr: &Expr, conditions: &mut Vec<Condition>) {
        let ExprKind::Tile { op: TileOp::Mma, args } = &expr.kind else { return };
        let [a, b, _] = args.as_slice() else { return };
        let (Some(a), Some(b)) = (self.operand(a), self.operand(b)) else { return };
        let (left, right) = (a.axes[1], b.axes[0]);
        let sides = [(a.tensor, left.0), (b.tensor, right.0)];
        if sides[0] == sides[1] || !self.counts_over(left.1, right.1, sides) {
            return;
        }
        let names = sides.map(|(tensor, axis)| self.extent(tensor, axis));
        let [Some(first), Some(second)] =
            sides.map(|(tensor, axis)| Some(Quantity::Extent(self.param(tensor)?, axis)))
        else {
            return;
        };
        for (greater, less) in [(first, second), (second, first)] {
            conditions.push(Condition {
                terms: vec![(1, vec![greater]), (-1, vec![less])],
                text: names.join(" == "),
                help: "the kernel multiplies along these axes: pass tensors, or views of them, whose extents agree"
                    .to_owned(),
            });
        }
    }

    /// The tile of a product, as it was loaded.
    fn operand<'e>(&'e self, expr: &'e Expr) -> Option<Operand<'e>> {
        let expr = self.origins.behind(expr);
        match &expr.kind {
            ExprKind::Tile { op: TileOp::Load { tensor, by, .. }, args } => {
                // An offset in elements says nothing of where the loop ends.
                if *by == Addressing::Elements {
                    return None;
                }
                let Type::Tensor { rank, .. } = self.kernel.locals.get(tensor.0 as usize)?.ty else {
                    return None;
                };
                let before = rank.checked_sub(2)?;
                let [row, column] = args.get(usize::from(before)..usize::from(rank))? else { return None };
                Some(Operand { tensor: *tensor, axes: [(before, row), (before + 1, column)] })
            }
            ExprKind::Tile { op: TileOp::Transpose, args } => {
                let mut operand = self.operand(args.first()?)?;
                operand.axes.reverse();
                Some(operand)
            }
            ExprKind::Cast(inner) => self.operand(inner),
            _ => None,
        }
    }

    /// Whether two coordinates are the counter of one loop, whose end is made of the extent of one of these axes.
    fn counts_over(&self, left: &Expr, right: &Expr, axes: [(LocalId, u8); 2]) -> bool {
        let counter = |expr: &Expr| match &self.origins.behind(expr).kind {
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => Some(*base),
            _ => None,
        };
        let (Some(left), Some(right)) = (counter(left), counter(right)) else { return false };
        let Origin::Counter { end, .. } = self.origins.origin(left) else { return false };
        let mut found = Vec::new();
        self.extents_in(end, &mut found);
        left == right && matches!(found.as_slice(), [only] if axes.contains(only))
    }

    fn extents_in(&self, expr: &Expr, found: &mut Vec<(LocalId, u8)>) {
        let expr = self.origins.behind(expr);
        if let ExprKind::Extent { tensor, axis } = &expr.kind {
            found.push((*tensor, *axis));
        }
        expr.for_each_child(&mut |child| self.extents_in(child, found));
    }

    /// An extent as the user writes it.
    fn extent(&self, tensor: LocalId, axis: u8) -> String {
        let local = self.kernel.local(tensor);
        let rank = if let Type::Tensor { rank, .. } = local.ty { rank } else { 0 };
        extent_name(&local.name, rank, axis)
    }

    fn text(&self, expr: &Expr) -> String {
        let expr = self.origins.behind(expr);
        match &expr.kind {
            ExprKind::Literal(Literal::Int(number)) => number.to_string(),
            ExprKind::Extent { tensor, axis } => self.extent(*tensor, *axis),
            ExprKind::Load(place) => self.kernel.local(place.base).name.clone(),
            ExprKind::Cast(inner) => self.text(inner),
            ExprKind::Binary { op: BinOp::Add, lhs, rhs, .. } => {
                format!("{} + {}", self.text(lhs), self.text(rhs))
            }
            ExprKind::Binary { lhs, rhs, .. } => format!("{} * {}", self.factor(lhs), self.factor(rhs)),
            _ => String::new(),
        }
    }

    fn factor(&self, expr: &Expr) -> String {
        let text = self.text(expr);
        let is_sum = matches!(self.origins.behind(expr).kind, ExprKind::Binary { op: BinOp::Add, .. });
        if is_sum { format!("({text})") } else { text }
    }
}

/// An extent of a tensor as the user writes it.
pub fn extent_name(tensor: &str, rank: u8, axis: u8) -> String {
    match (rank, axis) {
        (1, _) => format!("{tensor}.len()"),
        (2, 0) => format!("{tensor}.rows()"),
        (2, _) => format!("{tensor}.cols()"),
        _ => format!("{tensor}.shape()[{axis}]"),
    }
}

/// Whether a cast keeps every value.
fn widens(from: Scalar, to: Scalar) -> bool {
    from == to || from.is_unsigned_int() && to.is_int() && (from.size() < to.size() || to == Scalar::Usize)
}

/// `greater - less + offset`.
fn difference(greater: &Sum, less: &Sum, offset: i128) -> Sum {
    let mut terms = greater.clone();
    terms.extend(less.iter().map(|(factor, of)| (-factor, of.clone())));
    if offset != 0 {
        terms.push((offset, Vec::new()));
    }
    terms
}
