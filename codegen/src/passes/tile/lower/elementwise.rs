//! Element-wise trees: one loop over the target's registers, the tree's scalar twin in it.

use super::place::{Position, as_scalar};
use super::{Destination, Lowerer, Operand, Value};
use crate::collections::Map;
use crate::ir::{BinOp, Expr, ExprKind, LocalId, TileOp};
use crate::passes::tile::plan::{axis_of, local_of};

impl Lowerer<'_> {
    /// `target = tree`
    pub(super) fn elementwise(&mut self, target: &Destination, tree: &Expr) {
        let mut leaves = Map::new();
        let mut coordinates = false;
        self.leaves(tree, &mut leaves, &mut coordinates);
        for operand in leaves.values_mut() {
            if !Self::is_readable(operand, &target.layout) {
                *operand = self.converted(operand, &target.layout);
            }
        }
        // One loop does where every operand is counted as the target is.
        let flat = !coordinates
            && leaves.values().all(|operand| match &operand.value {
                Value::Registers(_, layout) => *layout == target.layout || layout.registers() == 1,
                Value::Splat(_) => true,
                Value::Iota(_) => false,
            });
        let position =
            if flat { self.begin_flat(&target.layout) } else { self.begin_registers(&target.layout, 1) };
        self.compute_at(target, tree, &leaves, &position);
        self.end_position(&position);
    }

    /// The element of the tree in a position.
    pub(super) fn compute_at(
        &mut self,
        target: &Destination,
        tree: &Expr,
        leaves: &Map<LocalId, Operand>,
        position: &Position,
    ) {
        let value = self.scalar_twin(tree, leaves, position);
        let place = self.target_place(target, position);
        self.builder.assign(place, value);
    }

    /// The locals in the tree, and whether it asks for coordinates.
    #[inline(never)]
    pub(super) fn leaves(&self, tree: &Expr, leaves: &mut Map<LocalId, Operand>, coordinates: &mut bool) {
        match (&tree.kind, local_of(tree)) {
            (_, Some(local)) if self.masks.contains_key(&local) => *coordinates = true,
            (_, Some(local)) if tree.ty.shape().is_some() => {
                leaves.or_insert_with(local, || self.operand(local));
            }
            (ExprKind::Tile { op: TileOp::Iota { .. }, .. }, _) => *coordinates = true,
            _ => tree.for_each_child(&mut |child| self.leaves(child, leaves, coordinates)),
        }
    }

    /// The tree's value for one element.
    fn scalar_twin(&mut self, tree: &Expr, leaves: &Map<LocalId, Operand>, position: &Position) -> Expr {
        if tree.ty.shape().is_none() {
            return self.scalar(tree);
        }
        match &tree.kind {
            ExprKind::Select { condition, then, .. }
                if local_of(condition).is_some_and(|mask| self.hold.contains(&mask)) =>
            {
                self.scalar_twin(then, leaves, position)
            }
            ExprKind::Load(place) => match leaves.get(&place.base) {
                Some(operand) => self.element_of(operand, position),
                None => self.mask_element(place.base, position).unwrap_or_else(|| tree.clone()),
            },
            ExprKind::Tile { op: TileOp::Iota { axis }, .. } => {
                let coordinate = self.coordinate(position, axis_of(&tree.ty, *axis));
                match tree.ty.lane().scalar() {
                    Some(scalar) => as_scalar(coordinate, scalar),
                    None => coordinate,
                }
            }
            ExprKind::Tile { args, .. } => match args.first() {
                Some(repeated) => self.scalar_twin(repeated, leaves, position),
                None => tree.clone(),
            },
            _ => {
                let mut twin = tree.clone();
                twin.ty = tree.ty.lane().clone();
                twin.for_each_child_mut(&mut |child| *child = self.scalar_twin(child, leaves, position));
                if let ExprKind::Select { then, otherwise, .. } = &mut twin.kind {
                    self.evaluate_first([then, otherwise]);
                }
                twin
            }
        }
    }

    /// Both sides of a selection between tiles are evaluated. Of scalars, one would be, by a branch if it is expensive,
    /// and the threads of a warp rarely agree.
    fn evaluate_first(&mut self, sides: [&mut Expr; 2]) {
        let is_expensive = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Binary { op: BinOp::Div, .. })
        };
        for side in sides {
            if side.any(&mut |expr| is_expensive(expr)) && !side.can_fail() {
                *side = self.builder.bind_new("side", side.clone(), false);
            }
        }
    }
}
