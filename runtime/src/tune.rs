//! The autotuner: finds the fastest of several ways to do the same work, and remembers it.
//!
//! A [`Tuner`] has a name and a space of choices: numbers such as warps, stages or the extents of tiles. The work is a
//! closure that takes a [`Choice`] and gives launches to a stream.
//!
//! - [`Tuner::tune`] measures, unless the choice is known already, and keeps what it finds.
//! - [`Tuner::choose`] gives the kept choice or else the default. It never measures, so a program that only chooses
//!   does the same on every machine that has the same file.
//!
//! A kernel with `#[kernel(tune(..))]` has a tuner of its own: see [`TunableLaunch`].
//!
//! **The search** runs each choice once. A choice that fails, or whose result the check refuses, is noted as such and
//! measured no further. Then all are measured shortly, those far behind the best are dropped, and the last few are
//! measured in turns ([`bench::Bench::compare`](crate::bench::Bench::compare)). Choices within 2 % of the best are
//! equal: of those the default wins, else the first in the order of the space. So noise does not decide.
//!
//! **The file** is text with a line for each tuner, device class and key, in the cache's folder or where KILN_TUNE_FILE
//! says. Lines are appended whole, by any number of processes, and the last line counts. A line that is damaged, of
//! another version of the file, of another space or of a kernel that has changed is ignored, and reported on stderr,
//! once a process. [`merge`] makes one sorted file of several, and
//! [`include_tuning!`](../../kiln/macro.include_tuning.html) puts it into a program.
//!
//! # Examples
//!
//! ```
//! use kiln_runtime::tune::Tuner;
//! use kiln_runtime::{Device, bench};
//!
//! let stream = Device::cpu().stream();
//! let x = stream.upload(&[1.0f32; 4096])?;
//! let mut y = stream.alloc_zeroed::<f32>(4096)?;
//! // A copy in pieces: of how many elements each?
//! let tuner = Tuner::new("copy in pieces").axis("piece", [64, 1024, 4096]).key([4096]);
//! # let tuner = tuner.without_file();
//! let tuned = tuner.tune(&stream, |choice| {
//!     for at in (0..4096).step_by(choice["piece"]) {
//!         let piece = at..at + choice["piece"];
//!         stream.copy(x.slice(piece.clone())?, y.slice_mut(piece)?)?;
//!     }
//!     Ok(())
//! })?;
//! println!("{tuned}");
//! println!("pieces of {}", tuned.choice()["piece"]);
//! # Ok::<(), kiln_runtime::Error>(())
//! ```

mod error;
mod kernel;
mod progress;
mod scratch;
mod search;
mod store;
mod tuned;

use std::fmt;
use std::ops::Index;
use std::path::PathBuf;
use std::time::Duration;

use crate::device::Device;
use crate::error::{Error, Result};
use crate::stream::Stream;

pub use crate::launch::{Optimized, ProfileGuidedOptimizer, TunableLaunch};
pub use error::TuneError;
pub(crate) use kernel::{Knobs, Tunable};
#[doc(hidden)]
pub use kernel::{TuneAxis, TuneInstance, TuneKnob, Tuning};
pub(crate) use progress::Progress;
pub(crate) use scratch::{Scratch, number};
pub(crate) use search::Work;
pub use store::{Shipped, merge};
pub use tuned::{Candidate, Outcome, Tuned};

/// The most choices of a space.
const MOST: usize = 4096;

/// One point of a space: a number for each axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    values: Vec<(String, usize)>,
}

impl Choice {
    /// The number for an axis; `None` where the space has no such axis.
    pub fn get(&self, axis: &str) -> Option<usize> {
        self.values.iter().find(|(name, _)| name == axis).map(|(_, value)| *value)
    }

    /// The axes and their numbers, in the space's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, usize)> {
        self.values.iter().map(|(name, value)| (&**name, *value))
    }
}

/// The number for an axis.
///
/// # Panics
///
/// Where the space has no such axis; [`Choice::get`] does not.
impl Index<&str> for Choice {
    type Output = usize;

    fn index(&self, axis: &str) -> &usize {
        let found = self.values.iter().find(|(name, _)| name == axis);
        let (_, value) = found.unwrap_or_else(|| panic!("the space has no axis `{axis}`: {self}"));
        value
    }
}

