//! What rustc would say in two ways of a device function and of its checked copy, and that is written alike in both.
//!
//! Rustc gives each range that is written a place of its own, and each loop, so that what it says of one in a device
//! function, and of the same in the copy, would be two errors. A field of a tuple stands where its tokens do: in both a
//! range in brackets is one. What is no iterator has no method either: in both a loop asks what it goes over for
//! `into_iter`, as Rust would, where the tokens do not say that it is one.

use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprForLoop, ExprIndex};

use super::copy::standing::{ends, standing_over};
use super::lower::bare;
use super::lower::iter::is_iterator;

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
