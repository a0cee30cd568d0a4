//! Items that are not Rust, since somebody is writing them or has made a slip.
//!
//! rustc has said what is wrong with them before a macro sees them. What can be read of them is there for those who
//! call them, so that these are not wrong too, and for an editor.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::{ParseStream, Parser};
use syn::{DeriveInput, FnArg, ImplItem, ItemFn, Signature, TraitItem};

/// A function whose body is not Rust: the function with an empty body, and the body.
pub(super) fn without_body(item: &TokenStream) -> Option<(ItemFn, Group)> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else { return None };
    if body.delimiter() != Delimiter::Brace {
        return None;
    }
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(body.span());
    tokens.push(TokenTree::Group(empty));
    let function = syn::parse2(tokens.into_iter().collect()).ok()?;
    Some((function, body))
}

/// Whether tokens are an item, or a function at least by their `fn`: if they are neither, rustc does not take them.
pub(super) fn is_an_item(tokens: &TokenStream) -> bool {
    let is_fn = |tree: TokenTree| matches!(tree, TokenTree::Ident(word) if word == "fn");
    tokens.clone().into_iter().any(is_fn) || syn::parse2::<syn::Item>(tokens.clone()).is_ok()
}

/// A type whose fields or variants are not Rust: the type without any.
pub(super) fn without_fields(item: TokenStream) -> Option<DeriveInput> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_fields =
        |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket);
    let at = tokens.iter().rposition(is_fields)?;
    let TokenTree::Group(fields) = &tokens[at] else { return None };
    tokens[at] = TokenTree::Group(Group::new(fields.delimiter(), TokenStream::new()));
    syn::parse2(tokens.into_iter().collect()).ok()
}

/// A function without a body, as traits have them, with an empty one.
pub(super) fn bodiless(item: &TokenStream) -> Option<ItemFn> {
    let syn::ForeignItemFn { attrs, vis, sig, .. } = syn::parse2(item.clone()).ok()?;
    Some(syn::parse_quote!(#(#attrs)* #vis #sig {}))
}

/// A function whose signature is not Rust, and no other item either.
pub(super) fn unread(item: &TokenStream) -> Option<ItemFn> {
    if syn::parse2::<syn::Item>(item.clone()).is_ok() {
        return None;
    }
    let head = |input: ParseStream<'_>| {
        input.call(syn::Attribute::parse_outer)?;
        // Of `pub(a b)` rustc takes `pub`.
        let vis = if let Ok(vis) = input.fork().parse::<syn::Visibility>() {
            input.parse::<syn::Visibility>()?;
            vis
        } else {
            syn::Visibility::Inherited
        };
        let sig = signature(input)?;
        Ok(syn::parse_quote!(#vis #sig {}))
    };
    head.parse2(item.clone()).ok()
}

/// What there is of a signature. Parameters that cannot be read have any type.
fn signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    while !input.peek(syn::Token![fn]) {
        // `unsafe` and its like, and what stands there by mistake.
        input.parse::<TokenTree>()?;
    }
    input.parse::<syn::Token![fn]>()?;
    let name: syn::Ident = input.parse()?;
    let generics: syn::Generics = input.parse()?;
    let inside;
    syn::parenthesized!(inside in input);
    let inputs = parameters(inside.parse()?);
    let output = input.parse().unwrap_or(syn::ReturnType::Default);
    input.parse::<TokenStream>()?;
    Ok(syn::parse_quote!(fn #name #generics(#(#inputs),*) #output))
}

/// The receiver, and a parameter for each `name:`.
fn parameters(tokens: TokenStream) -> Vec<FnArg> {
    let receiver = |input: ParseStream<'_>| {
        let receiver: syn::Receiver = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(FnArg::Receiver(receiver))
    };
    let mut found: Vec<FnArg> = receiver.parse2(tokens.clone()).into_iter().collect();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, sign: char| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => punct.as_char() == sign && punct.spacing() == Spacing::Alone,
        _ => false,
    };
    let begins = |at: usize| matches!(tokens[at], TokenTree::Ident(_)) && is(at + 1, ':');
    for at in (0..tokens.len()).filter(|at| begins(*at)) {
        let end = (at + 2..tokens.len()).find(|end| is(*end, ',') || begins(*end)).unwrap_or(tokens.len());
        let ty: TokenStream = tokens[at + 2..end].iter().cloned().collect();
        let ty =
            syn::parse2::<syn::Type>(ty).unwrap_or_else(|_| syn::parse_quote!(impl ::core::marker::Sized));
        let name = format_ident!("unread_{at}");
        found.push(syn::parse_quote!(#name: #ty));
    }
    found
}

/// An impl or a trait without what is no Rust in it: functions have bodies of their own, or as much of their
/// signatures as can be read, and the rest is left out. `None` where nothing is wrong with it.
pub(super) fn mended(item: &TokenStream) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(all)) = tokens.pop() else { return None };
    let mut found = false;
    let mut inside = TokenStream::new();
    for part in parts(all.stream()) {
        if syn::parse2::<ImplItem>(part.clone()).is_ok() || syn::parse2::<TraitItem>(part.clone()).is_ok() {
            inside.extend(part);
            continue;
        }
        found = true;
        inside.extend(mended_function(part));
    }
    let mut whole = Group::new(all.delimiter(), inside);
    whole.set_span(all.span());
    tokens.push(TokenTree::Group(whole));
    found.then(|| tokens.into_iter().collect())
}

/// A function of an impl or a trait that cannot be read, with a body that can.
fn mended_function(part: TokenStream) -> Option<TokenStream> {
    let body = quote!({ ::core::unreachable!() });
    if let Some((mut function, _)) = without_body(&part) {
        *function.block = syn::parse2(body).ok()?;
        return Some(quote!(#function));
    }
    let function = |input: ParseStream<'_>| {
        // One of them may choose another function of the name.
        let attrs = input.call(syn::Attribute::parse_outer)?;
        let vis: syn::Visibility = input.parse()?;
        let sig = signature(input)?;
        Ok(quote!(#(#attrs)* #vis #sig #body))
    };
    function.parse2(part).ok()
}

/// The items of an impl or a trait, as far as they are told apart: each ends with a `;` or a body.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = Vec::new();
    let mut part: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_value = part.iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "const" || ident == "type",
            TokenTree::Punct(_) | TokenTree::Literal(_) | TokenTree::Group(_) => false,
        });
        let is_function = part.iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == "fn"));
        let ends = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && (is_function || !is_value),
            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        };
        part.push(token);
        if ends {
            parts.push(part.drain(..).collect());
        }
    }
    if !part.is_empty() {
        parts.push(part.into_iter().collect());
    }
    parts
}
