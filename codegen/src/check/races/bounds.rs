//! A bound of a sum, term by term: what each product is at most or at least, put in its place.
//!
//! It finds that `h * width + w` is less than `height * width` where each digit is below its extent, which
//! elimination finds too, and which is asked most. It is quick and misses what takes several facts at once.

use super::poly::{Atom, Mono, Poly, without};
use super::prove::Prover;
use super::symbols::Origin;
use crate::compact::List;

/// The most products that are bounded.
const MOST_STEPS: usize = 24;

impl Prover<'_> {
    /// What a sum is at least, in what threads have alike.
    pub(super) fn least(&self, sum: &Poly, facts: &[Poly]) -> Option<Poly> {
        let private = |mono: &Mono| mono.iter().any(|atom| self.private.contains(atom));
        let mut sum = sum.clone();
        for _ in 0..MOST_STEPS {
            // What is added is at least nothing.
            let (mut rest, mut is_left) = (sum.clone(), false);
            let mut next: Option<((bool, usize), &Mono, i128)> = None;
            for (mono, factor) in sum.terms().filter(|(mono, _)| private(mono)) {
                // Bounds of sums say most of the leading digits: those first, while the others are still there.
                let rank = (mono.iter().any(|atom| self.is_rest(*atom)), mono.len());
                if factor < 0 && next.is_none_or(|(than, ..)| rank < than) {
                    next = Some((rank, mono, factor));
                }
                if factor > 0 && self.atoms.is_natural(mono) {
                    rest = rest.minus(&Poly::term(mono.clone(), factor));
                } else {
                    is_left = true;
                }
            }
            let Some((_, mono, factor)) = next else {
                return (!is_left).then_some(rest);
            };
            let instead = self.most(mono, factor, facts)?;
            sum = sum.minus(&instead);
            if !sum.is_sane() {
                return None;
            }
        }
        None
    }

    /// A sum that is not negative, from facts, and has so many of a product.
    fn most(&self, mono: &Mono, factor: i128, facts: &[Poly]) -> Option<Poly> {
        let private = |mono: &Mono| mono.iter().any(|atom| self.private.contains(atom));
        let is_rest = mono.iter().any(|atom| self.is_rest(*atom));
        let mut best: Option<((usize, usize), Poly)> = None;
        for fact in facts {
            for (of, by) in fact.terms().filter(|(of, by)| *by < 0 && private(of)) {
                let Some(more) =
                    without(mono, of).filter(|more| factor % by == 0 && self.atoms.is_natural(more))
                else {
                    continue;
                };
                let own = fact.terms().filter(|(mono, _)| private(mono)).list();
                if own.iter().any(|(_, factor)| *factor > 0) {
                    continue;
                }
                // A number says less than what a launch gives.
                let number = usize::from(own.len() + 1 >= fact.len() && !fact.is_zero());
                let rank = if is_rest { (own.len(), number) } else { (number, own.len()) };
                if best.as_ref().is_none_or(|(than, _)| rank < *than) {
                    best = Some((rank, fact.times(&Poly::term(more, factor / by))));
                }
            }
        }
        best.map(|(_, fact)| fact)
    }

    fn is_rest(&self, atom: Atom) -> bool {
        matches!(self.atoms.info(atom).origin, Origin::Rest(..))
    }

    /// Whether a sum is not negative, term by term, with all that is known of the symbols in it.
    pub(super) fn follows_by_terms(&mut self, facts: &[Poly], sum: &Poly) -> bool {
        let mut facts = facts.to_vec();
        let all: Vec<&Poly> = facts.iter().chain([sum]).list();
        let known = self.atoms.facts_of(&all);
        facts.extend(known);
        self.is_natural_by_terms(sum, &facts)
    }

    /// Whether a sum is not negative, term by term. A condition may be made of launches for that.
    pub(super) fn is_natural_by_terms(&mut self, sum: &Poly, facts: &[Poly]) -> bool {
        let Some(least) = self.least(sum, facts) else { return false };
        if self.atoms.range(&least).0 >= 0 {
            return true;
        }
        let alike = facts.iter().filter(|fact| !self.is_private(fact)).cloned().list();
        self.contradict(vec![least.scaled(-1).plus_constant(-1)], 1, &alike)
    }
}
