//! Quotients and remainders: what is known of them where they are computed, and which of them are the same.

use super::poly::{Poly, without};
use super::symbols::Origin;
use super::value::{Formula, Number};
use super::walk::Walk;
use crate::collections::sort_by_key;
use crate::compact::List;

impl Walk<'_> {
    /// `a & b` of what is not negative, where one side says which bits are taken. `number` is `a` with all that is
    /// assumed of both; `high` the greatest value of the type.
    pub(super) fn masked(&mut self, number: &Number, a: &Poly, b: &Poly, high: i128) -> Option<Number> {
        let given = |poly: Poly| Number { poly, assumed: number.assumed.clone() };
        if let Some(mask) = a.as_constant().filter(|_| b.as_constant().is_none()) {
            return self.masked(&given(b.clone()), b, &Poly::constant(mask), high);
        }
        // The last bits, all but the last, or one. A mask is not negative, so that one more is a power of two.
        let below = |mask: &Poly| mask.plus_constant(1);
        let above = |mask: &Poly| Poly::constant(high).minus(mask).plus_constant(1);
        for (of, mask) in [(a, b), (b, a)] {
            if let Some(mask) = mask.as_constant() {
                if mask >= 0 && (mask + 1) & mask == 0 {
                    return Some(given(self.remainder(of, mask + 1)));
                }
                if high < i128::MAX && (high - mask + 1) & (high - mask) == 0 {
                    return Some(given(of.minus(&self.remainder(of, high - mask + 1))));
                }
            } else if self.atoms.is_power(&below(mask)) {
                let by = below(mask);
                let quotient = self.divided(&given(of.clone()), &by);
                return Some(given(of.minus(&quotient.times(&by)))).filter(|rest| rest.poly.is_sane());
            } else if high < i128::MAX && self.atoms.is_power(&above(mask)) {
                let by = above(mask);
                let some = self.entails(&by.plus_constant(-1))?;
                let whole =
                    Number::from(of.clone(), number, &Number { poly: Poly::default(), assumed: some });
                let poly = self.divided(&whole, &by).times(&by);
                return Some(Number { poly, ..whole }).filter(|whole| whole.poly.is_sane());
            }
        }
        let (of, bit) = [(a, b), (b, a)].into_iter().find(|(_, bit)| self.atoms.is_power(bit))?;
        let some = self.entails(&bit.plus_constant(-1))?;
        let whole = Number::from(of.clone(), number, &Number { poly: Poly::default(), assumed: some });
        let shifted = self.divided(&whole, bit);
        let last = shifted.minus(&self.quotient(&shifted, &Poly::constant(2)).scaled(2));
        Some(Number { poly: last.times(bit), ..whole }).filter(|bit| bit.poly.is_sane())
    }

    pub(super) fn remainder(&mut self, a: &Poly, by: i128) -> Poly {
        a.minus(&self.quotient(a, &Poly::constant(by)).scaled(by))
    }

    /// `a / b` of what is not negative, where it is computed: a thread that divides by zero ends there. What is
    /// assumed of launches for `a` to be that, is for `b`.
    pub(super) fn divided(&mut self, a: &Number, b: &Poly) -> Poly {
        let quotient = self.quotient(&a.poly, b);
        if b.as_constant().is_none() {
            let with = |poly: Poly| Number { poly, assumed: a.assumed.clone() };
            let rest = with(a.poly.minus(&b.times(&quotient)));
            let none = Number::constant(0);
            let most = with(b.plus_constant(-1));
            self.follows(Formula::at_least(&most, &none));
            self.follows(Formula::at_least(&rest, &none));
            self.follows(Formula::at_least(&most, &rest));
            self.follows(Formula::at_least(a, &Number::exact(quotient.clone())));
        }
        self.relate(&quotient, b);
        quotient
    }

    /// Makes known what follows of a division, if no guard says it.
    fn follows(&mut self, formula: Formula) {
        if !self.facts.contains(&formula) {
            self.divided.insert(formula.clone());
            self.facts.push(formula);
        }
    }

    /// `a / b` beside an `a / (b * e)` of before: that one is `a / b / e`.
    fn relate(&mut self, quotient: &Poly, b: &Poly) {
        for atom in quotient.atoms().list() {
            let Origin::Quotient(a, by) = self.atoms.info(atom).origin.clone() else { continue };
            if by != *b {
                continue;
            }
            for (product, whole) in self.atoms.quotients_of(&a) {
                let Some(more) = self.natural_part(&product, b) else { continue };
                // That division was on the way here, so that no part of its divisor is zero.
                let known = product.plus_constant(-1);
                let divides =
                    |formula: &Formula| matches!(formula, Formula::Natural(sum, _) if *sum == known);
                let mut assumed = Vec::new();
                match (more.as_constant(), self.facts.iter().find(|formula| divides(formula))) {
                    (Some(_), _) => {}
                    (None, Some(formula)) => formula.assumed(&mut assumed),
                    (None, None) => continue,
                }
                let with = |poly: Poly| Number { poly, assumed: assumed.clone() };
                let this = Poly::atom(atom);
                let origin = Origin::Quotient(this.clone(), more.clone());
                let (_, most) = self.atoms.range(&this);
                let nested = Poly::atom(self.atoms.made(origin, "a quotient".to_owned(), 0, most));
                if nested == Poly::atom(whole) {
                    continue;
                }
                let rest = with(this.minus(&more.times(&nested)));
                let (none, last) = (Number::constant(0), with(more.plus_constant(-1)));
                self.follows(Formula::equal(&with(nested), &Number::exact(Poly::atom(whole))));
                self.follows(Formula::at_least(&rest, &none));
                self.follows(Formula::at_least(&last, &rest));
            }
        }
    }

    /// By what one product has to be multiplied to be another, where neither can be negative; not one.
    fn natural_part(&self, product: &Poly, of: &Poly) -> Option<Poly> {
        let (whole, factor) = product.terms().next().filter(|_| product.len() == 1)?;
        let (part, by) = of.terms().next().filter(|_| of.len() == 1)?;
        let rest = without(whole, part)?;
        let fine = factor > 0 && by > 0 && factor % by == 0 && self.atoms.is_natural(whole);
        let more = Poly::term(rest, factor / by);
        (fine && more.as_constant() != Some(1)).then_some(more)
    }

    /// `a / b + 1` is `(a + b) / b`: the extent that a window leaves is one symbol, by which indices can be divided.
    pub(super) fn quotient_and_more(&mut self, sum: &Number) -> Option<Poly> {
        let more = sum.poly.constant_term();
        let atom = self.atom(&sum.poly.plus_constant(-more))?;
        if !(1..=64).contains(&more) || !self.atoms.is_quotient_of_launch(atom) {
            return None;
        }
        let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { return None };
        let (a, b) = (a.plus(&b.scaled(more)), b.clone());
        let whole = sum.poly == Poly::atom(atom).plus_constant(more);
        whole.then(|| self.divided(&Number { poly: a, assumed: sum.assumed.clone() }, &b))
    }

    /// `a / b`, rounded down, of what is not negative.
    pub(super) fn quotient(&mut self, a: &Poly, b: &Poly) -> Poly {
        // The double of a triangle stays whole: what is taken out of a square leaves none.
        let whole = b.as_constant() == Some(2) && self.atoms.triangle(a).is_some();
        if let Some((mono, factor)) = b.terms().next().filter(|_| b.len() == 1 && !whole) {
            let (mut high, mut low) = (Vec::new(), Vec::new());
            for (of, by) in a.terms() {
                match without(of, mono).filter(|_| by % factor == 0) {
                    Some(rest) => high.push((rest, by / factor)),
                    None => low.push((of.clone(), by)),
                }
            }
            let (high, low) = (Poly::from_terms(high), Poly::from_terms(low));
            let (least, most) = self.atoms.range(&low);
            let below = b.as_constant().is_some_and(|b| most < b)
                || low.is_zero()
                || !high.is_zero() && self.entails(&b.minus(&low).plus_constant(-1)) == Some(Vec::new());
            if least >= 0 && below && (!high.is_zero() || b.as_constant().is_some()) {
                return high;
            }
            // A thread's part of an index is divided by itself: warps of blocks that are multiples of them.
            if least >= 0 && b.as_constant().is_some() && !high.is_zero() {
                return high.plus(&self.quotient(&low, b));
            }
            // And a remainder, whose divisor was a multiple of this one.
            if least >= 0 && !high.is_zero() && high.terms().all(|(_, factor)| factor < 0) {
                return high.plus(&self.quotient(&low, b));
            }
        }
        // `a / (b * e)` behind an `a / b` is `a / b / e`: of digits each is the next one's quotient.
        let mut parts = self.atoms.quotients_of(a);
        parts.retain(|(part, _)| part.len() == 1);
        sort_by_key(&mut parts, |(part, _)| part.terms().map(|(mono, _)| mono.len()).sum::<usize>());
        let found = parts.iter().rev().find_map(|(part, atom)| Some((self.natural_part(b, part)?, *atom)));
        if let Some((more, atom)) = found {
            return self.quotient(&Poly::atom(atom), &more);
        }
        let (least, most) = self.atoms.range(a);
        let divisor = self.atoms.range(b).0.max(1);
        let origin = Origin::Quotient(a.clone(), b.clone());
        let low = if least >= 0 { 0 } else { least };
        Poly::atom(self.atoms.made(origin, "a quotient".to_owned(), low.max(0), most / divisor))
    }
}
