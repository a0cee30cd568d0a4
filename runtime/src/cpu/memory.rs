//! Loads, stores and the checks before them.
//!
//! Neighboring threads usually touch neighboring elements: an index that is a line of step 1 is one bounds check and
//! one copy. Every other index goes lane by lane. Lanes that are not active touch nothing, but for memory that no
//! store of the kernel changes, where reading the elements between two active lanes is harmless.
//!
//! Accesses are plain, since the contract of [`super::Program::run`] leaves races of the kernel's own (two blocks that
//! store to one element without atomics) to its caller, as Rust does: a kernel that is not `unsafe` cannot have them.

use kiln_codegen::ir::Scalar;

use super::affine::LineState;
use super::code::{Arg, Check, Lanes, Load, Memory, One, Store, Value};
use super::elem::Elem;
use super::lanes::{CHUNK, pick};
use super::run::{Worker, extended};

/// The bits of a lane of `size` bytes.
///
/// # Safety
/// `at` points to elements of that size, and `lane` is one of them.
#[inline]
pub(super) unsafe fn read_bits(at: *const u8, size: usize, lane: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => u64::from(at.add(lane).read()),
            2 => u64::from(at.cast::<u16>().add(lane).read()),
            4 => u64::from(at.cast::<u32>().add(lane).read()),
            _ => at.cast::<u64>().add(lane).read(),
        }
    }
}

/// Sets a lane of `size` bytes.
///
/// # Safety
/// As [`read_bits`], for writing.
#[inline]
pub(super) unsafe fn write_bits(at: *mut u8, size: usize, lane: usize, bits: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => at.add(lane).write(bits as u8),
            2 => at.cast::<u16>().add(lane).write(bits as u16),
            4 => at.cast::<u32>().add(lane).write(bits as u32),
            _ => at.cast::<u64>().add(lane).write(bits),
        }
    }
}

/// Calls a function that is generic over the unsigned integer of a size.
macro_rules! by_size {
    ($size:expr, Self::$f:ident($($arg:expr),*)) => {
        match $size {
            1 => Self::$f::<u8>($($arg),*),
            2 => Self::$f::<u16>($($arg),*),
            4 => Self::$f::<u32>($($arg),*),
            _ => Self::$f::<u64>($($arg),*),
        }
    };
    ($size:expr, $this:ident.$f:ident($($arg:expr),*)) => {
        match $size {
            1 => $this.$f::<u8>($($arg),*),
            2 => $this.$f::<u16>($($arg),*),
            4 => $this.$f::<u32>($($arg),*),
            _ => $this.$f::<u64>($($arg),*),
        }
    };
}

pub(super) use by_size;

/// Elements that are copied or tested at once.
const PART: usize = 8;

/// Copies elements that do not overlap. Runs are short, so that a call would cost more than the copy.
///
/// # Safety
/// Both have so many elements.
#[inline(always)]
unsafe fn copy_run<T: Copy>(from: *const T, to: *mut T, count: usize) {
    let whole = count - count % PART;
    // SAFETY: the caller's promise; parts are read whole before they are written, whatever their alignment.
    unsafe {
        for k in (0..whole).step_by(PART) {
            to.add(k).cast::<[T; PART]>().write_unaligned(from.add(k).cast::<[T; PART]>().read_unaligned());
        }
        for k in whole..count {
            to.add(k).write(from.add(k).read());
        }
    }
}

/// Copies those elements of a part whose bits are set, and writes the others as they are.
///
/// # Safety
/// Both have a part of elements, which nobody else writes.
#[inline(always)]
unsafe fn blend<T: Copy>(from: *const T, to: *mut T, bits: u32) {
    // SAFETY: the caller's promise.
    unsafe {
        let mut part = to.cast::<[T; PART]>().read_unaligned();
        let new = from.cast::<[T; PART]>().read_unaligned();
        for k in 0..PART {
            part[k] = if bits >> k & 1 == 1 { new[k] } else { part[k] };
        }
        to.cast::<[T; PART]>().write_unaligned(part);
    }
}

