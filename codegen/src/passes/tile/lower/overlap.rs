//! Loops of two products of warpgroups, of which the second takes what becomes of the first: attention.
//!
//! Between the two, threads compute while tensor cores would wait. So the second product is *late*: it begins in the
//! turn after its own, behind that turn's first product, and multiplies while threads compute. What it reads of shared
//! memory comes a turn later too, in the stage of that turn. The first turn has no late product, so it is written out
//! before the loop. Behind the loop comes the last late product.
//!
//! With three stages nobody waits for the whole block. Warps arrive at a barrier once they have read a stage. The
//! thread that begins the next copies to it waits there, while its first product is under way. So warpgroups drift
//! apart, and the products of one fill the pauses of the other. With two stages that thread would wait for what others
//! read in the turn before, and they would never drift. There two warpgroups take turns to begin products. More of them
//! wait for the block, as in other loops.

use super::ahead::{Head, Turn, plus};
use super::builder::{call_2, index, less};
use super::place::as_scalar;
use super::product::Factor;
use super::tma::Ring;
use super::wgmma::GroupLeft;
use super::{Destination, Lowerer, Operand, Value};
use crate::ir::{Block, Expr, ExprKind, LocalId, Scalar, SiteId, Stmt, StmtKind, TileOp, Type, Unroll};
use crate::passes::tile::layout::{Digit, Source, WARP};
use crate::passes::tile::pipeline::Pipeline;
use crate::passes::tile::plan::{extents, local_of};
use crate::passes::tile::product::{Method, value_of};

/// The two products of a loop.
pub(super) struct Overlap {
    /// The statements with the first product, the first one that reads the late one's sum, and the late one.
    first: usize,
    scaled: usize,
    last: usize,
    late: Late,
}

/// The product that is begun a turn late.
struct Late {
    sum: Destination,
    /// The statement's operands: what is added to, and the left factor in registers.
    to: LocalId,
    left: LocalId,
    right: Factor,
    /// The staged tile that the right factor is.
    tile: LocalId,
    depth: u32,
    site: SiteId,
}

impl Overlap {
    /// The tile that turns load for the turn before.
    pub fn late_tile(&self) -> LocalId {
        self.late.tile
    }
}

/// Stages from which on warpgroups drift apart.
const DRIFTING: u32 = 3;

/// The threads of a warpgroup.
const GROUP: u32 = 4 * WARP;

