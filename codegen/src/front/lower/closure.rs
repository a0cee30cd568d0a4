//! Closures: `let f = |a: f32, b| a * b + c;`, and those that iterators are given.
//!
//! Takes a closure as the user wrote it; guarantees its meaning wherever it is called: its names are those of where it
//! was written, what it captures it refers to (or, with `move`, has copied there), `return` leaves the closure alone,
//! and its parameters have one type for all calls. A closure has no value in the IR. One that is given to an
//! iterator is lowered where the iterator calls it. One that is bound to a name is lowered once, where it is
//! written, into a template, of which each call puts a copy in its place, with variables and labels of its own.

use crate::collections::{Set, sort_by_key};
use std::cell::{Cell, RefCell};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr as Syn, Pat};

use super::call::is_effect;
use super::items::Item;
use super::subject::Subject;
use super::template::{Renaming, Slot, Template, lent};
use super::{Binding, Exit, Lower, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{Expr, ExprKind, LocalKind, Place, StmtKind, Type};

/// A closure that an iterator calls, with the copies that `move` made.
pub(super) struct Callback<'e> {
    pub(super) f: &'e Syn,
    copies: Vec<(String, Binding)>,
}

/// Where closures are written.
impl Lower<'_> {
    /// `let name = |..| ..;`
    pub(super) fn let_closure(&mut self, name: &str, closure: &syn::ExprClosure) {
        let copies = self.copies(closure);
        let outer = std::mem::take(&mut self.taps.locals);
        let (mut params, mut value) = (Vec::new(), None);
        let body = self.scoped_block(|lower| {
            for (name, binding) in &copies {
                lower.bind(name, binding.clone());
            }
            params = closure.inputs.iter().map(|pat| lower.slot(pat, None, address(closure))).collect();
            value = lower.closure_body(closure);
        });
        let taps = std::mem::replace(&mut self.taps.locals, outer).into_iter();
        let mut taps: Vec<_> = taps
            .flat_map(|(node, names)| names.into_iter().map(move |(ident, id)| (node, ident, id)))
            .collect();
        sort_by_key(&mut taps, |(_, _, id)| *id);
        let mut assigned = Set::new();
        body.walk(&mut |stmt| {
            if let StmtKind::Assign { place, .. } = &stmt.kind {
                assigned.insert(place.base);
            }
        });
        body.walk_exprs(&mut |expr| lent(expr, &mut assigned));
        for slot in &params {
            self.forget(slot);
        }
        let has_state =
            copies.iter().any(|(_, copy)| matches!(copy, Binding::Local { id, .. } if assigned.contains(id)));
        let template = Template {
            node: address(closure),
            params,
            body,
            value,
            assigned,
            has_state,
            taps: RefCell::new(taps),
            called: Cell::new(false),
        };
        self.bind(name, Binding::Closure(std::rc::Rc::new(template)));
    }

    /// A reference has no variable of its own: the template's parameter is never declared, and counts as nothing.
    fn forget(&mut self, slot: &Slot) {
        match slot {
            Slot::Skip => {}
            Slot::Name { local, ty: Type::Ref { .. } | Type::Slice { .. }, .. } => {
                self.function.locals[local.0 as usize].ty = Type::BOOL;
            }
            Slot::Name { .. } => {}
            Slot::Deref(slot) => self.forget(slot),
            Slot::Parts(slots) => slots.iter().for_each(|slot| self.forget(slot)),
        }
    }

    fn slot(&mut self, pat: &Pat, said: Option<Type>, node: usize) -> Slot {
        match pat {
            Pat::Paren(inner) => self.slot(&inner.pat, said, node),
            Pat::Wild(_) => Slot::Skip,
            Pat::Type(typed) => {
                let ty = self.param_of_closure(&typed.ty);
                self.slot(&typed.pat, ty, node)
            }
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                let open = said.is_none();
                let ty = said.unwrap_or_else(|| self.fresh());
                let name = pat.ident.to_string();
                let local = self.new_local(&name, ty.clone(), LocalKind::Let);
                // What is behind a reference may change while the closure runs.
                let mutable = pat.mutability.is_some() || open || ty.is_mutable_base();
                self.bind(&name, Binding::Local { id: local, mutable, alias: false });
                Slot::Name { ident: Some(pat.ident.clone()), local, ty, open }
            }
            Pat::Reference(inner) => {
                let said = said.and_then(|ty| match ty {
                    Type::Ref { target, .. } => Some(*target),
                    _ => None,
                });
                Slot::Deref(Box::new(self.slot(&inner.pat, said, node)))
            }
            Pat::Tuple(tuple) => {
                let said = match said {
                    Some(Type::Tuple(types)) if types.len() == tuple.elems.len() => {
                        types.into_iter().map(Some).collect()
                    }
                    _ => vec![None; tuple.elems.len()],
                };
                Slot::Parts(
                    tuple.elems.iter().zip(said).map(|(pat, said)| self.slot(pat, said, node)).collect(),
                )
            }
            other => {
                // Taken apart where the body begins.
                let ty = said.unwrap_or_else(|| self.fresh());
                let local = self.new_local("argument", ty.clone(), LocalKind::Let);
                let subject = match &ty {
                    Type::Ref { target, mutable } => Subject::Referent {
                        place: Place::local(local, (**target).clone()),
                        mutable: *mutable,
                    },
                    ty => Subject::Value(Expr::local(local, ty.clone())),
                };
                self.bind_pattern(other, &subject, node);
                Slot::Name { ident: None, local, ty, open: false }
            }
        }
    }

    /// The type of a parameter, where it is said: references and slices are possible, as in device functions.
    pub(super) fn param_of_closure(&mut self, ty: &syn::Type) -> Option<Type> {
        Some(match ty {
            syn::Type::Infer(_) => return None,
            syn::Type::Paren(inner) => return self.param_of_closure(&inner.elem),
            syn::Type::Reference(reference) => {
                let mutable = reference.mutability.is_some();
                match &*reference.elem {
                    syn::Type::Slice(slice) => Type::slice(self.value_type(&slice.elem), mutable),
                    syn::Type::Infer(_) => return None,
                    target => Type::Ref { target: Box::new(self.value_type(target)), mutable },
                }
            }
            ty => self.value_type(ty),
        })
    }

    /// What a `move` closure copies: the variables that it names.
    pub(super) fn copies(&mut self, closure: &syn::ExprClosure) -> Vec<(String, Binding)> {
        let mut copies = Vec::new();
        if closure.capture.is_none() {
            return copies;
        }
        let mut names = Vec::new();
        identifiers(closure.body.to_token_stream(), &mut names);
        for name in names {
            let Some(&Binding::Local { id, mutable, alias: false }) = self.lookup(&name) else { continue };
            let local = self.function.local(id);
            let is_memory = matches!(local.ty, Type::Slice { .. } | Type::Ref { .. } | Type::Tensor { .. });
            if is_memory || local.kind == LocalKind::Shared || copies.iter().any(|(known, _)| *known == name)
            {
                continue;
            }
            let ty = local.ty.clone();
            let copy = self.new_local(&name, ty.clone(), LocalKind::Let);
            self.push(StmtKind::Let { local: copy, init: Some(Expr::local(id, ty)) });
            copies.push((name, Binding::Local { id: copy, mutable, alias: false }));
        }
        copies
    }

    /// The body of a closure whose parameters are bound: its statements join the current block.
    pub(super) fn closure_body(&mut self, closure: &syn::ExprClosure) -> Option<Expr> {
        let frames = std::mem::take(&mut self.frames);
        let exit = self.exit.take();
        self.closures += 1;
        let said = match &closure.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => match &**ty {
                syn::Type::Tuple(tuple) if tuple.elems.is_empty() => None,
                syn::Type::Infer(_) => None,
                ty => Some(self.value_type(ty)),
            },
        };
        let value = if returns(closure.body.to_token_stream()) {
            let ty = said.unwrap_or_else(|| self.fresh());
            let result = self.new_local("result", ty.clone(), LocalKind::Temp);
            let label = self.new_label();
            self.exit = Some(Exit { label, result });
            let (body, has_value) = self.labeled(result, |lower| lower.value_or_unit(&closure.body));
            if has_value {
                self.push(StmtKind::Let { local: result, init: None });
            }
            self.push(StmtKind::Block { label, body });
            has_value.then(|| Expr::local(result, ty))
        } else {
            match (self.value_or_unit(&closure.body), said) {
                (Some(value), Some(ty)) => {
                    let result = self.new_local("result", ty.clone(), LocalKind::Temp);
                    self.push(StmtKind::Let { local: result, init: Some(value) });
                    Some(Expr::local(result, ty))
                }
                (Some(value), None) if is_whole(&value) => Some(self.temporary("result", value)),
                (value, _) => value,
            }
        };
        self.frames = frames;
        self.exit = exit;
        self.closures -= 1;
        value
    }

    /// `return`, where it leaves a closure.
    pub(super) fn leave_closure(&mut self, node: &syn::ExprReturn) -> bool {
        let Some(Exit { label, result }) = self.exit else { return false };
        let value = node.expr.as_ref().and_then(|value| self.value_or_unit(value));
        if let Some(value) = value {
            let ty = self.function.local(result).ty.clone();
            self.push(StmtKind::Assign { place: Place::local(result, ty), op: None, value });
        }
        self.push(StmtKind::Break(label));
        true
    }

    /// Complains about another name for a closure, or about passing it by value: Rust would copy what it changes.
    pub(super) fn refuse_copy(&mut self, node: &impl ToTokens, name: &str) {
        let message = format!("`{name}` changes what it captured, and a copy of it would change its own");
        let help = format!("call it by its own name, `{name}(..)`, or lend it: `&mut {name}`");
        self.report.error(spot(node), Code::Closure, message, help);
    }

    /// Complains about a closure in a place where a value is asked for.
    pub(super) fn refuse_closure(&mut self, node: &impl ToTokens, name: Option<&str>) {
        let (message, help) = match name {
            Some(name) => (
                format!("`{name}` is a closure, which a kernel can call and pass to a function, and not keep or return"),
                format!("call it, `{name}(..)`, or pass it to `map`, `fold` or a `#[device] fn` that calls it"),
            ),
            None => (
                "a closure cannot be kept or returned in a kernel".to_owned(),
                "bind it to a name, `let f = |..| ..;`, and call that, or pass it to a `#[device] fn` that calls it"
                    .to_owned(),
            ),
        };
        self.report.error(spot(node), Code::Closure, message, help);
    }
}

