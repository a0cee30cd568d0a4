//! Which lanes are active: a stack of masks, one slot for each level of divergence.
//!
//! A slot is a range `lo..hi` outside of which no lane is active, and a byte of 0 or 1 for each lane inside; where
//! every lane of the range is active (`all`) the bytes are not kept, so that a prefix such as `tid < s` costs
//! nothing. Bytes, where kept, are valid for the whole chunks around the range.
//!
//! Guarantee: a slot's lanes are among those of every lower slot that encloses it. Taking lanes out of a slot is the
//! caller's duty for all slots above.

use super::code::{Pc, Slot};
use super::lanes::{CHUNK, pick, twin};

#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    pub lo: usize,
    pub hi: usize,
    pub all: bool,
    /// Where control continues when the slot is empty.
    pub exit: Pc,
}

impl Mask {
    pub fn is_empty(&self) -> bool {
        self.lo >= self.hi
    }

    fn clear(&mut self) {
        (self.lo, self.hi, self.all) = (0, 0, true);
    }

    /// The first lane and the number of lanes of the whole chunks around the range.
    fn chunks(&self) -> (usize, usize) {
        let first = self.lo & !(CHUNK - 1);
        (first, self.hi.next_multiple_of(CHUNK) - first)
    }
}

/// The mask slots of one worker.
pub(super) struct Masks {
    slots: Vec<Mask>,
    bytes: *mut u8,
    stride: usize,
    threads: usize,
    current: usize,
    /// The chunks around the current range: what a loop over lanes covers.
    pub first: usize,
    pub count: usize,
}

impl Masks {
    /// Slots over `count * stride` bytes at `bytes`, `stride` a multiple of [`CHUNK`] no less than the threads.
    ///
    /// # Safety
    /// The bytes are valid, and only used through the result, for as long as that lives.
    pub unsafe fn new(count: usize, bytes: *mut u8, stride: usize) -> Masks {
        let slots = vec![Mask { lo: 0, hi: 0, all: true, exit: 0 }; count];
        Masks { slots, bytes, stride, threads: 0, current: 0, first: 0, count: 0 }
    }

    /// The first `threads` threads are active in slot 0, whose exit is `exit`.
    pub fn start(&mut self, threads: usize, exit: Pc) {
        self.threads = threads;
        self.slots[0] = Mask { lo: 0, hi: self.threads, all: true, exit };
        self.select(0);
    }

    #[inline(always)]
    pub fn current(&self) -> &Mask {
        &self.slots[self.current]
    }

    /// Whether every thread of the block is active.
    pub fn is_full(&self) -> bool {
        let mask = self.current();
        mask.all && mask.lo == 0 && mask.hi == self.threads
    }

    /// Makes a slot current; whether it has lanes.
    #[inline(always)]
    pub fn select(&mut self, slot: Slot) -> bool {
        self.current = slot as usize;
        (self.first, self.count) = self.current().chunks();
        !self.current().is_empty()
    }

    fn row(&self, slot: usize) -> *mut u8 {
        // SAFETY: `new` was given room for every slot.
        unsafe { self.bytes.add(slot * self.stride) }
    }

    /// The bytes of the current slot, made where the slot is a range.
    pub fn bytes(&mut self) -> *const u8 {
        self.write_bytes(self.current);
        self.row(self.current)
    }

    /// Writes a slot's bytes out if it is a bare range. The slot stays marked as a range.
    fn write_bytes(&mut self, slot: usize) {
        let mask = self.slots[slot];
        if mask.all {
            let (first, count) = mask.chunks();
            let row = self.row(slot);
            // SAFETY: the chunks around the range lie inside the row.
            unsafe {
                row.add(first).write_bytes(0, count);
                row.add(mask.lo).write_bytes(1, mask.hi - mask.lo);
            }
        }
    }

