//! The symbols of an analysis: what each stands for, who has it alike, and what is known of it.

use super::poly::{Atom, Poly, without};
use super::value::{Formula, Number};
use crate::check::precondition::Quantity;
use crate::collections::{Map, Set};
use crate::compact::List;
use std::rc::Rc;

/// Quotients in each other that are looked at: half of what a window leaves of an extent is two.
const MOST_QUOTIENTS: usize = 3;

/// Who has one value of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Every thread of the launch.
    Launch,
    /// The threads of a block.
    Block,
    Thread,
}

/// How a symbol comes about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// Of its own: two of these are two symbols.
    Own,
    /// A thread's or a block's index along an axis.
    ThreadIdx(u8),
    BlockIdx(u8),
    BlockDim(u8),
    GridDim(u8),
    /// What an atomic counter gave when so much was added to it: no two threads have the same. The counter's local
    /// and index.
    Ticket(u32, u64, u64),
    /// `a / b`, rounded down; `b` is above zero.
    Quotient(Poly, Poly),
    /// What is left of `a` beside `b` times `a / b`.
    Rest(Poly, Poly),
    Least(Poly, Poly),
    Greatest(Poly, Poly),
    Xor(Poly, Poly),
    /// Some function of these that says nothing more of itself.
    Function(String, Vec<Poly>),
}

/// A symbol.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
pub(super) struct Info {
    pub(super) origin: Origin,
    pub(super) level: Level,
    /// The innermost loop of whose turn it depends.
    pub(super) turn: Option<usize>,
    pub(super) low: i128,
    pub(super) high: i128,
    /// What is not negative, besides that it is within its range.
    pub(super) facts: Vec<Poly>,
    /// How a launch gives it.
    pub(super) quantity: Option<Quantity>,
    /// In words, for messages.
    pub(super) name: String,
    /// Only the instance tells what it is.
    pub(super) open: bool,
    /// Nothing but its range is known.
    pub(super) opaque: bool,
    /// It is one more in each turn of its loop.
    pub(super) in_step: bool,
    /// It is one of several.
    pub(super) chosen: Option<Rc<Chosen>>,
    /// Where it is above zero, it is a power of two.
    pub(super) power: bool,
}

/// One of several numbers: the first whose condition holds.
#[derive(Debug)]
pub(super) struct Chosen(Vec<(Formula, Poly)>);

impl Chosen {
    /// Nothing is known of numbers that launches decide about.
    pub(super) fn from(ways: &[(&Formula, &Number)]) -> Rc<Chosen> {
        let mut assumed = Vec::new();
        for (condition, number) in ways {
            condition.assumed(&mut assumed);
            assumed.extend(number.assumed.iter().cloned());
        }
        let known = ways.iter().filter(|_| assumed.is_empty());
        Rc::new(Chosen(known.map(|(condition, number)| ((*condition).clone(), number.poly.clone())).list()))
    }
}

/// All symbols.
#[derive(Clone, Default)]
pub(super) struct Atoms {
    all: Vec<Info>,
    known: Map<Origin, Atom>,
}

impl Info {
    #[inline(never)]
    pub(super) fn new(origin: Origin, level: Level, name: impl Into<String>) -> Info {
        Info {
            origin,
            level,
            turn: None,
            low: 0,
            high: i128::MAX,
            facts: Vec::new(),
            quantity: None,
            name: name.into(),
            open: false,
            opaque: false,
            in_step: false,
            chosen: None,
            power: false,
        }
    }

    pub(super) fn within(self, low: i128, high: i128) -> Info {
        Info { low, high, ..self }
    }
}

impl Atoms {
    /// A new symbol, or the one that comes about in the same way.
    #[inline(never)]
    pub(super) fn add(&mut self, info: Info) -> Atom {
        let own = matches!(info.origin, Origin::Own | Origin::Ticket(..));
        if let Some(known) = self.known.get(&info.origin).filter(|_| !own) {
            return *known;
        }
        let atom = Atom(self.all.len() as u32);
        if !own {
            self.known.insert(info.origin.clone(), atom);
        }
        self.all.push(info);
        atom
    }

