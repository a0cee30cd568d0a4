//! How tuning fails.

/// Why a tuner cannot do its work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// A tuner whose space of choices is none.
    #[error("the space of the tuner `{tuner}` is wrong: {why}")]
    Space {
        /// The tuner's name.
        tuner: Box<str>,
        /// What is wrong with the space.
        why: Box<str>,
    },

    /// A choice whose number for an axis is none of those that `with_consts!` lists.
    #[error(
        "`with_consts!` has no instance for this choice: its `{axis}` is {}\n  help: list the values of the tuner's \
         axis `{axis}` there",
        found.map_or_else(|| "missing".to_owned(), |value| value.to_string())
    )]
    NotListed {
        /// The axis.
        axis: &'static str,
        /// The choice's number for it.
        found: Option<usize>,
    },

    /// A tuner whose check refuses the default's result.
    #[error(
        "the check of the tuner refuses the result of the default choice, {choice}\n  help: other choices are held \
         against it, so the work or the check is wrong"
    )]
    Check {
        /// The default choice.
        choice: Box<str>,
    },

    /// A file of choices that cannot be read or written.
    #[error("the file of choices {}: {why}", path.display())]
    File {
        /// The file.
        path: Box<std::path::Path>,
        /// What is wrong with it.
        why: Box<str>,
    },
}
