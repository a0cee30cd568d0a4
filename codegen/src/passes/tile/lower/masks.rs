//! Masks that say yes to every element, as that of a row's columns does where the row is as long as the tile.
//!
//! `iota < n` does so if `n` is no less than the tile's extent. Where that is so, `if mask { a } else { b }` is `a`,
//! and nobody compares.

use super::builder::{call_2, index, less};
use super::place::{Position, as_scalar};
use super::{Lowerer, Value};
use crate::collections::{Map, Set};
use crate::ir::{BinOp, Expr, ExprKind, Function, Literal, LocalId, Scalar, StmtKind, TileOp, Type};
use crate::passes::tile::layout::Layout;
use crate::passes::tile::plan::{Home, axis_of, extents, local_of};

/// By mask: the axis along which it compares coordinates, and the number of which they must be below.
pub(super) type Masks = Map<LocalId, (usize, Expr)>;

/// The masks of a kernel of that kind. `homes` says which tiles are coordinates.
pub(super) fn masks(function: &Function, homes: &[Option<Home>]) -> Masks {
    let mut found = Masks::new();
    let mut often = Set::new();
    function.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            often.insert(place.base);
        }
    });
    let iota = |expr: &Expr| match local_of(expr).and_then(|local| homes[local.0 as usize].as_ref()) {
        Some(Home::Iota(axis)) => Some(*axis),
        Some(Home::Registers(_) | Home::Splat(_) | Home::Same(_) | Home::Staged) => None,
        None => match &expr.kind {
            ExprKind::Tile { op: TileOp::Iota { axis }, .. } => Some(axis_of(&expr.ty, *axis)),
            _ => None,
        },
    };
    let is_zero = |expr: &Expr| {
        let zero = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::Int(0)));
        match local_of(expr).and_then(|local| homes[local.0 as usize].as_ref()) {
            Some(Home::Splat(scalar)) => zero(scalar),
            _ => {
                matches!(&expr.kind, ExprKind::Tile { op: TileOp::Broadcast, args } if args.first().is_some_and(zero))
            }
        }
    };
    function.body.walk(&mut |stmt| {
        let StmtKind::Let { local, init: Some(init) } = &stmt.kind else { return };
        let ExprKind::Binary { op: BinOp::Lt, lhs, rhs, .. } = &init.kind else { return };
        let axis = match &lhs.kind {
            ExprKind::Binary { op: BinOp::Add, lhs, rhs, site: None, .. } if is_zero(lhs) => iota(rhs),
            _ => iota(lhs),
        };
        let below = local_of(rhs).filter(|below| {
            let scalar = function
                .local(*below)
                .ty
                .scalar()
                .is_some_and(|scalar| scalar.is_unsigned_int() && scalar.size() >= 4);
            scalar && !often.contains(below)
        });
        if let (Some(axis), Some(_)) = (axis, below)
            && extents(&init.ty).is_some()
            && !often.contains(local)
        {
            found.insert(*local, (axis, (**rhs).clone()));
        }
    });
    found
}

/// The masks of which nobody asks more than what they say of an element, which is compared where it is asked for.
pub(super) fn unread(function: &Function, homes: &[Option<Home>], masks: &Masks) -> Set<LocalId> {
    let mut unread: Set<LocalId> = masks.keys().copied().collect();
    for home in homes.iter().flatten() {
        if let Home::Same(of) = home {
            unread.remove(of);
        }
    }
    function.body.walk_exprs(&mut |expr| {
        let ExprKind::Tile { op, args } = &expr.kind else { return };
        if *op != TileOp::Broadcast {
            for mask in args.iter().filter_map(local_of) {
                unread.remove(&mask);
            }
        }
    });
    unread
}

impl Lowerer<'_> {
    /// What the mask says of an element. It is compared where it is asked for, and takes no registers from there to
    /// there.
    pub(super) fn mask_element(&mut self, mask: LocalId, position: &Position) -> Option<Expr> {
        let (axis, below) = self.masks.get(&mask)?.clone();
        let below = self.scalar(&below);
        let coordinate = self.coordinate(position, axis);
        let coordinate = as_scalar(coordinate, below.ty.scalar()?);
        Some(Expr::binary(BinOp::Lt, coordinate, below, Type::BOOL))
    }

    /// How many coordinates from the thread's first one on the mask says yes to, along its axis, bound before loops
    /// over registers: a comparison with it knows one side when it is compiled, and computes no coordinate.
    pub(super) fn mask_left(&mut self, mask: LocalId, layout: &Layout) -> Option<(usize, Expr)> {
        let (axis, below) = self.masks.get(&mask)?.clone();
        let below = self.scalar(&below);
        let own = self.builder.thread_part(layout.axes[axis].threads(), layout.threads);
        let own = as_scalar(own, below.ty.scalar()?);
        let left = call_2("saturating_sub", below, own);
        Some((axis, self.builder.bind_new("left", left, false)))
    }

    /// What the mask says of an element, by what [`Self::mask_left`] gives of the position's layout.
    pub(super) fn is_left((axis, left): &(usize, Expr), position: &Position) -> Expr {
        let scalar = left.ty.scalar().unwrap_or(Scalar::U32);
        less(as_scalar(Self::with_registers(index(0), position, *axis), scalar), left.clone())
    }

    /// When the mask says yes to all, if that can be told.
    pub(super) fn mask_holds(&self, mask: LocalId) -> Option<Expr> {
        let (axis, below) = self.masks.get(&mask)?;
        let extent = extents(&self.tile.local(mask).ty)?[*axis];
        let below = self.scalar(below);
        let scalar = below.ty.scalar()?;
        Some(Expr::binary(BinOp::Le, as_scalar(index(extent), scalar), below, Type::BOOL))
    }

    /// The masks that decide in a tree, and can be told to hold.
    pub(super) fn deciding(&self, tree: &Expr, found: &mut Set<LocalId>) {
        if let ExprKind::Select { condition, .. } = &tree.kind
            && let Some(mask) = local_of(condition).filter(|mask| self.masks.contains_key(mask))
            && matches!(self.operand(mask).value, Value::Registers(..))
        {
            found.insert(mask);
        }
        tree.for_each_child(&mut |child| self.deciding(child, found));
    }
}
