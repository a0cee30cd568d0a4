//! Whether two threads can meet at one element: the decision procedure.
//!
//! The question is a set of equations (the indices of the two accesses are the same), facts (sums that are not
//! negative) and the differences of the two threads' places, of which one is not zero. It is answered by
//!
//! 1. **dividing**: a sum of multiples of `q` and a rest smaller than `q` is zero only where both are (the columns
//!    of a row are fewer than its stride; the threads of a block fewer than its extent);
//! 2. **exclusive or**: `a ^ m == b` is `b ^ m == a`, and what tests of bits say, which is in `bits`;
//! 3. **linear inequalities** for what remains, products standing for themselves and multiplied with facts where
//!    that helps;
//! 4. **cases** of guards that are alternatives.
//!
//! Where a contradiction needs a relation between values of the launch, that relation is made a condition, if
//! ordinary launches fulfill it and the caller allows it.

use super::bits::Bit;
use super::linear::{self, Outcome};
use super::poly::{Atom, Mono, Poly, atoms_of, gcd, without};
use super::symbols::{Atoms, Origin};
use crate::check::precondition::Quantity;
use crate::collections::{Map, Set, sort};
use crate::compact::List;
use std::cell::RefCell;

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
    /// What tests say of bits.
    pub(super) bits: Vec<Bit>,
    /// What was put in the place of symbols.
    pub(super) put: Vec<(Atom, Poly)>,
    /// Rests that were not found to be smaller than divisors, with nothing known since then that is new.
    pub(super) tried: RefCell<Vec<Tried>>,
    /// The equations have been subtracted from each other.
    pub(super) subtracted: bool,
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
    /// Where nothing may be asked of launches, is told of what would do.
    pub(super) wish: &'a dyn Fn(&Poly),
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

/// A rest and a divisor, and whether something might be asked of launches, and of arguments.
pub(super) type Tried = (Poly, Poly, [bool; 2]);

impl Question {
    /// Puts a value in the place of a symbol everywhere.
    pub(super) fn put(&mut self, atom: Atom, value: &Poly) {
        for poly in self.equal.iter_mut().chain(&mut self.facts).chain(&mut self.places) {
            *poly = poly.with(atom, value);
        }
        for poly in self.choices.iter_mut().flatten().flatten() {
            *poly = poly.with(atom, value);
        }
        for bit in &mut self.bits {
            bit.put(atom, value);
        }
        for (_, poly) in &mut self.put {
            *poly = poly.with(atom, value);
        }
        self.put.push((atom, value.clone()));
        self.tried.get_mut().clear();
    }

    /// Everything that is said of symbols, but for what one alternative says.
    pub(super) fn sums(&self) -> Vec<&Poly> {
        let mut sums = Vec::new();
        for list in [&self.equal, &self.facts, &self.places] {
            sums.extend(list);
        }
        sums
    }

    #[inline(never)]
    pub(super) fn now(&self, poly: &Poly) -> Poly {
        self.put.iter().fold(poly.clone(), |poly, (atom, value)| poly.with(*atom, value))
    }
}

