//! Statements: scope, labels, assignments, returns.

use super::expr::{Role, binary_fits};
use super::{Rule, Verifier, is_value};
use crate::compact::List;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Place, Scalar, SiteKind, Stmt,
    StmtKind, TileOp, Type,
};

impl Verifier<'_> {
    /// A block; what it declares ends with it.
    #[inline(never)]
    pub(super) fn block(&mut self, block: &Block) {
        if !self.deeper() {
            return;
        }
        let mut here = Vec::new();
        for stmt in &block.0 {
            self.site = Some(stmt.site);
            self.site_entry(stmt.site);
            self.stmt(stmt, &mut here);
        }
        for local in here {
            self.set_visible(local, false);
        }
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt, here: &mut Vec<LocalId>) {
        match &stmt.kind {
            StmtKind::Print { values } => {
                for value in values {
                    self.expr(value, Role::Operand);
                }
                self.print(stmt, values);
            }
            StmtKind::Let { local, init } => {
                if let Some(init) = init {
                    self.expr(init, Role::Whole);
                    self.same_type(*local, init);
                }
                self.declare(*local);
                here.push(*local);
            }
            StmtKind::Assign { place, op, value } => {
                self.expr(value, if op.is_some() { Role::Operand } else { Role::Whole });
                self.place(place);
                self.assignable(place);
                match op {
                    None => self.hold(Rule::Types, value.ty == place.ty, || {
                        format!("a value of type `{}` for a place of type `{}`", value.ty, place.ty)
                    }),
                    Some(op) => self.compound(*op, place, value, stmt),
                }
            }
            StmtKind::Eval(value) => {
                let stands = match value.kind {
                    ExprKind::Call { .. } => true,
                    ExprKind::Tile { op, .. } => matches!(op, TileOp::Store { .. } | TileOp::Change { .. }),
                    _ => false,
                };
                self.hold(Rule::Effects, stands, || "an evaluation that is not a call".to_owned());
                self.expr(value, Role::Evaluated);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Loop { label, body } => self.labeled(*label, true, body),
            StmtKind::While { label, condition, body } => {
                self.condition(condition);
                self.labeled(*label, true, body);
            }
            StmtKind::For { label, local, start, end, step, body, inclusive: _, reversed: _, unroll: _ } => {
                for bound in [start, end].into_iter().chain(step) {
                    self.expr(bound, Role::Operand);
                    self.counts(*local, bound);
                }
                if let Some(Expr { kind: ExprKind::Literal(Literal::Int(step)), .. }) = step {
                    self.hold(Rule::Loops, *step > 0, || format!("a step of {step}"));
                }
                self.declare(*local);
                self.set_counting(*local, true);
                self.labeled(*label, true, body);
                self.set_counting(*local, false);
                self.set_visible(*local, false);
            }
            StmtKind::Block { label, body } => self.labeled(*label, false, body),
            StmtKind::Break(label) => {
                let found = self.enclosing.iter().any(|(around, _)| around == label);
                self.hold(Rule::Labels, found, || format!("`break '{}` outside of that label", label.0));
            }
            StmtKind::Continue(label) => {
                let found = self.enclosing.contains(&(*label, true));
                self.hold(Rule::Labels, found, || {
                    format!("`continue '{}` outside of a loop of that label", label.0)
                });
            }
            StmtKind::Return(value) => {
                let result = &self.function.result;
                let ty = value.as_ref().map_or(&Type::Unit, |value| &value.ty);
                self.hold(Rule::Returns, ty == result, || {
                    format!("`return` of `{ty}` instead of `{result}`")
                });
                if let Some(value) = value {
                    self.expr(value, Role::Returned);
                }
            }
            StmtKind::Fail { values, block } => {
                for value in values {
                    self.expr(value, Role::Operand);
                }
                if let Some(block) = block {
                    self.expr(block, Role::Operand);
                    self.hold(Rule::Types, block.ty == Type::USIZE, || {
                        format!("a failure in the block of a number of type `{}`", block.ty)
                    });
                }
                self.failure(stmt, values);
            }
        }
    }

    fn labeled(&mut self, label: LabelId, is_loop: bool, body: &Block) {
        let fresh = self.labels.insert(label);
        self.hold(Rule::Labels, fresh, || format!("a second label '{}", label.0));
        self.enclosing.push((label, is_loop));
        self.block(body);
        self.enclosing.pop();
    }

    fn declare(&mut self, id: LocalId) {
        let Some(local) = self.function.locals.get(id.0 as usize) else {
            return self
                .report(Rule::Ids, format!("a declaration of the local #{}, which does not exist", id.0));
        };
        let declarable = match local.kind {
            LocalKind::Let | LocalKind::Temp => true,
            LocalKind::Param | LocalKind::Shared => false,
        };
        self.hold(Rule::Scope, declarable, || {
            format!("a declaration of `{}#{}`, a {:?}", local.name, id.0, local.kind)
        });
        let first = !std::mem::replace(&mut self.declared[id.0 as usize], true);
        self.hold(Rule::Scope, first, || format!("a second declaration of `{}#{}`", local.name, id.0));
        if declarable {
            self.set_visible(id, true);
        }
    }

    fn set_visible(&mut self, id: LocalId, visible: bool) {
        let everywhere = |kind| match kind {
            LocalKind::Param | LocalKind::Shared => true,
            LocalKind::Let | LocalKind::Temp => false,
        };
        if let Some(local) = self.function.locals.get(id.0 as usize) {
            self.visible[id.0 as usize] = visible || everywhere(local.kind);
        }
    }

    fn set_counting(&mut self, id: LocalId, counting: bool) {
        if let Some(slot) = self.counting.get_mut(id.0 as usize) {
            *slot = counting;
        }
    }

    fn same_type(&mut self, id: LocalId, value: &Expr) {
        if let Some(local) = self.function.locals.get(id.0 as usize) {
            self.hold(Rule::Types, local.ty == value.ty, || {
                format!("a value of type `{}` for `{}#{}` of type `{}`", value.ty, local.name, id.0, local.ty)
            });
        }
    }

    fn condition(&mut self, condition: &Expr) {
        self.expr(condition, Role::Operand);
        self.hold(Rule::Types, condition.ty == Type::BOOL, || {
            format!("a condition of type `{}`", condition.ty)
        });
    }

    fn counts(&mut self, id: LocalId, bound: &Expr) {
        if let Some(local) = self.function.locals.get(id.0 as usize) {
            let is_int = local.ty.scalar().is_some_and(Scalar::is_int);
            self.hold(Rule::Loops, is_int && local.ty == bound.ty, || {
                format!(
                    "`for` counts a local of type `{}` with a bound or step of type `{}`",
                    local.ty, bound.ty
                )
            });
        }
    }

    fn assignable(&mut self, place: &Place) {
        let Some(local) = self.function.locals.get(place.base.0 as usize) else { return };
        let mutable = match &local.ty {
            Type::Slice { mutable, .. } | Type::Ref { mutable, .. } => *mutable,
            Type::Tensor { .. } => false,
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Capture(_)
            | Type::Tile { .. }
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => true,
        };
        self.hold(Rule::Assignments, mutable, || {
            format!("an assignment through `{}`, which is not mutable", local.name)
        });
        self.hold(Rule::Assignments, is_value(&place.ty), || {
            format!("an assignment to a place of type `{}`", place.ty)
        });
        let counting = self.counting[place.base.0 as usize];
        self.hold(Rule::Assignments, !counting, || {
            format!("an assignment to `{}`, which a loop counts", local.name)
        });
    }

    /// `place op= value`
    fn compound(&mut self, op: BinOp, place: &Place, value: &Expr, stmt: &Stmt) {
        let whole = place.ty.shape().is_some() || value.ty.shape().is_some();
        let fits = binary_fits(op, &place.ty, &value.ty)
            && !op.is_comparison()
            && !op.is_lazy()
            && Type::lifted(place.ty.lane().clone(), [&place.ty, &value.ty]).as_ref() == Some(&place.ty)
            && !(whole
                && matches!(op, BinOp::Div | BinOp::Rem)
                && value.ty.lane().scalar().is_some_and(Scalar::is_int));
        self.hold(Rule::Types, fits, || {
            format!(
                "`{}=` on a place of type `{}` with a value of type `{}`",
                op.symbol(),
                place.ty,
                value.ty
            )
        });
        let is_int = place.ty.scalar().is_some_and(Scalar::is_int);
        if is_int && matches!(op, BinOp::Div | BinOp::Rem) {
            self.divide_site(stmt.site);
        }
    }

    fn print(&mut self, stmt: &Stmt, values: &[Expr]) {
        let scalars: Vec<_> = values.iter().filter_map(|value| value.ty.scalar()).list();
        let Some(site) = self.module.site(stmt.site) else { return };
        let fits = match &site.kind {
            SiteKind::Message { values: types, .. } => *types == scalars && scalars.len() == values.len(),
            SiteKind::Plain | SiteKind::Divide | SiteKind::Index { .. } => false,
        };
        self.hold(Rule::Sites, fits, || {
            format!("a print at @{}, which has no message for its values", stmt.site.0)
        });
    }

    fn failure(&mut self, stmt: &Stmt, values: &[Expr]) {
        let scalars: Vec<_> = values.iter().filter_map(|value| value.ty.scalar()).list();
        self.hold(Rule::Sites, scalars.len() == values.len() && values.len() <= 4, || {
            "a failure with more than four values, or with one that is not a scalar".to_owned()
        });
        let Some(site) = self.module.site(stmt.site) else { return };
        let fits = match &site.kind {
            SiteKind::Message { values, .. } => *values == scalars,
            // What inlining makes of a checked index that is passed by reference.
            SiteKind::Index { .. } => scalars == [Scalar::Usize; 2],
            // What is tested before a division.
            SiteKind::Divide => matches!(scalars[..], [a, b] if a == b && a.is_int()),
            SiteKind::Plain => false,
        };
        self.hold(Rule::Sites, fits, || {
            format!("a failure at @{}, which has no message for its values", stmt.site.0)
        });
    }
}
