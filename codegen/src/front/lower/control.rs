//! Branches, blocks and loops.

use syn::spanned::Spanned;
use syn::{Expr as Syn, Pat, RangeLimits};

use super::aggregate::is_display;
use super::call::is_effect;
use super::expr::operator;
use super::{Binding, Frame, Lower, Scope, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Place, Scalar, SiteKind, Stmt,
    StmtKind, Type, UnOp, Unroll,
};

/// Whether a block ends in what is never nothing, by its form.
fn ends_in_value(block: &syn::Block) -> bool {
    let Some(syn::Stmt::Expr(last, None)) = block.stmts.last() else { return false };
    match bare(last) {
        Syn::Lit(_)
        | Syn::Path(_)
        | Syn::Field(_)
        | Syn::Index(_)
        | Syn::Cast(_)
        | Syn::Unary(_)
        | Syn::Struct(_)
        | Syn::Array(_) => true,
        Syn::Binary(binary) => operator(&binary.op).is_some_and(|(_, assigns)| !assigns),
        Syn::Tuple(tuple) => !tuple.elems.is_empty(),
        Syn::Call(call) => matches!(bare(&call.func), Syn::Path(path) if is_of_type(path)),
        _ => false,
    }
}

/// Whether what is called makes a value of a type, by its name.
fn is_of_type(path: &syn::ExprPath) -> bool {
    path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

impl Lower<'_> {
    /// `if`. With a destination the branches assign to it and nothing is returned; without one the value comes back.
    pub(super) fn if_expr(&mut self, node: &syn::ExprIf, dest: Option<LocalId>) -> Option<Expr> {
        let Some((_, otherwise_node)) = &node.else_branch else {
            self.if_effect(node);
            if let Some(local) = dest {
                self.push(StmtKind::Let { local, init: None });
            }
            return None;
        };
        let key = address(&node.then_branch);
        self.scopes.push(Scope::default());
        let (condition, bound) = self.condition(&node.cond, key);
        let then = self.branch(|lower| {
            lower.bind_found(bound, key);
            lower.stmts(&node.then_branch.stmts)
        });
        self.scopes.pop();
        let otherwise = self.branch(|lower| lower.value_or_unit(otherwise_node));
        self.join(condition.unwrap_or_else(|| Expr::bool(true)), then, otherwise, dest)
    }

    /// A choice between two branches with their values; as [`Lower::if_expr`] gives it back.
    pub(super) fn join(
        &mut self,
        condition: Expr,
        (mut then, then_value): (Block, Option<Expr>),
        (mut otherwise, otherwise_value): (Block, Option<Expr>),
        dest: Option<LocalId>,
    ) -> Option<Expr> {
        match (&then_value, &otherwise_value) {
            (Some(a), Some(b))
                if then.0.is_empty()
                    && otherwise.0.is_empty()
                    && is_operand(a)
                    && is_operand(b)
                    && choices(b) < MOST_CHOICES =>
            {
                let ty = dest.map_or_else(|| a.ty.clone(), |local| self.function.local(local).ty.clone());
                let (condition, then) = (Box::new(condition), Box::new(a.clone()));
                let kind = ExprKind::Select { condition, then, otherwise: Box::new(b.clone()) };
                let value = Expr::new(kind, ty);
                return match dest {
                    Some(local) => {
                        self.push(StmtKind::Let { local, init: Some(value) });
                        None
                    }
                    None => Some(value),
                };
            }
            (None, None) => {
                // A destination that no branch gives a value to is still declared: both branches diverge.
                if let Some(local) = dest {
                    self.push(StmtKind::Let { local, init: None });
                }
                self.push(StmtKind::If { condition, then, otherwise });
                return None;
            }
            _ => {}
        }
        let (local, returned) = self.destination(dest, then_value.as_ref().or(otherwise_value.as_ref()));
        self.assign_at_end(&mut then, local, then_value);
        self.assign_at_end(&mut otherwise, local, otherwise_value);
        self.push(StmtKind::If { condition, then, otherwise });
        returned
    }

    /// `if` whose value, if any, is dropped.
    pub(super) fn if_effect(&mut self, node: &syn::ExprIf) {
        let key = address(&node.then_branch);
        self.scopes.push(Scope::default());
        let (condition, bound) = self.condition(&node.cond, key);
        let condition = condition.unwrap_or_else(|| Expr::bool(true));
        let then = self.scoped_block(|lower| {
            lower.bind_found(bound, key);
            lower.run(&node.then_branch.stmts);
            if node.else_branch.is_none() {
                lower.is_nothing(&node.then_branch);
            }
        });
        self.scopes.pop();
        let otherwise = match &node.else_branch {
            Some((_, otherwise)) => self.scoped_block(|lower| lower.effect(otherwise)),
            None => Block::default(),
        };
        self.push(StmtKind::If { condition, then, otherwise });
    }

    /// The body of a loop, or of an `if` without `else`: that it gives nothing contradicts a value at its end, of
    /// whatever type.
    pub(super) fn is_nothing(&mut self, body: &syn::Block) {
        if ends_in_value(body) {
            let local = self.new_local("value", Type::Unit, LocalKind::Temp);
            self.push(StmtKind::Let { local, init: Some(Expr::bool(true)) });
        }
    }

    /// `{ .. }` whose value, if any, is dropped.
    pub(super) fn plain_effect(&mut self, block: &syn::Block) {
        self.scopes.push(Scope::default());
        self.run(&block.stmts);
        self.scopes.pop();
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

    pub(super) fn branch(&mut self, fill: impl FnOnce(&mut Self) -> Option<Expr>) -> (Block, Option<Expr>) {
        let mut value = None;
        let block = self.scoped_block(|lower| value = fill(lower));
        (block, value)
    }

    pub(super) fn assign_at_end(&mut self, block: &mut Block, local: LocalId, value: Option<Expr>) {
        if let Some(value) = value {
            self.note_part(local, &value);
            if let Some(temp) = self.declared_apart(&value, &block.0) {
                block.0.retain(|stmt| !declares(stmt, temp));
                self.replace(block, temp, local);
                return;
            }
            let ty = self.function.local(local).ty.clone();
            let kind = StmtKind::Assign { place: Place::local(local, ty), op: None, value };
            block.0.push(Stmt { kind, site: self.site });
        }
    }

    /// Lets `local` take the place of the temporary that holds the value of a branch or loop. False where there is
    /// none.
    pub(super) fn take_over(&mut self, value: &Expr, local: LocalId) -> bool {
        let Some(temp) = self.declared_apart(value, &self.block) else { return false };
        let mut block = Block(std::mem::take(&mut self.block));
        for stmt in block.0.iter_mut().filter(|stmt| declares(stmt, temp)) {
            stmt.kind = StmtKind::Let { local, init: None };
        }
        self.replace(&mut block, temp, local);
        self.block = block.0;
        true
    }

    /// Puts a variable in the place of a temporary; where nothing was said of its type, it has the temporary's.
    fn replace(&mut self, block: &mut Block, temp: LocalId, local: LocalId) {
        rename(block, temp, local);
        if let Type::Infer(_) = self.function.local(local).ty {
            self.function.locals[local.0 as usize].ty = self.function.local(temp).ty.clone();
        }
    }

    /// The temporary that a value reads whole, if these statements declare it and others give it its value.
    fn declared_apart(&self, value: &Expr, stmts: &[Stmt]) -> Option<LocalId> {
        match &value.kind {
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => {
                let temporary = self.function.local(*base).kind == LocalKind::Temp;
                (temporary && stmts.iter().any(|stmt| declares(stmt, *base))).then_some(*base)
            }
            _ => None,
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
        let (body, has_value) = self.labeled(local, |lower| lower.stmts(&node.block.stmts));
        self.frames.pop();
        let has_value = dest.is_some() || has_value;
        if has_value {
            self.push(StmtKind::Let { local, init: None });
        }
        self.push(StmtKind::Block { label: id, body });
        if has_value { returned } else { None }
    }

    /// A block that ends with a value for `local`; whether it, or something in it, gives it one.
    pub(super) fn labeled(
        &mut self,
        local: LocalId,
        fill: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> (Block, bool) {
        let (mut body, value) = self.branch(fill);
        self.assign_at_end(&mut body, local, value);
        let has_value = assigns(&body, local);
        if !has_value && self.function.local(local).kind == LocalKind::Temp {
            self.settle_unit(local);
        }
        (body, has_value)
    }

    /// A temporary that turned out to hold nothing gets a type, so that nothing about it stays open.
    pub(super) fn settle_unit(&mut self, local: LocalId) {
        self.function.locals[local.0 as usize].ty = Type::BOOL;
    }

    /// A block without label: its statements join the current block, in a scope of their own.
    pub(super) fn plain_block(&mut self, block: &syn::Block, dest: Option<LocalId>) -> Option<Expr> {
        self.scopes.push(Scope::default());
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

    pub(super) fn enter(
        &mut self,
        label: Option<&syn::Label>,
        is_loop: bool,
        result: Option<LocalId>,
    ) -> LabelId {
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
            lower.run(&node.body.stmts);
            lower.is_nothing(&node.body);
        });
        self.frames.pop();
        let has_value = assigns(&body, local);
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
        let key = address(&node.body);
        let site = self.site;
        self.scopes.push(Scope::default());
        let outer = std::mem::take(&mut self.block);
        let (condition, bound) = self.condition(&node.cond, key);
        let condition = condition.unwrap_or_else(|| Expr::bool(true));
        self.site = site;
        let mut head = Block(std::mem::replace(&mut self.block, outer));
        let body = self.scoped_block(|lower| {
            lower.bind_found(bound, key);
            lower.run(&node.body.stmts);
            lower.is_nothing(&node.body);
        });
        self.scopes.pop();
        self.frames.pop();
        if head.0.is_empty() {
            return self.push(StmtKind::While { label, condition, body });
        }
        // The condition needs statements of its own: they run at the head of each turn.
        let stop = match condition.kind {
            ExprKind::Unary(UnOp::Not, inner) => *inner,
            kind => {
                let condition = Expr::new(kind, condition.ty);
                Expr::new(ExprKind::Unary(UnOp::Not, Box::new(condition)), Type::BOOL)
            }
        };
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
            let mark = self.report.len();
            return match self.iterator(&node.expr) {
                Some(iter) => self.for_items(node, iter),
                None if self.report.len() > mark => self.for_body(node),
                None => self.refuse_for(node),
            };
        };
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            self.report.error(
                spot(range),
                Code::Loop,
                "the range of a `for` loop needs a start and an end",
                "write `0..n`, or `loop` with a counter of its own",
            );
            return self.for_body(node);
        };
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        let mut operands: Vec<&Syn> = vec![start, end];
        operands.extend(step);
        let mut values = self.sequence(&operands);
        let step = (values.len() == 3).then(|| values.pop()).flatten();
        let (Some(end), Some(start)) = (values.pop(), values.pop()) else { return };
        let ty = start.ty.clone();
        let step = step.map(|step| self.step(step, node.expr.span()));
        let fits = step.as_ref().is_none_or(|step| step_fits(step, &start.ty) || step_fits(step, &end.ty));
        let (name, mutable) = match &*node.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                (pat.ident.to_string(), pat.mutability.is_some())
            }
            Pat::Wild(_) => ("_turn".to_owned(), false),
            other => {
                let message = "the counter of a `for` loop is a plain name here";
                self.report.error(spot(other), Code::Pattern, message, "write `for i in ..`");
                return self.for_body(node);
            }
        };
        let local = self.new_local(&name, ty.clone(), LocalKind::Let);
        let (counter, mut head, start, end, step, inclusive) = match step {
            Some(step) if !fits => {
                let (turn, value, turns) = self.turns(start, end, step, inclusive, node.expr.span());
                let site = self.site;
                let head = Stmt { kind: StmtKind::Let { local, init: Some(value) }, site };
                (turn, Some(head), Expr::int(0, Scalar::Usize), turns, None, false)
            }
            // A step that the counter's type holds.
            Some(step) => {
                let step = match step.kind {
                    ExprKind::Literal(_) => Expr::new(step.kind, ty.clone()),
                    _ => Expr::new(ExprKind::Cast(Box::new(step)), ty.clone()),
                };
                (local, None, start, end, Some(step), inclusive)
            }
            None => (local, None, start, end, None, inclusive),
        };
        let label = self.enter(node.label.as_ref(), true, None);
        let body = self.scoped_block(|lower| {
            lower.block.extend(head.take());
            let mut bound = local;
            if mutable {
                // `for mut i`: the body changes a copy.
                bound = lower.new_local(&name, ty.clone(), LocalKind::Let);
                lower.push(StmtKind::Let { local: bound, init: Some(Expr::local(local, ty.clone())) });
            }
            lower.bind(&name, Binding::Local { id: bound, mutable, alias: false });
            lower.run(&node.body.stmts);
            lower.is_nothing(&node.body);
        });
        self.frames.pop();
        if let Pat::Ident(pat) = &*node.pat {
            self.tap(address(node), &pat.ident, local);
        }
        self.push(StmtKind::For {
            label,
            local: counter,
            start,
            end,
            inclusive,
            step,
            reversed,
            unroll: Unroll::Free,
            body,
        });
    }

    /// A stepped range whose step the counter's type may not hold, counted by its turns: the turn's number, the
    /// counter's value in a turn, and how many turns there are.
    fn turns(
        &mut self,
        start: Expr,
        end: Expr,
        step: Expr,
        inclusive: bool,
        span: proc_macro2::Span,
    ) -> (LocalId, Expr, Expr) {
        let ty = start.ty.clone();
        let (start, end) = (self.temporary("start", start), self.temporary("end", end));
        let turn = self.new_local("turn", Type::USIZE, LocalKind::Temp);
        let wide = |value: Expr| Expr::new(ExprKind::Cast(Box::new(value)), Type::USIZE);
        let binary = |op, lhs, rhs| Expr::binary(op, lhs, rhs, Type::USIZE);
        // The last value's distance from the first one, which wraps to the right number for every integer type.
        let mut last = binary(BinOp::Sub, wide(end.clone()), wide(start.clone()));
        if !inclusive {
            last = binary(BinOp::Sub, last, Expr::int(1, Scalar::Usize));
        }
        let site = Some(self.new_site(span, SiteKind::Divide));
        let kind =
            ExprKind::Binary { op: BinOp::Div, lhs: Box::new(last), rhs: Box::new(step.clone()), site };
        let some = binary(BinOp::Add, Expr::new(kind, Type::USIZE), Expr::int(1, Scalar::Usize));
        let order = if inclusive { BinOp::Le } else { BinOp::Lt };
        let turns = ExprKind::Select {
            condition: Box::new(Expr::binary(order, start.clone(), end, Type::BOOL)),
            then: Box::new(some),
            otherwise: Box::new(Expr::int(0, Scalar::Usize)),
        };
        let gone = binary(BinOp::Mul, Expr::local(turn, Type::USIZE), step);
        let gone = Expr::new(ExprKind::Cast(Box::new(gone)), ty.clone());
        (turn, Expr::binary(BinOp::Add, start, gone, ty), Expr::new(turns, Type::USIZE))
    }

    fn refuse_for(&mut self, node: &syn::ExprForLoop) {
        // A name that was complained about is not complained about again.
        if !matches!(bare(&node.expr), Syn::Path(path) if self.is_broken(path)) {
            self.refuse_iterator(&node.expr);
        }
        self.for_body(node);
    }

    /// Looks for further mistakes in the body of a loop that was refused.
    fn for_body(&mut self, node: &syn::ExprForLoop) {
        self.enter(node.label.as_ref(), true, None);
        self.scoped_block(|lower| {
            lower.bind_broken(&node.pat);
            lower.run(&node.body.stmts);
            lower.is_nothing(&node.body);
        });
        self.frames.pop();
    }

    /// The step of `step_by`, a `usize`, as the counter's type. Zero panics, as in std.
    fn step(&mut self, step: Expr, span: proc_macro2::Span) -> Expr {
        if let ExprKind::Literal(Literal::Int(1..)) = step.kind {
            return Expr::new(step.kind, Type::USIZE);
        }
        let step = self.temporary("step", Expr { ty: Type::USIZE, ..step });
        let text = "assertion failed: step != 0".to_owned();
        let site = self.new_site(span, SiteKind::Message { text, values: Vec::new() });
        let then = Block(vec![Stmt { kind: StmtKind::Fail { values: Vec::new(), block: None }, site }]);
        self.push(StmtKind::If { condition: Self::is_zero(step.clone()), then, otherwise: Block::default() });
        step
    }

    /// The loop or block that a `break` or `continue` names. Where there is none, rustc says so.
    fn frame(&self, label: Option<&syn::Lifetime>) -> Option<(LabelId, Option<LocalId>)> {
        let name = label.map(|label| label.ident.to_string());
        let frame = self.frames.iter().rev().find(|frame| match &name {
            Some(name) => frame.name.as_ref() == Some(name),
            None => frame.is_loop,
        });
        frame.map(|frame| (frame.label, frame.result))
    }

    pub(super) fn break_expr(&mut self, node: &syn::ExprBreak) {
        let found = self.frame(node.label.as_ref());
        let value = node.expr.as_ref().and_then(|value| self.value_or_unit(value));
        let Some((label, result)) = found else { return };
        if let (Some(value), Some(local)) = (value, result) {
            let ty = self.function.local(local).ty.clone();
            self.push(StmtKind::Assign { place: Place::local(local, ty), op: None, value });
        }
        self.push(StmtKind::Break(label));
    }

    pub(super) fn continue_expr(&mut self, node: &syn::ExprContinue) {
        if let Some((label, _)) = self.frame(node.label.as_ref()) {
            self.push(StmtKind::Continue(label));
        }
    }

    /// The number of turns is not needed anywhere else; a comparison of `usize` values is.
    pub(super) fn is_zero(value: Expr) -> Expr {
        Expr::binary(BinOp::Eq, value, Expr::int(0, Scalar::Usize), Type::BOOL)
    }
}

