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
//! The walk through the function is in `walk` and `eval`, the proof of a pair in `attempt` and `prove`, and the
//! messages are in `diagnostics`.

mod attempt;
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
use super::precondition::Condition;
use super::uniform::{Calls, Scope, divergent_barriers};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{Function, FunctionKind, LocalId, LocalKind, Module, Site, Type};
use crate::passes::inline::inline;
use attempt::{Ask, Threads, Way, Wished};
use diagnostics::grid_pairs;
use intervals::{Pair, Turns};
use poly::{Atom, Poly};
use symbols::{Info, Level, Origin};
use value::{Formula, Number};
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
}

#[cfg(all(test, feature = "front"))]
mod tests;
