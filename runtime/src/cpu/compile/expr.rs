//! Expressions: operators, casts, laziness.

use kiln_codegen::ir::{BinOp, Callee, Expr, ExprKind, Scalar, UnOp};

use super::{Compiler, Fallible, Want};
use crate::cpu::cast::cast;
use crate::cpu::code::{Arg, Condition, LineBinary, LineCompare, LineOp, Narrow, Op, Value};
use crate::cpu::facts::{can_be_line, is_total};
use crate::cpu::lanes::{Fn1, Fn2, moves};
use crate::cpu::ops::{Product, binary, product, unary};

impl Compiler<'_> {
    pub(super) fn scalar(expr: &Expr) -> Fallible<Scalar> {
        expr.ty.scalar().ok_or_else(|| format!("a value of type {:?} is used as a scalar", expr.ty))
    }

    /// Compiles a scalar expression. The result may be the register of a local: it is good until that is assigned.
    pub(super) fn expr(&mut self, expr: &Expr) -> Fallible<Value> {
        self.expr_to(expr, Want::Nothing)
    }

    /// The same; the root operation may write to `want`.
    pub(super) fn expr_to(&mut self, expr: &Expr, want: Want) -> Fallible<Value> {
        match &expr.kind {
            ExprKind::Literal(literal) => {
                let bits = literal.to_bits(Self::scalar(expr)?);
                Ok(Value::One(self.constant(bits)))
            }
            ExprKind::Load(place) => self.load(place, want),
            ExprKind::Len(local) => self.len(*local),
            ExprKind::Unary(op, a) => {
                let s = Self::scalar(a)?;
                let value = self.expr(a)?;
                Ok(self.unary(*op, s, value, want))
            }
            ExprKind::Cast(a) => {
                let (from, to) = (Self::scalar(a)?, Self::scalar(expr)?);
                let value = self.expr(a)?;
                Ok(self.cast(from, to, value, want))
            }
            ExprKind::Binary { op, lhs, rhs, site } => {
                let s = Self::scalar(lhs)?;
                match op {
                    BinOp::And | BinOp::Or => self.lazy(*op == BinOp::And, lhs, rhs, want),
                    BinOp::Add | BinOp::Sub => {
                        if let Some(value) = self.product(*op, s, lhs, rhs, want)? {
                            return Ok(value);
                        }
                        let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
                        Ok(self.binary(*op, s, a, b, want))
                    }
                    BinOp::Shl | BinOp::Shr => {
                        let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
                        let b = self.cast(Self::scalar(rhs)?, s.unsigned(), b, Want::Nothing);
                        Ok(self.binary(*op, s, a, b, want))
                    }
                    BinOp::Div | BinOp::Rem => {
                        let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
                        if s.is_int() {
                            self.check_divisor(s, a, b, site.map_or(0, |site| site.0));
                        }
                        Ok(self.divide(*op, s, a, b, want))
                    }
                    BinOp::Mul
                    | BinOp::BitAnd
                    | BinOp::BitOr
                    | BinOp::BitXor
                    | BinOp::Eq
                    | BinOp::Ne
                    | BinOp::Lt
                    | BinOp::Le
                    | BinOp::Gt
                    | BinOp::Ge => {
                        let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
                        Ok(self.binary(*op, s, a, b, want))
                    }
                }
            }
            ExprKind::Select { condition, then, otherwise } => self.select(expr, condition, then, otherwise),
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site } => {
                self.call(row, args, &expr.ty, site.map(|site| site.0), want)
            }
            ExprKind::Call { callee: Callee::Function(_), .. } => {
                Err("it calls a device function that was not inlined".to_string())
            }
            ExprKind::Call {
                callee: Callee::Method(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..),
                ..
            }
            | ExprKind::Capture(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => Err("it is not specialized".to_string()),
            ExprKind::Array(_) | ExprKind::Repeat(_) => {
                Err("an array value stands inside an expression".to_string())
            }
            ExprKind::Ref(_) => Err("a reference stands outside of a call".to_string()),
        }
    }

    pub(super) fn apply1(&mut self, f: Fn1, from: usize, to: usize, value: Value, want: Want) -> Value {
        if let Value::One(a) = value {
            if let Some(bits) = self.known(a) {
                return Value::One(self.constant((f.one)(bits)));
            }
            let d = self.one_for(want);
            self.emit(Op::One1 { f: f.one, d, a });
            return Value::One(d);
        }
        let a = self.lanes_of(value, from);
        let d = self.lanes_for(want, to);
        self.emit(Op::Lanes1 { f: f.lanes, d, a });
        Value::Lanes(d)
    }

    fn unary(&mut self, op: UnOp, s: Scalar, value: Value, want: Want) -> Value {
        self.apply1(unary(op, s), s.size(), s.size(), value, want)
    }

    pub(super) fn cast(&mut self, from: Scalar, to: Scalar, value: Value, want: Want) -> Value {
        // Integers of one width share their bits, but a line remembers its sign.
        let same = from == to || from.is_int() && to.is_int() && from.size() == to.size();
        if let Value::Line(a) = value {
            if from == to {
                return value;
            }
            if to.is_int() && to.size() >= 4 {
                let d = self.new_line(to);
                self.emit(Op::LineCast { f: cast(from, to).lanes, d, a });
                return Value::Line(d);
            }
        } else if same {
            return value;
        }
        self.apply1(cast(from, to), from.size(), to.size(), value, want)
    }

    fn one_for(&mut self, want: Want) -> crate::cpu::code::One {
        match want {
            Want::One(one) => one,
            Want::Nothing | Want::Lanes(_) => self.new_one(),
        }
    }

    pub(super) fn lanes_for(&mut self, want: Want, size: usize) -> crate::cpu::code::Lanes {
        match want {
            Want::Lanes(lanes) => lanes,
            Want::Nothing | Want::One(_) => self.new_lanes(size),
        }
    }

    /// A strict operator whose operands have type `s` (both, also for shifts).
    pub(super) fn binary(&mut self, op: BinOp, s: Scalar, a: Value, b: Value, want: Want) -> Value {
        let f = binary(op, s);
        let result = if op.is_comparison() { 1 } else { s.size() };
        if op.is_comparison()
            && let Some(compare) = self.line_compare(op, s, a, b, want)
        {
            let d = compare.d;
            self.emit(Op::CompareLine(Box::new(compare)));
            return Value::Lanes(d);
        }
        if let Some(op) = line_op(op, s, a, b) {
            let d = self.new_line(s);
            self.emit(Op::LineBinary(Box::new(LineBinary { op, d, a, b, f })));
            return Value::Line(d);
        }
        let value = self.apply2(f, s.size(), result, a, b, want);
        self.count_binary(op, s, value);
        value
    }

    /// A comparison of a line with a uniform value, if the operands are those.
    pub(super) fn line_compare(
        &mut self,
        op: BinOp,
        s: Scalar,
        a: Value,
        b: Value,
        want: Want,
    ) -> Option<LineCompare> {
        let (op, line, value) = match (a, b) {
            (Value::Line(line), Value::One(value)) => (op, line, value),
            (Value::One(value), Value::Line(line)) => (op.mirrored(), line, value),
            (Value::One(_) | Value::Lanes(_) | Value::Line(_), _) => return None,
        };
        Some(LineCompare { op, line, value, right: binary(op, s).right, d: self.lanes_for(want, 1) })
    }

    pub(super) fn apply2(
        &mut self,
        f: Fn2,
        operand: usize,
        result: usize,
        a: Value,
        b: Value,
        want: Want,
    ) -> Value {
        match (a, b) {
            (Value::One(a), Value::One(b)) => {
                if let (Some(a), Some(b)) = (self.known(a), self.known(b)) {
                    return Value::One(self.constant((f.one)(a, b)));
                }
                let d = self.one_for(want);
                self.emit(Op::One2 { f: f.one, d, a, b });
                return Value::One(d);
            }
            (Value::One(a), b) => {
                let b = self.lanes_of(b, operand);
                let d = self.lanes_for(want, result);
                self.emit(Op::Right { f: f.swapped, d, a: b, b: a });
                return Value::Lanes(d);
            }
            (a, Value::One(b)) => {
                let a = self.lanes_of(a, operand);
                let d = self.lanes_for(want, result);
                self.emit(Op::Right { f: f.right, d, a, b });
                return Value::Lanes(d);
            }
            (Value::Lanes(_) | Value::Line(_), Value::Lanes(_) | Value::Line(_)) => {}
        }
        let (a, b) = (self.lanes_of(a, operand), self.lanes_of(b, operand));
        let d = self.lanes_for(want, result);
        self.emit(Op::Lanes2 { f: f.lanes, d, a, b });
        Value::Lanes(d)
    }

    /// `a * b + c` and its kin in one pass over the lanes, with both roundings.
    fn product(
        &mut self,
        op: BinOp,
        s: Scalar,
        lhs: &Expr,
        rhs: &Expr,
        want: Want,
    ) -> Fallible<Option<Value>> {
        let (left, right) = (factors(lhs), factors(rhs));
        let kind = match (left, right) {
            (Some(_), _) if op == BinOp::Sub => Product::Sub,
            (None, Some(_)) if op == BinOp::Sub => Product::SubFrom,
            (Some(_), _) | (None, Some(_)) => Product::Add,
            (None, None) => return Ok(None),
        };
        if product(kind, s).is_none() || !(self.facts.varies(lhs) || self.facts.varies(rhs)) {
            return Ok(None);
        }
        // The addend is evaluated where it stands; a sum's operands may change places, bit for bit.
        let values = if let Some((a, b)) = left {
            let (a, b) = (self.expr(a)?, self.expr(b)?);
            [a, b, self.expr(rhs)?]
        } else if let Some((a, b)) = right {
            let c = self.expr(lhs)?;
            [self.expr(a)?, self.expr(b)?, c]
        } else {
            return Ok(None);
        };
        Ok(self.product_of(kind, s, values, want))
    }

    /// A product with an addition, of which some operand varies.
    pub(super) fn product_of(
        &mut self,
        kind: Product,
        s: Scalar,
        values: [Value; 3],
        want: Want,
    ) -> Option<Value> {
        let f = product(kind, s)?;
        let mut shape = 0;
        let mut args = [0; 3];
        for (k, value) in values.into_iter().enumerate() {
            args[k] = match value {
                Value::One(one) => {
                    shape |= 1 << k;
                    one.0
                }
                Value::Lanes(_) | Value::Line(_) => self.lanes_of(value, s.size()).0,
            };
        }
        let d = self.lanes_for(want, s.size());
        // Some operand varies, so at most two of the three bits are set.
        self.emit(Op::Lanes3 { f: *f.lanes.get(shape)?, d, args, shape: shape as u8 });
        self.count_flops(s, 2);
        Some(Value::Lanes(d))
    }

    pub(super) fn arg(&mut self, value: Value) -> Arg {
        match value {
            Value::One(one) => Arg::One(one),
            Value::Lanes(lanes) => Arg::Lanes(lanes),
            Value::Line(line) => {
                self.emit(Op::Materialize(line));
                Arg::Lanes(line.lanes)
            }
        }
    }

    pub(super) fn check_divisor(&mut self, s: Scalar, a: Value, b: Value, site: u32) {
        if let Value::One(divisor) = b {
            let minus_one = if s.size() == 8 { u64::MAX } else { (1 << s.bits()) - 1 };
            let harmless = |bits| bits != 0 && !(s.is_signed_int() && bits == minus_one);
            if self.known(divisor).is_some_and(harmless) {
                return;
            }
        }
        self.emit(Op::CheckDivisor(Box::new((s, a, b, site))));
    }

    /// A division or remainder after its check; cheaper where the divisor is a constant power of two.
    pub(super) fn divide(&mut self, op: BinOp, s: Scalar, a: Value, b: Value, want: Want) -> Value {
        if s.is_unsigned_int()
            && let Value::One(one) = b
            && let Some(divisor) = self.known(one)
            && divisor.is_power_of_two()
            && !matches!(a, Value::Line(_))
        {
            return if op == BinOp::Div {
                let amount = Value::One(self.constant(u64::from(divisor.trailing_zeros())));
                self.binary(BinOp::Shr, s, a, amount, want)
            } else {
                let low = Value::One(self.constant(divisor - 1));
                self.binary(BinOp::BitAnd, s, a, low, want)
            };
        }
        self.binary(op, s, a, b, want)
    }

    /// `&&` (`and`) or `||`.
    fn lazy(&mut self, and: bool, lhs: &Expr, rhs: &Expr, want: Want) -> Fallible<Value> {
        let op = if and { BinOp::And } else { BinOp::Or };
        let a = self.expr(lhs)?;
        if is_total(rhs) && (self.facts.varies(lhs) || self.facts.varies(rhs)) {
            let b = self.expr(rhs)?;
            return Ok(self.binary(op, Scalar::Bool, a, b, want));
        }
        if let Value::One(condition) = a {
            // A uniform left operand decides by a jump.
            let end = self.label();
            let jump = |to| if and { Op::JumpUnless { condition, to } } else { Op::JumpIf { condition, to } };
            let d = if self.facts.varies(rhs) {
                let d = self.new_lanes(1);
                self.emit(Op::Splat { f: moves(1).splat, d, a: condition });
                self.emit(jump(end));
                let b = self.expr(rhs)?;
                let b = self.lanes_of(b, 1);
                self.emit(Op::Copy { size: 1, d, a: b });
                Value::Lanes(d)
            } else {
                let d = self.new_one();
                self.emit(Op::CopyOne { d, a: condition });
                self.emit(jump(end));
                let b = self.expr(rhs)?;
                self.copy_one(d, b)?;
                Value::One(d)
            };
            self.bind(end);
            return Ok(d);
        }
        let a = self.lanes_of(a, 1);
        let d = self.new_lanes(1);
        self.emit(Op::Copy { size: 1, d, a });
        let condition = if and { Condition::Lanes(a) } else { Condition::NotLanes(a) };
        self.masked(condition, |this| {
            let b = this.expr(rhs)?;
            this.copy_masked(d, 1, b);
            Ok(())
        })?;
        Ok(Value::Lanes(d))
    }

    /// Runs `f` under a narrower mask.
    fn masked(&mut self, condition: Condition, f: impl FnOnce(&mut Self) -> Fallible<()>) -> Fallible<()> {
        let parent = self.slot;
        let exit = self.label();
        let slot = self.enter_slot();
        self.emit(Op::Narrow(Box::new(Narrow { from: parent, to: slot, condition, exit })));
        f(self)?;
        self.bind(exit);
        self.slot = parent;
        self.emit(Op::Restore { slot: parent });
        Ok(())
    }

    fn copy_masked(&mut self, d: crate::cpu::code::Lanes, size: usize, value: Value) {
        let f = moves(size);
        match value {
            Value::One(a) => self.emit(Op::SplatMasked { f: f.splat_masked, d, a }),
            Value::Lanes(_) | Value::Line(_) => {
                let a = self.lanes_of(value, size);
                self.emit(Op::CopyMasked { f: f.masked, d, a, size: size as u8 });
            }
        }
    }

    pub(super) fn copy_one(&mut self, d: crate::cpu::code::One, value: Value) -> Fallible<()> {
        match value {
            Value::One(a) if a == d => {}
            Value::One(a) => self.emit(Op::CopyOne { d, a }),
            Value::Lanes(_) | Value::Line(_) => {
                return Err("a value was wrongly taken for uniform".to_string());
            }
        }
        Ok(())
    }

    fn select(&mut self, expr: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr) -> Fallible<Value> {
        let size = Self::scalar(expr)?.size();
        let varies = self.facts.varies(expr);
        if !(is_total(then) && is_total(otherwise)) && self.facts.varies(condition) {
            return self.select_by_masks(size, condition, then, otherwise);
        }
        let c = self.expr(condition)?;
        if let Value::One(condition) = c {
            let (other, end) = (self.label(), self.label());
            let one = self.new_one();
            let lanes = if varies { Some(self.new_lanes(size)) } else { None };
            self.emit(Op::JumpUnless { condition, to: other });
            for (arm, last) in [(then, false), (otherwise, true)] {
                let value = self.expr(arm)?;
                if let Some(d) = lanes {
                    let a = self.lanes_of(value, size);
                    self.emit(Op::Copy { size: size as u8, d, a });
                } else {
                    self.copy_one(one, value)?;
                }
                if !last {
                    self.emit(Op::Jump(end));
                    self.bind(other);
                }
            }
            self.bind(end);
            return Ok(lanes.map_or(Value::One(one), Value::Lanes));
        }
        let c = self.lanes_of(c, 1);
        let a = self.expr(then)?;
        let a = self.lanes_of(a, size);
        let b = self.expr(otherwise)?;
        let b = self.lanes_of(b, size);
        let d = self.new_lanes(size);
        self.emit(Op::Select { f: moves(size).select, d, args: [c, a, b] });
        Ok(Value::Lanes(d))
    }

    /// A choice of which each arm runs for its own lanes alone.
    fn select_by_masks(
        &mut self,
        size: usize,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Fallible<Value> {
        let parent = self.slot;
        let d = self.new_lanes(size);
        let (other, end) = (self.label(), self.label());
        let slot = self.enter_slot();
        self.narrow(condition, parent, slot, other)?;
        // The first arm may write other lanes too: those are the second arm's, or not active.
        let value = self.expr_to(then, Want::Lanes(d))?;
        self.copy_lanes(d, size, value, false);
        self.bind(other);
        self.emit(Op::Otherwise { parent, slot, exit: end });
        let value = self.expr(otherwise)?;
        self.copy_masked(d, size, value);
        self.bind(end);
        self.slot = parent;
        self.emit(Op::Restore { slot: parent });
        Ok(Value::Lanes(d))
    }
}

