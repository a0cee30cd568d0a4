//! Drops the checks of indices that cannot fail.
//!
//! Takes a closed module; turns [`Check::Checked`] into [`Check::Proven`] where every way to the access implies
//! that the index is in bounds: a test around it (`if i < x.len()`), a test before it that leaves
//! (`if i >= n { return; }`, `assert!(..)`), the bounds of a loop, a mask or a remainder, the block's size, or an
//! earlier access with the same index. What is left comes back with the reason, for `report()`.
//!
//! Facts are about values and not about variables (`terms`): an assignment gives a variable another value, of which
//! nothing is known but what the assignment says, and at the head of a loop every variable that the loop assigns is any
//! value, but for bounds that every turn keeps. What a read of memory gave is known of that read alone, as other
//! threads write too. Whether arithmetic wraps is part of each proof (`prove`).
//!
//! A check that has passed tells of what comes behind it. Operands of one expression have no order in C++, so the
//! checks inside tell only of later statements, of the place that a value is assigned to, and of what a condition
//! guards.

mod flow;
mod prove;
mod spell;
mod terms;

use crate::collections::{Map, Set};
use crate::compact::List;
use crate::intrinsics::{Cpu, Effect, Operator};
use crate::ir::{
    BinOp, Callee, Check, Expr, ExprKind, Function, LabelId, Len, Literal, Local, LocalId, LocalKind, Module,
    Place, Scalar, SiteId, Step, Type, UnOp,
};
use prove::Prover;
use terms::{Fact, Id, Node, Terms};

/// A check that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its site, of kind [`crate::ir::SiteKind::Index`].
    pub site: SiteId,
    /// The index in the user's words, where it has few.
    pub index: Option<String>,
    pub why: Why,
}

/// Why a check stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing bounds the index.
    Unbounded,
    /// The index is a sum or a product that may wrap around.
    MayWrapAbove,
    /// The index is a difference that may wrap around below zero.
    MayWrapBelow,
    /// Every known bound of the index is too great.
    TooGreat {
        /// The greatest value that it may have.
        most: u64,
        /// The number of elements.
        len: u64,
    },
}

/// What became of a module's checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many are proven now that were not.
    pub dropped: usize,
    pub kept: Vec<Kept>,
}

/// Drops checks in all functions of a closed module.
pub fn bounds(module: &mut Module) -> Outcome {
    let mut outcome = Outcome::default();
    for function in &mut module.functions {
        // What is not checked stays as it is, and tiles have no indices.
        if function.attrs.tile.is_none() {
            of_function(function, &mut outcome);
        }
    }
    outcome
}

fn of_function(function: &mut Function, outcome: &mut Outcome) {
    let mut body = std::mem::take(&mut function.body);
    let block = function.attrs.block;
    let mut walk = Walk {
        locals: &function.locals,
        terms: Terms::new(block),
        facts: Vec::new(),
        pending: Vec::new(),
        values: Map::new(),
        left: Set::new(),
        loops: Vec::new(),
        dry: false,
        outcome,
    };
    walk.block(&mut body);
    function.body = body;
}

/// A loop around, and what is guessed of its variables.
struct Around {
    label: LabelId,
    /// The variable, its value before the loop, and whether it is guessed to stay no more (else no less) than that.
    guesses: Vec<(LocalId, Id, bool)>,
}

struct Walk<'f> {
    locals: &'f [Local],
    terms: Terms,
    /// What is known here.
    facts: Vec<Fact>,
    /// What is known behind the expression that is being looked at.
    pending: Vec<Fact>,
    /// What the variables hold.
    values: Map<LocalId, Id>,
    /// Labels that some `break` has left.
    left: Set<LabelId>,
    loops: Vec<Around>,
    /// Whether this only tries guesses: nothing is counted then.
    dry: bool,
    outcome: &'f mut Outcome,
}

/// The known at one place.
struct State {
    facts: Vec<Fact>,
    values: Map<LocalId, Id>,
}

