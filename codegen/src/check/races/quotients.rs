//! Quotients and remainders: what is known of them where they are computed, and which of them are the same.

use super::atoms::Origin;
use super::poly::{Poly, without};
use super::value::{Formula, Number};
use super::walk::Walk;

impl Walk<'_> {
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
            self.facts.push(Formula::at_least(&most, &none));
            self.facts.push(Formula::at_least(&rest, &none));
            self.facts.push(Formula::at_least(&most, &rest));
            self.facts.push(Formula::at_least(a, &Number::exact(quotient.clone())));
        }
        quotient
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
        if let Some((mono, factor)) = b.terms().next().filter(|_| b.len() == 1) {
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
        }
        let (least, most) = self.atoms.range(a);
        let divisor = self.atoms.range(b).0.max(1);
        let origin = Origin::Quotient(a.clone(), b.clone());
        let low = if least >= 0 { 0 } else { least };
        Poly::atom(self.atoms.made(origin, "a quotient".to_owned(), low.max(0), most / divisor))
    }
}
