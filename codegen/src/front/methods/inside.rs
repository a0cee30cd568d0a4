//! Answers that stand inside a function of an impl, behind its constants.
//!
//! Takes a function with constants that rustc computes; guarantees that its checked copy and rustc's answers name these
//! very constants, as those of a function beside no impl do (`expand::shared`): what cannot be computed is told once,
//! under the user's name for it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ImplItem, Item, ItemFn, ItemImpl, Path, Stmt, Visibility};

use super::Function;
use crate::front::constants;
use crate::front::expand::shared;

/// What is said around the functions of an impl, if answers may stand inside them. Those of a trait's functions stand
/// in the impl of the trait.
pub(super) fn head(item: &ItemImpl) -> Option<TokenStream> {
    let (generics, of_type, clause) = (&item.generics, &item.self_ty, &item.generics.where_clause);
    item.trait_.is_none().then(|| quote!(#generics #of_type #clause))
}

/// Moves the constants of a function's inner blocks to its outermost one.
pub(super) fn lift(item: &mut ImplItem) {
    let ImplItem::Fn(function) = item else { return };
    let block = std::mem::replace(&mut function.block, syn::parse_quote!({}));
    let mut whole = ItemFn {
        attrs: Vec::new(),
        vis: Visibility::Inherited,
        modifiers: syn::FnModifiers::default(),
        sig: function.sig.clone(),
        block: Box::new(block),
    };
    constants::lift_constants(&mut whole, false);
    function.block = *whole.block;
}

/// Whether a function has constants that rustc computes, and the rest of its items too mean outside of its body what
/// they mean in it.
pub(super) fn has_constants(function: &ItemFn, head: &TokenStream, krate: &Path) -> bool {
    let is_computed =
        |stmt: &Stmt| matches!(stmt, Stmt::Item(Item::Const(item)) if !matches!(&*item.expr, Expr::Lit(_)));
    function.block.stmts.iter().any(is_computed)
        && !shared::take_items(&mut function.block.clone(), &quote!(#head #krate), &function.sig).is_empty()
}

impl Function {
    /// Puts the impl with the function's answers where they stand; gives it back if that is beside the user's impl.
    pub(super) fn placed(&self, items: &mut [ImplItem], answers: TokenStream) -> TokenStream {
        match items.get_mut(self.at) {
            Some(ImplItem::Fn(function)) if self.inside => {
                let answers = quote!(#[allow(non_local_definitions)] #answers);
                function.block.stmts.insert(0, Stmt::Item(Item::Verbatim(answers)));
                TokenStream::new()
            }
            _ => answers,
        }
    }
}
