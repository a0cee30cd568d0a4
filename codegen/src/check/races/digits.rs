//! Digits: of what was divided, quotient and remainder in its place.
//!
//! `i` with `w = i % width`, `h = i / width % height` and so on is `(n * height + h) * width + w`. Elsewhere `i` and
//! quotients are what a question speaks of, and a remainder is `i - width * (i / width)`: so sums cancel out where
//! an index is put together as it was taken apart. Where the digits change places, or an index is bounded digit by
//! digit, the digits themselves have to be spoken of. Here they are put in the place of one symbol of each sum that
//! was divided. That is a change of variables: it takes the divisions to be what they are, and nothing else.

use super::poly::{Atom, Poly, atoms_of};
use super::prove::{Prover, Question};
use super::symbols::{Atoms, Origin};
use crate::collections::{Set, sort_by_key};
use crate::compact::List;

/// The most divisions that are looked at.
const MOST_DIGITS: usize = 12;

/// The most quotients in each other that bounds are passed on to.
const MOST_NESTED: usize = 4;

/// A question in digits.
pub(super) struct Digits {
    pub(super) question: Question,
    /// Every quotient, and the sum that was divided.
    divided: Vec<(Atom, Poly)>,
    /// The symbols that were divided by.
    pub(super) divisors: Set<Atom>,
    /// The symbols of remainders.
    pub(super) rests: Vec<Atom>,
}

