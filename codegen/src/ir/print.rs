//! IR text, printed.
//!
//! Takes any module, open or closed, well-formed or not, and gives text that [`super::parse`] reads back to an
//! equal module (as long as parameters are the first locals, and nothing nests deeper than [`super::MAX_DEPTH`]).
//! The same module gives the same text.
//!
//! The text is Rust-like. What is its own:
//!
//! - Locals and functions are `name#id`, because names repeat. Captures are `$0`, inference variables `?0`.
//! - `@3` before a statement, after a division's operator, behind a call's arguments and behind an index is a site.
//!   An index without a run-time check says `proven` or `unchecked` there.
//! - There is no precedence: an operand that is itself a binary expression stands in parentheses.
//! - `value: type` stands where the type cannot be told from the parts (see `type_elision`). After a bare place the
//!   annotation is the place's own.
//! - Structs are declared before the functions, each after those that its fields have.
//! - A method not yet resolved is `.name(receiver, ..)`, an associated function `<type>::name(..)`, and an array of
//!   whatever length the annotation says `[value; _]`.

mod body;

use std::fmt::{self, Write as _};

use super::type_elision::Scope;
use super::{
    Attrs, Capture, Field, Function, FunctionKind, Len, Local, LocalKind, MathTier, Module, Site, SiteKind,
    Struct, TileAttrs, Type,
};
use body::FunctionPrinter;

/// The first line of IR text.
pub(super) const VERSION_LINE: &str = "kiln-ir 1";

impl Module {
    /// The module as text, with its sites: what [`super::parse`] reads back.
    pub fn to_text(&self) -> String {
        let mut printer = Printer { out: self.hash_text(), indent: 0 };
        printer.sites(&self.sites);
        printer.out
    }

    /// The module as text without the table of sites: what identifies it. Moving a kernel within its file, or adding a
    /// comment, does not change this text.
    pub fn hash_text(&self) -> String {
        let mut printer = Printer { out: format!("{VERSION_LINE}\n"), indent: 0 };
        for found in self.structs() {
            printer.structure(&found);
        }
        for (index, function) in self.functions.iter().enumerate() {
            printer.function(Scope { earlier: &self.functions[..index], function }, &self.functions);
        }
        printer.out
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => f.write_str("()"),
            Type::Scalar(scalar) => f.write_str(scalar.name()),
            Type::Array(element, len) => write!(f, "[{element}; {len}]"),
            Type::Struct(found) => {
                f.write_str("struct ")?;
                if is_plain_name(&found.name) {
                    f.write_str(&found.name)
                } else {
                    f.write_str(&quoted(&found.name))
                }
            }
            Type::Tuple(types) => {
                f.write_str("(")?;
                for ty in types {
                    write!(f, "{ty}, ")?;
                }
                f.write_str(")")
            }
            Type::Atomic(scalar) => write!(f, "atomic {}", scalar.name()),
            Type::Slice { element, mutable } => write!(f, "&{}[{element}]", mut_word(*mutable)),
            // The space keeps `& &[f32]` from reading as the operator `&&`.
            Type::Ref { target, mutable } => match **target {
                Type::Slice { .. } | Type::Ref { .. } | Type::Tensor { .. } => {
                    write!(f, "& {}{target}", mut_word(*mutable))
                }
                Type::Unit
                | Type::Scalar(_)
                | Type::Array(..)
                | Type::Struct(_)
                | Type::Tuple(_)
                | Type::Atomic(_)
                | Type::Tile { .. }
                | Type::Capture(_)
                | Type::Infer(_) => write!(f, "&{}{target}", mut_word(*mutable)),
            },
            Type::Tensor { element, rank, mutable } => {
                write!(f, "&{}tensor{rank}<{element}>", mut_word(*mutable))
            }
            Type::Tile { element, shape } => {
                write!(f, "tile<{element}")?;
                for extent in shape {
                    write!(f, ", {extent}")?;
                }
                f.write_str(">")
            }
            Type::Capture(id) => write!(f, "${}", id.0),
            Type::Infer(number) => write!(f, "?{number}"),
        }
    }
}

impl fmt::Display for Len {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Len::Const(len) => write!(f, "{len}"),
            Len::Capture(id) => write!(f, "${}", id.0),
        }
    }
}

fn mut_word(mutable: bool) -> &'static str {
    if mutable { "mut " } else { "" }
}

/// Whether a name can stand in the text as it is; any other name is quoted.
pub(super) fn is_plain_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_char)
}

