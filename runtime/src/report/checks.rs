//! The checks of indices that a kernel is left with, in the user's words.

use kiln_codegen::compact::List;
use std::fmt;

use kiln_codegen::ir::{Module, SiteKind};
use kiln_codegen::passes::bounds::{Kept, Outcome, Why};

/// What became of the checks of a kernel's indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checks {
    /// How many the compiler has shown to be needless.
    pub dropped: usize,
    /// Those that run, in the order of the text.
    pub kept: Vec<KeptCheck>,
}

/// A check that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptCheck {
    /// Source file.
    pub file: String,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1.
    pub column: u32,
    /// The access, as it is written: `x[i + 1]`.
    pub access: String,
    /// Why the check could not be dropped, and what would let it be.
    pub why: String,
}

impl Checks {
    pub(super) fn of(module: &Module, outcome: &Outcome) -> Checks {
        let kept = outcome.kept.iter().map(|kept| KeptCheck::of(module, kept)).list();
        Checks { dropped: outcome.dropped, kept }
    }
}

impl KeptCheck {
    fn of(module: &Module, kept: &Kept) -> KeptCheck {
        let site = module.site(kept.site).cloned().unwrap_or_default();
        let array = match site.kind {
            SiteKind::Index { array } => array,
            SiteKind::Plain | SiteKind::Divide | SiteKind::Message { .. } => "?".to_owned(),
        };
        let index = kept.index.as_deref().unwrap_or("its index");
        let access = format!("{array}[{}]", kept.index.as_deref().unwrap_or(".."));
        let why = match kept.why {
            Why::Unbounded => {
                format!("nothing says that `{index} < {array}.len()`; write `if {index} < {array}.len()`")
            }
            Why::MayWrapAbove => format!(
                "`{index}` may wrap around, and nothing says that `{index} < {array}.len()`; write `if {index} < {array}.len()`"
            ),
            Why::MayWrapBelow => format!(
                "`{index}` wraps around where it would be negative; compare its operands first, or write `if {index} < {array}.len()`"
            ),
            Why::TooGreat { most, len } => {
                format!("`{index}` may be as great as {most}, and there are {len} elements")
            }
        };
        KeptCheck { file: site.file, line: site.line, column: site.column, access, why }
    }
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checks { dropped, kept } = self;
        if *dropped == 0 && kept.is_empty() {
            return Ok(());
        }
        writeln!(f, "    checks of indices: {dropped} dropped, {} left", kept.len())?;
        kept.iter().try_for_each(|kept| writeln!(f, "      {kept}"))
    }
}

impl fmt::Display for KeptCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeptCheck { file, line, column, access, why } = self;
        write!(f, "{file}:{line}:{column}: `{access}`: {why}")
    }
}
