//! Statements and `let`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr as Syn, Item, Pat, PatIdent, Stmt};

use super::place::type_argument;
use super::subject::Subject;
use super::types::has_atomics;
use super::{Binding, Lower, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{Expr, ExprKind, LocalId, LocalKind, Scalar, SiteKind, StmtKind, Type};

impl Lower<'_> {
    /// The statements of a block; the value of its last expression, where it has one without semicolon.
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) -> Option<Expr> {
        self.items(stmts);
        let (last, before) = stmts.split_last()?;
        for stmt in before {
            self.statement(stmt);
        }
        match last {
            Stmt::Expr(expr, None) => {
                self.begin_statement(last);
                self.value_or_unit(expr)
            }
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Expr(_, Some(_)) | Stmt::Macro(_) => {
                self.statement(last);
                None
            }
        }
    }

    /// The statements of a block whose value, if any, is dropped.
    pub(super) fn run(&mut self, stmts: &[Stmt]) {
        self.items(stmts);
        for stmt in stmts {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        self.begin_statement(stmt);
        match stmt {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expr, _) => self.effect(expr),
            Stmt::Macro(mac) => self.macro_statement(&mac.mac),
            Stmt::Item(Item::Const(item)) => self.variables_of(item),
            Stmt::Item(Item::Use(_) | Item::Type(_)) => {}
            Stmt::Item(Item::Fn(item)) => self.unsupported(
                spot(&item.sig),
                format!("the function `{}` cannot stand inside of a kernel", item.sig.ident),
                "move it out of the kernel and write `#[device]` over it, or bind a closure by `let`",
            ),
            Stmt::Item(item) => self.unsupported(
                spot(item),
                "only `const`, `use` and `type` items can stand in a kernel",
                "move the item out of the function",
            ),
        }
    }

    /// An expression whose value, if any, is dropped.
    pub(super) fn effect(&mut self, expr: &Syn) {
        match expr {
            Syn::Paren(inner) => self.effect(&inner.expr),
            Syn::Group(inner) => self.effect(&inner.expr),
            Syn::If(node) => self.if_effect(node),
            Syn::Match(node) => self.match_effect(node),
            Syn::Block(node) if node.label.is_none() => self.plain_effect(&node.block),
            Syn::Unsafe(node) => self.plain_effect(&node.block),
            Syn::Path(_) => {}
            // A semicolon alone.
            Syn::Verbatim(tokens) if tokens.is_empty() => {}
            Syn::MethodCall(call) if call.method == "reverse" && self.element_method(call, false) => {}
            other if self.exchange_result(other).is_some() => {}
            other => {
                if let Some(value) = self.value_or_unit(other) {
                    self.evaluate(value);
                }
            }
        }
    }

    /// The items of a block hold from its start.
    fn items(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Item(Item::Const(item)) => self.bind(&item.ident.to_string(), Binding::Item),
                Stmt::Item(Item::Type(item)) => self.bind(&item.ident.to_string(), Binding::Item),
                Stmt::Item(Item::Use(item)) => self.bind_use(&item.tree),
                _ => continue,
            }
            if let (Stmt::Item(item), Some(scope)) = (stmt, self.scopes.last_mut()) {
                item.to_tokens(&mut scope.items);
            }
        }
    }

    /// A constant that says a variable: rustc complains, and does so in the same words wherever it is asked of the
    /// constant, if there is such a variable.
    fn variables_of(&mut self, item: &syn::ItemConst) {
        let mut names = Vec::new();
        identifiers(item.expr.to_token_stream(), &mut names);
        names.retain(|name| self.lookup(&name.to_string()).is_some_and(|it| !matches!(it, Binding::Item)));
        if let (false, Some(scope)) = (names.is_empty(), self.scopes.last_mut()) {
            let items = &scope.items;
            scope.items = quote!(#(#[allow(unused_variables)] let #names = ();)* #items);
        }
    }

    fn bind_use(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.bind_use(&path.tree),
            syn::UseTree::Name(name) => self.bind(&name.ident.to_string(), Binding::Item),
            syn::UseTree::Rename(rename) => self.bind(&rename.rename.to_string(), Binding::Item),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.bind_use(tree)),
            syn::UseTree::Glob(_) => {}
        }
    }

    fn begin_statement(&mut self, stmt: &Stmt) {
        let first = syn::spanned::Spanned::span(stmt);
        self.site = self.new_site(first, SiteKind::Plain);
        let comments = self.comments.take(first.start().line as u32);
        if let Some(site) = self.sites.last_mut() {
            site.comments = comments;
        }
    }

    fn local(&mut self, local: &syn::Local) {
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        if let Some(init) = &local.init
            && let Some((_, diverge)) = &init.diverge
        {
            return self.let_else(local, &init.expr, diverge);
        }
        let init = local.init.as_ref().map(|init| &*init.expr);
        match pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                self.let_ident(local, pat, ty, init);
            }
            Pat::Wild(_) => {
                if let Some(init) = init {
                    self.discard(init);
                }
            }
            Pat::Tuple(_) if init.is_some_and(|init| self.machine_call(init, &["global_id"]).is_some()) => {
                if let Some(init) = init {
                    let help = "`global_id_2d()` gives `(x, y)`, and `global_id_3d()` gives `(x, y, z)`";
                    self.unsupported(spot(init), "`global_id()` is one number", help);
                }
                self.bind_broken(pat);
            }
            _ => match init {
                Some(init) => {
                    let subject = self.subject_for(init, ty, Some(pat));
                    self.bind_pattern(pat, &subject, address(local));
                }
                None => self.declare(pat, ty),
            },
        }
    }

    /// `let (a, b);`: names that get their values later.
    fn declare(&mut self, pat: &Pat, ty: Option<&syn::Type>) {
        match (pat, ty) {
            (Pat::Paren(inner), ty) => self.declare(&inner.pat, ty),
            (Pat::Wild(_) | Pat::Rest(_), _) => {}
            (Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }), ty) => {
                let ty = match ty {
                    Some(ty) => self.value_type(ty),
                    None => self.fresh(),
                };
                let name = ident.to_string();
                let local = self.new_local(&name, ty, LocalKind::Let);
                self.late.push(local);
                self.push(StmtKind::Let { local, init: None });
                self.bind(&name, Binding::Local { id: local, mutable: true, alias: false });
            }
            (Pat::Tuple(tuple), None) => tuple.elems.iter().for_each(|pat| self.declare(pat, None)),
            (Pat::Tuple(tuple), Some(syn::Type::Tuple(types))) if types.elems.len() == tuple.elems.len() => {
                for (pat, ty) in tuple.elems.iter().zip(&types.elems) {
                    self.declare(pat, Some(ty));
                }
            }
            (other, _) => {
                self.refuse_pattern(other, "needs a value here", "write a `let` for each name");
                self.bind_broken(other);
            }
        }
    }

    /// `let _ = value;` and `_ = value;`: a place is not even read.
    pub(super) fn discard(&mut self, value: &Syn) {
        match value {
            Syn::Reference(reference) => self.discard(&reference.expr),
            other => self.effect(other),
        }
    }

    fn let_ident(
        &mut self,
        node: &syn::Local,
        pat: &syn::PatIdent,
        ty: Option<&syn::Type>,
        init: Option<&Syn>,
    ) {
        let name = pat.ident.to_string();
        let mark = self.report.len();
        if let Some(init) = init
            && let Some((inner, some)) = self.option_of_reference(init)
        {
            let subject = Subject::Maybe { inner: Box::new(inner), some };
            return self.bind_found(vec![(pat, subject)], address(node));
        }
        if let (Some(init), None, None) = (init, ty, pat.mutability)
            && let Some(subject) = self.unwrapped_item(init)
        {
            return self.bind_found(vec![(pat, subject)], address(node));
        }
        if init.is_some_and(|init| self.let_alias(&name, pat, init)) {
            return;
        }
        let declared = ty.map(|ty| self.value_type(ty));
        if self.report.len() > mark {
            // What is wrong with the type is not looked for in the value as well.
            return self.bind_broken(&Pat::Ident(pat.clone()));
        }
        if let (Some(ty), Some(true)) = (ty, declared.as_ref().map(has_atomics)) {
            self.report.error(
                spot(ty),
                Code::UnsupportedType,
                "an atomic cannot be a variable of one thread",
                "atomics are elements of `&[AtomicU32]` parameters and of `shared` arrays",
            );
        }
        // The initial value is evaluated before the name comes into scope.
        let ty = declared.unwrap_or_else(|| match init {
            Some(init) if self.makes_option(init) => Type::Tuple(vec![Type::BOOL, self.fresh()]),
            // A reduction asks how many tiles it has.
            Some(Syn::Tuple(tuple)) if self.says_tiles && !tuple.elems.is_empty() => {
                Type::Tuple(tuple.elems.iter().map(|_| self.fresh()).collect())
            }
            _ => self.fresh(),
        });
        let local = self.new_local(&name, ty, LocalKind::Let);
        match init {
            Some(init) => self.let_value(local, init),
            None => {
                self.late.push(local);
                self.push(StmtKind::Let { local, init: None });
            }
        }
        self.note_type(local);
        let mutable = pat.mutability.is_some() || init.is_none();
        self.bind(&name, Binding::Local { id: local, mutable, alias: false });
        if self.report.len() > mark {
            self.broken.insert(local);
        }
        let is_told = match self.block.last().map(|stmt| &stmt.kind) {
            // Of a constant rustc is asked already.
            Some(StmtKind::Let { init: Some(Expr { kind: ExprKind::Capture(_), .. }), .. }) => false,
            // Of a loop without an end rustc would take it for whatever it is told.
            Some(StmtKind::Let { local: last, init: None }) => *last != local || init.is_none(),
            _ => true,
        };
        if is_told && self.function.local(local).ty != Type::Unit {
            self.tap(address(node), &pat.ident, local);
        }
    }

    /// Remembers a local whose type the checked copy asserts or asks for.
    pub(super) fn tap(&mut self, node: usize, ident: &syn::Ident, local: LocalId) {
        self.taps.locals.or_default(node).push((ident.clone(), local));
    }

    /// `let` forms that bind a name to something that is not a value: shared memory, a 3-D index, a reference.
    fn let_alias(&mut self, name: &str, pat: &syn::PatIdent, init: &Syn) -> bool {
        if let Some(path) = self.shared_call(init) {
            if self.refuse_threads(spot(path), "shared") {
                self.bind_broken(&syn::Pat::Ident(pat.clone()));
                return true;
            }
            self.library(path, "shared", Some("[u8; 1]"));
            let array = type_argument(path);
            let mark = self.report.len();
            let ty = array.map_or(Type::Unit, |array| self.value_type(array));
            if !matches!(ty, Type::Array(..) | Type::Capture(_)) && self.report.len() == mark {
                let place = array.map_or_else(|| spot(init), spot);
                let message = "shared memory is an array, whose type is written out";
                self.report.error(place, Code::Shared, message, "write `let tile = shared::<[f32; 256]>();`");
            }
            let before = crate::abi::shared_memory(&self.function).bytes;
            let id = self.new_local(name, ty, LocalKind::Shared);
            self.bind(name, Binding::Local { id, mutable: false, alias: true });
            let bytes = crate::abi::shared_memory(&self.function).bytes;
            let most = crate::abi::MOST_SHARED;
            if before <= most && bytes > most && self.report.len() == mark {
                let message = format!(
                    "the kernel's shared memory is {bytes} bytes here, more than any GPU gives a block"
                );
                let help = format!("use {} bytes at most: work on smaller pieces", crate::abi::MOST_SHARED);
                self.report.error(array.map_or_else(|| spot(init), spot), Code::Shared, message, help);
            }
            if self.report.len() > mark {
                self.broken.insert(id);
            }
            return true;
        }
        if let Some(path) = self.dynamic_call(init) {
            self.let_dynamic(name, pat, path, init);
            return true;
        }
        if let Syn::Closure(closure) = bare(init) {
            let mark = self.report.len();
            self.let_closure(name, closure);
            if self.report.len() > mark {
                self.bind_broken(&syn::Pat::Ident(pat.clone()));
            }
            return true;
        }
        if let Some(function) = self.dim3_call(init) {
            self.bind(name, Binding::Dim3(function));
            return true;
        }
        if let Some(row) = self.let_row(init) {
            self.bind(name, row);
            return true;
        }
        let mark = self.report.len();
        let Some(binding) = self.reference_binding(init) else { return false };
        if let (Binding::Closure(closure), Syn::Path(path)) = (&binding, bare(init))
            && closure.has_state()
        {
            self.refuse_copy(path, &text_of(path));
        }
        if self.report.len() > mark {
            self.bind_broken(&syn::Pat::Ident(pat.clone()));
            return true;
        }
        if pat.mutability.is_some() {
            self.unsupported(
                spot(pat),
                "a reference cannot be made to point elsewhere in a kernel",
                "leave out the `mut` of this name",
            );
            self.bind_broken(&syn::Pat::Ident(pat.clone()));
            return true;
        }
        self.bind(name, binding);
        true
    }

    /// `let tile = dynamic_shared::<f32>();`
    fn let_dynamic(&mut self, name: &str, pat: &syn::PatIdent, path: &syn::ExprPath, init: &Syn) {
        if self.refuse_threads(spot(path), "shared") {
            return self.bind_broken(&syn::Pat::Ident(pat.clone()));
        }
        self.library(path, "dynamic_shared", Some("u8"));
        let mark = self.report.len();
        let element = match type_argument(path) {
            Some(ty) => self.value_type(ty),
            None => {
                let help = "write `let tile = dynamic_shared::<f32>();`";
                self.report.error(spot(init), Code::Shared, "the type of the elements is written out", help);
                return self.bind_broken(&syn::Pat::Ident(pat.clone()));
            }
        };
        let another = self
            .function
            .locals
            .iter()
            .any(|local| local.kind == LocalKind::Shared && matches!(local.ty, Type::Slice { .. }));
        if self.function.kind == crate::ir::FunctionKind::Device {
            let message = "only a kernel asks for dynamic shared memory, whose length its launch says";
            let help = "ask for it in the kernel, and pass it on as `&mut [f32]`";
            self.report.error(spot(path), Code::Shared, message, help);
        } else if another {
            let message = "a kernel has one piece of dynamic shared memory";
            let help = "ask for one that holds both, and use a part of it for each";
            self.report.error(spot(path), Code::Shared, message, help);
        }
        let id = self.new_local(name, Type::slice(element, true), LocalKind::Shared);
        self.bind(name, Binding::Local { id, mutable: false, alias: true });
        if self.report.len() > mark {
            self.broken.insert(id);
        }
    }

    /// What a reference to a whole variable, or the copy of one, stands for.
    pub(super) fn referred(&self, init: &Syn) -> Option<Binding> {
        match bare(init) {
            Syn::Reference(reference) => {
                let changes = reference.mutability.is_some();
                let mut target = &*reference.expr;
                while let Syn::Paren(syn::ExprParen { expr, .. })
                | Syn::Group(syn::ExprGroup { expr, .. })
                | Syn::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = target
                {
                    target = expr;
                }
                match self.binding(target)? {
                    Binding::Local { id, mutable, .. } => {
                        Some(Binding::Local { id: *id, mutable: *mutable || changes, alias: true })
                    }
                    Binding::Place { place, mutable } => {
                        Some(Binding::Place { place: place.clone(), mutable: *mutable || changes })
                    }
                    other @ (Binding::Dim3(_)
                    | Binding::Row { .. }
                    | Binding::Closure(_)
                    | Binding::Callable(_)
                    | Binding::Maybe(_)
                    | Binding::Parts(_)) => Some(other.clone()),
                    Binding::Item => None,
                }
            }
            other => match self.binding(other)? {
                binding @ Binding::Local { id, alias, .. } => {
                    let local = self.function.local(*id);
                    let is_reference = *alias
                        || matches!(local.ty, Type::Slice { .. } | Type::Ref { .. } | Type::Tensor { .. });
                    is_reference.then(|| binding.clone())
                }
                other @ (Binding::Place { .. }
                | Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Closure(_)) => Some(other.clone()),
                Binding::Item => None,
            },
        }
    }

    pub(super) fn binding(&self, expr: &Syn) -> Option<&Binding> {
        match bare(expr) {
            Syn::Path(path) => self.lookup(&path.path.get_ident()?.to_string()),
            // A part of a tuple with references in it.
            Syn::Field(field) => match (self.binding(&field.base)?, &field.member) {
                (Binding::Parts(parts), syn::Member::Unnamed(at)) => parts.get(at.index as usize),
                _ => None,
            },
            _ => None,
        }
    }

    /// `global_id_2d()` and `global_id_3d()`, as values.
    pub(super) fn id_tuple(&mut self, init: &Syn) -> Option<Vec<Expr>> {
        let axes: &[&str] = match self.machine_call(init, &["global_id_2d", "global_id_3d"])? {
            "global_id_2d" => &["global_id_x", "global_id_y"],
            _ => &["global_id_x", "global_id_y", "global_id_z"],
        };
        axes.iter().map(|name| Self::intrinsic(name, Vec::new(), Type::Scalar(Scalar::Usize))).collect()
    }
}

/// The identifiers in tokens, each once.
fn identifiers(tokens: TokenStream, found: &mut Vec<proc_macro2::Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if !found.contains(&ident) => found.push(ident),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
