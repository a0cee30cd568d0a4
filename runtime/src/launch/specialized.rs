//! Kernels specialized on what a sample launch shows: scalars and extents as constants.
//!
//! Takes a launch; guarantees that the specialized code runs only for arguments with the same values, and that it was
//! measured to be faster and gave the same result. What is baked into a kernel is `passes::bake`'s to say.

use std::fmt;

use kiln_codegen::ir::Type;
use kiln_codegen::passes::bake::{Fact, bake, bakeable};

use super::trial::{self, Code};
use super::{Launch, variant};
use crate::answers::answers;
use crate::arg::Arg;
use crate::error::Result;
use crate::instance::{DescribeFn, KernelHandle};
use crate::jit;
use crate::registry::{KernelEntry, KernelParts};
use crate::stream::Stream;
use crate::tune::{Choice, Tuned, Tuner, number};

/// Specializes kernels on what a sample launch shows.
///
/// A launch is the kernel and its sample. Scalar parameters, and the extents of tensors that the kernel reads, become
/// constants in further code of the kernel: loops then have a known length, and branches that the constants decide are
/// gone. The code is kept only if it gives the same result and is faster by more than 2 %.
///
/// # Examples
///
/// ```ignore
/// let optimizer = ProfileGuidedOptimizer::new(&stream);
/// let optimized = optimizer.optimize(adaptive(threshold, rounds, &mut data).threads(n))?;
/// println!("{optimized}");
/// optimized.with(adaptive(threshold, rounds, &mut other).threads(n)).launch(&stream)?;
/// ```
pub struct ProfileGuidedOptimizer<'s> {
    stream: &'s Stream,
    tolerance: f64,
}

/// A kernel and, if that is faster, its code for the sample's values. Made by [`ProfileGuidedOptimizer::optimize`]; it
/// is good for as many launches as you like, and the code lasts as long as the process.
pub struct Optimized {
    original: (&'static KernelHandle, Option<DescribeFn>),
    specialized: Option<Specialized>,
    /// The types of the parameters.
    types: Vec<Type>,
    tuned: Tuned,
}

#[derive(Clone)]
struct Specialized {
    handle: &'static KernelHandle,
    facts: Vec<Fact>,
}

/// The axes of the search: what is baked.
const SCALARS: &str = "scalars";
const EXTENTS: &str = "extents";

impl<'s> ProfileGuidedOptimizer<'s> {
    /// An optimizer that runs and measures on a stream.
    pub fn new(stream: &'s Stream) -> ProfileGuidedOptimizer<'s> {
        ProfileGuidedOptimizer { stream, tolerance: 0.0 }
    }

    /// How far the floats of a result may be from the plain kernel's, as
    /// [`TunableLaunch::tolerance`](super::TunableLaunch::tolerance). Without it, their bits are equal.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Specializes the kernel of a launch on its arguments, and measures whether that is faster. The kernel runs many
    /// times, on copies of the memory that it may write: such memory holds afterwards what it held before.
    ///
    /// # Errors
    ///
    /// As [`Launch::launch`] and [`Tuner::tune`]; a stream that records a graph is refused.
    pub fn optimize<const N: usize>(&self, launch: Launch<'_, N>) -> Result<Optimized> {
        trial::check_stream(self.stream)?;
        let Launch { handle, describe, args, size } = launch;
        let (entry, device) = (handle.entry(), self.stream.device_shared());
        let module = jit::module(entry, &answers(describe))?;
        let types: Vec<Type> = module
            .entry()
            .map_or_else(Vec::new, |entry| entry.params().map(|param| param.ty.clone()).collect());
        let facts = facts(bakeable(&module), &args);
        let mut tuner = Tuner::new(format!("{} for its sample", entry.name)).without_file();
        for (axis, facts) in [(SCALARS, &facts[0]), (EXTENTS, &facts[1])] {
            tuner = tuner.axis(axis, 0..if facts.is_empty() { 1 } else { 2 });
        }
        let loaded = handle.get(describe, device, variant(entry, &args, &size, device.coarse_from)?)?;
        let parts = KernelParts {
            open: false,
            describe: None,
            cuda: None,
            // Constants prove no more than variables did.
            preconditions: loaded.preconditions,
            disjoint: loaded.disjoint([true; 3]),
            ..entry.parts.clone()
        };
        // By the choice's numbers: with scalars baked, with extents, and with both.
        let codes: Vec<Option<Specialized>> = (0..4usize)
            .map(|baked| {
                let facts = [(1, &facts[0]), (2, &facts[1])];
                let facts: Vec<Fact> = facts
                    .into_iter()
                    .filter(|(bit, _)| baked & bit != 0)
                    .flat_map(|(_, facts)| facts)
                    .copied()
                    .collect();
                if facts.is_empty() {
                    return None;
                }
                let ir = Box::leak(bake(&module, &facts).to_text().into_boxed_str());
                // SAFETY: the text is of a kernel with the same parameters, which for these facts does what the
                // original does; it is launched under the same conditions.
                let entry = unsafe { KernelEntry::new(KernelParts { ir, ..parts.clone() }) };
                let handle = Box::leak(Box::new(KernelHandle::new(Box::leak(Box::new(entry)))));
                Some(Specialized { handle, facts })
            })
            .collect();
        let specialized = |choice: &Choice| {
            let baked = choice.get(SCALARS).unwrap_or(0) + 2 * choice.get(EXTENTS).unwrap_or(0);
            codes.get(baked).and_then(Option::as_ref)
        };
        let code = |choice: &Choice| match specialized(choice) {
            Some(Specialized { handle, .. }) => Code { handle, describe: None, size },
            None => Code { handle, describe, size },
        };
        let tuned = trial::search(&tuner, &code, (&args, &types), self.stream, self.tolerance)?;
        let specialized = specialized(tuned.choice()).cloned();
        Ok(Optimized { original: (handle, describe), specialized, types, tuned })
    }
}

/// The facts of scalars, and those of extents.
fn facts((scalars, extents): (Vec<usize>, Vec<(usize, u8)>), args: &[Arg<'_>]) -> [Vec<Fact>; 2] {
    let scalar = |param: usize| match args.get(param)?.words() {
        [bits] => Some(Fact::Scalar { param, bits: *bits }),
        _ => None,
    };
    let extent = |(param, axis): (usize, u8)| {
        let extent = *args.get(param)?.extents().get(usize::from(axis))?;
        Some(Fact::Extent { param, axis, extent })
    };
    [scalars.into_iter().filter_map(scalar).collect(), extents.into_iter().filter_map(extent).collect()]
}

impl Optimized {
    /// The launch with the specialized code, if there is such code and it is for these arguments, and otherwise as it
    /// was. A launch of another kernel is left as it was too.
    #[inline]
    pub fn with<'a, const N: usize>(&self, launch: Launch<'a, N>) -> Launch<'a, N> {
        match &self.specialized {
            Some(Specialized { handle, .. }) if self.is_for(&launch) => {
                Launch { handle, describe: None, ..launch }
            }
            _ => launch,
        }
    }

