//! What users are told: the conditions of a launch, and what is wrong with a kernel.

use super::intervals::Pair;
use super::poly::Poly;
use super::symbols::{Level, Origin};
use super::walk::Access;
use super::{Ask, Races, Reach, Threads, Way};
use crate::check::Finding;
use crate::check::precondition::{Condition, Quantity};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::diagnostic::{Code, Diagnostic};

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

    /// A relation of what launches give with which two threads would not meet.
    pub(super) fn missing(&mut self, a: &Access, b: &Access, pair: &Pair, reach: Reach) -> Option<String> {
        if !self.is_missing {
            return None;
        }
        let threads = match reach {
            Reach::Grid => Threads::OfGrid,
            Reach::Block => Threads::BetweenBarriers,
        };
        let way = Way { all_axes: false, assume: true, ask: Ask::Anything };
        let needed = self.attempt(a, b, pair, threads, way)?;
        let open = |poly: &&Poly| self.walk.atoms.range(poly).0 < 0 && self.walk.bounds_an_argument(poly);
        let all: Set<String> =
            needed.iter().filter(open).filter_map(|sum| Some(self.condition(sum)?.text)).collect();
        (1..=2).contains(&all.len()).then(|| all.into_iter().list().join(" && "))
    }

    pub(super) fn finding(&self, a: &Access, b: &Access, reach: Reach, missing: Option<String>) -> Finding {
        let (at, other) = if b.write { (b, a) } else { (a, b) };
        let name = &self.walk.function.local(at.base).name;
        let word = |access: &Access| if access.write { "write" } else { "read" };
        let line = self.walk.sites.get(other.site.0 as usize).map_or(0, |site| site.line);
        let who = match reach {
            Reach::Grid => "two threads of the grid",
            Reach::Block => "two threads of a block",
        };
        let with = if at.site == other.site && at.write == other.write {
            "the same one by another thread".to_owned()
        } else {
            format!("the {} in line {line}", word(other))
        };
        let mut message =
            format!("{who} may touch the same element of `{name}`: this {} and {with}", word(at));
        let unclear: Set<String> = at
            .dims
            .iter()
            .chain(&other.dims)
            .flat_map(|dim| dim.poly.atoms())
            .map(|atom| self.walk.atoms.info(atom))
            .filter(|info| {
                let opaque = matches!(info.origin, Origin::Own | Origin::Function(..));
                opaque && info.level == Level::Thread && !info.in_step && info.high == i128::MAX
                    || opaque && info.level == Level::Thread && info.turn.is_none()
            })
            .map(|info| info.name.clone())
            .collect();
        if !unclear.is_empty() {
            let all: Vec<String> = unclear.into_iter().take(2).list();
            message.push_str("; nothing is known of ");
            message.push_str(&all.join(" and of "));
            message.push_str(" in the index");
        }
        let (code, help) = match reach {
            Reach::Grid => (
                Code::GlobalRace,
                format!(
                    "let each thread have elements of its own, as in `{name}[global_id()]`, tested against the extent of its row \
                     where it has more than one coordinate; use atomics (`&[AtomicU32]`) for what threads share; or write `unsafe \
                     fn` and answer for it"
                ),
            ),
            Reach::Block => (
                Code::SharedRace,
                "put a `sync_threads()` between the two, also around the end of a loop; let each thread have elements of its own; \
                 use atomics (`shared::<[AtomicU32; N]>()`); or write `unsafe fn` and answer for it"
                    .to_owned(),
            ),
        };
        let help = match missing {
            Some(missing) => format!("test that `{missing}`, with which they do not meet; or {help}"),
            None => help,
        };
        Finding { site: at.site, diagnostic: Diagnostic::new(code, message).help(help) }
    }
}

/// How to mend a launch that breaks a condition.
fn help_of(terms: &[(i128, Vec<Quantity>)]) -> String {
    let wraps = terms.iter().any(|(factor, of)| of.is_empty() && *factor >= (1 << 31) - 1);
    if wraps {
        "an index would wrap around, and two threads would have the same element: launch fewer threads, or pass smaller extents"
            .to_owned()
    } else {
        "without it two threads would have the same element: launch fewer threads, or pass larger extents"
            .to_owned()
    }
}
