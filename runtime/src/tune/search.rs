//! The search: prepares all choices, runs each once, measures it shortly, and the best in turns.
//!
//! Takes choices and a meter; guarantees that what fails or is wrong is not chosen, that the default is measured, and
//! that of equal choices the same one wins whatever the noise: the default, else the first.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use crate::bench::{Bench, Case, Timing};
use crate::error::Result;
use crate::stream::Stream;

use super::progress::Progress;
use super::tuned::{Candidate, Outcome, Tuned};
use super::{Choice, TuneError};

/// Times within so many parts of the best are equal.
const EQUAL: f64 = 1.02;
/// What takes so many times the best's time after a few samples is dropped.
const FAR: f64 = 1.5;
const BEHIND: f64 = 1.1;
/// How many choices beside the default are measured in turns at last.
const FINALISTS: usize = 6;

/// What measures choices.
pub(super) trait Meter {
    /// Compiles what the choices run, before any is measured. Gives for each what keeps it from being measured. Begins
    /// none after `until`.
    fn prepare(&mut self, choices: &[Choice], until: Instant, progress: &Progress) -> Vec<Option<Outcome>>;
    /// Runs the work once. If its result is wrong, says in what.
    fn try_once(&mut self, choice: &Choice) -> Result<Option<String>>;
    /// Measures with few samples.
    fn shortly(&mut self, choice: &Choice) -> Result<Timing>;
    /// Measures several in turns.
    fn in_turns(&mut self, choices: &[&Choice]) -> Result<Vec<Timing>>;
}

/// Work that a choice changes.
pub(crate) trait Work {
    /// Compiles what the choices run. Gives for each what keeps it from being measured. Begins none after `until`.
    fn prepare(&mut self, choices: &[Choice], _until: Instant, _progress: &Progress) -> Vec<Option<Outcome>> {
        choices.iter().map(|_| None).collect()
    }
    /// Brings the data back to what it was before the search, whatever a choice has made of it.
    fn restore(&mut self) -> Result<()> {
        Ok(())
    }
    /// Gives the stream the work.
    fn run(&mut self, choice: &Choice) -> Result<()>;
    /// Checks the result, when the work has run. If it is wrong, says in what.
    fn check(&mut self, choice: &Choice) -> Result<Option<String>>;
}

/// Work on a stream.
pub(super) struct OnStream<'a> {
    pub(super) stream: &'a Stream,
    pub(super) work: &'a mut dyn Work,
}

impl Meter for OnStream<'_> {
    fn prepare(&mut self, choices: &[Choice], until: Instant, progress: &Progress) -> Vec<Option<Outcome>> {
        self.work.prepare(choices, until, progress)
    }

    fn try_once(&mut self, choice: &Choice) -> Result<Option<String>> {
        self.work.restore()?;
        self.work.run(choice)?;
        self.stream.synchronize()?;
        self.work.check(choice)
    }

    fn shortly(&mut self, choice: &Choice) -> Result<Timing> {
        self.work.restore()?;
        let bench = Bench::new().warm_up(Duration::ZERO).budget(Duration::ZERO).samples(5);
        bench.time(self.stream, || self.work.run(choice))
    }

    fn in_turns(&mut self, choices: &[&Choice]) -> Result<Vec<Timing>> {
        self.work.restore()?;
        let work = RefCell::new(&mut *self.work);
        let cases = choices.iter().copied().map(|choice| {
            let work = &work;
            Case::new(choice.to_string(), move || work.borrow_mut().run(choice))
        });
        let mut cases: Vec<Case<'_>> = cases.collect();
        let found = Bench::new().samples(20).compare(self.stream, &mut cases)?;
        Ok(found.iter().map(|(_, timing)| timing.clone()).collect())
    }
}

