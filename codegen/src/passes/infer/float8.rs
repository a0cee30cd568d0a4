//! Writes out, as arithmetic of `f32`, what is computed with floats of 8 bits.
//!
//! Takes a function whose types are known; guarantees that they are moved, multiplied as matrices and converted,
//! from `f32` and `f64` and to `f32`, and that nothing else is done with them. So no executor has arithmetic of
//! theirs.

use crate::intrinsics::{Effect, Slot};
use crate::ir::{BinOp, Block, Callee, Expr, ExprKind, Function, Scalar, StmtKind, TileOp, Type, UnOp};

/// Spells out the arithmetic of a function.
pub(super) fn spell_out(function: &mut Function) {
    block(&mut function.body);
}

fn block(block_: &mut Block) {
    for stmt in &mut block_.0 {
        if let StmtKind::Assign { place, op, value } = &mut stmt.kind
            && is_float8(&place.ty)
            && let Some(op) = op.take()
        {
            let value_of = std::mem::replace(value, Expr::bool(false));
            *value = Expr::binary(op, Expr::load(place.clone()), value_of, place.ty.clone());
        }
        stmt.for_each_expr_mut(&mut |value| value.rewrite(&mut expr));
        for inner in stmt.blocks_mut() {
            block(inner);
        }
    }
}

fn is_float8(ty: &Type) -> bool {
    ty.lane().scalar().is_some_and(Scalar::is_float8)
}

#[inline(never)]
fn expr(of: &mut Expr) {
    let narrow = is_float8(&of.ty);
    match &mut of.kind {
        ExprKind::Unary(UnOp::Neg, operand) if narrow => widen(operand),
        ExprKind::Binary { op, lhs, rhs, .. }
            if is_float8(&lhs.ty) && !matches!(op, BinOp::And | BinOp::Or) =>
        {
            widen(lhs);
            widen(rhs);
        }
        ExprKind::Call { callee: Callee::Intrinsic(row), args, .. }
            if matches!(row.effect, Effect::Pure | Effect::Divisor(_))
                && !matches!(row.name, "to_bits" | "from_bits") =>
        {
            let mut any = false;
            for (slot, arg) in row.params.iter().zip(args) {
                if *slot == Slot::Same && is_float8(&arg.ty) {
                    widen(arg);
                    any = true;
                }
            }
            if !any {
                return;
            }
        }
        ExprKind::Tile { op: TileOp::Reduce { .. }, args } if narrow => args.iter_mut().for_each(widen),
        ExprKind::Cast(from) => {
            let (source, target) = (from.ty.lane().scalar(), of.ty.lane().scalar());
            // Of integers `f32` has all that a float of 8 bits tells apart, and of 16-bit floats all.
            let through = match (source, target) {
                (Some(source), Some(target)) if source.is_float8() => {
                    target != Scalar::F32 && source != target
                }
                (Some(source), Some(target)) if target.is_float8() => {
                    !matches!(source, Scalar::F32 | Scalar::F64)
                }
                _ => false,
            };
            if through {
                widen(from);
            }
            return;
        }
        _ => return,
    }
    if narrow {
        let wide = of.ty.with_lane(Type::F32);
        let ty = std::mem::replace(&mut of.ty, wide);
        let value = std::mem::replace(of, Expr::bool(false));
        *of = Expr::new(ExprKind::Cast(Box::new(value)), ty);
    }
}

/// The operand as `f32`.
#[inline(never)]
fn widen(operand: &mut Expr) {
    let ty = operand.ty.with_lane(Type::F32);
    let value = std::mem::replace(operand, Expr::bool(false));
    *operand = Expr::new(ExprKind::Cast(Box::new(value)), ty);
}
