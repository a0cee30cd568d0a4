//! Statements and scalars of a tile kernel in normal form.

use super::ahead::Head;
use super::{Destination, Lowerer};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Fold, LocalId, Place, Scalar, Stmt, StmtKind, TileOp, Type, Unroll,
};
use crate::passes::tile::layout::Layout;
use crate::passes::tile::plan::{axis_of, local_of};

impl Lowerer<'_> {
    pub(super) fn stmts(&mut self, mut stmts: &[Stmt]) {
        while let [stmt, rest @ ..] = stmts {
            if self.in_moments(stmts) {
                return;
            }
            let together = match self.softened(stmts) {
                0 => self.fused(stmts),
                together => together,
            };
            if together > 0 {
                stmts = &stmts[together..];
                continue;
            }
            if !self.loaded_together(stmts) {
                self.builder.site = stmt.site;
                self.stmt(stmt);
            }
            stmts = rest;
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let kind = match &stmt.kind {
            StmtKind::Let { local, .. } if self.early.remove(local) || self.unread.contains(local) => return,
            StmtKind::Let { local, init } => match self.tile.local(*local).ty.shape() {
                Some(_) => {
                    if let Some(load) = init.as_ref().and_then(|init| init.kind.tile_load())
                        && self.staged.contains_key(local)
                    {
                        return self.stage(*local, &load);
                    }
                    let Some(target) = self.target_of(*local) else { return };
                    self.builder.declare(target.local);
                    if let Some(init) = init {
                        self.tile_value(&target, init);
                    }
                    return;
                }
                None => {
                    let init = init.as_ref().map(|init| self.scalar_value(init));
                    // What was written before has its own site.
                    self.builder.site = stmt.site;
                    StmtKind::Let { local: self.scalar_local(*local), init }
                }
            },
            StmtKind::Assign {
                place: _,
                op: _,
                value: Expr { kind: ExprKind::Tile { op: TileOp::Put, args }, .. },
            } => {
                return self.put(args);
            }
            StmtKind::Assign { place, op, value } => {
                if let Some(target) = self.target_of(place.base) {
                    return self.tile_value(&target, value);
                }
                StmtKind::Assign { value: self.scalar_value(value), place: self.place(place), op: *op }
            }
            StmtKind::Eval(value) => match &value.kind {
                ExprKind::Tile { op: TileOp::Store { tensor }, args } => return self.store(*tensor, args),
                ExprKind::Tile { op: TileOp::Change { tensor, by }, args } => {
                    return self.change(*tensor, *by, args);
                }
                _ => StmtKind::Eval(self.scalar(value)),
            },
            StmtKind::For { unroll: Unroll::Each, body, .. } => return self.each(body),
            StmtKind::For { label, local, start, end, step, unroll, body, .. } => {
                let plan = self.plan;
                if let Some(pipeline) = plan.pipelines.get(label) {
                    let (label, counter, step) = (*label, *local, step.as_ref());
                    let head = Head { label, counter, start, end, step, unroll: *unroll };
                    return self.run_ahead(pipeline, &head, body);
                }
                let kept = plan.own.kept.get(label).map_or(&[][..], |kept| kept);
                self.keep(kept);
                if let Some(loads) = plan.own.ahead.get(label) {
                    let (label, counter, step) = (*label, *local, step.as_ref());
                    let head = Head { label, counter, start, end, step, unroll: *unroll };
                    return self.run_own_ahead(loads, &head, body);
                }
                if !kept.is_empty() {
                    self.builder.eval("async_wait", vec![Expr::int(0, Scalar::U32)]);
                }
                self.whole(stmt)
            }
            _ => self.whole(stmt),
        };
        self.builder.site = stmt.site;
        self.builder.push(kind);
    }

    /// The statement with scalars in the new function's names, and blocks as they are lowered.
    pub(super) fn whole(&mut self, stmt: &Stmt) -> StmtKind {
        let loops = u32::from(stmt.loop_body().is_some());
        self.loops += loops;
        let kind = stmt.kind.fold(self);
        self.loops -= loops;
        kind
    }

    /// `target = value`, of tiles.
    pub(super) fn tile_value(&mut self, target: &Destination, value: &Expr) {
        if let Some(load) = value.kind.tile_load() {
            return self.load(target, &load);
        }
        let ExprKind::Tile { op, args } = &value.kind else { return self.elementwise(target, value) };
        let operand =
            |this: &Self, index: usize| args.get(index).and_then(local_of).map(|id| this.operand(id));
        match op {
            TileOp::Load { .. }
            | TileOp::Store { .. }
            | TileOp::Element
            | TileOp::Put
            | TileOp::Fetch { .. }
            | TileOp::Change { .. } => {}
            TileOp::Broadcast | TileOp::Iota { .. } => self.elementwise(target, value),
            TileOp::Reduce { op, axis } => {
                let Some(from) = operand(self, 0) else { return };
                self.reduce(target, *op, axis_of(&args[0].ty, *axis), from);
            }
            TileOp::Mma => {
                let factor = |index: usize| args.get(index).and_then(local_of);
                if let (Some(a), Some(b), Some(c)) = (factor(0), factor(1), operand(self, 2)) {
                    self.product(target, a, b, c);
                }
            }
            TileOp::Transpose => {
                if let Some(from) = operand(self, 0) {
                    self.transpose(target, from);
                }
            }
            TileOp::Reshape => {
                if let Some(from) = operand(self, 0) {
                    self.reshape(target, from);
                }
            }
            TileOp::Gather { axis } => {
                if let (Some(from), Some(numbers)) = (operand(self, 0), operand(self, 1)) {
                    self.gather(target, axis_of(&args[0].ty, *axis), &from, &numbers);
                }
            }
        }
    }

    /// The value of a scalar's statement, which may be a reduction.
    pub(super) fn scalar_value(&mut self, value: &Expr) -> Expr {
        match &value.kind {
            ExprKind::Tile { op: TileOp::Reduce { op, axis }, args } => {
                let Some(from) = args.first().and_then(local_of).map(|id| self.operand(id)) else {
                    return value.clone();
                };
                let layout = Layout::replicated(self.plan.threads);
                let target = self.fresh("total", layout, [1, 1], from.scalar);
                self.reduce(&target, *op, axis_of(&args[0].ty, *axis), from);
                Expr::local(target.local, value.ty.clone())
            }
            ExprKind::Tile { op: TileOp::Element, args } => {
                self.element_of_each(args).unwrap_or_else(|| value.clone())
            }
            ExprKind::Tile { op: TileOp::Fetch { tensor }, args } => {
                self.fetch(*tensor, args).unwrap_or_else(|| value.clone())
            }
            _ => self.scalar(value),
        }
    }

    /// A scalar expression in the new function's names.
    pub(super) fn scalar(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.rename(&mut expr);
        expr
    }

    pub(super) fn rename(&self, expr: &mut Expr) {
        expr.for_each_child_mut(&mut |child| self.rename(child));
        match &mut expr.kind {
            ExprKind::Extent { tensor, axis } => {
                let local = self.tensors.get(tensor).and_then(|tensor| tensor.extents.get(*axis as usize));
                if let Some(local) = local {
                    *expr = Expr::local(*local, Type::USIZE);
                }
            }
            // The grid has as many blocks along x for each tile as a cluster has.
            ExprKind::Call { callee: Callee::Intrinsic(row), .. }
                if self.plan.cluster > 1 && matches!(row.name, "block_idx_x" | "grid_dim_x") =>
            {
                let shift = Expr::int(i128::from(self.plan.cluster.trailing_zeros()), Scalar::Usize);
                *expr = Expr::binary(BinOp::Shr, expr.clone(), shift, Type::USIZE);
            }
            _ => {
                if let Some(local) = expr.named_local_mut() {
                    *local = self.scalar_local(*local);
                }
            }
        }
    }
}

impl Fold for Lowerer<'_> {
    fn block(&mut self, block: &Block) -> Block {
        self.builder.begin_block();
        self.stmts(&block.0);
        self.builder.end_block()
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        self.scalar(expr)
    }

    fn place(&mut self, place: &Place) -> Place {
        let mut place = place.clone();
        place.for_each_index_mut(&mut |index| self.rename(index));
        place.base = self.scalar_local(place.base);
        place
    }

    fn local(&mut self, local: LocalId) -> LocalId {
        self.scalar_local(local)
    }
}
