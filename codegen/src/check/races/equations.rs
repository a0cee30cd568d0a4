//! What follows from equations: each step makes new ones of them, or puts what a symbol is in its place.

use super::poly::{Atom, Mono, Poly, atoms_of, without};
use super::prove::{Prover, Question};
use super::symbols::Origin;
use crate::collections::{Map, Set, sort_by_key};
use crate::compact::List;

impl Prover<'_> {
    /// Takes a sum that is above zero out of a product with it: what is zero is the other factor.
    pub(super) fn common_factor(&self, question: &mut Question) -> bool {
        for equation in &mut question.equal {
            // Of a product of symbols as well.
            let Some((first, _)) = equation.terms().next() else { continue };
            let positive = first.iter().filter(|atom| self.atoms.info(**atom).low >= 1);
            let rest = positive.map(|atom| vec![*atom]).find_map(|atom| equation.divided(&atom, 1));
            if let Some(rest) = rest {
                *equation = rest;
                return true;
            }
        }
        let mut found = None;
        for (at, equation) in question.equal.iter().enumerate() {
            // What the threads' own symbols are multiplied with.
            let mut parts: Map<Mono, Vec<(Mono, i128)>> = Map::new();
            for (mono, factor) in equation.terms() {
                let (own, alike) = mono.iter().copied().partition(|atom| self.private.contains(atom));
                parts.or_default(own).push((alike, factor));
            }
            let parts = parts.into_iter().map(|(own, terms)| (own, Poly::from_terms(terms))).list();
            let Some((_, common)) = parts.iter().min_by_key(|(_, part)| part.len()) else { continue };
            let (low, _) = self.atoms.range(common);
            if common.len() < 2 || low < 1 {
                continue;
            }
            let rests = || {
                let mut sum = Poly::default();
                for (own, part) in &parts {
                    let rest = multiple(part, common)?;
                    sum = sum.plus(&rest.times(&Poly::term(own.clone(), 1)));
                }
                Some(sum)
            };
            if let Some(rest) = rests() {
                found = Some((at, rest));
                break;
            }
        }
        let Some((at, rest)) = found else { return false };
        question.equal[at] = rest;
        true
    }

    /// Functions of numbers are numbers.
    pub(super) fn fold(&self, question: &mut Question) -> bool {
        let atoms = atoms_of(&[&question.facts, &question.equal]);
        let mut seen: Map<Origin, Atom> = Map::new();
        for atom in atoms {
            let number = |poly: &Poly| question.now(poly).as_constant();
            let value = match &self.atoms.info(atom).origin {
                Origin::Quotient(a, b) => {
                    number(a).zip(number(b)).filter(|(_, b)| *b > 0).map(|(a, b)| a.div_euclid(b))
                }
                Origin::Xor(a, b) => number(a).zip(number(b)).map(|(a, b)| a ^ b),
                Origin::Least(a, b) => number(a).zip(number(b)).map(|(a, b)| a.min(b)),
                Origin::Greatest(a, b) => number(a).zip(number(b)).map(|(a, b)| a.max(b)),
                _ => None,
            };
            if let Some(value) = value {
                question.put(atom, &Poly::constant(value));
                return true;
            }
            // The same function of the same is the same.
            let now = |poly: &Poly| question.now(poly);
            let origin = match &self.atoms.info(atom).origin {
                Origin::Quotient(a, b) => Origin::Quotient(now(a), now(b)),
                Origin::Least(a, b) => Origin::Least(now(a), now(b)),
                Origin::Greatest(a, b) => Origin::Greatest(now(a), now(b)),
                Origin::Xor(a, b) => Origin::Xor(now(a), now(b)),
                Origin::Function(name, all) if !all.is_empty() => {
                    Origin::Function(name.clone(), all.iter().map(now).list())
                }
                _ => continue,
            };
            match seen.get(&origin) {
                Some(other) if *other != atom => {
                    question.put(atom, &Poly::atom(*other));
                    return true;
                }
                Some(_) => {}
                None => {
                    seen.insert(origin, atom);
                }
            }
        }
        false
    }

    /// Facts that are equations in two halves.
    pub(super) fn equalities(&self, question: &mut Question) {
        let known: Set<&Poly> = question.facts.iter().collect();
        let equal: Vec<Poly> = question
            .facts
            .iter()
            .filter(|fact| !fact.is_zero() && known.contains(&fact.scaled(-1)))
            .cloned()
            .list();
        question.equal.extend(equal);
    }

    /// Two tickets of one counter are never the same.
    pub(super) fn is_impossible(&self, equation: &Poly) -> bool {
        let counter = |atom: &Atom| match self.atoms.info(*atom).origin {
            Origin::Ticket(counter, _, index) => Some((counter, index)),
            _ => None,
        };
        let atoms: Vec<Atom> = equation.atoms().list();
        let [a, b] = atoms.as_slice() else { return false };
        let opposite = equation.len() == 2 && equation.terms().map(|(_, factor)| factor).sum::<i128>() == 0;
        opposite && counter(a).is_some() && counter(a) == counter(b)
    }

    /// What follows from equations with `a ^ m`.
    pub(super) fn exclusive(&self, question: &mut Question) -> bool {
        let mut all: Vec<(Atom, Poly, Poly)> = Vec::new();
        for atom in atoms_of(&[&question.facts, &question.equal]) {
            if let Origin::Xor(a, m) = &self.atoms.info(atom).origin {
                all.push((atom, question.now(a), question.now(m)));
            }
        }
        let mut found = Vec::new();
        let holds = |poly: &Poly| {
            poly.is_zero() || question.equal.contains(poly) || question.equal.contains(&poly.scaled(-1))
        };
        for (x, a, m) in &all {
            if holds(&Poly::atom(*x).minus(a)) {
                found.push(m.clone());
            }
            for (y, b, n) in all.iter().filter(|(y, ..)| y != x) {
                if m != n {
                    continue;
                }
                if holds(&Poly::atom(*x).minus(&Poly::atom(*y))) {
                    found.push(a.minus(b));
                }
                if holds(&Poly::atom(*x).minus(b)) {
                    found.push(Poly::atom(*y).minus(a));
                }
            }
        }
        let before = question.equal.len();
        for poly in found {
            if !poly.is_zero()
                && !question.equal.contains(&poly)
                && !question.equal.contains(&poly.scaled(-1))
            {
                question.equal.push(poly);
            }
        }
        question.equal.len() > before
    }

    /// Two equations that have terms alike, subtracted: what each says of the same thing, they say of each other.
    pub(super) fn differences(&self, question: &mut Question) -> bool {
        if question.equal.len() > 6 {
            return false;
        }
        // What they say of each other is subtracted in turn where it leaves next to nothing.
        let most = if std::mem::replace(&mut question.subtracted, true) { 3 } else { usize::MAX };
        let mut found = Vec::new();
        for (at, a) in question.equal.iter().enumerate() {
            for b in question.equal.iter().skip(at + 1) {
                for difference in [a.minus(b), a.plus(b)] {
                    let shorter = difference.len() + 1 < a.len() + b.len() && difference.len() <= most;
                    let known = question.equal.contains(&difference)
                        || question.equal.contains(&difference.scaled(-1));
                    if shorter && !known && !difference.is_zero() {
                        found.push(difference);
                    }
                }
            }
        }
        sort_by_key(&mut found, Poly::len);
        found.truncate(3);
        let any = !found.is_empty();
        question.equal.extend(found);
        any
    }

    /// Puts a symbol's value in its place, where an equation gives it simply.
    pub(super) fn substitute(&self, question: &mut Question) -> bool {
        for equation in &question.equal {
            if equation.len() > 3 || equation.terms().any(|(mono, _)| mono.len() > 1) {
                // One of two, once it is known which.
                let chosen = equation.terms().find_map(|(mono, factor)| match mono.as_slice() {
                    [atom] if factor.abs() == 1 && self.is_one_of_two(*atom) => Some((*atom, factor)),
                    _ => None,
                });
                let own = |atom: Atom| equation.atoms().filter(|other| *other == atom).count() == 1;
                // A long sum in the place of a least or greatest value hides what is known of that.
                let short =
                    |atom: Atom| equation.len() <= if self.atoms.info(atom).chosen.is_some() { 5 } else { 4 };
                if let Some((atom, factor)) = chosen.filter(|(atom, _)| own(*atom) && short(*atom)) {
                    let value = Poly::atom(atom).minus(&equation.scaled(factor));
                    question.put(atom, &value);
                    return true;
                }
                continue;
            }
            let single = |private: bool| {
                equation.terms().find_map(|(mono, factor)| match mono.as_slice() {
                    [atom] if factor.abs() == 1 && self.private.contains(atom) == private => {
                        Some((*atom, factor))
                    }
                    _ => None,
                })
            };
            if let Some((atom, factor)) = single(true).or_else(|| single(false)) {
                let value = Poly::atom(atom).minus(&equation.scaled(factor));
                question.put(atom, &value);
                return true;
            }
        }
        false
    }

    fn is_one_of_two(&self, atom: Atom) -> bool {
        let info = self.atoms.info(atom);
        info.chosen.is_some() || matches!(info.origin, Origin::Least(..) | Origin::Greatest(..))
    }

    /// Splits an equation into multiples of something and a smaller rest.
    pub(super) fn divide(&mut self, question: &mut Question) -> bool {
        for at in 0..question.equal.len() {
            let equation = question.equal[at].clone();
            let mut divisors: Vec<(Mono, i128)> = Vec::new();
            for (mono, factor) in equation.terms() {
                let shared: Mono = mono.iter().copied().filter(|atom| !self.private.contains(atom)).list();
                for divisor in [(shared.clone(), factor.abs()), (shared, 1)] {
                    let trivial = divisor.0.is_empty() && divisor.1 == 1;
                    if !trivial && self.atoms.is_natural(&divisor.0) && !divisors.contains(&divisor) {
                        divisors.push(divisor);
                    }
                }
            }
            sort_by_key(&mut divisors, |(mono, factor)| (mono.len(), *factor));
            for (mono, factor) in divisors.into_iter().rev() {
                let mark = self.conditions.len();
                if let Some(parts) = self.divided(question, &equation, &mono, factor) {
                    question.equal.remove(at);
                    question.equal.extend(parts);
                    return true;
                }
                self.conditions.truncate(mark);
            }
        }
        false
    }

    fn divided(
        &mut self,
        question: &Question,
        equation: &Poly,
        mono: &Mono,
        factor: i128,
    ) -> Option<Vec<Poly>> {
        let (mut high, mut low) = (Vec::new(), Vec::new());
        for (of, by) in equation.terms() {
            match without(of, mono).filter(|_| by % factor == 0) {
                Some(rest) => high.push((rest, by / factor)),
                None => low.push((of.clone(), by)),
            }
        }
        let (high, low) = (Poly::from_terms(high), Poly::from_terms(low));
        let divisor = Poly::term(mono.clone(), factor);
        if !high.is_zero() {
            if let Some(parts) = self.split(question, &high, &low, &divisor) {
                return Some(parts);
            }
        }
        // What was divided by the same before is a multiple of it and a rest.
        if let Some((more, less)) = self.rests(question, &low, &divisor) {
            let high = high.plus(&more);
            if high.is_zero() {
                return None;
            }
            if let Some(parts) = self.split(question, &high, &less, &divisor) {
                return Some(parts);
            }
        }
        // Of many times a number most are multiples of the divisor.
        let (mut whole, mut left) = (Vec::new(), Vec::new());
        for (of, by) in low.terms() {
            match without(of, mono).filter(|_| factor > 2 && by.abs() > factor && !of.is_empty()) {
                Some(rest) => {
                    let less = by.rem_euclid(factor);
                    let less = if less > factor / 2 { less - factor } else { less };
                    whole.push((rest, (by - less) / factor));
                    left.push((of.clone(), less));
                }
                None => left.push((of.clone(), by)),
            }
        }
        if whole.is_empty() {
            return None;
        }
        let (high, low) = (high.plus(&Poly::from_terms(whole)), Poly::from_terms(left));
        let (more, less) = self.rests(question, &low, &divisor).unwrap_or((Poly::default(), low));
        self.split(question, &high.plus(&more), &less, &divisor)
    }

    /// What the parts of a sum are multiples of that were divided by a divisor, and their rests.
    fn rests(&self, question: &Question, sum: &Poly, divisor: &Poly) -> Option<(Poly, Poly)> {
        let atoms = atoms_of(&[&question.facts, &question.equal]);
        let (mut high, mut low) = (Poly::default(), sum.clone());
        // What was put in the place of a quotient is one.
        let mut all = atoms.into_iter().map(|atom| (atom, Poly::atom(atom))).list();
        all.extend(question.put.iter().cloned());
        for (atom, value) in all {
            let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { continue };
            if question.now(b) != *divisor || value.atoms().any(|atom| low.has(atom)) {
                continue;
            }
            let a = question.now(a);
            let a = a.plus_constant(-a.constant_term());
            let Some((first, factor)) = a.terms().next() else { continue };
            let of = low.terms().find(|(mono, _)| *mono == first).map(|(_, by)| by);
            let Some(by) = of.filter(|by| by % factor == 0).map(|by| by / factor) else { continue };
            let without = low.minus(&a.scaled(by));
            if without.len() + a.len() == low.len() {
                high = high.plus(&value.scaled(by));
                low = low.minus(&value.times(divisor).scaled(by));
            }
        }
        (!high.is_zero()).then_some((high, low))
    }

    /// A sum of multiples of a divisor and a rest, which is zero: both are, where the rest is smaller.
    fn split(&mut self, question: &Question, high: &Poly, low: &Poly, divisor: &Poly) -> Option<Vec<Poly>> {
        let arguments = self.arguments;
        self.arguments &=
            !low.atoms().any(|atom| self.private.contains(&atom) && self.guarded.contains(&atom));
        let this = (low.clone(), divisor.clone(), [self.allow, self.arguments]);
        let smaller = !question.tried.borrow().contains(&this)
            && if low.is_zero() {
                // A product is zero: the divisor is not.
                self.contradict(vec![divisor.scaled(-1)], 1, &question.facts)
            } else {
                [low.clone(), low.scaled(-1)].iter().all(|low| {
                    let more = low.minus(divisor);
                    let below = self.least(&more.scaled(-1).plus_constant(-1), &question.facts);
                    below.is_some_and(|below| self.atoms.range(&below).0 >= 0)
                        || self.contradict(vec![more], 1, &question.facts)
                })
            };
        self.arguments = arguments;
        if !smaller {
            question.tried.borrow_mut().push(this);
            return None;
        }
        Some(if low.is_zero() { vec![high.clone()] } else { vec![high.clone(), low.clone()] })
    }
}

/// By which product a sum of several terms is a multiple of another.
fn multiple(poly: &Poly, of: &Poly) -> Option<Poly> {
    of.terms().find_map(|(mono, factor)| {
        let (first, by) = poly.terms().next()?;
        let rest = without(first, mono).filter(|_| by % factor == 0)?;
        let rest = Poly::term(rest, by / factor);
        (of.times(&rest) == *poly).then_some(rest)
    })
}
