//! From the syntax tree of one function to IR.
//!
//! Takes a parsed function; guarantees a [`Lowered`] whose function is well formed but open: types that the tokens do
//! not say are inference variables, and what only rustc knows is a capture, with the tokens that ask for it beside.
//! Leaves types to `passes::infer`.
//!
//! Evaluation order is kept: an effect (an atomic, a barrier, a call of a device function) becomes a statement of
//! its own before the statement that it stands in, and operands already evaluated are saved to temporaries first
//! where the effect could change them (see `sequence`).

mod aggregate;
mod alias;
mod along;
mod arrays;
mod atomic;
mod call;
mod closure;
mod cluster;
mod consume;
mod control;
mod cuda_names;
mod declared;
mod each;
mod either;
mod elements;
mod ends;
mod expr;
mod guard;
mod host;
mod items;
pub(in crate::front) mod iter;
mod library;
pub(in crate::front) mod macros;
mod matching;
pub(in crate::front) mod method_resolution;
pub(in crate::front) mod methods;
mod numeric;
mod operator;
mod optional;
mod passed;
mod pattern;
mod pattern_parts;
mod place;
mod prefetch;
pub(in crate::front) mod signature;
mod sources;
mod stages;
mod stmt;
mod subject;
mod template;
pub(in crate::front) mod tile;
mod tile_loads;
pub(super) mod types;

use crate::collections::{Map, Set};
use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{ItemFn, Path, Token};

pub(in crate::front) use library::{is_of_the_library, is_the_librarys};
pub(in crate::front) use matching::Matches;

use super::comments::Comments;
use super::report::{Report, Spot};
use super::text::text_of;
use super::typed::Beside;
use crate::diagnostic::Code;
use crate::ir::{
    Attrs, Block, Callee, Capture, CaptureId, Check, Expr, ExprKind, Function, FunctionKind, LabelId,
    LocalId, LocalKind, Operator, Place, Site, SiteId, SiteKind, Step, Stmt, StmtKind, TileOp, Type,
};
pub(in crate::front) use sources::{Ask, Source};
use subject::Subject;

/// The result of lowering.
pub(in crate::front) struct Lowered {
    pub(in crate::front) function: Function,
    pub(in crate::front) sites: Vec<Site>,
    /// Where each capture's answer comes from; parallel to `function.captures`.
    pub(in crate::front) sources: Vec<Source>,
    pub(in crate::front) taps: Taps,
    /// The type parameters that are numbers.
    pub(in crate::front) numbers: Vec<CaptureId>,
    /// The type parameters.
    pub(in crate::front) parameters: Vec<CaptureId>,
    /// How many inference variables there are.
    pub(in crate::front) variables: u32,
    /// The span of the function's name.
    pub(in crate::front) span: Span,
    /// The user answers for what the kernel does.
    pub(in crate::front) is_unsafe: bool,
    /// Whether it has type parameters of which rustc knows no more than their bounds.
    pub(in crate::front) generic: bool,
    /// Spans of sites, for what inference complains about.
    pub(in crate::front) spans: Vec<Span>,
    /// Parameters that were complained about, by number.
    pub(in crate::front) refused: Set<usize>,
    /// Whether rustc would say more of a device function's own body, of a mistake that was complained about.
    pub(in crate::front) hushed: bool,
}

/// A path that was taken for a function of the library's, that function's path, and generic arguments for it.
pub(in crate::front) type Assumed = (Ask, (TokenStream, TokenStream));

