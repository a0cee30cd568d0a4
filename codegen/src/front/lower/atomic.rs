//! Operations of atomics: methods that take memory orderings.

use syn::Expr as Syn;

use super::{Lower, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::intrinsics::{self, Order, Slot};
use crate::ir::{BinOp, Callee, Expr, ExprKind, LocalKind, Scalar, StmtKind, Type};

impl Lower<'_> {
    /// `element.fetch_add(value, Ordering::Relaxed)` and its like.
    pub(super) fn atomic_call(&mut self, call: &syn::ExprMethodCall, name: &str) -> Expr {
        if !is_atomic_method(name) {
            return self.refuse_method(call, name);
        }
        if name.starts_with("compare_exchange") {
            self.unsupported(
                spot(call),
                format!("the result of `{name}` is used through `.is_ok()` or `.is_err()` here"),
                "for the old value, `load` it and loop while the exchange fails",
            );
            return self.dummy();
        }
        let errors = self.report.len();
        let Some(place) = self.place(&call.receiver) else {
            if self.report.len() == errors {
                let help = "write `counts[i]` with `counts: &[AtomicU32]`";
                let message = "an atomic operation needs an element of a slice or shared array";
                self.unsupported(spot(&call.receiver), message, help);
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

    /// `a.compare_exchange(expected, new, success, failure).is_ok()`.
    pub(super) fn exchanged(&mut self, call: &syn::ExprMethodCall, ok: bool) -> Option<Expr> {
        let Syn::MethodCall(exchange) = bare(&call.receiver) else { return None };
        if !matches!(exchange.method.to_string().as_str(), "compare_exchange" | "compare_exchange_weak") {
            return None;
        }
        let arguments: Vec<_> = exchange.args.iter().collect();
        let [expected, new, success, failure] = arguments.as_slice() else { return None };
        let (Some(success), Some(failure)) = (order(success), order(failure)) else {
            self.refuse_ordering(exchange);
            return Some(self.dummy());
        };
        let mut place = self.place(&exchange.receiver)?;
        self.fix_indices(&mut place);
        let mut values = self.sequence(&[expected, new]);
        let (new, expected) = (values.pop()?, values.pop()?);
        let expected = self.temporary("expected", expected);
        let target = self.reference_to(place);
        let number = |order: Order| Expr::int(i128::from(order as u32), Scalar::U32);
        let args = vec![target, expected.clone(), new, number(success), number(failure)];
        let kind = ExprKind::Call { callee: Callee::Method("compare_exchange".to_owned()), args, site: None };
        let old = Expr::new(kind, expected.ty.clone());
        let local = self.new_local("old", old.ty.clone(), LocalKind::Temp);
        let ty = old.ty.clone();
        self.push(StmtKind::Let { local, init: Some(old) });
        let op = if ok { BinOp::Eq } else { BinOp::Ne };
        Some(Expr::binary(op, Expr::local(local, ty), expected, Type::BOOL))
    }
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