    /// Calls `f` with each active lane, in order.
    #[inline(always)]
    pub fn for_each(&self, mut f: impl FnMut(usize)) {
        let mask = self.current();
        if mask.all {
            (mask.lo..mask.hi).for_each(f);
            return;
        }
        self.for_each_chunk(|first, mut bits| {
            while bits != 0 {
                f(first + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        });
    }

    /// Calls `f` with parts of at most 8 of these lanes: the first lane, the number of lanes, a bit for each active
    /// one. The bytes of the current slot are kept.
    #[inline(always)]
    pub fn for_each_part(&self, first: usize, count: usize, mut f: impl FnMut(usize, usize, u32)) {
        let row = self.row(self.current);
        for lane in (first..first + count).step_by(8) {
            let lanes = (first + count - lane).min(8);
            // SAFETY: the lanes are inside the row, behind which the worker's memory has a line more.
            let bits = pack(unsafe { row.add(lane).cast::<u64>().read_unaligned() });
            f(lane, lanes, bits & ((1 << lanes) - 1));
        }
    }

    /// Calls `f` with the first lane of each chunk and a bit for each of its active lanes, of a slot whose bytes are
    /// kept. Bits have no branches that a processor would have to guess.
    #[inline(always)]
    pub fn for_each_chunk(&self, mut f: impl FnMut(usize, u32)) {
        let (first, count) = self.current().chunks();
        let row = self.row(self.current);
        for chunk in (first..first + count).step_by(CHUNK) {
            // SAFETY: the chunks around the range are kept, and rows are aligned to whole chunks.
            let [low, high] = unsafe { row.add(chunk).cast::<[u64; 2]>().read() }.map(pack);
            f(chunk, low | high << 8);
        }
    }

    /// The current slot.
    pub fn slot(&self) -> Slot {
        self.current as Slot
    }

    /// Calls `f` with the first lane of each warp that has active lanes in a slot, and a bit for each of those.
    #[inline(always)]
    pub fn for_each_warp(&self, slot: Slot, mut f: impl FnMut(usize, u32)) {
        let mask = &self.slots[slot as usize];
        let row = self.row(slot as usize);
        for first in (mask.lo & !31..mask.hi).step_by(32) {
            let (start, end) = (mask.lo.saturating_sub(first), (mask.hi - first).min(32));
            let mut bits = u32::MAX >> (32 - end) & u32::MAX << start;
            if !mask.all {
                // SAFETY: the bytes around the range are kept, and rows are aligned to 64 lanes and as long.
                let [a, b, c, d] = unsafe { row.add(first).cast::<[u64; 4]>().read() }.map(pack);
                bits &= a | b << 8 | c << 16 | d << 24;
            }
            if bits != 0 {
                f(first, bits);
            }
        }
    }

    /// Whether a lane (of the block) is active.
    pub fn is_active(&self, lane: usize) -> bool {
        let mask = self.current();
        // SAFETY: the lane is inside the range, whose bytes are kept where `all` is not set.
        lane >= mask.lo && lane < mask.hi && (mask.all || unsafe { *self.row(self.current).add(lane) } != 0)
    }

    /// Whether a lane (of the block) is active in a slot that holds the current one.
    pub fn is_active_in(&self, slot: Slot, lane: usize) -> bool {
        let mask = &self.slots[slot as usize];
        // SAFETY: the lane is inside the range, whose bytes are kept where `all` is not set.
        lane >= mask.lo && lane < mask.hi && (mask.all || unsafe { *self.row(slot as usize).add(lane) } != 0)
    }

    /// Copies the lanes of `from` to `to`.
    #[inline(always)]
    pub fn copy(&mut self, from: Slot, to: Slot, exit: Pc) {
        let mask = self.slots[from as usize];
        self.slots[to as usize] = Mask { exit, ..mask };
        if !mask.all && from != to {
            let (first, count) = mask.chunks();
            // SAFETY: both rows hold these chunks, and are different rows.
            unsafe {
                let (source, target) = (self.row(from as usize).add(first), self.row(to as usize).add(first));
                source.copy_to_nonoverlapping(target, count);
            }
        }
    }

    pub fn clear(&mut self, slot: Slot, exit: Pc) {
        self.slots[slot as usize].clear();
        self.slots[slot as usize].exit = exit;
    }

    /// `to` becomes the lanes of `from` inside `lo..hi`.
    #[inline(always)]
    pub fn narrow_range(&mut self, from: Slot, to: Slot, lo: usize, hi: usize, exit: Pc) {
        self.copy(from, to, exit);
        let mask = &mut self.slots[to as usize];
        let (old_lo, old_hi) = (mask.lo, mask.hi);
        mask.lo = mask.lo.max(lo);
        mask.hi = mask.hi.min(hi);
        if mask.is_empty() {
            mask.clear();
        } else if !mask.all && (mask.lo != old_lo || mask.hi != old_hi) {
            self.trim(to as usize);
        }
    }

    /// `to` becomes the lanes of `from` whose byte in `condition` is not `refused` (0 or 1).
    ///
    /// # Safety
    /// `condition` points to a register of bytes 0 or 1.
    pub unsafe fn narrow(&mut self, from: Slot, to: Slot, condition: *const u8, refused: u8, exit: Pc) {
        let (from, to) = (from as usize, to as usize);
        let mask = self.slots[from];
        self.slots[to] = Mask { all: false, exit, ..mask };
        if mask.is_empty() {
            self.slots[to].clear();
            return;
        }
        let (first, count) = mask.chunks();
        let (source, target) = (self.row(from), self.row(to));
        // SAFETY: the rows and the register hold these chunks.
        unsafe {
            if mask.all {
                flip(target, condition, refused, first, count);
            } else {
                and(target, source, condition, refused, first, count);
            }
        }
        self.trim(to);
    }

    /// `slot` becomes the lanes of `parent` that were not in `slot`.
    pub fn complement(&mut self, parent: Slot, slot: Slot, exit: Pc) {
        let (p, s) = (self.slots[parent as usize], self.slots[slot as usize]);
        if s.is_empty() {
            self.copy(parent, slot, exit);
            return;
        }
        let (p_row, s_row) = (self.row(parent as usize), self.row(slot as usize));
        if p.all && s.all && (s.lo == p.lo || s.hi == p.hi) {
            let (lo, hi) = if s.lo == p.lo { (s.hi, p.hi) } else { (p.lo, s.lo) };
            self.slots[slot as usize] = Mask { lo, hi, all: true, exit };
            if lo >= hi {
                self.slots[slot as usize].clear();
            }
            return;
        }
        self.write_bytes(parent as usize);
        self.write_bytes(slot as usize);
        let (first, count) = p.chunks();
        let (inner, inner_count) = s.chunks();
        // SAFETY: both rows hold the parent's chunks, and the slot's lanes are among the parent's, so that its chunks
        // are as well; outside of those its bytes are not kept and count as 0.
        unsafe {
            s_row.add(first).write_bytes(0, inner.saturating_sub(first));
            let end = inner + inner_count;
            s_row.add(end).write_bytes(0, (first + count).saturating_sub(end));
            and_not(s_row, p_row, s_row, first, count);
        }
        self.slots[slot as usize] = Mask { lo: p.lo, hi: p.hi, all: false, exit };
        self.trim(slot as usize);
    }

    /// Takes the current lanes out of slots `from..=current`. The current slot is empty then.
    pub fn kill_current(&mut self, from: Slot) {
        let gone = *self.current();
        for slot in from as usize..self.current {
            self.remove(slot, gone);
        }
        self.slots[self.current].clear();
        (self.first, self.count) = (0, 0);
    }

    fn remove(&mut self, slot: usize, gone: Mask) {
        let mask = self.slots[slot];
        if mask.is_empty() || gone.is_empty() {
            return;
        }
        if mask.all && gone.all && (gone.lo == mask.lo || gone.hi == mask.hi) {
            let (lo, hi) = if gone.lo == mask.lo { (gone.hi, mask.hi) } else { (mask.lo, gone.lo) };
            let mask = &mut self.slots[slot];
            (mask.lo, mask.hi) = (lo, hi);
            if mask.is_empty() {
                mask.clear();
            }
            return;
        }
        self.write_bytes(self.current);
        self.write_bytes(slot);
        let (first, count) = gone.chunks();
        let row = self.row(slot);
        // SAFETY: the current lanes are among the slot's, and so are their chunks.
        unsafe { and_not(row, row, self.row(self.current), first, count) };
        self.slots[slot].all = false;
        self.trim(slot);
    }

    /// Takes one lane out of slots `0..=current`: it failed. Rare, so nothing here is fast.
    pub fn kill_lane(&mut self, lane: usize) {
        for slot in 0..=self.current {
            self.write_bytes(slot);
            // SAFETY: the lane is active, hence inside the row.
            unsafe { *self.row(slot).add(lane) = 0 };
            self.slots[slot].all = false;
            self.trim(slot);
        }
        (self.first, self.count) = self.current().chunks();
    }

    /// Recomputes range and `all` from kept bytes, which may be garbage in the chunks outside of the range.
    fn trim(&mut self, slot: usize) {
        let mask = self.slots[slot];
        if mask.is_empty() {
            self.slots[slot].clear();
            return;
        }
        let row = self.row(slot);
        let (first, count) = mask.chunks();
        // SAFETY: the chunks lie inside the row.
        let active = unsafe {
            row.add(first).write_bytes(0, mask.lo - first);
            row.add(mask.hi).write_bytes(0, first + count - mask.hi);
            sum(row, first, count)
        };
        let mask = &mut self.slots[slot];
        if active == 0 {
            mask.clear();
            return;
        }
        if active == mask.hi - mask.lo {
            mask.all = true;
            return;
        }
        // SAFETY: the words lie inside the row, which is aligned to more; some byte is not 0, so both walks end.
        unsafe {
            let mut word = first;
            while row.add(word).cast::<u64>().read() == 0 {
                word += 8;
            }
            mask.lo = word + (u64::from_le(row.add(word).cast::<u64>().read()).trailing_zeros() / 8) as usize;
            let mut word = first + count - 8;
            while row.add(word).cast::<u64>().read() == 0 {
                word -= 8;
            }
            mask.hi =
                word + 8 - (u64::from_le(row.add(word).cast::<u64>().read()).leading_zeros() / 8) as usize;
        }
        mask.all = active == mask.hi - mask.lo;
    }
}

type Bytes = [u8; CHUNK];

/// The lowest bit of each of 8 bytes. Those of no lane may hold anything.
#[inline(always)]
fn pack(bytes: u64) -> u32 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    /// Moves the lowest bit of byte `k` to bit `56 + k`.
    const PACK: u64 = 0x0102_0408_1020_4080;
    ((u64::from_le(bytes) & LOWEST).wrapping_mul(PACK) >> 56) as u32
}

#[inline(always)]
unsafe fn flip_body(d: *mut u8, a: *const u8, flip: u8, first: usize, count: usize) {
    for at in (first..first + count).step_by(CHUNK) {
        // SAFETY: the caller's rows hold these chunks.
        unsafe { d.add(at).cast::<Bytes>().write(a.add(at).cast::<Bytes>().read().map(|a| a ^ flip)) };
    }
}

#[inline(always)]
unsafe fn and_body(d: *mut u8, a: *const u8, b: *const u8, flip: u8, first: usize, count: usize) {
    for at in (first..first + count).step_by(CHUNK) {
        // SAFETY: the caller's rows hold these chunks.
        unsafe {
            let (a, b) = (a.add(at).cast::<Bytes>().read(), b.add(at).cast::<Bytes>().read());
            let mut r = [0; CHUNK];
            for k in 0..CHUNK {
                r[k] = a[k] & (b[k] ^ flip);
            }
            d.add(at).cast::<Bytes>().write(r);
        }
    }
}

#[inline(always)]
unsafe fn sum_body(a: *const u8, first: usize, count: usize) -> usize {
    // SAFETY: the caller's row holds these chunks.
    unsafe { std::slice::from_raw_parts(a.add(first), count) }.iter().map(|b| usize::from(*b)).sum()
}

twin!(flip_body: flip_plain, flip_wide <;> (d: *mut u8, a: *const u8, flip: u8, first: usize, count: usize));
twin!(and_body: and_plain, and_wide <;>
    (d: *mut u8, a: *const u8, b: *const u8, flip: u8, first: usize, count: usize));

unsafe fn sum_plain(a: *const u8, first: usize, count: usize) -> usize {
    // SAFETY: the caller's contract.
    unsafe { sum_body(a, first, count) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn sum_wide(a: *const u8, first: usize, count: usize) -> usize {
    // SAFETY: the caller's contract.
    unsafe { sum_body(a, first, count) }
}

unsafe fn flip(d: *mut u8, a: *const u8, by: u8, first: usize, count: usize) {
    // SAFETY: the caller's contract; `pick` asked the processor.
    unsafe { pick!(flip_plain(d, a, by, first, count), flip_wide(d, a, by, first, count)) }
}

unsafe fn and(d: *mut u8, a: *const u8, b: *const u8, by: u8, first: usize, count: usize) {
    // SAFETY: the caller's contract; `pick` asked the processor.
    unsafe { pick!(and_plain(d, a, b, by, first, count), and_wide(d, a, b, by, first, count)) }
}

unsafe fn and_not(d: *mut u8, a: *const u8, b: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's contract.
    unsafe { and(d, a, b, 1, first, count) }
}

unsafe fn sum(a: *const u8, first: usize, count: usize) -> usize {
    // SAFETY: the caller's contract; `pick` asked the processor.
    unsafe { pick!(sum_plain(a, first, count), sum_wide(a, first, count)) }
}
