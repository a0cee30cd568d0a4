//! `assert!`, `panic!` and their like.

use std::fmt::Write;

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr as Syn, ExprLit, Lit, Token};

use super::host;
use super::{Lower, address, bare, is_of_the_library};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::message::{Align, Kind, Spec};
use crate::ir::{BinOp, Block, Expr, ExprKind, FunctionKind, SiteKind, Stmt, StmtKind, Type, UnOp};

/// How many values a failure can carry.
const MOST_VALUES: usize = 4;

/// How many values a line can show: what CUDA's `printf` takes.
const MOST_PRINTED: usize = 32;

const KNOWN: [&str; 12] = [
    "kprintln",
    "kprint",
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// Where a message is put together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// By Kiln, on the host.
    Host,
    /// By CUDA's `printf`.
    Device,
}

/// What a macro says of itself.
struct Text<'a> {
    text: &'a str,
    /// Whether it also stands in front of the user's message.
    stays: bool,
}

impl<'a> Text<'a> {
    fn or(text: &'a str) -> Text<'a> {
        Text { text, stays: false }
    }

    fn and(text: &'a str) -> Text<'a> {
        Text { text, stays: true }
    }
}

impl Lower<'_> {
    pub(super) fn macro_statement(&mut self, mac: &syn::Macro) {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        if !KNOWN.contains(&name.as_str()) || !self.is_known_macro(&mac.path) {
            let help = match name.as_str() {
                "println" | "eprintln" | "dbg" => "write `kprintln!`, which prints from a kernel",
                "print" | "eprint" => "write `kprint!`, which prints from a kernel",
                "vec" | "format" => host::HEAP_HELP,
                "shared" => "write `shared::<[f32; 32]>()`, with the type of the block's memory",
                name if is_of_the_library(name) => "it is a function: leave the `!` out",
                _ => {
                    "`assert!`, `assert_eq!`, `assert_ne!`, `debug_assert!`, `panic!`, `unreachable!`, `todo!`, `matches!` and `kprintln!` can"
                }
            };
            let message = format!("the macro `{name}!` cannot be used in a kernel");
            self.report.error(spot(&mac.path), Code::Macro, message, help);
            return;
        }
        let parse = Punctuated::<Syn, Token![,]>::parse_terminated;
        // The nodes stay where they are when the list moves: those that lowering remembers are found again by the copy.
        match parse.parse2(mac.tokens.clone()) {
            Ok(args) => {
                let all: Vec<&Syn> = args.iter().collect();
                self.known_macro(&name, &all, mac);
                self.taps.macros.insert(address(mac), args);
            }
            Err(error) => {
                let message = format!("the arguments of `{name}!` are not expressions: {error}");
                // Of a device function rustc says so first, which has it before it.
                let is_device = self.function.kind == FunctionKind::Device;
                let report = if is_device { &mut self.taps.late } else { &mut *self.report };
                report.error(error.span(), Code::Macro, message, "");
            }
        }
    }

    /// Whether a macro's path can mean std's or Kiln's. A name by itself is taken for theirs, which rustc is asked
    /// to confirm.
    pub(super) fn is_known_macro(&mut self, path: &syn::Path) -> bool {
        let mut krates: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        krates.pop();
        let own: Vec<String> = self.krate.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let by_itself = krates.is_empty();
        self.taps.named_macros |= by_itself;
        by_itself || krates == own || ["std", "core", "kiln"].iter().any(|known| krates == [*known])
    }

    fn known_macro(&mut self, name: &str, args: &[&Syn], mac: &syn::Macro) {
        match name {
            "kprintln" => self.print(args, mac, "\n"),
            "kprint" => self.print(args, mac, ""),
            "panic" => self.fail(&Text::or("explicit panic"), args, &[], mac),
            "unreachable" => {
                self.fail(&Text::and("internal error: entered unreachable code"), args, &[], mac);
            }
            "todo" => self.fail(&Text::and("not yet implemented"), args, &[], mac),
            "unimplemented" => self.fail(&Text::and("not implemented"), args, &[], mac),
            "assert" => self.assert(args, mac),
            "assert_eq" => self.assert_compare(BinOp::Eq, "==", args, mac),
            "assert_ne" => self.assert_compare(BinOp::Ne, "!=", args, mac),
            // Kernels have Rust's release semantics, where `debug_assert!` and its like are absent.
            _ => {}
        }
    }

    /// `kprintln!("x is {x}")`, with what ends it.
    fn print(&mut self, args: &[&Syn], mac: &syn::Macro, end: &str) {
        let name = if end.is_empty() { "kprint!" } else { "kprintln!" };
        let mut values = Vec::new();
        let mut text = match args.split_first() {
            Some((format, rest)) => match self.format(format, rest, &mut values, Reader::Device) {
                Some(text) => text,
                None => return,
            },
            None => String::new(),
        };
        if values.len() > MOST_PRINTED {
            let message = format!("one `{name}` shows at most {MOST_PRINTED} values");
            return self.report.error(spot(mac), Code::Format, message, "print the rest by a second one");
        }
        text.push_str(end);
        let site = self.new_site(mac.span(), SiteKind::Message { text, values: Vec::new() });
        if self.is_tile_kernel() {
            return self.print_each(values, site);
        }
        self.block.push(Stmt { kind: StmtKind::Print { values }, site });
    }

    fn assert(&mut self, args: &[&Syn], mac: &syn::Macro) {
        let Some((condition, message)) = args.split_first() else { return };
        let text = text_of(condition).replace('{', "{{").replace('}', "}}");
        let condition = self.expr(condition);
        let failed = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(condition)), Type::BOOL);
        self.fail_if(failed, &Text::or(&format!("assertion failed: {text}")), message, &[], mac);
    }

    fn assert_compare(&mut self, op: BinOp, symbol: &str, args: &[&Syn], mac: &syn::Macro) {
        let [left, right, message @ ..] = args else { return };
        let mut values = self.sequence(&[*left, *right]);
        let (Some(right), Some(left)) = (values.pop(), values.pop()) else { return };
        let (left, right) = (self.temporary("left", left), self.temporary("right", right));
        let equal = Expr::binary(op, left.clone(), right.clone(), Type::BOOL);
        let failed = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(equal)), Type::BOOL);
        let text = format!("assertion `left {symbol} right` failed");
        self.fail_if(failed, &Text::and(&text), message, &[left, right], mac);
    }

    fn fail_if(
        &mut self,
        failed: Expr,
        text: &Text<'_>,
        message: &[&Syn],
        values: &[Expr],
        mac: &syn::Macro,
    ) {
        let then = self.scoped_block(|lower| lower.fail(text, message, values, mac));
        self.push(StmtKind::If { condition: failed, then, otherwise: Block::default() });
    }

    /// Ends the thread with this text where the condition holds.
    pub(super) fn fail_with(&mut self, failed: Expr, text: &str, span: proc_macro2::Span) {
        let then = self.scoped_block(|lower| {
            let kind = SiteKind::Message { text: text.to_owned(), values: Vec::new() };
            let site = lower.new_site(span, kind);
            lower.block.push(Stmt { kind: StmtKind::Fail { values: Vec::new(), block: None }, site });
        });
        self.push(StmtKind::If { condition: failed, then, otherwise: Block::default() });
    }

    /// A failure with the user's message. `values` are what an `assert_eq!` compared.
    fn fail(&mut self, own: &Text<'_>, message: &[&Syn], values: &[Expr], mac: &syn::Macro) {
        let mut values = values.to_vec();
        let mut text = match (message.is_empty(), own.stays) {
            (true, _) => own.text.to_owned(),
            (false, true) => format!("{}: ", own.text),
            (false, false) => String::new(),
        };
        let compared = values.len();
        if let Some((format, args)) = message.split_first() {
            let Some(formatted) = self.format(format, args, &mut values, Reader::Host) else { return };
            text.push_str(&formatted);
        }
        if compared == 2 {
            text.push_str("\n  left: {0}\n right: {1}");
        }
        if values.len() > MOST_VALUES {
            self.report.error(
                spot(mac),
                Code::Format,
                format!("a kernel's message carries at most {MOST_VALUES} values"),
                "leave some out",
            );
            return;
        }
        // The values' types are known after inference, which fills them in.
        let site = self.new_site(mac.span(), SiteKind::Message { text, values: Vec::new() });
        self.block.push(Stmt { kind: StmtKind::Fail { values, block: None }, site });
    }

    /// Turns a format string and its arguments into text with `{0}`, `{1}`, .. for the values.
    fn format(
        &mut self,
        format: &Syn,
        args: &[&Syn],
        values: &mut Vec<Expr>,
        reader: Reader,
    ) -> Option<String> {
        let Syn::Lit(ExprLit { lit: Lit::Str(format), .. }) = bare(format) else {
            let help = "write the text out in the macro";
            self.report.error(spot(format), Code::Format, "the message is not a string literal", help);
            return None;
        };
        let named = args.iter().filter_map(|arg| match arg {
            Syn::Assign(syn::ExprAssign { left, right, .. }) => match &**left {
                Syn::Path(path) => Some((path.path.get_ident()?.to_string(), &**right)),
                _ => None,
            },
            _ => None,
        });
        let named: Vec<(String, &Syn)> = named.collect();
        let source = format.value();
        let mut text = String::new();
        let mut next = 0;
        let mut shown: Vec<(String, usize)> = Vec::new();
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
                    let (name, spec) = (name.trim(), spec.trim());
                    if !Spec::parse(spec).is_some_and(|spec| reader == Reader::Host || is_printed(&spec)) {
                        self.refuse_format(format, &inside, reader);
                        return None;
                    }
                    let spec = if spec.is_empty() { String::new() } else { format!(":{spec}") };
                    let key = if name.is_empty() { next.to_string() } else { name.to_owned() };
                    next += usize::from(name.is_empty());
                    // A value that is shown twice is carried once.
                    if let Some((_, at)) = shown.iter().find(|(shown, _)| *shown == key) {
                        let _ = write!(text, "{{{at}{spec}}}");
                        continue;
                    }
                    // A missing argument is rustc's to report.
                    let value = if let Ok(position) = key.parse::<usize>() {
                        self.expr(args.get(position).map(|arg| positional(arg))?)
                    } else if let Some((_, value)) = named.iter().find(|(known, _)| *known == key) {
                        self.expr(value)
                    } else if let Ok(mut ident) = syn::parse_str::<syn::Ident>(&key) {
                        ident.set_span(format.span());
                        self.expr(&syn::parse_quote!(#ident))
                    } else {
                        self.refuse_format(format, &inside, reader);
                        return None;
                    };
                    let _ = write!(text, "{{{}{spec}}}", values.len());
                    shown.push((key, values.len()));
                    values.push(value);
                }
                other => text.push(other),
            }
        }
        Some(text)
    }

    fn refuse_format(&mut self, format: &syn::LitStr, inside: &str, reader: Reader) {
        let help = match reader {
            Reader::Host => {
                "write `{}`, `{0}` or `{name}`, with numbers in what stands behind the colon: `{x:>8.3}`"
            }
            Reader::Device => {
                "write `{}`, `{0}` or `{name}`, with `?`, `x`, `X`, `o`, a width, a precision, `<`, `>`, `+`, `#` or `0` behind the colon"
            }
        };
        self.report.error(
            format.span(),
            Code::Format,
            format!("the format `{{{inside}}}` is not supported in kernels"),
            help,
        );
    }
}

/// Whether `printf` has a conversion for this.
fn is_printed(spec: &Spec) -> bool {
    let kind = match spec.kind {
        Kind::Display | Kind::Debug | Kind::LowerHex | Kind::UpperHex | Kind::Octal => true,
        Kind::Binary | Kind::LowerExp | Kind::UpperExp => false,
    };
    kind && spec.fill == ' ' && spec.align != Some(Align::Center)
}

/// The value of an argument that is asked for by its position: `a = x` is one too.
fn positional(arg: &Syn) -> &Syn {
    match arg {
        Syn::Assign(assign) => &assign.right,
        other => other,
    }
}
