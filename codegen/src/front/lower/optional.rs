//! `Option`s that are never made: what `x.get(i)`, `x.first()`, `max`, `position` and their like give.
//!
//! Takes the call; guarantees what it would give and whether it gives that, for the pattern or the method that asks for it
//! at once: `if let Some(v) = x.get(i)`, `.unwrap_or(0)`. What would keep the `Option` is refused by those who see it.

use syn::{Expr as Syn, Lit};

use super::items::Item;
use super::iter::is_iterator;
use super::pattern::not;
use super::subject::Subject;
use super::{Lower, bare, is_stable};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{BinOp, Block, Expr, LocalKind, Place, Scalar, SiteKind, Stmt, StmtKind, Type};

/// The methods of iterators that give an `Option`, and how many operands they take.
const ENDS: [(&str, usize); 6] =
    [("max", 0), ("min", 0), ("last", 0), ("position", 1), ("find", 1), ("reduce", 1)];

/// Whether an iterator's method gives an `Option` that a kernel can ask.
pub(super) fn gives_option(name: &str) -> bool {
    ENDS.iter().any(|(known, _)| *known == name)
}

impl Lower<'_> {
    /// What an expression gives, and whether it does; `None` where it is no `Option` that a kernel knows.
    pub(super) fn maybe(&mut self, expr: &Syn) -> Option<(Subject, Expr)> {
        let Syn::MethodCall(call) = bare(expr) else { return None };
        let name = call.method.to_string();
        let args: Vec<&Syn> = call.args.iter().collect();
        match (name.as_str(), args.as_slice()) {
            ("copied" | "cloned", []) if !is_iterator(&call.receiver) => {
                let (inner, some) = self.maybe(&call.receiver)?;
                let inner = match inner {
                    Subject::Referent { place, .. } => Subject::Value(Expr::load(place)),
                    other => other,
                };
                Some((inner, some))
            }
            ("get" | "get_mut", [index]) if !matches!(bare(index), Syn::Range(_)) => {
                let place = self.slice_of(&call.receiver)?;
                let index = self.expr(index);
                let index = self.keep("index", index);
                let len = self.len_of(&place);
                let some = self.less("there", index.clone(), len);
                let place = self.element(place, index);
                Some((Subject::Referent { place, mutable: name == "get_mut" }, some))
            }
            ("first" | "last" | "first_mut" | "last_mut", []) if !is_iterator(&call.receiver) => {
                let place = self.slice_of(&call.receiver)?;
                let len = self.len_of(&place);
                let none = Expr::int(0, Scalar::Usize);
                let some = self.less("there", none.clone(), len.clone());
                let index = if name.starts_with("first") {
                    none
                } else {
                    Expr::binary(BinOp::Sub, len, Expr::int(1, Scalar::Usize), Type::USIZE)
                };
                let place = self.element(place, index);
                Some((Subject::Referent { place, mutable: name.ends_with("_mut") }, some))
            }
            ("checked_add" | "checked_sub", [by]) if !is_iterator(&call.receiver) => {
                let values = self.sequence(&[&call.receiver, by]);
                let values: Vec<Expr> =
                    values.into_iter().map(|value| self.temporary("operand", value)).collect();
                let span = call.method.span();
                let mut by = |rule: &str| self.method(&name.replace("checked", rule), values.clone(), span);
                // What saturates is never what wraps around.
                let (wrapped, limited) = (by("wrapping"), by("saturating"));
                let value = self.temporary("result", wrapped);
                let equal = Expr::binary(BinOp::Eq, value.clone(), limited, Type::BOOL);
                let some = self.temporary("there", equal);
                Some((Subject::Value(value), some))
            }
            (name, args) if is_iterator(&call.receiver) && ENDS.contains(&(name, args.len())) => {
                self.end_of(call, name, args.first().copied())
            }
            _ => None,
        }
    }

    /// The slice or array that a method is called on.
    fn slice_of(&mut self, receiver: &Syn) -> Option<Place> {
        if is_iterator(receiver) {
            return None;
        }
        let place = self.place(receiver)?;
        let known = matches!(place.ty, Type::Array(..) | Type::Slice { .. } | Type::Infer(_));
        if !known || self.broken.contains(&place.base) {
            return None;
        }
        Some(self.settle(place))
    }

    fn less(&mut self, name: &str, a: Expr, b: Expr) -> Expr {
        self.temporary(name, Expr::binary(BinOp::Lt, a, b, Type::BOOL))
    }

    /// Runs over an iterator for what its method gives.
    fn end_of(&mut self, call: &syn::ExprMethodCall, name: &str, f: Option<&Syn>) -> Option<(Subject, Expr)> {
        let mark = self.report.len();
        let Some(iter) = self.iterator(&call.receiver) else {
            if self.report.len() == mark {
                self.refuse_iterator(&call.receiver);
            }
            return Some((Subject::Broken, self.dummy()));
        };
        let f = f.map(|f| self.callback(f));
        let ty = if name == "position" { Type::USIZE } else { self.fresh() };
        let found = self.new_local("found", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: found, init: None });
        let there = self.new_local("there", Type::BOOL, LocalKind::Let);
        self.push(StmtKind::Let { local: there, init: Some(Expr::bool(false)) });
        let count = (name == "position").then(|| {
            let count = self.new_local("count", Type::USIZE, LocalKind::Let);
            self.push(StmtKind::Let { local: count, init: Some(Expr::int(0, Scalar::Usize)) });
            Place::local(count, Type::USIZE)
        });
        let (found, there) = (Place::local(found, ty), Place::local(there, Type::BOOL));
        let mut refers = false;
        let label = self.new_label();
        self.each_turn(label, iter, |lower, item| {
            let item = lower.named(item);
            refers = matches!(item, Item::Place { .. });
            let site = lower.site;
            let take = |value: Expr| {
                let kinds = [
                    StmtKind::Assign { place: found.clone(), op: None, value },
                    StmtKind::Assign { place: there.clone(), op: None, value: Expr::bool(true) },
                ];
                kinds.map(|kind| Stmt { kind, site }).into()
            };
            match (name, &f) {
                ("position", Some(f)) => {
                    let holds = lower.apply_to_value(f, vec![item]);
                    let Some(count) = count else { return };
                    let mut then: Vec<Stmt> = take(Expr::load(count.clone()));
                    then.push(Stmt { kind: StmtKind::Break(label), site });
                    lower.push(StmtKind::If {
                        condition: holds,
                        then: Block(then),
                        otherwise: Block::default(),
                    });
                    let one = Expr::int(1, Scalar::Usize);
                    lower.push(StmtKind::Assign { place: count, op: Some(BinOp::Add), value: one });
                }
                ("find", Some(f)) => {
                    let shown = lower.shown(&item);
                    let holds = lower.apply_to_value(f, vec![shown]);
                    let mut then: Vec<Stmt> = take(lower.item_value(item, &call.receiver));
                    then.push(Stmt { kind: StmtKind::Break(label), site });
                    lower.push(StmtKind::If {
                        condition: holds,
                        then: Block(then),
                        otherwise: Block::default(),
                    });
                }
                (_, Some(f)) => {
                    let first = Block(take(lower.item_value(item.clone(), &call.receiver)));
                    let next = lower.scoped_block(|lower| {
                        let so_far = Item::Value(Expr::load(found.clone()));
                        let value = lower.apply_to_value(f, vec![so_far, item]);
                        lower.push(StmtKind::Assign { place: found.clone(), op: None, value });
                    });
                    let condition = Expr::load(there.clone());
                    lower.push(StmtKind::If { condition, then: next, otherwise: first });
                }
                (name, None) => {
                    let value = lower.item_value(item, &call.receiver);
                    let value = lower.temporary("next", value);
                    let op = match name {
                        "max" => Some(BinOp::Ge),
                        "min" => Some(BinOp::Lt),
                        _ => None,
                    };
                    let then = Block(take(value.clone()));
                    let Some(op) = op else { return lower.block.extend(then.0) };
                    let better = Expr::binary(op, value, Expr::load(found.clone()), Type::BOOL);
                    let first = not(Expr::load(there.clone()));
                    let condition = Expr::binary(BinOp::Or, first, better, Type::BOOL);
                    lower.push(StmtKind::If { condition, then, otherwise: Block::default() });
                }
            }
        });
        let inner = if refers && !matches!(name, "position" | "reduce") {
            Subject::Referent { place: found, mutable: false }
        } else {
            Subject::Value(Expr::load(found))
        };
        Some((inner, Expr::load(there)))
    }

    /// `.unwrap_or(v)`, `.unwrap()`, `.is_some()` and their like, of an `Option` that is asked at once.
    pub(super) fn unwrapped(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        let args: Vec<&Syn> = call.args.iter().collect();
        let known = matches!(
            (name.as_str(), args.len()),
            ("unwrap" | "is_some" | "is_none", 0) | ("unwrap_or" | "expect", 1)
        );
        if !known {
            return None;
        }
        let (inner, some) = self.maybe(&call.receiver)?;
        match name.as_str() {
            "is_some" => return Some(some),
            "is_none" => return Some(not(some)),
            _ => {}
        }
        let value = match inner {
            Subject::Value(value) => value,
            Subject::Referent { place, .. } if name != "unwrap_or" => Expr::load(place),
            Subject::Referent { .. } => {
                let message = format!("`{}` gives one of two references, which has no name", text_of(call));
                let help =
                    "copy what it refers to: `.copied().unwrap_or(..)`; or write `if let Some(v) = ..`";
                self.report.error(spot(call), Code::Unsupported, message, help);
                return Some(self.dummy());
            }
            Subject::Parts { .. }
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Maybe { .. }
            | Subject::Broken => return Some(self.dummy()),
        };
        if name != "unwrap_or" {
            self.fail_unless(some, call);
            return Some(value);
        }
        let first = args.first()?;
        let mark = self.block.len();
        let otherwise = self.whole(first);
        let ty = otherwise.ty.clone();
        let mut value = value;
        if self.block.len() > mark && !is_stable(&value, &|id| self.never_assigned(id)) {
            // The value was copied before the other was evaluated, which may change where it came from.
            let later = self.block.split_off(mark);
            let copy = self.new_local("copied", value.ty.clone(), LocalKind::Let);
            self.push(StmtKind::Let { local: copy, init: None });
            let place = Place::local(copy, value.ty.clone());
            let copied = Expr::load(place.clone());
            let kind = StmtKind::Assign { place, op: None, value: std::mem::replace(&mut value, copied) };
            let then = Block(vec![Stmt { kind, site: self.site }]);
            self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
            self.block.extend(later);
        }
        let local = self.new_local("value", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(otherwise) });
        let kind = StmtKind::Assign { place: Place::local(local, ty.clone()), op: None, value };
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
        Some(Expr::local(local, ty))
    }

    /// `x.first().unwrap()` and `.expect("..")`, where they give a reference: the place, and whether it can be changed.
    pub(super) fn unwrapped_place(&mut self, expr: &Syn) -> Option<(Place, bool)> {
        let Syn::MethodCall(call) = bare(expr) else { return None };
        if call.method != "unwrap" && call.method != "expect" || !Self::may_refer(&call.receiver) {
            return None;
        }
        let (Subject::Referent { place, mutable }, some) = self.maybe(&call.receiver)? else { return None };
        self.fail_unless(some, call);
        Some((place, mutable))
    }

    /// Whether what an expression gives may be a reference in an `Option`, as far as its form tells.
    fn may_refer(expr: &Syn) -> bool {
        let Syn::MethodCall(call) = bare(expr) else { return false };
        let name = call.method.to_string();
        match name.as_str() {
            "get" | "get_mut" | "first" | "first_mut" | "last_mut" => true,
            "last" | "max" | "min" | "find" => refers(&call.receiver),
            _ => false,
        }
    }

    fn fail_unless(&mut self, some: Expr, call: &syn::ExprMethodCall) {
        let text = match call.args.first().map(bare) {
            None => "called `Option::unwrap()` on a `None` value".to_owned(),
            Some(Syn::Lit(syn::ExprLit { lit: Lit::Str(text), .. })) => text.value(),
            Some(other) => {
                let help = "write the text out: `.expect(\"..\")`";
                self.report.error(spot(other), Code::Format, "the message is not a string literal", help);
                return;
            }
        };
        let text = text.replace('{', "{{").replace('}', "}}");
        let site = self.new_site(call.method.span(), SiteKind::Message { text, values: Vec::new() });
        self.fail_when(not(some), Vec::new(), site);
    }
}

/// Whether an iterator gives references to elements, as far as its form tells.
fn refers(expr: &Syn) -> bool {
    match bare(expr) {
        Syn::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "iter_mut" => true,
            "rev" | "step_by" | "skip" | "take" | "filter" | "take_while" | "inspect" => {
                refers(&call.receiver)
            }
            _ => !is_iterator(expr),
        },
        Syn::Range(_) => false,
        _ => true,
    }
}
