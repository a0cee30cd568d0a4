//! Collects diagnostics with their spans and turns them into `compile_error!` tokens on the user's tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::diagnostic::{Code, Diagnostic};

/// The complaints about one item. Nothing stops at the first.
#[derive(Default)]
pub(super) struct Report {
    found: Vec<(Span, Diagnostic)>,
}

impl Report {
    pub(super) fn push(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.push((span, diagnostic));
    }

    pub(super) fn error(
        &mut self,
        span: Span,
        code: Code,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(span, Diagnostic::new(code, message).help(help));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found, with the line and column of each: what the fixture tests compare.
    pub(super) fn found(&self) -> impl Iterator<Item = (Span, &Diagnostic)> {
        self.found.iter().map(|(span, diagnostic)| (*span, diagnostic))
    }

    pub(super) fn tokens(&self) -> TokenStream {
        self.found
            .iter()
            .map(|(span, diagnostic)| {
                let text = diagnostic.to_string();
                quote_spanned! { *span => ::core::compile_error! { #text } }
            })
            .collect()
    }
}
