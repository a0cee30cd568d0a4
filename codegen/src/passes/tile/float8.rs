//! Products of 8-bit floats on GPUs whose tensor cores do not multiply them.
//!
//! Requires nothing. Ensures that there is none: factors become `f16`, which has all of their values, so that the
//! products are the same.

use super::product::FLOAT8;
use crate::ir::{Expr, ExprKind, Module, Scalar, TileOp, Type};

/// Converts the factors where the GPU asks for it.
pub(super) fn convert(module: &mut Module, arch: u32) {
    if arch >= FLOAT8 {
        return;
    }
    for function in &mut module.functions {
        function.body.rewrite_exprs(&mut expr);
    }
}

fn expr(of: &mut Expr) {
    if let ExprKind::Tile { op: TileOp::Mma, args } = &mut of.kind {
        for factor in args.iter_mut().take(2) {
            if factor.ty.lane().scalar().is_some_and(Scalar::is_float8) {
                let value = std::mem::replace(factor, Expr::bool(false));
                // The steps of a conversion, as inference writes them out.
                let wide = value.ty.with_lane(Type::F32);
                let half = value.ty.with_lane(Type::Scalar(Scalar::F16));
                let value = Expr::new(ExprKind::Cast(Box::new(value)), wide);
                *factor = Expr::new(ExprKind::Cast(Box::new(value)), half);
            }
        }
    }
}
