//! What the instructions of lowered tile code do to memory.
//!
//! An asynchronous copy writes from where it begins until it lands: whoever touches its target in between races
//! with it, its own thread included. Where it has landed it is a store of its thread, made at that moment, and
//! others wait for it as for any store. Who passes a barrier sees the copies that it counts, and what those have done
//! who arrived there.

use kiln_codegen::intrinsics::{FactorShape, Order};

use super::super::element_ops::{Elements, ElementsCall, ElementsOp, Home, TensorLoad};
use super::super::run::Worker;
use super::super::tma::Waits;
use super::{Access, Found, Sanitizer};

impl Worker<'_> {
    /// Looks at an instruction whose elements are there, before it runs; whether the run ends here.
    pub(in crate::cpu) fn watch_elements(&mut self, call: &ElementsCall) -> bool {
        let Some(mut sanitizer) = self.sanitizer.take() else { return false };
        sanitizer.found = self.elements_mistake(&mut sanitizer, call);
        let ends = sanitizer.found.is_some();
        self.sanitizer = Some(sanitizer);
        ends
    }

    fn elements_mistake(&self, sanitizer: &mut Sanitizer, call: &ElementsCall) -> Option<Found> {
        let every = |_: usize| true;
        match &call.op {
            ElementsOp::Move { to, from, .. } => self
                .watch_lanes(sanitizer, from, (Access::Read, call.site), every)
                .or_else(|| self.watch_lanes(sanitizer, to, (Access::Write, call.site), every)),
            ElementsOp::AsyncCopy { to, from, used, .. } => self
                .watch_lanes(sanitizer, from, (Access::Read, call.site), |lane| {
                    self.arg_bits(*used, 4, lane) > 0
                })
                .or_else(|| self.watch_lanes(sanitizer, to, (Access::Copy, call.site), every)),
            ElementsOp::Wait { groups } => {
                for copy in self.copies.landing(&self.masks, Waits::Groups { latest: (*groups).into() }) {
                    let stamp = sanitizer.stamp(copy.lane, copy.site, Access::Write);
                    sanitizer.shared.land(copy.to as u64, copy.bytes as u8, stamp);
                }
                None
            }
            ElementsOp::TensorLoad(load) => self.watch_box(sanitizer, load, call.site),
            ElementsOp::Init { barrier, .. } => {
                self.watch_lanes(sanitizer, barrier, (Access::Write, call.site), every)
            }
            ElementsOp::Expect { barrier, .. } => {
                self.watch_lanes(sanitizer, barrier, (Access::AtomicUpdate, call.site), every)
            }
            ElementsOp::Arrive { barrier } => {
                let found = self.watch_lanes(sanitizer, barrier, (Access::AtomicUpdate, call.site), every);
                self.order_lanes(sanitizer, barrier, (Access::AtomicUpdate, call.site), Order::Release);
                found
            }
            ElementsOp::Pass { barrier, phase } => {
                let mut barriers = Vec::new();
                self.masks.for_each(|lane| barriers.extend(self.leaves(barrier, *phase, lane)));
                for copy in barriers.iter().flat_map(|waits| self.copies.landing(&self.masks, *waits)) {
                    // Every thread that passes the barrier sees the copy, so it precedes what follows.
                    let mut stamp = sanitizer.stamp(copy.lane, copy.site, Access::Write);
                    stamp.epoch = stamp.epoch.wrapping_sub(1);
                    sanitizer.shared.land(copy.to as u64, copy.bytes as u8, stamp);
                }
                self.order_lanes(sanitizer, barrier, (Access::AtomicRead, call.site), Order::Acquire);
                self.watch_lanes(sanitizer, barrier, (Access::AtomicRead, call.site), every)
            }
            ElementsOp::LoadMatrix { from, .. } => {
                self.watch_lanes(sanitizer, from, (Access::Read, call.site), every)
            }
            ElementsOp::Wgmma { a, b, shape, .. } => shape
                .left
                .and_then(|left| self.watch_factor(sanitizer, a, left, 64, call.site))
                .or_else(|| self.watch_factor(sanitizer, b, shape.right, shape.columns, call.site)),
            // Registers alone.
            ElementsOp::Product { .. } | ElementsOp::Commit => None,
        }
    }

    /// Reads of a product of warpgroups: each lane of a group reads some of a factor's chunks.
    fn watch_factor(
        &self,
        sanitizer: &mut Sanitizer,
        elements: &Elements,
        lies: FactorShape,
        rows: u32,
        site: u32,
    ) -> Option<Found> {
        let Home::Memory(memory) = elements.home else { return None };
        let array = self.code.arrays.get(elements.array as usize).filter(|array| !array.frozen)?;
        let (pointer, size) = (self.one(memory.pointer), u64::from(elements.size));
        let mut found = None;
        self.masks.for_each(|lane| {
            let first = self.arg_bits(elements.index, 8, lane).wrapping_mul(size);
            for number in (lane as u32 % 128..2 * rows).step_by(128) {
                let offset = lies.chunk(first, number);
                let at = (pointer.wrapping_add(offset), offset, 16);
                found = found.take().or_else(|| self.touch(sanitizer, array, at, lane, (Access::Read, site)));
            }
        });
        found
    }

    /// A copy of a box: it writes whole chunks.
    fn watch_box(&self, sanitizer: &mut Sanitizer, load: &TensorLoad, site: u32) -> Option<Found> {
        let Home::Memory(memory) = load.to.home else { return None };
        let array = self.code.arrays.get(load.to.array as usize)?;
        let pointer = self.one(memory.pointer);
        let mut found = None;
        self.masks.for_each(|lane| {
            for offset in self.chunks_of_box(load, lane) {
                let at = (pointer.wrapping_add(offset), offset, 16);
                found = found.take().or_else(|| self.touch(sanitizer, array, at, lane, (Access::Copy, site)));
            }
        });
        found
    }

    /// What an atomic operation of the active lanes releases or acquires.
    fn order_lanes(
        &self,
        sanitizer: &mut Sanitizer,
        elements: &Elements,
        (access, site): (Access, u32),
        order: Order,
    ) {
        self.masks.for_each(|lane| {
            let stamp = sanitizer.stamp(lane, site, access);
            sanitizer.order.atomic(self.address(elements, lane) as u64, stamp, order);
        });
    }

    /// An access of the active lanes, of those that make it, to elements of memory.
    fn watch_lanes(
        &self,
        sanitizer: &mut Sanitizer,
        elements: &Elements,
        (access, site): (Access, u32),
        makes: impl Fn(usize) -> bool,
    ) -> Option<Found> {
        let Home::Memory(memory) = elements.home else { return None };
        let array = self.code.arrays.get(elements.array as usize).filter(|array| !array.frozen)?;
        let (pointer, size) = (self.one(memory.pointer), u64::from(elements.size));
        let mut found = None;
        self.masks.for_each(|lane| {
            if found.is_some() || !makes(lane) {
                return;
            }
            let offset = self.arg_bits(elements.index, 8, lane).wrapping_mul(size);
            let bytes = (size * elements.count as u64) as u8;
            let at = pointer.wrapping_add(offset);
            found = self.touch(sanitizer, array, (at, offset, bytes), lane, (access, site));
        });
        found
    }
}
