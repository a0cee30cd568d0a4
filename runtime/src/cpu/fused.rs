//! Loads, one operation and a store in one pass from memory to memory.
//!
//! The commonest statement of all, `y[i] = a * x[i] + y[i]` with neighbours at `i`, need not go through registers. Applies
//! only where nothing can fail and the order of loads before stores cannot be told; everything else is left to the
//! single instructions that follow.
//!
//! The same behind a comparison of a line, `if t < half { s[t] += s[t + half]; }`, is one instruction as
//! well: lanes for which the comparison holds are a range, which needs no mask.

use super::code::{Check, FusedArg, FusedOp, FusedStore, Guarded, Line, Memory, One};
use super::lanes::CHUNK;
use super::memory::{fetch_behind, neighbours};
use super::run::Worker;

impl Worker<'_> {
    /// Whether the statement was done.
    ///
    /// # Safety
    /// The memory is valid, and unchecked indices in bounds.
    pub(super) unsafe fn fused_store(&mut self, fused: &FusedStore) -> bool {
        let mask = *self.masks.current();
        // SAFETY: the caller's promise, for the active lanes.
        mask.all && unsafe { self.fused_range(fused, mask.lo, mask.hi) }
    }

    /// Whether the statement was done for the lanes that the comparison chooses.
    ///
    /// # Safety
    /// As [`Worker::fused_store`].
    pub(super) unsafe fn guarded_store(&mut self, guarded: &Guarded) -> bool {
        if !self.masks.current().all {
            return false;
        }
        match self.line_range(guarded.op, guarded.line, self.one(guarded.value)) {
            // SAFETY: the caller's promise, for these lanes, which are all active.
            Some((lo, hi)) => lo >= hi || unsafe { self.fused_range(&guarded.fused, lo, hi) },
            None => false,
        }
    }

    /// Whether the statement was done for the lanes `lo..hi`, of which there are some.
    ///
    /// # Safety
    /// As [`Worker::fused_store`], for these lanes.
    #[inline]
    unsafe fn fused_range(&mut self, fused: &FusedStore, lo: usize, hi: usize) -> bool {
        let size = usize::from(fused.size);
        let element = |memory: Memory, index: Line, plus: Option<One>, check: Check| {
            let (base, step) = self.as_line(index)?;
            let base = base.wrapping_add(plus.map_or(0, |plus| self.one(plus)));
            let first = neighbours((base, step), lo, hi, self.one(memory.len), check)?;
            Some(self.one(memory.pointer).wrapping_add(first.wrapping_mul(size as u64)))
        };
        let Some(to) = element(fused.memory, fused.index, None, fused.check) else { return false };
        let bytes = (hi - lo) * size;
        let first = lo & !(CHUNK - 1);
        let count = hi.next_multiple_of(CHUNK) - first;
        // The loops work on whole chunks. Where the range is none, operands are read beyond it, which only memory that nobody
        // else writes allows, and the result takes a detour.
        let whole = lo == first && hi == first + count;
        let mut direct = whole;
        let mut args = [0u64; 3];
        for (arg, value) in fused.args.iter().zip(&mut args) {
            *value = match *arg {
                FusedArg::One(one) => self.one(one),
                FusedArg::Lanes(lanes) => self.lanes(lanes) as u64,
                FusedArg::Memory { memory, index, plus, check } => {
                    let Some(from) = element(memory, index, plus, check) else { return false };
                    if matches!(fused.f, FusedOp::Copy) {
                        // SAFETY: both ranges are in bounds; `copy` reads all before it writes.
                        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
                        fetch_behind(memory, from as *const u8, bytes);
                        return true;
                    }
                    if !whole {
                        let start = self.one(memory.pointer);
                        let low = from.wrapping_sub(((lo - first) * size) as u64);
                        let high = start.wrapping_add(self.one(memory.len).wrapping_mul(size as u64));
                        let fits = low >= start && low <= from && low + (count * size) as u64 <= high;
                        if !memory.frozen || !fits {
                            return false;
                        }
                    }
                    direct &= from == to || from + bytes as u64 <= to || to + bytes as u64 <= from;
                    // The address that lane 0 would have.
                    from.wrapping_sub((lo * size) as u64)
                }
            };
        }
        let scratch = self.lanes(fused.scratch);
        let d = if direct { to.wrapping_sub((lo * size) as u64) as *mut u8 } else { scratch };
        let [a, b, c] = args;
        // SAFETY: operands are registers, or memory whose elements at all lanes of the chunks are in bounds; so is the
        // destination if it is memory, where each chunk is read before it is written.
        unsafe {
            match fused.f {
                FusedOp::Copy => return false,
                FusedOp::Lanes2(f) => f(d, a as *const u8, b as *const u8, first, count),
                FusedOp::Right(f) => f(d, a as *const u8, b, first, count),
                FusedOp::Swapped(f) => f(d, b as *const u8, a, first, count),
                FusedOp::Lanes3(f) => f(d, a, b, c, first, count),
            }
            if !direct {
                scratch.add(lo * size).copy_to_nonoverlapping(to as *mut u8, bytes);
            }
        }
        true
    }
}