/// Where closures are called.
impl Lower<'_> {
    /// `f(x, y)` of a closure that has a name.
    pub(super) fn call_closure(
        &mut self,
        template: &Template,
        call: &syn::ExprCall,
        node: &Syn,
    ) -> Option<Expr> {
        if template.params.len() != call.args.len() {
            // Rustc says so.
            return Some(self.dummy());
        }
        let mut renaming = Renaming::default();
        for (slot, arg) in template.params.iter().zip(&call.args) {
            let item = self.argument_item(arg);
            self.fill(slot, item, &mut renaming, node);
        }
        self.instantiate(template, renaming)
    }

    /// `(|a, b| ..)(x, y)`
    pub(super) fn call_at_once(&mut self, closure: &syn::ExprClosure, call: &syn::ExprCall) -> Option<Expr> {
        if closure.inputs.len() != call.args.len() {
            return Some(self.dummy());
        }
        // The closure is made before its arguments are.
        let copies = self.copies(closure);
        let mut items = Vec::new();
        for arg in &call.args {
            let item = self.argument_item(arg);
            items.push(self.named(item));
        }
        match self.inlined(closure, &copies, items)? {
            Item::Value(value) => Some(value),
            Item::Place { place, .. } => Some(Expr::load(place)),
            Item::Tuple(items) => {
                let value = self.item_tuple(items);
                if value.is_none() {
                    self.refuse_tuple(&closure.body);
                }
                value.or_else(|| Some(self.dummy()))
            }
        }
    }

    pub(super) fn refuse_tuple(&mut self, at: &Syn) {
        let help = "give its parts one by one";
        self.unsupported(spot(at), "a tuple with references in it has no value of its own here", help);
    }

    /// An argument of a closure: a reference stays one.
    fn argument_item(&mut self, arg: &Syn) -> Item {
        if let Some((place, mutable)) = self.referent(arg) {
            return Item::Place { place, mutable, depth: 1 };
        }
        match bare(arg) {
            Syn::Tuple(tuple) if !tuple.elems.is_empty() => {
                let mut items = Vec::new();
                for part in &tuple.elems {
                    let item = self.argument_item(part);
                    items.push(self.named(item));
                }
                Item::Tuple(items)
            }
            _ => Item::Value(self.whole(arg)),
        }
    }

    /// A closure that an iterator is given; what `move` copies is copied now.
    pub(super) fn callback<'e>(&mut self, f: &'e Syn) -> Callback<'e> {
        let copies = match bare(f) {
            Syn::Closure(closure) => self.copies(closure),
            _ => Vec::new(),
        };
        Callback { f, copies }
    }

    /// Calls a closure with items; `None` where it gives nothing.
    fn applied(&mut self, callback: &Callback<'_>, items: Vec<Item>) -> Option<Item> {
        let mut f = bare(callback.f);
        if let Syn::Closure(closure) = f {
            if closure.inputs.len() != items.len() {
                return Some(Item::Value(self.dummy()));
            }
            return self.inlined(closure, &callback.copies, items);
        }
        let lent = matches!(f, Syn::Reference(_));
        while let Syn::Reference(reference) = f {
            f = bare(&reference.expr);
        }
        if let Some(id) = self.callable(f) {
            let args = items.into_iter().map(|item| self.item_argument(item, callback.f)).collect();
            return self.called(id, args).map(Item::Value);
        }
        if let Some(Binding::Closure(template)) = self.binding(f).cloned() {
            if template.params.len() != items.len() {
                return Some(Item::Value(self.dummy()));
            }
            if template.has_state() && !lent {
                self.refuse_copy(f, &text_of(f));
                return Some(Item::Value(self.dummy()));
            }
            let mut renaming = Renaming::default();
            for (slot, item) in template.params.iter().zip(items) {
                self.fill(slot, item, &mut renaming, f);
            }
            return self.instantiate(&template, renaming).map(Item::Value);
        }
        if let Some(function) = self.function_of(f, items.len()) {
            let args = items.into_iter().map(|item| self.item_argument(item, callback.f)).collect();
            return Some(Item::Value(self.call_of(function, args)));
        }
        let message = format!("`{}` is no closure that a kernel can see into", text_of(callback.f));
        let params = ["a", "b", "c"].get(..items.len()).filter(|names| names.len() > 1);
        let params = params.map_or_else(|| "v".to_owned(), |names| names.join(", "));
        let help = format!("write the call out: `|{params}| {}({params})`", text_of(callback.f));
        self.report.error(spot(callback.f), Code::Closure, message, help);
        Some(Item::Value(self.dummy()))
    }

    pub(super) fn apply(&mut self, callback: &Callback<'_>, items: Vec<Item>) -> Item {
        match self.applied(callback, items) {
            Some(item) => item,
            None => Item::Value(self.dummy()),
        }
    }

    pub(super) fn apply_to_value(&mut self, callback: &Callback<'_>, items: Vec<Item>) -> Expr {
        let item = self.apply(callback, items);
        self.item_value(item, callback.f)
    }

    pub(super) fn apply_for_effect(&mut self, callback: &Callback<'_>, items: Vec<Item>) {
        if let Some(Item::Value(value)) = self.applied(callback, items) {
            self.evaluate(value);
        }
    }

    /// Lowers a closure where it is called.
    fn inlined(
        &mut self,
        closure: &syn::ExprClosure,
        copies: &[(String, Binding)],
        items: Vec<Item>,
    ) -> Option<Item> {
        self.scopes.push(super::Scope::default());
        for (name, binding) in copies {
            self.bind(name, binding.clone());
        }
        for (pat, item) in closure.inputs.iter().zip(items) {
            self.bind_item(pat, item, address(closure));
        }
        let item = match self.parts_of_body(closure) {
            Some(item) => Some(item),
            None => self.closure_body(closure).map(Item::Value),
        };
        self.scopes.pop();
        item
    }

    /// What a closure gives that is no value by itself: a reference, or a tuple at once.
    fn parts_of_body(&mut self, closure: &syn::ExprClosure) -> Option<Item> {
        let body = bare(&closure.body);
        if let Some((place, mutable)) = self.referent(body) {
            return Some(Item::Place { place, mutable, depth: 1 });
        }
        match body {
            Syn::Tuple(tuple) if !tuple.elems.is_empty() && !returns(body.to_token_stream()) => {
                Some(self.argument_item(body))
            }
            _ => None,
        }
    }
}

/// Whether a value can only stand as the whole of a statement.
fn is_whole(value: &Expr) -> bool {
    is_effect(value) || matches!(value.kind, ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Make(_))
}

/// Every identifier among the tokens, those in macros too.
fn identifiers(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => found.push(ident.to_string()),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether a body may leave its closure early. (A `return` of a closure inside counts too, to no harm.)
fn returns(tokens: TokenStream) -> bool {
    let mut found = Vec::new();
    identifiers(tokens, &mut found);
    found.iter().any(|name| name == "return")
}
