//! Does without copies: `let b = a`, of tiles that never change, as passing a tile to a device function leaves it.
//!
//! Requires normal form ([`super::normal`]) and keeps it. Ensures that such a `b` is gone, and `a` stands wherever
//! it stood, so that what looks at how a tile is used sees through the copy.

use super::normal;
use super::plan::local_of;
use crate::collections::Map;
use crate::ir::{Block, ExprKind, LocalId, Module, Stmt, StmtKind};

/// Puts originals in the places of copies.
pub fn forward(module: &mut Module) {
    let Some(function) = module.functions.last_mut() else { return };
    let stable = normal::stable(function, &function.body);
    let mut originals = Map::new();
    function.body.walk(&mut |stmt| {
        if let StmtKind::Let { local, init: Some(init) } = &stmt.kind {
            if let (Some(from), Some(_)) = (local_of(init), init.ty.shape()) {
                if stable[local.0 as usize] && stable[from.0 as usize] {
                    // Originals come first in the text, so this one is known if it is a copy itself.
                    originals.insert(*local, originals.get(&from).copied().unwrap_or(from));
                }
            }
        }
    });
    block(&mut function.body, &originals);
    function.body.rewrite_exprs(&mut |expr| {
        if let ExprKind::Load(place) = &mut expr.kind {
            place.base = originals.get(&place.base).copied().unwrap_or(place.base);
        }
    });
}

fn block(block: &mut Block, originals: &Map<LocalId, LocalId>) {
    block
        .0
        .retain(|stmt| !matches!(&stmt.kind, StmtKind::Let { local, .. } if originals.contains_key(local)));
    for inside in block.0.iter_mut().flat_map(Stmt::blocks_mut) {
        self::block(inside, originals);
    }
}
