//! Polynomials with integer coefficients over symbols: what an index is, and what a guard says.

use crate::collections::{Map, Pairs, Set, sort};
use crate::compact::List;

/// A symbol; [`super::symbols::Atoms`] knows what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(pub(super) u32);

/// A product of symbols, sorted; the empty one is 1.
pub(super) type Mono = Vec<Atom>;

/// Beyond this nothing is computed: what needs such numbers is not understood.
const MOST: i128 = 1 << 110;

/// A sum of products with their factors. No factor is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Poly(Map<Mono, i128>);

impl Poly {
    #[inline(never)]
    pub(super) fn constant(value: i128) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(&Vec::new(), value);
        poly
    }

    #[inline(never)]
    pub(super) fn atom(atom: Atom) -> Poly {
        Poly(Map::from([(vec![atom], 1)]))
    }

    fn add_term(&mut self, mono: &Mono, factor: i128) {
        if factor == 0 {
            return;
        }
        let sum = self.0.or_insert(mono.clone(), 0);
        // The least number has no opposite, and a remainder by -1 overflows.
        *sum = sum.saturating_add(factor).max(-i128::MAX);
        if *sum == 0 {
            self.0.remove(mono);
        }
    }

    /// A product with its factor.
    #[inline(never)]
    pub(super) fn term(mono: Mono, factor: i128) -> Poly {
        Poly::from_terms(vec![(mono, factor)])
    }

    #[inline(never)]
    pub(super) fn from_terms(terms: Vec<(Mono, i128)>) -> Poly {
        let mut poly = Poly::default();
        for (mono, factor) in terms {
            poly.add_term(&mono, factor);
        }
        poly
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        Terms(self.0.iter())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that this is.
    #[inline(never)]
    pub(super) fn as_constant(&self) -> Option<i128> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    #[inline(never)]
    pub(super) fn constant_term(&self) -> i128 {
        self.0.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// Whether every number in it is small enough to go on with.
    pub(super) fn is_sane(&self) -> bool {
        self.0.len() <= 24 && self.0.iter().all(|(mono, factor)| mono.len() <= 6 && factor.abs() < MOST)
    }

    #[inline(never)]
    pub(super) fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        for (mono, factor) in other.terms() {
            sum.add_term(mono, factor);
        }
        sum
    }

    #[inline(never)]
    pub(super) fn scaled(&self, by: i128) -> Poly {
        let mut scaled = Poly::default();
        for (mono, factor) in self.terms() {
            scaled.add_term(mono, factor.saturating_mul(by));
        }
        scaled
    }

    #[inline(never)]
    pub(super) fn minus(&self, other: &Poly) -> Poly {
        self.plus(&other.scaled(-1))
    }

    #[inline(never)]
    pub(super) fn plus_constant(&self, value: i128) -> Poly {
        self.plus(&Poly::constant(value))
    }

    #[inline(never)]
    pub(super) fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (a, x) in self.terms() {
            for (b, y) in other.terms() {
                product.add_term(&joined(a, b), x.saturating_mul(y));
            }
        }
        product
    }

    /// Every symbol in it.
    pub(super) fn atoms(&self) -> AtomsOf<'_> {
        AtomsOf { terms: self.terms(), mono: [].iter() }
    }

    pub(super) fn has(&self, atom: Atom) -> bool {
        self.atoms().any(|other| other == atom)
    }

    /// With `value` in the place of a symbol.
    pub(super) fn with(&self, atom: Atom, value: &Poly) -> Poly {
        if !self.has(atom) {
            return self.clone();
        }
        let mut result = Poly::default();
        for (mono, factor) in self.terms() {
            let rest: Mono = mono.iter().copied().filter(|other| *other != atom).list();
            let mut part = Poly::term(rest.clone(), factor);
            for _ in rest.len()..mono.len() {
                part = part.times(value);
            }
            result = result.plus(&part);
        }
        result
    }

    /// The sum divided by `factor * by`, where that is a part of each term.
    #[inline(never)]
    pub(super) fn divided(&self, by: &Mono, factor: i128) -> Option<Poly> {
        let mut quotient = Poly::default();
        for (mono, times) in self.terms() {
            if times % factor != 0 {
                return None;
            }
            quotient.add_term(&without(mono, by)?, times / factor);
        }
        Some(quotient)
    }

    /// With other symbols.
    pub(super) fn renamed(&self, rename: &mut dyn FnMut(Atom) -> Atom) -> Poly {
        let mut renamed = Poly::default();
        for (mono, factor) in self.terms() {
            let mut mono: Mono = mono.iter().map(|atom| rename(*atom)).list();
            sort(&mut mono);
            renamed.add_term(&mono, factor);
        }
        renamed
    }
}

/// The terms of a [`Poly`].
#[derive(Clone)]
pub(super) struct Terms<'a>(Pairs<'a, Mono, i128>);

impl<'a> Iterator for Terms<'a> {
    type Item = (&'a Mono, i128);

    // Each use compiles its adaptors for each iterator: a call is all that they take of this one.
    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let (mono, factor) = self.0.next()?;
        Some((mono, *factor))
    }
}

/// The symbols of a [`Poly`], each as often as it is in it.
#[derive(Clone)]
pub(super) struct AtomsOf<'a> {
    terms: Terms<'a>,
    mono: std::slice::Iter<'a, Atom>,
}

impl Iterator for AtomsOf<'_> {
    type Item = Atom;

    #[inline(never)]
    fn next(&mut self) -> Option<Atom> {
        loop {
            if let Some(atom) = self.mono.next() {
                return Some(*atom);
            }
            self.mono = self.terms.next()?.0.iter();
        }
    }
}

/// Every symbol of these.
#[inline(never)]
pub(super) fn atoms_of(lists: &[&[Poly]]) -> Set<Atom> {
    let mut atoms = Set::new();
    for list in lists {
        for poly in *list {
            atoms.extend(poly.atoms());
        }
    }
    atoms
}

/// The product of two products.
pub(super) fn joined(a: &Mono, b: &Mono) -> Mono {
    let mut all: Mono = a.iter().chain(b).copied().list();
    sort(&mut all);
    all
}

/// `a / b`, where `b` is a part of `a`.
#[inline(never)]
pub(super) fn without(a: &Mono, b: &Mono) -> Option<Mono> {
    let mut rest = a.clone();
    for atom in b {
        let at = rest.iter().position(|other| other == atom)?;
        rest.remove(at);
    }
    Some(rest)
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shift by 34 bits of what was shifted before ended in a panic of the compiler.
    #[test]
    fn factors_that_are_too_large_are_known_for_that() {
        let greatest = Poly::constant(i128::MAX);
        let least = greatest.scaled(-2);
        assert!(!greatest.is_sane() && !least.is_sane());
        assert_eq!(least.constant_term().checked_rem(-1), Some(0));
        assert_eq!(least.scaled(-1), greatest);
    }
}
