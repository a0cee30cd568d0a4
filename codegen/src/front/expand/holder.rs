//! The type of a function's name, which carries its parameters, and what a call says of them.
//!
//! A call names the function and, with the same arguments, this type. How many arguments are wrong, and which of them
//! rustc cannot find, it is to say of the function alone: so the type has a default for each parameter and takes more
//! of them than the function has, and where a call writes none, parameters that stand nowhere in the signature are
//! fixed, since nothing could infer them.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{
    GenericArgument, GenericParam, Generics, Ident, ItemFn, Signature, Token, TypeParamBound, WherePredicate,
};

use crate::collections::{Map, Set};
use crate::front::around;
use crate::front::methods::is_plain;
use crate::ir::Scalar;

/// How many arguments the type takes that the function has no parameters for.
const MORE: usize = 2;

/// The parameters for these. Where calls in the crate's files write out constants, they are constants.
pub(super) struct More(Vec<(syn::Ident, Option<TokenStream>)>);

impl More {
    pub(super) fn of(function: &syn::Ident, generics: &Generics) -> More {
        let calls = around::written_out(&function.to_string());
        let calls: Vec<_> = calls.iter().map(|written| constants(written)).collect();
        let own = generics.params.len() - generics.lifetimes().count();
        let more = (0..MORE).map(|at| {
            let ty = calls.iter().find_map(|constants| constants.get(own + at).cloned().flatten());
            (format_ident!("__KilnMore{at}"), ty)
        });
        More(more.collect())
    }

    fn params(&self) -> impl Iterator<Item = TokenStream> {
        self.0.iter().map(|(name, ty)| match ty {
            Some(ty) => quote!(const #name: #ty),
            None => name.to_token_stream(),
        })
    }

    fn arguments(&self) -> impl Iterator<Item = TokenStream> {
        self.0.iter().map(|(name, _)| name.to_token_stream())
    }
}

/// The types of the constants among arguments, and none of what are types.
fn constants(written: &str) -> Vec<Option<TokenStream>> {
    let arguments = Punctuated::<GenericArgument, Token![,]>::parse_terminated;
    let arguments = arguments.parse_str(written).unwrap_or_default();
    let arguments = arguments.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    let types = arguments.map(|argument| match argument {
        GenericArgument::Const(value) => Some(type_of(value)),
        _ => None,
    });
    types.collect()
}

/// The type of a constant that is written out.
fn type_of(value: &syn::Expr) -> TokenStream {
    match value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(_), .. }) => quote!(bool),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Char(_), .. }) => quote!(char),
        syn::Expr::Unary(_) => quote!(isize),
        _ => quote!(usize),
    }
}

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

/// Something that a parameter may be, where it does not matter what.
fn anything(param: &GenericParam) -> Option<TokenStream> {
    match param {
        GenericParam::Type(_) => Some(quote!(())),
        GenericParam::Const(param) => {
            let syn::Type::Path(path) = &param.ty else { return None };
            value_of(path.path.get_ident()?)
        }
        GenericParam::Lifetime(_) => None,
    }
}

/// Some constant of a type of this name.
fn value_of(ty: &impl ToString) -> Option<TokenStream> {
    Some(match &*ty.to_string() {
        "bool" => quote!(false),
        "char" => quote!(' '),
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => quote!(0),
        _ => return None,
    })
}

