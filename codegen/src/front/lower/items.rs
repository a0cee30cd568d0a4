//! What iterators give and closures take: references, values and tuples of those, before they have names.
//!
//! Takes an item; guarantees names for its parts, as a pattern asks, or one value of the whole.

use syn::{Expr as Syn, Pat};

use super::subject::Subject;
use super::{Binding, Lower};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{Expr, ExprKind, LocalKind, Place, StmtKind, Type};

/// What an iterator gives in a turn, or a closure takes.
#[derive(Clone)]
pub(super) enum Item {
    /// A reference: to this place, through so many `&`.
    Place {
        place: Place,
        mutable: bool,
        depth: u8,
    },
    Value(Expr),
    Tuple(Vec<Item>),
}

/// Variables in which an item is kept.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) places: Vec<Place>,
    /// The item that they hold; `None` before they are declared.
    pub(super) shape: Option<Item>,
}

impl Item {
    /// Whether it is a reference to one place.
    pub(super) fn is_reference(&self) -> bool {
        matches!(self, Item::Place { .. })
    }

    /// Whether it is, or has in it, a part of a slice, for which there is no variable.
    pub(super) fn is_unsized(&self) -> bool {
        match self {
            Item::Place { place, .. } => matches!(place.ty, Type::Slice { .. }),
            Item::Value(_) => false,
            Item::Tuple(items) => items.iter().any(Item::is_unsized),
        }
    }

    /// A value in a variable, as a reference to that.
    pub(super) fn shown_as_reference(self) -> Item {
        self.referred()
    }

    /// A reference to an item that stands in variables; of a tuple with references in it, references to its parts,
    /// as its patterns see it.
    fn referred(self) -> Item {
        match self {
            Item::Place { place, depth, .. } => Item::Place { place, mutable: false, depth: depth + 1 },
            Item::Value(Expr { kind: ExprKind::Load(place), .. }) => {
                Item::Place { place, mutable: false, depth: 1 }
            }
            Item::Value(value) => Item::Value(value),
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(Item::referred).collect()),
        }
    }

    /// What a reference refers to.
    pub(super) fn dereferenced(self) -> Item {
        match self {
            Item::Place { place, depth: 1, .. } => Item::Value(Expr::load(place)),
            Item::Place { place, mutable, depth } => Item::Place { place, mutable, depth: depth - 1 },
            Item::Value(value) => Item::Value(value),
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(Item::dereferenced).collect()),
        }
    }
}

