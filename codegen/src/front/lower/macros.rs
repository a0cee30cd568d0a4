//! `assert!`, `panic!` and their like.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr as Syn, ExprLit, Lit, Token};

use super::Lower;
use crate::diagnostic::Code;
use crate::ir::{BinOp, Block, Expr, ExprKind, SiteKind, Stmt, StmtKind, Type, UnOp};

/// How many values a failure can carry.
const MOST_VALUES: usize = 4;

impl Lower<'_> {
    pub(super) fn macro_statement(&mut self, mac: &syn::Macro) {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let parse = Punctuated::<Syn, Token![,]>::parse_terminated;
        let args: Vec<Syn> = match parse.parse2(mac.tokens.clone()) {
            Ok(args) => args.into_iter().collect(),
            Err(_) => {
                self.report.error(
                    mac.span(),
                    Code::Macro,
                    format!("the arguments of `{name}!` are not expressions"),
                    "",
                );
                return;
            }
        };
        self.in_macro = true;
        self.known_macro(&name, &args, mac);
        self.in_macro = false;
    }

    fn known_macro(&mut self, name: &str, args: &[Syn], mac: &syn::Macro) {
        match name {
            "panic" => self.fail("explicit panic", args, &[], mac),
            "unreachable" => self.fail("internal error: entered unreachable code", args, &[], mac),
            "todo" => self.fail("not yet implemented", args, &[], mac),
            "unimplemented" => self.fail("not implemented", args, &[], mac),
            "assert" => self.assert(args, mac),
            "assert_eq" => self.assert_compare(BinOp::Eq, "==", args, mac),
            "assert_ne" => self.assert_compare(BinOp::Ne, "!=", args, mac),
            // Kernels have Rust's release semantics, where these are absent.
            "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {}
            _ => self.report.error(
                mac.path.span(),
                Code::Macro,
                format!("the macro `{name}!` cannot be used in a kernel"),
                "`assert!`, `assert_eq!`, `assert_ne!`, `panic!`, `unreachable!` and `todo!` can",
            ),
        }
    }

    fn assert(&mut self, args: &[Syn], mac: &syn::Macro) {
        let Some((condition, message)) = args.split_first() else { return };
        let text = quote::ToTokens::to_token_stream(condition).to_string();
        let condition = self.expr(condition);
        let failed = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(condition)), Type::BOOL);
        self.fail_if(failed, &format!("assertion failed: {}", text.replace(" . ", ".")), message, &[], mac);
    }

    fn assert_compare(&mut self, op: BinOp, symbol: &str, args: &[Syn], mac: &syn::Macro) {
        let [left, right, message @ ..] = args else { return };
        let mut values = self.sequence(&[left, right]);
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else { return };
        let (left, right) = (self.temporary("left", left), self.temporary("right", right));
        let equal = Expr::binary(op, left.clone(), right.clone(), Type::BOOL);
        let failed = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(equal)), Type::BOOL);
        let text = format!("assertion `left {symbol} right` failed");
        self.fail_if(failed, &text, message, &[left, right], mac);
    }

    fn fail_if(&mut self, failed: Expr, text: &str, message: &[Syn], values: &[Expr], mac: &syn::Macro) {
        let then = self.scoped_block(|lower| lower.fail(text, message, values, mac));
        self.push(StmtKind::If { condition: failed, then, otherwise: Block::default() });
    }

    /// A failure with the user's message, else with `text`. `values` are what an `assert_eq!` compared.
    fn fail(&mut self, text: &str, message: &[Syn], values: &[Expr], mac: &syn::Macro) {
        let mut values = values.to_vec();
        let mut text = match (message.is_empty(), values.is_empty()) {
            (true, _) => text.to_owned(),
            (false, true) => String::new(),
            (false, false) => format!("{text}: "),
        };
        let compared = values.len();
        if let Some((format, args)) = message.split_first() {
            let Some(formatted) = self.format(format, args, &mut values) else { return };
            text.push_str(&formatted);
        }
        if compared == 2 {
            text.push_str("\n  left: {0}\n right: {1}");
        }
        if values.len() > MOST_VALUES {
            self.report.error(
                mac.span(),
                Code::Format,
                format!("a kernel's message carries at most {MOST_VALUES} values"),
                "leave some out",
            );
            return;
        }
        // The values' types are known after inference, which fills them in.
        let site = self.new_site(mac.span(), SiteKind::Message { text, values: Vec::new() });
        self.block.push(Stmt { kind: StmtKind::Fail { values }, site });
    }

    /// Turns a format string and its arguments into text with `{0}`, `{1}`, .. for the values.
    fn format(&mut self, format: &Syn, args: &[Syn], values: &mut Vec<Expr>) -> Option<String> {
        let Syn::Lit(ExprLit { lit: Lit::Str(format), .. }) = format else {
            self.report.error(
                format.span(),
                Code::Format,
                "the message is not a string literal",
                "write it out",
            );
            return None;
        };
        let source = format.value();
        let mut text = String::new();
        let mut next = 0;
        let mut chars = source.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '{' if chars.peek() == Some(&'{') => {
                    chars.next();
                    text.push_str("{{");
                }
                '}' if chars.peek() == Some(&'}') => {
                    chars.next();
                    text.push_str("}}");
                }
                '{' => {
                    let inside: String = chars.by_ref().take_while(|c| *c != '}').collect();
                    let (name, spec) = inside.split_once(':').unwrap_or((&inside, ""));
                    if !matches!(spec, "" | "?") {
                        self.report.error(
                            format.span(),
                            Code::Format,
                            format!("the format `{{{inside}}}` is not supported in kernels"),
                            "write `{}`, `{0}` or `{name}`",
                        );
                        return None;
                    }
                    let value = if name.is_empty() {
                        next += 1;
                        args.get(next - 1).map(|arg| self.expr(arg))
                    } else if let Ok(position) = name.parse::<usize>() {
                        args.get(position).map(|arg| self.expr(arg))
                    } else {
                        let ident = syn::Ident::new(name, format.span());
                        Some(self.expr(&syn::parse_quote!(#ident)))
                    };
                    // A missing argument is rustc's to report.
                    let value = value?;
                    text.push_str(&format!("{{{}}}", values.len()));
                    values.push(value);
                }
                other => text.push(other),
            }
        }
        Some(text)
    }
}
