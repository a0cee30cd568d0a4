//! Functions of a marked impl of a trait that have the name of one of the type's own.
//!
//! Where the type has an unmarked function of the same name, Rust calls that one, and a kernel knows only the trait's:
//! this is an error. rustc checks it in a module where no trait of the user's is in scope, and which learns the type
//! from an impl beside it.
//!
//! Not checked: numbers, whose own functions come first in kernels too; what the trait provides; and impls whose
//! parameters are bounded by traits of the user's. (A method call is checked where it stands:
//! `typed::method_precedence`.)

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, ImplItem, ItemImpl, Path, TypeParamBound, WherePredicate};

use super::typed::{hidden_function, standing_at};

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

/// What leaves a function out, which is nothing to ask of then.
fn conditions(attrs: &[syn::Attribute]) -> TokenStream {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect()
}

/// The checks, one for each function of the impl.
pub(super) fn asked(item: &ItemImpl, krate: &Path) -> TokenStream {
    // In that module other paths would mean something else.
    let is_absolute = krate.leading_colon.is_some()
        || krate.segments.first().is_some_and(|first| first.ident == "crate" || first.ident == "$crate");
    let own = item.items.iter().filter_map(|inner| match inner {
        ImplItem::Fn(function) => Some((&function.sig.ident, conditions(&function.attrs))),
        _ => None,
    });
    let (names, conditions): (Vec<_>, Vec<_>) = own.unzip();
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
    let asked = names.iter().zip(&hidden).zip(&conditions);
    let questions = asked.map(|((name, hidden), condition)| {
        let span = name.span();
        let (krate, hidden) = (standing_at(krate, span), format_ident!("{hidden}", span = span));
        let answer = syn::Ident::new("one_of_this_name", span);
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