impl Lower<'_> {
    /// A reference to an item, as `filter` shows it: a tuple of values is put together for that.
    pub(super) fn shown(&mut self, item: &Item) -> Item {
        if let Item::Tuple(items) = item
            && let Some(value) = self.item_tuple(items.clone())
        {
            let ty = value.ty.clone();
            let local = self.new_local("item", ty.clone(), LocalKind::Temp);
            self.push(StmtKind::Let { local, init: Some(value) });
            return Item::Place { place: Place::local(local, ty), mutable: false, depth: 1 };
        }
        item.clone().referred()
    }

    /// The item with values in variables of their own, so that it can be used twice.
    pub(super) fn named(&mut self, item: Item) -> Item {
        match item {
            Item::Value(value) => Item::Value(self.temporary("item", value)),
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(|item| self.named(item)).collect()),
            place @ Item::Place { .. } => place,
        }
    }

    /// The item as one value: what it refers to is read.
    pub(super) fn item_value(&mut self, item: Item, at: &Syn) -> Expr {
        match item {
            Item::Value(value) => value,
            Item::Place { place, .. } => Expr::load(place),
            Item::Tuple(items) => {
                if let Some(value) = self.item_tuple(items) {
                    return value;
                }
                let message =
                    format!("`{}` gives tuples with references in them, which are no values", text_of(at));
                self.report.error(
                    spot(at),
                    Code::Loop,
                    message,
                    "take the part that is meant: `.map(|(_, v)| v)`",
                );
                self.dummy()
            }
        }
    }

    /// Variables for an item, which their `let`s are still to be written for, and the item that they hold.
    pub(super) fn declare_item(&mut self, item: &Item, places: &mut Vec<Place>) -> Item {
        let mut declare = |lower: &mut Self, ty: &Type| {
            let place = Place::local(lower.new_local("found", ty.clone(), LocalKind::Let), ty.clone());
            places.push(place.clone());
            place
        };
        match item {
            Item::Value(value) => Item::Value(Expr::load(declare(self, &value.ty))),
            Item::Place { place, depth, .. } => {
                Item::Place { place: declare(self, &place.ty), mutable: false, depth: *depth }
            }
            Item::Tuple(items) => {
                Item::Tuple(items.iter().map(|item| self.declare_item(item, places)).collect())
            }
        }
    }

    /// Puts an item into the variables of another of its shape: what it refers to is copied.
    pub(super) fn assign_item(&mut self, item: Item, places: &[Place]) {
        let mut values = Vec::new();
        parts(item, &mut values);
        for (place, value) in places.iter().zip(values) {
            self.push(StmtKind::Assign { place: place.clone(), op: None, value });
        }
    }

    /// A tuple of values as one value; `None` where there are references in it.
    pub(super) fn item_tuple(&mut self, items: Vec<Item>) -> Option<Expr> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(match item {
                Item::Value(value) => self.part_value(value),
                Item::Tuple(items) => self.item_tuple(items).map(|value| self.part_value(value))?,
                Item::Place { .. } => return None,
            });
        }
        Some(Self::tuple_of(values))
    }

    /// Binds the names of a pattern to an item. `node` is where the checked copy finds what it asserts of them.
    pub(super) fn bind_item(&mut self, pat: &Pat, item: Item, node: usize) {
        match (pat, item) {
            (Pat::Paren(inner), item) => self.bind_item(&inner.pat, item, node),
            (Pat::Type(typed), Item::Value(value)) if !matches!(*typed.ty, syn::Type::Reference(_)) => {
                let ty = self.value_type(&typed.ty);
                let local = self.new_local("item", ty.clone(), LocalKind::Temp);
                self.push(StmtKind::Let { local, init: Some(value) });
                self.bind_item(&typed.pat, Item::Value(Expr::local(local, ty)), node);
            }
            (Pat::Type(typed), item) => self.bind_item(&typed.pat, item, node),
            (Pat::Wild(_), Item::Value(value)) => self.evaluate(value),
            (Pat::Wild(_), Item::Place { .. } | Item::Tuple(_)) => {}
            (Pat::Ident(pat), Item::Value(value)) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                self.bind_value(pat, value, node);
            }
            (Pat::Ident(pat), Item::Place { place, mutable, .. })
                if pat.by_ref.is_none() && pat.subpat.is_none() =>
            {
                if let Some(token) = &pat.mutability {
                    self.unsupported(
                        syn::spanned::Spanned::span(token),
                        "a reference cannot be made to point elsewhere in a kernel",
                        "leave out the `mut` of this name",
                    );
                }
                self.bind(&pat.ident.to_string(), Binding::Place { place, mutable });
            }
            (Pat::Reference(pat), item) => self.bind_item(&pat.pat, item.dereferenced(), node),
            (Pat::Tuple(pat), Item::Tuple(items)) if pat.elems.len() == items.len() => {
                for (pat, item) in pat.elems.iter().zip(items) {
                    self.bind_item(pat, item, node);
                }
            }
            (pat, item) => {
                let subject = self.item_subject(item);
                self.bind_pattern(pat, &subject, node);
            }
        }
    }

    /// The item as patterns see it.
    fn item_subject(&mut self, item: Item) -> Subject {
        match item {
            Item::Value(value) => Subject::Value(self.temporary("item", value)),
            Item::Place { place, mutable, .. } => Subject::Referent { place, mutable },
            Item::Tuple(items) => {
                let parts = items.into_iter().map(|item| self.item_subject(item)).collect();
                Subject::Parts { parts, array: false }
            }
        }
    }
}

/// The values in an item, in order, with references read.
fn parts(item: Item, values: &mut Vec<Expr>) {
    match item {
        Item::Value(value) => values.push(value),
        Item::Place { place, .. } => values.push(Expr::load(place)),
        Item::Tuple(items) => items.into_iter().for_each(|item| parts(item, values)),
    }
}
