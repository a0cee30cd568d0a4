//! Rows of a triangle that lie behind each other: row `i` begins at `i * (i + 1) / 2`.
//!
//! Half a product of two neighbors is no sum of what it was made of, and elimination knows nothing of it. What is
//! known is that the next row begins behind the last element of the one before.

use super::poly::{Mono, Poly, atoms_of};
use super::prove::{Prover, Question};
use super::symbols::{Atoms, Origin};
use crate::compact::List;

/// `(s * s + k * s + m) / 2`: `s`, `k` and `m`. Of odd `k` nothing is lost in the division but what `m` loses.
pub(super) struct Triangle {
    row: Poly,
    by: i128,
    more: i128,
}

impl Triangle {
    /// Whether its double is not negative: no row is, and `s * s` is no less than `s`.
    pub(super) fn is_natural(&self) -> bool {
        self.by >= -1 && self.more >= 0
    }
}

impl Prover<'_> {
    /// Of two beginnings of rows, the rows are the same, or the later one begins behind the earlier one.
    pub(super) fn triangles(&self, question: &mut Question) {
        let atoms = atoms_of(&[&question.equal]);
        let mut all: Vec<(Poly, Triangle)> = Vec::new();
        for atom in atoms {
            let Origin::Quotient(a, b) = &self.atoms.info(atom).origin else { continue };
            if b.as_constant() == Some(2) && self.private.contains(&atom) {
                all.extend(self.atoms.triangle(&question.now(a)).map(|found| (Poly::atom(atom), found)));
            }
        }
        let [(start, of), (other, beside)] = all.as_slice() else { return };
        if (of.by, of.more) != (beside.by, beside.more) {
            return;
        }
        let later = |(x, of): (&Poly, &Triangle), (y, beside): (&Poly, &Triangle)| {
            let length = of.row.plus_constant((of.by + 1) / 2);
            vec![beside.row.minus(&of.row).plus_constant(-1), y.minus(x).minus(&length)]
        };
        let apart = of.row.minus(&beside.row);
        question.choices.push(vec![
            vec![apart.clone(), apart.scaled(-1)],
            later((start, of), (other, beside)),
            later((other, beside), (start, of)),
        ]);
    }
}

impl Atoms {
    /// What a sum is the double of, where it is a product of two neighbors, or of two numbers further apart.
    pub(super) fn triangle(&self, sum: &Poly) -> Option<Triangle> {
        let roots = sum.terms().filter_map(|(mono, factor)| {
            let root = (1..=64).find(|root| root * root == factor)?;
            let half: Mono = mono.chunks(2).map(|pair| pair[0]).list();
            let square = !mono.is_empty() && mono.chunks(2).all(|pair| matches!(pair, [a, b] if a == b));
            square.then_some((half, root))
        });
        let row = Poly::from_terms(roots.list());
        let rest = sum.minus(&row.times(&row));
        let (first, factor) = row.terms().next()?;
        let by = rest.terms().find(|(mono, _)| *mono == first).map_or(0, |(_, by)| by / factor);
        let more = rest.minus(&row.scaled(by)).as_constant()?;
        (by % 2 != 0 && by >= -1 && self.range(&row).0 >= 0).then_some(Triangle { row, by, more })
    }
}
