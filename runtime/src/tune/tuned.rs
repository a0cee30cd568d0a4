//! What a search found.

use std::fmt;

use crate::bench::Timing;

use super::Choice;

/// What [`Tuner::tune`](super::Tuner::tune) found. Printed it is a table of the choices, the fastest first.
#[derive(Clone, Debug)]
pub struct Tuned {
    pub(super) choice: Choice,
    pub(super) candidates: Vec<Candidate>,
    pub(super) default: usize,
}

/// A choice and what became of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The choice.
    pub choice: Choice,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a choice in a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It was measured. Choices that were dropped early have few samples.
    Measured(Timing),
    /// The work failed with it, in these words.
    Failed(String),
    /// Its result is wrong, and in what.
    Wrong(String),
    /// It was compiled and not run: the code is known to be slow, or not to fit the device, in these words.
    Refused(String),
    /// Its code is that of this choice, which is measured in its place.
    Same(Choice),
    /// The time was used up before it.
    Skipped,
}

impl Tuned {
    /// What was known before, without a search.
    pub(super) fn known(choice: Choice) -> Tuned {
        Tuned { choice, candidates: Vec::new(), default: 0 }
    }

    /// The choice to take.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Whether it was measured now, and not looked up.
    pub fn is_measured(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// All choices in the space's order and what became of them; none where the choice was known.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The time of the default in parts of the choice's: 1.2 is a fifth more. `None` where the choice was known.
    pub fn speedup(&self) -> Option<f64> {
        let chosen = self.candidates.iter().find(|candidate| candidate.choice == self.choice)?;
        let (chosen, default) =
            (chosen.outcome.timing()?, self.candidates.get(self.default)?.outcome.timing()?);
        Some(default.median().as_secs_f64() / chosen.median().as_secs_f64())
    }
}

impl Outcome {
    pub(super) fn timing(&self) -> Option<&Timing> {
        if let Outcome::Measured(timing) = self { Some(timing) } else { None }
    }
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.choice)?;
        if !self.is_measured() {
            return f.write_str(", known from before");
        }
        if let Some(speedup) = self.speedup() {
            write!(f, ", {speedup:.3} times as fast as the default")?;
        }
        let mut order: Vec<&Candidate> = self.candidates.iter().collect();
        let seconds = |candidate: &Candidate| {
            candidate.outcome.timing().map_or(f64::INFINITY, |timing| timing.median().as_secs_f64())
        };
        order.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
        let width =
            self.candidates.iter().map(|one| one.choice.to_string().chars().count()).max().unwrap_or(0);
        let mut same = 0;
        for candidate in order {
            let name = candidate.choice.to_string();
            let default =
                if candidate.choice == self.candidates[self.default].choice { ", the default" } else { "" };
            let outcome = match &candidate.outcome {
                Outcome::Measured(timing) => timing.to_string(),
                Outcome::Failed(why) => format!("failed: {}", why.lines().next().unwrap_or_default()),
                Outcome::Wrong(what) => format!("its result is wrong: {what}"),
                Outcome::Refused(why) => format!("not measured: {why}"),
                Outcome::Same(_) => {
                    same += 1;
                    continue;
                }
                Outcome::Skipped => "not measured: the time was used up".to_owned(),
            };
            write!(f, "\n  {name:width$}  {outcome}{default}")?;
        }
        match same {
            0 => Ok(()),
            1 => f.write_str("\n  1 other choice has the code of one of these"),
            _ => write!(f, "\n  {same} other choices have the code of one of these"),
        }
    }
}
