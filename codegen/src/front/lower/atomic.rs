//! Operations of atomics: methods that take memory orderings.

use syn::Expr as Syn;

use super::expr::root;
use super::{Binding, Lower, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::intrinsics::{self, Order, Slot};
use crate::ir::{BinOp, Block, Callee, Expr, ExprKind, LocalKind, Place, Scalar, StmtKind, Type, UnOp};

impl Lower<'_> {
    /// Complains about an atomic that is assigned to.
    pub(super) fn refuse_of_atomic(&mut self, left: &Syn, op: Option<BinOp>) {
        if root(left).is_some_and(|path| self.is_broken(path)) {
            return;
        }
        let method = match op.map(BinOp::symbol) {
            Some("+") => "fetch_add",
            Some("-") => "fetch_sub",
            Some("&") => "fetch_and",
            Some("|") => "fetch_or",
            Some("^") => "fetch_xor",
            None => "store",
            Some(_) => "compare_exchange",
        };
        let left_text = text_of(left);
        let help = match method {
            "compare_exchange" => {
                format!("try until it holds, with `{left_text}.compare_exchange(old, new, ..)`")
            }
            method => format!("write `{left_text}.{method}(value, Ordering::Relaxed)`"),
        };
        let message = format!("`{left_text}` is an atomic, which its methods change and no assignment");
        self.unsupported(spot(left), message, help);
    }

    /// `element.fetch_add(value, Ordering::Relaxed)` and its like.
    pub(super) fn atomic_call(&mut self, call: &syn::ExprMethodCall, name: &str) -> Expr {
        if !is_atomic_method(name) {
            return self.refuse_method(call, name);
        }
        if is_exchange(name) {
            self.unsupported(
                spot(call),
                format!("the `Result` of `{name}` is taken apart where it is made"),
                "use `.is_ok()`, `.is_err()`, `.unwrap_or_else(|seen| ..)`, `match`, `if let` or `while let` on the call itself",
            );
            return self.dummy();
        }
        let errors = self.report.len();
        let Some(place) = self.place(&call.receiver) else {
            if self.report.len() == errors {
                self.refuse_place(&call.receiver);
            }
            return self.dummy();
        };
        let mark = self.block.len();
        let target = self.reference_to(place);
        let mut args = vec![target];
        for arg in &call.args {
            match order(arg) {
                Some(order) => args.push(Expr::int(i128::from(order as u32), Scalar::U32)),
                None => {
                    let value = self.expr(arg);
                    args.push(value);
                }
            }
        }
        self.refuse_orders(call, name);
        if self.block.len() > mark {
            let later = self.block.split_off(mark);
            if let Some(Expr { kind: ExprKind::Ref(place), .. }) = args.first_mut() {
                self.fix_indices(place);
            }
            self.block.extend(later);
        }
        let ty = if name == "store" { Type::Unit } else { self.fresh() };
        let kind = ExprKind::Call { callee: Callee::Method(name.to_owned()), args, site: None };
        Expr::new(kind, ty)
    }

    pub(super) fn refuse_ordering(&mut self, call: &syn::ExprMethodCall) {
        self.report.error(
            call.method.span(),
            Code::Ordering,
            format!("the memory ordering of `{}` must be written out", call.method),
            "write `Ordering::Relaxed`, or another ordering by its name, as the last argument",
        );
    }

    /// Complains about orderings that the operation cannot have: a load releases nothing, a store acquires nothing.
    fn refuse_orders(&mut self, call: &syn::ExprMethodCall, name: &str) {
        let orders: Vec<(&Syn, Order)> =
            call.args.iter().filter_map(|arg| Some((arg, order(arg)?))).collect();
        let (refused, rest): ([Order; 2], &str) = match name {
            "load" => ([Order::Release, Order::AcqRel], "a load has `Relaxed`, `Acquire` or `SeqCst`"),
            "store" => ([Order::Acquire, Order::AcqRel], "a store has `Relaxed`, `Release` or `SeqCst`"),
            _ if is_exchange(name) => (
                [Order::Release, Order::AcqRel],
                "an exchange that fails is a load, so its second ordering is `Relaxed`, `Acquire` or `SeqCst`",
            ),
            _ => return,
        };
        if let Some((arg, order)) = orders.last().filter(|(_, order)| refused.contains(order)) {
            let message = format!("`{name}` cannot have the ordering `{order:?}` here");
            self.report.error(spot(*arg), Code::Ordering, message, rest);
        }
    }

    /// `fence(Ordering::SeqCst)`.
    pub(super) fn fence(&mut self, call: &syn::ExprCall) -> Vec<Expr> {
        let found = call.args.first().and_then(|arg| Some((arg, order(arg)?)));
        match found {
            Some((arg, Order::Relaxed)) => {
                let help = "a fence has `Acquire`, `Release`, `AcqRel` or `SeqCst`";
                self.report.error(spot(arg), Code::Ordering, "a fence cannot be `Relaxed`", help);
            }
            Some(_) => {}
            None => self.report.error(
                spot(call),
                Code::Ordering,
                "the memory ordering of `fence` must be written out",
                "write `fence(Ordering::SeqCst)`, or another ordering by its name",
            ),
        }
        let number = found.map_or(Order::SeqCst, |(_, order)| order) as u32;
        vec![Expr::int(i128::from(number), Scalar::U32)]
    }

    /// `a.compare_exchange(expected, new, success, failure)` and its weak form, done: reads of the value that was
    /// there before, and of whether it was exchanged. `None` where the expression is no such call.
    pub(super) fn exchange_result(&mut self, expr: &Syn) -> Option<(Expr, Expr)> {
        let Syn::MethodCall(exchange) = bare(expr) else { return None };
        let name = exchange.method.to_string();
        if !is_exchange(&name) {
            return None;
        }
        let arguments: Vec<_> = exchange.args.iter().collect();
        let [expected, new, success, failure] = arguments.as_slice() else { return None };
        let (Some(success), Some(failure)) = (order(success), order(failure)) else {
            self.refuse_ordering(exchange);
            return Some((self.dummy(), self.dummy()));
        };
        self.refuse_orders(exchange, &name);
        let errors = self.report.len();
        let Some(mut place) = self.place(&exchange.receiver) else {
            if self.report.len() == errors {
                self.refuse_place(&exchange.receiver);
            }
            return Some((self.dummy(), self.dummy()));
        };
        self.fix_indices(&mut place);
        // Exchanged is what is equal bit for bit, which floats say of their bits only.
        let is_float = matches!(place.ty, Type::Atomic(scalar) if scalar.is_float());
        let mut values = self.sequence(&[expected, new]);
        let (new, expected) = (values.pop()?, values.pop()?);
        let expected = self.temporary("expected", expected);
        let target = self.reference_to(place);
        let number = |order: Order| Expr::int(i128::from(order as u32), Scalar::U32);
        let args = vec![target, expected.clone(), new, number(success), number(failure)];
        let kind = ExprKind::Call { callee: Callee::Method("compare_exchange".to_owned()), args, site: None };
        let old = Expr::new(kind, expected.ty.clone());
        let old = self.temporary("old", old);
        let (left, right) = if is_float {
            (self.bits_of(old.clone()), self.bits_of(expected))
        } else {
            (old.clone(), expected)
        };
        let ok = self.temporary("exchanged", Expr::binary(BinOp::Eq, left, right, Type::BOOL));
        Some((old, ok))
    }

    fn bits_of(&mut self, value: Expr) -> Expr {
        let ty = self.fresh();
        let callee = Callee::Method("to_bits".to_owned());
        Expr::new(ExprKind::Call { callee, args: vec![value], site: None }, ty)
    }

    /// `.is_ok()`, `.is_err()` and `.unwrap_or_else(|seen| ..)` of an exchange.
    pub(super) fn exchanged(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        match (name.as_str(), call.args.first()) {
            ("is_ok", None) => self.exchange_result(&call.receiver).map(|(_, ok)| ok),
            ("is_err", None) => {
                let (_, ok) = self.exchange_result(&call.receiver)?;
                Some(Expr::new(ExprKind::Unary(UnOp::Not, Box::new(ok)), Type::BOOL))
            }
            ("unwrap_or_else", Some(Syn::Closure(closure))) => {
                let (old, ok) = self.exchange_result(&call.receiver)?;
                Some(self.exchanged_or(old, ok, closure))
            }
            _ => None,
        }
    }

    /// The value before an exchange, or what the closure makes of it where the exchange failed.
    fn exchanged_or(&mut self, old: Expr, ok: Expr, closure: &syn::ExprClosure) -> Expr {
        let seen = match closure.inputs.first() {
            Some(syn::Pat::Ident(pat)) => Some(pat.ident.to_string()),
            Some(syn::Pat::Wild(_)) => None,
            _ => {
                let help = "write `|seen| ..`";
                self.unsupported(
                    spot(closure),
                    "the closure takes the value that was found, by a name",
                    help,
                );
                return self.dummy();
            }
        };
        if let (Syn::Path(path), Some(seen)) = (bare(&closure.body), &seen)
            && path.path.is_ident(seen)
        {
            return old;
        }
        let ty = old.ty.clone();
        let result = self.new_local("found", ty.clone(), LocalKind::Temp);
        let (before, after) = (old.clone(), ty.clone());
        self.push(StmtKind::Let { local: result, init: Some(old) });
        let failed = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(ok)), Type::BOOL);
        let then = self.scoped_block(|lower| {
            if let Some(seen) = seen {
                let id = lower.new_local(&seen, before.ty.clone(), LocalKind::Let);
                lower.push(StmtKind::Let { local: id, init: Some(before) });
                lower.bind(&seen, Binding::Local { id, mutable: false, alias: false });
            }
            let value = lower.expr(&closure.body);
            lower.push(StmtKind::Assign { place: Place::local(result, after), op: None, value });
        });
        self.push(StmtKind::If { condition: failed, then, otherwise: Block::default() });
        Expr::local(result, ty)
    }

    fn refuse_place(&mut self, receiver: &Syn) {
        let help = "write `counts[i]` with `counts: &[AtomicU32]`";
        let message = "an atomic operation needs an element of a slice or shared array";
        self.unsupported(spot(receiver), message, help);
    }
}

/// Whether this is an exchange, whose result is a `Result`.
fn is_exchange(name: &str) -> bool {
    matches!(name, "compare_exchange" | "compare_exchange_weak")
}

/// Whether this is a method of atomics, with memory orderings among its operands.
pub(super) fn is_atomic_method(name: &str) -> bool {
    let named = |surface| matches!(surface, intrinsics::Surface::Method(n) if n == name);
    name == "compare_exchange_weak"
        || intrinsics::all().any(|row| row.params.first() == Some(&Slot::AtomicRef) && named(row.surface))
}

/// A memory ordering that is written out.
pub(super) fn order(arg: &Syn) -> Option<Order> {
    let Syn::Path(path) = bare(arg) else { return None };
    Order::from_name(&path.path.segments.last()?.ident.to_string())
}
