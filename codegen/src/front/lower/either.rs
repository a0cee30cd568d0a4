//! `Option`s that something decides: `(a < b).then(|| ..)`, `.or(..)` and `.or_else(..)`.
//!
//! Takes the calls of which `optional` has found that they are these; guarantees what they give and whether they give
//! it, and that a closure runs where std's would.

use syn::Expr as Syn;

use super::Lower;
use super::iter::is_iterator;
use super::subject::{Subject, value_of};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{Block, Expr, LocalKind, Place, Scalar, Stmt, StmtKind, Type};

/// The methods of `Option` that kernels do not have.
const MISSING: [&str; 19] = [
    "and",
    "as_deref",
    "as_mut",
    "as_ref",
    "flatten",
    "get_or_insert",
    "get_or_insert_with",
    "insert",
    "inspect",
    "iter",
    "map_or_else",
    "ok_or",
    "ok_or_else",
    "replace",
    "take",
    "unwrap_or_default",
    "unzip",
    "xor",
    "zip",
];

impl Lower<'_> {
    /// Complains about a method of `Option` that kernels do not have; `false` where it may be another.
    pub(super) fn refuse_of_option(&mut self, call: &syn::ExprMethodCall, name: &str) -> bool {
        if !MISSING.contains(&name)
            || is_iterator(&call.receiver)
            || !(self.surely_maybe(&call.receiver) || self.is_option(&call.receiver))
        {
            return false;
        }
        let message = format!("an `Option` has no method `{name}` in kernels");
        let help = "it has `is_some`, `is_none`, `is_some_and`, `is_none_or`, `map`, `and_then`, `filter`, `or`, `or_else`, `copied`, \
                    `map_or`, `unwrap`, `expect`, `unwrap_or` and `unwrap_or_else`; or ask it: `if let Some(v) = ..`";
        self.report.error(call.method.span(), Code::Method, message, help);
        true
    }

    /// Whether an expression may give a `bool`, as far as its form and known types tell.
    pub(super) fn may_be_bool(&mut self, expr: &Syn) -> bool {
        let known = self.type_of_place(expr);
        !is_iterator(expr)
            && !self.is_of_parameter(expr)
            && known.is_none_or(|ty| matches!(ty, Type::Scalar(Scalar::Bool) | Type::Infer(_)))
    }

    /// `condition.then(f)`.
    pub(super) fn made_where(&mut self, condition: &Syn, f: &Syn) -> (Subject, Expr) {
        let some = self.expr(condition);
        let some = self.temporary("some", some);
        let f = self.callback(f);
        let ty = self.fresh();
        let made = self.new_local("made", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: made, init: None });
        let place = Place::local(made, ty);
        let then = self.scoped_block(|lower| {
            let value = lower.apply_to_value(&f, Vec::new());
            lower.push(StmtKind::Assign { place: place.clone(), op: None, value });
        });
        self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
        (Subject::Value(Expr::load(place)), some)
    }

    /// `.or(option)` and `.or_else(f)`.
    pub(super) fn one_or_other(
        &mut self,
        call: &syn::ExprMethodCall,
        (inner, some): (Subject, Expr),
        other: &Syn,
    ) -> (Subject, Expr) {
        let broken = (Subject::Broken, Expr::bool(true));
        let first = match inner {
            Subject::Value(value) => self.kept_in(value, &some),
            Subject::Referent { .. } => {
                let message = format!("`{}` gives one of two references, which has no name", text_of(call));
                let help = "copy what they refer to: `.copied().or(..)`; or write `if let Some(v) = ..`";
                self.report.error(spot(call), Code::Unsupported, message, help);
                return broken;
            }
            Subject::Parts { .. }
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => return broken,
        };
        let Some(first) = value_of(&first) else { return broken };
        let (ty, there) = (first.ty.clone(), self.new_local("there", Type::BOOL, LocalKind::Let));
        self.push(StmtKind::Let { local: there, init: Some(some.clone()) });
        let value = self.new_local("value", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: value, init: None });
        let (value, there) = (Place::local(value, ty), Place::local(there, Type::BOOL));
        // `or` evaluates the other always, `or_else` where it is asked for.
        let eager = (call.method == "or").then(|| self.whole(other));
        let eager = eager.map(|option| self.temporary("option", option));
        let f = eager.is_none().then(|| self.callback(other));
        let site = self.site;
        let assign = |place: &Place, value| StmtKind::Assign { place: place.clone(), op: None, value };
        let otherwise = self.scoped_block(|lower| {
            let option = match (eager, &f) {
                (Some(option), _) => option,
                (None, Some(f)) => {
                    let option = lower.apply_to_value(f, Vec::new());
                    lower.temporary("option", option)
                }
                (None, None) => return,
            };
            let (inner, some) = lower.option_parts(&Subject::Value(option));
            let Some(inner) = value_of(&inner) else { return };
            lower.push(assign(&there, some));
            let kind = assign(&value, inner);
            let then = Block(vec![Stmt { kind, site }]);
            let condition = Expr::load(there.clone());
            lower.push(StmtKind::If { condition, then, otherwise: Block::default() });
        });
        let then = Block(vec![Stmt { kind: assign(&value, first), site }]);
        self.push(StmtKind::If { condition: some, then, otherwise });
        (Subject::Value(Expr::load(value)), Expr::load(there))
    }
}