    /// Whether [`Optimized::with`] gives the launch the specialized code.
    pub fn is_for<const N: usize>(&self, launch: &Launch<'_, N>) -> bool {
        let (handle, describe) = self.original;
        let same = std::ptr::eq(handle, launch.handle)
            && describe.map(|describe| describe as usize)
                == launch.describe.map(|describe| describe as usize);
        let holds = |fact: &Fact| match *fact {
            Fact::Scalar { param, bits } => launch.args.get(param).is_some_and(|arg| arg.words() == [bits]),
            Fact::Extent { param, axis, extent } => launch
                .args
                .get(param)
                .is_some_and(|arg| arg.extents().get(usize::from(axis)) == Some(&extent)),
        };
        same && self.specialized.as_ref().is_some_and(|specialized| specialized.facts.iter().all(holds))
    }

    /// Whether specialized code was faster.
    pub fn is_specialized(&self) -> bool {
        self.specialized.is_some()
    }

    /// What was tried and how long it took: `scalars=1` has scalars baked in, `extents=1` extents.
    pub fn report(&self) -> &Tuned {
        &self.tuned
    }
}

/// What won, by how much, and what was tried.
impl fmt::Display for Optimized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = self.original.0.entry();
        let name = |param: usize| entry.params.get(param).map_or("?", |param| param.name);
        write!(f, "kernel `{}`: ", entry.name)?;
        match &self.specialized {
            None => f.write_str("no constants make it faster")?,
            Some(Specialized { facts, .. }) => {
                f.write_str("specialized on ")?;
                for (index, fact) in facts.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    match *fact {
                        Fact::Scalar { param, bits } => {
                            let scalar = self.types.get(param).and_then(Type::scalar);
                            let value = scalar.map_or_else(String::new, |scalar| number(scalar, bits));
                            write!(f, "{comma}{} = {value}", name(param))?;
                        }
                        Fact::Extent { param, axis, extent } => {
                            write!(f, "{comma}extent {axis} of {} = {extent}", name(param))?;
                        }
                    }
                }
            }
        }
        write!(f, "\n{}", self.tuned)
    }
}

impl fmt::Debug for Optimized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
