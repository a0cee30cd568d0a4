//! Arrays of a thread's own that are made once and never changed, as in `for k in [i, i + half]`: an element of one
//! is one of the values that it was made of.

use super::poly::Poly;
use super::symbols::{Chosen, Info, Level, Origin};
use super::value::{Formula, Number, Value};
use super::walk::Walk;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{Expr, ExprKind, Function, LocalId, LocalKind, Place, Step, StmtKind, Type};

/// The most elements that are looked at one by one.
const MOST_ELEMENTS: usize = 8;

/// What is known of such arrays.
#[derive(Default)]
pub(super) struct Lists {
    /// Those that nothing changes.
    fixed: Set<LocalId>,
    /// Variables that are assigned to, as a whole or in part, or of which there are references.
    changed: Set<LocalId>,
    /// Their values, where they have been made.
    values: Map<LocalId, Vec<Number>>,
    /// Copies of arrays and structs that are parameters, or lie in one, that nothing changes: as of
    /// `let [w, h] = extents`, or of `self` in a method.
    copies: Map<LocalId, Place>,
    /// Elements that have been asked for, by their index, with what is known of each.
    picked: Map<(LocalId, Poly), (Number, Formula)>,
}

impl Lists {
    pub(super) fn of(function: &Function) -> Lists {
        let mut made: Map<LocalId, usize> = Map::new();
        let mut changed: Set<LocalId> = Set::new();
        function.body.walk(&mut |stmt| {
            if let StmtKind::Let { local, init } = &stmt.kind {
                let list = init.as_ref().is_some_and(|init| matches!(init.kind, ExprKind::Array(_)));
                *made.or_default(*local) += if list { 1 } else { 2 };
            }
        });
        function.body.for_each_change(&mut |place| {
            changed.insert(place.base);
        });
        let own = |local: LocalId| {
            let kind = function.local(local).kind;
            kind != LocalKind::Param && kind != LocalKind::Shared && !changed.contains(&local)
        };
        let fixed = made.iter().filter(|(local, times)| **times == 1 && own(**local));
        let fixed = fixed.map(|(local, _)| *local).collect();
        Lists { fixed, changed, ..Lists::default() }
    }

    pub(super) fn is_changed(&self, local: LocalId) -> bool {
        self.changed.contains(&local)
    }

    /// The place in a parameter of which a variable is a copy.
    pub(super) fn copied(&self, local: LocalId) -> Option<&Place> {
        self.copies.get(&local)
    }
}

/// Whether the numbers of elements in a place are written out, and so the same wherever it is asked for.
pub(super) fn is_written_out(place: &Place) -> bool {
    place.steps.iter().all(|step| match step {
        Step::Index { index, .. } => matches!(index.kind, ExprKind::Literal(_)),
        Step::Field(_) => true,
        Step::Slice { .. } => false,
    })
}

impl Walk<'_> {
    /// Remembers what an array is made of.
    pub(super) fn listed(&mut self, local: LocalId, init: &Expr) {
        self.lists.values.remove(&local);
        self.lists.picked.retain(|(of, _), _| *of != local);
        self.lists.copies.remove(&local);
        if let ExprKind::Load(place) = &init.kind {
            let whole = matches!(init.ty, Type::Array(..) | Type::Struct(_));
            if whole && is_written_out(place) && !self.lists.is_changed(local) {
                let from = self.given_place(place);
                self.lists.copies.insert(local, from);
            }
        }
        let ExprKind::Array(elements) = &init.kind else { return };
        if !self.lists.fixed.contains(&local) || elements.len() > MOST_ELEMENTS {
            return;
        }
        let mut values = Vec::new();
        for element in elements {
            let Value::Number(number) = self.pure(element) else { return };
            values.push(number);
        }
        self.lists.values.insert(local, values);
    }

    /// An element of such an array.
    pub(super) fn element_of_list(&mut self, expr: &Expr, place: &Place) -> Option<Number> {
        let [Step::Index { index, .. }] = place.steps.as_slice() else { return None };
        let values = self.lists.values.get(&place.base)?.clone();
        let Value::Number(index) = self.pure(index) else { return None };
        if let Some(at) = index.poly.as_constant() {
            return values.get(usize::try_from(at).ok()?).cloned();
        }
        let key = (place.base, index.poly.clone());
        let known = self.lists.picked.get(&key).cloned();
        let (number, known) = known.unwrap_or_else(|| self.picked(expr, place, &index, &values));
        if !self.facts.contains(&known) {
            self.facts.push(known.clone());
        }
        self.lists.picked.insert(key, (number.clone(), known));
        Some(number)
    }

    /// A symbol for an element, and that it is one of those that there are.
    fn picked(&mut self, expr: &Expr, place: &Place, index: &Number, values: &[Number]) -> (Number, Formula) {
        let varies = self.uniformity.expr(self.function, expr);
        let level = if varies { Level::Thread } else { Level::Block };
        let name = format!("an element of `{}`", self.function.local(place.base).name);
        let is_open = |poly: &Poly| poly.atoms().any(|atom| self.atoms.info(atom).open);
        let mut open = is_open(&index.poly);
        let mut all: Option<(i128, i128)> = None;
        for value in values {
            open |= is_open(&value.poly);
            let (low, high) = self.atoms.range(&value.poly);
            let (least, most) = all.unwrap_or((low, high));
            all = Some((low.min(least), high.max(most)));
        }
        let (low, high) = all.unwrap_or((0, 0));
        let mut info = Info::new(Origin::Own, level, name).within(low, high);
        info.turn = self.turn();
        let here = |at: usize| Formula::equal(index, &Number::constant(at as i128));
        let conditions = (0..values.len()).map(here).list();
        info.chosen = Some(Chosen::from(&conditions.iter().zip(values).list()));
        info.open = open;
        let plain = Number::exact(Poly::atom(self.atoms.add(info)));
        let mut number = Number { poly: plain.poly.clone(), assumed: index.assumed.clone() };
        for value in values {
            number = Number::from(plain.poly.clone(), &number, value);
        }
        let mut cases = Vec::new();
        for (here, value) in conditions.into_iter().zip(values) {
            let is = Formula::equal(&plain, value);
            cases.push(Formula::all(vec![here, is]).with_assumed(&number.assumed));
        }
        (number, Formula::any(cases))
    }
}