/// How deep selects are nested before a variable is easier to read.
const MOST_CHOICES: usize = 4;

/// How many selects follow each other.
fn choices(value: &Expr) -> usize {
    match &value.kind {
        ExprKind::Select { otherwise, .. } => 1 + choices(otherwise),
        _ => 0,
    }
}

/// Whether a value can be chosen by a select: a scalar without effect. Arrays are values only as a whole `let`.
fn is_operand(value: &Expr) -> bool {
    !is_effect(value)
        && !is_display(value)
        && !matches!(value.kind, ExprKind::Ref(_))
        && !matches!(value.ty, Type::Array(..) | Type::Struct(_) | Type::Tuple(_))
}

/// The range under `.rev()` and `.step_by(n)`. `(a..b).step_by(n).rev()` counts other values than
/// `.rev().step_by(n)`; only the latter's order of the two is refused.
fn range_of<'a>(
    expr: &'a Syn,
    reversed: &mut bool,
    step: &mut Option<&'a Syn>,
) -> Option<&'a syn::ExprRange> {
    match bare(expr) {
        Syn::Range(range) => Some(range),
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

/// Whether a block gives a variable a value.
fn assigns(block: &Block, local: LocalId) -> bool {
    let mut found = false;
    block.walk(&mut |stmt| {
        found |= matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.base == local);
    });
    found
}

