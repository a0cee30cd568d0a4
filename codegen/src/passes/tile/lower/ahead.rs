//! Loops whose loads run ahead ([`crate::passes::tile::pipeline`]).
//!
//! A loop of `n` stages first begins the loads of `n - 1` turns. Each turn waits for its own tiles, then for the whole block: after that all threads see the tiles,
//! and none reads what the turn before had. So the turn may begin, in that stage, the loads of the turn `n - 1` from now. Groups of copies
//! are counted by turns: one that has nothing to load makes an empty group.

use super::Lowerer;
use super::builder::{add, call_2, index, select};
use crate::compact::List;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Scalar, StmtKind, Type, Unroll,
};
use crate::passes::tile::pipeline::{Ahead, Pipeline};

/// The head of a loop.
pub(super) struct Head<'a> {
    pub label: LabelId,
    pub counter: LocalId,
    pub start: &'a Expr,
    pub end: &'a Expr,
    pub step: Option<&'a Expr>,
    pub unroll: Unroll,
}

impl Lowerer<'_> {
    pub(super) fn run_ahead(&mut self, pipeline: &Pipeline, head: &Head<'_>, body: &Block) {
        let counter = self.scalar_local(head.counter);
        let ty = self.builder.function.local(counter).ty.clone();
        let scalar = ty.scalar().unwrap_or(Scalar::Usize);
        let step = match head.step.map(|step| &step.kind) {
            Some(ExprKind::Literal(Literal::Int(step))) => *step,
            _ => 1,
        };
        let ahead = pipeline.stages - 1;
        let start = self.scalar(head.start);
        let start = self.builder.bind_uniform("first", start);
        let end = self.scalar(head.end);
        let end = self.builder.bind_uniform("last", end);
        if self.loops > 0 {
            // What a turn of the loop around has left in the stages may still be read.
            self.builder.eval("sync_threads", Vec::new());
        }
        let left = call_2("saturating_sub", end.clone(), start.clone());
        let left = self.builder.bind_uniform("left", left);
        for turn in 0..ahead {
            let behind = Expr::int(step * i128::from(turn), scalar);
            let at = plus(start.clone(), behind.clone());
            self.builder.begin_if(Expr::binary(BinOp::Lt, behind, left.clone(), Type::BOOL));
            self.begin_loads(&pipeline.loads, counter, at, &index(turn));
            self.builder.end();
            self.builder.eval("async_commit", Vec::new());
        }
        let reading = self.stage_number("reading", 0);
        let writing = self.stage_number("writing", ahead);

        self.builder.begin_block();
        self.loops += 1;
        self.builder.eval("async_wait", vec![Expr::int(i128::from(ahead - 1), Scalar::U32)]);
        self.builder.eval("sync_threads", Vec::new());
        let distance = Expr::int(step * i128::from(ahead), scalar);
        let now = Expr::local(counter, ty.clone());
        let left = Expr::binary(BinOp::Sub, end.clone(), now.clone(), ty);
        self.builder.begin_if(Expr::binary(BinOp::Lt, distance.clone(), left, Type::BOOL));
        self.begin_loads(&pipeline.loads, counter, plus(now, distance), &Expr::local(writing, Type::USIZE));
        self.builder.end();
        self.builder.eval("async_commit", Vec::new());
        for load in &pipeline.loads {
            let start = self.stage_start(load.tile, Expr::local(reading, Type::USIZE));
            let start = self.builder.bind_uniform("stage", start);
            if let Some(buffer) = self.staged.get_mut(&load.tile) {
                buffer.start = start;
            }
        }
        for stmt in &body.0 {
            self.builder.site = stmt.site;
            let is_ahead = |local: &LocalId| pipeline.loads.iter().any(|load| load.tile == *local);
            if !matches!(&stmt.kind, StmtKind::Let { local, .. } if is_ahead(local)) {
                self.stmt(stmt);
            }
        }
        for number in [reading, writing] {
            let place = crate::ir::Place::local(number, Type::USIZE);
            let now = Expr::load(place.clone());
            let last = Expr::binary(BinOp::Eq, now.clone(), index(ahead), Type::BOOL);
            self.builder.assign(place, select(last, index(0), add(now, index(1))));
        }
        self.loops -= 1;
        let body = self.builder.end_block();
        self.builder.push(StmtKind::For {
            label: head.label,
            local: counter,
            start,
            end,
            inclusive: false,
            step: head.step.cloned(),
            reversed: false,
            unroll: head.unroll,
            body,
        });
    }

    /// A local with the number of a stage.
    fn stage_number(&mut self, name: &str, stage: u32) -> LocalId {
        let local = self.builder.uniform_local(name, Type::USIZE, LocalKind::Temp);
        self.builder.push(StmtKind::Let { local, init: Some(index(stage)) });
        local
    }

    /// Begins the loads of the turn at which the counter has this value.
    fn begin_loads(&mut self, loads: &[Ahead], counter: LocalId, at: Expr, stage: &Expr) {
        let at = self.builder.bind_uniform("ahead", at);
        for load in loads {
            let coordinates = load.coordinates.iter().map(|coordinate| {
                let mut coordinate = self.scalar(coordinate);
                replace(&mut coordinate, counter, &at);
                self.builder.bind_uniform("at", coordinate)
            });
            let coordinates: Vec<Expr> = coordinates.list();
            let start = self.stage_start(load.tile, stage.clone());
            let start = self.builder.bind_uniform("stage", start);
            self.stage_ahead(load.tile, load.tensor, &coordinates, &start);
        }
    }
}

/// `a + b`, of any one integer type.
fn plus(a: Expr, b: Expr) -> Expr {
    if matches!(b.kind, ExprKind::Literal(Literal::Int(0))) {
        return a;
    }
    let ty = a.ty.clone();
    Expr::binary(BinOp::Add, a, b, ty)
}

/// Reads another value in the place of a local.
fn replace(expr: &mut Expr, local: LocalId, by: &Expr) {
    if matches!(&expr.kind, ExprKind::Load(place) if place.steps.is_empty() && place.base == local) {
        *expr = by.clone();
        return;
    }
    expr.for_each_child_mut(&mut |child| replace(child, local, by));
}
