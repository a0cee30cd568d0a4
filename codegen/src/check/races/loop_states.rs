//! Variables of a loop that begin as numbers and follow from each other alone: their values are counted out, turn by
//! turn. So it is known of a buffer's side that is toggled which side the next turn has.

use super::loops::is_continue;
use super::poly::{Atom, Poly};
use super::syntax_facts::range_of;
use super::value::{Formula, Number, Value};
use super::walk::{Key, Walk};
use crate::collections::Map;
use crate::compact::List;
use crate::ir::{Block, Expr, StmtKind, Type};

/// The most turns that are counted out.
const MOST_TURNS: usize = 70;
/// The most values of which is known in which turn a variable has each.
const MOST_VALUES: usize = 16;

/// Symbols with their values.
pub(super) type Values = Vec<(Atom, i128)>;

/// Variables of a loop, and the values that they have together in its turns.
pub(super) struct States {
    pub(super) keys: Vec<(Key, Atom)>,
    pub(super) all: Vec<Vec<i128>>,
    /// Those after the last of these, where turns repeat.
    again: Option<Vec<i128>>,
    /// What they are behind the loop.
    pub(super) last: Option<Vec<i128>>,
    /// There is a first turn.
    pub(super) runs: bool,
}

/// A variable that may be counted out.
struct Variable {
    key: Key,
    atom: Atom,
    ty: Type,
    begins: i128,
    /// What a turn makes of it.
    next: Value,
}

/// What became of counting.
enum Counted {
    Out(States),
    /// These variables go on to other values.
    GoOn(Vec<Atom>),
}

