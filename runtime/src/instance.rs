//! The compiled code of a kernel, found again at each launch.
//!
//! Takes a kernel, for an open one also the function through which rustc tells its types and constants, and a device;
//! guarantees that a kernel already met on the device is found by one atomic load (an open one by a walk over its few
//! instances), without locks, hashing or allocation; leaves making the code to [`crate::jit`].

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::check::stores;
use kiln_codegen::passes::inline::inline;
use kiln_codegen::passes::specialize::Answer;
use kiln_codegen::passes::tile::Variant;

use crate::answers::answers;
use crate::arg::Arg;
use crate::counts::Counts;
use crate::device::DeviceShared;
use crate::driver::Function;
use crate::error::Result;
use crate::executor::{Program, Wrong};
use crate::jit;
use crate::jit::{Form, Needs};
use crate::launch::{GridRule, Occupancy, Plain};
use crate::lists::List;
use crate::profile::traffic::Traffic;
use crate::registry::KernelEntry;

/// What the macro emits for an open kernel: a function, one for each instance, that tells rustc's answers.
pub type DescribeFn = fn() -> Vec<Answer>;

/// Devices with a place of their own in a handle's table; a GPU past them is found through the map in [`crate::jit`].
const SLOTS: usize = 17;

/// How many variants of a kernel's code there are on a device.
const VARIANTS: usize = 2;

/// The place of a variant's code in a handle's table. Those for tensors that differ have none: they are among the
/// instances.
const fn place(variant: Variant) -> Option<usize> {
    match variant {
        Variant::FAST => Some(0),
        Variant::GENERAL => Some(1),
        Variant { .. } => None,
    }
}

/// A kernel's place to remember its compiled code. One static a kernel; the instances of a generic kernel share it.
pub struct KernelHandle {
    entry: &'static KernelEntry,
    /// By variant, then by device. Of a kernel of threads the fast one is coarse, where it can be.
    closed: [[AtomicPtr<Loaded>; SLOTS]; VARIANTS],
    open: List<Instance>,
}

/// A kernel's code on one device. Lives as long as the process.
pub(crate) struct Loaded {
    /// What most launches need of all of this.
    pub(crate) plain: Plain,
    /// What a failure record calls it.
    pub(crate) number: u32,
    pub(crate) entry: &'static KernelEntry,
    pub(crate) answers: Vec<Answer>,
    pub(crate) code: Code,
    /// What a launch has to fulfill so that no two threads race.
    pub(crate) preconditions: Preconditions,
    /// Which of the kernel's codes it is, as the device took it: that of fewer clusters where there is no room for
    /// more, and through the back end that made it.
    pub(crate) form: Form,
    /// What each launch must give.
    pub(crate) needs: Needs,
    /// How a tile kernel's arguments give the number of its tiles, found out when a launch first asks.
    pub(crate) grid_rule: OnceLock<Option<GridRule>>,
    /// Along which axes of the grid the stores of an open tile kernel are disjoint, now that all types are known.
    pub(crate) disjoint: OnceLock<[bool; 3]>,
    /// Of a tile kernel, whose block is the code's, how many of its blocks run at once, found out when that is
    /// first asked.
    pub(crate) occupancy: OnceLock<Occupancy>,
    /// What the kernel does to its parameters, found out when a profiler first asks.
    pub(crate) traffic: OnceLock<Traffic>,
}

impl Loaded {
    /// How the arguments give the number of tiles, if they do.
    pub(crate) fn grid_rule(&self) -> Option<&GridRule> {
        let find = || {
            // The code may have come from the disk, without a module.
            let module = jit::module(self.entry, &self.answers).ok()?;
            GridRule::of(&inline(&module))
        };
        self.grid_rule.get_or_init(find).as_ref()
    }

    /// What the kernel reads and writes of its parameters; nothing where its module cannot be had.
    pub(crate) fn traffic(&self) -> &Traffic {
        self.traffic.get_or_init(|| {
            jit::module(self.entry, &self.answers).map_or_else(|_| Traffic::default(), |it| Traffic::of(&it))
        })
    }