pub(super) fn search(
    choices: &[Choice],
    default: usize,
    meter: &mut impl Meter,
    budget: Duration,
    progress: &Progress,
) -> Result<Tuned> {
    let begin = Instant::now();
    // What is compiled is to be measured too, so that compiling ends early.
    let prepared = meter.prepare(choices, begin + budget / 2, progress);
    let mut outcomes: Vec<Outcome> = choices.iter().map(|_| Outcome::Skipped).collect();
    progress.begin("measuring", choices.len());
    // The default first: without it there is nothing to compare with.
    let order = std::iter::once(default).chain((0..choices.len()).filter(|index| *index != default));
    for index in order {
        progress.step();
        let choice = &choices[index];
        if index != default {
            if let Some(outcome) = prepared.get(index).cloned().flatten() {
                outcomes[index] = outcome;
                continue;
            }
            if begin.elapsed() >= budget {
                continue;
            }
        }
        let measured = match meter.try_once(choice) {
            Ok(Some(why)) => Ok(Outcome::Wrong(why)),
            Ok(None) => meter.shortly(choice).map(Outcome::Measured),
            Err(error) => Err(error),
        };
        outcomes[index] = match measured {
            Err(error) if index == default => return Err(error),
            Ok(Outcome::Wrong(_)) if index == default => {
                return Err(TuneError::Check { choice: choice.to_string().into() }.into());
            }
            Ok(outcome) => outcome,
            Err(error) => Outcome::Failed(error.to_string()),
        };
    }
    progress.end();
    // Dropped twice: by few samples only what is far behind, by more what is behind.
    let mut left = Vec::new();
    for limit in [FAR, BEHIND] {
        left = within(&outcomes, default, limit);
        if left.len() == 1 {
            break;
        }
        let finalists: Vec<&Choice> = left.iter().map(|index| &choices[*index]).collect();
        for (index, timing) in left.iter().zip(meter.in_turns(&finalists)?) {
            outcomes[*index] = Outcome::Measured(timing);
        }
    }
    let time =
        |index: &usize| outcomes[*index].timing().map_or(f64::INFINITY, |it| it.median().as_secs_f64());
    let fastest = left.iter().map(time).fold(f64::INFINITY, f64::min);
    let equal: Vec<usize> = left.into_iter().filter(|index| time(index) <= fastest * EQUAL).collect();
    let winner = if equal.contains(&default) { default } else { equal.into_iter().min().unwrap_or(default) };
    let candidates =
        choices.iter().cloned().zip(outcomes).map(|(choice, outcome)| Candidate { choice, outcome });
    Ok(Tuned { choice: choices[winner].clone(), candidates: candidates.collect(), default })
}

