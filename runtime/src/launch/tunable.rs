//! Launches of kernels that are tuned where they are defined.

use std::fmt;
use std::num::NonZero;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use kiln_codegen::passes::tile::Variant;

use super::occupancy;
use super::{Dims, Launch, MORE_WORDS, Size, launch_long, variant};
use crate::arg::{Arg, MOST_PARTS};
use crate::device::Device;
use crate::error::Result;
use crate::graph::refused;
use crate::instance::Code;
use crate::stream::{Engine, Stream};
use crate::tune::{Choice, Instance, Knobs, Outcome, Progress, Scratch, Tunable, Tuned, Tuner, Tuning, Work};

/// A launch of a kernel with `#[kernel(tune(..))]`, made by calling the kernel's name. Nothing happens before
/// [`TunableLaunch::launch`] or [`TunableLaunch::tune`].
///
/// # Examples
///
/// ```ignore
/// #[kernel(tile, tune(N = [64, 256, 1024], warps = [2, 4, 8], default(N = 256, warps = 4)))]
/// fn double<const N: usize>(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
///     let i = tile_id(0);
///     y.store(i, 2.0 * x.load::<N>(i));
/// }
///
/// println!("{}", double(&x, &mut y).tune(&stream)?);  // measures, unless the choice is known
/// double(&x, &mut y).tuned().launch(&stream)?;        // takes the choice; never measures
/// double(&x, &mut y).launch(&stream)?;                // takes the default
/// ```
#[must_use = "a launch does nothing until `.launch(&stream)`"]
pub struct TunableLaunch<'a, const N: usize> {
    launch: Launch<'a, N>,
    tunable: Tunable,
    stored: bool,
    tolerance: f64,
}

impl<'a, const N: usize> TunableLaunch<'a, N> {
    /// What the macro emits.
    ///
    /// # Safety
    ///
    /// As of [`Launch::new`]; the instances are those of the kernel, in the order of the space.
    #[doc(hidden)]
    #[inline]
    pub unsafe fn new(
        tuning: &'static Tuning,
        instances: &'static [Instance],
        args: [Arg<'a>; N],
    ) -> TunableLaunch<'a, N> {
        let tunable = Tunable { tuning, instances };
        let launch = Launch { handle: tunable.handle(), describe: None, args, size: Size::NONE };
        TunableLaunch { launch, tunable, stored: false, tolerance: 0.0 }
    }

    /// As [`Launch::threads`].
    #[inline]
    pub fn threads(mut self, threads: impl Into<Dims>) -> Self {
        self.launch = self.launch.threads(threads);
        self
    }

    /// As [`Launch::blocks`].
    #[inline]
    pub fn blocks(mut self, blocks: impl Into<Dims>) -> Self {
        self.launch = self.launch.blocks(blocks);
        self
    }

    /// As [`Launch::tiles`].
    #[inline]
    pub fn tiles(mut self, tiles: impl Into<Dims>) -> Self {
        self.launch = self.launch.tiles(tiles);
        self
    }

    /// As [`Launch::dynamic_shared`].
    #[inline]
    pub fn dynamic_shared(mut self, len: usize) -> Self {
        self.launch = self.launch.dynamic_shared(len);
        self
    }

    /// Has [`TunableLaunch::launch`] take the choice that a search found for such arguments on such a device, if there
    /// is one. Nothing is measured. The file is read at the first launch with arguments of a kind.
    #[inline]
    pub fn tuned(mut self) -> Self {
        self.stored = true;
        self
    }

    /// How far the floats of a result may be from the default's: `|x - default| <= tolerance * (1 + |default|)`.
    /// Without it, their bits are equal.
    #[inline]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The choice that a launch on a device takes: the default, or after [`TunableLaunch::tuned`] the kept one.
    ///
    /// # Errors
    ///
    /// As [`TunableLaunch::choose`].
    pub fn choice(&self, on: impl Into<Device>) -> Result<Choice> {
        if !self.stored {
            return Ok(self.tunable.default_choice());
        }
        Ok(self.tunable.stored(&self.launch.args, &on.into().stream())?.choice.clone())
    }

