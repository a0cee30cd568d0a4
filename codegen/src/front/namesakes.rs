//! Functions of a marked impl of a trait that have the name of one of the type's own.
//!
//! Takes the impl; guarantees that it is an error where the type has an unmarked function of the same name, which
//! Rust takes where it finds both: a kernel knows the trait's alone. So it is of what the trait provides and the impl
//! leaves out, where the crate's files have the trait. Rustc is asked in a module where no trait of the user's is in
//! scope, and which learns the type from an impl beside it; of an impl whose parameters are bounded by the user's
//! traits in a function with these parameters, whether the type's function of that name is the trait's.
//!
//! Leaves numbers, whose own come first in kernels too; what a trait of another crate provides; and, where the
//! parameters are bounded so, traits of other crates and functions with parameters of their own.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, ImplItem, ItemImpl, Path, TypeParamBound, WherePredicate};

use super::around;
use super::copy::{hidden_function, standing_at};

/// Bounds that `f32` has, and `i32`.
const OF_BOTH: [&str; 20] = [
    "Num",
    "KernelType",
    "ScalarType",
    "SharedElement",
    "Copy",
    "Clone",
    "Debug",
    "Display",
    "Default",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sync",
    "Sized",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
];

/// Bounds that only `i32` has.
const OF_INTEGERS: [&str; 9] = ["Int", "Eq", "Ord", "Hash", "Not", "BitAnd", "BitOr", "BitXor", "Counter"];

/// The questions of an impl of a marked trait, one for each function of the impl and each that the trait provides.
pub(super) fn of_trait(item: &ItemImpl, krate: &Path) -> TokenStream {
    let Some((path, last)) = item.trait_.as_ref().and_then(|(path, _)| Some((path, path.segments.last()?)))
    else {
        return TokenStream::new();
    };
    let functions = || {
        item.items.iter().filter_map(|inner| match inner {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        })
    };
    let around::Trait { provided, is_marked } = around::trait_of(&last.ident.to_string());
    let provided: Vec<_> = provided
        .iter()
        .filter_map(|name| syn::parse_str::<syn::Ident>(name).ok())
        .filter(|name| functions().all(|function| function.sig.ident != *name))
        .map(|name| syn::Ident::new(&name.to_string(), last.ident.span()))
        .collect();
    let answer = asked_of(item, &provided, krate);
    // Of a trait without `#[device]` rustc has said that, and that it lacks what is asked here would be said too.
    if !answer.is_empty() || !is_marked || arguments(&item.generics).is_some() {
        return answer;
    }
    let is_plain = |function: &&syn::ImplItemFn| {
        let sig = &function.sig;
        let is_made = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(input) if matches!(*input.ty, syn::Type::ImplTrait(_)));
        let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
        sig.generics.params.iter().all(is_lifetime) && !sig.inputs.iter().any(is_made)
    };
    let may_have = |name: &syn::Ident| may_have_own(&item.self_ty, name);
    let own = functions().filter(is_plain).filter(|function| may_have(&function.sig.ident));
    let own: Vec<_> = own.map(|function| (&function.sig.ident, conditions(&function.attrs))).collect();
    let provided: Vec<_> = provided.into_iter().filter(may_have).collect();
    if own.is_empty() && provided.is_empty() {
        return TokenStream::new();
    }
    same_of_all(item, path, (&own, &provided), krate)
}

/// What leaves a function out, which is nothing to ask of then.
fn conditions(attrs: &[syn::Attribute]) -> TokenStream {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect()
}

/// Whether a type may have a function of this name of its own without `#[device]`.
fn may_have_own(of_type: &syn::Type, name: &syn::Ident) -> bool {
    let syn::Type::Path(path) = of_type else { return true };
    let last = path.path.segments.last();
    last.is_none_or(|last| around::may_have_own(&last.ident.to_string(), &name.to_string()))
}

/// Whether the functions of a type are a trait's, for all parameters of an impl.
fn same_of_all(
    item: &ItemImpl,
    path: &Path,
    (own, provided): (&[(&syn::Ident, TokenStream)], &[syn::Ident]),
    krate: &Path,
) -> TokenStream {
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let ty = &item.self_ty;
    // Outside of the impl nothing is called so.
    if mentions_self(impl_generics.to_token_stream()) || mentions_self(where_clause.to_token_stream()) {
        return TokenStream::new();
    }
    let mut of_scope = path.clone();
    if let Some(last) = of_scope.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    let question = |name: &syn::Ident, function: &str| {
        let span = name.span();
        let (krate, hidden) =
            (standing_at(krate, span), format_ident!("{}", hidden_function(name), span = span));
        let function = format_ident!("{function}", span = span);
        quote_spanned! {span=>
            #krate::calls::#function({
                (
                    Pair(<#ty as #path>::#name, <#ty>::#name).differ(),
                    Pair(<#ty as #path>::#hidden, <#ty>::#hidden).differ(),
                    Absent,
                )
            });
        }
    };
    let own = own.iter().map(|(name, conditions)| {
        let question = question(name, "one_of_this_name");
        quote!(#conditions #question)
    });
    let provided = provided.iter().map(|name| question(name, "one_beside_what_is_provided"));
    quote! {
        #[allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            use #of_scope as _;
            fn asked #impl_generics() #where_clause {
                use #krate::calls::namesakes::{Absent, Differ as _, Pair};
                #(#own)*
                #(#provided)*
            }
        };
    }
}

