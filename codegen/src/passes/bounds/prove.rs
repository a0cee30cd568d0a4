//! What follows from facts: ranges of terms, and differences between two.
//!
//! Everything speaks of the values as whole numbers. Arithmetic of the language wraps, so a sum is the sum of its parts
//! only where that is shown to fit its type; until then it is anything.
//!
//! A proof is a walk along facts and through the parts of terms, as deep as [`DEPTH`] and no longer than [`STEPS`];
//! where it ends too early nothing is proven, which is always right. What was found out once is not asked again.

use std::cell::{Cell, OnceCell, RefCell};

use super::terms::{Fact, Id, Node, Terms, limits};
use crate::collections::{Map, sort};
use crate::ir::{BinOp, Scalar};

const DEPTH: u32 = 6;
const STEPS: u32 = 1500;

/// What is known at one place of the function.
pub(super) struct Prover<'a> {
    terms: &'a Terms,
    facts: &'a [Fact],
    steps: Cell<u32>,
    /// The numbers of facts in the order of [`Prover::facts`], by the term that is below, or a part of the sum that
    /// is; and by the one above. A kernel of many guards has hundreds of facts, of which few speak of one term.
    below: OnceCell<Vec<(Id, usize)>>,
    above: OnceCell<Vec<(Id, usize)>>,
    /// What was found out, by what was asked, of which term, and how deep.
    found: RefCell<Map<usize, Range>>,
}

/// What is asked of a term.
#[derive(Clone, Copy)]
enum Asked {
    Upper,
    Lower,
    Parts,
}

type Range = (i128, i128);

