//! Collects diagnostics with their places and turns them into `compile_error!` tokens on the user's tokens.

use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Group, LineColumn, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::token::{Brace, Paren};
use syn::{Block, Macro, MacroDelimiter};

use super::Complaint;
use crate::collections::Set;
use crate::diagnostic::{Code, Diagnostic};

/// Where a complaint points: from the first token to the last. (Joining their spans into one needs an unstable
/// compiler.)
#[derive(Clone, Copy)]
pub(super) struct Spot {
    start: Span,
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
    /// What rustc probably has its own words for, and what it has them for: told where it has none.
    left: Vec<(Spot, Diagnostic, TokenStream)>,
    /// Those that stand in the place of what they are about already, by number.
    placed: Set<usize>,
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

    /// Complains of an expression unless rustc does, of what is probably its own to explain. The expression is said
    /// once more for that, in words that rustc shows once.
    pub(super) fn unless_rustc(&mut self, spot: impl Into<Spot>, diagnostic: Diagnostic, expr: TokenStream) {
        self.left.push((spot.into(), diagnostic, expr));
    }

    /// Adds what another report found.
    pub(super) fn take(&mut self, other: Report) {
        self.found.extend(other.found);
        self.left.extend(other.left);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.found.len() + self.left.len()
    }

    /// What was found, by place in the source.
    pub(super) fn complaints(&self) -> Vec<Complaint> {
        let complaint = |(spot, diagnostic): (Spot, Diagnostic)| {
            let start = spot.start.start();
            Complaint { line: start.line, column: start.column + 1, diagnostic }
        };
        let left = self.left.iter().map(|(spot, diagnostic, _)| (*spot, diagnostic.clone()));
        self.found.iter().cloned().chain(left).map(complaint).collect()
    }

    /// As errors, wherever the tokens come to stand.
    pub(super) fn tokens(&self) -> TokenStream {
        let left = self.left.iter().map(|(spot, diagnostic, expr)| {
            let message = diagnostic.to_string();
            let late =
                quote_spanned! { spot.start => const _: () = { CHECKED; ::core::panic!("{}", #message) }; };
            // Of a constant with an error of its own no other is evaluated.
            quote! {
                #[allow(warnings)]
                const _: () = {
                    const CHECKED: () = { let _ = || { #expr; }; };
                    #late
                };
            }
        });
        let left: TokenStream = left.collect();
        let found = self.unplaced();
        // After an error in the place of an item rustc tells of no name that nothing has: the item could have had it.
        let found = (!found.is_empty()).then(|| quote!(const _: () = { #found };));
        quote!(#found #left)
    }

    /// The same where no constant may stand: beside what is not parsed, or in an impl.
    pub(super) fn tokens_of_items(&self) -> TokenStream {
        self.unplaced()
    }

    fn unplaced(&self) -> TokenStream {
        let unplaced = self.found.iter().enumerate().filter(|(number, _)| !self.placed.contains(number));
        unplaced
            .map(|(_, found)| error(found, |span| MacroDelimiter::Brace(Brace { span })).into_token_stream())
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

    /// Whether something is said of what begins here.
    pub(super) fn is_of(&self, start: LineColumn) -> bool {
        self.found.iter().any(|(spot, _)| spot.start.start() == start)
    }

    /// What begins here, as an error that is to stand for an expression.
    pub(super) fn placed_at(&mut self, start: LineColumn) -> Option<Macro> {
        self.placed_where(|at| at == start)
    }

    /// The same of what begins between these.
    pub(super) fn placed_within(&mut self, start: LineColumn, end: LineColumn) -> Option<Macro> {
        self.placed_where(|at| start <= at && at < end)
    }

    fn placed_where(&mut self, here: impl Fn(LineColumn) -> bool) -> Option<Macro> {
        let here = |number: &usize| here(self.found[*number].0.start.start());
        let number = (0..self.found.len()).find(|number| !self.placed.contains(number) && here(number))?;
        self.placed.insert(number);
        Some(error(&self.found[number], |span| MacroDelimiter::Paren(Paren { span })))
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
