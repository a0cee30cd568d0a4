//! What users are told: the conditions of a launch, and what is wrong with a kernel.

use super::intervals::Pair;
use super::poly::{Atom, Poly, atoms_of};
use super::symbols::{Level, Origin};
use super::value::{Facts, Formula, Number};
use super::walk::Access;
use super::{Ask, Races, Reach, Threads, Way};
use crate::check::Finding;
use crate::check::precondition::{Condition, Quantity};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::LocalId;

impl Races<'_> {
    pub(super) fn conditions(&self) -> Vec<Condition> {
        // Of sums that differ in a number only, the least says all.
        let mut least: Map<Poly, i128> = Map::new();
        for poly in self.needed.iter().filter(|poly| self.walk.atoms.range(poly).0 < 0) {
            let constant = poly.constant_term();
            let known = least.or_insert(poly.plus_constant(-constant), constant);
            *known = constant.min(*known);
        }
        let extents = self.walk.extents.iter().map(|atom| Poly::atom(*atom));
        let sums = least.iter().map(|(poly, constant)| poly.plus_constant(*constant));
        sums.chain(extents).filter_map(|sum| self.condition(&sum)).list()
    }

    /// A sum that may not be negative, as the launch reads it.
    fn condition(&self, poly: &Poly) -> Option<Condition> {
        let mut terms = Vec::new();
        let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for (mono, factor) in poly.terms() {
            let mut of = Vec::new();
            let mut names = Vec::new();
            for atom in mono {
                let info = self.walk.atoms.info(*atom);
                of.push(info.quantity?);
                names.push(info.name.trim_matches('`').to_owned());
            }
            if factor.abs() != 1 || names.is_empty() {
                names.insert(0, factor.abs().to_string());
            }
            if factor < 0 { &mut left } else { &mut right }.push(names.join(" * "));
            terms.push((factor, of));
        }
        let side = |terms: Vec<String>| if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        let text = format!("{} <= {}", side(left), side(right));
        let help = help_of(&terms);
        Some(Condition { terms, text, help })
    }

    /// What a guard might test so that two threads would not meet. It was tried, and it can hold where the two are.
    pub(super) fn missing(
        &mut self,
        accesses: &[Access],
        pair: &Pair,
        unordered: Option<&Set<Pair>>,
    ) -> Option<String> {
        let (a, b) = (&accesses[pair.first], &accesses[pair.second]);
        self.relation(a, b, pair, Threads::OfGrid).or_else(|| self.pivot(accesses, [a, b], unordered))
    }

    /// A relation of what launches give with which two threads would not meet.
    pub(super) fn relation(
        &mut self,
        a: &Access,
        b: &Access,
        pair: &Pair,
        threads: Threads,
    ) -> Option<String> {
        if !self.is_missing {
            return None;
        }
        let way = Way { all_axes: false, assume: true, ask: Ask::Anything };
        let needed = self.attempt(a, b, pair, threads, way)?;
        let open = |poly: &&Poly| self.walk.atoms.range(poly).0 < 0 && self.walk.bounds_an_argument(poly);
        let needed: Vec<Poly> = needed.iter().filter(open).cloned().list();
        let all: Set<String> = needed.iter().filter_map(|sum| Some(self.condition(sum)?.text)).collect();
        let told = (1..=2).contains(&all.len()) && self.can_hold(&needed, [a, b]);
        told.then(|| all.into_iter().list().join(" && "))
    }

    /// Whether some arguments make none of these sums negative, nor what guards say of the same arguments.
    fn can_hold(&self, sums: &[Poly], both: [&Access; 2]) -> bool {
        let mut facts = Facts::default();
        both.into_iter().flat_map(|access| &access.facts).for_each(|fact| facts.add(fact, &|_| true));
        let of_sums = atoms_of(&[sums]);
        facts.sums.retain(|sum| sum.atoms().all(|atom| of_sums.contains(&atom)));
        facts.sums.extend(sums.iter().cloned());
        let atoms = of_sums.into_iter().list();
        let ways = ARGUMENTS.len().checked_pow(atoms.len() as u32).filter(|ways| *ways <= MOST_ARGUMENTS);
        let holds = |way: usize| {
            let value = |of: Atom| {
                let at = atoms.iter().position(|atom| *atom == of)?;
                Some(ARGUMENTS[way / ARGUMENTS.len().pow(at as u32) % ARGUMENTS.len()])
            };
            facts.sums.iter().all(|sum| self.walk.atoms.value(sum, &value).is_some_and(|sum| sum >= 0))
        };
        ways.is_some_and(|ways| (0..ways).any(holds))
    }

    /// That a thread's coordinates are not those that an argument names, as of the row and the column of a pivot: those
    /// of them without which the accesses of this memory would not be apart.
    fn pivot(
        &mut self,
        accesses: &[Access],
        both: [&Access; 2],
        unordered: Option<&Set<Pair>>,
    ) -> Option<String> {
        let indices = || both.into_iter().flat_map(|access| &access.dims).map(|dim| &dim.poly);
        let is_place = |atom: &Atom| indices().any(|index| self.walk.is_place(index, *atom));
        let of_index: Set<Atom> = indices().flat_map(Poly::atoms).collect();
        let places = of_index.iter().copied().filter(is_place).list();
        let is_coordinate = |poly: &Poly| {
            poly.atoms().any(|atom| self.walk.atoms.info(atom).level == Level::Thread)
                && poly.atoms().all(|atom| of_index.contains(&atom))
        };
        let named = self.walk.names.iter().filter(|(poly, _)| is_coordinate(poly));
        let named = named.map(|(poly, name)| (poly.clone(), name.clone())).take(MOST_COORDINATES).list();
        places.into_iter().find_map(|place| {
            let mut would_do = |tested: &[(Poly, String)]| {
                let place = Number::exact(Poly::atom(place));
                let differs =
                    |(poly, _): &(Poly, String)| Formula::equal(&Number::exact(poly.clone()), &place).not();
                let guards = tested.iter().map(differs).list();
                self.would_be_apart(accesses, both[0].base, &guards, unordered)
            };
            let mut tested = named.clone();
            if tested.is_empty() || !would_do(&tested) {
                return None;
            }
            for at in (0..tested.len()).rev() {
                let mut fewer = tested.clone();
                fewer.remove(at);
                if !fewer.is_empty() && would_do(&fewer) {
                    tested = fewer;
                }
            }
            let name = self.walk.atoms.info(place).name.trim_matches('`');
            let all = tested.iter().map(|(_, own)| format!("{own} != {name}")).list();
            Some(all.join(" && "))
        })
    }

    /// Whether all accesses of a memory of the grid would be apart behind these guards.
    fn would_be_apart(
        &mut self,
        accesses: &[Access],
        base: LocalId,
        guards: &[Formula],
        unordered: Option<&Set<Pair>>,
    ) -> bool {
        let guarded = |access: &Access| {
            let facts = guards.iter().chain(&access.facts).cloned().list();
            Access { facts, guards: access.guards + guards.len(), ..access.clone() }
        };
        let all: Vec<Access> = accesses.iter().map(guarded).list();
        grid_pairs(accesses, unordered)
            .into_iter()
            .filter(|pair| {
                let (a, b) = (&all[pair.first], &all[pair.second]);
                (a.base, b.base) == (base, base) && (a.write || b.write)
            })
            .all(|pair| self.apart(&all[pair.first], &all[pair.second], &pair, Reach::Grid))
    }

    pub(super) fn finding(&self, a: &Access, b: &Access, reach: Reach, missing: Option<String>) -> Finding {
        let (at, other) = if b.write { (b, a) } else { (a, b) };
        let name = &self.walk.function.local(at.base).name;
        let word = |access: &Access| if access.write { "write" } else { "read" };
        let (line, column) =
            self.walk.sites.get(other.site.0 as usize).map_or((0, 0), |site| (site.line, site.column));
        let who = match reach {
            Reach::Grid => "two threads of the grid",
            Reach::Block => "two threads of a block",
        };
        let with = if at.site == other.site && at.write == other.write {
            "the same one by another thread".to_owned()
        } else {
            format!("the {} in line {line}, column {column}", word(other))
        };
        let mut message =
            format!("{who} may touch the same element of `{name}`: this {} and {with}", word(at));
        let unclear = self.unclear([at, other]);
        if !unclear.is_empty() {
            message.push_str("; ");
            message.push_str(&unclear.join(" and "));
            message.push_str(" may be the same in two threads");
        }
        let unsafe_fn = "make the kernel an `unsafe fn` and guarantee it yourself";
        let of_all = |access: &Access| access.dims.iter().all(|dim| self.is_same_for_all(&dim.poly));
        let (code, own) = match reach {
            Reach::Grid => {
                let elements = if [at, other].iter().any(|access| self.has_divided_number(access)) {
                    "take the coordinates from the launch, `let (x, y) = global_id_2d();`, instead of from `/` and `%`".to_owned()
                } else {
                    format!("give each thread elements of its own, as in `{name}[global_id()]`")
                };
                let read = if other.write { "" } else { "read from another slice than the one that is written; " };
                let help = format!(
                    "{read}{elements}, with each coordinate tested against the extent of its row; use atomics \
                     (`&[AtomicU32]`) for what threads share"
                );
                (Code::GlobalRace, help)
            }
            Reach::Block => (
                Code::SharedRace,
                "put a `sync_threads()` between the two, also around the end of a loop; give each thread elements of its own; \
                 use atomics (`shared::<[AtomicU32; N]>()`)"
                    .to_owned(),
            ),
        };
        let help = if !at.dims.is_empty() && of_all(at) && of_all(other) {
            "all threads have this element: combine their values by `block::sum`, `block::max` or another function of \
             `block`, and let one thread write the result (`if thread_idx().x == 0`), to an element of its block or by an \
             atomic (`fetch_add`)"
                .to_owned()
        } else if let Some(name) = unclear.first() {
            format!(
                "only you know whether {name} differs from thread to thread: if it does, {unsafe_fn}; if not, {own}"
            )
        } else {
            own
        };
        let help = match missing {
            Some(missing) => format!("test that `{missing}`, with which they do not meet; or {help}"),
            None => help,
        };
        let help = if unclear.is_empty() { format!("{help}; or {unsafe_fn}") } else { help };
        Finding { site: at.site, diagnostic: Diagnostic::new(code, message).help(help) }
    }

    /// Whether an index has coordinates that are made of a thread's number, as by `i / n` and `i % n`.
    fn has_divided_number(&self, access: &Access) -> bool {
        let atoms = access.dims.iter().flat_map(|dim| dim.poly.atoms());
        let infos =
            atoms.map(|atom| self.walk.atoms.info(atom)).filter(|info| info.level == Level::Thread).list();
        infos.iter().any(|info| matches!(info.origin, Origin::Quotient(..)))
            && infos.iter().any(|info| matches!(info.origin, Origin::Rest(..)))
    }

    /// Whether every thread of a block has one value of an index.
    fn is_same_for_all(&self, index: &Poly) -> bool {
        index.atoms().all(|atom| {
            let info = self.walk.atoms.info(atom);
            info.level < Level::Thread && info.turn.is_none()
        })
    }

    /// Of what in the indices nothing is known, in words.
    fn unclear(&self, both: [&Access; 2]) -> Vec<String> {
        let atoms = both.into_iter().flat_map(|access| &access.dims).flat_map(|dim| dim.poly.atoms());
        let infos = atoms.map(|atom| self.walk.atoms.info(atom));
        let unclear = infos.filter(|info| {
            info.level == Level::Thread
                && (info.opaque || info.chosen.is_some() || matches!(info.origin, Origin::Function(..)))
        });
        let names: Set<String> = unclear.map(|info| info.name.clone()).collect();
        names.into_iter().take(2).list()
    }
}

