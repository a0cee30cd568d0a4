//! Failures: which lanes end, and the record of the first one.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir::Scalar;

use super::code::FailCall;
use super::run::{Worker, extended};

impl Worker<'_> {
    /// Ends a lane, and keeps the record if it is the first.
    pub(super) fn fail_lane(&mut self, lane: usize, site: u32, values: [u64; 4]) {
        self.record(lane, None, site, values);
        self.masks.kill_lane(lane);
    }

    /// Ends all active lanes for one reason.
    pub(super) fn fail_all(&mut self, site: u32, values: [u64; 4]) {
        let lane = self.masks.current().lo;
        self.record(lane, None, site, values);
        self.masks.kill_current(0);
    }

    /// `told` is the number along x of the block that the message names, if it is not the lane's.
    fn record(&mut self, lane: usize, told: Option<u32>, site: u32, values: [u64; 4]) {
        let (mut block, lane) = self.place_of(lane);
        block[0] = told.unwrap_or(block[0]);
        let [x, y, _] = self.shape.block;
        if self.failure.as_ref().is_none_or(|first| before(block, first.block)) {
            let thread = [lane % x, lane / x % y, lane / (x * y)];
            self.failure =
                Some(FailRecord { state: 1, site, block, thread, values, ..FailRecord::default() });
        }
    }

    /// The block of a lane, and the thread's number in it.
    fn place_of(&self, lane: usize) -> ([u32; 3], u32) {
        if self.code.cluster.is_some() {
            let (rank, thread) = self.rank_of(lane);
            return (self.block_of(rank), thread);
        }
        let threads = self.shape.block.iter().product::<u32>();
        let mut block = self.block;
        block[0] += lane as u32 / threads;
        (block, lane as u32 % threads)
    }

    /// Ends all active lanes with a message.
    pub(super) fn fail(&mut self, call: &FailCall) {
        let mut lane = self.masks.current().lo;
        let mut told = None;
        if let Some(block) = call.block {
            // The first block of all that the lanes tell of.
            let mut first = u64::MAX;
            let of = |lane| self.arg_bits(block, Scalar::Usize.size(), lane);
            self.masks.for_each(|active| {
                if of(active) < first {
                    (first, lane) = (of(active), active);
                }
            });
            told = Some(first as u32);
        }
        let mut values = [0; 4];
        for (value, (arg, scalar)) in values.iter_mut().zip(&call.args) {
            *value = extended(*scalar, self.arg_bits(*arg, scalar.size(), lane));
        }
        self.record(lane, told, call.site, values);
        self.masks.kill_current(0);
    }
}

/// Whether a block comes before another in the grid.
fn before(block: [u32; 3], other: [u32; 3]) -> bool {
    let order = |[x, y, z]: [u32; 3]| (z, y, x);
    order(block) < order(other)
}
