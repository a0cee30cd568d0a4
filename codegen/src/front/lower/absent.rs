//! What is wrong with a name or a constant and is rustc's to say of the body alone: a question for its value would be
//! an error once more, in other words.
//!
//! Takes what stands where a constant does; guarantees that nothing is left out that a program which compiles has.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{Ask, Binding, Lower, Source};
use crate::front::around;
use crate::ir::{Capture, Expr, ExprKind, Scalar};

impl Lower<'_> {
    /// Whether rustc finds no constant in the body here: what names a variable, or a type.
    pub(super) fn is_no_constant(&self, ask: &Ask) -> bool {
        self.names_a_variable(&ask.tokens)
            || ask.scopes.iter().any(|items| self.names_a_variable(items))
            || Scalar::from_name(&ask.tokens.to_string()).is_some()
    }

    /// Whether what should be constant names a variable of the body, which nothing outside of it can be meant by.
    fn names_a_variable(&self, tokens: &TokenStream) -> bool {
        let mut waiting = vec![tokens.clone()];
        while let Some(tokens) = waiting.pop() {
            let mut before = None;
            for token in tokens {
                match &token {
                    // What has braces may declare names of its own.
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return false,
                    TokenTree::Group(group) => waiting.push(group.stream()),
                    TokenTree::Ident(ident) if !matches!(before, Some('.' | ':')) => {
                        let name = ident.to_string();
                        let is_variable =
                            matches!(self.lookup(&name), Some(binding) if !matches!(binding, Binding::Item));
                        if is_variable && around::is_no_item(&name) {
                            return true;
                        }
                    }
                    TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                }
                before = match &token {
                    TokenTree::Punct(punct) => Some(punct.as_char()),
                    _ => None,
                };
            }
        }
        false
    }

    /// A value whose name nothing has, which rustc says of the body.
    pub(super) fn of_nothing(&mut self, name: &str) -> Expr {
        let ty = self.fresh();
        let id = self.capture(Capture::Const { name: name.to_owned(), ty: None }, Source::Said);
        Expr::new(ExprKind::Capture(id), ty)
    }
}
