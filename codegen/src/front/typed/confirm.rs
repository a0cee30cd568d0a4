//! Checks that a value is the slice, the array or the `Option` that lowering took it for.
//!
//! Each is a function of its own: what a visit holds at once adds up where expressions nest.

use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex};

use super::Tap;
use super::spans::{ends, standing_at, standing_over};

impl Tap<'_> {
    /// Of what is indexed, that it is a slice or an array. It is written twice for that, and so has to be a name or a
    /// field of one: a chain would double with each link. The launch reports others.
    pub(super) fn confirm_index(&self, node: &mut ExprIndex) {
        if !is_name_or_field(&node.expr) {
            return;
        }
        let span = node.expr.span();
        let (placed, base, index) = (standing_at(self.krate, span), &node.expr, &node.index);
        let confirmed =
            quote_spanned!(span=> { let _ = || #placed::calls::indexed_in_a_kernel(&#base); #index });
        if let Ok(confirmed) = syn::parse2(standing_over(ends(index), &confirmed)) {
            *node.index = confirmed;
        }
    }

    /// Of what a method is asked, that it is an `Option`.
    pub(super) fn confirm_option(&self, expr: &mut Expr) {
        let Expr::MethodCall(call) = expr else { return };
        let (span, receiver) = (call.method.span(), &call.receiver);
        let placed = standing_at(self.krate, span);
        let confirmed = quote_spanned!(span=> { #placed::calls::asked_as_an_option(#receiver) });
        if let Ok(confirmed) = syn::parse2(standing_over(ends(receiver), &confirmed)) {
            *call.receiver = confirmed;
        }
    }

    /// Of what a method is asked, that it is a slice or an array.
    pub(super) fn confirm_elements(&self, expr: &mut Expr) {
        let Expr::MethodCall(call) = expr else { return };
        let (span, receiver) = (call.method.span(), &call.receiver);
        let placed = standing_at(self.krate, span);
        let (place, call) = ((ends(receiver).0, call.paren_token.span.close()), call.to_token_stream());
        let confirmed =
            quote_spanned!(span=> { let _ = || #placed::calls::asked_as_elements(&#receiver); #call });
        if let Ok(confirmed) = syn::parse2(standing_over(place, &confirmed)) {
            *expr = confirmed;
        }
    }
}

fn is_name_or_field(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_name_or_field(&field.base),
        _ => false,
    }
}
