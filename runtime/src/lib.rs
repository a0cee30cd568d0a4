//! Kiln runtime.
