//! Tensors that lie turned: columns one after another in memory, as `b.t()` has them.
//!
//! Takes one function of tiles, and which of its tensors lie so. Ensures that it does what it did, with each of
//! those in the place of the tensor that lies as all others do, with the last two axes changed: a tile of it is
//! loaded as it lies, and transposed. What transposes belongs to the passes that follow: of a product's factor it
//! is another way to read shared memory. Lowering gives extents and strides their other order.

use crate::collections::Set;
use crate::ir::{Addressing, Block, Expr, ExprKind, Function, LocalId, TileOp, Type};

/// The tensors with these numbers, counted from the first one, of those that are only read and have two axes or more.
pub fn tensors(function: &Function, numbers: u8) -> Set<LocalId> {
    let tensors = function.params.iter().filter(|id| matches!(function.local(**id).ty, Type::Tensor { .. }));
    let turned = tensors.enumerate().filter(|(number, id)| {
        let can = matches!(function.local(**id).ty, Type::Tensor { rank: 2.., mutable: false, .. });
        *number < 8 && numbers >> number & 1 == 1 && can
    });
    turned.map(|(_, id)| *id).collect()
}

/// Puts the other tensors in the places of these.
pub fn turn(function: &mut Function, turned: &Set<LocalId>) {
    let rank = |local: LocalId| match function.local(local).ty {
        Type::Tensor { rank, .. } if turned.contains(&local) => Some(rank),
        _ => None,
    };
    let ranks: Vec<Option<u8>> =
        (0..function.locals.len() as u32).map(|local| rank(LocalId(local))).collect();
    if !turned.is_empty() {
        block(&mut function.body, &ranks);
    }
}

fn block(block: &mut Block, ranks: &[Option<u8>]) {
    for stmt in &mut block.0 {
        stmt.for_each_expr_mut(&mut |value| expr(value, ranks));
        for inside in stmt.blocks_mut() {
            self::block(inside, ranks);
        }
    }
}

fn expr(value: &mut Expr, ranks: &[Option<u8>]) {
    value.for_each_child_mut(&mut |child| expr(child, ranks));
    let rank_of = |tensor: LocalId| ranks.get(tensor.0 as usize).copied().flatten();
    match &mut value.kind {
        ExprKind::Extent { tensor, axis } => {
            let Some(rank) = rank_of(*tensor) else { return };
            *axis = match rank - *axis {
                1 => rank - 2,
                2 => rank - 1,
                _ => *axis,
            };
        }
        ExprKind::Tile { op: TileOp::Fetch { tensor }, args } => {
            let Some(rank) = rank_of(*tensor) else { return };
            args.swap(usize::from(rank) - 2, usize::from(rank) - 1);
        }
        ExprKind::Tile { op: TileOp::Load { tensor, by, .. }, args } => {
            let Some(rank) = rank_of(*tensor) else { return };
            if let Addressing::Indexed { axis } = by {
                *axis = 1 - *axis;
            }
            args.swap(usize::from(rank) - 2, usize::from(rank) - 1);
            let ty = value.ty.clone();
            if let Type::Tile { shape, .. } = &mut value.ty {
                shape.reverse();
            }
            let loaded = std::mem::replace(value, Expr::bool(false));
            *value = Expr::new(ExprKind::Tile { op: TileOp::Transpose, args: vec![loaded] }, ty);
        }
        _ => {}
    }
}
