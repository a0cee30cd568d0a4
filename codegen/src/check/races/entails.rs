//! What follows from what is known at a point of the walk: whether a sum may be negative there, and what launches
//! must not make negative so that it is not.

use super::digits::Digits;
use super::poly::{Atom, Poly};
use super::prove::{Prover, Question};
use super::symbols::{Atoms, Level};
use super::value::Formula;
use super::walk::Walk;
use crate::collections::Set;
use crate::compact::List;

/// The most values that one may have of which each is looked at by itself.
const MOST_CASES: usize = 4;

impl Walk<'_> {
    /// What launches must not make negative for the sum not to be. Where it speaks of a chosen value, either way is
    /// looked at by itself.
    pub(super) fn entails(&mut self, poly: &Poly) -> Option<Vec<Poly>> {
        let found = self.entails_at_once(poly);
        if found.is_some() {
            return found;
        }
        let chosen = poly.atoms().find(|atom| self.atoms.info(*atom).chosen.is_some())?;
        let speaks = |formula: &Formula| {
            let mut found = false;
            formula.polys(&mut |poly| found |= poly.has(chosen));
            found
        };
        let cases = self.facts.iter().find_map(|formula| match formula {
            Formula::Any(cases) if speaks(formula) => Some(cases.clone()),
            _ => None,
        });
        let mut all = Vec::new();
        for case in cases.filter(|cases| cases.len() <= MOST_CASES)? {
            let mark = self.facts.len();
            self.facts.push(case);
            let found = self.entails_at_once(poly);
            self.facts.truncate(mark);
            all.extend(found?);
        }
        Some(all)
    }

    fn entails_at_once(&mut self, poly: &Poly) -> Option<Vec<Poly>> {
        if poly.atoms().any(|atom| self.atoms.info(atom).open) && !self.function.captures.is_empty() {
            // The instance is asked again, unless the proof is to hold for all.
            return self.is_left_to_instance.then(Vec::new);
        }
        // What was found before still holds.
        if let Some(assumed) = self.facts.found(poly) {
            return Some(assumed.clone());
        }
        // Quotients of what a launch gives are looked at one by one first, and then as what the launch gives; what
        // threads divide, by its digits last, and what is left term by term.
        for (assume, quotients, last) in
            [(false, false, false), (true, false, false), (true, true, false), (true, true, true)]
        {
            if self.facts.never(assume) {
                return Some(Vec::new());
            }
            let private = |atoms: &Atoms, atom: Atom| {
                let info = atoms.info(atom);
                info.level != Level::Launch
                    || info.turn.is_some()
                    || info.quantity.is_none() && !(quotients && atoms.is_quotient_of_launch(atom))
            };
            let mut known =
                self.facts.concerned(poly, assume, &self.atoms, &|atom| private(&self.atoms, atom));
            let digits = if last {
                let question =
                    Question { facts: known.sums.clone(), places: vec![poly.clone()], ..Question::default() };
                let digits = Digits::of(&mut self.atoms, &question, &private);
                if let Some(digits) = &digits {
                    known.private.extend(&digits.rests);
                }
                digits
            } else {
                None
            };
            self.weighed += known.sums.len();
            let plausible = |poly: &Poly| match self.plausible(poly) {
                Some(false) if quotients => Some(self.is_difference_of_arguments(poly)),
                other => other,
            };
            let mut prover = Prover {
                atoms: &self.atoms,
                private: &known.private,
                plausible: &plausible,
                within: &|_| false,
                wish: &|_| {},
                allow: assume,
                arguments: true,
                guarded: &Set::new(),
                anywhere: true,
                conditions: Vec::new(),
                budget: 4,
            };
            let follows = match &digits {
                Some(digits) => prover.follows_by_digits(digits),
                None if last => prover.follows_by_terms(&known.sums, poly),
                None => prover.follows(&known.sums, poly),
            };
            if follows {
                // Each once: what is assumed for one division is for all that is made of it.
                let assumed: Set<Poly> = prover.conditions.into_iter().chain(known.assumed).collect();
                let assumed = assumed.iter().cloned().list();
                self.facts.remember(poly.clone(), assumed.clone());
                return Some(assumed);
            }
        }
        None
    }
}
