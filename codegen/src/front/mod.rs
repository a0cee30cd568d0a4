//! The front end: tokens of one Rust function in, tokens that define its kernel out.
//!
//! Takes a function as the user wrote it; guarantees that what it accepts becomes an IR function whose meaning is the
//! function's own, and that what it rejects is rejected on the user's token. Types beyond the function's own tokens are
//! left as captures for rustc to answer (see `expand`); ordinary type errors are left to rustc altogether.
//!
//! [`kernel`] and [`device`] are the whole entry; `attrs` reads the attribute's arguments, `lower` makes IR, `copy`
//! makes the body that rustc type-checks, `expand` puts the pieces together.

mod attrs;
mod comments;
mod copy;
mod expand;
mod lower;
mod report;

use proc_macro2::TokenStream;
use syn::ItemFn;

use crate::ir::FunctionKind;
use report::Report;

/// `#[kernel(attr)] item`.
pub fn kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    define(FunctionKind::Kernel, attr, item)
}

/// `#[device(attr)] item`.
pub fn device(attr: TokenStream, item: TokenStream) -> TokenStream {
    define(FunctionKind::Device, attr, item)
}

/// What is wrong with an item, without expanding it: line and column (from 1) of each complaint, its code and text.
pub fn check(
    kind: FunctionKind,
    attr: TokenStream,
    item: TokenStream,
) -> Vec<(usize, usize, String, String)> {
    let mut report = Report::default();
    let arguments = attrs::parse(attr, &mut report);
    match syn::parse2::<ItemFn>(item) {
        Ok(item) => {
            let lowered = lower::lower(kind, &item, arguments.attrs, &mut report);
            if report.is_empty() {
                expand::close(&lowered, &mut report);
            }
        }
        Err(error) => report.error(error.span(), crate::diagnostic::Code::Signature, error.to_string(), ""),
    }
    report
        .found()
        .map(|(span, diagnostic)| {
            let start = span.start();
            (start.line, start.column + 1, diagnostic.code.number().to_owned(), diagnostic.to_string())
        })
        .collect()
}

fn define(kind: FunctionKind, attr: TokenStream, item: TokenStream) -> TokenStream {
    let parsed = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Not a function, or not Rust: the item is left as it is so that rustc can say more about it.
            let complaint = error.to_compile_error();
            return quote::quote! { #item #complaint };
        }
    };
    let mut report = Report::default();
    let arguments = attrs::parse(attr, &mut report);
    let lowered = lower::lower(kind, &parsed, arguments.attrs, &mut report);
    expand::expand(kind, parsed, lowered, &arguments.krate, report)
}
