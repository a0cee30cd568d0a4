//! Stages of iterators: what happens to items one after the other, behind what gives them by number.
//!
//! Takes the adapters whose closures see items in turn, and those that count what such closures let pass; guarantees
//! that each closure is called for the items for which std's would be, in the same order, and for no others. So a
//! number of items that is taken is counted before the next is asked for, and what is skipped has passed the
//! closures before.

use syn::Expr as Syn;

use super::Lower;
use super::closure::Callback;
use super::items::Item;
use super::iter::{Iter, Source};
use super::pattern::not;
use super::subject::{Subject, value_of};
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, LocalId, LocalKind, Place, Scalar, Stmt, StmtKind, Type, UnOp,
};

/// What happens to the items in turn.
pub(super) enum Stage<'e> {
    Map(Callback<'e>),
    Filter(Callback<'e>),
    /// Of an `Option`, what is in it.
    FilterMap(Callback<'e>),
    TakeWhile(Callback<'e>),
    MapWhile(Callback<'e>),
    /// The variable says whether items are skipped still.
    SkipWhile(Callback<'e>, LocalId),
    /// With what is handed from item to item.
    Scan(Callback<'e>, Place),
    Inspect(Callback<'e>),
    Copied,
    /// The variable that counts.
    Enumerate(LocalId),
    /// The variable counts the items that passed, of which there are to be so many.
    Take(LocalId, Expr),
    /// The variable counts down the items that are left out.
    Skip(LocalId),
    /// The same; then so many are left out again.
    StepBy(LocalId, Expr),
    /// What goes along, item by item, with stages of its own.
    Zip(Box<Source>, Vec<Stage<'e>>),
    /// What comes before, which is a stage as well.
    ZipBehind(Box<Source>),
}

impl Stage<'_> {
    /// Whether the stage does the same to items that come from the other end.
    pub(super) fn turns(&self) -> bool {
        match self {
            Stage::Map(_) | Stage::Filter(_) | Stage::Inspect(_) | Stage::Copied | Stage::FilterMap(_) => {
                true
            }
            Stage::TakeWhile(_)
            | Stage::MapWhile(_)
            | Stage::SkipWhile(..)
            | Stage::Scan(..)
            | Stage::Enumerate(_)
            | Stage::Take(..)
            | Stage::Skip(_)
            | Stage::StepBy(..)
            | Stage::Zip(..)
            | Stage::ZipBehind(_) => false,
        }
    }

    /// Whether as many items leave the stage as enter it.
    pub(super) fn keeps_count(&self) -> bool {
        match self {
            Stage::Map(_)
            | Stage::Inspect(_)
            | Stage::Copied
            | Stage::Enumerate(_)
            | Stage::Zip(..)
            | Stage::ZipBehind(_) => true,
            Stage::Filter(_)
            | Stage::FilterMap(_)
            | Stage::TakeWhile(_)
            | Stage::MapWhile(_)
            | Stage::SkipWhile(..)
            | Stage::Scan(..)
            | Stage::Take(..)
            | Stage::Skip(_)
            | Stage::StepBy(..) => false,
        }
    }

    /// Whether the stage may end an iterator that has no end.
    pub(super) fn may_end(&self) -> bool {
        match self {
            Stage::TakeWhile(_) | Stage::MapWhile(_) | Stage::Scan(..) | Stage::Take(..) => true,
            Stage::Map(_)
            | Stage::Filter(_)
            | Stage::FilterMap(_)
            | Stage::SkipWhile(..)
            | Stage::Inspect(_)
            | Stage::Copied
            | Stage::Enumerate(_)
            | Stage::Skip(_)
            | Stage::StepBy(..)
            | Stage::Zip(..)
            | Stage::ZipBehind(_) => false,
        }
    }
}

impl Lower<'_> {
    /// Applies an adapter that is a stage; `false` where it is none.
    pub(super) fn staged<'e>(&mut self, iter: &mut Iter<'e>, name: &str, args: &[&'e Syn]) -> bool {
        let behind = !iter.stages.is_empty();
        let stage = match (name, args) {
            ("map", [f]) => Stage::Map(self.callback(f)),
            ("filter", [f]) => Stage::Filter(self.callback(f)),
            ("filter_map", [f]) => Stage::FilterMap(self.callback(f)),
            ("take_while", [f]) => Stage::TakeWhile(self.callback(f)),
            ("map_while", [f]) => Stage::MapWhile(self.callback(f)),
            ("inspect", [f]) => Stage::Inspect(self.callback(f)),
            ("skip_while", [f]) => {
                let f = self.callback(f);
                Stage::SkipWhile(f, self.counter("skipping", Expr::bool(true)))
            }
            ("scan", [init, f]) => {
                let init = self.whole(init);
                let ty = init.ty.clone();
                let f = self.callback(f);
                let state = self.counter("state", init);
                Stage::Scan(f, Place::local(state, ty))
            }
            ("copied" | "cloned", []) if behind => Stage::Copied,
            ("enumerate", []) if behind => Stage::Enumerate(self.counter("count", number(0))),
            ("take", [most]) if behind => {
                let most = self.expr(most);
                let most = self.keep("taken", most);
                if iter.stages.iter().all(Stage::keeps_count) {
                    // The items are as many as there are numbers.
                    iter.len = self.shorter(iter.len.take(), Some(most));
                    return true;
                }
                Stage::Take(self.counter("count", number(0)), most)
            }
            ("skip", [gone]) if behind => {
                let gone = self.expr(gone);
                Stage::Skip(self.counter("skipped", gone))
            }
            _ => return false,
        };
        iter.stages.push(stage);
        true
    }

    /// `a.zip(b)`, where the items of one pass stages: each gives as many items as there are numbers.
    pub(super) fn zipped<'e>(&mut self, mut iter: Iter<'e>, other: Iter<'e>) -> Option<Iter<'e>> {
        iter.len = self.shorter(iter.len.take(), other.len);
        let stage = match (iter.stages.is_empty(), other.stages.is_empty()) {
            (true, true) => return Some(iter.adapt(|source| Source::Zip(source, Box::new(other.source)))),
            (false, true) => Stage::ZipBehind(Box::new(other.source)),
            (_, false) => Stage::Zip(Box::new(other.source), other.stages),
        };
        let exact = |stage: &Stage<'_>| match stage {
            Stage::Zip(_, stages) => stages.iter().all(Stage::keeps_count),
            stage => stage.keeps_count(),
        };
        iter.stages.push(stage);
        iter.stages.iter().all(exact).then_some(iter)
    }

    /// A variable that a stage changes.
    pub(super) fn counter(&mut self, name: &str, init: Expr) -> LocalId {
        let local = self.new_local(name, init.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(init) });
        local
    }

    /// What stands before an item is asked for: whether enough were taken.
    pub(super) fn before_turn(&mut self, stages: &[Stage<'_>], label: LabelId) {
        for stage in stages {
            if let Stage::Take(count, most) = stage {
                let count = Expr::local(*count, Type::USIZE);
                let enough = Expr::binary(BinOp::Ge, count, most.clone(), Type::BOOL);
                self.leave_when(enough, StmtKind::Break(label));
            }
        }
    }

    fn leave_when(&mut self, condition: Expr, kind: StmtKind) {
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition, then, otherwise: Block::default() });
    }

    /// What a closure says of an item.
    fn says(&mut self, f: &Callback<'_>, item: &Item) -> Expr {
        let shown = self.shown(item);
        self.apply_to_value(f, vec![shown])
    }

    /// What is in the `Option` that a closure gives; where there is nothing, the turn ends in this way.
    fn given(&mut self, f: &Callback<'_>, items: Vec<Item>, otherwise: StmtKind) -> Item {
        let option = self.apply_to_value(f, items);
        let option = self.temporary("option", option);
        let (inner, some) = self.option_parts(&Subject::Value(option));
        self.leave_when(not(some), otherwise);
        Item::Value(value_of(&inner).unwrap_or_else(|| self.dummy()))
    }

    pub(super) fn stage(&mut self, stage: &Stage<'_>, item: Item, turn: &Expr, label: LabelId) -> Item {
        match stage {
            Stage::Map(f) => self.apply(f, vec![item]),
            Stage::Filter(f) => {
                let item = self.named(item);
                let kept = self.says(f, &item);
                self.leave_when(inverse(kept), StmtKind::Continue(label));
                item
            }
            Stage::FilterMap(f) => self.given(f, vec![item], StmtKind::Continue(label)),
            Stage::TakeWhile(f) => {
                let item = self.named(item);
                let kept = self.says(f, &item);
                self.leave_when(inverse(kept), StmtKind::Break(label));
                item
            }
            Stage::MapWhile(f) => self.given(f, vec![item], StmtKind::Break(label)),
            Stage::SkipWhile(f, skipping) => {
                let item = self.named(item);
                let place = Place::local(*skipping, Type::BOOL);
                let then = self.scoped_block(|lower| {
                    let value = lower.says(f, &item);
                    lower.push(StmtKind::Assign { place: place.clone(), op: None, value });
                    lower.leave_when(Expr::load(place.clone()), StmtKind::Continue(label));
                });
                let condition = Expr::load(place.clone());
                self.push(StmtKind::If { condition, then, otherwise: Block::default() });
                item
            }
            Stage::Scan(f, state) => {
                let state = Item::Place { place: state.clone(), mutable: true, depth: 1 };
                self.given(f, vec![state, item], StmtKind::Break(label))
            }
            Stage::Inspect(f) => {
                let item = self.named(item);
                let shown = self.shown(&item);
                self.apply_for_effect(f, vec![shown]);
                item
            }
            Stage::Copied => item.dereferenced(),
            Stage::Enumerate(counter) => {
                let item = self.named(item);
                let count = self.temporary("number", Expr::local(*counter, Type::USIZE));
                self.count_on(*counter, BinOp::Add);
                Item::Tuple(vec![Item::Value(count), item])
            }
            Stage::Take(counter, _) => {
                let item = self.named(item);
                self.count_on(*counter, BinOp::Add);
                item
            }
            Stage::Skip(counter) | Stage::StepBy(counter, _) => {
                let item = self.named(item);
                let left = Expr::local(*counter, Type::USIZE);
                let some = Expr::binary(BinOp::Gt, left, number(0), Type::BOOL);
                let then = self.scoped_block(|lower| {
                    lower.count_on(*counter, BinOp::Sub);
                    lower.push(StmtKind::Continue(label));
                });
                self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
                if let Stage::StepBy(_, step) = stage {
                    let value = Expr::binary(BinOp::Sub, step.clone(), number(1), Type::USIZE);
                    let place = Place::local(*counter, Type::USIZE);
                    self.push(StmtKind::Assign { place, op: None, value });
                }
                item
            }
            Stage::ZipBehind(other) => {
                let item = self.named(item);
                let other = self.item(other, turn);
                Item::Tuple(vec![item, other])
            }
            Stage::Zip(other, stages) => {
                let item = self.named(item);
                let mut other = self.item(other, turn);
                for stage in stages {
                    other = self.stage(stage, other, turn, label);
                }
                Item::Tuple(vec![item, other])
            }
        }
    }

    fn count_on(&mut self, counter: LocalId, op: BinOp) {
        let place = Place::local(counter, Type::USIZE);
        self.push(StmtKind::Assign { place, op: Some(op), value: number(1) });
    }
}

fn inverse(value: Expr) -> Expr {
    Expr::new(ExprKind::Unary(UnOp::Not, Box::new(value)), Type::BOOL)
}

fn number(value: i128) -> Expr {
    Expr::int(value, Scalar::Usize)
}
