//! Statements.

use kiln_codegen::intrinsics::Reduce as Combine;
use kiln_codegen::ir::{
    BinOp, Block, Counted, Expr, ExprKind, Place, Scalar, SiteId, SiteKind, Stmt as IrStmt, StmtKind, TileOp,
    Type, Unroll, message,
};

use super::one::{amount, operator};
use super::strips::Order;
use super::{Compiler, Fallible, Storage, bytes, count, lane, lane_of, shape};
use crate::cpu::ops::{binary, greatest, least};
use crate::cpu::tile::code::{Address, Binary, Change, Index, Item, One, Stmt, Tile};

impl Compiler<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Fallible<Vec<Stmt>> {
        let top = self.top;
        let body = block.0.iter().filter_map(|stmt| self.stmt(stmt).transpose()).collect();
        self.top = top;
        body
    }

    fn stmt(&mut self, stmt: &IrStmt) -> Fallible<Option<Stmt>> {
        if let StmtKind::Let { local, init } = &stmt.kind {
            // What is computed for it is above it in memory, and gone behind it.
            let ty = &self.function.local(*local).ty;
            let storage = match ty.scalar() {
                Some(_) => Storage::Slot(self.slot()),
                None => Storage::Memory(self.allocate(bytes(ty)?)?),
            };
            let top = self.top;
            let init = match init {
                Some(init) => Some(match storage {
                    Storage::Slot(slot) => Stmt::Set(slot, self.one(init)?),
                    Storage::Memory(base) => {
                        let to = Address { base, steps: Vec::new() };
                        Stmt::Compute { to, tile: self.whole(init)? }
                    }
                    Storage::Nowhere | Storage::Tensor(_) => {
                        return Err("a declaration of a tensor".to_owned());
                    }
                }),
                None => None,
            };
            self.top = top;
            self.storage[local.0 as usize] = storage;
            return Ok(init);
        }
        let top = self.top;
        let stmt = self.plain(stmt);
        self.top = top;
        stmt.map(Some)
    }

    /// A statement that declares nothing.
    fn plain(&mut self, stmt: &IrStmt) -> Fallible<Stmt> {
        Ok(match &stmt.kind {
            StmtKind::Let { .. } => return Err("a declaration out of its place".to_owned()),
            StmtKind::Print { values } => {
                let Some(SiteKind::Message { text, .. }) =
                    self.sites.get(stmt.site.0 as usize).map(|site| &site.kind)
                else {
                    return Err("what a kernel prints is missing".to_owned());
                };
                Stmt::Print { pieces: message::pieces(text), values: self.shown(values)? }
            }
            StmtKind::Assign { place, op, value } => self.assign(place, *op, value, stmt.site)?,
            StmtKind::Eval(value) => match &value.kind {
                ExprKind::Tile { op: TileOp::Store { tensor }, args } => {
                    let Some((value, coordinates)) = args.split_last() else {
                        return Err("a store of nothing".to_owned());
                    };
                    self.store(*tensor, coordinates, value)?
                }
                ExprKind::Tile { op: TileOp::Change { tensor, by }, args } => {
                    let Some((value, coordinates)) = args.split_last() else {
                        return Err("a change of nothing".to_owned());
                    };
                    let scalar = lane(value)?;
                    let by = by.map(|by| match by {
                        Combine::Sum => binary(BinOp::Add, scalar).one,
                        Combine::Min => least(scalar).one,
                        Combine::Max => greatest(scalar).one,
                    });
                    let at = self.element(*tensor, scalar, coordinates)?;
                    Stmt::Change(Box::new(Change { at, value: self.one(value)?, by }))
                }
                _ => match value.ty.scalar() {
                    Some(_) => Stmt::Check(self.one(value)?),
                    None => self.dropped(value)?,
                },
            },
            StmtKind::If { condition, then, otherwise } => Stmt::If {
                condition: self.one(condition)?,
                then: self.block(then)?,
                otherwise: self.block(otherwise)?,
            },
            StmtKind::Loop { label, body } => Stmt::Loop { label: label.0, body: self.block(body)? },
            StmtKind::While { label, condition, body } => {
                Stmt::While { label: label.0, condition: self.one(condition)?, body: self.block(body)? }
            }
            StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body } => {
                let scalar = lane_of(&self.function.local(*local).ty)?;
                let end_of = end;
                let start = Counted {
                    scalar,
                    start: self.one(start)?,
                    end: self.one(end)?,
                    step: step.as_ref().map(|step| self.one(step)).transpose()?,
                    inclusive: *inclusive,
                    reversed: *reversed,
                };
                let counter = self.slot();
                self.storage[local.0 as usize] = Storage::Slot(counter);
                let around = self.each;
                if *unroll == Unroll::Each {
                    if let Some(each) = self.each(*label, *local, end_of, body)? {
                        self.loops.push(each);
                        return Ok(Stmt::Each(self.loops.len() - 1));
                    }
                    self.each = each_shape(body)?;
                }
                let next = binary(if *reversed { BinOp::Sub } else { BinOp::Add }, scalar).one;
                let body = self.block(body)?;
                self.each = around;
                Stmt::For { label: label.0, counter, next, start: Box::new(start), body }
            }
            StmtKind::Block { label, body } => Stmt::Block { label: label.0, body: self.block(body)? },
            StmtKind::Break(label) => Stmt::Break(label.0),
            StmtKind::Continue(label) => Stmt::Continue(label.0),
            StmtKind::Return(_) => Stmt::Return,
            StmtKind::Fail { values, block: _ } => {
                Stmt::Fail { site: stmt.site.0, values: self.shown(values)? }
            }
        })
    }

    /// Values of a message.
    fn shown(&mut self, values: &[Expr]) -> Fallible<Vec<(One, Scalar)>> {
        values.iter().map(|value| Ok((self.one(value)?, lane(value)?))).collect()
    }

    /// A tile that nobody wants: what it evaluates may fail.
    fn dropped(&mut self, value: &Expr) -> Fallible<Stmt> {
        let base = self.allocate(bytes(&value.ty)?)?;
        Ok(Stmt::Compute { to: Address { base, steps: Vec::new() }, tile: self.whole(value)? })
    }

    fn assign(&mut self, place: &Place, op: Option<BinOp>, value: &Expr, site: SiteId) -> Fallible<Stmt> {
        if let Some(scalar) = place.ty.scalar() {
            return self.assign_one(place, scalar, op, value, site);
        }
        if let ExprKind::Tile { op: TileOp::Put, args } = &value.kind {
            let [number, element, ..] = args.as_slice() else {
                return Err("an element of nothing".to_owned());
            };
            let size = lane(element)?.size();
            let mut to = self.address(place)?;
            to.steps.push(Index {
                value: self.one(number)?,
                len: count(&place.ty)? as u64,
                stride: size,
                site: None,
            });
            return Ok(Stmt::SetElement { to, size, value: self.one(element)? });
        }
        let tile = match op {
            None => self.whole(value)?,
            Some(op) => {
                let whole = Expr::binary(op, Expr::load(place.clone()), value.clone(), place.ty.clone());
                Tile::Strips(Box::new(self.strips(&whole, Order::RightFirst)?))
            }
        };
        let to = self.address(place)?;
        // The place's indices are evaluated after the value.
        if to.steps.is_empty() && in_place(&tile, &to) {
            return Ok(Stmt::Compute { to, tile });
        }
        let bytes = bytes(&place.ty)?;
        Ok(Stmt::ComputeApart { apart: self.allocate(bytes)?, bytes, to, tile })
    }

    fn assign_one(
        &mut self,
        place: &Place,
        scalar: Scalar,
        op: Option<BinOp>,
        value: &Expr,
        site: SiteId,
    ) -> Fallible<Stmt> {
        let slot = match self.storage(place.base) {
            Storage::Slot(slot) => Some(slot),
            Storage::Memory(_) | Storage::Nowhere | Storage::Tensor(_) => None,
        };
        let from = lane(value)?;
        let value = self.one(value)?;
        let Some(op) = op else {
            return Ok(match slot {
                Some(slot) => Stmt::Set(slot, value),
                None => Stmt::SetElement { to: self.address(place)?, size: scalar.size(), value },
            });
        };
        let value = if op.is_shift() { amount(value, from, scalar) } else { value };
        let op: Binary = operator(op, scalar, Some(site));
        Ok(match slot {
            Some(slot) => Stmt::Set(slot, One::Apply2(op, Box::new([One::Slot(slot), value]))),
            None => Stmt::UpdateElement { to: self.address(place)?, size: scalar.size(), op, value },
        })
    }

    /// The value of a variable that is no scalar.
    pub(super) fn whole(&mut self, value: &Expr) -> Fallible<Tile> {
        let Type::Array(element, _) = &value.ty else { return self.tile(value) };
        match &value.kind {
            ExprKind::Load(place) => Ok(Tile::Copy { from: self.address(place)?, bytes: bytes(&value.ty)? }),
            ExprKind::Array(items) => {
                let stride = bytes(element)?;
                let items = items.iter().map(|item| self.item(item)).collect::<Fallible<Vec<_>>>()?;
                Ok(Tile::Array { stride, items })
            }
            ExprKind::Repeat(item) => {
                let stride = bytes(element)?;
                let len = bytes(&value.ty)?.checked_div(stride).unwrap_or(0);
                Ok(Tile::Repeat { stride, len, item: Box::new(self.item(item)?) })
            }
            _ => Err(format!("a value of type `{}`", value.ty)),
        }
    }

    fn item(&mut self, item: &Expr) -> Fallible<Item> {
        match item.ty.scalar() {
            Some(scalar) => Ok(Item::One(self.one(item)?, scalar.size())),
            None => Ok(Item::Tile(self.whole(item)?)),
        }
    }
}

