//! Chooses between arrays or structs by branches.
//!
//! Takes a function whose types are known; guarantees that selections are of scalars and tiles only. What the front
//! end took for a choice of two scalars may turn out to be one of two structs, whose type only rustc knew.

use crate::ir::{Block, Expr, ExprKind, Function, Local, LocalId, LocalKind, Place, SiteId, Stmt, StmtKind};

/// Spells out the selections of a function.
pub(super) fn spell_out(function: &mut Function) {
    let mut body = std::mem::take(&mut function.body);
    block(&mut body, &mut function.locals);
    function.body = body;
}

fn block(block_: &mut Block, locals: &mut Vec<Local>) {
    let selects = |stmt: &Stmt| {
        let mut found = false;
        stmt.for_each_expr(&mut |expr| found |= holds_one(expr));
        found
    };
    if block_.0.iter().any(selects) {
        for mut stmt in std::mem::take(&mut block_.0) {
            let mut before = Vec::new();
            spell(&mut stmt, locals, &mut before);
            block_.0.extend(before);
            block_.0.push(stmt);
        }
    }
    for stmt in &mut block_.0 {
        for inner in stmt.blocks_mut() {
            block(inner, locals);
        }
    }
}

/// Puts what a statement selects into temporaries that branches before it give their values.
fn spell(stmt: &mut Stmt, locals: &mut Vec<Local>, before: &mut Vec<Stmt>) {
    let site = stmt.site;
    stmt.for_each_expr_mut(&mut |expr| hoist(expr, site, locals, before));
}

fn hoist(expr: &mut Expr, site: SiteId, locals: &mut Vec<Local>, before: &mut Vec<Stmt>) {
    if is_one(expr) {
        let id = LocalId(locals.len() as u32);
        locals.push(Local::new("chosen", expr.ty.clone(), LocalKind::Temp));
        let place = Place::local(id, expr.ty.clone());
        before.push(Stmt { kind: StmtKind::Let { local: id, init: None }, site });
        let chosen = std::mem::replace(expr, Expr::load(place.clone()));
        choose(&place, chosen, site, before);
        return;
    }
    expr.for_each_child_mut(&mut |child| hoist(child, site, locals, before));
}

/// `place = value`, by branches where the value is chosen.
fn choose(place: &Place, value: Expr, site: SiteId, out: &mut Vec<Stmt>) {
    if !is_one(&value) {
        out.push(Stmt { kind: StmtKind::Assign { place: place.clone(), op: None, value }, site });
        return;
    }
    let ExprKind::Select { condition, then, otherwise } = value.kind else { return };
    let branch = |value: Expr| {
        let mut stmts = Vec::new();
        choose(place, value, site, &mut stmts);
        Block(stmts)
    };
    let kind = StmtKind::If { condition: *condition, then: branch(*then), otherwise: branch(*otherwise) };
    out.push(Stmt { kind, site });
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Select { .. }) && expr.ty.is_aggregate()
}

fn holds_one(expr: &Expr) -> bool {
    expr.any(&mut is_one)
}