impl Walk<'_> {
    /// The values that variables take from turn to turn, where they begin as numbers and follow from each other alone.
    pub(super) fn states(
        &mut self,
        entry: &Map<Key, Value>,
        changed: &[(Key, Type)],
        head: Option<(&Expr, bool)>,
        body: &Block,
    ) -> Option<States> {
        let mut found: Vec<(Key, Atom, Type, i128)> = Vec::new();
        for (key, ty) in changed.iter().filter(|(key, _)| !self.uniformity.local(key.0)) {
            let begins = match entry.get(key) {
                Some(Value::Number(number)) => number.poly.as_constant(),
                Some(Value::Condition(Formula::True)) => Some(1),
                Some(Value::Condition(Formula::False)) => Some(0),
                _ => None,
            };
            let now = match self.env.get(key) {
                Some(Value::Number(number)) => Some(number.poly.clone()),
                Some(Value::Condition(Formula::Natural(poly, _))) => Some(poly.plus_constant(1)),
                _ => None,
            };
            let Some((begins, now)) = begins.zip(now) else { continue };
            if let Some(atom) = self.atom(&now).filter(|atom| now == Poly::atom(*atom)) {
                found.push((key.clone(), atom, ty.clone(), begins));
            }
        }
        if found.is_empty() || body.any(&mut is_continue) {
            return None;
        }
        // What a turn makes of them.
        let condition = head.map(|(condition, holds)| {
            let formula = self.pure_condition(condition);
            if holds { formula } else { formula.not() }
        });
        let (env, mark, quiet) = (self.env.clone(), self.facts.len(), self.quiet);
        self.quiet = true;
        drop(self.nodes_of(|walk| walk.block(body)));
        self.quiet = quiet;
        self.facts.truncate(mark);
        let end = std::mem::replace(&mut self.env, env);
        let mut variables: Vec<Variable> = Vec::new();
        for (key, atom, ty, begins) in found {
            let mut assumed = Vec::new();
            match end.get(&key) {
                Some(Value::Number(number)) => assumed.clone_from(&number.assumed),
                Some(Value::Condition(formula)) => formula.assumed(&mut assumed),
                Some(Value::Other) | None => continue,
            }
            // What is so in some launches only is not counted out.
            if let Some(next) = end.get(&key).filter(|_| assumed.is_empty()) {
                variables.push(Variable { key, atom, ty, begins, next: next.clone() });
            }
        }
        // A loop that is left in other ways may end in any state.
        let mut jumps = 0;
        body.walk(&mut |stmt| {
            jumps += usize::from(matches!(stmt.kind, StmtKind::Break(_) | StmtKind::Return(_)));
        });
        let by_head = jumps == usize::from(head.is_some_and(|(_, holds)| !holds));
        loop {
            // Only what follows from the others.
            let probe = |atom: Atom| variables.iter().any(|of| of.atom == atom).then_some(1);
            if let Some(lost) = variables.iter().position(|of| self.next(of, &probe).is_none()) {
                variables.remove(lost);
                continue;
            }
            match self.count(&variables, condition.as_ref())? {
                Counted::Out(states) => {
                    let last = states.last.clone().filter(|_| by_head);
                    return Some(States { last, ..states });
                }
                Counted::GoOn(these) => variables.retain(|of| !these.contains(&of.atom)),
            }
        }
    }

    /// What a turn makes of a variable, with the values of all before it. What is outside of its type wraps around.
    fn next(&self, of: &Variable, value: &dyn Fn(Atom) -> Option<i128>) -> Option<i128> {
        let sum = |poly: &Poly| self.atoms.value(poly, value);
        match &of.next {
            Value::Number(number) => Some(wrapped(sum(&number.poly)?, &of.ty)),
            Value::Condition(formula) => Some(i128::from(formula.truth(&sum)?)),
            Value::Other => None,
        }
    }

    fn count(&self, variables: &[Variable], condition: Option<&Formula>) -> Option<Counted> {
        let mut state: Vec<i128> = variables.iter().map(|of| of.begins).list();
        let mut all: Vec<Vec<i128>> = Vec::new();
        let (mut last, mut runs) = (None, false);
        while !all.contains(&state) {
            let value = |atom: Atom| variables.iter().position(|of| of.atom == atom).map(|at| state[at]);
            match condition.and_then(|condition| condition.truth(&|poly| self.atoms.value(poly, &value))) {
                Some(false) => {
                    last = Some(state.clone());
                    break;
                }
                Some(true) => runs |= all.is_empty(),
                None => {}
            }
            let mut next = Vec::new();
            for of in variables {
                next.push(self.next(of, &value)?);
            }
            all.push(std::mem::replace(&mut state, next));
            if all.len() > MOST_TURNS || state.iter().any(|value| value.abs() >= 1 << 31) {
                // The others may repeat without those.
                let goes_on = |at: &usize| {
                    let mut values: Vec<i128> = all.iter().map(|state| state[*at]).list();
                    values.sort_unstable();
                    values.dedup();
                    values.len() > MOST_VALUES || state[*at].abs() >= 1 << 31
                };
                let these = (0..variables.len()).filter(goes_on).map(|at| variables[at].atom).list();
                return (!these.is_empty()).then_some(Counted::GoOn(these));
            }
        }
        if all.is_empty() || variables.is_empty() {
            return None;
        }
        let keys = variables.iter().map(|of| (of.key.clone(), of.atom)).list();
        let again = last.is_none().then_some(state);
        Some(Counted::Out(States { keys, all, again, last, runs }))
    }

    /// Remembers which values variables have in the turns of a loop.
    pub(super) fn tell(&mut self, states: &States) {
        for (at, (_, atom)) in states.keys.iter().enumerate() {
            let (mut low, mut high, mut power) = (i128::MAX, i128::MIN, true);
            for value in states.all.iter().map(|state| state[at]) {
                (low, high) = (low.min(value), high.max(value));
                power &= value <= 0 || value & (value - 1) == 0;
            }
            let info = self.atoms.info_mut(*atom);
            (info.low, info.high) = (info.low.max(low), info.high.min(high));
            info.power |= power;
        }
        if states.all.len() <= MOST_VALUES {
            let mut any = Vec::new();
            for state in &states.all {
                let mut all = Vec::new();
                for ((_, atom), value) in states.keys.iter().zip(state) {
                    all.push(Formula::equal(&Number::exact(Poly::atom(*atom)), &Number::constant(*value)));
                }
                any.push(Formula::All(all));
            }
            self.facts.push(Formula::Any(any));
        }
    }
}

impl States {
    /// The values in each turn and in the next one.
    pub(super) fn next(&self) -> Vec<[Values; 2]> {
        if self.all.len() > MOST_VALUES {
            return Vec::new();
        }
        let values =
            |state: &Vec<i128>| self.keys.iter().zip(state).map(|((_, atom), value)| (*atom, *value)).list();
        let after = self.all.iter().skip(1).chain(&self.again);
        self.all.iter().zip(after).map(|(now, then)| [values(now), values(then)]).list()
    }
}

/// A number as its type has it.
fn wrapped(value: i128, ty: &Type) -> i128 {
    match range_of(ty) {
        Some((low, high)) => (value - low).rem_euclid(high - low + 1) + low,
        None => value,
    }
}
