//! What rustc would say in two ways of a device function and of its checked copy, and that is written alike in both.
//!
//! Rustc gives each range that is written a place of its own, and each loop, so that what it says of one in a device
//! function, and of the same in the copy, would be two errors. A field of a tuple stands where its tokens do: in both a
//! range in brackets is one. What is no iterator has no method either: in both a loop asks what it goes over for
//! `into_iter`, as Rust would, where the tokens do not say that it is one. Of a closure with other types than a bound
//! says it points in the one to all of the bound and in the other to its result: both stand in one place.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprForLoop, ExprIndex, Generics, PathArguments, PathSegment, ReturnType, Signature};

use super::copy::standing::{ends, standing_over};
use super::lower::bare;
use super::lower::iter::is_iterator;
use crate::ir::Scalar;

/// Writes a device function so.
pub(super) struct Alike;

impl VisitMut for Alike {
    fn visit_expr_index_mut(&mut self, node: &mut ExprIndex) {
        visit_mut::visit_expr_index_mut(self, node);
        if is_range(&node.index) {
            place(&mut node.index);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, node: &mut ExprForLoop) {
        let asked = asked(node);
        visit_mut::visit_expr_for_loop_mut(self, node);
        if let Some(name) = asked {
            ask(node, &name);
        }
    }
}

/// Has what a bound says that a call gives stand where the bound begins, in a signature behind these parameters, if it
/// says one of those and no names that are not known: of others rustc complains where they are. Where no parameter is
/// said, the types of closures are known here ([`super::expand`]).
pub(super) fn place_results(sig: &mut Signature, outer: &Generics) {
    let params = outer.type_params().chain(sig.generics.type_params());
    let mut results = Results(params.map(|param| param.ident.to_string()).collect());
    results.visit_signature_mut(sig);
}

struct Results(Vec<String>);

impl VisitMut for Results {
    fn visit_path_segment_mut(&mut self, node: &mut PathSegment) {
        visit_mut::visit_path_segment_mut(self, node);
        let PathArguments::Parenthesized(called) = &mut node.arguments else { return };
        let ReturnType::Type(_, ty) = &mut called.output else { return };
        let span = node.ident.span();
        let mut says_one = false;
        if let Some(placed) = self.placed(ty.to_token_stream(), span, &mut says_one)
            && says_one
            && let Ok(placed) = syn::parse2(placed)
        {
            **ty = placed;
        }
    }
}

impl Results {
    /// Tokens of names that are known, all of which stand in one place.
    fn placed(&self, tokens: TokenStream, span: Span, says_one: &mut bool) -> Option<TokenStream> {
        let each = tokens.into_iter().map(|mut token| {
            match &token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let is_parameter = self.0.contains(&name);
                    *says_one |= is_parameter;
                    (is_parameter || Scalar::from_name(&name).is_some()).then_some(())?;
                }
                TokenTree::Group(group) => {
                    token =
                        Group::new(group.delimiter(), self.placed(group.stream(), span, says_one)?).into();
                }
                TokenTree::Punct(punct) => (punct.as_char() == ',').then_some(())?,
                TokenTree::Literal(_) => return None,
            }
            token.set_span(span.resolved_at(token.span()));
            Some(token)
        });
        each.collect()
    }
}

/// Whether an index is a range with an end, of which rustc may say something.
pub(super) fn is_range(index: &Expr) -> bool {
    matches!(bare(index), Expr::Range(range) if range.start.is_some() || range.end.is_some())
}

/// Has an expression stand from its first token to its last.
pub(super) fn place(expr: &mut Expr) {
    if let Ok(placed) = syn::parse2(standing_over(ends(expr), &quote!(#expr))) {
        *expr = placed;
    }
}

/// What a loop asks what it goes over for, if the tokens do not say that this is an iterator. It stands where that
/// ends.
pub(super) fn asked(node: &ExprForLoop) -> Option<Ident> {
    let mut over = bare(&node.expr);
    while let Expr::Reference(reference) = over {
        over = bare(&reference.expr);
    }
    let is_named =
        matches!(over, Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Call(_) | Expr::MethodCall(_));
    let span = ends(over).1.resolved_at(Span::mixed_site());
    (is_named && !is_iterator(over)).then(|| Ident::new("into_iter", span))
}

/// Has it asked. What it goes over is given to the loop, and not lent.
pub(super) fn ask(node: &mut ExprForLoop, name: &Ident) {
    let over = &node.expr;
    let over = if let Expr::Reference(_) = bare(over) { quote!((#over)) } else { quote!({ #over }) };
    if let Ok(asked) = syn::parse2(quote_spanned!(name.span()=> #over.#name())) {
        *node.expr = asked;
    }
}
