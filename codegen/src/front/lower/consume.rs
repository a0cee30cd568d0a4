//! What consumes an iterator: `sum`, `product`, `count`, `is_sorted`, `fold`, `for_each`, `any` and `all`.
//!
//! Takes the call as the user wrote it; guarantees the loop that std runs for it: the same items in the same order, and
//! no more of them than std takes.

use syn::{Expr as Syn, RangeLimits};

use super::iter::{Iter, is_iterator};
use super::pattern::both;
use super::stages::Stage;
use super::{Lower, address, bare, can_fail, is_stable};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, FloatText, LabelId, Literal, LocalKind, Place, Scalar, Stmt,
    StmtKind, Type, UnOp,
};

/// What a call came to.
pub(super) enum Consumed {
    Value(Expr),
    Unit,
}

const WAYS: &str = "an iterator of a kernel ends in a `for` loop or in `sum`, `product`, `count`, `len`, `is_sorted`, \
                    `fold`, `for_each`, `any` or `all`; before that `map`, `filter`, `filter_map`, `take_while`, `skip_while`, \
                    `map_while`, `scan`, `inspect`, `enumerate`, `rev`, `step_by`, `skip`, `take`, `zip`, `chain`, \
                    `copied` and `cloned` are possible";

impl Lower<'_> {
    /// `x.iter().sum()` and its like; `None` where the receiver is no iterator.
    pub(super) fn consumed(&mut self, call: &syn::ExprMethodCall) -> Option<Consumed> {
        if !is_iterator(&call.receiver) || matches!(&*call.receiver, Syn::Range(_)) {
            return None;
        }
        let name = call.method.to_string();
        if let (Syn::Range(range), "contains", Some(value), 1) =
            (bare(&call.receiver), name.as_str(), call.args.first(), call.args.len())
        {
            return Some(Consumed::Value(self.range_contains(range, value)));
        }
        if let (Syn::Range(range), "is_empty", 0) = (bare(&call.receiver), name.as_str(), call.args.len())
            && let (Some(start), Some(end)) = (&range.start, &range.end)
        {
            let op = if matches!(range.limits, RangeLimits::Closed(_)) { BinOp::Le } else { BinOp::Lt };
            let ends = self.sequence(&[&**start, &**end]).try_into();
            let holds = ends.map(|[start, end]: [Expr; 2]| Expr::binary(op, start, end, Type::BOOL));
            return Some(Consumed::Value(holds.map_or_else(|_| self.dummy(), Expr::negated)));
        }
        let known = matches!(
            (name.as_str(), call.args.len()),
            ("sum" | "product" | "count" | "len" | "is_sorted", 0)
                | ("for_each" | "any" | "all", 1)
                | ("fold", 2)
        );
        if !known {
            let help = match name.as_str() {
                name if super::ends::gives_option(name) => {
                    "it takes other arguments here: `x.iter().find(|v| **v > 0)`"
                }
                "collect" => "a kernel has no memory to collect into: write the items to a slice or an array",
                _ => WAYS,
            };
            return Some(self.refuse_consumer(call, help));
        }
        let mark = self.report.len();
        let Some(iter) = self.iterator(&call.receiver) else {
            if self.report.len() == mark {
                self.refuse_iterator(&call.receiver);
            }
            return Some(Consumed::Value(self.dummy()));
        };
        if iter.len.is_none() && !iter.stages.iter().any(Stage::may_end) && name != "any" && name != "all" {
            return Some(
                self.refuse_consumer(call, "an iterator without end gives no result: add `.take(n)`"),
            );
        }
        let args: Vec<&Syn> = call.args.iter().collect();
        Some(match (name.as_str(), args.as_slice()) {
            ("sum", _) => Consumed::Value(self.total(iter, call, BinOp::Add)),
            ("product", _) => Consumed::Value(self.total(iter, call, BinOp::Mul)),
            ("count" | "len", _) => Consumed::Value(self.count(iter)),
            ("is_sorted", _) => Consumed::Value(self.is_sorted(iter, call)),
            ("fold", [init, f]) => Consumed::Value(self.fold(iter, init, f)),
            ("any", [f]) => Consumed::Value(self.until(iter, f, true)),
            ("all", [f]) => Consumed::Value(self.until(iter, f, false)),
            (_, [f, ..]) => {
                self.for_each(iter, f);
                Consumed::Unit
            }
            (_, []) => Consumed::Unit,
        })
    }

    /// `(a..b).contains(&x)`, which runs over nothing.
    fn range_contains(&mut self, range: &syn::ExprRange, value: &Syn) -> Expr {
        let value = match bare(value) {
            Syn::Reference(reference) => bare(&reference.expr),
            other => other,
        };
        let bounds = [&range.start, &range.end].map(|bound| bound.as_deref());
        let operands: Vec<&Syn> = bounds.into_iter().flatten().chain([value]).collect();
        let mut values = self.sequence(&operands);
        // The second comparison is left out where the first says no, and all three are evaluated before.
        let is_kept = |value: &Expr| is_stable(value, &|id| self.never_assigned(id)) && !can_fail(value);
        if !values.iter().all(is_kept) {
            values = values.into_iter().map(|value| self.temporary("value", value)).collect();
        }
        let Some(value) = values.pop() else { return self.dummy() };
        let mut values = values.into_iter();
        let above = bounds[0].and_then(|_| values.next());
        let above = above.map(|start| Expr::binary(BinOp::Le, start, value.clone(), Type::BOOL));
        let op = if matches!(range.limits, RangeLimits::Closed(_)) { BinOp::Le } else { BinOp::Lt };
        let below = bounds[1].and_then(|_| values.next());
        let below = below.map(|end| Expr::binary(op, value, end, Type::BOOL));
        both(above, below).unwrap_or_else(|| Expr::bool(true))
    }

    fn refuse_consumer(&mut self, call: &syn::ExprMethodCall, help: &str) -> Consumed {
        let (message, help) = if is_iterator(&Syn::MethodCall(call.clone())) {
            (
                format!("`{}` gives an iterator, which is no value of its own in a kernel", call.method),
                "write behind it what ends it, such as `.sum()` or `.fold(..)`, or run over it in the `for` loop itself",
            )
        } else {
            (format!("`{}` cannot end an iterator in a kernel", call.method), help)
        };
        self.report.error(call.method.span(), Code::Loop, message, help);
        Consumed::Value(self.dummy())
    }

    /// Complains about an iterator that a kernel does not know, on the adapter that it does not know.
    pub(super) fn refuse_iterator(&mut self, expr: &Syn) {
        let mut part = bare(expr);
        // The innermost adapter that is refused.
        while let Syn::MethodCall(call) = part
            && is_iterator(&call.receiver)
            && self.is_refused(&call.receiver)
        {
            part = bare(&call.receiver);
        }
        let message = format!("a kernel has no loop over `{}`", text_of(part));
        let help = match part {
            Syn::MethodCall(call) if is_iterator(&call.receiver) => match call.method.to_string().as_str() {
                "zip" if call.args.first().is_some_and(|other| self.is_refused(other)) => {
                    "what goes along has to be an iterator that a kernel runs over"
                }
                "zip" => "put it before `filter` and its like: which item goes along is known by its number",
                "rev" => "put it before what counts or stops, such as `enumerate`, `take` and `take_while`",
                "chain" => {
                    "both have to give values, or references to read, of items that no closure has seen yet: put \
                     `map` and `filter` behind it, or write two loops"
                }
                "flat_map" | "flatten" => "write a loop in a loop",
                _ => WAYS,
            },
            _ => "what can be run over are ranges, slices, arrays and parts of them",
        };
        self.report.error(spot(part), Code::Loop, message, help);
    }

    /// Whether an iterator is not known, without leaving a trace of having looked.
    fn is_refused(&mut self, expr: &Syn) -> bool {
        let (block, mark) = (self.block.len(), self.report.len());
        let found = self.iterator(expr).is_some();
        self.block.truncate(block);
        !found && self.report.len() == mark
    }

    /// Runs `body` over the items of an iterator, in a loop that no `break` of the user's leaves.
    fn run_over(&mut self, iter: Iter<'_>, body: impl FnOnce(&mut Self, super::items::Item, LabelId)) {
        let label = self.new_label();
        self.each_turn(label, iter, |lower, item| body(lower, item, label));
    }

    /// A variable that the loop changes.
    fn accumulator(&mut self, name: &str, init: Expr) -> Place {
        let ty = init.ty.clone();
        let local = self.new_local(name, ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(init) });
        Place::local(local, ty)
    }

    fn total(&mut self, iter: Iter<'_>, call: &syn::ExprMethodCall, op: BinOp) -> Expr {
        let said = call.turbofish.as_ref().and_then(|said| match said.args.first()? {
            syn::GenericArgument::Type(syn::Type::Infer(_)) => None,
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let ty = match said {
            Some(ty) => self.value_type(ty),
            None => self.fresh(),
        };
        let init = identity(&ty, op);
        let total = self.accumulator(if op == BinOp::Add { "sum" } else { "product" }, init);
        let place = total.clone();
        self.run_over(iter, |lower, item, _| {
            let value = lower.item_value(item, &call.receiver);
            lower.push(StmtKind::Assign { place, op: Some(op), value });
        });
        Expr::load(total)
    }

    fn count(&mut self, iter: Iter<'_>) -> Expr {
        if let ([], Some(len)) = (iter.stages.as_slice(), &iter.len) {
            return len.clone();
        }
        let count = self.accumulator("count", Expr::int(0, Scalar::Usize));
        let place = count.clone();
        self.run_over(iter, |lower, item, _| {
            if let super::items::Item::Value(value) = item {
                lower.evaluate(value);
            }
            lower.push(StmtKind::Assign { place, op: Some(BinOp::Add), value: Expr::int(1, Scalar::Usize) });
        });
        Expr::load(count)
    }

    /// Whether no item is below the one before it, or not to be compared with that.
    fn is_sorted(&mut self, iter: Iter<'_>, call: &syn::ExprMethodCall) -> Expr {
        let sorted = self.accumulator("sorted", Expr::bool(true));
        let begun = self.accumulator("begun", Expr::bool(false));
        let ty = self.fresh();
        let before = self.new_local("before", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: before, init: None });
        let (answer, before) = (sorted.clone(), Place::local(before, ty));
        self.run_over(iter, |lower, item, label| {
            let value = lower.item_value(item, &call.receiver);
            let value = lower.temporary("next", value);
            let assign = |place: &Place, value| StmtKind::Assign { place: place.clone(), op: None, value };
            let compared = lower.scoped_block(|lower| {
                let less = Expr::binary(BinOp::Le, Expr::load(before.clone()), value.clone(), Type::BOOL);
                let condition = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(less)), Type::BOOL);
                let then = [assign(&answer, Expr::bool(false)), StmtKind::Break(label)];
                let then = Block(then.into_iter().map(|kind| Stmt { kind, site: lower.site }).collect());
                lower.push(StmtKind::If { condition, then, otherwise: Block::default() });
            });
            let condition = Expr::load(begun.clone());
            lower.push(StmtKind::If { condition, then: compared, otherwise: Block::default() });
            lower.push(assign(&before, value));
            lower.push(assign(&begun, Expr::bool(true)));
        });
        Expr::load(sorted)
    }

    fn fold(&mut self, iter: Iter<'_>, init: &Syn, f: &Syn) -> Expr {
        let init = self.whole(init);
        let f = self.callback(f);
        let folded = self.accumulator("folded", init);
        let place = folded.clone();
        self.run_over(iter, |lower, item, _| {
            let so_far = Expr::load(place.clone());
            let value = lower.apply_to_value(&f, vec![super::items::Item::Value(so_far), item]);
            lower.push(StmtKind::Assign { place, op: None, value });
        });
        Expr::load(folded)
    }

    /// `any` and `all`: the loop ends with the first item that decides.
    fn until(&mut self, iter: Iter<'_>, f: &Syn, decides: bool) -> Expr {
        let f = self.callback(f);
        let found = self.accumulator("decided", Expr::bool(!decides));
        let place = found.clone();
        self.run_over(iter, |lower, item, label| {
            let holds = lower.apply_to_value(&f, vec![item]);
            let condition = if decides {
                holds
            } else {
                Expr::new(ExprKind::Unary(UnOp::Not, Box::new(holds)), Type::BOOL)
            };
            let site = lower.site;
            let then =
                [StmtKind::Assign { place, op: None, value: Expr::bool(decides) }, StmtKind::Break(label)];
            let then = Block(then.into_iter().map(|kind| Stmt { kind, site }).collect());
            lower.push(StmtKind::If { condition, then, otherwise: Block::default() });
        });
        Expr::load(found)
    }

    fn for_each(&mut self, iter: Iter<'_>, f: &Syn) {
        let f = self.callback(f);
        self.run_over(iter, |lower, item, _| lower.apply_for_effect(&f, vec![item]));
    }

    /// `for pat in iterator { .. }`
    pub(super) fn for_items(&mut self, node: &syn::ExprForLoop, iter: Iter<'_>) {
        let label = self.enter(node.label.as_ref(), true, None);
        self.each_turn(label, iter, |lower, item| {
            lower.bind_item(&node.pat, item, address(node));
            lower.run(&node.body.stmts);
            lower.is_nothing(&node.body);
        });
        self.frames.pop();
    }
}

/// What a sum or product begins with. A sum of floats begins with minus zero, as std's does.
fn identity(ty: &Type, op: BinOp) -> Expr {
    let one = op == BinOp::Mul;
    let kind = match ty {
        Type::Scalar(scalar) if scalar.is_float() => {
            ExprKind::Literal(Literal::Float(FloatText(if one { "1.0" } else { "-0.0" }.to_owned())))
        }
        Type::Scalar(_) => ExprKind::Literal(Literal::Int(i128::from(one))),
        _ => {
            let name = if one { "ONE" } else { "ZERO" };
            let callee = Callee::Assoc(ty.clone(), name.to_owned());
            let value = ExprKind::Call { callee, args: Vec::new(), site: None };
            if one { value } else { ExprKind::Unary(UnOp::Neg, Box::new(Expr::new(value, ty.clone()))) }
        }
    };
    Expr::new(kind, ty.clone())
}
