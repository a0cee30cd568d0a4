//! Races of a safe kernel of threads: no two threads may touch one element of memory that they share, if one of
//! them writes.
//!
//! 1. **Global memory** (`&mut [T]`, [`Code::GlobalRace`](crate::diagnostic::Code::GlobalRace)): two accesses of one
//!    element by two threads of the grid are impossible, whatever their order; for two of one block, unless a barrier
//!    is between. An index is taken apart into the thread's and the block's indices, values that all threads have
//!    alike and loop counters; what guards, loop bounds and the bounds check say of them is known where the access
//!    stands. `grid::sync` orders what is before it and what is behind.
//! 2. **Shared memory** ([`Code::SharedRace`](crate::diagnostic::Code::SharedRace)): the same for two threads of a
//!    block, between two barriers. See `intervals`.
//! 3. **Atomics** never conflict. An atomic counter that is only counted up gives each who asks a number of his own.
//! 4. **The launch**: what a proof needs of arguments, block and grid becomes conditions, which the launch checks.
//!    The front end and the machine compute modulo the width of a type; that an index does not wrap around is such
//!    a condition where it is not known.
//! 5. **Open functions**: what depends on a constant or function that only the instance tells is neither refused
//!    nor proven; the closed module is asked again.
//!
//! The walk through the function is in `walk` and `eval`, the decision in `prove`, and what users are told is in
//! `diagnostics`.

mod axes;
mod bits;
mod bounds;
mod branches;
mod calls;
mod constant_arrays;
mod declared;
mod diagnostics;
mod digits;
mod entails;
mod equations;
mod eval;
mod intervals;
mod known;
mod launch_conditions;
mod launch_values;
mod linear;
mod loop_invariants;
mod loop_states;
mod loops;
mod poly;
mod prove;
mod quotients;
mod symbols;
mod syntax_facts;
mod triangles;
mod value;
mod walk;

use super::Finding;
use super::device_args::handed;
use super::precondition;
use super::precondition::{Condition, Quantity};
use super::uniform::{Calls, Scope, divergent_barriers};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{Function, FunctionKind, LocalId, LocalKind, Module, Site, Type};
use crate::passes::inline::inline;
use diagnostics::grid_pairs;
use digits::Digits;
use intervals::{Pair, Turns};
use poly::{Atom, Poly, atoms_of};
use prove::{Prover, Question};
use std::cell::Cell;
use symbols::{Info, Level, Origin, Twins};
use value::{Facts, Formula, Number};
use walk::{Access, Walk};

/// What launches of a safe kernel must fulfill so that no two of its threads race, or why they may. A device
/// function is looked at for barriers only. A function with captures is only refused for what no instance can mend.
pub fn check(function: &Function, sites: &[Site]) -> Result<Vec<Condition>, Vec<Finding>> {
    let mut findings = divergent_barriers(function, sites, Calls::Alike);
    let mut conditions = Vec::new();
    // What one thread writes before a barrier that another one never meets is no mistake of its own.
    if function.kind == FunctionKind::Kernel && findings.is_empty() {
        let mut races = Races::of(Walk::of(function, sites));
        findings.extend(races.find());
        conditions = races.conditions();
        if !findings.is_empty() {
            // Extents in signed integers: a row may be no less than nothing.
            let mut again = Races::of(Walk::of_extents(function, sites));
            if !again.walk.extents.is_empty() && again.find().is_empty() {
                findings.clear();
                conditions = again.conditions();
            } else if let Some(block) = declared::block_that_would_do(function, sites, &races) {
                declared::advise(&mut findings, block);
            }
        }
    }
    if findings.is_empty() { Ok(conditions) } else { Err(findings) }
}

/// As [`check`] for an open kernel of threads whose operators are not settled, once for all of its instances whose
/// device functions are plain ([`super::plain_calls`]). `None` where the instance must be checked.
pub fn check_open(function: &Function, sites: &[Site]) -> Option<Vec<Condition>> {
    if !divergent_barriers(function, sites, Calls::Computed).is_empty() {
        return None;
    }
    let mut races = Races::of(Walk::of_plain_calls(function, sites));
    if !races.find().is_empty() || races.needs_instance() {
        return None;
    }
    let conditions = races.conditions();
    // The instance may need fewer conditions, except for those on the axes of the launch.
    let may_be_fewer = races.is_open && !precondition::split(conditions.iter().cloned()).1.is_empty();
    (!may_be_fewer).then_some(conditions)
}

