//! Enums whose variants have fields: the impls of `#[derive(KernelType)]`.
//!
//! Takes an enum with a representation that fixes its layout; guarantees impls that tell each variant's discriminant
//! and fields, from which the runtime computes the offsets as RFC 2195 defines them.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{DataEnum, DeriveInput, Fields};

use super::{Attributes, bounds, field_type, first_span};
use crate::diagnostic::Code;
use crate::front::report::{Report, spot};

/// A field: how a pattern names it, the name of what it is bound to, and its type.
struct Field<'a> {
    member: syn::Member,
    bound: syn::Ident,
    ty: &'a syn::Type,
}

struct Variant<'a> {
    name: &'a syn::Ident,
    /// An `i128`.
    tag: TokenStream,
    fields: Vec<Field<'a>>,
}

/// The impls of an enum, one of whose variants has fields.
pub(super) fn enumeration(
    item: &DeriveInput,
    data: &DataEnum,
    attrs: &Attributes,
    report: &mut Report,
) -> TokenStream {
    data.variants.iter().flat_map(|variant| &variant.fields).for_each(|field| field_type(&field.ty, report));
    if attrs.integer.is_none() && !attrs.repr_c {
        let first = data.variants.iter().find(|variant| !variant.fields.is_empty());
        report.error(
            first.map_or_else(|| item.ident.span().into(), |variant| spot(&variant.fields)),
            Code::KernelType,
            format!("`{}` has variants with fields, and Rust does not define their layout", item.ident),
            "write `#[repr(C)]`, or `#[repr(u32)]` with the integer of your choice, above the enum",
        );
        return TokenStream::new();
    }
    let variants = variants(data, attrs);
    let krate = &attrs.krate;
    let private = quote!(#krate::__private);
    let fields = || variants.iter().flat_map(|variant| &variant.fields);
    let types: Vec<&syn::Type> = fields().map(|field| field.ty).collect();
    let of_all = |call: TokenStream| -> Vec<TokenStream> {
        types
            .iter()
            .map(|ty| quote_spanned!(first_span(ty)=> <#ty as #krate::calls::Describe>::#call()))
            .collect()
    };
    let (refusals, computes) = (of_all(quote!(refusal)), of_all(quote!(computes)));
    let zeros = variants.iter().map(|variant| {
        let (tag, types) = (&variant.tag, variant.fields.iter().map(|field| field.ty));
        quote!((#tag) == 0 #(&& <#types as #private::KernelType>::ZERO_IS_A_VALUE)*)
    });
    let described = variants.iter().map(|variant| {
        let (name, tag) = (name_of(variant.name), &variant.tag);
        let fields = variant.fields.iter().map(|field| {
            let (ty, name) = (field.ty, member_name(&field.member));
            quote_spanned!(first_span(ty)=> #private::derived::field::<#ty>(#name, 0))
        });
        quote!(#private::derived::variant(#name, #tag, [#(#fields),*]))
    });
    let arms = variants.iter().enumerate().map(|(number, variant)| {
        let name = variant.name;
        let (members, bound): (Vec<_>, Vec<_>) =
            variant.fields.iter().map(|field| (&field.member, &field.bound)).unzip();
        quote! {
            Self::#name { #(#members: #bound),* } => {
                #(#krate::calls::Constant::scalars(#bound, &mut scalars);)*
                #number
            }
        }
    });
    let some = match variants.first() {
        Some(Variant { name, fields, .. }) => {
            let values = fields.iter().map(|Field { member, ty, .. }| {
                quote_spanned!(first_span(ty)=> #member: <#ty as #private::KernelType>::some())
            });
            quote!(Self::#name { #(#values),* })
        }
        None => TokenStream::new(),
    };
    let (name, zeroed) = (&item.ident, !attrs.no_zeroed);
    let (tag, separate) = (layout_of_tag(attrs, &private, &variants), attrs.repr_c);
    let bounds = bounds(item, &types, krate);
    let clause = if bounds.is_empty() { quote!(where) } else { quote!(#bounds,) };
    let (impl_generics, ty_generics, _) = item.generics.split_for_impl();
    quote! {
        // SAFETY: the representation defines the layout that is told, and each field's type is one that kernels know.
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #private::KernelType for #name #ty_generics #bounds {
            const SCALAR: ::core::option::Option<#private::Scalar> = ::core::option::Option::None;
            const ZERO_IS_A_VALUE: bool = #zeroed && (#((#zeros))||*);
            fn some() -> Self {
                #some
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #krate::calls::Describe for #name #ty_generics #bounds {
            fn describe() -> #private::Type {
                #private::derived::enumeration::<Self>(#tag, #separate, ::std::vec![#(#described),*])
            }
            fn refusal() -> ::core::option::Option<::std::string::String> {
                #private::derived::first([#(#refusals),*])
            }
            fn computes() -> ::core::option::Option<::std::string::String> {
                #private::derived::first([#(#computes),*])
            }
            fn is_partial() -> bool {
                true
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #krate::calls::Constant for #name #ty_generics #bounds {
            fn scalars(&self, bits: &mut ::std::vec::Vec<u64>) {
                #[allow(unused_mut)]
                let mut scalars = ::std::vec::Vec::new();
                let variant: usize = match self { #(#arms)* };
                #private::derived::cells_of::<Self>(variant, &scalars, bits);
            }
        }
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impl_generics #private::SharedElement for #name #ty_generics
        #clause
            #(for<'__kiln> #types: #private::SharedElement,)*
            for<'__kiln> #private::ZeroIsAValue<#zeroed>: #private::Zeroed
        {
            fn on_host() -> Self {
                #some
            }
        }
    }
}

/// The variants with their discriminants: that which is written, or one more than the variant's before.
fn variants<'a>(data: &'a DataEnum, attrs: &Attributes) -> Vec<Variant<'a>> {
    let integer = attrs
        .integer
        .map_or_else(|| quote!(isize), |scalar| format_ident!("{}", scalar.name()).into_token_stream());
    let (mut start, mut behind) = (quote!(0i128), 0i128);
    let mut found = Vec::new();
    for variant in &data.variants {
        if let Some((_, said)) = &variant.discriminant {
            start = quote!({ const TAG: #integer = #said; TAG as i128 });
            behind = 0;
        }
        let fields = variant.fields.iter().enumerate().map(|(number, field)| Field {
            member: match (&variant.fields, &field.ident) {
                (Fields::Named(_), Some(name)) => syn::Member::Named(name.clone()),
                _ => syn::Member::Unnamed(number.into()),
            },
            bound: format_ident!("field_{number}"),
            ty: &field.ty,
        });
        found.push(Variant { name: &variant.ident, tag: quote!(#start + #behind), fields: fields.collect() });
        behind += 1;
    }
    found
}

/// The integer that a discriminant is in memory: of `repr(C)` alone that which C gives an enum of these.
fn layout_of_tag(attrs: &Attributes, private: &TokenStream, variants: &[Variant<'_>]) -> TokenStream {
    match attrs.integer {
        Some(scalar) => {
            let name = scalar.name();
            quote!(#private::derived::scalar(#name))
        }
        None => {
            let tags = variants.iter().map(|variant| &variant.tag);
            quote!(#private::derived::c_enum(&[#(#tags),*]))
        }
    }
}

fn name_of(ident: &syn::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(ident) => name_of(ident),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
