//! Kernels that are tuned where they are defined: their space, and what a launch looks up.
//!
//! Takes what the macro writes for `tune(..)`; guarantees that a launch finds a choice that it has met before by a walk
//! over the kinds of arguments met so far, without a lock or an allocation. Leaves the search and the file to
//! [`super::Tuner`], and launches to [`crate::launch`].

use std::fmt::Write as _;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use kiln_codegen::ir::{TileAttrs, Type};

use crate::answers::answers;
use crate::arg::{Arg, Facts};
use crate::error::Result;
use crate::instance::{DescribeFn, KernelHandle};
use crate::jit;
use crate::lists::List;
use crate::stream::Stream;

use super::{Choice, Tuner};

/// What the macro writes for `tune(..)`: one static for a kernel, which the instances of a generic kernel share.
pub struct Tuning {
    handle: &'static KernelHandle,
    axes: &'static [TuneAxis],
    accept: fn(&[usize]) -> bool,
    known: List<Known>,
}

/// An axis of the space: a name and the values to try.
#[derive(Clone, Copy, Debug)]
pub struct TuneAxis {
    /// The name.
    pub name: &'static str,
    /// What the value changes.
    pub kind: TuneKnob,
    /// The values to try.
    pub values: &'static [usize],
    /// The number of the default among them.
    pub default: usize,
}

/// What a value of an axis changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneKnob {
    /// A const parameter.
    Const,
    /// A hint of a tile kernel.
    Warps,
    /// A hint of a tile kernel.
    Stages,
    /// A hint of a tile kernel.
    Order,
    /// The threads of a block.
    Block,
}

/// The code for one combination of values of the const parameters; `None` of a combination that `where` excludes, and
/// of a kernel that rustc is not asked about.
pub type TuneInstance = Option<DescribeFn>;

/// What a choice changes in a launch.
#[derive(Clone, Copy)]
pub(crate) struct Knobs {
    pub(crate) describe: Option<DescribeFn>,
    pub(crate) hints: TileAttrs,
    pub(crate) block: Option<usize>,
}

/// A choice as it was looked up.
pub(crate) struct Stored {
    pub(crate) choice: Choice,
    pub(crate) knobs: Knobs,
}

/// What launches take for arguments of one kind.
struct Known {
    /// The address of the instances: those of each generic instance have their own.
    instances: usize,
    slot: usize,
    class: u64,
    /// Leaked.
    stored: AtomicPtr<Stored>,
}

impl Tuning {
    /// The space of a kernel.
    pub const fn new(
        handle: &'static KernelHandle,
        axes: &'static [TuneAxis],
        accept: fn(&[usize]) -> bool,
    ) -> Tuning {
        Tuning { handle, axes, accept, known: List::of(AtomicPtr::new(ptr::null_mut())) }
    }
}

/// A tuned kernel with its types: the instances are in the order of the product of the const parameters' values, the
/// last one changing fastest.
#[derive(Clone, Copy)]
pub(crate) struct Tunable {
    pub(crate) tuning: &'static Tuning,
    pub(crate) instances: &'static [TuneInstance],
}

