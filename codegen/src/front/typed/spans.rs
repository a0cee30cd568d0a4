//! Spans of generated code.
//!
//! Takes places of the user's; guarantees that what rustc says of that code it says of these, from the first to the
//! last.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, Path};

/// A block's value, which stands from one place to another: of one that does not fit rustc points to these and what is
/// between, and not to the block's end.
pub(in crate::front) fn standing_over((first, last): (Span, Span), block: &TokenStream) -> TokenStream {
    let mut place = proc_macro2::Literal::usize_unsuffixed(0);
    place.set_span(last);
    let value = quote_spanned!(first=> (#block,));
    quote_spanned!(last=> #value.#place)
}

/// Where an expression begins and ends.
pub(in crate::front) fn ends(expr: &Expr) -> (Span, Span) {
    let mut tokens = expr.to_token_stream().into_iter();
    let first = tokens.next();
    let last = tokens.last().or_else(|| first.clone());
    let place = |token: Option<TokenTree>, of: fn(&Group) -> Span| match token {
        Some(TokenTree::Group(group)) => of(&group),
        Some(token) => token.span(),
        None => Span::call_site(),
    };
    (place(first, Group::span_open), place(last, Group::span_close))
}

/// The path of the crate with the place of what the user wrote, to which rustc points when what the path names
/// complains.
pub(in crate::front) fn standing_at(krate: &Path, span: Span) -> TokenStream {
    let placed = krate.to_token_stream().into_iter().map(|mut token| {
        // `$crate` says by its span which crate it is.
        if token.to_string() != "$crate" {
            token.set_span(span);
        }
        token
    });
    placed.collect()
}