/// Places in the body's syntax tree that get taps, by node address.
#[derive(Default)]
pub(in crate::front) struct Taps {
    /// What is told where rustc has nothing else to say.
    pub(in crate::front) late: Report,
    /// Calls of device functions.
    pub(in crate::front) calls: Map<usize, CaptureId>,
    /// Device functions that are passed to others, by the path's address.
    pub(in crate::front) passed: Map<usize, CaptureId>,
    /// Arguments that name what is called where they are passed to: a function, or a variable with a closure.
    pub(in crate::front) named: Set<usize>,
    /// What the body has beside holes.
    pub(in crate::front) beside: Beside,
    /// Arguments that name a variable with no closure.
    pub(in crate::front) no_functions: Set<usize>,
    /// Those of calls of functions of a type whose path names a trait of the signature, `Shape::area(&x)`.
    pub(in crate::front) of_traits: Set<usize>,
    /// Calls of functions of a type, `Particle::new(..)`, by the call's address.
    pub(in crate::front) associated: Map<usize, CaptureId>,
    /// Calls of methods, by the address of the method call itself.
    pub(in crate::front) methods: Map<usize, CaptureId>,
    /// Calls of methods, and of functions of a type, that were taken for numbers' own, by the calls' addresses:
    /// rustc says whether they are.
    pub(in crate::front) own: Set<usize>,
    /// Those of them whose receiver is a reference.
    pub(in crate::front) of_references: Set<usize>,
    /// Calls of methods that were taken for those of an `Option`, by the address of the method call itself.
    pub(in crate::front) options: Set<usize>,
    /// Calls of methods that were taken for those of slices and arrays, by the address of the method call itself.
    pub(in crate::front) elements: Set<usize>,
    /// What is indexed and may be of a type with an `Index` of its own, by the address of the whole.
    pub(in crate::front) indexed: Set<usize>,
    /// The names of the functions and methods of types.
    pub(in crate::front) names_of_types: Set<(bool, String)>,
    /// Names bound by `let` and `for`, whose types are asserted or asked for; and, by the address of an
    /// assignment's left side, names that were declared without a value.
    pub(in crate::front) locals: Map<usize, Vec<(syn::Ident, LocalId)>>,
    /// The arguments of macros, which rustc's tree holds as tokens only: here they are parsed, and stay where they are.
    pub(in crate::front) macros: Map<usize, Punctuated<syn::Expr, Token![,]>>,
    /// Whether macros were taken for std's or Kiln's by their names.
    pub(in crate::front) named_macros: bool,
    /// The operands of `matches!`, in the same way.
    pub(in crate::front) matches: Map<usize, Box<matching::Matches>>,
    /// Names in patterns that were taken for new variables: rustc says where one is a constant.
    pub(in crate::front) names: Set<usize>,
    /// Structs that are made without their type being written out: rustc is asked for it.
    pub(in crate::front) values: Map<usize, CaptureId>,
    /// Functions that were taken for the library's by their names: the user's path and the library's.
    pub(in crate::front) library: Vec<Assumed>,
    /// Names that were taken for those of numbers and atomics, and the types that they must stand for.
    pub(in crate::front) types: Vec<(Ask, TokenStream)>,
    /// Paths that were taken for constants of core, and these constants.
    pub(in crate::front) constants: Vec<(Ask, TokenStream)>,
    /// Open operators, by the address of the unary or binary expression. They are numbered by themselves until
    /// inference has found which of them are those of numbers: the rest become captures then.
    pub(in crate::front) operators: Map<usize, (Operator, CaptureId)>,
}

/// The address that names a node of the syntax tree while the tree stays where it is.
pub(in crate::front) fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