/// Arguments with which conditions are tried, and the most ways to choose them.
const ARGUMENTS: [i128; 6] = [1, 2, 4, 16, 256, 4096];
const MOST_ARGUMENTS: usize = 6 * 6 * 6 * 6;
/// The most coordinates that are tested against an argument.
const MOST_COORDINATES: usize = 4;

/// The pairs of accesses of the grid, but for those that `grid::sync` orders.
pub(super) fn grid_pairs(accesses: &[Access], unordered: Option<&Set<Pair>>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for first in 0..accesses.len() {
        for second in first..accesses.len() {
            let both = [(first, second), (second, first)];
            let meets =
                |pairs: &Set<Pair>| pairs.iter().any(|pair| both.contains(&(pair.first, pair.second)));
            if unordered.is_none_or(meets) {
                let (turns, decided) = (Map::new(), Vec::new());
                pairs.push(Pair { first, second, turns, called: false, decided });
            }
        }
    }
    pairs
}

/// How to mend a launch that breaks a condition.
fn help_of(terms: &[(i128, Vec<Quantity>)]) -> String {
    let wraps = terms.iter().any(|(factor, of)| of.is_empty() && *factor >= (1 << 31) - 1);
    if wraps {
        "an index would wrap around, and two threads would have the same element: launch fewer threads, or pass smaller extents"
            .to_owned()
    } else {
        "without it two threads would have the same element: test each coordinate in the kernel, as in \
         `if x < width && y < height`; or launch fewer threads, or pass larger extents"
            .to_owned()
    }
}
