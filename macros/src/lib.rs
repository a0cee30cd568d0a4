//! Kiln attribute macros.
