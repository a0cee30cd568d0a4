//! The user's source text of a node, for messages.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use quote::ToTokens;

/// The node as the user wrote it, on one line: a space wherever there was one, by the places of the tokens.
pub(super) fn text_of(node: &impl ToTokens) -> String {
    let mut text = Text { out: String::new(), end: None };
    text.stream(node.to_token_stream());
    text.out
}

struct Text {
    out: String,
    /// Where the last token ended.
    end: Option<LineColumn>,
}

impl Text {
    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    if !open.is_empty() {
                        self.token(open, group.span_open());
                    }
                    self.stream(group.stream());
                    if !close.is_empty() {
                        self.token(close, group.span_close());
                    }
                }
                TokenTree::Ident(ident) => self.token(&ident.to_string(), ident.span()),
                TokenTree::Punct(punct) => self.token(&punct.to_string(), punct.span()),
                TokenTree::Literal(literal) => self.token(&literal.to_string(), literal.span()),
            }
        }
    }

    fn token(&mut self, token: &str, span: proc_macro2::Span) {
        if self.end.is_some_and(|end| end != span.start()) {
            self.out.push(' ');
        }
        self.out.push_str(token);
        self.end = Some(span.end());
    }
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn text_is_the_users() {
        for source in ["x[i + 1]", "& [f32]", "a.b::<u8>(-1, !c)", "{ 1 }", "*const Vec<f32>"] {
            let tokens: proc_macro2::TokenStream = source.parse().unwrap();
            assert_eq!(text_of(&tokens), source);
        }
        let lines: proc_macro2::TokenStream = "a\n    .b()".parse().unwrap();
        assert_eq!(text_of(&lines), "a .b()");
    }
}
