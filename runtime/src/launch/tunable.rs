//! Launches of kernels that are tuned where they are defined.

use std::fmt;
use std::num::NonZero;
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
use crate::instance::{Code, DescribeFn};
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

/// What the driver says of a choice's code.
#[derive(Clone, Copy, Default)]
struct Made {
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
            (knobs.describe, variant(entry, &self.args, &size, coarse_from), size)
        });
        let codes: Vec<_> = codes.collect();
        let made: Vec<OnceLock<Result<Made>>> = choices.iter().map(|_| OnceLock::new()).collect();
        let (next, tunable, device) = (AtomicUsize::new(0), self.tunable, self.stream.device());
        let compile = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (Some((describe, variant, size)), Some(place)) = (codes.get(index), made.get(index))
                else {
                    break;
                };
                if Instant::now() >= until {
                    break;
                }
                let code =
                    variant.clone().and_then(|variant| make(tunable, *describe, &device, variant, size));
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
        let default = self.tunable.default_choice();
        let default = choices.iter().position(|choice| *choice == default);
        let default = default.and_then(|index| made[index].get()?.as_ref().ok().copied()).unwrap_or_default();
        made.into_iter().map(|made| outcome(made.into_inner(), default)).collect()
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
fn make(
    tunable: Tunable,
    describe: Option<DescribeFn>,
    device: &Device,
    variant: Variant,
    size: &Size,
) -> Result<Made> {
    let shared = device.shared();
    let loaded = tunable.handle().get(describe, shared, variant)?;
    let (Code::Gpu(function), Some(context)) = (&loaded.code, &shared.context) else {
        return Ok(Made::default());
    };
    let resident = occupancy::of(loaded, device, size)?.blocks_per_multiprocessor;
    Ok(Made { spilled: function.usage(context)?.local_bytes, resident: Some(resident) })
}

/// What keeps a choice from being measured.
fn outcome(made: Option<Result<Made>>, default: Made) -> Option<Outcome> {
    match made {
        None => Some(Outcome::Skipped),
        Some(Err(error)) => Some(Outcome::Failed(error.to_string())),
        Some(Ok(Made { resident: Some(0), .. })) => {
            Some(Outcome::Refused("a multiprocessor has no room for a block".to_owned()))
        }
        Some(Ok(Made { spilled, .. })) if spilled > 0 && default.spilled == 0 => Some(Outcome::Refused(
            format!("{spilled} bytes of registers are spilled, and the default spills none"),
        )),
        Some(Ok(_)) => None,
    }
}

impl<const N: usize> fmt::Debug for TunableLaunch<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.launch, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_spills_more_than_the_default_or_fits_nowhere_is_not_measured() {
        let made = |spilled, resident| Some(Ok(Made { spilled, resident: Some(resident) }));
        let [none, some] = [0, 8].map(|spilled| Made { spilled, resident: Some(1) });
        assert!(outcome(made(0, 1), none).is_none());
        assert!(matches!(outcome(made(8, 1), none), Some(Outcome::Refused(why)) if why.contains("8 bytes")));
        assert!(outcome(made(8, 1), some).is_none());
        assert!(matches!(outcome(made(0, 0), none), Some(Outcome::Refused(why)) if why.contains("no room")));
        assert!(matches!(outcome(None, none), Some(Outcome::Skipped)));
    }
}
