//! What is remembered of each piece of memory: who touched it last, when and where.
//!
//! An access is a [`Stamp`]. Two accesses of which one writes are a race unless something orders them: one thread, a
//! barrier between two accesses of one block, a barrier of their warp, or a release that the later thread has acquired
//! ([`super::order`]). Blocks run one after the other, so whatever another block did lies before, and what counts is
//! whether anything says so on a GPU too.
//!
//! Of readers two are kept, and of atomic writers two: with two threads that nothing orders, any third access
//! conflicts with at least one of them. Fewer are kept than there are only where a third is among them, so a race
//! may be missed in a crowd, and none is made up.

use std::collections::HashMap;

use super::order::Order;

/// Bytes that a page of the shadow stands for.
const PAGE: u64 = 4096;

/// One thread at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The block's number in the grid.
    pub block: u32,
    /// How many barriers the block had passed.
    pub epoch: u32,
    /// How many barriers of its warp the thread had passed.
    pub turn: u32,
    pub site: u32,
    /// The thread's number in its block.
    pub thread: u16,
    pub access: Access,
}

/// How memory is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A plain load.
    Read,
    /// A plain store.
    Write,
    /// An atomic load.
    AtomicRead,
    /// An atomic store.
    AtomicStore,
    /// Any other atomic operation, which reads and writes.
    AtomicUpdate,
    /// An asynchronous copy that begins, and writes until it has landed.
    Copy,
}

impl Access {
    pub(in crate::cpu) fn is_atomic(self) -> bool {
        match self {
            Access::Read | Access::Write | Access::Copy => false,
            Access::AtomicRead | Access::AtomicStore | Access::AtomicUpdate => true,
        }
    }

    pub(super) fn writes(self) -> bool {
        match self {
            Access::Read | Access::AtomicRead => false,
            Access::Write | Access::AtomicStore | Access::AtomicUpdate | Access::Copy => true,
        }
    }

    /// Whether the access takes what was there before.
    fn reads(self) -> bool {
        match self {
            Access::Read | Access::AtomicRead | Access::AtomicUpdate => true,
            Access::Write | Access::AtomicStore | Access::Copy => false,
        }
    }

    fn conflicts(self, other: Access) -> bool {
        (self.writes() || other.writes()) && !(self.is_atomic() && other.is_atomic())
    }
}

impl Stamp {
    /// Whether the earlier of two accesses of one block comes before the later on every machine, without any release.
    pub(super) fn precedes(&self, later: &Stamp) -> bool {
        self.block == later.block
            && (self.thread == later.thread
                || self.epoch != later.epoch
                || (self.thread / 32 == later.thread / 32 && self.turn != later.turn))
    }
}

/// The accesses to one piece of memory that later ones may race with.
#[derive(Clone, Copy, Default)]
struct Cell {
    write: Option<Stamp>,
    reads: [Option<Stamp>; 2],
    atomics: [Option<Stamp>; 2],
    /// A copy that has not landed.
    copy: Option<Stamp>,
}

/// What an access to memory comes to.
pub(super) enum Verdict {
    Fine,
    /// With an earlier access, so many bytes behind the beginning.
    Race(Stamp, u64),
    /// What is read there was never written.
    Empty(u64),
}

/// The cells of all memory that was touched.
pub(super) struct Shadow {
    /// Bytes that a cell stands for: the size of the smallest access.
    grain: u64,
    pages: HashMap<u64, Box<[Cell]>>,
    /// Whether memory begins without contents.
    empty: bool,
}

impl Shadow {
    pub fn new(grain: u8, empty: bool) -> Shadow {
        Shadow { grain: u64::from(grain).clamp(1, 8), pages: HashMap::new(), empty }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for page in self.pages.values_mut() {
            page.fill(Cell::default());
        }
    }

    /// Remembers an access to `size` bytes at `address`, after looking at those before it.
    pub fn touch(&mut self, address: u64, size: u8, stamp: Stamp, order: &Order) -> Verdict {
        let (grain, empty) = (self.grain, self.empty);
        for piece in 0..u64::from(size).div_ceil(grain) {
            let at = address + piece * grain;
            let page = self.pages.entry(at / PAGE);
            let page =
                page.or_insert_with(|| vec![Cell::default(); (PAGE / grain) as usize].into_boxed_slice());
            let Some(cell) = page.get_mut((at % PAGE / grain) as usize) else { continue };
            let unwritten = cell.write.is_none() && cell.atomics[0].is_none() && cell.copy.is_none();
            if empty && stamp.access.reads() && unwritten {
                return Verdict::Empty(piece * grain);
            }
            if let Some(other) = cell.touch(stamp, order) {
                return Verdict::Race(other, piece * grain);
            }
        }
        Verdict::Fine
    }

    /// A copy to `size` bytes at `address` has landed, which counts as this store.
    pub fn land(&mut self, address: u64, size: u8, stamp: Stamp) {
        for piece in 0..u64::from(size).div_ceil(self.grain) {
            let at = address + piece * self.grain;
            let page = self.pages.get_mut(&(at / PAGE));
            if let Some(cell) = page.and_then(|page| page.get_mut((at % PAGE / self.grain) as usize)) {
                *cell = Cell { write: Some(stamp), ..Cell::default() };
            }
        }
    }
}

impl Cell {
    /// Remembers an access; the one that it races with, if any.
    fn touch(&mut self, stamp: Stamp, order: &Order) -> Option<Stamp> {
        if self.copy.is_some() {
            return self.copy;
        }
        let ordered = |other: &Stamp| other.precedes(&stamp) || order.precedes(other, &stamp);
        let others =
            self.write.iter().chain(self.reads.iter().flatten()).chain(self.atomics.iter().flatten());
        let mut others = others.filter(|other| stamp.access.conflicts(other.access));
        if let Some(other) = others.find(|other| !ordered(other)) {
            return Some(*other);
        }
        match stamp.access {
            Access::Write => *self = Cell { write: Some(stamp), ..Cell::default() },
            Access::Copy => *self = Cell { copy: Some(stamp), ..Cell::default() },
            Access::Read | Access::AtomicRead => keep(&mut self.reads, stamp, ordered),
            Access::AtomicStore | Access::AtomicUpdate => keep(&mut self.atomics, stamp, ordered),
        }
        None
    }
}

/// Puts a stamp among those that nothing orders, where there is room.
fn keep(places: &mut [Option<Stamp>; 2], stamp: Stamp, ordered: impl Fn(&Stamp) -> bool) {
    let apart = |place: Option<Stamp>| place.filter(|other| !ordered(other));
    *places = match (apart(places[0]), apart(places[1])) {
        (None, other) => [Some(stamp), other],
        (Some(one), None) => [Some(one), Some(stamp)],
        (Some(one), Some(other)) => [Some(one), Some(other)],
    };
}