/// The default, and the fastest of what takes at most so many times the best's time. Times are the lower bounds of
/// intervals: what disturbs a measurement makes it longer.
fn within(outcomes: &[Outcome], default: usize, limit: f64) -> Vec<usize> {
    let time = |outcome: &Outcome| Some(outcome.timing()?.interval()[0].as_secs_f64());
    let times = outcomes.iter().enumerate().filter_map(|(index, outcome)| Some((index, time(outcome)?)));
    let mut times: Vec<(usize, f64)> = times.collect();
    let best = times.iter().map(|(_, time)| *time).fold(f64::INFINITY, f64::min);
    times.retain(|(index, time)| *index != default && *time <= best * limit);
    times.sort_by(|a, b| a.1.total_cmp(&b.1));
    times.truncate(FINALISTS);
    std::iter::once(default).chain(times.into_iter().map(|(index, _)| index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    /// Times by index with noise, and what fails.
    struct Fake {
        seconds: Vec<f64>,
        noise: f64,
        random: fastrand::Rng,
        /// Asked for so far.
        tried: usize,
        /// What the compiler refuses.
        refused: Option<usize>,
    }

    impl Fake {
        fn timing(&mut self, choice: &Choice, samples: usize) -> Timing {
            let time = self.seconds[choice["n"]];
            let noise = self.noise;
            Timing::of((0..samples).map(|_| time * (1.0 + noise * (self.random.f64() - 0.5))).collect())
        }
    }

    impl Meter for Fake {
        fn prepare(&mut self, choices: &[Choice], _: Instant, _: &Progress) -> Vec<Option<Outcome>> {
            let refused = |choice: &Choice| Some(choice["n"]) == self.refused;
            choices
                .iter()
                .map(|choice| refused(choice).then(|| Outcome::Refused("it spills".to_owned())))
                .collect()
        }

        fn try_once(&mut self, choice: &Choice) -> Result<Option<String>> {
            self.tried += 1;
            let time = self.seconds[choice["n"]];
            if time.is_nan() {
                return Err(Error::NothingToMeasure);
            }
            Ok((time <= 0.0).then(|| "in all of it".to_owned()))
        }

        fn shortly(&mut self, choice: &Choice) -> Result<Timing> {
            Ok(self.timing(choice, 5))
        }

        fn in_turns(&mut self, choices: &[&Choice]) -> Result<Vec<Timing>> {
            Ok(choices.iter().map(|choice| self.timing(choice, 40)).collect())
        }
    }

    fn choices(count: usize) -> Vec<Choice> {
        (0..count).map(|n| Choice { values: vec![("n".to_owned(), n)] }).collect()
    }

    fn fake(seconds: &[f64], noise: f64, seed: u64) -> Fake {
        let random = fastrand::Rng::with_seed(seed);
        Fake { seconds: seconds.to_vec(), noise, random, tried: 0, refused: None }
    }

    fn search_in(meter: &mut Fake, default: usize, budget: Duration) -> Result<Tuned> {
        search(&choices(meter.seconds.len()), default, meter, budget, &Progress::none())
    }

    fn chosen(seconds: &[f64], default: usize, noise: f64, seed: u64) -> Result<usize> {
        let found = search_in(&mut fake(seconds, noise, seed), default, Duration::from_secs(60))?;
        Ok(found.choice()["n"])
    }

    #[test]
    fn the_fastest_wins_whatever_the_noise() {
        let seconds: Vec<f64> = (0..100).map(|n| 1e-3 + f64::from((n - 37i32).abs()) * 5e-5).collect();
        for seed in 0..50 {
            assert_eq!(chosen(&seconds, 99, 0.04, seed).unwrap(), 37, "seed {seed}");
        }
    }

    #[test]
    fn of_equal_choices_the_default_wins_and_else_the_first() {
        for seed in 0..50 {
            // One is 1 % faster than the default: too little to leave it.
            assert_eq!(chosen(&[1.0, 0.99, 1.5], 0, 0.002, seed).unwrap(), 0, "seed {seed}");
            // Two of a kind: the first.
            assert_eq!(chosen(&[1.5, 1.0, 1.003, 0.998], 0, 0.002, seed).unwrap(), 1, "seed {seed}");
        }
    }

    #[test]
    fn what_fails_or_is_wrong_is_never_chosen() {
        // NaN fails, and nothing at all has a wrong result.
        assert_eq!(chosen(&[1.0, f64::NAN, 0.0, 0.9], 0, 0.0, 1).unwrap(), 3);
        assert!(matches!(chosen(&[f64::NAN, 1.0], 0, 0.0, 1), Err(Error::NothingToMeasure)));
        assert!(matches!(chosen(&[0.0, 1.0], 0, 0.0, 1), Err(Error::Tune(TuneError::Check { .. }))));
    }

    #[test]
    fn without_time_the_default_is_measured_alone() {
        let mut meter = fake(&[1.0, 0.5, 0.2], 0.0, 1);
        let found = search_in(&mut meter, 2, Duration::ZERO).unwrap();
        assert_eq!((found.choice()["n"], meter.tried), (2, 1));
        assert!(matches!(found.candidates()[0].outcome, Outcome::Skipped));
    }

    #[test]
    fn what_is_refused_before_it_runs_is_not_run() {
        let mut meter = Fake { refused: Some(1), ..fake(&[1.0, 0.2, 0.5], 0.0, 1) };
        let found = search_in(&mut meter, 0, Duration::from_secs(60)).unwrap();
        assert_eq!((found.choice()["n"], meter.tried), (2, 2));
        assert!(found.to_string().contains("n=1  not measured: it spills"), "{found}");
        // The default is measured in any case: there is nothing else to compare with.
        let mut meter = Fake { refused: Some(0), ..fake(&[1.0, 0.2], 0.0, 1) };
        assert_eq!(search_in(&mut meter, 0, Duration::from_secs(60)).unwrap().choice()["n"], 1);
    }
}
