//! Tests what passes proved: every index that is taken on trust is checked again.
//!
//! Requires a closed module. Ensures one that does the same, but fails where an index that was called proven is out of
//! bounds. For tests: of passes that prove bounds, and of executors that would otherwise touch what is not theirs.

use crate::ir::{Block, Check, Expr, ExprKind, Module, Place, Site, SiteId, SiteKind, Step, StmtKind};

/// Checks every proven index.
pub fn distrust(module: &mut Module) {
    let site = SiteId(module.sites.len() as u32);
    let kind = SiteKind::Index { array: "a proven index".to_owned() };
    module.sites.push(Site { kind, ..Site::default() });
    for function in &mut module.functions {
        block(&mut function.body, site);
    }
}

fn block(block: &mut Block, site: SiteId) {
    for stmt in &mut block.0 {
        if let StmtKind::Assign { place, .. } = &mut stmt.kind {
            check(place, site);
        }
        stmt.for_each_expr_mut(&mut |value| expr(value, site));
        for inside in stmt.blocks_mut() {
            self::block(inside, site);
        }
    }
}

fn expr(value: &mut Expr, site: SiteId) {
    value.for_each_child_mut(&mut |child| expr(child, site));
    match &mut value.kind {
        ExprKind::Load(place) | ExprKind::Ref(place) => check(place, site),
        ExprKind::Literal(_)
        | ExprKind::Capture(_)
        | ExprKind::Len(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary { .. }
        | ExprKind::Cast(_)
        | ExprKind::Select { .. }
        | ExprKind::Call { .. }
        | ExprKind::Array(_)
        | ExprKind::Repeat(_)
        | ExprKind::Extent { .. }
        | ExprKind::Tile { .. } => {}
    }
}

fn check(place: &mut Place, site: SiteId) {
    for Step::Index { check, .. } in &mut place.steps {
        if *check == Check::Proven {
            *check = Check::Checked(site);
        }
    }
}
