//! A closure that was bound to a name: lowered once, where it is written; each call puts a copy in its place.
//!
//! Takes a template and what its parameters stand for; guarantees a copy with variables and labels of its own, in
//! which a parameter by reference is the place that was lent, and a parameter by value a variable of the call's.

use crate::collections::{Map, Set};
use std::cell::{Cell, RefCell};

use proc_macro2::Span;
use syn::Expr as Syn;

use super::Lower;
use super::items::Item;
use crate::check::size;
use crate::ir::{
    Block, Callee, Expr, ExprKind, LabelId, LocalId, LocalKind, Place, Step, Stmt, StmtKind, TileOp, Type,
};

/// A closure that was bound to a name.
pub(super) struct Template {
    /// The closure's address in the syntax tree.
    pub(super) node: usize,
    pub(super) params: Vec<Slot>,
    pub(super) body: Block,
    /// What the closure gives, after its body.
    pub(super) value: Option<Expr>,
    /// Variables around the closure that its body changes or lends.
    pub(super) assigned: Set<LocalId>,
    /// It has a state of its own: copies of what it captured, which it changes.
    pub(super) has_state: bool,
    /// Names of the body whose types the checked copy asserts; they count from the first call on, which decides the
    /// types.
    pub(super) taps: RefCell<Vec<(usize, syn::Ident, LocalId)>>,
    pub(super) called: Cell<bool>,
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
pub(super) enum Slot {
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

/// What stands for the locals and labels of a template in one of its copies.
#[derive(Default)]
pub(super) struct Renaming {
    locals: Map<LocalId, Target>,
    labels: Map<LabelId, LabelId>,
}

pub(super) enum Target {
    Local(LocalId),
    Place { place: Place, open: bool },
}

/// Copies of templates.
impl Lower<'_> {
    /// Binds a parameter of a template to its argument.
    pub(super) fn fill(&mut self, slot: &Slot, item: Item, renaming: &mut Renaming, at: &Syn) {
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
    pub(super) fn instantiate(&mut self, template: &Template, mut renaming: Renaming) -> Option<Expr> {
        for (node, ident, local) in template.taps.take() {
            self.tap(node, &ident, local);
        }
        if !template.called.replace(true) {
            self.tap_parameters(template, &renaming);
        }
        // A closure that calls another one has copies of it, and each call copies all of them.
        let room = size::LIMIT.saturating_sub(self.copied);
        self.copied = self.copied.saturating_add(size::own(&template.body));
        if self.copied > size::LIMIT {
            if room > 0 {
                let at = self.spans.get(self.site.0 as usize).copied().unwrap_or_else(Span::call_site);
                let what = "the calls of closures that call closures make this kernel too large";
                let help = "call the closure in a loop or in fewer places, or write a `#[device] fn`";
                self.unsupported(at, what, help);
            }
            self.copied = u64::MAX;
            return template.value.is_some().then(|| self.dummy());
        }
        let stmts = self.copied_block(&template.body, &mut renaming);
        self.block.extend(stmts.0);
        let mut value = template.value.clone()?;
        self.rename(&mut value, &renaming);
        let own: Set<LocalId> = renaming
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
pub(super) fn lent(expr: &Expr, found: &mut Set<LocalId>) {
    if let ExprKind::Ref(place) = &expr.kind {
        found.insert(place.base);
    }
    expr.for_each_child(&mut |child| lent(child, found));
}
