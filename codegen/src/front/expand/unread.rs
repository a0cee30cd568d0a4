//! What is made of an item that is not Rust (`front::unread`): whatever those who call it need.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ItemFn, Path};

use super::Pieces;
use crate::collections::Set;
use crate::diagnostic::Diagnostic;
use crate::front::lower::Lowered;
use crate::front::report::Report;
use crate::ir::FunctionKind;

/// The item's tokens where its signature could be parsed and its body could not: `item` has an empty body, and
/// `body` is what the user wrote. What is wrong with it rustc has said, and says again in the same words, which it
/// shows once; the launcher is there, so that what calls it is not wrong too, and the body, for an editor to
/// complete names in.
pub(in crate::front) fn expand_unparsed(
    kind: FunctionKind,
    item: &ItemFn,
    body: &proc_macro2::Group,
    lowered: &Lowered,
    krate: &Path,
    report: &Report,
    unparsed: &Diagnostic,
) -> TokenStream {
    let pieces = Pieces { unparsed: Some(unparsed), ..Pieces::stub(kind, item, krate, lowered) };
    let errors = report.tokens();
    let seen = match kind {
        FunctionKind::Kernel => {
            let (stub, plain) = (pieces.item(item, None), pieces.plain_copy(item, &body));
            quote!(#stub #plain)
        }
        FunctionKind::Device => {
            let (attrs, vis, sig) = (&item.attrs, &item.vis, &item.sig);
            let described = pieces.described(item, None);
            quote!(#(#attrs)* #vis #sig #body #described)
        }
    };
    quote! { #seen #errors }
}

/// The item's tokens where its signature could not be parsed: `function` is what there is of it. What is wrong with it
/// rustc says of the item, which therefore stands there, or has said in the same words; what calls it is not wrong too.
pub(in crate::front) fn expand_unread(
    kind: FunctionKind,
    function: &ItemFn,
    item: &TokenStream,
    krate: &Path,
) -> TokenStream {
    let anything: Set<usize> = (0..function.sig.inputs.len()).collect();
    let pieces =
        Pieces { refused: &anything, ..Pieces::new(kind, function, krate, String::new(), None, false) };
    match kind {
        // The name is the launcher's.
        FunctionKind::Kernel => {
            let stub = pieces.item(function, None);
            quote!(#stub #[allow(warnings)] const _: () = { #item };)
        }
        FunctionKind::Device => {
            let described = pieces.described(function, None);
            quote!(#item #described)
        }
    }
}