impl Tunable {
    pub(crate) fn handle(self) -> &'static KernelHandle {
        self.tuning.handle
    }

    /// The knobs of a value for each axis, by the values' numbers.
    fn knobs(self, numbers: impl Iterator<Item = usize>) -> Knobs {
        let mut instance = 0;
        let mut knobs = Knobs { describe: None, hints: TileAttrs::NONE, block: None };
        for (axis, number) in self.tuning.axes.iter().zip(numbers) {
            let Some(value) = axis.values.get(number).copied() else { continue };
            let hint = u32::try_from(value).ok();
            match axis.kind {
                TuneKnob::Const => instance = instance * axis.values.len() + number,
                TuneKnob::Warps => knobs.hints.warps = hint,
                TuneKnob::Stages => knobs.hints.stages = hint,
                TuneKnob::Order => knobs.hints.order = hint,
                TuneKnob::Block => knobs.block = Some(value),
            }
        }
        knobs.describe = self.instances.get(instance).copied().flatten();
        knobs
    }

    pub(crate) fn default_knobs(self) -> Knobs {
        self.knobs(self.tuning.axes.iter().map(|axis| axis.default))
    }

    /// The knobs of a choice of [`Tunable::tuner`]'s space.
    pub(crate) fn of(self, choice: &Choice) -> Knobs {
        self.knobs(self.tuning.axes.iter().map(|axis| {
            let value = choice.get(axis.name);
            axis.values.iter().position(|it| Some(*it) == value).unwrap_or(axis.default)
        }))
    }

    /// What a launch with these arguments takes: the kept choice, else the default.
    #[inline]
    pub(crate) fn stored(self, args: &[Arg<'_>], stream: &Stream) -> Result<&'static Stored> {
        let class = class(args);
        match self.known(class, stream.slot()) {
            // SAFETY: it was leaked, and complete before it was published.
            Some(known) => Ok(unsafe { &*known.stored.load(Ordering::Acquire) }),
            None => Ok(self.learn(class, stream.slot(), self.tuner(args)?.choose(&stream.device())?)),
        }
    }

    fn known(self, class: u64, slot: usize) -> Option<&'static Known> {
        let instances = self.instances.as_ptr() as usize;
        self.tuning.known.find(|one| one.class == class && one.slot == slot && one.instances == instances)
    }

    /// Has launches with arguments of a class take a choice.
    #[cold]
    fn learn(self, class: u64, slot: usize, choice: Choice) -> &'static Stored {
        let stored: &'static Stored = Box::leak(Box::new(Stored { knobs: self.of(&choice), choice }));
        let pointer = ptr::from_ref(stored).cast_mut();
        match self.known(class, slot) {
            Some(known) => known.stored.store(pointer, Ordering::Release),
            None => {
                let (instances, stored) = (self.instances.as_ptr() as usize, AtomicPtr::new(pointer));
                self.tuning.known.add(Known { instances, slot, class, stored });
            }
        }
        stored
    }

    /// Has launches with such arguments take a choice.
    pub(crate) fn take(self, args: &[Arg<'_>], stream: &Stream, choice: &Choice) {
        self.learn(class(args), stream.slot(), choice.clone());
    }

    pub(crate) fn default_choice(self) -> Choice {
        let value = |axis: &TuneAxis| {
            (axis.name.to_owned(), axis.values.get(axis.default).copied().unwrap_or_default())
        };
        Choice { values: self.tuning.axes.iter().map(value).collect() }
    }

    /// The types of the parameters, which are those of every instance.
    pub(crate) fn types(self) -> Result<Vec<Type>> {
        let module = jit::module(self.handle().entry(), &answers(self.any_instance()))?;
        Ok(module
            .entry()
            .map_or_else(Vec::new, |entry| entry.params().map(|param| param.ty.clone()).collect()))
    }

    fn any_instance(self) -> TuneInstance {
        self.instances.iter().copied().flatten().next()
    }

    /// The tuner for these arguments.
    pub(crate) fn tuner(self, args: &[Arg<'_>]) -> Result<Tuner<'static>> {
        let entry = self.handle().entry();
        let types: Vec<String> = self.types()?.iter().map(Type::to_string).collect();
        let mut tuner = Tuner::new(format!("{}::{}({})", entry.module, entry.name, types.join(", ")));
        for axis in self.tuning.axes {
            tuner = tuner.axis(axis.name, axis.values.iter().copied());
            if let Some(default) = axis.values.get(axis.default) {
                tuner = tuner.default_value(axis.name, *default);
            }
        }
        let accept = self.tuning.accept;
        tuner =
            tuner.filter(move |choice| accept(&choice.iter().map(|(_, value)| value).collect::<Vec<_>>()));
        tuner.key = args.iter().filter_map(described).collect::<Vec<_>>().join(",");
        tuner.code = jit::code_digest(entry, &answers(self.any_instance()));
        Ok(tuner)
    }
}

/// Extents below this are told apart.
const EXACT: u64 = 64;

/// The extents of an argument in memory, and how it lies there. `None` of a value.
fn memory<'a>(arg: &'a Arg<'_>) -> Option<(&'a [u64], Facts)> {
    arg.memory_use()?;
    match arg.words() {
        [address, len] => {
            let facts = if address.is_multiple_of(16) { Facts::Aligned } else { Facts::Any };
            Some((std::slice::from_ref(len), facts))
        }
        _ => Some((arg.extents(), arg.facts())),
    }
}

/// A class of extents: the next power of two, and whether vectors of 16 elements divide it.
fn extent_class(extent: u64) -> u64 {
    if extent < EXACT { extent } else { extent.next_power_of_two() | u64::from(extent.is_multiple_of(16)) }
}

/// What launches that take the same choice have in common, in one word.
fn class(args: &[Arg<'_>]) -> u64 {
    let mut hash = 0u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    for (extents, facts) in args.iter().filter_map(memory) {
        for extent in extents {
            mix(extent_class(*extent));
        }
        mix(u64::MAX - facts as u64);
    }
    hash
}

/// The same of one argument, in words.
fn described(arg: &Arg<'_>) -> Option<String> {
    let (extents, facts) = memory(arg)?;
    let mut text = String::new();
    for (axis, extent) in extents.iter().enumerate() {
        let by = if axis > 0 { "x" } else { "" };
        let class = extent_class(*extent);
        let ragged = if *extent >= EXACT && class & 1 == 0 { "r" } else { "" };
        let _ = write!(text, "{by}{}{ragged}", if *extent < EXACT { class } else { class & !1 });
    }
    text.push_str(match facts {
        Facts::Aligned => "",
        Facts::AlignedTurned => " turned",
        Facts::AnyTurned => " turned unaligned",
        Facts::Any | Facts::Misfit => " unaligned",
    });
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;

    #[test]
    fn large_extents_share_a_class_and_small_ones_do_not() {
        let stream = Device::cpu().stream();
        let text = |n: usize| {
            let memory = stream.alloc_zeroed::<f32>(n).unwrap();
            let args = [crate::AsSlice::into_arg(&memory)];
            (described(&args[0]).unwrap(), class(&args))
        };
        for (a, b, same) in [
            (3, 4, false),
            (63, 64, false),
            (1040, 2048, true),
            (1040, 1041, false),
            (1041, 2047, true),
            (2048, 2049, false),
        ] {
            let (a, b) = (text(a), text(b));
            assert_eq!(a.0 == b.0, same, "{} {}", a.0, b.0);
            assert_eq!(a.1 == b.1, same, "{} {}", a.0, b.0);
        }
        assert_eq!(["3", "2048", "2048r"], [3, 1040, 1041].map(|n| text(n).0)[..]);
        let memory = stream.alloc_zeroed::<f32>(128).unwrap();
        let args = [crate::AsSlice::into_arg(memory.slice(1..).unwrap())];
        assert_eq!(described(&args[0]).unwrap(), "128r unaligned");
    }
}
