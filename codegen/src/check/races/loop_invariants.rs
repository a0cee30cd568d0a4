//! Bounds that a loop keeps: `at = (at + 1) % 4` stays below 4, and of `found += 1; if found == 6 { break; }` the next
//! turn has no more than 5.
//!
//! What a variable is divided by or compared with in a loop gives bounds to try. One holds in every turn where it
//! holds before the loop, and where a turn that begins with it comes to its end, or to a `continue`, with it. That is
//! asked by walking through the body once more, with all bounds taken for granted that are still to be tried, until
//! none of them fails. A variable that a turn does not keep within its type keeps no bound.

use super::eval::wrapping_facts;
use super::loops::is_fixed;
use super::poly::Poly;
use super::syntax_facts::{Sort, path, sort};
use super::value::{Formula, Number, Value};
use super::walk::{Key, Walk};
use crate::collections::{Map, sort_by_key};
use crate::compact::List;
use crate::ir::{BinOp, Block, Expr, ExprKind, LabelId, Literal, StmtKind, Type};

/// The most variables of a loop of which bounds are tried, and the most bounds of one.
const MOST_VARIABLES: usize = 4;
const MOST_BOUNDS: usize = 4;

/// The most bodies that are walked through for this, in a kernel.
pub(super) const MOST_TRIALS: usize = 40;

/// The bounds of variables that are tried of a loop.
pub(super) struct Trial {
    label: LabelId,
    bounds: Vec<Bound>,
}

/// A bound that is tried.
#[derive(Clone)]
struct Bound {
    key: Key,
    ty: Type,
    /// The variable is no more than this.
    most: Poly,
    /// Nor is it negative.
    natural: bool,
    /// What launches must not make negative for the bound to hold before the loop.
    before: Vec<Poly>,
    /// And at the end of each turn; `None` once there is one where it is not known.
    kept: Option<Vec<Poly>>,
    /// The same of each way out of the loop, for the bound and for one more.
    behind: [Option<Vec<Poly>>; 2],
}

/// What a loop keeps of a variable.
pub(super) struct Kept {
    pub(super) key: Key,
    /// In every turn.
    bound: Vec<Formula>,
    most: Poly,
    natural: bool,
    assumed: Vec<Poly>,
    behind: [Option<Vec<Poly>>; 2],
}

/// Variables and what they may be no more than.
pub(super) type Candidates = Vec<(Key, Type, Vec<Poly>)>;