impl Digits {
    /// A question in digits, with all that is known of its symbols; `None` where nothing in it was divided that
    /// `private` names.
    pub(super) fn of(
        atoms: &mut Atoms,
        question: &Question,
        private: &dyn Fn(&Atoms, Atom) -> bool,
    ) -> Option<Digits> {
        let is_divided = |atoms: &Atoms, atom: Atom| {
            matches!(atoms.info(atom).origin, Origin::Quotient(..)) && private(atoms, atom)
        };
        let asked = atoms_of(&[&question.equal, &question.places]);
        if !asked.iter().any(|atom| is_divided(atoms, *atom)) {
            return None;
        }
        let mut question = Question { choices: Vec::new(), ..question.clone() };
        let known = atoms.facts_of(&question.sums());
        let known = known.iter().map(|fact| question.now(fact)).list();
        question.facts.extend(known);
        merge(atoms, &mut question);
        let mut all = atoms_of(&[&question.equal, &question.facts, &question.places]);
        all.retain(|atom| is_divided(atoms, *atom));
        // The smallest divisor first: of digits each is a part of the next one's quotient.
        let mut all = all.into_iter().list();
        sort_by_key(&mut all, |atom| match &atoms.info(*atom).origin {
            Origin::Quotient(_, b) => (b.terms().map(|(mono, _)| mono.len()).max(), b.as_constant(), *atom),
            _ => (None, None, *atom),
        });
        let (mut divided, mut rests, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
        let mut divisors: Set<Atom> = Set::new();
        for atom in all.into_iter().take(MOST_DIGITS) {
            let Origin::Quotient(a, b) = atoms.info(atom).origin.clone() else { continue };
            let (now, by) = (question.now(&a), question.now(&b));
            if by.len() != 1 || by.atoms().any(|atom| private(atoms, atom)) {
                continue;
            }
            let quotient = question.now(&Poly::atom(atom));
            let single = now.terms().find_map(|(mono, factor)| match mono.as_slice() {
                [of] if factor.abs() == 1
                    && private(atoms, *of)
                    && !rests.contains(of)
                    && !quotient.has(*of)
                    && now.atoms().filter(|other| other == of).count() == 1 =>
                {
                    Some((*of, factor))
                }
                _ => None,
            });
            let Some((of, factor)) = single else { continue };
            let rest = atoms.rest(&a, &b);
            let whole = by.times(&quotient).plus(&Poly::atom(rest));
            let value = Poly::atom(of).plus(&whole.minus(&now).scaled(factor));
            if !value.is_sane() || value.has(of) {
                continue;
            }
            rests.push(rest);
            bounds.push(most(atoms, &now));
            divisors.extend(by.atoms());
            divided.push((atom, a));
            question.put(of, &value);
        }
        if rests.is_empty() {
            return None;
        }
        for rest in &rests {
            question.facts.extend(atoms.about(*rest).iter().map(|fact| question.now(fact)).list());
        }
        question.facts.extend(bounds.iter().map(|fact| question.now(fact)).list());
        // Where a thread is says nothing of digits.
        let asked = atoms_of(&[&question.equal, &question.places]);
        let idle = |atom: Atom| {
            let index = matches!(atoms.info(atom).origin, Origin::ThreadIdx(_) | Origin::BlockIdx(_));
            index && !asked.contains(&atom)
        };
        let facts: Set<Poly> = std::mem::take(&mut question.facts).into_iter().collect();
        let kept = |fact: &&Poly| {
            fact.is_sane() && fact.as_constant().is_none_or(|it| it < 0) && !fact.atoms().any(idle)
        };
        question.facts = facts.iter().filter(kept).cloned().list();
        Some(Digits { question, divided, divisors, rests })
    }
}

/// That a sum of a thread's or a block's indices is no greater than the grid makes it.
fn most(atoms: &Atoms, sum: &Poly) -> Poly {
    let mut most = sum.clone();
    for atom in sum.atoms().list() {
        let info = atoms.info(atom);
        let positive = || sum.terms().all(|(mono, factor)| factor > 0 && atoms.is_natural(mono));
        if let (Origin::ThreadIdx(_) | Origin::BlockIdx(_), [fact]) = (&info.origin, info.facts.as_slice()) {
            if positive() {
                most = most.with(atom, &Poly::atom(atom).plus(fact));
            }
        }
    }
    most.minus(sum)
}

/// Quotients that are known to be the same become one: of `a / b / c` and `a / (b * c)`, the first.
fn merge(atoms: &Atoms, question: &mut Question) {
    let quotient = |atom: Atom| match &atoms.info(atom).origin {
        Origin::Quotient(a, _) => Some(a.len() == 1 && a.atoms().count() == 1),
        _ => None,
    };
    let mut same: Vec<(Atom, Atom)> = Vec::new();
    let known: Set<&Poly> = question.facts.iter().collect();
    for fact in known.iter().filter(|fact| fact.len() == 2 && known.contains(&fact.scaled(-1))) {
        let ends = fact.terms().list();
        if let [(x, 1), (y, -1)] = ends.as_slice() {
            if let ([x], [y]) = (x.as_slice(), y.as_slice()) {
                match (quotient(*x), quotient(*y)) {
                    (Some(true), Some(_)) => same.push((*y, *x)),
                    (Some(false), Some(_)) => same.push((*x, *y)),
                    (None, _) | (_, None) => {}
                }
            }
        }
    }
    for (whole, nested) in same {
        let value = question.now(&Poly::atom(nested));
        if question.now(&Poly::atom(whole)) == Poly::atom(whole) && !value.has(whole) {
            question.put(whole, &value);
        }
    }
}

impl Prover<'_> {
    /// Whether the two can never meet, by the digits of what was divided: of those that are the same for both, what
    /// was divided is.
    pub(super) fn never_by_digits(&mut self, question: &Question, digits: &Digits) -> bool {
        let mut by_digits = self.bound_digits(digits);
        if self.saturate(&mut by_digits) || self.refute_quietly(&by_digits) {
            return true;
        }
        let now = digits.divided.iter().map(|(_, sum)| by_digits.now(sum)).list();
        let mut question = question.clone();
        let before = question.equal.len();
        for (at, (_, a)) in digits.divided.iter().enumerate() {
            for (other, (_, b)) in digits.divided.iter().enumerate().skip(at + 1) {
                let difference = question.now(a).minus(&question.now(b));
                if now[at] == now[other] && !difference.is_zero() && !question.equal.contains(&difference) {
                    question.equal.push(difference);
                }
            }
        }
        question.equal.len() > before && self.never(&question)
    }

    /// Whether what follows contradicts what is known, without asking anything of launches.
    fn refute_quietly(&mut self, question: &Question) -> bool {
        let allowed = std::mem::replace(&mut self.allow, false);
        let found = self.refute(question, &[]);
        self.allow = allowed;
        found
    }

    /// Whether a sum is not negative: what is asked in digits has it among its places.
    pub(super) fn follows_by_digits(&mut self, digits: &Digits) -> bool {
        let mut question = self.bound_digits(digits);
        let Some(sum) = question.places.pop() else { return false };
        self.atoms.range(&sum).0 >= 0
            || self.is_natural_by_terms(&sum, &question.facts)
            || self.contradict(vec![sum.scaled(-1).plus_constant(-1)], 1, &question.facts)
    }

    /// What bounds of sums say of quotients, and those of quotients in them.
    fn bound_digits(&self, digits: &Digits) -> Question {
        let mut question = digits.question.clone();
        let quotients = digits.divided.iter().map(|(atom, _)| *atom).list();
        for _ in 0..MOST_NESTED {
            let before = question.facts.len();
            self.bound_quotients(&mut question, &quotients);
            if question.facts.len() == before {
                break;
            }
        }
        question
    }
}