impl Walk<'_> {
    fn prover(&self) -> Prover<'_> {
        Prover::new(&self.terms, &self.facts)
    }

    fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// Whether a local is a value of the thread's own, which only its assignments change.
    fn is_own(&self, id: LocalId) -> bool {
        let local = self.local(id);
        let value = match local.ty {
            Type::Unit | Type::Scalar(_) | Type::Array(..) | Type::Struct(_) | Type::Tuple(_) => true,
            Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => false,
        };
        value && local.kind != LocalKind::Shared
    }

    /// What a local holds.
    fn value(&mut self, id: LocalId) -> Id {
        if let Some(value) = self.values.get(&id) {
            return *value;
        }
        self.forget(id)
    }

    /// Gives a local a value of which nothing is known.
    #[inline(never)]
    fn forget(&mut self, id: LocalId) -> Id {
        let scalar = self.local(id).ty.scalar();
        let value = self.terms.opaque(scalar);
        self.values.insert(id, value);
        value
    }

    /// What was learnt inside of an expression holds from here on.
    #[inline(never)]
    fn commit(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        self.facts.append(&mut pending);
    }

    fn know(&mut self, a: Id, k: i128, b: Id) {
        self.facts.push(Fact { a, k, b });
    }

    fn save(&self) -> State {
        State { facts: self.facts.clone(), values: self.values.clone() }
    }

    fn restore(&mut self, state: State) {
        (self.facts, self.values) = (state.facts, state.values);
    }

    /// Takes a condition for true, or for false.
    #[inline(never)]
    fn assume(&mut self, condition: Id, truth: bool) {
        match (self.terms.node(condition).clone(), truth) {
            (Node::Not(inner), _) => self.assume(inner, !truth),
            (Node::Binary(BinOp::And | BinOp::BitAnd, a, b), true)
            | (Node::Binary(BinOp::Or | BinOp::BitOr, a, b), false) => {
                self.assume(a, truth);
                self.assume(b, truth);
            }
            (Node::Binary(op, a, b), _) if self.terms.int(a).is_some() && self.terms.int(b).is_some() => {
                match (op, truth) {
                    (BinOp::Lt, true) | (BinOp::Ge, false) => self.know(a, 1, b),
                    (BinOp::Le, true) | (BinOp::Gt, false) => self.know(a, 0, b),
                    (BinOp::Gt, true) | (BinOp::Le, false) => self.know(b, 1, a),
                    (BinOp::Ge, true) | (BinOp::Lt, false) => self.know(b, 0, a),
                    (BinOp::Eq, true) | (BinOp::Ne, false) => {
                        self.know(a, 0, b);
                        self.know(b, 0, a);
                    }
                    // What is at one end of where it can be, and is not there, is inside.
                    (BinOp::Ne, true) | (BinOp::Eq, false) => {
                        if self.prover().holds(a, 0, b) {
                            self.know(a, 1, b);
                        } else if self.prover().holds(b, 0, a) {
                            self.know(b, 1, a);
                        }
                    }
                    (_, _) => {}
                }
            }
            (
                Node::Opaque(_)
                | Node::Int(_)
                | Node::Bool(_)
                | Node::Len(_)
                | Node::Machine(_)
                | Node::Field(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::Call(..)
                | Node::Select(..),
                _,
            ) => {}
        }
    }

    // Expressions.

    fn expr(&mut self, expr: &mut Expr) -> Id {
        let scalar = expr.ty.scalar();
        let int = scalar.filter(|scalar| scalar.is_int());
        match &mut expr.kind {
            ExprKind::Literal(Literal::Int(value)) => match int {
                Some(scalar) => self.terms.int_of(*value, scalar),
                None => self.terms.opaque(scalar),
            },
            ExprKind::Literal(Literal::Bool(value)) => {
                let value = *value;
                self.terms.make(Node::Bool(value), scalar)
            }
            ExprKind::Literal(_) | ExprKind::Capture(_) | ExprKind::Extent { .. } => {
                self.terms.opaque(scalar)
            }
            ExprKind::Load(place) => self.load(place),
            ExprKind::Ref(place) | ExprKind::LenOf(place) => {
                self.place(place);
                self.terms.opaque(scalar)
            }
            ExprKind::Len(local) => {
                let local = *local;
                let ty = self.local(local).ty.clone();
                self.len(local, ty.referent())
            }
            ExprKind::Unary(op, a) => {
                let op = *op;
                let a = self.expr(a);
                match (op, int) {
                    (UnOp::Not, None) if scalar == Some(Scalar::Bool) => {
                        self.terms.make(Node::Not(a), scalar)
                    }
                    (UnOp::Neg, Some(int)) if int.is_signed_int() => {
                        let zero = self.terms.int_of(0, int);
                        self.terms.make(Node::Binary(BinOp::Sub, zero, a), scalar)
                    }
                    (_, _) => self.terms.opaque(scalar),
                }
            }
            ExprKind::Binary { op, lhs, rhs, .. } if op.is_lazy() => {
                let op = *op;
                let a = self.expr(lhs);
                let (facts, pending) = (self.facts.len(), self.pending.len());
                let known = self.pending.clone();
                self.facts.extend(known);
                self.assume(a, op == BinOp::And);
                let b = self.expr(rhs);
                self.facts.truncate(facts);
                self.pending.truncate(pending);
                self.terms.make(Node::Binary(op, a, b), scalar)
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let op = *op;
                let (a, b) = (self.expr(lhs), self.expr(rhs));
                self.binary(op, a, b, scalar)
            }
            ExprKind::Cast(a) => {
                let a = self.expr(a);
                let from = self.terms.get(a).scalar;
                match (from, int) {
                    (Some(from), Some(_)) if from == Scalar::Bool || from.is_int() => {
                        self.terms.make(Node::Cast(a), scalar)
                    }
                    (_, _) => self.terms.opaque(scalar),
                }
            }
            ExprKind::Select { condition, then, otherwise } => {
                let condition = self.expr(condition);
                let (facts, pending) = (self.facts.len(), self.pending.len());
                let known = self.pending.clone();
                let arm = |this: &mut Self, arm: &mut Expr, truth: bool| {
                    this.facts.extend(known.iter().copied());
                    this.assume(condition, truth);
                    let value = this.expr(arm);
                    let inside = this.facts.split_off(facts);
                    this.pending.truncate(pending);
                    (value, inside)
                };
                let (a, in_a) = arm(self, then, true);
                let (b, in_b) = arm(self, otherwise, false);
                if int.is_none() {
                    return self.terms.opaque(scalar);
                }
                let whole = self.terms.make(Node::Select(condition, a, b), scalar);
                let mut joined = Vec::new();
                let with = |this: &Self, inside: &[Fact]| {
                    let mut facts = this.facts.clone();
                    facts.extend_from_slice(inside);
                    facts
                };
                let (in_a, in_b) = (with(self, &in_a), with(self, &in_b));
                self.join(whole, (a, &in_a), (b, &in_b), &mut joined);
                self.pending.append(&mut joined);
                whole
            }
            ExprKind::Call { callee, args, .. } => {
                let callee = callee.clone();
                let values: Vec<Id> = args.iter_mut().map(|arg| self.expr(arg)).list();
                self.call(&callee, args, values, scalar)
            }
            ExprKind::Array(items) => {
                self.exprs(items);
                self.terms.opaque(scalar)
            }
            ExprKind::Repeat(item) => {
                self.expr(item);
                self.terms.opaque(scalar)
            }
            ExprKind::Make(fields) => {
                let whole = self.terms.opaque(scalar);
                for (name, value) in fields {
                    let ty = value.ty.scalar();
                    let value = self.expr(value);
                    let field = self.terms.make(Node::Field(whole, name.clone()), ty);
                    if self.terms.int(value).is_some() {
                        self.pending.push(Fact { a: field, k: 0, b: value });
                        self.pending.push(Fact { a: value, k: 0, b: field });
                    }
                }
                whole
            }
            ExprKind::Tile { args, .. } => {
                self.exprs(args);
                self.terms.opaque(scalar)
            }
        }
    }

    fn exprs(&mut self, exprs: &mut [Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn binary(&mut self, op: BinOp, a: Id, b: Id, scalar: Option<Scalar>) -> Id {
        let ints = self.terms.int(a).is_some() && self.terms.int(b).is_some();
        let bools = [a, b].iter().all(|id| self.terms.get(*id).scalar == Some(Scalar::Bool));
        if !ints && !bools {
            return self.terms.opaque(scalar);
        }
        if ints && matches!(op, BinOp::Div | BinOp::Rem) {
            // A divisor of 0 has ended the thread.
            if let Some(int) = self.terms.int(b).filter(|int| int.is_unsigned_int()) {
                let one = self.terms.int_of(1, int);
                self.pending.push(Fact { a: one, k: 0, b });
            }
        }
        self.terms.make(Node::Binary(op, a, b), scalar)
    }

    fn call(&mut self, callee: &Callee, args: &[Expr], values: Vec<Id>, scalar: Option<Scalar>) -> Id {
        // What is lent may come back changed.
        for arg in args {
            if let ExprKind::Ref(place) = &arg.kind
                && self.is_own(place.base)
            {
                self.forget(place.base);
            }
        }
        let Callee::Intrinsic(row) = callee else { return self.terms.opaque(scalar) };
        let pure = match row.effect {
            Effect::Pure | Effect::Divisor(_) => true,
            Effect::Memory | Effect::Barrier | Effect::Convergent => false,
        };
        match row.cpu {
            Cpu::Machine(machine) if pure => {
                self.terms.machine(row.name, machine).unwrap_or_else(|| self.terms.opaque(scalar))
            }
            Cpu::Eval(_) | Cpu::Lanes { .. }
                if pure && values.iter().all(|id| self.terms.int(*id).is_some()) =>
            {
                match (row.operator, &values[..]) {
                    (Some(Operator::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul))), [a, b]) => {
                        self.binary(op, *a, *b, scalar)
                    }
                    (_, _) => self.terms.make(Node::Call(row.name, values), scalar),
                }
            }
            Cpu::Machine(_) | Cpu::Eval(_) | Cpu::Lanes { .. } => self.terms.opaque(scalar),
        }
    }

    fn load(&mut self, place: &mut Place) -> Id {
        let scalar = place.ty.scalar();
        self.place(place);
        if !self.is_own(place.base) {
            return self.terms.opaque(scalar);
        }
        let mut value = self.value(place.base);
        for step in &place.steps {
            match step {
                // Fields on the way are not scalars; the last one is what is read.
                Step::Field(name) => value = self.terms.make(Node::Field(value, name.clone()), scalar),
                Step::Index { .. } | Step::Slice { .. } => return self.terms.opaque(scalar),
            }
        }
        value
    }

    /// The number of elements of a local, or of what it refers to.
    fn len(&mut self, local: LocalId, ty: &Type) -> Id {
        let fixed = match self.local(local).kind {
            LocalKind::Param | LocalKind::Shared => true,
            LocalKind::Let | LocalKind::Temp => false,
        };
        match ty {
            Type::Array(_, Len::Const(len)) => self.terms.int_of(i128::from(*len), Scalar::Usize),
            Type::Slice { element, .. } if fixed => self.terms.len(local, element.size()),
            Type::Array(_, Len::Capture(_))
            | Type::Slice { .. }
            | Type::Unit
            | Type::Scalar(_)
            | Type::Struct(_)
            | Type::Tuple(_)
            | Type::Atomic(_)
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => self.terms.opaque(Some(Scalar::Usize)),
        }
    }

    /// Looks at the indices of a place, and drops their checks where it can.
    fn place(&mut self, place: &mut Place) {
        let base = self.local(place.base).ty.clone();
        let mut ty = Some(base.referent());
        let mut part = None;
        for step in &mut place.steps {
            match step {
                Step::Index { index, check } => {
                    let text = if self.dry { None } else { spell::spell(index, self.locals) };
                    let index = self.expr(index);
                    let len = match (part.take(), ty) {
                        (Some(len), _) => Some(len),
                        (None, Some(ty @ (Type::Array(..) | Type::Slice { .. }))) => {
                            Some(self.len(place.base, ty))
                        }
                        (None, _) => None,
                    };
                    if let Some(len) = len {
                        self.check(check, (index, text), len);
                    }
                    ty = ty.and_then(Type::element);
                }
                Step::Field(name) => ty = ty.and_then(|ty| ty.field(name)),
                Step::Slice { start, len } => {
                    self.expr(start);
                    part = Some(self.expr(len));
                }
            }
        }
    }

    fn check(&mut self, check: &mut Check, (index, text): (Id, Option<String>), len: Id) {
        let site = match check {
            Check::Checked(site) => *site,
            Check::Proven => return self.pending.push(Fact { a: index, k: 1, b: len }),
            Check::Unchecked => return,
        };
        if self.prover().holds(index, 1, len) {
            *check = Check::Proven;
            self.outcome.dropped += usize::from(!self.dry);
        } else if !self.dry {
            let why = self.why(index, len);
            self.outcome.kept.push(Kept { site, index: text, why });
        }
        self.pending.push(Fact { a: index, k: 1, b: len });
    }

    fn why(&self, index: Id, len: Id) -> Why {
        let prover = self.prover();
        if let (Node::Binary(op, a, b), Some(scalar)) = (self.terms.node(index), self.terms.int(index))
            && !prover.fits(*op, *a, *b, scalar)
        {
            match op {
                BinOp::Sub => return Why::MayWrapBelow,
                BinOp::Add | BinOp::Mul => return Why::MayWrapAbove,
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
                | BinOp::Ge => {}
            }
        }
        let most = prover.range(index).1;
        match (self.terms.constant(len), u64::try_from(most)) {
            (Some(len), Ok(most)) if most <= 1 << 20 => Why::TooGreat { most, len: len as u64 },
            (_, _) => Why::Unbounded,
        }
    }
}

#[cfg(test)]
mod tests;