/// The parameters of the type as it is declared, and those that are types.
pub(super) fn declared(generics: &Generics, more: &More) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let defaults: Option<Vec<_>> = generics.params.iter().map(anything).collect();
    let mut params: Vec<_> = generics.params.iter().map(parameter).collect();
    if let Some(defaults) = defaults {
        for (param, default) in params.iter_mut().zip(defaults) {
            param.extend(quote!(= #default));
        }
    }
    params.extend(more.0.iter().map(|(name, ty)| match ty {
        Some(ty) => {
            let any = value_of(ty).unwrap_or_else(|| quote!(0));
            quote!(const #name: #ty = #any)
        }
        None => quote!(#name = ()),
    }));
    let types = generics.type_params().map(|param| param.ident.to_token_stream());
    let more = more.0.iter().filter(|(_, ty)| ty.is_none()).map(|(name, _)| name.to_token_stream());
    (params, types.chain(more).collect())
}

/// All parameters of the type, of which nothing is asked, and these as arguments.
pub(super) fn unbounded(generics: &Generics, more: &More) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let params = generics.params.iter().map(parameter).chain(more.params());
    (params.collect(), generics.params.iter().map(argument).chain(more.arguments()).collect())
}

/// The function's own parameters of these, of which nothing is asked: `bounded` are the same with their bounds.
pub(super) fn alone(generics: &Generics, bounded: &Generics, params: &[TokenStream]) -> Vec<TokenStream> {
    let mut own: Vec<_> = params.iter().take(generics.params.len()).cloned().collect();
    if let (Some(GenericParam::Type(param)), Some(last)) = (bounded.params.last(), own.last_mut())
        && let Some(bound) = param.bounds.last().and_then(|bound| bound.to_token_stream().into_iter().last())
    {
        // Rustc would put a further parameter behind the last bound, as in the function.
        last.extend(quote_spanned!(bound.span()=> : ::core::marker::Sized));
    }
    own
}

/// A parameter of a function that has lifetimes alone: behind these rustc would put a further one, as in the function.
pub(super) fn placed(generics: &Generics, lifetimes: &[&syn::Lifetime]) -> Option<TokenStream> {
    let last = lifetimes.last().filter(|_| generics.params.is_empty())?;
    let placed = syn::Lifetime::new("'__kiln", last.span());
    Some(quote!(<#placed>))
}

/// Whether the types of the signature are ones whatever the parameters are.
pub(super) fn is_loose(item: &ItemFn, generics: &Generics) -> bool {
    let names: Set<String> = generics.params.iter().map(|param| argument(param).to_string()).collect();
    let inputs = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => Some(input.ty.to_token_stream()),
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &item.sig.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(ty.to_token_stream()),
    };
    inputs.chain(output).all(|ty| is_plain(ty, &names))
}

/// Parameters that nothing can infer, and what stands for them.
#[derive(Default)]
pub(in crate::front) struct Fixed(Map<String, TokenStream>);

impl Fixed {
    /// All of a function that was refused.
    pub(super) fn all(generics: &Generics) -> Fixed {
        let values =
            generics.params.iter().filter_map(|param| Some((argument(param).to_string(), anything(param)?)));
        Fixed(values.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What stands for the parameter of this name.
    pub(in crate::front) fn of(&self, name: &str) -> Option<&TokenStream> {
        self.0.get(name)
    }

    /// A parameter as an argument.
    pub(super) fn argument(&self, param: &GenericParam) -> TokenStream {
        let own = argument(param);
        self.0.get(&own.to_string()).cloned().unwrap_or(own)
    }
}

/// The parameters that stand neither in the signature nor in what is said of others.
pub(in crate::front) fn fixed(sig: &Signature, generics: &Generics) -> Fixed {
    let mut said = Set::new();
    let mut say = |tokens: TokenStream| words(tokens, &mut said);
    for input in &sig.inputs {
        if let syn::FnArg::Typed(input) = input {
            say(input.ty.to_token_stream());
        }
    }
    say(sig.output.to_token_stream());
    for param in generics.type_params() {
        param.bounds.iter().for_each(|bound| say(bound.to_token_stream()));
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        match predicate {
            WherePredicate::Type(predicate) if is_name(&predicate.bounded_ty) => {
                predicate.bounds.iter().for_each(|bound: &TypeParamBound| say(bound.to_token_stream()));
            }
            other => say(other.to_token_stream()),
        }
    }
    let mut fixed = Fixed::default();
    for param in &generics.params {
        let name = argument(param).to_string();
        if let (false, Some(value)) = (said.contains(&name), anything(param)) {
            fixed.0.insert(name, value);
        }
    }
    fixed
}

fn is_name(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some())
}

/// The parameters but these, with what is said of them.
pub(super) fn without(generics: &Generics, fixed: &Fixed) -> Generics {
    let is_fixed = |tokens: TokenStream| fixed.0.get(&tokens.to_string()).is_some();
    let mut kept = generics.clone();
    kept.params = generics.params.iter().filter(|param| !is_fixed(argument(param))).cloned().collect();
    if let Some(clause) = &mut kept.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|said| match said {
                WherePredicate::Type(said) => !is_fixed(said.bounded_ty.to_token_stream()),
                _ => true,
            })
            .collect();
    }
    kept
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

/// A pointer to a function with fixed parameters, which names none of them: of a type that nothing has rustc says where
/// the function stands that it may be a parameter, and would say otherwise here. So types with names that are not known
/// are left open, as parameters, if the rest says all that is not fixed.
pub(super) fn opened(
    sig: &Signature,
    generics: &Generics,
    fixed: &Fixed,
) -> Option<(Vec<Ident>, TokenStream)> {
    let is_param = |name: &str| generics.params.iter().any(|param| argument(param).to_string() == name);
    let mut said = Set::new();
    let mut open = Vec::new();
    let mut place = |ty: TokenStream| {
        let mut names = Set::new();
        words(ty.clone(), &mut names);
        let is_known = |name: &String| {
            name == "mut" || name == "bool" || Scalar::from_name(name).is_some() || is_param(name)
        };
        if names.iter().all(is_known) {
            said.extend(names);
            return ty;
        }
        let name = format_ident!("__KilnOpen{}", open.len());
        open.push(name.clone());
        name.into_token_stream()
    };
    let mut types = Vec::new();
    for input in &sig.inputs {
        if let syn::FnArg::Typed(input) = input {
            types.push(place(input.ty.to_token_stream()));
        }
    }
    let output = match &sig.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(place(ty.to_token_stream())),
    };
    let is_said = |param: &GenericParam| {
        let name = argument(param).to_string();
        fixed.of(&name).is_some() || said.contains(&name)
    };
    if open.is_empty() || !generics.params.iter().all(is_said) {
        return None;
    }
    let (safety, output) = (&sig.safety, output.map(|ty| quote!(-> #ty)));
    Some((open, quote!(#safety fn(#(#types),*) #output)))
}

/// The words in tokens.
fn words(tokens: TokenStream, found: &mut Set<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => words(group.stream(), found),
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether a name of one capital letter stands in these tokens that is no parameter's.
pub(super) fn has_letter(tokens: TokenStream, generics: &Generics) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_letter(group.stream(), generics),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            let is_letter = matches!(name.as_bytes(), [letter] if letter.is_ascii_uppercase());
            let is_param = |param: &GenericParam| argument(param).to_string() == name;
            is_letter && !generics.params.iter().any(is_param)
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