    /// A symbol that depends on others: who has it alike follows from them.
    pub(super) fn made(&mut self, origin: Origin, name: String, low: i128, high: i128) -> Atom {
        let mut info = Info::new(origin, Level::Launch, name).within(low, high);
        let parts: Vec<Atom> = info.parts().into_iter().flat_map(Poly::atoms).list();
        for atom in parts {
            let of = self.info(atom);
            info.level = info.level.max(of.level);
            info.open |= of.open;
            // Loops are numbered outside in, so the later one is inside.
            info.turn = info.turn.max(of.turn);
        }
        let divided = matches!(info.origin, Origin::Quotient(..));
        let atom = self.add(info);
        if divided {
            // What is divided may have a smaller range by now, as a loop's variable that was counted out.
            let known = self.info_mut(atom);
            (known.low, known.high) = (known.low.max(low), known.high.min(high));
        }
        atom
    }

    /// What is left of a sum that was divided, as a symbol. Where the divisor is zero it is the sum.
    pub(super) fn rest(&mut self, a: &Poly, b: &Poly) -> Atom {
        let low = if self.range(a).0 >= 0 && self.range(b).0 >= 0 { 0 } else { i128::MIN / 4 };
        let high = b.as_constant().filter(|by| *by > 0).map_or(i128::MAX, |by| by - 1);
        self.made(Origin::Rest(a.clone(), b.clone()), "a remainder".to_owned(), low, high)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn info(&self, atom: Atom) -> &Info {
        &self.all[atom.0 as usize]
    }

    pub(super) fn info_mut(&mut self, atom: Atom) -> &mut Info {
        &mut self.all[atom.0 as usize]
    }

    /// The least and the greatest value that a sum can have, from the ranges of its symbols alone.
    #[inline(never)]
    pub(super) fn range(&self, poly: &Poly) -> (i128, i128) {
        let (mut low, mut high) = (0i128, 0i128);
        for (mono, factor) in poly.terms() {
            let (mut least, mut most) = (factor, factor);
            for atom in mono {
                let info = self.info(*atom);
                let ends = [
                    least.saturating_mul(info.low),
                    least.saturating_mul(info.high),
                    most.saturating_mul(info.low),
                    most.saturating_mul(info.high),
                ];
                least = ends.into_iter().min().unwrap_or(0);
                most = ends.into_iter().max().unwrap_or(0);
            }
            low = low.saturating_add(least);
            high = high.saturating_add(most);
        }
        (low, high)
    }

    /// The value of a sum where the values of symbols are known.
    #[inline(never)]
    pub(super) fn value(&self, poly: &Poly, known: &dyn Fn(Atom) -> Option<i128>) -> Option<i128> {
        let mut sum = 0i128;
        for (mono, factor) in poly.terms() {
            let mut product = factor;
            for atom in mono {
                product = product.checked_mul(self.value_of(*atom, known)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    fn value_of(&self, atom: Atom, known: &dyn Fn(Atom) -> Option<i128>) -> Option<i128> {
        if let Some(value) = known(atom) {
            return Some(value);
        }
        let value = |poly: &Poly| self.value(poly, known);
        if let Some(chosen) = &self.info(atom).chosen {
            for (condition, way) in &chosen.0 {
                if condition.truth(&value)? {
                    return value(way);
                }
            }
            return None;
        }
        match &self.info(atom).origin {
            Origin::Quotient(a, b) => value(a)?.checked_div_euclid(value(b)?),
            Origin::Rest(a, b) => value(a)?.checked_rem_euclid(value(b)?),
            Origin::Least(a, b) => Some(value(a)?.min(value(b)?)),
            Origin::Greatest(a, b) => Some(value(a)?.max(value(b)?)),
            Origin::Xor(a, b) => Some(value(a)? ^ value(b)?),
            Origin::Own
            | Origin::ThreadIdx(_)
            | Origin::BlockIdx(_)
            | Origin::BlockDim(_)
            | Origin::GridDim(_)
            | Origin::Ticket(..)
            | Origin::Function(..) => None,
        }
    }

    /// By what a sum was divided, with the quotient.
    pub(super) fn quotients_of(&self, dividend: &Poly) -> Vec<(Poly, Atom)> {
        let of = |(origin, atom): (&Origin, &Atom)| match origin {
            Origin::Quotient(a, b) if a == dividend => Some((b.clone(), *atom)),
            _ => None,
        };
        self.known.iter().filter_map(of).list()
    }

    /// What was divided by a sum, with the quotients.
    pub(super) fn quotients_by(&self, divisor: &Poly) -> Vec<(Poly, Atom)> {
        let of = |(origin, atom): (&Origin, &Atom)| match origin {
            Origin::Quotient(a, b) if b == divisor => Some((a.clone(), *atom)),
            _ => None,
        };
        self.known.iter().filter_map(of).list()
    }

    /// Whether a sum is a power of two wherever it is above zero.
    #[inline(never)]
    pub(super) fn is_power(&self, poly: &Poly) -> bool {
        let Some((mono, factor)) = poly.terms().next().filter(|_| poly.len() == 1) else { return false };
        let fine =
            |atom: &Atom| self.is_power_itself(*atom) && (mono.len() == 1 || self.info(*atom).low >= 0);
        factor > 0 && factor & (factor - 1) == 0 && mono.iter().all(fine)
    }

    fn is_power_itself(&self, atom: Atom) -> bool {
        let info = self.info(atom);
        info.power
            || match &info.origin {
                // Shifted by any number of bits, one bit is one bit or none.
                Origin::Quotient(a, b) => b.as_constant().is_some() && self.is_power(a) && self.is_power(b),
                Origin::Function(name, of) => {
                    let shifts = name.starts_with("<< ") || name.starts_with(">> ");
                    shifts && of.first().is_some_and(|a| self.is_power(a))
                }
                Origin::Own
                | Origin::ThreadIdx(_)
                | Origin::BlockIdx(_)
                | Origin::BlockDim(_)
                | Origin::GridDim(_)
                | Origin::Ticket(..)
                | Origin::Rest(..)
                | Origin::Least(..)
                | Origin::Greatest(..)
                | Origin::Xor(..) => false,
            }
    }

    /// Whether a symbol is a quotient of what a launch gives, such as half an extent.
    pub(super) fn is_quotient_of_launch(&self, atom: Atom) -> bool {
        self.is_quotient(atom, MOST_QUOTIENTS)
    }

    /// The same of so many quotients in each other at most.
    fn is_quotient(&self, atom: Atom, most: usize) -> bool {
        let info = self.info(atom);
        let given = |of: Atom| self.info(of).quantity.is_some() || most > 0 && self.is_quotient(of, most - 1);
        info.level == Level::Launch
            && info.turn.is_none()
            && matches!(info.origin, Origin::Quotient(..))
            && info.parts().into_iter().flat_map(Poly::atoms).all(given)
    }

    /// A sum that is no greater and speaks of dividends where quotients are taken away, and not of those that are
    /// added: launches are asked for products and sums.
    pub(super) fn without_quotients(&self, poly: &Poly) -> Poly {
        let mut poly = poly.clone();
        for _ in 0..4 * MOST_QUOTIENTS {
            let found = poly.terms().find_map(|(mono, factor)| {
                let atom = *mono.iter().find(|atom| self.is_quotient_of_launch(**atom))?;
                let Origin::Quotient(dividend, _) = &self.info(atom).origin else { return None };
                let rest = without(mono, &vec![atom])?;
                let term = Poly::term(mono.clone(), factor);
                if factor > 0 && self.is_natural(mono) {
                    return Some(term.scaled(-1));
                }
                // A divisor is at least 1, and a dividend not negative.
                let instead = dividend.times(&Poly::term(rest.clone(), factor));
                (factor < 0 && self.is_natural(&rest)).then(|| instead.minus(&term))
            });
            match found.map(|change| poly.plus(&change)).filter(Poly::is_sane) {
                Some(less) => poly = less,
                None => break,
            }
        }
        poly
    }

    /// Whether no factor of a product can be negative.
    pub(super) fn is_natural(&self, mono: &[Atom]) -> bool {
        mono.iter().all(|atom| self.info(*atom).low >= 0)
    }

    /// Everything known of these symbols, and of those that this speaks of.
    pub(super) fn facts_of(&self, polys: &[&Poly]) -> Vec<Poly> {
        let mut facts: Vec<Poly> = Vec::new();
        let mut seen: Set<Atom> = Set::new();
        let mut todo: Vec<Atom> = polys.iter().flat_map(|poly| poly.atoms()).list();
        while let Some(atom) = todo.pop() {
            if !seen.insert(atom) {
                continue;
            }
            for fact in self.about(atom) {
                todo.extend(fact.atoms());
                facts.push(fact);
            }
        }
        facts
    }

    /// What is known of a symbol itself.
    pub(super) fn about(&self, atom: Atom) -> Vec<Poly> {
        let info = self.info(atom);
        let this = Poly::atom(atom);
        let mut facts = info.facts.clone();
        if info.low > -(1 << 100) {
            facts.push(this.plus_constant(-info.low));
        }
        // A bound by an extent says more than the machine's.
        let bounded = matches!(info.origin, Origin::ThreadIdx(_) | Origin::BlockIdx(_));
        if info.high < 1 << 100 && !bounded {
            facts.push(Poly::constant(info.high).minus(&this));
        }
        match &info.origin {
            // Of a divisor that may be zero, only what was divided tells that it is not: see `Walk::divided`.
            Origin::Quotient(_, b) if self.range(b).0 < 1 => {}
            Origin::Quotient(a, b) => {
                let rest = a.minus(&b.times(&this));
                facts.push(b.minus(&rest).plus_constant(-1));
                facts.push(rest);
            }
            Origin::Rest(_, b) if self.range(b).0 < 1 => {}
            Origin::Rest(_, b) => facts.push(b.minus(&this).plus_constant(-1)),
            Origin::Least(a, b) => facts.extend([a.minus(&this), b.minus(&this)]),
            Origin::Greatest(a, b) => facts.extend([this.minus(a), this.minus(b)]),
            Origin::Xor(a, b) => {
                facts.extend([a.plus(b).minus(&this), this.plus(b).minus(a), this.plus(a).minus(b)]);
            }
            Origin::Own
            | Origin::ThreadIdx(_)
            | Origin::BlockIdx(_)
            | Origin::BlockDim(_)
            | Origin::GridDim(_)
            | Origin::Ticket(..)
            | Origin::Function(..) => {}
        }
        facts
    }
}

impl Info {
    /// What the symbol is made from.
    fn parts(&self) -> Vec<&Poly> {
        match &self.origin {
            Origin::Quotient(a, b)
            | Origin::Rest(a, b)
            | Origin::Least(a, b)
            | Origin::Greatest(a, b)
            | Origin::Xor(a, b) => vec![a, b],
            Origin::Function(_, all) => all.iter().list(),
            Origin::Own
            | Origin::ThreadIdx(_)
            | Origin::BlockIdx(_)
            | Origin::BlockDim(_)
            | Origin::GridDim(_)
            | Origin::Ticket(..) => Vec::new(),
        }
    }
}

/// The symbols of a second thread, beside those of the first.
pub(super) struct Twins<'a> {
    pub(super) atoms: &'a mut Atoms,
    /// Whether two threads may have different values.
    pub(super) differs: &'a dyn Fn(&Info) -> bool,
    map: Map<Atom, Atom>,
    /// Symbols of one thread only.
    pub(super) private: Set<Atom>,
}

impl<'a> Twins<'a> {
    pub(super) fn new(atoms: &'a mut Atoms, differs: &'a dyn Fn(&Info) -> bool) -> Twins<'a> {
        Twins { atoms, differs, map: Map::new(), private: Set::new() }
    }

    /// The second thread's symbol.
    pub(super) fn of(&mut self, atom: Atom) -> Atom {
        if let Some(twin) = self.map.get(&atom) {
            return *twin;
        }
        let mut info = self.atoms.info(atom).clone();
        let other = match info.origin.clone() {
            Origin::Quotient(a, b) => Some(Origin::Quotient(self.poly(&a), self.poly(&b))),
            Origin::Rest(a, b) => Some(Origin::Rest(self.poly(&a), self.poly(&b))),
            Origin::Least(a, b) => Some(Origin::Least(self.poly(&a), self.poly(&b))),
            Origin::Greatest(a, b) => Some(Origin::Greatest(self.poly(&a), self.poly(&b))),
            Origin::Xor(a, b) => Some(Origin::Xor(self.poly(&a), self.poly(&b))),
            Origin::Function(name, all) => {
                Some(Origin::Function(name, all.iter().map(|part| self.poly(part)).list()))
            }
            Origin::Own
            | Origin::ThreadIdx(_)
            | Origin::BlockIdx(_)
            | Origin::BlockDim(_)
            | Origin::GridDim(_)
            | Origin::Ticket(..) => None,
        };
        let twin = match other {
            Some(other) if other == info.origin => atom,
            Some(other) => {
                info.origin = other;
                self.atoms.add(info)
            }
            None if (self.differs)(&info) => {
                let facts = std::mem::take(&mut info.facts);
                // A symbol of its own, whatever the first one is.
                let origin = std::mem::replace(&mut info.origin, Origin::Own);
                let twin = self.atoms.add(info);
                self.atoms.info_mut(twin).origin = origin;
                self.map.insert(atom, twin);
                let facts = facts.iter().map(|fact| self.poly(fact)).list();
                self.atoms.info_mut(twin).facts = facts;
                twin
            }
            None => atom,
        };
        self.map.insert(atom, twin);
        if twin != atom {
            self.private.extend([atom, twin]);
        }
        twin
    }

    pub(super) fn poly(&mut self, poly: &Poly) -> Poly {
        poly.renamed(&mut |atom| self.of(atom))
    }
}
