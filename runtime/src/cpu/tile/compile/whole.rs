//! Operations on whole tiles.

use kiln_codegen::intrinsics::Reduce as Combine;
use kiln_codegen::ir::{Addressing, Expr, ExprKind, Literal, LocalId, Scalar, TileLoad, TileOp, Type};

use super::strips::Order;
use super::{Compiler, Fallible, bytes, count, lane, lane_of, shape};
use crate::cpu::tile::code::{
    Access, Gather, LoadIndexed, Matrix, MatrixSource, Packed, Product, Reduce, Source, Stmt, Tile,
};
use crate::cpu::tile::product::{Side, Site};

impl Compiler<'_> {
    /// How to compute a tile.
    pub(super) fn tile(&mut self, expr: &Expr) -> Fallible<Tile> {
        match &expr.kind {
            ExprKind::Load(place) => {
                let bytes = count(&expr.ty)? * lane(expr)?.size();
                Ok(Tile::Copy { from: self.address(place)?, bytes })
            }
            ExprKind::Select { condition, then, otherwise } if condition.ty == Type::BOOL => {
                let condition = self.one(condition)?;
                Ok(Tile::Choose(Box::new((condition, self.tile(then)?, self.tile(otherwise)?))))
            }
            ExprKind::Tile { op, args } => self.operation(*op, args, expr),
            _ => Ok(Tile::Strips(Box::new(self.strips(expr, Order::LeftFirst)?))),
        }
    }

    fn operation(&mut self, op: TileOp, args: &[Expr], expr: &Expr) -> Fallible<Tile> {
        match (op, args) {
            (TileOp::Load { .. }, _) => self.load(expr),
            (TileOp::Store { .. }, _) => Err("a store as a value".to_owned()),
            (TileOp::Broadcast, [value]) if value.ty.scalar().is_some() => Ok(Tile::Splat {
                size: lane(value)?.size(),
                count: count(&expr.ty)?,
                value: self.one(value)?,
            }),
            (TileOp::Broadcast, [value]) if value.ty == expr.ty => self.tile(value),
            (TileOp::Broadcast | TileOp::Iota { .. }, _) => {
                Ok(Tile::Strips(Box::new(self.strips(expr, Order::LeftFirst)?)))
            }
            (TileOp::Reduce { op, axis }, _) => Ok(Tile::Reduce(Box::new(self.reduce(op, axis, args)?))),
            (TileOp::Mma, [a, b, acc]) => Ok(Tile::Product(Box::new(self.product(a, b, acc)?))),
            (TileOp::Transpose, [value]) => {
                let (rows, columns) = shape(&value.ty)?;
                let of = Box::new(self.source(value)?);
                Ok(Tile::Transpose { size: lane(value)?.size(), rows, columns, of })
            }
            // The elements lie in the same order.
            (TileOp::Reshape, [value]) => self.tile(value),
            (TileOp::Gather { axis }, [value, numbers]) => {
                let one_axis = value.ty.shape().is_some_and(|shape| shape.len() == 1);
                let ((rows, columns), (down, across)) = (shape(&value.ty)?, shape(&numbers.ty)?);
                let (high, wide) = shape(&expr.ty)?;
                Ok(Tile::Gather(Box::new(Gather {
                    size: lane(value)?.size(),
                    axis: if one_axis { 1 } else { usize::from(axis) },
                    extents: [rows, columns],
                    of: self.source(value)?,
                    by_extents: [down, across],
                    by_scalar: lane(numbers)?,
                    by: self.source(numbers)?,
                    to: [high, wide],
                })))
            }
            (TileOp::Element | TileOp::Put | TileOp::Fetch { .. } | TileOp::Change { .. }, _) => {
                Err(format!("`{}` as a tile", op.name()))
            }
            (TileOp::Mma | TileOp::Transpose | TileOp::Reshape | TileOp::Gather { .. }, _) => {
                Err(format!("`{}` of {} operands", op.name(), args.len()))
            }
        }
    }

    /// A tile in memory.
    pub(super) fn source(&mut self, expr: &Expr) -> Fallible<Source> {
        match &expr.kind {
            ExprKind::Load(place) => Ok(Source::At(self.address(place)?)),
            ExprKind::Tile { op: TileOp::Reshape, args } if args.len() == 1 => self.source(&args[0]),
            _ => {
                let at = self.allocate(bytes(&expr.ty)?)?;
                Ok(Source::Computed(at, Box::new(self.tile(expr)?)))
            }
        }
    }

    /// A tile of a tensor.
    fn load(&mut self, expr: &Expr) -> Fallible<Tile> {
        let load = expr.kind.tile_load().ok_or("a load of no tile")?;
        let Addressing::Indexed { axis } = load.by else {
            return Ok(Tile::Load(self.access(load, &expr.ty)?));
        };
        let at = load.by.index_axis(load.coordinates.len()).and_then(|axis| load.coordinates.get(axis));
        let at = at.ok_or("an index of no axis")?;
        Ok(Tile::LoadIndexed(Box::new(LoadIndexed {
            index: self.source(at)?,
            scalar: lane(at)?,
            axis: axis.into(),
            access: self.access(load, &expr.ty)?,
        })))
    }

    /// The tile of this type that a load reads, or a store writes.
    pub(super) fn access(&mut self, load: TileLoad<'_>, ty: &Type) -> Fallible<Access> {
        let (rows, columns) = shape(ty)?;
        let mut coordinates = Vec::new();
        for coordinate in load.coordinates {
            let is_index = coordinate.ty.shape().is_some();
            coordinates.push(if is_index {
                self.one(&Expr::int(0, Scalar::Usize))?
            } else {
                self.one(coordinate)?
            });
        }
        Ok(Access {
            tensor: self.tensor(load.tensor)?,
            size: lane_of(ty)?.size(),
            rows,
            columns,
            by: load.by,
            coordinates,
            pad: load.pad.map(|pad| self.one(pad)).transpose()?,
        })
    }

    pub(super) fn store(&mut self, tensor: LocalId, coordinates: &[Expr], value: &Expr) -> Fallible<Stmt> {
        let tile = TileLoad { tensor, by: Addressing::Tiles, coordinates, pad: None };
        let at = self.access(tile, &value.ty)?;
        let streams = !overlaps(value, tensor, coordinates, &value.ty);
        let tile = self.tile(value)?;
        let at_once = match &tile {
            Tile::Copy { .. } => true,
            Tile::Strips(_) => streams,
            Tile::Splat { .. }
            | Tile::Load(_)
            | Tile::LoadIndexed(_)
            | Tile::Reduce(_)
            | Tile::Product(_)
            | Tile::Transpose { .. }
            | Tile::Gather(_)
            | Tile::Choose(_)
            | Tile::Array { .. }
            | Tile::Repeat { .. } => false,
        };
        let apart = if at_once { None } else { Some(self.allocate(bytes(&value.ty)?)?) };
        Ok(Stmt::Store { at, value: tile, apart })
    }

    pub(super) fn reduce(&mut self, op: Combine, axis: u8, args: &[Expr]) -> Fallible<Reduce> {
        let [value] = args else { return Err("a reduction of several operands".to_owned()) };
        let (rows, columns) = shape(&value.ty)?;
        let one_axis = value.ty.shape().is_some_and(|shape| shape.len() == 1);
        let axis = if one_axis { 1 } else { axis };
        Ok(Reduce { op, scalar: lane(value)?, rows, columns, axis, of: self.source(value)? })
    }

    fn product(&mut self, a: &Expr, b: &Expr, acc: &Expr) -> Fallible<Product> {
        let ((m, k), (_, n)) = (shape(&a.ty)?, shape(&b.ty)?);
        let scalars = [lane(a)?, lane(b)?];
        let a = self.matrix(a, Side::Left { m, k }, false)?;
        let b = self.matrix(b, Side::Right { k, n }, false)?;
        Ok(Product { scalars, m, k, n, a, b, acc: self.tile(acc)? })
    }

    /// An operand of a product: a tensor's own memory where it can be.
    fn matrix(&mut self, expr: &Expr, side: Side, transposed: bool) -> Fallible<Matrix> {
        match &expr.kind {
            ExprKind::Tile { op: TileOp::Transpose, args } if args.len() == 1 => {
                self.matrix(&args[0], side, !transposed)
            }
            ExprKind::Tile { op: TileOp::Load { tensor, by: Addressing::Tiles, .. }, args }
                if is_zero(args.get(self.rank(*tensor)?)) =>
            {
                let coordinates = &args[..self.rank(*tensor)?];
                let tile = TileLoad { tensor: *tensor, by: Addressing::Tiles, coordinates, pad: None };
                let of = MatrixSource::Tensor(self.access(tile, &expr.ty)?);
                let at = self.allocate(side.packed(lane(expr)?))?;
                // What the kernel writes may be another thing the next time.
                let packed = match &self.function.local(*tensor).ty {
                    Type::Tensor { mutable: false, rank: 1 | 2, .. } => {
                        let (rows, columns) = shape(&expr.ty)?;
                        self.kept.push(Site {
                            tensor: self.tensor(*tensor)?,
                            scalar: lane(expr)?,
                            tile: [rows, columns],
                            transposed,
                            side,
                        });
                        Packed::Kept(self.kept.len() - 1, at)
                    }
                    _ => Packed::At(at),
                };
                Ok(Matrix { of, transposed, packed })
            }
            _ => {
                let of = MatrixSource::Tile(self.source(expr)?, shape(&expr.ty)?.1);
                let at = self.allocate(side.packed(lane(expr)?))?;
                Ok(Matrix { of, transposed, packed: Packed::At(at) })
            }
        }
    }
}

/// Whether a pad is zero, written or not.
fn is_zero(pad: Option<&Expr>) -> bool {
    pad.is_none_or(|pad| match &pad.kind {
        ExprKind::Literal(literal @ Literal::Float(_)) => {
            pad.ty.scalar().is_some_and(|scalar| literal.to_bits(scalar) == 0)
        }
        _ => false,
    })
}

/// Whether an expression reads elements of the tensor other than those of the tile to be written, which then must wait.
fn overlaps(value: &Expr, tensor: LocalId, coordinates: &[Expr], ty: &Type) -> bool {
    let here = match &value.kind {
        ExprKind::Tile { op: TileOp::Load { tensor: from, .. }, args } => {
            *from == tensor && !(args.starts_with(coordinates) && value.ty.extents() == ty.extents())
        }
        _ => false,
    };
    let mut inside = false;
    value.for_each_child(&mut |child| inside |= overlaps(child, tensor, coordinates, ty));
    here || inside
}
