//! What a proof about a kernel takes for granted of its launches: conditions that the launch checks on the host.
//!
//! A condition is a sum of products of what a launch gives (scalar arguments, lengths of slices, extents of the
//! block and of the grid) that must not be negative. It is plain constant data, so that the macro writes it down
//! and a launch reads it without allocating.

use crate::collections::sort;
use crate::compact::List;
use std::fmt;

use crate::ir::Scalar;

/// Something that a launch gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// An integer argument, by its place, and its type in the instance that the proof is of: an argument is bits.
    Param(u16, Scalar),
    /// An integer in a struct that is an argument.
    Field(ArgumentField),
    /// The length of a slice argument, by its place.
    Len(u16),
    /// The extent of a tensor argument, by its place, along an axis.
    Extent(u16, u8),
    /// Threads of a block along an axis.
    Block(u8),
    /// Blocks of the grid along an axis.
    Grid(u8),
}

/// Where an integer lies in a struct that is an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArgumentField {
    /// The argument's place.
    pub of: u16,
    /// In bytes, from the start of the argument.
    pub offset: u32,
    pub ty: Scalar,
    /// As the user writes it: `shape.width`.
    pub name: &'static str,
}

/// A product with its factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    pub factor: i128,
    pub of: &'static [Quantity],
}

/// A sum of terms that a launch may not make negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precondition {
    pub terms: &'static [Term],
    /// The condition, in the user's words.
    pub text: &'static str,
    /// How to mend a launch that breaks it.
    pub help: &'static str,
}

impl Precondition {
    /// Whether it holds for a launch. What does not fit 128 bits does not.
    pub fn holds(&self, value: &dyn Fn(Quantity) -> i128) -> bool {
        let term = |term: &Term| {
            term.of.iter().try_fold(term.factor, |product, quantity| product.checked_mul(value(*quantity)))
        };
        self.terms
            .iter()
            .try_fold(0i128, |sum, next| sum.checked_add(term(next)?))
            .is_some_and(|sum| sum >= 0)
    }

    /// Everything that it speaks of, once each.
    pub fn quantities(&self) -> Vec<Quantity> {
        let mut all: Vec<Quantity> = self.terms.iter().flat_map(|term| term.of).copied().list();
        sort(&mut all);
        all.dedup();
        all
    }
}

/// What the launches of a kernel have to fulfill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preconditions {
    /// Axes along which there may be one thread or block only: a bit for each of the block's, then of the grid's. Then
    /// whether a launch may not have one dimension, or fewer than three.
    pub single: u8,
    pub rest: &'static [Precondition],
}

impl Preconditions {
    /// Any launch will do.
    pub const NONE: Preconditions = Preconditions { single: 0, rest: &[] };

    /// Set in [`Preconditions::single`] if launches need two dimensions or more.
    pub const ONE_DIMENSION: u8 = 1 << 6;

    /// The same if they need three.
    pub const TWO_DIMENSIONS: u8 = 1 << 7;

    /// The conditions for the rest of the program's life.
    pub fn leak(conditions: Vec<Condition>) -> Preconditions {
        let (single, rest) = split(conditions);
        Preconditions { single, rest: rest.into_iter().map(Condition::leak).list().leak() }
    }
}

/// Conditions on single axes as bits, and the others.
pub fn split(conditions: impl IntoIterator<Item = Condition>) -> (u8, Vec<Condition>) {
    let mut single = 0;
    let rest = conditions.into_iter().filter(|condition| {
        let axis = match condition.terms.as_slice() {
            [(1, none), (-1, of)] | [(-1, of), (1, none)] if none.is_empty() => match of.as_slice() {
                [Quantity::Block(axis)] => Some(*axis),
                [Quantity::Grid(axis)] => Some(*axis + 3),
                _ => None,
            },
            _ => None,
        };
        single |= axis.map_or(0, |axis| 1 << axis);
        axis.is_none()
    });
    let rest = rest.list();
    (single, rest)
}

/// A condition that is being made: as [`Precondition`], owned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    pub terms: Vec<(i128, Vec<Quantity>)>,
    pub text: String,
    pub help: String,
}

impl Condition {
    /// The condition for the rest of the program's life.
    pub fn leak(self) -> Precondition {
        let terms = self.terms.into_iter().map(|(factor, of)| Term { factor, of: of.leak() });
        Precondition { terms: terms.list().leak(), text: self.text.leak(), help: self.help.leak() }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
