//! IR text, printed.
