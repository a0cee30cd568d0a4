//! Loops: what their variables are in a turn, and behind them.
//!
//! A counter is where it began and its step times a number of turns; a variable that is halved or doubled keeps to
//! its range; what is counted out is in `loop_states`.

use super::eval::shift_of;
use super::intervals::Node;
use super::linear::{Outcome, refute};
use super::loop_states::States;
use super::poly::Poly;
use super::symbols::{Info, Level, Origin};
use super::syntax_facts::{path, range_of};
use super::value::{Facts, Formula, Number, Value};
use super::walk::{Key, Walk};
use crate::collections::Map;
use crate::compact::List;
use crate::ir::{BinOp, Block, Callee, Expr, ExprKind, LabelId, LocalId, Stmt, StmtKind, Type};

/// The most cases of a loop's end that are looked at one by one.
const MOST_CASES: usize = 4;

impl Walk<'_> {
    /// A loop: `while` with its condition, a `loop` that leaves where the condition holds, or a `for` statement.
    pub(super) fn turns(
        &mut self,
        label: LabelId,
        head: Option<(&Expr, bool)>,
        body: &Block,
        counted: Option<&Stmt>,
    ) {
        let bounds = counted.and_then(|stmt| self.bounds(stmt));
        let entry = self.env.clone();
        let number = self.loops;
        self.loops += 1;
        let mark = self.facts.len();
        self.stack.push(number);
        let changed = self.changed(body, &entry);
        let counters: Vec<(Key, Counter)> = changed
            .iter()
            .filter_map(|(key, _)| Some((key.clone(), self.counter(key, head, body, &changed, &entry)?)))
            .list();
        let most = bounds.as_ref().map(|bounds| self.most_of(bounds));
        let may_keep = self.may_keep(body, &changed, &entry);
        let inside = |walk: &mut Self, most: Option<&Most>| {
            for (key, ty) in &changed {
                let value = match counters.iter().find(|(of, _)| of == key) {
                    Some((_, counter)) => walk.counted(key.0, counter, ty, most),
                    None => walk.unknown_local(key.0, ty, false),
                };
                // A flag of which nothing is known has a name: it may be one of those that are counted out.
                let value = walk.named(key.0, value);
                walk.env.insert(key.clone(), value);
            }
        };
        inside(self, most.as_ref().map(Most::before_a_turn).as_ref());
        let mut states = self.states(&entry, &changed, head, body);
        // Of what is counted out all is known.
        let counted_out = |key: &Key| {
            states.as_ref().is_some_and(|states| states.keys.iter().any(|(counted, _)| counted == key))
        };
        let may_keep = may_keep.into_iter().filter(|(key, ..)| !counted_out(key)).list();
        let kept = self.keeps(label, body, &entry, may_keep);
        if kept.iter().any(|kept| !self.uniformity.local(kept.key.0)) {
            states = self.states(&entry, &changed, head, body);
        }
        if let Some(states) = &states {
            self.tell(states);
            self.next.insert(number, states.next());
            if let (Some((_, true)), Some(_), Some(last)) = (head, &states.last, states.all.last()) {
                let atoms = states.keys.iter().map(|(_, atom)| *atom);
                self.last.insert(number, atoms.zip(last.iter().copied()).list());
            }
        }
        match (&bounds, counted.map(|stmt| &stmt.kind)) {
            (Some(bounds), _) => self.bind_counter(bounds),
            (None, Some(StmtKind::For { local, .. })) => {
                let ty = self.function.local(*local).ty.clone();
                let value = self.unknown_local(*local, &ty, false);
                self.env.insert((*local, String::new()), value);
            }
            (None, _) => {}
        }
        let condition = self.nodes_of(|walk| {
            if let Some((condition, holds)) = head {
                walk.head(condition, holds, &counters);
            }
        });
        let nodes = self.nodes_of(|walk| walk.block(body));
        self.stack.pop();
        self.facts.truncate(mark);
        let runs =
            states.as_ref().is_some_and(|states| states.runs) || bounds.as_ref().is_some_and(Bounds::runs);
        let varies = self.uniformity.is_divergent(label);
        self.nodes.push(Node::Loop { label, number, runs, varies, head: condition, body: nodes });
        // Behind the loop.
        self.env = entry.clone();
        inside(self, most.map(Most::behind).as_ref());
        self.know_behind(&kept);
        if let Some(States { last: Some(last), keys, .. }) = &states {
            for ((key, _), value) in keys.iter().zip(last) {
                let value = match self.env.get(key) {
                    Some(Value::Condition(_)) => Value::Condition(Formula::of(*value != 0)),
                    _ => Value::Number(Number::constant(*value)),
                };
                self.env.insert(key.clone(), value);
            }
        }
        // A `loop` leaves by its head once.
        let leaves = |holds: bool| breaks(body, label) == usize::from(!holds);
        if let Some((condition, holds)) = head.filter(|(_, holds)| leaves(*holds)) {
            let formula = self.pure_condition(condition);
            self.facts.push(if holds { formula.not() } else { formula });
        }
    }

    /// What holds at the head of each turn: the condition, and that counters have not wrapped around.
    fn head(&mut self, condition: &Expr, holds: bool, counters: &[(Key, Counter)]) {
        // As if they had not: then what the condition says of them, says that the next step does not wrap either.
        let mark = self.facts.len();
        let mut candidates = Vec::new();
        for (key, counter) in counters {
            let ty = self.function.local(key.0).ty.clone();
            let Some((low, high)) = range_of(&ty) else { continue };
            let Some(Value::Number(number)) = self.env.get(key).cloned() else { continue };
            let (from, next, first) = match counter {
                Counter::Steps { start, by, .. } => {
                    let Some(first) = self.fits(start, low, high) else { continue };
                    (low, number.poly.plus(&by.poly), first)
                }
                Counter::Grows { low, most: None, by, .. } => (*low, number.poly.scaled(*by), Vec::new()),
                Counter::Grows { .. } | Counter::Shrinks { .. } => continue,
            };
            let within = Formula::All(vec![
                Formula::at_least(&number, &Number::constant(from)),
                Formula::at_least(&Number::constant(high), &number),
            ]);
            self.facts.push(within.clone());
            candidates.push((next, low, high, within.with_assumed(&first)));
        }
        // The reads in it are recorded below, where it is known what is true of them.
        let (reads, nodes) = (self.accesses.len(), self.nodes.len());
        let formula = self.condition(condition);
        self.accesses.truncate(reads);
        self.nodes.truncate(nodes);
        let formula = if holds { formula } else { formula.not() };
        self.facts.push(formula);
        let mut proven = Vec::new();
        for (next, low, high, within) in candidates {
            if let Some(assumed) = self.fits(&Number::exact(next), low, high) {
                proven.push(within.with_assumed(&assumed));
            }
        }
        self.facts.truncate(mark);
        self.facts.extend(proven);
        // Where a `loop` leaves by it, it is a part of the body.
        let formula = if holds { self.condition(condition) } else { self.pure_condition(condition) };
        self.tells_apart(&formula);
        self.depends(condition);
        self.facts.push(if holds { formula } else { formula.not() });
    }

    /// How a loop changes a variable, where that is understood.
    fn counter(
        &mut self,
        key: &Key,
        head: Option<(&Expr, bool)>,
        body: &Block,
        changed: &[(Key, Type)],
        entry: &Map<Key, Value>,
    ) -> Option<Counter> {
        let Some(Value::Number(start)) = entry.get(key) else { return None };
        let change = only_change(key, body)?;
        let fixed = |expr: &Expr| {
            is_fixed(expr, &|local| {
                entry.keys().any(|(of, _)| *of == local) && !changed.iter().any(|((of, _), _)| *of == local)
            })
        };
        let (op, by) = change;
        if !fixed(by) {
            return None;
        }
        // Not every turn need come to where it is computed.
        let mark = self.facts.len();
        let by = self.pure(by);
        self.facts.truncate(mark);
        let Value::Number(by) = by else { return None };
        let each = each_turn(key.0, body);
        match (op, by.poly.as_constant().and_then(|by| self.amount(key, op, by))) {
            (BinOp::Add, _) => Some(Counter::Steps { start: start.clone(), by, each }),
            (BinOp::Sub, _) => {
                let by = Number { poly: by.poly.scaled(-1), ..by };
                Some(Counter::Steps { start: start.clone(), by, each })
            }
            (BinOp::Div, Some(2..)) | (BinOp::Shr, Some(1..)) => {
                // What is below zero, or has wrapped around, does not shrink from there.
                let ty = changed.iter().find(|(of, _)| of == key).and_then(|(_, ty)| range_of(ty));
                let mut start = self.observed(start.clone(), &self.function.local(key.0).ty.clone());
                start.assumed.extend(self.fits(&start, 0, ty.map_or(i128::MAX, |(_, high)| high))?);
                let halved = op == BinOp::Shr || self.atoms.is_power(&by.poly);
                let power = halved && self.atoms.is_power(&start.poly);
                Some(Counter::Shrinks { start, power })
            }
            (BinOp::Mul, Some(by @ 2..)) => self.grows(key, start, by, head, body, entry),
            (BinOp::Shl, Some(by @ 1..=16)) => self.grows(key, start, 1 << by, head, body, entry),
            _ => None,
        }
    }

    /// A variable that is multiplied in each turn: it stays above zero where there are too few turns for it to wrap.
    fn grows(
        &mut self,
        key: &Key,
        start: &Number,
        by: i128,
        head: Option<(&Expr, bool)>,
        body: &Block,
        entry: &Map<Key, Value>,
    ) -> Option<Counter> {
        // What has wrapped around before the loop may be nothing.
        let start = &self.observed(start.clone(), &self.function.local(key.0).ty.clone());
        let (low, high) = self.atoms.range(&start.poly);
        if low < 1 {
            return None;
        }
        let mut assumed = start.assumed.clone();
        let most = self.most_turns(head, body, entry).and_then(|(turns, more)| {
            assumed.extend(more);
            (0..turns).try_fold(high, |most, _| most.checked_mul(by).filter(|most| *most < 1 << 64))
        });
        // What wraps around has lost its only bit.
        let power = by & (by - 1) == 0 && self.atoms.is_power(&start.poly);
        Some(Counter::Grows { low, most, by, assumed, power })
    }

    /// As many turns as a variable has bits that is halved in each, where a turn needs it to be above zero; and what
    /// launches must not make negative for that.
    fn most_turns(
        &mut self,
        head: Option<(&Expr, bool)>,
        body: &Block,
        entry: &Map<Key, Value>,
    ) -> Option<(u32, Vec<Poly>)> {
        let (condition, holds) = head?;
        let mut found: Option<(u32, Vec<Poly>)> = None;
        for (key, value) in entry {
            let (Some((op, by)), Value::Number(start)) = (only_change(key, body), value) else { continue };
            let by = match &by.kind {
                ExprKind::Literal(crate::ir::Literal::Int(by)) => self.amount(key, op, *by),
                _ => continue,
            };
            let (low, high) = self.atoms.range(&start.poly);
            let halved = matches!((op, by), (BinOp::Div, Some(2..)) | (BinOp::Shr, Some(1..)));
            if !halved || low < 0 || !each_turn(key.0, body) {
                continue;
            }
            // Whatever it is in a turn, by the condition of that turn.
            let info = Info::new(Origin::Own, Level::Thread, String::new()).within(0, high);
            let now = Poly::atom(self.atoms.add(info));
            self.env.insert(key.clone(), Value::Number(Number::exact(now.clone())));
            let mark = self.facts.len();
            let formula = self.pure_condition(condition);
            self.facts.truncate(mark);
            self.env.insert(key.clone(), value.clone());
            let formula = if holds { formula } else { formula.not() };
            let turns = i128::BITS - high.leading_zeros();
            if self.rules_out(&formula, &now.scaled(-1))
                && found.as_ref().is_none_or(|(least, _)| turns < *least)
            {
                found = Some((turns, start.assumed.clone()));
            }
        }
        found
    }

    /// By how much a number changes a variable: as a shift of its type. Of a type that is not known, a shift by so
    /// few bits is one of each.
    fn amount(&self, key: &Key, op: BinOp, by: i128) -> Option<i128> {
        let ty = &self.function.local(key.0).ty;
        match op {
            BinOp::Shl | BinOp::Shr if key.1.is_empty() && range_of(ty).is_some() => shift_of(by, ty),
            BinOp::Shl | BinOp::Shr => (by < 8).then_some(by),
            _ => Some(by),
        }
    }

    /// Whether a sum is negative wherever a condition holds, whatever launches do.
    fn rules_out(&self, condition: &Formula, sum: &Poly) -> bool {
        let negative = |one: &Formula| {
            let natural = Formula::Natural(sum.clone(), Vec::new());
            self.excludes(one, &[natural]).is_some_and(|assumed| assumed.is_empty())
        };
        match condition {
            Formula::All(all) => negative(condition) || all.iter().any(|one| self.rules_out(one, sum)),
            Formula::Any(any) => any.iter().all(|one| self.rules_out(one, sum)),
            Formula::True | Formula::False | Formula::Natural(..) | Formula::Unknown | Formula::Open => {
                negative(condition)
            }
        }
    }

    /// How many turns a `for` loop has: a step that is not 1 leaves some out.
    fn most_of(&self, bounds: &Bounds) -> Most {
        let Bounds { start, end, inclusive, .. } = bounds;
        let more = i128::from(*inclusive);
        // As many as its type has numbers, and no more than its ends tell, where these are what they seem to be.
        let all = (1 << 64) - 1;
        if !start.assumed.is_empty() || !end.assumed.is_empty() {
            return Most { turns: all + more, before: None };
        }
        let turns = end.poly.minus(&start.poly).plus_constant(more);
        let most = self.atoms.range(&turns).1.clamp(0, all + more);
        Most { turns: most, before: Some(turns.plus_constant(-1)) }
    }

    /// What a variable is after some turns: of a `for` loop, of which it is known how many there are at most.
    fn counted(&mut self, local: LocalId, counter: &Counter, ty: &Type, most: Option<&Most>) -> Value {
        let name = format!("`{}`", self.function.local(local).name);
        let level = if self.uniformity.local(local) { Level::Thread } else { Level::Block };
        let mut info = Info::new(Origin::Own, level, name);
        info.turn = self.turn();
        let (low, high) = range_of(ty).unwrap_or((0, i128::MAX));
        match counter {
            Counter::Steps { start, by, each } => {
                info.in_step = *each;
                let atom = self.atoms.add(info.within(0, most.map_or(i128::MAX, |most| most.turns)));
                let turns = Poly::atom(atom);
                if let Some(before) = most.and_then(|most| most.before.as_ref()) {
                    self.atoms.info_mut(atom).facts.push(before.minus(&turns));
                }
                let poly = start.poly.plus(&by.poly.times(&turns));
                let number = Number::from(poly, start, by);
                // What may wrap around is any number of its type, of which guards may say more. What each turn
                // changes keeps step with the loop, unless it began with any number.
                let began_anywhere = self.uniformity.local(local) && self.is_any(&start.poly, low, high);
                let wraps =
                    most.is_some() && (!each || began_anywhere) && self.fits(&number, low, high).is_none();
                if wraps || !number.poly.is_sane() {
                    return self.unknown_local(local, ty, false);
                }
                Value::Number(number)
            }
            Counter::Shrinks { start, power } => {
                let (_, most) = self.atoms.range(&start.poly);
                info.power = *power;
                let atom = self.atoms.add(info.within(0, most.min(high)));
                let fact = start.poly.minus(&Poly::atom(atom));
                self.atoms.info_mut(atom).facts.push(fact);
                Value::Number(Number { poly: Poly::atom(atom), assumed: start.assumed.clone() })
            }
            // Within its type, and above where it began unless it has wrapped.
            Counter::Grows { low: start, most, assumed, power, .. } => {
                info.power = *power;
                let bounds = match most {
                    Some(most) if *most <= high => (*start, *most),
                    _ => (low, high),
                };
                let atom = self.atoms.add(info.within(bounds.0, bounds.1));
                Value::Number(Number { poly: Poly::atom(atom), assumed: assumed.clone() })
            }
        }
    }

    /// Whether a sum is a symbol of which nothing is known but its type.
    fn is_any(&self, poly: &Poly, low: i128, high: i128) -> bool {
        self.atom(poly).is_some_and(|atom| {
            let info = self.atoms.info(atom);
            *poly == Poly::atom(atom) && info.origin == Origin::Own && info.low <= low && info.high >= high
        })
    }

    /// The bounds of a `for` loop, as they are before it.
    fn bounds(&mut self, stmt: &Stmt) -> Option<Bounds> {
        let StmtKind::For { local, start, end, inclusive, step, reversed, .. } = &stmt.kind else {
            return None;
        };
        self.forget(*local);
        let start = self.value(start);
        let end = self.value(end);
        let step = step.as_ref().map(|step| self.value(step));
        let (Value::Number(start), Value::Number(end)) = (start, end) else { return None };
        let ty = self.function.local(*local).ty.clone();
        let start = self.observed(start, &ty);
        let end = self.observed(end, &ty);
        let step = match step {
            None => Some(Number::constant(1)),
            Some(Value::Number(step)) => Some(step),
            Some(_) => None,
        };
        Some(Bounds { local: *local, start, end, inclusive: *inclusive, step, reversed: *reversed })
    }

    /// The counter of a `for` loop in a turn.
    fn bind_counter(&mut self, bounds: &Bounds) {
        let Bounds { local, start, end, inclusive, step, .. } = bounds;
        let name = format!("`{}`", self.function.local(*local).name);
        let level = if self.uniformity.local(*local) { Level::Thread } else { Level::Block };
        let mut info = Info::new(Origin::Own, level, name);
        info.turn = self.turn();
        info.in_step = !bounds.reversed;
        let turns = Poly::atom(self.atoms.add(info));
        let gone = step.as_ref().map(|step| step.poly.times(&turns)).filter(Poly::is_sane);
        let poly = start.poly.plus(gone.as_ref().unwrap_or(&turns));
        self.tells(&start.poly);
        self.tells(&end.poly);
        let of_it = self.axes.of_local(*local);
        self.apart.add(of_it);
        let mut number = Number::from(poly, start, end);
        if let Some(step) = step {
            number = Number::from(number.poly.clone(), &number, step);
        }
        let last =
            if *inclusive { end.clone() } else { Number { poly: end.poly.plus_constant(-1), ..end.clone() } };
        let turn = [Formula::at_least(&last, &number), Formula::at_least(&number, start)];
        self.facts.extend(turn.iter().cloned());
        self.env.insert((*local, String::new()), Value::Number(number));
        self.decided(&end.poly, &turn);
    }

    /// Where a loop's end was chosen by a condition, the loop has turns in some of the cases only: of one, what
    /// it says is known in each turn.
    fn decided(&mut self, end: &Poly, turn: &[Formula]) {
        let Some(end) = self.atom(end) else { return };
        let mut found = Vec::new();
        for formula in self.facts.iter() {
            let Formula::Any(cases) = formula else { continue };
            let mut concerned = false;
            formula.polys(&mut |poly| concerned |= poly.has(end));
            if !concerned || cases.len() > MOST_CASES {
                continue;
            }
            let (mut left, mut assumed) = (Vec::new(), Vec::new());
            for case in cases {
                match self.excludes(case, turn) {
                    Some(more) => assumed.extend(more),
                    None => left.push(case),
                }
            }
            if let [case] = left.as_slice() {
                found.push(case.with_assumed(&assumed));
            }
        }
        self.facts.extend(found);
    }

    /// What launches must not make negative for formulas to contradict each other; `None` where they may hold together.
    fn excludes(&self, case: &Formula, others: &[Formula]) -> Option<Vec<Poly>> {
        let mut facts = Facts::default();
        facts.add(case, &|_| true);
        for formula in others {
            facts.add(formula, &|_| true);
        }
        let about = self.atoms.facts_of(&facts.sums.iter().list());
        let never = facts.never
            || matches!(refute(&facts.sums.iter().chain(&about).list(), &|_| true), Outcome::Contradiction);
        never.then_some(facts.assumed)
    }
}

