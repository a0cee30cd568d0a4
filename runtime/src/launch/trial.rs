//! A kernel in a search: its code for each choice, compiled at once, and runs on copies of what it writes.

use std::collections::HashMap;
use std::num::NonZero;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use kiln_codegen::ir::Type;
use kiln_codegen::passes::tile::Variant;

use super::{Dims, MORE_WORDS, Size, occupancy, start, variant};
use crate::answers::answers;
use crate::arg::{Arg, MOST_PARTS};
use crate::device::Device;
use crate::error::Result;
use crate::graph::refused;
use crate::instance::{self, DescribeFn, KernelHandle, Loaded};
use crate::jit;
use crate::stream::{Engine, Stream};
use crate::tune::{Choice, Outcome, Progress, Scratch, Tuned, Tuner, Work};

/// What a choice launches.
pub(super) struct Code {
    pub(super) handle: &'static KernelHandle,
    pub(super) describe: Option<DescribeFn>,
    pub(super) size: Size,
}

/// Refuses a stream that only records.
pub(super) fn check_stream(stream: &Stream) -> Result<()> {
    match stream.engine() {
        Engine::Capture(_) => Err(refused("tuning", "tune before the graph is recorded")),
        Engine::Cpu(_) | Engine::Gpu(_) => Ok(()),
    }
}

/// Searches among codes of one kernel, which take the same arguments.
pub(super) fn search(
    tuner: &Tuner<'_>,
    code: &dyn Fn(&Choice) -> Code,
    (args, types): (&[Arg<'_>], &[Type]),
    stream: &Stream,
    tolerance: f64,
) -> Result<Tuned> {
    let default = tuner.default_choice()?;
    let entry = code(&default).handle.entry();
    let scratch = Scratch::new(stream, entry, types, args, tolerance)?;
    let args = scratch.args(args);
    let loaded = HashMap::new();
    tuner.search(stream, &mut Trial { code, default, args, scratch: &scratch, stream, loaded })
}

/// The kernel, as the search sees it.
struct Trial<'s> {
    code: &'s dyn Fn(&Choice) -> Code,
    default: Choice,
    /// Copies in the place of what the kernel may write.
    args: Vec<Arg<'s>>,
    scratch: &'s Scratch<'s>,
    stream: &'s Stream,
    /// What was compiled.
    loaded: HashMap<Choice, (&'static Loaded, Size)>,
}

/// A choice's code, and what the driver says of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Made {
    /// The address of the loaded code, and the block of its launch: what is measured.
    code: (usize, Option<[usize; 3]>),
    /// Bytes of a thread's registers that are kept in memory.
    spilled: u32,
    /// How many blocks a multiprocessor holds; `None` without a GPU.
    resident: Option<u32>,
}

impl Work for Trial<'_> {
    fn prepare(&mut self, choices: &[Choice], until: Instant, progress: &Progress) -> Vec<Option<Outcome>> {
        let codes: Vec<_> = choices.iter().map(|choice| self.code_and_variant(choice)).collect();
        let default = choices.iter().position(|choice| *choice == self.default).unwrap_or_default();
        let made: Vec<OnceLock<Result<(&'static Loaded, Made)>>> =
            choices.iter().map(|_| OnceLock::new()).collect();
        let (next, device) = (AtomicUsize::new(0), self.stream.device());
        let compile = || {
            while Instant::now() < until {
                // The others are compared with the default, so it comes first.
                let index = match next.fetch_add(1, Ordering::Relaxed) {
                    0 => default,
                    before if before <= default => before - 1,
                    index => index,
                };
                let (Some((code, variant)), Some(place)) = (codes.get(index), made.get(index)) else { break };
                let result = variant.clone().and_then(|variant| make(code, &device, variant));
                let _ = place.set(result);
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
        let mut found = Vec::with_capacity(made.len());
        for ((made, choice), (code, _)) in made.into_iter().zip(choices).zip(&codes) {
            found.push(made.into_inner().map(|made| {
                made.map(|(loaded, made)| {
                    self.loaded.insert(choice.clone(), (loaded, code.size));
                    made
                })
            }));
        }
        outcomes(choices, &found, default)
    }

    fn restore(&mut self) -> Result<()> {
        self.scratch.restore(self.stream)
    }

    fn run(&mut self, choice: &Choice) -> Result<()> {
        let (loaded, size) = match self.loaded.get(choice) {
            Some(known) => *known,
            None => {
                let (code, variant) = self.code_and_variant(choice);
                let loaded = load(&code, &self.stream.device(), variant?)?;
                self.loaded.insert(choice.clone(), (loaded, code.size));
                (loaded, code.size)
            }
        };
        if !size.begin(loaded.entry)? {
            return Ok(());
        }
        let mut room = vec![0u64; MOST_PARTS * self.args.len() + MORE_WORDS];
        // SAFETY: the arguments are those of a launch of this kernel, with copies of its memory, and `room` is theirs.
        unsafe { start(loaded, self.stream, &size, &self.args, room.as_mut_ptr()) }
    }

    fn check(&mut self, _: &Choice) -> Result<Option<String>> {
        self.scratch.compare(self.stream)
    }
}

impl Trial<'_> {
    fn code_and_variant(&self, choice: &Choice) -> (Code, Result<Variant>) {
        let code = (self.code)(choice);
        let coarse_from = self.stream.device_shared().coarse_from;
        let variant = variant(code.handle.entry(), &self.args, &code.size, coarse_from);
        (code, variant)
    }
}

/// Loads the code of a choice, past the kernel's handle: a launch walks over what the handle has met, and most choices
/// are never launched again.
fn load(code: &Code, device: &Device, variant: Variant) -> Result<&'static Loaded> {
    jit::load(code.handle.entry(), answers(code.describe), device.shared(), variant)
}

/// Makes the code of a choice.
fn make(code: &Code, device: &Device, variant: Variant) -> Result<(&'static Loaded, Made)> {
    let loaded = load(code, device, variant)?;
    let block = code.size.block.map(Dims::extent);
    let measured = (ptr::from_ref(loaded) as usize, block);
    let (instance::Code::Gpu(function), Some(context)) = (&loaded.code, &device.shared().context) else {
        return Ok((loaded, Made { code: measured, spilled: 0, resident: None }));
    };
    let resident = Some(occupancy::of(loaded, device, &code.size)?.blocks_per_multiprocessor);
    Ok((loaded, Made { code: measured, spilled: function.usage(context)?.local_bytes, resident }))
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
                return Some(Outcome::Same(choices[same].clone()));
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
        for (index, words) in [
            (2, "8 bytes"),
            (3, "no room"),
            (4, "Same(Choice { values: [(\"n\", 1)] })"),
            (5, "Skipped"),
            (6, "Failed"),
        ] {
            assert!(found[index].contains(words), "{found:?}");
        }
        // What the default does, others may.
        assert_eq!(texts(2)[2], "");
        // Of equal ones the default is measured.
        let found = texts(4);
        assert!(found[1].contains("(\"n\", 4)") && found[4].is_empty(), "{found:?}");
    }
}
