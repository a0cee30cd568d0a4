//! Statements that go from memory to memory in one pass.
//!
//! A fused instruction is tried first and skips the single instructions behind it where it applies. Indices and all
//! operands that are not loads of neighbors are evaluated before both, so only those that cannot fail qualify; the
//! loads and their checks keep their order.

use kiln_codegen::ir::{BinOp, Expr, ExprKind, Place, Scalar, Step, Stmt, StmtKind};

use super::expr::factors;
use super::place::{Seen, Target};
use super::{Compiler, Fallible, Storage, Want};
use crate::cpu::Observer;
use crate::cpu::code::{
    Check, Condition, FusedArg, FusedOp, FusedStore, Guarded, Line, LineCompare, LineOp, Memory, One, Op, Pc,
    Value,
};
use crate::cpu::facts::{is_total, site};
use crate::cpu::ops::{Product, binary, product};

/// What the root of a stored value does.
#[derive(Clone, Copy)]
enum Root {
    Copy,
    Binary(BinOp),
    Product(Product),
}

/// A stored value taken apart, with the order in which its operands are evaluated.
struct Parts<'e> {
    root: Root,
    operands: Vec<&'e Expr>,
    order: &'static [usize],
}

#[derive(Clone, Copy)]
enum Operand {
    Ready(Value),
    /// `sum` is the index as a line and what is added to it, where it is such a sum.
    Load {
        memory: Memory,
        index: Value,
        sum: Option<(Line, One)>,
        check: Check,
    },
}

/// A statement whose indices and operands have been evaluated, but for the loads of neighbors.
pub(super) struct Ready {
    root: Root,
    order: &'static [usize],
    scalar: Scalar,
    target: Target,
    operands: Vec<Operand>,
    /// Sums that only the single instructions need.
    late: Vec<Op>,
}

