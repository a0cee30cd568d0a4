//! The sanitizer: mistakes that the executor alone would not notice.
//!
//! Takes code that was compiled to be watched: in front of every access to memory, and at every barrier, stands an
//! instruction that says what is about to happen. Guarantees that the run ends at the first race, index out of
//! bounds, read of shared memory that nobody wrote, barrier that only some threads reach, misaligned or overlapping
//! argument, before the access is made. Code that is not watched has none of these instructions, so the ordinary
//! executor pays nothing.
//!
//! `shadow` remembers who touched what, `order` what atomics order, `elements` is what lowered tile code does to
//! memory. Blocks run one after the other; threads of a warp are as little ordered as any others.

mod args;
mod elements;
mod order;
mod shadow;

use kiln_codegen::intrinsics::Order as Ordering;
use kiln_codegen::ir::{Field, LocalId, Type};

use super::code::{Arg, Code, One, Slot};
use super::run::Worker;
use order::Order;
use shadow::{Shadow, Stamp, Verdict};

pub(super) use args::mistake as argument_mistake;
pub use shadow::Access;

/// Something that the sanitizer found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Two accesses that nothing orders, at least one of which writes.
    Race {
        /// The element that both touch.
        element: Element,
        /// Who came first here, and how.
        first: (Who, Access),
        /// Who came later.
        second: (Who, Access),
    },
    /// An index that the kernel does not check is out of bounds.
    OutOfBounds {
        /// The element asked for.
        element: Element,
        /// The index.
        index: u64,
        /// How many there are.
        len: u64,
        /// The thread.
        who: Who,
        /// Whether the compiler had taken the index for proven.
        proven: bool,
    },
    /// Shared memory is read that no thread of the block has written.
    Unwritten {
        /// The element.
        element: Element,
        /// The thread.
        who: Who,
    },
    /// A barrier that not all threads of the block reach.
    Divergent {
        /// A thread that does.
        who: Who,
        /// A thread that does not.
        missing: [u32; 3],
        /// The statement at which their ways parted.
        parted: Option<u32>,
    },
    /// An argument's address is no multiple of its elements' alignment.
    Misaligned {
        /// The parameter's place, from 0.
        parameter: usize,
        /// The address.
        address: u64,
        /// What it must be a multiple of.
        align: u64,
    },
    /// Two arguments share memory, and the kernel may write one of them.
    Overlap {
        /// The places of both, from 0; the first is the one that may be written.
        parameters: [usize; 2],
        /// How many bytes they share.
        bytes: u64,
    },
}

/// A thread at a place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// The site in the kernel's module.
    pub site: u32,
    /// The thread's block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
}

/// An element of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// As the user writes it: `particles[3].velocity[1]`.
    pub name: String,
    /// Whether it is memory of the block.
    pub shared: bool,
}

/// An array that is watched.
pub(super) struct Array {
    pub id: LocalId,
    pub name: String,
    pub ty: Type,
    pub shared: bool,
    /// Nothing writes it while the kernel runs.
    pub frozen: bool,
}

/// What an instruction of watched code announces.
pub(super) enum Watch {
    /// An access of all active lanes to an element of memory.
    Access(WatchAccess),
    /// An index that is not checked.
    Index(WatchIndex),
    /// A barrier of the block, inside these masks and the statements that made them.
    Barrier { site: u32, around: Vec<(Slot, u32)> },
    /// A barrier of the warp.
    WarpBarrier,
    /// A fence of each thread.
    Fence { site: u32 },
}

pub(super) struct WatchAccess {
    pub pointer: One,
    pub index: Arg,
    pub size: u8,
    /// The number of elements, where the index is not checked.
    pub bound: Option<One>,
    /// Whether such an index was called proven.
    pub proven: bool,
    /// Entry in the table of watched arrays.
    pub array: u32,
    pub access: Access,
    pub ordering: Ordering,
    pub site: u32,
}

