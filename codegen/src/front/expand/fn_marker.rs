//! The type of a function's name, which carries the function's parameters.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

/// A parameter as an argument.
pub(in crate::front) fn argument(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
    }
}

/// A parameter without its bounds.
fn parameter(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            quote!(const #ident: #ty)
        }
        _ => argument(param),
    }
}

/// The parameters of the type as it is declared, and those that are types.
pub(super) fn declared(generics: &Generics) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let types = generics.type_params().map(|param| param.ident.to_token_stream());
    (generics.params.iter().map(parameter).collect(), types.collect())
}

/// A parameter's type, with the `&` that a slice lacks: that it does was said.
pub(super) fn as_meant(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Slice(slice) => syn::parse_quote!(&#slice),
        ty => ty.clone(),
    }
}

/// Whether a type names one of these type parameters.
pub(super) fn names(ty: &syn::Type, params: &[&syn::TypeParam]) -> bool {
    let mut tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
    while let Some(token) = tokens.pop() {
        match token {
            TokenTree::Group(group) => tokens.extend(group.stream()),
            TokenTree::Ident(ident) if params.iter().any(|param| param.ident == ident) => return true,
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    false
}