    /// The launch with the default choice, or after [`TunableLaunch::tuned`] with the one for a device: for a report, or
    /// for more of a launch's methods.
    ///
    /// # Errors
    ///
    /// [`Error::Specialize`](crate::Error::Specialize) for a kernel whose types don't suit it.
    pub fn choose(self, on: impl Into<Device>) -> Result<Launch<'a, N>> {
        let knobs = self.knobs(&on.into().stream())?;
        let TunableLaunch { launch, .. } = self;
        Ok(Launch { describe: knobs.describe, size: launch.size.with(knobs), ..launch })
    }

    /// Gives the launch to a stream, as [`Launch::launch`]: with the default choice, or after
    /// [`TunableLaunch::tuned`] with the kept one.
    ///
    /// # Errors
    ///
    /// As [`Launch::launch`].
    #[inline]
    pub fn launch(self, stream: &Stream) -> Result<()> {
        let knobs = self.knobs(stream)?;
        let TunableLaunch { launch, .. } = self;
        Launch { describe: knobs.describe, size: launch.size.with(knobs), ..launch }.launch(stream)
    }

    fn knobs(&self, stream: &Stream) -> Result<Knobs> {
        if !self.stored {
            return Ok(self.tunable.default_knobs());
        }
        Ok(self.tunable.stored(&self.launch.args, stream)?.knobs)
    }

    /// Finds the fastest choice for these arguments and keeps it, unless it is known. Later launches with
    /// [`TunableLaunch::tuned`] take it.
    ///
    /// The kernel runs many times, but never on memory that it may write: such memory is copied before the search, and
    /// holds afterwards what it held before. Each choice's result is compared with the default's, from the same
    /// contents; a choice whose result differs is refused. The copies are restored before each measurement, but not
    /// between the runs of one: a kernel that works in place is measured on its own results.
    ///
    /// # Errors
    ///
    /// As [`Tuner::tune`] and [`Launch::launch`], for the default choice; a stream that records a graph is refused.
    pub fn tune(self, stream: &Stream) -> Result<Tuned> {
        self.tune_with(stream, |tuner| tuner)
    }

    /// As [`TunableLaunch::tune`], with options of the tuner: [`Tuner::budget`], [`Tuner::again`], [`Tuner::file`] and
    /// [`Tuner::without_file`].
    ///
    /// # Errors
    ///
    /// As [`TunableLaunch::tune`].
    pub fn tune_with(
        self,
        stream: &Stream,
        options: impl FnOnce(Tuner<'static>) -> Tuner<'static>,
    ) -> Result<Tuned> {
        if let Engine::Capture(_) = stream.engine() {
            return Err(refused("tuning", "tune before the graph is recorded"));
        }
        let TunableLaunch { launch, tunable, tolerance, .. } = self;
        let tuner = options(tunable.tuner(&launch.args)?);
        let tuned = match tuner.remembered(&stream.device())? {
            Some(tuned) => tuned,
            None => {
                let types = tunable.types()?;
                let scratch = Scratch::new(stream, launch.handle.entry(), &types, &launch.args, tolerance)?;
                let args = scratch.args(&launch.args);
                tuner.search(
                    stream,
                    &mut Trial { tunable, size: launch.size, args, scratch: &scratch, stream },
                )?
            }
        };
        tunable.take(&launch.args, stream, tuned.choice());
        Ok(tuned)
    }
}

impl Size {
    /// The same with a choice's hints and block.
    #[inline]
    fn with(self, knobs: Knobs) -> Size {
        Size { hints: knobs.hints, block: knobs.block.map(Dims::from).or(self.block), ..self }
    }
}

/// A kernel in a search.
struct Trial<'s> {
    tunable: Tunable,
    size: Size,
    /// Copies in the place of what the kernel may write.
    args: Vec<Arg<'s>>,
    scratch: &'s Scratch<'s>,
    stream: &'s Stream,
}

/// A choice's code, and what the driver says of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Made {
    /// The address of the loaded code, and the block of its launch: what is measured.
    code: (usize, Option<usize>),
    /// Bytes of a thread's registers that are kept in memory.
    spilled: u32,
    /// How many blocks a multiprocessor holds; `None` without a GPU.
    resident: Option<u32>,
}