/// As [`check`] for the kernel of a closed module, device functions included. `None` for a tile kernel.
pub fn check_module(module: &Module) -> Option<Result<Vec<Condition>, Vec<Finding>>> {
    let kernel = module.entry()?;
    if kernel.attrs.tile.is_some() {
        return None;
    }
    let findings = handed(module);
    if !findings.is_empty() {
        return Some(Err(findings));
    }
    let module = inline(module);
    Some(check(module.entry()?, &module.sites))
}

/// The most decisions of a launch that are looked at case by case where indices do not depend on them.
const MOST_DECISIONS: usize = 2;

struct Races<'a> {
    walk: Walk<'a>,
    /// Pairs that are proven, by their indices.
    known: Map<Indices, Vec<Proven>>,
    /// What launches must not make negative.
    needed: Set<Poly>,
    /// What would have done for the last attempt to be a proof that asked nothing.
    wished: Wished,
    /// Whether a condition of any sort would have done for the last pair that is not proven.
    is_missing: bool,
    /// How many proofs were tried.
    attempts: usize,
    /// Whether a pair depends on the instance.
    is_open: bool,
    /// Whether a pair is neither proven nor refused, or is of memory that a device function may use as it likes.
    is_left: bool,
}

/// Of which conditions there was one that would have been made of launches, if that were allowed. Where there was
/// none, an attempt that allows it comes to the same.
#[derive(Clone, Copy, Default)]
struct Wished {
    ordinary: bool,
    within: bool,
    anything: bool,
}

/// The indices of a pair, less the numbers and what the launch gives in the first of the two: `i + 2 * n` and
/// `j + 5 * n` may be equal where `i` and `j + 3 * n` may.
type Indices = [Vec<Poly>; 2];

/// A proof: it holds for other pairs of the same indices of which as much is known.
struct Proven {
    facts: [Vec<Formula>; 2],
    /// Loops in which both may be in different turns.
    apart: Map<usize, Turns>,
    shared: bool,
}

/// The memory of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Grid,
    Block,
}

/// Which two threads a proof speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Threads {
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
struct Way {
    /// There may be several threads along axes that the kernel does not look at.
    all_axes: bool,
    /// Facts may be used that hold for certain launches only.
    assume: bool,
    ask: Ask,
}

/// Which conditions may be made of launches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    Nothing,
    /// What ordinary launches fulfill.
    Ordinary,
    /// Besides, that an argument is within an extent.
    Within,
    /// Whatever would do, for the message that it is missing.
    Anything,
}

impl<'a> Races<'a> {
    fn of(walk: Walk<'a>) -> Races<'a> {
        Races {
            walk,
            known: Map::new(),
            needed: Set::new(),
            wished: Wished::default(),
            is_missing: true,
            attempts: 0,
            is_open: false,
            is_left: false,
        }
    }

    /// Whether what was found does not hold for every instance.
    fn needs_instance(&self) -> bool {
        let open = |poly: &Poly| poly.atoms().any(|atom| self.walk.atoms.info(atom).open);
        self.is_left || self.needed.iter().any(open)
    }

    /// Whether an access depends on a symbol of this sort.
    fn speaks_of(&self, access: &Access, sort: &dyn Fn(&Info) -> bool) -> bool {
        let mut polys: Vec<&Poly> = access.dims.iter().map(|dim| &dim.poly).list();
        access.facts.iter().for_each(|fact| fact.polys(&mut |poly| polys.push(poly)));
        let known = self.walk.atoms.facts_of(&polys);
        polys.extend(&known);
        polys.iter().any(|poly| poly.atoms().any(|atom| sort(self.walk.atoms.info(atom))))
    }

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

    /// Whether an access depends on axes that the kernel itself does not look at, as the number of a warp does.
    fn speaks_of_all(&self, access: &Access) -> bool {
        self.speaks_of(access, &|info| match info.origin {
            Origin::ThreadIdx(axis) => !self.walk.apart.thread[axis as usize],
            _ => false,
        })
    }

    /// Whether an access depends on what the threads of a block have alike, besides which block it is.
    fn speaks_of_its_block(&self, access: &Access) -> bool {
        self.speaks_of(access, &|info| {
            info.level == Level::Block && !matches!(info.origin, Origin::BlockIdx(_))
        })
    }

    fn find(&mut self) -> Vec<Finding> {
        let accesses = std::mem::take(&mut self.walk.accesses);
        let nodes = std::mem::take(&mut self.walk.nodes);
        let mut refused: Set<LocalId> = Set::new();
        let mut findings = Vec::new();
        let pairs = |scope| intervals::pairs(&nodes, &accesses, &self.walk.decisions, scope);
        let beside = pairs(Scope::Block);
        // What no `grid::sync` orders; without one that is everything.
        let unordered = intervals::waits(&nodes, Scope::Grid).then(|| pairs(Scope::Grid));
        let waits = intervals::waits(&nodes, Scope::Block);
        let is_shared = |walk: &Walk<'_>, number: usize| {
            walk.function.local(accesses[number].base).kind == LocalKind::Shared
        };
        let mut look = |races: &mut Self, pair: &Pair, reach: Reach| {
            let (a, b) = (&accesses[pair.first], &accesses[pair.second]);
            let of_interest = a.base == b.base
                && (a.write || b.write)
                && !refused.contains(&a.base)
                && is_shared(&races.walk, pair.first) == (reach == Reach::Block);
            if !of_interest {
                return;
            }
            let behind = races.decided(b, pair);
            let apart = races.apart(a, behind.as_ref().unwrap_or(b), pair, reach)
                || reach == Reach::Grid && waits && races.apart_by_barriers(&accesses, pair, &beside);
            let open = races.is_open(a, b, pair);
            races.is_open |= open;
            races.is_left |= a.whole || b.whole || open && !apart;
            if !apart && !open {
                refused.insert(a.base);
                let missing = match reach {
                    Reach::Grid => races.missing(&accesses, pair, unordered.as_ref()),
                    Reach::Block => races.relation(a, b, pair, Threads::BetweenBarriers),
                };
                findings.push(races.finding(a, b, reach, missing));
            }
        };
        for pair in grid_pairs(&accesses, unordered.as_ref()) {
            look(self, &pair, Reach::Grid);
        }
        for pair in &beside {
            look(self, pair, Reach::Block);
        }
        self.walk.accesses = accesses;
        findings
    }

