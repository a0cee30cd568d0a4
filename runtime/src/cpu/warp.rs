//! Exchange between the lanes of a warp: 32 threads with consecutive linear numbers.
//!
//! Active lanes take part. A shuffle from a lane that is not active, or not there, gives the own value. The order of a
//! reduction is the language's: the butterfly where all 32 lanes are active, else ascending lanes one by one. So is
//! that of a scan: doubled distances, or one by one.

use kiln_codegen::intrinsics::{Shuffle, Vote};

use super::code::{Arg, WarpCall, WarpOp};
use super::memory::write_bits;
use super::run::Worker;

const WARP: usize = 32;

impl Worker<'_> {
    pub(super) fn warp(&mut self, call: &WarpCall) {
        let mask = *self.masks.current();
        for start in (mask.lo / WARP * WARP..mask.hi).step_by(WARP) {
            let mut values = [0; WARP];
            let mut active = 0u32;
            let size = call.scalar.size();
            for (k, value) in values.iter_mut().enumerate() {
                if self.masks.is_active(start + k) {
                    active |= 1 << k;
                    *value = self.arg_bits(call.value, size, start + k);
                }
            }
            if active == 0 {
                continue;
            }
            let (results, size) = match call.op {
                WarpOp::Shuffle(kind, from) => (self.shuffle(kind, from, &values, active, start), size),
                WarpOp::Vote(vote) => {
                    let ballot = (0..WARP).fold(0, |bits, k| bits | u32::from(values[k] != 0) << k) & active;
                    match vote {
                        Vote::All => ([u64::from(ballot == active); WARP], 1),
                        Vote::Any => ([u64::from(ballot != 0); WARP], 1),
                        Vote::Ballot => ([u64::from(ballot); WARP], 4),
                    }
                }
                WarpOp::Reduce(f) => ([reduce(f, values, active); WARP], size),
                WarpOp::Scan { combine, below } => (scan(combine, values, active, below), size),
                WarpOp::Match { all: false } => (equals(&values, active), 4),
                WarpOp::Match { all: true } => {
                    let same = equals(&values, active)[active.trailing_zeros() as usize] == u64::from(active);
                    ([u64::from(same); WARP], 1)
                }
                WarpOp::Exchange { site, .. } if active != u32::MAX => return self.fail_all(site, [0; 4]),
                WarpOp::Exchange { bits, .. } => {
                    (self.shuffle(Shuffle::Xor, bits, &values, active, start), size)
                }
            };
            let d = self.lanes(call.d);
            for (k, result) in results.into_iter().enumerate() {
                if active >> k & 1 == 1 {
                    // SAFETY: an active lane is inside the destination.
                    unsafe { write_bits(d, size, start + k, result) };
                }
            }
        }
    }

    fn shuffle(
        &self,
        kind: Shuffle,
        from: Arg,
        values: &[u64; WARP],
        active: u32,
        start: usize,
    ) -> [u64; WARP] {
        let mut results = *values;
        for (k, result) in results.iter_mut().enumerate() {
            if active >> k & 1 == 0 {
                continue;
            }
            let lane = k as u32;
            let from = self.arg_bits(from, 4, start + k) as u32;
            let source = match kind {
                Shuffle::Index => Some(from),
                Shuffle::Up => lane.checked_sub(from),
                Shuffle::Down => lane.checked_add(from),
                Shuffle::Xor => Some(lane ^ from),
                Shuffle::Masked => Some(from % WARP as u32),
            };
            if let Some(source) = source.filter(|source| *source < 32 && active >> source & 1 == 1) {
                *result = values[source as usize];
            }
        }
        results
    }
}

/// The values' running combination; with `below`, that of the active lanes below, and `below` for the lowest.
fn scan(f: fn(u64, u64) -> u64, values: [u64; WARP], active: u32, below: Option<u64>) -> [u64; WARP] {
    let mut sums = values;
    if active == u32::MAX {
        for distance in [1, 2, 4, 8, 16] {
            // From above, so that what is combined is of the step before.
            for k in (distance..WARP).rev() {
                sums[k] = f(sums[k - distance], sums[k]);
            }
        }
    } else {
        let mut total = None;
        for k in (0..WARP).filter(|k| active >> k & 1 == 1) {
            let sum = total.map_or(values[k], |total| f(total, values[k]));
            sums[k] = sum;
            total = Some(sum);
        }
    }
    let Some(mut last) = below else { return sums };
    for k in (0..WARP).filter(|k| active >> k & 1 == 1) {
        (sums[k], last) = (last, sums[k]);
    }
    sums
}

/// For each lane, the active ones with its value.
fn equals(values: &[u64; WARP], active: u32) -> [u64; WARP] {
    let equal = |value: u64| {
        (0..WARP).fold(0, |bits, k| bits | u64::from(values[k] == value && active >> k & 1 == 1) << k)
    };
    values.map(equal)
}

fn reduce(f: fn(u64, u64) -> u64, mut values: [u64; WARP], active: u32) -> u64 {
    if active == u32::MAX {
        for distance in [16, 8, 4, 2, 1] {
            // The operators commute, so lane 0 speaks for all: it meets each pair that the others meet.
            for k in 0..distance {
                values[k] = f(values[k], values[k + distance]);
            }
        }
        return values[0];
    }
    let mut lanes = (0..WARP).filter(|k| active >> k & 1 == 1).map(|k| values[k]);
    let first = lanes.next().unwrap_or(0);
    lanes.fold(first, f)
}
