//! Scalars and places.

use kiln_codegen::intrinsics::{Cpu, Effect, Intrinsic, Machine, Slot as Operand};
use kiln_codegen::ir::{
    BinOp, Callee, Check, Expr, ExprKind, Len, Place, Scalar, SiteId, Step, TileOp, Type,
};

use super::{Compiler, Fallible, Storage, bytes, lane, lane_of, shape};
use crate::cpu::cast::cast;
use crate::cpu::code::Shape;
use crate::cpu::ops::{binary, unary};
use crate::cpu::tile::code::{Address, Binary, Element, Eval, Index, One};

impl Compiler<'_> {
    pub(super) fn one(&mut self, expr: &Expr) -> Fallible<One> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(One::Const(literal.to_bits(lane(expr)?))),
            ExprKind::Load(place) => match (place.steps.as_slice(), self.storage(place.base)) {
                ([], Storage::Slot(slot)) => Ok(One::Slot(slot)),
                _ => Ok(One::Element { at: self.address(place)?, size: lane(expr)?.size() }),
            },
            ExprKind::Len(local) => match &self.function.local(*local).ty {
                Type::Array(_, Len::Const(len)) => Ok(One::Const(*len)),
                other => Err(format!("the length of a `{other}`")),
            },
            ExprKind::Unary(op, operand) => {
                let f = unary(*op, lane(operand)?).one;
                Ok(One::Apply1(f, Box::new(self.one(operand)?)))
            }
            ExprKind::Binary { op: BinOp::And, lhs, rhs, .. } => {
                Ok(One::And(Box::new([self.one(lhs)?, self.one(rhs)?])))
            }
            ExprKind::Binary { op: BinOp::Or, lhs, rhs, .. } => {
                Ok(One::Or(Box::new([self.one(lhs)?, self.one(rhs)?])))
            }
            ExprKind::Binary { op, lhs, rhs, site } => {
                let s = lane(lhs)?;
                let (a, b) = (self.one(lhs)?, self.one(rhs)?);
                let b = if op.is_shift() { amount(b, lane(rhs)?, s) } else { b };
                Ok(One::Apply2(operator(*op, s, *site), Box::new([a, b])))
            }
            ExprKind::Cast(operand) => {
                let f = cast(lane(operand)?, lane(expr)?).one;
                Ok(One::Apply1(f, Box::new(self.one(operand)?)))
            }
            ExprKind::Select { condition, then, otherwise } => {
                let operands = [self.one(condition)?, self.one(then)?, self.one(otherwise)?];
                Ok(One::Select(Box::new(operands)))
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site } => {
                self.call(row, args, &expr.ty, *site)
            }
            ExprKind::Extent { tensor, axis } => {
                // The last of the four axes are the tensor's own.
                let first = 4 - self.rank(*tensor)?;
                Ok(One::Extent { tensor: self.tensor(*tensor)?, axis: first + usize::from(*axis) })
            }
            ExprKind::Tile { op: TileOp::Reduce { op, axis }, args } => {
                Ok(One::Reduce(Box::new(self.reduce(*op, *axis, args)?)))
            }
            ExprKind::Tile { op: TileOp::Element, args } => {
                let [of, number] = args.as_slice() else { return Err("an element of nothing".to_owned()) };
                let ExprKind::Load(place) = &of.kind else {
                    return Err("an element of no variable".to_owned());
                };
                let (rows, columns) = shape(&of.ty)?;
                let number = self.one(number)?;
                let part = |op, number| {
                    let by = One::Const(self.each.1 as u64);
                    One::Apply2(
                        Binary { f: binary(op, Scalar::Usize).one, divides: None },
                        Box::new([number, by]),
                    )
                };
                let number = match (rows == self.each.0, columns == self.each.1) {
                    (true, true) => number,
                    (false, true) => part(BinOp::Rem, number),
                    (true, false) => part(BinOp::Div, number),
                    (false, false) => One::Const(0),
                };
                let size = lane(of)?.size();
                let mut at = self.address(place)?;
                at.steps.push(Index {
                    value: number,
                    len: (rows * columns) as u64,
                    stride: size,
                    site: None,
                });
                Ok(One::Element { at, size })
            }
            ExprKind::Tile { op: TileOp::Fetch { tensor }, args } => {
                let Some((outside, coordinates)) = args.split_last() else {
                    return Err("an element of nothing".to_owned());
                };
                let at = self.element(*tensor, lane(expr)?, coordinates)?;
                Ok(One::Fetch(Box::new((at, self.one(outside)?))))
            }
            ExprKind::Tile { op, .. } => Err(format!("`{}` as a scalar", op.name())),
            ExprKind::Call { .. } => Err("a call of what is no intrinsic".to_owned()),
            ExprKind::Capture(_)
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Ref(_)
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => Err(format!("a value of type `{}` as a scalar", expr.ty)),
        }
    }

    /// One element of a tensor.
    pub(super) fn element(
        &mut self,
        tensor: kiln_codegen::ir::LocalId,
        scalar: Scalar,
        coordinates: &[Expr],
    ) -> Fallible<Element> {
        let coordinates = coordinates.iter().map(|at| self.one(at)).collect::<Fallible<Vec<_>>>()?;
        Ok(Element { tensor: self.tensor(tensor)?, size: scalar.size(), coordinates })
    }

    pub(super) fn rank(&self, tensor: kiln_codegen::ir::LocalId) -> Fallible<usize> {
        match &self.function.local(tensor).ty {
            Type::Tensor { rank: rank @ 1..=4, .. } => Ok(usize::from(*rank)),
            other => Err(format!("a `{other}` as a tensor")),
        }
    }

    fn call(
        &mut self,
        row: &'static Intrinsic,
        args: &[Expr],
        ty: &Type,
        site: Option<SiteId>,
    ) -> Fallible<One> {
        let f = match row.cpu {
            Cpu::Eval(f) | Cpu::Lanes { eval: f, .. } => f,
            Cpu::Machine(Machine::BlockIdx(axis)) => return Ok(One::Shape(Shape::BlockIdx(axis))),
            Cpu::Machine(Machine::GridDim(axis)) => return Ok(One::Shape(Shape::GridDim(axis))),
            Cpu::Machine(_) => return Err(format!("`{}` in a tile kernel", row.name)),
        };
        let scalar = generic(row, args, ty)?;
        let args = args.iter().map(|arg| self.one(arg)).collect::<Fallible<Vec<_>>>()?;
        let divides = match row.effect {
            Effect::Divisor(k) if scalar.is_int() => Some((usize::from(k), site.map_or(0, |site| site.0))),
            Effect::Divisor(_) | Effect::Pure | Effect::Memory | Effect::Barrier | Effect::Convergent => None,
        };
        Ok(One::Eval(Box::new(Eval { f, scalar, args, divides })))
    }

    /// The address of a place in the worker's memory.
    pub(super) fn address(&mut self, place: &Place) -> Fallible<Address> {
        let Storage::Memory(mut base) = self.storage(place.base) else {
            return Err(format!("a place of type `{}`", place.ty));
        };
        let mut ty = &self.function.local(place.base).ty;
        let mut steps = Vec::with_capacity(place.steps.len());
        for step in &place.steps {
            let (index, check) = match step {
                Step::Index { index, check } => (index, check),
                Step::Field(name) => {
                    let found = match ty {
                        Type::Struct(found) => found.field(name),
                        _ => None,
                    };
                    let (_, field) = found.ok_or_else(|| format!("there is no field `{name}`"))?;
                    base += field.offset as usize;
                    ty = &field.ty;
                    continue;
                }
                Step::Slice { .. } => return Err("a part of an array in a tile kernel".to_owned()),
            };
            let Type::Array(element, Len::Const(len)) = ty else {
                return Err(format!("an index into a `{ty}`"));
            };
            let site = match check {
                Check::Checked(site) => Some(site.0),
                Check::Proven | Check::Unchecked => None,
            };
            steps.push(Index { value: self.one(index)?, len: *len, stride: bytes(element)?, site });
            ty = element;
        }
        Ok(Address { base, steps })
    }
}

/// A binary operator; a division of integers checks its divisor.
pub(super) fn operator(op: BinOp, s: Scalar, site: Option<SiteId>) -> Binary {
    let divides = matches!(op, BinOp::Div | BinOp::Rem) && s.is_int();
    Binary { f: binary(op, s).one, divides: divides.then(|| (s, site.map_or(0, |site| site.0))) }
}

/// The amount of a shift, as the loops of a shift take it.
pub(super) fn amount(amount: One, from: Scalar, shifted: Scalar) -> One {
    One::Apply1(cast(from, shifted.unsigned()).one, Box::new(amount))
}

/// The type of the generic operand of a call.
pub(super) fn generic(row: &Intrinsic, args: &[Expr], result: &Type) -> Fallible<Scalar> {
    for (slot, arg) in row.params.iter().zip(args) {
        if *slot == Operand::Same {
            return lane(arg);
        }
    }
    lane_of(result).or_else(|_| args.first().map_or_else(|| Err(format!("the type of `{}`", row.name)), lane))
}