impl Walk<'_> {
    /// Which bounds a loop may keep of what it changes, by the values before it.
    pub(super) fn may_keep(
        &mut self,
        body: &Block,
        changed: &[(Key, Type)],
        entry: &Map<Key, Value>,
    ) -> Candidates {
        let mut all = Candidates::new();
        let fixed = |expr: &Expr| {
            is_fixed(expr, &|local| {
                entry.keys().any(|(of, _)| *of == local) && !changed.iter().any(|((of, _), _)| *of == local)
            })
        };
        for (key, ty) in changed {
            let number = matches!(entry.get(key), Some(Value::Number(_))) && sort(ty) == Sort::Int;
            if !number || all.len() == MOST_VARIABLES || self.trials_left == 0 {
                continue;
            }
            let mut said: Vec<(&Expr, i128)> = Vec::new();
            bounds_of(key, body, &mut said);
            let mut bounds: Vec<Poly> = Vec::new();
            for (expr, more) in said {
                if bounds.len() == MOST_BOUNDS || !fixed(expr) {
                    continue;
                }
                let mark = self.facts.len();
                let value = self.pure(expr);
                self.facts.truncate(mark);
                let Value::Number(number) = value else { continue };
                let bound = number.poly.plus_constant(more);
                if bound.is_sane() && !bounds.contains(&bound) {
                    bounds.push(bound);
                }
            }
            // The smallest number first.
            if bounds.iter().all(|bound| bound.as_constant().is_some()) {
                sort_by_key(&mut bounds, |bound| bound.as_constant().unwrap_or(0));
            }
            if !bounds.is_empty() {
                all.push((key.clone(), ty.clone(), bounds));
            }
        }
        all
    }

    /// What a loop keeps of its variables, whose values in a turn are known as far as they can be without that.
    pub(super) fn keeps(
        &mut self,
        label: LabelId,
        body: &Block,
        entry: &Map<Key, Value>,
        may_keep: Candidates,
    ) -> Vec<Kept> {
        let mut kept = self.keeps_if(label, body, entry, may_keep.clone(), false);
        self.know(&kept);
        let mut left = may_keep;
        left.retain(|(key, ..)| kept.iter().all(|kept| kept.key != *key));
        let more = self.keeps_if(label, body, entry, left, true);
        self.know(&more);
        kept.extend(more);
        kept
    }

    /// The same, where launches may have to do something for it, or need not.
    fn keeps_if(
        &mut self,
        label: LabelId,
        body: &Block,
        entry: &Map<Key, Value>,
        mut left: Candidates,
        assume: bool,
    ) -> Vec<Kept> {
        loop {
            let bounds = self.before(entry, &mut left, assume);
            if bounds.is_empty() || self.trials_left == 0 {
                return Vec::new();
            }
            self.trials_left -= 1;
            let bounds = self.tried(label, body, bounds);
            if bounds.iter().all(|bound| bound.kept.is_some()) {
                return bounds.into_iter().filter_map(|bound| self.kept(bound)).list();
            }
            // Without those that failed the others are to be tried again.
            for bound in bounds.into_iter().filter(|bound| bound.kept.is_none()) {
                if let Some((_, _, more)) = left.iter_mut().find(|(key, ..)| *key == bound.key) {
                    more.retain(|most| *most != bound.most);
                }
            }
        }
    }

    /// Of each variable the first bound that holds before the loop.
    fn before(&mut self, entry: &Map<Key, Value>, left: &mut Candidates, assume: bool) -> Vec<Bound> {
        let mut bounds = Vec::new();
        for (key, ty, all) in left {
            let Some(Value::Number(start)) = entry.get(key) else { continue };
            let natural = self.atoms.range(&start.poly).0 >= 0;
            while let Some(most) = all.first().cloned() {
                let before = self.within(start.clone(), ty, &most, natural);
                let Some(before) = before.filter(|before| assume || before.is_empty()) else {
                    all.remove(0);
                    continue;
                };
                let (kept, behind) = (Some(Vec::new()), [Some(Vec::new()), Some(Vec::new())]);
                bounds.push(Bound { key: key.clone(), ty: ty.clone(), most, natural, before, kept, behind });
                break;
            }
        }
        bounds
    }

    /// What launches must not make negative for a number to be within a bound, as its type has it.
    fn within(&mut self, number: Number, ty: &Type, most: &Poly, natural: bool) -> Option<Vec<Poly>> {
        let mark = self.facts.len();
        let number = self.observed(number, ty);
        let mut found = self.entails(&most.minus(&number.poly));
        if natural && self.atoms.range(&number.poly).0 < 0 {
            let more = found.as_ref().and_then(|_| self.entails(&number.poly));
            found = found.zip(more).map(|(found, more)| [found, more].concat());
        }
        self.facts.truncate(mark);
        let mut assumed = number.assumed;
        for one in found? {
            if !assumed.contains(&one) {
                assumed.push(one);
            }
        }
        Some(assumed)
    }

    /// Walks through a turn that begins within bounds, and remembers whether it ends so.
    fn tried(&mut self, label: LabelId, body: &Block, bounds: Vec<Bound>) -> Vec<Bound> {
        let (env, mark, quiet) = (self.env.clone(), self.facts.len(), self.quiet);
        for bound in &bounds {
            let Some(Value::Number(now)) = self.env.get(&bound.key).cloned() else { continue };
            let formulas = said(&now, &bound.most, bound.natural, &bound.before);
            self.facts.extend(formulas);
        }
        self.facts.forget_assumed();
        self.quiet = true;
        self.trials.push(Trial { label, bounds });
        drop(self.nodes_of(|walk| {
            body.0.iter().for_each(|stmt| walk.stmt(stmt));
            if !body.ends() {
                walk.turn_ends(label);
            }
        }));
        self.quiet = quiet;
        self.facts.truncate(mark);
        self.env = env;
        self.trials.pop().map_or_else(Vec::new, |trial| trial.bounds)
    }

    /// A turn of a loop ends here, and the next one begins.
    pub(super) fn turn_ends(&mut self, label: LabelId) {
        self.look(label, |walk, bound| {
            // A turn asks for nothing that the bound did not ask for before, but that nothing wraps around.
            let fine = |one: &Poly| bound.before.contains(one) || wrapping_facts(one);
            let now = walk.now(bound, 0).filter(|now| now.iter().all(fine));
            bound.kept = both(bound.kept.take(), now);
        });
    }

    /// A loop is left here.
    pub(super) fn left(&mut self, label: LabelId) {
        self.look(label, |walk, bound| {
            for more in 0..2 {
                let before = bound.behind[more].take();
                let now = if before.is_some() { walk.now(bound, more as i128) } else { None };
                bound.behind[more] = both(before, now);
            }
        });
    }

    /// Whether a bound, or what is so much above it, holds here.
    fn now(&mut self, bound: &Bound, more: i128) -> Option<Vec<Poly>> {
        let Some(Value::Number(number)) = self.env.get(&bound.key).cloned() else { return None };
        self.within(number, &bound.ty, &bound.most.plus_constant(more), bound.natural)
    }

    /// Looks at the bounds that are tried of a loop.
    fn look(&mut self, label: LabelId, mut visit: impl FnMut(&mut Self, &mut Bound)) {
        for at in 0..self.trials.len() {
            if self.trials[at].label == label {
                let mut bounds = std::mem::take(&mut self.trials[at].bounds);
                for bound in &mut bounds {
                    visit(self, bound);
                }
                self.trials[at].bounds = bounds;
            }
        }
    }

    /// What was found of a bound.
    fn kept(&self, bound: Bound) -> Option<Kept> {
        let Bound { key, most, natural, before, kept, behind, .. } = bound;
        let assumed = both(Some(before), kept)?;
        let Some(Value::Number(now)) = self.env.get(&key) else { return None };
        let bound = said(now, &most, natural, &assumed);
        Some(Kept { key, bound, most, natural, assumed, behind })
    }

    /// Makes known what a loop keeps in its turns.
    fn know(&mut self, kept: &[Kept]) {
        if !kept.is_empty() {
            self.facts.forget_assumed();
        }
        for one in kept {
            self.facts.extend(one.bound.iter().cloned());
        }
    }

    /// And behind it, of the values there.
    pub(super) fn know_behind(&mut self, kept: &[Kept]) {
        for one in kept {
            let Some(Value::Number(now)) = self.env.get(&one.key).cloned() else { continue };
            let least = one.behind.iter().position(Option::is_some);
            if let Some(more) = least {
                let most = one.most.plus_constant(more as i128);
                let assumed = both(Some(one.assumed.clone()), one.behind[more].clone()).unwrap_or_default();
                let formulas = said(&now, &most, one.natural, &assumed);
                self.facts.extend(formulas);
            }
        }
    }

    /// Where bounds are tried, that two numbers are not the same says that one is smaller, if it is known not to be
    /// greater.
    pub(super) fn narrowed(&mut self, formula: &Formula) {
        let Formula::Any(cases) = formula else { return };
        let [Formula::Natural(a, of_a), Formula::Natural(b, of_b)] = cases.as_slice() else { return };
        if self.trials.is_empty() || a.plus(b).as_constant() != Some(-2) {
            return;
        }
        for (this, own, other) in [(a, of_a, b), (b, of_b, a)] {
            if let Some(assumed) = self.entails(&other.scaled(-1).plus_constant(-1)) {
                let formula = Formula::Natural(this.clone(), own.clone()).with_assumed(&assumed);
                self.facts.push(formula);
                return;
            }
        }
    }

    /// Of the bounds that are tried those that both ways to a value keep, with what launches must not make negative
    /// for that, where the ways know these.
    pub(super) fn kept_by_both(
        &mut self,
        key: &Key,
        ways: [(&Number, &[Formula]); 2],
    ) -> Vec<(Poly, bool, Vec<Poly>)> {
        let tried = self.trials.iter().flat_map(|trial| &trial.bounds);
        let bounds: Vec<Bound> = tried.filter(|bound| bound.key == *key).cloned().list();
        let mut all = Vec::new();
        for bound in bounds {
            // What is counted up behind the branch is one less there.
            for most in [bound.most.plus_constant(-1), bound.most] {
                let mut found = Some(Vec::new());
                for (number, known) in ways {
                    let mark = self.facts.len();
                    self.facts.extend(known.iter().cloned());
                    let now = self.within(number.clone(), &bound.ty, &most, bound.natural);
                    self.facts.truncate(mark);
                    found = both(found, now);
                }
                if let Some(assumed) = found {
                    all.push((most, bound.natural, assumed));
                    break;
                }
            }
        }
        all
    }
}