/// What a name in scope means.
#[derive(Clone)]
enum Binding {
    /// `alias`: the name is a reference in Rust, and stands for the variable itself.
    Local { id: LocalId, mutable: bool, alias: bool },
    /// `thread_idx()` and its like, bound by `let`: the four functions' `x`, `y`, `z`.
    Dim3(&'static str),
    /// `let r = x.row(i);`: a row of a tensor, and the variable that holds its number.
    Row { tensor: LocalId, index: LocalId },
    /// A reference to an element, a field or a part of a slice: its indices were evaluated and tested where the
    /// name was bound.
    Place { place: Place, mutable: bool },
    /// A closure, written out where it is called.
    Closure(Rc<template::Template>),
    /// A parameter that is called.
    Callable(CaptureId),
    /// An `Option` of a reference: what it refers to, and whether it does.
    Maybe(Rc<(Subject, Expr)>),
    /// A tuple with references in it: what its parts stand for.
    Parts(Rc<Vec<Binding>>),
    /// A `const`, `use` or `type` item of the body: rustc knows.
    Item,
}

impl Binding {
    /// Whether a variable may be changed by this name.
    fn changes(&self, id: LocalId) -> bool {
        match self {
            Binding::Local { id: other, mutable, .. } => *mutable && *other == id,
            Binding::Place { place, mutable } => *mutable && place.base == id,
            Binding::Closure(closure) => closure.assigns(id),
            Binding::Maybe(held) => match &held.0 {
                Subject::Referent { place, mutable } => *mutable && place.base == id,
                _ => false,
            },
            Binding::Parts(parts) => parts.iter().any(|part| part.changes(id)),
            Binding::Dim3(_) | Binding::Row { .. } | Binding::Callable(_) | Binding::Item => false,
        }
    }
}

/// The names of a block.
#[derive(Default)]
struct Scope {
    names: Map<String, Binding>,
    /// The block's items; they hold in all of it.
    items: TokenStream,
}

/// A loop or labeled block around the statement being lowered.
struct Frame {
    name: Option<String>,
    label: LabelId,
    is_loop: bool,
    /// Where `break value` puts its value.
    result: Option<LocalId>,
}

/// Where `return` goes inside of a closure.
struct Exit {
    label: LabelId,
    result: LocalId,
}

#[allow(clippy::struct_excessive_bools)] // Each is a fact of the function, and none follows from another.
struct Lower<'a> {
    report: &'a mut Report,
    /// How many places are being looked at, each for the one before it, and how many were for the first of them.
    looks: (usize, usize),
    /// The size of all copies of closures' bodies; see [`crate::check::size`].
    copied: u64,
    function: Function,
    sites: Vec<Site>,
    spans: Vec<Span>,
    sources: Vec<Source>,
    taps: Taps,
    /// What the function's tokens say before they are lowered.
    written: types::Written,
    /// The types of variables' first values, where the tokens say them.
    said: Map<LocalId, Type>,
    /// The types of variables whose first values are tuples without parts of something opaque.
    tuples: Map<LocalId, Type>,
    /// Variables that are tiles, as far as the tokens tell, and the number of their extents.
    tiles: Map<LocalId, usize>,
    /// Variables that hold what a device function gives, of which only rustc knows what that is.
    results: Set<LocalId>,
    /// Variables that hold a part of something, of which the tokens may not say what that is.
    parts: Set<LocalId>,
    numbers: Vec<CaptureId>,
    variables: u32,
    labels: u32,
    comments: Comments,
    scopes: Vec<Scope>,
    /// Variables about which something was complained: what follows from that is not said again.
    broken: Set<LocalId>,
    /// Parameters that were complained about, by number.
    refused: Set<usize>,
    /// As in [`Lowered`].
    hushed: bool,
    /// Whether the result type was complained about: what is returned is not checked then.
    result_is_broken: bool,
    frames: Vec<Frame>,
    /// The innermost closure's, where one is being lowered.
    exit: Option<Exit>,
    /// How many closures are being written out, one in the other.
    closures: usize,
    /// The block being filled.
    block: Vec<Stmt>,
    /// The site of the statement being lowered.
    site: SiteId,
    /// Generic parameters by name.
    generics: Map<String, CaptureId>,
    /// The path of the crate `kiln`.
    krate: &'a Path,
    /// Constants of which parts are asked for, and the variables that hold them.
    tables: Vec<(CaptureId, LocalId)>,
    /// Locals declared without a value: rustc knows their types where they are given one.
    late: Vec<LocalId>,
    /// Parameters of closures that are passed on, of which nothing is said: each may be a reference.
    open: Set<LocalId>,
    /// The user does not answer for what the function does.
    is_safe: bool,
    resolver: Resolver,
    /// The traits that the signature names.
    traits: Set<String>,
    /// Whether a name of a number's method may mean another's.
    asks: bool,
    /// As [`tile::says_tiles`].
    says_tiles: bool,
}

