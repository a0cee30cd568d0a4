//! Element-wise expressions: steps over strips of elements.
//!
//! An operand of the result's extents is read where it lies; a smaller one is computed once and its rows or columns
//! are repeated strip by strip; a load of a tensor is read strip by strip; what is the same for all elements is a
//! scalar. Temporaries are strips that are used again as soon as they were read.

use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::{Cpu, Intrinsic, LaneFn, Operator, Pick};
use kiln_codegen::ir::{Addressing, BinOp, Callee, Expr, ExprKind, Scalar, TileOp, Type};

use super::one::{generic, operator};
use super::{Compiler, Fallible, count, lane, shape};
use crate::cpu::cast::cast;
use crate::cpu::code::LaneLoop;
use crate::cpu::lanes::moves;
use crate::cpu::ops::{binary, greatest, intrinsic, least, unary};
use crate::cpu::tile::code::{
    Binary, Eval, Offset, One, Operand, Prepare, STRIP, Slot, Step, StepKind, StripArg, Strips,
};
use crate::cpu::tile::half;

/// Which operand of the outermost operator is evaluated first: the right one in `place op= value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    LeftFirst,
    RightFirst,
}

/// A value inside of the expression.
#[derive(Clone, Copy, Debug)]
enum Value {
    One(Slot),
    Strip(Operand),
}

struct Builder<'c, 'a> {
    compiler: &'c mut Compiler<'a>,
    count: usize,
    prepare: Vec<Prepare>,
    steps: Vec<Step>,
    /// Temporaries that can be used again, by the logarithm of the element's size.
    free: [Vec<Offset>; 4],
    /// Every temporary, with its place in `free`.
    temporaries: Vec<(Offset, usize)>,
}

impl Compiler<'_> {
    /// An element-wise expression, or a tile that is read strip by strip.
    pub(super) fn strips(&mut self, expr: &Expr, order: Order) -> Fallible<Strips> {
        let (_, columns) = shape(&expr.ty)?;
        let (count, size) = (count(&expr.ty)?, lane(expr)?.size());
        let mut builder = Builder {
            compiler: self,
            count,
            prepare: Vec::new(),
            steps: Vec::new(),
            free: Default::default(),
            temporaries: Vec::new(),
        };
        let value = match (&expr.kind, order) {
            (ExprKind::Binary { op, lhs, rhs, .. }, Order::RightFirst) => {
                let b = builder.value(rhs)?;
                let a = builder.value(lhs)?;
                builder.binary(*op, lane(lhs)?, a, lane(rhs)?, b)?
            }
            _ => builder.value(expr)?,
        };
        let mut result = builder.strip(value, size)?;
        // The last step writes to the result itself.
        if let Some(last) = builder.steps.last_mut()
            && last.to == result
        {
            last.to = Operand::Result;
            result = Operand::Result;
        }
        let Builder { prepare, steps, .. } = builder;
        let scratch = self.allocate(STRIP * size)?;
        Ok(Strips { count, columns, size, prepare, steps, result, scratch })
    }
}

impl Builder<'_, '_> {
    fn value(&mut self, expr: &Expr) -> Fallible<Value> {
        if expr.ty.scalar().is_some() {
            let one = self.compiler.one(expr)?;
            return Ok(self.prepared(one));
        }
        let size = lane(expr)?.size();
        let elements = count(&expr.ty)?;
        if elements != self.count {
            let from = self.compiler.slot();
            let source = self.compiler.source(expr)?;
            if elements == 1 {
                return Ok(self.prepared(One::First(Box::new(source), size)));
            }
            self.prepare.push(Prepare::Tile(from, source));
            let row = shape(&expr.ty)?.0 == 1;
            return self.step(
                size,
                &[],
                if row { StepKind::Row { from, size } } else { StepKind::Column { from, size } },
            );
        }
        match &expr.kind {
            ExprKind::Unary(op, operand) => {
                let s = lane(operand)?;
                let a = self.value(operand)?;
                let f = unary(*op, s);
                self.apply(a, size, f.lanes, f.one)
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let a = self.value(lhs)?;
                let b = self.value(rhs)?;
                self.binary(*op, lane(lhs)?, a, lane(rhs)?, b)
            }
            ExprKind::Cast(operand) => {
                let a = self.value(operand)?;
                self.cast(lane(operand)?, lane(expr)?, a)
            }
            ExprKind::Select { condition, then, otherwise } if condition.ty != Type::BOOL => {
                let condition = self.value(condition)?;
                let then = self.value(then)?;
                let otherwise = self.value(otherwise)?;
                self.select(size, condition, then, otherwise)
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } => self.call(row, args, expr),
            ExprKind::Tile { op: TileOp::Broadcast, args } if args.len() == 1 => self.value(&args[0]),
            ExprKind::Tile {
                op: TileOp::Load { by: Addressing::Tiles | Addressing::Elements, .. }, ..
            } => {
                let load = expr.kind.tile_load().ok_or("a load of no tile")?;
                let access = self.compiler.access(load, &expr.ty)?;
                let view = self.compiler.view();
                self.prepare.push(Prepare::View(view, access));
                // The strip is never used again, since it is not known where it is read.
                let to = Operand::Strip(self.compiler.allocate(STRIP * size)?);
                self.steps.push(Step { to, kind: StepKind::Load { view } });
                Ok(Value::Strip(Operand::Loaded(view)))
            }
            ExprKind::Tile { op: TileOp::Iota { axis }, .. } => {
                let one_axis = expr.ty.shape().is_some_and(|shape| shape.len() == 1);
                let axis = if one_axis { 1 } else { *axis };
                self.step(size, &[], StepKind::Iota { axis, size })
            }
            _ => {
                let slot = self.compiler.slot();
                let source = self.compiler.source(expr)?;
                self.prepare.push(Prepare::Tile(slot, source));
                Ok(Value::Strip(Operand::Whole(slot, size)))
            }
        }
    }

