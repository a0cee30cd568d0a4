//! Branches, blocks and loops.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr as Syn, Pat, RangeLimits};

use super::call::is_effect;
use super::{Binding, Frame, Lower, address};
use crate::diagnostic::Code;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Place, Scalar, SiteKind, Stmt,
    StmtKind, Type, UnOp,
};

impl Lower<'_> {
    /// `if`. With a destination the branches assign to it and nothing is returned; without one the value comes back.
    pub(super) fn if_expr(&mut self, node: &syn::ExprIf, dest: Option<LocalId>) -> Option<Expr> {
        let condition = self.expr(&node.cond);
        let (mut then, then_value) = self.branch(|lower| lower.stmts(&node.then_branch.stmts));
        let Some((_, otherwise_node)) = &node.else_branch else {
            self.push(StmtKind::If { condition, then, otherwise: Block::default() });
            return None;
        };
        let (mut otherwise, otherwise_value) = self.branch(|lower| lower.value_or_unit(otherwise_node));
        if dest.is_none() {
            if let (Some(a), Some(b), true, true) =
                (&then_value, &otherwise_value, then.0.is_empty(), otherwise.0.is_empty())
            {
                if !is_effect(a) && !is_effect(b) && is_operand(a) && is_operand(b) {
                    let ty = a.ty.clone();
                    let kind = ExprKind::Select {
                        condition: Box::new(condition),
                        then: Box::new(a.clone()),
                        otherwise: Box::new(b.clone()),
                    };
                    return Some(Expr::new(kind, ty));
                }
            }
        } else if let (Some(a), Some(b), Some(local), true, true) =
            (&then_value, &otherwise_value, dest, then.0.is_empty(), otherwise.0.is_empty())
        {
            if !is_effect(a) && !is_effect(b) && is_operand(a) && is_operand(b) {
                let ty = self.function.local(local).ty.clone();
                let kind = ExprKind::Select {
                    condition: Box::new(condition),
                    then: Box::new(a.clone()),
                    otherwise: Box::new(b.clone()),
                };
                self.push(StmtKind::Let { local, init: Some(Expr::new(kind, ty)) });
                return None;
            }
        }
        if then_value.is_none() && otherwise_value.is_none() {
            // A destination that no branch gives a value to is still declared: both branches diverge.
            if let Some(local) = dest {
                self.push(StmtKind::Let { local, init: None });
            }
            self.push(StmtKind::If { condition, then, otherwise });
            return None;
        }
        let (local, returned) = self.destination(dest, then_value.as_ref().or(otherwise_value.as_ref()));
        self.assign_at_end(&mut then, local, then_value);
        self.assign_at_end(&mut otherwise, local, otherwise_value);
        self.push(StmtKind::If { condition, then, otherwise });
        returned
    }

    /// Declares where the value of a branching expression goes.
    fn destination(&mut self, dest: Option<LocalId>, value: Option<&Expr>) -> (LocalId, Option<Expr>) {
        let (local, returned) = match dest {
            Some(local) => (local, None),
            None => {
                let ty = value.map_or(Type::Unit, |value| value.ty.clone());
                let local = self.new_local("value", ty.clone(), LocalKind::Temp);
                (local, Some(Expr::local(local, ty)))
            }
        };
        self.push(StmtKind::Let { local, init: None });
        (local, returned)
    }

    fn branch(&mut self, fill: impl FnOnce(&mut Self) -> Option<Expr>) -> (Block, Option<Expr>) {
        let mut value = None;
        let block = self.scoped_block(|lower| value = fill(lower));
        (block, value)
    }

    fn assign_at_end(&mut self, block: &mut Block, local: LocalId, value: Option<Expr>) {
        if let Some(value) = value {
            let ty = self.function.local(local).ty.clone();
            let kind = StmtKind::Assign { place: Place::local(local, ty), op: None, value };
            block.0.push(Stmt { kind, site: self.site });
        }
    }

    /// `{ .. }` and `'a: { .. }`.
    pub(super) fn block_expr(&mut self, node: &syn::ExprBlock, dest: Option<LocalId>) -> Option<Expr> {
        let Some(label) = &node.label else { return self.plain_block(&node.block, dest) };
        let (local, returned) = match dest {
            Some(local) => (local, None),
            None => {
                let ty = self.fresh();
                let local = self.new_local("value", ty.clone(), LocalKind::Temp);
                (local, Some(Expr::local(local, ty)))
            }
        };
        let id = self.enter(Some(label), false, Some(local));
        let (mut body, value) = self.branch(|lower| lower.stmts(&node.block.stmts));
        self.frames.pop();
        let has_value = value.is_some() || dest.is_some();
        if has_value {
            self.push(StmtKind::Let { local, init: None });
        } else {
            self.settle_unit(local);
        }
        self.assign_at_end(&mut body, local, value);
        self.push(StmtKind::Block { label: id, body });
        if has_value { returned } else { None }
    }

    /// A temporary that turned out to hold nothing gets a type, so that nothing about it stays open.
    fn settle_unit(&mut self, local: LocalId) {
        self.function.locals[local.0 as usize].ty = Type::BOOL;
    }

    /// A block without label: its statements join the current block, in a scope of their own.
    pub(super) fn plain_block(&mut self, block: &syn::Block, dest: Option<LocalId>) -> Option<Expr> {
        self.scopes.push(std::collections::HashMap::new());
        let value = self.stmts(&block.stmts);
        self.scopes.pop();
        match (dest, value) {
            (Some(local), Some(value)) => {
                self.push(StmtKind::Let { local, init: Some(value) });
                None
            }
            (Some(local), None) => {
                self.push(StmtKind::Let { local, init: None });
                None
            }
            (None, value) => value,
        }
    }

    fn enter(&mut self, label: Option<&syn::Label>, is_loop: bool, result: Option<LocalId>) -> LabelId {
        let id = self.new_label();
        let name = label.map(|label| label.name.ident.to_string());
        self.frames.push(Frame { name, label: id, is_loop, result });
        id
    }

    pub(super) fn loop_expr(&mut self, node: &syn::ExprLoop) -> Option<Expr> {
        // Only a loop with a `break value` of its own has a value; the type comes from there.
        let ty = self.fresh();
        let local = self.new_local("value", ty.clone(), LocalKind::Temp);
        let label = self.enter(node.label.as_ref(), true, Some(local));
        let body = self.scoped_block(|lower| {
            if let Some(value) = lower.stmts(&node.body.stmts) {
                lower.evaluate(value);
            }
        });
        self.frames.pop();
        let mut has_value = false;
        body.walk(&mut |stmt| {
            has_value |= matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.base == local);
        });
        if has_value {
            self.push(StmtKind::Let { local, init: None });
        } else {
            self.settle_unit(local);
        }
        self.push(StmtKind::Loop { label, body });
        has_value.then(|| Expr::local(local, ty))
    }

    pub(super) fn while_expr(&mut self, node: &syn::ExprWhile) {
        let label = self.enter(node.label.as_ref(), true, None);
        let (mut head, condition) = self.branch(|lower| Some(lower.expr(&node.cond)));
        let condition = condition.unwrap_or_else(|| Expr::bool(true));
        let body = self.scoped_block(|lower| {
            if let Some(value) = lower.stmts(&node.body.stmts) {
                lower.evaluate(value);
            }
        });
        self.frames.pop();
        if head.0.is_empty() {
            return self.push(StmtKind::While { label, condition, body });
        }
        // The condition needs statements of its own: they run at the head of each turn.
        let site = self.site;
        let stop = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(condition)), Type::BOOL);
        let leave = Block(vec![Stmt { kind: StmtKind::Break(label), site }]);
        head.0.push(Stmt {
            kind: StmtKind::If { condition: stop, then: leave, otherwise: Block::default() },
            site,
        });
        head.0.extend(body.0);
        self.push(StmtKind::Loop { label, body: head });
    }

    pub(super) fn for_expr(&mut self, node: &syn::ExprForLoop) {
        let mut reversed = false;
        let mut step = None;
        let Some(range) = range_of(&node.expr, &mut reversed, &mut step) else {
            self.report.error(
                node.expr.span(),
                Code::Loop,
                format!(
                    "a `for` loop in a kernel counts over a range, not over `{}`",
                    node.expr.to_token_stream()
                ),
                "write `for i in 0..x.len()` and use `x[i]`; `.rev()` and one `.step_by(n)` are possible",
            );
            return;
        };
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            self.report.error(
                range.span(),
                Code::Loop,
                "the range of a `for` loop needs a start and an end",
                "",
            );
            return;
        };
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        let mut operands: Vec<&Syn> = vec![start, end];
        operands.extend(step);
        let mut values = self.sequence(&operands);
        let step = (values.len() == 3).then(|| values.pop()).flatten();
        let (Some(end), Some(start)) = (values.pop(), values.pop()) else { return };
        let ty = start.ty.clone();
        let step = step.map(|step| self.step(step, &ty, node.expr.span()));
        let (name, mutable) = match &*node.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                (pat.ident.to_string(), pat.mutability.is_some())
            }
            Pat::Wild(_) => ("_turn".to_owned(), false),
            other => {
                self.report.error(
                    other.span(),
                    Code::Pattern,
                    "the counter of a `for` loop is a plain name here",
                    "",
                );
                return;
            }
        };
        let local = self.new_local(&name, ty.clone(), LocalKind::Let);
        let label = self.enter(node.label.as_ref(), true, None);
        let body = self.scoped_block(|lower| {
            let mut bound = local;
            if mutable {
                // `for mut i`: the body changes a copy.
                bound = lower.new_local(&name, ty.clone(), LocalKind::Let);
                lower.push(StmtKind::Let { local: bound, init: Some(Expr::local(local, ty.clone())) });
            }
            lower.bind(&name, Binding::Local { id: bound, mutable });
            if let Some(value) = lower.stmts(&node.body.stmts) {
                lower.evaluate(value);
            }
        });
        self.frames.pop();
        if let Pat::Ident(pat) = &*node.pat {
            self.taps.locals.entry(address(node)).or_default().push((pat.ident.clone(), local));
        }
        self.push(StmtKind::For { label, local, start, end, inclusive, step, reversed, body });
    }

    /// The step of `step_by`, a `usize`, as the counter's type. Zero panics, as in std.
    fn step(&mut self, step: Expr, ty: &Type, span: proc_macro2::Span) -> Expr {
        if let ExprKind::Literal(Literal::Int(value)) = step.kind {
            if value > 0 {
                return Expr::new(step.kind, ty.clone());
            }
        }
        let step = self.temporary("step", Expr { ty: Type::USIZE, ..step });
        let text = "assertion failed: step != 0".to_owned();
        let site = self.new_site(span, SiteKind::Message { text, values: Vec::new() });
        let then = Block(vec![Stmt { kind: StmtKind::Fail { values: Vec::new() }, site }]);
        self.push(StmtKind::If { condition: Self::is_zero(step.clone()), then, otherwise: Block::default() });
        Expr::new(ExprKind::Cast(Box::new(step)), ty.clone())
    }

    fn frame(
        &mut self,
        label: Option<&syn::Lifetime>,
        span: proc_macro2::Span,
    ) -> Option<(LabelId, Option<LocalId>)> {
        let name = label.map(|label| label.ident.to_string());
        let frame = self.frames.iter().rev().find(|frame| match &name {
            Some(name) => frame.name.as_ref() == Some(name),
            None => frame.is_loop,
        });
        let found = frame.map(|frame| (frame.label, frame.result));
        if found.is_none() {
            // rustc says this too, but only where the body is otherwise in order.
            self.unsupported(span, "there is no such loop around this", "");
        }
        found
    }

    pub(super) fn break_expr(&mut self, node: &syn::ExprBreak) {
        let value = node.expr.as_ref().map(|value| self.whole(value));
        let Some((label, result)) = self.frame(node.label.as_ref(), node.span()) else { return };
        if let (Some(value), Some(local)) = (value, result) {
            let ty = self.function.local(local).ty.clone();
            self.push(StmtKind::Assign { place: Place::local(local, ty), op: None, value });
        }
        self.push(StmtKind::Break(label));
    }

    pub(super) fn continue_expr(&mut self, node: &syn::ExprContinue) {
        if let Some((label, _)) = self.frame(node.label.as_ref(), node.span()) {
            self.push(StmtKind::Continue(label));
        }
    }

    /// The number of turns is not needed anywhere else; a comparison of `usize` values is.
    pub(super) fn is_zero(value: Expr) -> Expr {
        Expr::binary(BinOp::Eq, value, Expr::int(0, Scalar::Usize), Type::BOOL)
    }
}