impl Compiler<'_> {
    /// Compiles `place = value` if it is such a statement; with `compound`, `value` is `place op right`, of which
    /// the right operand is evaluated first.
    pub(super) fn fuse(&mut self, place: &Place, value: &Expr, compound: bool) -> Fallible<bool> {
        if self.observer != Observer::None {
            return Ok(false);
        }
        let Some(ready) = self.ready(place, value, compound, false)? else { return Ok(false) };
        let skip = self.label();
        if let Some(fused) = self.fused(&ready, skip)? {
            self.emit(Op::Fused(Box::new(fused)));
        }
        self.single(ready)?;
        self.bind(skip);
        Ok(true)
    }

    /// Compiles `if condition { place = value }`, without what comes after the condition, if that is such a
    /// statement and the condition compares a line.
    pub(super) fn guard(&mut self, condition: &Condition, then: &Stmt, done: Pc) -> Fallible<Option<Ready>> {
        let (
            Condition::Line(LineCompare { op, line, value: bound, .. }),
            StmtKind::Assign { place, op: compound, value },
        ) = (condition, &then.kind)
        else {
            return Ok(None);
        };
        if self.observer != Observer::None {
            return Ok(None);
        }
        let ready = match compound {
            None => self.ready(place, value, false, true)?,
            Some(op) => match compound_value(place, *op, value) {
                Some(whole) => self.ready(place, &whole, true, true)?,
                None => None,
            },
        };
        let Some(ready) = ready else { return Ok(None) };
        if let Some(fused) = self.fused(&ready, done)? {
            let shared = |arg: &FusedArg| match arg {
                FusedArg::Memory { memory, .. } => memory.shared,
                FusedArg::One(_) | FusedArg::Lanes(_) => true,
            };
            let trace = (fused.memory.shared && fused.args.iter().all(shared)).then_some(self.traces);
            self.traces += u32::from(trace.is_some());
            let guarded = Guarded { op: *op, line: *line, value: *bound, fused, trace };
            self.emit(Op::Guarded(Box::new(guarded)));
        }
        Ok(Some(ready))
    }

    /// Evaluates what comes before the loads; `cheap` asks for a statement where that is next to nothing, so
    /// that it may be done for more lanes than need it.
    fn ready(&mut self, place: &Place, value: &Expr, compound: bool, cheap: bool) -> Fallible<Option<Ready>> {
        let Some(scalar) = place.ty.scalar() else { return Ok(None) };
        if !self.is_neighbor(place) || !self.facts.varies(value) {
            return Ok(None);
        }
        let Some(parts) = self.parts(value, scalar, compound) else { return Ok(None) };
        let light = |operand: &&Expr| {
            let local = matches!(&operand.kind, ExprKind::Load(place) if place.steps.is_empty());
            local || !self.facts.varies(operand) || self.neighbor(operand).is_some()
        };
        if cheap && !parts.operands.iter().all(light) {
            return Ok(None);
        }
        let target = self.target(place)?;
        let (mut operands, mut late) = (Vec::new(), Vec::new());
        for operand in &parts.operands {
            operands.push(self.operand(operand, place, &target, &mut late)?);
        }
        Ok(Some(Ready { root: parts.root, order: parts.order, scalar, target, operands, late }))
    }

    /// The statement in single instructions.
    pub(super) fn single(&mut self, ready: Ready) -> Fallible<()> {
        let Ready { root, order, scalar, target, operands, late } = ready;
        self.ops.extend(late);
        let mut values = vec![Value::One(self.constant(0)); operands.len()];
        for k in order {
            values[*k] = match operands[*k] {
                Operand::Ready(value) => value,
                Operand::Load { memory, index, check, .. } => {
                    let seen = Seen::UNSEEN;
                    let target = Target::Memory { memory, index, check, scalar, seen };
                    self.load_target(&target, Want::Nothing)?
                }
            };
        }
        let value = match (root, &values[..]) {
            (Root::Copy, [a]) => *a,
            (Root::Binary(op), [a, b]) => self.binary(op, scalar, *a, *b, Want::Nothing),
            (Root::Product(kind), [a, b, c]) => {
                self.product_of(kind, scalar, [*a, *b, *c], Want::Nothing).ok_or("a product has no loops")?
            }
            (Root::Copy | Root::Binary(_) | Root::Product(_), _) => {
                return Err("an operation has the wrong number of operands".to_string());
            }
        };
        self.store_target(&target, value)
    }

    /// The statement as one instruction.
    fn fused(&mut self, ready: &Ready, skip: Pc) -> Fallible<Option<FusedStore>> {
        let scalar = ready.scalar;
        let Target::Memory { memory, index: Value::Line(index), check, .. } = ready.target else {
            return Ok(None);
        };
        let mut args = Vec::new();
        let mut shape = 0;
        for (k, operand) in ready.operands.iter().enumerate() {
            args.push(match *operand {
                Operand::Ready(Value::One(one)) => {
                    shape |= 1 << k;
                    FusedArg::One(one)
                }
                Operand::Ready(value) => FusedArg::Lanes(self.lanes_of(value, scalar.size())),
                Operand::Load { memory, sum: Some((index, plus)), check, .. } => {
                    FusedArg::Memory { memory, index, plus: Some(plus), check }
                }
                Operand::Load { memory, index: Value::Line(index), sum: None, check } => {
                    FusedArg::Memory { memory, index, plus: None, check }
                }
                Operand::Load { index: Value::One(_) | Value::Lanes(_), sum: None, .. } => return Ok(None),
            });
        }
        let f = match ready.root {
            Root::Copy => FusedOp::Copy,
            Root::Binary(op) => {
                let f = binary(op, scalar);
                match shape {
                    0 => FusedOp::Lanes2(f.lanes),
                    1 => FusedOp::Swapped(f.swapped),
                    2 => FusedOp::Right(f.right),
                    _ => return Ok(None),
                }
            }
            Root::Product(kind) => {
                let f = product(kind, scalar).ok_or("a product has no loops")?;
                let Some(f) = f.lanes.get(shape) else { return Ok(None) };
                FusedOp::Lanes3(*f)
            }
        };
        let scratch = self.new_lanes(scalar.size());
        let size = scalar.size() as u8;
        Ok(Some(FusedStore { size, memory, index, check, f, args, scratch, skip }))
    }

    /// Whether a place is memory at an index that may be a line and cannot fail.
    fn is_neighbor(&self, place: &Place) -> bool {
        let [Step::Index { index, .. }] = &place.steps[..] else { return false };
        let memory = matches!(self.storage[place.base.0 as usize], Storage::Memory(_));
        memory && place.ty.scalar().is_some() && self.facts.is_line(index) && is_total(index)
    }

    fn parts<'e>(&self, value: &'e Expr, scalar: Scalar, compound: bool) -> Option<Parts<'e>> {
        let parts = match &value.kind {
            ExprKind::Load(_) => Parts { root: Root::Copy, operands: vec![value], order: &[0] },
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let sum = matches!(op, BinOp::Add | BinOp::Sub) && product(Product::Add, scalar).is_some();
                let factors = if sum { (factors(lhs), factors(rhs)) } else { (None, None) };
                match (op, factors) {
                    (_, (Some((a, b)), _)) => {
                        let kind = if *op == BinOp::Add { Product::Add } else { Product::Sub };
                        Parts { root: Root::Product(kind), operands: vec![a, b, &**rhs], order: &[0, 1, 2] }
                    }
                    (_, (None, Some((a, b)))) => {
                        let kind = if *op == BinOp::Add { Product::Add } else { Product::SubFrom };
                        let order: &[usize] = if compound { &[0, 1, 2] } else { &[2, 0, 1] };
                        Parts { root: Root::Product(kind), operands: vec![a, b, &**lhs], order }
                    }
                    (
                        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor,
                        (None, None),
                    ) => {
                        let order: &[usize] = if compound { &[1, 0] } else { &[0, 1] };
                        Parts { root: Root::Binary(*op), operands: vec![&**lhs, &**rhs], order }
                    }
                    (
                        BinOp::Div
                        | BinOp::Rem
                        | BinOp::Shl
                        | BinOp::Shr
                        | BinOp::And
                        | BinOp::Or
                        | BinOp::Eq
                        | BinOp::Ne
                        | BinOp::Lt
                        | BinOp::Le
                        | BinOp::Gt
                        | BinOp::Ge,
                        _,
                    ) => return None,
                }
            }
            _ => return None,
        };
        // A pass from memory to memory pays only where some operand is memory.
        let some = parts.operands.iter().any(|operand| self.neighbor(operand).is_some());
        let all = parts.operands.iter().all(|operand| is_total(operand) || self.neighbor(operand).is_some());
        (some && all).then_some(parts)
    }

    /// The place that an expression loads, if it is that of a neighbor.
    fn neighbor<'e>(&self, operand: &'e Expr) -> Option<&'e Place> {
        match &operand.kind {
            ExprKind::Load(place) if self.is_neighbor(place) => Some(place),
            _ => None,
        }
    }

    fn operand(
        &mut self,
        operand: &Expr,
        place: &Place,
        target: &Target,
        late: &mut Vec<Op>,
    ) -> Fallible<Operand> {
        let Some(from) = self.neighbor(operand) else { return Ok(Operand::Ready(self.expr(operand)?)) };
        let (Storage::Memory(memory), [step @ Step::Index { index, .. }]) =
            (self.storage[from.base.0 as usize], &from.steps[..])
        else {
            return Err("a neighbor is not in memory".to_string());
        };
        let check = site(step);
        if let (Target::Memory { index: known, .. }, [Step::Index { index: own, .. }]) =
            (target, &place.steps[..])
            && own == index
        {
            return Ok(Operand::Load { memory, index: *known, sum: None, check });
        }
        let index = self.expr(index)?;
        let sum = match (self.ops.last(), index) {
            (Some(Op::LineBinary(last)), Value::Line(line)) if last.op == LineOp::Add && last.d == line => {
                match (last.a, last.b) {
                    (Value::Line(a), Value::One(b)) | (Value::One(b), Value::Line(a)) => Some((a, b)),
                    (Value::One(_) | Value::Lanes(_) | Value::Line(_), _) => None,
                }
            }
            (_, _) => None,
        };
        if sum.is_some() {
            late.extend(self.ops.pop());
        }
        Ok(Operand::Load { memory, index, sum, check })
    }
}

/// What `place op= value` stores, where the operator may be part of a pass.
pub(super) fn compound_value(place: &Place, op: BinOp, value: &Expr) -> Option<Expr> {
    let part = !op.is_shift() && !matches!(op, BinOp::Div | BinOp::Rem);
    part.then(|| Expr::binary(op, Expr::load(place.clone()), value.clone(), place.ty.clone()))
}