/// How a loop changes a variable.
enum Counter {
    /// By the same amount, at most once a turn.
    Steps {
        start: Number,
        by: Number,
        /// Exactly once a turn.
        each: bool,
    },
    /// It is divided; a power of two may stay one.
    Shrinks { start: Number, power: bool },
    /// It is multiplied; the most that it becomes, where it cannot wrap.
    Grows { low: i128, most: Option<i128>, by: i128, assumed: Vec<Poly>, power: bool },
}

/// How many turns a loop has at most.
struct Most {
    turns: i128,
    /// How many there may have been before a turn, if there is one.
    before: Option<Poly>,
}

impl Most {
    fn before_a_turn(&self) -> Most {
        Most { turns: (self.turns - 1).max(0), before: self.before.clone() }
    }

    /// A loop may have had no turn, whatever its ends are.
    fn behind(self) -> Most {
        Most { before: None, ..self }
    }
}

struct Bounds {
    local: LocalId,
    start: Number,
    end: Number,
    inclusive: bool,
    step: Option<Number>,
    reversed: bool,
}

impl Bounds {
    /// Whether there is a first turn.
    fn runs(&self) -> bool {
        let turns = self.end.poly.minus(&self.start.poly).as_constant();
        turns.is_some_and(|turns| turns > 0 || turns == 0 && self.inclusive)
    }
}