/// What a method means whose receiver has a type that the tokens do not say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::front) enum Resolver {
    /// What rustc answers.
    Rustc,
    /// A number's own: the kernel-language library has no other.
    Numbers,
}

/// Lowers a function, which may be one of a trait or of its implementation: `of_trait` names the trait then.
/// Complaints go to `report`; the result is meaningful when it is empty.
pub(in crate::front) fn lower(
    kind: FunctionKind,
    item: &ItemFn,
    attrs: Attrs,
    krate: &Path,
    of_trait: Option<&syn::Ident>,
    resolver: Resolver,
    report: &mut Report,
) -> Lowered {
    let span = item.sig.ident.span();
    let brace = item.block.brace_token.span;
    let comments = Comments::find(brace.join().source_text().as_deref(), brace.open().start().line as u32);
    let mut lower = Lower {
        looks: (0, 0),
        copied: 0,
        report,
        function: Function {
            name: item.sig.ident.to_string().trim_start_matches("r#").to_owned(),
            kind,
            attrs,
            captures: Vec::new(),
            params: Vec::new(),
            result: Type::Unit,
            locals: Vec::new(),
            body: Block::default(),
        },
        sites: Vec::new(),
        spans: Vec::new(),
        sources: Vec::new(),
        taps: Taps::default(),
        written: types::Written::of(item),
        said: Map::default(),
        tuples: Map::default(),
        tiles: Map::default(),
        results: Set::new(),
        parts: Set::new(),
        numbers: Vec::new(),
        variables: 0,
        labels: 0,
        comments,
        scopes: vec![Scope::default()],
        broken: Set::new(),
        refused: Set::new(),
        hushed: false,
        result_is_broken: false,
        frames: Vec::new(),
        exit: None,
        closures: 0,
        block: Vec::new(),
        site: SiteId(0),
        generics: Map::new(),
        krate,
        tables: Vec::new(),
        late: Vec::new(),
        open: Set::new(),
        is_safe: !matches!(item.sig.safety, syn::Safety::Unsafe(_)),
        resolver,
        traits: method_resolution::traits(&item.sig.generics)
            .chain(of_trait.map(ToString::to_string))
            .collect(),
        asks: of_trait.is_some() || method_resolution::has_users_bounds(&item.sig.generics),
        says_tiles: false,
    };
    lower.says_tiles = tile::says_tiles(&lower.function, item);
    lower.site = lower.new_site(span, SiteKind::Plain);
    lower.signature(item);
    lower.body(item);
    if lower.is_thread_kernel() {
        // What is missing is `(tile)`, once.
        lower.report.leave_one(Code::Level);
    }
    Lowered {
        function: lower.function,
        sites: lower.sites,
        sources: lower.sources,
        taps: lower.taps,
        numbers: lower.numbers,
        parameters: lower.generics.into_values().collect(),
        variables: lower.variables,
        span,
        is_unsafe: matches!(item.sig.safety, syn::Safety::Unsafe(_)),
        generic: signature::is_generic(&item.sig.generics),
        spans: lower.spans,
        refused: lower.refused,
        hushed: lower.hushed,
    }
}

