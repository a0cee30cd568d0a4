//! Clusters: their blocks run as one, so that each finds the others' shared memory, one behind the other.
//!
//! The lanes of a cluster are those of its blocks in the order of their ranks, each filled up to whole warps; what
//! fills ends at the start. What differs from block to block of a cluster differs from lane to lane here.

use super::code::{InCluster, Lanes};
use super::run::Worker;

impl Worker<'_> {
    /// The rank of a lane's block, and the lane's number in it.
    pub(super) fn rank_of(&self, lane: usize) -> (u32, u32) {
        let threads = self.shape.block.iter().map(|n| *n as usize).product::<usize>().next_multiple_of(32);
        ((lane / threads) as u32, (lane % threads) as u32)
    }

    /// The block with this rank in the running cluster.
    pub(super) fn block_of(&self, rank: u32) -> [u32; 3] {
        let [x, y, _] = self.shape.cluster;
        let inside = [rank % x, rank / x % y, rank / (x * y)];
        std::array::from_fn(|axis| self.block[axis] + inside[axis])
    }

    /// The running cluster's number in the grid.
    pub(super) fn cluster_id(&self) -> u32 {
        let cluster = self.shape.cluster;
        let [width, height, _]: [u32; 3] =
            std::array::from_fn(|axis| self.shape.grid[axis].div_ceil(cluster[axis]));
        let [x, y, z]: [u32; 3] = std::array::from_fn(|axis| self.block[axis] / cluster[axis]);
        x + width * (y + height * z)
    }

    pub(super) fn in_cluster(&mut self, d: Lanes, what: InCluster) {
        let block = self.shape.block;
        let out = self.lanes(d).cast::<u64>();
        for lane in self.masks.first..self.masks.first + self.masks.count {
            let (rank, thread) = self.rank_of(lane);
            let [x, y, _] = block;
            let inside = |axis: u8| match axis {
                0 => thread % x,
                1 => thread / x % y,
                _ => thread / (x * y),
            };
            let at = |axis: u8| self.block_of(rank)[usize::from(axis)];
            let value = match what {
                InCluster::Thread(axis) => u64::from(inside(axis)),
                InCluster::Global(axis) => {
                    u64::from(at(axis)) * u64::from(block[usize::from(axis)]) + u64::from(inside(axis))
                }
                InCluster::Block(axis) => u64::from(at(axis)),
                InCluster::Warp => u64::from(thread / 32),
                InCluster::Rank => u64::from(rank),
            };
            // SAFETY: the register holds `usize` lanes.
            unsafe { out.add(lane).write(value) };
        }
    }

    /// Ends the lanes that no thread has.
    pub(super) fn end_padding(&mut self) {
        let threads = self.shape.block.iter().product::<u32>();
        if threads.is_multiple_of(32) {
            return;
        }
        for lane in 0..self.shape.threads {
            if self.rank_of(lane).1 >= threads {
                self.masks.kill_lane(lane);
            }
        }
    }
}