/// Calls `f` with the number of each bit that is set.
#[inline(always)]
fn each_bit(mut bits: u32, mut f: impl FnMut(usize)) {
    while bits != 0 {
        f(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The first element of an access by a line, its base and step given, to the lanes `lo..hi`; `None` where
/// they are not neighbors or not all in bounds.
#[inline(always)]
pub(super) fn neighbors(line: (u64, u64), lo: usize, hi: usize, len: u64, check: Check) -> Option<u64> {
    let (first, count) = (line.0.wrapping_add(lo as u64), (hi - lo) as u64);
    let inside = check.is_none() || (first <= len && count <= len - first);
    (line.1 == 1 && inside).then_some(first)
}

/// Whether some index is out of bounds.
#[inline(always)]
fn any_beyond(indices: &[u64], len: u64) -> bool {
    indices.iter().fold(0, |any, index| any | u64::from(*index >= len)) != 0
}

/// The same with comparisons of 64 bits, which the baseline lacks.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn any_beyond_wide(indices: &[u64], len: u64) -> bool {
    any_beyond(indices, len)
}

/// Asks for the bytes behind a copy from memory: blocks run in index order, so that the next one usually
/// reads them, and a block that computes between its loads is too slow for the processor to run ahead on its
/// own.
#[inline(always)]
pub(super) fn fetch_behind(memory: Memory, from: *const u8, bytes: usize) {
    /// More than this is a stream that the processor recognizes.
    const LONGEST: usize = 4096;
    #[cfg(target_arch = "x86_64")]
    if !memory.shared && bytes <= LONGEST {
        for line in (0..bytes).step_by(64) {
            // SAFETY: a hint, which nothing happens for where the address is not mapped.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(from.wrapping_add(bytes + line).cast());
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (memory, from, bytes, LONGEST);
}

impl Worker<'_> {
    /// The first element of an access by a line of step 1 to the active range, all of it in bounds.
    #[inline(always)]
    fn contiguous(&self, index: Value, len: u64, check: Check) -> Option<u64> {
        let Value::Line(line) = index else { return None };
        let mask = self.masks.current();
        neighbors(self.as_line(line)?, mask.lo, mask.hi, len, check)
    }

    /// A value without a line: that is written out.
    fn value_arg(&mut self, value: Value) -> Arg {
        match value {
            Value::One(one) => Arg::One(one),
            Value::Lanes(lanes) => Arg::Lanes(lanes),
            Value::Line(line) => {
                self.materialize(line);
                Arg::Lanes(line.lanes)
            }
        }
    }

    pub(super) fn check_index(&mut self, index: Arg, len: u64, site: u32) {
        match index {
            Arg::One(one) => {
                let index = self.one(one);
                if index >= len {
                    self.fail_all(site, [index, len, 0, 0]);
                }
            }
            Arg::Lanes(lanes) => {
                let at = self.lanes(lanes).cast_const().cast::<u64>();
                let mask = *self.masks.current();
                // Most often nobody fails, and one look at all lanes says so; garbage lanes only cost time.
                // SAFETY: the register holds `usize` lanes, all initialized.
                let all = unsafe { std::slice::from_raw_parts(at.add(mask.lo), mask.hi - mask.lo) };
                // SAFETY: `pick` asked the processor.
                if !pick!(any_beyond(all, len), unsafe { any_beyond_wide(all, len) }) {
                    return;
                }
                let mut failed = Vec::new();
                self.masks.for_each(|lane| {
                    // SAFETY: an active lane is inside the register.
                    let index = unsafe { *at.add(lane) };
                    if index >= len {
                        failed.push((lane, index));
                    }
                });
                for (lane, index) in failed {
                    self.fail_lane(lane, site, [index, len, 0, 0]);
                }
            }
        }
    }

    /// As [`Worker::check_index`], for an index of any form; a line that stays in bounds needs no lanes.
    pub(super) fn check_value(&mut self, index: Value, len: u64, site: u32) {
        let mask = self.masks.current();
        if let Value::Line(line) = index
            && self.line_is_within(line, mask.lo, mask.hi, len)
        {
            return;
        }
        let index = self.value_arg(index);
        self.check_index(index, len, site);
    }

    /// The same with a length of each lane's own.
    pub(super) fn check_part(&mut self, index: Arg, len: Arg, site: u32) {
        let mut failed = Vec::new();
        self.masks.for_each(|lane| {
            let (index, len) = (self.arg_bits(index, 8, lane), self.arg_bits(len, 8, lane));
            if index >= len {
                failed.push((lane, [index, len, 0, 0]));
            }
        });
        for (lane, values) in failed {
            self.fail_lane(lane, site, values);
        }
    }

    pub(super) fn check_divisor(&mut self, scalar: Scalar, a: Value, b: Value, site: u32) {
        let size = scalar.size();
        if let Value::One(divisor) = b {
            let divisor = extended(scalar, self.one(divisor));
            if divisor != 0 && !(scalar.is_signed_int() && divisor == u64::MAX) {
                return;
            }
        }
        let [a, b] = [a, b].map(|value| self.value_arg(value));
        let mut failed = Vec::new();
        self.masks.for_each(|lane| {
            let [a, b] = [a, b].map(|arg| extended(scalar, self.arg_bits(arg, size, lane)));
            let least = scalar.is_signed_int() && a as i64 == i64::MIN >> (64 - scalar.bits());
            if b == 0 || (least && b == u64::MAX) {
                failed.push((lane, [a, b, 0, 0]));
            }
        });
        for (lane, values) in failed {
            self.fail_lane(lane, site, values);
        }
    }

    /// A load by all lanes from one element; false if they failed.
    ///
    /// # Safety
    /// The memory is valid, and an unchecked index in bounds.
    pub(super) unsafe fn load_one(
        &mut self,
        size: usize,
        d: One,
        memory: Memory,
        index: One,
        check: Check,
    ) -> bool {
        let index = self.one(index);
        if let Some(site) = check {
            let len = self.one(memory.len);
            if index >= len {
                self.fail_all(site, [index, len, 0, 0]);
                return false;
            }
        }
        // SAFETY: the index is in bounds.
        let bits = unsafe { read_bits(self.one(memory.pointer) as *const u8, size, index as usize) };
        self.set(d, bits);
        true
    }

    /// # Safety
    /// The memory is valid, and unchecked indices in bounds.
    pub(super) unsafe fn load(&mut self, load: &Load) {
        let memory = load.memory;
        let pointer = self.one(memory.pointer) as *const u8;
        let size = usize::from(load.size);
        let mask = *self.masks.current();
        if (mask.all || memory.frozen)
            && let Some(first) = self.contiguous(load.index, self.one(memory.len), load.check)
        {
            let d = self.lanes(load.d);
            // SAFETY: the elements from the first to the last active lane are in bounds.
            unsafe {
                let from = pointer.add(first as usize * size);
                from.copy_to_nonoverlapping(d.add(mask.lo * size), (mask.hi - mask.lo) * size);
                fetch_behind(memory, from, (mask.hi - mask.lo) * size);
            }
            return;
        }
        let len = self.one(memory.len);
        if let Value::Line(line) = load.index
            && let Some(state) = self.line_state(line)
        {
            // Lanes that are not active may read what is in bounds and does not change.
            let whole = self.line_is_within(line, mask.lo, mask.hi, len);
            if let (Some(site), false) = (load.check, whole) {
                self.check_value(load.index, len, site);
            }
            let whole = whole && memory.frozen;
            // SAFETY: active lanes have their index in bounds.
            unsafe { by_size!(size, self.load_line(load.d, pointer, state, whole)) };
            return;
        }
        let Arg::Lanes(index) = self.value_arg(load.index) else { return };
        let d = load.d;
        // Which threads read shared memory mostly follows from their numbers, so that a processor guesses well.
        let irregular = memory.frozen && !memory.shared;
        // SAFETY: indices are in bounds, by the caller's promise or since they were checked.
        unsafe {
            if let Some(site) = load.check {
                // Elements that overwrite their own indices leave nothing to check.
                if d != index && by_size!(size, self.gather(d, pointer, index, (len, irregular))) {
                    return;
                }
                self.check_index(Arg::Lanes(index), len, site);
            }
            by_size!(size, self.gather(d, pointer, index, (u64::MAX, false)));
        }
    }

    /// Loads each active lane's element; false where some index is not below the length. Where `frozen`, nothing
    /// changes the memory, so that lanes which are not active may load as well.
    ///
    /// # Safety
    /// The memory has `len` elements; or the indices of active lanes are in bounds, and it is not `frozen`.
    #[inline(never)]
    unsafe fn gather<T: Copy>(
        &self,
        d: Lanes,
        from: *const u8,
        index: Lanes,
        (len, frozen): (u64, bool),
    ) -> bool {
        let (d, from) = (self.lanes(d).cast::<T>(), from.cast::<T>());
        let index = self.lanes(index).cast_const().cast::<u64>();
        let mut inside = true;
        if frozen && len > 0 && !self.masks.current().all {
            // To load for all lanes of a chunk is cheaper than to guess which of them are active.
            self.masks.for_each_chunk(|first, active| {
                let mut beyond = 0;
                for k in 0..if active == 0 { 0 } else { CHUNK } {
                    // SAFETY: the chunk is inside the registers, and an index that is too large is not used.
                    unsafe {
                        let index = *index.add(first + k);
                        beyond |= u32::from(index >= len) << k;
                        d.add(first + k).write(from.add(index.min(len - 1) as usize).read());
                    }
                }
                inside &= beyond & active == 0;
            });
            return inside;
        }
        // SAFETY: an active lane is inside the registers, and an index below the length in bounds.
        self.masks.for_each(|lane| unsafe {
            let index = *index.add(lane);
            if index < len {
                d.add(lane).write(from.add(index as usize).read());
            } else {
                inside = false;
            }
        });
        inside
    }

    /// Loads by a line. Where `whole`, elements between those of active lanes may be loaded as well.
    ///
    /// # Safety
    /// The indices of these lanes are in bounds.
    #[inline(never)]
    unsafe fn load_line<T: Copy>(&self, d: Lanes, from: *const u8, line: LineState, whole: bool) {
        let (d, from, step) = (self.lanes(d).cast::<T>(), from.cast::<T>(), line.steps[0] as usize);
        let mask = *self.masks.current();
        let at = |first: u64, k: usize| from.wrapping_add(first as usize).wrapping_add(step.wrapping_mul(k));
        // SAFETY: the lanes are inside the register and, where they are active or the load is `whole`, their indices
        // in bounds.
        unsafe {
            if step == 1 && mask.all {
                self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                    copy_run(at(first, 0), d.add(lane), count);
                });
            } else if step == 1 && whole {
                self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                    self.masks.for_each_part(lane, count, |part, n, active| {
                        if active != 0 {
                            copy_run(at(first, part - lane), d.add(part), n);
                        }
                    });
                });
            } else {
                self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                    if mask.all {
                        (0..count).for_each(|k| d.add(lane + k).write(at(first, k).read()));
                    } else {
                        self.masks.for_each_part(lane, count, |part, _, active| {
                            each_bit(active, |k| d.add(part + k).write(at(first, part - lane + k).read()));
                        });
                    }
                });
            }
        }
    }

    /// # Safety
    /// The memory is valid for writing, and unchecked indices in bounds.
    pub(super) unsafe fn store(&mut self, store: &Store) {
        let memory = store.memory;
        let pointer = self.one(memory.pointer) as *mut u8;
        let size = usize::from(store.size);
        let mask = *self.masks.current();
        if let Value::One(index) = store.index {
            let (index, len) = (self.one(index), self.one(memory.len));
            if let Some(site) = store.check
                && index >= len
            {
                self.fail_all(site, [index, len, 0, 0]);
                return;
            }
            // All lanes store to one element: the last one's value stays.
            let bits = self.arg_bits(store.value, size, mask.hi - 1);
            // SAFETY: the index is in bounds.
            unsafe { write_bits(pointer, size, index as usize, bits) };
            return;
        }
        if mask.all
            && let Some(first) = self.contiguous(store.index, self.one(memory.len), store.check)
        {
            // SAFETY: the elements of all active lanes are in bounds; `splat` counts whole chunks, so it is not
            // used on memory.
            unsafe {
                let to = pointer.add(first as usize * size);
                match store.value {
                    Arg::Lanes(lanes) => {
                        let from = self.lanes(lanes).add(mask.lo * size);
                        from.copy_to_nonoverlapping(to, (mask.hi - mask.lo) * size);
                    }
                    Arg::One(one) => {
                        by_size!(size, Self::fill(to, self.one(one), mask.hi - mask.lo));
                    }
                }
            }
            return;
        }
        let len = self.one(memory.len);
        if let Value::Line(line) = store.index
            && let Some(state) = self.line_state(line)
        {
            let within = self.line_is_within(line, mask.lo, mask.hi, len);
            if let (Some(site), false) = (store.check, within) {
                self.check_value(store.index, len, site);
            }
            // What lies between active lanes may be written again with what it is, where nobody else may write.
            let own = within && memory.shared;
            // SAFETY: active lanes have their index in bounds.
            unsafe { by_size!(size, self.store_line(store.value, pointer, state, own)) };
            return;
        }
        let Arg::Lanes(index) = self.value_arg(store.index) else { return };
        let below = if store.check.is_some() { len } else { u64::MAX };
        // SAFETY: active lanes that store have their index in bounds.
        let inside = unsafe { by_size!(size, self.scatter(store.value, pointer, index, below)) };
        if let (Some(site), false) = (store.check, inside) {
            self.check_index(Arg::Lanes(index), len, site);
        }
    }

    unsafe fn fill<T: Elem>(to: *mut u8, bits: u64, count: usize) {
        let to = to.cast::<T>();
        for k in 0..count {
            // SAFETY: the caller's elements are in bounds.
            unsafe { to.add(k).write(T::from_bits(bits)) };
        }
    }

    /// Stores by a line. `own`: nobody else writes what lies between the first and the last active lane's element.
    ///
    /// # Safety
    /// The indices of active lanes are in bounds; those between them too, where the memory is `own`.
    #[inline(never)]
    unsafe fn store_line<T: Elem>(&self, value: Arg, to: *mut u8, line: LineState, own: bool) {
        let (to, step) = (to.cast::<T>(), line.steps[0] as usize);
        let mask = *self.masks.current();
        let at = |first: u64, k: usize| to.wrapping_add(first as usize).wrapping_add(step.wrapping_mul(k));
        let from = match value {
            Arg::Lanes(lanes) => Ok(self.lanes(lanes).cast_const().cast::<T>()),
            Arg::One(one) => Err(T::from_bits(self.one(one))),
        };
        // SAFETY: the lanes are inside the register.
        let get = |lane: usize| from.map_or_else(|one| one, |from| unsafe { from.add(lane).read() });
        // SAFETY: lanes that are written are active, and their indices in bounds; or they keep what they have.
        unsafe {
            match from {
                Ok(from) if step == 1 && mask.all => {
                    self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                        copy_run(from.add(lane), at(first, 0), count);
                    });
                }
                Ok(from) if step == 1 && own => {
                    self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                        self.masks.for_each_part(lane, count, |part, n, active| {
                            let to = at(first, part - lane);
                            if n == PART && active != 0 {
                                blend(from.add(part), to, active);
                            } else {
                                each_bit(active, |k| to.add(k).write(get(part + k)));
                            }
                        });
                    });
                }
                Ok(_) | Err(_) => self.segments(&line, mask.lo, mask.hi, |lane, count, first| {
                    if mask.all {
                        (0..count).for_each(|k| at(first, k).write(get(lane + k)));
                    } else {
                        self.masks.for_each_part(lane, count, |part, _, active| {
                            each_bit(active, |k| at(first, part - lane + k).write(get(part + k)));
                        });
                    }
                }),
            }
        }
    }

    /// Stores each active lane's element, if its index is below the length; false where some is not.
    ///
    /// # Safety
    /// The memory has `len` elements, or the indices of active lanes are in bounds.
    #[inline(never)]
    unsafe fn scatter<T: Elem>(&self, value: Arg, to: *mut u8, index: Lanes, len: u64) -> bool {
        let to = to.cast::<T>();
        let index = self.lanes(index).cast_const().cast::<u64>();
        let mut inside = true;
        let mut put = |lane: usize, value: T| {
            // SAFETY: an active lane is inside the register, and an index below the length in bounds.
            unsafe {
                let index = *index.add(lane);
                if index < len {
                    to.add(index as usize).write(value);
                } else {
                    inside = false;
                }
            }
        };
        match value {
            Arg::Lanes(lanes) => {
                let from = self.lanes(lanes).cast_const().cast::<T>();
                // SAFETY: an active lane is inside the register.
                self.masks.for_each(|lane| put(lane, unsafe { *from.add(lane) }));
            }
            Arg::One(one) => {
                let value = T::from_bits(self.one(one));
                self.masks.for_each(|lane| put(lane, value));
            }
        }
        inside
    }
}
