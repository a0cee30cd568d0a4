//! The type that an expression has by its parts alone.
//!
//! IR text leaves out every type that this module finds, and spells out every other one. Printer and parser ask the
//! same functions, so whatever they find, what is printed is what is parsed.

use super::{
    BinOp, Callee, Capture, Expr, ExprKind, Function, Len, Literal, Place, Scalar, Step, TileOp, Type,
};
use crate::compact::List;
use crate::intrinsics::{Intrinsic, Slot};

/// What a name inside a function can refer to: the function's own tables and the functions before it.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub earlier: &'a [Function],
    pub function: &'a Function,
}

impl Scope<'_> {
    /// The type of a place by its base and its steps; `None` where the base is no local or cannot be indexed.
    pub fn place(&self, place: &Place) -> Option<Type> {
        let base = &self.function.locals.get(place.base.0 as usize)?.ty;
        let mutable = base.is_mutable_base();
        let mut ty = base.referent().clone();
        for step in &place.steps {
            match step {
                Step::Index { .. } => ty = ty.element()?.referent().clone(),
                Step::Field(name) => ty = ty.field(name)?.clone(),
                Step::Slice { .. } => ty = Type::slice(ty.element()?.clone(), mutable),
            }
        }
        Some(ty)
    }

    /// The type of an expression by its operands; `None` where only an annotation can tell (literals of numbers, casts,
    /// references, repeated values and calls not yet resolved).
    pub fn expr(&self, kind: &ExprKind) -> Option<Type> {
        match kind {
            ExprKind::Literal(Literal::Bool(_)) => Some(Type::BOOL),
            ExprKind::Literal(Literal::Int(_) | Literal::Float(_)) => None,
            ExprKind::Capture(id) => match self.function.captures.get(id.0 as usize)? {
                Capture::Const { ty, .. } => ty.clone(),
                Capture::Type { .. }
                | Capture::Function { .. }
                | Capture::Callable { .. }
                | Capture::Closure { .. } => None,
            },
            ExprKind::Load(place) => Some(place.ty.clone()),
            ExprKind::Len(_) | ExprKind::LenOf(_) | ExprKind::Extent { .. } => Some(Type::USIZE),
            ExprKind::Unary(_, operand) => Some(operand.ty.clone()),
            ExprKind::Binary { op, lhs, rhs, .. } => binary(*op, &lhs.ty, &rhs.ty),
            ExprKind::Select { condition, then, otherwise } => {
                Type::lifted(then.ty.lane().clone(), [&condition.ty, &then.ty, &otherwise.ty])
            }
            ExprKind::Tile { op, args } => tile(*op, args),
            ExprKind::Call { callee, args, .. } => match callee {
                Callee::Intrinsic(row) => intrinsic(row, args),
                Callee::Function(id) => self.earlier.get(id.0 as usize).map(|f| f.result.clone()),
                Callee::Method(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..) => None,
            },
            ExprKind::Array(items) => {
                let first = items.first()?;
                Some(Type::array(first.ty.clone(), items.len() as u64))
            }
            ExprKind::Cast(_) | ExprKind::Repeat(_) | ExprKind::Ref(_) | ExprKind::Make(_) => None,
        }
    }
}

/// The type of `[value; len]`.
pub(super) fn repeat(value: &Expr, len: Len) -> Type {
    Type::Array(Box::new(value.ty.clone()), len)
}

/// The type of `&place` or `&mut place`: a slice stays one, everything else is referred to.
pub(super) fn reference(place: &Place, mutable: bool) -> Type {
    match &place.ty {
        Type::Slice { element, .. } => Type::Slice { element: element.clone(), mutable },
        Type::Tensor { element, rank, .. } => Type::Tensor { element: element.clone(), rank: *rank, mutable },
        Type::Unit
        | Type::Scalar(_)
        | Type::Array(..)
        | Type::Atomic(_)
        | Type::Ref { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Struct(_)
        | Type::Tuple(_) => Type::Ref { target: Box::new(place.ty.clone()), mutable },
    }
}

fn binary(op: BinOp, lhs: &Type, rhs: &Type) -> Option<Type> {
    let lane = if op.is_comparison() || op.is_lazy() { Type::BOOL } else { lhs.lane().clone() };
    Type::lifted(lane, [lhs, rhs])
}

/// The type of an operation on tiles, where its operands tell it.
fn tile(op: TileOp, args: &[Expr]) -> Option<Type> {
    match op {
        TileOp::Store { .. } | TileOp::Change { .. } => Some(Type::Unit),
        TileOp::Element => args.first().map(|of| of.ty.lane().clone()),
        TileOp::Put => {
            let shape = args.iter().skip(2).map(|of| &of.ty);
            Type::lifted(args.get(1)?.ty.clone(), shape)
        }
        TileOp::Fetch { .. } => args.last().map(|outside| outside.ty.clone()),
        TileOp::Mma => args.get(2).map(|acc| acc.ty.clone()),
        TileOp::Transpose => match &args.first()?.ty {
            Type::Tile { element, shape } => {
                Some(Type::Tile { element: element.clone(), shape: shape.iter().rev().copied().list() })
            }
            _ => None,
        },
        TileOp::Reduce { axis, .. } => match &args.first()?.ty {
            Type::Tile { element, shape } if shape.len() == 1 => Some((**element).clone()),
            Type::Tile { element, shape } => {
                let mut shape = shape.clone();
                *shape.get_mut(axis as usize)? = Len::Const(1);
                Some(Type::Tile { element: element.clone(), shape })
            }
            _ => None,
        },
        TileOp::Gather { axis } => {
            let [from, numbers] = args else { return None };
            let shape = super::gather_shape(from.ty.shape()?, numbers.ty.shape()?, axis)?;
            Some(Type::Tile { element: Box::new(from.ty.lane().clone()), shape })
        }
        TileOp::Load { .. } | TileOp::Broadcast | TileOp::Iota { .. } | TileOp::Reshape => None,
    }
}

impl Slot {
    /// The generic operand's type, where an operand of this slot shows it.
    pub(super) fn generic_of(self, operand: &Type) -> Option<Scalar> {
        match self {
            Slot::Same => operand.lane().scalar(),
            Slot::Element { .. } => operand.referent().scalar(),
            Slot::AtomicRef => match operand.referent() {
                Type::Atomic(scalar) => Some(*scalar),
                Type::Unit
                | Type::Scalar(_)
                | Type::Array(..)
                | Type::Slice { .. }
                | Type::Ref { .. }
                | Type::Tensor { .. }
                | Type::Tile { .. }
                | Type::Capture(_)
                | Type::Infer(_)
                | Type::Struct(_)
                | Type::Tuple(_) => None,
            },
            Slot::Unit | Slot::Unsigned | Slot::Fixed(_) | Slot::ElementOf { .. } => None,
        }
    }
}

/// The type of a call's result, where its operands tell it.
pub(super) fn intrinsic(row: &Intrinsic, args: &[Expr]) -> Option<Type> {
    let generic = || row.params.iter().zip(args).find_map(|(slot, arg)| slot.generic_of(&arg.ty));
    let lane = match row.result {
        Slot::Unit => Type::Unit,
        Slot::Fixed(scalar) => Type::Scalar(scalar),
        Slot::Same | Slot::Unsigned => row.result.resolve(generic()?),
        Slot::AtomicRef | Slot::Element { .. } | Slot::ElementOf { .. } => return None,
    };
    Type::lifted(lane, args.iter().map(|arg| &arg.ty))
}
