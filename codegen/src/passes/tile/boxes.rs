//! Loops whose tiles TMA can load: the tensor maps that their loads need ([`TensorMap`]).
//!
//! TMA loads all tiles of a loop that are loaded ahead, or none, but for rows by an index tile, which are copied. They
//! are what products of warpgroups read, in whole boxes. A box begins at a whole 16 bytes of a row, before the tensor's
//! start too; within them an H200 ends with an illegal instruction.

use super::Conditions;
use super::coordinates::assigned;
use super::normal::holds_tiles;
use super::order;
use super::pipeline::Ahead;
use super::plan::{each_of, extents, local_of};
use super::product::Staged;
use crate::intrinsics::{MOST_MAPS, TensorMap};
use crate::ir::{
    Addressing, BinOp, Block, Expr, ExprKind, Function, LabelId, Scalar, Stmt, StmtKind, Type, Unroll,
};
use crate::passes::tile::layout::ROWS;

/// Gives the loads of loops their maps, as many as a kernel may have, in the order of the loops.
pub fn assign(function: &Function, staged: &Staged, target: Conditions, loops: &mut [(LabelId, Vec<Ahead>)]) {
    if target.arch != 90 {
        return;
    }
    let can_fail = order::fails(&function.body);
    let mut all: Vec<TensorMap> = Vec::new();
    for (label, loads) in loops {
        let fails = can_fail && may_leave(function, *label);
        let is_copied = |load: &Ahead| matches!(load.by, Addressing::Indexed { .. });
        let boxes = || loads.iter().filter(|load| !is_copied(load));
        let maps: Option<Vec<TensorMap>> = boxes().map(|load| map(function, staged, load)).collect();
        let Some(maps) = maps.filter(|_| !fails) else { continue };
        let more = maps.iter().filter(|map| !all.contains(map)).count();
        if all.len() + more > MOST_MAPS {
            continue;
        }
        for (load, map) in loads.iter_mut().filter(|load| !is_copied(load)).zip(&maps) {
            load.map = Some(*map);
        }
        all.extend(maps);
    }
}

/// The map of a load, of a tensor that lies as it is declared.
fn map(function: &Function, staged: &Staged, load: &Ahead) -> Option<TensorMap> {
    let staging = staged.tiles.get(&load.tile)?;
    let (reach, span) = (staging.reach, staging.span?);
    let Type::Tensor { element, rank, .. } = &function.local(load.tensor).ty else { return None };
    if extents(&function.local(load.tile).ty) != Some(reach) || element.scalar() != Some(staging.scalar) {
        return None;
    }
    let argument = function.params.iter().position(|param| *param == load.tensor)?;
    Some(TensorMap {
        argument: argument.try_into().ok()?,
        rank: *rank,
        size: staging.scalar.size().try_into().ok()?,
        turned: false,
        rows: reach[ROWS].try_into().ok()?,
        span: span.try_into().ok()?,
    })
    .filter(|map| map.is_there())
}

/// Whether threads may end with a message where others then wait for copies for ever, or leave copies under way: in
/// the loop, or one by one. What all threads compute fails in all at once.
fn may_leave(function: &Function, label: LabelId) -> bool {
    let mut leaves = false;
    function.body.walk(&mut |stmt| {
        let inside = match &stmt.kind {
            StmtKind::For { label: own, body, .. } if *own == label => order::fails(body),
            StmtKind::For { unroll: Unroll::Each, body, .. } => {
                order::fails(body) && !fails_in_all(function, body)
            }
            _ => false,
        };
        stmt.for_each_expr(&mut |expr| leaves |= expr.can_fail() && holds_tiles(expr));
        leaves |= inside;
    });
    leaves
}

/// Whether a loop over elements fails in all threads or in none: it divides unsigned numbers by a scalar, and each
/// thread has an element, as of extents that whole warps, or fragments of products, share.
fn fails_in_all(function: &Function, body: &Block) -> bool {
    let own = assigned(body);
    let divides = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let {
            init: Some(Expr { kind: ExprKind::Binary { op: BinOp::Div | BinOp::Rem, lhs, rhs, .. }, .. }),
            ..
        } => {
            let unsigned = rhs.ty.scalar().is_some_and(Scalar::is_unsigned_int);
            unsigned && !lhs.can_fail() && local_of(rhs).is_some_and(|divisor| !own.contains(&divisor))
        }
        _ => false,
    };
    let shared = |extent: u32| extent == 1 || extent >= 16 && extent.is_power_of_two();
    let (target, tiles) = each_of(body);
    let mut tiles = target.into_iter().chain(tiles);
    body.0.iter().all(|stmt| !stmt.any(&mut order::may_fail) || divides(stmt))
        && tiles.all(|tile| extents(&function.local(tile).ty).is_some_and(|of| of.into_iter().all(shared)))
}