    /// A scalar, evaluated before the first strip.
    fn prepared(&mut self, one: One) -> Value {
        let slot = self.compiler.slot();
        self.prepare.push(Prepare::One(slot, one));
        Value::One(slot)
    }

    /// A step with a result of this size, after which its operands' temporaries are free.
    fn step(&mut self, size: usize, reads: &[Value], kind: StepKind) -> Fallible<Value> {
        // The result gets a strip of its own: some loops must not write what they read.
        let class = size.trailing_zeros() as usize;
        let at = match self.free[class].pop() {
            Some(at) => at,
            None => {
                let at = self.compiler.allocate(STRIP * size)?;
                self.temporaries.push((at, class));
                at
            }
        };
        for read in reads {
            if let Value::Strip(Operand::Strip(read)) = read
                && let Some((_, class)) = self.temporaries.iter().find(|(at, _)| at == read)
                && !self.free[*class].contains(read)
            {
                self.free[*class].push(*read);
            }
        }
        self.steps.push(Step { to: Operand::Strip(at), kind });
        Ok(Value::Strip(Operand::Strip(at)))
    }

    /// The value as a strip; a scalar is written out once, before the first strip.
    fn strip(&mut self, value: Value, size: usize) -> Fallible<Operand> {
        match value {
            Value::Strip(operand) => Ok(operand),
            Value::One(slot) => {
                let to = self.compiler.allocate(STRIP * size)?;
                self.prepare.push(Prepare::Splat { to, size, value: slot });
                Ok(Operand::Strip(to))
            }
        }
    }

    fn apply(
        &mut self,
        a: Value,
        to: usize,
        lanes: crate::cpu::lanes::LaneFn1,
        one: fn(u64) -> u64,
    ) -> Fallible<Value> {
        match a {
            Value::One(slot) => Ok(self.prepared(One::Apply1(one, Box::new(One::Slot(slot))))),
            Value::Strip(operand) => self.step(to, &[a], StepKind::Unary(lanes, operand)),
        }
    }

    fn cast(&mut self, from: Scalar, to: Scalar, a: Value) -> Fallible<Value> {
        if from == to {
            return Ok(a);
        }
        let f = cast(from, to);
        let lanes = match (from, to) {
            (Scalar::F16 | Scalar::BF16, Scalar::F32) => half::widen(from),
            (Scalar::F32, Scalar::F16 | Scalar::BF16) => half::narrow(to),
            _ => f.lanes,
        };
        self.apply(a, to.size(), lanes, f.one)
    }

    fn binary(&mut self, op: BinOp, s: Scalar, a: Value, right: Scalar, b: Value) -> Fallible<Value> {
        if op.is_shift() {
            let b = self.cast(right, s.unsigned(), b)?;
            return self.loops(binary(op, s), operator(op, s, None), s.size(), a, b);
        }
        if is_half(s) {
            // Each operation is one of `f32`, rounded.
            let a = self.cast(s, Scalar::F32, a)?;
            let b = self.cast(s, Scalar::F32, b)?;
            let result = self.binary(op, Scalar::F32, a, Scalar::F32, b)?;
            return if op.is_comparison() { Ok(result) } else { self.cast(Scalar::F32, s, result) };
        }
        let size = if op.is_comparison() { 1 } else { s.size() };
        self.loops(binary(op, s), operator(op, s, None), size, a, b)
    }