impl Lower<'_> {
    fn body(&mut self, item: &ItemFn) {
        let block = self.scoped_block(|lower| {
            lower.bind_params(item);
            if lower.function.result == Type::Unit {
                lower.run(&item.block.stmts);
            } else if let Some(value) = lower.stmts(&item.block.stmts) {
                lower.give_back(Some(value));
            }
        });
        let mut body = Block(self.table_declarations());
        body.0.extend(block.0);
        self.function.body = body;
    }

    fn unsupported(&mut self, spot: impl Into<Spot>, what: impl Into<String>, help: impl Into<String>) {
        self.report.error(spot, Code::Unsupported, what, help);
    }

    fn fresh(&mut self) -> Type {
        self.variables += 1;
        Type::Infer(self.variables - 1)
    }

    fn new_label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }

    fn new_site(&mut self, span: Span, kind: SiteKind) -> SiteId {
        let start = span.start();
        self.sites.push(Site {
            // A macro's tokens and those that its user passes are of two files.
            file: span.file(),
            line: start.line as u32,
            column: start.column as u32 + 1,
            kind,
            comments: Vec::new(),
        });
        self.spans.push(span);
        SiteId(self.sites.len() as u32 - 1)
    }

    fn push(&mut self, kind: StmtKind) {
        let given = match &kind {
            StmtKind::Let { local, init: Some(value) } => Some((*local, value)),
            StmtKind::Assign { place, op: None, value } if place.steps.is_empty() => {
                Some((place.base, value))
            }
            _ => None,
        };
        if let Some((local, value)) = given {
            self.note_part(local, value);
        }
        let site = self.site;
        self.block.push(Stmt { kind, site });
    }

    /// Remembers of a variable that it is given a part of something.
    fn note_part(&mut self, local: LocalId, value: &Expr) {
        if is_open(&self.function.local(local).ty) && self.is_of_a_part(value) {
            self.parts.insert(local);
        }
    }

    /// Whether a value is a part of something, or what a device function gave, where the tokens do not say its type.
    fn is_of_a_part(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Load(place) => {
                is_open(&place.ty)
                    && (!place.steps.is_empty() || self.parts.contains(&place.base) || self.is_given(value))
                    && self.said_of(value).is_none()
            }
            ExprKind::Select { then, otherwise, .. } => {
                self.is_of_a_part(then) || self.is_of_a_part(otherwise)
            }
            ExprKind::Array(elements) => elements.iter().any(|element| self.is_of_a_part(element)),
            ExprKind::Repeat(element) => self.is_of_a_part(element),
            _ => self.is_given(value),
        }
    }

    /// A new capture, or the one that already asks for the same tokens.
    fn capture(&mut self, capture: Capture, source: Source) -> CaptureId {
        let mut known = self.function.captures.iter().zip(&self.sources);
        let same = known.position(|(known, from)| *known == capture && source.asks_as(from));
        let index = same.unwrap_or_else(|| {
            self.function.captures.push(capture);
            self.sources.push(source);
            self.function.captures.len() - 1
        });
        CaptureId(index as u32)
    }

    fn capture_const(&mut self, node: &impl ToTokens, ty: Option<Type>) -> CaptureId {
        let ask = self.ask(node.to_token_stream());
        self.capture(Capture::Const { name: text_of(node), ty }, Source::Const(ask))
    }

    /// A value that the host evaluates, when the kernel is made for its types.
    fn of_the_host(&mut self, node: &syn::Expr) -> Expr {
        self.given_by_the_host(node, node.to_token_stream())
    }

    /// The same of what these tokens say, which has the type of an expression of the body.
    fn given_by_the_host(&mut self, node: &syn::Expr, said: TokenStream) -> Expr {
        let ty = self.fresh();
        // A closure's body is lowered wherever it is called, and is one body to rustc.
        let id = match self.taps.values.get(&address(node)) {
            Some(id) => *id,
            None => {
                let ask = self.ask(said);
                self.capture(Capture::Const { name: text_of(node), ty: None }, Source::Value(ask))
            }
        };
        self.taps.values.insert(address(node), id);
        Expr::new(ExprKind::Capture(id), ty)
    }

    /// A constant that only rustc knows, as a value.
    fn constant(&mut self, node: &impl ToTokens) -> Expr {
        let ty = self.fresh();
        let id = self.capture_const(node, None);
        Expr::new(ExprKind::Capture(id), ty)
    }

    /// The same of a pattern's name, which is a variable to rustc where no constant has it: then what asks for the
    /// constant is to say that there is none, and so asks for no mere name.
    fn constant_of_pattern(&mut self, name: &syn::Ident) -> Expr {
        let ask = self.ask(quote::quote_spanned!(name.span()=> (#name)));
        let ty = self.fresh();
        let id = self.capture(Capture::Const { name: text_of(name), ty: None }, Source::Const(ask));
        Expr::new(ExprKind::Capture(id), ty)
    }

    /// Tokens that stand here.
    fn ask(&self, tokens: TokenStream) -> Ask {
        let scopes = self.scopes.iter().map(|scope| scope.items.clone()).filter(|items| !items.is_empty());
        Ask { tokens, scopes: scopes.collect(), is_argument: false }
    }

    /// The generic parameter of this name, unless an item of the body hides it.
    fn generic(&self, name: &str) -> Option<CaptureId> {
        self.generics.get(name).copied().filter(|_| !self.is_item(name))
    }

    fn is_item(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Binding::Item))
    }

    /// Fills a block of its own with what `fill` pushes, in a scope of its own.
    fn scoped_block(&mut self, fill: impl FnOnce(&mut Self)) -> Block {
        let outer = std::mem::take(&mut self.block);
        let site = self.site;
        self.scopes.push(Scope::default());
        fill(self);
        self.scopes.pop();
        self.site = site;
        Block(std::mem::replace(&mut self.block, outer))
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), binding);
        }
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    /// Whether a name was complained about.
    fn is_broken(&self, path: &syn::ExprPath) -> bool {
        let binding = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
        matches!(binding, Some(Binding::Local { id, .. }) if self.broken.contains(id))
    }

    /// Binds the names of a pattern that was refused, so that they are not complained about again.
    fn bind_broken(&mut self, pat: &syn::Pat) {
        struct Names(Vec<String>);
        impl<'ast> syn::visit::Visit<'ast> for Names {
            fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
                self.0.push(pat.ident.to_string());
                syn::visit::visit_pat_ident(self, pat);
            }
        }
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_pat(&mut names, pat);
        for name in names.0 {
            let ty = self.fresh();
            let id = self.new_local(&name, ty, LocalKind::Let);
            self.broken.insert(id);
            self.bind(&name, Binding::Local { id, mutable: true, alias: false });
        }
    }

    fn new_local(&mut self, name: &str, ty: Type, kind: LocalKind) -> LocalId {
        self.function.add_local(name.trim_start_matches("r#"), ty, kind)
    }

    /// Declares a temporary with this value and gives a read of it.
    fn temporary(&mut self, name: &str, value: Expr) -> Expr {
        let ty = value.ty.clone();
        let local = self.new_local(name, ty.clone(), LocalKind::Temp);
        if self.is_given(&value) {
            self.results.insert(local);
        }
        self.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, ty)
    }

    /// Whether a value is what a device function gave.
    fn is_given(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call { callee: Callee::Capture(_), .. } => true,
            ExprKind::Load(place) => place.steps.is_empty() && self.results.contains(&place.base),
            _ => false,
        }
    }

    /// Runs a statement's expression for its effects; a value without effects is dropped.
    fn evaluate(&mut self, value: Expr) {
        let store =
            matches!(value.kind, ExprKind::Tile { op: TileOp::Store { .. } | TileOp::Change { .. }, .. });
        let operator = matches!(value.kind, ExprKind::Call { callee: Callee::Operator(..), .. });
        if store || matches!(value.kind, ExprKind::Call { .. }) && !operator {
            self.push(StmtKind::Eval(value));
        } else if operator || !is_stable(&value, &|_| true) || can_fail(&value) {
            self.temporary("unused", value);
        }
    }

    /// Lowers operands in order. Where a later operand needed statements, earlier ones that those could change are
    /// saved to temporaries in front of them.
    fn sequence(&mut self, operands: &[&syn::Expr]) -> Vec<Expr> {
        let mut values: Vec<Expr> = Vec::with_capacity(operands.len());
        for operand in operands {
            let mark = self.block.len();
            let value = self.expr(operand);
            if self.block.len() > mark {
                self.save(&mut values, mark);
            }
            values.push(value);
        }
        values
    }

    /// Saves every value: what follows changes what they read.
    fn save_all(&mut self, values: &mut [Expr]) {
        let mark = self.block.len();
        self.save(values, mark);
    }

    /// Saves values that the statements from `mark` on could change.
    fn save(&mut self, values: &mut [Expr], mark: usize) {
        let later = self.block.split_off(mark);
        for value in values.iter_mut() {
            if let ExprKind::Ref(place) = &mut value.kind {
                // What is referred to stays where it is; which element that is, is decided here.
                self.fix_indices(place);
            } else if can_fail(value) || !is_stable(value, &|id| self.never_assigned(id)) {
                let saved = std::mem::replace(value, Expr::bool(false));
                *value = self.temporary("saved", saved);
            }
        }
        self.block.extend(later);
    }

    /// Whether a local keeps the value of its declaration.
    fn never_assigned(&self, id: LocalId) -> bool {
        match self.function.local(id).kind {
            LocalKind::Temp => true,
            LocalKind::Param
                if matches!(
                    self.function.local(id).ty,
                    Type::Ref { mutable: true, .. } | Type::Tensor { mutable: true, .. }
                ) =>
            {
                false
            }
            LocalKind::Param | LocalKind::Let => {
                let changed = |scope: &Scope| scope.names.values().any(|binding| binding.changes(id));
                !self.scopes.iter().any(changed)
            }
            LocalKind::Shared => false,
        }
    }

    /// Any value, where a complaint has been made or control never comes.
    fn dummy(&mut self) -> Expr {
        let ty = self.fresh();
        let local = self.new_local("never", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local, init: None });
        Expr::local(local, ty)
    }
}

