//! One proof that two threads never meet at one element: the ways in which it is tried, and one attempt.
//!
//! Takes two accesses with what is known of each. Gives what launches must not make negative for the proof to hold, or
//! remembers which conditions would have done.

use std::cell::Cell;

use super::Races;
use super::bits;
use super::digits::Digits;
use super::intervals::{Pair, Turns};
use super::poly::{Atom, Poly, atoms_of};
use super::prove::{Prover, Question};
use super::symbols::{self, Info, Level, Twins};
use super::value::Facts;
use super::walk::Access;
use crate::check::precondition::Quantity;
use crate::collections::Set;
use crate::compact::List;

/// The most decisions of a launch that are looked at case by case where indices do not depend on them.
const MOST_DECISIONS: usize = 2;

/// Of which conditions there was one that would have been made of launches, if that were allowed. Where there was
/// none, an attempt that allows it comes to the same.
#[derive(Clone, Copy, Default)]
pub(super) struct Wished {
    pub(super) ordinary: bool,
    pub(super) within: bool,
    pub(super) anything: bool,
}

/// Which two threads a proof speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Threads {
    /// Any two of the grid.
    OfGrid,
    /// Two of one block, at any time.
    OfOneBlock,
    /// Two of different blocks.
    OfTwoBlocks,
    /// Two of one block, between two barriers.
    BetweenBarriers,
}

/// What a proof may do.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// There may be several threads along axes that the kernel does not look at.
    pub(super) all_axes: bool,
    /// Facts may be used that hold for certain launches only.
    pub(super) assume: bool,
    pub(super) ask: Ask,
}

/// Which conditions may be made of launches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Nothing,
    /// What ordinary launches fulfill.
    Ordinary,
    /// Besides, that an argument is within an extent.
    Within,
    /// Whatever would do, for the message that it is missing.
    Anything,
}

