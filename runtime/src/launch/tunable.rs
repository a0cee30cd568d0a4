//! Launches of kernels that are tuned where they are defined.

use std::fmt;

use super::trial::{self, Code};
use super::{Dims, Launch, Size};
use crate::arg::Arg;
use crate::device::Device;
use crate::error::Result;
use crate::stream::Stream;
use crate::tune::{Choice, Knobs, Tunable, TuneInstance, Tuned, Tuner, Tuning};

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
        instances: &'static [TuneInstance],
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

    /// The launch with the default choice, or after [`TunableLaunch::tuned`] with the one for a device: for a report,
    /// or for more of a launch's methods.
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
        trial::check_stream(stream)?;
        let TunableLaunch { launch, tunable, tolerance, .. } = self;
        let tuner = options(tunable.tuner(&launch.args)?);
        let tuned = match tuner.remembered(&stream.device())? {
            Some(tuned) => tuned,
            None => {
                let code = |choice: &Choice| {
                    let knobs = tunable.of(choice);
                    Code { handle: launch.handle, describe: knobs.describe, size: launch.size.with(knobs) }
                };
                trial::search(&tuner, &code, (&launch.args, &tunable.types()?), stream, tolerance)?
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

impl<const N: usize> fmt::Debug for TunableLaunch<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.launch, f)
    }
}
