//! Whether two threads can meet at one element: the decision procedure.
//!
//! The question is a set of equations (the indices of the two accesses are the same), facts (sums that are not
//! negative) and the differences of the two threads' places, of which one is not zero. It is answered by
//!
//! 1. **dividing**: a sum of multiples of `q` and a rest smaller than `q` is zero only where both are (the columns
//!    of a row are fewer than its stride; the threads of a block fewer than its extent);
//! 2. **exclusive or**: `a ^ m == b` is `b ^ m == a`;
//! 3. **linear inequalities** for what remains, products standing for themselves and multiplied with facts where
//!    that helps;
//! 4. **cases** of guards that are alternatives.
//!
//! Where a contradiction needs a relation between values of the launch, that relation is made a condition, if
//! ordinary launches fulfil it and the caller allows it.

use super::atoms::{Atoms, Origin};
use super::linear::{self, Outcome};
use super::poly::{Atom, Mono, Poly, gcd, without};
use crate::check::precondition::Quantity;
use crate::collections::{Map, Set, sort, sort_by_key};
use crate::compact::List;

/// The most values of `min` and `max` that are taken for one or the other.
const MOST_CHOICES: usize = 6;

/// What would have to be true for two threads to meet.
#[derive(Clone, Default)]
pub(super) struct Question {
    /// Sums that are zero.
    pub(super) equal: Vec<Poly>,
    /// Sums that are not negative.
    pub(super) facts: Vec<Poly>,
    /// Of each list, one alternative: sums that are not negative.
    pub(super) choices: Vec<Vec<Vec<Poly>>>,
    /// The threads' places along each axis, subtracted: one is not zero.
    pub(super) places: Vec<Poly>,
    /// What was put in the place of symbols.
    put: Vec<(Atom, Poly)>,
    /// The equations have been subtracted from each other.
    subtracted: bool,
}

pub(super) struct Prover<'a> {
    pub(super) atoms: &'a Atoms,
    /// Symbols of one thread.
    pub(super) private: &'a Set<Atom>,
    /// Whether an ordinary launch makes a sum of its values not negative; `None` where launches do not tell.
    pub(super) plausible: &'a dyn Fn(&Poly) -> Option<bool>,
    /// Whether a sum says that an argument is within an extent, as the number of a row is below how many there
    /// are: a condition that may be asked for even where guards speak of what it is compared with.
    pub(super) within: &'a dyn Fn(&Poly) -> bool,
    /// Whether conditions may be made of launches, where an equation is divided.
    pub(super) allow: bool,
    /// Whether conditions may speak of arguments.
    pub(super) arguments: bool,
    /// Symbols of which guards speak: what those leave open is the kernel's own mistake.
    pub(super) guarded: &'a Set<Atom>,
    /// Whether they may be made anywhere.
    pub(super) anywhere: bool,
    /// Sums that launches may not make negative.
    pub(super) conditions: Vec<Poly>,
    /// How much work there may still be.
    pub(super) budget: usize,
}

impl Question {
    /// Puts a value in the place of a symbol everywhere.
    pub(super) fn put(&mut self, atom: Atom, value: &Poly) {
        for poly in self.equal.iter_mut().chain(&mut self.facts).chain(&mut self.places) {
            *poly = poly.with(atom, value);
        }
        for poly in self.choices.iter_mut().flatten().flatten() {
            *poly = poly.with(atom, value);
        }
        for (_, poly) in &mut self.put {
            *poly = poly.with(atom, value);
        }
        self.put.push((atom, value.clone()));
    }

    fn now(&self, poly: &Poly) -> Poly {
        self.put.iter().fold(poly.clone(), |poly, (atom, value)| poly.with(*atom, value))
    }
}

