//! Copies by TMA, and the barriers that count them ([`kiln_codegen::intrinsics::TensorMap`]).
//!
//! A box lands when somebody waits for its barrier. A barrier at which too few threads have arrived, or for which other
//! bytes come than it was told, would never open on a GPU, so that the wait fails here.

use kiln_codegen::intrinsics::FactorShape;

use super::code::Arg;
use super::element_ops::{Elements, Home, TensorLoad};
use super::elements::{Copy, Counted};
use super::run::Worker;

/// What active lanes wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// Their own groups of copies, but for the latest.
    Groups { latest: u64 },
    /// The barrier at this address.
    Barrier(usize),
}

/// A barrier's 64 bits: the bytes that it waits for, the number of its phase, the threads that have yet to arrive in
/// that phase, those that do in each, and a mark of barriers.
#[derive(Clone, Copy)]
struct Barrier {
    bytes: u32,
    phase: u8,
    missing: u8,
    threads: u8,
}

const MARK: u8 = 0x6b;

impl Barrier {
    fn of(bits: u64) -> Option<Barrier> {
        let [a, b, c, d, phase, missing, threads, mark] = bits.to_le_bytes();
        let bytes = u32::from_le_bytes([a, b, c, d]);
        (mark == MARK).then_some(Barrier { bytes, phase, missing, threads })
    }

    fn bits(self) -> u64 {
        let [a, b, c, d] = self.bytes.to_le_bytes();
        u64::from_le_bytes([a, b, c, d, self.phase, self.missing, self.threads, MARK])
    }

    fn next(self) -> Barrier {
        Barrier { bytes: 0, phase: self.phase.wrapping_add(1), missing: self.threads, ..self }
    }
}