/// The one change that a loop's body makes to a variable, outside of loops further inside: `v op= by` or `v = v op by`.
fn only_change<'b>(key: &Key, body: &'b Block) -> Option<(BinOp, &'b Expr)> {
    let mut changes = 0;
    let mut referred = false;
    body.walk(&mut |stmt| {
        if matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.base == key.0) {
            changes += 1;
        }
        stmt.for_each_expr(&mut |expr| referred |= refers(expr, key.0));
    });
    if changes != 1 || referred {
        return None;
    }
    let StmtKind::Assign { place, op, value } = &find(key, body)?.kind else { return None };
    if path(place)? != key.1 {
        return None;
    }
    match (op, &value.kind) {
        (Some(op), _) => Some((*op, value)),
        (None, ExprKind::Binary { op, lhs, rhs, .. }) => {
            let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(of) if of == place);
            if is_it(lhs) {
                Some((*op, rhs))
            } else if is_it(rhs) && matches!(op, BinOp::Add | BinOp::Mul) {
                Some((*op, lhs))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// The assignment to a variable, outside of loops.
fn find<'b>(key: &Key, block: &'b Block) -> Option<&'b Stmt> {
    block.0.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Assign { place, .. } if place.base == key.0 => Some(stmt),
        StmtKind::If { then, otherwise, .. } => find(key, then).or_else(|| find(key, otherwise)),
        StmtKind::Block { body, .. } => find(key, body),
        _ => None,
    })
}