impl Races<'_> {
    /// Whether an index speaks of a place that an argument names, as of row `k`.
    fn names_places(&self, access: &Access) -> bool {
        let walk = &self.walk;
        access.dims.iter().any(|dim| dim.poly.atoms().any(|atom| walk.is_place(&dim.poly, atom)))
    }

    /// Whether a thread's own are multiplied with an argument of which no guard speaks, as with the distance of rows.
    fn has_stride(&self, access: &Access) -> bool {
        access.dims.iter().any(|dim| self.strides(&dim.poly))
    }

    /// The same of an index.
    fn strides(&self, index: &Poly) -> bool {
        let given = |atom: Atom| {
            matches!(self.walk.atoms.info(atom).quantity, Some(Quantity::Param(..) | Quantity::Field(_)))
        };
        index.atoms().any(|atom| given(atom) && self.walk.is_extent(index, atom))
    }

    /// What launches must not make negative for two threads never to meet at one element, by the first way that
    /// proves it.
    pub(super) fn try_each(
        &mut self,
        a: &Access,
        b: &Access,
        pair: &Pair,
        threads: Threads,
    ) -> Option<Vec<Poly>> {
        let all = self.speaks_of_all(a) || self.speaks_of_all(b);
        let axes: &[bool] = if all { &[true, false] } else { &[false] };
        axes.iter().find_map(|all_axes| self.by_ways(a, b, pair, threads, *all_axes))
    }

    /// The same of all axes or those that the kernel looks at. What an attempt has shown to be of no use is not tried.
    pub(super) fn by_ways(
        &mut self,
        a: &Access,
        b: &Access,
        pair: &Pair,
        threads: Threads,
        all_axes: bool,
    ) -> Option<Vec<Poly>> {
        let mut assumed = Vec::new();
        a.facts.iter().chain(&b.facts).for_each(|fact| fact.assumed(&mut assumed));
        // Of attempts without and with what is assumed.
        let mut wished = [Wished::default(); 2];
        for way in self.ways(a, b, all_axes) {
            let assume = way.assume && !assumed.is_empty();
            let before = wished[usize::from(assume)];
            let tried = match way.ask {
                Ask::Nothing => way.assume != assume,
                Ask::Ordinary => way.assume != assume || !before.ordinary,
                Ask::Within => !before.within && !before.ordinary,
                Ask::Anything => false,
            };
            if tried {
                continue;
            }
            let found = self.attempt(a, b, pair, threads, way);
            if found.is_some() {
                return found;
            }
            if way.ask == Ask::Nothing {
                wished[usize::from(assume)] = self.wished;
            }
        }
        self.wished = wished[usize::from(!assumed.is_empty())];
        None
    }

    /// How a proof may be tried, the least that it takes for granted first.
    fn ways(&self, a: &Access, b: &Access, all_axes: bool) -> Vec<Way> {
        let way = |assume, ask| Way { all_axes, assume, ask };
        let of = |ask| [way(false, ask), way(true, ask)];
        let mut ways = [of(Ask::Nothing), of(Ask::Ordinary)].concat();
        let names = |access| self.names_places(access) || self.has_stride(access);
        if names(a) || names(b) {
            ways.push(way(true, Ask::Within));
        }
        ways
    }

    /// What launches must not make negative for the proof that is tried in this way, if it is one.
    pub(super) fn attempt(
        &mut self,
        a: &Access,
        b: &Access,
        pair: &Pair,
        threads: Threads,
        Way { all_axes, assume, ask }: Way,
    ) -> Option<Vec<Poly>> {
        self.attempts += 1;
        let shared = threads == Threads::BetweenBarriers;
        let common = a.loops.iter().zip(&b.loops).take_while(|(a, b)| a == b).count();
        let common = &a.loops[..common];
        let together_above = |turn: usize, more: usize| {
            let Some(depth) = common.iter().position(|number| *number == turn) else { return false };
            common[..depth + more].iter().all(|number| !pair.turns.contains_key(number))
        };
        let together = |turn: usize| together_above(turn, 1);
        let differs = |info: &Info| match threads {
            Threads::OfGrid | Threads::OfTwoBlocks => info.level > Level::Launch || info.turn.is_some(),
            Threads::OfOneBlock => info.level == Level::Thread || info.turn.is_some(),
            Threads::BetweenBarriers => {
                info.level == Level::Thread || info.turn.is_some_and(|turn| !together(turn))
            }
        };
        // Where each thread is.
        let mut places = Vec::new();
        let mut ones: Vec<(Poly, Poly)> = Vec::new();
        let mut needed: Vec<Poly> = Vec::new();
        let used = self.walk.apart;
        for axis in 0..3u8 {
            let at = axis as usize;
            let thread = self.walk.thread(axis);
            if !used.thread[at] && !all_axes && !thread.is_zero() && self.walk.block.is_none() {
                let dim = self.walk.dim(axis);
                needed.push(Poly::constant(1).minus(&dim));
                ones.push((thread, dim));
            } else if threads != Threads::OfTwoBlocks {
                places.push(thread);
            }
            if matches!(threads, Threads::OfGrid | Threads::OfTwoBlocks) {
                let block = self.walk.block_index(axis);
                if used.block[at] {
                    places.push(block);
                } else {
                    let grid = self.walk.grid(axis);
                    needed.push(Poly::constant(1).minus(&grid));
                    ones.push((block, grid));
                }
            }
        }
        let mut atoms = self.walk.atoms.clone();
        let mut twins = Twins::new(&mut atoms, &differs);
        let mut question = Question::default();
        let mut facts = Facts::default();
        // What launches have to fulfill already is no new condition.
        let may = |poly: &Poly| assume || self.needed.contains(poly);
        a.facts.iter().for_each(|fact| facts.add(fact, &may));
        b.facts.iter().for_each(|fact| facts.add(&fact.renamed(&mut |poly| twins.poly(poly)), &may));
        if facts.never {
            return Some(Vec::new());
        }
        for (x, y) in a.dims.iter().zip(&b.dims) {
            question.equal.push(x.poly.minus(&twins.poly(&y.poly)));
            needed.extend(x.assumed.iter().chain(&y.assumed).cloned());
        }
        for place in &places {
            let twin = twins.poly(place);
            question.places.push(place.minus(&twin));
        }
        let mut put: Vec<(Atom, i128)> = Vec::new();
        for (index, extent) in &ones {
            for (poly, value) in [(index, 0), (extent, 1)] {
                for atom in poly.atoms() {
                    put.push((atom, value));
                    put.push((twins.of(atom), value));
                }
            }
        }
        // Counters that go on in step.
        for number in 0..self.walk.atoms.len() {
            let atom = Atom(number as u32);
            let info = self.walk.atoms.info(atom);
            let next = info
                .turn
                .is_some_and(|turn| together_above(turn, 0) && pair.turns.get(&turn) == Some(&Turns::Next));
            if next && info.in_step && shared && info.level < Level::Thread {
                let twin = twins.of(atom);
                question.equal.push(Poly::atom(twin).minus(&Poly::atom(atom)).plus_constant(-1));
            }
        }
        for (number, turns) in &pair.turns {
            if let Some(last) = self.walk.last.get(number).filter(|_| *turns == Turns::Last) {
                put.extend_from_slice(last);
            }
            // What is counted out is in the next turn what comes next.
            if shared && *turns == Turns::Next && together_above(*number, 0) {
                let steps = self.walk.next.get(number).into_iter().flatten();
                let cases = steps.map(|step| {
                    let equal = |(atom, value): &(Atom, i128)| Poly::atom(*atom).plus_constant(-value);
                    let now = step[0].iter().map(equal);
                    let then = step[1].iter().map(|(atom, value)| equal(&(twins.of(*atom), *value)));
                    now.chain(then).flat_map(|sum| [sum.scaled(-1), sum]).list()
                });
                let cases: Vec<Vec<Poly>> = cases.list();
                if !cases.is_empty() {
                    facts.choices.push(cases);
                }
            }
        }
        let mut guarded: Set<Atom> = Set::new();
        for access in [a, b] {
            for guard in &access.facts[..access.guards] {
                if self.walk.in_bounds.contains(guard) {
                    continue;
                }
                guard.polys(&mut |poly| {
                    // That a whole index is in bounds says no more than its check does. How far a loop goes is a
                    // guard.
                    let counts = poly.atoms().any(|atom| self.walk.atoms.info(atom).turn.is_some());
                    if self.strides(poly) && !counts {
                        return;
                    }
                    for atom in poly.atoms() {
                        guarded.insert(atom);
                        guarded.insert(twins.of(atom));
                    }
                });
            }
        }
        let private = std::mem::take(&mut twins.private);
        let mut private = private;
        // What differs in nothing but the thread is private too, where only one of the two has it.
        for number in 0..atoms.len() {
            let atom = Atom(number as u32);
            if differs(atoms.info(atom)) {
                private.insert(atom);
            }
        }
        let mut seen: Set<Poly> = Set::new();
        question.facts = facts.sums.into_iter().filter(|sum| seen.insert(sum.clone())).list();
        question.choices = facts.choices;
        question.bits = bits::tested(&atoms, &question);
        for (atom, value) in put {
            question.put(atom, &Poly::constant(value));
        }
        // What ranges leave of alternatives, as of `kind != 0` the one above zero.
        for mut choice in std::mem::take(&mut question.choices) {
            choice.retain(|case| case.iter().all(|poly| atoms.range(poly).1 >= 0));
            match choice.len() {
                1 => question.facts.extend(choice.remove(0)),
                _ => question.choices.push(choice),
            }
        }
        let about = about(&question.equal, &atoms);
        // And what launches decide, of which other guards speak too.
        let decided = atoms_of(&[&question.facts]);
        let mut decisions = 0;
        question.choices.retain(|choice| {
            let lists: Vec<&[Poly]> = choice.iter().map(Vec::as_slice).list();
            let of = atoms_of(&lists);
            if !of.is_disjoint(&about) {
                return true;
            }
            let alike =
                of.is_subset(&decided) && of.iter().all(|atom| atoms.info(*atom).level == Level::Launch);
            decisions += usize::from(alike);
            alike && decisions <= MOST_DECISIONS
        });
        let digits = Digits::of(&mut atoms, &question, &|_, atom| private.contains(&atom));
        if let Some(digits) = &digits {
            private.extend(&digits.rests);
        }
        let walk = &self.walk;
        // A launch that is no larger than what it divides by has no use for the quotient.
        let none_left =
            |poly: &Poly| digits.as_ref().is_some_and(|digits| walk.outgrows(poly, &digits.divisors));
        let plausible = |poly: &Poly| walk.plausible(poly).map(|fine| fine && !none_left(poly));
        let divides = digits.is_some();
        let is_near = |poly: &Poly| {
            let Some((extent, other)) = walk.difference_of_arguments(poly) else { return false };
            let dims = || a.dims.iter().chain(&b.dims);
            let extends = dims().any(|dim| walk.is_extent(&dim.poly, extent));
            match poly.constant_term() {
                -1 => extends && dims().any(|dim| walk.is_place(&dim.poly, other)),
                // Rows lie no nearer to each other than they are long. Where guards speak of the distance too, they
                // may have meant it.
                // Of a sum that was divided the whole is no row.
                0 => {
                    let whole = divides && matches!(walk.atoms.info(other).quantity, Some(Quantity::Len(_)));
                    extends && !guarded.contains(&extent) && guarded.contains(&other) && !whole
                }
                _ => false,
            }
        };
        let is_within = |poly: &Poly| match ask {
            Ask::Nothing | Ask::Ordinary => false,
            Ask::Within => is_near(poly),
            Ask::Anything => walk.bounds_an_argument(poly),
        };
        let wished = Cell::new(Wished::default());
        let wish = |poly: &Poly| {
            let Wished { ordinary, within, anything } = wished.get();
            wished.set(Wished {
                ordinary: ordinary || plausible(poly) == Some(true),
                within: within || is_near(poly),
                anything: anything || walk.bounds_an_argument(poly),
            });
        };
        // Of the kernels in the tests none needs two thirds of it.
        let budget = match ask {
            Ask::Nothing => 180,
            Ask::Ordinary => 100,
            Ask::Within | Ask::Anything => 300,
        };
        let mut prover = Prover {
            atoms: &atoms,
            private: &private,
            plausible: &plausible,
            within: &is_within,
            wish: &wish,
            allow: ask != Ask::Nothing,
            arguments: true,
            guarded: &guarded,
            anywhere: shared,
            conditions: Vec::new(),
            budget,
        };
        // Several digits are many products for elimination, and few steps by themselves.
        let leading = digits.as_ref().filter(|digits| digits.rests.len() > 2);
        let found = leading.is_some_and(|digits| prover.never_by_digits(&question, digits))
            || prover.again(budget).never(&question)
            || digits
                .as_ref()
                .filter(|_| leading.is_none())
                .is_some_and(|digits| prover.again(budget).never_by_digits(&question, digits));
        if !found {
            let Wished { ordinary, within, anything } = wished.get();
            // With more to do it might have come further.
            let spent = prover.budget == 0;
            self.wished = Wished { ordinary, within: within || spent, anything: anything || spent };
            return None;
        }
        needed.extend(prover.conditions);
        if assume {
            needed.extend(facts.assumed);
        }
        Some(needed)
    }
}

/// Every symbol that equations speak of, and what is known of those.
fn about(equal: &[Poly], atoms: &symbols::Atoms) -> Set<Atom> {
    let all: Vec<&Poly> = equal.iter().list();
    let known = atoms.facts_of(&all);
    atoms_of(&[equal, &known])
}
