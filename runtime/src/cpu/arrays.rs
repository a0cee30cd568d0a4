//! Arrays that each thread has for itself: element `k` of all threads is a register.

use super::code::{Arg, ArrayAccess, Lanes};
use super::lanes::moves;
use super::memory::{read_bits, write_bits};
use super::run::Worker;

impl Worker<'_> {
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
