//! Which accesses are ordered by atomics: releases, and the threads that have acquired them.
//!
//! An atomic write with `Release`, or a relaxed one behind a fence of its thread, releases what its thread, and
//! through barriers its block, did before; an atomic read of the same element with `Acquire`, or a relaxed one with
//! a fence behind it, acquires it for its thread, and through later barriers for its block. A release passes on
//! what its own thread has acquired.
//!
//! Blocks run one after the other, so only the running block's knowledge is kept. An element's releases are a list
//! that only grows, and who acquires them knows the list up to where it was then: so nothing is copied, however
//! many threads count up one counter.

use kiln_codegen::compact::List;
use std::collections::HashMap;

use kiln_codegen::collections::sort;
use kiln_codegen::intrinsics::Order as Ordering;

use super::shadow::{Access, Stamp};

/// The releases of one element up to a moment: its address, and how many there were.
type Prefix = (u64, usize);

#[derive(Default)]
pub(super) struct Order {
    /// What the running block has acquired, and when.
    known: Vec<(Prefix, Stamp)>,
    /// By address: the releases in order.
    released: HashMap<u64, Releases>,
    /// By thread of the running block: its last fence.
    fences: HashMap<u16, Stamp>,
    /// By thread: what it has read and no fence has acquired yet.
    pending: HashMap<u16, Vec<Prefix>>,
}

#[derive(Default)]
struct Releases {
    /// Each with what its thread had acquired elsewhere.
    list: Vec<(Stamp, Vec<Prefix>)>,
    /// The places in the list of a block's own.
    of_block: HashMap<u32, Vec<usize>>,
}

impl Order {
    /// Begins a block, whose own memory, at these addresses, is that of the block before.
    pub fn start(&mut self, memory: std::ops::Range<u64>) {
        self.known.clear();
        self.fences.clear();
        self.pending.clear();
        self.released.retain(|address, _| !memory.contains(address));
    }

    /// Whether a release tells the later thread of the earlier access.
    pub fn precedes(&self, earlier: &Stamp, later: &Stamp) -> bool {
        let mut next = self.known_to(later);
        let mut seen: HashMap<u64, usize> = HashMap::new();
        while let Some((address, count)) = next.pop() {
            let before = seen.insert(address, count).unwrap_or(0);
            let Some(releases) = self.released.get(&address).filter(|_| before < count) else { continue };
            let of_block = releases.of_block.get(&earlier.block).map_or(&[][..], Vec::as_slice);
            let covers = |place: &&usize| **place < count && earlier.reaches(&releases.list[**place].0);
            if of_block.iter().any(|place| covers(&place)) {
                return true;
            }
            next.extend(releases.list[before..count].iter().flat_map(|(_, passed)| passed));
        }
        false
    }

    /// What a thread knows at a moment.
    fn known_to(&self, stamp: &Stamp) -> Vec<Prefix> {
        self.known.iter().filter(|(_, when)| when.reaches(stamp)).map(|(prefix, _)| *prefix).list()
    }

    /// A thread's fence.
    pub fn fence(&mut self, stamp: Stamp) {
        self.fences.insert(stamp.thread, stamp);
        for prefix in self.pending.remove(&stamp.thread).unwrap_or_default() {
            self.acquire(prefix, stamp);
        }
    }

    fn acquire(&mut self, prefix: Prefix, stamp: Stamp) {
        let same = |(old, when): &&mut (Prefix, Stamp)| {
            old.0 == prefix.0 && Stamp { site: when.site, access: when.access, ..stamp } == *when
        };
        match self.known.iter_mut().rev().find(same) {
            Some((old, _)) => old.1 = old.1.max(prefix.1),
            None => self.known.push((prefix, stamp)),
        }
    }

    /// An atomic operation, once it is known to race with nothing.
    pub fn atomic(&mut self, address: u64, stamp: Stamp, ordering: Ordering) {
        let (acquires, releases) = match ordering {
            Ordering::Relaxed => (false, false),
            Ordering::Acquire => (true, false),
            Ordering::Release => (false, true),
            Ordering::AcqRel | Ordering::SeqCst => (true, true),
        };
        if stamp.access != Access::AtomicStore
            && let Some(found) = self.released.get(&address)
        {
            let prefix = (address, found.list.len());
            if acquires {
                self.acquire(prefix, stamp);
            } else {
                let pending = self.pending.entry(stamp.thread).or_default();
                pending.retain(|(old, _)| *old != address);
                pending.push(prefix);
            }
        }
        if stamp.access.writes() {
            let own = if releases { Some(stamp) } else { self.fences.get(&stamp.thread).copied() };
            if let Some(own) = own {
                let mut passed = self.known_to(&own);
                sort(&mut passed);
                // What was released here before is in the list already; of each other element only the last counts.
                let passed: Vec<Prefix> = passed
                    .iter()
                    .enumerate()
                    .filter(|(k, (other, _))| {
                        *other != address && passed.get(k + 1).is_none_or(|(next, _)| next != other)
                    })
                    .map(|(_, prefix)| *prefix)
                    .list();
                let here = self.released.entry(address).or_default();
                here.of_block.entry(own.block).or_default().push(here.list.len());
                here.list.push((own, passed));
            }
        }
    }
}

impl Stamp {
    /// Whether what one thread of a block has done or learnt by this moment is known to another at that one.
    fn reaches(&self, later: &Stamp) -> bool {
        self.thread == later.thread
            || self.epoch < later.epoch
            || (self.thread / 32 == later.thread / 32 && self.turn < later.turn)
    }
}
