//! Loops whose loads run ahead ([`crate::passes::tile::pipeline`]).
//!
//! A loop of `n` stages first begins the loads of `n - 1` turns. Each turn waits for its own tiles, then for the
//! whole block: after that all threads see the tiles, and none reads what the turn before had. So the turn may
//! begin, in that stage, the loads of the turn `n - 1` from now. Groups of copies are counted by turns: one that
//! has nothing to load makes an empty group.
//!
//! Where TMA loads the tiles ([`super::tma`]), barriers count them: a turn waits for that of its stage. Nobody but the
//! thread that begins the copies of a later turn needs the block. Rows by an index tile are copied by all threads then
//! too, so that a turn waits for both.
//!
//! A loop of two products of warpgroups may begin the second a turn late ([`super::overlap`]).
//!
//! A loop that does nothing but one product on tensor cores is *rotated*: fragments are read a step before they are
//! multiplied, the first of a turn before the last product of the turn before. So a turn waits, with the block, in
//! front of its last product, which keeps the tensor cores busy meanwhile. Two sets of registers take turns.

use super::builder::{add, call_2, index, select};
use super::overlap::Overlap;
use super::product::{Factor, Left};
use super::setup::{Scopes, SetupOperand};
use super::tensor::{Stages, is_read};
use super::tma::Ring;
use super::wgmma::GroupLeft;
use super::{Destination, Lowerer, Value};
use crate::ir::{
    BinOp, Block, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Scalar, SiteId, Stmt, StmtKind,
    TileOp, Type, Unroll,
};
use crate::passes::tile::pipeline::{Ahead, Pipeline};
use crate::passes::tile::plan::{extents, local_of};
use crate::passes::tile::product::{Fragments, Method, fragments, step, value_of};

/// The head of a loop.
pub(super) struct Head<'a> {
    pub label: LabelId,
    pub counter: LocalId,
    pub start: &'a Expr,
    pub end: &'a Expr,
    pub step: Option<&'a Expr>,
    pub unroll: Unroll,
}

/// What the turns of a loop have in common.
pub(super) struct Turn<'a> {
    pub pipeline: &'a Pipeline,
    loading: &'a Loading<'a>,
    /// How far the counter goes while the stages go round.
    distance: Expr,
    pub end: &'a Expr,
    /// Locals with the numbers of the stages that are read and written.
    pub reading: LocalId,
    writing: LocalId,
    pub ring: Option<&'a Ring>,
}

/// What turns load.
struct Loading<'a> {
    loads: &'a [Ahead],
    /// What their setups read of tiles that don't change in the loop.
    operands: &'a [SetupOperand],
    ring: Option<&'a Ring>,
    /// The counter, of the tile kernel.
    counter: LocalId,
    /// How far it goes in a turn.
    step: i128,
    /// The tile that turns load for the turn before ([`super::overlap`]).
    late: Option<LocalId>,
}

/// Which of its tiles a turn loads.
enum Which {
    All,
    /// As there is no turn before, not the late one.
    Early,
    /// The late one, and the others where this is so.
    Late(Expr),
}

/// A product that a loop consists of.
struct Rotation {
    target: Destination,
    fragments: Fragments,
    left: Factor,
    right: Factor,
    /// The staged tiles that the operands are.
    tiles: [LocalId; 2],
    /// The extent along `k`, and its steps.
    depth: u32,
    steps: u32,
    site: SiteId,
}

