//! What a measurement found, and how it is printed.

use std::fmt;
use std::time::Duration;

use crate::error::{Error, Result};

use super::Amount;
use super::statistics::{interval, median};

/// How long one call of a piece of work takes.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Seconds.
    pub(super) samples: Vec<f64>,
    pub(super) host: Vec<f64>,
    pub(super) cold: bool,
    /// The clock before and after, in MHz.
    pub(super) clocks: Option<[u32; 2]>,
    pub(super) throttled: Option<&'static str>,
    pub(super) dropped: usize,
}

impl Timing {
    /// Of samples that somebody made up.
    #[cfg(test)]
    pub(crate) fn of(samples: Vec<f64>) -> Timing {
        let host = samples.clone();
        Timing { samples, host, cold: true, clocks: None, throttled: None, dropped: 0 }
    }

    /// The median of the samples.
    pub fn median(&self) -> Duration {
        duration(median(&self.samples))
    }

    /// The bounds between which the true median lies with a probability of 95 %; of fewer than 6 samples the least
    /// and the greatest.
    pub fn interval(&self) -> [Duration; 2] {
        interval(&self.samples).map(duration)
    }

    /// The samples in seconds, in the order in which they were taken. Each is one call, or the mean of a batch of
    /// calls when warm and for calls of the CPU that are short.
    pub fn samples(&self) -> &[f64] {
        &self.samples
    }

    /// The median of the host's time for one call: what it takes to give the work to the stream. Work that takes the
    /// device less is bound by its launches. On the CPU it is the same as [`Timing::median`].
    pub fn host_median(&self) -> Duration {
        duration(median(&self.host))
    }

    /// Whether the L2 cache held nothing of the work's before each call.
    pub fn is_cold(&self) -> bool {
        self.cold
    }

    /// The clock of the GPU's multiprocessors before and after, in MHz. `None` on the CPU and without NVML.
    pub fn clocks_mhz(&self) -> Option<[u32; 2]> {
        self.clocks
    }

    /// Why the GPU's clock was lowered while these samples were taken, if it was. The figures are then those of a
    /// hot or power-limited GPU.
    pub fn throttled(&self) -> Option<&str> {
        self.throttled
    }

    /// How many samples were dropped since the GPU was throttled.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The rate at which one call that moves so many bytes moves them, in 10⁹ bytes a second.
    pub fn gigabytes_per_second(&self, bytes: u64) -> f64 {
        bytes as f64 / median(&self.samples) * 1e-9
    }

    /// The rate of a call with so many floating-point operations, in 10¹² operations a second. A fused
    /// multiplication and addition is two.
    pub fn teraflops_per_second(&self, flops: u64) -> f64 {
        flops as f64 / median(&self.samples) * 1e-12
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// The median, its interval, and how it was measured: `185.9 µs [185.7, 186.1], 48 samples, cold, 1980 MHz`.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let middle = median(&self.samples);
        let (scale, unit) = unit(middle);
        let [low, high] = interval(&self.samples).map(|bound| bound * scale);
        let [middle, low, high] = [middle * scale, low, high].map(Significant);
        write!(f, "{middle} {unit} [{low}, {high}], {} samples", self.samples.len())?;
        f.write_str(if self.cold { ", cold" } else { ", warm" })?;
        match self.clocks {
            Some([before, after]) if before == after => write!(f, ", {before} MHz")?,
            Some([before, after]) => write!(f, ", {before} to {after} MHz")?,
            None => {}
        }
        if let Some(why) = self.throttled {
            write!(f, ", throttled by {why}")?;
        }
        if self.dropped > 0 {
            write!(f, ", {} dropped as throttled", self.dropped)?;
        }
        Ok(())
    }
}

/// The unit in which a time has 1 to 999 before the point, and what a second is in it.
pub(crate) fn unit(seconds: f64) -> (f64, &'static str) {
    match seconds {
        ..1e-6 => (1e9, "ns"),
        ..1e-3 => (1e6, "µs"),
        ..1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    }
}

/// A number with four significant digits.
struct Significant(f64);

impl fmt::Display for Significant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.0.abs() {
            ..9.9995 => 3,
            ..99.995 => 2,
            ..999.95 => 1,
            _ => 0,
        };
        f.pad(&format!("{:.digits$}", self.0))
    }
}

/// What two pieces of work are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It takes less time, and the interval says so.
    Faster,
    /// It takes more time, and the interval says so.
    Slower,
    /// The interval of the ratio contains 1: these samples show no difference.
    Same,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Same => "same",
        })
    }
}

/// The time of one piece of work in parts of another's, from the turns that both had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median of the turns' ratios.
    pub median: f64,
    /// The bounds between which the true median lies with a probability of 95 %.
    pub interval: [f64; 2],
}

impl Ratio {
    /// What the interval allows to say.
    pub fn verdict(&self) -> Verdict {
        let [low, high] = self.interval;
        if high < 1.0 {
            Verdict::Faster
        } else if low > 1.0 {
            Verdict::Slower
        } else {
            Verdict::Same
        }
    }
}

/// Several pieces of work that were measured in turns.
///
/// Printed it is a table: the time of each, its rates, and its time in parts of the first's.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub(super) rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) timing: Timing,
    /// The median of each turn in seconds.
    pub(super) turns: Vec<f64>,
    pub(super) amount: Amount,
}