impl Work for Trial<'_> {
    fn prepare(&mut self, choices: &[Choice], until: Instant, progress: &Progress) -> Vec<Option<Outcome>> {
        let entry = self.tunable.handle().entry();
        let coarse_from = self.stream.device_shared().coarse_from;
        let codes = choices.iter().map(|choice| {
            let knobs = self.tunable.of(choice);
            let size = self.size.with(knobs);
            (knobs, variant(entry, &self.args, &size, coarse_from), size)
        });
        let codes: Vec<_> = codes.collect();
        let default = self.tunable.default_choice();
        let default = choices.iter().position(|choice| *choice == default).unwrap_or_default();
        let made: Vec<OnceLock<Result<Made>>> = choices.iter().map(|_| OnceLock::new()).collect();
        let (next, tunable, device) = (AtomicUsize::new(0), self.tunable, self.stream.device());
        let compile = || {
            while Instant::now() < until {
                // The others are compared with the default, so it comes first.
                let index = match next.fetch_add(1, Ordering::Relaxed) {
                    0 => default,
                    before if before <= default => before - 1,
                    index => index,
                };
                let (Some((knobs, variant, size)), Some(place)) = (codes.get(index), made.get(index)) else {
                    break;
                };
                let code = variant.clone().and_then(|variant| make(tunable, *knobs, &device, variant, size));
                let _ = place.set(code);
                progress.step();
            }
        };
        progress.begin("compiling", choices.len());
        thread::scope(|scope| {
            let threads = thread::available_parallelism().map_or(1, NonZero::get).min(choices.len());
            for _ in 1..threads {
                scope.spawn(compile);
            }
            compile();
        });
        let made: Vec<Option<Result<Made>>> = made.into_iter().map(OnceLock::into_inner).collect();
        outcomes(choices, &made, default)
    }

    fn restore(&mut self) -> Result<()> {
        self.scratch.restore(self.stream)
    }

    fn run(&mut self, choice: &Choice) -> Result<()> {
        let knobs = self.tunable.of(choice);
        let mut room = vec![0u64; MOST_PARTS * self.args.len() + MORE_WORDS];
        let (handle, size) = (self.tunable.handle(), self.size.with(knobs));
        // SAFETY: the arguments are those of a launch of this kernel, with copies of its memory, and `room` is theirs.
        unsafe { launch_long(handle, knobs.describe, self.stream, &size, &self.args, room.as_mut_ptr()) }
    }

    fn check(&mut self, _: &Choice) -> Result<Option<String>> {
        self.scratch.compare(self.stream)
    }
}

/// Makes the code of a choice.
fn make(tunable: Tunable, knobs: Knobs, device: &Device, variant: Variant, size: &Size) -> Result<Made> {
    let shared = device.shared();
    let loaded = tunable.handle().get(knobs.describe, shared, variant)?;
    let code = (ptr::from_ref(loaded) as usize, knobs.block);
    let (Code::Gpu(function), Some(context)) = (&loaded.code, &shared.context) else {
        return Ok(Made { code, spilled: 0, resident: None });
    };
    let resident = Some(occupancy::of(loaded, device, size)?.blocks_per_multiprocessor);
    Ok(Made { code, spilled: function.usage(context)?.local_bytes, resident })
}

/// What keeps each choice from being measured.
fn outcomes(choices: &[Choice], made: &[Option<Result<Made>>], default: usize) -> Vec<Option<Outcome>> {
    let known = |index: usize| made[index].as_ref()?.as_ref().ok();
    let of_default = known(default);
    let outcome = |index: usize| match &made[index] {
        None => Some(Outcome::Skipped),
        Some(Err(error)) => Some(Outcome::Failed(error.to_string())),
        Some(Ok(Made { code, spilled, resident })) => {
            // Hints that change nothing: the CPU has no warps.
            let same = std::iter::once(default)
                .chain(0..index)
                .find(|one| known(*one).is_some_and(|it| it.code == *code));
            if let Some(same) = same.filter(|same| *same != index) {
                return Some(Outcome::Refused(format!("it is the same code as {}", choices[same])));
            }
            if *resident == Some(0) {
                return Some(Outcome::Refused("a multiprocessor has no room for a block".to_owned()));
            }
            let spills = *spilled > 0 && of_default.is_some_and(|default| default.spilled == 0);
            spills.then(|| {
                Outcome::Refused(format!(
                    "{spilled} bytes of registers are spilled, and the default spills none"
                ))
            })
        }
    };
    (0..choices.len()).map(outcome).collect()
}

impl<const N: usize> fmt::Debug for TunableLaunch<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.launch, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn code_that_cannot_be_the_best_is_not_measured() {
        let tuner = |n| Tuner::new("t").axis("n", [n]).choose(&Device::cpu()).unwrap();
        let choices: Vec<Choice> = (0..7).map(tuner).collect();
        let made = |code, spilled, resident| {
            Some(Ok(Made { code: (code, None), spilled, resident: Some(resident) }))
        };
        let all = [
            made(1, 0, 1),
            made(2, 0, 1),
            made(3, 8, 1),
            made(4, 0, 0),
            made(2, 0, 1),
            None,
            Some(Err(Error::NothingToMeasure)),
        ];
        let texts = |default: usize| -> Vec<String> {
            let outcomes = outcomes(&choices, &all, default);
            outcomes
                .iter()
                .map(|outcome| outcome.as_ref().map_or_else(String::new, |it| format!("{it:?}")))
                .collect()
        };
        let found = texts(0);
        assert_eq!([&found[0], &found[1]], ["", ""]);
        for (index, words) in
            [(2, "8 bytes"), (3, "no room"), (4, "the same code as n=1"), (5, "Skipped"), (6, "Failed")]
        {
            assert!(found[index].contains(words), "{found:?}");
        }
        // What the default does, others may.
        assert_eq!(texts(2)[2], "");
        // Of equal ones the default is measured.
        let found = texts(4);
        assert!(found[1].contains("the same code as n=4") && found[4].is_empty(), "{found:?}");
    }
}
