//! Collects diagnostics with their places and turns them into `compile_error!` tokens on the user's tokens.

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::token::Brace;
use syn::{Block, Macro, MacroDelimiter};

use super::Complaint;
use crate::diagnostic::{Code, Diagnostic};

/// Where a complaint points: from the first token to the last. (Joining their spans into one needs an unstable
/// compiler.)
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) start: Span,
    pub(super) end: Span,
}

impl From<Span> for Spot {
    fn from(span: Span) -> Spot {
        Spot { start: span, end: span }
    }
}

/// The whole of a node.
pub(super) fn spot(node: &impl ToTokens) -> Spot {
    let mut tokens = node.to_token_stream().into_iter();
    let start = tokens.next();
    let end = tokens.last().or_else(|| start.clone());
    Spot {
        start: start.as_ref().map_or_else(Span::call_site, first),
        end: end.as_ref().map_or_else(Span::call_site, TokenTree::span),
    }
}

/// The span of a token; of a group without delimiters, as macros make them, that of what is inside.
fn first(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().next().map_or_else(|| group.span(), |token| first(&token))
        }
        other => other.span(),
    }
}

/// The complaints about one item. Nothing stops at the first.
#[derive(Default)]
pub(super) struct Report {
    found: Vec<(Spot, Diagnostic)>,
}

impl Report {
    pub(super) fn push(&mut self, spot: impl Into<Spot>, diagnostic: Diagnostic) {
        self.found.push((spot.into(), diagnostic));
    }

    pub(super) fn error(
        &mut self,
        spot: impl Into<Spot>,
        code: Code,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(spot, Diagnostic::new(code, message).help(help));
    }

    /// Adds what another report found.
    pub(super) fn take(&mut self, other: Report) {
        self.found.extend(other.found);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// What was found, by place in the source.
    pub(super) fn complaints(&self) -> Vec<Complaint> {
        let complaint = |(spot, diagnostic): (Spot, Diagnostic)| {
            let start = spot.start.start();
            Complaint { line: start.line, column: start.column + 1, diagnostic }
        };
        self.found.iter().cloned().map(complaint).collect()
    }

    /// As errors, wherever the tokens come to stand.
    pub(super) fn tokens(&self) -> TokenStream {
        let errors = self.tokens_of_items();
        // After an error that is an item, rustc reports no undefined name: the item could have defined it.
        if errors.is_empty() { errors } else { quote!(const _: () = { #errors };) }
    }

    /// The same where no constant may stand: beside what is not parsed, or in an impl.
    pub(super) fn tokens_of_items(&self) -> TokenStream {
        let each = self.found.iter();
        each.map(|found| error(found, |span| MacroDelimiter::Brace(Brace { span })).into_token_stream())
            .collect()
    }

    /// Leaves out what has one of these codes.
    pub(super) fn leave_out(&mut self, codes: &[Code]) {
        self.found.retain(|(_, diagnostic)| !codes.contains(&diagnostic.code));
    }

    /// Leaves out what has this code, but for the first.
    pub(super) fn leave_one(&mut self, code: Code) {
        let mut is_first = true;
        self.found.retain(|(_, diagnostic)| diagnostic.code != code || std::mem::take(&mut is_first));
    }

    /// As constants that fail when they are evaluated: after everything around them was type-checked.
    pub(super) fn late_tokens(&self) -> TokenStream {
        self.found
            .iter()
            .map(|(spot, diagnostic)| {
                let message = diagnostic.to_string();
                quote_spanned! { spot.start => const { ::core::panic!("{}", #message) }; }
            })
            .collect()
    }

    /// As the body of a function that cannot do what the user's would.
    pub(super) fn body(&self) -> Block {
        let messages: Vec<_> = self.found.iter().map(|(_, diagnostic)| diagnostic.to_string()).collect();
        let message = messages.join("\n");
        syn::parse_quote!({ ::core::panic!("{}", #message) })
    }

    /// As items that fail when they are evaluated, each after the constant `checked`.
    pub(super) fn late_items(&self, checked: &TokenStream) -> TokenStream {
        self.found
            .iter()
            .map(|(spot, diagnostic)| {
                let message = diagnostic.to_string();
                quote_spanned! { spot.start => const _: () = { #checked; ::core::panic!("{}", #message) }; }
            })
            .collect()
    }
}

/// A complaint as an error of the compiler's, from its first token to its last.
fn error(
    (spot, diagnostic): &(Spot, Diagnostic),
    delimiter: impl FnOnce(DelimSpan) -> MacroDelimiter,
) -> Macro {
    let text = diagnostic.to_string();
    let mut group = Group::new(Delimiter::Brace, TokenStream::new());
    group.set_span(spot.end);
    Macro {
        path: syn::parse_quote_spanned!(spot.start=> ::core::compile_error),
        bang_token: syn::Token![!](spot.start),
        delimiter: delimiter(group.delim_span()),
        tokens: quote_spanned! { spot.end => #text },
    }
}