    /// The second access, with what was decided on the way to it.
    fn decided(&self, access: &Access, pair: &Pair) -> Option<Access> {
        if pair.decided.is_empty() {
            return None;
        }
        let mut access = access.clone();
        for (decision, holds) in &pair.decided {
            let formula = &self.walk.decisions[*decision].formula;
            access.facts.push(if *holds { formula.clone() } else { formula.not() });
        }
        Some(access)
    }

    /// Whether two accesses of global memory are apart because threads of different blocks have elements of their
    /// own, and those of one block meet with a barrier between: it orders what they do to that memory, too.
    fn apart_by_barriers(&mut self, accesses: &[Access], pair: &Pair, beside: &Set<Pair>) -> bool {
        let (a, b) = (&accesses[pair.first], &accesses[pair.second]);
        let Some(mut needed) = self.try_each(a, b, pair, Threads::OfTwoBlocks) else { return false };
        let both = |other: &&Pair| {
            (other.first, other.second) == (pair.first, pair.second)
                || (other.second, other.first) == (pair.first, pair.second)
        };
        for beside in beside.iter().filter(both) {
            let (a, b) = (&accesses[beside.first], &accesses[beside.second]);
            let behind = self.decided(b, beside);
            let b = behind.as_ref().unwrap_or(b);
            match self.try_each(a, b, beside, Threads::BetweenBarriers) {
                Some(more) => needed.extend(more),
                None => return false,
            }
        }
        self.needed.extend(needed);
        true
    }

    /// What launches must not make negative for two threads never to meet at one element, by the first way that
    /// proves it.
    fn try_each(&mut self, a: &Access, b: &Access, pair: &Pair, threads: Threads) -> Option<Vec<Poly>> {
        let all = self.speaks_of_all(a) || self.speaks_of_all(b);
        let axes: &[bool] = if all { &[true, false] } else { &[false] };
        axes.iter().find_map(|all_axes| self.by_ways(a, b, pair, threads, *all_axes))
    }