/// The factors of a product.
pub(super) fn factors(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } => Some((lhs, rhs)),
        _ => None,
    }
}

/// The operator on lines, where one operand may be a line and the other keeps it one.
fn line_op(op: BinOp, s: Scalar, a: Value, b: Value) -> Option<LineOp> {
    let is_line = |value| matches!(value, Value::Line(_));
    let is_one = |value| matches!(value, Value::One(_));
    let either = (is_line(a) && (is_line(b) || is_one(b))) || (is_one(a) && is_line(b));
    if !either || !can_be_line(&kiln_codegen::ir::Type::Scalar(s)) {
        return None;
    }
    match op {
        BinOp::Add => Some(LineOp::Add),
        BinOp::Sub => Some(LineOp::Sub),
        BinOp::Mul if is_one(a) || is_one(b) => Some(LineOp::Mul),
        BinOp::Shl if is_one(b) => Some(LineOp::Shl),
        BinOp::Div if is_line(a) && is_one(b) => Some(LineOp::Div),
        BinOp::Rem if is_line(a) && is_one(b) => Some(LineOp::Rem),
        BinOp::Mul
        | BinOp::Shl
        | BinOp::Div
        | BinOp::Rem
        | BinOp::BitAnd
        | BinOp::BitOr
        | BinOp::BitXor
        | BinOp::Shr
        | BinOp::And
        | BinOp::Or
        | BinOp::Eq
        | BinOp::Ne
        | BinOp::Lt
        | BinOp::Le
        | BinOp::Gt
        | BinOp::Ge => None,
    }
}
