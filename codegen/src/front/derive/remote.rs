//! `#[kiln(remote = path)]`: a struct that repeats the fields of another crate's.
//!
//! Takes the struct and the path of the other one; guarantees conversions, and assertions that rustc evaluates of all
//! that a cast between slices of the two needs.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Path};

use super::first_span;
use crate::diagnostic::Code;
use crate::front::report::{Report, spot};

/// The conversions between both types, and the proof that they are alike.
pub(super) fn conversions(
    item: &DeriveInput,
    remote: &Path,
    krate: &Path,
    report: &mut Report,
) -> TokenStream {
    let Data::Struct(data) = &item.data else {
        report.error(
            spot(remote),
            Code::Attribute,
            "`remote` is for structs",
            "convert the other crate's type in a function of the host",
        );
        return TokenStream::new();
    };
    if !item.generics.params.is_empty() {
        report.error(
            spot(remote),
            Code::Attribute,
            "a struct with `remote` has no parameters: its layout is compared when it is compiled",
            "write the types out, in a struct for each: `remote = other::Pair<f32>`",
        );
        return TokenStream::new();
    }
    let name = &item.ident;
    let (members, types): (Vec<_>, Vec<_>) =
        data.fields.members().zip(data.fields.iter().map(|field| &field.ty)).unzip();
    let span = remote.span();
    let message = format!(
        "`{name}` does not lie in memory as the type of `remote` does: give it the same attributes `repr`"
    );
    // Rustc points to the path, or to the field whose type is another.
    let layout = quote_spanned! {span=>
        ::core::assert!(
            ::core::mem::size_of::<#name>() == ::core::mem::size_of::<#remote>()
                && ::core::mem::align_of::<#name>() == ::core::mem::align_of::<#remote>()
                #(&& ::core::mem::offset_of!(#name, #members) == ::core::mem::offset_of!(#remote, #members))*,
            #message
        );
    };
    let bound: Vec<_> = (0..members.len()).map(|number| quote::format_ident!("field_{number}")).collect();
    let same =
        bound.iter().zip(&types).map(|(bound, ty)| quote_spanned!(first_span(ty)=> let _: &#ty = #bound;));
    quote! {
        const _: () = {
            type __KilnRemote = #remote;
            #layout
            // All fields, and no others.
            fn __kiln_has_these_fields(__KilnRemote { #(#members: #bound),* }: &__KilnRemote) {
                #(#same)*
            }
            let _ = __kiln_has_these_fields;
            #[automatically_derived]
            impl ::core::convert::From<__KilnRemote> for #name {
                fn from(__KilnRemote { #(#members: #bound),* }: __KilnRemote) -> Self {
                    Self { #(#members: #bound),* }
                }
            }
            #[automatically_derived]
            impl ::core::convert::From<#name> for __KilnRemote {
                fn from(#name { #(#members: #bound),* }: #name) -> Self {
                    Self { #(#members: #bound),* }
                }
            }
            // SAFETY: the assertions above compare all that is promised.
            #[automatically_derived]
            unsafe impl #krate::RemoteType for #name {
                type Remote = __KilnRemote;
            }
        };
    }
}
