//! Atomic operations on elements of memory.
//!
//! Global memory is touched with the machine's atomics, since blocks run in parallel; what the machine has no
//! instruction for is a loop of compare-exchange. Shared memory belongs to the worker, so plain accesses do. Lanes
//! act in ascending order. Every access is sequentially consistent, which is no less than any order that a kernel
//! may ask for.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use kiln_codegen::intrinsics::Atomic;

use super::code::{Arg, AtomicCall, AtomicStep, Value};
use super::memory::{read_bits, write_bits};
use super::run::Worker;

impl Worker<'_> {
    /// # Safety
    /// The memory is valid, aligned to its elements, and unchecked indices in bounds.
    pub(super) unsafe fn atomic(&mut self, call: &AtomicCall) {
        let index = match call.index {
            Value::One(one) => Arg::One(one),
            Value::Lanes(lanes) => Arg::Lanes(lanes),
            Value::Line(line) => {
                self.materialize(line);
                Arg::Lanes(line.lanes)
            }
        };
        if let Some(site) = call.check {
            self.check_index(index, self.one(call.memory.len), site);
        }
        let pointer = self.one(call.memory.pointer) as *mut u8;
        let size = usize::from(call.size);
        let operand = |k: usize, lane| call.args[k].map_or(0, |arg| self.arg_bits(arg, size, lane));
        self.masks.for_each(|lane| {
            let index = self.arg_bits(index, 8, lane) as usize;
            let (a, b) = (operand(0, lane), operand(1, lane));
            // SAFETY: an active lane's index is in bounds, and its lane inside the destination.
            unsafe {
                let old = if call.memory.shared {
                    plain(call.step, pointer, size, index, a, b)
                } else if size == 4 {
                    let element = AtomicU32::from_ptr(pointer.cast::<u32>().add(index));
                    u64::from(narrow(call.step, element, a as u32, b as u32))
                } else if size == 2 {
                    let element = AtomicU16::from_ptr(pointer.cast::<u16>().add(index));
                    u64::from(half(call.step, element, a as u16, b as u16))
                } else if size == 8 {
                    wide(call.step, AtomicU64::from_ptr(pointer.cast::<u64>().add(index)), a, b)
                } else {
                    // The surface has atomics of 16, 32 and 64 bits only.
                    plain(call.step, pointer, size, index, a, b)
                };
                if let Some(d) = call.d {
                    write_bits(self.lanes(d), size, lane, old);
                }
            }
        });
    }
}

/// One change of an element of global memory: it becomes the value, or `by` of itself and the value, at once.
///
/// # Safety
/// The element is valid and aligned, and one of 2, 4 or 8 bytes where there is a function.
// Only tile kernels need it.
#[cfg_attr(not(feature = "tile"), allow(dead_code))]
pub(super) unsafe fn change(pointer: *mut u8, size: usize, by: Option<fn(u64, u64) -> u64>, value: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match (by, size) {
            (Some(f), 2) => {
                half(AtomicStep::Update(f), AtomicU16::from_ptr(pointer.cast()), value as u16, 0);
            }
            (Some(f), 4) => {
                narrow(AtomicStep::Update(f), AtomicU32::from_ptr(pointer.cast()), value as u32, 0);
            }
            (Some(f), _) => {
                wide(AtomicStep::Update(f), AtomicU64::from_ptr(pointer.cast()), value, 0);
            }
            (None, 1) => AtomicU8::from_ptr(pointer).store(value as u8, Relaxed),
            (None, 2) => AtomicU16::from_ptr(pointer.cast()).store(value as u16, Relaxed),
            (None, 4) => AtomicU32::from_ptr(pointer.cast()).store(value as u32, Relaxed),
            (None, _) => AtomicU64::from_ptr(pointer.cast()).store(value, Relaxed),
        }
    }
}

/// On memory that one worker alone touches. Gives the value before.
///
/// # Safety
/// The element is valid.
unsafe fn plain(step: AtomicStep, pointer: *mut u8, size: usize, index: usize, a: u64, b: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let old = read_bits(pointer, size, index);
        let new = match step {
            AtomicStep::Move(Atomic::Store) => a,
            AtomicStep::Move(Atomic::CompareExchange) if old == a => b,
            AtomicStep::Move(_) => return old,
            AtomicStep::Add => old.wrapping_add(a),
            AtomicStep::Update(f) => f(old, a),
        };
        write_bits(pointer, size, index, new);
        old
    }
}

macro_rules! machine {
    ($name:ident, $atomic:ty, $bits:ty) => {
        fn $name(step: AtomicStep, element: &$atomic, a: $bits, b: $bits) -> $bits {
            match step {
                AtomicStep::Move(Atomic::Store) => {
                    element.store(a, SeqCst);
                    0
                }
                AtomicStep::Move(Atomic::CompareExchange) => {
                    element.compare_exchange(a, b, SeqCst, SeqCst).unwrap_or_else(|old| old)
                }
                AtomicStep::Move(_) => element.load(SeqCst),
                AtomicStep::Add => element.fetch_add(a, SeqCst),
                AtomicStep::Update(f) => {
                    let mut old = element.load(SeqCst);
                    loop {
                        let new = f(u64::from(old), u64::from(a)) as $bits;
                        match element.compare_exchange_weak(old, new, SeqCst, SeqCst) {
                            Ok(old) => return old,
                            Err(now) => old = now,
                        }
                    }
                }
            }
        }
    };
}

machine!(half, AtomicU16, u16);
machine!(narrow, AtomicU32, u32);
machine!(wide, AtomicU64, u64);