impl Lowerer<'_> {
    /// The two products of a loop whose tiles come by TMA, where the second may be late.
    pub(super) fn overlap(&self, pipeline: &Pipeline, body: &Block) -> Option<Overlap> {
        let products = body.0.iter().enumerate().filter_map(|(at, stmt)| match value_of(stmt)? {
            (target, ExprKind::Tile { op: TileOp::Mma, args }) => Some((at, target, args)),
            _ => None,
        });
        let products: Vec<_> = products.collect();
        let [(first, scores, of_first), (last, sum, of_last)] = products[..] else { return None };
        let nested = |stmt: &Stmt| match &stmt.kind {
            StmtKind::For { unroll: Unroll::Each, .. } => false,
            _ => stmt.loop_body().is_some(),
        };
        // Where a block is one warpgroup, other blocks fill its pauses.
        if self.plan.threads == GROUP || pipeline.has_copies() || body.any(&mut |stmt| nested(stmt)) {
            return None;
        }
        self.group_product(scores, of_first)?;
        let (target, right) = self.group_product(sum, of_last)?;
        let [left, factor, to] = [0, 1, 2].map(|number| of_last.get(number).and_then(local_of));
        let (left, factor, to) = (left?, factor?, to?);
        let [_, depth] = extents(&self.tile.local(left).ty)?;
        self.held(left, &target.layout, depth)?;
        let (tile, _) = self.plan.staged.resolve(factor)?;
        // Others of the turn find the stage of the next.
        let is_view = |id: LocalId| self.plan.staged.view(id).is_some_and(|view| view.tile == tile);
        let reads = |stmt: &Stmt, of: &dyn Fn(LocalId) -> bool| {
            let mut reads = false;
            stmt.for_each_expr(&mut |expr| {
                reads |= expr.any(&mut |expr| matches!(&expr.kind, ExprKind::Load(place) if of(place.base)));
            });
            reads
        };
        let touches = |stmt: &Stmt| {
            let writes = matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.base == sum);
            writes || reads(stmt, &|id| id == sum)
        };
        let touched = |at: usize| Block(vec![body.0[at].clone()]).any(&mut |stmt| touches(stmt));
        let scaled = (first + 1..=last).find(|at| touched(*at))?;
        let declares = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let { local, .. } if is_view(*local));
        let alone = body.0.iter().enumerate().all(|(at, stmt)| {
            let others = at != last && !declares(stmt) && reads(stmt, &is_view);
            !others && (at == scaled || at == last || !touched(at))
        });
        let own = matches!(&body.0[last].kind, StmtKind::Assign { .. }) && pipeline.has(tile);
        let site = body.0[last].site;
        let late = Late { sum: target, to, left, right, tile, depth, site };
        (alone && own).then_some(Overlap { first, scaled, last, late })
    }

    /// The target of a product of warpgroups, and its right factor.
    fn group_product(&self, target: LocalId, args: &[Expr]) -> Option<(Destination, Factor)> {
        let [left, right] = [local_of(args.first()?)?, local_of(args.get(1)?)?];
        let (target, factor) = (self.target_of(target)?, self.staged_factor(right)?);
        let scalar = self.tile.local(left).ty.lane().scalar()?;
        let grouped = self.method(left, right, scalar) == Method::Tensor && factor.panels.is_some();
        grouped.then_some((target, factor))
    }

    /// A ring's barriers at which warps arrive that have read a stage.
    pub(super) fn release_stages(&mut self, mut ring: Ring, stages: u32) -> Ring {
        if stages >= DRIFTING || self.takes_turns(stages) {
            let barriers = self.builder.shared("released", Scalar::U64, stages.into());
            self.builder.prologue_barriers(barriers, stages, self.plan.threads / WARP);
            ring.released = Some(barriers);
        }
        ring
    }

    /// Whether the two warpgroups of a block take turns.
    fn takes_turns(&self, stages: u32) -> bool {
        stages < DRIFTING && self.plan.threads == 2 * GROUP
    }

    /// What warpgroups do that take turns.
    fn turns(&mut self, turn: &Turn<'_>, name: &str) {
        if self.takes_turns(turn.pipeline.stages) {
            let digit = Digit { source: Source::Thread, div: GROUP, size: 2, stride: 1 };
            let group = self.builder.thread_digit(digit, self.plan.threads);
            self.builder.eval(name, vec![as_scalar(group, Scalar::U32)]);
        }
    }

    /// The loop, and what stands before and behind it; at least one turn is `left`.
    pub(super) fn overlapping(
        &mut self,
        (turn, overlap): (&Turn<'_>, &Overlap),
        head: &Head<'_>,
        (start, left): (Expr, Expr),
        body: &Block,
    ) {
        let Overlap { late, .. } = overlap;
        self.builder.begin_if(less(index(0), left));
        let packed = self.packed_registers(late.right.scalar, late.depth);
        let own = self.copies_of_locals(head.counter, body);
        self.turns(turn, "turns_begin");
        let counter = self.scalar_local(head.counter);
        self.builder.push(StmtKind::Let { local: counter, init: Some(start.clone()) });
        self.overlapping_turn(turn, overlap, body, (packed, true));
        self.locals = own;

        let counter = self.scalar_local(head.counter);
        let ty = self.builder.function.local(counter).ty.clone();
        let step = head.step.cloned().unwrap_or_else(|| Expr::int(1, ty.scalar().unwrap_or(Scalar::Usize)));
        // A short counter must not wrap.
        let second = match ty.size() {
            Some(8) => plus(start, step),
            _ => call_2("saturating_add", start, step),
        };
        self.builder.begin_block();
        self.loops += 1;
        self.overlapping_turn(turn, overlap, body, (packed, false));
        self.loops -= 1;
        let turns = self.builder.end_block();
        self.builder.push(StmtKind::For {
            label: head.label,
            local: counter,
            start: second,
            end: turn.end.clone(),
            inclusive: false,
            step: head.step.cloned(),
            reversed: false,
            unroll: head.unroll,
            body: turns,
        });

        self.builder.site = late.site;
        self.turns(turn, "turns_end");
        self.wait_for_turn(turn);
        self.begin_late(turn, late, packed);
        self.finish_products(&late.sum, 0);
        if self.loops > 0 {
            self.release(turn);
        }
        self.next_stages(turn);
        self.builder.end();
    }

    /// A turn; the first has no late product to begin.
    fn overlapping_turn(
        &mut self,
        turn: &Turn<'_>,
        overlap: &Overlap,
        body: &Block,
        (packed, is_first): (LocalId, bool),
    ) {
        let Overlap { first, scaled, last, late } = overlap;
        let (before, between, after) =
            (&body.0[..*first], &body.0[first + 1..*scaled], &body.0[*scaled..*last]);
        self.wait_for_turn(turn);
        let released = turn.ring.is_some_and(|ring| ring.released.is_some());
        if !released {
            if !is_first {
                self.builder.eval("sync_threads", Vec::new());
            }
            self.begin_turn_ahead(turn, false);
        }
        self.read_stages(turn);
        self.statements_of_turn(turn, before);
        if !is_first {
            self.turns(turn, "turn_begin");
        }
        self.begin_first(&body.0[*first]);
        if !is_first {
            self.begin_late(turn, late, packed);
            self.turns(turn, "turn_end");
        }
        if released {
            self.begin_turn_ahead(turn, !is_first);
        }
        if let Some(scores) = value_of(&body.0[*first]).and_then(|(scores, _)| self.target_of(scores)) {
            self.finish_products(&scores, u32::from(!is_first));
        }
        self.statements_of_turn(turn, between);
        self.builder.site = late.site;
        if !is_first {
            self.finish_products(&late.sum, 0);
        }
        self.release(turn);
        self.statements_of_turn(turn, after);
        self.builder.site = late.site;
        let to = self.operand(late.to);
        self.copy(&late.sum, to);
        if let Operand { value: Value::Registers(left, _), scalar, .. } = self.operand(late.left) {
            self.pack(packed, (left, scalar), late.depth);
        }
        self.statements_of_turn(turn, &body.0[last + 1..]);
        self.next_stages(turn);
    }

    /// Begins the turn's first product.
    fn begin_first(&mut self, stmt: &Stmt) {
        let Some((target, ExprKind::Tile { args, .. })) = value_of(stmt) else { return };
        let Some(target) = self.target_of(target) else { return };
        self.builder.site = stmt.site;
        if matches!(stmt.kind, StmtKind::Let { .. }) {
            self.builder.declare(target.local);
        }
        let [left, right, sum] = [0, 1, 2].map(|number| args.get(number).and_then(local_of));
        if let (Some(left), Some(right), Some(sum)) = (left, right, sum) {
            let sum = self.operand(sum);
            self.begin_product(&target, left, right, sum);
        }
    }

    fn begin_late(&mut self, turn: &Turn<'_>, late: &Late, packed: LocalId) {
        let stage = self.stage_read(late.tile, turn);
        let left = GroupLeft::Packed(packed);
        self.warpgroup_product(&late.sum, left, &late.right, late.depth, &[index(0), stage], true);
    }

    /// Tells that this warp has read the turn's stage.
    fn release(&mut self, turn: &Turn<'_>) {
        let Some(ring) = turn.ring else { return };
        let Some(barrier) = ring.release_of(Expr::local(turn.reading, Type::USIZE)) else { return };
        self.builder.eval("sync_warp", Vec::new());
        let thread = self.builder.thread();
        let lane = self.builder.remainder(thread, WARP);
        self.builder.begin_if(less(lane, index(1)));
        self.builder.eval("mbarrier_arrive", vec![barrier]);
        self.builder.end();
    }

    /// New locals for those that a loop's body declares; what there was before.
    fn copies_of_locals(&mut self, counter: LocalId, body: &Block) -> Vec<Option<LocalId>> {
        let mut declared = vec![counter];
        body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { local, .. } | StmtKind::For { local, .. } => declared.push(*local),
            _ => {}
        });
        let own = self.locals.clone();
        for local in declared {
            let Some(of) = own.get(local.0 as usize).copied().flatten() else { continue };
            let copy = self.builder.function.local(of).clone();
            let is_uniform = self.builder.uniform[of.0 as usize];
            self.builder.uniform.push(is_uniform);
            let copy = self.builder.function.add_local(&copy.name, copy.ty, copy.kind);
            self.locals[local.0 as usize] = Some(copy);
        }
        own
    }
}
