//! What a failed kernel recorded, in the types that programs match on.

/// What made a kernel fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureCause {
    /// An index past the end.
    Index {
        /// The index.
        index: u64,
        /// The length of what was indexed.
        len: u64,
    },
    /// An integer division by zero, or one whose quotient does not fit.
    Division {
        /// The dividend, sign-extended.
        dividend: i64,
        /// The divisor, sign-extended.
        divisor: i64,
    },
    /// `assert!`, `panic!` and their kin.
    Message,
    /// The record names a place that the kernel does not have; the launch is still known to have failed.
    Unknown,
}
