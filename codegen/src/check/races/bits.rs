//! Bits that are tested: `t & stride == 0` of two threads whose elements are `t` and `t ^ stride`, `t | stride` or
//! `t + stride`, and its opposite with `t - stride`.
//!
//! Where no bit of `m` is in `a`, `a ^ m` and `a | m` are `a + m`; where all are, `a ^ m` is `a - m` and `a | m` is
//! `a`. And of `a == b + m` follows that `m` is zero, if `m` has no bit in `a` nor in `b`, or has all of its bits in
//! both: the lowest of them is in one of the two only. The same goes for the quotients `a / m` and `b / m`, if both
//! are even or both odd. None of it takes `m` for a power of two.
//!
//! `m` may be zero in all of this: nothing is concluded of a quotient by zero but that it was one.

use super::poly::{Atom, Poly, atoms_of};
use super::prove::{Prover, Question};
use super::symbols::{Atoms, Origin};
use super::value::{Formula, Number};
use super::walk::Walk;
use crate::collections::Set;
use crate::compact::List;
use crate::ir::Type;

/// The most tests that are looked at.
const MOST_TESTS: usize = 12;

/// What a test says of a sum.
#[derive(Clone, PartialEq)]
pub(super) struct Bit {
    of: Poly,
    mask: Poly,
    /// All bits of the mask are in it, or its quotient by the mask is odd; otherwise none is, or it is even.
    set: bool,
    /// It speaks of bits, and not of the quotient only.
    bits: bool,
}

impl Bit {
    /// With `value` in the place of a symbol.
    pub(super) fn put(&mut self, atom: Atom, value: &Poly) {
        self.of = self.of.with(atom, value);
        self.mask = self.mask.with(atom, value);
    }
}

/// A sum that is zero where a test says that a bit is not there, the sum that is tested and its mask.
struct Test {
    of: Poly,
    mask: Poly,
    /// What the sum is where all are there.
    whole: Poly,
    /// It is that or zero.
    one_of_two: bool,
    bits: bool,
}

/// What facts and alternatives say of bits.
pub(super) fn tested(atoms: &Atoms, question: &Question) -> Vec<Bit> {
    let mut found: Vec<Bit> = Vec::new();
    let known: Set<&Poly> = question.facts.iter().collect();
    for fact in &known {
        for (test, value) in tests(atoms, question, fact) {
            let rest = fact.minus(&value);
            let zero = rest.is_zero() && known.contains(&fact.scaled(-1));
            let whole = rest == test.whole.scaled(-1) && known.contains(&fact.scaled(-1));
            let some = test.one_of_two && rest.as_constant() == Some(-1);
            if zero || whole || some {
                let Test { of, mask, bits, .. } = test;
                found.push(Bit { of, mask, set: !zero, bits });
            }
        }
    }
    // It is not zero: less, or more.
    for choice in &question.choices {
        let [one, other] = choice.as_slice() else { continue };
        let ([one], [other]) = (one.as_slice(), other.as_slice()) else { continue };
        if one.plus(other).as_constant() != Some(-2) {
            continue;
        }
        for either in [one, other] {
            let sum = either.plus_constant(1);
            for (test, value) in tests(atoms, question, &sum) {
                if test.one_of_two && value == sum {
                    let Test { of, mask, bits, .. } = test;
                    found.push(Bit { of, mask, set: true, bits });
                }
            }
        }
    }
    let mut all: Vec<Bit> = Vec::new();
    for bit in found {
        if !all.contains(&bit) && all.len() < MOST_TESTS {
            all.push(bit);
        }
    }
    all
}

