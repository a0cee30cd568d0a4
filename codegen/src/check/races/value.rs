//! What an expression is, as far as the analysis understands it: a sum of products of symbols, or a condition on
//! such sums.

use super::poly::Poly;
use crate::compact::List;

/// A number: a sum, and what launches must not make negative for the machine's number to be that sum.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) poly: Poly,
    pub(super) assumed: Vec<Poly>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Formula {
    True,
    False,
    /// The sum is not negative, if launches do not make these negative.
    Natural(Poly, Vec<Poly>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Unknown,
    /// Not known before the kernel's instance is.
    Open,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(Number),
    Condition(Formula),
    /// What never is an index or a condition.
    Other,
}

impl Number {
    pub(super) fn exact(poly: Poly) -> Number {
        Number { poly, assumed: Vec::new() }
    }

    pub(super) fn constant(value: i128) -> Number {
        Number::exact(Poly::constant(value))
    }

    #[inline(never)]
    pub(super) fn from(poly: Poly, a: &Number, b: &Number) -> Number {
        let mut assumed = a.assumed.clone();
        assumed.extend(b.assumed.iter().filter(|one| !a.assumed.contains(one)).cloned());
        Number { poly, assumed }
    }
}

/// Parts of a condition at most. Conditions of conditions double with each statement, and of one with more nothing
/// is known.
const MOST_PARTS: usize = 100;

impl Formula {
    pub(super) fn of(holds: bool) -> Formula {
        if holds { Formula::True } else { Formula::False }
    }

    pub(super) fn all(parts: Vec<Formula>) -> Formula {
        Formula::All(parts).bounded()
    }

    pub(super) fn any(parts: Vec<Formula>) -> Formula {
        Formula::Any(parts).bounded()
    }

    fn bounded(self) -> Formula {
        match self.parts() {
            ..=MOST_PARTS => self,
            _ if self.is_open() => Formula::Open,
            _ => Formula::Unknown,
        }
    }

    fn parts(&self) -> usize {
        match self {
            Formula::All(all) | Formula::Any(all) => all.iter().map(Formula::parts).sum::<usize>() + 1,
            Formula::True | Formula::False | Formula::Natural(..) | Formula::Unknown | Formula::Open => 1,
        }
    }

    /// `a >= b`. What is true or false of numbers that may wrap around, is if they do not.
    #[inline(never)]
    pub(super) fn at_least(a: &Number, b: &Number) -> Formula {
        let number = Number::from(a.poly.minus(&b.poly), a, b);
        match number.poly.as_constant().filter(|_| number.assumed.is_empty()) {
            Some(0..) => Formula::True,
            Some(_) => Formula::False,
            None => Formula::Natural(number.poly, number.assumed),
        }
    }

    #[inline(never)]
    pub(super) fn equal(a: &Number, b: &Number) -> Formula {
        Formula::All(vec![Formula::at_least(a, b), Formula::at_least(b, a)])
    }

    #[inline(never)]
    pub(super) fn not(&self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Natural(poly, assumed) => {
                Formula::Natural(poly.scaled(-1).plus_constant(-1), assumed.clone())
            }
            Formula::All(all) => Formula::Any(all.iter().map(Formula::not).list()),
            Formula::Any(all) => Formula::All(all.iter().map(Formula::not).list()),
            Formula::Unknown => Formula::Unknown,
            Formula::Open => Formula::Open,
        }
    }

    /// Whether something in it only the instance tells.
    #[inline(never)]
    pub(super) fn is_open(&self) -> bool {
        match self {
            Formula::Open => true,
            Formula::All(all) | Formula::Any(all) => all.iter().any(Formula::is_open),
            Formula::True | Formula::False | Formula::Natural(..) | Formula::Unknown => false,
        }
    }

    /// Whether it is true, with the values of sums.
    pub(super) fn truth(&self, value: &dyn Fn(&Poly) -> Option<i128>) -> Option<bool> {
        match self {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Natural(poly, _) => Some(value(poly)? >= 0),
            Formula::All(all) => {
                let known: Vec<Option<bool>> = all.iter().map(|one| one.truth(value)).list();
                if known.contains(&Some(false)) {
                    Some(false)
                } else {
                    known.into_iter().all(|one| one == Some(true)).then_some(true)
                }
            }
            Formula::Any(all) => {
                let known: Vec<Option<bool>> = all.iter().map(|one| one.truth(value)).list();
                if known.contains(&Some(true)) {
                    Some(true)
                } else {
                    known.into_iter().all(|one| one == Some(false)).then_some(false)
                }
            }
            Formula::Unknown | Formula::Open => None,
        }
    }

    /// Every sum in it.
    pub(super) fn polys<'f>(&'f self, visit: &mut dyn FnMut(&'f Poly)) {
        match self {
            Formula::Natural(poly, _) => visit(poly),
            Formula::All(all) | Formula::Any(all) => all.iter().for_each(|one| one.polys(visit)),
            Formula::True | Formula::False | Formula::Unknown | Formula::Open => {}
        }
    }

    /// The same, where it says what it does only if launches do not make these negative.
    #[inline(never)]
    pub(super) fn with_assumed(&self, assumed: &[Poly]) -> Formula {
        match self {
            Formula::Natural(poly, own) => {
                let more = assumed.iter().filter(|one| !own.contains(one));
                Formula::Natural(poly.clone(), own.iter().chain(more).cloned().list())
            }
            Formula::All(all) => Formula::All(all.iter().map(|one| one.with_assumed(assumed)).list()),
            Formula::Any(all) => Formula::Any(all.iter().map(|one| one.with_assumed(assumed)).list()),
            other => other.clone(),
        }
    }

    /// What launches must not make negative for it to say anything.
    pub(super) fn assumed(&self, found: &mut Vec<Poly>) {
        match self {
            Formula::Natural(_, assumed) => found.extend(assumed.iter().cloned()),
            Formula::All(all) | Formula::Any(all) => all.iter().for_each(|one| one.assumed(found)),
            Formula::True | Formula::False | Formula::Unknown | Formula::Open => {}
        }
    }

    pub(super) fn renamed(&self, rename: &mut dyn FnMut(&Poly) -> Poly) -> Formula {
        match self {
            Formula::Natural(poly, assumed) => Formula::Natural(rename(poly), assumed.clone()),
            Formula::All(all) => Formula::All(all.iter().map(|one| one.renamed(rename)).list()),
            Formula::Any(all) => Formula::Any(all.iter().map(|one| one.renamed(rename)).list()),
            other => other.clone(),
        }
    }
}

