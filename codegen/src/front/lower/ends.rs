//! What an iterator ends in that gives an `Option`: `max`, `find`, `position`, `max_by`, `nth` and their like.
//!
//! Takes the call; guarantees the item that std's method finds, and whether there is one: of equals the one that std
//! takes, and each closure called for the items for which std calls it. An item that is a reference is a name for a
//! copy of what it refers to, which nobody changes while the reference is held.

use syn::Expr as Syn;

use super::Lower;
use super::closure::Callback;
use super::items::{Item, Kept};
use super::iter::Source;
use super::pattern::not;
use super::subject::{Subject, value_of};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{BinOp, Block, Expr, LabelId, LocalKind, Place, Scalar, Stmt, StmtKind, Type};

/// The methods of iterators that give an `Option`, and how many operands they take.
const ENDS: [(&str, usize); 14] = [
    ("max", 0),
    ("min", 0),
    ("last", 0),
    ("next", 0),
    ("nth", 1),
    ("position", 1),
    ("rposition", 1),
    ("find", 1),
    ("find_map", 1),
    ("reduce", 1),
    ("max_by", 1),
    ("min_by", 1),
    ("max_by_key", 1),
    ("min_by_key", 1),
];

/// Whether an iterator's method gives an `Option` that a kernel can ask.
pub(super) fn gives_option(name: &str) -> bool {
    ENDS.iter().any(|(known, _)| *known == name)
}

/// Whether a call of so many operands is one of these.
pub(super) fn is_end(name: &str, operands: usize) -> bool {
    ENDS.contains(&(name, operands))
}

/// Whether what is found is an item of the iterator, and a reference where those are.
pub(super) fn finds_item(name: &str) -> bool {
    gives_option(name) && !matches!(name, "position" | "rposition" | "find_map" | "reduce")
}

/// Where what is found is kept.
struct Found {
    /// Whether there is something.
    there: Place,
    kept: Kept,
    label: LabelId,
}

