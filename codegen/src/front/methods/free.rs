//! A method as the front end lowers it, which is free of its impl.

use quote::format_ident;
use syn::{
    Block, FnArg, FnModifiers, Generics, Ident, ItemFn, Pat, PatIdent, PatType, Signature, Visibility,
};

use super::receiver_type;

/// A method as a function of its own, whose first parameter is called `self`, and which has the parameters of what
/// is around it.
pub(super) fn free(sig: &Signature, block: &Block, outer: &Generics, of_type: &str) -> ItemFn {
    let mut sig = sig.clone();
    for input in &mut sig.inputs {
        if let FnArg::Receiver(receiver) = input {
            let (ty, span) = (receiver_type(receiver), receiver.self_token.span);
            let pat = Pat::Ident(PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability: receiver.mutability,
                ident: Ident::new("self", span),
                subpat: None,
            });
            *input = FnArg::Typed(PatType {
                attrs: Vec::new(),
                pat: Box::new(pat),
                colon_token: syn::Token![:](span),
                ty: Box::new(ty),
            });
        }
    }
    let mut generics = outer.clone();
    let own = std::mem::take(&mut sig.generics);
    generics.params.extend(own.params);
    if let Some(own) = own.where_clause {
        generics.make_where_clause().predicates.extend(own.predicates);
    }
    sig.generics = generics;
    sig.ident = format_ident!("{of_type}_{}", sig.ident, span = sig.ident.span());
    ItemFn {
        attrs: Vec::new(),
        vis: Visibility::Inherited,
        modifiers: FnModifiers::default(),
        sig,
        block: Box::new(block.clone()),
    }
}