/// The tests that a sum speaks of, each with its value.
fn tests(atoms: &Atoms, question: &Question, sum: &Poly) -> Vec<(Test, Poly)> {
    let mut found = Vec::new();
    for atom in sum.atoms().list() {
        match &atoms.info(atom).origin {
            Origin::Function(name, parts) if name.starts_with("& ") => {
                let [a, b] = parts.as_slice() else { continue };
                for (of, mask) in [(a, b), (b, a)] {
                    let (of, mask) = (question.now(of), question.now(mask));
                    let one_of_two = atoms.is_power(&mask);
                    let whole = mask.clone();
                    found.push((Test { of, mask, whole, one_of_two, bits: true }, Poly::atom(atom)));
                }
            }
            // The last bit of a quotient.
            Origin::Quotient(half, two) if two.as_constant() == Some(2) => {
                let mut of_half = half.terms();
                let (Some((mono, 1)), None) = (of_half.next(), of_half.next()) else { continue };
                let [quotient] = mono.as_slice() else { continue };
                let Origin::Quotient(of, mask) = &atoms.info(*quotient).origin else { continue };
                let (of, mask) = (question.now(of), question.now(mask));
                let bits = atoms.is_power(&mask);
                let last = question.now(half).minus(&question.now(&Poly::atom(atom)).scaled(2));
                let times = last.times(&mask);
                for (value, whole) in [(last, Poly::constant(1)), (times, mask.clone())] {
                    let test = Test { of: of.clone(), mask: mask.clone(), whole, one_of_two: true, bits };
                    found.push((test, value));
                }
            }
            _ => {}
        }
    }
    found
}