pub(super) struct WatchIndex {
    pub index: Arg,
    pub len: Arg,
    /// What is indexed.
    pub name: String,
    pub shared: bool,
    pub site: u32,
    pub proven: bool,
}

/// What is known of a run so far.
pub(super) struct Sanitizer {
    global: Shadow,
    shared: Shadow,
    order: Order,
    /// The running block's number.
    block: u32,
    epoch: u32,
    /// By lane: the barriers of its warp that it has passed.
    turns: Vec<u32>,
    lanes: Vec<usize>,
    pub found: Option<Found>,
}

impl Array {
    /// The scalar so many bytes behind the beginning.
    fn element(&self, bytes: u64) -> Element {
        let (mut name, mut ty, mut rest) = (self.name.clone(), &self.ty, bytes);
        loop {
            match ty {
                Type::Slice { element, .. } | Type::Array(element, _) => {
                    let size = element.size().unwrap_or(1).max(1);
                    name = format!("{name}[{}]", rest / size);
                    (ty, rest) = (element, rest % size);
                }
                Type::Struct(found) => {
                    let holds = |field: &&Field| {
                        rest >= field.offset && rest - field.offset < field.ty.size().unwrap_or(0)
                    };
                    let Some(field) = found.fields.iter().find(holds) else { break };
                    name = format!("{name}.{}", field.name);
                    (ty, rest) = (&field.ty, rest - field.offset);
                }
                Type::Unit
                | Type::Scalar(_)
                | Type::Atomic(_)
                | Type::Ref { .. }
                | Type::Tuple(_)
                | Type::Tensor { .. }
                | Type::Tile { .. }
                | Type::Capture(_)
                | Type::Infer(_) => break,
            }
        }
        Element { name, shared: self.shared }
    }
}

impl Sanitizer {
    pub fn new(code: &Code) -> Sanitizer {
        Sanitizer {
            global: Shadow::new(code.grain, false),
            shared: Shadow::new(code.grain, code.blank == 0),
            order: Order::default(),
            block: 0,
            epoch: 0,
            turns: Vec::new(),
            lanes: Vec::new(),
            found: None,
        }
    }

    /// Begins a block, whose shared memory lies at these addresses.
    pub fn start(&mut self, block: u64, threads: usize, shared: std::ops::Range<u64>) {
        self.block = block as u32;
        self.epoch = 0;
        self.turns.clear();
        self.turns.resize(threads, 0);
        self.shared.clear();
        self.order.start(shared);
    }

    fn stamp(&self, lane: usize, site: u32, access: Access) -> Stamp {
        let turn = self.turns.get(lane).copied().unwrap_or(0);
        Stamp { block: self.block, epoch: self.epoch, turn, site, thread: lane as u16, access }
    }
}

