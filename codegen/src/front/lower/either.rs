//! `Option`s that something decides, `(a < b).then(|| ..)`, `.or(..)`, `.zip(..)` and their like, and what is taken out
//! of one that is kept.
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
use crate::ir::{BinOp, Block, Expr, LocalKind, Place, Scalar, Stmt, StmtKind, Type};

/// The methods of `Option` that kernels do not have.
const MISSING: [&str; 10] = [
    "as_deref",
    "flatten",
    "get_or_insert",
    "get_or_insert_with",
    "insert",
    "inspect",
    "iter",
    "ok_or",
    "ok_or_else",
    "unzip",
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
                    `map_or`, `map_or_else`, `zip`, `xor`, `and`, `take`, `replace`, `unwrap`, `expect`, `unwrap_or`, \
                    `unwrap_or_else` and `unwrap_or_default`; or ask it: `if let Some(v) = ..`";
        self.report.error(call.method.span(), Code::Method, message, help);
        true
    }

    /// `.zip(option)`, `.xor(option)` and `.and(option)`, which all evaluate the other always.
    pub(super) fn beside(
        &mut self,
        call: &syn::ExprMethodCall,
        (inner, some): (Subject, Expr),
        other: &Syn,
    ) -> Option<(Subject, Expr)> {
        // A reference in a tuple has no name.
        let first = match inner {
            Subject::Value(value) => value_of(&self.kept_in(value, &some))?,
            Subject::Referent { .. } => {
                let message = format!("`{}` takes a reference along, which has no name", text_of(call));
                let help =
                    "copy what it refers to: `.copied()`; or ask both: `if let (Some(a), Some(b)) = (..)`";
                self.report.error(spot(call), Code::Unsupported, message, help);
                return Some((Subject::Broken, Expr::bool(true)));
            }
            Subject::Parts { .. }
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => return Some((Subject::Broken, Expr::bool(true))),
        };
        let some = self.temporary("there", some);
        let (second, there) = match self.maybe(other) {
            Some((inner, there)) => (self.made(&inner), there),
            None => {
                let option = self.whole(other);
                let option = self.temporary("option", option);
                let (inner, there) = self.option_parts(&Subject::Value(option));
                (value_of(&inner), there)
            }
        };
        let second = second?;
        let bool = |op, a: &Expr, b: &Expr| Expr::binary(op, a.clone(), b.clone(), Type::BOOL);
        if call.method == "xor" {
            let either = bool(BinOp::Ne, &some, &there);
            let local = self.new_local("value", first.ty.clone(), LocalKind::Let);
            self.push(StmtKind::Let { local, init: None });
            let value = Place::local(local, first.ty.clone());
            let site = self.site;
            let assign = |value: &Place, of| {
                Block(vec![Stmt {
                    kind: StmtKind::Assign { place: value.clone(), op: None, value: of },
                    site,
                }])
            };
            let (then, otherwise) = (assign(&value, first), assign(&value, second));
            self.push(StmtKind::If { condition: some, then, otherwise });
            return Some((Subject::Value(Expr::load(value)), self.temporary("either", either)));
        }
        let both = bool(BinOp::And, &some, &there);
        let both = self.temporary("both", both);
        let Subject::Value(second) = self.kept_in(second, &both) else { return None };
        let inner = if call.method == "and" {
            Subject::Value(second)
        } else {
            let parts = [first, second].map(Subject::Value);
            Subject::Parts { parts: parts.into(), array: false }
        };
        Some((inner, both))
    }

    /// `.take()` of a variable, and `.replace(v)`: what was there.
    pub(super) fn taken(&mut self, option: &Syn, with: Option<&Syn>) -> Option<(Subject, Expr)> {
        let place = self.place(option)?;
        let place = self.settle(place);
        let with = with.map(|value| {
            let value = self.whole(value);
            self.temporary("value", value)
        });
        let held = self.temporary("taken", Expr::load(place.clone()));
        let there = self.field(place.clone(), "0");
        if let Some(value) = &with {
            let inner = self.field(place, "1");
            self.push(StmtKind::Assign { place: inner, op: None, value: value.clone() });
        }
        self.push(StmtKind::Assign { place: there, op: None, value: Expr::bool(with.is_some()) });
        Some(self.option_parts(&Subject::Value(held)))
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