impl Prover<'_> {
    /// Whether the two can never meet.
    pub(super) fn never(&mut self, question: &Question) -> bool {
        let mut question = question.clone();
        let certain = question.equal.iter().chain(&question.facts).chain(&question.places).list();
        let known = self.atoms.facts_of(&certain);
        // What is known of symbols that only an alternative speaks of, is known in that one: there, and maybe
        // nowhere else, `(n - m) / 2` is a quotient of what is not negative.
        let mut choices = std::mem::take(&mut question.choices);
        for alternative in choices.iter_mut().flatten() {
            let mut more = self.atoms.facts_of(&alternative.iter().list());
            more.retain(|fact| !known.contains(fact));
            alternative.extend(more.iter().map(|fact| question.now(fact)));
        }
        question.choices = choices;
        let known = known.iter().map(|fact| question.now(fact)).list();
        question.facts.extend(known);
        self.quotients(&mut question);
        self.either_of(&mut question);
        self.contradictory(question)
    }

    /// What is the least of two is one of them. These cases are the last to be looked at.
    fn either_of(&self, question: &mut Question) {
        let all = question.equal.iter().chain(&question.facts);
        let atoms: Set<Atom> = all.flat_map(Poly::atoms).collect();
        let mut left = MOST_CHOICES;
        let mut tickets: Vec<Atom> = Vec::new();
        for atom in atoms {
            let this = Poly::atom(atom);
            // Of two numbers of a counter the later one is greater, by what was added for the other.
            if let Origin::Ticket(counter, by, index) = self.atoms.info(atom).origin {
                for other in &tickets {
                    let Origin::Ticket(of, less, at) = self.atoms.info(*other).origin else { continue };
                    if (of, at) == (counter, index) && left > 0 {
                        left -= 1;
                        let more = this.minus(&Poly::atom(*other));
                        let cases = [
                            more.plus_constant(-i128::from(less)),
                            more.scaled(-1).plus_constant(-i128::from(by)),
                        ];
                        question.choices.push(cases.into_iter().map(|case| vec![case]).list());
                    }
                }
                tickets.push(atom);
                continue;
            }
            let cases = match &self.atoms.info(atom).origin {
                Origin::Least(a, b) => [this.minus(&question.now(a)), this.minus(&question.now(b))],
                Origin::Greatest(a, b) => [question.now(a).minus(&this), question.now(b).minus(&this)],
                _ => continue,
            };
            if left == 0 {
                break;
            }
            left -= 1;
            question.choices.push(cases.into_iter().map(|case| vec![case]).list());
        }
    }

    /// Whether a sum is not negative where these are not.
    pub(super) fn follows(&mut self, facts: &[Poly], poly: &Poly) -> bool {
        let mut facts = facts.to_vec();
        let all: Vec<&Poly> = facts.iter().chain([poly]).list();
        let known = self.atoms.facts_of(&all);
        facts.extend(known);
        let question = Question { facts, ..Question::default() };
        self.refute(&question, &[poly.scaled(-1).plus_constant(-1)])
    }

    /// `a <= b * v - 1` makes `a / b <= v - 1`.
    fn quotients(&self, question: &mut Question) {
        let mut atoms: Set<Atom> = question.facts.iter().flat_map(Poly::atoms).collect();
        atoms.extend(question.equal.iter().flat_map(Poly::atoms));
        let mut found = Vec::new();
        for atom in atoms {
            let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { continue };
            let (a, b) = (question.now(a), question.now(b));
            let Some((by, factor)) = b.terms().next().filter(|_| b.len() == 1) else { continue };
            for fact in &question.facts {
                let above = fact.plus(&a).plus_constant(1);
                if self.is_private(&above) || above.is_zero() {
                    continue;
                }
                let part = |(mono, of): (&Mono, i128)| {
                    (of % factor == 0).then_some(())?;
                    Some((without(mono, by)?, of / factor))
                };
                if let Some(parts) = above.terms().map(part).collect::<Option<Vec<_>>>() {
                    let less = Poly::from_terms(parts).plus_constant(-1).minus(&Poly::atom(atom));
                    if !question.facts.contains(&less) {
                        found.push(less);
                    }
                }
            }
        }
        question.facts.extend(found);
    }

    fn is_private(&self, poly: &Poly) -> bool {
        poly.atoms().any(|atom| self.private.contains(&atom))
    }

    fn contradictory(&mut self, mut question: Question) -> bool {
        if self.saturate(&mut question) {
            return true;
        }
        question.places.retain(|place| !place.is_zero());
        if question.places.is_empty() {
            return true;
        }
        let allowed = std::mem::replace(&mut self.allow, false);
        let mut found = self.refute(&question, &[]) || self.same_place(&question);
        self.allow = allowed;
        if !found && allowed && self.anywhere {
            let mark = self.conditions.len();
            found = self.refute(&question, &[]) || self.same_place(&question);
            if !found {
                self.conditions.truncate(mark);
            }
        }
        if found || question.choices.is_empty() || self.budget == 0 {
            return found;
        }
        let alternatives = question.choices.remove(0);
        let mark = self.conditions.len();
        let all = alternatives.into_iter().all(|facts| {
            let mut question = question.clone();
            question.facts.extend(facts);
            question.subtracted = false;
            self.quotients(&mut question);
            self.contradictory(question)
        });
        if !all {
            self.conditions.truncate(mark);
        }
        all
    }

    /// Whether the two threads are one.
    fn same_place(&mut self, question: &Question) -> bool {
        question.places.iter().all(|place| {
            self.refute(question, &[place.plus_constant(-1)])
                && self.refute(question, &[place.scaled(-1).plus_constant(-1)])
        })
    }

    /// Draws conclusions from the equations until there are no more; true for a contradiction.
    fn saturate(&mut self, question: &mut Question) -> bool {
        self.equalities(question);
        for _ in 0..40 {
            for equation in &mut question.equal {
                match reduced(equation) {
                    Some(reduced) => *equation = reduced,
                    None => return true,
                }
            }
            question.equal.retain(|equation| !equation.is_zero());
            sort(&mut question.equal);
            question.equal.dedup();
            if question.equal.iter().any(|equation| self.is_impossible(equation)) {
                return true;
            }
            let allow = std::mem::replace(&mut self.allow, false);
            let mut changed = self.fold(question)
                || self.common_factor(question)
                || self.exclusive(question)
                || self.substitute(question)
                || self.divide(question)
                || self.differences(question);
            self.allow = allow;
            if !changed && allow {
                changed = self.divide(question);
            }
            if !changed {
                return false;
            }
        }
        false
    }

    /// Takes a sum that is above zero out of a product with it: what is zero is the other factor.
    fn common_factor(&self, question: &mut Question) -> bool {
        let mut found = None;
        for (at, equation) in question.equal.iter().enumerate() {
            // What the threads' own symbols are multiplied with.
            let mut parts: Map<Mono, Vec<(Mono, i128)>> = Map::new();
            for (mono, factor) in equation.terms() {
                let (own, alike) = mono.iter().copied().partition(|atom| self.private.contains(atom));
                parts.or_default(own).push((alike, factor));
            }
            let parts: Vec<(Mono, Poly)> =
                parts.into_iter().map(|(own, terms)| (own, Poly::from_terms(terms))).collect();
            let Some(common) = parts.iter().map(|(_, part)| part).min_by_key(|part| part.len()) else {
                continue;
            };
            let (low, _) = self.atoms.range(common);
            if common.len() < 2 || low < 1 {
                continue;
            }
            let rests: Option<Vec<Poly>> = parts
                .iter()
                .map(|(own, part)| {
                    let rest = multiple(part, common)?;
                    Some(rest.times(&Poly::from_terms([(own.clone(), 1)])))
                })
                .collect();
            if let Some(rests) = rests {
                found = Some((at, rests.iter().fold(Poly::default(), |sum, rest| sum.plus(rest))));
                break;
            }
        }
        let Some((at, rest)) = found else { return false };
        question.equal[at] = rest;
        true
    }

    /// Functions of numbers are numbers.
    fn fold(&self, question: &mut Question) -> bool {
        let atoms: Set<Atom> = question.facts.iter().chain(&question.equal).flat_map(Poly::atoms).collect();
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
    fn equalities(&self, question: &mut Question) {
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
    fn is_impossible(&self, equation: &Poly) -> bool {
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
    fn exclusive(&self, question: &mut Question) -> bool {
        let mut all: Vec<(Atom, Poly, Poly)> = Vec::new();
        let mut atoms: Set<Atom> = question.facts.iter().flat_map(Poly::atoms).collect();
        atoms.extend(question.equal.iter().flat_map(Poly::atoms));
        for atom in atoms {
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
    fn differences(&self, question: &mut Question) -> bool {
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
    fn substitute(&self, question: &mut Question) -> bool {
        for equation in &question.equal {
            if equation.len() > 3 || equation.terms().any(|(mono, _)| mono.len() > 1) {
                // One of two, once it is known which.
                let chosen = equation.terms().find_map(|(mono, factor)| match mono.as_slice() {
                    [atom] if factor.abs() == 1 && self.is_one_of_two(*atom) => Some((*atom, factor)),
                    _ => None,
                });
                let own = |atom: Atom| equation.atoms().filter(|other| *other == atom).count() == 1;
                // A long sum in the place of a least or greatest value hides what is known of that.
                let short = |atom: Atom| equation.len() <= if self.atoms.info(atom).chosen { 5 } else { 4 };
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
        info.chosen || matches!(info.origin, Origin::Least(..) | Origin::Greatest(..))
    }

    /// Splits an equation into multiples of something and a smaller rest.
    fn divide(&mut self, question: &mut Question) -> bool {
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
        let divisor = Poly::from_terms([(mono.clone(), factor)]);
        if !high.is_zero() {
            if let Some(parts) = self.split(question, &high, &low, &divisor) {
                return Some(parts);
            }
        }
        // What was divided by the same before is a multiple of it and a rest.
        let (more, less) = self.rests(question, &low, &divisor)?;
        let high = high.plus(&more);
        if high.is_zero() { None } else { self.split(question, &high, &less, &divisor) }
    }

    /// What the parts of a sum are multiples of that were divided by a divisor, and their rests.
    fn rests(&self, question: &Question, sum: &Poly, divisor: &Poly) -> Option<(Poly, Poly)> {
        let atoms: Set<Atom> = question.facts.iter().chain(&question.equal).flat_map(Poly::atoms).collect();
        let (mut high, mut low) = (Poly::default(), sum.clone());
        for atom in atoms {
            let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { continue };
            if question.now(b) != *divisor || low.has(atom) {
                continue;
            }
            let a = question.now(a);
            let a = a.plus_constant(-a.constant_term());
            let Some((first, factor)) = a.terms().next() else { continue };
            let of = low.terms().find(|(mono, _)| *mono == first).map(|(_, by)| by);
            let Some(by) = of.filter(|by| by % factor == 0).map(|by| by / factor) else { continue };
            let without = low.minus(&a.scaled(by));
            if without.len() + a.len() == low.len() {
                high = high.plus(&Poly::atom(atom).scaled(by));
                low = low.minus(&Poly::atom(atom).times(divisor).scaled(by));
            }
        }
        (!high.is_zero()).then_some((high, low))
    }

    /// A sum of multiples of a divisor and a rest, which is zero: both are, where the rest is smaller.
    fn split(&mut self, question: &Question, high: &Poly, low: &Poly, divisor: &Poly) -> Option<Vec<Poly>> {
        if low.is_zero() {
            // A product is zero: the divisor is not.
            return self.contradict(vec![divisor.scaled(-1)], 1, &question.facts).then(|| vec![high.clone()]);
        }
        let arguments = self.arguments;
        self.arguments &=
            !low.atoms().any(|atom| self.private.contains(&atom) && self.guarded.contains(&atom));
        let smaller = self.contradict(vec![low.minus(divisor)], 1, &question.facts)
            && self.contradict(vec![low.scaled(-1).minus(divisor)], 1, &question.facts);
        self.arguments = arguments;
        smaller.then(|| vec![high.clone(), low.clone()])
    }

    /// Whether the question's equations and facts contradict these.
    fn refute(&mut self, question: &Question, extra: &[Poly]) -> bool {
        let mut asked = extra.to_vec();
        for equation in &question.equal {
            asked.extend([equation.clone(), equation.scaled(-1)]);
        }
        // Where nothing is asked for, anything may be wrong.
        let from = if extra.is_empty() { usize::MAX } else { asked.len() };
        self.contradict(asked, from, &question.facts)
    }

    /// Whether the facts contradict what is asked; only those that have to do with the first sums are looked at.
    fn contradict(&mut self, asked: Vec<Poly>, first: usize, facts: &[Poly]) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let mut sums = asked;
        let from = sums.len();
        sums.extend(facts.iter().cloned());
        self.multiply(&mut sums, from);
        let sums = if first > sums.len() { sums.iter().list() } else { self.concerned(&sums, first) };
        let private = |mono: &Mono| self.is_private_mono(mono);
        let rest = match linear::refute(sums, &private) {
            Outcome::Contradiction => return true,
            Outcome::Open(rest) => rest,
        };
        if !self.allow {
            return false;
        }
        for poly in rest {
            let condition = self.atoms.without_quotients(&poly.scaled(-1).plus_constant(-1));
            let speaks = condition.atoms().any(|atom| {
                matches!(
                    self.atoms.info(atom).quantity,
                    Some(Quantity::Param(..) | Quantity::Field(_) | Quantity::Len(_))
                )
            });
            let asks = (self.arguments || !speaks) && (self.plausible)(&condition) == Some(true)
                || (self.within)(&condition);
            if asks && !self.is_excluded(&condition, facts) {
                self.conditions.push(condition);
                return true;
            }
        }
        false
    }

    /// Whether no launch could fulfil a condition where the kernel comes to the place that asks for it.
    fn is_excluded(&self, condition: &Poly, facts: &[Poly]) -> bool {
        matches!(linear::refute(facts.iter().chain([condition]), &|_| true), Outcome::Contradiction)
    }

    fn is_private_mono(&self, mono: &[Atom]) -> bool {
        mono.iter().any(|atom| self.private.contains(atom))
    }

    /// The sums that have to do with the first ones: they share products that threads do not have alike; and what
    /// is known of the products that these speak of.
    fn concerned<'p>(&self, sums: &'p [Poly], asked: usize) -> Vec<&'p Poly> {
        let mut taken = vec![false; sums.len()];
        taken[..asked].fill(true);
        let (mut next, mut also): (Vec<usize>, Vec<usize>) = ((0..asked).list(), Vec::new());
        for (number, sum) in sums.iter().enumerate().skip(asked) {
            if !self.is_private(sum) {
                also.push(number);
            }
        }
        // Who speaks of each product.
        let mut speakers: Map<&Mono, Vec<usize>> = Map::new();
        for (number, sum) in sums.iter().enumerate().skip(asked) {
            for (mono, _) in sum.terms().filter(|(mono, _)| self.is_private_mono(mono)) {
                speakers.or_default(mono).push(number);
            }
        }
        while let Some(number) = next.pop() {
            for (mono, _) in sums[number].terms() {
                // Once is enough for each.
                for other in speakers.remove(mono).into_iter().flatten() {
                    if !std::mem::replace(&mut taken[other], true) {
                        next.push(other);
                    }
                }
            }
        }
        let monos =
            |number: usize| sums[number].terms().map(|(mono, _)| mono).filter(|mono| !mono.is_empty());
        // And of those that these speak of besides.
        for _ in 0..2 {
            let shared: Set<&Mono> =
                (0..sums.len()).filter(|number| taken[*number]).flat_map(monos).collect();
            for number in &also {
                taken[*number] |= monos(*number).any(|mono| shared.contains(mono));
            }
        }
        sums.iter().zip(taken).filter(|(_, taken)| *taken).map(|(sum, _)| sum).list()
    }

    /// Multiplies facts with what threads have alike, where that gives products that are asked about. The first
    /// `asked` sums are the ones that ask.
    fn multiply(&self, sums: &mut Vec<Poly>, asked: usize) {
        let is_private = |mono: &[Atom]| mono.iter().any(|atom| self.private.contains(atom));
        let mut found: Set<Poly> = Set::new();
        let mut targets: Set<Mono> = Set::new();
        let wanted = |sums: &[Poly]| -> Vec<Mono> {
            let monos = sums.iter().flat_map(|sum| sum.terms().map(|(mono, _)| mono.clone()));
            monos.filter(|mono| mono.len() > 1 && is_private(mono)).list()
        };
        targets.extend(wanted(&sums[..asked]));
        for _ in 0..2 {
            let mut new: Set<Poly> = Set::new();
            for fact in sums[asked..].iter().filter(|fact| fact.len() <= 6) {
                for (mono, _) in fact.terms().filter(|(mono, _)| is_private(mono)) {
                    for target in &targets {
                        let Some(by) = without(target, mono).filter(|by| !by.is_empty() && !is_private(by))
                        else {
                            continue;
                        };
                        if self.atoms.is_natural(&by) {
                            new.insert(fact.times(&Poly::from_terms([(by, 1)])));
                        }
                    }
                }
            }
            let fresh: Vec<Poly> =
                new.into_iter().filter(|poly| poly.is_sane() && !found.contains(poly)).list();
            targets = wanted(&fresh).into_iter().collect();
            found.extend(fresh);
        }
        sums.extend(found.into_iter().take(160));
        // Products that facts speak of besides are as small and as large as their factors let them be.
        let mut products: Set<Mono> = Set::new();
        for (mono, _) in sums.iter().flat_map(Poly::terms) {
            if mono.len() > 1 && self.atoms.is_natural(mono) {
                products.insert(mono.clone());
            }
        }
        for mono in products {
            let product = Poly::from_terms([(mono, 1)]);
            let (low, high) = self.atoms.range(&product);
            sums.push(product.plus_constant(-low));
            if high < 1 << 100 {
                sums.push(Poly::constant(high).minus(&product));
            }
        }
    }
}

/// By which product a sum of several terms is a multiple of another.
fn multiple(poly: &Poly, of: &Poly) -> Option<Poly> {
    of.terms().find_map(|(mono, factor)| {
        let (first, by) = poly.terms().next()?;
        let rest = without(first, mono).filter(|_| by % factor == 0)?;
        let rest = Poly::from_terms([(rest, by / factor)]);
        (of.times(&rest) == *poly).then_some(rest)
    })
}

/// An equation without common factor; `None` where whole numbers cannot fulfil it.
fn reduced(equation: &Poly) -> Option<Poly> {
    if let Some(constant) = equation.as_constant() {
        return (constant == 0).then(Poly::default);
    }
    let variable = equation.terms().filter(|(mono, _)| !mono.is_empty());
    let divisor = variable.fold(0, |divisor, (_, factor)| gcd(divisor, factor));
    if equation.constant_term() % divisor != 0 {
        return None;
    }
    Some(Poly::from_terms(equation.terms().map(|(mono, factor)| (mono.clone(), factor / divisor))))
}
