//! IR text, parsed.
//!
//! Takes text that [`Module::to_text`] (or [`Module::hash_text`], or a person) wrote, and gives the module, or the
//! first thing that is not as expected. It never panics, whatever the text, and takes time linear in its length.
//! Names beside ids are checked where they are known; everything else about being well-formed is left to
//! [`super::verify`].

mod expr;
mod lexer;
mod stmt;
mod types;

use crate::compact::List;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::print::VERSION_LINE;
use super::type_elision::Scope;
use super::{
    Attrs, Backend, Block, Capture, Field, Function, FunctionKind, Local, LocalId, LocalKind, MathTier,
    Module, Site, SiteId, SiteKind, Struct, Type,
};
use lexer::{Lexer, Token};

/// How deep types, expressions and blocks may nest: a promise that whatever walks a module may recurse,
/// on the two megabytes of a thread's stack and in a build without optimization.
pub const MAX_DEPTH: u32 = 200;

/// Why IR text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Counted from 1.
    pub line: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IR text, line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Parses IR text. The version line comes first; `//` comments and blank lines may stand anywhere.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let start = text.len() - text.trim_start().len();
    let first = text[start..].lines().next().unwrap_or("").trim_end();
    let mut parser = Parser {
        lexer: Lexer { text, pos: start + first.len() },
        token: Token::End,
        token_start: start,
        structs: Vec::new(),
        functions: Vec::new(),
        current: new_function(),
        depth: 0,
    };
    if first != VERSION_LINE {
        return Err(parser.error(match first.strip_prefix("kiln-ir ") {
            Some(version) => {
                format!("version `{version}` of IR text is unknown; this is Kiln for `{VERSION_LINE}`")
            }
            None => format!("expected `{VERSION_LINE}` on the first line"),
        }));
    }
    parser.advance()?;
    parser.module()
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token to be taken next.
    token: Token<'a>,
    token_start: usize,
    structs: Vec<Arc<Struct>>,
    /// The functions parsed so far.
    functions: Vec<Function>,
    /// The function being parsed: complete but for its body when that is reached.
    current: Function,
    depth: u32,
}

fn new_function() -> Function {
    Function {
        name: String::new(),
        kind: FunctionKind::Device,
        attrs: Attrs::default(),
        captures: Vec::new(),
        params: Vec::new(),
        result: Type::Unit,
        locals: Vec::new(),
        body: Block::default(),
    }
}

/// Moving along the tokens.
impl<'a> Parser<'a> {
    #[inline(never)]
    fn error(&self, message: impl Into<String>) -> ParseError {
        let before = self.lexer.text.get(..self.token_start).unwrap_or("");
        let line = 1 + before.matches('\n').count() as u32;
        ParseError { line, message: message.into() }
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        Err(self.error(format!("expected {what}, found {}", self.token)))
    }

    /// Goes on to the next token.
    #[inline(never)]
    fn advance(&mut self) -> Result<()> {
        self.lexer.skip_blank();
        self.token_start = self.lexer.pos;
        self.lexer.token(&mut self.token).map_err(|message| self.error(message))
    }

    #[inline]
    fn at(&self, punct: &str) -> bool {
        matches!(self.token, Token::Punct(p) if p == punct)
    }

    #[inline]
    fn at_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(w) if w == word)
    }

    #[inline]
    fn eat(&mut self, punct: &str) -> Result<bool> {
        let found = self.at(punct);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    #[inline]
    fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.at_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    #[inline(never)]
    fn expect(&mut self, punct: &str) -> Result<()> {
        if self.eat(punct)? { Ok(()) } else { self.expected(&format!("`{punct}`")) }
    }

    /// The `>` behind a type, of which two may stand together: `<tile<f32, 4>>::zeros()`.
    fn close(&mut self) -> Result<()> {
        if let Token::Punct(">>") = self.token {
            self.token = Token::Punct(">");
            return Ok(());
        }
        self.expect(">")
    }

    #[inline(never)]
    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Goes one level deeper; the caller comes back with [`Parser::leave`].
    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    #[inline(never)]
    fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N> {
        if let Token::Int { digits, suffix: "" } = self.token
            && let Ok(number) = digits.parse()
        {
            self.advance()?;
            return Ok(number);
        }
        self.expected(what)
    }

    #[inline(never)]
    fn string(&mut self) -> Result<String> {
        if let Token::Text(text) = &mut self.token {
            let text = std::mem::take(text).into_owned();
            self.advance()?;
            return Ok(text);
        }
        self.expected("a quoted string")
    }

    /// A name that stands without an id: plain or quoted.
    #[inline(never)]
    fn name(&mut self, what: &str) -> Result<String> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word.to_owned())
            }
            Token::Text(_) => self.string(),
            _ => self.expected(what),
        }
    }

    /// `name#id`.
    fn named(&mut self, what: &str) -> Result<(Cow<'a, str>, u32)> {
        if let Token::Named(name, id) = &mut self.token {
            let named = (std::mem::take(name), *id);
            self.advance()?;
            return Ok(named);
        }
        self.expected(what)
    }

    /// `item, item` up to and with the closing bracket; a comma may stand after the last one.
    fn comma_separated<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close)? {
            items.push(item(self)?);
            if !self.eat(",")? {
                if !self.at(close) {
                    return self.expected(&format!("`,` or `{close}`"));
                }
                self.advance()?;
                break;
            }
        }
        Ok(items)
    }

    fn site(&mut self) -> Result<Option<SiteId>> {
        if let Token::Site(id) = self.token {
            self.advance()?;
            return Ok(Some(SiteId(id)));
        }
        Ok(None)
    }

    fn scope(&self) -> Scope<'_> {
        Scope { earlier: &self.functions, function: &self.current }
    }
}

