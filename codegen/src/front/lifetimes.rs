//! The lifetimes of a function's parameters, where what is made of the function has none.
//!
//! Takes bounds of type parameters; guarantees bounds that name no lifetime but `'static` and those of their own: for
//! which lifetimes a kernel's types have a trait is nothing to its code, so they are asked to have it for all.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    BoundLifetimes, GenericParam, Generics, Ident, Lifetime, LifetimeParam, PredicateType, ReceiverKind,
    Signature, Token, TypeParamBound, TypeReference, WherePredicate,
};

use crate::collections::Set;
use crate::ir::Scalar;

/// Type and const parameters alone, and what is said of these.
pub(super) fn left_out(generics: &Generics) -> Generics {
    let mut left = generics.clone();
    let names: Set<String> = generics.lifetimes().map(|param| param.lifetime.ident.to_string()).collect();
    let params = std::mem::take(&mut left.params).into_iter();
    left.params = params
        .filter_map(|mut param| {
            match &mut param {
                GenericParam::Type(param) => {
                    param.default = None;
                    param.bounds = of_all(&param.bounds, &names);
                }
                GenericParam::Const(param) => param.default = None,
                GenericParam::Lifetime(_) => return None,
            }
            Some(param)
        })
        .collect();
    if let Some(clause) = &mut left.where_clause {
        let predicates = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = predicates
            .filter_map(|predicate| match predicate {
                WherePredicate::Type(mut predicate) => {
                    predicate.bounds = of_all(&predicate.bounds, &names);
                    said_of_all(&mut predicate, &names);
                    (!predicate.bounds.is_empty()).then_some(WherePredicate::Type(predicate))
                }
                _ => None,
            })
            .collect();
    }
    left
}

/// Has rustc propose no further parameter where a name of a type is one that nothing has: a kernel is written out
/// several times, of which some would say so and others not, and the user would see one mistake twice. It proposes
/// none behind what the user did not write.
pub(super) fn close(generics: &mut Generics) {
    let has_clause = generics.where_clause.is_some();
    match generics.params.last_mut() {
        // Where nothing is said of it, that is the mistake.
        Some(GenericParam::Type(param)) if has_clause || !param.bounds.is_empty() => {
            param.bounds.push(syn::parse_quote!(::core::marker::Sized));
        }
        Some(GenericParam::Const(param)) => {
            // Of a type that is none, rustc says so where each of them stands.
            if let Some(name) = name_of(&param.ty)
                && (name == "char" || Scalar::from_name(&name.to_string()).is_some())
            {
                let name = Ident::new(&name.to_string(), Span::call_site().located_at(name.span()));
                param.ty = syn::parse_quote!(#name);
            }
        }
        Some(GenericParam::Type(_) | GenericParam::Lifetime(_)) | None => {}
    }
}

/// A signature of a function of an impl or a trait without the lifetimes of references that nothing declares: rustc
/// says so of the function itself.
pub(super) fn declared_alone(sig: &Signature, outer: &Generics) -> Signature {
    let own = sig.generics.lifetimes().chain(outer.lifetimes());
    let mut undeclared = Undeclared(own.map(|param| param.lifetime.ident.to_string()).collect());
    let mut sig = sig.clone();
    undeclared.visit_signature_mut(&mut sig);
    sig
}

/// Takes out all lifetimes of references but these.
struct Undeclared(Set<String>);

impl Undeclared {
    fn leave_out(&self, lifetime: &mut Option<Lifetime>) {
        let is_declared =
            |name: &Ident| name == "static" || name == "_" || self.0.contains(&name.to_string());
        lifetime.take_if(|lifetime| !is_declared(&lifetime.ident));
    }
}

impl VisitMut for Undeclared {
    fn visit_receiver_kind_mut(&mut self, node: &mut ReceiverKind) {
        if let ReceiverKind::Reference(_, lifetime, _) = node {
            self.leave_out(lifetime);
        }
        visit_mut::visit_receiver_kind_mut(self, node);
    }

    fn visit_type_reference_mut(&mut self, node: &mut TypeReference) {
        self.leave_out(&mut node.lifetime);
        visit_mut::visit_type_reference_mut(self, node);
    }

    // What is said of all lifetimes declares its own.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

    fn visit_trait_bound_mut(&mut self, _: &mut syn::TraitBound) {}
}

/// Leaves out what a device function says of types that have to do with none of its parameters: it says that itself.
pub(super) fn keep_what_is_said_of_parameters(generics: &mut Generics) {
    let params = generics.params.iter().map(|param| match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.ident.to_string(),
    });
    // A method's says what implements its trait.
    let names: Vec<String> = params.chain(["Self".to_owned()]).collect();
    let Some(clause) = &mut generics.where_clause else { return };
    let predicates = std::mem::take(&mut clause.predicates).into_iter();
    clause.predicates = predicates.filter(|said| has_name(said.to_token_stream(), &names)).collect();
    if clause.predicates.is_empty() {
        generics.where_clause = None;
    }
}

/// Whether one of these names stands in tokens.
fn has_name(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_name(group.stream(), names),
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The name that a type is.
fn name_of(ty: &syn::Type) -> Option<&Ident> {
    match ty {
        syn::Type::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// Bounds that name none of these lifetimes.
fn of_all(
    bounds: &Punctuated<TypeParamBound, Token![+]>,
    names: &Set<String>,
) -> Punctuated<TypeParamBound, Token![+]> {
    let each = bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Lifetime(_) => None,
        TypeParamBound::Trait(bound) => {
            let mut bound = bound.clone();
            let (path, named) = renamed(bound.path.to_token_stream(), names);
            if let (false, Ok(path)) = (named.is_empty(), syn::parse2(path)) {
                bound.path = path;
                add(&mut bound.lifetimes, named);
            }
            Some(TypeParamBound::Trait(bound))
        }
        other => Some(other.clone()),
    });
    each.collect()
}

/// The same of the type that a predicate is about.
fn said_of_all(predicate: &mut PredicateType, names: &Set<String>) {
    let (ty, named) = renamed(predicate.bounded_ty.to_token_stream(), names);
    if let (false, Ok(ty)) = (named.is_empty(), syn::parse2(ty)) {
        predicate.bounded_ty = ty;
        add(&mut predicate.lifetimes, named);
    }
}

fn add(bound: &mut Option<BoundLifetimes>, named: Vec<Lifetime>) {
    let params = named.into_iter().map(|lifetime| GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    bound.get_or_insert_default().lifetimes.extend(params);
}

/// Tokens whose lifetimes of these names have others, since the function may declare its own beside, and these.
fn renamed(tokens: TokenStream, names: &Set<String>) -> (TokenStream, Vec<Lifetime>) {
    let (mut out, mut named) = (Vec::new(), Vec::<Lifetime>::new());
    let mut after_quote = false;
    for token in tokens {
        let token = match token {
            TokenTree::Ident(ident) if after_quote && names.contains(&ident.to_string()) => {
                let lifetime = Lifetime::new(&format!("'any_{ident}"), Span::mixed_site());
                let ident = TokenTree::Ident(lifetime.ident.clone());
                if !named.contains(&lifetime) {
                    named.push(lifetime);
                }
                ident
            }
            other => other,
        };
        after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        out.push(token);
    }
    (out.into_iter().collect(), named)
}