impl Worker<'_> {
    /// # Safety
    /// The element is there.
    unsafe fn barrier(&self, element: &Elements, lane: usize) -> Option<Barrier> {
        // SAFETY: the caller's promise.
        Barrier::of(unsafe { self.address(element, lane).cast::<u64>().read_unaligned() })
    }

    /// # Safety
    /// The element is there, for writing.
    unsafe fn set_barrier(&self, element: &Elements, lane: usize, barrier: Barrier) {
        // SAFETY: the caller's promise.
        unsafe { self.address(element, lane).cast::<u64>().write_unaligned(barrier.bits()) };
    }

    /// # Safety
    /// The barrier is there, for writing.
    pub(super) unsafe fn barrier_init(&mut self, element: &Elements, threads: Arg) {
        self.masks.for_each(|lane| {
            let threads = self.arg_bits(threads, 4, lane) as u8;
            let barrier = Barrier { bytes: 0, phase: 0, missing: threads, threads };
            // SAFETY: the caller's promise.
            unsafe { self.set_barrier(element, lane, barrier) };
        });
    }

    /// Each active lane arrives, and says how many bytes are to come.
    ///
    /// # Safety
    /// The barrier is there, for writing.
    pub(super) unsafe fn arrive(&mut self, element: &Elements, bytes: Option<Arg>, site: u32) {
        let mut fine = true;
        self.masks.for_each(|lane| {
            // SAFETY: the caller's promise.
            match unsafe { self.barrier(element, lane) } {
                Some(barrier) if barrier.missing > 0 => {
                    let more = bytes.map_or(0, |bytes| self.arg_bits(bytes, 4, lane) as u32);
                    let now =
                        Barrier { bytes: barrier.bytes + more, missing: barrier.missing - 1, ..barrier };
                    let now = if now.missing == 0 && now.bytes == 0 { now.next() } else { now };
                    // SAFETY: as above.
                    unsafe { self.set_barrier(element, lane, now) };
                }
                Some(_) | None => fine = false,
            }
        });
        if !fine {
            self.fail_all(site, [0; 4]);
        }
    }

    /// What a lane that waits for a barrier makes land, if that is in the phase.
    pub(super) fn leaves(&self, element: &Elements, phase: Arg, lane: usize) -> Option<Waits> {
        // SAFETY: the caller has looked whether the barrier is there.
        let barrier = unsafe { self.barrier(element, lane) }?;
        let waits = Waits::Barrier(self.address(element, lane) as usize);
        (u64::from(barrier.phase & 1) == self.arg_bits(phase, 4, lane) & 1).then_some(waits)
    }

    /// # Safety
    /// The barrier is there, for writing, and the memory of copies under way is valid.
    pub(super) unsafe fn pass_barrier(&mut self, element: &Elements, phase: Arg, site: u32) {
        let mut lanes = Vec::new();
        self.masks.for_each(|lane| lanes.push(lane));
        for lane in lanes {
            // SAFETY: the caller's promise.
            let Some(barrier) = (unsafe { self.barrier(element, lane) }) else {
                return self.fail_all(site, [0; 4]);
            };
            let Some(waits) = self.leaves(element, phase, lane) else { continue };
            let under_way: usize = self.copies.landing(&self.masks, waits).map(|copy| copy.bytes).sum();
            if barrier.missing > 0 || under_way != barrier.bytes as usize {
                return self.fail_all(site, [0; 4]);
            }
            // SAFETY: as above.
            unsafe {
                self.land(waits);
                self.set_barrier(element, lane, barrier.next());
            }
        }
    }

    /// Begins to copy a box.
    pub(super) fn tensor_load(&mut self, load: &TensorLoad, site: u32) {
        let (mut begun, mut fine) = (Vec::new(), true);
        self.masks.for_each(|lane| {
            let counted = Counted::Barrier(self.address(&load.barrier, lane) as usize);
            let Home::Memory(memory) = load.to.home else { return };
            let to = self.one(memory.pointer) as *mut u8;
            let from = self.address(&load.from, lane).cast_const();
            let number = |args: &[Arg], axis: usize| self.arg_bits(args[axis], 8, lane);
            let (size, last) = (u64::from(load.map.size), load.coordinates.len() - 1);
            // An H200 ends with an illegal instruction where a box begins within 16 bytes of a row.
            fine &= number(&load.coordinates, last).wrapping_mul(size).is_multiple_of(16);
            let (per_row, rounds) = (u64::from(load.map.span / 16), size == 4);
            for (chunk, offset) in self.chunks_of_box(load, lane).into_iter().enumerate() {
                let (row, column) = (chunk as u64 / per_row, chunk as u64 % per_row * 16 / size);
                let (mut at, mut used) = (0u64, 16);
                for axis in 0..=last {
                    let own = match axis {
                        _ if axis == last => column,
                        _ if axis + 1 == last => row,
                        _ => 0,
                    };
                    let coordinate = number(&load.coordinates, axis).wrapping_add(own);
                    let left = number(&load.extents, axis).saturating_sub(coordinate);
                    used = if axis == last {
                        used.min(left.saturating_mul(size))
                    } else {
                        used * u64::from(left > 0)
                    };
                    at = at.wrapping_add(coordinate.wrapping_mul(number(&load.strides, axis)));
                }
                let from = from.wrapping_add(at.wrapping_mul(size) as usize);
                let to = to.wrapping_add(offset as usize);
                begun.push(Copy { lane, counted, to, from, bytes: 16, used: used as usize, rounds, site });
            }
        });
        if !fine {
            return self.fail_all(site, [0; 4]);
        }
        self.count_boxes(&load.from, &load.to, &begun);
        self.copies.queue.append(&mut begun);
    }

    /// The offsets of a box's chunks of 16 bytes in the array that it goes to, row by row.
    pub(super) fn chunks_of_box(&self, load: &TensorLoad, lane: usize) -> Vec<u64> {
        let span = u32::from(load.map.span);
        let first = self.arg_bits(load.to.index, 8, lane).wrapping_mul(load.to.size.into());
        let lies = FactorShape { panel: 0, span };
        (0..load.map.bytes() / 16).map(|chunk| lies.swizzled(first + u64::from(chunk) * 16)).collect()
    }

    /// Whether there is room for a box, which begins where its swizzle does.
    pub(super) fn box_is_there(&self, load: &TensorLoad) -> bool {
        let (size, len) = (u64::from(load.to.size), self.len_of(&load.to));
        let mut there = self.are_there(&load.to, |_| true) && self.are_there(&load.barrier, |_| true);
        self.masks.for_each(|lane| {
            let first = self.arg_bits(load.to.index, 8, lane).wrapping_mul(size);
            there &= first.is_multiple_of(8 * u64::from(load.map.span))
                && first.checked_add(load.map.bytes().into()).is_some_and(|end| end <= len * size);
        });
        there
    }
}