impl Lower<'_> {
    /// Runs over an iterator for what its method gives.
    pub(super) fn end_of(
        &mut self,
        call: &syn::ExprMethodCall,
        name: &str,
        argument: Option<&Syn>,
    ) -> Option<(Subject, Expr)> {
        let mark = self.report.len();
        let Some(mut iter) = self.iterator(&call.receiver) else {
            if self.report.len() == mark {
                self.refuse_iterator(&call.receiver);
            }
            return Some((Subject::Broken, self.dummy()));
        };
        let f = match (name, argument) {
            ("nth", Some(number)) => {
                let gone = self.expr(number);
                let gone = self.keep("skipped", gone);
                if iter.stages.is_empty() {
                    iter = self.without(iter, gone);
                } else {
                    let counter = self.counter("skipped", gone);
                    iter.stages.push(super::stages::Stage::Skip(counter));
                }
                None
            }
            (_, argument) => argument.map(|f| self.callback(f)),
        };
        if matches!(name, "next" | "nth") && iter.stages.is_empty() && !iter.source.is_chained() {
            // The item is known by its number.
            let zero = Expr::int(0, Scalar::Usize);
            let some = match &iter.len {
                Some(len) => Expr::binary(BinOp::Lt, zero.clone(), len.clone(), Type::BOOL),
                None => Expr::bool(true),
            };
            let some = self.temporary("there", some);
            let item = self.item(&iter.source, &zero);
            return Some((found_subject(item), some));
        }
        let place = |lower: &mut Self, name: &str, init: Expr| {
            let ty = init.ty.clone();
            Place::local(lower.counter(name, init), ty)
        };
        let there = place(self, "there", Expr::bool(false));
        let count = match (name, &iter.len) {
            ("position", _) => Some(place(self, "count", Expr::int(0, Scalar::Usize))),
            // From the other end, as long as no stage counts or stops.
            ("rposition", Some(len)) if iter.stages.iter().all(super::stages::Stage::turns) => {
                let len = len.clone();
                let count = place(self, "count", len.clone());
                iter = iter.adapt(|source| Source::Rev(source, len));
                Some(count)
            }
            ("rposition", _) => {
                self.refuse_iterator(&call.receiver);
                return Some((Subject::Broken, self.dummy()));
            }
            _ => None,
        };
        let key = match name {
            "max_by_key" | "min_by_key" => {
                let ty = self.fresh();
                let local = self.new_local("key", ty.clone(), LocalKind::Let);
                self.push(StmtKind::Let { local, init: None });
                Some(Place::local(local, ty))
            }
            _ => None,
        };
        // The variables of what is found stand before the loop, and are known when its items are.
        let declared = self.block.len();
        let label = self.new_label();
        let mut found = Found { there: there.clone(), kept: Kept::default(), label };
        let mut sized = true;
        self.each_turn(label, iter, |lower, item| {
            let item = lower.named(item);
            if finds_item(name) && item.is_unsized() {
                sized = false;
                return;
            }
            match (name, &f, count) {
                ("position", Some(f), Some(count)) => lower.position(&mut found, f, item, count),
                ("rposition", Some(f), Some(count)) => {
                    let one = Expr::int(1, Scalar::Usize);
                    let less = StmtKind::Assign { place: count.clone(), op: Some(BinOp::Sub), value: one };
                    lower.push(less);
                    let holds = lower.apply_to_value(f, vec![item]);
                    lower.found_when(&mut found, holds, Item::Value(Expr::load(count)), true);
                }
                ("find", Some(f), _) => {
                    let shown = lower.shown(&item);
                    let holds = lower.apply_to_value(f, vec![shown]);
                    lower.found_when(&mut found, holds, item, true);
                }
                ("find_map", Some(f), _) => {
                    let option = lower.apply_to_value(f, vec![item]);
                    let option = lower.temporary("option", option);
                    let (inner, some) = lower.option_parts(&Subject::Value(option));
                    let value = value_of(&inner).unwrap_or_else(|| lower.dummy());
                    lower.found_when(&mut found, some, Item::Value(value), true);
                }
                ("reduce", Some(f), _) => lower.reduced(&mut found, f, item, call),
                ("max_by" | "min_by", Some(f), _) => lower.best_by(&mut found, f, item, name == "max_by"),
                ("max_by_key" | "min_by_key", Some(f), _) => {
                    let Some(key) = &key else { return };
                    let shown = lower.shown(&item);
                    let next = lower.apply_to_value(f, vec![shown]);
                    let next = lower.temporary("next", next);
                    let then = lower.better(&found, next.clone(), key, name == "max_by_key");
                    let then = lower.temporary("better", then);
                    let assign = StmtKind::Assign { place: key.clone(), op: None, value: next };
                    let assign = Block(vec![Stmt { kind: assign, site: lower.site }]);
                    let condition = then.clone();
                    lower.push(StmtKind::If { condition, then: assign, otherwise: Block::default() });
                    lower.found_when(&mut found, then, item, false);
                }
                ("max" | "min", ..) => {
                    let of_reference = item.is_reference();
                    let value = lower.item_value(item, &call.receiver);
                    let value = lower.temporary("next", value);
                    let next = Item::Value(value.clone());
                    let next = if of_reference { next.shown_as_reference() } else { next };
                    let most = lower.keep_shape(&mut found, &next);
                    let better = lower.better(&found, value, &most, name == "max");
                    lower.found_when(&mut found, better, next, false);
                }
                (name, ..) => {
                    let once = matches!(name, "next" | "nth");
                    lower.found_when(&mut found, Expr::bool(true), item, once);
                }
            }
        });
        let Found { there, kept, .. } = found;
        let site = self.site;
        let lets = kept.places.iter().map(|place| StmtKind::Let { local: place.base, init: None });
        let lets: Vec<Stmt> = lets.map(|kind| Stmt { kind, site }).collect();
        self.block.splice(declared..declared, lets);
        if !sized {
            let message =
                format!("`{}` gives a part of a slice, which only a loop has a name for", text_of(call));
            let help = "take the part by its place, `&x[at..at + n]`, or count in a `for` loop";
            self.report.error(spot(call), Code::Unsupported, message, help);
            return Some((Subject::Broken, self.dummy()));
        }
        let inner = match kept.shape {
            Some(item) => found_subject(item),
            None => Subject::Broken,
        };
        Some((inner, Expr::load(there)))
    }

    /// Declares variables for what is found, once; the first of them.
    fn keep_shape(&mut self, found: &mut Found, item: &Item) -> Place {
        if found.kept.shape.is_none() {
            let shape = self.declare_item(item, &mut found.kept.places);
            found.kept.shape = Some(shape);
        }
        match found.kept.places.first() {
            Some(place) => place.clone(),
            None => self.broken_place(),
        }
    }

    /// `if condition { found = item; }`
    fn found_when(&mut self, found: &mut Found, condition: Expr, item: Item, leave: bool) {
        self.keep_shape(found, &item);
        let then = self.scoped_block(|lower| {
            lower.assign_item(item, &found.kept.places);
            lower.push(StmtKind::Assign { place: found.there.clone(), op: None, value: Expr::bool(true) });
            if leave {
                lower.push(StmtKind::Break(found.label));
            }
        });
        self.push(StmtKind::If { condition, then, otherwise: Block::default() });
    }

    fn position(&mut self, found: &mut Found, f: &Callback<'_>, item: Item, count: Place) {
        let holds = self.apply_to_value(f, vec![item]);
        self.found_when(found, holds, Item::Value(Expr::load(count.clone())), true);
        let one = Expr::int(1, Scalar::Usize);
        self.push(StmtKind::Assign { place: count, op: Some(BinOp::Add), value: one });
    }

    fn reduced(&mut self, found: &mut Found, f: &Callback<'_>, item: Item, call: &syn::ExprMethodCall) {
        let first = self.item_value(item.clone(), &call.receiver);
        let place = self.keep_shape(found, &Item::Value(first.clone()));
        let next = self.scoped_block(|lower| {
            let so_far = Item::Value(Expr::load(place.clone()));
            let value = lower.apply_to_value(f, vec![so_far, item]);
            lower.push(StmtKind::Assign { place: place.clone(), op: None, value });
        });
        let assign = |place: &Place, value| StmtKind::Assign { place: place.clone(), op: None, value };
        let first = [assign(&place, first), assign(&found.there, Expr::bool(true))];
        let first = Block(first.into_iter().map(|kind| Stmt { kind, site: self.site }).collect());
        let condition = Expr::load(found.there.clone());
        self.push(StmtKind::If { condition, then: next, otherwise: first });
    }

    /// Whether a value is the first, or better than the best so far: of equals, the last is the greatest and the first
    /// the least.
    fn better(&mut self, found: &Found, value: Expr, best: &Place, greatest: bool) -> Expr {
        let op = if greatest { BinOp::Ge } else { BinOp::Lt };
        let better = Expr::binary(op, value, Expr::load(best.clone()), Type::BOOL);
        Expr::binary(BinOp::Or, not(Expr::load(found.there.clone())), better, Type::BOOL)
    }

    /// The same by a closure, which says how the best so far compares with an item.
    fn best_by(&mut self, found: &mut Found, f: &Callback<'_>, item: Item, greatest: bool) {
        self.keep_shape(found, &item);
        let better = self.counter("better", Expr::bool(true));
        let better = Place::local(better, Type::BOOL);
        let so_far = found.kept.shape.clone();
        let asked = self.scoped_block(|lower| {
            let Some(so_far) = so_far else { return };
            let operands = [so_far, item.clone()].map(|item| lower.shown(&item));
            let order = lower.apply_to_value(f, operands.into());
            // An `Ordering` is -1, 0 or 1.
            let op = if greatest { BinOp::Le } else { BinOp::Gt };
            let zero = Expr::int(0, Scalar::I8);
            let value = Expr::binary(op, order, zero, Type::BOOL);
            lower.push(StmtKind::Assign { place: better.clone(), op: None, value });
        });
        let condition = Expr::load(found.there.clone());
        self.push(StmtKind::If { condition, then: asked, otherwise: Block::default() });
        self.found_when(found, Expr::load(better), item, false);
    }
}

/// What was found, as patterns see it.
fn found_subject(item: Item) -> Subject {
    match item {
        Item::Value(value) => Subject::Value(value),
        Item::Place { place, mutable, .. } => Subject::Referent { place, mutable },
        Item::Tuple(items) => {
            Subject::Parts { parts: items.into_iter().map(found_subject).collect(), array: false }
        }
    }
}
