//! How deep tokens nest, before anything is parsed.
//!
//! Takes any tokens; guarantees that what passes can be parsed, lowered and printed on the stack that a macro has:
//! every one of those walks a tree by calling itself, and a stack that overflows ends rustc without a word about
//! the place. What a tree's path from the root to a leaf costs is bounded from the tokens alone: groups nest, and
//! so does each operator, keyword and group that follows another within one statement or element of a list (`-x`,
//! `a + b + c`, `else if`, `x.y.z`, `Vec<Vec<T>>`).

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

use super::report::Report;
use crate::diagnostic::Code;

/// How many groups may stand in each other.
const GROUPS: usize = 64;

/// What a path may cost. One is about 5 KiB of stack in a build that is not optimized, and this about half of what
/// there is; the costs below are what was measured, way of nesting by way of nesting (`tests/garbage.rs` lists
/// them).
const MOST: usize = 768;

/// Words that can stand before an expression, a type or a pattern that is inside them.
const KEYWORDS: [&str; 26] = [
    "as", "async", "await", "break", "const", "do", "dyn", "else", "fn", "for", "if", "impl", "in", "let",
    "loop", "match", "move", "mut", "ref", "return", "static", "try", "unsafe", "where", "while", "yield",
];

/// Whether tokens nest no deeper than the front end can follow; if not, that was reported.
pub(super) fn check(tokens: &TokenStream, report: &mut Report) -> bool {
    let Err(span) = cost(tokens, 0) else { return true };
    report.error(
        span,
        Code::Unsupported,
        "this nests too deep for a kernel",
        "give its parts names with `let`, or move them to a `#[device] fn`",
    );
    false
}

/// What stood before a token.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// The end of an operand: what follows is an operator between two.
    Operand,
    /// The end of a block, which may also be the end of a statement.
    Block,
    /// A punctuation mark that the next one may belong to.
    Joint(char),
    /// The first `&` of what may be `&&` between two operands.
    And,
    /// `'`, which a name follows.
    Quote,
    Other,
}

/// A bound of the most costly path, or the place at which it is too costly.
fn cost(tokens: &TokenStream, outside: usize) -> Result<usize, Span> {
    let mut most = 0;
    // Of the statement, or element of a list, that is being read: its own marks and words, the brackets `<` that
    // are open, and the most costly group in it.
    let (mut own, mut angles, mut inner) = (0usize, 0usize, 0usize);
    let mut last = Last::Other;
    for token in tokens.clone() {
        most = most.max(own + angles + inner);
        // Nothing continues a block but `else`, `as`, an operator or another group.
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => (own, inner) = (0, 0),
            TokenTree::Punct(punct) if punct.as_char() == ';' => (own, angles, inner) = (0, 0, 0),
            TokenTree::Ident(ident) if last == Last::Block && *ident != "else" && *ident != "as" => {
                (own, angles, inner) = (0, 0, 0);
            }
            TokenTree::Literal(_) if last == Last::Block => (own, angles, inner) = (0, 0, 0),
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_) => {}
        }
        last = match &token {
            TokenTree::Punct(punct) => {
                let mark = punct.as_char();
                match (mark, last) {
                    (',' | ';', _) => {}
                    ('=', Last::Joint('<')) => angles = angles.saturating_sub(ANGLE),
                    ('>', Last::Joint('-')) => own += 2,
                    ('=' | '>', Last::Joint('=')) | ('=', Last::Joint(_)) | (':', Last::Joint(':')) => {}
                    ('>', _) => angles = angles.saturating_sub(ANGLE),
                    ('<', _) => angles += ANGLE,
                    ('&' | '*', Last::Operand | Last::Block) => own += 1,
                    ('&', Last::And) => own += 1,
                    // In types these are far more costly than in expressions.
                    ('&' | '*', _) => own += 7,
                    ('=' | '|', _) => own += 2,
                    _ => own += 1,
                }
                match (mark, punct.spacing()) {
                    ('\'', _) => Last::Quote,
                    ('?', _) => Last::Operand,
                    ('&', Spacing::Joint) if matches!(last, Last::Operand | Last::Block) => Last::And,
                    (_, Spacing::Joint) => Last::Joint(mark),
                    (_, Spacing::Alone) => Last::Other,
                }
            }
            TokenTree::Ident(_) if last == Last::Quote => Last::Other,
            TokenTree::Ident(ident) => match KEYWORDS.iter().find(|keyword| *ident == **keyword) {
                Some(&("if" | "else" | "as" | "mut")) => {
                    own += 1;
                    Last::Other
                }
                Some(_) => {
                    own += 2;
                    Last::Other
                }
                None => Last::Operand,
            },
            TokenTree::Literal(_) => Last::Operand,
            TokenTree::Group(group) => {
                if outside == GROUPS {
                    return Err(group.span_open());
                }
                let braces = group.delimiter() == Delimiter::Brace;
                // A block behind an operand is not among generic arguments: what was `<` there compared.
                if braces && last == Last::Operand {
                    angles = 0;
                }
                own += if braces { 5 } else { 3 };
                inner = inner.max(cost(&group.stream(), outside + 1)?);
                if braces { Last::Block } else { Last::Operand }
            }
        };
        if own + angles + inner > MOST {
            return Err(token.span());
        }
    }
    Ok(most.max(own + angles + inner))
}

/// The cost of `<` where it is a bracket, which only the parser knows.
const ANGLE: usize = 11;

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(text: &str) -> bool {
        check(&text.parse().unwrap(), &mut Report::default())
    }

    #[test]
    fn long_is_not_deep() {
        for text in [
            "let x = 1 + 2; ",
            "if a < b { c(); } ",
            "f(a, b < c, -d, &e), ",
            "a => { b() } ",
            "x as Vec<Vec<u8>>, ",
            "[1, 2, 3], ",
        ] {
            assert!(accepted(&text.repeat(10_000)), "{text}");
        }
    }

    #[test]
    fn people_s_expressions_pass() {
        let product = (0..80).map(|i| format!("a{i} * b[{i}]")).collect::<Vec<_>>().join(" + ");
        assert!(accepted(&product));
        let chain = (0..50)
            .map(|i| format!("if x == {i} && y < {i} {{ f({i}) }}"))
            .collect::<Vec<_>>()
            .join(" else ");
        assert!(accepted(&chain));
    }

    #[test]
    fn what_nests_without_end_is_refused() {
        for text in ["- ", "& ", "x + ", "A < ", "return ", "x . y ", "else if a {} ", "|a| ", "(x) ", "'a "]
        {
            assert!(!accepted(&text.repeat(1000)), "{text}");
        }
        assert!(!accepted(&format!("{}{}", "(".repeat(100), ")".repeat(100))));
    }
}
