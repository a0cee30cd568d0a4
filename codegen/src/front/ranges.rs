//! Ranges in the brackets of a device function.
//!
//! Rustc gives each range that is written a place of its own, so that what it says of one in a device function, and of
//! the same in the checked copy, would be two errors. A field of a tuple stands where its tokens do: in both a range in
//! brackets is one.

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprIndex};

use super::copy::standing::{ends, standing_over};
use super::lower::bare;

/// Has each range in brackets stand where its tokens do.
pub(super) struct InBrackets;

impl VisitMut for InBrackets {
    fn visit_expr_index_mut(&mut self, node: &mut ExprIndex) {
        visit_mut::visit_expr_index_mut(self, node);
        if is_range(&node.index) {
            place(&mut node.index);
        }
    }
}

/// Whether an index is a range with an end, of which rustc may say something.
pub(super) fn is_range(index: &Expr) -> bool {
    matches!(bare(index), Expr::Range(range) if range.start.is_some() || range.end.is_some())
}

/// Has an expression stand from its first token to its last.
pub(super) fn place(expr: &mut Expr) {
    if let Ok(placed) = syn::parse2(standing_over(ends(expr), &quote::quote!(#expr))) {
        *expr = placed;
    }
}
