//! Methods and functions that move elements: `swap`, `reverse`, `fill`, `copy_from_slice`, and `core::mem`'s.
//!
//! Takes the call as the user wrote it; guarantees the moves that std makes, with its failures: an index, or two
//! lengths that differ. Everything in the call is evaluated once.

use quote::quote;
use syn::Expr as Syn;

use super::atomic::order;
use super::{Lower, address, bare};
use crate::front::text::text_of;
use crate::ir::{BinOp, Check, Expr, LocalKind, Place, Scalar, SiteKind, Step, StmtKind, Type, Unroll};

impl Lower<'_> {
    /// A method of slices and arrays that gives nothing. False where it is none. Where a value is asked for, the
    /// `reverse` of a variable is an `Ordering`'s.
    pub(super) fn element_method(&mut self, call: &syn::ExprMethodCall, gives: bool) -> bool {
        let name = call.method.to_string();
        let ordered = call.args.iter().any(|arg| order(arg).is_some());
        let known = matches!(
            (name.as_str(), call.args.len()),
            ("swap", 2) | ("fill" | "copy_from_slice" | "clone_from_slice", 1) | ("reverse", 0)
        );
        if !known || ordered || super::iter::is_iterator(&call.receiver) {
            return false;
        }
        let Some(place) = self.place(&call.receiver) else { return false };
        if self.broken.contains(&place.base) {
            return true;
        }
        if !matches!(place.ty, Type::Array(..) | Type::Slice { .. } | Type::Infer(_)) {
            return false;
        }
        if gives && name == "reverse" && matches!(place.ty, Type::Infer(_)) && place.steps.is_empty() {
            return false;
        }
        if self.may_be_of_user_type(&place) && !self.is_tile_kernel() {
            self.taps.elements.insert(address(call));
        }
        let place = self.settle(place);
        let args: Vec<&Syn> = call.args.iter().collect();
        match args.as_slice() {
            [a, b] => self.swap_elements(&place, a, b, call),
            [value] if name == "fill" => self.fill_elements(place, value),
            [source] => self.copy_elements(place, source, call),
            _ => self.reverse_elements(&place),
        }
        true
    }

    fn checked(&mut self, place: &Place, index: &Expr, call: &syn::ExprMethodCall) -> Place {
        let mut element = self.element(place.clone(), index.clone());
        if let Some(Step::Index { check, .. }) = element.steps.last_mut() {
            let array = text_of(&call.receiver);
            *check = if self.function.attrs.unchecked {
                Check::Unchecked
            } else {
                Check::Checked(self.new_site(call.method.span(), SiteKind::Index { array }))
            };
        }
        element
    }

    fn swap_elements(&mut self, place: &Place, a: &Syn, b: &Syn, call: &syn::ExprMethodCall) {
        let mut indices = self.sequence(&[a, b]).into_iter();
        let (Some(a), Some(b)) = (indices.next(), indices.next()) else { return };
        let (a, b) = (self.keep("first", a), self.keep("second", b));
        let (first, second) = (self.checked(place, &a, call), self.checked(place, &b, call));
        let (first, second) = (self.settle(first), self.settle(second));
        self.exchange(first, second);
    }

    /// Exchanges what two places hold, and gives what the first held.
    fn exchange(&mut self, a: Place, b: Place) -> Expr {
        let held = self.temporary("held", Expr::load(a.clone()));
        self.push(StmtKind::Assign { place: a, op: None, value: Expr::load(b.clone()) });
        self.push(StmtKind::Assign { place: b, op: None, value: held.clone() });
        held
    }

    /// A loop over the numbers below `end`.
    pub(super) fn below(&mut self, end: Expr, body: impl FnOnce(&mut Self, Expr)) {
        let label = self.new_label();
        let local = self.new_local("turn", Type::USIZE, LocalKind::Temp);
        let body = self.scoped_block(|lower| body(lower, Expr::local(local, Type::USIZE)));
        let start = Expr::int(0, Scalar::Usize);
        let (inclusive, step, reversed, unroll) = (false, None, false, Unroll::Free);
        self.push(StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body });
    }

    fn fill_elements(&mut self, place: Place, value: &Syn) {
        let value = self.whole(value);
        let value = self.temporary("value", value);
        let len = self.len_of(&place);
        self.below(len, |lower, turn| {
            let place = lower.element(place, turn);
            lower.push(StmtKind::Assign { place, op: None, value });
        });
    }

    fn copy_elements(&mut self, place: Place, source: &Syn, call: &syn::ExprMethodCall) {
        let Some((source, _)) = self.referent(source) else {
            let help = "lend what is copied: `x.copy_from_slice(&y)`";
            return self.unsupported(
                call.method.span(),
                "this copies from a slice that a kernel can name",
                help,
            );
        };
        let (len, other) = (self.len_of(&place), self.len_of(&source));
        let text = format!(
            "{}: source slice length ({{0}}) does not match destination slice length ({{1}})",
            call.method
        );
        let site = self.new_site(call.method.span(), SiteKind::Message { text, values: Vec::new() });
        let differs = Expr::binary(BinOp::Ne, len.clone(), other.clone(), Type::BOOL);
        self.fail_when(differs, vec![other, len.clone()], site);
        self.below(len, |lower, turn| {
            let place = lower.element(place, turn.clone());
            let value = Expr::load(lower.element(source, turn));
            lower.push(StmtKind::Assign { place, op: None, value });
        });
    }

    fn reverse_elements(&mut self, place: &Place) {
        let len = self.len_of(place);
        let binary = |op, lhs, rhs| Expr::binary(op, lhs, rhs, Type::USIZE);
        let half = binary(BinOp::Shr, len.clone(), Expr::int(1, Scalar::Usize));
        self.below(half, |lower, turn| {
            let last = binary(BinOp::Sub, len, Expr::int(1, Scalar::Usize));
            let other = binary(BinOp::Sub, last, turn.clone());
            let (a, b) = (lower.element(place.clone(), turn), lower.element(place.clone(), other));
            lower.exchange(a, b);
        });
    }

    /// `mem::swap(&mut a, &mut b)` and `mem::replace(&mut a, value)`; `None` where the call is neither.
    pub(super) fn mem_call(&mut self, call: &syn::ExprCall) -> Option<Option<Expr>> {
        let Syn::Path(path) = bare(&call.func) else { return None };
        let mut segments = path.path.segments.iter().rev();
        let (last, module) = (segments.next()?, segments.next()?);
        let name = last.ident.to_string();
        if module.ident != "mem" || !matches!(name.as_str(), "swap" | "replace") || call.args.len() != 2 {
            return None;
        }
        self.assume(path, &quote!(::core::mem), &name, Some("u32"));
        let (a, _) = self.referent(call.args.first()?)?;
        if name == "swap" {
            let (b, _) = self.referent(call.args.last()?)?;
            self.exchange(a, b);
            return Some(None);
        }
        let value = self.whole(call.args.last()?);
        let value = self.temporary("value", value);
        let held = self.temporary("held", Expr::load(a.clone()));
        self.push(StmtKind::Assign { place: a, op: None, value });
        Some(Some(held))
    }
}