fn refers(expr: &Expr, local: LocalId) -> bool {
    expr.any(&mut |expr| matches!(&expr.kind, ExprKind::Ref(place) if place.base == local))
}

/// Whether an expression has the same value in every turn.
pub(super) fn is_fixed(expr: &Expr, known: &dyn Fn(LocalId) -> bool) -> bool {
    !expr.any(&mut |expr| match &expr.kind {
        ExprKind::Load(place) => path(place).is_none() || !known(place.base),
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => !row.is_pure(),
        ExprKind::Call { callee: Callee::Method(_) | Callee::Assoc(..), .. } => false,
        ExprKind::Call { .. } | ExprKind::Ref(_) | ExprKind::Tile { .. } => true,
        _ => false,
    })
}

/// Whether every turn changes a variable.
fn each_turn(local: LocalId, body: &Block) -> bool {
    let changes = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.base == local);
    body.0.iter().any(changes) && !body.any(&mut is_continue)
}

/// How many jumps out of a loop there are.
fn breaks(block: &Block, label: LabelId) -> usize {
    let mut found = 0;
    block.walk(&mut |stmt| found += usize::from(matches!(&stmt.kind, StmtKind::Break(to) if *to == label)));
    found
}

pub(super) fn is_continue(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Continue(_))
}