/// Most steps along `k` of a turn that is rotated, which writes them out.
const MOST_STEPS: u32 = 8;

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
        let rotation = self.rotation(pipeline, body);
        let grouped = rotation.as_ref().is_some_and(|rotation| rotation.right.panels.is_some());
        let overlap = self.overlap(pipeline, body);
        let ring = self.rings.get(&head.label).cloned();
        let ring = match &overlap {
            Some(_) => ring.map(|ring| self.release_stages(ring, pipeline.stages)),
            None => ring,
        };
        let ring = ring.as_ref();
        for load in &pipeline.loads {
            self.read_index(load);
        }
        let operands = self.setup_operands(&pipeline.loads);
        // Where the block has waited in the last turn, behind what it read, a ring goes on.
        let again = self.loops > 0 && !(ring.is_some() && grouped);
        if again || pipeline.loads.iter().any(|load| self.plan.staged.follows(load.tile)) {
            // What a turn of the loop around, or a loop before, has left in the stages may still be read.
            if ring.is_some() {
                self.builder.eval("async_fence", Vec::new());
            }
            self.builder.eval("sync_threads", Vec::new());
        }
        let left = call_2("saturating_sub", end.clone(), start.clone());
        let left = self.builder.bind_uniform("left", left);
        let late = overlap.as_ref().map(Overlap::late_tile);
        let (loads, operands) = (&pipeline.loads[..], &operands[..]);
        let loading = Loading { loads, operands, ring, counter: head.counter, step, late };
        for turn in 0..ahead {
            let behind = |turn: u32| Expr::int(step * i128::from(turn), scalar);
            let is_left = |turn| Expr::binary(BinOp::Lt, behind(turn), left.clone(), Type::BOOL);
            let at = plus(start.clone(), behind(turn));
            let stage = ring.map_or(index(turn), |ring| self.stage_behind(ring, pipeline.stages, turn));
            let (begins, which) = match (late, turn) {
                (None, _) => (is_left(turn), Which::All),
                (Some(_), 0) => (is_left(0), Which::Early),
                (Some(_), _) => (is_left(turn - 1), Which::Late(is_left(turn))),
            };
            self.builder.begin_if(begins);
            self.begin_loads(&loading, at, &stage, which);
            self.builder.end();
            if pipeline.has_copies() {
                self.builder.eval("async_commit", Vec::new());
            }
        }
        let (reading, first) = match ring {
            Some(ring) => (ring.reading.base, self.stage_behind(ring, pipeline.stages, ahead)),
            None => (self.stage_number("reading", index(0)), index(ahead)),
        };
        let turn = Turn {
            pipeline,
            loading: &loading,
            distance: Expr::int(step * i128::from(ahead), scalar),
            end: &end,
            reading,
            writing: self.stage_number("writing", first),
            ring,
        };
        if let Some(overlap) = overlap {
            return self.overlapping((&turn, &overlap), head, (start, left), body);
        }
        if let Some(rotation) = rotation.as_ref().filter(|_| grouped && self.can_fail) {
            // NVRTC sets sums anew behind a loop without turns there, and ptxas then serializes products (C7515).
            self.finish_products(&rotation.target, 0);
        }
        let body = match &rotation {
            Some(rotation) if grouped => self.overlapped(&turn, rotation, body),
            Some(rotation) => self.rotated(&turn, rotation, body),
            None => self.turn(&turn, body),
        };
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
        if let Some(rotation) = rotation.filter(|rotation| grouped && !self.promotes(rotation.right.scalar)) {
            self.finish_products(&rotation.target, 0);
        }
    }

    /// A turn that first waits for its tiles.
    fn turn(&mut self, turn: &Turn<'_>, body: &Block) -> Block {
        self.builder.begin_block();
        self.loops += 1;
        self.wait_for_turn(turn);
        if !turn.pipeline.has_copies() {
            self.builder.eval("sync_threads", Vec::new());
        }
        self.begin_turn_ahead(turn, false);
        self.read_stages(turn);
        self.statements_of_turn(turn, &body.0);
        self.next_stages(turn);
        self.loops -= 1;
        self.builder.end_block()
    }

    /// Lets the turn's tiles, but for a late one, be read in its stage.
    pub(super) fn read_stages(&mut self, turn: &Turn<'_>) {
        for load in turn.pipeline.loads.iter().filter(|load| Some(load.tile) != turn.loading.late) {
            let start = self.stage_read(load.tile, turn);
            if let Some(buffer) = self.staged.get_mut(&load.tile) {
                buffer.start = start;
            }
        }
    }

    /// Statements of a turn, but for loads that were begun before.
    pub(super) fn statements_of_turn(&mut self, turn: &Turn<'_>, stmts: &[Stmt]) {
        for stmt in stmts {
            self.builder.site = stmt.site;
            if !turn.pipeline.leaves_out(stmt) {
                self.stmt(stmt);
            }
        }
    }

    /// The one product that the body consists of, where it can be rotated.
    fn rotation(&self, pipeline: &Pipeline, body: &Block) -> Option<Rotation> {
        let mut found = None;
        for stmt in body.0.iter().filter(|stmt| !pipeline.leaves_out(stmt)) {
            match (&stmt.kind, value_of(stmt)) {
                (StmtKind::Let { .. }, Some((local, value)))
                    if self.plan.staged.views.contains_key(&local)
                        || self.tile.local(local).ty.shape().is_none() =>
                {
                    if matches!(value, ExprKind::Tile { op: TileOp::Reduce { .. }, .. }) {
                        return None;
                    }
                }
                (_, Some((target, ExprKind::Tile { op: TileOp::Mma, args }))) if found.is_none() => {
                    let [left, right, sum] =
                        [local_of(args.first()?)?, local_of(args.get(1)?)?, local_of(args.get(2)?)?];
                    let [(left_tile, _), (right_tile, _)] =
                        [self.plan.staged.resolve(left)?, self.plan.staged.resolve(right)?];
                    let ty = &self.tile.local(left).ty;
                    let [_, depth] = extents(ty)?;
                    let target = self.target_of(target)?;
                    let rotation = Rotation {
                        fragments: fragments(&target.layout)?,
                        left: self.staged_factor(left)?,
                        right: self.staged_factor(right)?,
                        tiles: [left_tile, right_tile],
                        depth,
                        steps: depth / step(ty.lane().scalar()?),
                        site: stmt.site,
                        target,
                    };
                    let in_place = matches!(self.operand(sum).value, Value::Registers(sum, _) if sum == rotation.target.local);
                    let ahead = pipeline.has(left_tile) && pipeline.has(right_tile);
                    let tensor = self.method(left, right, ty.lane().scalar()?) == Method::Tensor;
                    // The sets of registers take turns: the first is free again after an even number of steps.
                    let grouped = rotation.right.panels.is_some();
                    let even =
                        depth.is_multiple_of(2 * step(ty.lane().scalar()?)) && rotation.steps <= MOST_STEPS;
                    let read = is_read(rotation.fragments, Some(&rotation.left), &rotation.right);
                    if !in_place || !ahead || !tensor || !(grouped || even && read) {
                        return None;
                    }
                    found = Some(rotation);
                }
                _ => return None,
            }
        }
        found
    }

    /// A turn that multiplies what the turn before has read for it.
    fn rotated(&mut self, turn: &Turn<'_>, rotation: &Rotation, body: &Block) -> Block {
        let Rotation { target, tiles, fragments, site, .. } = rotation;
        let left = Left::Shared(rotation.left.clone());
        let steps = self.begin_steps(target, *fragments, &left, &rotation.right, 2);
        self.builder.site = *site;
        self.wait_for_turn(turn);
        self.read_step(&steps, &index(0), &[index(0), index(0)], 0);

        self.builder.begin_block();
        self.loops += 1;
        for stmt in &body.0 {
            self.builder.site = stmt.site;
            if matches!(&stmt.kind, StmtKind::Let { .. }) && !turn.pipeline.leaves_out(stmt) {
                self.stmt(stmt);
            }
        }
        self.builder.site = *site;
        let stages = |this: &mut Self| -> Stages { tiles.map(|tile| this.stage_read(tile, turn)) };
        let now = stages(self);
        for step in 0..rotation.steps {
            if step + 1 < rotation.steps {
                self.read_step(&steps, &index(step + 1), &now, (step + 1) % 2);
            } else {
                self.wait_for_turn(turn);
                self.next_stages(turn);
                let next = stages(self);
                self.read_step(&steps, &index(0), &next, 0);
            }
            if step == 0 {
                self.begin_turn_ahead(turn, false);
            }
            self.multiply_step(target, &steps, step % 2);
        }
        self.loops -= 1;
        self.builder.end_block()
    }

    /// A turn whose product is under way while the turn before still multiplies, or, of a promoted product, while the
    /// parts of this one are added. Behind the barrier all warps are done with the turn before, whose stage is free.
    fn overlapped(&mut self, turn: &Turn<'_>, rotation: &Rotation, body: &Block) -> Block {
        self.builder.begin_block();
        self.loops += 1;
        for stmt in &body.0 {
            self.builder.site = stmt.site;
            if matches!(&stmt.kind, StmtKind::Let { .. }) && !turn.pipeline.leaves_out(stmt) {
                self.stmt(stmt);
            }
        }
        self.builder.site = rotation.site;
        self.wait_for_turn(turn);
        let stages = rotation.tiles.map(|tile| self.stage_read(tile, turn));
        let left = GroupLeft::Shared(&rotation.left);
        let Rotation { target, right, depth, .. } = rotation;
        let mut go_on = |this: &mut Self| {
            this.builder.eval("sync_threads", Vec::new());
            this.begin_turn_ahead(turn, false);
        };
        if self.promotes(right.scalar) {
            self.promoted_product(target, left, right, *depth, &stages, &mut go_on);
        } else {
            self.warpgroup_product(target, left, right, *depth, &stages, true);
            self.builder.eval("wgmma_wait", vec![Expr::int(1, Scalar::U32)]);
            go_on(self);
        }
        self.next_stages(turn);
        self.loops -= 1;
        self.builder.end_block()
    }

    /// Waits until the tiles of the next turn in order are there; where threads copy some, for the whole block.
    pub(super) fn wait_for_turn(&mut self, turn: &Turn<'_>) {
        if let Some(ring) = turn.ring {
            self.pass(ring);
        }
        if !turn.pipeline.has_copies() {
            return;
        }
        let others = turn.pipeline.stages - 2;
        self.builder.eval("async_wait", vec![Expr::int(i128::from(others), Scalar::U32)]);
        let swizzled =
            |load: &Ahead| self.staged.get(&load.tile).is_some_and(|buffer| buffer.staging.span.is_some());
        if turn.pipeline.loads.iter().any(swizzled) {
            self.builder.eval("async_fence", Vec::new());
        }
        self.builder.eval("sync_threads", Vec::new());
    }

    /// Begins the loads of the last turn that has a stage, where `waits` once all warps have read that.
    pub(super) fn begin_turn_ahead(&mut self, turn: &Turn<'_>, waits: bool) {
        let Loading { counter, step, late, .. } = *turn.loading;
        let ty = turn.end.ty.clone();
        let now = Expr::local(self.scalar_local(counter), ty.clone());
        let left = Expr::binary(BinOp::Sub, turn.end.clone(), now.clone(), ty.clone());
        let is_left = |distance: Expr| Expr::binary(BinOp::Lt, distance, left.clone(), Type::BOOL);
        let (begins, which) = match late {
            None => (is_left(turn.distance.clone()), Which::All),
            Some(_) => {
                let scalar = ty.scalar().unwrap_or(Scalar::Usize);
                let before = step * i128::from(turn.pipeline.stages - 2);
                (is_left(Expr::int(before, scalar)), Which::Late(is_left(turn.distance.clone())))
            }
        };
        self.builder.begin_if(begins);
        let stage = Expr::local(turn.writing, Type::USIZE);
        if let Some(ring) = turn.ring.filter(|_| waits) {
            self.pass_released(ring, &stage);
        }
        self.begin_loads(turn.loading, plus(now, turn.distance.clone()), &stage, which);
        self.builder.end();
        if turn.pipeline.has_copies() {
            self.builder.eval("async_commit", Vec::new());
        }
    }

    /// The first element of the stage of a tile that this turn reads.
    pub(super) fn stage_read(&mut self, tile: LocalId, turn: &Turn<'_>) -> Expr {
        let start = self.stage_start(tile, Expr::local(turn.reading, Type::USIZE));
        self.builder.bind_uniform("stage", start)
    }

    pub(super) fn next_stages(&mut self, turn: &Turn<'_>) {
        for number in [turn.reading, turn.writing] {
            let place = crate::ir::Place::local(number, Type::USIZE);
            let now = Expr::load(place.clone());
            let last = Expr::binary(BinOp::Eq, now.clone(), index(turn.pipeline.stages - 1), Type::BOOL);
            if let Some(ring) = turn.ring.filter(|_| number == turn.reading) {
                self.next_phase(ring, last.clone());
            }
            self.builder.assign(place, select(last, index(0), add(now, index(1))));
        }
    }

    /// A local with the number of a stage.
    fn stage_number(&mut self, name: &str, stage: Expr) -> LocalId {
        let local = self.builder.uniform_local(name, Type::USIZE, LocalKind::Temp);
        self.builder.push(StmtKind::Let { local, init: Some(stage) });
        local
    }

    /// Begins the loads of the turn at which the counter has this value.
    fn begin_loads(&mut self, loading: &Loading<'_>, at: Expr, stage: &Expr, which: Which) {
        let Loading { loads, operands, ring, counter, step, late } = *loading;
        let at = self.builder.bind_uniform("ahead", at);
        let before = |this: &mut Self| {
            let step = Expr::int(step, at.ty.scalar().unwrap_or(Scalar::Usize));
            this.builder.bind_uniform("before", Expr::binary(BinOp::Sub, at.clone(), step, at.ty.clone()))
        };
        let (mut boxes, mut late_boxes) = (Vec::new(), Vec::new());
        let mut scopes = Scopes::new(self);
        for load in loads {
            let is_late = Some(load.tile) == late;
            let turn = match (is_late, &which) {
                (true, Which::Early) => continue,
                (true, _) => before(self),
                (false, _) => at.clone(),
            };
            self.run_setup(&mut scopes, load, (counter, &turn), operands);
            let counter = self.scalar_local(counter);
            let first = self.first(load.by, &load.coordinates, Some((counter, &turn)));
            match load.map {
                Some(_) if is_late => late_boxes.push((load, first)),
                Some(_) => boxes.push((load, first)),
                None => {
                    let start = self.stage_start(load.tile, stage.clone());
                    let start = self.builder.bind_uniform("stage", start);
                    self.stage_ahead(load, first, &start);
                }
            }
            scopes.leave(self);
        }
        if let Some(ring) = ring {
            let more = match which {
                Which::All | Which::Early => Expr::bool(true),
                Which::Late(more) => self.builder.bind_uniform("more", more),
            };
            self.begin_boxes(ring, [&boxes, &late_boxes], more, stage);
        }
    }
}

/// `a + b`, of any one integer type.
pub(super) fn plus(a: Expr, b: Expr) -> Expr {
    if matches!(b.kind, ExprKind::Literal(Literal::Int(0))) {
        return a;
    }
    let ty = a.ty.clone();
    Expr::binary(BinOp::Add, a, b, ty)
}

/// Reads another value in the place of a local.
pub(super) fn replace(expr: &mut Expr, local: LocalId, by: &Expr) {
    if matches!(&expr.kind, ExprKind::Load(place) if place.steps.is_empty() && place.base == local) {
        *expr = by.clone();
        return;
    }
    expr.for_each_child_mut(&mut |child| replace(child, local, by));
}
