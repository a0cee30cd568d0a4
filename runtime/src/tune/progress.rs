//! A progress bar on the terminal while a search runs; nothing without the feature `progress`.

/// How far a search is. Shared by the threads that compile.
pub(crate) struct Progress {
    #[cfg(feature = "progress")]
    bar: indicatif::ProgressBar,
}

impl Progress {
    /// Shown on stderr, if that is a terminal.
    #[cfg_attr(not(feature = "progress"), allow(unused_variables))]
    pub(super) fn new(tuner: &str) -> Progress {
        Progress {
            #[cfg(feature = "progress")]
            bar: {
                let style =
                    indicatif::ProgressStyle::with_template("{prefix}: {msg} {pos}/{len} {wide_bar} {eta}");
                let style = style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar());
                indicatif::ProgressBar::no_length().with_style(style).with_prefix(tuner.to_owned())
            },
        }
    }

    /// Shown nowhere.
    #[cfg(test)]
    pub(super) fn none() -> Progress {
        Progress {
            #[cfg(feature = "progress")]
            bar: indicatif::ProgressBar::hidden(),
        }
    }

    /// Begins a phase of so many steps.
    #[cfg_attr(not(feature = "progress"), allow(unused_variables))]
    pub(crate) fn begin(&self, phase: &'static str, steps: usize) {
        #[cfg(feature = "progress")]
        {
            self.bar.set_message(phase);
            self.bar.set_length(steps as u64);
            self.bar.set_position(0);
        }
    }

    pub(crate) fn step(&self) {
        #[cfg(feature = "progress")]
        self.bar.inc(1);
    }

    pub(super) fn end(&self) {
        #[cfg(feature = "progress")]
        self.bar.finish_and_clear();
    }
}