/// Arrays are values only as a whole `let`; a select is for scalars.
fn is_operand(value: &Expr) -> bool {
    !matches!(value.kind, ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Ref(_))
        && !matches!(value.ty, Type::Array(..))
}

/// The range under `.rev()` and `.step_by(n)`. `(a..b).step_by(n).rev()` counts other values than `.rev().step_by(n)`; only
/// the latter's order of the two is refused.
fn range_of<'a>(
    expr: &'a Syn,
    reversed: &mut bool,
    step: &mut Option<&'a Syn>,
) -> Option<&'a syn::ExprRange> {
    match expr {
        Syn::Range(range) => Some(range),
        Syn::Paren(inner) => range_of(&inner.expr, reversed, step),
        Syn::Group(inner) => range_of(&inner.expr, reversed, step),
        Syn::MethodCall(call) if call.method == "rev" && call.args.is_empty() && !*reversed => {
            *reversed = true;
            range_of(&call.receiver, reversed, step)
        }
        Syn::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 && step.is_none() => {
            *step = call.args.first();
            let outer_reversed = *reversed;
            let range = range_of(&call.receiver, reversed, step)?;
            // `(a..b).rev().step_by(n)` starts at the end: not the values of the reversed stepped range.
            (*reversed == outer_reversed).then_some(range)
        }
        _ => None,
    }
}
