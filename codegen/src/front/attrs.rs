//! The arguments of `#[kernel(..)]` and `#[device(..)]`.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Meta, Path, Token};

use super::report::Report;
use crate::diagnostic::Code;
use crate::ir::{Attrs, MathTier};

const KNOWN: &str = "the arguments are `block = 256`, `block = (16, 16)`, `min_blocks = 2`, `strict_fp`, `fast_math`, \
                     `unchecked` (on an `unsafe fn`) and `crate = path`";

/// What the attribute said.
pub(super) struct Arguments {
    pub(super) attrs: Attrs,
    /// The path of the crate `kiln` in the user's crate.
    pub(super) krate: Path,
}

pub(super) fn parse(tokens: TokenStream, report: &mut Report) -> Arguments {
    let mut arguments = Arguments { attrs: Attrs::default(), krate: syn::parse_quote!(::kiln) };
    let parsed = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(rename_crate(tokens)) {
        Ok(parsed) => parsed,
        Err(error) => {
            report.error(error.span(), Code::Attribute, error.to_string(), KNOWN);
            return arguments;
        }
    };
    for meta in parsed {
        let span = meta.span();
        let name = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
        let value = match &meta {
            Meta::NameValue(pair) => Some(&pair.value),
            Meta::Path(_) | Meta::List(_) => None,
        };
        match (name.as_str(), value) {
            ("block", Some(value)) => match dims(value) {
                Some(block) => arguments.attrs.block = Some(block),
                None => report.error(
                    value.span(),
                    Code::Attribute,
                    "`block` is one to three positive numbers of threads, at most 1024 in all",
                    "write `block = 256` or `block = (32, 8)`",
                ),
            },
            ("min_blocks", Some(value)) => match number(value).filter(|n| (1..=32).contains(n)) {
                Some(n) => arguments.attrs.min_blocks = Some(n),
                None => {
                    report.error(value.span(), Code::Attribute, "`min_blocks` is a number from 1 to 32", "")
                }
            },
            ("strict_fp", None) => arguments.attrs.math = MathTier::Strict,
            ("fast_math", None) => arguments.attrs.math = MathTier::Fast,
            ("unchecked", None) => arguments.attrs.unchecked = true,
            ("kiln_crate", Some(Expr::Path(path))) => arguments.krate = path.path.clone(),
            _ => report.error(span, Code::Attribute, format!("unknown argument `{name}`"), KNOWN),
        }
    }
    arguments
}

/// `crate` is a keyword that `Meta` does not take as a name.
fn rename_crate(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let next_is_equals =
            matches!(tokens.peek(), Some(proc_macro2::TokenTree::Punct(p)) if p.as_char() == '=');
        match token {
            proc_macro2::TokenTree::Ident(ident) if ident == "crate" && next_is_equals => {
                out.extend([proc_macro2::TokenTree::Ident(proc_macro2::Ident::new(
                    "kiln_crate",
                    ident.span(),
                ))]);
            }
            other => out.extend([other]),
        }
    }
    out
}

fn number(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        _ => None,
    }
}

fn dims(expr: &Expr) -> Option<[u32; 3]> {
    let mut dims = [1; 3];
    match expr {
        Expr::Tuple(tuple) if (1..=3).contains(&tuple.elems.len()) => {
            for (dim, elem) in dims.iter_mut().zip(&tuple.elems) {
                *dim = number(elem)?;
            }
        }
        other => dims[0] = number(other)?,
    }
    let threads = dims.iter().try_fold(1u32, |product, dim| product.checked_mul(*dim))?;
    ((1..=1024).contains(&threads) && dims[2] <= 64).then_some(dims)
}
