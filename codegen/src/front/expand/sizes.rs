//! How large a kernel's parameters are, which only rustc knows: as expressions for it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{FnArg, Path};

use super::{Pieces, tensor_of};

impl Pieces<'_> {
    /// Fails as a constant where the parameters have no room in a launch.
    pub(super) fn parameters_fit(&self, sig: &syn::Signature) -> TokenStream {
        let (krate, sizes) = (self.krate, parameter_sizes(sig, self.krate));
        quote_spanned! { self.name.span()=>
            if let ::core::option::Option::Some(message) = #krate::__private::derived::parameters_fit(&[#(#sizes),*]) {
                ::core::panic!("{}", message.text())
            }
        }
    }
}

/// Size and alignment of each of a kernel's parameters, as expressions; a slice's are those of its address and length.
fn parameter_sizes(sig: &syn::Signature, krate: &Path) -> Vec<TokenStream> {
    let sizes = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(match &*input.ty {
            syn::Type::Reference(reference) => match &*reference.elem {
                syn::Type::Path(path) => {
                    let words = tensor_of(path).map_or(2, |(_, rank)| 2 + 2 * usize::from(rank));
                    quote!((8 * #words, 8))
                }
                syn::Type::Slice(slice) => {
                    let element = &slice.elem;
                    quote!(#krate::__private::derived::slice_size::<#element>())
                }
                _ => quote!((16, 8)),
            },
            ty => quote!((::core::mem::size_of::<#ty>(), ::core::mem::align_of::<#ty>())),
        }),
        FnArg::Receiver(_) => None,
    });
    sizes.collect()
}
