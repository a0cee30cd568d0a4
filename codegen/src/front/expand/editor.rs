//! The expansion in rust-analyzer: the user's code without taps.
//!
//! Only rustc needs taps, answers and the types beside functions. In an editor they would show up in completions,
//! hovers and definitions. `cargo xtask editor` checks what an editor shows.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ItemFn;

use super::Pieces;
use crate::front::attrs::Arguments;
use crate::front::lower::Lowered;
use crate::front::report::Report;
use crate::ir::FunctionKind;

/// Whether rust-analyzer expands the macro. It sets this variable in the process that runs macros.
pub(in crate::front) fn is_expanding() -> bool {
    std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some()
}

/// The function as the user wrote it, with the errors that its tokens show. `body` may be half written. A kernel's body
/// is in a function that nobody calls, beside the launcher. It comes first: rust-analyzer completes names where a token
/// occurs first.
pub(in crate::front) fn expand(
    kind: FunctionKind,
    item: &ItemFn,
    body: &impl ToTokens,
    arguments: &Arguments,
    lowered: &Lowered,
    report: &Report,
) -> TokenStream {
    let errors = report.tokens();
    if kind == FunctionKind::Device {
        let (attrs, vis, sig) = (&item.attrs, &item.vis, &item.sig);
        return quote!(#(#attrs)* #vis #sig #body #errors);
    }
    let pieces = Pieces::stub(kind, item, arguments, lowered);
    let (plain, launcher) = (pieces.plain_copy(item, body), pieces.item(item, None));
    quote!(#plain #launcher #errors)
}