/// Modules, functions and tables.
impl Parser<'_> {
    fn module(mut self) -> Result<Module> {
        while self.eat_word("struct")? {
            self.structure()?;
        }
        while self.token != Token::End && !self.at_word("sites") {
            self.function()?;
            let function = std::mem::replace(&mut self.current, new_function());
            self.functions.push(function);
        }
        let sites = if self.eat_word("sites")? { self.sites()? } else { Vec::new() };
        if self.token != Token::End {
            return self.expected("the end");
        }
        Ok(Module { functions: self.functions, sites })
    }

    /// `name size 8 align 4 { field at 0: f32; }`
    fn structure(&mut self) -> Result<()> {
        let name = self.name("the struct's name")?;
        self.expect_word("size")?;
        let size = self.number("a size in bytes")?;
        self.expect_word("align")?;
        let align = self.number("an alignment in bytes")?;
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.eat("}")? {
            let name = self.name("a field's name")?;
            self.expect_word("at")?;
            let offset = self.number("an offset in bytes")?;
            self.expect(":")?;
            fields.push(Field { name, ty: self.ty()?, offset });
            self.expect(";")?;
        }
        if self.structs.iter().any(|known| known.name == name) {
            return Err(self.error(format!("a second struct named `{name}`")));
        }
        self.structs.push(Arc::new(Struct { name, fields, size, align, variants: Vec::new() }));
        Ok(())
    }

    fn function(&mut self) -> Result<()> {
        while self.eat("#")? {
            self.attr()?;
        }
        self.current.kind = if self.eat_word("kernel")? {
            FunctionKind::Kernel
        } else if self.eat_word("device")? {
            FunctionKind::Device
        } else {
            return self.expected("`kernel fn`, `device fn`, an attribute or `sites`");
        };
        self.expect_word("fn")?;
        self.current.name = self.name("the function's name")?;
        self.expect("(")?;
        self.comma_separated(")", |p| p.local(LocalKind::Param, false))?;
        self.current.params = (0..self.current.locals.len() as u32).map(LocalId).list();
        if self.eat("->")? {
            self.current.result = self.ty()?;
        }
        self.expect("{")?;
        self.declarations()?;
        self.current.body = self.stmts()?;
        Ok(())
    }

    fn attr(&mut self) -> Result<()> {
        self.expect("[")?;
        let Token::Word(word) = self.token else { return self.expected("an attribute") };
        match word {
            "block" | "cluster" => {
                self.advance()?;
                self.expect("(")?;
                let x = self.number("a block size")?;
                self.expect(",")?;
                let y = self.number("a block size")?;
                self.expect(",")?;
                let z = self.number("a block size")?;
                self.expect(")")?;
                let shape = Some([x, y, z]);
                if word == "block" {
                    self.current.attrs.block = shape;
                } else {
                    self.current.attrs.cluster = shape;
                }
            }
            "min_blocks" => {
                self.advance()?;
                self.expect("(")?;
                self.current.attrs.min_blocks = Some(self.number("a number of blocks")?);
                self.expect(")")?;
            }
            "strict_fp" => {
                self.advance()?;
                self.current.attrs.math = MathTier::Strict;
            }
            "fast_math" => {
                self.advance()?;
                self.current.attrs.math = MathTier::Fast;
            }
            "unchecked" => {
                self.advance()?;
                self.current.attrs.unchecked = true;
            }
            "target" => {
                self.advance()?;
                self.expect("(")?;
                let Token::Word(name) = self.token else { return self.expected("`cuda` or `ptx`") };
                let Some(target) = Backend::from_name(name) else { return self.expected("`cuda` or `ptx`") };
                self.current.attrs.target = Some(target);
                self.advance()?;
                self.expect(")")?;
            }
            "tile" => {
                self.advance()?;
                self.current.attrs.tile.get_or_insert_default();
            }
            "warps" | "stages" | "order" => {
                self.advance()?;
                self.expect("(")?;
                let count = Some(self.number("a number")?);
                self.expect(")")?;
                let tile = self.current.attrs.tile.get_or_insert_default();
                *(match word {
                    "warps" => &mut tile.warps,
                    "stages" => &mut tile.stages,
                    _ => &mut tile.order,
                }) = count;
            }
            _ => {
                let known = "`block`, `cluster`, `min_blocks`, `strict_fp`, `fast_math`, `unchecked`, `target`, `tile`, `warps`, `stages` or `order`";
                return self.expected(known);
            }
        }
        self.expect("]")
    }

    /// Captures and locals, before the first statement.
    fn declarations(&mut self) -> Result<()> {
        loop {
            let partial = self.eat_word("partial")?;
            let kind = match self.token {
                _ if partial && !self.at_word("shared") => return self.expected("`shared`"),
                Token::Word("capture") => {
                    self.advance()?;
                    self.capture()?;
                    continue;
                }
                Token::Word("var") => LocalKind::Let,
                Token::Word("temp") => LocalKind::Temp,
                Token::Word("shared") => LocalKind::Shared,
                Token::Word("param") => LocalKind::Param,
                _ => return Ok(()),
            };
            self.advance()?;
            self.local(kind, partial)?;
            self.expect(";")?;
        }
    }

    fn capture(&mut self) -> Result<()> {
        if self.token != Token::Capture(self.current.captures.len() as u32) {
            return self.expected(&format!("`${}`, the next capture", self.current.captures.len()));
        }
        self.advance()?;
        let capture = if self.eat_word("type")? {
            Capture::Type { name: self.string()? }
        } else if self.eat_word("const")? {
            let name = self.string()?;
            let ty = if self.eat(":")? { Some(self.ty()?) } else { None };
            Capture::Const { name, ty }
        } else if self.eat_word("fn")? {
            Capture::Function { name: self.string()? }
        } else if self.eat_word("callable")? {
            let name = self.string()?;
            self.expect("(")?;
            let params = self.comma_separated(")", Parser::ty)?;
            self.expect(":")?;
            Capture::Callable { name, params, result: self.ty()? }
        } else if self.eat_word("closure")? {
            let label = self.label()?;
            self.expect("(")?;
            let local = |parser: &mut Self| Ok(LocalId(parser.number("a local's number")?));
            let params = self.comma_separated(")", local)?;
            let result = if self.eat(":")? { Some(local(self)?) } else { None };
            Capture::Closure { label, params, result }
        } else {
            return self.expected("`type`, `const`, `fn`, `callable` or `closure`");
        };
        self.current.captures.push(capture);
        self.expect(";")
    }

    /// `name#id: type`.
    fn local(&mut self, kind: LocalKind, partial: bool) -> Result<()> {
        let next = self.current.locals.len() as u32;
        match self.token {
            Token::Named(_, id) if id == next => {}
            _ => return self.expected(&format!("`name#{next}`, the next local")),
        }
        let (name, _) = self.named("a local")?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.current.locals.push(Local { name: name.into_owned(), ty, kind, partial });
        Ok(())
    }

    fn sites(&mut self) -> Result<Vec<Site>> {
        self.expect("{")?;
        let mut sites = Vec::new();
        let mut file = String::new();
        while !self.eat("}")? {
            if self.eat_word("file")? {
                file = self.string()?;
            } else {
                if self.token != Token::Site(sites.len() as u32) {
                    return self.expected(&format!("`@{}`, the next site, `file` or `}}`", sites.len()));
                }
                self.advance()?;
                let line = self.number("a line number")?;
                self.expect(":")?;
                let column = self.number("a column number")?;
                let kind = self.site_kind()?;
                let mut comments = Vec::new();
                while self.eat_word("comment")? {
                    comments.push(self.string()?);
                }
                sites.push(Site { file: file.clone(), line, column, kind, comments });
            }
            self.expect(";")?;
        }
        Ok(sites)
    }

    fn site_kind(&mut self) -> Result<SiteKind> {
        if self.eat_word("index")? {
            return Ok(SiteKind::Index { array: self.string()? });
        }
        if self.eat_word("divide")? {
            return Ok(SiteKind::Divide);
        }
        if self.eat_word("message")? {
            let text = self.string()?;
            let mut values = Vec::new();
            while matches!(self.token, Token::Word(word) if word != "comment") {
                values.push(self.scalar()?);
            }
            return Ok(SiteKind::Message { text, values });
        }
        Ok(SiteKind::Plain)
    }
}
