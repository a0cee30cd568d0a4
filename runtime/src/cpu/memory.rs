//! Loads, stores and the checks before them.
//!
//! Neighboring threads usually touch neighboring elements: an index that is a line of step 1 is one bounds check and
//! one copy. Every other index goes lane by lane. Lanes that are not active touch nothing, but for memory that no
//! store of the kernel changes, where reading the elements between two active lanes is harmless.
//!
//! Accesses are plain, since the contract of [`super::Program::run`] leaves races of the kernel's own (two blocks that
//! store to one element without atomics) to its caller, as Rust does: a kernel that is not `unsafe` cannot have them.

use kiln_codegen::ir::Scalar;

use super::code::{Arg, ArrayAccess, Check, Lanes, Load, Memory, One, Store, Value};
use super::lanes::{moves, pick};
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

    /// The lanes of an index of any form; `None` where it is uniform.
    fn index_lanes(&mut self, index: Value) -> Option<Lanes> {
        match index {
            Value::One(_) => None,
            Value::Lanes(lanes) => Some(lanes),
            Value::Line(line) => {
                self.materialize(line);
                Some(line.lanes)
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
        let index = match index {
            Value::One(one) => Arg::One(one),
            Value::Lanes(lanes) => Arg::Lanes(lanes),
            Value::Line(line) => {
                let mask = self.masks.current();
                if self.line_is_within(line, mask.lo, mask.hi, len) {
                    return;
                }
                self.materialize(line);
                Arg::Lanes(line.lanes)
            }
        };
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

    pub(super) fn check_divisor(&mut self, scalar: Scalar, a: Arg, b: Arg, site: u32) {
        let size = scalar.size();
        let fails = |a: u64, b: u64| {
            let (a, b) = (extended(scalar, a), extended(scalar, b));
            let least = scalar.is_signed_int() && a as i64 == i64::MIN >> (64 - scalar.bits());
            (b == 0 || (least && b == u64::MAX)).then_some([a, b, 0, 0])
        };
        if let (Arg::One(a), Arg::One(b)) = (a, b) {
            if let Some(values) = fails(self.one(a), self.one(b)) {
                self.fail_all(site, values);
            }
            return;
        }
        let mut failed = Vec::new();
        self.masks.for_each(|lane| {
            if let Some(values) = fails(self.arg_bits(a, size, lane), self.arg_bits(b, size, lane)) {
                failed.push((lane, values));
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
        if let Some(site) = load.check {
            self.check_value(load.index, self.one(memory.len), site);
        }
        if let Value::Line(line) = load.index
            && let Some(line) = self.as_line(line)
        {
            // SAFETY: active lanes have their index in bounds.
            unsafe { by_size!(size, self.gather_line(load.d, pointer, line)) };
            return;
        }
        let Some(index) = self.index_lanes(load.index) else { return };
        // SAFETY: active lanes have their index in bounds.
        unsafe { by_size!(size, self.gather(load.d, pointer, index)) };
    }

    unsafe fn gather<T: Copy>(&mut self, d: Lanes, from: *const u8, index: Lanes) {
        let (d, from) = (self.lanes(d).cast::<T>(), from.cast::<T>());
        let index = self.lanes(index).cast_const().cast::<u64>();
        // SAFETY: an active lane is inside the registers and its index in bounds.
        self.masks.for_each(|lane| unsafe { d.add(lane).write(from.add(*index.add(lane) as usize).read()) });
    }

    /// Elements at equal distances, as the fields of neighboring structs are.
    unsafe fn gather_line<T: Copy>(&mut self, d: Lanes, from: *const u8, (base, step): (u64, u64)) {
        let (d, from) = (self.lanes(d).cast::<T>(), from.cast::<T>());
        let at = |lane: usize| base.wrapping_add(step.wrapping_mul(lane as u64)) as usize;
        // SAFETY: an active lane is inside the register and its index in bounds.
        self.masks.for_each(|lane| unsafe { d.add(lane).write(from.add(at(lane)).read()) });
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
        if let Some(site) = store.check {
            self.check_value(store.index, self.one(memory.len), site);
        }
        if let (Value::Line(line), Arg::Lanes(value)) = (store.index, store.value)
            && let Some(line) = self.as_line(line)
        {
            // SAFETY: active lanes have their index in bounds.
            unsafe { by_size!(size, self.scatter_line(value, pointer, line)) };
            return;
        }
        let Some(index) = self.index_lanes(store.index) else { return };
        // SAFETY: active lanes have their index in bounds.
        unsafe { by_size!(size, self.scatter(store.value, pointer, index)) };
    }

    unsafe fn fill<T: super::elem::Elem>(to: *mut u8, bits: u64, count: usize) {
        let to = to.cast::<T>();
        for k in 0..count {
            // SAFETY: the caller's elements are in bounds.
            unsafe { to.add(k).write(T::from_bits(bits)) };
        }
    }

    unsafe fn scatter_line<T: Copy>(&mut self, value: Lanes, to: *mut u8, (base, step): (u64, u64)) {
        let (from, to) = (self.lanes(value).cast_const().cast::<T>(), to.cast::<T>());
        let at = |lane: usize| base.wrapping_add(step.wrapping_mul(lane as u64)) as usize;
        // SAFETY: an active lane is inside the register and its index in bounds.
        self.masks.for_each(|lane| unsafe { to.add(at(lane)).write(*from.add(lane)) });
    }

    unsafe fn scatter<T: Copy + super::elem::Elem>(&mut self, value: Arg, to: *mut u8, index: Lanes) {
        let to = to.cast::<T>();
        let index = self.lanes(index).cast_const().cast::<u64>();
        // SAFETY: an active lane is inside the registers and its index in bounds.
        unsafe {
            match value {
                Arg::Lanes(lanes) => {
                    let from = self.lanes(lanes).cast_const().cast::<T>();
                    self.masks.for_each(|lane| to.add(*index.add(lane) as usize).write(*from.add(lane)));
                }
                Arg::One(one) => {
                    let value = T::from_bits(self.one(one));
                    self.masks.for_each(|lane| to.add(*index.add(lane) as usize).write(value));
                }
            }
        }
    }

    /// The element's register, for an index that is the same for all lanes.
    fn array_row(access: &ArrayAccess, index: u64) -> Lanes {
        Lanes(access.array.0 + index as u32 * u32::from(access.size))
    }

    /// Checks an index into an array of each thread's own; the active lanes that are left may use it. An index that was
    /// not to be checked and is out of bounds counts as unused: the registers of others are not the kernel's to break.
    fn array_check(&mut self, access: &ArrayAccess) {
        if let Some(site) = access.check {
            self.check_index(access.index, access.len, site);
        }
    }

    pub(super) fn array_load(&mut self, access: &ArrayAccess) {
        self.array_check(access);
        let Arg::Lanes(d) = access.value else { return };
        let size = usize::from(access.size);
        match access.index {
            Arg::One(one) => {
                let index = self.one(one);
                if index < access.len {
                    self.copy_lanes(size, d, Self::array_row(access, index));
                }
            }
            Arg::Lanes(index) => {
                let index = self.lanes(index).cast_const().cast::<u64>();
                let out = self.lanes(d);
                self.masks.for_each(|lane| {
                    // SAFETY: the lane is inside the registers, and the row one of the array's.
                    unsafe {
                        let row = *index.add(lane);
                        if row < access.len {
                            let bits = read_bits(self.lanes(Self::array_row(access, row)), size, lane);
                            write_bits(out, size, lane, bits);
                        }
                    }
                });
            }
        }
    }

    pub(super) fn array_store(&mut self, access: &ArrayAccess) {
        self.array_check(access);
        if self.masks.current().is_empty() {
            return;
        }
        let size = usize::from(access.size);
        match access.index {
            Arg::One(one) => {
                let index = self.one(one);
                if index >= access.len {
                    return;
                }
                let d = Self::array_row(access, index);
                let mask = self.masks.bytes();
                let (first, count) = (self.masks.first, self.masks.count);
                let f = moves(size);
                // SAFETY: the registers and the mask hold these lanes.
                unsafe {
                    match access.value {
                        Arg::One(value) => {
                            (f.splat_masked)(self.lanes(d), self.one(value), mask, first, count);
                        }
                        Arg::Lanes(a) => (f.masked)(self.lanes(d), self.lanes(a), mask, first, count),
                    }
                }
            }
            Arg::Lanes(index) => {
                let index = self.lanes(index).cast_const().cast::<u64>();
                self.masks.for_each(|lane| {
                    // SAFETY: the lane is inside the registers, and the row one of the array's.
                    unsafe {
                        let row = *index.add(lane);
                        if row < access.len {
                            let bits = self.arg_bits(access.value, size, lane);
                            write_bits(self.lanes(Self::array_row(access, row)), size, lane, bits);
                        }
                    }
                });
            }
        }
    }
}