    /// Runs a grid on the CPU, as [`Program::run`].
    ///
    /// # Safety
    ///
    /// As [`Program::run`], of this kernel's program.
    pub(crate) unsafe fn run(
        &self,
        program: &Program,
        (grid, block, shared_len): ([u32; 3], [u32; 3], u64),
        args: &[Arg<'_>],
        coarse: Option<(u64, bool)>,
    ) -> (Option<Wrong>, Option<Counts>) {
        // SAFETY: the caller's contract.
        let (wrong, mut counts) = unsafe { program.run(grid, block, shared_len, args, coarse) };
        if let Some(counts) = &mut counts {
            counts.argument_bytes = self.traffic().bytes(args);
        }
        (wrong, counts)
    }

    /// Along which axes of the grid no two tiles store to the same elements; `None` where nobody has to know. What
    /// the macro could not tell, since rustc had not said all types yet, is found out when a launch asks.
    pub(crate) fn disjoint(&self, asked: [bool; 3]) -> Option<[bool; 3]> {
        let known = self.entry.disjoint?;
        if !self.entry.open || (0..3).all(|axis| known[axis] || !asked[axis]) {
            return Some(known);
        }
        let find = || {
            let module = inline(&jit::module(self.entry, &self.answers).ok()?);
            stores::disjoint(module.entry()?, &module.sites).ok()
        };
        Some(*self.disjoint.get_or_init(|| find().unwrap_or(known)))
    }

    /// The tensor and the place of a store for which there may be one tile only along an axis of the grid.
    pub(crate) fn shared_store(&self, axis: usize) -> Option<(String, String)> {
        let module = inline(&jit::module(self.entry, &self.answers).ok()?);
        let (tensor, site) = stores::not_owned(module.entry()?, &module.sites, axis as u8)?;
        let site = module.site(site)?;
        Some((tensor.to_owned(), format!("{}:{}:{}", site.file, site.line, site.column)))
    }
}

/// A kernel's code.
#[allow(clippy::large_enum_variant)] // One for each kernel and device, for good.
pub(crate) enum Code {
    Cpu(Program),
    Gpu(Function),
}

/// An instance of an open kernel.
struct Instance {
    /// The address of the instance's [`DescribeFn`]. The linker may fold equal ones: those give equal answers. It
    /// may also give one instance several addresses: those lead to the same code.
    describe: usize,
    slot: usize,
    variant: Variant,
    loaded: &'static Loaded,
}

impl KernelHandle {
    /// A handle that has met no device yet.
    pub const fn new(entry: &'static KernelEntry) -> KernelHandle {
        KernelHandle {
            entry,
            closed: [const { [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS] }; VARIANTS],
            open: List::of(AtomicPtr::new(ptr::null_mut())),
        }
    }

    /// The kernel.
    pub fn entry(&self) -> &'static KernelEntry {
        self.entry
    }

    /// The kernel's code for the device of this number, of the general variant, if it has been made.
    #[inline]
    pub(crate) fn met(&self, describe: Option<DescribeFn>, slot: usize) -> Option<&'static Loaded> {
        let variant = Variant::GENERAL;
        match describe {
            None => {
                let loaded = self.closed[place(variant)?].get(slot)?.load(Ordering::Acquire);
                // SAFETY: what is stored here was a `&'static Loaded`.
                unsafe { loaded.as_ref() }
            }
            Some(describe) => {
                let same = |one: &Instance| {
                    one.describe == describe as usize && one.slot == slot && one.variant == variant
                };
                self.open.find(same).map(|one| one.loaded)
            }
        }
    }

    /// The kernel's code for this device, made on the first call.
    #[inline]
    pub(crate) fn get(
        &self,
        describe: Option<DescribeFn>,
        device: &'static DeviceShared,
        variant: Variant,
    ) -> Result<&'static Loaded> {
        match describe {
            None => {
                let Some(number) = place(variant) else { return self.load_special(device, variant) };
                if let Some(place) = self.closed[number].get(device.slot) {
                    let loaded = place.load(Ordering::Acquire);
                    if !loaded.is_null() {
                        // SAFETY: what is stored here was a `&'static Loaded`.
                        return Ok(unsafe { &*loaded });
                    }
                }
                self.load_closed(device, variant)
            }
            Some(describe) => {
                let found = self.open.find(|one| {
                    one.describe == describe as usize && one.slot == device.slot && one.variant == variant
                });
                match found {
                    Some(one) => Ok(one.loaded),
                    None => self.load_open(describe, device, variant),
                }
            }
        }
    }

    #[cold]
    fn load_closed(&self, device: &'static DeviceShared, variant: Variant) -> Result<&'static Loaded> {
        let loaded = jit::load(self.entry, Vec::new(), device, variant)?;
        if let Some(place) = place(variant).and_then(|number| self.closed[number].get(device.slot)) {
            place.store(ptr::from_ref(loaded).cast_mut(), Ordering::Release);
        }
        Ok(loaded)
    }

    /// The code of a closed kernel for tensors that differ: among the instances, as one without a description.
    #[inline(never)]
    fn load_special(&self, device: &'static DeviceShared, variant: Variant) -> Result<&'static Loaded> {
        let same = |one: &Instance| one.describe == 0 && one.slot == device.slot && one.variant == variant;
        if let Some(one) = self.open.find(same) {
            return Ok(one.loaded);
        }
        let loaded = jit::load(self.entry, Vec::new(), device, variant)?;
        self.open.add(Instance { describe: 0, slot: device.slot, variant, loaded });
        Ok(loaded)
    }

    #[cold]
    fn load_open(
        &self,
        describe: DescribeFn,
        device: &'static DeviceShared,
        variant: Variant,
    ) -> Result<&'static Loaded> {
        let loaded = jit::load(self.entry, answers(Some(describe)), device, variant)?;
        // Where two threads both add the instance, both lead to the same code.
        self.open.add(Instance { describe: describe as usize, slot: device.slot, variant, loaded });
        Ok(loaded)
    }
}