pub(super) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text in quotes, with escapes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    #[inline(never)]
    fn put(&mut self, value: impl fmt::Display) {
        // Writing to a `String` cannot fail.
        let _ = write!(self.out, "{value}");
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.out.push_str(&quoted(text));
    }

    fn name(&mut self, name: &str) {
        if is_plain_name(name) { self.out.push_str(name) } else { self.string(name) }
    }

    fn function(&mut self, scope: Scope<'_>, all: &[Function]) {
        let function = scope.function;
        self.line();
        self.attrs(&function.attrs);
        self.out.push_str(match function.kind {
            FunctionKind::Kernel => "kernel fn ",
            FunctionKind::Device => "device fn ",
        });
        self.name(&function.name);
        self.out.push('(');
        let mut printer = FunctionPrinter { printer: self, scope, all };
        printer.comma_separated(&function.params, |p, id| {
            p.local_name(*id);
            if let Some(local) = function.locals.get(id.0 as usize) {
                p.printer.put(format_args!(": {}", local.ty));
            }
        });
        self.out.push(')');
        if function.result != Type::Unit {
            self.put(format_args!(" -> {}", function.result));
        }
        self.out.push_str(" {");
        self.indent += 1;
        for (id, capture) in function.captures.iter().enumerate() {
            self.capture(id, capture);
        }
        for (id, local) in function.locals.iter().enumerate().skip(function.params.len()) {
            self.local(id, local);
        }
        FunctionPrinter { printer: self, scope, all }.stmts(&function.body);
        self.indent -= 1;
        self.line();
        self.out.push_str("}\n");
    }

    fn structure(&mut self, found: &Struct) {
        self.out.push_str("\nstruct ");
        self.name(&found.name);
        self.put(format_args!(" size {} align {} {{", found.size, found.align));
        self.indent += 1;
        for Field { name, ty, offset } in &found.fields {
            self.line();
            self.name(name);
            self.put(format_args!(" at {offset}: {ty};"));
        }
        self.indent -= 1;
        self.line();
        self.out.push_str("}\n");
    }

    fn attrs(&mut self, attrs: &Attrs) {
        let Attrs { block, min_blocks, cluster, math, unchecked, tile, target } = attrs;
        if let Some(TileAttrs { warps, stages, order }) = tile {
            self.out.push_str("#[tile]\n");
            if let Some(warps) = warps {
                self.put(format_args!("#[warps({warps})]\n"));
            }
            if let Some(stages) = stages {
                self.put(format_args!("#[stages({stages})]\n"));
            }
            if let Some(order) = order {
                self.put(format_args!("#[order({order})]\n"));
            }
        }
        if let Some([x, y, z]) = block {
            self.put(format_args!("#[block({x}, {y}, {z})]\n"));
        }
        if let Some([x, y, z]) = cluster {
            self.put(format_args!("#[cluster({x}, {y}, {z})]\n"));
        }
        if let Some(count) = min_blocks {
            self.put(format_args!("#[min_blocks({count})]\n"));
        }
        match math {
            MathTier::Default => {}
            MathTier::Strict => self.out.push_str("#[strict_fp]\n"),
            MathTier::Fast => self.out.push_str("#[fast_math]\n"),
        }
        if *unchecked {
            self.out.push_str("#[unchecked]\n");
        }
        if let Some(target) = target {
            self.put(format_args!("#[target({})]\n", target.name()));
        }
    }

    fn capture(&mut self, id: usize, capture: &Capture) {
        self.line();
        self.put(format_args!("capture ${id} "));
        match capture {
            Capture::Type { name } => {
                self.out.push_str("type ");
                self.string(name);
            }
            Capture::Const { name, ty } => {
                self.out.push_str("const ");
                self.string(name);
                if let Some(ty) = ty {
                    self.put(format_args!(": {ty}"));
                }
            }
            Capture::Function { name } => {
                self.out.push_str("fn ");
                self.string(name);
            }
            Capture::Callable { name, params, result } => {
                self.out.push_str("callable ");
                self.string(name);
                self.out.push('(');
                for param in params {
                    self.put(format_args!("{param}, "));
                }
                self.put(format_args!("): {result}"));
            }
            Capture::Closure { label, params, result } => {
                self.put(format_args!("closure '{}(", label.0));
                for param in params {
                    self.put(format_args!("{}, ", param.0));
                }
                self.out.push(')');
                if let Some(result) = result {
                    self.put(format_args!(": {}", result.0));
                }
            }
        }
        self.out.push(';');
    }

    fn local(&mut self, id: usize, local: &Local) {
        self.line();
        self.out.push_str(match local.kind {
            LocalKind::Param => "param ",
            LocalKind::Let => "var ",
            LocalKind::Shared if local.partial => "partial shared ",
            LocalKind::Shared => "shared ",
            LocalKind::Temp => "temp ",
        });
        self.name(&local.name);
        self.put(format_args!("#{id}: {};", local.ty));
    }

    fn sites(&mut self, sites: &[Site]) {
        if sites.is_empty() {
            return;
        }
        self.out.push_str("\nsites {");
        self.indent += 1;
        let mut file = "";
        for (id, site) in sites.iter().enumerate() {
            if site.file != file {
                file = &site.file;
                self.line();
                self.out.push_str("file ");
                self.string(file);
                self.out.push(';');
            }
            self.line();
            self.put(format_args!("@{id} {}:{}", site.line, site.column));
            match &site.kind {
                SiteKind::Plain => {}
                SiteKind::Index { array } => {
                    self.out.push_str(" index ");
                    self.string(array);
                }
                SiteKind::Divide => self.out.push_str(" divide"),
                SiteKind::Message { text, values } => {
                    self.out.push_str(" message ");
                    self.string(text);
                    for value in values {
                        self.put(format_args!(" {}", value.name()));
                    }
                }
            }
            for comment in &site.comments {
                self.out.push_str(" comment ");
                self.string(comment);
            }
            self.out.push(';');
        }
        self.indent -= 1;
        self.line();
        self.out.push_str("}\n");
    }
}