    fn loops(
        &mut self,
        f: crate::cpu::lanes::Fn2,
        one: Binary,
        size: usize,
        a: Value,
        b: Value,
    ) -> Fallible<Value> {
        match (a, b) {
            (Value::One(a), Value::One(b)) => {
                Ok(self.prepared(One::Apply2(one, Box::new([One::Slot(a), One::Slot(b)]))))
            }
            (Value::Strip(x), Value::One(y)) => self.step(size, &[a], StepKind::Right(f.right, x, y)),
            (Value::One(x), Value::Strip(y)) => self.step(size, &[b], StepKind::Right(f.swapped, y, x)),
            (Value::Strip(x), Value::Strip(y)) => self.step(size, &[a, b], StepKind::Binary(f.lanes, x, y)),
        }
    }

    fn select(&mut self, size: usize, condition: Value, then: Value, otherwise: Value) -> Fallible<Value> {
        if let (Value::One(c), Value::One(a), Value::One(b)) = (condition, then, otherwise) {
            return Ok(self.prepared(One::Select(Box::new([c, a, b].map(One::Slot)))));
        }
        let operands = [self.strip(condition, 1)?, self.strip(then, size)?, self.strip(otherwise, size)?];
        self.step(size, &[condition, then, otherwise], StepKind::Select(moves(size).select, operands))
    }

    fn call(&mut self, row: &'static Intrinsic, args: &[Expr], expr: &Expr) -> Fallible<Value> {
        let s = generic(row, args, &expr.ty)?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push((self.value(arg)?, lane(arg)?));
        }
        if let Some(value) = self.operator(row, s, &values)? {
            return Ok(value);
        }
        let (f, f32, f64) = match row.cpu {
            Cpu::Eval(f) => (f, LaneFn::None, LaneFn::None),
            Cpu::Lanes { eval, f32, f64, .. } => (eval, f32, f64),
            Cpu::Machine(_) => return Err(format!("`{}` in a tile kernel", row.name)),
        };
        let result = lane(expr)?;
        if values.iter().all(|(value, _)| matches!(value, Value::One(_))) {
            let slot = |value: &Value| match value {
                Value::One(slot) => One::Slot(*slot),
                Value::Strip(_) => One::Const(0),
            };
            let args = values.iter().map(|(value, _)| slot(value)).list();
            return Ok(self.prepared(One::Eval(Box::new(Eval { f, scalar: s, args, divides: None }))));
        }
        let looped = match s {
            Scalar::F64 if !matches!(f64, LaneFn::None) => Some(LaneLoop::F64(f64)),
            Scalar::F32 | Scalar::F16 | Scalar::BF16 if !matches!(f32, LaneFn::None) => {
                Some(LaneLoop::F32(f32))
            }
            _ => None,
        };
        if let Some(looped) = looped {
            let wide = if is_half(s) { Scalar::F32 } else { s };
            let mut operands = Vec::with_capacity(values.len());
            for (value, scalar) in &mut values {
                if is_half(*scalar) {
                    *value = self.cast(*scalar, wide, *value)?;
                }
                operands.push(self.strip(*value, wide.size())?);
            }
            let reads: Vec<Value> = values.iter().map(|(value, _)| *value).list();
            let value = self.step(wide.size(), &reads, StepKind::Loop(looped, wide.size(), operands))?;
            return self.cast(wide, s, value);
        }
        let reads: Vec<Value> = values.iter().map(|(value, _)| *value).list();
        let arg = |(value, scalar): &(Value, Scalar)| match value {
            Value::One(slot) => (StripArg::One(*slot), scalar.size()),
            Value::Strip(operand) => (StripArg::Strip(*operand), scalar.size()),
        };
        let args = values.iter().map(arg).list();
        let size = result.size();
        self.step(size, &reads, StepKind::Eval { f, scalar: s, size, args })
    }

    /// Operators under another name, and the lesser or greater one of integers.
    fn operator(
        &mut self,
        row: &Intrinsic,
        s: Scalar,
        values: &[(Value, Scalar)],
    ) -> Fallible<Option<Value>> {
        match (row.operator, row.cpu.pick(), values) {
            (Some(Operator::ToBits | Operator::FromBits), _, [(a, _)]) => Ok(Some(*a)),
            (Some(Operator::Binary(op)), _, [(a, _), (b, right)]) => {
                self.binary(op, s, *a, *right, *b).map(Some)
            }
            (_, Some(pick @ (Pick::Least | Pick::Greatest)), [(a, _), (b, _)]) => {
                let f = if pick == Pick::Least { least(s) } else { greatest(s) };
                self.loops(f, Binary { f: f.one, divides: None }, s.size(), *a, *b).map(Some)
            }
            (_, _, [(a, _), (b, right)]) => match intrinsic(row.name, s) {
                Some(f) => {
                    let b = if *right == s { *b } else { self.cast(*right, s.unsigned(), *b)? };
                    self.loops(f, Binary { f: f.one, divides: None }, s.size(), *a, b).map(Some)
                }
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }
}

fn is_half(s: Scalar) -> bool {
    matches!(s, Scalar::F16 | Scalar::BF16)
}
