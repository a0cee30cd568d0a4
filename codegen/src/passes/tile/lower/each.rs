//! Loops over the elements of tiles: each thread goes over the registers that it has of the shape, and does with
//! each what the body says of scalars.
//!
//! What a layout pads is no element, and is left out: a body may fail, or go on for ever, on what nobody has set.

use super::builder::{add, both, call, element, is_literal, less, multiply, reference, select};
use super::place::Position;
use super::{Destination, Lowerer, Operand, Tensor, Value};
use crate::collections::Map;
use crate::intrinsics::{Order, Reduce};
use crate::ir::{Block, Expr, ExprKind, LocalId, Scalar, StmtKind, TileOp, Type};
use crate::passes::tile::layout::Layout;
use crate::passes::tile::plan::{each_of, local_of};

const RELAXED: i128 = Order::Relaxed as i128;

/// A loop over elements that is being lowered.
#[derive(Clone)]
pub(super) struct Each {
    target: Option<Destination>,
    operands: Map<LocalId, Operand>,
    position: Position,
}

impl Lowerer<'_> {
    pub(super) fn each(&mut self, body: &Block) {
        let (target, tiles) = each_of(body);
        let target = target.and_then(|target| self.target_of(target));
        let mut operands: Map<LocalId, Operand> = Map::new();
        for tile in tiles {
            operands.or_insert_with(tile, || self.operand(tile));
        }
        let extents = target.as_ref().map_or_else(
            || {
                let most =
                    |axis: usize| operands.values().map(|operand| operand.extents[axis]).max().unwrap_or(1);
                [most(0), most(1)]
            },
            |target| target.extents,
        );
        let of_operand = || {
            let whole = |operand: &&Operand| {
                operand.extents == extents && matches!(operand.value, Value::Registers(..))
            };
            operands.values().find(whole).map(|operand| self.own_layout(operand))
        };
        let layout = target.as_ref().map(|target| target.layout.clone()).or_else(of_operand);
        let layout = layout.unwrap_or_else(|| Layout::strided(extents, self.plan.threads, 1));
        for operand in operands.values_mut() {
            *operand = self.readable(operand.clone(), &layout);
        }
        let position = self.begin_registers(&layout, 1);
        let mut here = self.inside(&position, extents);
        if changes(body) {
            // Of what several threads have, one does it.
            here = both(self.leads(&layout), here);
        }
        let guarded = !is_literal(&here);
        if guarded {
            self.builder.begin_if(here);
        }
        let around = self.each.replace(Each { target, operands, position: position.clone() });
        for stmt in &body.0 {
            self.builder.site = stmt.site;
            self.stmt(stmt);
        }
        self.each = around;
        if guarded {
            self.builder.end();
        }
        self.end_position(&position);
    }

    /// The element of a tile at this turn.
    pub(super) fn element_of_each(&mut self, args: &[Expr]) -> Option<Expr> {
        let Each { operands, position, .. } = self.each.clone()?;
        let operand = operands.get(&local_of(args.first()?)?)?;
        Some(self.element_of(operand, &position))
    }

    /// Sets the element of the loop's result.
    pub(super) fn put(&mut self, args: &[Expr]) {
        let (Some(Each { target: Some(target), position, .. }), Some(value)) =
            (self.each.clone(), args.get(1))
        else {
            return;
        };
        let value = self.scalar(value);
        let place = self.target_place(&target, &position);
        self.builder.assign(place, value);
    }

    /// Whether a tensor has the element with these coordinates, and how many elements there are before it.
    fn one_place(&mut self, tensor: &Tensor, coordinates: &[Expr]) -> (Expr, Expr) {
        let (mut inside, mut offset) = (Expr::bool(true), super::builder::index(0));
        let rank = tensor.extents.len();
        for (axis, coordinate) in coordinates.iter().enumerate() {
            let coordinate = self.scalar(coordinate);
            inside = both(inside, less(coordinate.clone(), Expr::local(tensor.extents[axis], Type::USIZE)));
            let stride = Expr::local(tensor.strides[axis], Type::USIZE);
            let is_one = axis + 1 == rank && tensor.aligned;
            offset = add(offset, if is_one { coordinate } else { multiply(coordinate, stride) });
        }
        (inside, self.builder.bind_new("offset", offset, false))
    }

    /// One element of a tensor, or what there is outside.
    pub(super) fn fetch(&mut self, tensor: LocalId, args: &[Expr]) -> Option<Expr> {
        let tensor = self.tensors.get(&tensor).cloned()?;
        let (outside, coordinates) = args.split_last()?;
        self.note_load(tensor.slice, [0, 0], None);
        let target = self.each.as_ref().and_then(|each| each.target.as_ref());
        if let Some(extents) = target.map(|target| target.extents) {
            self.tell_gather(&tensor, extents);
        }
        let outside = self.scalar(outside);
        let (inside, offset) = self.one_place(&tensor, coordinates);
        Some(select(inside, Expr::load(element(tensor.slice, tensor.element, offset)), outside))
    }

    /// Changes one element of a tensor.
    pub(super) fn change(&mut self, tensor: LocalId, by: Option<Reduce>, args: &[Expr]) {
        let Some(tensor) = self.tensors.get(&tensor).cloned() else { return };
        let Some((value, coordinates)) = args.split_last() else { return };
        self.note_any_store(tensor.slice);
        let value = self.scalar(value);
        let (inside, offset) = self.one_place(&tensor, coordinates);
        let mut place = element(tensor.slice, tensor.element, offset);
        self.builder.begin_if(inside);
        match by {
            None => self.builder.assign(place, value),
            Some(by) => {
                let name = match by {
                    Reduce::Sum => "atomic_fetch_add",
                    Reduce::Min => "atomic_fetch_min",
                    Reduce::Max => "atomic_fetch_max",
                };
                place.ty = Type::Atomic(tensor.element);
                let args = vec![reference(place, false), value, Expr::int(RELAXED, Scalar::U32)];
                if let Some(call) = call(name, args, Type::Scalar(tensor.element)) {
                    self.builder.push(StmtKind::Eval(call));
                }
            }
        }
        self.builder.end();
    }
}

/// Whether the body changes elements of tensors, or prints.
fn changes(body: &Block) -> bool {
    let mut found = false;
    body.walk(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Print { .. }));
    body.walk_exprs(&mut |expr| {
        found |= matches!(expr.kind, ExprKind::Tile { op: TileOp::Change { .. }, .. });
    });
    found
}
