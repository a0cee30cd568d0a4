//! `#[device]` above a struct or an enum: kernels have the `==` and `<` that the type derives.
//!
//! Takes the type with its `#[derive(..)]`, which stand below `#[device]` so that they are seen; guarantees of
//! `PartialEq` and `PartialOrd` among them that they are std's, and functions for kernels that compare as those do:
//! field by field in the order in which they are declared. Leaves enums to their discriminants, which
//! [`derive`](crate::front::derive) compares with what the host has.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, GenericParam, Path, Token};

use super::{Function, Owner, lints};
use crate::diagnostic::Code;
use crate::front::attrs::Arguments;
use crate::front::namesakes;
use crate::front::report::{Report, spot};

/// What kernels have of a type that derives it: of `Ord`, beside `PartialOrd`, the method `cmp`.
const COMPARISONS: [&str; 3] = ["PartialEq", "PartialOrd", "Ord"];

/// `#[device] #[derive(PartialEq, ..)] struct Point { .. }`.
pub(in crate::front) fn of_type(
    mut item: DeriveInput,
    arguments: &Arguments,
    report: &mut Report,
) -> TokenStream {
    let mut derived = comparisons(&mut item.attrs);
    let left_to_others = match &item.data {
        // The derive of `KernelType` refuses it.
        Data::Union(_) => true,
        // rustc does.
        Data::Struct(data) => {
            data.fields.iter().any(|field| field.ident.as_ref().is_some_and(|name| name == "_"))
        }
        Data::Enum(_) => false,
    };
    if left_to_others {
        return item.into_token_stream();
    }
    // The order that `cmp` says is that of `<` where both are derived.
    let has_order = derived.iter().any(|name| name == "PartialOrd");
    derived.retain(|name| has_order || name != "Ord");
    if derived.is_empty() {
        report.error(
            spot(&item.ident),
            Code::Implementation,
            format!("`{}` derives nothing that kernels call", item.ident),
            "write `#[device]` above the `#[derive(..)]` with `PartialEq` or `PartialOrd`, or leave it out",
        );
        return item.into_token_stream();
    }
    let impls: TokenStream = derived.iter().map(|name| comparison(&item, name, arguments, report)).collect();
    quote!(#item #impls)
}

/// The comparisons that attributes derive. They are said by the path of std's, so that nothing else of the name is
/// taken for them.
fn comparisons(attrs: &mut [Attribute]) -> Vec<syn::Ident> {
    let mut found = Vec::new();
    for attr in attrs {
        let syn::Meta::List(list) = &mut attr.meta else { continue };
        if !list.path.is_ident("derive") {
            continue;
        }
        let parse = Punctuated::<Path, Token![,]>::parse_terminated;
        let Ok(mut paths) = parse.parse2(list.tokens.clone()) else { continue };
        for path in &mut paths {
            let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let is_std = match names.as_slice() {
                [_] => path.leading_colon.is_none(),
                [root, module, _] => matches!(root.as_str(), "std" | "core") && module == "cmp",
                _ => false,
            };
            let Some(last) = path.segments.last().map(|last| last.ident.clone()) else { continue };
            if is_std && COMPARISONS.iter().any(|name| last == name) {
                let span = last.span();
                if let Ok(said) = syn::parse2(quote_spanned!(span=> ::core::cmp::#last)) {
                    *path = said;
                }
                found.push(last);
            }
        }
        list.tokens = paths.into_token_stream();
    }
    found
}

/// The impl that gives kernels a derived comparison.
fn comparison(
    item: &DeriveInput,
    name: &syn::Ident,
    arguments: &Arguments,
    report: &mut Report,
) -> TokenStream {
    let krate = &arguments.krate;
    let private = quote!(#krate::__private);
    let of_type = &item.ident;
    let is_total = name == "Ord";
    let marked = if is_total {
        quote!(#krate::calls::IsOrdered)
    } else {
        let marked = format_ident!("Device{}", name, span = name.span());
        quote!(#krate::operators::#marked)
    };
    let mut generics = item.generics.clone();
    for param in &mut generics.params {
        match param {
            GenericParam::Type(param) => {
                param.default = None;
                param.bounds.push(syn::parse_quote!(#marked));
                param.bounds.push(syn::parse_quote!(#private::KernelType));
            }
            GenericParam::Const(param) => param.default = None,
            // A type that borrows is none of kernels, which its derive says.
            GenericParam::Lifetime(_) => return TokenStream::new(),
        }
    }
    let (_, ty_generics, _) = item.generics.split_for_impl();
    // A method of the type's own comes first to Rust.
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let method = match name.to_string().as_str() {
        "PartialEq" => "eq",
        "PartialOrd" => "partial_cmp",
        _ => "cmp",
    };
    let method = syn::Ident::new(method, name.span());
    let namesakes = namesakes::asked(
        &syn::parse_quote! {
            impl #impl_generics ::core::cmp::#name for #of_type #ty_generics #where_clause {
                fn #method(&self) {}
            }
        },
        krate,
    );
    if is_total {
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        return quote! {
            #[automatically_derived]
            impl #impl_generics #marked for #of_type #ty_generics #where_clause {}
            #namesakes
        };
    }
    let (is_equal, span) = (name == "PartialEq", name.span());
    let function = match &item.data {
        Data::Enum(data) if data.variants.iter().all(|variant| variant.fields.is_empty()) => None,
        Data::Enum(data) => Some(variants(data, is_equal, span)),
        Data::Struct(data) => {
            let types = data.fields.iter().map(|field| first_span(&field.ty));
            let of = |owner: &str, field: &syn::Member, span: Span| {
                let owner = syn::Ident::new(owner, span);
                quote_spanned!(span=> #owner.#field)
            };
            let fields: Vec<_> = (data.fields.members().zip(types))
                .map(|(field, span)| (of("self", &field, span), of("other", &field, span), span))
                .collect();
            Some(if is_equal { equal(&fields, span) } else { order(&fields, span) })
        }
        Data::Union(_) => return TokenStream::new(),
    };
    let answer = match function {
        None => quote!(#private::Answer::Own),
        Some(function) => {
            let parts = (&function.vis, &function.sig, &function.block);
            let function = Function::new(
                parts,
                &generics,
                (&of_type.to_string(), Owner::TypeByTrait(name)),
                arguments,
                report,
            );
            let answer = function.answer(krate);
            quote!(#private::Answer::Function(#answer))
        }
    };
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let lints = lints();
    quote! {
        #[automatically_derived]
        impl #impl_generics #marked for #of_type #ty_generics #where_clause {
            #lints
            fn __kiln_operator() -> #private::Answer {
                #answer
            }
        }
        #namesakes
    }
}

/// A part of either side, and where its type stands.
type Sides = (TokenStream, TokenStream, Span);

/// `==` of all fields. What rustc says of a field's own operator it says of the field's type.
fn equal(fields: &[Sides], span: Span) -> syn::ImplItemFn {
    let each = equals(fields);
    syn::parse_quote_spanned! {span=>
        fn eq(&self, other: &Self) -> bool {
            #each
        }
    }
}

fn equals(fields: &[Sides]) -> TokenStream {
    let each = fields
        .iter()
        .map(|(left, right, span)| quote_spanned!(*span=> let equal = equal && #left == #right;));
    quote!(let equal = true; #(#each)* equal)
}

/// The order of the first fields that differ.
fn order(fields: &[Sides], span: Span) -> syn::ImplItemFn {
    let each = orders(fields);
    syn::parse_quote_spanned! {span=>
        fn partial_cmp(&self, other: &Self) -> Option<::core::cmp::Ordering> {
            #each
            Some(::core::cmp::Ordering::Equal)
        }
    }
}

fn orders(fields: &[Sides]) -> TokenStream {
    let each = fields.iter().map(|(left, right, span)| {
        quote_spanned! {*span=>
            if #left < #right {
                return Some(::core::cmp::Ordering::Less);
            }
            if #left > #right {
                return Some(::core::cmp::Ordering::Greater);
            }
            if !(#left <= #right) {
                return None;
            }
        }
    });
    quote!(#(#each)*)
}

/// The comparison of two values of an enum whose variants have fields: the variants in the order in which they are
/// declared, as std's derive has it, and of one variant its fields.
fn variants(data: &syn::DataEnum, is_equal: bool, span: Span) -> syn::ImplItemFn {
    let pattern = |variant: &syn::Variant, prefix: &str| {
        let (name, members) = (&variant.ident, variant.fields.members());
        let bound = (0..variant.fields.len()).map(|number| format_ident!("{prefix}_{number}", span = span));
        quote_spanned!(span=> Self::#name { #(#members: #bound),* })
    };
    let compared = data.variants.iter().filter(|variant| !variant.fields.is_empty()).map(|variant| {
        let (left, right) = (pattern(variant, "left"), pattern(variant, "right"));
        let fields: Vec<Sides> = (variant.fields.iter().enumerate())
            .map(|(number, field)| {
                let span = first_span(&field.ty);
                let side = |prefix: &str| {
                    let name = format_ident!("{prefix}_{number}", span = span);
                    quote_spanned!(span=> *#name)
                };
                (side("left"), side("right"), span)
            })
            .collect();
        let each = if is_equal { equals(&fields) } else { orders(&fields) };
        let given = if is_equal { quote!(return { #each };) } else { each };
        quote_spanned!(span=> if let (#left, #right) = (self, other) { #given })
    });
    let number = |of: &str| {
        let of = syn::Ident::new(of, span);
        let arms = data.variants.iter().enumerate().map(|(number, variant)| {
            let (name, number) = (&variant.ident, number as u32);
            quote_spanned!(span=> Self::#name { .. } => #number,)
        });
        quote_spanned!(span=> match #of { #(#arms)* })
    };
    let (left, right) = (number("self"), number("other"));
    let numbers = quote_spanned!(span=> let (left, right): (u32, u32) = (#left, #right););
    if is_equal {
        return syn::parse_quote_spanned! {span=>
            fn eq(&self, other: &Self) -> bool {
                #(#compared)*
                #numbers
                left == right
            }
        };
    }
    syn::parse_quote_spanned! {span=>
        fn partial_cmp(&self, other: &Self) -> Option<::core::cmp::Ordering> {
            #(#compared)*
            #numbers
            left.partial_cmp(&right)
        }
    }
}

fn first_span(ty: &syn::Type) -> Span {
    ty.to_token_stream().into_iter().next().map_or_else(|| ty.span(), |token| token.span())
}
