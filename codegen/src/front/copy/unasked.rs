//! What the copy of a device function does not ask, since the function asks it: rustc would say it of both, and shows
//! twice what it says of a macro or of `?`, which come to stand in another place with each expansion.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Path, Token};

use super::standing_at;

/// Has an `assert!` take any condition: what is no `bool`, the function tells of. Where nothing was lowered for that
/// reason, the copy tells what is one.
pub(super) fn assert_anything(
    path: &Path,
    args: &mut Punctuated<Expr, Token![,]>,
    is_none: bool,
    krate: &Path,
) {
    let is_assert = |last: &syn::PathSegment| last.ident == "assert" || last.ident == "debug_assert";
    if path.segments.last().is_some_and(is_assert)
        && let Some(condition) = args.first_mut()
    {
        let (span, placed) = (condition.span(), standing_at(krate, condition.span()));
        let any = quote_spanned!(span=> #krate::__private::Condition(#condition));
        let any = if is_none {
            quote_spanned!(span=> #placed::calls::asserted_in_a_kernel({ #any.is_known() }))
        } else {
            quote_spanned!(span=> #any.holds())
        };
        if let Ok(any) = syn::parse2(any) {
            *condition = any;
        }
    }
}

/// `x?`: that it is no `Option`, or that the function gives none, the function tells.
pub(super) fn tried(node: &syn::ExprTry, krate: &Path) -> Expr {
    let operand = &node.expr;
    let tapped = quote_spanned!(node.question_token.span=> #krate::__private::Tried::of(#operand).given());
    syn::parse2(tapped).unwrap_or_else(|_| Expr::Try(node.clone()))
}

/// The arguments of a macro with a message, which says nothing of how its values are written: that is the function's
/// to say, and rustc would say it of the copy's macro once more.
pub(super) fn shown(path: &Path, args: &Punctuated<Expr, Token![,]>, krate: &Path) -> Option<TokenStream> {
    let before = match &*path.segments.last()?.ident.to_string() {
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => 0,
    };
    let (before, message) =
        args.iter().collect::<Vec<_>>().split_at_checked(before).map(|(a, b)| (a.to_vec(), b.to_vec()))?;
    let (first, values) = message.split_first()?;
    if !matches!(first, Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. })) {
        return None;
    }
    let text = "{:?}".repeat(values.len());
    let values = values.iter().map(|value| match value {
        Expr::Assign(named) => &*named.right,
        other => other,
    });
    Some(quote!(#(#before,)* #text #(, #krate::__private::shown(&#values))*))
}
