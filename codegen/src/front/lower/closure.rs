//! Closures: `let f = |a: f32, b| a * b + c;`, and those that iterators are given.
//!
//! Takes a closure as the user wrote it; guarantees its meaning wherever it is called: its names are those of where it
//! was written, what it captures it refers to (or, with `move`, has copied there), `return` leaves the closure alone,
//! and its parameters have one type for all calls. A closure has no value in the IR. One that is given to an iterator is
//! lowered where the iterator calls it. One that is bound to a name is lowered once, where it is written, into a template,
//! of which each call puts a copy in its place, with variables and labels of its own.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr as Syn, Pat};

use super::call::is_effect;
use super::iter::Item;
use super::subject::Subject;
use super::{Binding, Exit, Lower, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{
    Block, Callee, Expr, ExprKind, LabelId, LocalId, LocalKind, Place, Step, Stmt, StmtKind, TileOp, Type,
};

/// A closure that was bound to a name.
pub(super) struct Template {
    /// The closure's address in the syntax tree.
    node: usize,
    params: Vec<Slot>,
    body: Block,
    /// What the closure gives, after its body.
    value: Option<Expr>,
    /// Variables around the closure that its body changes or lends.
    assigned: HashSet<LocalId>,
    /// It has a state of its own: copies of what it captured, which it changes.
    has_state: bool,
    /// Names of the body whose types the checked copy asserts; they count from the first call on, which decides the types.
    taps: RefCell<Vec<(usize, syn::Ident, LocalId)>>,
    called: Cell<bool>,
}

impl Template {
    /// Whether a call may change a variable.
    pub(super) fn assigns(&self, id: LocalId) -> bool {
        self.assigned.contains(&id)
    }

    /// Whether another name may stand for the same closure.
    pub(super) fn has_state(&self) -> bool {
        self.has_state
    }
}

/// A parameter: what its pattern does with an argument.
enum Slot {
    Skip,
    Name {
        /// `None` where the name is taken apart in the body.
        ident: Option<syn::Ident>,
        local: LocalId,
        ty: Type,
        /// Nothing was said of its type: where it turns out to be a reference, passing it on passes the reference.
        open: bool,
    },
    Deref(Box<Slot>),
    Parts(Vec<Slot>),
}

/// A closure that an iterator calls, with the copies that `move` made.
pub(super) struct Callback<'e> {
    f: &'e Syn,
    copies: Vec<(String, Binding)>,
}

/// What stands for the locals and labels of a template in one of its copies.
#[derive(Default)]
struct Renaming {
    locals: HashMap<LocalId, Target>,
    labels: HashMap<LabelId, LabelId>,
}

