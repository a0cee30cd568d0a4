//! Items that are not Rust, since somebody is writing them or has made a slip.
//!
//! rustc has said what is wrong with them before a macro sees them. What can be read of them is there for those who
//! call them, so that these are not wrong too, and for an editor.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{DeriveInput, Expr, FnArg, ImplItem, ItemFn, Signature, TraitItem};

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

/// A `let` where no condition stands, which syn takes and rustc does not.
pub(super) fn stray_let(body: &syn::Block) -> Option<syn::Token![let]> {
    let mut found = StrayLet(None);
    found.visit_block(body);
    found.0
}

struct StrayLet(Option<syn::Token![let]>);

impl StrayLet {
    fn condition(&mut self, cond: &Expr) {
        match cond {
            Expr::Binary(node) if matches!(node.op, syn::BinOp::And(_)) => {
                self.condition(&node.left);
                self.condition(&node.right);
            }
            Expr::Let(node) => self.visit_expr(&node.expr),
            cond => self.visit_expr(cond),
        }
    }
}

impl<'a> Visit<'a> for StrayLet {
    fn visit_expr_if(&mut self, node: &'a syn::ExprIf) {
        self.condition(&node.cond);
        self.visit_block(&node.then_branch);
        if let Some((_, otherwise)) = &node.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_while(&mut self, node: &'a syn::ExprWhile) {
        self.condition(&node.cond);
        self.visit_block(&node.body);
    }

    fn visit_pat_guard(&mut self, node: &'a syn::PatGuard) {
        self.visit_pat(&node.pat);
        self.condition(&node.guard);
    }

    fn visit_expr_let(&mut self, node: &'a syn::ExprLet) {
        self.0 = self.0.or(Some(node.let_token));
    }
}

/// Whether tokens are an item, or a function at least by their `fn` and a name: if they are neither, rustc does not
/// take them.
pub(super) fn is_an_item(tokens: &TokenStream) -> bool {
    let mut behind = tokens.clone().into_iter();
    let is_fn = |tree: TokenTree| matches!(tree, TokenTree::Ident(word) if word == "fn");
    let is_function =
        behind.any(is_fn) && behind.next().is_some_and(|name| syn::parse2::<syn::Ident>(name.into()).is_ok());
    is_function || syn::parse2::<syn::Item>(tokens.clone()).is_ok()
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
    // `fn f::<T>(..)`, `fn f f(..)`.
    while !input.peek(syn::Token![<]) && !input.peek(syn::token::Paren) {
        // What is behind a bracket that is not there says nothing.
        if input.peek(syn::Token![::]) {
            input.parse::<syn::Token![::]>()?;
        } else if input.peek(syn::Token![:]) {
            return Err(input.error("no signature"));
        } else {
            input.parse::<TokenTree>()?;
        }
    }
    let generics: syn::Generics = input.parse()?;
    let inside;
    syn::parenthesized!(inside in input);
    let inputs = parameters(inside.parse()?);
    let rest: TokenStream = input.parse()?;
    let output = output(rest);
    Ok(syn::parse_quote!(fn #name #generics(#(#inputs),*) #output))
}

/// The result of a function, of what is behind its parameters: the first type there.
fn output(rest: TokenStream) -> syn::ReturnType {
    let first = |input: ParseStream<'_>| {
        let output: syn::ReturnType = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(output)
    };
    let mut behind = rest.into_iter();
    // Not behind a name, which may begin `where` or be what has no arrow in front. Of `:` and `=>` rustc says that it
    // is to be one.
    match behind.next() {
        Some(TokenTree::Punct(arrow)) if matches!(arrow.as_char(), '-' | '=') => {
            behind.next();
        }
        Some(TokenTree::Punct(colon)) if colon.as_char() == ':' && colon.spacing() == Spacing::Alone => {}
        _ => return syn::ReturnType::Default,
    }
    while behind.clone().next().is_some() {
        let rest: TokenStream = behind.clone().collect();
        if let Ok(output) = first.parse2(quote!(-> #rest)) {
            return output;
        }
        behind.next();
    }
    syn::ReturnType::Default
}

/// The receiver, and a parameter for each `name:`, and for what stands between commas without one (`b f32`).
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
    let mut depth = 0;
    for at in 0..tokens.len() {
        let is_arrow = at > 0 && matches!(&tokens[at - 1], TokenTree::Punct(punct) if punct.as_char() == '-');
        depth += i32::from(is(at, '<')) - i32::from(is(at, '>') && !is_arrow);
        let is_first = at == 0 && found.is_empty() || at > 0 && is(at - 1, ',');
        let end = (at..tokens.len()).find(|end| is(*end, ',')).unwrap_or(tokens.len());
        let is_nameless = is_first && depth == 0 && at < end && !(at..end).any(begins);
        if !begins(at) && !is_nameless {
            continue;
        }
        let end = end_of(&tokens, at + 2, begins);
        // What is said of it stands there, and in the place of nothing else.
        let place = tokens[at].span();
        let anything = || syn::parse_quote_spanned!(place=> impl ::core::marker::Sized);
        let ty = if is_nameless {
            anything()
        } else {
            let ty: TokenStream = tokens[at + 2..end].iter().cloned().collect();
            syn::parse2::<syn::Type>(ty).unwrap_or_else(|_| anything())
        };
        let name = format_ident!("unread_{at}");
        found.push(syn::parse_quote!(#name: #ty));
    }
    found
}

/// Where a parameter's type ends that begins at one of these tokens: in front of a comma outside of its arguments, or
/// of another parameter.
fn end_of(tokens: &[TokenTree], first: usize, begins: impl Fn(usize) -> bool) -> usize {
    let sign = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => punct.as_char(),
        _ => ' ',
    };
    let mut depth = 0;
    for at in first..tokens.len() {
        match sign(at) {
            '<' => depth += 1,
            '>' if at == 0 || sign(at - 1) != '-' => depth -= 1,
            ',' if depth <= 0 => return at,
            _ if begins(at) => return at,
            _ => {}
        }
    }
    tokens.len()
}

/// An impl or a trait without what is no Rust in it, and what that was: functions have bodies of their own, or as much
/// of their signatures as can be read, and the rest is left out. `None` where nothing is wrong with it.
pub(super) fn mended(item: &TokenStream) -> Option<(TokenStream, Vec<TokenStream>)> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(all)) = tokens.pop() else { return None };
    let (mut found, mut unread) = (false, Vec::new());
    let mut inside = TokenStream::new();
    for part in parts(all.stream()) {
        if syn::parse2::<ImplItem>(part.clone()).is_ok() || syn::parse2::<TraitItem>(part.clone()).is_ok() {
            inside.extend(part);
            continue;
        }
        found = true;
        inside.extend(mended_function(part, &mut unread));
    }
    let mut whole = Group::new(all.delimiter(), inside);
    whole.set_span(all.span());
    tokens.push(TokenTree::Group(whole));
    found.then(|| (tokens.into_iter().collect(), unread))
}

/// A function of an impl or a trait that cannot be read, with a body that can. What was a signature is kept.
fn mended_function(part: TokenStream, unread: &mut Vec<TokenStream>) -> Option<TokenStream> {
    let body = quote!({ ::core::unreachable!() });
    let mark = format_ident!("{MARK}");
    let number = proc_macro2::Literal::usize_unsuffixed(unread.len());
    let mark = quote!(#[#mark(#number)]);
    if let Some((mut function, _)) = without_body(&part) {
        *function.block = syn::parse2(body).ok()?;
        unread.push(part);
        return Some(quote!(#mark #function));
    }
    let is_restored = is_function_without_inputs(&part);
    let mark = is_restored.then_some(mark);
    let function = |input: ParseStream<'_>| {
        // One of them may choose another function of the name.
        let attrs = input.call(syn::Attribute::parse_outer)?;
        let vis: syn::Visibility = input.parse()?;
        // A function of a trait stays one to rustc where it has `fn` twice.
        while input.peek(syn::Token![fn]) && input.peek2(syn::Token![fn]) {
            input.parse::<syn::Token![fn]>()?;
        }
        let mut sig = signature(input)?;
        if is_restored {
            name_unread(&mut sig);
        }
        Ok(quote!(#mark #(#attrs)* #vis #sig #body))
    };
    let mended = function.parse2(part.clone()).ok()?;
    if is_restored {
        unread.push(part);
    }
    Some(mended)
}

/// Whether tokens are a function but for its parameters: then rustc finds it all the same.
fn is_function_without_inputs(part: &TokenStream) -> bool {
    let mut tokens: Vec<TokenTree> = part.clone().into_iter().collect();
    let inputs = tokens.iter_mut().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    });
    let Some(inputs) = inputs else { return false };
    *inputs = Group::new(Delimiter::Parenthesis, TokenStream::new());
    let rest: TokenStream = tokens.into_iter().collect();
    matches!(syn::parse2(rest.clone()), Ok(ImplItem::Fn(_)))
        || matches!(syn::parse2(rest), Ok(TraitItem::Fn(_)))
}

/// Has what could not be read of a signature be of any type, with a name for each.
fn name_unread(sig: &mut Signature) {
    for (number, input) in sig.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(input) = input
            && matches!(*input.ty, syn::Type::ImplTrait(_))
        {
            let name = format_ident!("Unread{number}", span = input.ty.span());
            *input.ty = syn::parse_quote!(#name);
            sig.generics.params.push(syn::parse_quote!(#name));
            sig.generics.lt_token.get_or_insert_default();
            sig.generics.gt_token.get_or_insert_default();
        }
    }
}

/// What stands above a function whose signature is not the user's.
const MARK: &str = "__kiln_unread";

/// What is made of an impl or a trait, with the user's functions in the place of those that are not: rustc says of them
/// what it has said, and finds their names.
pub(super) fn restored(made: TokenStream, unread: &[TokenStream]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = made.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let of_user = match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(attribute))) if sign.as_char() == '#' => {
                marked(attribute).and_then(|number| unread.get(number))
            }
            _ => None,
        };
        match token {
            _ if of_user.is_some() => {
                let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
                tokens.by_ref().find(is_body);
                out.extend(of_user.cloned());
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), restored(group.stream(), unread));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
    }
    out
}

/// The number of what was not read, if an attribute says one.
fn marked(attribute: &Group) -> Option<usize> {
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next()?, tokens.next()?) {
        (TokenTree::Ident(name), TokenTree::Group(number)) if name == MARK => {
            number.stream().to_string().parse().ok()
        }
        _ => None,
    }
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
