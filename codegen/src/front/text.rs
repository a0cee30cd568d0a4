//! The user's source text of a node, for messages.

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};
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
                    // Groups that went through a syntax tree have one span, the whole.
                    let (start, end) = (group.span_open().start(), group.span_close().end());
                    if !open.is_empty() {
                        self.token(open, start, LineColumn { column: start.column + 1, ..start });
                    }
                    self.stream(group.stream());
                    if !close.is_empty() {
                        self.token(close, LineColumn { column: end.column.saturating_sub(1), ..end }, end);
                    }
                }
                TokenTree::Ident(ident) => self.spanned(&ident.to_string(), ident.span()),
                TokenTree::Punct(punct) => {
                    self.spanned(&punct.to_string(), punct.span());
                    if punct.as_char() == '\'' {
                        // In a macro this mark has the span of the whole lifetime, and so has its name.
                        self.end = None;
                    }
                }
                TokenTree::Literal(literal) => self.spanned(&literal.to_string(), literal.span()),
            }
        }
    }

    fn spanned(&mut self, token: &str, span: Span) {
        self.token(token, span.start(), span.end());
    }

    fn token(&mut self, token: &str, start: LineColumn, end: LineColumn) {
        if self.end.is_some_and(|end| end != start) && !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(token);
        self.end = Some(end);
    }
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn text_is_the_users() {
        for source in
            ["x[i + 1]", "& [f32]", "a.b::<u8>(-1, !c)", "{ 1 }", "*const Vec<f32>", "&'a [T]", "'a: loop"]
        {
            let tokens: proc_macro2::TokenStream = source.parse().unwrap();
            assert_eq!(text_of(&tokens), source);
        }
        let lines: proc_macro2::TokenStream = "a\n    .b()".parse().unwrap();
        assert_eq!(text_of(&lines), "a .b()");
    }
}