enum Target {
    Local(LocalId),
    Place { place: Place, open: bool },
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
        taps.sort_by_key(|(_, _, id)| *id);
        let mut assigned = HashSet::new();
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
    fn param_of_closure(&mut self, ty: &syn::Type) -> Option<Type> {
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
    fn copies(&mut self, closure: &syn::ExprClosure) -> Vec<(String, Binding)> {
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
    fn closure_body(&mut self, closure: &syn::ExprClosure) -> Option<Expr> {
        let frames = std::mem::take(&mut self.frames);
        let exit = self.exit.take();
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
            let (body, has_value) = self.labelled(result, |lower| lower.value_or_unit(&closure.body));
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

    /// Complains about a closure in a place where a value is asked for.
    pub(super) fn refuse_closure(&mut self, node: &impl ToTokens, name: Option<&str>) {
        let (message, help) = match name {
            Some(name) => (
                format!("`{name}` is a closure, which a kernel can call, and not keep, return or pass on"),
                format!("call it, `{name}(..)`, or give it to `map`, `fold` and their like; what other functions call is a `#[device] fn`"),
            ),
            None => (
                "a closure cannot be kept, returned or passed on in a kernel".to_owned(),
                "bind it to a name, `let f = |..| ..;`, and call that; what other functions call is a `#[device] fn`".to_owned(),
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
        let mut items = Vec::new();
        for arg in &call.args {
            let item = self.argument_item(arg);
            items.push(self.named(item));
        }
        let copies = self.copies(closure);
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

    fn refuse_tuple(&mut self, at: &Syn) {
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
        while let Syn::Reference(reference) = f {
            f = bare(&reference.expr);
        }
        if let Some(Binding::Closure(template)) = self.binding(f).cloned() {
            if template.params.len() != items.len() {
                return Some(Item::Value(self.dummy()));
            }
            let mut renaming = Renaming::default();
            for (slot, item) in template.params.iter().zip(items) {
                self.fill(slot, item, &mut renaming, f);
            }
            return self.instantiate(&template, renaming).map(Item::Value);
        }
        let message = format!("`{}` is no closure that a kernel can see into", text_of(callback.f));
        let help = format!("write the call out: `|v| {}(v)`", text_of(callback.f));
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

    /// Binds a parameter of a template to its argument.
    fn fill(&mut self, slot: &Slot, item: Item, renaming: &mut Renaming, at: &Syn) {
        match (slot, item) {
            (Slot::Skip, Item::Value(value)) => self.evaluate(value),
            (Slot::Skip, Item::Place { .. } | Item::Tuple(_)) => {}
            (Slot::Name { ident, local, ty, .. }, Item::Value(value)) => {
                let name = ident.as_ref().map_or_else(|| "argument".to_owned(), ToString::to_string);
                let new = self.new_local(&name, ty.clone(), LocalKind::Let);
                self.push(StmtKind::Let { local: new, init: Some(value) });
                renaming.locals.insert(*local, Target::Local(new));
            }
            (Slot::Name { local, open, .. }, Item::Place { place, .. }) => {
                renaming.locals.insert(*local, Target::Place { place, open: *open });
            }
            (Slot::Name { .. }, Item::Tuple(items)) => match self.item_tuple(items) {
                Some(value) => self.fill(slot, Item::Value(value), renaming, at),
                None => self.refuse_tuple(at),
            },
            (Slot::Deref(slot), item) => self.fill(slot, item.dereferenced(), renaming, at),
            (Slot::Parts(slots), Item::Tuple(items)) if slots.len() == items.len() => {
                for (slot, item) in slots.iter().zip(items) {
                    self.fill(slot, item, renaming, at);
                }
            }
            (Slot::Parts(slots), Item::Value(value)) => {
                let ty = value.ty.clone();
                let local = self.new_local("argument", ty.clone(), LocalKind::Temp);
                self.push(StmtKind::Let { local, init: Some(value) });
                for (number, slot) in slots.iter().enumerate() {
                    let part = self.field(Place::local(local, ty.clone()), &number.to_string());
                    self.fill(slot, Item::Value(Expr::load(part)), renaming, at);
                }
            }
            (Slot::Parts(_), _) => self.refuse_tuple(at),
        }
    }

    /// Puts a copy of the template here, whose parameters are renamed already.
    fn instantiate(&mut self, template: &Template, mut renaming: Renaming) -> Option<Expr> {
        for (node, ident, local) in template.taps.take() {
            self.tap(node, &ident, local);
        }
        if !template.called.replace(true) {
            self.tap_parameters(template, &renaming);
        }
        let stmts = self.copied_block(&template.body, &mut renaming);
        self.block.extend(stmts.0);
        let mut value = template.value.clone()?;
        self.rename(&mut value, &renaming);
        let own: HashSet<LocalId> = renaming
            .locals
            .values()
            .filter_map(|target| match target {
                Target::Local(id) => Some(*id),
                Target::Place { .. } => None,
            })
            .collect();
        let stable = super::is_stable(&value, &|id| own.contains(&id) || self.never_assigned(id));
        Some(if stable { value } else { self.temporary("result", value) })
    }

    /// Remembers the parameters that turned out to be values.
    fn tap_parameters(&mut self, template: &Template, renaming: &Renaming) {
        let mut slots: Vec<&Slot> = template.params.iter().collect();
        while let Some(slot) = slots.pop() {
            match slot {
                Slot::Name { ident: Some(ident), local, .. } => {
                    if let Some(Target::Local(_)) = renaming.locals.get(local) {
                        self.tap(template.node, ident, *local);
                    }
                }
                Slot::Skip | Slot::Name { ident: None, .. } => {}
                Slot::Deref(slot) => slots.push(slot),
                Slot::Parts(parts) => slots.extend(parts),
            }
        }
    }

    fn copied_block(&mut self, block: &Block, renaming: &mut Renaming) -> Block {
        let mut stmts = Vec::with_capacity(block.0.len());
        for stmt in &block.0 {
            stmts.push(self.copied_stmt(stmt, renaming));
        }
        Block(stmts)
    }

    fn copied_stmt(&mut self, stmt: &Stmt, renaming: &mut Renaming) -> Stmt {
        let mut copy = stmt.clone();
        copy.for_each_expr_mut(&mut |expr| self.rename(expr, renaming));
        match &mut copy.kind {
            StmtKind::Let { local, .. } => *local = self.declared_anew(*local, renaming),
            StmtKind::Assign { place, .. } => self.rebase(place, renaming),
            StmtKind::For { label, local, .. } => {
                *local = self.declared_anew(*local, renaming);
                *label = self.label_anew(*label, renaming);
            }
            StmtKind::Loop { label, .. }
            | StmtKind::While { label, .. }
            | StmtKind::Block { label, .. }
            | StmtKind::Break(label)
            | StmtKind::Continue(label) => *label = self.label_anew(*label, renaming),
            StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Return(_)
            | StmtKind::Fail { .. }
            | StmtKind::Print { .. } => {}
        }
        for inner in copy.blocks_mut() {
            *inner = self.copied_block(inner, renaming);
        }
        copy
    }

    fn declared_anew(&mut self, local: LocalId, renaming: &mut Renaming) -> LocalId {
        let old = self.function.local(local).clone();
        let new = self.function.add_local(old.name, old.ty, old.kind);
        renaming.locals.insert(local, Target::Local(new));
        new
    }

    fn label_anew(&mut self, label: LabelId, renaming: &mut Renaming) -> LabelId {
        if let Some(new) = renaming.labels.get(&label) {
            return *new;
        }
        let new = self.new_label();
        renaming.labels.insert(label, new);
        new
    }

    fn rename(&mut self, expr: &mut Expr, renaming: &Renaming) {
        if let ExprKind::Call { callee: Callee::Capture(_) | Callee::Function(_), args, .. } = &mut expr.kind
        {
            for arg in args {
                self.pass_on(arg, renaming);
            }
        }
        expr.for_each_child_mut(&mut |child| self.rename(child, renaming));
        match &mut expr.kind {
            ExprKind::Load(place) | ExprKind::Ref(place) | ExprKind::LenOf(place) => {
                self.rebase(place, renaming);
            }
            ExprKind::Len(local) => match renaming.locals.get(local) {
                Some(Target::Local(new)) => *local = *new,
                Some(Target::Place { place, .. }) => expr.kind = self.len_of(place).kind,
                None => {}
            },
            ExprKind::Extent { tensor, .. } => rename_local(tensor, renaming),
            ExprKind::Tile { op: TileOp::Load { tensor, .. } | TileOp::Store { tensor }, .. } => {
                rename_local(tensor, renaming);
            }
            ExprKind::Tile { .. }
            | ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Call { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Make(_) => {}
        }
    }

    /// A parameter of which nothing was said, passed on to a device function: where it is a reference, that is what is
    /// passed.
    fn pass_on(&mut self, arg: &mut Expr, renaming: &Renaming) {
        let ExprKind::Load(place) = &arg.kind else { return };
        let target = renaming.locals.get(&place.base);
        if let (Some(Target::Place { open: true, .. }), true) = (target, place.steps.is_empty()) {
            let place = place.clone();
            *arg = Expr::new(ExprKind::Ref(place), self.fresh());
        }
    }

    fn rebase(&mut self, place: &mut Place, renaming: &Renaming) {
        match renaming.locals.get(&place.base) {
            None => {}
            Some(Target::Local(new)) => place.base = *new,
            Some(Target::Place { place: referent, .. }) => {
                if place.steps.is_empty() && matches!(place.ty, Type::Slice { .. }) {
                    place.ty = referent.ty.clone();
                }
                place.base = referent.base;
                place.steps.splice(0..0, referent.steps.iter().cloned());
                // A part can be changed where the whole can.
                let mutable = self.function.local(place.base).ty.is_mutable_base();
                if let (Some(Step::Slice { .. }), Type::Slice { mutable: changes, .. }) =
                    (place.steps.last(), &mut place.ty)
                {
                    *changes = mutable;
                }
            }
        }
    }
}

fn rename_local(local: &mut LocalId, renaming: &Renaming) {
    match renaming.locals.get(local) {
        Some(Target::Local(new)) => *local = *new,
        Some(Target::Place { place, .. }) => *local = place.base,
        None => {}
    }
}

/// What an expression lends to others.
fn lent(expr: &Expr, found: &mut HashSet<LocalId>) {
    if let ExprKind::Ref(place) = &expr.kind {
        found.insert(place.base);
    }
    expr.for_each_child(&mut |child| lent(child, found));
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
