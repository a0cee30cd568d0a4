//! The expansion of a function whose body does not parse (`front::malformed`): what its callers need.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemFn;

use super::Pieces;
use crate::diagnostic::Diagnostic;
use crate::front::attrs::Arguments;
use crate::front::lower::Lowered;
use crate::front::report::Report;
use crate::ir::FunctionKind;

/// The item's tokens: `item` has an empty body, and `body` is what the user wrote. Callers find what they call.
pub(in crate::front) fn expand_unparsed(
    kind: FunctionKind,
    item: &ItemFn,
    body: &proc_macro2::Group,
    lowered: &Lowered,
    arguments: &Arguments,
    report: &Report,
    unparsed: &Diagnostic,
) -> TokenStream {
    let pieces = Pieces { unparsed: Some(unparsed), ..Pieces::stub(kind, item, arguments, lowered) };
    let errors = report.tokens();
    let seen = match kind {
        FunctionKind::Kernel => pieces.item(item, None),
        FunctionKind::Device => {
            let (attrs, vis, sig) = (&item.attrs, &item.vis, &item.sig);
            let described = pieces.described(item, None);
            quote!(#(#attrs)* #vis #sig #body #described)
        }
    };
    quote! { #seen #errors }
}