impl<'a> Prover<'a> {
    pub fn new(terms: &'a Terms, facts: &'a [Fact]) -> Prover<'a> {
        let (below, above) = (OnceCell::new(), OnceCell::new());
        Prover { terms, facts, steps: Cell::new(STEPS), below, above, found: RefCell::default() }
    }

    /// Whether `a + k <= b`.
    pub fn holds(&self, a: Id, k: i128, b: Id) -> bool {
        self.steps.set(STEPS);
        self.le(a, k, b, DEPTH)
    }

    /// Between which values a term lies.
    pub fn range(&self, id: Id) -> Range {
        self.steps.set(STEPS);
        (self.lower(id, DEPTH), self.upper(id, DEPTH))
    }

    /// Whether an operator of this type gives what it gives for whole numbers.
    pub fn fits(&self, op: BinOp, a: Id, b: Id, scalar: Scalar) -> bool {
        self.steps.set(STEPS);
        self.exact(op, a, b, scalar, DEPTH).is_some()
    }

    fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().rev().chain(&self.terms.axioms)
    }

    /// Those of [`Prover::facts`] in which this term is below another, or a part of a sum that is.
    fn facts_below(&self, id: Id) -> impl Iterator<Item = &Fact> {
        let all = self.below.get_or_init(|| {
            self.by_term(|fact, add| {
                add(fact.a);
                if let Node::Binary(BinOp::Add, p, q) = self.terms.node(fact.a) {
                    add(*p);
                    add(*q);
                }
            })
        });
        self.numbered(all, id)
    }

    /// Those of [`Prover::facts`] in which this term is above another.
    fn facts_above(&self, id: Id) -> impl Iterator<Item = &Fact> {
        let all = self.above.get_or_init(|| self.by_term(|fact, add| add(fact.b)));
        self.numbered(all, id)
    }

    fn by_term(&self, terms_of: impl Fn(&Fact, &mut dyn FnMut(Id))) -> Vec<(Id, usize)> {
        let mut all = Vec::new();
        for (number, fact) in self.facts().enumerate() {
            terms_of(fact, &mut |id| all.push((id, number)));
        }
        sort(&mut all);
        all.dedup();
        all
    }

    fn numbered<'s>(&'s self, all: &'s [(Id, usize)], id: Id) -> impl Iterator<Item = &'s Fact> {
        let first = all.partition_point(|(of, _)| *of < id);
        let these = all[first..].iter().take_while(move |(of, _)| *of == id);
        these.map(|(_, number)| match self.facts.len().checked_sub(number + 1) {
            Some(own) => &self.facts[own],
            None => &self.terms.axioms[number - self.facts.len()],
        })
    }

    fn spent(&self, depth: u32) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        depth == 0 || left == 0
    }

    /// The answer to a question, which is found once.
    fn once(&self, asked: Asked, id: Id, depth: u32, find: fn(&Self, Id, u32) -> Range) -> Range {
        let key = (id * (DEPTH as usize + 1) + depth as usize) * 3 + asked as usize;
        if let Some(found) = self.found.borrow().get(&key) {
            return *found;
        }
        let found = find(self, id, depth);
        self.found.borrow_mut().insert(key, found);
        found
    }

    fn type_range(&self, id: Id) -> Range {
        match self.terms.int(id) {
            Some(scalar) => self.terms.range(id).unwrap_or_else(|| limits(scalar)),
            // A `bool` is 0 or 1, and of anything else nothing is asked.
            None => (0, 1),
        }
    }

    fn upper(&self, id: Id, depth: u32) -> i128 {
        match self.terms.constant(id) {
            Some(value) => value,
            None => self.once(Asked::Upper, id, depth, |this, id, depth| (0, this.find_upper(id, depth))).1,
        }
    }

    fn find_upper(&self, id: Id, depth: u32) -> i128 {
        let mut best = self.type_range(id).1;
        if self.spent(depth) {
            return best;
        }
        best = best.min(self.parts(id, depth - 1).1);
        for fact in self.facts_below(id).filter(|fact| fact.b != id) {
            if let Some(more) = self.above(id, fact.a, depth - 1) {
                best = best.min(self.upper(fact.b, depth - 1).saturating_sub(fact.k + more));
            }
        }
        best
    }

    #[inline(never)]
    fn lower(&self, id: Id, depth: u32) -> i128 {
        match self.terms.constant(id) {
            Some(value) => value,
            None => self.once(Asked::Lower, id, depth, |this, id, depth| (this.find_lower(id, depth), 0)).0,
        }
    }

    fn find_lower(&self, id: Id, depth: u32) -> i128 {
        let mut best = self.type_range(id).0;
        if self.spent(depth) {
            return best;
        }
        best = best.max(self.parts(id, depth - 1).0);
        for fact in self.facts_above(id).filter(|fact| fact.a != id) {
            best = best.max(self.lower(fact.a, depth - 1).saturating_add(fact.k));
        }
        best
    }

    fn both(&self, id: Id, depth: u32) -> Range {
        (self.lower(id, depth), self.upper(id, depth))
    }

    /// By how much a term is at least above another that it is, or is a sum with.
    fn above(&self, id: Id, whole: Id, depth: u32) -> Option<i128> {
        if id == whole {
            return Some(0);
        }
        let Node::Binary(BinOp::Add, p, q) = self.terms.node(whole) else { return None };
        let other = match (*p == id, *q == id) {
            (true, _) => *q,
            (false, true) => *p,
            (false, false) => return None,
        };
        // Asked for the parts alone: what is known of the sum itself is what this is to find out about.
        let depth = depth.min(2);
        self.exact(BinOp::Add, *p, *q, self.terms.int(whole)?, depth)?;
        Some(self.lower(other, depth))
    }

    /// The range of a term from its parts.
    fn parts(&self, id: Id, depth: u32) -> Range {
        self.once(Asked::Parts, id, depth, Self::find_parts)
    }

    fn find_parts(&self, id: Id, depth: u32) -> Range {
        let whole = self.type_range(id);
        let Some(scalar) = self.terms.int(id) else { return whole };
        match self.terms.node(id) {
            Node::Opaque(_) | Node::Len(_) | Node::Machine(_) | Node::Field(..) => whole,
            Node::Int(value) => (*value, *value),
            Node::Bool(_) | Node::Not(_) => whole,
            Node::Cast(from) => {
                let range = self.both(*from, depth);
                if whole.0 <= range.0 && range.1 <= whole.1 { range } else { whole }
            }
            Node::Select(_, a, b) => {
                let (a, b) = (self.both(*a, depth), self.both(*b, depth));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::Binary(op, a, b) => self.binary(*op, *a, *b, scalar, depth).unwrap_or(whole),
            Node::Call(name, args) => self.call(name, args, scalar, depth).unwrap_or(whole),
        }
    }

    /// The range of a sum, difference or product that does not wrap.
    fn exact(&self, op: BinOp, a: Id, b: Id, scalar: Scalar, depth: u32) -> Option<Range> {
        let (least, greatest) = limits(scalar);
        let ((a0, a1), (b0, b1)) = (self.both(a, depth), self.both(b, depth));
        let (low, high) = match op {
            BinOp::Add => (a0 + b0, a1 + b1),
            BinOp::Sub => {
                // What is no more than the other can be taken from it, whatever both are.
                let apart = |k| depth > 0 && self.le(b, k, a, depth - 1);
                let low = match a0 - b1 {
                    low if low >= 1 || !apart(0) => low,
                    _ => i128::from(apart(1)),
                };
                (low, a1 - b0)
            }
            BinOp::Mul => {
                let corners = [(a0, b0), (a0, b1), (a1, b0), (a1, b1)].map(|(a, b)| a.saturating_mul(b));
                (corners.iter().copied().min()?, corners.iter().copied().max()?)
            }
            BinOp::Div
            | BinOp::Rem
            | BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::And
            | BinOp::Or
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge => return None,
        };
        (low >= least && high <= greatest).then_some((low, high))
    }

    fn binary(&self, op: BinOp, a: Id, b: Id, scalar: Scalar, depth: u32) -> Option<Range> {
        let bits = i128::from(scalar.bits());
        let ((a0, a1), (b0, b1)) = (self.both(a, depth), self.both(b, depth));
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => self.exact(op, a, b, scalar, depth),
            BinOp::Div if a0 >= 0 && b0 >= 0 => Some((a0 / b1.max(1), a1 / b0.max(1))),
            // A divisor of 0 ends the thread.
            BinOp::Rem if a0 >= 0 && b0 >= 0 => Some((0, a1.min((b1 - 1).max(0)))),
            BinOp::BitAnd if a0 >= 0 && b0 >= 0 => Some((0, a1.min(b1))),
            // Whatever the sign of the other, what is not negative bounds it.
            BinOp::BitAnd if a0 >= 0 => Some((0, a1)),
            BinOp::BitAnd if b0 >= 0 => Some((0, b1)),
            BinOp::BitOr | BinOp::BitXor if a0 >= 0 && b0 >= 0 => {
                let most = u128::try_from(a1.max(b1)).ok()?;
                let ones = (1i128 << (128 - most.leading_zeros()).min(100)) - 1;
                Some((if op == BinOp::BitOr { a0.max(b0) } else { 0 }, ones))
            }
            BinOp::Shr if a0 >= 0 && b0 >= 0 && b1 < bits => Some((a0 >> b1, a1 >> b0)),
            // The amount is masked, so that it may be nothing.
            BinOp::Shr if a0 >= 0 => Some((0, a1)),
            BinOp::Shl if a0 >= 0 && b0 >= 0 && b1 < bits => {
                let (low, high) = (a0 << b0, a1.checked_mul(1i128 << b1)?);
                (high <= limits(scalar).1).then_some((low, high))
            }
            BinOp::Div | BinOp::Rem | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => None,
            BinOp::Shl | BinOp::Shr => None,
            BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne => Some((0, 1)),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => Some((0, 1)),
        }
    }

    fn call(&self, name: &str, args: &[Id], scalar: Scalar, depth: u32) -> Option<Range> {
        let range = |k: usize| args.get(k).map(|id| self.both(*id, depth));
        match name {
            "int_min" => {
                let (a, b) = (range(0)?, range(1)?);
                Some((a.0.min(b.0), a.1.min(b.1)))
            }
            "int_max" => {
                let (a, b) = (range(0)?, range(1)?);
                Some((a.0.max(b.0), a.1.max(b.1)))
            }
            "int_clamp" => {
                // The lower bound wins where the bounds are the wrong way round.
                let (x, low, high) = (range(0)?, range(1)?, range(2)?);
                Some((low.0.max(x.0.min(high.0)), low.1.max(x.1.min(high.1))))
            }
            "saturating_sub" => {
                let (a, b) = (range(0)?, range(1)?);
                let (least, greatest) = limits(scalar);
                Some(((a.0 - b.1).clamp(least, greatest), (a.1 - b.0).clamp(least, greatest)))
            }
            "saturating_add" => {
                let (a, b) = (range(0)?, range(1)?);
                let (least, greatest) = limits(scalar);
                Some(((a.0 + b.0).clamp(least, greatest), (a.1 + b.1).clamp(least, greatest)))
            }
            "div_ceil" => {
                let (a, b) = (range(0)?, range(1)?);
                (a.0 >= 0 && b.0 >= 0).then(|| {
                    let least = b.0.max(1);
                    (0, (a.1 + least - 1) / least)
                })
            }
            "abs_diff" => {
                let (a, b) = (range(0)?, range(1)?);
                (a.0 >= 0 && b.0 >= 0).then(|| (0, a.1.max(b.1)))
            }
            "isqrt" => Some((0, range(0)?.1)),
            _ => None,
        }
    }

    /// Whether `a + k <= b`.
    #[inline(never)]
    fn le(&self, a: Id, k: i128, b: Id, depth: u32) -> bool {
        if a == b && k <= 0 {
            return true;
        }
        if self.spent(depth) {
            return false;
        }
        let depth = depth - 1;
        if self.terms.int(a).is_none() || self.terms.int(b).is_none() {
            return false;
        }
        if self.upper(a, depth.min(3)).saturating_add(k) <= self.lower(b, depth.min(3)) {
            return true;
        }
        let by_fact = |fact: &Fact| {
            let more = if fact.b == a { None } else { self.above(a, fact.a, depth) };
            more.is_some_and(|more| self.le(fact.b, k - fact.k - more, b, depth))
        };
        self.facts_below(a).any(by_fact)
            || self.le_left(a, k, b, depth)
            || self.le_right(a, k, b, depth)
            || self.le_together(a, k, b, depth)
    }

    /// The same through the parts of `a`.
    fn le_left(&self, a: Id, k: i128, b: Id, depth: u32) -> bool {
        let Some(scalar) = self.terms.int(a) else { return false };
        let positive = |id: Id| self.lower(id, depth.min(3)) >= 0;
        match self.terms.node(a) {
            Node::Binary(op, p, q) => {
                let (p, q) = (*p, *q);
                match op {
                    BinOp::Add if self.exact(*op, p, q, scalar, depth).is_some() => {
                        self.le(p, k + self.upper(q, depth.min(3)), b, depth)
                            || self.le(q, k + self.upper(p, depth.min(3)), b, depth)
                    }
                    BinOp::Sub if self.exact(*op, p, q, scalar, depth).is_some() => {
                        self.le(p, k - self.lower(q, depth.min(3)), b, depth)
                    }
                    BinOp::Mul => match (self.terms.constant(q), self.terms.constant(p)) {
                        (Some(by), _) => self.scaled((a, p, by), k, b, depth),
                        (None, Some(by)) => self.scaled((a, q, by), k, b, depth),
                        (None, None) => false,
                    },
                    BinOp::Shl => match self.terms.constant(q) {
                        Some(by @ 0..=62) => self.scaled((a, p, 1 << by), k, b, depth),
                        Some(_) | None => false,
                    },
                    BinOp::Rem if positive(p) && positive(q) => {
                        self.le(q, k - 1, b, depth) || self.le(p, k, b, depth)
                    }
                    BinOp::BitAnd => {
                        (positive(q) && self.le(q, k, b, depth)) || (positive(p) && self.le(p, k, b, depth))
                    }
                    BinOp::Div if positive(p) && positive(q) => self.le(p, k, b, depth),
                    BinOp::Shr if positive(p) => self.le(p, k, b, depth),
                    BinOp::Add | BinOp::Sub | BinOp::Div | BinOp::Rem | BinOp::BitOr | BinOp::BitXor => false,
                    BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne => false,
                    BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => false,
                }
            }
            // What a narrower type cuts off makes a number that is not negative smaller.
            Node::Cast(from) => {
                let kept = !scalar.is_signed_int() && positive(*from) || self.keeps(*from, scalar, depth);
                kept && self.le(*from, k, b, depth)
            }
            Node::Select(_, p, q) => self.le(*p, k, b, depth) && self.le(*q, k, b, depth),
            Node::Call(name, args) => match (*name, &args[..]) {
                ("int_min", [p, q]) => self.le(*p, k, b, depth) || self.le(*q, k, b, depth),
                ("int_max", [p, q]) => self.le(*p, k, b, depth) && self.le(*q, k, b, depth),
                ("int_clamp", [_, low, high]) => self.le(*low, k, b, depth) && self.le(*high, k, b, depth),
                ("saturating_sub", [p, q]) if positive(*q) && !scalar.is_signed_int() => {
                    self.le(*p, k, b, depth)
                }
                ("div_ceil", [p, q]) if positive(*p) && positive(*q) => self.le(*p, k, b, depth),
                (_, _) => false,
            },
            Node::Opaque(_)
            | Node::Int(_)
            | Node::Bool(_)
            | Node::Len(_)
            | Node::Machine(_)
            | Node::Field(..)
            | Node::Not(_) => false,
        }
    }

    /// `a` is `p * by`: where `p` is below `n / by`, it is below `n` by as many times.
    fn scaled(&self, (a, p, by): (Id, Id, i128), k: i128, b: Id, depth: u32) -> bool {
        let Some(scalar) = self.terms.int(a).filter(|_| by > 0) else { return false };
        let greatest = limits(scalar).1;
        self.facts_below(p).filter(|fact| fact.a == p).any(|fact| {
            let n = match self.terms.node(fact.b) {
                Node::Binary(BinOp::Div, n, d) if self.terms.constant(*d) == Some(by) => *n,
                Node::Binary(BinOp::Shr, n, d)
                    if self.terms.constant(*d).is_some_and(|d| (0..=62).contains(&d) && 1 << d == by) =>
                {
                    *n
                }
                _ => return false,
            };
            // p + k' <= n / by, so p * by + k' * by <= n: it does not wrap, either.
            self.lower(n, depth.min(3)) >= 0
                && self.lower(p, depth.min(3)) >= 0
                && (fact.k >= 0 || self.upper(p, depth.min(3)).saturating_mul(by) <= greatest)
                && self.le(n, k - fact.k * by, b, depth)
        })
    }

    /// The same where the parts of `a` are bounded together and not each alone. Each of the bounds is one of whole
    /// numbers that fits the type, so that what is below it did not wrap.
    fn le_together(&self, a: Id, k: i128, b: Id, depth: u32) -> bool {
        if !self.terms.int(a).is_some_and(Scalar::is_unsigned_int) {
            return false;
        }
        match self.terms.node(a) {
            Node::Binary(BinOp::Add, p, q) => [(*p, *q), (*q, *p)].into_iter().any(|(p, q)| {
                self.halves(p, q, k, b, depth)
                    || self.between(p, q, k, b, depth)
                    || self.window(p, q, k, b, depth)
                    || self.row(p, Some(q), k, b, depth)
            }),
            Node::Binary(BinOp::Mul, ..) => self.row(a, None, k, b, depth),
            Node::Binary(BinOp::Div | BinOp::Shr, ..) => self.middle(a, k, b, depth),
            _ => false,
        }
    }

    /// What a term divides, and by what constant.
    fn divided(&self, id: Id) -> Option<(Id, i128)> {
        let by = |d: Id| self.terms.constant(d);
        match self.terms.node(id) {
            Node::Binary(BinOp::Div, n, d) => by(*d).filter(|d| *d >= 1).map(|d| (*n, d)),
            Node::Binary(BinOp::Shr, n, d) => {
                let bits = i128::from(self.terms.int(id)?.bits());
                by(*d).filter(|d| (0..bits.min(63)).contains(d)).map(|d| (*n, 1 << d))
            }
            _ => None,
        }
    }

    /// `p + q` where `q` is `n / 2`, or less, and `p` is no more: at most `n`.
    fn halves(&self, p: Id, q: Id, k: i128, b: Id, depth: u32) -> bool {
        let Some((n, 2..)) = self.divided(q) else { return false };
        k >= 0 && self.le(p, k, q, depth) && self.le(n, 0, b, depth)
    }

    /// `p + q` where `q` is `(high - p) / 2`, or another part of it: at most `high`, and below it where `p` is.
    fn between(&self, p: Id, q: Id, k: i128, b: Id, depth: u32) -> bool {
        let Some((whole, by)) = self.divided(q) else { return false };
        match self.terms.node(whole) {
            Node::Binary(BinOp::Sub, high, low) if *low == p => {
                let below = i128::from(by >= 2 && self.le(p, 1, *high, depth));
                (below == 1 || self.le(p, 0, *high, depth)) && self.le(*high, k - below, b, depth)
            }
            _ => false,
        }
    }

    /// `(p + q) / 2`: at most the greater of the two, and below it where they are not the same.
    fn middle(&self, a: Id, k: i128, b: Id, depth: u32) -> bool {
        let Some((sum, 2..)) = self.divided(a) else { return false };
        let (Node::Binary(op @ BinOp::Add, p, q), Some(scalar)) = (self.terms.node(sum), self.terms.int(a))
        else {
            return false;
        };
        self.exact(*op, *p, *q, scalar, depth).is_some()
            && [(*p, *q), (*q, *p)].into_iter().any(|(low, high)| {
                let below = i128::from(self.le(low, 1, high, depth));
                (below == 1 || self.le(low, 0, high, depth)) && self.le(high, k - below, b, depth)
            })
    }

    /// `p + q` where `p` is at most `n - width` and `q` is below `width`.
    fn window(&self, p: Id, q: Id, k: i128, b: Id, depth: u32) -> bool {
        k >= 0
            && self.facts_below(p).filter(|fact| fact.a == p).any(|fact| match self.terms.node(fact.b) {
                Node::Binary(BinOp::Sub, n, width) => {
                    self.le(q, k - fact.k, *width, depth)
                        && self.le(*width, 0, *n, depth)
                        && self.le(*n, 0, b, depth)
                }
                _ => false,
            })
    }

    /// `row * width + column` where `column` is below `width`, and `row` below how many of them there are.
    fn row(&self, start: Id, column: Option<Id>, k: i128, b: Id, depth: u32) -> bool {
        let Node::Binary(BinOp::Mul, p, q) = self.terms.node(start) else { return false };
        let Some(scalar) = self.terms.int(start) else { return false };
        [(*p, *q), (*q, *p)].into_iter().any(|(row, width)| {
            let rows = self.facts_below(row).filter(|fact| fact.a == row && fact.k >= 1);
            let mut fits = rows.map(|fact| fact.b).filter(|rows| match self.terms.node(*rows) {
                Node::Binary(BinOp::Div, n, by) => *by == width && self.le(*n, k - 1, b, depth),
                _ => self.facts().any(|fact| match self.terms.node(fact.a) {
                    Node::Binary(op @ BinOp::Mul, p, q) if [(*p, *q), (*q, *p)].contains(&(*rows, width)) => {
                        self.exact(*op, *p, *q, scalar, depth).is_some()
                            && self.le(fact.b, k - 1 - fact.k, b, depth)
                    }
                    _ => false,
                }),
            });
            fits.next().is_some()
                && match column {
                    Some(column) => self.le(column, 1, width, depth),
                    None => self.lower(width, depth.min(3)) >= 1,
                }
        })
    }

    /// The same through the parts of `b`.
    fn le_right(&self, a: Id, k: i128, b: Id, depth: u32) -> bool {
        let Some(scalar) = self.terms.int(b) else { return false };
        match self.terms.node(b) {
            Node::Binary(op @ BinOp::Add, p, q) if self.exact(*op, *p, *q, scalar, depth).is_some() => {
                self.le(a, k - self.lower(*q, depth.min(3)), *p, depth)
                    || self.le(a, k - self.lower(*p, depth.min(3)), *q, depth)
            }
            Node::Binary(op @ BinOp::Sub, p, q) if self.exact(*op, *p, *q, scalar, depth).is_some() => {
                self.le(a, k + self.upper(*q, depth.min(3)), *p, depth)
            }
            Node::Binary(..) => false,
            Node::Cast(from) => self.keeps(*from, scalar, depth) && self.le(a, k, *from, depth),
            Node::Select(_, p, q) => self.le(a, k, *p, depth) && self.le(a, k, *q, depth),
            Node::Call(name, args) => match (*name, &args[..]) {
                ("int_min", [p, q]) => self.le(a, k, *p, depth) && self.le(a, k, *q, depth),
                ("int_max", [p, q]) => self.le(a, k, *p, depth) || self.le(a, k, *q, depth),
                (_, _) => false,
            },
            Node::Opaque(_)
            | Node::Int(_)
            | Node::Bool(_)
            | Node::Len(_)
            | Node::Machine(_)
            | Node::Field(..)
            | Node::Not(_) => false,
        }
    }

    /// Whether a cast to this type keeps the value.
    fn keeps(&self, from: Id, to: Scalar, depth: u32) -> bool {
        let (low, high) = self.both(from, depth.min(4));
        let (least, greatest) = limits(to);
        self.terms.int(from).is_some() && least <= low && high <= greatest
    }
}