/// Rows and columns of what a loop over elements goes over: those of the largest tile in it.
pub(super) fn each_shape(body: &Block) -> Fallible<(usize, usize)> {
    let mut found = Ok((1, 1));
    body.walk_exprs(&mut |expr| {
        if let ExprKind::Tile { op: op @ (TileOp::Element | TileOp::Put), args } = &expr.kind {
            let tile = if *op == TileOp::Put { Some(expr) } else { args.first() };
            if let (Ok((rows, columns)), Some(tile)) = (&found, tile) {
                found = shape(&tile.ty).map(|(down, across)| ((*rows).max(down), (*columns).max(across)));
            }
        }
    });
    found
}

/// Whether a tile can be computed right into this memory, even where it reads it: everything is read before it is
/// overwritten.
fn in_place(tile: &Tile, to: &Address) -> bool {
    use crate::cpu::tile::code::{MatrixSource, Source};
    let apart = |source: &Source| match source {
        Source::At(address) => address.base != to.base,
        // Of memory of its own.
        Source::Computed(..) => true,
    };
    match tile {
        // Copies may overlap. Scalars are evaluated first. The strips of a tile that is both read and written have
        // the same place in it, since the result has the tile's own type: no row or column is repeated to it.
        Tile::Copy { .. } | Tile::Splat { .. } | Tile::Load(_) | Tile::Strips(_) => true,
        Tile::Reduce(reduce) => apart(&reduce.of),
        Tile::Product(product) => {
            let operand = |of: &MatrixSource| match of {
                MatrixSource::Tensor(_) => true,
                MatrixSource::Tile(source, _) => apart(source),
            };
            operand(&product.a.of) && operand(&product.b.of) && in_place(&product.acc, to)
        }
        Tile::Transpose { of, .. } => apart(of),
        Tile::LoadIndexed(load) => apart(&load.index),
        Tile::Gather(gather) => apart(&gather.of) && apart(&gather.by),
        Tile::Choose(choice) => in_place(&choice.1, to) && in_place(&choice.2, to),
        Tile::Array { .. } | Tile::Repeat { .. } => false,
    }
}
