//! Loops whose staged tiles come by TMA ([`crate::intrinsics::TensorMap`]).
//!
//! One thread begins the copies of a turn, for all, and a barrier for each stage counts what has come. Such a loop has
//! a *ring*: the barriers, and the stage and the phase that the next turn waits for. They go on from one run of the
//! loop to the next, since barriers do.

use super::ahead::plus;
use super::builder::{add, call_2, element, index, less, reference, select, times};
use super::load::First;
use super::place::as_scalar;
use super::stage::Buffer;
use super::{Lowerer, Tensor};
use crate::compact::List;
use crate::intrinsics::TensorMap;
use crate::ir::{Addressing, BinOp, Expr, ExprKind, LocalId, Place, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, ROWS};
use crate::passes::tile::pipeline::Ahead;

/// What a loop has whose tiles come by TMA.
#[derive(Clone)]
pub(super) struct Ring {
    /// The shared array of barriers, one a stage.
    barriers: LocalId,
    /// The stage that the next turn reads.
    pub reading: Place,
    /// Of that stage's barrier, the number of its phase, modulo 2.
    phase: Place,
    /// Barriers for each stage, at which warps arrive that have read it.
    pub released: Option<LocalId>,
}

impl Lowerer<'_> {
    /// Makes the rings of the loops that have one.
    pub(super) fn declare_rings(&mut self) {
        let plan = self.plan;
        for (label, pipeline) in plan.pipelines.iter().filter(|(_, pipeline)| pipeline.has_boxes()) {
            let barriers = self.builder.shared("full", Scalar::U64, pipeline.stages.into());
            self.builder.prologue_barriers(barriers, pipeline.stages, 1);
            let reading = self.builder.prologue_counter("reading");
            let phase = self.builder.prologue_counter("phase");
            self.rings.insert(*label, Ring { barriers, reading, phase, released: None });
        }
    }

    fn map_of(&self, load: &Ahead) -> Option<TensorMap> {
        let turned = self.plan.turned.contains(&load.tensor);
        load.map.map(|map| TensorMap { turned, ..map })
    }

    /// Waits until the tiles of the ring's next turn are there.
    pub(super) fn pass(&mut self, ring: &Ring) {
        let phase = as_scalar(Expr::load(ring.phase.clone()), Scalar::U32);
        let barrier = ring.barrier(Expr::load(ring.reading.clone()));
        self.builder.eval("mbarrier_pass", vec![barrier, phase]);
    }

    /// Lets the thread that begins copies wait until all warps have read the stage that the turn before had.
    pub(super) fn pass_released(&mut self, ring: &Ring, stage: &Expr) {
        let Some(barrier) = ring.release_of(stage.clone()) else { return };
        let thread = self.builder.thread();
        self.builder.begin_if(less(thread, index(1)));
        let is_first = Expr::binary(BinOp::Eq, Expr::load(ring.reading.clone()), index(0), Type::BOOL);
        let now = Expr::load(ring.phase.clone());
        let other = Expr::binary(BinOp::BitXor, now.clone(), index(1), Type::USIZE);
        let phase = as_scalar(select(is_first, other, now), Scalar::U32);
        self.builder.eval("mbarrier_pass", vec![barrier, phase]);
        self.builder.end();
    }

    /// The stage so many behind the one that is read next.
    pub(super) fn stage_behind(&mut self, ring: &Ring, stages: u32, behind: u32) -> Expr {
        if self.loops == 0 {
            return index(behind);
        }
        let stage = self.builder.bind_uniform("stage", add(Expr::load(ring.reading.clone()), index(behind)));
        let over = Expr::binary(BinOp::Sub, stage.clone(), index(stages), Type::USIZE);
        select(less(stage.clone(), index(stages)), stage, over)
    }

    /// Turns the phase where the stages begin anew.
    pub(super) fn next_phase(&mut self, ring: &Ring, is_last: Expr) {
        let now = Expr::load(ring.phase.clone());
        let other = Expr::binary(BinOp::BitXor, now.clone(), index(1), Type::USIZE);
        self.builder.assign(ring.phase.clone(), select(is_last, other, now));
    }

    /// Lets one thread begin a turn's loads, each of the tile at these coordinates, to this stage: the first ones where
    /// `more` is so, and the others.
    pub(super) fn begin_boxes(
        &mut self,
        ring: &Ring,
        loads: [&[(&Ahead, First)]; 2],
        more: Expr,
        stage: &Expr,
    ) {
        let thread = self.builder.thread();
        self.builder.begin_if(less(thread, index(1)));
        let barrier = ring.barrier(stage.clone());
        let [now, late] = loads.map(|loads| self.bytes(loads));
        let u32s = |bytes: u64| Expr::int(bytes.into(), Scalar::U32);
        let bytes = if late == 0 { u32s(now) } else { select(more.clone(), u32s(now + late), u32s(late)) };
        self.builder.eval("mbarrier_expect", vec![barrier.clone(), bytes]);
        for (loads, begins) in loads.into_iter().zip([more, Expr::bool(true)]) {
            self.builder.begin_if(begins);
            for (load, first) in loads {
                let Some(map) = self.map_of(load) else { continue };
                let Some(tensor) = self.tensors.get(&load.tensor).cloned() else { continue };
                let Some(buffer) = self.staged.get(&load.tile).cloned() else { continue };
                self.begin_box((load, map), &buffer, &tensor, &first.coordinates, (stage, &barrier));
            }
            self.builder.end();
        }
        self.builder.end();
    }

    /// The bytes of the boxes of these loads.
    fn bytes(&self, loads: &[(&Ahead, First)]) -> u64 {
        let bytes = |(load, _): &(&Ahead, First)| {
            let map = load.map?;
            let columns = self.staged.get(&load.tile)?.staging.reach[COLUMNS];
            Some(u64::from(map.bytes()) * u64::from(columns * u32::from(map.size) / u32::from(map.span)))
        };
        loads.iter().filter_map(bytes).sum()
    }

    fn begin_box(
        &mut self,
        (load, map): (&Ahead, TensorMap),
        buffer: &Buffer,
        tensor: &Tensor,
        coordinates: &[Expr],
        (stage, barrier): (&Expr, &Expr),
    ) {
        let (reach, rank) = (buffer.staging.reach, tensor.extents.len());
        let start = self.stage_start(load.tile, stage.clone());
        let start = self.builder.bind_uniform("stage", start);
        let name = self.builder.function.local(tensor.slice).name.clone();
        let sizes = |locals: &[LocalId]| -> Vec<Expr> {
            locals.iter().map(|local| Expr::local(*local, Type::USIZE)).list()
        };
        let (extents, strides) = (sizes(&tensor.extents), sizes(&tensor.strides));
        let mut first = Vec::new();
        for (own, (coordinate, extent)) in coordinates.iter().zip(&extents).enumerate() {
            // A great coordinate is outside, and does not wrap.
            let within = |value: Expr| match value {
                value if value == index(0) => value,
                value => call_2("int_min", value, extent.clone()),
            };
            let each = if own + 2 < rank { 1 } else { reach[own + 2 - rank] };
            let at = if load.by == Addressing::Elements {
                // Before the tensor a box begins by its extent at most.
                let least = Expr::int(-i128::from(each), Scalar::Isize);
                let cast = |value: &Expr, ty| Expr::new(ExprKind::Cast(Box::new(value.clone())), ty);
                let at = call_2("int_max", cast(coordinate, Type::ISIZE), least);
                cast(&call_2("int_min", at, cast(extent, Type::ISIZE)), Type::USIZE)
            } else {
                let at = times(within(coordinate.clone()), each);
                if each == 1 { at } else { within(at) }
            };
            first.push(self.builder.bind_uniform(&format!("{name}_at"), at));
        }
        self.tell_box(tensor.slice, u32::from(map.rows) * u32::from(map.span));
        let wide = u32::from(map.span) / u32::from(map.size);
        let u32s = |number: u32| Expr::int(number.into(), Scalar::U32);
        for panel in 0..reach[COLUMNS] / wide {
            let to = element(
                buffer.local,
                buffer.staging.scalar,
                plus(start.clone(), index(panel * reach[ROWS] * wide)),
            );
            let from = element(tensor.slice, tensor.element, index(0));
            let mut args = vec![reference(to, true), reference(from, false), barrier.clone()];
            args.extend([map.argument.into(), map.turned.into(), map.rows.into(), map.span.into()].map(u32s));
            args.extend(extents.iter().chain(&strides).chain(&first[..rank - 1]).cloned());
            args.push(add(first[rank - 1].clone(), index(panel * wide)));
            self.builder.eval(&format!("tensor_load_{rank}"), args);
        }
    }
}

impl Ring {
    /// The barrier at which warps arrive that have read a stage.
    pub fn release_of(&self, stage: Expr) -> Option<Expr> {
        self.released.map(|barriers| reference(element(barriers, Scalar::U64, stage), true))
    }

    fn barrier(&self, stage: Expr) -> Expr {
        reference(element(self.barriers, Scalar::U64, stage), true)
    }
}