impl Worker<'_> {
    /// Looks at what an instruction announces; whether the run ends here.
    pub(super) fn watch(&mut self, watch: &Watch) -> bool {
        let Some(mut sanitizer) = self.sanitizer.take() else { return false };
        let mut lanes = std::mem::take(&mut sanitizer.lanes);
        lanes.clear();
        self.masks.for_each(|lane| lanes.push(lane));
        let found = match watch {
            Watch::Access(access) => self.watch_access(&mut sanitizer, access, &lanes),
            Watch::Index(WatchIndex { index, len, name, shared, site, proven }) => {
                let of =
                    |lane: &usize| (*lane, self.arg_bits(*index, 8, *lane), self.arg_bits(*len, 8, *lane));
                let beyond = lanes.iter().map(of).find(|(_, index, len)| index >= len);
                beyond.map(|(lane, index, len)| {
                    let element = Element { name: format!("{name}[{index}]"), shared: *shared };
                    Found::OutOfBounds { element, index, len, who: self.who(lane, *site), proven: *proven }
                })
            }
            Watch::Barrier { site, around } => {
                sanitizer.epoch += 1;
                self.watch_barrier(*site, around, &lanes)
            }
            Watch::WarpBarrier => {
                for lane in &lanes {
                    if let Some(turn) = sanitizer.turns.get_mut(*lane) {
                        *turn += 1;
                    }
                }
                None
            }
            Watch::Fence { site } => {
                for lane in &lanes {
                    let stamp = sanitizer.stamp(*lane, *site, Access::AtomicRead);
                    sanitizer.order.fence(stamp);
                }
                None
            }
        };
        sanitizer.lanes = lanes;
        let ends = found.is_some();
        sanitizer.found = found;
        self.sanitizer = Some(sanitizer);
        ends
    }

    fn watch_access(
        &self,
        sanitizer: &mut Sanitizer,
        access: &WatchAccess,
        lanes: &[usize],
    ) -> Option<Found> {
        let array = self.code.arrays.get(access.array as usize)?;
        let pointer = self.one(access.pointer);
        for lane in lanes {
            let index = self.arg_bits(access.index, 8, *lane);
            if let Some(len) = access.bound.map(|len| self.one(len))
                && index >= len
            {
                let element = Element { name: format!("{}[{index}]", array.name), shared: array.shared };
                let who = self.who(*lane, access.site);
                return Some(Found::OutOfBounds { element, index, len, who, proven: access.proven });
            }
            if array.frozen {
                continue;
            }
            let offset = index.wrapping_mul(u64::from(access.size));
            let address = pointer.wrapping_add(offset);
            let how = (access.access, access.site);
            let found = self.touch(sanitizer, array, (address, offset, access.size), *lane, how);
            if found.is_some() {
                return found;
            }
            if access.access.is_atomic() {
                let stamp = sanitizer.stamp(*lane, access.site, access.access);
                sanitizer.order.atomic(address, stamp, access.ordering);
            }
        }
        None
    }

    /// Remembers an access of a lane to so many bytes of an array: at an address, so far behind the array's beginning.
    fn touch(
        &self,
        sanitizer: &mut Sanitizer,
        array: &Array,
        (address, offset, bytes): (u64, u64, u8),
        lane: usize,
        (access, site): (Access, u32),
    ) -> Option<Found> {
        let stamp = sanitizer.stamp(lane, site, access);
        let shadow = if array.shared { &mut sanitizer.shared } else { &mut sanitizer.global };
        match shadow.touch(address, bytes, stamp, &sanitizer.order) {
            Verdict::Fine => None,
            Verdict::Empty(behind) => {
                let element = array.element(offset.wrapping_add(behind));
                Some(Found::Unwritten { element, who: self.who(lane, site) })
            }
            Verdict::Race(other, behind) => {
                let first = (self.who_of(&other), other.access);
                let second = (self.who(lane, site), access);
                let element = array.element(offset.wrapping_add(behind));
                Some(Found::Race { element, first, second })
            }
        }
    }

    fn watch_barrier(&self, site: u32, around: &[(Slot, u32)], lanes: &[usize]) -> Option<Found> {
        let here = *lanes.first()?;
        let missing = (0..self.shape.threads)
            .find(|lane| self.masks.is_active_in(0, *lane) && !self.masks.is_active(*lane))?;
        let parted = around.iter().find(|(slot, _)| !self.masks.is_active_in(*slot, missing));
        Some(Found::Divergent {
            who: self.who(here, site),
            missing: self.who(missing, site).thread,
            parted: parted.map(|(_, site)| *site),
        })
    }

    fn who(&self, lane: usize, site: u32) -> Who {
        let [x, y, _] = self.shape.block.map(|n| n as usize);
        let thread = [lane % x, lane / x % y, lane / (x * y)].map(|n| n as u32);
        Who { site, block: self.block, thread }
    }

    fn who_of(&self, stamp: &Stamp) -> Who {
        let [x, y, _] = self.shape.grid;
        let block = stamp.block;
        let block = [block % x, block / x % y, block / x / y];
        Who { block, ..self.who(usize::from(stamp.thread), stamp.site) }
    }
}
