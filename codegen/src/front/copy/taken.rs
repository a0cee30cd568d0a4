//! What a kernel took something for because of a method's name or of brackets, which rustc is asked to confirm.
//!
//! Functions of their own: what a visit holds at once adds up where expressions nest.

use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex};

use super::Tap;
use super::standing::{ends, standing_at, standing_over};

impl Tap<'_> {
    /// Of what is indexed, that it is a slice or an array.
    pub(super) fn confirm_index(&self, node: &mut ExprIndex) {
        let span = node.expr.span();
        let (placed, base, index) = (standing_at(self.krate, span), &node.expr, &node.index);
        // Of `self`, which is a parameter of the copy's, rustc points to the braces.
        let said = match &**base {
            Expr::Path(path) if path.path.is_ident("self") => quote_spanned!(span=> { &#base }),
            _ => quote_spanned!(span=> &#base),
        };
        let confirmed = quote_spanned!(span=> { #placed::calls::indexed_in_a_kernel(#said); #index });
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
        let confirmed = quote_spanned!(span=> { #placed::calls::asked_as_elements(&#receiver); #call });
        if let Ok(confirmed) = syn::parse2(standing_over(place, &confirmed)) {
            *expr = confirmed;
        }
    }
}