impl Prover<'_> {
    /// With as much to do as at first, and nothing asked for.
    pub(super) fn again(&mut self, budget: usize) -> &mut Self {
        self.conditions.clear();
        self.budget = budget;
        self
    }

    /// Whether the two can never meet.
    pub(super) fn never(&mut self, question: &Question) -> bool {
        let mut question = question.clone();
        let known = self.atoms.facts_of(&question.sums());
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
        self.by_tests(&mut question);
        self.quotients(&mut question);
        self.triangles(&mut question);
        self.either_of(&mut question);
        self.contradictory(question)
    }

    /// What is the least of two is one of them. These cases are the last to be looked at.
    fn either_of(&self, question: &mut Question) {
        let atoms = atoms_of(&[&question.equal, &question.facts]);
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
    pub(super) fn quotients(&self, question: &mut Question) {
        let atoms = atoms_of(&[&question.facts, &question.equal]);
        self.bound_quotients(question, atoms.as_slice());
    }

    /// The same of these quotients.
    pub(super) fn bound_quotients(&self, question: &mut Question, quotients: &[Atom]) {
        let mut found = Vec::new();
        for atom in quotients.iter().copied() {
            let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { continue };
            let (a, b) = (question.now(a), question.now(b));
            let Some((by, factor)) = b.terms().next().filter(|_| b.len() == 1) else { continue };
            let this = question.now(&Poly::atom(atom));
            for fact in &question.facts {
                let above = fact.plus(&a).plus_constant(1);
                if self.is_private(&above) || above.is_zero() {
                    continue;
                }
                if let Some(most) = above.divided(by, factor) {
                    let less = most.plus_constant(-1).minus(&this);
                    if !question.facts.contains(&less) {
                        found.push(less);
                    }
                }
            }
        }
        question.facts.extend(found);
    }

    pub(super) fn is_private(&self, poly: &Poly) -> bool {
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
            question.tried.get_mut().clear();
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
    pub(super) fn saturate(&mut self, question: &mut Question) -> bool {
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
                || self.alike_by_tests(question)
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

    /// Whether the question's equations and facts contradict these.
    #[inline(never)]
    pub(super) fn refute(&mut self, question: &Question, extra: &[Poly]) -> bool {
        let mut asked = extra.to_vec();
        for equation in &question.equal {
            asked.extend([equation.clone(), equation.scaled(-1)]);
        }
        // Where nothing is asked for, anything may be wrong.
        let from = if extra.is_empty() { usize::MAX } else { asked.len() };
        self.contradict(asked, from, &question.facts)
    }

    /// Whether the facts contradict what is asked; only those that have to do with the first sums are looked at.
    pub(super) fn contradict(&mut self, asked: Vec<Poly>, first: usize, facts: &[Poly]) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        // One fact may say it by itself.
        let below = |sum: &Poly, more: &Poly| self.atoms.range(&sum.plus(more)).1 < 0;
        if let Some(sum) = asked.first().filter(|_| first == 1) {
            if below(sum, &Poly::default()) || facts.iter().any(|fact| below(sum, fact)) {
                return true;
            }
        }
        let mut sums = asked;
        let from = sums.len();
        sums.extend(facts.iter().cloned());
        self.multiply(&mut sums, from);
        let sums = if first > sums.len() { sums.iter().list() } else { self.concerned(&sums, first) };
        let private = |mono: &Mono| self.is_private_mono(mono);
        let rest = match linear::refute(&sums, &private) {
            Outcome::Contradiction => return true,
            Outcome::Open(rest) => rest,
        };
        let conditions = rest.iter().map(|poly| poly.scaled(-1).plus_constant(-1));
        let conditions = conditions.map(|condition| self.atoms.without_quotients(&condition));
        if !self.allow {
            conditions.for_each(|condition| (self.wish)(&condition));
            return false;
        }
        for condition in conditions {
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

    /// Whether no launch could fulfill a condition where the kernel comes to the place that asks for it. That the block
    /// is no larger than a row always contradicts the facts: those of the second thread say already that it is as
    /// many rows on as would make it meet the first.
    fn is_excluded(&self, condition: &Poly, facts: &[Poly]) -> bool {
        let of_block = |atom: Atom| matches!(self.atoms.info(atom).quantity, Some(Quantity::Block(_)));
        let mut all: Vec<&Poly> = facts.iter().list();
        all.push(condition);
        !condition.atoms().all(of_block) && matches!(linear::refute(&all, &|_| true), Outcome::Contradiction)
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
            for (mono, _) in sum.terms() {
                if self.is_private_mono(mono) {
                    speakers.or_default(mono).push(number);
                }
            }
        }
        while let Some(number) = next.pop() {
            for (mono, _) in sums[number].terms() {
                // Once is enough for each.
                for other in speakers.remove(mono).unwrap_or_default() {
                    if !std::mem::replace(&mut taken[other], true) {
                        next.push(other);
                    }
                }
            }
        }
        let taken_of = |taken: &[bool]| {
            let mut all = Vec::new();
            for (sum, taken) in sums.iter().zip(taken) {
                if *taken {
                    all.push(sum);
                }
            }
            all
        };
        // And of those that these speak of besides.
        for _ in 0..2 {
            let mut shared: Set<&Mono> = Set::new();
            for sum in taken_of(&taken) {
                shared.extend(sum.terms().map(|(mono, _)| mono));
            }
            for number in &also {
                taken[*number] |=
                    sums[*number].terms().any(|(mono, _)| !mono.is_empty() && shared.contains(mono));
            }
        }
        taken_of(&taken)
    }

    /// Multiplies facts with what threads have alike, where that gives products that are asked about. The first
    /// `asked` sums are the ones that ask.
    fn multiply(&self, sums: &mut Vec<Poly>, asked: usize) {
        let is_private = |mono: &[Atom]| self.is_private_mono(mono);
        let mut found: Set<Poly> = Set::new();
        let mut targets: Set<Mono> = Set::new();
        let wanted = |sums: &[Poly]| -> Vec<Mono> {
            let mut targets = Vec::new();
            for sum in sums {
                for (mono, _) in sum.terms() {
                    if mono.len() > 1 && is_private(mono) {
                        targets.push(mono.clone());
                    }
                }
            }
            targets
        };
        targets.extend(wanted(&sums[..asked]));
        for _ in 0..2 {
            let mut new: Set<Poly> = Set::new();
            for fact in sums[asked..].iter().filter(|fact| fact.len() <= 6) {
                for (mono, _) in fact.terms() {
                    if !is_private(mono) {
                        continue;
                    }
                    for target in &targets {
                        let Some(by) = without(target, mono).filter(|by| !by.is_empty() && !is_private(by))
                        else {
                            continue;
                        };
                        if self.atoms.is_natural(&by) {
                            new.insert(fact.times(&Poly::term(by, 1)));
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
        for sum in sums.iter() {
            for (mono, _) in sum.terms() {
                if mono.len() > 1 && self.atoms.is_natural(mono) {
                    products.insert(mono.clone());
                }
            }
        }
        for mono in products {
            let product = Poly::term(mono, 1);
            let (low, high) = self.atoms.range(&product);
            sums.push(product.plus_constant(-low));
            if high < 1 << 100 {
                sums.push(Poly::constant(high).minus(&product));
            }
        }
    }
}

/// An equation without common factor; `None` where whole numbers cannot fulfill it.
fn reduced(equation: &Poly) -> Option<Poly> {
    if let Some(constant) = equation.as_constant() {
        return (constant == 0).then(Poly::default);
    }
    let mut divisor = 0;
    for (mono, factor) in equation.terms() {
        if !mono.is_empty() {
            divisor = gcd(divisor, factor);
        }
    }
    // Either way round it says the same.
    let negative = equation.terms().next().is_some_and(|(_, factor)| factor < 0);
    equation.divided(&Vec::new(), if negative { -divisor } else { divisor })
}