/// Whether only inference or rustc knows a type, or the type of an array's elements.
fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Infer(_) => true,
        Type::Array(element, _) => matches!(**element, Type::Infer(_)),
        _ => false,
    }
}

/// An expression without the parentheses around it, and without the groups that macros put around what they are given.
pub(in crate::front) fn bare(mut expr: &syn::Expr) -> &syn::Expr {
    while let syn::Expr::Paren(syn::ExprParen { expr: inner, .. })
    | syn::Expr::Group(syn::ExprGroup { expr: inner, .. }) = expr
    {
        expr = inner;
    }
    expr
}

/// Whether evaluating the expression twice, or later, gives the same value: it reads no memory and only variables of
/// which `constant` holds.
fn is_stable(value: &Expr, constant: &dyn Fn(LocalId) -> bool) -> bool {
    if let ExprKind::Load(Place { base, steps, .. }) = &value.kind
        && (steps.iter().any(|step| !matches!(step, Step::Field(_))) || !constant(*base))
    {
        return false;
    }
    if let ExprKind::Tile { op, .. } = &value.kind
        && op.tensor().is_some_and(|tensor| !constant(tensor))
    {
        return false;
    }
    let mut stable = true;
    value.for_each_child(&mut |child| stable &= is_stable(child, constant));
    stable
}

/// Whether evaluating the expression can end the thread.
fn can_fail(value: &Expr) -> bool {
    let here = match &value.kind {
        ExprKind::Load(place) | ExprKind::Ref(place) => {
            place.steps.iter().any(|step| matches!(step, Step::Index { check: Check::Checked(_), .. }))
        }
        ExprKind::Binary { site, .. } | ExprKind::Call { site, .. } => site.is_some(),
        ExprKind::Literal(_)
        | ExprKind::Capture(_)
        | ExprKind::Len(_)
        | ExprKind::Unary(..)
        | ExprKind::Cast(_)
        | ExprKind::Select { .. }
        | ExprKind::Array(_)
        | ExprKind::Repeat(_)
        | ExprKind::Extent { .. }
        | ExprKind::Tile { .. }
        | ExprKind::LenOf(_)
        | ExprKind::Make(_) => false,
    };
    let mut fails = here;
    value.for_each_child(&mut |child| fails |= can_fail(child));
    fails
}
