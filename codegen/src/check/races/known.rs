//! What is known at a point of the walk: formulas, one pushed behind the other and taken back from the end, and of
//! each the sums that it says are not negative, by the symbols in them.
//!
//! A question is asked of few of them: those that speak of a symbol of the question, and of symbols in those, as
//! far as it goes.

use crate::collections::{Map, Set};
use crate::compact::List;
use std::ops::Deref;

use super::poly::{Atom, Poly};
use super::symbols::Atoms;
use super::value::{Facts, Formula};

/// Formulas that hold. Reads as the slice of them.
#[derive(Default)]
pub(super) struct Known {
    formulas: Vec<Formula>,
    /// Without what is assumed of launches, and with it.
    said: [Said; 2],
    /// Sums that were found not to be negative where so many formulas were known, and what launches must not make
    /// negative for that.
    found: Vec<(usize, Poly, Vec<Poly>)>,
}

/// What the formulas say.
#[derive(Default)]
struct Said {
    sums: Vec<Poly>,
    /// Of each sum, which formula says it.
    by: Vec<usize>,
    /// The sums of each symbol.
    of: Map<Atom, Vec<usize>>,
    /// Of each formula, what launches must not make negative for its sums.
    assumed: Vec<Vec<Poly>>,
    /// Formulas that cannot hold.
    never: Vec<usize>,
}

/// What is known that has to do with a sum.
pub(super) struct Concerned {
    pub(super) sums: Vec<Poly>,
    /// What launches must not make negative for those.
    pub(super) assumed: Vec<Poly>,
    /// Symbols in them that `private` names, those of the sum too.
    pub(super) private: Set<Atom>,
}

impl Deref for Known {
    type Target = [Formula];

    fn deref(&self) -> &[Formula] {
        &self.formulas
    }
}

impl Extend<Formula> for Known {
    fn extend<T: IntoIterator<Item = Formula>>(&mut self, formulas: T) {
        formulas.into_iter().for_each(|formula| self.push(formula));
    }
}

impl Known {
    /// Adds what is not known yet: that a divisor is not zero, say, each time that it divides.
    #[inline(never)]
    pub(super) fn push(&mut self, formula: Formula) {
        if self.formulas.contains(&formula) {
            return;
        }
        for (said, assume) in self.said.iter_mut().zip([false, true]) {
            said.push(self.formulas.len(), &formula, assume);
        }
        self.formulas.push(formula);
    }

    /// Takes back all but the first so many.
    #[inline(never)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.formulas.truncate(len);
        self.said.iter_mut().for_each(|said| said.truncate(len));
        while self.found.last().is_some_and(|(known, ..)| *known > len) {
            self.found.pop();
        }
    }

    /// What launches must not make negative for a sum not to be, if that was found out before.
    pub(super) fn found(&self, poly: &Poly) -> Option<&Vec<Poly>> {
        self.found.iter().find(|(_, of, _)| of == poly).map(|(.., assumed)| assumed)
    }

    /// Remembers that, as long as what is known now is.
    pub(super) fn remember(&mut self, poly: Poly, assumed: Vec<Poly>) {
        self.found.push((self.formulas.len(), poly, assumed));
    }

    /// Forgets what was found that asks something of launches: more is known now, by which it may ask for less.
    pub(super) fn forget_assumed(&mut self) {
        self.found.retain(|(.., assumed)| assumed.is_empty());
    }

    /// Whether the formulas cannot hold together, for all that is seen at once.
    pub(super) fn never(&self, assume: bool) -> bool {
        !self.said[usize::from(assume)].never.is_empty()
    }

    /// What the formulas say that has to do with a sum: symbols that `private` names lead from one to the next, and
    /// of the others what is said of nothing else.
    pub(super) fn concerned(
        &self,
        poly: &Poly,
        assume: bool,
        atoms: &Atoms,
        private: &dyn Fn(Atom) -> bool,
    ) -> Concerned {
        let said = &self.said[usize::from(assume)];
        let mut seen: Set<Atom> = poly.atoms().collect();
        let mut todo: Vec<Atom> = seen.iter().copied().list();
        let mut taken: Set<usize> = Set::new();
        let mut alike: Vec<usize> = Vec::new();
        while let Some(atom) = todo.pop() {
            let mut look = |of: &Poly| {
                for atom in of.atoms() {
                    if seen.insert(atom) {
                        todo.push(atom);
                    }
                }
            };
            let numbers = said.of.get(&atom).map_or(&[][..], Vec::as_slice);
            if !private(atom) {
                alike.extend(numbers);
                continue;
            }
            for number in numbers {
                if taken.insert(*number) {
                    look(&said.sums[*number]);
                }
            }
            for fact in &atoms.about(atom) {
                look(fact);
            }
        }
        for number in alike {
            if !said.sums[number].atoms().any(private) {
                taken.insert(number);
            }
        }
        let mut by: Set<usize> = Set::new();
        let (mut sums, mut assumed) = (Vec::new(), Vec::new());
        for number in taken {
            by.insert(said.by[number]);
            sums.push(said.sums[number].clone());
        }
        for number in by {
            assumed.extend_from_slice(&said.assumed[number]);
        }
        seen.retain(|atom| private(*atom));
        Concerned { sums, assumed, private: seen }
    }
}

impl Said {
    fn push(&mut self, number: usize, formula: &Formula, assume: bool) {
        let mut facts = Facts::default();
        facts.add(formula, &|_| assume);
        if facts.never {
            self.never.push(number);
        }
        for sum in facts.sums {
            for atom in sum.atoms() {
                let of = self.of.or_default(atom);
                if of.last() != Some(&self.sums.len()) {
                    of.push(self.sums.len());
                }
            }
            self.sums.push(sum);
            self.by.push(number);
        }
        self.assumed.push(facts.assumed);
    }

    fn truncate(&mut self, len: usize) {
        while self.by.last().is_some_and(|by| *by >= len) {
            self.by.pop();
            for atom in self.sums.pop().unwrap_or_default().atoms() {
                if let Some(of) = self.of.get_mut(&atom).filter(|of| of.last() == Some(&self.sums.len())) {
                    of.pop();
                }
            }
        }
        while self.never.last().is_some_and(|number| *number >= len) {
            self.never.pop();
        }
        self.assumed.truncate(len);
    }
}

#[cfg(all(test, feature = "front"))]
mod tests {
    use super::super::walk::Walk;
    use crate::front;
    use crate::ir::{FunctionKind, parse};

    /// What the walk through a kernel of so many statements costs that have little to do with each other.
    fn weighed(statements: usize) -> usize {
        let statement = |n: usize| {
            format!(
                "let d{n} = a * {n} & 255 | 1; let q{n} = (b ^ {n}) / d{n}; sum ^= (q{n} as u8) as u32 * d{n};"
            )
        };
        let statements: String = (1..=statements).map(statement).collect();
        let text = format!(
            "fn k(a: u32, b: u32, out: &mut [u32]) {{
                let i = global_id();
                let mut sum = 0;
                {statements}
                if i < out.len() {{ out[i] = sum; }}
            }}"
        );
        let nothing = proc_macro2::TokenStream::default();
        let ir = front::lower_to_text(FunctionKind::Kernel, nothing, text.parse().unwrap()).unwrap();
        let module = parse(&ir).unwrap();
        Walk::of(module.entry().unwrap(), &module.sites).weighed
    }

    #[test]
    fn a_question_costs_what_it_has_to_do_with() {
        let (few, many) = (weighed(50), weighed(200));
        assert!(few > 100, "{few}");
        assert!(many <= 4 * few + 100, "of 50 statements {few}, of 200 {many}");
    }
}