impl Prover<'_> {
    /// Puts sums in the place of `a ^ m` and `a | m`, where tests say which they are, and remembers how large those
    /// are.
    pub(super) fn by_tests(&self, question: &mut Question) {
        if question.bits.is_empty() {
            return;
        }
        for atom in atoms_of(&[&question.equal, &question.facts, &question.places]) {
            let (a, m, either) = match &self.atoms.info(atom).origin {
                Origin::Xor(a, m) => (a, m, false),
                Origin::Function(name, parts) if name.starts_with("| ") => match parts.as_slice() {
                    [a, m] => (a, m, true),
                    _ => continue,
                },
                _ => continue,
            };
            let (a, m) = (question.now(a), question.now(m));
            let value = question.bits.iter().filter(|bit| bit.bits).find_map(|bit| {
                let straight = bit.of == a && bit.mask == m;
                (straight || bit.of == m && bit.mask == a).then(|| match (bit.set, either) {
                    (false, _) => bit.of.plus(&bit.mask),
                    (true, false) => bit.of.minus(&bit.mask),
                    (true, true) => bit.of.clone(),
                })
            });
            if let Some(value) = value.filter(|value| !value.has(atom)) {
                question.put(atom, &value);
            }
        }
        // Numbers of so many bits have no more where they have none in common.
        for bit in question.bits.iter().filter(|bit| bit.bits && !bit.set) {
            let ((low, high), (least, most)) = (self.atoms.range(&bit.of), self.atoms.range(&bit.mask));
            let high = high.max(most);
            if low >= 0 && least >= 0 && high < 1 << 62 {
                let below = Poly::constant((1 << (i128::BITS - high.leading_zeros())) - 1);
                question.facts.push(below.minus(&bit.of).minus(&bit.mask));
            }
        }
    }

    /// Of two sums of which tests say the same, neither is the other and the mask, unless that is zero.
    pub(super) fn alike_by_tests(&self, question: &mut Question) -> bool {
        for (at, a) in question.bits.iter().enumerate() {
            for b in question.bits.iter().skip(at + 1) {
                // Bits say nothing of quotients by what is no power.
                let alike = a.mask == b.mask && (a.set, a.bits) == (b.set, b.bits);
                if !alike || a.of == b.of || a.mask.is_zero() {
                    continue;
                }
                let apart = a.of.minus(&b.of);
                for more in [apart.minus(&a.mask), apart.plus(&a.mask)] {
                    let is_it = |equation: &Poly| *equation == more || *equation == more.scaled(-1);
                    if let Some(found) = question.equal.iter().position(is_it) {
                        let mask = a.mask.clone();
                        question.equal[found] = apart;
                        question.equal.push(mask);
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl Walk<'_> {
    /// Whether all bits of `mask` are in a sum, or none is, where the sum is made so: as many times twice the mask
    /// and what is left of a division by it.
    pub(super) fn has_bit(&mut self, sum: &Poly, mask: &Poly) -> Option<bool> {
        if !self.atoms.is_power(mask) || self.atoms.range(mask).0 < 1 {
            return None;
        }
        let (by, factor) = mask.terms().next()?;
        let quotients = self.atoms.quotients_by(mask);
        let mut rests = quotients.iter().map(|(of, by)| of.minus(&mask.times(&Poly::atom(*by)))).list();
        rests.push(Poly::default());
        for rest in rests {
            let Some(parts) = sum.minus(&rest).divided(by, factor) else { continue };
            if parts.terms().all(|(mono, times)| times % 2 == 0 || mono.is_empty()) {
                return Some(parts.constant_term() % 2 != 0);
            }
        }
        None
    }

    /// `a | b` where the one has only multiples of a power of two, and the other is smaller than that.
    pub(super) fn joined_bits(&mut self, a: &Poly, b: &Poly) -> bool {
        [(a, b), (b, a)].into_iter().any(|(high, low)| {
            let Some((first, _)) = high.terms().next() else { return false };
            let powers = first.iter().copied().filter(|atom| {
                self.atoms.is_power(&Poly::atom(*atom)) && high.terms().all(|(mono, _)| mono.contains(atom))
            });
            powers.list().into_iter().any(|power| {
                let below = Poly::atom(power).minus(low).plus_constant(-1);
                self.entails(&below) == Some(Vec::new()) && self.entails(low) == Some(Vec::new())
            })
        })
    }

    /// `1 << k`, and `a << k` of what is no number: as many times that.
    pub(super) fn shifted(&mut self, a: &Number, k: &Poly, ty: &Type, high: i128) -> Option<Number> {
        let one = Poly::constant(1);
        let number = a.poly.as_constant();
        if number.is_some_and(|number| number != 1) {
            return None;
        }
        let bits =
            i128::from(ty.scalar().filter(|scalar| scalar.is_int() && !scalar.is_signed_int())?.bits());
        // By one more is twice that, where there is one more: of an argument the launch tells.
        let more = k.constant_term();
        let less = k.plus_constant(-more);
        let there_is = Poly::constant(bits - 1).minus(k);
        let given = less.atoms().all(|atom| self.atoms.info(atom).quantity.is_some());
        let assumed = if given { vec![there_is.clone()] } else { Vec::new() };
        let fits = more > 0
            && more < bits
            && (given || self.entails(&there_is) == Some(Vec::new()))
            && self.entails(&less) == Some(Vec::new());
        let assumed = if fits { assumed } else { Vec::new() };
        let (k, times) = if fits { (&less, 1 << more) } else { (k, 1) };
        let power = self.function_of("<<", &one, k, 1, high / 2 + 1);
        let most = self.facts.iter().filter_map(|formula| bound_of(formula, k)).min();
        if let Some(most) = most.filter(|most| (0..bits - 1).contains(most)) {
            let least = Formula::Natural(Poly::constant(1 << most).minus(&power), Vec::new());
            if !self.facts.contains(&least) {
                self.facts.push(least);
            }
        }
        let poly = a.poly.times(&power).scaled(times);
        poly.is_sane().then_some(Number { poly, assumed })
    }
}

/// What a sum is at most, where a condition says that of it and of nothing else.
fn bound_of(formula: &Formula, sum: &Poly) -> Option<i128> {
    match formula {
        Formula::Natural(fact, assumed) if assumed.is_empty() => fact.plus(sum).as_constant(),
        Formula::All(all) => all.iter().filter_map(|one| bound_of(one, sum)).min(),
        Formula::Natural(..)
        | Formula::Any(_)
        | Formula::True
        | Formula::False
        | Formula::Unknown
        | Formula::Open => None,
    }
}
