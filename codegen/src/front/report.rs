//! Collects diagnostics with their places and turns them into `compile_error!` tokens on the user's tokens.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::Complaint;
use crate::diagnostic::{Code, Diagnostic};

/// Where a complaint points: from the first token to the last. (Joining their spans into one needs an unstable
/// compiler.)
#[derive(Clone, Copy)]
pub(super) struct Spot {
    start: Span,
    end: Span,
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
        self.found.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// What was found, by place in the source.
    pub(super) fn complaints(&self) -> Vec<Complaint> {
        let complaint = |(spot, diagnostic): &(Spot, Diagnostic)| {
            let start = spot.start.start();
            Complaint { line: start.line, column: start.column + 1, diagnostic: diagnostic.clone() }
        };
        self.found.iter().map(complaint).collect()
    }

    /// As errors, wherever the tokens come to stand.
    pub(super) fn tokens(&self) -> TokenStream {
        self.found
            .iter()
            .map(|(spot, diagnostic)| {
                let text = diagnostic.to_string();
                let mut call = quote_spanned! { spot.start => ::core::compile_error! };
                let mut group = Group::new(Delimiter::Brace, quote_spanned! { spot.end => #text });
                group.set_span(spot.end);
                call.extend([TokenTree::Group(group)]);
                call
            })
            .collect()
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