/// Whether a statement declares this local without a value.
fn declares(stmt: &Stmt, id: LocalId) -> bool {
    matches!(stmt.kind, StmtKind::Let { local, init: None } if local == id)
}

/// Puts one local in the place of another.
fn rename(block: &mut Block, from: LocalId, to: LocalId) {
    fn expr(value: &mut Expr, from: LocalId, to: LocalId) {
        match &mut value.kind {
            ExprKind::Load(place) | ExprKind::Ref(place) if place.base == from => place.base = to,
            ExprKind::Len(local) if *local == from => *local = to,
            _ => {}
        }
        value.for_each_child_mut(&mut |child| expr(child, from, to));
    }
    for stmt in &mut block.0 {
        stmt.for_each_expr_mut(&mut |value| expr(value, from, to));
        match &mut stmt.kind {
            StmtKind::Assign { place, .. } if place.base == from => place.base = to,
            _ => {}
        }
        for inner in stmt.blocks_mut() {
            rename(inner, from, to);
        }
    }
}

/// Whether a counter of this type certainly holds the step, a `usize`: every type holds the small ones, and the
/// 64-bit types all that a program can mean.
fn step_fits(step: &Expr, ty: &Type) -> bool {
    match (&step.kind, ty) {
        (ExprKind::Literal(Literal::Int(..=127)), _) => true,
        (_, Type::Scalar(scalar)) => scalar.bits() == 64,
        _ => false,
    }
}
