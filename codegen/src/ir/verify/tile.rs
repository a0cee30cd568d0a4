//! Tiles: shapes, tensors and the operations on them.

use super::{Rule, Verifier};
use crate::compact::List;
use crate::ir::{
    Block, Expr, ExprKind, FunctionKind, Len, Local, LocalId, LocalKind, Scalar, StmtKind, TileOp, Type,
    Unroll, gather_shape, join_shapes, sum_of_products,
};

impl Verifier<'_> {
    /// What a local may be at the level of its kernel.
    pub(super) fn tile_local(&mut self, index: usize, local: &Local) {
        let in_tiles = self.in_tiles;
        let is_kernel = self.function.kind == FunctionKind::Kernel;
        let fits = match &local.ty {
            Type::Tile { .. } | Type::Tensor { .. } => in_tiles || !is_kernel,
            Type::Slice { .. } | Type::Atomic(_) | Type::Ref { .. } => !in_tiles,
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => !in_tiles || local.kind != LocalKind::Shared,
        };
        self.hold(Rule::Tiles, fits, || {
            let level = if in_tiles { "a tile kernel" } else { "a kernel of threads" };
            format!("the local #{index} of type `{}` in {level}", local.ty)
        });
        self.tile_type(&local.ty);
    }

    /// Loops over elements have scalars alone, and nothing outside of them asks for one element.
    pub(super) fn each_loops(&mut self) {
        fn count(block: &Block) -> usize {
            let mut all = 0;
            block.walk_operands(&mut |expr| {
                all += usize::from(matches!(&expr.kind, ExprKind::Tile { op, .. } if op.is_of_one_element()));
            });
            all
        }
        let function = self.function;
        let (mut inside, mut beyond) = (0, false);
        function.body.walk(&mut |stmt| {
            if let StmtKind::For { unroll: Unroll::Each, body, .. } = &stmt.kind {
                inside += count(body);
                beyond |= body.beyond_elements().is_some();
            }
        });
        let fits = !beyond && inside == count(&function.body);
        self.hold(Rule::Tiles, fits, || "a loop over elements".to_owned());
    }

    fn tile_type(&mut self, ty: &Type) {
        if let Type::Tile { element, shape } = ty {
            let fits = element.scalar().is_some()
                && matches!(shape.len(), 1 | 2)
                && shape.iter().all(|extent| *extent != Len::Const(0));
            self.hold(Rule::Tiles, fits, || format!("the type `{ty}`"));
        }
    }

    pub(super) fn extent(&mut self, tensor: LocalId, axis: u8, ty: &Type) {
        let Some(local) = self.function.locals.get(tensor.0 as usize) else { return };
        let fits = matches!(local.ty, Type::Tensor { rank, .. } if axis < rank);
        self.hold(Rule::Tiles, fits && *ty == Type::USIZE, || {
            format!("the extent along axis {axis} of `{}` as `{ty}`", local.ty)
        });
    }

    pub(super) fn tile(&mut self, op: TileOp, args: &[Expr], ty: &Type) {
        self.tile_type(ty);
        if let Some(tensor) = op.tensor() {
            self.used(tensor);
        }
        let fits = self.tile_fits(op, args, ty);
        self.hold(Rule::Tiles, fits, || {
            let types: Vec<_> = args.iter().map(|arg| arg.ty.to_string()).list();
            format!("`{}` does not take ({}) and give `{ty}`", op.name(), types.join(", "))
        });
    }

    fn tile_fits(&self, op: TileOp, args: &[Expr], ty: &Type) -> bool {
        let shape = ty.shape().unwrap_or(&[]);
        match op {
            TileOp::Load { tensor, padded, by } => {
                let Some((element, rank, _)) = self.tensor(tensor) else { return false };
                let (coordinates, pad) = args.split_at(rank.min(args.len()));
                let fits = |(axis, arg): (usize, &Expr)| match by.index_axis(rank) {
                    Some(indexed) if indexed == axis => {
                        let along = shape.get(axis + 2 - rank);
                        arg.ty.lane().scalar().is_some_and(Scalar::is_int)
                            && arg.ty.shape().is_some_and(|index| along.is_some_and(|len| *index == [*len]))
                    }
                    _ => arg.ty == by.coordinate_type(),
                };
                coordinates.len() == rank
                    && coordinates.iter().enumerate().all(fits)
                    && (by.index_axis(rank).is_none() || rank >= 2)
                    && pad.len() == usize::from(padded)
                    && pad.iter().all(|pad| pad.ty == *element)
                    && ty.lane() == element
                    && shape.len() == rank.min(2)
            }
            TileOp::Store { tensor } => {
                let Some((element, rank, true)) = self.tensor(tensor) else { return false };
                let (coordinates, value) = args.split_at(rank.min(args.len()));
                coordinates.len() == rank
                    && coordinates.iter().all(|arg| arg.ty == Type::USIZE)
                    && matches!(value, [value] if value.ty.lane() == element
                        && value.ty.shape().is_some_and(|shape| shape.len() == rank.min(2)))
                    && *ty == Type::Unit
            }
            TileOp::Broadcast => match args {
                [value] => {
                    let fits = value
                        .ty
                        .shape()
                        .is_none_or(|from| join_shapes(from, shape).as_deref() == Some(shape));
                    fits && value.ty.lane() == ty.lane() && !shape.is_empty()
                }
                _ => false,
            },
            TileOp::Iota { axis } => {
                let element = ty.lane().scalar().is_some_and(|s| s.is_int() && s.size() >= 4);
                args.is_empty() && element && (axis as usize) < shape.len()
            }
            TileOp::Reduce { axis, .. } => match args {
                [value] => {
                    let rank = value.ty.shape().map_or(0, <[Len]>::len);
                    (axis as usize) < rank
                        && value.ty.lane().scalar().is_some_and(|s| s != Scalar::Bool)
                        && reduced(&value.ty, axis).as_ref() == Some(ty)
                }
                _ => false,
            },
            TileOp::Mma => match args {
                [a, b, acc] => {
                    let (Some([m, k]), Some([k2, n])) = (a.ty.shape(), b.ty.shape()) else { return false };
                    let scalars = a.ty.lane().scalar().zip(b.ty.lane().scalar());
                    let sum = scalars.and_then(|(a, b)| sum_of_products(a, b));
                    sum.is_some_and(|sum| *acc.ty.lane() == Type::Scalar(sum))
                        && k == k2
                        && acc.ty.shape() == Some(&[*m, *n])
                        && acc.ty == *ty
                }
                _ => false,
            },
            TileOp::Gather { axis } => match args {
                [from, numbers] => {
                    let (Some(of), Some(by)) = (from.ty.shape(), numbers.ty.shape()) else { return false };
                    (axis as usize) < of.len()
                        && numbers.ty.lane().scalar().is_some_and(Scalar::is_int)
                        && from.ty.lane() == ty.lane()
                        && gather_shape(of, by, axis).as_deref() == Some(shape)
                }
                _ => false,
            },
            TileOp::Element => match args {
                [of, number] => number.ty == Type::USIZE && of.ty.lane() == ty && ty.scalar().is_some(),
                _ => false,
            },
            TileOp::Put => match args {
                [number, value, shapes @ ..] => {
                    number.ty == Type::USIZE
                        && value.ty.scalar().is_some()
                        && ty.shape().is_some()
                        && Type::lifted(value.ty.clone(), shapes.iter().map(|of| &of.ty)).as_ref() == Some(ty)
                }
                _ => false,
            },
            TileOp::Fetch { tensor } | TileOp::Change { tensor, .. } => {
                let Some((element, rank, mutable)) = self.tensor(tensor) else { return false };
                let (coordinates, value) = args.split_at(rank.min(args.len()));
                let (fits, result) = match op {
                    TileOp::Change { by: None, .. } => (mutable, &Type::Unit),
                    TileOp::Change { .. } => {
                        (mutable && element.scalar().is_some_and(Scalar::is_atomic), &Type::Unit)
                    }
                    _ => (true, element),
                };
                fits && coordinates.len() == rank
                    && coordinates.iter().all(|arg| arg.ty == Type::USIZE)
                    && matches!(value, [value] if value.ty == *element)
                    && ty == result
            }
            TileOp::Transpose => match args {
                [value] => {
                    shape.len() == 2
                        && value.ty.shape().is_some_and(|from| from.iter().rev().eq(shape))
                        && value.ty.lane() == ty.lane()
                }
                _ => false,
            },
            TileOp::Reshape => match args {
                [value] => {
                    let count = |ty: &Type| ty.extents().map(|extents| extents.iter().product::<u64>());
                    count(&value.ty).is_some()
                        && count(&value.ty) == count(ty)
                        && value.ty.lane() == ty.lane()
                }
                _ => false,
            },
        }
    }

    /// Element, rank and whether a tensor may be written.
    fn tensor(&self, id: LocalId) -> Option<(&Type, usize, bool)> {
        match &self.function.locals.get(id.0 as usize)?.ty {
            Type::Tensor { element, rank, mutable } => Some((element, *rank as usize, *mutable)),
            _ => None,
        }
    }
}

/// The type of a tile after combining along an axis.
fn reduced(ty: &Type, axis: u8) -> Option<Type> {
    match ty {
        Type::Tile { element, shape } if shape.len() == 1 => Some((**element).clone()),
        Type::Tile { element, shape } => {
            let mut shape = shape.clone();
            *shape.get_mut(axis as usize)? = Len::Const(1);
            Some(Type::Tile { element: element.clone(), shape })
        }
        _ => None,
    }
}
