//! What a type decides is decided: `if T::BITS == 64 { .. } else { .. }` becomes one of its branches.
//!
//! Requires a closed function. Ensures that no condition of an `if` or a selection is a comparison of literals, and
//! that nothing follows a jump within its block.

use crate::ir::{BinOp, Block, Expr, ExprKind, Function, Literal, Stmt, StmtKind, UnOp};

pub(super) fn prune(function: &mut Function) {
    block(&mut function.body);
}

fn block(pruned: &mut Block) {
    let mut kept = Vec::with_capacity(pruned.0.len());
    for mut stmt in std::mem::take(&mut pruned.0) {
        stmt.for_each_expr_mut(&mut expr);
        for inner in stmt.blocks_mut() {
            block(inner);
        }
        match decided(&mut stmt) {
            Some(chosen) => kept.extend(chosen.0),
            None => kept.push(stmt),
        }
        let jumps = |stmt: &Stmt| {
            matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break(_) | StmtKind::Continue(_))
        };
        if kept.last().is_some_and(jumps) {
            break;
        }
    }
    pruned.0 = kept;
}

/// The branch that is always taken.
fn decided(stmt: &mut Stmt) -> Option<Block> {
    let StmtKind::If { condition, then, otherwise } = &mut stmt.kind else { return None };
    let chosen = if truth(condition)? { then } else { otherwise };
    Some(std::mem::take(chosen))
}

fn expr(pruned: &mut Expr) {
    pruned.for_each_child_mut(&mut expr);
    if let Some(value) = compared(&pruned.kind) {
        *pruned = Expr::bool(value);
    } else if let Some(part) = remaining(&mut pruned.kind) {
        *pruned = part;
    }
}

/// What an operation on literals gives, where it is a truth.
fn compared(kind: &ExprKind) -> Option<bool> {
    if let ExprKind::Unary(UnOp::Not, operand) = kind {
        return truth(operand).map(|value| !value);
    }
    let ExprKind::Binary { op, lhs, rhs, .. } = kind else { return None };
    match (op, truth(lhs)) {
        (BinOp::And, Some(false)) => return Some(false),
        (BinOp::Or, Some(true)) => return Some(true),
        _ => {}
    }
    let (a, b) = (integer(lhs)?, integer(rhs)?);
    let holds = [
        (BinOp::Eq, a == b),
        (BinOp::Ne, a != b),
        (BinOp::Lt, a < b),
        (BinOp::Le, a <= b),
        (BinOp::Gt, a > b),
        (BinOp::Ge, a >= b),
    ];
    holds.into_iter().find(|(comparison, _)| comparison == op).map(|(_, value)| value)
}

/// The one operand that matters.
fn remaining(kind: &mut ExprKind) -> Option<Expr> {
    let part = match kind {
        ExprKind::Select { condition, then, otherwise } => {
            if truth(condition)? {
                then
            } else {
                otherwise
            }
        }
        ExprKind::Binary { op: BinOp::And, lhs, rhs, .. } if truth(lhs) == Some(true) => rhs,
        ExprKind::Binary { op: BinOp::Or, lhs, rhs, .. } if truth(lhs) == Some(false) => rhs,
        _ => return None,
    };
    Some(std::mem::replace(part, Expr::bool(false)))
}

fn truth(expr: &Expr) -> Option<bool> {
    if let ExprKind::Literal(Literal::Bool(value)) = expr.kind { Some(value) } else { None }
}

fn integer(expr: &Expr) -> Option<i128> {
    if let ExprKind::Literal(Literal::Int(value)) = expr.kind { Some(value) } else { None }
}