impl Comparison {
    /// The pieces of work in their order, with their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Timing)> {
        self.rows.iter().map(|row| (&*row.name, &row.timing))
    }

    /// The time of the piece of work with this index.
    ///
    /// # Panics
    ///
    /// Without such a piece of work, as a slice does.
    #[track_caller]
    pub fn timing(&self, index: usize) -> &Timing {
        &self.rows[index].timing
    }

    /// The time of the piece of work with this index in parts of the first's: below 1 it is faster.
    ///
    /// # Panics
    ///
    /// Without such a piece of work, as a slice does.
    #[track_caller]
    pub fn ratio(&self, index: usize) -> Ratio {
        let (first, other) = (&self.rows[0].turns, &self.rows[index].turns);
        // A call that takes no time at all is as fast as another one that does.
        let part = |(first, other): (&f64, &f64)| if other == first { 1.0 } else { other / first };
        let ratios: Vec<f64> = first.iter().zip(other).map(part).collect();
        Ratio { median: median(&ratios), interval: interval(&ratios) }
    }

    pub(super) fn into_first(self) -> Result<Timing> {
        self.rows.into_iter().next().map(|row| row.timing).ok_or(Error::NothingToMeasure)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
        let bytes = self.rows.iter().any(|row| row.amount.bytes > 0);
        let flops = self.rows.iter().any(|row| row.amount.flops > 0);
        let column = |shown: bool, text: &str| if shown { format!("  {text:>8}") } else { String::new() };
        let rates = column(bytes, "GB/s") + &column(flops, "TFLOP/s");
        write!(f, "{:width$}  {:>10}  {:>18}{rates}  of first", "", "time", "95 % interval")?;
        for (index, row) in self.rows.iter().enumerate() {
            let timing = &row.timing;
            let middle = median(&timing.samples);
            let (scale, unit) = unit(middle);
            let [low, high] = interval(&timing.samples).map(|bound| Significant(bound * scale));
            let time = format!("{} {unit}", Significant(middle * scale));
            let bounds = format!("[{low}, {high}]");
            let mut line = format!("{:width$}  {time:>10}  {bounds:>18}", row.name);
            let rate = |shown: bool, amount: u64, rate: f64| {
                let text = if amount > 0 { Significant(rate).to_string() } else { String::new() };
                column(shown, &text)
            };
            line += &rate(bytes, row.amount.bytes, timing.gigabytes_per_second(row.amount.bytes));
            line += &rate(flops, row.amount.flops, timing.teraflops_per_second(row.amount.flops));
            if index > 0 {
                let ratio = self.ratio(index);
                line += &format!("  {:>8.3}  {}", ratio.median, ratio.verdict());
            }
            if let Some(why) = timing.throttled {
                line += &format!("  throttled by {why}");
            }
            write!(f, "\n{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(rows: &[(&str, &[f64], u64, u64)]) -> Comparison {
        let row = |(name, turns, bytes, flops): &(&str, &[f64], u64, u64)| Row {
            name: (*name).to_owned(),
            timing: Timing::of(turns.to_vec()),
            turns: turns.to_vec(),
            amount: Amount { bytes: *bytes, flops: *flops },
        };
        Comparison { rows: rows.iter().map(row).collect() }
    }

    #[test]
    fn a_timing_is_one_line() {
        let mut timing = Timing::of(vec![185.9e-6, 185.7e-6, 186.1e-6]);
        assert_eq!(timing.to_string(), "185.9 µs [185.7, 186.1], 3 samples, cold");
        timing.clocks = Some([1980, 1725]);
        timing.throttled = Some("the power limit");
        timing.dropped = 4;
        assert_eq!(
            timing.to_string(),
            "185.9 µs [185.7, 186.1], 3 samples, cold, 1980 to 1725 MHz, throttled by the power limit, 4 dropped as \
             throttled"
        );
    }

    #[test]
    fn times_have_four_digits() {
        for (seconds, text) in
            [(3.25e-9, "3.250 ns"), (12.346e-6, "12.35 µs"), (999.96e-6, "1000 µs"), (2.0, "2.000 s")]
        {
            assert!(Timing::of(vec![seconds]).to_string().starts_with(text), "{}", Timing::of(vec![seconds]));
        }
    }

    #[test]
    fn rates_are_amounts_by_the_median() {
        let timing = Timing::of(vec![2e-3, 1e-3, 1e-3]);
        assert!((timing.gigabytes_per_second(4_000_000_000) - 4000.0).abs() < 1e-9);
        assert!((timing.teraflops_per_second(2_000_000_000) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_verdict_respects_the_interval() {
        let steady = [1.0; 10];
        let noisy = [0.9, 1.2, 0.8, 1.1, 1.0, 1.05, 0.95, 1.3, 0.7, 1.0];
        let slower = noisy.map(|time| time + 0.5);
        let found = comparison(&[
            ("a", &steady, 0, 0),
            ("b", &noisy, 0, 0),
            ("c", &slower, 0, 0),
            ("d", &[0.5; 10], 0, 0),
        ]);
        let verdicts: Vec<Verdict> = (0..4).map(|index| found.ratio(index).verdict()).collect();
        assert_eq!(verdicts, [Verdict::Same, Verdict::Same, Verdict::Slower, Verdict::Faster]);
    }

    #[test]
    fn a_comparison_is_a_table() {
        let found = comparison(&[
            ("copy", &[100e-6; 7], 400_000_000, 0),
            ("product", &[200e-6; 7], 0, 20_000_000_000),
        ]);
        assert_eq!(
            found.to_string(),
            "               time       95 % interval      GB/s   TFLOP/s  of first\n\
             copy       100.0 µs      [100.0, 100.0]      4000\n\
             product    200.0 µs      [200.0, 200.0]               100.0     2.000  slower"
        );
    }
}