    /// The same of all axes or those that the kernel looks at. What an attempt has shown to be of no use is not tried.
    fn by_ways(
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

    /// Whether only the instance tells.
    fn is_open(&self, a: &Access, b: &Access, pair: &Pair) -> bool {
        if self.walk.function.captures.is_empty() {
            return false;
        }
        let open = |poly: &Poly| poly.atoms().any(|atom| self.walk.atoms.info(atom).open);
        let uncertain = |access: &Access| {
            let mut found = access.whole
                || access.dims.iter().any(|dim| open(&dim.poly))
                || access.facts.iter().any(Formula::is_open);
            access.facts.iter().for_each(|fact| fact.polys(&mut |poly| found |= open(poly)));
            found || matches!(self.walk.function.local(access.base).ty, Type::Capture(_))
        };
        pair.called || uncertain(a) || uncertain(b)
    }

    /// See [`Indices`].
    fn indices(&self, a: &Access, b: &Access) -> Indices {
        let given = |mono: &[Atom]| mono.iter().all(|atom| self.walk.atoms.info(*atom).quantity.is_some());
        let alike = |of: &Number| {
            let terms = of.poly.terms().filter(|(mono, _)| given(mono));
            Poly::from_terms(terms.map(|(mono, factor)| (mono.clone(), factor)).list())
        };
        let less =
            |dims: &[Number]| dims.iter().zip(&a.dims).map(|(dim, of)| dim.poly.minus(&alike(of))).list();
        [less(&a.dims), less(&b.dims)]
    }

    /// Whether two threads never meet at one element.
    fn apart(&mut self, a: &Access, b: &Access, pair: &Pair, reach: Reach) -> bool {
        let indices = self.indices(a, b);
        let includes = |all: &[Formula], some: &[Formula]| some.iter().all(|one| all.contains(one));
        let shared = reach == Reach::Block;
        let same = self.known.get(&indices).into_iter().flatten().any(|known| {
            known.shared == shared
                && known.apart == pair.turns
                && includes(&a.facts, &known.facts[0])
                && includes(&b.facts, &known.facts[1])
        });
        if same {
            // What each index asks so as not to wrap around is its own.
            self.needed.extend(a.dims.iter().chain(&b.dims).flat_map(|dim| &dim.assumed).cloned());
            return true;
        }
        // Without what is known of the two first: such a proof holds wherever they stand. Then with what guards say,
        // without what other indices and divisions do: that grows with each access, and the time of a proof with it.
        let with =
            |access: &Access, facts: Vec<Formula>| Access { guards: facts.len(), facts, ..access.clone() };
        let (plain_a, plain_b) = (with(a, Vec::new()), with(b, Vec::new()));
        let of_guards = |access: &Access| {
            let says =
                |fact: &&Formula| !self.walk.in_bounds.contains(*fact) && !self.walk.divided.contains(*fact);
            with(access, access.facts.iter().filter(says).cloned().list())
        };
        let (guards_a, guards_b) = (of_guards(a), of_guards(b));
        let is_more = guards_a.facts.len() < a.facts.len() || guards_b.facts.len() < b.facts.len();
        let axes: &[bool] =
            if self.speaks_of_all(a) || self.speaks_of_all(b) { &[true, false] } else { &[false] };
        let threads = match reach {
            Reach::Grid => Threads::OfGrid,
            Reach::Block => Threads::BetweenBarriers,
        };
        // What a block has alike tells its threads apart, but not those of two blocks.
        let split = reach == Reach::Grid && (self.speaks_of_its_block(a) || self.speaks_of_its_block(b));
        let facts = |a: &Access, b: &Access| [a.facts.clone(), b.facts.clone()];
        let mut found = None;
        for all_axes in axes.iter().copied() {
            let tries =
                [(&plain_a, &plain_b, false), (&guards_a, &guards_b, false), (&guards_a, &guards_b, true)];
            found = tries[..if is_more { 3 } else { 1 }].iter().find_map(|(a, b, assume)| {
                let way = Way { all_axes, assume: *assume, ask: Ask::Nothing };
                Some((self.attempt(a, b, pair, threads, way)?, facts(a, b)))
            });
            let mut try_each = |threads| self.by_ways(a, b, pair, threads, all_axes);
            found = found.or_else(|| Some((try_each(threads)?, facts(a, b))));
            if found.is_some() {
                break;
            }
            let Wished { ordinary, anything, .. } = self.wished;
            self.is_missing = ordinary || anything;
            let mut try_each = |threads| self.by_ways(a, b, pair, threads, all_axes);
            if let Some(mut needed) = split.then(|| try_each(Threads::OfOneBlock)).flatten() {
                if let Some(more) = try_each(Threads::OfTwoBlocks) {
                    needed.extend(more);
                    found = Some((needed, facts(a, b)));
                }
            }
            if found.is_some() {
                break;
            }
        }
        let Some((needed, facts)) = found else { return false };
        self.needed.extend(needed);
        let proven = Proven { facts, apart: pair.turns.clone(), shared };
        self.known.or_default(indices).push(proven);
        true
    }

    fn attempt(
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

#[cfg(all(test, feature = "front"))]
mod tests;
