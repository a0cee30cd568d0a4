//! Loops whose loads run one turn ahead, each thread for itself ([`crate::passes::tile::pipeline::Own`]).
//!
//! A thread copies to places of its own in shared memory what it will have in its registers a turn later. It waits
//! for its own copies only and meets nobody for them. Once it has read its places, the copies of the next turn
//! begin. Groups of copies are counted by loads: one that has nothing to load makes an empty group.

use super::ahead::{Head, plus};
use super::builder::{add, element, index, reference, select, times};
use super::load::{First, WIDEST, bytes};
use super::{Destination, Lowerer, Tensor};
use crate::compact::List;
use crate::ir::{BinOp, Block, Expr, LocalId, Place, Stmt, StmtKind, Type};
use crate::passes::tile::layout::{Digit, Source};
use crate::passes::tile::pipeline::{Ahead, is_zero};

/// A loop and its loads.
struct Turns<'a> {
    loads: &'a [Ahead],
    /// Where each puts what it copies.
    slots: Vec<LocalId>,
    counter: LocalId,
    end: Expr,
    step: Expr,
}

impl Lowerer<'_> {
    pub(super) fn run_own_ahead(&mut self, loads: &[Ahead], head: &Head<'_>, body: &Block) {
        let counter = self.scalar_local(head.counter);
        let ty = self.builder.function.local(counter).ty.clone();
        let mut bound = |name, expr: &Expr| {
            let value = self.scalar(expr);
            self.builder.bind_uniform(name, value)
        };
        let (start, end) = (bound("first", head.start), bound("last", head.end));
        let one = Expr::new(index(1).kind, ty);
        let step = bound("step", head.step.unwrap_or(&one));
        let slots = loads.iter().map(|load| self.slot(load.tile)).list();
        let turns = Turns { loads, slots, counter, end: end.clone(), step };
        for number in 0..loads.len() {
            let any = Expr::binary(BinOp::Lt, start.clone(), end.clone(), Type::BOOL);
            self.begin_own(&turns, number, any, start.clone());
        }
        self.builder.begin_block();
        self.loops += 1;
        let mut rest = &body.0[..];
        let is_load = |stmt: &Stmt| {
            loads
                .iter()
                .position(|load| matches!(&stmt.kind, StmtKind::Let { local, .. } if *local == load.tile))
        };
        while let Some(at) = rest.iter().position(|stmt| is_load(stmt).is_some()) {
            self.stmts(&rest[..at]);
            self.builder.site = rest[at].site;
            self.take_own(&turns, is_load(&rest[at]).unwrap_or(0), &rest[at]);
            rest = &rest[at + 1..];
        }
        self.stmts(rest);
        self.loops -= 1;
        let body = self.builder.end_block();
        self.builder.push(StmtKind::For {
            label: head.label,
            local: counter,
            start,
            end,
            inclusive: false,
            step: head.step.map(|_| turns.step),
            reversed: false,
            unroll: head.unroll,
            body,
        });
    }

    /// A shared array in which each thread has room for its part of the tile.
    pub(super) fn slot(&mut self, tile: LocalId) -> LocalId {
        let Some(target) = self.target_of(tile) else { return tile };
        let name = &self.tile.local(tile).name;
        let len = u64::from(target.layout.registers()) * u64::from(self.plan.block());
        let slot = self.builder.shared(name, target.scalar, len);
        self.apart.insert(slot);
        slot
    }

    /// The place of these registers: 16 bytes of each thread side by side.
    pub(super) fn slot_place(
        &mut self,
        slot: LocalId,
        target: &Destination,
        register: Expr,
        chunk: u32,
    ) -> Place {
        let own = Digit { source: Source::Thread, div: 1, size: self.plan.block(), stride: chunk };
        let own = self.builder.thread_part(std::iter::once(own), self.plan.threads);
        element(slot, target.scalar, add(own, times(register, self.plan.block())))
    }

    /// Begins a load of the turn at which the counter has this value, if there is one.
    fn begin_own(&mut self, turns: &Turns<'_>, number: usize, there_is: Expr, at: Expr) {
        let load = &turns.loads[number];
        let (Some(tensor), Some(target)) =
            (self.tensors.get(&load.tensor).cloned(), self.target_of(load.tile))
        else {
            return;
        };
        self.builder.begin_if(there_is);
        let at = self.builder.bind_uniform("ahead", at);
        let first = self.first(load.by, &load.coordinates, Some((turns.counter, &at)));
        self.copy_own(turns.slots[number], (&tensor, &first), &target, "loaded ahead");
        self.builder.end();
        self.builder.eval("async_commit", Vec::new());
    }

    /// Begins to copy what a thread has of a tile to its places, zeros where the tensor ends.
    pub(super) fn copy_own(
        &mut self,
        slot: LocalId,
        (tensor, first): (&Tensor, &First),
        target: &Destination,
        how: &'static str,
    ) {
        let chunk = WIDEST / target.scalar.size() as u32;
        self.note_load(tensor.slice, target.extents, Some(&target.layout));
        self.tell_moves((tensor, how), (target.scalar, chunk), target.extents, &target.layout);
        let window = self.window(tensor.clone(), first, target.extents, &target.layout);
        let position = self.begin_registers(&target.layout, chunk);
        let inside = self.in_window(&window, &position);
        let from = self.window_place(&window, &position);
        let to = self.slot_place(slot, target, position.register(), chunk);
        let count = select(inside, bytes(WIDEST), bytes(0));
        self.builder.eval("async_copy_16", vec![reference(to, true), reference(from, false), count]);
        self.end_position(&position);
    }

    /// The load of this turn, and the begin of the next one's.
    fn take_own(&mut self, turns: &Turns<'_>, number: usize, stmt: &Stmt) {
        let tile = turns.loads[number].tile;
        let (StmtKind::Let { init: Some(init), .. }, Some(target)) = (&stmt.kind, self.target_of(tile))
        else {
            return;
        };
        let Some(load) = init.kind.tile_load() else { return };
        let Some(tensor) = self.tensors.get(&load.tensor).cloned() else { return };
        let others = turns.loads.len() as i128 - 1;
        let others = Expr::int(others, crate::ir::Scalar::U32);
        self.builder.eval("async_wait", vec![others]);
        self.builder.declare(target.local);
        let chunk = WIDEST / target.scalar.size() as u32;
        // What lies outside has come as zeros.
        let padding = load.pad.filter(|pad| !is_zero(pad)).map(|pad| {
            let pad = self.scalar(pad);
            let pad = self.builder.bind_uniform("pad", pad);
            let first = self.first(load.by, load.coordinates, None);
            (pad, self.window(tensor, &first, target.extents, &target.layout))
        });
        let position = self.begin_registers(&target.layout, chunk);
        let place = self.target_place(&target, &position);
        let from = self.slot_place(turns.slots[number], &target, position.register(), chunk);
        match padding {
            None => self.move_elements(place, from, chunk),
            Some((pad, window)) => {
                let inside = self.in_window(&window, &position);
                self.move_or_pad(&target, &position, (from, inside), pad, chunk);
            }
        }
        self.end_position(&position);
        let ty = turns.end.ty.clone();
        let now = Expr::local(turns.counter, ty.clone());
        let left = Expr::binary(BinOp::Sub, turns.end.clone(), now.clone(), ty);
        let more = Expr::binary(BinOp::Lt, turns.step.clone(), left, Type::BOOL);
        self.begin_own(turns, number, more, plus(now, turns.step.clone()));
    }
}
