//! The rules of well-formed IR.
