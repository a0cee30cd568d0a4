//! Branches: what is known in each way, and of the values behind both.

use super::intervals::{Decision, Node};
use super::loop_invariants::said;
use super::poly::Poly;
use super::symbols::{Chosen, Info, Level, Origin};
use super::syntax_facts::range_of;
use super::value::{Formula, Number, Value};
use super::walk::{Key, Walk};
use crate::collections::Map;
use crate::ir::{Block, Expr};

/// One of two ways to a value.
pub(super) struct Case {
    /// What is known there.
    pub(super) known: Vec<Formula>,
    /// What launches must not make negative for the value to be within its type; `None` where that is not known.
    pub(super) fits: Option<Vec<Poly>>,
}

impl Walk<'_> {
    pub(super) fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block) {
        let varies = self.uniformity.expr(self.function, condition);
        let formula = self.condition(condition);
        let decision = if varies { None } else { self.decision(&formula) };
        self.tells_apart(&formula);
        self.depends(condition);
        let before = self.env.clone();
        let mark = self.facts.len();
        self.facts.push(formula.clone());
        self.narrowed(&formula);
        let (then_nodes, then_known) = self.way(then, mark);
        let then_env = std::mem::replace(&mut self.env, before);
        self.facts.truncate(mark);
        self.facts.push(formula.not());
        self.narrowed(&formula.not());
        let (otherwise_nodes, otherwise_known) = self.way(otherwise, mark);
        self.facts.truncate(mark);
        self.nodes.push(Node::If { varies, decision, then: then_nodes, otherwise: otherwise_nodes });
        match (then.ends(), otherwise.ends()) {
            (true, true) => {}
            (true, false) => {
                self.facts.push(formula.not());
                self.narrowed(&formula.not());
                self.facts.extend(otherwise_known);
            }
            (false, true) => {
                self.env = then_env;
                self.narrowed(&formula);
                self.facts.push(formula);
                self.facts.extend(then_known);
            }
            (false, false) => {
                let else_env = std::mem::take(&mut self.env);
                self.merge(&formula, then_env, else_env, [&then_known, &otherwise_known]);
            }
        }
    }

    /// One way of a branch, and, where bounds are tried, what is known at its end besides what was before.
    fn way(&mut self, block: &Block, mark: usize) -> (Vec<Node>, Vec<Formula>) {
        if self.trials.is_empty() {
            return (self.nodes_of(|walk| walk.block(block)), Vec::new());
        }
        let nodes = self.nodes_of(|walk| block.0.iter().for_each(|stmt| walk.stmt(stmt)));
        (nodes, self.facts[mark..].to_vec())
    }

    /// Remembers a condition that is the same for all threads of a block.
    fn decision(&mut self, formula: &Formula) -> Option<usize> {
        let (mut alike, mut turn) = (true, None);
        formula.polys(&mut |poly| {
            for atom in poly.atoms() {
                let info = self.atoms.info(atom);
                alike &= info.level < Level::Thread;
                turn = turn.max(info.turn);
            }
        });
        alike.then(|| {
            self.decisions.push(Decision { formula: formula.clone(), turn });
            self.decisions.len() - 1
        })
    }

    /// What is known behind a branch.
    fn merge(
        &mut self,
        condition: &Formula,
        then: Map<Key, Value>,
        mut otherwise: Map<Key, Value>,
        known: [&[Formula]; 2],
    ) {
        for (key, a) in then {
            let Some(b) = otherwise.remove(&key) else { continue };
            let value = match (a, b) {
                (a, b) if a == b => a,
                (Value::Number(a), Value::Number(b)) => {
                    let name = format!("`{}{}`", self.function.local(key.0).name, key.1);
                    let ty = self.function.local(key.0).ty.clone();
                    let kept = self.kept_by_both(&key, [(&a, known[0]), (&b, known[1])]);
                    let cases = [(a, condition.clone()), (b, condition.not())].map(|(number, known)| {
                        let mark = self.facts.len();
                        self.facts.push(known.clone());
                        let fits = self.fits_where(&known, &number, &ty).filter(|_| key.1.is_empty());
                        self.facts.truncate(mark);
                        (number, Case { known: vec![known], fits })
                    });
                    let value =
                        self.either(condition, cases, range_of(&ty), name, self.uniformity.local(key.0));
                    if let Value::Number(number) = &value {
                        for (most, natural, assumed) in kept {
                            self.facts.extend(said(number, &most, natural, &assumed));
                        }
                    }
                    value
                }
                (Value::Condition(a), Value::Condition(b)) => {
                    let open = a.is_open() || b.is_open() || condition.is_open();
                    // `a && b` and `a || b`, written out.
                    if b == *condition {
                        let value = Value::Condition(Formula::all(vec![b, a]));
                        self.env.insert(key, value);
                        continue;
                    }
                    if b == condition.not() {
                        let value = Value::Condition(Formula::any(vec![b, a]));
                        self.env.insert(key, value);
                        continue;
                    }
                    let both = |when: Formula, is: Formula| Formula::All(vec![when, is]);
                    Value::Condition(if open {
                        Formula::Open
                    } else {
                        Formula::any(vec![both(condition.clone(), a), both(condition.not(), b)])
                    })
                }
                _ => Value::Other,
            };
            self.env.insert(key, value);
        }
    }

    /// One of two numbers, which is within a range where both are known to be.
    pub(super) fn either(
        &mut self,
        condition: &Formula,
        [(a, in_a), (b, in_b)]: [(Number, Case); 2],
        range: Option<(i128, i128)>,
        name: String,
        varies: bool,
    ) -> Value {
        if let Some(number) = self.smaller_or_greater(condition, [(&a, &in_a), (&b, &in_b)], range) {
            return Value::Number(number);
        }
        // By a flag, which is 0 or 1, it is a sum.
        if let (Formula::Natural(flag, assumed), Some(of_a), Some(of_b)) =
            (condition, a.poly.as_constant(), b.poly.as_constant())
            && assumed.is_empty()
            && self.atoms.range(flag) == (-1, 0)
        {
            let poly = flag.plus_constant(1).scaled(of_a - of_b).plus_constant(of_b);
            return Value::Number(Number::from(poly, &a, &b));
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.atoms.range(&a.poly), self.atoms.range(&b.poly));
        let (mut low, mut high) = (a_low.min(b_low), a_high.max(b_high));
        let mut number = Number::from(Poly::default(), &a, &b);
        if let (Some(range), Some(of_a), Some(of_b)) = (range, &in_a.fits, &in_b.fits) {
            (low, high) = (low.max(range.0), high.min(range.1));
            for one in of_a.iter().chain(of_b) {
                if !number.assumed.contains(one) {
                    number.assumed.push(one.clone());
                }
            }
        }
        let level = if varies { Level::Thread } else { Level::Block };
        let mut info = Info::new(Origin::Own, level, name).within(low, high);
        info.turn = self.turn();
        info.chosen = Some(Chosen::from(&[(condition, &a), (&Formula::True, &b)]));
        info.open = condition.is_open()
            || a.poly.atoms().chain(b.poly.atoms()).any(|atom| self.atoms.info(atom).open);
        number.poly = Poly::atom(self.atoms.add(info));
        let plain = Number::exact(number.poly.clone());
        // A number is what it is, and the value within its range, if launches do not make these negative.
        let assumed = number.assumed.clone();
        let case = |is: Number, of: Case| {
            let mut all = of.known;
            all.push(Formula::equal(&plain, &is).with_assumed(&assumed));
            Formula::All(all)
        };
        self.facts.push(Formula::any(vec![case(a, in_a), case(b, in_b)]));
        Value::Number(number)
    }
}
