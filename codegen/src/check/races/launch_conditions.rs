//! What launches may be asked for: conditions that a user would think of, and that ordinary launches fulfill.

use super::eval::wrapping_facts;
use super::poly::{Atom, Poly};
use super::symbols::Level;
use super::walk::Walk;
use crate::check::precondition::Quantity;
use crate::collections::Set;
use crate::compact::List;

impl Walk<'_> {
    /// Whether a condition is one that a user would think of: nothing wraps around, an extent is as large as
    /// the grid, an extent is there at all, a block is no larger than its shared memory.
    fn is_natural_condition(&self, poly: &Poly) -> bool {
        let terms: Vec<_> = poly.terms().filter(|(mono, _)| !mono.is_empty()).list();
        let of = |atom: &Atom| self.atoms.info(*atom).quantity;
        if wrapping_facts(poly) || terms.iter().any(|(mono, _)| mono.iter().any(|a| of(a).is_none())) {
            return true;
        }
        let extent = |atom: &Atom| matches!(of(atom), Some(Quantity::Block(_) | Quantity::Grid(_)));
        let (above, below): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, factor)| *factor > 0);
        let of_the_launch = below.iter().all(|(mono, _)| mono.iter().all(extent));
        match above.as_slice() {
            [] => of_the_launch,
            [(mono, 1)] => {
                of_the_launch && mono.len() == 1 && !extent(&mono[0]) && poly.constant_term() >= -64
            }
            _ => false,
        }
    }

    /// Whether a sum says that one argument is at least another, as an image is at least as wide as its window.
    pub(super) fn is_difference_of_arguments(&self, poly: &Poly) -> bool {
        self.difference_of_arguments(poly).is_some()
    }

    /// The argument that is said to be the greater one, and the other.
    pub(super) fn difference_of_arguments(&self, poly: &Poly) -> Option<(Atom, Atom)> {
        let mut both = Vec::new();
        for (mono, factor) in poly.terms().filter(|(mono, _)| !mono.is_empty()) {
            let given = |atom: Atom| {
                let of = self.atoms.info(atom).quantity;
                matches!(of, Some(Quantity::Param(..) | Quantity::Field(_) | Quantity::Len(_)))
            };
            match mono.as_slice() {
                [atom] if given(*atom) => both.push((factor, *atom)),
                _ => return None,
            }
        }
        let both = match both.as_slice() {
            [(1, greater), (-1, lesser)] | [(-1, lesser), (1, greater)] => (*greater, *lesser),
            _ => return None,
        };
        (poly.constant_term() >= -64).then_some(both)
    }

    /// Whether a sum says that an argument is no less than something that other arguments give.
    pub(super) fn bounds_an_argument(&self, poly: &Poly) -> bool {
        let given = |atom: &Atom| {
            matches!(self.atoms.info(*atom).quantity, Some(Quantity::Param(..) | Quantity::Field(_)))
        };
        let (mut above, mut below) = (None, false);
        for (mono, factor) in poly.terms() {
            match (mono.as_slice(), factor) {
                ([], _) => {}
                ([atom], 1) if above.is_none() => above = Some(*atom),
                (_, 1..) => return false,
                _ => below = true,
            }
            if !mono.iter().all(given) {
                return false;
            }
        }
        let once = |of: Atom| poly.atoms().filter(|atom| *atom == of).count() == 1;
        below && above.is_some_and(once) && (-1..=0).contains(&poly.constant_term())
    }

    /// Whether an index names a place by a scalar argument: it is added, or multiplied with what all threads
    /// have alike.
    pub(super) fn is_place(&self, index: &Poly, argument: Atom) -> bool {
        let info = |atom: &Atom| self.atoms.info(*atom);
        matches!(info(&argument).quantity, Some(Quantity::Param(..) | Quantity::Field(_)))
            && index.terms().any(|(mono, _)| {
                mono.contains(&argument) && mono.iter().all(|atom| info(atom).level == Level::Launch)
            })
    }

    /// Whether a thread's own are multiplied with an argument in an index, as by the length of a row.
    pub(super) fn is_extent(&self, index: &Poly, argument: Atom) -> bool {
        let own = |atom: &Atom| self.atoms.info(*atom).level > Level::Launch;
        index.terms().any(|(mono, _)| mono.contains(&argument) && mono.iter().any(own))
    }

    /// Whether a sum says that one of these is at least as large as the grid.
    pub(super) fn outgrows(&self, poly: &Poly, these: &Set<Atom>) -> bool {
        let extent = |atom: &Atom| {
            matches!(self.atoms.info(*atom).quantity, Some(Quantity::Block(_) | Quantity::Grid(_)))
        };
        !wrapping_facts(poly)
            && poly.terms().any(|(mono, factor)| factor < 0 && mono.iter().any(extent))
            && poly.terms().any(|(mono, factor)| factor > 0 && mono.iter().any(|atom| these.contains(atom)))
    }

    /// Whether an ordinary launch makes a sum not negative; `None` where launches do not tell.
    pub(super) fn plausible(&self, poly: &Poly) -> Option<bool> {
        // A product of extents may wrap in 32 bits, where one extent does not.
        let holds = self.holds(poly, 1 << 20)? || wrapping_facts(poly) && self.holds(poly, 1 << 10)?;
        poly.as_constant().is_none().then(|| holds && self.is_natural_condition(poly))
    }

    /// Whether a launch of some blocks with such arguments makes a sum not negative.
    fn holds(&self, poly: &Poly, argument: i128) -> Option<bool> {
        let threads = self.used.thread.iter().filter(|used| **used).count();
        let value = |quantity: Quantity| -> i128 {
            match quantity {
                Quantity::Param(..) | Quantity::Field(_) | Quantity::Len(_) | Quantity::Extent(..) => {
                    argument
                }
                Quantity::Block(axis) => match (self.used.thread[axis as usize], threads) {
                    (false, _) => 1,
                    (true, 1) => 32,
                    (true, 2) => 8,
                    (true, _) => 4,
                },
                Quantity::Grid(axis) => {
                    if self.used.block[axis as usize] {
                        64
                    } else {
                        1
                    }
                }
            }
        };
        let mut sum = 0i128;
        for (mono, factor) in poly.terms() {
            let mut product = factor;
            for atom in mono {
                let info = self.atoms.info(*atom);
                product = match info.quantity {
                    Some(quantity) => product.saturating_mul(value(quantity)),
                    None if info.open => product.saturating_mul(32),
                    None => return None,
                };
            }
            sum = sum.saturating_add(product);
        }
        Some(sum >= 0)
    }
}