/// That a number is within a bound, if launches do not make these negative.
pub(super) fn said(number: &Number, most: &Poly, natural: bool, assumed: &[Poly]) -> Vec<Formula> {
    let mut all = vec![Formula::at_least(&Number::exact(most.clone()), number).with_assumed(assumed)];
    if natural {
        all.push(Formula::at_least(number, &Number::constant(0)).with_assumed(assumed));
    }
    all
}

fn both(a: Option<Vec<Poly>>, b: Option<Vec<Poly>>) -> Option<Vec<Poly>> {
    let mut all = a?;
    for one in b? {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    Some(all)
}

/// What a variable is divided by, masked with or compared with in a block, and by how much more or less it may be.
fn bounds_of<'b>(key: &Key, body: &'b Block, found: &mut Vec<(&'b Expr, i128)>) {
    body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, op, value } = &stmt.kind {
            if place.base == key.0 && path(place).as_ref() == Some(&key.1) {
                match (op, &value.kind) {
                    (Some(BinOp::Rem), _) => found.push((value, -1)),
                    (Some(BinOp::BitAnd), _) => found.push((value, 0)),
                    (None, ExprKind::Binary { op: BinOp::Rem, rhs, .. }) => found.push((rhs, -1)),
                    (None, ExprKind::Binary { op: BinOp::BitAnd, lhs, rhs, .. }) => {
                        found.extend([(&**rhs, 0), (&**lhs, 0)]);
                    }
                    _ => {}
                }
            }
        }
        stmt.for_each_expr(&mut |expr| expr.walk(&mut |expr| compared(key, expr, found)));
    });
}

/// What a variable is compared with in an expression.
fn compared<'b>(key: &Key, expr: &'b Expr, found: &mut Vec<(&'b Expr, i128)>) {
    if let ExprKind::Binary { op, lhs, rhs, .. } = &expr.kind {
        if op.is_comparison() {
            for (this, other) in [(lhs, rhs), (rhs, lhs)] {
                if let Some(more) = offset(key, this) {
                    found.extend([(&**other, -1 - more), (&**other, -more)]);
                }
            }
        }
    }
}

/// By how much an expression is more than a variable.
fn offset(key: &Key, expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Load(place) => (place.base == key.0 && path(place).as_ref() == Some(&key.1)).then_some(0),
        ExprKind::Binary { op: op @ (BinOp::Add | BinOp::Sub), lhs, rhs, .. } => {
            let ExprKind::Literal(Literal::Int(by)) = &rhs.kind else { return None };
            let more = offset(key, lhs)?;
            Some(if *op == BinOp::Add { more + *by } else { more - *by })
        }
        _ => None,
    }
}