/// Whether `Self` stands in tokens, which nest no deeper than the impl's own.
fn mentions_self(tokens: TokenStream) -> bool {
    let mut waiting = vec![tokens];
    while let Some(tokens) = waiting.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if ident == "Self" => return true,
                TokenTree::Group(group) => waiting.push(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    false
}

/// The questions, one for each function of the impl.
pub(super) fn asked(item: &ItemImpl, krate: &Path) -> TokenStream {
    asked_of(item, &[], krate)
}

/// The questions, of what the trait provides too.
fn asked_of(item: &ItemImpl, provided: &[syn::Ident], krate: &Path) -> TokenStream {
    // In that module other paths would mean something else.
    let is_absolute = krate.leading_colon.is_some()
        || krate.segments.first().is_some_and(|first| first.ident == "crate" || first.ident == "$crate");
    let own = item.items.iter().filter_map(|inner| match inner {
        ImplItem::Fn(function) => {
            Some((&function.sig.ident, ("one_of_this_name", conditions(&function.attrs))))
        }
        _ => None,
    });
    let provided = provided.iter().map(|name| (name, ("one_beside_what_is_provided", TokenStream::new())));
    // Of what is asked here, rustc would tell whoever calls such a function of a type that has none.
    let (names, answers): (Vec<_>, Vec<_>) =
        own.chain(provided).filter(|(name, _)| may_have_own(&item.self_ty, name)).unzip();
    let (true, syn::Type::Path(_), false) = (is_absolute, &*item.self_ty, names.is_empty()) else {
        return TokenStream::new();
    };
    let Some(said) = arguments(&item.generics) else { return TokenStream::new() };
    let ty = &item.self_ty;
    let (impl_generics, ty_generics, where_clause) = item.generics.split_for_impl();
    let params = item.generics.params.iter().map(|param| match param {
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            quote!(const #ident: #ty)
        }
        GenericParam::Type(syn::TypeParam { ident, .. }) => quote!(#ident),
        GenericParam::Lifetime(param) => quote!(#param),
    });
    let types = item.generics.type_params().map(|param| &param.ident);
    let hidden: Vec<_> = names.iter().map(hidden_function).collect();
    let (answers, conditions): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    let asked = names.iter().zip(&hidden).zip(answers.iter().zip(&conditions));
    let questions = asked.map(|((name, hidden), (answer, condition))| {
        let span = name.span();
        let (krate, hidden) = (standing_at(krate, span), format_ident!("{hidden}", span = span));
        let answer = format_ident!("{answer}", span = span);
        quote_spanned! {span=>
            #condition
            #krate::calls::#answer({
                (Found(<Type>::#name).own(), Found(<Type>::#hidden).own(), Numbers::<Type>::new().own())
            });
        }
    });
    quote! {
        #[allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            #[no_implicit_prelude]
            mod own {
                use #krate::calls::namesakes::{Absent, Found, Numbers, Otherwise as _};
                pub(super) struct Slot<#(#params),*>(::core::marker::PhantomData<fn() -> (#(#types,)*)>);
                pub(super) trait Named {
                    type Type;
                }
                trait Others {
                    #(#conditions const #names: Absent = Absent; #conditions const #hidden: Absent = Absent;)*
                }
                impl<T: ?::core::marker::Sized> Others for T {}
                fn asked() {
                    type Type = <Slot #said as Named>::Type;
                    #(#questions)*
                }
            }
            impl #impl_generics own::Named for own::Slot #ty_generics #where_clause {
                type Type = #ty;
            }
        };
    }
}

/// Some arguments for the parameters; `None` where it is not known what would do.
fn arguments(generics: &Generics) -> Option<TokenStream> {
    let mut arguments = Vec::new();
    for param in &generics.params {
        arguments.push(match param {
            GenericParam::Type(param) => {
                let mut bounds: Vec<&TypeParamBound> = param.bounds.iter().collect();
                for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
                    let WherePredicate::Type(predicate) = predicate else { return None };
                    let syn::Type::Path(bounded) = &predicate.bounded_ty else { return None };
                    let bounded = bounded.path.get_ident()?;
                    if !generics.type_params().any(|param| param.ident == *bounded) {
                        return None;
                    }
                    if *bounded == param.ident {
                        bounds.extend(&predicate.bounds);
                    }
                }
                let names: Vec<String> = bounds
                    .into_iter()
                    .map(|bound| match bound {
                        TypeParamBound::Trait(bound) => {
                            bound.path.segments.last().map(|last| last.ident.to_string())
                        }
                        _ => None,
                    })
                    .collect::<Option<_>>()?;
                let all = |known: &dyn Fn(&str) -> bool| {
                    names.iter().all(|name| OF_BOTH.contains(&name.as_str()) || known(name))
                };
                if all(&|name| name == "Float") {
                    quote!(::core::primitive::f32)
                } else if all(&|name| OF_INTEGERS.contains(&name)) {
                    quote!(::core::primitive::i32)
                } else {
                    return None;
                }
            }
            GenericParam::Const(param) => match &param.ty {
                syn::Type::Path(ty) if ty.path.is_ident("bool") => quote!(true),
                syn::Type::Path(ty) if ty.path.get_ident().is_some_and(super::derive::is_scalar) => quote!(1),
                _ => return None,
            },
            GenericParam::Lifetime(_) => return None,
        });
    }
    Some(if arguments.is_empty() { TokenStream::new() } else { quote!(<#(#arguments),*>) })
}