/// `warps=8 stages=2`
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.values.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{name}={value}")?;
        }
        Ok(())
    }
}

type Filter<'a> = Box<dyn Fn(&Choice) -> bool + 'a>;
type Check<'a> = Box<dyn FnMut(&Choice) -> Result<bool> + 'a>;

/// A name, a space of choices, and how to search it.
pub struct Tuner<'a> {
    name: String,
    axes: Vec<(String, Vec<usize>)>,
    default: Vec<(String, usize)>,
    filter: Option<Filter<'a>>,
    check: Option<Check<'a>>,
    key: String,
    /// A digest of the kernel's code; empty where a closure is tuned.
    code: String,
    budget: Duration,
    again: bool,
    file: store::Place,
}

impl<'a> Tuner<'a> {
    /// A tuner with an empty space. The name tells it from others in the file: it is best the kernel's, with what else
    /// changes the code, such as the type of the elements.
    pub fn new(name: impl Into<String>) -> Tuner<'a> {
        Tuner {
            name: name.into(),
            axes: Vec::new(),
            default: Vec::new(),
            filter: None,
            check: None,
            key: String::new(),
            code: String::new(),
            budget: Duration::from_secs(60),
            again: false,
            file: store::Place::Default,
        }
    }

    /// Adds an axis of the space with the numbers to try. The first is the default.
    #[must_use]
    pub fn axis(mut self, name: impl Into<String>, values: impl IntoIterator<Item = usize>) -> Tuner<'a> {
        self.axes.push((name.into(), values.into_iter().collect()));
        self
    }

    /// The number of an axis that the default choice has, instead of the axis's first.
    #[must_use]
    pub fn default_value(mut self, axis: impl Into<String>, value: usize) -> Tuner<'a> {
        self.default.push((axis.into(), value));
        self
    }

    /// Leaves out of the space what a function refuses. The default choice has to be accepted.
    #[must_use]
    pub fn filter(mut self, filter: impl Fn(&Choice) -> bool + 'a) -> Tuner<'a> {
        self.filter = Some(Box::new(filter));
        self
    }

    /// Called after the work has run with a choice, to tell whether its result is right. A choice with a wrong result
    /// is not taken, however fast.
    #[must_use]
    pub fn check(mut self, check: impl FnMut(&Choice) -> Result<bool> + 'a) -> Tuner<'a> {
        self.check = Some(Box::new(check));
        self
    }

    /// Numbers on which the best choice depends, such as the extents of tensors: for each key a choice of its own is
    /// kept. Round sizes that change from call to call, or each of them is tuned.
    #[must_use]
    pub fn key(mut self, key: impl IntoIterator<Item = usize>) -> Tuner<'a> {
        self.key = key.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        self
    }

    /// The time after which no further choice is begun; 60 s unless said. The default is measured in any case.
    #[must_use]
    pub fn budget(mut self, time: Duration) -> Tuner<'a> {
        self.budget = time;
        self
    }

    /// Measures even what is known.
    #[must_use]
    pub fn again(mut self) -> Tuner<'a> {
        self.again = true;
        self
    }

    /// Keeps choices in this file.
    #[must_use]
    pub fn file(mut self, file: impl Into<PathBuf>) -> Tuner<'a> {
        self.file = store::Place::File(file.into());
        self
    }

    /// Keeps nothing, and looks nothing up.
    #[must_use]
    pub fn without_file(mut self) -> Tuner<'a> {
        self.file = store::Place::None;
        self
    }

    /// The kept choice for this device and key, else the default. Measures nothing.
    ///
    /// # Errors
    ///
    /// [`TuneError::Space`] for a space without choices, with more than 4096, with two axes of one name, or whose
    /// default is not in it.
    pub fn choose(&self, device: &Device) -> Result<Choice> {
        let space = self.space()?;
        let kept = self.kept(device, &space);
        Ok(kept.unwrap_or_else(|| space.default().clone()))
    }

    /// The best choice: the kept one, or what a search finds, which is then kept.
    ///
    /// The work is called many times with each choice, and has to do the same each time.
    ///
    /// # Errors
    ///
    /// As [`Tuner::choose`]; what the work or the check returns for the default choice: those of other choices are
    /// noted; [`Error::Driver`] where the device fails. That the file can't be written is reported on stderr only.
    pub fn tune(mut self, stream: &Stream, work: impl FnMut(&Choice) -> Result<()>) -> Result<Tuned> {
        if let Some(tuned) = self.remembered(&stream.device())? {
            return Ok(tuned);
        }
        let check = self.check.take();
        self.search(stream, &mut Closure { work, check })
    }

    /// The default choice.
    pub(crate) fn default_choice(&self) -> Result<Choice> {
        Ok(self.space()?.default().clone())
    }

    /// The kept choice, unless everything is to be measured.
    pub(crate) fn remembered(&self, device: &Device) -> Result<Option<Tuned>> {
        let space = self.space()?;
        Ok(if self.again { None } else { self.kept(device, &space).map(Tuned::known) })
    }

    /// Finds the best choice, and keeps it.
    pub(crate) fn search(&self, stream: &Stream, work: &mut dyn Work) -> Result<Tuned> {
        let space = self.space()?;
        let mut meter = search::OnStream { stream, work };
        let progress = Progress::new(&self.name);
        let tuned = search::search(&space.choices, space.default, &mut meter, self.budget, &progress)?;
        store::keep(&self.file, &self.identity(&stream.device()), &tuned);
        Ok(tuned)
    }

    fn kept(&self, device: &Device, space: &Space) -> Option<Choice> {
        store::find(&self.file, &self.identity(device), |text| space.named(text).cloned())
    }

    fn identity(&self, device: &Device) -> store::Identity {
        let space = self.axes.iter().map(|(name, values)| format!("{name}={values:?}"));
        let space = space.collect::<Vec<_>>().join(";");
        store::Identity::new(&self.name, device, &self.key, &space, &self.code)
    }

    fn space(&self) -> Result<Space> {
        let wrong =
            |why: String| Error::from(TuneError::Space { tuner: self.name.clone().into(), why: why.into() });
        for (index, (name, values)) in self.axes.iter().enumerate() {
            if self.axes[..index].iter().any(|(other, _)| other == name) {
                return Err(wrong(format!("it has two axes `{name}`")));
            }
            if values.is_empty() {
                return Err(wrong(format!("its axis `{name}` has no values")));
            }
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '=') {
                return Err(wrong(format!(
                    "`{name}` is no name of an axis: it has spaces, `=` or nothing in it"
                )));
            }
        }
        let count = self.axes.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
        let count = count.filter(|count| *count <= MOST);
        let count = count.ok_or_else(|| wrong(format!("it has more than {MOST} choices")))?;
        let point = |mut number: usize| {
            // The last axis changes fastest.
            let mut values: Vec<_> = self
                .axes
                .iter()
                .rev()
                .map(|(name, values)| {
                    let value = values[number % values.len()];
                    number /= values.len();
                    (name.clone(), value)
                })
                .collect();
            values.reverse();
            Choice { values }
        };
        let accepted = |choice: &Choice| self.filter.as_ref().is_none_or(|filter| filter(choice));
        let choices: Vec<Choice> = (0..count).map(point).filter(accepted).collect();
        let mut default = point(0);
        for (axis, value) in &self.default {
            let place = default.values.iter_mut().find(|(name, _)| name == axis);
            place
                .ok_or_else(|| wrong(format!("its default names the axis `{axis}`, which it does not have")))?
                .1 = *value;
        }
        let index = choices.iter().position(|choice| *choice == default);
        let default = index.ok_or_else(|| {
            wrong(format!("its default, {default}, is none of its {} choices", choices.len()))
        })?;
        Ok(Space { choices, default })
    }
}

/// A closure and what checks its result.
struct Closure<'a, F> {
    work: F,
    check: Option<Check<'a>>,
}

impl<F: FnMut(&Choice) -> Result<()>> Work for Closure<'_, F> {
    fn run(&mut self, choice: &Choice) -> Result<()> {
        (self.work)(choice)
    }

    fn check(&mut self, choice: &Choice) -> Result<Option<String>> {
        let right = self.check.as_mut().map_or(Ok(true), |check| check(choice))?;
        Ok((!right).then(|| "the check refuses it".to_owned()))
    }
}

/// All choices, and which of them is the default.
struct Space {
    choices: Vec<Choice>,
    default: usize,
}

impl Space {
    fn default(&self) -> &Choice {
        &self.choices[self.default]
    }

    /// The choice that is printed like this.
    fn named(&self, text: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.to_string() == text)
    }
}
