//! `#[kiln::profile]`: a function whose calls are profiled.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{ItemFn, Meta, Token};

use super::depth;
use super::report::{Report, spot};
use crate::diagnostic::Code;

/// What the attribute takes; the second metric needs counts.
const ARGUMENTS: &str = "write `#[kiln::profile]`, or name what it measures: \
                         `metrics(memory_throughput, compute_utilization)`";

/// Expands `#[profile(attr)] item`: the body gets a first statement that watches until the function ends.
pub fn profile(attr: TokenStream, item: &TokenStream) -> TokenStream {
    let mut report = Report::default();
    if !depth::check(&attr, &mut report) || !depth::check(item, &mut report) {
        return report.tokens_of_items();
    }
    let counted = is_counted(attr, &mut report);
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else {
        // rustc reports what does not parse.
        if syn::parse2::<syn::Item>(item.clone()).is_ok() {
            let help = "put it on the function that launches the kernels";
            report.error(spot(item), Code::Attribute, "`#[kiln::profile]` is for functions", help);
        }
        let errors = report.tokens_of_items();
        return quote!(#item #errors);
    };
    if let Some(token) = &function.sig.asyncness {
        let help = "put it on a function that launches and waits, such as the one that blocks on this";
        report.error(spot(token), Code::Attribute, "an async function can't be profiled", help);
    }
    let of_kernels = |path: &syn::Path| {
        path.segments.last().is_some_and(|name| name.ident == "kernel" || name.ident == "device")
    };
    if let Some(attr) = function.attrs.iter().find(|attr| of_kernels(attr.path())) {
        let help = "put it on the function that launches the kernel";
        report.error(spot(attr), Code::Attribute, "code of kernels can't be profiled by itself", help);
    }
    if report.is_empty() {
        let name = function.sig.ident.to_string();
        let scope = Ident::new("_scope", Span::mixed_site());
        let enter = quote!(let #scope = ::kiln::__private::ProfileScope::enter(#name, #counted););
        if let Ok(statements) = syn::Block::parse_within.parse2(enter) {
            function.block.stmts.splice(0..0, statements);
        }
    }
    let errors = report.tokens_of_items();
    let function = function.into_token_stream();
    quote!(#function #errors)
}

/// Whether a metric needs counts.
fn is_counted(attr: TokenStream, report: &mut Report) -> bool {
    let list = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(attr) {
        Ok(list) => list,
        Err(error) => {
            report.error(error.span(), Code::Attribute, error.to_string(), ARGUMENTS);
            return false;
        }
    };
    let mut counted = false;
    for meta in &list {
        let Meta::List(metrics) = meta else {
            report.error(spot(meta), Code::Attribute, "no such argument of `#[kiln::profile]`", ARGUMENTS);
            continue;
        };
        let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(metrics.tokens.clone());
        match names {
            Ok(names) if metrics.path.is_ident("metrics") => {
                for name in &names {
                    match name.to_string().as_str() {
                        "memory_throughput" => {}
                        "compute_utilization" => counted = true,
                        other => {
                            let message = format!("no such metric: `{other}`");
                            report.error(name.span(), Code::Attribute, message, ARGUMENTS);
                        }
                    }
                }
            }
            _ => {
                report.error(
                    spot(meta),
                    Code::Attribute,
                    "no such argument of `#[kiln::profile]`",
                    ARGUMENTS,
                );
            }
        }
    }
    counted
}