/// What follows from formulas that hold: sums, and alternatives.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) sums: Vec<Poly>,
    pub(super) choices: Vec<Vec<Vec<Poly>>>,
    /// What launches must not make negative for that.
    pub(super) assumed: Vec<Poly>,
    /// They cannot hold together.
    pub(super) never: bool,
}

impl Facts {
    /// Adds a formula. Sums that hold only if something is assumed of launches are left out unless `assume` says
    /// that it may be.
    pub(super) fn add(&mut self, formula: &Formula, assume: &dyn Fn(&Poly) -> bool) {
        match formula {
            Formula::True | Formula::Unknown | Formula::Open => {}
            Formula::False => self.never = true,
            Formula::Natural(poly, assumed) => {
                if assumed.iter().all(assume) {
                    self.sums.push(poly.clone());
                    self.assumed.extend(assumed.iter().cloned());
                }
            }
            Formula::All(all) => all.iter().for_each(|one| self.add(one, assume)),
            Formula::Any(all) => {
                let mut alternatives = Vec::new();
                let mut all_assumed = Vec::new();
                for one in all {
                    let mut inner = Facts::default();
                    inner.add(one, assume);
                    if inner.never {
                        continue;
                    }
                    // An alternative of which nothing is known makes the whole say nothing.
                    if inner.sums.is_empty() {
                        return;
                    }
                    all_assumed.extend(inner.assumed);
                    alternatives.push(inner.sums);
                }
                match alternatives.len() {
                    0 => self.never = true,
                    1 => {
                        self.sums.extend(alternatives.remove(0));
                        self.assumed.extend(all_assumed);
                    }
                    _ => {
                        self.choices.push(alternatives);
                        self.assumed.extend(all_assumed);
                    }
                }
            }
        }
    }
}
