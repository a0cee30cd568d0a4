//! Loads, one operation and a store in one pass from memory to memory.
//!
//! The commonest statement of all, `y[i] = a * x[i] + y[i]` with neighbours at `i`, need not go through registers. Applies
//! only where nothing can fail and the order of loads before stores cannot be told; everything else is left to the
//! single instructions that follow.

use super::code::{Check, FusedArg, FusedOp, FusedStore, Line, Memory, Value};
use super::run::Worker;

impl Worker<'_> {
    /// Whether the statement was done.
    ///
    /// # Safety
    /// The memory is valid, and unchecked indices in bounds.
    pub(super) unsafe fn fused_store(&mut self, fused: &FusedStore) -> bool {
        let mask = *self.masks.current();
        if !mask.all {
            return false;
        }
        let size = usize::from(fused.size);
        let Some(to) = self.first_element(fused.memory, fused.index, fused.check, size) else {
            return false;
        };
        let bytes = (mask.hi - mask.lo) * size;
        let (first, count) = (self.masks.first, self.masks.count);
        // The loops work on whole chunks. Where the range is none, operands are read beyond it, which only memory that nobody
        // else writes allows, and the result takes a detour.
        let whole = mask.lo == first && mask.hi == first + count;
        let mut direct = whole;
        let mut args = [0u64; 3];
        for (arg, value) in fused.args.iter().zip(&mut args) {
            *value = match *arg {
                FusedArg::One(one) => self.one(one),
                FusedArg::Lanes(lanes) => self.lanes(lanes) as u64,
                FusedArg::Memory { memory, index, check } => {
                    let Some(from) = self.first_element(memory, index, check, size) else { return false };
                    if matches!(fused.f, FusedOp::Copy) {
                        // SAFETY: both ranges are in bounds; `copy` reads all before it writes.
                        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
                        return true;
                    }
                    if !whole {
                        let start = self.one(memory.pointer);
                        let low = from.wrapping_sub(((mask.lo - first) * size) as u64);
                        let high = start.wrapping_add(self.one(memory.len).wrapping_mul(size as u64));
                        let fits = low >= start && low <= from && low + (count * size) as u64 <= high;
                        if !memory.frozen || !fits {
                            return false;
                        }
                    }
                    direct &= from == to || from + bytes as u64 <= to || to + bytes as u64 <= from;
                    // The address that lane 0 would have.
                    from.wrapping_sub((mask.lo * size) as u64)
                }
            };
        }
        let scratch = self.lanes(fused.scratch);
        let d = if direct { to.wrapping_sub((mask.lo * size) as u64) as *mut u8 } else { scratch };
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
                scratch.add(mask.lo * size).copy_to_nonoverlapping(to as *mut u8, bytes);
            }
        }
        true
    }

    /// The address of the first active lane's element, where the active lanes' elements are neighbours in bounds.
    #[inline(always)]
    fn first_element(&self, memory: Memory, index: Line, check: Check, size: usize) -> Option<u64> {
        let first = self.contiguous(Value::Line(index), self.one(memory.len), check)?;
        Some(self.one(memory.pointer).wrapping_add(first.wrapping_mul(size as u64)))
    }
}
